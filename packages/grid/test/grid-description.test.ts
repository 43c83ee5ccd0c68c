import { expect, test } from 'vitest';
import { describeGrid, Grid, restoreGrid } from '../src/index.ts';

test('grids that behave alike have the same description, whatever edits made them', () => {
  const grid = Grid.fromRows(['.3.', '#..']);
  const before = JSON.stringify(describeGrid(grid, 'numbers'));
  grid.setBlocked(1, 0, true);
  grid.setBlocked(2, 1, true);
  expect(describeGrid(grid, 'numbers').below).toEqual([0, 3, 0, 0, 0, 0]);
  expect(describeGrid(restoreGrid(describeGrid(grid)))).toEqual(describeGrid(grid));
  grid.setBlocked(1, 0, false);
  grid.setBlocked(2, 1, false);
  expect(JSON.stringify(describeGrid(grid, 'numbers'))).toBe(before);
});
