import type { Corners, Grid, Movement } from '@pf/grid';
import { button, choice, element, tools } from '../element.ts';
import { algorithmOf } from './algorithms.ts';
import type { Grip } from './gestures.ts';
import { led } from './gestures.ts';
import { help } from './help.ts';
import { showLegend } from './legend.ts';
import { decode, encode } from './link.ts';
import { Pane } from './pane.ts';
import { Past } from './past.ts';
import { Player } from './player.ts';
import { listenTo } from './pointing.ts';
import type { Question } from './recording.ts';
import type { Generator, Place, Scenario } from './scenario.ts';
import { ends, generate, generators, gridOf, rowsFromPicture, rowsFromText, same } from './scenario.ts';
import type { Story } from './stories.ts';
import { stories } from './stories.ts';
import { Tables } from './tables.ts';

/** What the page asks of a face. */
export interface Face {
  /** The hash that leads to what it shows. */
  address(): string;
  setShown(shown: boolean): void;
  redraw(): void;
}

const brushes = [
  ['look', 'Look'], ['wall', 'Wall'], ['free', 'Free'], ['rough', 'Rough'], ['start', 'Start'], ['goal', 'Goal'], ['landmark', 'Landmark'],
] as const;
type Brush = (typeof brushes)[number][0];

const arrows: Readonly<Record<string, Place>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** Milliseconds: what takes longer is not recorded anew while the pointer moves. */
const SLOW = 250;

/** Milliseconds for which a question is timed: while something is dragged, and else until the browser has compiled what it runs. */
const HURRIED = 4;
const PATIENT = 50;
/** Milliseconds after a change until the address bar leads to it: some browsers refuse to be told oftener. */
const REST = 500;

/** The lab: one map, one or two algorithms, every step of them. */
export function showLab(root: HTMLElement): Face {
  let scenario = told(stories[0]);
  let grid: Grid = gridOf(scenario);
  /** The map that the algorithms ran on last. */
  let recorded = grid;
  const past = new Past<Scenario>();
  let seed = 1;
  let brush: Brush = matchMedia('(pointer: coarse)').matches ? 'look' : 'wall';
  let pointed: Place | undefined;
  /** Where keys have done something that is still to be spoken of. */
  let acted: { readonly pane: Pane; readonly place: Place } | undefined;
  /** Whether the next frame draws, and whether it lets the algorithms run before. */
  let drawing = false;
  let waiting = false;
  /** How long the last recording took, and what waits for the next. */
  let took = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let kept: ReturnType<typeof setTimeout> | undefined;
  /** The first time that it is seen, something moves. */
  let unseen = true;
  /** What the player was asked for last, and where that left it. */
  let asked = { play: fromTheStart, left: 0 };

  const panes = (['left', 'right'] as const).map((side) => new Pane(side, (id) => { change({ [side]: id }); fromTheStart(); }));
  const player = new Player(draw);
  const tables = new Tables(draw, tableEnded);
  const error = element('p', { class: 'error', role: 'alert', hidden: '' });
  const spoken = element('p', { class: 'spoken', 'aria-live': 'polite' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const picker = element('input', { type: 'file', accept: '.map,.txt,image/*', hidden: '' });
  const link = button('Copy a link', () => void copyLink(), { id: 'link' });
  const plot = button('Plot', () => change({ plot: !scenario.plot }), { 'aria-pressed': 'false', id: 'plot', title: 'Estimates against true costs' });
  const pointer = tools('Pointer', brushes, brush, (value) => (brush = value as Brush));
  const kind = choice('Map', [['', 'as it is'], ...generators.map((name) => [name, name] as const)], '', (value) => value !== '' && newMap(value as Generator));
  const listed = kind.querySelector('select')!;
  const movement = choice('Movement', [['eight', '8 ways'], ['four', '4 ways']], 'eight', (value) => change({ movement: value as Movement }));
  const cuts = [['never', 'never cut'], ['one', 'one side free'], ['always', 'always cut']] as const;
  const corners = choice('Corners', cuts, 'never', (value) => change({ corners: value as Corners }));
  const tales = element('div', { class: 'stories', role: 'group', 'aria-label': 'Things to see' });
  tales.append(...stories.map((story) => button(story.title, () => tell(story))));
  const setup = element('details', { class: 'setup' }, element('summary', {}, 'Map and pointer'),
    element('div', { class: 'bar' },
      kind, button('Another', another), button('Open a file', () => picker.click()), picker, movement, corners, pointer.bar, plot, link));
  root.append(tales, setup, error, element('div', { class: 'views' }, ...panes.map((pane) => pane.root)), legend, help(), spoken, player.root);

  const wide = matchMedia('(min-width: 700px) and (min-height: 500px)');
  wide.addEventListener('change', () => (setup.open = wide.matches));
  setup.open = wide.matches;
  picker.addEventListener('change', () => {
    openFirst(picker.files);
    picker.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (!root.hidden) openFirst(event.dataTransfer?.files);
  });
  document.addEventListener('keydown', (event) => {
    if (root.hidden || event.altKey || event.target instanceof HTMLSelectElement) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'z') return;
      event.preventDefault();
      return takeBack();
    }
    const tool = brushes[Number(event.key) - 1];
    if (event.key === 'p') player.setPlaying(!player.playing);
    else if (event.key === ',') player.seek(player.step - 1);
    else if (event.key === '.') player.seek(player.step + 1);
    else if (event.key === '<') player.seek(0);
    else if (event.key === '>') player.seek(player.longest);
    else if (event.key === '-') player.faster(-1);
    else if (event.key === '+') player.faster(1);
    else if (event.key === 'n') another();
    else if (event.key === 'v') plot.click();
    else if (tool !== undefined) pointer.choose(tool[0]);
  });
  window.addEventListener('hashchange', follow);
  const resized = new ResizeObserver(draw);
  resized.observe(root);
  for (const pane of panes) {
    resized.observe(pane.canvas);
    listen(pane);
  }

  function listen(pane: Pane): void {
    const { canvas } = pane;
    // What lies under the pointer is dragged; else the brush paints.
    const gripAt = (place: Place): Grip | undefined => {
      if (!grid.contains(...place)) return undefined;
      if (same(place, scenario.start)) return 'start';
      if (same(place, scenario.goal)) return 'goal';
      const landmark = landmarksOn(pane).findIndex((each) => same(each, place));
      return landmark === -1 ? brushOn(place) : landmark;
    };
    const lead = (grip: Grip, cells: readonly Place[]): void => {
      const step = panes.some((each) => each.isWalking(player.step)) ? player.step : undefined;
      const next = led(scenario, grip, cells, { landmarks: landmarksOn(pane), step });
      if (next !== scenario) take(next, true);
    };
    const press = (grip: Grip, place: Place): void => {
      past.remember(scenario);
      lead(grip, [place]);
    };
    const hover = (place: Place | undefined): void => {
      const before = pointed;
      pointed = place !== undefined && grid.contains(...place) ? place : undefined;
      if (pointed?.[0] !== before?.[0] || pointed?.[1] !== before?.[1]) later();
    };
    listenTo(canvas, { cellAt: (at) => pane.cellAt(at), gripAt, press, lead, hover });
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = arrows[event.key];
      const at = pointed ?? scenario.start;
      const grips: Readonly<Record<string, Grip | undefined>> = { s: 'start', g: 'goal', l: 'landmark', ' ': brushOn(at) };
      const held = grips[event.key];
      if (arrow !== undefined) hover(pointed === undefined ? at : within(at[0] + arrow[0], at[1] + arrow[1]));
      else if (held !== undefined) press(held, at);
      else return;
      acted = { pane, place: pointed ?? at };
      later();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The cell, or the one on the rim that is nearest. */
  function within(x: number, y: number): Place {
    return [Math.max(0, Math.min(grid.width - 1, x)), Math.max(0, Math.min(grid.height - 1, y))];
  }

  /** A wall pressed on with the wall brush is taken away. */
  function brushOn(place: Place): Grip | undefined {
    return brush === 'look' ? undefined : brush === 'wall' && grid.isBlocked(...place) ? 'free' : brush;
  }

  /** Where landmarks are seen on a pane: where somebody has put them, or else the library. */
  function landmarksOn({ recording }: Pane): readonly Place[] {
    if (recording.landmarks.length === 0) return [];
    const put = scenario.landmarks.filter((place) => !grid.isBlocked(...place));
    return put.length > 0 ? put : recording.landmarks.map((v): Place => [grid.x(v), grid.y(v)]);
  }

  function told({ left, right, rows, plot: plotted = false, ends: given }: Story): Scenario {
    const made = rows();
    return { rows: made, movement: 'eight', corners: 'never', ...(given ?? ends(made)), landmarks: [], edits: [], left, right, plot: plotted };
  }

  function tell(story: Story): void {
    replace(told(story), '');
  }

  function another(): void {
    seed++;
    newMap((listed.value || 'caves') as Generator);
  }

  function newMap(name: Generator): void {
    takeMap(generate(name, seed), name);
  }

  function takeMap(rows: readonly string[], name: Generator | ''): void {
    replace({ rows, ...ends(rows), landmarks: [], edits: [] }, name);
  }

  /** Another map takes the place of this one, to which the way back in the browser leads. */
  function replace(changes: Partial<Scenario>, name: Generator | ''): void {
    keep();
    change(changes);
    listed.value = name;
    fromTheStart();
    history.pushState(null, '', address());
  }

  /** Shows what there is now as it comes about; to those who want nothing to move, as it ends. */
  function fromTheStart(): void {
    show(() => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      player.seek(still ? Infinity : 0);
      player.setPlaying(!still);
    });
  }

  /** Lets the player show something; what waits for its table, it shows when that is there. */
  function show(play: () => void): void {
    play();
    asked = { play, left: player.step };
  }

  function tableEnded(): void {
    const untouched = asked.left === player.step && (!player.playing || player.longest === 0);
    record();
    if (untouched) asked.play();
  }

  function openFirst(files: FileList | null | undefined): void {
    const [file] = files ?? [];
    if (file !== undefined) void openFile(file);
  }

  async function openFile(file: File): Promise<void> {
    try {
      takeMap(file.type.startsWith('image/') ? rowsFromPicture(await createImageBitmap(file)) : rowsFromText(await file.text()), '');
    } catch (reason) {
      complain(`${file.name} cannot be shown: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  async function copyLink(): Promise<void> {
    keep();
    try {
      await navigator.clipboard.writeText(location.href);
      link.textContent = 'Copied';
    } catch {
      link.textContent = 'It is in the address bar';
    }
    setTimeout(() => (link.textContent = 'Copy a link'), 2000);
  }

  function complain(sentence: string): void {
    error.textContent = sentence;
    error.hidden = sentence === '';
  }

  function address(): string {
    return `#lab=${encode(scenario)}&step=${player.step}`;
  }

  /** The address bar leads to what is seen, for a reload, and for whoever comes back to it. */
  function keep(): void {
    clearTimeout(kept);
    if (!root.hidden) history.replaceState(null, '', address());
  }

  function takeBack(): void {
    const before = past.before(scenario);
    if (before === undefined) return;
    listed.value = '';
    take(before);
  }

  function change(changes: Partial<Scenario>): void {
    past.remember(scenario);
    take({ ...scenario, ...changes });
  }

  /** Takes a change in. Where it comes from a pointer that may bring more, it is recorded with the next frame, or when the pointer rests. */
  function take(next: Scenario, soon = false): void {
    scenario = next;
    grid = gridOf(scenario);
    if (pointed !== undefined && !grid.contains(...pointed)) pointed = undefined;
    complain('');
    clearTimeout(rest);
    clearTimeout(kept);
    kept = setTimeout(keep, REST);
    if (!soon) return record();
    if (took > SLOW) rest = setTimeout(() => record(), 300);
    else waiting = true;
    later();
  }

  /** Lets the algorithms run anew. The end stays the end; a walk goes on from where it is. */
  function record(patience = PATIENT): void {
    waiting = false;
    recorded = grid;
    const before = performance.now();
    const { step, longest } = player;
    const question = (): Question => {
      const [all, first] = [gridOf(scenario), gridOf(scenario, false)];
      const { start, goal, landmarks, edits } = scenario;
      return { grid: all, first, start: all.vertex(...start), goal: all.vertex(...goal), landmarks, edits, table: tables.get, patience };
    };
    for (const pane of panes) {
      const reason = pane.record(scenario[pane.side], question, scenario.plot);
      if (reason !== '') complain(reason);
    }
    plot.setAttribute('aria-pressed', String(scenario.plot));
    movement.querySelector('select')!.value = scenario.movement;
    corners.querySelector('select')!.value = scenario.corners;
    explain();
    const now = Math.max(...panes.map(({ recording }) => recording.steps.length));
    const toTheEnd = step === longest;
    player.load(now, toTheEnd ? now : step);
    if (now === 0 && longest > 0) asked = { play: toTheEnd ? () => player.seek(Infinity) : fromTheStart, left: 0 };
    took = performance.now() - before;
  }

  function explain(): void {
    showLegend(legend, panes.map(({ recording }) => recording), /[^.#]/.test(scenario.rows.join('')));
  }

  function later(): void {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      if (waiting) record(HURRIED);
      else draw();
    });
  }

  function draw(): void {
    if (root.hidden) return;
    const { start, goal } = scenario;
    const painted = new Map<number, number>();
    if (grid !== recorded) grid.cells.forEach((cost, v) => { if (cost !== recorded.cells[v]) painted.set(v, cost); });
    for (const pane of panes) pane.draw(player.step, { start, goal, landmarks: landmarksOn(pane), painted, pointed });
    // Of what has been painted, only when the algorithms have run: before, they tell how it was.
    if (acted === undefined || grid !== recorded) return;
    if (grid.contains(...acted.place)) spoken.textContent = acted.pane.describe(acted.place);
    acted = undefined;
  }

  /** Shows what the address asks for. Where that is nothing, or nothing that can be shown, all stays as it is. */
  function follow(): boolean {
    const found = /^#lab=([^&]*)(?:&step=(\d+))?/.exec(location.hash);
    if (found === null) return false;
    let wanted: Scenario;
    try {
      wanted = decode(found[1], (id) => algorithmOf(id) !== undefined);
    } catch (reason) {
      complain(`The link could not be read, so what is shown is something else. ${reason instanceof Error ? reason.message : String(reason)}`);
      return false;
    }
    if (!unseen && encode(wanted) !== encode(scenario)) past.remember(scenario);
    unseen = false;
    listed.value = '';
    take(wanted);
    // Should the step have to wait for a table, the address keeps it.
    clearTimeout(kept);
    show(() => player.seek(found[2] === undefined ? Infinity : Number(found[2])));
    return true;
  }

  if (!follow()) {
    record();
    player.seek(0);
  }

  return {
    address,
    setShown: (shown) => {
      if (!shown) return player.setPlaying(false);
      draw();
      if (unseen) fromTheStart();
      unseen = false;
    },
    redraw: () => { explain(); draw(); },
  };
}
