import { CompressedGraph, Counters } from '@pf/graph';
import { expect, test } from 'vitest';
import type { PathFilter } from '@pf/graph/kit';
import { AStar } from '../../src/index.ts';
import { chooseFrontier } from '../../src/frontier/choose-frontier.ts';

test('entries of closed vertices do not count for the floor, vertex 0 included', () => {
  // Vertex 0 is opened at 5, then at 2.
  const graph = new CompressedGraph(3, [[1, 0, 5], [1, 2, 1], [2, 0, 1]]);
  const frontier = chooseFrontier(graph, new Counters(), { heuristic: 'none', backward: false, weight: 1, queue: 'heap' });
  frontier.begin([1], []);
  const floors: number[] = [];
  for (let v = frontier.next(); v >= 0; v = frontier.next()) {
    frontier.expand(v);
    floors.push(frontier.floor());
  }
  expect(floors).toEqual([1, 2, Infinity]);
  expect([0, 1, 2].map((v) => frontier.cost(v))).toEqual([2, 0, 1]);
});

test('A* expands what the filter of a graph keeps, and with nearest everything', () => {
  // A filter that keeps vertices up to the goal.
  class Filtered extends CompressedGraph {
    pathFilter(): PathFilter {
      let [start, goal] = [0, 0];
      return {
        begin: (starts, goals) => void ([start, goal] = [starts[0], goals[0]]),
        keep(to, cost, n) {
          let kept = 0;
          for (let i = 0; i < n; i++) if (to[i] >= start && to[i] <= goal) [to[kept], cost[kept++]] = [to[i], cost[i]];
          return kept;
        },
      };
    }
  }
  const graph = new Filtered(9, Array.from({ length: 8 }, (_, v): [number, number, number][] => [[v, v + 1, 1], [v + 1, v, 1]]).flat());
  const counts = [{ nearest: true }, {}].map((options) => {
    const astar = new AStar(graph, { heuristic: () => 0, ...options });
    return [astar.search(4, 7), astar.counters.expanded, astar.counters.generated];
  });
  expect(counts).toEqual([[3, 6, 7], [3, 3, 3]]);
});
