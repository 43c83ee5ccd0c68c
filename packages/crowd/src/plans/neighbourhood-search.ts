import type { CrossingRule } from './crossings.ts';
import type { DistanceTables } from './distance-tables.ts';
import { OccupiedTimes } from './occupied-times.ts';
import type { StepTable } from './step-table.ts';
import { xorshift } from './xorshift.ts';
import { SafeIntervals } from '../time/safe-intervals.ts';

const NONE = -1;
/** The limit of expansions for one unit. A longer search would have to wait for distant units: another neighbourhood gains more in that time. */
const MAX_EXPANDED = 2000;
/** The sizes of a neighbourhood. */
const SIZES = [1, 4, 8, 16];
/**
 * The search for one path adds this fraction of the heuristic to f. Dense crowds cause long detours, and the quickest path is far slower to find than a quick one.
 * The sum of costs still never rises, because the search is limited to what the removed paths cost.
 */
const GREED = 0.5;
/** The rate at which the weight of a kind adapts to its gains. */
const REACTION = 0.02;

/**
 * Large neighbourhood search over a plan (Li, Chen, Harabor, Stuckey & Koenig, "Anytime Multi-Agent Path Finding via Large Neighborhood Search", IJCAI 2021): removes some
 * units, plans them again one after another, and keeps the result if it costs no more.
 *
 * There are four kinds of neighbourhoods:
 * - a unit with a detour, and the units that block its shortest path;
 * - units that are close to each other at some step;
 * - units with a detour, and the units that cross their goals last;
 * - any units.
 *
 * Kinds and sizes that have gained more for their work are chosen more often.
 */
export class NeighbourhoodSearch {
  /** The sum of costs. */
  cost = 0;
  private readonly units: number;
  private readonly rows: number;
  /** The vertices of each unit at each step, unit after unit. */
  private readonly paths: Int32Array;
  private readonly kept: Int32Array;
  private readonly costs: Int32Array;
  private readonly lengths: Int32Array;
  private readonly occupied: OccupiedTimes;
  private readonly intervals: SafeIntervals;
  private expanded = 0;
  private readonly chosen: Int32Array;
  private readonly isChosen: Uint8Array;
  private size = 0;
  /** The gain for each kind and size. */
  private readonly gains = new Float64Array(4 * SIZES.length).fill(1);
  private random: number;

  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    private readonly slots: Int32Array,
    private readonly goals: Int32Array,
    crossings: CrossingRule | undefined,
    lengths: Int32Array,
    plan: ArrayLike<number>,
    seed: number,
  ) {
    const n = goals.length;
    this.units = n;
    this.rows = plan.length / n;
    this.lengths = lengths;
    this.paths = new Int32Array(plan.length);
    this.kept = new Int32Array(this.rows * SIZES.at(-1)!);
    this.costs = new Int32Array(n);
    this.chosen = new Int32Array(n);
    this.isChosen = new Uint8Array(n);
    this.occupied = new OccupiedTimes(steps.degrees.length, this.rows, n);
    this.intervals = new SafeIntervals(steps, distances, this.occupied, crossings, GREED);
    this.random = (Math.imul(seed, 0xc2b2ae35) ^ 0x510e527f) | 1;
    for (let i = 0; i < n; i++) {
      for (let t = 0; t < this.rows; t++) this.paths[i * this.rows + t] = plan[t * n + i];
      this.cost += this.costs[i] = this.costOf(i);
      this.occupied.add(i, this.paths, i * this.rows);
    }
  }

  /** Tries neighbourhoods until `budget` units have been planned again; returns how many were. */
  run(budget: number): number {
    let done = 0;
    while (done < budget) done += this.attempt();
    return done;
  }

  /** The plan, one row for each step, up to the last arrival. */
  plan(): Uint32Array<ArrayBuffer> {
    const { units, rows, paths, costs } = this;
    const needed = costs.reduce((most, cost) => Math.max(most, cost), 0) + 1;
    const plan = new Uint32Array(units * needed);
    for (let t = 0; t < needed; t++) for (let i = 0; i < units; i++) plan[t * units + i] = paths[i * rows + t];
    return plan;
  }

  private attempt(): number {
    const { costs, chosen, isChosen, gains } = this;
    const arm = this.pickArm();
    this.size = 0;
    const wanted = Math.min(SIZES[arm % SIZES.length], this.units);
    const kind = Math.floor(arm / SIZES.length);
    if (kind === 0) this.gatherBlocking(wanted);
    else if (kind === 1) this.gatherNear(wanted);
    else if (kind === 2) this.gatherAtGoal(wanted);
    while (this.size < wanted) this.choose(this.below(this.units));
    for (let k = 0; k < this.size; k++) isChosen[chosen[k]] = 0;
    this.shuffle();
    let before = 0;
    for (let k = 0; k < this.size; k++) before += costs[chosen[k]];
    const { expanded } = this;
    const gained = this.replan(before);
    const work = this.expanded - expanded + 50 * this.size;
    gains[arm] += REACTION * ((1000 * gained) / work - gains[arm]);
    return this.size;
  }

  /** Plans the chosen units again; returns the decrease of their costs. */
  private replan(before: number): number {
    const { chosen, size, paths, kept, rows, costs, occupied, lengths, intervals, goals, slots } = this;
    let least = 0;
    for (let k = 0; k < size; k++) {
      const first = chosen[k] * rows;
      occupied.remove(paths, first);
      // For rows as short as these, the two views that `set` needs take longer.
      for (let t = 0; t < rows; t++) kept[k * rows + t] = paths[first + t];
      least += lengths[chosen[k]];
    }
    let after = 0;
    for (let k = 0; k < size; k++) {
      const i = chosen[k];
      least -= lengths[i];
      intervals.begin(kept[k * rows], goals[i], slots[i], 0, Math.min(rows - 1, before - after - least));
      intervals.run(MAX_EXPANDED);
      this.expanded += intervals.expanded;
      if (intervals.arrival === NONE) {
        this.restore(k);
        return 0;
      }
      after += intervals.arrival;
      intervals.write(paths, i * rows, rows);
      occupied.add(i, paths, i * rows);
    }
    for (let k = 0; k < size; k++) costs[chosen[k]] = this.costOf(chosen[k]);
    this.cost -= before - after;
    return before - after;
  }

  /** The number of steps after which a unit stays at its goal. */
  private costOf(unit: number): number {
    const { paths, rows, goals } = this;
    let cost = rows - 1;
    while (cost > 0 && paths[unit * rows + cost - 1] === goals[unit]) cost--;
    return cost;
  }

  /** Restores the old paths after `planned` units have got new ones. */
  private restore(planned: number): void {
    const { chosen, size, paths, kept, rows, occupied } = this;
    for (let k = 0; k < planned; k++) occupied.remove(paths, chosen[k] * rows);
    for (let k = 0; k < size; k++) {
      const first = chosen[k] * rows;
      for (let t = 0; t < rows; t++) paths[first + t] = kept[k * rows + t];
      occupied.add(chosen[k], paths, first);
    }
  }

  /** Chooses a unit with a detour, and the units that block its shortest path from some step on. */
  private gatherBlocking(wanted: number): void {
    const { costs, paths, rows, steps, distances, slots, occupied: { columns } } = this;
    let unit = this.drawLate();
    this.choose(unit);
    for (let tries = 0; tries < 4 && this.size < wanted; tries++) {
      let t = this.below(Math.max(1, costs[unit]));
      let v = paths[unit * rows + t];
      while (t + 1 < rows && this.size < wanted) {
        const d = distances.distance(slots[unit], v);
        if (d === 0) break;
        const first = v * steps.width;
        const degree = steps.degrees[v];
        const turn = this.below(degree);
        let next = v;
        for (let k = 0; k < degree && next === v; k++) {
          const u = steps.heads[first + ((k + turn) % degree)];
          if (distances.distance(slots[unit], u) < d) next = u;
        }
        t++;
        this.chooseAt(columns[next * rows + t]);
        // The unit comes in the opposite direction.
        if (columns[v * rows + t] !== 0 && columns[v * rows + t] === columns[next * rows + t - 1]) this.chooseAt(columns[v * rows + t]);
        v = next;
      }
      unit = this.chosen[this.below(this.size)];
    }
  }

  /** Chooses units with a detour, and the units that cross their goals last: those with a detour cannot stay at their goals before. */
  private gatherAtGoal(wanted: number): void {
    const { goals, costs, lengths, rows, occupied: { columns } } = this;
    let unit = this.drawLate();
    for (let tries = 0; tries < 4 && this.size < wanted; tries++) {
      this.choose(unit);
      const column = goals[unit] * rows;
      for (let t = Math.min(costs[unit], rows - 1); t >= lengths[unit] && this.size < wanted; t--) this.chooseAt(columns[column + t]);
      unit = this.drawLate();
    }
  }

  /** Draws a unit with a long detour. */
  private drawLate(): number {
    const { costs, lengths } = this;
    let unit = this.below(this.units);
    for (let tries = 0; tries < 6; tries++) {
      const other = this.below(this.units);
      if (costs[other] - lengths[other] > costs[unit] - lengths[unit]) unit = other;
    }
    return unit;
  }

  /** Chooses units around a moving one. */
  private gatherNear(wanted: number): void {
    const { costs, paths, rows, steps, occupied: { columns } } = this;
    const unit = this.below(this.units);
    const t = this.below(Math.max(1, costs[unit]));
    this.choose(unit);
    let v = paths[unit * rows + t];
    for (let tries = 0; tries < 6 * wanted && this.size < wanted; tries++) {
      const degree = steps.degrees[v];
      if (degree === 0) return;
      v = steps.heads[v * steps.width + this.below(degree)];
      this.chooseAt(columns[v * rows + t]);
      if (tries % 12 === 11) v = paths[this.chosen[this.below(this.size)] * rows + t];
    }
  }

  private chooseAt(occupant: number): void {
    if (occupant !== 0) this.choose(occupant - 1);
  }

  private choose(unit: number): void {
    if (this.isChosen[unit] === 1 || this.size === SIZES.at(-1)) return;
    this.isChosen[unit] = 1;
    this.chosen[this.size++] = unit;
  }

  private shuffle(): void {
    const { chosen } = this;
    for (let k = this.size - 1; k > 0; k--) {
      const other = this.below(k + 1);
      const kept = chosen[k];
      chosen[k] = chosen[other];
      chosen[other] = kept;
    }
  }

  /** Draws kind and size of the next neighbourhood, in proportion to their gains; in one of ten cases at random. */
  private pickArm(): number {
    const { gains } = this;
    const all = gains.length;
    if (this.below(10) === 0) return this.below(all);
    let sum = 0;
    for (let k = 0; k < all; k++) sum += gains[k];
    let left = (this.below(1 << 20) / (1 << 20)) * sum;
    for (let k = 0; k < all; k++) {
      left -= gains[k];
      if (left < 0) return k;
    }
    return all - 1;
  }

  /** A random integer below `n`. */
  private below(n: number): number {
    this.random = xorshift(this.random);
    return (this.random >>> 0) % n;
  }
}
