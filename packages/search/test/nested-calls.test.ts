import type { Graph, Heuristic } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, Dijkstra, NBAStar } from '../src/index.ts';
import { plain } from './searches.ts';

interface Search {
  search(start: number, goal: number): number;
  run(): boolean;
}

/** The graph and a heuristic, both of which call `enter` first. */
const makes: Readonly<Record<string, (graph: Graph, heuristic: Heuristic) => Search>> = {
  'A*': (graph, heuristic) => new AStar(graph, { heuristic }),
  'A*, backward': (graph, heuristic) => new AStar(graph, { heuristic, direction: 'backward' }),
  'A*, buckets': (graph, heuristic) => new AStar(graph, { heuristic, queue: 'buckets', bucketWidth: 0.5 }),
  'Dijkstra': (graph) => new Dijkstra(graph),
  'bidirectional A*': (graph, heuristic) => new BidirectionalAStar(graph, { heuristic }),
  'bidirectional Dijkstra': (graph) => new BidirectionalDijkstra(graph),
  'NBA*': (graph, heuristic) => new NBAStar(graph, { heuristic }),
  'breadth first': (graph) => new BreadthFirst(graph),
};

describe.each(Object.entries(makes))('%s called from within its own graph or heuristic', (name, make) => {
  test('throws from every method, and answers the next query', () => {
    const grid = new Grid(8, 8, { movement: 'four' });
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(7, 7)];
    for (const verb of ['search', 'run'] as const) {
      for (const at of [0, 1, 2, 20]) {
        let calls = -1;
        const enter = (): void => {
          if (++calls === at) if (verb === 'run') search.run(); else search.search(goal, start);
        };
        const world: Graph = { ...plain(grid), successors: (v, to, cost) => (enter(), grid.successors(v, to, cost)), predecessors: (v, to, cost) => (enter(), grid.predecessors(v, to, cost)) };
        const own = grid.heuristic();
        const search = make(world, (v, w) => (enter(), own(v, w)));
        // The constructor may read the graph.
        calls = -1;
        expect(() => search.search(start, goal), `${name}, ${verb}, call ${at}`).toThrow('from within its own graph or heuristic');
        expect(search.search(start, goal)).toBe(14);
      }
    }
  });

  test('may run another search there', () => {
    const random = seededRandom(5);
    for (let world = 0; world < 20; world++) {
      const grid = Grid.fromRows(Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => (random() < 0.2 ? '#' : '.')).join('')));
      const inner = new Dijkstra(grid, { direction: 'backward' });
      const [start, goal] = [grid.vertex(0, 0), grid.vertex(5, 5)];
      const heuristic: Heuristic = (v, w) => {
        inner.begin(w, { targets: v });
        inner.run();
        return Math.min(inner.distance(v), 1000);
      };
      const least = oracleCost(grid, start, goal);
      const cost = make(plain(grid), heuristic).search(start, goal);
      if (name === 'breadth first') expect(cost === Infinity).toBe(least === Infinity);
      else if (least === Infinity) expect(cost).toBe(Infinity);
      else expect(cost).toBeCloseTo(least, 9);
    }
  });
});

test.each([
  ['a constant', () => 5],
  ['one of (dx, dy)', (dx: number, dy: number) => dx + dy],
  ['another one of (dx, dy)', (dx: number, dy: number) => Math.max(dx, dy)],
] as const)('a heuristic that is %s is rejected at the goal, at every query', (_, heuristic) => {
  const grid = new Grid(5, 5);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 4)];
  for (const search of [new AStar(grid, { heuristic }), new AStar(grid, { heuristic, direction: 'backward' }), new AStar(grid, { heuristic, nearest: true }), new BidirectionalAStar(grid, { heuristic }), new NBAStar(grid, { heuristic })]) {
    for (let i = 0; i < 2; i++) expect(() => search.search(start, goal)).toThrow(/The heuristic estimates \d+ from \d+ to itself/);
    expect(search.cost).toBe(Infinity);
  }
  expect(() => new AStar(grid, { heuristic }).searchNearest(start, [goal, start])).toThrow('to itself');
});
