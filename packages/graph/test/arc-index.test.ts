import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PointOnArc } from '../src/index.ts';
import { ArcIndex, CompressedGraph, greatCircle, RoadMap, seededRandom, VertexIndex } from '../src/index.ts';

const coordinate = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true }));
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 16 });
const pairs = fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { maxLength: 30 });

/** The arcs between vertices that exist. */
function arcsOf(n: number, ends: [number, number][]): [number, number, number][] {
  return ends.map(([v, w]) => [v % n, w % n, 1]);
}

/** Whether the point lies where its share says, on an arc of the graph whose direction is right. */
function expectOnArc(found: PointOnArc, arcs: [number, number, number][]): void {
  const has = (v: number, w: number): boolean => arcs.some(([tail, head]) => tail === v && head === w);
  expect([has(found.tail, found.head), has(found.head, found.tail)]).toEqual([true, found.bothWays]);
  expect(found.share >= 0 && found.share <= 1).toBe(true);
}

test('finds a point as near as the nearest of all segments', () => {
  fc.assert(
    fc.property(points, pairs, coordinate, coordinate, fc.constantFrom(Infinity, 0, 1), (places, ends, x, y, farthest) => {
      const arcs = arcsOf(places.length, ends);
      const graph = new CompressedGraph(places.length, arcs, { coordinates: places.flat() });
      let least = Infinity;
      for (const [v, w] of arcs) {
        if (v === w) continue;
        const [[ax, ay], [bx, by]] = [places[v], places[w]];
        const squared = (bx - ax) ** 2 + (by - ay) ** 2;
        const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared));
        least = Math.min(least, Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y));
      }
      const found = new ArcIndex(graph).nearest(x, y, farthest);
      if (found === undefined) {
        expect(least > farthest * (1 - 1e-9) || least === Infinity).toBe(true);
        return;
      }
      expect(found.distance).toBeCloseTo(least, 7);
      expect(found.distance).toBeLessThanOrEqual(farthest * (1 + 1e-9));
      expectOnArc(found, arcs);
      const [[ax, ay], [bx, by]] = [places[found.tail], places[found.head]];
      expect([ax + found.share * (bx - ax), ay + found.share * (by - ay)]).toEqual([expect.closeTo(found.x, 9) as number, expect.closeTo(found.y, 9) as number]);
      expect(Math.hypot(found.x - x, found.y - y)).toBeCloseTo(found.distance, 7);
    }),
    { seed: 1, numRuns: 600 },
  );
});

test('on 3,000 roads, finds the same as a look at all of them', () => {
  const random = seededRandom(3);
  const coordinates = Float64Array.from({ length: 4000 }, () => 100 * random());
  const arcs = Array.from({ length: 3000 }, (_, i): [number, number, number] => [i % 2000, (i + 1 + Math.floor(5 * random())) % 2000, 1]);
  const index = new ArcIndex(new CompressedGraph(2000, arcs, { coordinates }));
  const alone = arcs.map((arc) => new ArcIndex(new CompressedGraph(2000, [arc], { coordinates })));
  for (let i = 0; i < 20; i++) {
    const [x, y] = [100 * random(), 100 * random()];
    expect(index.nearest(x, y)?.distance).toBe(Math.min(...alone.map((one) => one.nearest(x, y)!.distance)));
  }
});

test.each([false, true])('with accept, finds what an index of only the accepted arcs finds; degrees: %s', (degrees) => {
  const random = seededRandom(12);
  const below = (n: number): number => Math.floor(n * random());
  let turned = 0;
  for (let round = 0; round < 300; round++) {
    const n = 2 + below(12);
    const coordinates = Float64Array.from({ length: 2 * n }, () => 12 * random());
    const arcs = Array.from({ length: below(40) }, (): [number, number, number] => [below(n), below(n), 1]);
    const accepted = Uint8Array.from({ length: n * n }, () => below(2));
    const accept = (tail: number, head: number): boolean => accepted[tail * n + head] === 1;
    const index = new ArcIndex(new CompressedGraph(n, arcs, { coordinates }), { degrees });
    const part = new ArcIndex(new CompressedGraph(n, arcs.filter(([tail, head]) => accept(tail, head)), { coordinates }), { degrees });
    for (let i = 0; i < 5; i++) {
      const [x, y, farthest] = [12 * random(), 12 * random(), below(3) === 0 ? (degrees ? 1e5 : 1) : Infinity];
      const [found, expected] = [index.nearest(x, y, farthest, accept), part.nearest(x, y, farthest)];
      expect(found === undefined).toBe(expected === undefined);
      if (found === undefined || expected === undefined) continue;
      expect(found.distance).toBeCloseTo(expected.distance, 6);
      expect([accept(found.tail, found.head), accept(found.head, found.tail) && arcs.some(([v, w]) => v === found.head && w === found.tail)]).toEqual([true, found.bothWays]);
      if (found.tail > found.head) turned++;
      // At a crossing, another road is as near.
      if (expected.share > 0 && expected.share < 1) {
        const near = (value: number): number => expect.closeTo(value, 6) as number;
        const { share, x: px, y: py, distance } = expected;
        expect(found).toEqual({ ...expected, share: near(share), x: near(px), y: near(py), distance: near(distance) });
      }
    }
  }
  expect(turned).toBeGreaterThan(100);
});

test('rejects an accept that is no function', () => {
  const index = new ArcIndex(new CompressedGraph(2, [[0, 1, 1]], { coordinates: [0, 0, 3, 4] }));
  expect(() => index.nearest(1, 0, 5, 3 as never)).toThrow('accept must be a function, got 3.');
});

test('with degrees, finds a point as near as the nearest along great circles: at poles, across the date line, in one street', () => {
  const region = (x: number, y: number, width: number, height: number) =>
    fc.array(fc.tuple(fc.double({ min: x, max: x + width, noNaN: true }), fc.double({ min: y, max: y + height, noNaN: true })), { minLength: 2, maxLength: 16 });
  const places = fc.oneof(region(-180, -90, 360, 180), region(179, 60, 2, 1), region(-180, 89.9, 360, 0.1), region(13, 60, 0.01, 0.01));
  fc.assert(
    fc.property(places, pairs, ([point, ...towns], ends) => {
      const arcs = arcsOf(towns.length, ends).filter(([v, w]) => v !== w);
      const graph = new CompressedGraph(towns.length, arcs, { coordinates: towns.flat() });
      const sphere = ([x, y]: [number, number]): number[] => [Math.cos((y * Math.PI) / 180) * Math.cos((x * Math.PI) / 180), Math.cos((y * Math.PI) / 180) * Math.sin((x * Math.PI) / 180), Math.sin((y * Math.PI) / 180)];
      const apart = (p: number[], q: number[]): number => 2 * Math.asin(Math.min(1, Math.hypot(...p.map((c, k) => c - q[k])) / 2));
      /** The point at a share of the angle between `a` and `b`. */
      const between = (a: number[], b: number[], share: number): number[] => {
        const whole = apart(a, b);
        if (whole < 1e-12) return a;
        return a.map((c, k) => (Math.sin((1 - share) * whole) * c + Math.sin(share * whole) * b[k]) / Math.sin(whole));
      };
      const p = sphere(point);
      let least = Infinity;
      for (const [v, w] of arcs) {
        const [a, b] = [sphere(towns[v]), sphere(towns[w])];
        // By sections, of which the nearest is divided anew.
        let [low, high] = [0, 1];
        for (let round = 0; round < 16; round++) {
          const step = (high - low) / 16;
          const distances = Array.from({ length: 17 }, (_, i) => apart(p, between(a, b, low + i * step)));
          const nearest = distances.indexOf(Math.min(...distances));
          least = Math.min(least, distances[nearest]);
          [low, high] = [Math.max(low, low + (nearest - 1) * step), Math.min(high, low + (nearest + 1) * step)];
        }
      }
      const found = new ArcIndex(graph, { degrees: true }).nearest(point[0], point[1]);
      if (found === undefined) {
        expect(arcs.length).toBe(0);
        return;
      }
      // Opposite the point, rounding amounts to metres.
      const tolerance = found.distance > 1.9e7 ? 2 : 1e-3;
      expect(Math.abs(found.distance - 6371008.8 * least)).toBeLessThan(tolerance);
      expectOnArc(found, arcs);
      const place = sphere([found.x, found.y]);
      expect(6371008.8 * apart(p, place)).toBeCloseTo(found.distance, 0);
      if (apart(sphere(towns[found.tail]), sphere(towns[found.head])) < 3.1) expect(6371008.8 * apart(place, between(sphere(towns[found.tail]), sphere(towns[found.head]), found.share))).toBeLessThan(1e-2);
    }),
    { seed: 2, numRuns: 400 },
  );
});

test('takes roads of a map, closed ones too, and leaves out loops', () => {
  const roads = new CompressedGraph(4, [[0, 0, 1], [0, 1, Infinity], [2, 3, 1], [3, 2, 1], [2, 3, 4]], { coordinates: [0, 0, 10, 0, 0, 9, 10, 9] });
  const index = new ArcIndex(roads);
  expect(index.nearest(4, 1)).toEqual({ tail: 0, head: 1, bothWays: false, share: 0.4, x: 4, y: 0, distance: 1 });
  expect(index.nearest(-3, 9)).toEqual({ tail: 2, head: 3, bothWays: true, share: 0, x: 0, y: 9, distance: 3 });
  expect(index.nearest(-3, 9, 2.9)).toBeUndefined();
  // The nearest vertex is on another road.
  const avenue = new CompressedGraph(4, [[0, 1, 1], [2, 3, 1]], { coordinates: [-50, 0, 50, 0, 0, 9, 0, 20] });
  expect([new VertexIndex(avenue).nearest(0, 2), new ArcIndex(avenue).nearest(0, 2)?.tail]).toEqual([2, 0]);
  expect(new ArcIndex(new CompressedGraph(2, [[0, 1, 1]], { coordinates: [0, 0, NaN, 1] })).nearest(0, 0)).toBeUndefined();
});

test('with degrees, distances are metres', () => {
  const street = new CompressedGraph(2, [[0, 1, 1]], { coordinates: [13, 52, 13.001, 52] });
  const metres = greatCircle(new CompressedGraph(2, [], { coordinates: [13, 52, 12.999, 52] }));
  expect(new ArcIndex(street, { degrees: true }).nearest(12.999, 52)?.distance).toBeCloseTo(metres(0, 1), 6);
});

test('with degrees, a long arc is found at its bulge, and by its ends from the other side of the Earth', () => {
  const coordinates = [-60, 0, 60, 0, 0, 20, 1, 20, 0, -20, 1, -20];
  const index = new ArcIndex(new CompressedGraph(6, [[0, 1, 1], [2, 3, 1], [4, 5, 1]], { coordinates }), { degrees: true });
  expect(index.nearest(0, 1)).toMatchObject({ tail: 0, share: expect.closeTo(0.5, 9) as number, x: expect.closeTo(0, 9) as number, y: expect.closeTo(0, 9) as number });
  const one = new ArcIndex(new CompressedGraph(6, [[0, 1, 1]], { coordinates }), { degrees: true });
  expect(one.nearest(179, 10)).toMatchObject({ share: 1, x: expect.closeTo(60, 9) as number });
  expect(one.nearest(-179, 10)).toMatchObject({ share: 0, x: expect.closeTo(-60, 9) as number });
});

test('rejects invalid points, options and worlds', () => {
  const index = new ArcIndex(new CompressedGraph(2, [[0, 1, 1]], { coordinates: [0, 0, 3, 4] }));
  expect(() => index.nearest(NaN, 0)).toThrow('A point needs two numbers, got NaN and 0.');
  expect(() => index.nearest(1, 0, -1)).toThrow('The farthest distance must be 0 or more, got -1.');
  expect(() => new ArcIndex(new RoadMap() as never)).toThrow('An ArcIndex takes a graph whose vertices have x and y');
  expect(() => new ArcIndex(new CompressedGraph(0, []), { degree: true } as never)).toThrow("did you mean 'degrees'?");
  const far = new CompressedGraph(2, [[0, 1, 1]], { coordinates: [400, 0, 0, 0] });
  expect(() => new ArcIndex(far, { degrees: true })).toThrow('An ArcIndex with degrees takes coordinates in degrees, x the longitude and y the latitude: vertex 0 is at (400, 0).');
});
