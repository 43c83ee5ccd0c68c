/**
 * A world as a search sees it: a directed graph whose vertices are the whole numbers 0 … vertexCount − 1.
 *
 * One call gives all arcs of a vertex, written into the caller's buffers, which hold at least
 * `maxDegree` entries; nothing is allocated. Costs are positive or zero and finite: an arc that
 * cannot be taken is left out.
 *
 * @example
 * ```ts
 * import type { Graph } from '@pf/graph';
 *
 * // A corridor of four cells, walked one step at a time.
 * const corridor: Graph = {
 *   vertexCount: 4,
 *   maxDegree: 2,
 *   successors(v, to, cost) {
 *     let n = 0;
 *     if (v > 0) { to[n] = v - 1; cost[n++] = 1; }
 *     if (v < 3) { to[n] = v + 1; cost[n++] = 1; }
 *     return n;
 *   },
 *   predecessors(v, to, cost) { return this.successors(v, to, cost); },
 * };
 * corridor.successors(0, new Uint32Array(2), new Float64Array(2)); // → 1
 * ```
 */
export interface Graph {
  /** How many vertices there are, those without arcs included: every array by vertex is this long. */
  readonly vertexCount: number;
  /** No vertex has more successors, nor more predecessors, than this. */
  readonly maxDegree: number;
  /**
   * Another number after every edit that changes an arc, where the graph counts them: for whoever keeps something that follows from its arcs, as a search
   * between two slices does, a planner that nobody told, and what was built for the graph. A graph without it is taken to stay as it is.
   */
  readonly version?: number | undefined;
  /**
   * Writes the vertices whose outgoing arcs may have changed since the graph had this `version`, and returns how many; −1 if the graph does not remember so far
   * back, or they do not fit. Planners follow edits by it; over a graph without it they plan anew after an edit that was not reported.
   */
  changedSince?(version: number, tails: Uint32Array): number;
  /** Writes the heads and costs of the arcs that leave `v`; returns how many. */
  successors(v: number, to: Uint32Array, cost: Float64Array): number;
  /** Writes the tails and costs of the arcs that enter `v`; returns how many. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number;
}

/**
 * An estimate of the cost from `v` to `goal`; admissible where it is never more than the true cost,
 * consistent where it never falls by more than the cost of the arc that is taken.
 */
export type Heuristic = (v: number, goal: number) => number;

/**
 * The estimate that a graph brings by a method `heuristic`, as grids and meshes do, good through all edits to come: it takes 1 for the least cost of
 * terrain that there will ever be. For a graph without one, 0 everywhere.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { lastingHeuristic } from '@pf/graph/kit';
 *
 * lastingHeuristic(new CompressedGraph(2, [[0, 1, 5]]))(0, 1); // → 0
 * ```
 */
export function lastingHeuristic(graph: Graph): Heuristic {
  if (!('heuristic' in graph) || typeof graph.heuristic !== 'function') return () => 0;
  return (graph.heuristic as (options: { readonly least: number }) => Heuristic).call(graph, { least: 1 });
}

/** A graph whose vertices lie somewhere: what drawing and geometric bounds need. */
export interface Located {
  /** How far along `v` lies, in the world's own units. */
  x(v: number): number;
  /** How far down, or up, as the world has it. */
  y(v: number): number;
}

/**
 * A graph whose arcs follow from one byte a vertex: what lets a search expand without a call.
 *
 * Bit `d` of `moves[v]` says that an arc leaves `v` in direction `d`. Its head is `v + offsets[d]`, its
 * cost `lengths[d]`, times `weights[head]` where `weighted`. The same arc enters its head from
 * `head - offsets[d]`; whatever vertex carries an arc, both of these lie inside `moves`. The arrays
 * are those of the world itself: they change under edits, and nobody but the world writes them.
 */
export interface Lattice extends Graph {
  /** By vertex: a bit for each direction in which an arc leaves it. */
  readonly moves: Uint8Array;
  /** By direction: what to add to a vertex. */
  readonly offsets: Int32Array;
  /** By direction: what a step costs where the weight is 1. */
  readonly lengths: Float64Array;
  /** By vertex: what a step that enters it is multiplied by, where `weighted`. */
  readonly weights: Uint8Array;
  /** False while every weight that an arc can meet is 1. */
  readonly weighted: boolean;
  /** Which moves suffice to find cheapest ways, a table as of `canonicalOrder`; undefined where, and as long as, all of them are needed. */
  readonly sufficient?: Uint8Array | undefined;
}

/**
 * Whether `graph` offers its moves as bytes.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { isLattice } from '@pf/graph/kit';
 *
 * isLattice(new CompressedGraph(2, [[0, 1, 1]])); // → false
 * ```
 */
export function isLattice(graph: Graph): graph is Lattice {
  return 'moves' in graph && 'offsets' in graph && 'lengths' in graph && 'weights' in graph;
}

/**
 * "No vertex": the parent of a root, the top of an empty queue.
 *
 * @example
 * ```ts
 * import { NO_VERTEX } from '@pf/graph';
 *
 * NO_VERTEX; // → -1
 * ```
 */
export const NO_VERTEX = -1;

/**
 * Throws unless `v` is a vertex of `graph`; `role` names it in the sentence.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkVertex } from '@pf/graph/kit';
 *
 * let said = '';
 * try {
 *   checkVertex(new CompressedGraph(2, []), 7, 'start');
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → 'The start must be a whole number from 0 to 1 (a vertex of the graph), got 7.'
 * ```
 */
export function checkVertex(graph: Graph, v: number, role: string): void {
  if (Number.isInteger(v) && v >= 0 && v < graph.vertexCount) return;
  throw new RangeError(`The ${role} must be a whole number from 0 to ${graph.vertexCount - 1} (a vertex of the graph), got ${typeof v === 'string' ? `'${String(v)}'` : String(v)}.`);
}
