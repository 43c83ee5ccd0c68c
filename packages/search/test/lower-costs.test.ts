import { avoiding, withCosts } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { createPlanner } from '@pf/incremental';
import { expect, test } from 'vitest';
import { ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '../src/index.ts';

const grid = new Grid(30, 8, { movement: 'four' });
const [start, goal] = [grid.vertex(0, 7), grid.vertex(29, 3)];
/** A road along the last row. */
const road = (roadCost: number): Graph => withCosts(grid, (tail, head, cost) => (grid.y(tail) === 7 && grid.y(head) === 7 ? roadCost : cost));
const message = /costOf returned 0\.1 for the arc from \d+ to \d+, less than the estimate 1 of the graph's heuristic/;

test('a search that reads a cost below the estimates of the grid throws, since its path might not be the cheapest', () => {
  for (const Search of [AStar, NBAStar, BidirectionalAStar, ARAStar]) expect(() => new Search(road(0.1)).search(start, goal), Search.name).toThrow(message);
  expect(() => new AStar(avoiding(road(0.1), () => false)).search(start, goal)).toThrow(message);
  const plan = (): void => {
    const planner = createPlanner(road(0.1));
    planner.begin(start, goal);
    planner.run();
  };
  expect(plan).toThrow(message);
});

test('without estimates, or with such as are low enough, costs may fall', () => {
  for (const search of [new Dijkstra(road(0.1)), new BidirectionalDijkstra(road(0.1)), new AStar(road(0.1), { heuristic: () => 0 })]) expect(search.search(start, goal)).toBeCloseTo(6.9, 9);
  const meadow = new Grid(30, 8, { movement: 'four' });
  meadow.setRectangle(0, 0, 30, 7, 3);
  const halved = withCosts(meadow, (_tail, _head, cost) => Math.max(1, cost / 2));
  expect(new AStar(halved).search(start, goal)).toBe(new Dijkstra(halved).search(start, goal));
  expect(new AStar(withCosts(grid, (_tail, _head, cost) => (cost / 3) * 0.3 * 10)).search(start, goal)).toBeCloseTo(33, 9);
});

test('after a search without a heuristic of its own, others need a view of their own', () => {
  const shared = road(0.1);
  expect(() => new AStar(shared).search(start, goal)).toThrow('make the view anew, for searches that take no heuristic too, such as Dijkstra; pass every other search over it a heuristic');
  expect(() => new AStar(shared, { heuristic: () => 0 }).search(start, goal)).toThrow(message);
  expect(new AStar(road(0.1), { heuristic: () => 0 }).search(start, goal)).toBeCloseTo(6.9, 9);
});
