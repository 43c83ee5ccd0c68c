import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { AdaptiveAStar, FringeRetrievingAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import { oracleCost, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { GoalBounds } from '../../src/index.ts';

const planners = { RepeatedAStar, AdaptiveAStar, MultipathAdaptiveAStar, FringeRetrievingAStar };

test.each(Object.entries(planners))('%s follows the goal of a view of goal bounds', (_name, Planner) => {
  for (let world = 0; world < runs(40); world++) {
    const random = seededRandom(world + 1);
    const below = (n: number): number => Math.floor(n * random());
    const grid = world % 2 === 0 ? randomObstacles(8, 8, 0.25, random, { metric: '70/99' }) : undefined;
    // Whole costs towards one goal may be fractions towards another.
    const arcs = Array.from({ length: 30 }, () => [below(12), below(12), (random() < 0.3 ? 0.5 : 1) + below(5)] as const);
    const graph = grid ?? new CompressedGraph(12, arcs, { coordinates: Float64Array.from({ length: 24 }, () => below(30)) });
    const free = Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => grid?.hasVertex(v) !== false);
    const anywhere = (): number => free[below(free.length)];
    const view = GoalBounds.build(graph).view();
    view.goal = anywhere();
    const planner = new Planner(view);
    planner.begin(anywhere(), view.goal);
    for (let turn = 0; turn < 8; turn++) {
      while (!planner.run(turn % 2 === 0 ? 3 : Infinity));
      expect(planner.cost, `world ${world}, turn ${turn}`).toBeCloseTo(oracleCost(graph, planner.start, planner.goal), 9);
      const act = below(3);
      if (act === 0) planner.begin(anywhere(), (view.goal = anywhere()));
      else if (act === 1) planner.goalMovedTo((view.goal = anywhere()));
      else planner.moveTo(anywhere());
    }
  }
});

test('searches in slices may share a view whose goal is set before each slice', () => {
  const grid = new Grid(9, 9, { movement: 'four' });
  const view = GoalBounds.build(grid).view();
  const start = grid.vertex(4, 4);
  const goals = [grid.vertex(0, 0), grid.vertex(8, 8)];
  const searches = goals.map((goal) => {
    const search = new AStar(view);
    search.begin(start, (view.goal = goal));
    return search;
  });
  for (let slice = 0; searches.some(({ cost }) => cost === Infinity); slice++) {
    expect(slice).toBeLessThan(30);
    searches.forEach((search, i) => {
      view.goal = goals[i];
      search.run(1);
    });
  }
  expect(searches.map(({ cost }) => cost)).toEqual([8, 8]);
});
