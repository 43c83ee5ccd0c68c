import type { Signal } from '@pf/graph';
import { checkList, checkOptions, shown } from '@pf/graph/kit';
import { checkPathBuffer } from './check-path-buffer.ts';
import { checkSpace, distance, type Space } from './space.ts';

/** Options of `simplify`. */
export interface SimplifyOptions {
  /** Maximum number of rounds of pulling bends taut. It stops earlier once a round gains less than 0.01%. Default 16. */
  readonly rounds?: number | undefined;
  /** Once it is aborted, no bend is pulled taut, and points are dropped by at most one further test of a segment for each point. */
  readonly signal?: Signal | undefined;
}

/** With more points than this, some are dropped by shortcuts before pairs are tested. Points farther apart in the list than this are not joined. */
const MOST_PAIRS_OF = 96;
/** Bisections to find the visible part of an edge. */
const HALVINGS = 12;
/** Minimum relative gain for another round, or for cutting a bend. */
const WORTHWHILE = 1e-4;

/**
 * Shortens the zigzag path of a planner: drops points, and pulls the remaining bends taut around obstacles. The result is nearly the shortest
 * path on its side of every obstacle. It changes sides only where a straight segment between two of its points is free.
 *
 * `path` has the coordinates of `length` points, as `path(out)` of a planner writes them. Writes the points to `out`, which may be `path` itself, and returns their number.
 * If `out` has room for more points, paths round obstacles more closely. Not for vehicles that cannot turn in place, such as `car`.
 *
 * Shortcuts and moves along edges follow R. Geraerts and M. H. Overmars, "Creating High-quality Paths for Motion Planning",
 * IJRR 26(8), 2007. Here nothing is random, and the points kept are the cheapest choice of all, on long paths of all segments past fewer than 96 points.
 *
 * @example
 * ```ts
 * import { box, obstacles, RRTConnect, simplify } from '@pf/sampling';
 *
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
 * const rrt = new RRTConnect(space);
 * rrt.search([1, 1], [9, 1], 1000);
 * const points = new Float64Array(2 * rrt.pathLength);
 * simplify(space, points, rrt.path(points), points); // → 4
 * Math.hypot(points[2] - 4, points[3] - 8) < 0.1; // → true
 * ```
 */
export function simplify(space: Space, path: ArrayLike<number>, length: number, out: Float64Array, options: SimplifyOptions = {}): number {
  const d = checkSpace(space);
  checkOptions(options, ['rounds', 'signal'], 'simplify');
  const { rounds = 16, signal } = options;
  if (!(typeof rounds === 'number' && rounds >= 0)) throw new RangeError(`The rounds of simplify must be a number, 0 or more, got ${shown(rounds)}.`);
  if (!(Number.isInteger(length) && length >= 0)) throw new RangeError(`The length of a path is its number of points, as path(out) returns it, got ${shown(length)}.`);
  checkList(path, 'path');
  checkPathBuffer(out, 0, d);
  if (path.length < length * d) throw new RangeError(`${length} points of ${d} coordinates are ${length * d} numbers, got ${path.length}.`);
  let points: Float64Array[] = [];
  for (let i = 0; i < length; i++) points.push(Float64Array.from({ length: d }, (_, k) => path[i * d + k]));
  const aborted = (): boolean => signal?.aborted === true;
  if (points.length > (aborted() ? 2 : MOST_PAIRS_OF)) points = leaps(space, points);
  // Once aborted, no segment counts as free: each step then leaves the path as it is.
  const untilAborted: SegmentTest = { segmentFree: (a, b) => !aborted() && space.segmentFree(a, b) };
  points = cheapest(untilAborted, points);
  const room = Math.floor(out.length / d);
  let before = lengthOf(points);
  for (let round = 0; round < rounds && points.length > 2 && !aborted(); round++) {
    pull(untilAborted, points);
    points = cheapest(untilAborted, points.reverse()).reverse();
    pull(untilAborted, points.reverse());
    points = cheapest(untilAborted, points.reverse());
    let now = lengthOf(points);
    if (points.length < room) {
      points = cut(untilAborted, points, room, now * WORTHWHILE);
      now = lengthOf(points);
    }
    if (!(before - now >= before * WORTHWHILE && now > 0)) break;
    before = now;
  }
  checkPathBuffer(out, points.length, d);
  points.forEach((point, i) => out.set(point, i * d));
  return points.length;
}

type SegmentTest = Pick<Space, 'segmentFree'>;

/** From each point, jumps to the farthest visible point by doubling: at most one test a point. */
function leaps(space: SegmentTest, points: readonly Float64Array[]): Float64Array[] {
  const kept = [points[0]];
  for (let i = 0; i < points.length - 1; ) {
    let leap = 1;
    while (i + 2 * leap < points.length && space.segmentFree(points[i], points[i + 2 * leap])) leap *= 2;
    i += leap;
    kept.push(points[i]);
  }
  return kept;
}

/** The shortest path over some of these points in order, by dynamic programming. A segment is tested only if it would shorten the path. */
function cheapest(space: SegmentTest, points: readonly Float64Array[]): Float64Array[] {
  const n = points.length;
  if (n < 3) return [...points];
  const cost = new Float64Array(n);
  const parent = new Int32Array(n);
  for (let j = 1; j < n; j++) {
    cost[j] = cost[j - 1] + distance(points[j - 1], points[j]);
    parent[j] = j - 1;
    for (let i = Math.max(0, j - MOST_PAIRS_OF); i < j - 1; i++) {
      const through = cost[i] + distance(points[i], points[j]);
      // At equal cost, fewer points.
      if (through > cost[j] || !space.segmentFree(points[i], points[j])) continue;
      cost[j] = through;
      parent[j] = i;
    }
  }
  const kept: Float64Array[] = [];
  for (let j = n - 1; j > 0; j = parent[j]) kept.push(points[j]);
  kept.push(points[0]);
  return kept.reverse();
}

/** Moves each bend along its next edge while the previous point sees it, so the path touches the obstacle. */
function pull(space: SegmentTest, points: Float64Array[]): void {
  const moved = new Float64Array(points[0].length);
  for (let i = 1; i < points.length - 1; i++) {
    let seen = 0;
    let hidden = 1;
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (seen + hidden) / 2;
      between(points[i], points[i + 1], middle, moved);
      if (space.segmentFree(points[i - 1], moved) && space.segmentFree(moved, points[i + 1])) seen = middle;
      else hidden = middle;
    }
    if (seen > 0) points[i] = between(points[i], points[i + 1], seen, new Float64Array(moved.length));
  }
}

/** Replaces a bend by two points if that gains at least `least` and `out` has room. */
function cut(space: SegmentTest, points: readonly Float64Array[], room: number, least: number): Float64Array[] {
  const made = [points[0]];
  let more = room - points.length;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [made[made.length - 1], points[i], points[i + 1]];
    const side = Math.min(distance(a, b), distance(b, c)) / 2;
    let best: readonly [Float64Array, Float64Array] | undefined;
    for (let length = side, halving = 0; more > 0 && side > 0 && halving < HALVINGS && best === undefined; halving++, length /= 2) {
      const p = between(b, a, length / distance(a, b), new Float64Array(a.length));
      const q = between(b, c, length / distance(b, c), new Float64Array(a.length));
      if (2 * length - distance(p, q) < least) break;
      if (space.segmentFree(a, p) && space.segmentFree(p, q) && space.segmentFree(q, c)) best = [p, q];
    }
    if (best === undefined) made.push(b);
    else {
      made.push(...best);
      more--;
    }
  }
  made.push(points[points.length - 1]);
  return made;
}

function between(a: Float64Array, b: Float64Array, share: number, out: Float64Array): Float64Array {
  for (let k = 0; k < out.length; k++) out[k] = a[k] + (b[k] - a[k]) * share;
  return out;
}

function lengthOf(points: readonly Float64Array[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance(points[i - 1], points[i]);
  return sum;
}
