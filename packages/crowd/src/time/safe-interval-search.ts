import type { Graph, Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBudget, checkBuffer, checkOptions, checkVertex, shown, sliceOf } from '@pf/graph/kit';
import type { CrossingRule } from '../plans/crossings.ts';
import { crossingsOf } from '../plans/crossings.ts';
import { DistanceTables } from '../plans/distance-tables.ts';
import { StepTable } from '../plans/step-table.ts';
import type { Occupancy } from './occupancy.ts';
import { checkTime } from './reservations.ts';
import type { Reservations } from './reservations.ts';
import { SafeIntervals } from './safe-intervals.ts';
import { FirstSteps } from './first-steps.ts';

/** What `SafeIntervalSearch` can be told. */
export interface SafeIntervalSearchOptions {
  /** Only reservations of so many steps from the start on count: for units that plan again before these are over. Default: all. */
  readonly window?: number | undefined;
  /** Which steps cross. Default: the diagonals of a lattice; none on other graphs. */
  readonly crossings?: CrossingRule | undefined;
  /** Tables to share with other planners over the same graph. Default: its own. */
  readonly distances?: DistanceTables | undefined;
}

/**
 * The quickest path for one unit among obstacles whose motion is known: safe interval path planning, Phillips & Likhachev, ICRA 2011. The unit steps along an arc or waits, one step
 * of time each, whatever the arc costs; it is never on a vertex that is reserved, and never changes places with, or crosses, one that has a reservation.
 *
 * The path ends at the goal at the first step from which it is free for good. To plan several units, reserve each path before the next one is planned: quick, but neither optimal
 * nor sure to find one for all (see `LaCAM`). Between slices, edits and new reservations start it over. Memory: 2 bytes a vertex and goal, 4 · `maxDegree` + 10 bytes a
 * vertex, about 50 bytes a state.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Reservations, SafeIntervalSearch } from '@pf/crowd';
 *
 * // A door in the middle of a corridor is closed until step 5.
 * const grid = new Grid(5, 1);
 * const reservations = new Reservations(grid);
 * reservations.block(grid.vertex(2, 0), 0, 5);
 * const search = new SafeIntervalSearch(grid, reservations);
 * search.search(grid.vertex(0, 0), grid.vertex(4, 0)); // → 8
 * const out = new Uint32Array(9);
 * const length = search.path(out); // → 9
 * Array.from(out, (v) => grid.x(v)); // → [0, 1, 1, 1, 1, 1, 2, 3, 4]
 * ```
 */
export class SafeIntervalSearch {
  readonly counters = new Counters();
  private readonly steps: StepTable;
  private readonly distances: DistanceTables;
  private readonly intervals: SafeIntervals;
  private readonly window: FirstSteps | undefined;
  private readonly occupied: Occupancy;
  private readonly slots = new Int32Array(1);
  private start = 0;
  private goal = 0;
  private time = 0;
  private latest = Infinity;
  private finished = true;
  private version: number | undefined;
  private reserved = -1;
  private generation = -1;
  private last = 0;

  constructor(private readonly graph: Graph, private readonly reservations: Reservations, options: SafeIntervalSearchOptions = {}) {
    checkOptions(options, ['window', 'crossings', 'distances'], 'new SafeIntervalSearch');
    const { window, crossings = crossingsOf(graph), distances = new DistanceTables(graph) } = options;
    if (window !== undefined && !(Number.isInteger(window) && window > 0)) throw new RangeError(`The window must be a whole number of steps above 0, got ${shown(window)}.`);
    this.steps = new StepTable(graph);
    this.distances = distances;
    this.window = window === undefined ? undefined : new FirstSteps(reservations, window);
    this.occupied = this.window ?? reservations;
    this.intervals = new SafeIntervals(this.steps, distances, this.occupied, crossings);
  }

  /** How many steps the quickest path takes, waits included, for a unit that is at `start` at step `time`; Infinity if there is none, or none that arrives by step `latest`. */
  search(start: number, goal: number, time = 0, latest = Infinity): number {
    this.begin(start, goal, time, latest);
    this.run();
    return this.cost;
  }

  /** Takes a question; `run` does the work. */
  begin(start: number, goal: number, time = 0, latest = Infinity): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    checkTime(time, 'time at the start');
    if (!(latest >= time)) throw new RangeError(`The latest step must be ${time} or later, got ${shown(latest)}.`);
    this.start = start;
    this.goal = goal;
    this.time = time;
    this.latest = latest;
    this.counters.reset();
    this.setOut();
  }

  /** Goes on for at most `budget` expansions; returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (this.reserved < 0) return true;
    if (this.isStale) this.setOut();
    for (let left = budget; left > 0 && !this.finished && signal?.aborted !== true; ) {
      const piece = sliceOf(left, signal);
      const { expanded, generated } = this.intervals;
      this.finished = this.intervals.run(piece);
      this.counters.expanded += this.intervals.expanded - expanded;
      this.counters.generated += this.intervals.generated - generated;
      left -= piece;
    }
    return this.finished;
  }

  /** How many steps the path takes, waits included; Infinity if none was found. */
  get cost(): number {
    return this.intervals.arrival < 0 ? Infinity : this.intervals.arrival - this.time;
  }

  /** Writes where the unit is at each step, the start first; returns how many vertices, 0 if there is no path. */
  path(out: Uint32Array): number {
    checkBuffer(out);
    if (this.intervals.arrival < 0) return 0;
    const length = this.cost + 1;
    if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
    this.intervals.write(out, 0, length);
    return length;
  }

  private get isStale(): boolean {
    return this.graph.version !== this.version || this.reservations.version !== this.reserved || this.distances.generation !== this.generation;
  }

  private setOut(): void {
    const { reservations, window, time } = this;
    this.steps.refresh();
    this.distances.refresh();
    this.distances.claim([this.goal], 1, this.slots);
    this.generation = this.distances.generation;
    this.version = this.graph.version;
    if (reservations.version !== this.reserved) this.last = reservations.lastChange;
    this.reserved = reservations.version;
    if (window !== undefined) window.begin(time);
    // After the last change nothing moves any more, and no path visits a vertex twice.
    const end = Math.max(window?.end ?? time, this.last) + this.graph.vertexCount + 1;
    this.intervals.begin(this.start, this.goal, this.slots[0], time, Math.min(this.latest, end));
    this.finished = false;
  }
}
