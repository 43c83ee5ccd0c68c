import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph';
import { LazyHeap } from '@pf/queues';
import { Dijkstra } from '@pf/search';

/**
 * Finds with which arc of a source cheapest ways begin. Who follows such first arcs, source by source, comes to the goal: at each step the cost that
 * is left falls or, where arcs cost nothing, the number of arcs that are left, since of ways as cheap the one of fewest arcs is taken there.
 */
export class FirstArcs {
  /** The vertices that are reached, the source first. */
  readonly order: Uint32Array;
  /** By vertex reached, but for the source: the number of the arc, in the order of `successors`. */
  readonly arcs: Int32Array;
  private readonly dijkstra: Dijkstra | undefined;
  private readonly steps: Int32Array;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  private readonly arcTo: Int32Array;
  private readonly g: Float64Array;
  private readonly hops: Int32Array;
  private readonly open = new LazyHeap();

  constructor(private readonly graph: Graph) {
    const n = graph.vertexCount;
    const free = hasFreeArcs(graph);
    this.order = new Uint32Array(n);
    this.arcs = new Int32Array(n).fill(-1);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
    this.dijkstra = free ? undefined : new Dijkstra(graph);
    this.steps = new Int32Array(free ? 0 : n);
    this.arcTo = new Int32Array(free ? 0 : n);
    this.g = new Float64Array(free ? n : 0).fill(Infinity);
    this.hops = new Int32Array(free ? n : 0);
  }

  /** Returns how many vertices are reached; `order` and `arcs` hold until the next run. */
  run(source: number): number {
    return this.dijkstra === undefined ? this.runByArcs(source) : this.runByCost(this.dijkstra, source);
  }

  private runByCost(dijkstra: Dijkstra, source: number): number {
    const { graph, order, arcs, steps, to, cost, arcTo } = this;
    const count = dijkstra.flood(source);
    dijkstra.firstSteps(steps);
    dijkstra.reached(order);
    const n = graph.successors(source, to, cost);
    // Of parallel arcs the cheapest is the one that a cheapest way takes.
    for (let i = 0; i < n; i++) arcTo[to[i]] = i;
    for (let i = 0; i < n; i++) if (cost[i] < cost[arcTo[to[i]]]) arcTo[to[i]] = i;
    for (let i = 1; i < count; i++) arcs[order[i]] = arcTo[steps[order[i]]];
    return count;
  }

  /** Dijkstra's algorithm by cost and then by number of arcs: a vertex may be done before its number is right, and is done again. */
  private runByArcs(source: number): number {
    const { graph, order, arcs, to, cost, g, hops, open } = this;
    g.fill(Infinity);
    g[source] = 0;
    hops[source] = 0;
    order[0] = source;
    let count = 1;
    open.push(source, 0);
    while (open.size > 0) {
      const key = open.peekKey();
      const u = open.pop();
      if (key > g[u]) continue;
      const n = graph.successors(u, to, cost);
      for (let i = 0; i < n; i++) {
        const v = to[i];
        const through = key + cost[i];
        if (through > g[v] || (through === g[v] && hops[u] + 1 >= hops[v])) continue;
        if (g[v] === Infinity) order[count++] = v;
        g[v] = through;
        hops[v] = hops[u] + 1;
        arcs[v] = u === source ? i : arcs[u];
        open.push(v, through);
      }
    }
    return count;
  }
}

function hasFreeArcs(graph: Graph): boolean {
  // No cell of a lattice is entered for nothing.
  if (isLattice(graph)) return graph.lengths.subarray(0, graph.maxDegree).includes(0);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  for (let v = 0; v < graph.vertexCount; v++) if (cost.subarray(0, graph.successors(v, to, cost)).includes(0)) return true;
  return false;
}
