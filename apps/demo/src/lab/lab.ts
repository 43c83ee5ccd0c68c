import type { Corners, Grid, Movement } from '@pf/grid';
import { button, choice, element, tools } from '../element.ts';
import { stroke } from '../stroke.ts';
import { algorithmOf } from './algorithms.ts';
import { showLegend } from './legend.ts';
import { decode, encode } from './link.ts';
import { Pane } from './pane.ts';
import { Player } from './player.ts';
import type { Question } from './recording.ts';
import type { Generator, Place, Scenario } from './scenario.ts';
import { ends, generate, generators, gridOf, rowsFromPicture, rowsFromText } from './scenario.ts';
import type { Story } from './stories.ts';
import { stories } from './stories.ts';
import { Tables } from './tables.ts';

/** What the page asks of a face. */
export interface Face {
  setShown(shown: boolean): void;
  redraw(): void;
}

const brushes = [
  ['look', 'Look'], ['wall', 'Wall'], ['free', 'Free'], ['rough', 'Rough'], ['start', 'Start'], ['goal', 'Goal'], ['landmark', 'Landmark'],
] as const;
type Brush = (typeof brushes)[number][0];
const costs = { wall: 0, free: 1, rough: 5 } as const;
/** What a press has taken hold of: a brush, or the landmark of a number. */
type Grip = Exclude<Brush, 'look'> | number;

const arrows: Readonly<Record<string, Place>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const keys = [
  ['p', 'run or pause'], [', .', 'a step back, a step on'], ['< >', 'to the start, to the end'], ['− +', 'slower, faster'],
  ['1 … 7', 'what the pointer draws'], ['n', 'another map'], ['arrows', 'move a cursor on a map'], ['space', 'paint there'],
  ['s g l', 'put start, goal or a landmark there'], ['v', 'plot the estimates'], ['t', 'light or dark'],
] as const;

/** Milliseconds: what takes longer is not recorded anew while the pointer moves. */
const SLOW = 250;

const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** The lab: one map, one or two algorithms, every step of them. */
export function showLab(root: HTMLElement): Face {
  let scenario = told(stories[0]);
  let grid: Grid = gridOf(scenario);
  let seed = 1;
  let brush: Brush = matchMedia('(pointer: coarse)').matches ? 'look' : 'wall';
  let pointed: Place | undefined;
  let waiting = false;
  /** How long the last recording took, and what waits for the next. */
  let took = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
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
  const movement = choice('Movement', [['eight', '8 ways'], ['four', '4 ways']], 'eight', (value) => change({ movement: value as Movement }));
  const cuts = [['never', 'never cut'], ['one', 'one side free'], ['always', 'always cut']] as const;
  const corners = choice('Corners', cuts, 'never', (value) => change({ corners: value as Corners }));
  const tales = element('div', { class: 'stories', role: 'group', 'aria-label': 'Things to see' });
  tales.append(...stories.map((story) => button(story.title, () => tell(story))));
  const setup = element('details', { class: 'setup' }, element('summary', {}, 'Map and pointer'),
    element('div', { class: 'bar' },
      kind, button('Another', another), button('Open a file', () => picker.click()), picker, movement, corners, pointer.bar, plot, link));
  root.append(tales, setup, error, element('div', { class: 'views' }, ...panes.map((pane) => pane.root)), legend,
    element('details', { class: 'help' }, element('summary', {}, 'What to do here, and all the keys'),
      element('p', {}, 'Drag start, goal, landmarks and walls. While a character walks, paint a wall in its way: it finds out and plans again.'),
      element('p', {}, 'Drop a .map file or a picture onto the page. Whatever you see, a link restores.'),
      element('dl', { class: 'keys' }, ...keys.map(([key, what]) => element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, what))))),
    spoken, player.root);

  const wide = matchMedia('(min-width: 700px)');
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
    if (root.hidden || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
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
  new ResizeObserver(draw).observe(root);
  for (const pane of panes) listen(pane);

  function listen(pane: Pane): void {
    const { canvas } = pane;
    let grip: Grip | undefined;
    let last: Place = scenario.start;
    // What lies under the pointer is dragged; else the brush paints.
    const gripAt = (place: Place): Grip | undefined => {
      if (same(place, scenario.start)) return 'start';
      if (same(place, scenario.goal)) return 'goal';
      const landmark = pane.recording.landmarks.indexOf(grid.vertex(...place));
      return landmark === -1 ? brushOn(place) : landmark;
    };
    canvas.addEventListener('pointerdown', (event) => {
      last = pane.cellAt(event);
      grip = grid.contains(...last) ? gripAt(last) : undefined;
      if (grip === undefined) return;
      canvas.setPointerCapture(event.pointerId);
      use(grip, [last], pane);
    });
    // A finger that holds nothing scrolls the page.
    canvas.addEventListener('touchstart', (event) => {
      const place = pane.cellAt(event.touches[0]);
      if (grid.contains(...place) && gripAt(place) !== undefined) event.preventDefault();
    }, { passive: false });
    canvas.addEventListener('pointermove', (event) => {
      const place = pane.cellAt(event);
      const moved = pointed === undefined || !same(place, pointed);
      pointed = grid.contains(...place) ? place : undefined;
      if (grip !== undefined) use(grip, stroke(last, place), pane);
      else if (moved) later();
      last = place;
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (grip = undefined));
    canvas.addEventListener('pointerleave', () => { pointed = undefined; later(); });
    canvas.addEventListener('blur', () => { pointed = undefined; later(); });
    canvas.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      const at = pointed ?? scenario.start;
      const grips: Readonly<Record<string, Grip | undefined>> = { s: 'start', g: 'goal', l: 'landmark', ' ': brushOn(at) };
      const held = grips[event.key];
      if (arrow !== undefined) {
        const next = pointed === undefined ? at : ([at[0] + arrow[0], at[1] + arrow[1]] as const);
        if (grid.contains(...next)) pointed = next;
        draw();
      } else if (held !== undefined) use(held, [at], pane);
      else return;
      spoken.textContent = pane.describe(pointed ?? at);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** A wall pressed on with the wall brush is taken away. */
  function brushOn(place: Place): Grip | undefined {
    return brush === 'look' ? undefined : brush === 'wall' && grid.isBlocked(...place) ? 'free' : brush;
  }

  /** Takes what was taken hold of over some cells, in turn; they may lie beyond the rim. */
  function use(grip: Grip, cells: readonly Place[], pane: Pane): void {
    const places = cells.filter((place) => grid.contains(...place));
    const place = places[places.length - 1];
    if (place === undefined) return;
    if (grip === 'start' || grip === 'goal') {
      if (!same(scenario[grip], place) && !grid.isBlocked(...place)) change({ [grip]: place }, true);
    } else if (grip === 'landmark' || typeof grip === 'number') {
      const present = pane.recording.landmarks.map((v): Place => [grid.x(v), grid.y(v)]);
      if (grid.isBlocked(...place) || present.some((other) => same(other, place))) return;
      change({ landmarks: grip === 'landmark' ? [...present, place] : present.map((other, i) => (i === grip ? place : other)) }, true);
    } else paint(costs[grip], places);
  }

  function paint(cost: number, places: readonly Place[]): void {
    const { start, goal, edits } = scenario;
    const others = places.filter((place) => grid.cost(...place) !== cost && !same(place, start) && !same(place, goal));
    if (others.length === 0) return;
    if (panes.some((each) => each.isWalking(player.step))) {
      change({ edits: [...edits, ...others.map(([x, y]) => ({ step: player.step, x, y, cost }))] }, true);
    } else {
      const painted = gridOf(scenario);
      for (const [x, y] of others) painted.setCost(x, y, cost);
      change({ rows: painted.toRows(), edits: [] }, true);
    }
  }

  function told({ left, right, rows, plot: plotted = false, ends: given }: Story): Scenario {
    const made = rows();
    return { rows: made, movement: 'eight', corners: 'never', ...(given ?? ends(made)), landmarks: [], edits: [], left, right, plot: plotted };
  }

  function tell(story: Story): void {
    change(told(story));
    fromTheStart();
  }

  function another(): void {
    seed++;
    const select = kind.querySelector('select')!;
    select.value ||= 'caves';
    newMap(select.value as Generator);
  }

  function newMap(name: Generator): void {
    takeMap(generate(name, seed));
  }

  function takeMap(rows: readonly string[]): void {
    change({ rows, ...ends(rows), landmarks: [], edits: [] });
    fromTheStart();
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
      takeMap(file.type.startsWith('image/') ? rowsFromPicture(await createImageBitmap(file)) : rowsFromText(await file.text()));
      kind.querySelector('select')!.value = '';
    } catch (reason) {
      complain(`${file.name} cannot be shown: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  async function copyLink(): Promise<void> {
    history.replaceState(null, '', `#lab=${encode(scenario)}&step=${player.step}`);
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

  /** Takes a change in. Where it comes from a pointer that may bring more, it is recorded with the next frame, or when the pointer rests. */
  function change(changes: Partial<Scenario>, soon = false): void {
    scenario = { ...scenario, ...changes };
    grid = gridOf(scenario);
    complain('');
    clearTimeout(rest);
    if (!soon) record();
    else if (took > SLOW) rest = setTimeout(record, 300);
    else if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => { if (waiting) record(); });
    }
  }

  /** Lets the algorithms run anew. The end stays the end; a walk goes on from where it is. */
  function record(): void {
    waiting = false;
    const before = performance.now();
    const { step, longest } = player;
    const question = (): Question => {
      const [all, first] = [gridOf(scenario), gridOf(scenario, false)];
      const { start, goal, landmarks, edits } = scenario;
      return { grid: all, first, start: all.vertex(...start), goal: all.vertex(...goal), landmarks, edits, table: tables.get };
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
    requestAnimationFrame(draw);
  }

  function draw(): void {
    if (root.hidden) return;
    for (const pane of panes) pane.draw(player.step, { start: scenario.start, goal: scenario.goal, pointed });
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
    change(wanted);
    show(() => player.seek(found[2] === undefined ? Infinity : Number(found[2])));
    return true;
  }

  /** The first time that it is seen, something moves. */
  let unseen = !follow();
  if (unseen) {
    record();
    player.seek(0);
  }

  return {
    setShown: (shown) => {
      if (!shown) return player.setPlaying(false);
      draw();
      if (unseen) fromTheStart();
      unseen = false;
    },
    redraw: () => { explain(); draw(); },
  };
}
