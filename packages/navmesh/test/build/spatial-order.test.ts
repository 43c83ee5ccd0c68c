import { expect, test } from 'vitest';
import { inSpatialOrder } from '../../src/build/spatial-order.ts';
import { seeded } from '../worlds.ts';

test('polygons are sorted along a Z-order curve, with their areas', () => {
  const xs: number[] = [], ys: number[] = [], loops: number[][] = [], areas: number[] = [], random = seeded(5);
  const cells = Array.from({ length: 64 }, (_, i) => i).sort(() => random() - 0.5);
  for (const cell of cells) {
    xs.push(-30 + (cell % 8));
    ys.push(10 + Math.floor(cell / 8));
    loops.push([loops.length]);
    areas.push(cell);
  }
  const sorted = inSpatialOrder({ xs, ys, loops, areas });
  expect(sorted.loops.map(([v]) => areas[v])).toEqual(sorted.areas);
  // The first four fill the first square of two by two, the first sixteen that of four by four.
  expect(sorted.areas.slice(0, 4)).toEqual([0, 1, 8, 9]);
  expect(Math.max(...sorted.areas.slice(0, 16).map((cell) => Math.max(cell % 8, Math.floor(cell / 8))))).toBe(3);
  expect(inSpatialOrder({ xs: [7, 7], ys: [3, 3], loops: [[1], [0]] }).loops).toEqual([[1], [0]]);
  expect(inSpatialOrder({ xs: [], ys: [], loops: [] }).loops).toEqual([]);
});
