import { checkPath } from './smooth.ts';
import { checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** No direction yet: the first step of a path does not count as a turn. */
const NONE = 8;
const ROW = 9;
/**
 * The limit on tested segments, and on tested cells of uneven ones: about a second in all. It is divided evenly among the turns. On even ground,
 * it allows all tests of paths with up to 8,192 turns.
 */
const LOOKS = 2 ** 26;
/** Two sums within this relative difference count as equal. */
const ROUNDING = 4 * Number.EPSILON;

/**
 * Rewrites a path with fewer turns at the same cost, and returns the number of its vertices: for paths that zigzag where they could run
 * straight. `out` may be the path itself.
 *
 * A segment whose steps have two directions can be walked with either direction first. Segments begin and end at turns of
 * the path. It takes a division with the fewest turns (dynamic programming over ends and directions of
 * arrival). Every step is legal, and on terrain a segment must not cost more than before; it may cost less if the path is not the cheapest. In a path with thousands of turns, segments
 * over thousands of them are not tested.
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
  checkGrid(grid, 'straighten');
  checkPath(path, length, out);
  if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
  if (length > 0) checkVertex(grid, path[0], 'beginning of the path');
  if (length > 0) out[0] = path[0];
  if (length < 2) return length;
  const stretch = new Segment(grid, path, runsOf(grid, path, length));
  const { endCount } = stretch;

  // A state is an end and the direction of arrival there. Stores the fewest turns for each, and the state before.
  const least = new Float64Array(endCount * ROW).fill(Infinity);
  const from = new Int32Array(endCount * ROW);
  least[NONE] = 0;
  for (let i = 0; i + 1 < endCount; i++) {
    stretch.begin(i);
    let first = NONE;
    let before = 0;
    for (let left = LOOKS / endCount; left > 0 && stretch.extend(); left -= stretch.looks) {
      if (stretch.first !== first) {
        ({ first } = stretch);
        before = bestBefore(least, i, first);
      }
      const { last } = stretch;
      const count = least[before] + turn(before % ROW, first) + turn(first, last);
      const state = stretch.ends * ROW + last;
      if (count >= least[state] || !stretch.isWalkable()) continue;
      least[state] = count;
      from[state] = before;
    }
  }

  let state = (endCount - 1) * ROW;
  for (let s = state; s < least.length; s++) if (least[s] < least[state]) state = s;
  for (; state >= ROW; state = from[state]) {
    stretch.begin(Math.floor(from[state] / ROW));
    while (stretch.ends < Math.floor(state / ROW)) stretch.extend();
    stretch.write(out);
  }
  return length;
}

/**
 * The number of changes of direction of a path, which `straighten` minimises. The path must consist of legal steps.
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
export function turns(grid: Grid, path: ArrayLike<number>, length = (path as ArrayLike<number> | null | undefined)?.length ?? 0): number {
  checkGrid(grid, 'turns');
  checkPath(path, length, path);
  let count = 0;
  for (let i = 2; i < length; i++) count += turn(directionOf(grid, path[i - 2], path[i - 1]), directionOf(grid, path[i - 1], path[i]));
  return count;
}

function turn(from: number, to: number): number {
  return from === NONE || from === to ? 0 : 1;
}

function directionOf(grid: Grid, from: number, to: number): number {
  for (let d = 0; d < grid.maxDegree; d++) if (to - from === grid.offsets[d] && ((grid.moves[from] >> d) & 1) === 1) return d;
  throw new RangeError(`The path steps from (${grid.x(from)}, ${grid.y(from)}) to (${grid.x(to)}, ${grid.y(to)}), which is not a legal move.`);
}

/** The state at end `i` from which continuing in direction `first` takes the fewest turns. */
function bestBefore(least: Float64Array, i: number, first: number): number {
  let best = i * ROW;
  for (let state = best; state < (i + 1) * ROW; state++) {
    if (least[state] + turn(state % ROW, first) < least[best] + turn(best % ROW, first)) best = state;
  }
  return best;
}

/** A path as runs of steps in one direction: their ends, their directions, and the weights of the cells that they enter. */
interface Runs {
  readonly ends: readonly number[];
  readonly directions: readonly number[];
  readonly weights: readonly number[];
}

function runsOf(grid: Grid, path: ArrayLike<number>, length: number): Runs {
  const ends = [0];
  const directions: number[] = [];
  const weights: number[] = [];
  for (let i = 1; i < length; i++) {
    const direction = directionOf(grid, path[i - 1], path[i]);
    const run = directions.length - 1;
    if (direction === directions[run]) {
      ends[run + 1] = i;
      weights[run] += grid.weights[path[i]];
    } else {
      ends.push(i);
      directions.push(direction);
      weights.push(grid.weights[path[i]]);
    }
  }
  return { ends, directions, weights };
}

/**
 * A segment of the path with at most two directions, walked with its second direction first.
 * The other order results from a division at its first turn: the rest then begins with the second direction.
 */
class Segment {
  readonly endCount: number;
  /** The indices of its first and last end. */
  ends = 0;
  /** The cost of the last extension and its test. */
  looks = 0;
  private begins = 0;
  /** Its directions (NONE if there is no second), the number of steps in each, and the weights of the cells that they enter. */
  private a = NONE;
  private b = NONE;
  private countA = 0;
  private countB = 0;
  private weightA = 0;
  private weightB = 0;
  /** The leg in the second direction, which is walked first: the number of steps tested, the vertex reached, and the weights of the cells entered. */
  private followed = 0;
  private corner = 0;
  private weightOfLeg = 0;
  /** Whether the leg ended at a wall. */
  private stuck = false;
  /** By end and direction: how many legal steps in a line lead to it, and how many of the last ones enter the same terrain. */
  private readonly legal: Int32Array;
  private readonly even: Int32Array;

  constructor(
    private readonly grid: Grid,
    private readonly path: ArrayLike<number>,
    private readonly runs: Runs,
  ) {
    this.endCount = runs.ends.length;
    this.legal = new Int32Array(this.endCount * 8);
    this.even = new Int32Array(this.endCount * 8);
  }

  get first(): number {
    return this.b === NONE ? this.a : this.b;
  }

  get last(): number {
    return this.a;
  }

  begin(at: number): void {
    this.begins = at;
    this.ends = at;
    this.a = this.runs.directions[at];
    this.b = NONE;
    this.countA = this.countB = this.weightA = this.weightB = 0;
    this.followed = this.weightOfLeg = 0;
    this.corner = this.path[this.runs.ends[at]];
    this.stuck = false;
  }

  /** Adds the next run of steps. Returns false if there is none, if it has a third direction, or if the first leg has reached a wall. */
  extend(): boolean {
    const { runs, ends } = this;
    if (this.stuck || ends + 1 === this.endCount) return false;
    const direction = runs.directions[ends];
    const steps = runs.ends[ends + 1] - runs.ends[ends];
    this.looks = 1;
    this.ends++;
    if (direction === this.a) {
      this.countA += steps;
      this.weightA += runs.weights[ends];
      return true;
    }
    if (this.b === NONE) this.b = direction;
    if (this.b !== direction) return false;
    this.countB += steps;
    this.weightB += runs.weights[ends];
    return true;
  }

  /** Whether both legs are legal, and cost no more than before together. */
  isWalkable(): boolean {
    const { grid, a, b, ends, countA } = this;
    this.follow();
    if (this.stuck) return false;
    if (countA > this.legal[ends * 8 + a]) this.lookBack();
    if (countA > this.legal[ends * 8 + a]) return false;
    if (b === NONE || !grid.weighted) return true;
    const even = Math.min(countA, this.even[ends * 8 + a]);
    let v = this.path[this.runs.ends[ends]];
    let weight = even * grid.weights[v];
    v -= even * grid.offsets[a];
    for (let i = even; i < countA; i++, v -= grid.offsets[a]) weight += grid.weights[v];
    this.looks += countA - even;
    const before = grid.lengths[a] * this.weightA + grid.lengths[b] * this.weightB;
    // Weights are whole numbers: only these two sums may be rounded.
    return grid.lengths[a] * weight + grid.lengths[b] * this.weightOfLeg <= before * (1 + ROUNDING);
  }

  /** Writes its vertices except the first. */
  write(out: Uint32Array): void {
    const { begins, a, b, countA, countB, grid, runs } = this;
    const at = runs.ends[begins];
    let v = this.path[at];
    for (let i = 1; i <= countA + countB; i++) {
      v += grid.offsets[i <= countB ? b : a];
      out[at + i] = v;
    }
  }

  /** Tests the first leg up to its end, or to a wall. */
  private follow(): void {
    const { grid, b, countB } = this;
    const { moves, offsets, weights } = grid;
    for (; this.followed < countB; this.followed++) {
      if (((moves[this.corner] >> b) & 1) === 0) {
        this.stuck = true;
        return;
      }
      this.corner += offsets[b];
      this.weightOfLeg += weights[this.corner];
    }
  }

  /** Continues the test whether a straight line of `steps` steps leads to the end of the run, and counts those over even terrain. */
  private lookBack(): void {
    const { grid, a, ends, countA } = this;
    const at = ends * 8 + a;
    const end = this.path[this.runs.ends[ends]];
    let legal = this.legal[at];
    let even = this.even[at];
    // The border has no legal moves, so the line ends there.
    for (let v = end - legal * grid.offsets[a]; legal < countA && ((grid.moves[v - grid.offsets[a]] >> a) & 1) === 1; v -= grid.offsets[a]) {
      if (even === legal && grid.weights[v] === grid.weights[end]) even++;
      legal++;
    }
    this.legal[at] = legal;
    this.even[at] = even;
  }
}
