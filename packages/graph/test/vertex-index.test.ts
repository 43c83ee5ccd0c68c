import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompressedGraph, greatCircle, seededRandom, VertexIndex } from '../src/index.ts';

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

test.each([false, true])('with accept, finds what an index of only the accepted vertices finds; degrees: %s', (degrees) => {
  const random = seededRandom(11);
  for (let round = 0; round < 300; round++) {
    const coordinates = Float64Array.from({ length: 2 * Math.floor(40 * random()) }, () => Math.floor(12 * random()));
    const graph = new CompressedGraph(coordinates.length / 2, [], { coordinates });
    const accepted = Uint8Array.from({ length: graph.vertexCount }, () => (random() < 0.4 ? 1 : 0));
    const alone = Object.assign(Object.create(graph) as CompressedGraph, { hasVertex: (v: number) => accepted[v] === 1 });
    const [index, part] = [new VertexIndex(graph, { degrees }), new VertexIndex(alone, { degrees })];
    const apart = (x: number, y: number, v: number): number => (v < 0 ? -1 : Math.hypot(x - graph.x(v), y - graph.y(v)));
    for (let i = 0; i < 5; i++) {
      const [x, y, farthest] = [12 * random(), 12 * random(), random() < 0.3 ? (degrees ? 2e5 : 2) : Infinity];
      const found = index.nearest(x, y, farthest, (v) => accepted[v] === 1);
      if (found >= 0) expect(accepted[found]).toBe(1);
      expect(apart(x, y, found)).toBe(apart(x, y, part.nearest(x, y, farthest)));
    }
  }
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
  expect(() => index.nearest(1, 0, 5, 3 as never)).toThrow('accept must be a function, got 3.');
});

test('leaves out ids that are no vertices, such as the border of a grid', () => {
  const graph = new CompressedGraph(4, [], { coordinates: [0, 0, 1, 0, 2, 0, 3, 0] });
  const world = Object.assign(Object.create(graph) as CompressedGraph, { hasVertex: (v: number) => v !== 0 && v !== 3 });
  const index = new VertexIndex(world);
  expect([-1, 0.4, 1.4, 1.7, 4].map((x) => index.nearest(x, 0))).toEqual([1, 1, 1, 2, 2]);
});

test('vertices along a road there and back are indexed as fast as others', () => {
  const n = 200_000;
  const coordinates = Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? Math.min(i, 2 * n - i) : 0));
  const begin = performance.now();
  const index = new VertexIndex(new CompressedGraph(n, [], { coordinates }));
  // It took nine seconds with the middle as pivot.
  expect(performance.now() - begin).toBeLessThan(4000);
  expect(coordinates[2 * index.nearest(1000, 1)]).toBe(1000);
});

test('with degrees, finds a vertex as near as the nearest along the surface of the Earth: at poles, across the date line, on one street', () => {
  const positions = (x: number, y: number, width: number, height: number) => fc.tuple(fc.double({ min: x, max: x + width, noNaN: true }), fc.double({ min: y, max: y + height, noNaN: true }));
  const corners = fc.tuple(fc.constantFrom(-360, -180, -90, 0, 90, 180, 360), fc.constantFrom(-90, -45, 0, 45, 90));
  const dateLine = fc.oneof(positions(179, 60, 1, 1), positions(-180, 60, 1, 1));
  const places = fc.oneof(...[positions(-180, -90, 360, 180), corners, dateLine, positions(-180, 89.9, 360, 0.1), positions(13, 60, 0.01, 0.01)].map((position) => fc.array(position, { minLength: 1, maxLength: 40 })));
  fc.assert(
    fc.property(places, fc.constantFrom(Infinity, 0, 1e-3, 1e7, 2.1e7), fc.nat(), ([point, ...points], slack, pick) => {
      // The last vertex is the point itself, for distances.
      const graph = new CompressedGraph(points.length + 1, [], { coordinates: [...points, point].flat() });
      const metres = greatCircle(graph);
      const distances = points.map((_, v) => metres(v, points.length));
      const least = Math.min(...distances);
      const seen = Object.assign(Object.create(graph) as CompressedGraph, { hasVertex: (v: number) => v < points.length });
      const index = new VertexIndex(seen, { degrees: true });
      // Opposite the point, rounding amounts to metres.
      const near = (distance: number): number => (distance > 1.9e7 ? 2 : 1e-6);
      for (const farthest of [least + slack, (distances[pick % 40] ?? 0) + slack, slack]) {
        const found = index.nearest(point[0], point[1], farthest);
        if (found < 0) expect(least > farthest || points.length === 0).toBe(true);
        else expect(distances[found]).toBeLessThanOrEqual(Math.min(least, farthest) + near(distances[found]));
      }
      if (least > 1e-3 && least < Infinity) expect(index.nearest(point[0], point[1], least - Math.max(1e-3, near(least)))).toBe(-1);
    }),
    { seed: 2, numRuns: 600 },
  );
});

test('with degrees, a degree of longitude counts less in the north', () => {
  const towns = new CompressedGraph(3, [], { coordinates: [1, 60, 0, 60.6, NaN, NaN] });
  expect(new VertexIndex(towns).nearest(0, 60)).toBe(1);
  const index = new VertexIndex(towns, { degrees: true });
  expect([index.nearest(0, 60), index.nearest(0, 60, 55_000), index.nearest(0, 60, 56_000), index.nearest(360, 60)]).toEqual([0, -1, 0, 0]);
  expect(() => index.nearest(0, 91)).toThrow('A VertexIndex with degrees takes coordinates in degrees, x the longitude and y the latitude: the point is at (0, 91).');
  expect(() => new VertexIndex(new CompressedGraph(1, [], { coordinates: [400, 0] }), { degrees: true })).toThrow('vertex 0 is at (400, 0).');
  expect(() => new VertexIndex(towns, { degrees: 'yes' as never })).toThrow("degrees must be true or false, got 'yes'.");
  expect(() => new VertexIndex(towns, { degree: true } as never)).toThrow("did you mean 'degrees'?");
});
