import { checkWorld } from './check-world.ts';
import type { Graph, Heuristic } from './graph.ts';

/** A graph as one question sees it, with the estimate of the graph that it is made of. */
interface View extends Graph {
  heuristic?(options?: object): Heuristic;
}

/**
 * The graph without the vertices that `avoid` says, for one kind of traveller or one question: nothing is edited, and what does not use the view pays nothing.
 *
 * No arc enters an avoided vertex; a path may begin at one. `avoid` is asked whenever an arc is looked at, so that what it says may change between two searches.
 * On a grid, a diagonal step past an avoided cell stays legal: block the cell if it must not.
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
export function avoiding(graph: Graph, avoid: (v: number) => boolean): Graph {
  checkWorld(graph, 'avoiding');
  if (typeof avoid !== 'function') throw new TypeError(`avoiding takes a function that says whether a vertex is avoided, got ${typeof avoid}.`);
  return view(graph, {
    successors(v, to, cost) {
      const n = graph.successors(v, to, cost);
      let kept = 0;
      for (let i = 0; i < n; i++) {
        if (avoid(to[i])) continue;
        to[kept] = to[i];
        cost[kept++] = cost[i];
      }
      return kept;
    },
    predecessors: (v, to, cost) => (avoid(v) ? 0 : graph.predecessors(v, to, cost)),
  });
}

/**
 * The graph with other costs of its arcs: a river to cross, a climb, a toll. `costOf` gets the tail, the head and the cost of an arc, and gives the new cost,
 * Infinity for an arc that cannot be taken.
 *
 * The estimate of the graph is kept, so a cost must not fall below the old one; for lower costs, give the search a `heuristic` of your own.
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
export function withCosts(graph: Graph, costOf: (tail: number, head: number, cost: number) => number): Graph {
  checkWorld(graph, 'withCosts');
  if (typeof costOf !== 'function') throw new TypeError(`withCosts takes a function of the tail, the head and the cost of an arc, got ${typeof costOf}.`);
  const keep = (to: Uint32Array, cost: Float64Array, n: number, priced: (u: number, cost: number) => number): number => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const changed = priced(to[i], cost[i]);
      if (!(changed >= 0)) throw new RangeError(`costOf gives ${changed} for an arc that costs ${cost[i]}: it must give a number, 0 or more, or Infinity for no arc.`);
      if (changed === Infinity) continue;
      to[kept] = to[i];
      cost[kept++] = changed;
    }
    return kept;
  };
  return view(graph, {
    successors: (v, to, cost) => keep(to, cost, graph.successors(v, to, cost), (u, before) => costOf(v, u, before)),
    predecessors: (v, to, cost) => keep(to, cost, graph.predecessors(v, to, cost), (u, before) => costOf(u, v, before)),
  });
}

function view(graph: Graph, arcs: Pick<Graph, 'successors' | 'predecessors'>): Graph {
  const made: View = {
    ...arcs,
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    get version() {
      return graph.version;
    },
  };
  if (graph.hasVertex !== undefined) made.hasVertex = (v) => graph.hasVertex!(v);
  if ('heuristic' in graph && typeof graph.heuristic === 'function') made.heuristic = (options) => (graph.heuristic as (options?: object) => Heuristic).call(graph, options);
  return made;
}
