import { Grid } from '@pf/grid';
import { JumpPointSearch } from '@pf/search';
import { expect, test } from 'vitest';
import { ClusterMap, ClusterSearch, CornerHierarchy, CornerSearch, describeWorld, GoalBounds, partBuilder, PathDatabase, SubgoalTrees } from '../src/index.ts';

/** The same grid as an object of another copy of the package, as if it came from a CommonJS module: the same members, another class. */
function ofAnotherCopy(grid: Grid): Grid {
  const members = {};
  for (let type: object = Grid.prototype; type !== Object.prototype; type = Object.getPrototypeOf(type) as object) {
    Object.defineProperties(members, { ...Object.getOwnPropertyDescriptors(type), ...Object.getOwnPropertyDescriptors(members) });
  }
  return Object.setPrototypeOf(grid, members) as Grid;
}

test('a grid of another copy of the package is a grid', () => {
  const rows = ['.......', '.#####.', '.......'];
  const own = Grid.fromRows(rows);
  const grid = ofAnotherCopy(Grid.fromRows(rows));
  expect(grid).not.toBeInstanceOf(Grid);
  expect(describeWorld(grid)).toEqual(describeWorld(own));
  expect(GoalBounds.build(grid).save()).toEqual(GoalBounds.build(own).save());
  expect(GoalBounds.load(own, GoalBounds.build(grid).save()).boxes).toBeInstanceOf(Uint16Array);
  expect(PathDatabase.build(grid, { rows: 'jump-points' }).save()).toEqual(PathDatabase.build(own, { rows: 'jump-points' }).save());
  expect(SubgoalTrees.build(grid).save()).toEqual(SubgoalTrees.build(own).save());
  for (const kind of ['jump-point-bounds', 'subgoal-trees'] as const) expect(partBuilder(grid, kind)(0, 9)).toEqual(partBuilder(own, kind)(0, 9));
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(6, 2)];
  const cost = new JumpPointSearch(own).search(start, goal);
  expect(new ClusterSearch(new ClusterMap(grid)).search(start, goal)).toBe(cost);
  expect(new CornerSearch(CornerHierarchy.build(grid)).search(start, goal)).toBe(cost);
});
