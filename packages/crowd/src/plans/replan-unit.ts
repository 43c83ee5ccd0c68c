import { longer } from './configurations.ts';
import type { CrossingRule } from './crossings.ts';
import { MOST_CROSSED } from './crossings.ts';
import type { DistanceTables } from './distance-tables.ts';
import type { OccupiedTimes } from './occupied-times.ts';
import type { StepTable } from './step-table.ts';

const NONE = -1;
/** A unit that is not on its way after so many expansions has to wait for something far away: another neighbourhood will do better. */
const MOST_EXPANDED = 2000;

/**
 * The quickest path of one unit among the paths of all others: safe interval path planning (Phillips & Likhachev, "SIPP: Safe Interval Path Planning for Dynamic
 * Environments", ICRA 2011) over the columns of `OccupiedTimes`.
 *
 * A state is a vertex and one of the runs of steps at which it is free; to be there earlier is never worse. Steps to the goal are known exactly, so little is
 * expanded beside the path.
 */
export class UnitReplanner {
  /** States that were expanded so far. */
  expanded = 0;
  /** By state: the vertex, the step of arrival, the last one at which it is free, and the state before. */
  private vertices = new Int32Array(1024);
  private arrivals = new Int32Array(1024);
  private ends = new Int32Array(1024);
  private parents = new Int32Array(1024);
  private nexts = new Int32Array(1024);
  private count = 0;
  /** By estimated step of arrival at the goal: the last state with it. */
  private readonly buckets: Int32Array;
  /** Open addressing: vertex and end as one number, its stamp, and the earliest arrival. */
  private keys = new Float64Array(4096);
  private stamps = new Int32Array(4096);
  private earliest = new Int32Array(4096);
  private stamp = 0;
  private readonly crossed = new Int32Array(2 * MOST_CROSSED);

  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    private readonly occupied: OccupiedTimes,
    private readonly crossings: CrossingRule | undefined,
  ) {
    this.buckets = new Int32Array(occupied.steps + 1).fill(NONE);
  }

  /**
   * Writes the path of a unit that is on `start` at step 0 to the row from `first` on, and returns the step from which it is at `goal` for good; −1 if that
   * is later than `latest`, and nothing is written.
   */
  find(start: number, goal: number, slot: number, latest: number, paths: Int32Array, first: number): number {
    const { occupied, buckets } = this;
    const soonest = occupied.freeFrom(goal);
    if (soonest > latest) return NONE;
    this.count = 0;
    if (2 * this.stamp > 2 ** 30) this.stamps.fill(0);
    this.stamp++;
    this.reach(NONE, start, 0, this.freeUntil(start, 0, latest), slot, soonest, latest);
    let goalState = NONE;
    let lowest = 0;
    const most = this.expanded + MOST_EXPANDED;
    while (goalState === NONE && this.expanded < most) {
      while (lowest <= latest && buckets[lowest] === NONE) lowest++;
      if (lowest > latest) break;
      const s = buckets[lowest];
      buckets[lowest] = this.nexts[s];
      if (this.vertices[s] === goal && this.arrivals[s] >= soonest) goalState = s;
      else if (this.isEarliest(s)) this.expand(s, slot, soonest, latest);
    }
    buckets.fill(NONE, lowest, latest + 1);
    if (goalState === NONE) return NONE;
    this.trace(goalState, paths, first);
    return this.arrivals[goalState];
  }

  private expand(s: number, slot: number, soonest: number, latest: number): void {
    const { steps: { heads, degrees, width }, occupied: { columns, steps }, crossings } = this;
    this.expanded++;
    const v = this.vertices[s];
    const begin = this.arrivals[s] + 1;
    const end = Math.min(this.ends[s] + 1, latest);
    const mine = v * steps;
    for (let k = v * width + degrees[v] - 1; k >= v * width; k--) {
      const u = heads[k];
      const column = u * steps;
      for (let t = begin; t <= end; t++) {
        if (columns[column + t] !== 0) continue;
        const left = columns[column + t - 1];
        // Whoever leaves `u` comes to `v`: they would change places.
        if (left !== 0 && columns[mine + t] === left) continue;
        if (crossings !== undefined && this.crosses(crossings, v, u, t)) continue;
        const until = this.freeUntil(u, t, latest);
        this.reach(s, u, t, until, slot, soonest, latest);
        t = until;
      }
    }
  }

  /** The last step, as far as anything matters, of the run of free ones that `t` belongs to. */
  private freeUntil(v: number, t: number, latest: number): number {
    const { columns, steps } = this.occupied;
    let at = v * steps + t;
    const last = v * steps + Math.min(latest, steps - 1);
    while (at < last && columns[at + 1] === 0) at++;
    return at - v * steps;
  }

  private reach(parent: number, v: number, t: number, end: number, slot: number, soonest: number, latest: number): void {
    const d = this.distances.distance(slot, v);
    const estimate = Math.max(t + d, soonest);
    if (estimate > latest) return;
    const entry = this.place(v * this.occupied.steps + end);
    if (this.stamps[entry] === this.stamp && this.earliest[entry] <= t) return;
    this.keys[entry] = v * this.occupied.steps + end;
    this.stamps[entry] = this.stamp;
    this.earliest[entry] = t;
    if (this.count === this.vertices.length) this.grow();
    const s = this.count++;
    this.vertices[s] = v;
    this.arrivals[s] = t;
    this.ends[s] = end;
    this.parents[s] = parent;
    this.nexts[s] = this.buckets[estimate];
    this.buckets[estimate] = s;
  }

  private isEarliest(s: number): boolean {
    return this.earliest[this.place(this.vertices[s] * this.occupied.steps + this.ends[s])] === this.arrivals[s];
  }

  /** The place of a key in the table, or where it would be. */
  private place(key: number): number {
    const { keys, stamps, stamp } = this;
    const mask = keys.length - 1;
    let slot = Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 7 & mask;
    while (stamps[slot] === stamp && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    this.vertices = longer(this.vertices);
    this.arrivals = longer(this.arrivals);
    this.ends = longer(this.ends);
    this.parents = longer(this.parents);
    this.nexts = longer(this.nexts);
    const { keys, stamps, earliest } = this;
    this.keys = new Float64Array(2 * keys.length);
    this.stamps = new Int32Array(2 * keys.length);
    this.earliest = new Int32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (stamps[i] !== this.stamp) continue;
      const entry = this.place(keys[i]);
      this.keys[entry] = keys[i];
      this.stamps[entry] = this.stamp;
      this.earliest[entry] = earliest[i];
    }
  }

  private crosses(crossings: CrossingRule, v: number, u: number, t: number): boolean {
    const { crossed, occupied: { columns, steps } } = this;
    const n = crossings(v, u, crossed);
    for (let k = 0; k < n; k += 2) {
      const a = crossed[k] * steps + t;
      const b = crossed[k + 1] * steps + t;
      if ((columns[a - 1] !== 0 && columns[a - 1] === columns[b]) || (columns[b - 1] !== 0 && columns[b - 1] === columns[a])) return true;
    }
    return false;
  }

  private trace(goalState: number, paths: Int32Array, first: number): void {
    let s = goalState;
    let end = this.occupied.steps;
    for (; s !== NONE; s = this.parents[s]) {
      paths.fill(this.vertices[s], first + this.arrivals[s], first + end);
      end = this.arrivals[s];
    }
  }
}
