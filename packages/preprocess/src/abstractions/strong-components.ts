/**
 * Strongly connected components — R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Computing 1(2), 1972, with an
 * explicit stack, so that path length is not limited by the engine's.
 */
import type { Graph } from '@pf/graph';

/** Component by vertex: equal for two vertices if each reaches the other. */
export function strongComponents(graph: Graph): Int32Array {
  const { vertexCount, maxDegree } = graph;
  const to = new Uint32Array(maxDegree);
  const cost = new Float64Array(maxDegree);
  const component = new Int32Array(vertexCount).fill(-1);
  /** When each vertex was come to, from 1 on, and the earliest that is known to be reached from it. */
  const seen = new Uint32Array(vertexCount);
  const earliest = new Uint32Array(vertexCount);
  /** The path from the root to where the search stands, and how many arcs of each vertex on it have been looked at. */
  const way = new Uint32Array(vertexCount);
  const looked = new Uint32Array(vertexCount);
  /** What was come to and has no component yet. */
  const waiting = new Uint32Array(vertexCount);
  let depth = 0;
  let waits = 0;
  let clock = 0;
  let count = 0;
  const enter = (v: number): void => {
    seen[v] = earliest[v] = ++clock;
    way[depth++] = v;
    waiting[waits++] = v;
  };
  for (let root = 0; root < vertexCount; root++) {
    if (seen[root] === 0) enter(root);
    while (depth > 0) {
      const v = way[depth - 1];
      const n = graph.successors(v, to, cost);
      let next = -1;
      while (looked[v] < n && next < 0) {
        const w = to[looked[v]++];
        if (seen[w] === 0) next = w;
        else if (component[w] < 0) earliest[v] = Math.min(earliest[v], earliest[w]);
      }
      if (next >= 0) {
        enter(next);
        continue;
      }
      depth--;
      if (depth > 0) earliest[way[depth - 1]] = Math.min(earliest[way[depth - 1]], earliest[v]);
      if (earliest[v] < seen[v]) continue;
      // Nothing earlier is reached from here: what waits from here on is one component.
      do component[waiting[--waits]] = count;
      while (waiting[waits] !== v);
      count++;
    }
  }
  return component;
}
