import type { SamplingCounters } from './sampling-counters.ts';
import type { Space } from './space.ts';

/** The fraction of a period that the bounds may lack: 6.28 for a turn, or 0 to 359 degrees, count as whole. */
const ROUNDING = 0.01;

/**
 * Steps between states with periodic coordinates. A periodic coordinate takes the shorter direction and, at one end of the bounds, continues at the
 * other. Only segments within the bounds are tested.
 */
export class Periods {
  /** End of the last step before it is moved back into the bounds. */
  readonly reached: Float64Array;
  private readonly period: Float64Array;
  /** By coordinate: periods subtracted from the last step, and those that the segments tested so far have passed. */
  private readonly turns: Float64Array;
  private readonly passed: Float64Array;
  private hasTurned = false;
  /** Ends of the segment to test. */
  private readonly from: Float64Array;
  private readonly to: Float64Array;

  constructor(private readonly space: Space, period: ArrayLike<number> | undefined, private readonly counters: SamplingCounters) {
    const d = space.bounds.min.length;
    this.period = Float64Array.from({ length: d }, (_, k) => period?.[k] ?? 0);
    this.reached = new Float64Array(d);
    this.turns = new Float64Array(d);
    this.passed = new Float64Array(d);
    this.from = new Float64Array(d);
    this.to = new Float64Array(d);
  }

  /** Writes the state at `states[offset]`, as reached from `near` and moved into the bounds, to `out`; false if it does not fit in. */
  step(near: Float64Array, states: Float64Array, offset: number, out: Float64Array): boolean {
    const { period, reached, turns } = this;
    const { min, max } = this.space.bounds;
    this.hasTurned = false;
    for (let k = 0; k < near.length; k++) {
      let value = states[offset + k];
      reached[k] = value;
      turns[k] = 0;
      if (period[k] > 0) {
        const away = value - near[k];
        if (Math.abs(away) > period[k] / 2) reached[k] -= period[k] * Math.round(away / period[k]);
        if (reached[k] >= min[k] && reached[k] <= max[k]) value = reached[k];
        else {
          if (value < min[k] || value > max[k]) value -= period[k] * Math.floor((value - min[k]) / period[k]);
          turns[k] = Math.round((reached[k] - value) / period[k]);
          this.hasTurned ||= turns[k] !== 0;
        }
      }
      if (!(value >= min[k] && value <= max[k])) return false;
      out[k] = value;
    }
    return true;
  }

  /** Whether the last step, from `near` to the state it wrote, is free. */
  isFree(near: Float64Array, next: Float64Array): boolean {
    if (this.hasTurned) return this.isFreeOverEnds(near, next);
    this.counters.segments++;
    return this.space.segmentFree(near, next);
  }

  /** Tests a step across the ends of the bounds piece by piece. */
  private isFreeOverEnds(near: Float64Array, next: Float64Array): boolean {
    const { space, period, reached, turns, passed, from, to } = this;
    const { min, max } = space.bounds;
    from.set(near);
    passed.fill(0);
    for (;;) {
      let first = -1, share = Infinity;
      for (let k = 0; k < turns.length; k++) {
        if (turns[k] === passed[k]) continue;
        const at = ((turns[k] > 0 ? max[k] : min[k]) - near[k]) / (reached[k] - near[k]);
        if (at < share) { share = at; first = k; }
      }
      if (first < 0) break;
      for (let k = 0; k < to.length; k++) {
        const value = near[k] + share * (reached[k] - near[k]) - passed[k] * period[k];
        to[k] = Math.max(min[k], Math.min(max[k], value));
      }
      to[first] = turns[first] > 0 ? max[first] : min[first];
      this.counters.segments++;
      if (!space.segmentFree(from, to)) return false;
      from.set(to);
      passed[first] = turns[first];
      const other = to[first] - turns[first] * period[first];
      from[first] = Math.max(min[first], Math.min(max[first], other));
      // The bounds lack part of a period, and the step crosses that part.
      if (Math.abs(from[first] - other) > ROUNDING * period[first]) return false;
    }
    this.counters.segments++;
    return space.segmentFree(from, next);
  }
}
