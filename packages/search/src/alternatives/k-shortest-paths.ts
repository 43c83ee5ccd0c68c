/**
 * The k shortest loopless paths.
 *
 * J. Y. Yen, "Finding the K Shortest Loopless Paths in a Network", Management Science 17(11), 1971; E. L. Lawler, "A Procedure for Computing the K Best
 * Solutions to Discrete Optimization Problems", Management Science 18(7), 1972: a path branches only from where it left its parent path.
 *
 * Departure: one backward search computes the costs to the goal; they guide all other searches, which expand little beyond their paths.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX, withCosts } from '@pf/graph';
import { ArcBuffer, checkBegun, checkBuffer, checkVertex } from '@pf/graph/kit';
import { AStar } from '../a-star.ts';
import { Dijkstra } from '../dijkstra.ts';
import { TieHeap } from '../tie-heap.ts';

/** A candidate path and its branch. */
interface Candidate {
  readonly vertices: Uint32Array;
  /** Cost of the path up to each of its vertices. */
  readonly costs: Float64Array;
  /** Index where it leaves its parent path. */
  readonly branch: number;
  /** Successors of that vertex that other paths with the same prefix take. */
  readonly taken: readonly number[];
}

/**
 * Finds the cheapest path, the second cheapest, and so on: one per call of `next`. No path visits a vertex twice, and all paths differ.
 * On grids successive paths hardly differ; see `AlternativeRoutes`.
 *
 * After an edit of the graph, call `begin` again. Memory: 60 bytes a vertex, 12 for each vertex of a path that was found.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { KShortestPaths } from '@pf/search';
 *
 * const graph = new CompressedGraph(4, [[0, 1, 1], [1, 3, 1], [0, 2, 1], [2, 3, 2], [0, 3, 5]]);
 * const paths = new KShortestPaths(graph);
 * paths.begin(0, 3);
 * [paths.next(), paths.next(), paths.next(), paths.next()]; // → [2, 3, 5, Infinity]
 * ```
 */
export class KShortestPaths {
  private readonly toGoal: Dijkstra;
  /** Over the graph without the prefix of a path and without some arcs of the branch vertex. */
  private readonly astar: AStar;
  private readonly arcs: ArcBuffer;
  /** By vertex: 1 while it is in the prefix. */
  private readonly removed: Uint8Array;
  private branch = NO_VERTEX;
  /** The heads of the arcs that the branch vertex lacks. */
  private taken: readonly number[] = [];
  private readonly buffer: Uint32Array;
  private readonly open = new TieHeap('fifo');
  /** Candidates by their number in the heap. */
  private candidates: (Candidate | undefined)[] = [];
  private current: Candidate | undefined;
  private goal = NO_VERTEX;
  /** The cost that `next` returned last. */
  private last = 0;
  private version: number | undefined;

  constructor(private readonly graph: Graph) {
    this.toGoal = new Dijkstra(graph, { direction: 'backward' });
    this.removed = new Uint8Array(graph.vertexCount);
    this.buffer = new Uint32Array(graph.vertexCount);
    const { toGoal, removed } = this;
    const detours = withCosts(graph, (tail, head, cost) => (removed[head] === 1 || (tail === this.branch && this.taken.includes(head)) ? Infinity : cost));
    this.astar = new AStar(detours, { heuristic: (v) => toGoal.distance(v) });
    this.arcs = new ArcBuffer(detours);
  }

  /** Starts a query for paths from `start` to `goal`. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    // Throws if the graph has outgrown the search, which then keeps its path.
    this.toGoal.begin(goal);
    // If the graph throws, there is no query.
    this.goal = NO_VERTEX;
    this.version = this.graph.version;
    this.last = 0;
    this.current = undefined;
    this.candidates = [];
    this.open.clear();
    this.toGoal.run();
    this.branch = NO_VERTEX;
    if (this.astar.search(start, goal) < Infinity) this.store(this.candidate(new Uint32Array(0), new Float64Array(0), []));
    this.goal = goal;
  }

  /**
   * Returns the cost of the next path, never less than the one before; Infinity when there are no more. If sums are rounded, it may exceed the sum along the path
   * in the last digits. If the graph throws, the same call can be repeated.
   */
  next(): number {
    checkBegun(this.goal !== NO_VERTEX, 'search');
    if (this.graph.version !== this.version) throw new Error('The graph was edited since begin: call begin(start, goal) again.');
    if (this.current !== undefined) this.branchOff(this.current);
    const number = this.open.pop();
    this.current = number < 0 ? undefined : this.candidates[number];
    if (this.current === undefined) return Infinity;
    this.candidates[number] = undefined;
    // Paths of equal cost can come in either order, since their sums round differently.
    this.last = Math.max(this.last, this.current.costs[this.current.costs.length - 1]);
    return this.last;
  }

  /** Writes the path found by `next`, start first, and returns its number of vertices; 0 if there is none. */
  path(out: Uint32Array): number {
    checkBuffer(out);
    if (this.current === undefined) return 0;
    const { vertices } = this.current;
    if (vertices.length > out.length) throw new RangeError(`The path has ${vertices.length} vertices, and the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    out.set(vertices);
    return vertices.length;
  }

  /** For each vertex of the path from its branch on, finds the cheapest path that leaves it there. Stores them at the end: if the graph throws, none. */
  private branchOff({ vertices, costs, branch, taken }: Candidate): void {
    const { removed, astar, goal } = this;
    const found: Candidate[] = [];
    try {
      for (let i = 0; i < branch; i++) removed[vertices[i]] = 1;
      for (let i = branch; i < vertices.length - 1; i++) {
        const others = i === branch ? [...taken, vertices[i + 1]] : [vertices[i + 1]];
        this.branch = vertices[i];
        this.taken = others;
        if (astar.search(vertices[i], goal) < Infinity) found.push(this.candidate(vertices.subarray(0, i), costs.subarray(0, i + 1), others));
        removed[vertices[i]] = 1;
      }
    } finally {
      for (const v of vertices) removed[v] = 0;
    }
    for (const one of found) this.store(one);
  }

  private store(found: Candidate): void {
    this.open.push(this.candidates.length, found.costs[found.costs.length - 1], 0);
    this.candidates.push(found);
  }

  /** The path just found, with its prefix. */
  private candidate(before: Uint32Array, costsBefore: Float64Array, taken: readonly number[]): Candidate {
    const { buffer } = this;
    const n = this.astar.path(buffer);
    const vertices = new Uint32Array(before.length + n);
    vertices.set(before);
    vertices.set(buffer.subarray(0, n), before.length);
    const costs = new Float64Array(vertices.length);
    costs.set(costsBefore);
    for (let i = before.length + 1; i < vertices.length; i++) costs[i] = costs[i - 1] + this.arcs.costOf(vertices[i - 1], vertices[i]);
    return { vertices, costs, branch: before.length, taken };
  }
}
