import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { nextStamp, NO_DIRECTION } from '@pf/graph/kit';
import { GREATEST_EXACT } from '../arcs.ts';
import type { OpenList } from '../open-list.ts';
import { openList } from '../open-list.ts';
import type { PlannerOptions } from '../planner.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import { RoutePlanner } from '../route-planner.ts';
import { StartHeuristic } from '../start-heuristic.ts';

/** Added to `inTree` in `visited` if the vertex is open. */
export const OPEN = 1;
/** Numbers in `visited` per query: cut off, in the tree, open. */
const QUESTION = 3;

/** The search tree of D* Extra Lite and its open list. */
export abstract class SearchTree extends RoutePlanner {
  /** The parent in the search tree. */
  protected readonly nextVertex: Int32Array;
  protected open: OpenList;
  /** By vertex: key of its valid queue entry. */
  protected readonly keys: Float64Array | Int32Array;
  protected openCount = 0;
  /** Cost to the goal along the tree; an upper bound after parts of it became cheaper. */
  protected readonly gValues: Float64Array | Int32Array;
  /** `inTree` or more for vertices in the tree, one less if cut off, lower if only seen by earlier queries. */
  protected readonly visited: Uint32Array;
  protected inTree = 1;
  protected readonly previousArcs: PreviousArcs;
  /** Estimates from the start that keys are computed for. */
  protected readonly estimates: StartHeuristic;
  protected km = 0;
  /** Limit of k_m. Beyond it the next search starts over, before keys exceed 32 bits or become inexact. Infinity if neither can happen. */
  protected readonly mostKm: number;
  /** Vertices cut off by one change. */
  protected readonly cut: Uint32Array;
  /** Canonical moves by arrival and legal moves, with arrivals seen from the goal; undefined if all moves are needed. */
  protected sufficient: Uint8Array | undefined;
  /** On 8-connected lattices: direction of the step from the parent, and the moves made since the vertex joined the tree (or more). */
  protected readonly arrival: Uint8Array;
  protected readonly stepped: Uint8Array;

  constructor(graph: Graph, options: PlannerOptions) {
    super(graph, { planner: 'D* Extra Lite', positive: false }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.open = openList(n, this.order);
    this.previousArcs = new PreviousArcs(this.arcs);
    this.nextVertex = new Int32Array(n);
    const whole = this.buckets || this.arcs.unit > 1;
    this.mostKm = this.buckets ? this.arcs.greatestOffset() : whole ? GREATEST_EXACT : Infinity;
    const bounded = this.buckets && this.mostKm < Infinity;
    this.gValues = bounded ? new Int32Array(n) : new Float64Array(n);
    this.keys = bounded ? new Int32Array(n) : new Float64Array(n);
    this.estimates = new StartHeuristic(n, this.heuristic, { unit: this.arcs.unit, whole, greatest: this.mostKm });
    this.visited = new Uint32Array(n);
    this.cut = new Uint32Array(n);
    this.sufficient = this.arcs.lattice?.sufficient;
    this.arrival = new Uint8Array(this.arcs.degree === 8 ? n : 0);
    this.stepped = new Uint8Array(this.arrival.length);
  }

  isOpen(v: number): boolean {
    return this.visited[v] === this.inTree + OPEN;
  }

  /** The cost from `v` to the goal along the tree; Infinity outside it. For drawing. */
  g(v: number): number {
    return this.visited[v] >= this.inTree ? this.gValues[v] / this.arcs.unit : Infinity;
  }

  protected reset(): void {
    this.inTree = nextStamp(this.visited, this.inTree, QUESTION);
    this.open.clear();
    this.openCount = 0;
    this.estimates.begin(this.start);
    this.km = 0;
    this.previousArcs.begin();
    this.sufficient = this.arcs.lattice?.sufficient;
    this.visit(this.goal, 0, NO_VERTEX);
    if (this.sufficient !== undefined) this.arrival[this.goal] = NO_DIRECTION;
  }

  protected override replaceBuckets(): void {
    super.replaceBuckets();
    this.open = openList(this.cut.length, this.order);
    this.estimates.allowFractions();
  }

  protected moved(along: boolean): void {
    if (along) this.total = this.gValues[this.start];
    if (this.arcs.lattice === undefined) this.estimates.foresee(this.start);
  }

  /** Computes all later keys for the present start. */
  protected refocus(): void {
    if (this.estimates.start !== this.start) this.km += this.estimates.moveTo(this.start);
  }

  /** Adds `v` to the tree below `parent`. */
  protected visit(v: number, g: number, parent: number): void {
    const { visited } = this;
    if (visited[v] < this.inTree - 1) this.previousArcs.note(v);
    this.gValues[v] = g;
    this.nextVertex[v] = parent;
    this.place(v, this.keyOf(v, g), g);
    this.counters.generated++;
  }

  /** Inserts `v` into the queue, or moves it. */
  protected place(v: number, key: number, g: number): void {
    const { visited, keys, open, inTree } = this;
    this.counters.queueOperations++;
    if (visited[v] !== inTree + OPEN) {
      visited[v] = inTree + OPEN;
      this.openCount++;
    } else if (keys[v] === key) return;
    keys[v] = key;
    open.push(v, key, g);
  }

  /** Removes stale entries from the buckets. A heap must not be refilled: it breaks ties by the order of pushes. */
  protected sweep(): void {
    const { cut, gValues: g, keys, open, visited, inTree } = this;
    let kept = 0;
    for (let key = open.peekPriority(); key < Infinity; key = open.peekPriority()) {
      const v = open.peek();
      open.pop();
      if (visited[v] !== inTree + OPEN || keys[v] !== key) continue;
      // Keep one entry: a vertex that was cut off and came back may have two.
      visited[v] = inTree;
      cut[kept++] = v;
    }
    // Equal keys are last in, first out: to keep their order, the last one popped is pushed first.
    while (kept > 0) {
      const v = cut[--kept];
      visited[v] = inTree + OPEN;
      open.push(v, keys[v], g[v]);
    }
  }

  protected cutOff(v: number): void {
    if (this.visited[v] === this.inTree + OPEN) this.openCount--;
    this.visited[v] = this.inTree - 1;
  }

  /** Key of `u`: the cost of a path through it. */
  protected keyOf(u: number, g: number): number {
    return g + this.km + this.estimates.to(u);
  }
}
