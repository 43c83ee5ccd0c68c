import type { Graph } from '@pf/graph';
import { isLive } from '@pf/graph/kit';

/** Keeps the last result of `compute` for each graph, for all its agents, until the graph is edited. A graph whose arcs can change without a new `version` is read each time. */
export function perVersion<T>(compute: (graph: Graph) => T): (graph: Graph) => T {
  const results = new WeakMap<Graph, { readonly version: number; readonly result: T }>();
  return (graph) => {
    const { version } = graph;
    const last = results.get(graph);
    if (last !== undefined && last.version === version && !isLive(graph)) return last.result;
    const result = compute(graph);
    if (version !== undefined) results.set(graph, { version, result });
    return result;
  };
}
