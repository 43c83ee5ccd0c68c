import type { Corners, Movement } from '@pf/grid';
import { button, choice, element, tools } from '../../element.ts';
import type { Generator, Scenario } from '../scenario/scenario.ts';
import { generators, LONGER, MOST_LONGER } from '../scenario/scenario.ts';

const brushes = [
  ['look', 'Look'], ['wall', 'Wall'], ['free', 'Free'], ['rough', 'Rough'], ['start', 'Start'], ['goal', 'Goal'], ['landmark', 'Landmark'],
] as const;
export type Brush = (typeof brushes)[number][0];

/** Callbacks of the setup. */
interface Wishes {
  readonly change: (changes: Partial<Scenario>) => void;
  /** A change that repeats while a control is dragged; `begins` is true for the first. */
  readonly drag: (changes: Partial<Scenario>, begins: boolean) => void;
  readonly newMap: (name: Generator) => void;
  readonly another: () => void;
  readonly open: (file: File) => void;
  /** The address bar is to lead to what is seen. */
  readonly keep: () => void;
}

/** The controls above the maps: the map, its movement rules, and the action of the pointer. */
export class Setup {
  readonly root: HTMLDetailsElement;
  brush: Brush = matchMedia('(pointer: coarse)').matches ? 'look' : 'wall';
  private readonly map: HTMLSelectElement;
  private readonly movement: HTMLSelectElement;
  private readonly corners: HTMLSelectElement;
  private readonly plot: HTMLButtonElement;
  private readonly link: HTMLButtonElement;
  private readonly slider = element('input', { type: 'range', min: '0', max: String(MOST_LONGER), step: '5', value: String(LONGER), 'aria-label': 'May be longer by, in percent' });
  private readonly amount = element('output', { class: 'amount' });
  private readonly longer: HTMLLabelElement;
  private readonly pointer = tools('Pointer', brushes, this.brush, (value) => (this.brush = value as Brush));
  private isPlotted = false;

  constructor({ change, drag, newMap, another, open, keep }: Wishes) {
    const picker = element('input', { type: 'file', accept: '.map,.txt,image/*', hidden: '' });
    picker.addEventListener('change', () => {
      const [file] = picker.files ?? [];
      if (file !== undefined) open(file);
      picker.value = '';
    });
    const kinds = [['', 'as it is'], ...generators.map((name) => [name, name] as const)] as const;
    const map = choice('Map', kinds, '', (value) => value !== '' && newMap(value as Generator));
    const movement = choice('Movement', [['eight', '8 ways'], ['four', '4 ways']], 'eight', (value) => change({ movement: value as Movement }));
    const cuts = [['never', 'never cut'], ['one', 'one side free'], ['always', 'always cut']] as const;
    const corners = choice('Corners', cuts, 'never', (value) => change({ corners: value as Corners }));
    [this.map, this.movement, this.corners] = [map, movement, corners].map((label) => label.querySelector('select')!);
    const plot = { 'aria-pressed': 'false', id: 'plot', title: 'Estimates against true costs' };
    this.plot = button('Plot', () => change({ plot: !this.isPlotted }), plot);
    const { slider, amount } = this;
    let begins = true;
    slider.addEventListener('input', () => {
      drag({ longer: Number(slider.value) }, begins);
      begins = false;
    });
    slider.addEventListener('change', () => (begins = true));
    this.longer = element('label', { class: 'longer', title: 'For weighted A*' }, 'May be longer by', slider, amount);
    this.longer.hidden = true;
    this.link = button('Copy a link', () => { keep(); void this.copyLink(); }, { id: 'link' });
    this.root = element('details', { class: 'setup' }, element('summary', {}, 'Map and pointer'),
      element('div', { class: 'bar' }, map, button('Another', another), button('Open a file', () => picker.click()), picker, movement, corners,
        this.pointer.bar, this.longer, this.plot, this.link));
    const wide = matchMedia('(min-width: 700px) and (min-height: 500px)');
    wide.addEventListener('change', () => (this.root.open = wide.matches));
    this.root.open = wide.matches;
  }

  /** The selected entry of the list of maps: one that was made here, or none. */
  get listed(): Generator | '' {
    return this.map.value as Generator | '';
  }

  set listed(name: Generator | '') {
    this.map.value = name;
  }

  show({ movement, corners, plot, left, right, longer = LONGER }: Scenario): void {
    this.movement.value = movement;
    this.corners.value = corners;
    this.longer.hidden = left !== 'weighted' && right !== 'weighted';
    this.slider.value = String(longer);
    this.amount.textContent = `${longer}%`;
    this.isPlotted = plot;
    this.plot.setAttribute('aria-pressed', String(plot));
  }

  /** The brush of a number, from 1 on, if there is one. */
  take(number: number): void {
    const brush = brushes[number - 1];
    if (brush !== undefined) this.pointer.choose(brush[0]);
  }

  pressPlot(): void {
    this.plot.click();
  }

  private async copyLink(): Promise<void> {
    const { link } = this;
    try {
      await navigator.clipboard.writeText(location.href);
      link.textContent = 'Copied';
    } catch {
      link.textContent = 'It is in the address bar';
    }
    setTimeout(() => (link.textContent = 'Copy a link'), 2000);
  }
}
