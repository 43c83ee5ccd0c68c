/** Fills the tables of landmarks by floods, and updates them after changes of the world. */
import type { Graph, Heuristic } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import { Dijkstra } from '@pf/search';
import type { Precision } from './cost-table.ts';
import { CostTable, costTable } from './cost-table.ts';

/** Options of the tables of `Landmarks`: memory, and whether one direction suffices. */
export interface LandmarksOptions {
  /** How costs are stored. Default 'exact': 8 bytes a landmark and vertex. 16 and 8 bits take 2 and 1. */
  readonly precision?: Precision | undefined;
  /** False: every arc has a reverse arc of the same cost, and one table serves both directions; throws if that is not so. Default: detected. */
  readonly directed?: boolean | undefined;
}

/** The result of an earlier search. An `AStar` can be passed as it is. */
export interface Explored {
  /** The cost of its path, Infinity if there is none. For a flood with a radius, that radius. */
  readonly cost: number;
  /** The lowest known cost to `v`; Infinity if it was not reached. */
  g(v: number): number;
}

/** Options of the heuristic of `Landmarks`. */
export interface LandmarkHeuristicOptions {
  /** Used if it is larger: usually the geometric heuristic. Default: none. */
  readonly base?: Heuristic | undefined;
  /**
   * True: the estimate is Infinity if the tables prove that there is no path, so that AStar ends at once and agents give up. Default false: the
   * largest cost in the tables, because queues of whole numbers cannot hold Infinity.
   */
  readonly infinite?: boolean | undefined;
}

/** So many costs are kept until codes are written, which takes 64 MiB; landmarks beyond them are flooded twice. */
const KEPT = 2 ** 23;

/** The tables of all landmarks; both the same for an undirected graph. */
export function measured(graph: Graph, vertices: Int32Array, options: LandmarksOptions): [CostTable, CostTable] {
  const { precision = 'exact' } = options;
  const { whole, directed: found } = survey(graph);
  if (options.directed === false && found) {
    throw new RangeError('directed is false, but some arcs have no reverse arc of the same cost, and estimates would be too high: omit directed.');
  }
  const directed = options.directed ?? found;
  const make = (direction: 'forward' | 'backward'): CostTable => {
    // Codes must cover the largest distance, which must be known before the first is encoded.
    let longest = 0;
    const kept: Float64Array[] = [];
    for (const v of precision === 'exact' ? [] : vertices) {
      const costs = distances(graph, v, direction);
      for (const cost of costs) if (cost < Infinity) longest = Math.max(longest, cost);
      if ((kept.length + 1) * costs.length <= KEPT) kept.push(costs);
    }
    const table = costTable(graph.vertexCount, vertices.length, precision, longest, whole, isLattice(graph));
    vertices.forEach((v, i) => fill(i, table, kept[i] ?? distances(graph, v, direction)));
    return table;
  };
  const from = make('forward');
  return [from, directed ? make('backward') : from];
}

/** Writes the costs of a landmark. */
export function fill(landmark: number, table: CostTable, costs: Float64Array): void {
  for (let v = 0; v < costs.length; v++) table.set(v, landmark, costs[v]);
}

/** The costs of all vertices from one, or to it. */
export function distances(graph: Graph, vertex: number, direction: 'forward' | 'backward'): Float64Array {
  const dijkstra = new Dijkstra(graph, { direction });
  const costs = new Float64Array(graph.vertexCount);
  dijkstra.flood(vertex);
  dijkstra.distances(costs);
  return costs;
}

/** Whether some arc leads to a vertex from which none as cheap leads back, and whether all costs are whole. */
function survey(graph: Graph): { directed: boolean; whole: boolean } {
  const out = { to: new Uint32Array(graph.maxDegree), cost: new Float64Array(graph.maxDegree) };
  const into = { to: new Uint32Array(graph.maxDegree), cost: new Float64Array(graph.maxDegree) };
  const found = { directed: false, whole: true };
  // By head of an arc of the vertex: the cost of the cheapest way back.
  const back = new Float64Array(graph.vertexCount).fill(Infinity);
  for (let v = 0; v < graph.vertexCount; v++) {
    const n = graph.successors(v, out.to, out.cost);
    const m = graph.predecessors(v, into.to, into.cost);
    for (let j = 0; j < m; j++) back[into.to[j]] = Math.min(back[into.to[j]], into.cost[j]);
    for (let i = 0; i < n; i++) {
      if (!Number.isInteger(out.cost[i])) found.whole = false;
      if (out.cost[i] < back[out.to[i]]) found.directed = true;
    }
    for (let j = 0; j < m; j++) back[into.to[j]] = Infinity;
  }
  return found;
}

/** The effect of a change on the costs of a landmark: none that matters, lowered as needed, or lowered more exactly than codes can express. */
type Fall = 'none' | 'followed' | 'unknown';

/**
 * Lowers the costs of a landmark where an arc from a tail now allows it, unless codes cannot express that. Afterwards, for every arc, the cost at its head (`forward`) or
 * tail (`backward`) is at most that at the other end plus the arc's: all that a lower bound needs.
 */
export function lower(graph: Graph, table: CostTable, landmark: number, tails: ArrayLike<number>, n: number, forward: boolean, backward: boolean): Fall {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const queue = new LazyHeap();
  let fall: Fall = 'none';
  // Codes are rounded down: the true cost is up to a quantum above the stored one. So a candidate below that limit may be a fall.
  const coded = table.quantum > 0;
  const open = coded ? table.quantum - table.extra : 0;
  const improve = (v: number, candidate: number): void => {
    if (candidate >= table.get(v, landmark) + open) return;
    fall = coded ? 'unknown' : 'followed';
    if (coded) return;
    table.set(v, landmark, candidate);
    queue.push(v, candidate);
  };
  for (let i = 0; i < n; i++) {
    const u = tails[i];
    for (let j = graph.successors(u, to, cost) - 1; j >= 0; j--) {
      if (forward) improve(to[j], table.get(u, landmark) + cost[j]);
      if (backward) improve(u, table.get(to[j], landmark) + cost[j]);
    }
  }
  while (queue.size > 0) {
    const key = queue.peekKey();
    const v = queue.pop();
    if (key > table.get(v, landmark)) continue;
    if (forward) for (let j = graph.successors(v, to, cost) - 1; j >= 0; j--) improve(to[j], key + cost[j]);
    if (backward) for (let j = graph.predecessors(v, to, cost) - 1; j >= 0; j--) improve(to[j], key + cost[j]);
  }
  return fall;
}

/** Lowers costs from a vertex until they fit all arcs; with `both`, in both directions of each. Returns the same array. */
export function lowered(graph: Graph, costs: Float64Array, both: boolean): Float64Array {
  const table = new CostTable(1, 0, false, costs, true);
  lower(graph, table, 0, Uint32Array.from({ length: graph.vertexCount }, (_, v) => v), graph.vertexCount, true, both);
  return costs;
}
