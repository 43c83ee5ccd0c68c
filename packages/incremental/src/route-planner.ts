import type { Graph, Heuristic, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBudget, checkBuffer, checkGoalEstimate, checkOption, checkTails, checkVertex, checkWorld, EditFollower, sliceOf } from '@pf/graph/kit';
import type { CostDemands } from './arcs.ts';
import { Arcs, MAX_COST_FOR_BUCKETS } from './arcs.ts';
import type { Planner, QueueOrder } from './planner.ts';
import { QUEUE_ORDERS } from './planner.ts';

/** What a planner asks of its queue and of costs. */
export interface PlannerNeeds extends Pick<CostDemands, 'planner' | 'positive'> {
  /** What it takes where no queue was asked for and costs do not suit buckets. */
  readonly heap: QueueOrder;
}

/** What all planners do alike: the verbs of `Planner`, over pointers along the way and a search that can be resumed. */
export abstract class RoutePlanner implements Planner {
  readonly counters = new Counters();
  start = NO_VERTEX;
  goal = NO_VERTEX;
  /** `cost` in units of `arcs`. */
  protected total = Infinity;
  lastExpanded = NO_VERTEX;
  protected readonly arcs: Arcs;
  /** What it asks of the costs of arcs. */
  private readonly demands: CostDemands;
  /** By vertex: the one after it on the path to the goal. Holds from the start on, where `settled`. */
  protected abstract readonly ahead: Int32Array;
  /** What its queue is. Where nobody asked for buckets, they give way to a heap when the first cost comes that is no whole number. */
  protected order: QueueOrder;
  /** Whether `cost` and the pointers answer the question as it stands. */
  protected settled = false;
  /** Work is at hand, or something was thrown in the middle of it: what is kept may be half of one state and half of another. Or it is for another queue. */
  private torn = false;
  /** Set while it works: a callback of the graph or the heuristic then cannot use it. */
  private busy = false;
  private readonly edits: EditFollower;
  /** How many vertices its arrays are for. */
  private readonly room: number;

  constructor(
    readonly graph: Graph,
    private readonly needs: PlannerNeeds,
    queue: QueueOrder | undefined,
    /** The heuristic that is not the graph's own. */
    private readonly given?: Heuristic | undefined,
  ) {
    checkWorld(graph, 'A planner');
    const { planner, positive, heap } = needs;
    this.arcs = new Arcs(graph);
    this.room = graph.vertexCount;
    this.edits = new EditFollower(graph);
    this.order = queue ?? (this.arcs.whole(MAX_COST_FOR_BUCKETS) ? 'buckets' : heap);
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
    this.checkAsked();
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
    // An edit that was not reported, and of which the graph does not say where it was.
    if (this.torn || this.edits.isBehind) this.beginAnew();
    if (this.settled) return true;
    this.torn = true;
    // Whole: searches count by it entries of their arrays.
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
    this.checkAsked();
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
    this.checkAsked();
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
  }

  /** The goal has moved: that is a new question, but to planners that learn. */
  protected goalMoved(): void {
    this.reset();
  }

  /** Puts a heap in the place of buckets, empty: whoever calls it lets the question begin anew. */
  protected takeHeap(): void {
    this.order = this.needs.heap;
  }

  protected get buckets(): boolean {
    return this.order === 'buckets';
  }

  /** Takes edits that were not reported from the graph, if it remembers them. */
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
    // A question that is yet to begin sees all as it is then.
    if (this.start !== NO_VERTEX) {
      this.changed(tails, n);
      this.edits.catchUp();
    }
    this.torn = false;
  }

  private beginAnew(): void {
    // A cost that was rejected may still be there, and after an edit that was not reported, one may have come.
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

  /** Whether it has buckets that nobody asked for, and costs need not stay whole. */
  private get yielding(): boolean {
    return this.buckets && !this.demands.whole && this.arcs.lattice === undefined;
  }

  private checkAsked(): void {
    if (this.start === NO_VERTEX) throw new Error('There is no question to plan for yet: call begin(start, goal) first.');
  }

  /** Does what may call the graph or the heuristic. */
  private work(task: () => void): void {
    this.busy = true;
    try {
      task();
    } finally {
      this.busy = false;
    }
  }

  /** What a heuristic of (dx, dy), a constant, or one for other costs gets wrong at once. */
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

  /** Throws where it is at work, and where the graph has outgrown it. */
  private checkReady(): void {
    if (this.busy) throw new Error('A planner was asked from within its own graph or heuristic, while it was at work: make a second planner for that question.');
    const { vertexCount } = this.graph;
    if (vertexCount <= this.room) return;
    throw new RangeError(`The graph has ${vertexCount} vertices, and had ${this.room} when this planner was made: make a new planner.`);
  }

  /** A new question: nothing known of old ones holds. */
  protected abstract reset(): void;
  /** Searches on; true when the pointers and `cost` are right. */
  protected abstract search(budget: number): boolean;
  /** The start has moved, `along` the path found or somewhere else. */
  protected abstract moved(along: boolean, from: number): void;
  /** Arcs that leave these vertices are others than before; there is at least one. */
  protected abstract changed(tails: ArrayLike<number>, n: number): void;
}
