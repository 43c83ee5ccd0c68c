import type { Corners, Grid, Movement } from '@pf/grid';
import { button, choice, element } from '../element.ts';
import { palette } from '../palette.ts';
import { algorithms } from './algorithms.ts';
import { MapView } from './map-view.ts';
import type { Recording } from './recording.ts';
import type { Generator, Scenario } from './scenario.ts';
import { decode, encode, ends, generate, generators, gridOf, rowsFromPicture, rowsFromText } from './scenario.ts';

/** What the page asks of a face. */
export interface Face {
  setShown(shown: boolean): void;
  redraw(): void;
}

type Brush = 'wall' | 'free' | 'rough' | 'start' | 'goal';

const brushes: readonly (readonly [Brush, string])[] = [
  ['wall', 'Wall'], ['free', 'Free'], ['rough', 'Rough ground, cost 5'], ['start', 'Start'], ['goal', 'Goal'],
];
const speeds: readonly (readonly [string, string])[] = [['2', 'slow'], ['10', 'medium'], ['40', 'fast'], ['400', 'very fast']];

const first = generate('rooms', 3);

/** The lab: one map, one or two algorithms, every step of them. */
export function showLab(root: HTMLElement): Face {
  let scenario: Scenario = { rows: first, movement: 'eight', corners: 'never', ...ends(first), left: 'a-star', right: 'jps' };
  let grid: Grid = gridOf(scenario);
  let seed = 3;
  let brush: Brush = 'wall';
  let speed = 10;
  let step = 0;
  let longest = 0;
  let playing = false;
  let pointed = -1;
  let cursor: readonly [x: number, y: number] = scenario.start;
  let before = 0;

  const panes = (['left', 'right'] as const).map((side) => {
    const canvas = element('canvas', { tabindex: '0', 'aria-label': `The map with the ${side} algorithm. Arrow keys move a cursor, space paints.`, role: 'img' });
    const facts = element('dl', { class: 'facts' });
    const note = element('p', { class: 'note' });
    const about = element('p', { class: 'note', 'aria-live': 'polite' });
    const algorithm = choice(side === 'left' ? 'Algorithm' : 'Beside it', [...(side === 'right' ? [['', 'nothing'] as const] : []), ...algorithms.map(({ id, name, group }) => [id, name, group] as const)], scenario[side], (id) => change({ [side]: id }));
    const pane = element('article', { class: 'view' }, element('div', { class: 'bar' }, algorithm), canvas, facts, note, about);
    return { side, canvas, facts, note, about, pane, view: new MapView(canvas), recording: undefined as Recording | undefined };
  });

  const error = element('p', { class: 'error', role: 'alert', hidden: '' });
  const scrub = element('input', { type: 'range', min: '0', value: '0', 'aria-label': 'Step' });
  const play = button('Run', () => setPlaying(!playing), { id: 'play' });
  const picker = element('input', { type: 'file', accept: '.map,.txt,image/*', hidden: '' });
  const link = button('Copy a link to this', () => void copyLink());

  const mapBar = element('div', { class: 'bar' },
    choice('Map', [['', 'as it is'], ...generators.map((kind) => [kind, kind] as const)], 'rooms', (kind) => kind !== '' && newMap(kind as Generator)),
    button('Another', () => { seed++; newMap((mapBar.querySelector('select')?.value || 'rooms') as Generator); }),
    button('Open a map or a picture', () => picker.click()), picker,
    choice('Movement', [['eight', '8 neighbours'], ['four', '4 neighbours']], scenario.movement, (movement) => change({ movement: movement as Movement })),
    choice('Corners', [['never', 'never cut'], ['one', 'one side free'], ['always', 'always cut']], scenario.corners, (corners) => change({ corners: corners as Corners })),
    choice('Draw', brushes, brush, (value) => (brush = value as Brush)),
    link,
  );
  const playBar = element('div', { class: 'bar' },
    play, button('Back', () => seek(step - 1)), button('Step', () => seek(step + 1)), button('To the end', () => seek(longest)), button('Start over', () => seek(0)),
    choice('Speed', speeds, String(speed), (value) => (speed = Number(value))),
    element('label', { class: 'wide' }, 'Step', scrub),
  );
  const legend = element('ul', { class: 'legend' });
  root.append(mapBar, playBar, error, element('div', { class: 'views' }, ...panes.map(({ pane }) => pane)), legend,
    element('p', { class: 'note' }, 'Drag start, goal or walls. Keys on a map: arrows move, space paints, s and g set start and goal. Anywhere: p runs, comma and full stop step. Drop a .map file or a picture onto the page.'));

  scrub.addEventListener('input', () => { setPlaying(false); seek(Number(scrub.value)); });
  picker.addEventListener('change', () => { const [file] = picker.files ?? []; if (file !== undefined) void openFile(file); picker.value = ''; });
  root.addEventListener('dragover', (event) => event.preventDefault());
  root.addEventListener('drop', (event) => { event.preventDefault(); const [file] = event.dataTransfer?.files ?? []; if (file !== undefined) void openFile(file); });
  document.addEventListener('keydown', (event) => {
    if (root.hidden || event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    if (event.key === 'p') setPlaying(!playing);
    else if (event.key === ',') seek(step - 1);
    else if (event.key === '.') seek(step + 1);
  });
  for (const { canvas, view } of panes) listen(canvas, view);

  function listen(canvas: HTMLCanvasElement, view: MapView): void {
    let dragged: Brush | undefined;
    canvas.addEventListener('pointerdown', (event) => {
      const cell = view.cellAt(event);
      if (cell === undefined) return;
      canvas.setPointerCapture(event.pointerId);
      const at = (place: readonly [number, number]): boolean => place[0] === cell.x && place[1] === cell.y;
      // What lies under the pointer is dragged; else the brush paints, and a wall pressed on with the wall brush is taken away.
      dragged = at(scenario.start) ? 'start' : at(scenario.goal) ? 'goal' : brush === 'wall' && grid.isBlocked(cell.x, cell.y) ? 'free' : brush;
      paint(cell.x, cell.y, dragged);
    });
    canvas.addEventListener('pointermove', (event) => {
      const cell = view.cellAt(event);
      pointed = cell === undefined ? -1 : grid.vertex(cell.x, cell.y);
      if (dragged !== undefined && cell !== undefined) paint(cell.x, cell.y, dragged);
      else redraw();
    });
    canvas.addEventListener('pointerup', () => (dragged = undefined));
    canvas.addEventListener('pointerleave', () => { pointed = -1; redraw(); });
    canvas.addEventListener('keydown', (event) => {
      const moves: Readonly<Record<string, readonly [number, number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      const move = moves[event.key];
      if (move !== undefined) {
        const next = [cursor[0] + move[0], cursor[1] + move[1]] as const;
        if (grid.contains(...next)) cursor = next;
        pointed = grid.vertex(...cursor);
        redraw();
      } else if (event.key === ' ') paint(...cursor, brush === 'wall' && grid.isBlocked(...cursor) ? 'free' : brush);
      else if (event.key === 's') paint(...cursor, 'start');
      else if (event.key === 'g') paint(...cursor, 'goal');
      else return;
      event.preventDefault();
    });
  }

  function paint(x: number, y: number, what: Brush): void {
    const at = (place: readonly [number, number]): boolean => place[0] === x && place[1] === y;
    if (what === 'start' || what === 'goal') {
      if (!at(scenario[what]) && !grid.isBlocked(x, y)) change({ [what]: [x, y] });
      return;
    }
    if (at(scenario.start) || at(scenario.goal)) return;
    const cell = what === 'wall' ? '#' : what === 'rough' ? '5' : '.';
    if (scenario.rows[y][x] === cell) return;
    change({ rows: scenario.rows.map((row, i) => (i === y ? row.slice(0, x) + cell + row.slice(x + 1) : row)) });
  }

  function newMap(kind: Generator): void {
    const rows = generate(kind, seed);
    change({ rows, ...ends(rows) });
  }

  async function openFile(file: File): Promise<void> {
    try {
      const rows = file.type.startsWith('image/') ? rowsFromPicture(await createImageBitmap(file)) : rowsFromText(await file.text());
      if (!rows.some((row) => /[^#]/.test(row))) throw new Error(`There is no free cell in ${file.name}.`);
      change({ rows, ...ends(rows) });
    } catch (reason) {
      complain(`${file.name} cannot be shown: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  async function copyLink(): Promise<void> {
    location.hash = `lab=${encode(scenario)}&step=${step}`;
    try {
      await navigator.clipboard.writeText(location.href);
      link.textContent = 'Copied';
    } catch {
      link.textContent = 'The address bar has it';
    }
    setTimeout(() => (link.textContent = 'Copy a link to this'), 2000);
  }

  function complain(sentence: string): void {
    error.textContent = sentence;
    error.hidden = sentence === '';
  }

  /** Takes a change in, records anew, and shows the end where the end was shown. */
  function change(changes: Partial<Scenario>): void {
    const atEnd = step === longest;
    scenario = { ...scenario, ...changes };
    grid = gridOf(scenario);
    complain('');
    record();
    setPlaying(false);
    seek(atEnd ? longest : 0);
  }

  function record(): void {
    const start = grid.vertex(...scenario.start);
    const goal = grid.vertex(...scenario.goal);
    longest = 0;
    for (const each of panes) {
      const algorithm = algorithms.find(({ id }) => id === scenario[each.side]);
      each.pane.hidden = scenario[each.side] === '';
      each.recording = undefined;
      if (algorithm === undefined) continue;
      try {
        each.recording = algorithm.record(grid, start, goal);
        each.view.show(grid, each.recording);
        each.note.textContent = each.recording.note;
        longest = Math.max(longest, each.recording.steps.length);
      } catch (reason) {
        complain(`${algorithm.name}: ${reason instanceof Error ? reason.message : String(reason)}`);
        each.view.show(grid, { steps: [], path: [], cost: Infinity, milliseconds: 0, fog: false, landmarks: [], note: '' });
        each.note.textContent = '';
      }
    }
    scrub.max = String(longest);
  }

  function seek(to: number): void {
    step = Math.max(0, Math.min(longest, to));
    scrub.value = String(step);
    redraw();
  }

  function setPlaying(on: boolean): void {
    if (on && step === longest) step = 0;
    playing = on;
    play.textContent = on ? 'Pause' : 'Run';
    if (on) {
      before = performance.now();
      requestAnimationFrame(tick);
    }
  }

  function tick(now: number): void {
    if (!playing) return;
    const steps = Math.floor(((now - before) * speed) / 16);
    if (steps > 0) {
      before = now;
      seek(step + steps);
    }
    if (step === longest) setPlaying(false);
    else requestAnimationFrame(tick);
  }

  function redraw(): void {
    const start = grid.vertex(...scenario.start);
    const goal = grid.vertex(...scenario.goal);
    for (const { view, recording, facts, about } of panes) {
      const shown = Math.min(step, recording?.steps.length ?? 0);
      view.draw(shown, start, goal, pointed);
      facts.replaceChildren(...factsOf(recording, shown).flatMap(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
      about.textContent = pointed < 0 ? '' : `(${grid.x(pointed)}, ${grid.y(pointed)}) ${recording?.about?.(pointed) ?? ''}`;
    }
    const colours = palette();
    legend.replaceChildren(...([['start', 'start'], ['goal', 'goal'], ['open', 'open'], ['closed', 'closed'], ['path', 'path'], ['wall', 'wall'], ['terrain', 'rough ground'], ['unknown', 'not seen'], ['landmark', 'landmark']] as const).map(([key, name]) => element('li', {}, element('span', { style: `background:${colours[key]}` }), name)));
  }

  function factsOf(recording: Recording | undefined, shown: number): readonly (readonly [string, string])[] {
    if (recording === undefined) return [];
    const { steps, cost, milliseconds } = recording;
    const done = shown === steps.length;
    return [
      ['step', `${shown} of ${steps.length}`],
      ['expanded', String(steps[shown - 1]?.expanded ?? 0)],
      ['cost', !done ? '…' : cost === Infinity ? 'no way' : cost.toFixed(3)],
      ['time', `${milliseconds < 0.1 ? `${(1000 * milliseconds).toFixed(1)} µs` : `${milliseconds.toFixed(2)} ms`}`],
    ];
  }

  const restored = /^#lab=([^&]+)(?:&step=(\d+))?/.exec(location.hash);
  try {
    if (restored !== null) scenario = decode(restored[1]);
    grid = gridOf(scenario);
  } catch {
    complain('The link could not be read; here is another map.');
  }
  for (const select of root.querySelectorAll('select')) {
    const values: Readonly<Record<string, string>> = { Algorithm: scenario.left, 'Beside it': scenario.right, Movement: scenario.movement, Corners: scenario.corners };
    if (values[select.name] !== undefined) select.value = values[select.name];
  }
  record();
  seek(restored?.[2] === undefined ? longest : Number(restored[2]));

  return {
    setShown: (shown) => { if (!shown) setPlaying(false); },
    redraw,
  };
}
