/** The order of the targets in the rows of a path database. */
import type { Graph } from '@pf/graph';

/** The position of a vertex without arcs. */
export const ALONE = 2 ** 32 - 1;

/**
 * Vertices in depth-first order, which gives neighbours near positions, so that runs are long. Vertices without arcs are left out: the blocked cells of a grid.
 */
export function depthFirstOrder(graph: Graph): Uint32Array {
  const order = new Uint32Array(graph.vertexCount);
  const seen = new Uint8Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const stack: number[] = [];
  let count = 0;
  for (let root = 0; root < graph.vertexCount; root++) {
    // A vertex without outgoing arcs is found from others, or is left out.
    if (seen[root] === 1 || graph.successors(root, to, cost) === 0) continue;
    stack.push(root);
    while (stack.length > 0) {
      const v = stack.pop()!;
      if (seen[v] === 1) continue;
      seen[v] = 1;
      order[count++] = v;
      for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) if (seen[to[i]] === 0) stack.push(to[i]);
    }
  }
  return order.slice(0, count);
}

/** By vertex: its position in the order; ALONE for those left out. */
export function placesIn(graph: Graph, order: Uint32Array): Uint32Array {
  const places = new Uint32Array(graph.vertexCount).fill(ALONE);
  for (let i = 0; i < order.length; i++) places[order[i]] = i;
  return places;
}

/** Number of vertices with positions. Throws if a position is not below it, as in a forged artifact. */
export function countPlaces(places: Uint32Array): number {
  let count = 0;
  let most = -1;
  for (const place of places) {
    if (place === ALONE) continue;
    count++;
    if (place > most) most = place;
  }
  if (most < count) return count;
  throw new Error(`A path database has a place ${most} among ${count}: it was not written by this package; build it anew.`);
}
