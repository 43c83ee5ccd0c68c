import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { lastingHeuristic, NO_DIRECTION } from '@pf/graph/kit';
import { GREATEST_EXACT } from '../arcs.ts';
import type { OpenList } from '../open-list.ts';
import { openList } from '../open-list.ts';
import type { PlannerOptions } from '../planner.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import { RoutePlanner } from '../route-planner.ts';
import { nextStamp } from '../stamps.ts';
import { StartHeuristic } from '../start-heuristic.ts';

/** What `visited` says of a vertex of this question beside being in the tree: that it waits in the queue. */
export const OPEN = 1;
/** How far apart the numbers of two questions are: cut off, in the tree, open. */
const QUESTION = 3;

/** The tree of D* Extra Lite and its queue: which vertices hang in it, below which parents, and which of them are open. */
export abstract class SearchTree extends RoutePlanner {
  /** The parent in the search tree. */
  protected readonly ahead: Int32Array;
  protected open: OpenList;
  /** By vertex: the key of its entry that counts, of those in the queue. */
  protected readonly keys: Float64Array | Int32Array;
  protected openCount = 0;
  /** The cost to the goal along the tree, or more where a part of the tree has become cheaper. */
  protected readonly gValues: Float64Array | Int32Array;
  /** `inTree` or more for what is in the tree, one less for what was cut off, and less than that for what only former questions have met. */
  protected readonly visited: Uint32Array;
  protected inTree = 1;
  protected readonly lastMoves: PreviousArcs;
  /** From the start that keys are computed for. */
  protected readonly estimates: StartHeuristic;
  protected km = 0;
  /** No path costs more. Beyond that, the next search is anew: keys might soon be too great for 32 bits, or to be exact. Infinity where neither matters. */
  protected readonly mostKm: number;
  /** The vertices that one change has cut off. */
  protected readonly cut: Uint32Array;
  /** The moves that suffice, by arrival and legal moves; undefined where all are needed. Arrivals are counted from the goal on. */
  protected sufficient: Uint8Array | undefined;
  /** Of lattices of eight directions: the direction of the step from the parent; and the steps made since a vertex came into the tree, or more. */
  protected readonly arrival: Uint8Array;
  protected readonly stepped: Uint8Array;

  constructor(graph: Graph, options: PlannerOptions) {
    super(graph, { planner: 'D* Extra Lite', positive: false, heap: 'smaller-g' }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.open = openList(n, this.order);
    this.lastMoves = new PreviousArcs(this.arcs);
    this.ahead = new Int32Array(n);
    const whole = this.buckets || this.arcs.unit > 1;
    this.mostKm = this.buckets ? this.arcs.greatestOffset() : whole ? GREATEST_EXACT : Infinity;
    const bounded = this.buckets && this.mostKm < Infinity;
    this.gValues = bounded ? new Int32Array(n) : new Float64Array(n);
    this.keys = bounded ? new Int32Array(n) : new Float64Array(n);
    this.estimates = new StartHeuristic(n, options.heuristic ?? lastingHeuristic(graph), { unit: this.arcs.unit, whole, greatest: this.mostKm });
    this.visited = new Uint32Array(n);
    this.cut = new Uint32Array(n);
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
    this.estimates.startAt(this.start);
    this.km = 0;
    this.lastMoves.begin();
    this.sufficient = this.arcs.lattice?.sufficient;
    this.visit(this.goal, 0, NO_VERTEX);
    if (this.sufficient !== undefined) this.arrival[this.goal] = NO_DIRECTION;
  }

  protected override takeHeap(): void {
    super.takeHeap();
    this.open = openList(this.cut.length, this.order);
    this.estimates.takeReals();
  }

  protected moved(along: boolean): void {
    if (along) this.total = this.gValues[this.start];
  }

  /** Computes all later keys for the present start. */
  protected refocus(): void {
    if (this.estimates.start !== this.start) this.km += this.estimates.moveTo(this.start);
  }

  /** Hangs `v` into the tree below `parent`. */
  protected visit(v: number, g: number, parent: number): void {
    const { visited } = this;
    if (visited[v] < this.inTree - 1) this.lastMoves.note(v);
    this.gValues[v] = g;
    this.ahead[v] = parent;
    this.place(v, this.keyOf(v, g), g);
    this.counters.generated++;
  }

  /** Puts `v` into the queue, or gives it another place. */
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

  /** Takes out of the queue what does not count. */
  protected sweep(): void {
    const { cut, keys, open, visited, inTree } = this;
    let kept = 0;
    open.keep((v, key) => {
      if (visited[v] !== inTree + OPEN || keys[v] !== key) return false;
      // Once: what was cut off and came back may be there twice.
      visited[v] = inTree;
      cut[kept++] = v;
      return true;
    });
    while (kept > 0) visited[cut[--kept]] = inTree + OPEN;
  }

  protected cutOff(v: number): void {
    if (this.visited[v] === this.inTree + OPEN) this.openCount--;
    this.visited[v] = this.inTree - 1;
  }

  /** The part of a key that counts: what a path through `u` costs. */
  protected keyOf(u: number, g: number): number {
    return g + this.km + this.estimates.to(u);
  }
}
