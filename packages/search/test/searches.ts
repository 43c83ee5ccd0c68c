import type { Graph, Heuristic } from '@pf/graph';
import { zero } from '@pf/grid';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '../src/index.ts';

export interface Search {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
  readonly counters: { readonly expanded: number; readonly generated: number; readonly reopened: number; readonly queueOperations: number };
}

/** Every optimal search for any graph, under each of its options. */
export const searches: Readonly<Record<string, (graph: Graph, heuristic: Heuristic) => Search>> = {
  'A*': (graph) => new AStar(graph),
  'A* with a heuristic given': (graph, heuristic) => new AStar(graph, { heuristic }),
  'A* without estimates': (graph) => new AStar(graph, { heuristic: zero }),
  'A* with an inconsistent heuristic': (graph, heuristic) => new AStar(graph, { heuristic: inconsistent(heuristic) }),
  'A* with an inconsistent heuristic and a heap': (graph, heuristic) => new AStar(graph, { heuristic: inconsistent(heuristic), queue: 'heap' }),
  'A*, fifo buckets': (graph) => new AStar(graph, { queue: 'buckets', ties: 'fifo' }),
  'A*, a heap, larger g': (graph) => new AStar(graph, { queue: 'heap', ties: 'larger-g' }),
  'A*, a heap, smaller g': (graph) => new AStar(graph, { ties: 'smaller-g' }),
  'A*, a heap, lifo': (graph) => new AStar(graph, { ties: 'lifo' }),
  'A*, a heap, fifo': (graph) => new AStar(graph, { ties: 'fifo' }),
  'A*, nearest': (graph, heuristic) => plainFailure(new AStar(graph, { heuristic, nearest: true })),
  'backward A*': (graph) => new AStar(graph, { direction: 'backward' }),
  'backward A* with an inconsistent heuristic': (graph, heuristic) => new AStar(graph, { heuristic: inconsistent(heuristic), direction: 'backward' }),
  'backward A*, a heap': (graph, heuristic) => new AStar(graph, { heuristic, queue: 'heap', direction: 'backward' }),
  'Dijkstra': (graph) => new Dijkstra(graph),
  'bidirectional Dijkstra': (graph) => new BidirectionalDijkstra(graph),
  'bidirectional A*': (graph) => new BidirectionalAStar(graph),
  'bidirectional A* with a heuristic given': (graph, heuristic) => new BidirectionalAStar(graph, { heuristic }),
  'NBA*': (graph) => new NBAStar(graph),
  'NBA* with a heuristic given': (graph, heuristic) => new NBAStar(graph, { heuristic }),
};

/** Backward Dijkstra finds paths from its targets. */
export const backwardDijkstra = (graph: Graph): Search => {
  const dijkstra = new Dijkstra(graph, { direction: 'backward' });
  return {
    search: (start, goal) => dijkstra.search(goal, start),
    path: (out) => dijkstra.path(out),
    counters: dijkstra.counters,
  };
};

/** Admissible, and neither consistent nor symmetric: each vertex keeps a share of the estimate, unrelated to its neighbours'. */
export function inconsistent(heuristic: Heuristic): Heuristic {
  return (v, goal) => (heuristic(v, goal) * (Math.imul(v, 2654435761) >>> 29)) / 7;
}

/** The same search over the graph's four members only: no lattice, no grid. */
export function plain(graph: Graph): Graph {
  return {
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    successors: (v, to, cost) => graph.successors(v, to, cost),
    predecessors: (v, to, cost) => graph.predecessors(v, to, cost),
  };
}

/** Without a path, answers like a search without `nearest`. */
function plainFailure(astar: AStar): Search {
  let goal = -1;
  const reached = (): boolean => astar.end === goal;
  return {
    search(from, to) {
      goal = to;
      const cost = astar.search(from, to);
      return reached() ? cost : Infinity;
    },
    path: (out) => (reached() ? astar.path(out) : 0),
    counters: astar.counters,
  };
}
