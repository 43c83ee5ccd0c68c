import { nextStamp } from '@pf/graph/kit';
import { longer } from '../grow.ts';
import type { CrossingRule } from '../plans/crossings.ts';
import { crossedBy, MAX_CROSSED } from '../plans/crossings.ts';
import type { DistanceTables } from '../plans/distance-tables.ts';
import type { StepTable } from '../plans/step-table.ts';
import type { Occupancy } from './occupancy.ts';

const NONE = -1;
/** The maximum number of buckets: memory follows the number of states, not of steps. */
const MAX_BUCKETS = 1 << 16;

/**
 * Safe interval path planning (Phillips & Likhachev, "SIPP: Safe Interval Path Planning for Dynamic Environments", ICRA 2011): the quickest path of one unit among others
 * whose motion is known.
 *
 * A state is a vertex and an interval in which it is free; an earlier arrival is never worse. The heuristic is the number of steps to the goal without obstacles. Its
 * error is only the detours that obstacles cause, so few states off the path are expanded.
 *
 * With `greed`, that share of the heuristic counts once more: weighted A*. It finds some path that arrives in time, with fewer expansions.
 */
export class SafeIntervals {
  expanded = 0;
  generated = 0;
  /** The state at the goal; −1 before it is reached, or if it cannot be. */
  private reached = NONE;
  /** By state: the vertex, the step of arrival, the last step of the interval, and the parent. */
  private vertices = new Int32Array(1024);
  private arrivals = new Int32Array(1024);
  private ends = new Int32Array(1024);
  private parents = new Int32Array(1024);
  private nexts = new Int32Array(1024);
  private count = 0;
  /** By estimated arrival at the goal, from `base` on: the state added last. `nexts` links the others. */
  private buckets = new Int32Array(1024).fill(NONE);
  private base = 0;
  private lowest = 0;
  private highest = 0;
  /** The states with estimates beyond the buckets, in the order in which they were added. */
  private later: { readonly state: number; readonly estimate: number }[] = [];
  /** Open addressing: vertex and end of an interval, the stamp of the entry, and the earliest arrival. */
  private keyVertices = new Int32Array(4096);
  private keyEnds = new Int32Array(4096);
  private stamps = new Int32Array(4096);
  private earliest = new Int32Array(4096);
  private stamp = 0;
  private time = 0;
  private goal = 0;
  private slot = 0;
  /** The steps to the goal, as far as they are known. */
  private known: Uint16Array | Uint32Array = new Uint16Array(0);
  private soonest = 0;
  private latest = 0;
  private readonly crossed = new Int32Array(MAX_CROSSED);

  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    private readonly occupied: Occupancy,
    private readonly crossings: CrossingRule | undefined,
    private readonly greed = 0,
  ) {}

  /** Begins a search from `start` at step `time` to `goal`, whose distances are in `slot`. The unit must be at the goal, to stay, by step `latest`. */
  begin(start: number, goal: number, slot: number, time: number, latest: number): void {
    const { occupied } = this;
    this.buckets.fill(NONE, 0, this.highest + 1);
    this.expanded = 0;
    this.generated = 0;
    this.count = 0;
    this.reached = NONE;
    this.base = time;
    this.lowest = 0;
    this.highest = -1;
    this.later = [];
    this.stamp = nextStamp(this.stamps, this.stamp);
    this.time = time;
    this.goal = goal;
    this.useTable(slot);
    this.latest = latest;
    this.soonest = occupied.freeFrom(goal);
    if (occupied.nextFree(start, time) > time) return;
    this.reach(NONE, start, time, occupied.freeUntil(start, time, latest), this.distances.distance(slot, start));
  }

  /** Call if the distances of the goal have moved to another slot. */
  useTable(slot: number): void {
    this.slot = slot;
    this.known = this.distances.tables[slot];
  }

  /** Makes at most `budget` expansions; returns whether it is finished. */
  run(budget: number): boolean {
    const end = this.expanded + budget;
    while (this.reached === NONE) {
      while (this.lowest <= this.highest && this.buckets[this.lowest] === NONE) this.lowest++;
      if (this.lowest > this.highest && !this.refill()) return true;
      if (this.expanded >= end) return false;
      const s = this.buckets[this.lowest];
      this.buckets[this.lowest] = this.nexts[s];
      if (this.vertices[s] === this.goal && this.arrivals[s] >= this.soonest) this.reached = s;
      else if (this.earliest[this.entryOf(this.vertices[s], this.ends[s])] === this.arrivals[s]) this.expand(s);
    }
    return true;
  }

  /** The step from which the unit stays at its goal; −1 if it never does. */
  get arrival(): number {
    return this.reached === NONE ? NONE : this.arrivals[this.reached];
  }

  /** Writes the vertex at each step to `length` entries from index `first` on; after the arrival, the goal. */
  write(out: Int32Array | Uint32Array, first: number, length: number): void {
    let end = length;
    for (let s = this.reached; s !== NONE; s = this.parents[s]) {
      const begin = this.arrivals[s] - this.time;
      out.fill(this.vertices[s], first + begin, first + end);
      end = begin;
    }
  }

  private expand(s: number): void {
    const { steps: { heads, degrees, width }, occupied, crossings, latest, known, distances: { far } } = this;
    this.expanded++;
    const v = this.vertices[s];
    const begin = this.arrivals[s] + 1;
    // Until then `v` is free, so that no unit can step to it. One step later, a unit may come from `u`, and would swap places with this one.
    const safe = this.ends[s];
    const end = Math.min(safe + 1, latest);
    for (let k = v * width + degrees[v] - 1; k >= v * width; k--) {
      const u = heads[k];
      const d = known[u] === far ? this.distances.reach(this.slot, u) : known[u];
      const soonEnough = Math.min(end, latest - d);
      if (soonEnough < begin) continue;
      for (let t = occupied.nextFree(u, begin); t <= soonEnough; ) {
        const until = occupied.freeUntil(u, t, latest);
        let arrival = t;
        const last = Math.min(until, soonEnough);
        while (arrival <= last && ((arrival > safe && occupied.isStep(u, v, arrival)) || (crossings !== undefined && this.crosses(crossings, v, u, arrival)))) arrival++;
        if (arrival <= last) this.reach(s, u, arrival, until, d);
        t = occupied.nextFree(u, until + 1);
      }
    }
  }

  private reach(parent: number, v: number, t: number, end: number, d: number): void {
    const estimate = Math.max(t + d, this.soonest);
    if (estimate > this.latest) return;
    const entry = this.entryOf(v, end);
    if (this.stamps[entry] === this.stamp && this.earliest[entry] <= t) return;
    this.keyVertices[entry] = v;
    this.keyEnds[entry] = end;
    this.stamps[entry] = this.stamp;
    this.earliest[entry] = t;
    if (2 * this.count >= this.keyVertices.length - 2) this.rehash();
    if (this.count === this.vertices.length) this.grow();
    const s = this.count++;
    this.generated++;
    this.vertices[s] = v;
    this.arrivals[s] = t;
    this.ends[s] = end;
    this.parents[s] = parent;
    this.enqueue(s, estimate + Math.trunc(this.greed * d));
  }

  private enqueue(state: number, estimate: number): void {
    // With `greed`, an estimate may be below the ones before.
    const bucket = Math.max(0, estimate - this.base);
    if (bucket >= MAX_BUCKETS) {
      this.later.push({ state, estimate });
      return;
    }
    while (bucket >= this.buckets.length) this.buckets = longer(this.buckets).fill(NONE, this.buckets.length);
    this.highest = Math.max(this.highest, bucket);
    this.lowest = Math.min(this.lowest, bucket);
    this.nexts[state] = this.buckets[bucket];
    this.buckets[bucket] = state;
  }

  /** Moves the states with the lowest estimates to the buckets, which are empty; returns whether there are any. */
  private refill(): boolean {
    const { later } = this;
    if (later.length === 0) return false;
    this.later = [];
    this.base = later.reduce((least, { estimate }) => Math.min(least, estimate), Infinity);
    this.lowest = 0;
    this.highest = -1;
    for (const { state, estimate } of later) this.enqueue(state, estimate);
    return true;
  }

  /** The entry of an interval in the table; a free one if it is not there. */
  private entryOf(v: number, end: number): number {
    const { keyVertices, keyEnds, stamps, stamp } = this;
    const mask = keyVertices.length - 1;
    const x = Math.imul(end, 0x9e3779b1) ^ Math.imul(v, 0x85ebca6b);
    let slot = (x ^ (x >>> 15)) & mask;
    while (stamps[slot] === stamp && (keyVertices[slot] !== v || keyEnds[slot] !== end)) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    this.vertices = longer(this.vertices);
    this.arrivals = longer(this.arrivals);
    this.ends = longer(this.ends);
    this.parents = longer(this.parents);
    this.nexts = longer(this.nexts);
  }

  private rehash(): void {
    const { keyVertices, keyEnds, stamps, earliest } = this;
    const length = 2 * keyVertices.length;
    this.keyVertices = new Int32Array(length);
    this.keyEnds = new Int32Array(length);
    this.stamps = new Int32Array(length);
    this.earliest = new Int32Array(length);
    for (let i = 0; i < keyVertices.length; i++) {
      if (stamps[i] !== this.stamp) continue;
      const entry = this.entryOf(keyVertices[i], keyEnds[i]);
      this.keyVertices[entry] = keyVertices[i];
      this.keyEnds[entry] = keyEnds[i];
      this.stamps[entry] = this.stamp;
      this.earliest[entry] = earliest[i];
    }
  }

  private crosses(crossings: CrossingRule, v: number, u: number, t: number): boolean {
    const { crossed, occupied } = this;
    const n = crossedBy(crossings, v, u, crossed);
    for (let k = 0; k < n; k += 2) {
      if (occupied.isStep(crossed[k], crossed[k + 1], t) || occupied.isStep(crossed[k + 1], crossed[k], t)) return true;
    }
    return false;
  }
}
