import { withCosts, withTurns } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar, BidirectionalAStar, Dijkstra, NBAStar } from '../src/index.ts';

test('over a grid with turns, the estimates of the grid guide searches to the cost that Dijkstra finds, also after edits and new costs of turns', () => {
  let [found, lowered] = [0, 0];
  for (let seed = 1; seed <= runs(120); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const grid = new Grid(8, 7, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const turns = withTurns(grid, (from, via, to) => (from === to ? Infinity : via - from === to - via ? 0 : ((from + to) % 5) / 2));
    const [dijkstra, searches] = [new Dijkstra(turns), [new AStar(turns), new AStar(turns, { direction: 'backward' }), new BidirectionalAStar(turns), new NBAStar(turns)]];
    const cell = (): number => grid.vertex(whole(8), whole(7));
    const arc = (): number => {
      const to = new Uint32Array(grid.maxDegree);
      const from = cell();
      const n = grid.successors(from, to, new Float64Array(grid.maxDegree));
      return n === 0 ? -1 : turns.arc(from, to[whole(n)]);
    };
    for (let round = 0; round < 8; round++) {
      const kind = whole(4);
      if (kind === 0) grid.setBlocked(whole(8), whole(7), random() < 0.7);
      else if (kind === 1) grid.setRectangle(0, 0, 8, 7, 1 + whole(3));
      else if (kind === 2) grid.setCost(whole(8), whole(7), 1 + whole(4));
      const [last, to, cost] = [arc(), new Uint32Array(turns.maxDegree), new Float64Array(turns.maxDegree)];
      if (last >= 0 && seed % 2 === 0) {
        const i = whole(turns.successors(last, to, cost));
        const price = random() < 0.2 ? cost[i] / 4 : cost[i] + whole(3);
        turns.setCost(last, to[i], price);
        if (price < cost[i]) lowered++;
      }
      for (const start of [turns.start(cell()), arc()]) {
        const goal = turns.goal(cell());
        if (start < 0) continue;
        const least = dijkstra.search(start, goal);
        if (least < Infinity) found++;
        for (const search of searches) expect(search.search(start, goal)).toBeCloseTo(least, 9);
      }
    }
  }
  expect(Math.min(found / 10, lowered)).toBeGreaterThan(runs(40));
});

test('over a view, whose costs may be below the estimates of its grid, searches find the cheapest path', () => {
  const grid = new Grid(5, 2, { movement: 'four' });
  const view = withCosts(grid, (from, _to, cost) => (grid.y(from) === 0 ? cost / 4 : cost));
  const turns = withTurns(view, () => 0);
  expect(new AStar(turns).search(turns.start(grid.vertex(0, 1)), turns.goal(grid.vertex(4, 1)))).toBe(new Dijkstra(turns).search(turns.start(grid.vertex(0, 1)), turns.goal(grid.vertex(4, 1))));
  grid.setBlocked(2, 1, true);
  expect(new Dijkstra(turns).search(turns.start(grid.vertex(0, 1)), turns.goal(grid.vertex(4, 1)))).toBeLessThan(4);
});

test('a price for bends does not make A* search everything', () => {
  const grid = new Grid(60, 50, { movement: 'four' });
  const turns = withTurns(grid, (from, via, to) => (from === to ? Infinity : via - from === to - via ? 0 : 0.75));
  const [astar, dijkstra] = [new AStar(turns), new Dijkstra(turns)];
  const ends = [turns.start(grid.vertex(5, 5)), turns.goal(grid.vertex(50, 45))] as const;
  expect([astar.search(...ends), astar.counters.expanded]).toEqual([85.75, 212]);
  expect([dijkstra.search(...ends), dijkstra.counters.expanded > 10_000]).toEqual([85.75, true]);
});
