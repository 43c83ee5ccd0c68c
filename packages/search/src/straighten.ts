import type { Grid } from '@pf/grid';
import { wholeLengths } from './whole-lengths.ts';

/** No direction yet: the first step of a path is no turn. */
const NONE = 8;
const ROW = 9;

/**
 * Rewrites a path with fewer turns at the same cost, and returns how many vertices it has: the answer to paths that zigzag where they could run
 * straight. `out` may be the path itself.
 *
 * A stretch whose steps have two directions can be walked one direction first, then the other, in either order. The path's own turns are the
 * stretches' possible ends; of all ways to cut it there, one with the least turns in all is taken (dynamic programming over ends and directions of
 * arrival). Only legal steps are made, and on terrain only stretches that cost as much as before.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { straighten, turns } from '@pf/search';
 *
 * const grid = new Grid(4, 3, { movement: 'four' });
 * const zigzag = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2]].map(([x, y]) => grid.vertex(x, y));
 * const path = new Uint32Array(zigzag.length);
 * turns(grid, zigzag); // → 4
 * straighten(grid, zigzag, zigzag.length, path); // → 6
 * turns(grid, path); // → 1
 * ```
 */
export function straighten(grid: Grid, path: ArrayLike<number>, length: number, out: Uint32Array): number {
  if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
  if (length > 0) out[0] = path[0];
  if (length < 2) return length;
  const directions = Uint8Array.from({ length: length - 1 }, (_, i) => directionOf(grid, path[i], path[i + 1]));
  const ends = [0];
  for (let i = 1; i < directions.length; i++) if (directions[i] !== directions[i - 1]) ends.push(i);
  ends.push(length - 1);

  // A state is an end and the direction of arrival there; for each the least turns, and the state that leads to it.
  const least = new Float64Array(ends.length * ROW).fill(Infinity);
  const from = new Int32Array(ends.length * ROW);
  least[NONE] = 0;
  const stretch = new Stretch(grid, path, directions);
  for (let i = 0; i + 1 < ends.length; i++) {
    stretch.begin(ends[i]);
    for (let j = i + 1; j < ends.length && stretch.extend(ends[j]); j++) {
      if (!stretch.isWalkable()) continue;
      const { first, last } = stretch;
      const state = j * ROW + last;
      for (let before = i * ROW; before < (i + 1) * ROW; before++) {
        const count = least[before] + turn(before % ROW, first) + turn(first, last);
        if (count >= least[state]) continue;
        least[state] = count;
        from[state] = before;
      }
    }
  }

  let state = (ends.length - 1) * ROW;
  for (let s = state; s < least.length; s++) if (least[s] < least[state]) state = s;
  for (; state >= ROW; state = from[state]) {
    const begin = ends[Math.floor(from[state] / ROW)];
    stretch.begin(begin);
    stretch.extend(ends[Math.floor(state / ROW)]);
    stretch.walk((i, v) => (out[i] = v));
  }
  return length;
}

/**
 * How often a path changes its direction: what `straighten` makes least. The path must be made of legal steps.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { turns } from '@pf/search';
 *
 * const grid = new Grid(3, 3);
 * turns(grid, [grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(2, 1), grid.vertex(2, 2)]); // → 2
 * turns(grid, [grid.vertex(0, 0), grid.vertex(1, 1), grid.vertex(2, 2)]); // → 0
 * ```
 */
export function turns(grid: Grid, path: ArrayLike<number>, length = path.length): number {
  let count = 0;
  for (let i = 2; i < length; i++) count += turn(directionOf(grid, path[i - 2], path[i - 1]), directionOf(grid, path[i - 1], path[i]));
  return count;
}

function turn(from: number, to: number): number {
  return from === NONE || from === to ? 0 : 1;
}

function directionOf(grid: Grid, from: number, to: number): number {
  const direction = grid.offsets.subarray(0, grid.maxDegree).indexOf(to - from);
  if (direction >= 0 && ((grid.moves[from] >> direction) & 1) === 1) return direction;
  throw new RangeError(`The path steps from (${grid.x(from)}, ${grid.y(from)}) to (${grid.x(to)}, ${grid.y(to)}), which is no legal move.`);
}

/**
 * A stretch of the path with at most two directions, walked in the one that it takes up second, then in the one that it begins with.
 * The other order comes of a cut at its first turn: what is left then begins with the second.
 */
class Stretch {
  private begins = 0;
  private ends = 0;
  /** Its directions, NONE where there is no second, and how often each occurs. */
  private a = NONE;
  private b = NONE;
  private countA = 0;
  private countB = 0;
  /** What it costs as it is, in whole numbers where costs are 1 and √2. */
  private cost = 0;
  private readonly lengths: Float64Array;

  constructor(
    private readonly grid: Grid,
    private readonly path: ArrayLike<number>,
    private readonly directions: Uint8Array,
  ) {
    this.lengths = wholeLengths(grid.lengths, grid.maxDegree).lengths;
  }

  begin(at: number): void {
    this.begins = at;
    this.ends = at;
    this.a = NONE;
    this.b = NONE;
    this.countA = 0;
    this.countB = 0;
    this.cost = 0;
  }

  /** Whether the stretch as far as `end` has no third direction. */
  extend(end: number): boolean {
    const { grid, path, directions, lengths } = this;
    for (let i = this.ends; i < end; i++) {
      const d = directions[i];
      if (this.a === NONE) this.a = d;
      if (d !== this.a && this.b === NONE) this.b = d;
      if (d === this.a) this.countA++;
      else if (d === this.b) this.countB++;
      else return false;
      this.cost += lengths[d] * grid.weights[path[i + 1]];
    }
    this.ends = end;
    return true;
  }

  /** The directions that it is walked in. */
  get first(): number {
    return this.b === NONE ? this.a : this.b;
  }

  get last(): number {
    return this.a;
  }

  /** Visits its vertices but the first. */
  walk(visit: (index: number, v: number) => void): void {
    const { begins, a, b, countA, countB, grid } = this;
    let v = this.path[begins];
    for (let i = 1; i <= countA + countB; i++) {
      v += grid.offsets[i <= countB ? b : a];
      visit(begins + i, v);
    }
  }

  /** Whether that is legal, and costs no more than before. */
  isWalkable(): boolean {
    const { grid, lengths } = this;
    let before = this.path[this.begins];
    let cost = 0;
    let legal = true;
    this.walk((_, v) => {
      const d = grid.offsets.indexOf(v - before);
      legal &&= ((grid.moves[before] >> d) & 1) === 1;
      cost += lengths[d] * grid.weights[v];
      before = v;
    });
    return legal && cost <= this.cost;
  }
}
