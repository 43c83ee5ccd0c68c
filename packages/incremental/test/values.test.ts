import { Grid } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { FringeRetrievingAStar } from '../src/index.ts';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';
import { planners } from './planners.ts';

const grid = Grid.fromRows(['.....', '.###.', '.....', '#####', '.....'], { movement: 'four' });
const start = grid.vertex(0, 1);
const goal = grid.vertex(4, 1);
const heuristic = grid.heuristic();
const elsewhere = grid.vertex(0, 4);

test.each([['D* Lite', new DStarLite(grid, { heuristic })], ['LPA*', new LPAStar(grid, { heuristic })]])('%s shows g and rhs', (_, planner) => {
  expect(planner.g(goal)).toBe(Infinity);
  planner.begin(start, goal);
  expect([planner.g(goal), planner.rhs(goal)]).toEqual([Infinity, 0]);
  planner.run();
  expect([planner.g(goal), planner.rhs(goal)]).toEqual([0, 0]);
  // The start is found but need not be expanded.
  expect([planner.g(start), planner.rhs(start)]).toEqual([Infinity, 6]);
  expect([planner.g(elsewhere), planner.rhs(elsewhere)]).toEqual([Infinity, Infinity]);
  planner.begin(elsewhere, start);
  expect(planner.g(goal)).toBe(Infinity);
});

test.each([['D* Extra Lite', new DStarExtraLite(grid, { heuristic })], ['Focussed D*', new FocussedDStar(grid, { heuristic })]])('%s shows g, from the goal', (_, planner) => {
  planner.begin(start, goal);
  planner.run();
  expect([planner.g(goal), planner.g(start), planner.g(elsewhere)]).toEqual([0, 6, Infinity]);
});

test.each([
  ['Repeated A*', new RepeatedAStar(grid, { heuristic })],
  ['Adaptive A*', new AdaptiveAStar(grid, { heuristic })],
  ['MPAA*', new MultipathAdaptiveAStar(grid, { heuristic })],
])('%s shows g, from the start', (_, planner) => {
  planner.begin(start, goal);
  planner.run();
  expect([planner.g(start), planner.g(goal), planner.g(elsewhere)]).toEqual([0, 6, Infinity]);
});

test.each(['GFRA*', 'MT-D* Lite', 'MT-D* Lite, basic'])('%s shows g from the present root of its tree', (name) => {
  const corridor = new Grid(9, 1, { movement: 'four' });
  const planner = planners[name](corridor, corridor.heuristic()) as FringeRetrievingAStar | MovingTargetDStarLite;
  planner.begin(corridor.vertex(0, 0), corridor.vertex(7, 0));
  planner.run();
  for (let moves = 0; moves < 2; moves++) planner.moveTo(planner.next());
  planner.goalMovedTo(corridor.vertex(8, 0));
  planner.run();
  const cells = [2, 3, 6].map((x) => corridor.vertex(x, 0));
  expect([planner.cost, ...cells.map((v) => planner.g(v))]).toEqual([6, 0, 1, 4]);
  if (planner instanceof MovingTargetDStarLite) expect(cells.map((v) => planner.rhs(v))).toEqual([0, 1, 4]);
});

test('without a path to a goal that moves, the labels of an earlier root are not below 0', () => {
  const hall = new Grid(12, 9, { movement: 'four' });
  const corner = hall.vertex(11, 8);
  for (const [x, y] of [[10, 8], [11, 7]]) hall.setBlocked(x, y, true);
  const planner = new MovingTargetDStarLite(hall, { deletion: 'basic' });
  planner.begin(hall.vertex(5, 5), corner);
  planner.run();
  expect(planner.cost).toBe(Infinity);
  planner.moveTo(hall.vertex(8, 4));
  planner.goalMovedTo(hall.vertex(9, 5));
  planner.run();
  expect([planner.cost, planner.g(hall.vertex(8, 4)), planner.g(hall.vertex(3, 5))]).toEqual([2, 0, Infinity]);
  const all = [...hall.cells.keys()];
  expect(all.filter((v) => planner.g(v) < 0 || planner.rhs(v) < 0)).toEqual([]);
});

test.each(Object.keys(planners))('%s shows nothing of the query before', (name) => {
  const planner = planners[name](grid, heuristic) as RepeatedAStar;
  planner.begin(start, goal);
  planner.run(3);
  planner.begin(grid.vertex(0, 4), grid.vertex(4, 4));
  const before = [grid.vertex(0, 0), start, grid.vertex(0, 2), goal, grid.vertex(4, 0), grid.vertex(4, 2)];
  expect(before.filter((v) => planner.isOpen(v) || planner.g(v) < Infinity)).toEqual([]);
});

test.each(Object.keys(planners))('%s shows its open vertices: the next to expand is among them, and without a path none is left in the end', (name) => {
  const planner = planners[name](grid, heuristic);
  const open = (): number[] => [...grid.cells.keys()].filter((v) => planner.isOpen(v));
  planner.begin(start, elsewhere);
  // A search may begin only now.
  expect(planner.run(0)).toBe(false);
  let steps = 0;
  for (let before = open(); !planner.run(1); before = open(), steps++) {
    expect(before).toContain(planner.lastExpanded);
    expect(open()).not.toContain(planner.lastExpanded);
  }
  expect(steps).toBeGreaterThan(3);
  expect([planner.cost, open()]).toEqual([Infinity, []]);
});

test.each(Object.keys(planners))('%s keeps its answer after reports of what it knows', (name) => {
  const planner = planners[name](grid, heuristic);
  planner.begin(start, goal);
  planner.run();
  planner.moveTo(start);
  planner.goalMovedTo(goal);
  planner.arcsChanged([], 0);
  expect(planner.cost).toBe(6);
});

test.each(Object.keys(planners))('%s notices that the last expensive terrain is gone', (name) => {
  const corridor = Grid.fromRows(['..9..'], { movement: 'four' });
  const planner = planners[name](corridor, corridor.heuristic({ least: 1 }));
  const tails = new Uint32Array(corridor.vertexCount);
  for (const [before, after] of [[9, 1], [4, 2]]) {
    corridor.setCost(2, 0, before);
    planner.begin(corridor.vertex(0, 0), corridor.vertex(4, 0));
    planner.run();
    expect(planner.cost).toBe(3 + before);
    planner.arcsChanged(tails, corridor.setCost(2, 0, after, tails));
    planner.run();
    expect(planner.cost).toBe(3 + after);
  }
});

test.each(Object.keys(planners))('%s handles terrain that appears on a plain world, and disappears', (name) => {
  const side = 8;
  const field = new Grid(side, side, { metric: '5/7' });
  const planner = planners[name](field, field.heuristic({ least: 1 }));
  const tails = new Uint32Array(field.vertexCount);
  const check = (): void => {
    expect(planner.run()).toBe(true);
    expect(planner.cost).toBe(oracleCost(field, planner.start, planner.goal));
  };
  for (let round = 0; round < side; round++) {
    planner.begin(field.vertex(0, round), field.vertex(side - 1, (3 * round) % side));
    check();
    const raised: number[] = [];
    for (let i = 0; i < 5; i++) {
      // On the path.
      const pathCells = new Uint32Array(field.vertexCount);
      raised.push(pathCells[(1 + i) % (planner.path(pathCells) - 1)]);
      planner.arcsChanged(tails, field.setCost(field.x(raised[i]), field.y(raised[i]), 5, tails));
      check();
    }
    for (const v of raised) {
      planner.arcsChanged(tails, field.setCost(field.x(v), field.y(v), 1, tails));
      check();
    }
  }
});

test.each(Object.keys(planners))('%s rejects an estimate that is not finite, and does not run without end', (name) => {
  const grid = new Grid(4, 4, { metric: '5/7' });
  for (const estimate of [Infinity, NaN]) {
    const planner = planners[name](grid, () => estimate);
    expect(() => {
      planner.begin(grid.vertex(0, 0), grid.vertex(3, 3));
      planner.run();
    }).toThrow(String(estimate));
  }
});

