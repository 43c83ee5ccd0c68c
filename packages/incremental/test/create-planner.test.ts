import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { createPlanner, DStarExtraLite, MultipathAdaptiveAStar } from '../src/index.ts';

test('chooses by the kind of world, and all planners give the same costs', () => {
  const grid = new Grid(9, 9, { metric: '5/7' });
  const options = { heuristic: grid.heuristic() };
  const planners = [createPlanner(grid, options), ...(['game', 'maze', 'rooms', 'random'] as const).map((world) => createPlanner(grid, { ...options, world }))];
  expect(planners.map(({ constructor }) => constructor)).toEqual([DStarExtraLite, DStarExtraLite, DStarExtraLite, MultipathAdaptiveAStar, MultipathAdaptiveAStar]);
  for (const planner of planners) {
    planner.begin(grid.vertex(0, 0), grid.vertex(8, 3));
    expect(planner.run()).toBe(true);
    expect(planner.cost).toBe(3 * 7 + 5 * 5);
  }
});
