import type { CrossingRule } from './crossings.ts';
import { crossedBy, MAX_CROSSED } from './crossings.ts';

const NONE = -1;

/**
 * Priority inheritance with backtracking (Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding", AIJ 2022): moves all units by
 * one step, so that no two are on one vertex, swap places or cross.
 *
 * A unit takes its best neighbour. A unit on that vertex has to leave first, with the priority of the one that pushes it. If it cannot, the next neighbour is tried.
 * A subclass ranks the neighbours, and decides for the units in order of priority.
 *
 * Departures: the recursion has an explicit stack, since a chain can contain all units. A step that crosses another is not taken (see `CrossingRule`).
 */
export abstract class PriorityInheritance {
  /** By unit: its vertex, and the next one; −1 until that is decided. Decisions of the caller are kept. */
  from = new Int32Array(0);
  to = new Int32Array(0);
  /** By vertex: the unit on it now, and after the step; −1 if there is none. */
  readonly now: Int32Array;
  readonly following: Int32Array;
  /** The candidates of one unit on the stack. */
  protected width: number;
  /** By depth of the stack: the unit, its candidates in order, how many, how many were tried, and the unit to pull along. */
  private units = new Int32Array(0);
  protected candidates = new Int32Array(0);
  protected counts = new Int32Array(0);
  private tried = new Int32Array(0);
  private pulled = new Int32Array(0);
  protected keys: Float64Array;
  private readonly crossed = new Int32Array(MAX_CROSSED);

  constructor(
    vertexCount: number,
    maxDegree: number,
    count: number,
    protected crossings: CrossingRule | undefined,
    /** The state of the random numbers that break ties. */
    protected state: number,
  ) {
    this.now = new Int32Array(vertexCount).fill(NONE);
    this.following = new Int32Array(vertexCount).fill(NONE);
    this.width = maxDegree + 1;
    this.keys = new Float64Array(this.width);
    this.resize(count);
  }

  /** Makes room for `count` units. */
  protected resize(count: number): void {
    this.from = new Int32Array(count);
    this.to = new Int32Array(count).fill(NONE);
    this.units = new Int32Array(count + 1);
    this.candidates = new Int32Array((count + 1) * this.width);
    this.counts = new Int32Array(count + 1);
    this.tried = new Int32Array(count + 1);
    this.pulled = new Int32Array(count + 1);
  }

  /** Writes the candidates of a unit, best first, from `depth · width` on, by `insert`, and their number to `counts[depth]`. Returns a unit to pull along, or −1. */
  protected abstract rankNeighbours(depth: number, unit: number): number;

  /** Moves a unit to `v`, which the unit that pulls it has just left. */
  protected pull?(unit: number, v: number): void;

  /** Whether a unit may step to its neighbour `v`. Asked before it does so, since it may take long. */
  protected mayStep?(unit: number, v: number): boolean;

  /** Inserts the `k`th candidate of a list that begins at `first` by its key; lower keys come first. */
  protected insert(first: number, k: number, candidate: number, key: number): void {
    const { candidates, keys } = this;
    let at = k;
    for (; at > 0 && keys[at - 1] > key; at--) {
      keys[at] = keys[at - 1];
      candidates[first + at] = candidates[first + at - 1];
    }
    keys[at] = key;
    candidates[first + at] = candidate;
  }

  /** Decides for a unit and for all that it pushes. Returns false if it cannot move; it then stays, even if another takes its vertex. */
  protected assign(root: number): boolean {
    const { from, to, now, following, units, candidates, counts, tried, pulled, width, crossings } = this;
    let depth = 0;
    this.enter(0, root);
    let failed = false;
    for (;;) {
      const i = units[depth];
      const v = from[i];
      const first = depth * width;
      const last = counts[depth];
      let k = tried[depth];
      // If a candidate was tried before, the unit on it was already pushed: that failed, or is done.
      let done: boolean = k > 0 && !failed;
      let pushed = NONE;
      while (!done && k < last) {
        const u = candidates[first + k++];
        if (following[u] !== NONE) continue;
        const j = now[u];
        if (j !== NONE && to[j] === v) continue;
        if (u !== v && ((crossings !== undefined && this.crosses(i, v, u)) || this.mayStep?.(i, u) === false)) continue;
        following[u] = i;
        to[i] = u;
        if (j !== NONE && to[j] === NONE) {
          pushed = j;
          break;
        }
        done = true;
      }
      tried[depth] = k;
      if (pushed !== NONE) {
        this.enter(++depth, pushed);
        continue;
      }
      failed = !done;
      if (failed) {
        following[v] = i;
        to[i] = v;
      } else if (k === 1 && pulled[depth] !== NONE) this.pull?.(pulled[depth], v);
      if (depth === 0) return !failed;
      depth--;
    }
  }

  private enter(depth: number, unit: number): void {
    this.units[depth] = unit;
    this.tried[depth] = 0;
    this.pulled[depth] = this.rankNeighbours(depth, unit);
  }

  /** Whether the step of unit `i` crosses one that is decided. */
  protected crosses(i: number, v: number, u: number): boolean {
    const { crossed, now, to } = this;
    const n = crossedBy(this.crossings!, v, u, crossed);
    for (let k = 0; k < n; k += 2) {
      const a = crossed[k];
      const b = crossed[k + 1];
      const atA = now[a];
      if (atA >= 0 && atA !== i && to[atA] === b) return true;
      const atB = now[b];
      if (atB >= 0 && atB !== i && to[atB] === a) return true;
    }
    return false;
  }
}
