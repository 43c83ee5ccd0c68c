import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompressedGraph, VertexIndex } from '../src/index.ts';

test('finds a vertex as near as the nearest, of many or none, at the same point or not', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true }));
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 40 }), number, number, fc.constantFrom(Infinity, 0, 1), (points, x, y, farthest) => {
      const graph = new CompressedGraph(points.length, [], { coordinates: points.flat() });
      const distances = points.map(([px, py]) => Math.hypot(px - x, py - y));
      const least = Math.min(...distances);
      const found = new VertexIndex(graph).nearest(x, y, farthest);
      if (found < 0) expect(least > farthest * (1 - 1e-9) || points.length === 0).toBe(true);
      else expect(distances[found]).toBeCloseTo(least, 9);
      if (points.length > 0 && farthest === Infinity) expect(found).toBeGreaterThanOrEqual(0);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('a vertex exactly at the farthest distance is found, one beyond it is not', () => {
  for (let squared = 1; squared <= 450; squared++) {
    for (let x = 0; x * x <= squared; x++) {
      const y = Math.sqrt(squared - x * x);
      if (!Number.isInteger(y)) continue;
      const one = new VertexIndex(new CompressedGraph(1, [], { coordinates: [x, y] }));
      expect([one.nearest(0, 0, Math.sqrt(squared)), one.nearest(0, 0, Math.hypot(x, y)), one.nearest(0, 0, Math.hypot(x, y) * (1 - 1e-12))]).toEqual([0, 0, -1]);
    }
  }
});

test('rejects invalid points', () => {
  const index = new VertexIndex(new CompressedGraph(2, [], { coordinates: [NaN, 0, 3, 4] }));
  expect(index.nearest(0, 0)).toBe(1);
  expect(() => index.nearest(NaN, 0)).toThrow('A point needs two numbers, got NaN and 0.');
  expect(() => index.nearest(1, 0, -1)).toThrow('The farthest distance must be 0 or more, got -1.');
});

test('leaves out ids that are no vertices, such as the border of a grid', () => {
  const graph = new CompressedGraph(4, [], { coordinates: [0, 0, 1, 0, 2, 0, 3, 0] });
  const world = Object.assign(Object.create(graph) as CompressedGraph, { hasVertex: (v: number) => v !== 0 && v !== 3 });
  const index = new VertexIndex(world);
  expect([-1, 0.4, 1.4, 1.7, 4].map((x) => index.nearest(x, 0))).toEqual([1, 1, 1, 2, 2]);
});
