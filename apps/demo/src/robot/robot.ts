import { button, element, showColours, showFacts, tools } from '../element.ts';
import { arrows, isDragged, isMain, isShortcut } from '../keys.ts';
import type { Face } from '../lab/lab.ts';
import { onceAFrame } from '../once-a-frame.ts';
import { palette } from '../palette.ts';
import { stroke } from '../stroke.ts';
import { Explorer, OCCUPIED } from './explorer.ts';
import { Parking } from './parking.ts';
import { HANDLE, RobotView } from './robot-view.ts';

const TASKS = [['park', 'Park a car'], ['discover', 'Discover a map']] as const;
const POINTERS = [['move', 'Move the ends'], ['wall', 'Draw obstacles'], ['erase', 'Erase']] as const;
type Task = (typeof TASKS)[number][0];
type Pointer = (typeof POINTERS)[number][0];
type End = 'from' | 'to';
interface Point { readonly x: number; readonly y: number }
interface Pose extends Point { readonly heading: number }

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
  let held: { readonly what: End; readonly turning: boolean; readonly pose: Pose; readonly pressed: PointerEvent; isDragged: boolean } | 'stroke' | undefined;
  /** Where a stroke has got to. */
  let stroked: Point | undefined;
  /** What the arrow keys move. The cursor, in metres, is where keys draw and erase. */
  let moved: End | 'cursor' = 'to';
  let cursor = { x: 0, y: 0 };
  let driven = 0;
  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let shown = false;
  /** Whether the car's world has changed since its drive was planned: once a frame is enough. */
  let stale = false;
  let last = 0;

  const canvas = element('canvas', {
    tabindex: '0', role: 'application',
    'aria-label': 'Robots. Keys: s, g and c choose the start, the goal or the cursor, the arrows move it, q and e turn an end, b draws an obstacle at the cursor, x erases there.',
  });
  const view = new RobotView(canvas);
  const request = onceAFrame((now) => {
    if (stale) {
      stale = false;
      parking!.plan();
      driven = 0;
    }
    advance(now);
    draw();
  });
  const facts = element('dl', { class: 'facts', id: 'robot-facts' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const note = element('p', { class: 'note', role: 'status' });
  const advice = element('p', { class: 'note' });
  /** Says to screen readers where keys have moved something. */
  const spoken = element('p', { class: 'spoken', 'aria-live': 'polite' });
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
    spoken,
  );

  canvas.addEventListener('pointerdown', (event) => {
    if (!isMain(event) || parking === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    held = pointer === 'move' ? hold(event) : 'stroke';
    drag(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (held === undefined || !event.isPrimary) return;
    if ((event.buttons & 1) === 0) return letGo();
    drag(event);
  });
  for (const over of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(over, ({ isPrimary }) => {
    if (isPrimary) letGo();
  });
  canvas.addEventListener('keydown', (event) => {
    if (isShortcut(event)) return;
    const { key } = event;
    const arrow = arrows[key];
    const step = task === 'park' ? 0.25 : 0.1;
    const chosen = ({ s: 'from', g: 'to', c: 'cursor', b: 'cursor', x: 'cursor' } as const)[key];
    if (chosen === undefined && arrow === undefined && key !== 'q' && key !== 'e') return;
    event.preventDefault();
    if (chosen !== undefined) moved = chosen;
    if (key === 'b' || key === 'x') edit(cursor, key === 'b');
    else if (moved === 'cursor') {
      if (arrow !== undefined) cursor = inside({ x: cursor.x + step * arrow[0], y: cursor.y - step * arrow[1] });
    } else if (chosen === undefined) {
      const pose = poseOf(moved);
      if (arrow !== undefined) place(moved, { ...pose, x: pose.x + step * arrow[0], y: pose.y - step * arrow[1] });
      else place(moved, { ...pose, heading: pose.heading + (key === 'q' ? TURN : -TURN) * (task === 'park' ? 1 : 3) });
      if (task === 'discover') explorer?.forget();
    }
    spoken.textContent = described();
    later();
  });
  for (const change of ['focus', 'blur']) canvas.addEventListener(change, () => later());
  new ResizeObserver(() => later()).observe(root);

  function letGo(): void {
    if (held !== 'stroke' && held?.isDragged === true && task === 'discover') explorer!.forget();
    held = stroked = undefined;
    later();
  }

  function frame(): Parking['frame'] {
    return task === 'park' ? parking!.frame : explorer!.frame;
  }

  function poseOf(what: End): Pose {
    if (task === 'park') return parking![what];
    return what === 'from' ? explorer!.pose : explorer!.goal;
  }

  /** What the keys move, and where it is. */
  function described(): string {
    const at = moved === 'cursor' ? cursor : poseOf(moved);
    const where = `${at.x.toFixed(1)} m right, ${at.y.toFixed(1)} m up`;
    if (moved === 'cursor') return `Cursor: ${where}, ${isObstacle(cursor) ? 'an obstacle' : 'free'}.`;
    const degrees = Math.round((poseOf(moved).heading * 180) / Math.PI) % 360;
    return `${moved === 'from' ? 'Start' : 'Goal'}: ${where}, turned by ${(degrees + 360) % 360}°.`;
  }

  function isObstacle({ x, y }: Point): boolean {
    const cell = frame().cellAt(x, y);
    return task === 'park' ? parking!.map.costs[cell] >= parking!.map.obstacle : explorer!.truth.values[cell] >= OCCUPIED;
  }

  /** The end that is nearest, and whether it is its handle. */
  function hold(pressed: PointerEvent): typeof held {
    const at = view.at(pressed, frame());
    const [reach, middle] = task === 'park' ? [HANDLE, 1.3] : [0, 0];
    const candidates = (['from', 'to'] as const).flatMap((what) => {
      const pose = poseOf(what);
      return [false, true].filter((turning) => !turning || reach > 0).map((turning) => {
        const ahead = turning ? reach : middle;
        return { what, turning, far: Math.hypot(pose.x + ahead * Math.cos(pose.heading) - at.x, pose.y + ahead * Math.sin(pose.heading) - at.y), pose, pressed, isDragged: false };
      });
    });
    const nearest = candidates.reduce((best, each) => (each.far < best.far ? each : best));
    moved = nearest.what;
    return nearest;
  }

  function drag(event: PointerEvent): void {
    if (held === undefined) return;
    const { x, y } = view.at(event, frame());
    if (held === 'stroke') {
      const { resolution } = frame();
      const [from, to] = [stroked ?? { x, y }, { x, y }].map((at) => [Math.floor(at.x / resolution), Math.floor(at.y / resolution)] as const);
      for (const [column, row] of [from, ...stroke(from, to)]) edit({ x: (column + 0.5) * resolution, y: (row + 0.5) * resolution }, pointer === 'wall');
      stroked = { x, y };
    } else {
      const { what, turning, pose, pressed } = held;
      if (!(held.isDragged ||= isDragged(pressed, event))) return;
      const at = view.at(pressed, frame());
      place(what, turning ? { ...pose, heading: Math.atan2(y - pose.y, x - pose.x) } : { ...pose, x: pose.x + x - at.x, y: pose.y + y - at.y });
    }
    later();
  }

  /** Draws an obstacle, or erases it. */
  function edit({ x, y }: Point, isObstacle: boolean): void {
    if (task === 'discover') return void explorer!.edit(x, y, isObstacle);
    parking!.edit(x, y, isObstacle);
    stale = true;
  }

  /** The nearest point that is not at the edge of the map. */
  function inside({ x, y }: Point): Point {
    const { width, height, resolution } = frame();
    const limited = (value: number, cells: number): number => Math.max(2 * resolution, Math.min((cells - 2) * resolution, value));
    return { x: limited(x, width), y: limited(y, height) };
  }

  function place(what: End, { x, y, heading }: Pose): void {
    const pose = { ...inside({ x, y }), heading };
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
    moved = 'to';
    const { width, height, resolution } = frame();
    // The centre of a cell.
    cursor = { x: (width / 2 + 0.5) * resolution, y: (height / 2 + 0.5) * resolution };
    later();
  }

  function later(): void {
    if (shown && parking !== undefined) request();
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
    let said: string;
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
      said = drive.length > 0 ? 'Hybrid A* found this drive; every part of it is an arc or a line.' : gaveUp ? 'No drive found within the budget.' : 'No drive leads there: the start, the goal or every route is blocked.';
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
      said = state === 'there' ? 'It has arrived, and never touched a wall.' : state === 'no path' ? 'It knows enough of the map to be sure: no path leads there.' : 'Unknown cells count as free until a beam of the scanner says otherwise.';
      advice.textContent = 'Watch AD* repair the path as walls come into sight. Draw a wall in front of the robot, or drag the robot or its goal elsewhere to begin again.';
    }
    // A screen reader would say it again with each frame.
    if (note.textContent !== said) note.textContent = said;
    if (moved === 'cursor' && document.activeElement === canvas) view.cursor(cursor);
    showLegend();
  }

  function showLegend(): void {
    const colours = palette();
    const items = task === 'park'
      ? [[colours.start, 'start'], [colours.goal, 'goal'], [colours.box, 'forwards'], [colours.landmark, 'in reverse'], [colours.wall, 'obstacle']]
      : [[colours.goal, 'goal'], [colours.path, 'planned path'], [colours.edge, 'driven'], [colours.cone, 'seen now'], [colours.wall, 'wall on its map'], [colours.unseenWall, 'wall it has not seen'], [colours.unknown, 'unknown']];
    showColours(legend, items);
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
