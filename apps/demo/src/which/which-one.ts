import { button, choice, element } from '../element.ts';
import { PackagesWorker, Superseded } from '../runner/packages-worker.ts';
import { makeSamples } from '../runner/samples.ts';
import type { Advice } from './advice.ts';
import { advise, codeOf } from './advice.ts';
import { showAnswer } from './answer-figure.ts';
import type { ChosenMap, Kind } from './maps.ts';
import { Complaints } from './complaints.ts';
import { generated, kinds, mapOfFile, sides, suited } from './maps.ts';
import type { Measured } from './measuring.ts';
import { MeasuredTable } from './measured-table.ts';
import { contenderNames } from './names.ts';
import type { Answers, Question } from './questions.ts';
import { answersIn, hashOf, names, questions } from './questions.ts';

/** Milliseconds without a change after which it is measured, and after which that is given up. */
const REST = 250;
const LIMIT = 90_000;
/** Queries on a map of up to so many free cells, for searches and for agents that walk; a quarter of them on larger maps. */
const SMALL = 20_000;
const PATHS = 100;
const WALKS = 20;

/** The page: four questions, a map, and what to use on it. */
export class WhichOne {
  private answers: Answers = answersIn(location.hash);
  private map: ChosenMap;
  private kind: Kind = 'caves';
  private side = 64;
  private seed = 1;
  /** How often a map was asked for: a file that is read meanwhile comes too late. */
  private asked = 0;
  private readonly worker = new PackagesWorker();
  private resting: ReturnType<typeof setTimeout> | undefined;
  private shown: ReturnType<typeof showAnswer> | undefined;
  private readonly title = element('h2', { id: 'answer' });
  private readonly why = element('p');
  private readonly more = element('p', { class: 'more' });
  private readonly about = element('p', { class: 'about' });
  private readonly complaints = new Complaints();
  private readonly error = element('p', { class: 'error', role: 'alert', hidden: '' });
  private readonly picture = element('figure', { class: 'wide made' });
  private readonly table = new MeasuredTable();
  private readonly code = element('div', { class: 'code' });
  private readonly form = element('form', { class: 'questions', 'aria-label': 'Four questions' });

  constructor(root: HTMLElement) {
    this.map = generated(this.kind, this.side, this.seed);
    for (const name of names) this.form.append(this.ask(name));
    const answer = element('section', { class: 'answer', 'aria-labelledby': 'answer' }, this.title, this.why, this.more, this.picture, this.table.root, this.code);
    root.append(this.form, this.chooseMap(), this.error, answer);
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void this.open(file);
    });
    window.addEventListener('hashchange', () => {
      this.answers = answersIn(location.hash);
      for (const name of names) this.form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${this.answers[name]}"]`)!.checked = true;
      this.show();
    });
    this.show();
  }

  redraw(): void {
    this.shown?.figure.redraw();
  }

  private ask(name: Question): HTMLElement {
    const { text, options } = questions[name];
    const set = element('fieldset', {}, element('legend', {}, text));
    for (const [value, label] of Object.entries(options)) {
      const radio = element('input', { type: 'radio', name, value, ...(this.answers[name] === value ? { checked: '' } : {}) });
      radio.addEventListener('change', () => {
        this.answers = { ...this.answers, [name]: value };
        history.replaceState(null, '', hashOf(this.answers));
        this.show();
      });
      set.append(element('label', {}, radio, element('span', {}, label)));
    }
    return set;
  }

  private chooseMap(): HTMLElement {
    const generate = (): void => {
      this.asked++;
      this.take(generated(this.kind, this.side, this.seed));
    };
    const file = element('input', { type: 'file', accept: '.map,.txt,.png,.json,.tmj,image/*' });
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) void this.open(chosen);
      // The same file again is a change, too.
      file.value = '';
    });
    return element('div', { class: 'controls chosen-map', role: 'group', 'aria-label': 'The map' },
      choice('Map', Object.entries(kinds), this.kind, (kind) => { this.kind = kind as Kind; generate(); }),
      choice('Size', sides.map((side) => [String(side), `${side} × ${side}`] as const), String(this.side), (side) => { this.side = Number(side); generate(); }),
      button('Another', () => { this.seed++; generate(); }),
      element('label', { class: 'file' }, 'Your own: .map, picture, Tiled JSON', file),
      this.about);
  }

  private async open(file: File): Promise<void> {
    const mine = ++this.asked;
    try {
      const map = await mapOfFile(file);
      if (mine === this.asked) this.take(map);
    } catch (reason) {
      if (mine === this.asked) this.complain('file', `${file.name} cannot be used. ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  private take(map: ChosenMap): void {
    this.map = map;
    // A map with terrain asks for an answer about terrain.
    if (map.grid.terrain.weighted && this.answers.ground === 'uniform') {
      this.answers = { ...this.answers, ground: 'terrain' };
      this.form.querySelector<HTMLInputElement>('input[name="ground"][value="terrain"]')!.checked = true;
      history.replaceState(null, '', hashOf(this.answers));
    }
    this.show();
  }

  private complain(source: string, sentence: string): void {
    this.complaints.report(source, sentence);
    this.error.textContent = this.complaints.text;
    this.error.hidden = this.complaints.text === '';
  }

  private show(): void {
    const { answers, map } = this;
    const { grid, changed } = suited(map, answers.ground);
    const advice = advise(answers, { free: grid.terrain.free, detours: map.detours });
    this.complaints.clear();
    this.complain('file', '');
    this.title.textContent = advice.title;
    this.why.textContent = advice.why;
    this.about.textContent = [`${map.name}: ${grid.terrain.free.toLocaleString('en')} free cells.`, changed].join(' ');
    this.more.replaceChildren(...this.links(advice));
    const code = element('code', { class: 'language-ts' }, codeOf(advice));
    this.code.replaceChildren(element('h3', {}, 'In code'), element('pre', {}, code));
    makeSamples(this.code);
    this.shown?.stop();
    const inner = element('div');
    this.picture.replaceChildren(inner, element('figcaption', {}, 'Drag start, goal and walls.'));
    this.shown = showAnswer(inner, grid, advice, [contenderNames[advice.baseline], contenderNames[advice.contender]], (contender, sentence) => this.complain(contender, sentence));
    this.table.wait(advice);
    clearTimeout(this.resting);
    this.worker.end();
    this.resting = setTimeout(() => void this.measure(advice, { width: grid.width, height: grid.height, costs: grid.toArray() }, grid.terrain.free), REST);
  }

  private async measure(advice: Advice, map: { readonly width: number; readonly height: number; readonly costs: Uint8Array }, free: number): Promise<void> {
    const contenders = [...new Set([advice.baseline, advice.contender, ...advice.beside])];
    const crowd = this.answers.asks === 'crowd';
    const walks = advice.counts === 'move' ? advice.contender !== 'dispatcher' : advice.baseline === 'repeated';
    const queries = Math.ceil((walks ? WALKS : PATHS) / (free <= SMALL ? 1 : 4));
    const show = (measured: readonly Measured[], done: boolean): void => this.table.show(measured, advice, queries, done);
    try {
      show(await this.worker.ask('measure', { map, contenders, queries, crowd }, LIMIT, (part) => show(part, false)), true);
    } catch (error) {
      if (error instanceof Superseded) return;
      this.table.fail(advice);
      this.complain('measurement', `It could not be measured. ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The guide, the article and the packages, by the links that the text of the page has. */
  private links({ section, article, imports }: Advice): readonly (Node | string)[] {
    const linked = (text: string): HTMLAnchorElement | undefined => [...document.querySelectorAll<HTMLAnchorElement>('.text a')].find((a) => a.textContent === text && !this.more.contains(a));
    const copy = (text: string, label: string, hash = ''): Node => {
      const href = linked(text)?.getAttribute('href');
      return typeof href === 'string' ? element('a', { href: href + hash }, label) : element('span', {}, label);
    };
    const packages = Object.keys(imports).map((name) => copy(name.replace('@pf/', ''), name));
    const parts = [...(article === undefined ? [] : [element('a', { href: `articles/${article}.html` }, 'How it works')]), copy('the guide', 'The table in the guide', `#${section}`), ...packages];
    return parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part]));
  }
}
