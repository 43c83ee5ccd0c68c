import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AdaptiveAStar, DStarExtraLite, DStarLite, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

const grid = Grid.fromRows(['.....', '.###.', '.....', '#####', '.....'], { movement: 'four' });
const start = grid.vertex(0, 1);
const goal = grid.vertex(4, 1);
const heuristic = grid.heuristic();
const elsewhere = grid.vertex(0, 4);

test.each([['D* Lite', new DStarLite(grid, { heuristic })], ['LPA*', new LPAStar(grid, { heuristic })]])('%s shows g and rhs', (_, planner) => {
  expect(planner.gOf(goal)).toBe(Infinity);
  planner.begin(start, goal);
  expect([planner.gOf(goal), planner.rhsOf(goal)]).toEqual([Infinity, 0]);
  planner.plan();
  expect([planner.gOf(goal), planner.rhsOf(goal)]).toEqual([0, 0]);
  // The start is found but need not be expanded.
  expect([planner.gOf(start), planner.rhsOf(start)]).toEqual([Infinity, 6]);
  expect([planner.gOf(elsewhere), planner.rhsOf(elsewhere)]).toEqual([Infinity, Infinity]);
  planner.begin(elsewhere, start);
  expect(planner.gOf(goal)).toBe(Infinity);
});

test('D* Extra Lite shows g, from the goal', () => {
  const planner = new DStarExtraLite(grid, { heuristic });
  planner.begin(start, goal);
  planner.plan();
  expect([planner.gOf(goal), planner.gOf(start), planner.gOf(elsewhere)]).toEqual([0, 6, Infinity]);
});

test.each([
  ['Repeated A*', new RepeatedAStar(grid, { heuristic })],
  ['Adaptive A*', new AdaptiveAStar(grid, { heuristic })],
  ['MPAA*', new MultipathAdaptiveAStar(grid, { heuristic })],
])('%s shows g, from the start', (_, planner) => {
  planner.begin(start, goal);
  planner.plan();
  expect([planner.gOf(start), planner.gOf(goal), planner.gOf(elsewhere)]).toEqual([0, 6, Infinity]);
});
