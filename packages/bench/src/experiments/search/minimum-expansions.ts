import type { Graph, Heuristic } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';

/**
 * The expansions that no front-to-end search can avoid: the size of a minimum vertex cover of the pairs (u, v) with
 * max(f(u), f(v), g(u) + g(v) + ε) below the optimum, from the definition of NBS (Chen, Holte, Zilles & Sturtevant, IJCAI 2017). 0 without a path.
 *
 * A cover consists of the vertices of each side with the lowest g, so it is found by going through both in the order of g.
 */
export function minimumExpansions(graph: Graph, heuristic: Heuristic, start: number, goal: number): number {
  const from = new Dijkstra(graph);
  const to = new Dijkstra(graph, { direction: 'backward' });
  from.flood(start);
  to.flood(goal);
  const optimum = from.g(goal);
  if (optimum === Infinity) return 0;
  const epsilon = cheapestArc(graph);
  // Equal sums may differ by rounding.
  const below = optimum * (1 - 1e-12);
  const costs = (g: (v: number) => number, h: (v: number) => number): Float64Array =>
    Float64Array.from({ length: graph.vertexCount }, (_, v) => (g(v) + h(v) < below ? g(v) : Infinity)).filter((cost) => cost < Infinity).sort();
  const forward = costs((v) => from.g(v), (v) => heuristic(v, goal));
  const backward = costs((v) => to.g(v), (v) => heuristic(start, v));
  // The first i of one side, and of the other those that pair with a later one.
  let least = Infinity;
  for (let i = 0, j = backward.length; i <= forward.length; i++) {
    while (j > 0 && (i === forward.length || forward[i] + backward[j - 1] + epsilon >= below)) j--;
    least = Math.min(least, i + j);
  }
  return least;
}

/** The cost of the cheapest arc; 0 if there is none. On a lattice, that of its cheapest move on terrain of 1. */
export function cheapestArc(graph: Graph): number {
  if (isLattice(graph)) return Math.min(...graph.lengths.subarray(0, graph.maxDegree));
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let least = Infinity;
  for (let v = 0; v < graph.vertexCount; v++) for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) least = Math.min(least, cost[i]);
  return least < Infinity ? least : 0;
}
