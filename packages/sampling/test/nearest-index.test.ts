import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NearestIndex } from '../src/nearest-index.ts';
import { seeded } from './random.ts';

/** Coordinates that are often equal, or in a row, or far apart. */
const shapes = {
  'anywhere': (random: () => number) => random(),
  'on a coarse lattice': (random: () => number) => Math.floor(random() * 4),
  'all in one place': () => 0.5,
  'most of them in one place': (random: () => number) => (random() < 0.9 ? 0.5 : random()),
  'over all magnitudes': (random: () => number) => (random() < 0.5 ? -1 : 1) * 2 ** (random() * 200 - 100),
  'beside each other': (random: () => number) => 1 + Math.floor(random() * 8) * Number.EPSILON,
};

for (const [name, draw] of Object.entries(shapes)) {
  test(`points ${name}: the same answers as a scan`, () => {
    fc.assert(fc.property(fc.integer(), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 }), (seed, d, n) => {
      const random = seeded(seed);
      const index = new NearestIndex(d);
      for (let life = 0; life < 2; life++) {
        index.clear();
        const points = new Float64Array((n + 1) * d);
        expect(index.nearest(points, 0)).toBe(-1);
        for (let i = 0; i < n; i++) {
          for (let k = 0; k < d; k++) points[i * d + k] = draw(random);
          expect(index.add(points, i * d)).toBe(i);
          if (i % 7 > 0) continue;
          for (let k = 0; k < d; k++) points[n * d + k] = random() < 0.5 ? points[Math.floor(random() * (i + 1)) * d + k] : draw(random);
          const squared = Array.from({ length: i + 1 }, (_, j) => {
            let sum = 0;
            for (let k = 0; k < d; k++) sum += (points[j * d + k] - points[n * d + k]) ** 2;
            return sum;
          });
          expect(squared[index.nearest(points, n * d)]).toBe(Math.min(...squared));
          const radius = Math.sqrt(squared[Math.floor(random() * (i + 1))]);
          const count = index.within(points, n * d, radius);
          const found = [...index.found.subarray(0, count)].sort((a, b) => a - b);
          expect(found).toEqual(squared.flatMap((value, j) => (value <= radius * radius ? [j] : [])));
        }
      }
    }), { seed: 7, numRuns: runs(60) });
  });
}

test('a query among thousands of points visits a few buckets', () => {
  for (const d of [1, 2, 3]) {
    const random = seeded(d), n = 6000;
    const index = new NearestIndex(d), visits = index as unknown as { visitNearest(...query: unknown[]): void; visitWithin(...query: unknown[]): number };
    let visited = 0;
    const nearest = visits.visitNearest.bind(index), within = visits.visitWithin.bind(index);
    visits.visitNearest = (...query) => { visited++; nearest(...query); };
    visits.visitWithin = (...query) => { visited++; return within(...query); };
    const points = Float64Array.from({ length: (n + 1) * d }, random);
    for (let i = 0; i < n; i++) index.add(points, i * d);
    expect(index.isCrowded).toBe(false);
    const queries = 200;
    for (let query = 0; query < queries; query++) {
      for (let k = 0; k < d; k++) points[n * d + k] = random();
      const squared = Array.from({ length: n }, (_, j) => {
        let sum = 0;
        for (let k = 0; k < d; k++) sum += (points[j * d + k] - points[n * d + k]) ** 2;
        return sum;
      });
      expect(squared[index.nearest(points, n * d)]).toBe(Math.min(...squared));
      const radius = 0.5 * (4 / n) ** (1 / d), count = index.within(points, n * d, radius);
      expect([...index.found.subarray(0, count)].sort((a, b) => a - b)).toEqual(squared.flatMap((value, j) => (value <= radius * radius ? [j] : [])));
    }
    // Some ten cuts deep, and one or two buckets more for each dimension.
    expect(visited / queries, `${d} dimensions`).toBeLessThan([0, 28, 40, 70][d]);
    console.info(`${d} dimensions: ${visited / queries} cells a query of each kind`);
    // All are near enough: more than the initial room.
    expect(index.within(points, 0, 3)).toBe(n);
    expect(new Set(index.found.subarray(0, n)).size).toBe(n);
    for (let i = 0; i < 40; i++) index.add(points, 0);
    expect(index.isCrowded).toBe(true);
    index.clear();
    expect(index.isCrowded).toBe(false);
  }
});
