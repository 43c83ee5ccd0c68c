import type { Graph } from '@pf/graph';

/** All arcs of a graph in the order of `successors`. Those of vertex v are firstArc[v] … firstArc[v + 1] − 1. */
export interface ArcList {
  readonly firstArc: Uint32Array;
  readonly head: Uint32Array;
  readonly cost: Float64Array;
}

/** Lists the arcs of `graph`. With `closedToo`, closed arcs are included if the graph can list them. */
export function listArcs(graph: Graph, closedToo = false): ArcList {
  const { vertexCount } = graph;
  const to = new Uint32Array(graph.maxDegree);
  const costs = new Float64Array(graph.maxDegree);
  const firstArc = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) firstArc[v + 1] = firstArc[v] + successorsOf(graph, v, to, costs, closedToo);
  const head = new Uint32Array(firstArc[vertexCount]);
  const cost = new Float64Array(firstArc[vertexCount]);
  for (let v = 0, arc = 0; v < vertexCount; v++) {
    const n = successorsOf(graph, v, to, costs, closedToo);
    for (let i = 0; i < n; i++, arc++) {
      head[arc] = to[i];
      cost[arc] = costs[i];
    }
  }
  return { firstArc, head, cost };
}

/** The arcs that leave `v`. With `closedToo`, closed arcs are included if the graph can list them. */
export function successorsOf(graph: Graph, v: number, to: Uint32Array, cost: Float64Array, closedToo: boolean): number {
  return closedToo && graph.allSuccessors !== undefined ? graph.allSuccessors(v, to, cost) : graph.successors(v, to, cost);
}

/** The tail of each arc. */
export function tailsOf({ firstArc, head }: Pick<ArcList, 'firstArc' | 'head'>): Uint32Array {
  const tails = new Uint32Array(head.length);
  for (let v = 0; v + 1 < firstArc.length; v++) tails.fill(v, firstArc[v], firstArc[v + 1]);
  return tails;
}
