import type { GridOptions } from '@pf/grid';
import { chebyshev, Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar, findPath } from '../src/index.ts';

test('costs below 1 and above 255 are those of the paths', () => {
  const fine = Grid.fromArray([[0.5, 0.25, 2], [0, 0.5, 0.5]], { terrainUnit: 0.25, movement: 'four' });
  expect(fine.toRows()).toEqual(['2.8', '#22']);
  expect(findPath(fine, { from: [0, 0], to: [2, 1] }).cost).toBe(1.25);
  expect(fine.heuristic()(fine.vertex(0, 0), fine.vertex(2, 1))).toBe(0.75);
  const coarse = Grid.fromArray([[100, 1000], [0, 2500]], { terrainUnit: 100 });
  expect(new AStar(coarse).search(coarse.vertex(0, 0), coarse.vertex(1, 1))).toBe(3500);
  // Tenths, which are no binary fractions, and diagonals.
  const tenths = Grid.fromArray([0.3, 0.1, 0.7, 25.5], 2, 2, { terrainUnit: 0.1, corners: 'always' });
  expect([...tenths.toArray()]).toEqual([3, 1, 7, 255]);
  expect(findPath(tenths, { from: [1, 0], to: [0, 1] }).cost).toBeCloseTo(0.7 * Math.SQRT2, 12);
  expect(Grid.fromArray(['sea', 'land'], 2, 1, { costOf: (tile) => (tile === 'sea' ? 7.5 : 2.5), terrainUnit: 2.5 }).toRows()).toEqual(['3.']);
  expect(Grid.fromArray([[1]], { terrainUnit: 1, metric: '5/7' }).metric).toBe('5/7');
  // Integer metrics stay whole.
  expect(Grid.fromArray([[20, 40]], { terrainUnit: 20, metric: '5/7' }).steps).toEqual({ straight: 100, diagonal: 140 });
});

test('rejects a cost that is not a whole number of units', () => {
  expect(() => Grid.fromArray([[1, 0.5]])).toThrow('The cell at (1, 0) costs 0.5; it must be a whole number from 0 (blocked) to 255. For other costs give a terrainUnit.');
  expect(() => Grid.fromArray([[1, 0.7]], { terrainUnit: 0.5 })).toThrow('The cell at (1, 0) costs 0.7, which is not 0 to 255 whole terrain units of 0.5.');
  expect(() => Grid.fromArray([[1, 300]], { terrainUnit: 0.5 })).toThrow('costs 300');
  // Rounding does not block it.
  expect(() => Grid.fromArray([[1, 1e-12]], { terrainUnit: 1 })).toThrow('costs 1e-12');
  for (const terrainUnit of [0, -1, NaN, Infinity]) expect(() => Grid.fromArray([[1]], { terrainUnit })).toThrow(`got ${terrainUnit}`);
});

test('tiles that are not numbers need costOf, in types and at run time', () => {
  // @ts-expect-error costOf is missing.
  expect(() => Grid.fromArray([['sea']])).toThrow("The cell at (0, 0) costs 'sea'; it must be a whole number from 0 (blocked) to 255. Say by costOf what a tile costs.");
  // @ts-expect-error costOf is missing.
  expect(() => Grid.fromArray([true, false], 2, 1)).toThrow('Say by costOf');
  // @ts-expect-error costOf is missing.
  expect(() => Grid.fromArray(['1'], 1, 1)).toThrow("costs '1'");
  expect(() => Grid.fromArray(['sea'], 1, 1, { costOf: () => '1' as never })).toThrow(/blocked\) to 255\.$/);
  expect(Grid.fromArray([true, false], 2, 1, { costOf: Number }).toRows()).toEqual(['.#']);
});

test('accepts the rules of a grid from another copy of the package', () => {
  // An object of another copy of the class: the same properties, another constructor.
  const { movement, corners, metric, moves, cells, width } = new Grid(3, 3, { movement: 'hex' });
  const foreign = { movement, corners, metric, moves, cells, width } as GridOptions;
  expect(new Grid(2, 2, foreign).movement).toBe('hex');
  expect(() => new Grid(2, 2, { movement: 'hex', width: 3 } as GridOptions)).toThrow("Grid has no option 'width'");
});

test('rejects a buffer that truncates vertex numbers', () => {
  const grid = new Grid(5, 5);
  const search = new AStar(grid);
  search.search(grid.vertex(0, 0), grid.vertex(4, 4));
  for (const Type of [Uint8Array, Uint16Array, Float32Array]) {
    expect(() => search.path(new Type(99) as never)).toThrow(`${Type.name} would cut off the numbers of vertices`);
  }
  expect(search.path(new Float64Array(99) as never)).toBe(5);
  expect(chebyshev(grid)(grid.vertex(0, 0), grid.vertex(4, 4))).toBe(4);
});
