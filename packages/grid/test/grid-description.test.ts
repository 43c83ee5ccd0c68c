import { expect, test } from 'vitest';
import type { GridDescription, HexMapDescription } from '../src/index.ts';
import { describeGrid, describeHexMap, Grid, HexMap, restoreGrid, restoreHexMap } from '../src/index.ts';

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

test('JSON of typed arrays is rejected with the remedy', () => {
  const message = "JSON turns typed arrays into objects. Describe it with 'numbers'";
  expect(() => restoreGrid(JSON.parse(JSON.stringify(describeGrid(new Grid(2, 2)))) as GridDescription)).toThrow(message);
  expect(() => restoreHexMap(JSON.parse(JSON.stringify(describeHexMap(new HexMap(2, 2)))) as HexMapDescription)).toThrow(message);
});

test('a grid or a map in place of its description is rejected with the remedy', () => {
  const [grid, map] = [new Grid(2, 2), new HexMap(2, 2)];
  for (const given of [grid, structuredClone(grid), JSON.parse(JSON.stringify(grid))]) expect(() => restoreGrid(given as never)).toThrow('send or save describeGrid(grid).');
  for (const given of [map, structuredClone(map), JSON.parse(JSON.stringify(map))]) expect(() => restoreHexMap(given as never)).toThrow('send or save describeHexMap(map).');
});
