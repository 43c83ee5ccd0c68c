import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

test.each([AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar])('%o takes the estimates of its graph', (Planner) => {
  const grid = new Grid(30, 30, { metric: '5/7' });
  // Terrain that is expensive now may become cheap: the estimate is that of the cheapest there can be.
  grid.setRectangle(0, 0, 30, 30, 2);
  const ask = (planner: InstanceType<typeof Planner>): number => {
    planner.begin(grid.vertex(10, 15), grid.vertex(20, 15));
    planner.run();
    expect(planner.cost).toBe(100);
    return planner.counters.expanded;
  };
  const own = ask(new Planner(grid));
  expect(own).toBe(ask(new Planner(grid, { heuristic: grid.heuristic({ least: 1 }) })));
  expect(own).toBeLessThan(ask(new Planner(grid, { heuristic: () => 0 })));
  // A graph that has none is searched without.
  const line = new Planner(new CompressedGraph(3, [[0, 1, 2], [1, 2, 2]]));
  line.begin(0, 2);
  expect([line.run(), line.cost]).toEqual([true, 4]);
});
