import type { CostTable } from './cost-table.ts';

const NONE = -1;

/** The landmarks that a query uses, and the largest of their bounds. Costs at the goal are read once, when the goal changes. */
export class LandmarkBounds {
  /** How often each landmark gave the largest bound. */
  readonly uses: Float64Array;
  /** The landmarks in use, the first `count`, and the index of their first cost in the tables. */
  private readonly active: Int32Array;
  private readonly offsets: Int32Array;
  private count: number;
  private readonly bounds: Float64Array;
  private goal = NONE;
  /** Costs between each landmark in use and the goal. */
  private readonly fromAtGoal: Float64Array;
  private readonly toAtGoal: Float64Array;
  private readonly exact: boolean;

  /** `to` is `from` if one table serves both directions. At first all landmarks are in use. */
  constructor(
    private readonly from: CostTable,
    private readonly to: CostTable,
  ) {
    this.count = from.landmarks;
    this.uses = new Float64Array(this.count);
    this.active = Int32Array.from({ length: this.count }, (_, i) => i);
    this.offsets = new Int32Array(this.count);
    this.bounds = new Float64Array(this.count);
    this.fromAtGoal = new Float64Array(this.count);
    this.toAtGoal = new Float64Array(this.count);
    this.exact = from.quantum === 0 && to.quantum === 0;
  }

  /** Call after a change of the tables. */
  forget(): void {
    this.goal = NONE;
  }

  /** Uses the `count` landmarks with the largest bounds from `start` to `goal`. */
  activate(start: number, goal: number, count: number): void {
    const { active, bounds } = this;
    const n = bounds.length;
    this.count = Math.min(count, n);
    this.goal = NONE;
    for (let i = 0; i < n; i++) bounds[i] = this.of(start, goal, i);
    // By insertion sort, since there are few. Among equal bounds the first landmark comes first.
    for (let i = 0; i < n; i++) {
      let at = i;
      for (; at > 0 && bounds[active[at - 1]] < bounds[i]; at--) active[at] = active[at - 1];
      active[at] = i;
    }
  }

  /** The bound of one landmark on the cost from `v` to `goal`. */
  of(v: number, goal: number, landmark: number): number {
    return Math.max(this.from.exceeds(goal, v, landmark), this.to.exceeds(v, goal, landmark));
  }

  /** The largest bound on the cost from `v` to `goal`, or `least` if none is larger. */
  above(v: number, goal: number, least: number): number {
    if (!this.exact) return this.codedAbove(v, goal, least);
    if (goal !== this.goal) this.aim(goal);
    const { count, uses, offsets, fromAtGoal, toAtGoal } = this;
    const row = v * this.from.perVertex;
    const from = this.from.codes;
    const to = this.to.codes;
    let most = least;
    let best = NONE;
    // Two infinite costs give NaN, and no comparison with NaN is true.
    if (from === to) {
      for (let i = 0; i < count; i++) {
        const bound = Math.abs(from[offsets[i] + row] - fromAtGoal[i]);
        if (bound > most) {
          most = bound;
          best = i;
        }
      }
    } else {
      for (let i = 0; i < count; i++) {
        const at = offsets[i] + row;
        const ahead = fromAtGoal[i] - from[at];
        const back = to[at] - toAtGoal[i];
        if (ahead > most) {
          most = ahead;
          best = i;
        }
        if (back > most) {
          most = back;
          best = i;
        }
      }
    }
    if (best >= 0) uses[this.active[best]]++;
    return most;
  }

  /** Like `above`, for tables of 16 or 8 bits. */
  private codedAbove(v: number, goal: number, least: number): number {
    const { active, count, uses } = this;
    let most = least;
    let best = NONE;
    for (let i = 0; i < count; i++) {
      const bound = this.of(v, goal, active[i]);
      if (bound > most) [most, best] = [bound, active[i]];
    }
    if (best >= 0) uses[best]++;
    return most;
  }

  private aim(goal: number): void {
    const { active, count, from, to } = this;
    this.goal = goal;
    for (let i = 0; i < count; i++) {
      this.offsets[i] = active[i] * from.perLandmark;
      this.fromAtGoal[i] = from.get(goal, active[i]);
      this.toAtGoal[i] = to.get(goal, active[i]);
    }
  }
}
