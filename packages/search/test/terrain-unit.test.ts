import { chebyshev, Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar, findPath, LazyThetaStar, smooth } from '../src/index.ts';

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

test('straight lines cost as much in your units as the steps that they replace, or less', () => {
  const flat = Grid.fromArray([[0.5, 0.5, 0.5]], { terrainUnit: 0.5 });
  expect(findPath(flat, { from: [0, 0], to: [2, 0], shape: smooth }).cost).toBe(1);
  for (const terrainUnit of [0.25, 0.5, 10]) {
    const rules = { terrainUnit, corners: 'always' as const };
    const rough = Grid.fromArray([3, 3, 3, 1, 1, 3, 3, 0, 1, 1, 3, 3, 3, 3, 3].map((cost) => cost * terrainUnit), 5, 3, rules);
    const plain = Grid.fromArray([3, 3, 3, 1, 1, 3, 3, 0, 1, 1, 3, 3, 3, 3, 3], 5, 3, { corners: 'always' });
    const even = Grid.fromArray(plain.toArray().map((cost) => cost && terrainUnit), 5, 3, rules);
    const lazy = new LazyThetaStar(even);
    for (const to of [[4, 0], [4, 2], [1, 2]] as [number, number][]) {
      const ends = { from: [0, 0] as const, to };
      const cost = findPath(rough, { ...ends, shape: smooth }).cost;
      expect(cost).toBeCloseTo(findPath(plain, { ...ends, shape: smooth }).cost * terrainUnit, 9);
      expect(cost).toBeLessThanOrEqual(findPath(rough, ends).cost * (1 + 1e-12));
      const length = findPath(even, { ...ends, algorithm: LazyThetaStar }).cost;
      expect(length).toBeLessThanOrEqual(findPath(even, ends).cost * (1 + 1e-12));
      const goal = even.vertex(...to);
      expect(lazy.search(even.vertex(0, 0), goal)).toBe(length);
    }
  }
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
