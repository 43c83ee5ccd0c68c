import { describe, expect, it } from 'vitest';
import { bootstrap, combineRatios, geometricMean, mean, meanInterval, median, medianInterval, pairedRatio, quantile } from '../../src/index.ts';

describe('quantiles', () => {
  // Position q·(n − 1) from 0 in 15 20 35 40 50, interpolated.
  it.each([[0.05, 16], [0.25, 20], [0.4, 29], [0.5, 35], [0.95, 48], [0, 15], [1, 50]])('interpolate at %d', (q, value) => {
    expect(quantile([50, 15, 40, 20, 35], q)).toBeCloseTo(value, 12);
  });

  it('do not change the values, and are NaN of none', () => {
    const values = [3, 1, 2];
    expect(median(values)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
    expect(median([])).toBeNaN();
    expect(mean([])).toBeNaN();
  });

  it('accept infinite values', () => {
    expect(median([1, Infinity, Infinity])).toBe(Infinity);
  });
});

describe('intervals', () => {
  // By hand: the squared deviations sum to 1.46, s/√8 = 0.161466, t = 2.364624 for 7 degrees of freedom.
  it('of the mean agree with a calculation by hand', () => {
    const { value, low, high, n } = meanInterval([5.1, 4.9, 6.2, 5.8, 5.5, 6.0, 5.2, 5.7]);
    expect(value).toBeCloseTo(5.55, 10);
    expect(low).toBeCloseTo(5.168192, 4);
    expect(high).toBeCloseTo(5.931808, 4);
    expect(n).toBe(8);
  });

  // Published tables of Student's t, two-sided 95%: 1, 10, 30, 31, 60, 120 and 4999 degrees of freedom.
  it.each([[2, 12.7062], [11, 2.2281], [31, 2.0423], [32, 2.0395], [61, 2.0003], [121, 1.9799], [5000, 1.9604]])('use t for %d values', (n, t) => {
    // Half the values −1, half 1, one 0 where n is odd: mean 0, and the interval's half width is t·s/√n.
    const values = Array.from({ length: n }, (_, i) => (n % 2 === 1 && i === n - 1 ? 0 : i % 2 === 0 ? 1 : -1));
    const s = Math.sqrt((n - (n % 2)) / (n - 1));
    expect((meanInterval(values).high * Math.sqrt(n)) / s).toBeCloseTo(t, 3);
  });

  it('of one value have no width', () => {
    expect(meanInterval([7])).toEqual({ value: 7, low: 7, high: 7, n: 1 });
  });

  // Tables of the sign test: the interval of the median goes from the r-th smallest to the r-th largest.
  it.each([[6, 1], [8, 1], [9, 2], [10, 2], [15, 4], [20, 6], [25, 8], [31, 10]])('of the median take the right ranks of %d', (n, rank) => {
    const { low, high } = medianInterval(Array.from({ length: n }, (_, i) => i + 1));
    expect([low, high]).toEqual([rank, n + 1 - rank]);
  });

  it.each([31, 500, 1000, 1001, 1074, 1075, 2001, 10_000])('of the median have the rank of the sign test for %d', (n) => {
    // By binomial coefficients in whole numbers.
    let [rank, coefficient, sum] = [0, 1n, 1n];
    for (; 40n * sum <= 2n ** BigInt(n); sum += coefficient) coefficient = (coefficient * BigInt(n - rank++)) / BigInt(rank);
    const { low, high } = medianInterval(Array.from({ length: n }, (_, i) => i + 1));
    expect([low, high]).toEqual([rank, n + 1 - rank]);
  });

  it('of the median contain it in 95% of samples', () => {
    let state = 12345;
    const random = (): number => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
    let inside = 0;
    for (let i = 0; i < 2000; i++) {
      const { low, high } = medianInterval(Array.from({ length: 21 }, () => random() ** 4));
      if (low <= 0.5 ** 4 && high >= 0.5 ** 4) inside++;
    }
    expect(inside / 2000).toBeGreaterThan(0.945);
    expect(inside / 2000).toBeLessThan(0.995);
  });
});

describe('ratios', () => {
  it('are paired: a machine that slows down in a round does not widen them', () => {
    const fast = [1, 2, 10, 1, 3];
    const ratio = pairedRatio(fast.map((time) => 3 * time), fast);
    expect(ratio.value).toBeCloseTo(3, 12);
    expect(ratio.high - ratio.low).toBeCloseTo(0, 9);
  });

  it('are not moved by two interrupted rounds of nine', () => {
    const under = [1, 1, 1, 1, 1, 1, 1, 1, 1];
    const { value, low, high } = pairedRatio([2, 2.02, 1.98, 2.01, 40, 1.99, 2, 25, 2.03], under);
    expect(value).toBeCloseTo(2.01, 12);
    expect(low).toBeGreaterThan(1.98);
    expect(high).toBeLessThan(26);
  });

  it('are the inverse of each other', () => {
    const [a, b] = [[4, 5, 7], [2, 2, 2]];
    expect(pairedRatio(a, b).value * pairedRatio(b, a).value).toBeCloseTo(1, 12);
    expect(pairedRatio(a, b).low * pairedRatio(b, a).high).toBeCloseTo(1, 12);
  });

  it('combine to their geometric mean, more precise than each', () => {
    const one = { value: 2, low: 1.6, high: 2.5, n: 5 };
    const both = combineRatios([one, { value: 8, low: 6.4, high: 10, n: 5 }]);
    expect(both.value).toBeCloseTo(4, 12);
    expect(both.high / both.low).toBeCloseTo((2.5 / 1.6) ** (1 / Math.SQRT2), 9);
    expect(geometricMean([1, 10, 100])).toBeCloseTo(10, 9);
  });
});

describe('the bootstrap', () => {
  it('gives the same interval for the same randomness, and contains the statistic', () => {
    const seeded = (): (() => number) => {
      let state = 1;
      return () => (state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff) / 0x7fffffff;
    };
    const values = [1, 4, 2, 8, 5, 7];
    const first = bootstrap(values, mean, seeded());
    expect(bootstrap(values, mean, seeded())).toEqual(first);
    expect(first.low).toBeLessThan(first.value);
    expect(first.high).toBeGreaterThan(first.value);
  });
});
