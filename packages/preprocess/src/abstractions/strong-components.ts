/**
 * Strongly connected components — R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Computing 1(2), 1972, with an
 * explicit stack, so that path length is not limited by the engine's.
 */
import type { Graph } from '@pf/graph';
import { checkWorld } from '@pf/graph/kit';
import { listArcs } from '../hierarchies/arc-list.ts';

/**
 * Component by vertex: equal for two vertices if each reaches the other. Component 0 is the largest. Closed arcs do not count. It does not follow edits.
 *
 * @example
 * ```ts
 * import { CompressedGraph, VertexIndex } from '@pf/graph';
 * import { strongComponents } from '@pf/preprocess';
 *
 * // From vertex 3, at the end of a one-way street, no road leads back.
 * const roads = new CompressedGraph(4, [[0, 1, 4], [1, 2, 4], [2, 0, 6], [2, 3, 4]], { coordinates: [0, 0, 4, 0, 4, 4, 8, 4] });
 * const component = strongComponents(roads); // → [0, 0, 0, 1]
 * new VertexIndex(roads).nearest(8, 4, Infinity, (v) => component[v] === 0); // → 2
 * ```
 */
export function strongComponents(graph: Graph): Int32Array {
  checkWorld(graph, 'strongComponents');
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
  let largest = 0;
  let most = 0;
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
      const before = openCount;
      do component[open[--openCount]] = count;
      while (open[openCount] !== v);
      if (before - openCount > most) {
        most = before - openCount;
        largest = count;
      }
      count++;
    }
  }
  for (let v = 0; v < vertexCount && largest !== 0; v++) {
    if (component[v] === 0) component[v] = largest;
    else if (component[v] === largest) component[v] = 0;
  }
  return component;
}
