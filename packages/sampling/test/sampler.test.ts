import { expect, test } from 'vitest';
import { Sampler, unitBallVolume } from '../src/sampler.ts';
import { seeded } from './random.ts';

test('the volumes of unit balls', () => {
  expect([1, 2, 3, 4].map(unitBallVolume)).toEqual([2, Math.PI, (4 / 3) * Math.PI, Math.PI ** 2 / 2]);
});

test('informed samples fill the ellipsoid evenly, and nothing else', () => {
  for (const d of [1, 2, 3, 5]) {
    const min = new Array<number>(d).fill(-100), max = new Array<number>(d).fill(100);
    const sampler = new Sampler({ min, max }, seeded(d));
    const from = Float64Array.from({ length: d }, (_, k) => k), to = Float64Array.from({ length: d }, (_, k) => 5 - k * k);
    sampler.aim(from, to);
    const apart = Math.hypot(...from.map((value, k) => value - to[k]));
    const cost = apart * 1.3;
    const out = new Float64Array(d);
    const n = 20_000;
    // In the ellipsoid's own coordinates the share of points within half of it is 2^-d, and the mean is the centre.
    let half = 0, squares = 0, fourths = 0, across = 0;
    const mean = new Float64Array(d);
    for (let i = 0; i < n; i++) {
      sampler.informed(out, cost);
      const detour = Math.hypot(...out.map((value, k) => value - from[k])) + Math.hypot(...out.map((value, k) => value - to[k]));
      if (!(detour <= cost * (1 + 1e-12))) throw new Error(`The path by (${out.join()}) is ${detour} long, more than ${cost}.`);
      const along = out.reduce((sum, value, k) => sum + ((value - (from[k] + to[k]) / 2) * (to[k] - from[k])) / apart, 0);
      const squared = out.reduce((sum, value, k) => sum + (value - (from[k] + to[k]) / 2) ** 2, 0);
      const short = (cost * cost - apart * apart) / 4, share = (4 * along * along) / (cost * cost);
      squares += share / n;
      fourths += (share * share) / n;
      across += (squared - along * along) / short / n;
      if (share + (squared - along * along) / short < 0.25) half++;
      out.forEach((value, k) => { mean[k] += value / n; });
    }
    expect(half / n).toBeCloseTo(2 ** -d, 1.9);
    // The moments of an evenly filled ball: no direction is more frequent than another.
    expect(Math.abs(squares * (d + 2) - 1)).toBeLessThan(0.05);
    expect(Math.abs((fourths * (d + 2) * (d + 4)) / 3 - 1)).toBeLessThan(0.1);
    expect(Math.abs((across * (d + 2)) - (d - 1))).toBeLessThan(0.05 * d);
    mean.forEach((value, k) => expect(Math.abs(value - (from[k] + to[k]) / 2)).toBeLessThan(cost / 50));
  }
});

test('an ellipsoid larger than the box, one that hardly meets it, and one without an axis', () => {
  const out = new Float64Array(2);
  const sampler = new Sampler({ min: [0, 0], max: [10, 1] }, seeded(1));
  for (const [cost, y] of [[8, 0.5], [8.001, 0.5], [8.05, 0.02], [8.05, 0.98], [9, 0.5], [50, 0.5]]) {
    sampler.aim(Float64Array.of(1, y), Float64Array.of(9, y));
    for (let i = 0; i < 500; i++) {
      sampler.informed(out, cost);
      expect(out[0] >= 0 && out[0] <= 10 && out[1] >= 0 && out[1] <= 1).toBe(true);
      expect(Math.hypot(out[0] - 1, out[1] - y) + Math.hypot(out[0] - 9, out[1] - y)).toBeLessThanOrEqual(cost * (1 + 1e-12));
    }
  }
  sampler.aim(Float64Array.of(5, 0.5), Float64Array.of(5, 0.5));
  for (let i = 0; i < 100; i++) {
    sampler.informed(out, 0.5);
    expect(Math.hypot(out[0] - 5, out[1] - 0.5)).toBeLessThanOrEqual(0.25 + 1e-12);
  }
});

test('the volume of a cost is that of the points with no longer detour', () => {
  for (const d of [1, 2, 3, 4]) {
    const min = new Array<number>(d).fill(-4), max = new Array<number>(d).fill(4);
    const sampler = new Sampler({ min, max }, seeded(d));
    const from = new Float64Array(d).fill(0.5), to = new Float64Array(d).fill(-0.5);
    sampler.aim(from, to);
    expect(sampler.side).toBeCloseTo(8, 12);
    const out = new Float64Array(d);
    const n = 20_000, costs = [1.02, 1.2, 1.5, 2].map((share) => share * Math.sqrt(d));
    const within = costs.map(() => 0);
    for (let i = 0; i < n; i++) {
      sampler.uniform(out);
      const detour = sampler.detour(out);
      costs.forEach((cost, k) => { if (detour <= cost) within[k]++; });
    }
    costs.forEach((cost, k) => {
      const share = sampler.volume(cost), counted = within[k] / n;
      // Five standard deviations of the count.
      expect(Math.abs(share - counted), `${d} dimensions, cost ${cost}`).toBeLessThan((5 * Math.sqrt(within[k] + 1)) / n);
    });
    expect(sampler.volume(Math.sqrt(d) / 2)).toBe(d === 1 ? 0.5 / 8 : 0);
    expect(sampler.volume(1e6)).toBe(1);
  }
});
