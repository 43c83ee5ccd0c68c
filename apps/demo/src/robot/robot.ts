import { button, element, showFacts, tools } from '../element.ts';
import type { Face } from '../lab/lab.ts';
import { palette } from '../palette.ts';
import { Explorer } from './explorer.ts';
import { Parking } from './parking.ts';
import { HANDLE, RobotView } from './robot-view.ts';

const TASKS = [['park', 'Park a car'], ['discover', 'Discover a map']] as const;
const POINTERS = [['move', 'Move the ends'], ['wall', 'Draw obstacles'], ['erase', 'Erase']] as const;
type Task = (typeof TASKS)[number][0];
type Pointer = (typeof POINTERS)[number][0];
type End = 'from' | 'to';

const arrows: Readonly<Record<string, readonly [number, number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
/** Milliseconds for each pose of a robot's drive, and for 10 cm of a car's. */
const POSE_TIME = 60;
const CAR_TIME = 28;
const TURN = Math.PI / 12;

/** Robots with a heading: a car that parks, and a robot that discovers its map. */
export function showRobot(root: HTMLElement): Face {
  let task: Task = 'park';
  let pointer: Pointer = 'move';
  let parking: Parking | undefined;
  let explorer: Explorer | undefined;
  let seed = 1;
  let held: { readonly what: End; readonly turning: boolean; readonly dx: number; readonly dy: number } | 'stroke' | undefined;
  /** The end that keys move, and the cursor that builds by keys. */
  let end: End = 'to';
  let driven = 0;
  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let shown = false;
  let waiting = false;
  /** Whether the car's world has changed since its drive was planned: once a frame is enough. */
  let stale = false;
  let last = 0;

  const canvas = element('canvas', {
    tabindex: '0', role: 'application',
    'aria-label': 'Robots. Keys: s and g choose the start or the goal, the arrows move it, q and e turn it.',
  });
  const view = new RobotView(canvas);
  const facts = element('dl', { class: 'facts', id: 'robot-facts' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const note = element('p', { class: 'note', role: 'status' });
  const advice = element('p', { class: 'note' });
  const play = button('Pause', () => { playing = !playing; later(); }, { id: 'robot-play' });
  root.append(
    element('div', { class: 'bar' },
      tools('Robot', TASKS, task, (value) => { task = value as Task; begin(); }).bar,
      tools('Pointer', POINTERS, pointer, (value) => (pointer = value as Pointer)).bar,
      play,
      button('Begin again', () => { if (task === 'park') { driven = 0; parking?.clear(); } else restart(); later(); }, { id: 'robot-again' }),
      button('New house', () => { seed++; task = 'discover'; root.querySelector<HTMLElement>('[data-tool="discover"]')!.click(); restart(); later(); }, { id: 'robot-new' }),
    ),
    element('div', { class: 'field' },
      element('div', { class: 'view' }, element('div', { class: 'map robot' }, canvas), legend),
      element('aside', { 'aria-label': 'What it takes' },
        element('div', { class: 'view' }, element('h2', {}, 'This drive'), facts, note),
        element('div', { class: 'view' }, element('h2', {}, 'What to do here'), advice))),
  );

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || parking === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    const at = view.at(event, frame());
    held = pointer === 'move' ? hold(at) : 'stroke';
    drag(at);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (held === undefined) return;
    if ((event.buttons & 1) === 0) return void (held = undefined);
    drag(view.at(event, frame()));
  });
  for (const over of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(over, () => {
    if (held !== undefined && held !== 'stroke' && task === 'discover') explorer?.forget();
    held = undefined;
    later();
  });
  canvas.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key];
    const pose = poseOf(end);
    const step = task === 'park' ? 0.25 : 0.1;
    if (event.key === 's' || event.key === 'g') end = event.key === 's' ? 'from' : 'to';
    else if (arrow !== undefined) place(end, { ...pose, x: pose.x + step * arrow[0], y: pose.y + step * arrow[1] });
    else if (event.key === 'q' || event.key === 'e') place(end, { ...pose, heading: pose.heading + (event.key === 'q' ? TURN : -TURN) * (task === 'park' ? 1 : 3) });
    else return;
    event.preventDefault();
    if (task === 'discover' && event.key !== 's' && event.key !== 'g') explorer?.forget();
    later();
  });
  new ResizeObserver(() => later()).observe(root);

  function frame(): Parking['frame'] {
    return task === 'park' ? parking!.frame : explorer!.frame;
  }

  function poseOf(what: End): { x: number; y: number; heading: number } {
    if (task === 'park') return parking![what];
    return what === 'from' ? explorer!.pose : explorer!.goal;
  }

  /** The end that is nearest, and whether it is its handle. */
  function hold({ x, y }: { readonly x: number; readonly y: number }): typeof held {
    const reach = task === 'park' ? HANDLE : 0;
    const candidates = (['from', 'to'] as const).flatMap((what) => {
      const pose = poseOf(what);
      const middle = task === 'park' ? 1.3 : 0;
      return [false, true].filter((turning) => !turning || reach > 0).map((turning) => {
        const ahead = turning ? reach : middle;
        return { what, turning, far: Math.hypot(pose.x + ahead * Math.cos(pose.heading) - x, pose.y + ahead * Math.sin(pose.heading) - y), dx: pose.x - x, dy: pose.y - y };
      });
    });
    const nearest = candidates.reduce((best, each) => (each.far < best.far ? each : best));
    end = nearest.what;
    return nearest;
  }

  function drag({ x, y }: { readonly x: number; readonly y: number }): void {
    if (held === undefined) return;
    if (held === 'stroke') {
      if (task === 'park') {
        parking!.edit(x, y, pointer === 'wall');
        stale = true;
      } else explorer!.edit(x, y, pointer === 'wall');
    } else {
      const pose = poseOf(held.what);
      place(held.what, held.turning ? { ...pose, heading: Math.atan2(y - pose.y, x - pose.x) } : { x: x + held.dx, y: y + held.dy, heading: pose.heading });
    }
    later();
  }

  function place(what: End, { x, y, heading }: { readonly x: number; readonly y: number; readonly heading: number }): void {
    const { width, height, resolution } = frame();
    const inside = (value: number, cells: number): number => Math.max(2 * resolution, Math.min((cells - 2) * resolution, value));
    const pose = { x: inside(x, width), y: inside(y, height), heading };
    if (task === 'park') {
      parking![what] = pose;
      stale = true;
    } else if (what === 'from') explorer!.pose = pose;
    else explorer!.goal = pose;
  }

  function restart(): void {
    const before = explorer;
    explorer = new Explorer(seed);
    if (before === undefined) return;
    explorer.goal = before.goal;
    explorer.forget();
  }

  function begin(): void {
    parking ??= new Parking();
    driven = 0;
    if (task === 'discover' && explorer === undefined) restart();
    end = 'to';
    later();
  }

  function later(): void {
    if (waiting || !shown || parking === undefined) return;
    waiting = true;
    requestAnimationFrame((now) => {
      waiting = false;
      if (stale) {
        stale = false;
        parking!.plan();
        driven = 0;
      }
      advance(now);
      draw();
    });
  }

  /** Advances all animations, and requests the next frame. */
  function advance(now: number): void {
    const passed = Math.min(100, now - last);
    last = now;
    if (!playing || held !== undefined) return;
    if (task === 'park') {
      const { length } = parking!.drive;
      if (length === 0) return;
      // It stands at the end for a while, then drives again.
      driven = driven > length + 40 ? 0 : driven + passed / CAR_TIME;
    } else {
      if (explorer!.state !== 'driving') return;
      driven += passed / POSE_TIME;
      for (; driven >= 1; driven -= 1) explorer!.step();
    }
    setTimeout(later);
  }

  function draw(): void {
    play.textContent = playing ? 'Pause' : 'Drive';
    const count = (value: number): string => Math.round(value).toLocaleString('en');
    canvas.style.aspectRatio = `${frame().width} / ${frame().height}`;
    if (task === 'park') {
      const { length, changes, expanded, took, drive, gaveUp } = parking!;
      view.drawParking(parking!, driven);
      const reverse = drive.filter(({ isReverse }) => isReverse).length / Math.max(1, drive.length);
      showFacts(facts, [
        ['length', drive.length === 0 ? '–' : `${length.toFixed(1)} m`],
        ['in reverse', drive.length === 0 ? '–' : `${(reverse * length).toFixed(1)} m`],
        ['gear changes', count(changes)],
        ['poses looked at', count(expanded)],
        ['planned in', `${count(took)} ms`],
      ]);
      note.textContent = drive.length > 0 ? 'Hybrid A* found this drive; every part of it is an arc or a line.' : gaveUp ? 'No drive found within the budget.' : 'No drive leads there: the start, the goal or every route is blocked.';
      advice.textContent = 'Drag the start and the goal by their body to move them, by their dot to turn them. Draw obstacles: the drive is planned again with each stroke.';
    } else {
      const { state, scans, changedCells, expanded, expandedInAll, bound, known } = explorer!;
      view.drawExplorer(explorer!);
      showFacts(facts, [
        ['state', state],
        ['scans', count(scans)],
        ['map known', `${Math.round((100 * known.values.reduce((sum, value) => sum + (value < 0 ? 0 : 1), 0)) / known.values.length)} %`],
        ['cells in the last scan', count(changedCells)],
        ['expanded after it', count(expanded)],
        ['expanded in all', count(expandedInAll)],
        ['path within', bound === Infinity ? '–' : `${bound.toFixed(2)} × the least`],
      ]);
      note.textContent = state === 'there' ? 'It has arrived, and never touched a wall.' : state === 'no path' ? 'It knows enough of the map to be sure: no path leads there.' : 'Unknown cells count as free until a beam of the scanner says otherwise.';
      advice.textContent = 'Watch AD* repair the path as walls come into sight. Draw a wall in front of the robot, or drag the robot or its goal elsewhere to begin again.';
    }
    showLegend();
  }

  function showLegend(): void {
    const colours = palette();
    const items = task === 'park'
      ? [[colours.start, 'start'], [colours.goal, 'goal'], [colours.box, 'forwards'], [colours.landmark, 'in reverse'], [colours.wall, 'obstacle']]
      : [[colours.goal, 'goal'], [colours.path, 'planned path'], [colours.edge, 'driven'], [colours.cone, 'seen now'], [colours.wall, 'wall on its map'], [colours.unseenWall, 'wall it has not seen'], [colours.unknown, 'unknown']];
    legend.replaceChildren(...items.map(([colour, name]) => element('li', {}, element('span', { style: `background:${colour}` }), name)));
  }

  return {
    address: () => '#/robot',
    setShown: (on) => {
      shown = on;
      if (on) begin();
    },
    redraw: () => later(),
  };
}
