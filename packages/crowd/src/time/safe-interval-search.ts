import { checkMap, checkStepPlanner } from '../plans/check-units.ts';
import type { Graph, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkOptions, checkVertex, checkWorld, shown, sliceOf } from '@pf/graph/kit';
import type { CrossingRule } from '../plans/crossings.ts';
import { crossingsOf } from '../plans/crossings.ts';
import { DistanceTables } from '../plans/distance-tables.ts';
import { StepTable } from '../plans/step-table.ts';
import type { Occupancy } from './occupancy.ts';
import { FOREVER } from './occupancy.ts';
import { checkTime } from './reservations.ts';
import type { Reservations } from './reservations.ts';
import { SafeIntervals } from './safe-intervals.ts';
import { FirstSteps } from './first-steps.ts';

/** Options of `SafeIntervalSearch`. */
export interface SafeIntervalSearchOptions {
  /** The number of steps from the start for which reservations count, for units that will plan again before. Default: all. */
  readonly window?: number | undefined;
  /** Which steps cross. Default: the diagonals of a lattice or a torus; none on other graphs. */
  readonly crossings?: CrossingRule | undefined;
  /** Distance tables to share with other planners: of the same graph, or of the one that it is a view of. Default: tables of its own. */
  readonly distances?: DistanceTables | undefined;
}

/**
 * Finds the quickest path of one unit among obstacles whose motion is known: safe interval path planning, Phillips & Likhachev, ICRA 2011. Each step takes one unit of time,
 * along an arc or as a wait, whatever the arc costs. The unit is never on a reserved vertex, and never swaps places with, or crosses, a reserved path.
 *
 * The path ends at the goal at the first step from which it stays free. To plan for several units, reserve each path before the next search: that is quick, but not optimal,
 * and may find no path for some (see `LaCAM`). Edits and new reservations between slices start the search over, and so does a slice that threw.
 *
 * Memory: 2 bytes a vertex and goal, 4 · `maxDegree` + 6 bytes a vertex, about 50 bytes a state.
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
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private time = 0;
  private latest = Infinity;
  private finished = true;
  /** True during a slice, and from one that threw until the search has started over. */
  private isBroken = false;
  private version: number | undefined;
  private reserved = -1;
  private generation = -1;
  private last = 0;

  constructor(private readonly graph: Graph, private readonly reservations: Reservations, options: SafeIntervalSearchOptions = {}) {
    checkWorld(graph, 'A search');
    if (typeof (reservations as Partial<Reservations> | null | undefined)?.nextFree !== 'function') throw new TypeError(`A SafeIntervalSearch keeps off reservations, new Reservations(graph), got ${shown(reservations)}.`);
    checkOptions(options, ['window', 'crossings', 'distances'], 'new SafeIntervalSearch');
    checkMap(graph, reservations, 'list of reservations');
    const { window, crossings = crossingsOf(graph), distances = new DistanceTables(graph) } = options;
    checkStepPlanner(graph, options, true);
    if (window !== undefined && !(Number.isInteger(window) && window > 0)) throw new RangeError(`The window must be a whole number of steps above 0, got ${shown(window)}.`);
    this.steps = new StepTable(graph);
    this.distances = distances;
    this.window = window === undefined || window >= FOREVER / 2 ? undefined : new FirstSteps(reservations, window);
    this.occupied = this.window ?? reservations;
    this.intervals = new SafeIntervals(this.steps, distances, this.occupied, crossings);
  }

  /** The number of steps of the quickest path, waits included, from `start` at step `time`; Infinity if no path arrives by step `latest`. */
  search(start: number, goal: number, time = 0, latest = Infinity): number {
    this.begin(start, goal, time, latest);
    this.run();
    return this.cost;
  }

  /**
   * Begins a search; `run` does the work. After edits, this first reads the changed arcs; all arcs, if the graph does not list them or is a view by functions.
   * For a new goal, or after edits, it counts the steps to the goal from as far as the start.
   */
  begin(start: number, goal: number, time = 0, latest = Infinity): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    checkTime(time, 'time at the start');
    if (!(typeof latest === 'number' && latest >= time)) throw new RangeError(`The latest step must be ${time} or later, got ${shown(latest)}.`);
    this.start = start;
    this.goal = goal;
    this.time = time;
    this.latest = Math.floor(latest);
    this.counters.reset();
    this.restart();
  }

  /** Makes at most `budget` expansions; returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.start !== NO_VERTEX, 'search');
    if (this.isBroken || this.isStale) this.restart();
    else if (this.distances.generation !== this.generation) this.claim();
    this.isBroken = true;
    for (let left = budget; left > 0 && !this.finished && signal?.aborted !== true; ) {
      const slice = sliceOf(left, signal);
      const { expanded, generated } = this.intervals;
      this.finished = this.intervals.run(slice);
      this.counters.expanded += this.intervals.expanded - expanded;
      this.counters.generated += this.intervals.generated - generated;
      left -= slice;
    }
    this.isBroken = false;
    return this.finished;
  }

  /** The number of steps of the path, waits included; Infinity if there is none. */
  get cost(): number {
    return this.isBroken || this.intervals.arrival < 0 ? Infinity : this.intervals.arrival - this.time;
  }

  /** Writes the vertex of the unit at each step, the start first; returns how many; 0 if there is no path. */
  path(out: Uint32Array): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    const length = this.cost + 1;
    if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
    this.intervals.write(out, 0, length);
    return length;
  }

  private get isStale(): boolean {
    return this.graph.version !== this.version || this.reservations.version !== this.reserved;
  }

  private restart(): void {
    const { reservations, window, time } = this;
    this.isBroken = true;
    this.steps.refresh();
    this.distances.refresh(this.steps);
    this.claim();
    this.version = this.graph.version;
    if (reservations.version !== this.reserved) this.last = reservations.lastChange;
    this.reserved = reservations.version;
    if (window !== undefined) window.begin(time);
    // After the last change nothing moves, so a quickest path visits no vertex twice.
    const end = Math.max(window?.end ?? time, this.last) + this.graph.vertexCount;
    this.intervals.begin(this.start, this.goal, this.slots[0], time, Math.min(this.latest, end));
    this.finished = false;
    this.isBroken = false;
  }

  /** Claims the table of the goal: at the start, and again whenever another planner has replaced tables. */
  private claim(): void {
    this.distances.claim([this.goal], 1, this.slots);
    this.generation = this.distances.generation;
    this.intervals.useTable(this.slots[0]);
  }
}
