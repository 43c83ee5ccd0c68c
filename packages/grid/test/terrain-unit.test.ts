import { expect, test } from 'vitest';
import type { GridOptions } from '../src/index.ts';
import { Grid } from '../src/index.ts';

test('costs are whole numbers of units, in every metric', () => {
  const fine = Grid.fromArray([[0.5, 0.25, 2], [0, 0.5, 0.5]], { terrainUnit: 0.25, movement: 'four' });
  expect(fine.toRows()).toEqual(['2.8', '#22']);
  expect(fine.steps).toEqual({ straight: 0.25, diagonal: 0.25 * Math.SQRT2 });
  // Tenths, which are no binary fractions.
  expect([...Grid.fromArray([0.3, 0.1, 0.7, 25.5], 2, 2, { terrainUnit: 0.1 }).toArray()]).toEqual([3, 1, 7, 255]);
  expect(Grid.fromArray([[1]], { terrainUnit: 1, metric: '5/7' }).metric).toBe('5/7');
  const pixel = { width: 1, height: 1, data: [9, 9, 9, 9] };
  expect(() => Grid.fromRgba(pixel, { costOf: () => 300 })).toThrow('For other costs give a terrainUnit.');
  const costly = Grid.fromRgba(pixel, { costOf: () => 300, terrainUnit: 10, movement: 'four' });
  expect([costly.cost(0, 0), costly.steps.straight, Grid.fromRgba(pixel, costly).movement]).toEqual([30, 10, 'four']);
  // Integer metrics stay whole.
  expect(Grid.fromArray([[20, 40]], { terrainUnit: 20, metric: '5/7' }).steps).toEqual({ straight: 100, diagonal: 140 });
});

test('rejects a cost that is not a whole number of units', () => {
  expect(() => Grid.fromArray([[1, 0.5]])).toThrow('The tile 0.5 at (1, 0) costs 0.5; it must be a whole number from 0 (blocked) to 255. For other costs give a terrainUnit.');
  expect(() => Grid.fromArray([[1, 0.7]], { terrainUnit: 0.5 })).toThrow('The tile 0.7 at (1, 0) costs 0.7; it must be a whole number from 0 (blocked) to 255 times the terrainUnit 0.5.');
  expect(() => Grid.fromArray([[1, 300]], { terrainUnit: 0.5 })).toThrow('costs 300');
  // Rounding does not block it.
  expect(() => Grid.fromArray([[1, 1e-12]], { terrainUnit: 1 })).toThrow('costs 1e-12');
  for (const terrainUnit of [0, -1, NaN, Infinity]) expect(() => Grid.fromArray([[1]], { terrainUnit })).toThrow(`got ${terrainUnit}`);
});

test('tiles that are not numbers need costOf, in types and at run time', () => {
  // @ts-expect-error costOf is missing.
  expect(() => Grid.fromArray([['sea']])).toThrow("The tile 'sea' at (0, 0) costs 'sea'; it must be a whole number from 0 (blocked) to 255. Say by costOf what a tile costs.");
  // @ts-expect-error costOf is missing.
  expect(() => Grid.fromArray([['sea']], { terrainUnit: 0.5 })).toThrow("costs 'sea'; it must be a whole number from 0 (blocked) to 255 times the terrainUnit 0.5. Say by costOf what a tile costs.");
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
