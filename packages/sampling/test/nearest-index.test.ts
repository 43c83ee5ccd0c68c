import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NearestIndex } from '../src/nearest-index.ts';
import { seeded } from './random.ts';

/** Coordinates that often fall together, or in a row, or lie far apart. */
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
