/**
 * Strongly connected components — R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Computing 1(2), 1972, with an
 * explicit stack, so that path length is not limited by the engine's.
 */
import type { Graph } from '@pf/graph';
import { listArcs } from '../hierarchies/arc-list.ts';

/** Component by vertex: equal for two vertices if each reaches the other. */
export function strongComponents(graph: Graph): Int32Array {
  const { vertexCount } = graph;
  const { firstArc, head } = listArcs(graph);
  const component = new Int32Array(vertexCount).fill(-1);
  /** By vertex: the time of its visit, from 1 on, and the earliest visit known to be reachable from it. */
  const seen = new Uint32Array(vertexCount);
  const earliest = new Uint32Array(vertexCount);
  /** The path from the root to the current vertex, and the next arc of each vertex on it. */
  const path = new Uint32Array(vertexCount);
  const nextArc = firstArc.slice();
  /** Visited vertices without a component. */
  const open = new Uint32Array(vertexCount);
  let depth = 0;
  let openCount = 0;
  let clock = 0;
  let count = 0;
  const enter = (v: number): void => {
    seen[v] = earliest[v] = ++clock;
    path[depth++] = v;
    open[openCount++] = v;
  };
  for (let root = 0; root < vertexCount; root++) {
    if (seen[root] === 0) enter(root);
    while (depth > 0) {
      const v = path[depth - 1];
      let next = -1;
      while (nextArc[v] < firstArc[v + 1] && next < 0) {
        const w = head[nextArc[v]++];
        if (seen[w] === 0) next = w;
        else if (component[w] < 0) earliest[v] = Math.min(earliest[v], earliest[w]);
      }
      if (next >= 0) {
        enter(next);
        continue;
      }
      depth--;
      if (depth > 0) earliest[path[depth - 1]] = Math.min(earliest[path[depth - 1]], earliest[v]);
      if (earliest[v] < seen[v]) continue;
      // Nothing earlier is reachable from here: the visited vertices from here on form a component.
      do component[open[--openCount]] = count;
      while (open[openCount] !== v);
      count++;
    }
  }
  return component;
}
