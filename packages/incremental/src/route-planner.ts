import type { Graph, Heuristic, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkFit, checkHeuristic, checkOption, checkSelfEstimate, checkVertex, checkWorld, EditFollower, isLive, lastingHeuristic, sliceOf } from '@pf/graph/kit';
import type { CostDemands } from './arcs.ts';
import { Arcs, MAX_COST_FOR_BUCKETS, MAX_STATED_FOR_BUCKETS } from './arcs.ts';
import type { Planner, QueueOrder } from './planner.ts';
import { QUEUE_ORDERS } from './planner.ts';
import { QueryEstimate } from './query-estimate.ts';

/** Requirements of a planner on costs. */
type PlannerNeeds = Pick<CostDemands, 'planner' | 'positive'>;

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
  /** The path's cost in units of `arcs`. */
  protected total = Infinity;
  /** Cost of the rest of the path when `rest` last summed it up; 0 before. */
  private summed = 0;
  lastExpanded = NO_VERTEX;
  protected readonly arcs: Arcs;
  /** Requirements on the costs of arcs. */
  private readonly demands: CostDemands;
  /** By vertex: the next one on the path to the goal. Valid along the path from the start if `settled`. */
  protected abstract readonly nextVertex: Int32Array;
  /** Kind of the queue. If it was not chosen by the user, a heap replaces buckets once a cost is fractional or too large for exact sums. */
  protected order: QueueOrder;
  /** `answered`: `cost` and `nextVertex` are right. `searching`: `run` continues. `outdated`: `run` starts over, after an exception or an edit that it cannot follow. */
  private state: 'answered' | 'searching' | 'outdated' = 'searching';
  /** Set during work: callbacks of the graph or the heuristic must not use the planner. */
  private busy = false;
  protected readonly edits: EditFollower;
  protected readonly heuristic: Heuristic;
  private readonly ends: QueryEstimate;

  constructor(
    readonly graph: Graph,
    needs: PlannerNeeds,
    queue: QueueOrder | undefined,
    /** The user's heuristic, if any. */
    private readonly given?: Heuristic | undefined,
  ) {
    checkWorld(graph, 'A planner');
    const { planner, positive } = needs;
    if (given?.follows === true) throw new RangeError(`${planner} keeps estimates, so it needs a heuristic that does not change with the costs of the graph, such as that of a metric with costs of its own.`);
    this.heuristic = given ?? lastingHeuristic(graph);
    checkHeuristic(this.heuristic);
    this.arcs = new Arcs(graph);
    this.ends = new QueryEstimate(this.arcs, this.heuristic);
    this.edits = new EditFollower(graph);
    checkOption('queue', queue ?? HEAP, QUEUE_ORDERS);
    this.demands = { planner, whole: queue === 'buckets', positive };
    // The function of a view may return fractions later. To find out, each `begin` would have to read the whole graph.
    const whole = this.arcs.check(this.demands, isLive(graph) || queue !== undefined ? undefined : graph.costRange === undefined ? MAX_COST_FOR_BUCKETS : MAX_STATED_FOR_BUCKETS);
    this.order = queue ?? (whole ? 'buckets' : HEAP);
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
    this.work(() => this.restartQuery());
  }

  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (this.settled && !this.busy && !this.edits.isBehind) return true;
    this.checkBegun();
    this.checkReady();
    return this.work(() => this.runOn(budget, signal));
  }

  private runOn(budget: number, signal: Signal | undefined): boolean {
    this.followEdits();
    // Behind: there was an unreported edit, and the graph no longer knows which arcs it changed.
    if (this.state === 'outdated' || this.edits.isBehind) this.restartQuery();
    if (this.settled) return true;
    // Rounded up, since adaptive searches compute array indices from it.
    let left = Math.ceil(budget);
    do {
      if (signal?.aborted === true) break;
      const slice = sliceOf(left, signal);
      if (this.search(slice)) this.state = 'answered';
      left -= slice;
    } while (!this.settled && left > 0);
    // Edited by a callback: the search may have read some arcs before and others after. The next run starts over.
    if (this.edits.isBehind) this.outdate();
    return this.settled;
  }

  next(): number {
    return this.settled && this.total < Infinity && this.start !== this.goal ? this.nextVertex[this.start] : NO_VERTEX;
  }

  path(out: Uint32Array): number {
    if (!this.settled || !(this.total < Infinity)) return 0;
    checkBuffer(out);
    const { nextVertex, goal } = this;
    let n = 0;
    for (let v = this.start; ; v = nextVertex[v]) {
      if (n === nextVertex.length) throw new Error('The path goes in a circle: did changedSince or a report leave out tails of changed arcs?');
      if (n === out.length) throw new RangeError(`The path has more than the ${n} vertices that the buffer holds: pass one of up to vertexCount entries.`);
      out[n++] = v;
      if (v === goal) return n;
    }
  }

  moveTo(v: number): void {
    this.checkBegun();
    this.checkReady();
    checkVertex(this.graph, v, 'new start');
    if (v !== this.start) this.work(() => this.setStart(v));
  }

  private setStart(v: number): void {
    this.followEdits();
    const along = v === this.next();
    const from = this.start;
    this.start = v;
    if (!along) this.unsettle();
    // Without a record of edits, the next run starts over, even after a report. Nothing may be repaired before: costs may have become fractional.
    if (this.state === 'outdated' || (!along && this.edits.isBehind)) return this.outdate();
    this.ends.note(this.start, this.goal);
    this.moved(along, from);
  }

  goalMovedTo(v: number): void {
    this.checkBegun();
    this.checkReady();
    checkVertex(this.graph, v, 'new goal');
    if (v === this.goal) return;
    this.work(() => this.setGoal(v));
  }

  private setGoal(v: number): void {
    this.followEdits();
    this.goal = v;
    this.unsettle();
    if (this.state === 'outdated' || this.edits.isBehind) return this.outdate();
    if (this.given !== undefined) checkSelfEstimate(this.given, v);
    this.ends.note(this.start, this.goal);
    this.goalMoved();
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.checkReady();
    if (n === 0) return;
    const all = this.edits.complete(tails, n);
    // Without a record, the next run starts over.
    if (all < 0) this.unsettle();
    else this.work(() => this.report(this.edits.tails, all));
  }

  abstract isOpen(v: number): boolean;

  /** Whether `cost` and `nextVertex` answer the current query. */
  protected get settled(): boolean {
    return this.state === 'answered';
  }

  protected unsettle(): void {
    if (this.settled) this.state = 'searching';
    this.total = Infinity;
    this.summed = 0;
  }

  private outdate(): void {
    this.unsettle();
    this.state = 'outdated';
  }

  /**
   * The cost of the rest of the path, usually the `difference` of two sums. If rounding dominates that, as after a very expensive arc, sums up the arcs, and again after
   * half of that cost. In between, each move subtracts an arc. So the path is summed up about twice, not once a move.
   */
  protected rest(from: number, difference: number, error: number): number {
    if (error <= PRECISION * difference) return difference;
    const left = this.total - this.arcs.between(from, this.start);
    if (this.summed > 0 && 2 * left >= this.summed) return left;
    let sum = 0;
    for (let v = this.start; v !== this.goal; v = this.nextVertex[v]) sum += this.arcs.between(v, this.nextVertex[v]);
    return (this.summed = sum);
  }

  /** Handles a moved goal: a new query, except for planners that learn. */
  protected goalMoved(): void {
    this.reset();
  }

  /** Replaces buckets by an empty heap. The caller restarts the query. */
  protected replaceBuckets(): void {
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
    // First: a callback may edit the graph again.
    this.edits.catchUp();
    if (!this.keepsQueue(tails, n)) {
      this.outdate();
      return this.replaceBuckets();
    }
    // A query that has not begun needs no report: it will read the graph as it is then.
    if (this.state === 'outdated' || this.start === NO_VERTEX) return;
    // No key or estimate is valid then.
    if (this.ends.hasMoved(this.start, this.goal, tails, n)) return this.outdate();
    this.changed(tails, n);
  }

  private restartQuery(): void {
    const { edits, graph } = this;
    // A rejected cost may still exist. Without a version, or by the function of a view, any arc may have changed.
    const anyArc = this.state === 'outdated' || graph.version === undefined || isLive(graph);
    this.unsettle();
    if (this.given !== undefined) this.ends.check(this.start, this.goal);
    const found = anyArc ? -1 : edits.isBehind ? edits.find() : 0;
    const [tails, n] = found < 0 ? [] : [edits.tails, found];
    if (!this.keepsQueue(tails, n)) this.replaceBuckets();
    edits.catchUp();
    this.ends.note(this.start, this.goal);
    this.reset();
    this.state = 'searching';
  }

  /** Checks the costs of changed arcs, by default of all. Returns false if buckets are only the default, and a cost has become fractional or too large for them. */
  private keepsQueue(tails: ArrayLike<number> | undefined, n: number | undefined): boolean {
    const { arcs, demands } = this;
    const mayReplace = this.buckets && !demands.whole && arcs.lattice === undefined;
    return arcs.check(demands, mayReplace ? arcs.greatestWhole : undefined, tails, n) || !mayReplace;
  }

  private checkBegun(): void {
    checkBegun(this.start !== NO_VERTEX, 'planner');
  }

  /** Runs code that may call the graph or the heuristic. If they throw, the state may be half updated. */
  private work<T>(task: () => T): T {
    this.busy = true;
    try {
      return task();
    } catch (error) {
      this.outdate();
      throw error;
    } finally {
      this.busy = false;
    }
  }

  /** Throws if the planner is working, or if the graph has grown. */
  private checkReady(): void {
    if (this.busy) throw new Error('A planner was called from within its own graph or heuristic: make a second planner for that query.');
    checkFit(this.graph, 'planner', this.nextVertex.length, this.arcs.to.length);
  }

  /** Drops the state of earlier queries. */
  protected abstract reset(): void;
  /** Continues the search; returns true once `nextVertex` and `cost` are right. */
  protected abstract search(budget: number): boolean;
  /** Handles a move of the start. `along`: to the next vertex of the path. */
  protected abstract moved(along: boolean, from: number): void;
  /** Handles changed arcs that leave these vertices; n is at least 1. */
  protected abstract changed(tails: ArrayLike<number>, n: number): void;
}
