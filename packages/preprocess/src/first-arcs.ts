import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import { Dijkstra } from '@pf/search';

/** An arc that costs no more than this share of a path may be lost in rounding. */
const ROUNDING = 2 ** -50;

/**
 * Finds the first arc of a cheapest path to every vertex. Following first arcs reaches the goal: each step lowers the remaining cost.
 * If arcs cost nothing, or so little that rounding hides it, ties are broken by fewest arcs: then each step lowers their number.
 */
export class FirstArcs {
  /** Reached vertices, the source first. */
  readonly order: Uint32Array;
  /** By reached vertex, except the source: number of the arc, in the order of `successors`. */
  readonly arcs: Int32Array;
  /** Returns the number of reached vertices; `order` and `arcs` are valid until the next run. */
  readonly run: (source: number) => number;

  constructor(graph: Graph) {
    this.order = new Uint32Array(graph.vertexCount);
    this.arcs = new Int32Array(graph.vertexCount).fill(-1);
    this.run = (hasNegligibleArcs(graph) ? byArcs : byCost)(graph, this.order, this.arcs);
  }
}

function byCost(graph: Graph, order: Uint32Array, arcs: Int32Array): (source: number) => number {
  const dijkstra = new Dijkstra(graph);
  const steps = new Int32Array(graph.vertexCount);
  const arcTo = new Int32Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  return (source) => {
    const n = graph.successors(source, to, cost);
    if (n === 0) {
      // Nothing is reached. The source may not even be a vertex, such as the border of a grid, which a search rejects.
      order[0] = source;
      return 1;
    }
    const count = dijkstra.flood(source);
    dijkstra.firstSteps(steps);
    dijkstra.reached(order);
    // A cheapest path takes the cheapest of parallel arcs.
    for (let i = 0; i < n; i++) arcTo[to[i]] = i;
    for (let i = 0; i < n; i++) if (cost[i] < cost[arcTo[to[i]]]) arcTo[to[i]] = i;
    for (let i = 1; i < count; i++) arcs[order[i]] = arcTo[steps[order[i]]];
    return count;
  };
}

/** Dijkstra's algorithm by cost, then by number of arcs; a vertex may be expanded again for fewer arcs. */
function byArcs(graph: Graph, order: Uint32Array, arcs: Int32Array): (source: number) => number {
  const g = new Float64Array(graph.vertexCount);
  const hops = new Int32Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const open = new LazyHeap();
  return (source) => {
    g.fill(Infinity);
    g[source] = 0;
    hops[source] = 0;
    order[0] = source;
    let count = 1;
    // An exception of the graph may have left entries.
    open.clear();
    open.push(source, 0);
    while (open.size > 0) {
      const key = open.peekKey();
      const u = open.pop();
      if (key > g[u]) continue;
      const n = graph.successors(u, to, cost);
      for (let i = 0; i < n; i++) {
        const v = to[i];
        const through = key + cost[i];
        // A closed arc, of cost Infinity, leads nowhere.
        if (through === Infinity || through > g[v] || (through === g[v] && hops[u] + 1 >= hops[v])) continue;
        if (g[v] === Infinity) order[count++] = v;
        g[v] = through;
        hops[v] = hops[u] + 1;
        arcs[v] = u === source ? i : arcs[u];
        open.push(v, through);
      }
    }
    return count;
  };
}

/** Whether some arc costs nothing, or may be lost in the cost of a path: at most the sum of the most expensive arcs. */
function hasNegligibleArcs(graph: Graph): boolean {
  if (isLattice(graph)) {
    const lengths = graph.lengths.subarray(0, graph.maxDegree);
    const most = Math.max(...lengths) * (graph.weighted ? 255 : 1);
    return Math.min(...lengths) <= graph.vertexCount * most * ROUNDING;
  }
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let least = Infinity;
  let sum = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    let most = 0;
    for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
      if (cost[i] < least) least = cost[i];
      if (cost[i] > most) most = cost[i];
    }
    sum += most;
  }
  return least <= sum * ROUNDING;
}
