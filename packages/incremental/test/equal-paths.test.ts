import { avoiding, EdgeCosts } from '@pf/graph';
import { Grid, LinkedGrid, TorusGrid } from '@pf/grid';
import { expect, test } from 'vitest';
import { RepeatedAStar } from '../src/index.ts';

const planners = {
  'repeated A*': (graph: EdgeCosts) => new RepeatedAStar(graph),
  'repeated A*, backward': (graph: EdgeCosts) => new RepeatedAStar(graph, { direction: 'backward' }),
};

test.each(Object.entries(planners))('across open ground, %s follows one of the many equal paths to its end, also after moves and edits', (_name, make) => {
  const grid = new Grid(96, 96);
  for (const world of [new EdgeCosts(grid), avoiding(grid, () => false), new LinkedGrid(grid), new TorusGrid(grid)]) {
    const planner = make(world as EdgeCosts);
    const [start, goal] = [grid.vertex(1, 1), grid.vertex(45, 30)];
    planner.begin(start, goal);
    planner.run();
    expect(planner.cost).toBeCloseTo(15 + 29 * Math.SQRT2, 9);
    expect([planner.counters.expanded <= 45, planner.counters.reopened]).toEqual([true, 0]);
    for (let step = 0; step < 20; step++) {
      const next = planner.next();
      grid.setCost(grid.x(next), grid.y(next), 2);
      planner.moveTo(next);
      planner.run();
      grid.setCost(grid.x(next), grid.y(next), 1);
    }
    planner.run();
    expect(planner.counters.expanded).toBeLessThan(1500);
  }
});
