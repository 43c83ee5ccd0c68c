import { checkList, checkOptions, shown } from '@pf/graph/kit';
import { checkPathBuffer } from './check-path-buffer.ts';
import { checkSpace, distance, type Space } from './space.ts';

/** How `simplify` works. */
export interface SimplifyOptions {
  /** How often each bend is pulled taut at most; it stops before that where a round gains less than a ten-thousandth. Default 16. */
  readonly rounds?: number | undefined;
}

/** Among more points than this, those that a straight line can leave out are dropped before all pairs are looked at. */
const MOST_PAIRS_OF = 96;
/** Halvings of an edge to find how far it is seen. */
const HALVINGS = 12;
/** A round that gains less of the length is the last, and a bend is not cut in two for less. */
const WORTHWHILE = 1e-4;

/**
 * Shortens a path of a space: leaves out points, and pulls the bends that remain taut round the obstacles. The planners of this package give zigzags; after this
 * a path is nearly the shortest that goes the same way round everything.
 *
 * `path` has the coordinates of `length` points, as `path(out)` of a planner writes them. Writes the points to `out`, which may be `path` itself, and returns how many.
 * With room for more points than there were, round obstacles are followed closer. For things that cannot turn on the spot (`car`) it is of no use.
 *
 * Leaving out points by direct lines and moving along the edges are the steps of R. Geraerts and M. H. Overmars, "Creating High-quality Paths for Motion Planning",
 * IJRR 26(8), 2007; here nothing is drawn by lot, and the points to keep are the cheapest of all choices.
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
  checkOptions(options, ['rounds'], 'simplify');
  const { rounds = 16 } = options;
  if (!(rounds >= 0)) throw new RangeError(`The rounds of simplify must be a number, 0 or more, got ${shown(rounds)}.`);
  if (!(Number.isInteger(length) && length >= 0)) throw new RangeError(`The length of a path is its number of points, as path(out) returns it, got ${shown(length)}.`);
  checkList(path, 'path');
  checkPathBuffer(out, 0, d);
  if (path.length < length * d) throw new RangeError(`${length} points of ${d} coordinates are ${length * d} numbers, got ${path.length}.`);
  let points: Float64Array[] = [];
  for (let i = 0; i < length; i++) points.push(Float64Array.from({ length: d }, (_, k) => path[i * d + k]));
  if (points.length > MOST_PAIRS_OF) points = leaps(space, points);
  points = cheapest(space, points);
  const room = Math.floor(out.length / d);
  let before = lengthOf(points);
  for (let round = 0; round < rounds && points.length > 2; round++) {
    pull(space, points);
    points = cheapest(space, points.reverse()).reverse();
    pull(space, points.reverse());
    points = cheapest(space, points.reverse());
    let now = lengthOf(points);
    if (points.length < room) {
      points = cut(space, points, room, now * WORTHWHILE);
      now = lengthOf(points);
    }
    if (before - now < before * WORTHWHILE) break;
    before = now;
  }
  checkPathBuffer(out, points.length, d);
  points.forEach((point, i) => out.set(point, i * d));
  return points.length;
}

/** From each point on to the farthest that doubling leaps find in sight: a few questions a point. */
function leaps(space: Space, points: readonly Float64Array[]): Float64Array[] {
  const kept = [points[0]];
  for (let i = 0; i < points.length - 1; ) {
    let leap = 1;
    while (i + 2 * leap < points.length && space.segmentFree(points[i], points[i + 2 * leap])) leap *= 2;
    i += leap;
    kept.push(points[i]);
  }
  return kept;
}

/** The shortest of all paths over some of these points, in their order: dynamic programming. A segment is looked at only if it would be shorter. */
function cheapest(space: Space, points: readonly Float64Array[]): Float64Array[] {
  const n = points.length;
  if (n < 3) return [...points];
  const cost = new Float64Array(n);
  const parent = new Int32Array(n);
  for (let j = 1; j < n; j++) {
    cost[j] = cost[j - 1] + distance(points[j - 1], points[j]);
    parent[j] = j - 1;
    for (let i = 0; i < j - 1; i++) {
      const through = cost[i] + distance(points[i], points[j]);
      // At the same cost, the fewer points.
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

/** Moves each bend along the edge behind it as far as the point before it sees: the edge before it then touches what it goes round. */
function pull(space: Space, points: Float64Array[]): void {
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

/** Cuts bends off as far as it is free, where that gains `least` or more: two points for one, as long as there is room. */
function cut(space: Space, points: readonly Float64Array[], room: number, least: number): Float64Array[] {
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
