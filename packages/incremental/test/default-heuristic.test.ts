import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

test.each([AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar])('%o uses the heuristic of its graph', (Planner) => {
  const grid = new Grid(30, 30, { metric: '5/7' });
  // Expensive terrain may become cheap, so the estimate assumes the cheapest possible terrain.
  grid.setRectangle(0, 0, 30, 30, 2);
  const expansionsOf = (planner: InstanceType<typeof Planner>): number => {
    planner.begin(grid.vertex(10, 15), grid.vertex(20, 15));
    planner.run();
    expect(planner.cost).toBe(100);
    return planner.counters.expanded;
  };
  const own = expansionsOf(new Planner(grid));
  expect(own).toBe(expansionsOf(new Planner(grid, { heuristic: grid.heuristic({ least: 1 }) })));
  expect(own).toBeLessThan(expansionsOf(new Planner(grid, { heuristic: () => 0 })));
  // A graph without one is searched without.
  const line = new Planner(new CompressedGraph(3, [[0, 1, 2], [1, 2, 2]]));
  line.begin(0, 2);
  expect([line.run(), line.cost]).toEqual([true, 4]);
});
