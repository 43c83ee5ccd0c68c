import { remedyFor, shown } from './shown.ts';

/**
 * A world as searches see it: a directed graph whose vertices are the integers 0 … vertexCount − 1.
 *
 * One call writes all arcs of a vertex to the caller's buffers, which have room for `maxDegree` entries. Nothing is
 * allocated. Costs are finite and 0 or more. Closed arcs are left out.
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
  /** The number of vertices, including those without arcs. Arrays by vertex have this length. */
  readonly vertexCount: number;
  /** The highest number of arcs that leave a vertex, or that enter one, whichever is more. An edit may raise it; searches that were made before then throw. */
  readonly maxDegree: number;
  /**
   * Changes with every edit of an arc. By it, sliced searches, planners and precomputed data notice edits.
   * Without `changedSince`, add 1 with each reported edit: after a larger step, planners start over. Omit it if the graph never changes.
   */
  readonly version?: number | undefined;
  /**
   * Writes the tails of the arcs that may have changed since `version`. Returns their number; −1 if that version is too old, or they do not fit.
   * Planners follow edits with it, and check reports. On −1 they plan from scratch, as without it after an unreported edit.
   * Planners pass a `tails` of 4096 entries, or a sixteenth of `vertexCount` if that is more (on a lattice 4096); those of @pf/crowd for many units one of 1024.
   * It never has more entries than the graph has vertices. A `TailLog` keeps the record.
   */
  changedSince?(version: number, tails: Uint32Array): number;
  /**
   * Whether a number from 0 to `vertexCount` − 1 is a vertex. Default: all are. For grids, the border around the cells is not, so that a query from there throws.
   * Searches call it once for each end of a query; a `VertexIndex` calls it once for each number.
   */
  hasVertex?(v: number): boolean;
  /** Writes the heads and costs of the arcs that leave `v`; returns how many. */
  successors(v: number, to: Uint32Array, cost: Float64Array): number;
  /** Writes the tails and costs of the arcs that enter `v`; returns how many. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number;
  /** As `successors`, but also writes closed arcs, which may open later, at cost Infinity. For structures that are built for all later costs. Omit it if no arc is ever closed. */
  allSuccessors?(v: number, to: Uint32Array, cost: Float64Array): number;
  /**
   * The estimate that searches take by default; without it, that is 0. `least` is a lower bound of all later costs, as a share of the length of an arc: planners and agents, which keep
   * estimates, pass 1. Without `least`, estimates need to be valid until the next edit only.
   */
  heuristic?(options?: { readonly least?: number | undefined }): Heuristic;
  /** What costs can be, now and after all edits. Without it, the planners of @pf/incremental read all arcs to find out. */
  readonly costRange?: CostRange | undefined;
  /** The graph that this one is a view of: it has the same vertices, closes arcs or changes their costs, and adds none. Units over a view then know which steps cross. */
  readonly viewOf?: Graph | undefined;
  /**
   * Which steps cross, for units of @pf/crowd that avoid each other: writes the steps that cross the one from `from` to `to` to `out`, as up to 16 pairs of vertices, and returns
   * how many numbers it wrote. The rule must be symmetric. Default: the diagonals of a lattice cross, and in a view the same steps as in its graph.
   */
  readonly crossings?: ((from: number, to: number, out: Int32Array) => number) | undefined;
  /** The lattice that this graph equals except at a few vertices: some searches then call the graph only there. */
  readonly nearLattice?: NearLattice | undefined;
  /** True if arcs may change without a new `version`, since a function decides: what keeps data of the graph then reads all arcs in each search. */
  readonly isLive?: boolean | undefined;
}

/** What the costs of a graph can be. */
export interface CostRange {
  /** Above 0. */
  readonly least: number;
  readonly most: number;
  /** Whether all are whole numbers. */
  readonly whole: boolean;
}

/**
 * An estimate of the cost from `v` to `goal`. Admissible: never above the true cost. Consistent: falls along an arc by at most the cost
 * of the arc. Bidirectional searches and most planners also ask for estimates from the start to any vertex: it must be right between any two.
 */
export interface Heuristic {
  (v: number, goal: number): number;
  /** True if the estimates change with the costs of the graph: searches accept such a heuristic; planners reject it, since they keep estimates. */
  readonly follows?: boolean | undefined;
  /** A number that changes whenever estimates do. While it stays, a search in slices goes on after an edit where it has not been; without one, it starts over. 0 will do if no estimate ever changes. */
  readonly revision?: number | undefined;
}

/** A graph whose vertices have coordinates: needed for drawing and geometric bounds. */
export interface Located {
  /** The horizontal coordinate, in the world's units. */
  x(v: number): number;
  /** The vertical coordinate; whether it grows downwards is up to the world. */
  y(v: number): number;
}

/**
 * A graph that stores its arcs as one byte a vertex, so that searches can expand without a call.
 *
 * Bit `d` of `moves[v]` says that an arc leaves `v` in direction `d`. Its head is `v + offsets[d]`, its cost `lengths[d]`, times `weights[head]` if `weighted`.
 * The same arc enters its head from `head - offsets[d]`. Both ends lie inside `moves` for every arc. The arrays belong to the world: only it writes them, and
 * they change with its edits.
 */
export interface Lattice extends Graph {
  /** By vertex: a bit for each direction in which an arc leaves. */
  readonly moves: Uint8Array;
  /** By direction: the difference of the vertex numbers. */
  readonly offsets: Int32Array;
  /** By direction: the cost of a step onto weight 1. */
  readonly lengths: Float64Array;
  /** By vertex: the factor for the cost of a step onto it, if `weighted`. */
  readonly weights: Uint8Array;
  /** Whether an arc may enter a vertex whose weight is not 1. */
  readonly weighted: boolean;
  /** The moves that are enough to find cheapest paths, as a table of `canonicalOrder`. Undefined if all moves are needed. */
  readonly sufficient?: Uint8Array | undefined;
}

/** A lattice, and where a graph differs from it. */
export interface NearLattice {
  /** Has the vertices of the graph. */
  readonly lattice: Lattice;
  /** By vertex: 1 if other arcs leave or enter it than in the lattice. */
  readonly differs: Uint8Array;
  /** The range of the costs of arcs between two such vertices. If they are neither far shorter nor far longer than steps, `Dijkstra` takes buckets. By default any. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/**
 * Whether a graph is a `Lattice`.
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
 * Whether a graph has coordinates: functions `x` and `y` of a vertex.
 *
 * @example
 * ```ts
 * import { CompressedGraph, RoadMap } from '@pf/graph';
 * import { isLocated } from '@pf/graph/kit';
 *
 * [isLocated(new CompressedGraph(1, [])), isLocated(new RoadMap())]; // → [true, false]
 * ```
 */
export function isLocated(graph: Graph): graph is Graph & Located {
  const { x, y } = graph as Partial<Graph & Located>;
  return typeof x === 'function' && typeof y === 'function';
}

/** The arcs that leave `v`, with the closed ones, which may open later, if the graph lists them, as a `CompressedGraph` does. */
export function arcsOf(graph: Graph, v: number, to: Uint32Array, cost: Float64Array): number {
  return graph.allSuccessors === undefined ? graph.successors(v, to, cost) : graph.allSuccessors(v, to, cost);
}

/**
 * "No vertex": the parent of a root, the result of an empty queue.
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
 * Throws if `graph` has more vertices, or more arcs at a vertex, than `caller` was made for: a road map or a mesh may have grown.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkFit } from '@pf/graph/kit';
 *
 * checkFit(new CompressedGraph(2, [[0, 1, 3]]), 'planner', 2, 1); // → undefined
 * ```
 */
export function checkFit({ vertexCount, maxDegree }: Graph, caller: string, vertices: number, degree = Infinity): void {
  if (vertexCount <= vertices && maxDegree <= degree) return;
  const [now, before] = vertexCount > vertices ? [`${vertexCount} vertices`, vertices] : [`up to ${maxDegree} arcs at a vertex`, `up to ${degree}`];
  throw new RangeError(`The graph has ${now}, but had ${before} when this ${caller} was made: make a new ${caller}.`);
}

/**
 * Throws unless `v` is a vertex of `graph`. `role` names the argument in the message.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkVertex } from '@pf/graph/kit';
 *
 * checkVertex(new CompressedGraph(2, []), 7, 'start'); // → throws RangeError: The start must be a whole number from 0 to 1 (a vertex of the graph), got 7.
 * ```
 */
export function checkVertex(graph: Graph, v: number, role: string): void {
  if (Number.isInteger(v) && v >= 0 && v < graph.vertexCount) {
    if (graph.hasVertex?.(v) !== false) return;
    throw new RangeError(`The ${role} must be a vertex of the graph, got ${v}: on a grid it lies in the border around the map. Take grid.vertex(x, y).`);
  }
  throw new RangeError(`The ${role} must be a whole number from 0 to ${graph.vertexCount - 1} (a vertex of the graph), got ${shown(v)}${typeof v === 'object' && v !== null ? '; for a cell take grid.vertex(x, y)' : v === NO_VERTEX ? ' (NO_VERTEX: no such step or path)' : typeof v === 'string' && 'name' in graph ? '; take the vertex(name) of the map' : remedyFor(v)}.`);
}
