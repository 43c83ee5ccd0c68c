import { checkWorld } from './check-world.ts';
import { checkBoolean } from './checks.ts';
import { ownHeuristic } from './estimates.ts';
import type { Graph, Heuristic, Located } from './graph.ts';
import { arcsOf, isLocated } from './graph.ts';
import { shown } from './shown.ts';

/** Costs may be less than an estimate by rounding. */
const LESS = 1 - 1e-9;

/**
 * A view of the graph without the vertices for which `avoid` returns true, for one kind of unit or one query. The graph itself is not edited, and other
 * searches on it are not slowed down.
 *
 * No arc enters an avoided vertex; a path may begin at one. `avoid` is called for every arc, so its results may change between two searches. The planners of
 * @pf/crowd therefore read the whole view in each search or step; on large maps, close arcs with `EdgeCosts` instead.
 * A `Dispatcher`, planners of @pf/incremental and agents of @pf/realtime do not: report new results by their `arcsChanged`, with the predecessors of the
 * vertex in the graph itself. Otherwise units may walk into avoided vertices.
 * On a grid, a diagonal step past an avoided cell stays legal; block the cell to forbid it. On the map of a `UnitGrid`, ask about all cells under the unit by its `covers`.
 *
 * @example
 * ```ts
 * import { avoiding, CompressedGraph } from '@pf/graph';
 *
 * const rooms = new CompressedGraph(3, [[0, 1, 1], [0, 2, 1]]);
 * const taken = new Set([1]);
 * const forMe = avoiding(rooms, (v) => taken.has(v));
 * forMe.successors(0, new Uint32Array(2), new Float64Array(2)); // → 1
 * ```
 */
export function avoiding(graph: Graph & Located, avoid: (v: number) => boolean): Graph & Located;
export function avoiding(graph: Graph, avoid: (v: number) => boolean): Graph;
export function avoiding(graph: Graph, avoid: (v: number) => boolean): Graph {
  checkWorld(graph, 'avoiding');
  if (typeof avoid !== 'function') throw new TypeError(`avoid must be a function that returns whether to avoid a vertex, got ${typeof avoid}.`);
  const avoids = (v: number): boolean => {
    const answer = avoid(v);
    checkBoolean(answer, 'What avoid returns');
    return answer;
  };
  return view(graph, {
    successors(v, to, cost) {
      const n = graph.successors(v, to, cost);
      let kept = 0;
      for (let i = 0; i < n; i++) {
        if (avoids(to[i])) continue;
        to[kept] = to[i];
        cost[kept++] = cost[i];
      }
      return kept;
    },
    predecessors: (v, to, cost) => (avoids(v) ? 0 : graph.predecessors(v, to, cost)),
  }, (_tail, head, cost) => (avoids(head) ? Infinity : cost));
}

/**
 * A view of the graph with other arc costs: a river to cross, a climb, a toll. `costOf` gets the tail, the head and the cost of an arc, and returns the new
 * cost, or Infinity to close the arc. High costs have the limits of those of `EdgeCosts`. On the map of a `UnitGrid`, ask about all cells under the unit by its `covers`.
 *
 * A `Dispatcher` of @pf/crowd, planners of @pf/incremental and agents of @pf/realtime do not notice new results of `costOf`: report the tails by their
 * `arcsChanged`. Otherwise units may walk through closed arcs.
 *
 * A search in slices does not notice them either: `begin` it again. The same holds for all that keeps costs, such as `withTurns`.
 *
 * The view keeps the heuristic of the graph, so no cost may be less than the estimate from tail to head. A search that reads such an arc throws; one that does not may miss
 * the cheapest path. For lower costs, such as those of roads, use `EdgeCosts`, or pass a `heuristic` of your own to the search. After a search without one, make another
 * view for it: this one throws for every search.
 *
 * @example
 * ```ts
 * import { CompressedGraph, withCosts } from '@pf/graph';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 1], [0, 2, 1]]);
 * const cost = new Float64Array(2);
 * withCosts(roads, (from, to, cost) => (to === 2 ? cost + 5 : cost)).successors(0, new Uint32Array(2), cost); // → 2
 * cost; // → [1, 6]
 * ```
 */
export function withCosts(graph: Graph & Located, costOf: (tail: number, head: number, cost: number) => number): Graph & Located;
export function withCosts(graph: Graph, costOf: (tail: number, head: number, cost: number) => number): Graph;
export function withCosts(graph: Graph, costOf: (tail: number, head: number, cost: number) => number): Graph {
  checkWorld(graph, 'withCosts');
  if (typeof costOf !== 'function') throw new TypeError(`costOf must be a function of the tail, the head and the cost of an arc, got ${typeof costOf}.`);
  // The heuristic that a search has taken last.
  let estimate: Heuristic | undefined;
  const price = (tail: number, head: number, before: number): number => {
    const changed = costOf(tail, head, before);
    // What is wrong with an arc of the graph itself, the search says.
    if ((typeof changed !== 'number' || !(changed >= 0)) && !Object.is(changed, before)) throw new RangeError(`costOf returned ${shown(changed)} for an arc of cost ${before}: it must return 0 or more, or Infinity to close the arc.`);
    if (changed < before && estimate !== undefined && changed < LESS * estimate(tail, head)) {
      throw new RangeError(`costOf returned ${changed} for the arc from ${tail} to ${head}, less than the estimate ${estimate(tail, head)} of the graph's heuristic: make the view anew, for searches that take no heuristic too, such as Dijkstra; pass every other search over it a heuristic that is never too high, such as () => 0; or take EdgeCosts.`);
    }
    return changed;
  };
  const keep = (to: Uint32Array, cost: Float64Array, n: number, priced: (u: number, cost: number) => number): number => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const changed = priced(to[i], cost[i]);
      if (changed === Infinity) continue;
      to[kept] = to[i];
      cost[kept++] = changed;
    }
    return kept;
  };
  return view(graph, {
    successors: (v, to, cost) => keep(to, cost, graph.successors(v, to, cost), (u, before) => price(v, u, before)),
    predecessors: (v, to, cost) => keep(to, cost, graph.predecessors(v, to, cost), (u, before) => price(u, v, before)),
  }, price, (heuristic) => (estimate = heuristic));
}

/**
 * Whether the arcs of a graph may change between two searches without a new `version`: it says so, as the views of `avoiding` and `withCosts` do, or is a view of such a graph.
 *
 * @example
 * ```ts
 * import { avoiding, CompressedGraph, EdgeCosts } from '@pf/graph';
 * import { isLive } from '@pf/graph/kit';
 *
 * const rooms = new CompressedGraph(3, [[0, 1, 1], [0, 2, 1]]);
 * isLive(rooms); // → false
 * isLive(new EdgeCosts(avoiding(rooms, (v) => v === 1))); // → true
 * ```
 */
export function isLive({ isLive: live, viewOf }: Graph): boolean {
  return live === true || (viewOf !== undefined && isLive(viewOf));
}

function view(
  graph: Graph,
  arcs: Pick<Graph, 'successors' | 'predecessors'>,
  costOf: (tail: number, head: number, cost: number) => number,
  noted = (heuristic: Heuristic) => heuristic,
): Graph {
  const made: Graph & Partial<Located> = {
    ...arcs,
    allSuccessors(v, to, cost) {
      const n = arcsOf(graph, v, to, cost);
      for (let i = 0; i < n; i++) if (cost[i] < Infinity) cost[i] = costOf(v, to[i], cost[i]);
      return n;
    },
    viewOf: graph,
    isLive: true,
    // The graph may grow.
    get vertexCount() {
      return graph.vertexCount;
    },
    get maxDegree() {
      return graph.maxDegree;
    },
    get version() {
      return graph.version;
    },
  };
  if (isLocated(graph)) {
    made.x = (v) => graph.x(v);
    made.y = (v) => graph.y(v);
  }
  if (graph.hasVertex !== undefined) made.hasVertex = (v) => graph.hasVertex!(v);
  if (graph.changedSince !== undefined) made.changedSince = (version, tails) => graph.changedSince!(version, tails);
  if (graph.heuristic !== undefined) made.heuristic = (options) => noted(ownHeuristic(graph, options));
  return made;
}
