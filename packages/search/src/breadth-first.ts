import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkRead, checkVertex, nextStamp, shown } from '@pf/graph/kit';
import { SlicedSearch } from './sliced-search.ts';

/**
 * Breadth-first search: Moore, "The Shortest Path through a Maze", 1959. It counts arcs and ignores costs, so its paths
 * are cheapest only if all arcs cost the same. Memory: 16 bytes per vertex.
 *
 * Between two searches the arcs of the graph may change; its number of vertices may not.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { BreadthFirst } from '@pf/search';
 *
 * const graph = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [0, 3, 1]]);
 * const search = new BreadthFirst(graph);
 * search.search(0, 2); // → 2
 * search.flood(0, 1); // → 3
 * ```
 */
export class BreadthFirst extends SlicedSearch {
  private readonly parents: Int32Array;
  private readonly depths: Int32Array;
  private readonly stamps: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = 1;
  private readonly order: Uint32Array;
  /** Numbers of vertices expanded, and reached. */
  private head = 0;
  private tail = 0;
  private start = NO_VERTEX;
  private target = NO_VERTEX;
  private limit = Infinity;
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(graph: Graph) {
    super(graph);
    const { vertexCount, maxDegree } = graph;
    this.parents = new Int32Array(vertexCount);
    this.depths = new Int32Array(vertexCount);
    this.stamps = new Int32Array(vertexCount);
    this.order = new Uint32Array(vertexCount);
    this.to = new Uint32Array(maxDegree);
    this.arcCost = new Float64Array(maxDegree);
  }

  /** Returns the smallest number of arcs from `start` to `goal`; Infinity if there is no path. */
  search(start: number, goal: number): number {
    checkVertex(this.graph, goal, 'goal');
    this.begin(start, goal);
    this.run();
    return this.steps(goal);
  }

  /** Reaches everything at most `steps` arcs away and returns the number of vertices. */
  flood(start: number, steps = Infinity): number {
    this.begin(start, NO_VERTEX, steps);
    this.run();
    return this.tail;
  }

  /** Starts a search for `goal` (NO_VERTEX: everything) up to `steps` arcs; `run` continues it. */
  begin(start: number, goal = NO_VERTEX, steps = Infinity): void {
    checkVertex(this.graph, start, 'start');
    if (goal !== NO_VERTEX) checkVertex(this.graph, goal, 'goal');
    if (typeof steps !== 'number' || !(steps >= 0)) throw new RangeError(`The number of steps must be 0 or more, got ${shown(steps)}.`);
    this.check();
    this.start = start;
    this.target = goal;
    this.limit = Math.floor(steps);
    this.beginQuery();
  }

  /** Restarts the query on the current graph. */
  protected restart(): void {
    const { start } = this;
    this.stamp = nextStamp(this.stamps, this.stamp, 1);
    this.head = 0;
    this.tail = 1;
    this.order[0] = start;
    this.stamps[start] = this.stamp;
    this.parents[start] = NO_VERTEX;
    this.depths[start] = 0;
    this.counters.queueOperations++;
    this.finished = start === this.target;
  }

  protected slice(budget: number): boolean {
    const { graph, parents, depths, stamps, stamp, order, counters, to, arcCost, target, limit } = this;
    const vertexCount = stamps.length;
    const before = this.head + this.tail;
    let finished = false;
    for (let spent = 0; spent < budget && !finished; spent++) {
      const v = order[this.head];
      if (this.head === this.tail || depths[v] >= limit) {
        finished = true;
        break;
      }
      this.head++;
      counters.expanded++;
      const n = graph.successors(v, to, arcCost);
      for (let i = 0; i < n; i++) {
        const u = to[i];
        if (stamps[u] === stamp) continue;
        // An arc beyond the buffer has no head either.
        if (!(u < vertexCount)) checkRead(vertexCount, v, n, to, arcCost);
        stamps[u] = stamp;
        parents[u] = v;
        depths[u] = depths[v] + 1;
        order[this.tail++] = u;
        counters.generated++;
        if (u === target) finished = true;
      }
    }
    counters.queueOperations += this.head + this.tail - before;
    return finished;
  }

  /** Number of arcs of the path to the goal; Infinity before it is found, if there is none, or without a goal. */
  get cost(): number {
    return this.target === NO_VERTEX ? Infinity : this.steps(this.target);
  }

  /** Whether `v` was reached, and is open. */
  isOpen(v: number): boolean {
    return this.stamps[v] === this.stamp && !this.isClosed(v);
  }

  /** Whether `v` has been expanded. */
  isClosed(v: number): boolean {
    const { order, depths, head, tail } = this;
    if (this.stamps[v] !== this.stamp) return false;
    const layer = head < tail ? depths[order[head]] : Infinity;
    if (depths[v] !== layer) return depths[v] < layer;
    // Part of its layer may be expanded. Finding it in the order here saves the search a mark.
    for (let i = head; i < tail && depths[order[i]] === layer; i++) if (order[i] === v) return false;
    return true;
  }

  /** Smallest number of arcs to `v`; Infinity if not reached. */
  steps(v: number): number {
    return this.stamps[v] === this.stamp ? this.depths[v] : Infinity;
  }

  /** Writes the path to `v` (default: the goal), start first, and returns its number of vertices; 0 if `v` was not reached. */
  path(out: Uint32Array, v = this.target): number {
    if (v === NO_VERTEX || this.stamps[v] !== this.stamp) return 0;
    checkBuffer(out);
    const length = this.depths[v] + 1;
    if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
    for (let u = v, i = length - 1; i >= 0; u = this.parents[u], i--) out[i] = u;
    return length;
  }

  /** Writes the reached vertices, nearest first, and returns their number. */
  reached(out: Uint32Array): number {
    checkBuffer(out);
    if (out.length < this.tail) throw new RangeError(`${this.tail} vertices were reached, but the buffer holds ${out.length}.`);
    out.set(this.order.subarray(0, this.tail));
    return this.tail;
  }
}
