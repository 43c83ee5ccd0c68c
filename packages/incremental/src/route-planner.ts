import type { Graph, Heuristic, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBudget, checkBuffer, checkGoalEstimate, checkOption, checkVertexCount, checkTails, checkVertex, checkWorld, EditFollower, sliceOf } from '@pf/graph/kit';
import type { CostDemands } from './arcs.ts';
import { Arcs, MAX_COST_FOR_BUCKETS } from './arcs.ts';
import type { Planner, QueueOrder } from './planner.ts';
import { QUEUE_ORDERS } from './planner.ts';

/** Requirements of a planner on costs. */
export type PlannerNeeds = Pick<CostDemands, 'planner' | 'positive'>;

/** Default queue if costs do not suit buckets. */
const HEAP: QueueOrder = 'larger-g';

/** Relative error of a few sums and differences. */
export const ROUNDING = 8 * Number.EPSILON;
/** Relative error of a path's cost. */
export const PRECISION = 1e-12;

/** Base of all planners: the methods of `Planner`, over pointers along the path and a search that can be resumed. */
export abstract class RoutePlanner implements Planner {
  readonly counters = new Counters();
  start = NO_VERTEX;
  goal = NO_VERTEX;
  /** `cost` in units of `arcs`. */
  protected total = Infinity;
  /** Remaining cost of the path when last summed; 0 if it was not. */
  private summed = 0;
  lastExpanded = NO_VERTEX;
  protected readonly arcs: Arcs;
  /** Requirements on the costs of arcs. */
  private readonly demands: CostDemands;
  /** Next vertex on the path to the goal. Valid from the start on if `settled`. */
  protected abstract readonly ahead: Int32Array;
  /** Kind of its queue. Default buckets are replaced by a heap when the first fractional cost appears. */
  protected order: QueueOrder;
  /** Whether `cost` and the pointers answer the current query. */
  protected settled = false;
  /** Whether state may be half updated, because work is in progress, an exception interrupted it, or the queue changed. */
  private torn = false;
  /** Set during work, so that callbacks of the graph or the heuristic cannot use the planner. */
  private busy = false;
  private readonly edits: EditFollower;
  /** Capacity of its arrays in vertices. */
  private readonly room: number;

  constructor(
    readonly graph: Graph,
    needs: PlannerNeeds,
    queue: QueueOrder | undefined,
    /** The user's heuristic, if any. */
    private readonly given?: Heuristic | undefined,
  ) {
    checkWorld(graph, 'A planner');
    const { planner, positive } = needs;
    this.arcs = new Arcs(graph);
    this.room = graph.vertexCount;
    this.edits = new EditFollower(graph);
    this.order = queue ?? (this.arcs.whole(MAX_COST_FOR_BUCKETS) ? 'buckets' : HEAP);
    checkOption('queue', this.order, QUEUE_ORDERS);
    this.demands = { planner, whole: queue === 'buckets', positive };
    this.arcs.check(this.demands);
  }

  get cost(): number {
    return this.total / this.arcs.unit;
  }

  begin(start: number, goal: number): void {
    this.checkReady();
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.start = start;
    this.goal = goal;
    this.lastExpanded = NO_VERTEX;
    this.counters.reset();
    this.work(() => this.beginAnew());
  }

  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (this.settled && !this.torn && !this.edits.isBehind) return true;
    this.checkBegun();
    this.checkReady();
    this.busy = true;
    try {
      return this.runOn(budget, signal);
    } finally {
      this.busy = false;
    }
  }

  private runOn(budget: number, signal: Signal | undefined): boolean {
    this.followEdits();
    // An unreported edit at an unknown place.
    if (this.torn || this.edits.isBehind) this.beginAnew();
    if (this.settled) return true;
    this.torn = true;
    // Rounded up, as searches count array entries by it.
    let left = Math.ceil(budget);
    do {
      if (signal?.aborted === true) break;
      const piece = sliceOf(left, signal);
      this.settled = this.search(piece);
      left -= piece;
    } while (!this.settled && left > 0);
    this.torn = false;
    return this.settled;
  }

  next(): number {
    return this.settled && this.total < Infinity && this.start !== this.goal ? this.ahead[this.start] : NO_VERTEX;
  }

  path(out: Uint32Array): number {
    if (!this.settled || !(this.total < Infinity)) return 0;
    checkBuffer(out);
    const { ahead, goal } = this;
    let n = 0;
    for (let v = this.start; ; v = ahead[v]) {
      if (n === out.length) throw new RangeError(`The path has more than the ${n} vertices that the buffer holds: pass one of up to vertexCount entries.`);
      out[n++] = v;
      if (v === goal) return n;
    }
  }

  moveTo(v: number): void {
    this.checkBegun();
    this.checkReady();
    checkVertex(this.graph, v, 'new start');
    if (v !== this.start) this.work(() => this.takeStart(v));
  }

  private takeStart(v: number): void {
    this.followEdits();
    const along = v === this.next();
    const from = this.start;
    this.start = v;
    if (!along) this.unsettle();
    if (this.torn) return;
    this.torn = true;
    this.moved(along, from);
    this.torn = false;
  }

  goalMovedTo(v: number): void {
    this.checkBegun();
    this.checkReady();
    checkVertex(this.graph, v, 'new goal');
    if (v === this.goal) return;
    this.work(() => this.takeGoal(v));
  }

  private takeGoal(v: number): void {
    this.followEdits();
    this.goal = v;
    this.unsettle();
    if (this.torn) return;
    this.torn = true;
    if (this.given !== undefined) checkGoalEstimate(this.given, v);
    this.goalMoved();
    this.torn = false;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.checkReady();
    if (n === 0) return;
    this.work(() => {
      if (this.edits.isComplete(tails, n)) this.report(tails, n);
      else this.followEdits();
    });
  }

  abstract isOpen(v: number): boolean;

  protected unsettle(): void {
    this.settled = false;
    this.total = Infinity;
    this.summed = 0;
  }

  /**
   * The difference of two sums. If rounding dominates it, as after a very expensive arc, the rest of the path is summed up instead, and again after
   * half of it; in between, each move subtracts an arc. So the path is summed about twice, not once a move.
   */
  protected rest(from: number, difference: number, error: number): number {
    if (error <= PRECISION * difference) return difference;
    const left = this.total - this.arcs.between(from, this.start);
    if (this.summed > 0 && 2 * left >= this.summed) return left;
    let sum = 0;
    for (let v = this.start; v !== this.goal; v = this.ahead[v]) sum += this.arcs.between(v, this.ahead[v]);
    return (this.summed = sum);
  }

  /** Handles a moved goal: a new query, except for planners that learn. */
  protected goalMoved(): void {
    this.reset();
  }

  /** Replaces buckets by an empty heap. The caller restarts the query. */
  protected takeHeap(): void {
    this.order = HEAP;
  }

  protected get buckets(): boolean {
    return this.order === 'buckets';
  }

  /** Reads unreported edits from the graph, if it remembers them. */
  private followEdits(): void {
    const { edits } = this;
    if (!edits.isBehind || this.start === NO_VERTEX) return;
    const n = edits.find();
    if (n > 0) this.report(edits.tails, n);
    else if (n === 0) edits.catchUp();
  }

  private report(tails: ArrayLike<number>, n: number): void {
    const { torn } = this;
    this.torn = true;
    this.arcs.check(this.demands, tails, n);
    if (this.yielding && !this.arcs.whole(Infinity, tails, n)) return this.takeHeap();
    if (torn) return;
    // A query that has not started will see the graph as it is then.
    if (this.start !== NO_VERTEX) {
      this.changed(tails, n);
      this.edits.catchUp();
    }
    this.torn = false;
  }

  private beginAnew(): void {
    // A rejected cost may still exist, and an unreported edit may have added one.
    const doubtful = this.torn || this.graph.version === undefined || this.edits.isBehind;
    this.torn = true;
    this.unsettle();
    this.checkEstimates();
    if (doubtful) this.arcs.check(this.demands);
    if (doubtful && this.yielding && !this.arcs.whole()) this.takeHeap();
    this.edits.catchUp();
    this.reset();
    this.torn = false;
  }

  /** Whether it has default buckets and costs may become fractional. */
  private get yielding(): boolean {
    return this.buckets && !this.demands.whole && this.arcs.lattice === undefined;
  }

  private checkBegun(): void {
    if (this.start === NO_VERTEX) throw new Error('The planner has no start and goal yet: call begin(start, goal) first.');
  }

  /** Runs code that may call the graph or the heuristic. */
  private work(task: () => void): void {
    this.busy = true;
    try {
      task();
    } finally {
      this.busy = false;
    }
  }

  /** Rejects a heuristic of (dx, dy), a constant, or one for other costs. */
  private checkEstimates(): void {
    const { given, arcs, start, goal } = this;
    if (given === undefined) return;
    checkGoalEstimate(given, goal);
    const estimate = given(start, goal);
    const n = arcs.leaving(start);
    for (let i = 0; i < n; i++) {
      const through = arcs.cost[i] / arcs.unit + given(arcs.to[i], goal);
      if (!(estimate > through + 1e-9 * Math.abs(through))) continue;
      throw new RangeError(
        `The heuristic is not consistent: it estimates ${estimate} from ${start} to ${goal}, but ${through} by way of ${arcs.to[i]}, the arc included. Planners need h(v, goal) ≤ cost + h(u, goal) for every arc.`,
      );
    }
  }

  /** Throws if the planner is working, or if the graph has grown. */
  private checkReady(): void {
    if (this.busy) throw new Error('A planner was called from within its own graph or heuristic: make a second planner for that query.');
    checkVertexCount(this.graph, this.room, 'planner');
  }

  /** Drops the state of earlier queries. */
  protected abstract reset(): void;
  /** Continues the search; true when the pointers and `cost` are right. */
  protected abstract search(budget: number): boolean;
  /** Handles a move of the start, `along` its path or elsewhere. */
  protected abstract moved(along: boolean, from: number): void;
  /** Handles changed arcs that leave these vertices; n is at least 1. */
  protected abstract changed(tails: ArrayLike<number>, n: number): void;
}
