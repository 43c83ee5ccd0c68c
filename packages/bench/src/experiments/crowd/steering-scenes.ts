import { Steering } from '@pf/crowd';

type Point = readonly [x: number, y: number];

export const RADIUS = 0.5;
export const SPEED = 1.5;
export const DT = 0.1;
/** A unit this close to its goal has arrived. */
export const ARRIVED = 0.001 * RADIUS;

/** Units with goals, and the waypoint that each heads for. */
export interface Scene {
  readonly name: string;
  readonly starts: readonly Point[];
  readonly goals: readonly Point[];
  readonly walls?: readonly number[];
  readonly via?: (unit: number, x: number, y: number) => Point;
}

/** How a scene ended. Overlaps are in percent of a radius. `drift` is the longest move of a unit in 20 steps after all have arrived. */
export interface SceneResult {
  readonly steps: number;
  readonly arrived: number;
  readonly overlap: number;
  readonly drift: number;
}

/** All units exchange places with the opposite ones of a circle. */
function circleSwap(n: number): Scene {
  const r = Math.max(5, n / 4);
  const starts = Array.from({ length: n }, (_, i): Point => [r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n)]);
  return { name: 'circle swap', starts, goals: starts.map(([x, y]) => [-x, -y]) };
}

/** Two squares of units that pass through each other at a right angle. */
function crossingFlows(side: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < side * side; i++) {
    const [a, b] = [i % side, Math.floor(i / side)];
    starts.push([1.3 * a - 15, 1.3 * b - 3.5], [1.3 * b - 3.5, 1.3 * a - 15]);
    goals.push([2.2 * a + 8, 2.2 * b - 5.5], [2.2 * b - 5.5, 2.2 * a + 8]);
  }
  return { name: 'crossing flows', starts, goals };
}

/** Equal groups on both sides pass a door for one unit. */
function doorway(n: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < n; i++) {
    const [x, y] = [2 + 1.2 * Math.floor(i / 5), (i % 5) * 1.2 - 2.4];
    starts.push([-x - 1, y], [x + 1, y]);
    goals.push([2 * x + 1, 2 * y], [-2 * x - 1, 2 * y]);
  }
  const via = (unit: number, x: number, y: number): Point => {
    const side = Math.sign(goals[unit][0]);
    if (x * side >= 0.3) return goals[unit];
    return [x * side < -1.2 && Math.abs(y) > 0.3 ? -side * 0.9 : side * 0.9, 0];
  };
  return { name: 'doorway', starts, goals, via, walls: [0, -20, 0, -0.7, 0, 0.7, 0, 20] };
}

/** Two columns meet in a corridor slightly wider than two units. */
function corridor(n: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < n; i++) {
    starts.push([1.2 * i - 8, 0], [8 - 1.2 * i, 0]);
    goals.push([1.2 * i + 8 - 1.2 * (n - 1), 0], [1.2 * (n - 1 - i) - 8, 0]);
  }
  return { name: 'head-on corridor', starts, goals, walls: [-12, -1.1, 12, -1.1, -12, 1.1, 12, 1.1] };
}

export function scenes(isTiny: boolean): readonly Scene[] {
  return isTiny ? [circleSwap(6), crossingFlows(2), doorway(1), corridor(1)] : [circleSwap(100), crossingFlows(6), doorway(10), corridor(4)];
}

/** Plays a scene until all have arrived, at most `most` steps, and 20 more steps. */
export function playScene({ starts, goals, walls = [], via }: Scene, most: number): SceneResult {
  const steering = new Steering();
  steering.setWalls(walls);
  for (const [x, y] of starts) steering.add({ x, y, radius: RADIUS, speed: SPEED });
  const { x, y } = steering;
  const step = (): void => {
    goals.forEach((goal, i) => steering.seek(i, ...(via?.(i, x[i], y[i]) ?? goal)));
    steering.step(DT);
  };
  const isThere = ([gx, gy]: Point, i: number): boolean => Math.hypot(x[i] - gx, y[i] - gy) < ARRIVED;
  let steps = 0;
  let overlap = 0;
  for (; steps < most && !goals.every(isThere); steps++) {
    step();
    overlap = Math.max(overlap, overlapOf(steering), wallOverlap(steering, walls));
  }
  return { steps, arrived: (100 * goals.filter(isThere).length) / goals.length, overlap, drift: driftOf(steering, step) };
}

/** The longest move of a unit in 20 steps, in percent of a radius. */
export function driftOf({ x, y }: Steering, step: () => void): number {
  const [xs, ys] = [x.slice(), y.slice()];
  for (let k = 0; k < 20; k++) step();
  return xs.reduce((most, at, i) => Math.max(most, (100 * Math.hypot(x[i] - at, y[i] - ys[i])) / RADIUS), 0);
}

/** The largest overlap of two units of `RADIUS`, in percent of it; by all pairs. */
export function overlapOf({ x, y, count }: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number>; readonly count: number }): number {
  let least = 4 * RADIUS * RADIUS;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const dx = x[i] - x[j];
      const dy = y[i] - y[j];
      least = Math.min(least, dx * dx + dy * dy);
    }
  }
  return (100 * (2 * RADIUS - Math.sqrt(least))) / RADIUS;
}

/** The largest overlap of a unit with a wall, in percent of a radius. */
function wallOverlap({ x, y, count }: Steering, walls: readonly number[]): number {
  let most = 0;
  for (let k = 0; k < walls.length; k += 4) {
    const [ax, ay, bx, by] = walls.slice(k, k + 4);
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
    for (let i = 0; i < count; i++) {
      const t = Math.min(1, Math.max(0, ((x[i] - ax) * (bx - ax) + (y[i] - ay) * (by - ay)) / length2));
      most = Math.max(most, 100 * (1 - Math.hypot(ax + t * (bx - ax) - x[i], ay + t * (by - ay) - y[i]) / RADIUS));
    }
  }
  return most;
}
