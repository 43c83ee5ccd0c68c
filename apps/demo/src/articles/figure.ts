import { button, choice, element } from '../element.ts';
import { arrows, isShortcut } from '../keys.ts';
import { gripAt, led, type Grip } from '../lab/controls/gestures.ts';
import { Player } from '../lab/controls/player.ts';
import { listenTo } from '../lab/controls/pointing.ts';
import { blank, type Recording } from '../lab/recordings/recording.ts';
import { gridOf, same, type Place, type Scenario } from '../lab/scenario/scenario.ts';
import { MapView } from '../lab/views/map-view.ts';
import { Playback } from '../lab/views/playback.ts';
import type { Asked, Control, NamedMap, Plan, Prediction } from './plan.ts';

/** A number in what a figure says, by a name under which a test reads it. */
export function number(name: string, value: number | string): HTMLElement {
  const text = typeof value === 'string' ? value : value < Infinity ? value.toLocaleString('en', { maximumFractionDigits: 1 }) : '∞';
  return element('b', { 'data-number': name }, text);
}

/** How far from a mark a finger may come down and still take hold of it, in pixels. */
const FINGER = 16;
/** Looks at cells that a recording takes while something is dragged, and at rest. */
const HURRIED = 1.5e5;
const PATIENT = 8e6;
/** Milliseconds without a change after which a figure is at rest. */
const REST = 160;

/** A figure that stands in a text: one or two maps with the same start, goal and walls, which the reader drags; the run, scrubbed; and what it counts. */
export class GridFigure {
  private scenario: Scenario;
  private readonly views: MapView[];
  private readonly playbacks: Playback[];
  private readonly player: Player;
  private readonly says = element('p', { class: 'says', 'aria-live': 'polite' });
  private readonly tip = element('p', { class: 'spoken', 'aria-live': 'polite' });
  private readonly walls: HTMLButtonElement;
  private readonly values = new Map<string, string>();
  private map: Omit<NamedMap, 'name'>;
  private asked!: Asked;
  private cursor: Place | undefined;
  private revealed: boolean;
  private waiting = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly root: HTMLElement, private readonly plan: Plan) {
    this.map = plan;
    this.scenario = this.original();
    this.revealed = plan.predict === undefined;
    this.playbacks = plan.pictures.map(() => new Playback());
    const keys = `Arrow keys move a cursor, s and g put start and goal there${plan.walls === false ? '' : ', space paints a wall'}${plan.landmarks === undefined ? '' : ', l adds a landmark'}.`;
    const canvases = plan.pictures.map(({ title = '' }) => element('canvas', { tabindex: '0', role: 'application', 'aria-label': `${plan.label} ${title} ${keys}` }));
    this.views = canvases.map((canvas) => new MapView(canvas));
    const pictures = plan.pictures.map(({ title }, i) => element('div', { class: 'picture' }, ...(title === undefined ? [] : [element('p', { class: 'title' }, title)]), element('div', { class: 'map' }, canvases[i])));
    this.player = new Player(() => this.redraw(), true);
    // A finger that paints cannot scroll, so on touch screens painting starts switched off.
    const fine = !matchMedia('(pointer: coarse)').matches;
    this.walls = button('Draw walls', () => this.walls.setAttribute('aria-pressed', String(!this.paints)), { 'aria-pressed': String(fine && plan.walls !== false) });
    this.walls.hidden = plan.walls === false;
    const maps = (plan.maps ?? []).map(({ name }) => [name, name] as const);
    const choose = choice('Map', maps, maps[0]?.[0] ?? '', (chosen) => {
      this.map = plan.maps?.find(({ name }) => name === chosen) ?? plan;
      this.scenario = this.original();
      this.change();
    });
    choose.hidden = maps.length === 0;
    const reset = button('Reset', () => { this.scenario = this.original(); this.change(); });
    const controls = element('div', { class: 'controls' }, choose, ...(plan.controls ?? []).map((each) => this.control(each)), this.walls, reset);
    const shown = element('div', { class: 'shown' }, element('div', { class: pictures.length > 1 ? 'pictures two' : 'pictures' }, ...pictures), this.tip);
    if (plan.scrubs !== false) shown.append(this.player.root);
    shown.append(this.says, ...(plan.below === undefined ? [] : [plan.below.root]), controls);
    root.prepend(shown);
    if (plan.predict !== undefined) this.ask(plan.predict);
    canvases.forEach((canvas, i) => this.listen(canvas, this.views[i]));
    new ResizeObserver(() => this.redraw()).observe(root);
    this.record(PATIENT);
    this.player.seek((plan.opensAt ?? 1) * this.player.longest);
  }

  private original(): Scenario {
    const { rows, start, goal } = this.map;
    const { landmarks = [], movement = 'eight' } = this.plan;
    return { rows, movement, corners: 'never', start, goal, landmarks, edits: [], left: '', right: '', plot: false };
  }

  private get paints(): boolean {
    return this.walls.getAttribute('aria-pressed') === 'true';
  }

  private control(control: Control): HTMLElement {
    const { name, label } = control;
    const set = (value: string): void => { this.values.set(name, value); this.change(); };
    if (control.kind === 'list') {
      this.values.set(name, control.value);
      return choice(label, control.options, control.value, set);
    }
    if (control.kind === 'switch') {
      this.values.set(name, String(control.on));
      const box = element('input', { type: 'checkbox', name, ...(control.on ? { checked: '' } : {}) });
      box.addEventListener('change', () => set(String(box.checked)));
      return element('label', { class: 'switch' }, box, label);
    }
    const { min, max, value } = control;
    this.values.set(name, String(value));
    const amount = element('output', {}, String(value));
    const slider = element('input', { type: 'range', name, min: String(min), max: String(max), value: String(value), 'aria-label': label });
    slider.addEventListener('input', () => {
      amount.textContent = slider.value;
      this.values.set(name, slider.value);
      this.changeSoon();
    });
    return element('label', { class: 'slider' }, label, slider, amount);
  }

  /** Shows the map alone, and the run when the reader has said what to expect. */
  private ask({ question, options, right }: Prediction): void {
    const verdict = element('p', { class: 'verdict', role: 'status' });
    const buttons = options.map((option, i) => button(option, () => {
      const answer = right(this.playbacks.map(({ recording }) => recording), this.asked);
      this.revealed = true;
      this.root.classList.remove('asks');
      buttons.forEach((each, k) => { each.disabled = true; each.classList.toggle('right', k === answer); each.classList.toggle('chosen', k === i); });
      verdict.textContent = i === answer ? 'Yes.' : `Not quite: ${options[answer]}.`;
      this.player.seek((this.plan.opensAt ?? 1) * this.player.longest);
    }));
    this.root.classList.add('asks');
    this.root.prepend(element('div', { class: 'predict', role: 'group', 'aria-label': question }, element('p', {}, question), element('div', {}, ...buttons), verdict));
  }

  private listen(canvas: HTMLCanvasElement, view: MapView): void {
    const reach = (): number => Math.ceil((FINGER * this.asked.grid.width) / canvas.getBoundingClientRect().width);
    const gripOf = (place: Place, byFinger: boolean): Grip | undefined =>
      gripAt(this.scenario, this.scenario.landmarks, place, byFinger && !this.paints ? reach() : 0.5) ?? (this.paints ? this.brushOn(place) : undefined);
    const lead = (grip: Grip, cells: readonly Place[]): void => {
      // Walls go around landmarks: a figure that explains one cannot do without.
      const isLandmark = (cell: Place): boolean => this.scenario.landmarks.some((each) => same(each, cell));
      const next = led(this.scenario, grip, grip === 'wall' ? cells.filter((cell) => !isLandmark(cell)) : cells, { landmarks: this.scenario.landmarks, step: undefined });
      if (next === this.scenario) return;
      this.scenario = next;
      this.changeSoon();
    };
    listenTo(canvas, {
      cellAt: (at) => view.cellAt(this.asked.grid, at),
      gripAt: gripOf,
      press: (grip, place) => { if (grip === 'wall' || grip === 'free') lead(grip, [place]); },
      lead,
      hover: (place) => {
        this.cursor = place !== undefined && this.asked.grid.contains(...place) ? place : undefined;
        this.drawSoon();
      },
    });
    canvas.addEventListener('keydown', (event) => {
      if (isShortcut(event)) return;
      const at = this.cursor ?? this.scenario.start;
      const { width, height } = this.asked.grid;
      const arrow = arrows[event.key];
      const grips: Readonly<Record<string, Grip | undefined>> =
        { s: 'start', g: 'goal', l: this.plan.landmarks === undefined ? undefined : 'landmark', ' ': this.plan.walls === false ? undefined : this.brushOn(at) };
      const grip = grips[event.key];
      if (arrow !== undefined) {
        this.cursor = this.cursor === undefined ? at : [Math.max(0, Math.min(width - 1, at[0] + arrow[0])), Math.max(0, Math.min(height - 1, at[1] + arrow[1]))];
        this.drawSoon();
      } else if (grip === undefined) return;
      else if (!event.repeat) lead(grip, [at]);
      const [x, y] = this.cursor ?? at;
      this.tip.textContent = `${x}, ${y}${this.asked.grid.isBlocked(x, y) ? ', wall' : ''} ${this.playbacks[0].about(this.asked.grid.vertex(x, y))}`;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  private brushOn([x, y]: Place): Grip | undefined {
    const { grid } = this.asked;
    return !grid.contains(x, y) ? undefined : grid.isBlocked(x, y) ? 'free' : 'wall';
  }

  /** While the pointer moves, with the next frame and few looks; with all of them when it rests. */
  private changeSoon(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.change(), REST);
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => {
      const before = performance.now();
      this.record(HURRIED);
      this.root.dataset['took'] = (performance.now() - before).toFixed(1);
    });
  }

  private drawSoon(): void {
    if (this.waiting === 0) this.waiting = requestAnimationFrame(() => this.redraw());
  }

  /** Records all anew. */
  change(): void {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.waiting);
    this.record(PATIENT);
  }

  private record(looks: number): void {
    const { scenario, plan, player, values } = this;
    const grid = gridOf(scenario);
    this.asked = {
      grid, original: gridOf(this.original()), start: grid.vertex(...scenario.start), goal: grid.vertex(...scenario.goal),
      landmarks: scenario.landmarks.map((place) => grid.vertex(...place)), looks,
      isOn: (name) => values.get(name) === 'true', value: (name) => Number(values.get(name)), chosen: (name) => values.get(name) ?? '',
    };
    plan.pictures.forEach(({ record }, i) => this.playbacks[i].show(grid, record(this.asked)));
    player.load(Math.max(...this.playbacks.map(({ recording: { steps, budget = 1 } }) => budget * steps.length)));
  }

  /** The step of a recording at the player's step. A step of a search may make several expansions, each of which is a step of the player. */
  private stepOf({ budget = 1 }: Recording): number {
    return Math.ceil(this.player.step / budget);
  }

  /** Paints the moment that the player is at. */
  redraw(): void {
    this.waiting = 0;
    const { asked, plan, playbacks, player, revealed, scenario } = this;
    if (asked === undefined) return;
    const { grid } = asked;
    const hidden = revealed ? undefined : new Playback();
    hidden?.show(grid, blank);
    playbacks.forEach((playback, i) => {
      playback.seek(this.stepOf(playback.recording));
      const landmarks = scenario.landmarks.length > 0 ? scenario.landmarks : playback.recording.landmarks.map((v): Place => [grid.x(v), grid.y(v)]);
      const marks = { start: scenario.start, goal: scenario.goal, landmarks, painted: new Map<number, number>(), pointed: this.cursor };
      const view = this.views[i];
      view.draw(grid, hidden ?? playback, marks);
      const context = view.canvas.getContext('2d');
      if (context !== null && revealed) plan.pictures[i].over?.(context, view.canvas.width / grid.width, playback, asked);
    });
    if (!revealed) return;
    // While it plays, a screen reader would have to say each frame.
    this.says.setAttribute('aria-live', player.playing && player.step < player.longest ? 'off' : 'polite');
    this.says.replaceChildren(...plan.says(playbacks.map(({ recording }) => recording), asked, this.stepOf(playbacks[0].recording)));
    plan.below?.draw(playbacks, asked);
  }
}
