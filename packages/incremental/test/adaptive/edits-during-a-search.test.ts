import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AdaptiveAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../../src/index.ts';

const planners = { 'Repeated A*': RepeatedAStar, 'Adaptive A*': AdaptiveAStar, 'MPAA*': MultipathAdaptiveAStar } as const;

describe.each(Object.entries(planners))('an edit during a search of %s', (_name, Planner) => {
  test('where the search has not been does not make it begin again', () => {
    const grid = new Grid(40, 40, { movement: 'four' });
    grid.setRectangle(20, 0, 1, 39, 0);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(39, 0)];
    const planner = new Planner(grid);
    planner.begin(start, goal);
    for (let x = 25; x < 35; x++) {
      expect(planner.run(10)).toBe(false);
      grid.setBlocked(x, 20, true);
    }
    planner.run();
    const fresh = new Planner(grid);
    fresh.begin(start, goal);
    fresh.run();
    expect(planner.cost).toBe(fresh.cost);
    expect(planner.counters).toEqual(fresh.counters);
  });

  test('on terrain behind it leads to another path', () => {
    const grid = Grid.fromRows(['.......', '.......', '.......'], { movement: 'four' });
    const planner = new Planner(grid);
    planner.begin(grid.vertex(0, 1), grid.vertex(6, 1));
    expect(planner.run(4)).toBe(false);
    grid.setCost(1, 1, 9);
    planner.run();
    expect(planner.cost).toBe(8);
  });

  test('on a road that it has not read, or has', () => {
    const roads = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 5, 1], [0, 4, 2], [4, 5, 9]]);
    const planner = new Planner(roads);
    for (const [tail, head, cost] of [[3, 5, 5], [0, 1, 20], [3, 5, 2]] as const) {
      planner.begin(0, 5);
      expect(planner.run(1)).toBe(false);
      roads.setCost(tail, head, cost);
      planner.run();
      expect(planner.cost).toBe(oracleCost(roads, 0, 5));
    }
  });

  test('the first terrain makes it begin again, as moves that it left out may be needed', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 60; round++) {
      const grid = randomObstacles(16, 16, 0.1, random, { metric: '70/99' });
      const planner = new Planner(grid);
      planner.begin(grid.vertex(0, 0), grid.vertex(15, 15));
      for (let slices = 0; !planner.run(slices < 4 ? 10 : Infinity); slices++) grid.setCost(Math.floor(16 * random()), Math.floor(16 * random()), 1 + Math.floor(9 * random()));
      expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    }
  });

  test('in every slice leads to the cheapest path in the end', () => {
    const random = seededRandom(9);
    for (let round = 0; round < runs(100); round++) {
      const size = 6 + Math.floor(14 * random());
      const any = (): number => Math.floor(size * random());
      const grid = randomObstacles(size, size, 0.4 * random(), random, { metric: '70/99' });
      const terrain = round % 2 === 0;
      const planner = new Planner(grid);
      for (let query = 0; query < 4; query++) {
        if (query % 2 === 0) planner.begin(grid.vertex(any(), any()), grid.vertex(any(), any()));
        else planner.moveTo(grid.vertex(any(), any()));
        for (let slices = 0; !planner.run(slices < 60 ? 1 + (round % 7) : Infinity); slices++) {
          grid.setCost(any(), any(), random() < 0.4 ? 0 : terrain ? 1 + Math.floor(4 * random()) : 1);
        }
        expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
      }
    }
  });
});
