import type { Graph } from './graph.ts';

/** Shows a search which vertices a cheapest path between its ends can use. Each search has its own, so queries of others are not affected. */
export interface PathFilter {
  /** Prepares for paths from any of `starts` to any of `goals`, in the graph as it is now. */
  begin(starts: ArrayLike<number>, goals: ArrayLike<number>): void;
  /** Keeps those of the first `n` arcs that such a path can use; returns how many. */
  keep(to: Uint32Array, cost: Float64Array, n: number): number;
}

/**
 * A filter for a new search on a graph, if the graph offers one by a method `pathFilter`, as meshes do. Only for searches that find a cheapest path
 * between given ends and expand nothing else.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { pathFilterOf } from '@pf/graph/kit';
 *
 * pathFilterOf(new CompressedGraph(2, [[0, 1, 5]])); // → undefined
 * ```
 */
export function pathFilterOf(graph: Graph): PathFilter | undefined {
  return 'pathFilter' in graph && typeof graph.pathFilter === 'function' ? (graph.pathFilter as () => PathFilter).call(graph) : undefined;
}
