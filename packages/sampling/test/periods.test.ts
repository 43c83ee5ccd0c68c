import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Periods } from '../src/periods.ts';
import { SamplingCounters } from '../src/sampling-counters.ts';
import { seeded } from './random.ts';

test('the space is queried for exactly the segments of the step, each within the bounds', () => {
  const random = seeded(1);
  let over = 0, unreachable = 0;
  for (let i = 0; i < Math.max(2000, runs(5000)); i++) {
    const d = 1 + Math.floor(3 * random());
    const each = (draw: (k: number) => number): number[] => Array.from({ length: d }, (_, k) => draw(k));
    const period = each(() => (random() < 0.7 ? 1 + 9 * random() : 0));
    const turns = each(() => (random() < 0.7 ? 1 : 2)), min = each(() => 20 * random() - 10);
    // Sometimes the bounds lack a tenth of a turn, which no step may cross, or a little, as after rounding.
    const lacking = i % 5 === 0 ? 0.1 : i % 5 === 1 ? 0.001 : 0;
    const max = each((k) => min[k] + (period[k] > 0 ? (lacking > 0 ? 1 - lacking : turns[k]) * period[k] : 5));
    const near = Float64Array.from(each((k) => min[k] + random() * (max[k] - min[k])));
    const delta = each((k) => (random() - 0.5) * 0.98 * (period[k] > 0 ? period[k] : 10));
    const states = Float64Array.from([NaN, ...each((k) => near[k] + delta[k] + period[k] * Math.floor(7 * random() - 3))]);
    const segmentsSeen: number[][] = [];
    let blocked = -1;
    const space = {
      bounds: { min, max }, pointFree: () => true,
      segmentFree: (from: Float64Array, to: Float64Array) => segmentsSeen.push([...from, ...to]) - 1 !== blocked,
    };
    const counters = new SamplingCounters(), periods = new Periods(space, period, counters);
    const out = new Float64Array(d), end = near.map((value, k) => value + delta[k]);
    const isWithin = (point: ArrayLike<number>): boolean => Array.from(point).every((value, k) => value >= min[k] && value <= max[k]);
    const says = JSON.stringify({ min, max, period, near: [...near], delta });
    const isSame = (a: number, b: number, k: number): boolean => Math.abs(a - b - (period[k] > 0 ? period[k] * Math.round((a - b) / period[k]) : 0)) < 1e-9;
    const canBe = end.every((value, k) => {
      const turn = period[k] > 0 ? period[k] * Math.floor((value - min[k]) / period[k]) : 0;
      return (value >= min[k] && value <= max[k]) || value - turn <= max[k];
    });
    if (!periods.step(near, states, 1, out)) {
      unreachable++;
      expect(end.some((value, k) => period[k] === 0 && (value < min[k] || value > max[k])) || (lacking > 0 && !canBe), says).toBe(true);
      continue;
    }
    expect(isWithin(out) && out.every((value, k) => isSame(value, end[k], k)), says).toBe(true);
    if (isWithin(end)) expect(out.every((value, k) => Math.abs(value - end[k]) < 1e-9), says).toBe(true);
    periods.reached.forEach((value, k) => expect(value, says).toBeCloseTo(end[k], 9));
    const isFree = periods.isFree(near, out);
    expect(counters.segments).toBe(segmentsSeen.length);
    if (segmentsSeen.length > 1) over++;
    if (lacking > 0.01) {
      expect(isFree, says).toBe(isWithin(end));
      continue;
    }
    expect(isFree, says).toBe(true);
    // A gap as small as rounding is passed over at once.
    const at = [...near], slack = lacking * 10 + 1e-9;
    let share = 0;
    for (const segment of segmentsSeen) {
      const from = segment.slice(0, d), to = segment.slice(d);
      expect(isWithin(from) && isWithin(to), says).toBe(true);
      const length = Math.hypot(...to.map((value, k) => value - from[k])) / Math.hypot(...delta);
      share += length;
      for (let k = 0; k < d; k++) {
        const away = from[k] - at[k], apart = away - (period[k] > 0 ? period[k] * Math.round(away / period[k]) : 0);
        expect(Math.abs(apart), says).toBeLessThan(slack);
        expect(Math.abs(to[k] - from[k] - length * delta[k]), says).toBeLessThan(2 * slack);
        at[k] = to[k];
      }
    }
    expect(Math.abs(share - 1) * Math.hypot(...delta), says).toBeLessThan(4 * slack);
    expect(segmentsSeen.at(-1)!.slice(d), says).toEqual([...out]);
    // An obstacle that blocks any part blocks the whole segment.
    blocked = Math.floor(random() * segmentsSeen.length);
    segmentsSeen.length = 0;
    expect(periods.isFree(near, out), says).toBe(false);
    expect(segmentsSeen.length).toBe(blocked + 1);
  }
  expect(Math.min(over, unreachable)).toBeGreaterThan(200);
});
