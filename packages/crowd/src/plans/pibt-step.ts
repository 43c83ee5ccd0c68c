import type { CrossingRule } from './crossings.ts';
import { MOST_CROSSED } from './crossings.ts';
import type { DistanceTables } from './distance-tables.ts';
import type { GuidePaths } from './guide-paths.ts';
import type { StepTable } from './step-table.ts';
import { SwapRule } from './swap-rule.ts';

const NONE = -1;

/**
 * Priority inheritance with backtracking (Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding", AIJ 2022): moves all units
 * by one step at once. A unit takes the neighbour that is nearest to its goal; a unit that stands there has to leave first, with the same right.
 *
 * Departures: the recursion has a stack of its own, since chains of units are as long as there are units; among neighbours equally near to the goal one without a
 * unit comes first; a step may cross another (see `CrossingRule`), and is then not taken.
 */
export class PibtStep {
  /** Where each unit is. */
  readonly from: Int32Array;
  /** Where it goes: −1 before it is decided. What the caller decides is kept. */
  readonly to: Int32Array;
  /** By unit: the slot of its goal in the tables. */
  readonly slots: Int32Array;
  /** The unit on each vertex, and the one that will be. */
  readonly now: Int32Array;
  readonly next: Int32Array;
  /** Paths that units follow where they can. */
  guide: GuidePaths | undefined;
  private readonly count: number;
  private readonly swaps: SwapRule;
  private readonly width: number;
  /** By depth of the stack: the unit, its candidates, the next one to try, and the unit to pull along. */
  private readonly units: Int32Array;
  private readonly candidates: Int32Array;
  private readonly counts: Int32Array;
  private readonly tried: Int32Array;
  private readonly pulled: Int32Array;
  private readonly keys: Float64Array;
  private readonly crossed = new Int32Array(2 * MOST_CROSSED);
  private state: number;

  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    goals: Int32Array,
    private readonly crossings: CrossingRule | undefined,
    seed: number,
  ) {
    const count = goals.length;
    this.count = count;
    this.from = new Int32Array(count);
    this.to = new Int32Array(count).fill(NONE);
    this.slots = new Int32Array(count);
    this.now = new Int32Array(steps.degrees.length).fill(NONE);
    this.next = new Int32Array(steps.degrees.length).fill(NONE);
    this.width = steps.width + 1;
    this.units = new Int32Array(count + 1);
    this.candidates = new Int32Array((count + 1) * this.width);
    this.counts = new Int32Array(count + 1);
    this.tried = new Int32Array(count + 1);
    this.pulled = new Int32Array(count + 1);
    this.keys = new Float64Array(this.width);
    this.swaps = new SwapRule(steps, distances, this.now, this.slots, goals);
    this.state = (Math.imul(seed, 0x9e3779b1) ^ 0x6a09e667) | 1;
  }

  /** Bytes of what it allocates. */
  get bytes(): number {
    return [this.from, this.to, this.slots, this.now, this.next, this.units, this.candidates, this.counts, this.tried, this.pulled].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Puts the units where `from` says, and keeps what `to` says already. Returns whether that is possible at once; in any case `clear` follows. */
  place(decided: ArrayLike<number>, n: number): boolean {
    const { from, to, now, next, count } = this;
    for (let i = 0; i < count; i++) now[from[i]] = i;
    for (let k = 0; k < n; k++) {
      const i = decided[k];
      const u = to[i];
      if (next[u] !== NONE) return false;
      const other = now[u];
      if (other !== NONE && other !== i && to[other] === from[i]) return false;
      if (this.crossings !== undefined && this.crosses(i, from[i], u)) return false;
      next[u] = i;
    }
    return true;
  }

  /** Decides for all units in this order that are not decided. False if one of them can neither go nor stay. */
  decide(order: ArrayLike<number>, first: number): boolean {
    const { to, count } = this;
    for (let k = first; k < first + count; k++) {
      const i = order[k];
      if (to[i] === NONE && !this.assign(i)) return false;
    }
    return true;
  }

  /** Takes all units off again. `to` remains, for the caller to read and to reset. */
  clear(): void {
    const { from, to, now, next, count } = this;
    for (let i = 0; i < count; i++) {
      now[from[i]] = NONE;
      if (to[i] !== NONE) next[to[i]] = NONE;
    }
  }

  /** The same for a unit and all that it pushes; whether it and they got somewhere. */
  private assign(root: number): boolean {
    const { from, to, now, next, units, candidates, counts, tried, pulled, width, crossings } = this;
    let depth = 0;
    this.enter(0, root);
    let failed = false;
    for (;;) {
      const i = units[depth];
      const v = from[i];
      const first = depth * width;
      const last = counts[depth];
      let k = tried[depth];
      // The candidate before `k` was taken by pushing; that failed, or is done.
      let done: boolean = k > 0 && !failed;
      let pushed = NONE;
      while (!done && k < last) {
        const u = candidates[first + k++];
        if (next[u] !== NONE) continue;
        const j = now[u];
        if (j !== NONE && to[j] === v && j !== i) continue;
        if (crossings !== undefined && u !== v && this.crosses(i, v, u)) continue;
        next[u] = i;
        to[i] = u;
        if (j !== NONE && j !== i && to[j] === NONE) {
          pushed = j;
          break;
        }
        done = true;
      }
      tried[depth] = k;
      if (pushed !== NONE) {
        this.enter(++depth, pushed);
        failed = false;
        continue;
      }
      failed = !done;
      if (done) {
        const other = pulled[depth];
        if (other !== NONE && k === 1 && to[other] === NONE && next[v] === NONE && this.leads(from[other], v) && (crossings === undefined || !this.crosses(other, from[other], v))) {
          to[other] = v;
          next[v] = other;
        }
      } else {
        next[v] = i;
        to[i] = v;
      }
      if (depth === 0) return !failed;
      depth--;
    }
  }

  /** Lays a unit on the stack, with its candidates in the order in which it likes them. */
  private enter(depth: number, i: number): void {
    const { distances, steps, candidates, keys, now, width } = this;
    const { heads } = steps;
    const slot = this.slots[i];
    const table = distances.tables[slot];
    const { far } = distances;
    const v = this.from[i];
    const first = depth * width;
    const degree = steps.degrees[v];
    const arcs = v * steps.width;
    const preferred = this.guide === undefined ? NONE : this.guide.next(i, v);
    let { state } = this;
    for (let k = 0; k <= degree; k++) {
      const u = k === degree ? v : heads[arcs + k];
      let d: number = table[u];
      if (d === far) d = distances.reach(slot, u);
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const key = u === preferred ? -1 : d * 256 + (now[u] === NONE ? 0 : 64) + (state & 127);
      let at = k;
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        candidates[first + at] = candidates[first + at - 1];
      }
      keys[at] = key;
      candidates[first + at] = u;
    }
    this.state = state;
    this.units[depth] = i;
    this.counts[depth] = degree + 1;
    this.tried[depth] = 0;
    const other = this.swaps.partner(i, v, candidates[first], this.to);
    this.pulled[depth] = other;
    if (other === NONE) return;
    for (let a = first, b = first + degree; a < b; a++, b--) {
      const kept = candidates[a];
      candidates[a] = candidates[b];
      candidates[b] = kept;
    }
  }

  /** Whether there is an arc: on one-way arcs a unit cannot be pulled back. */
  private leads(v: number, u: number): boolean {
    const { heads, degrees, width } = this.steps;
    for (let k = 0; k < degrees[v]; k++) if (heads[v * width + k] === u) return true;
    return false;
  }

  /** Whether the step of unit `i` crosses one that is decided. */
  private crosses(i: number, v: number, u: number): boolean {
    const { crossed, now, to } = this;
    const n = this.crossings!(v, u, crossed);
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
