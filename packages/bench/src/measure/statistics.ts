/** A measured value with its 95% confidence interval, from `n` observations. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/**
 * The `q` quantile of sorted values, interpolated (R's type 7, as in most spreadsheets). NaN if there are none.
 *
 * @example
 * ```ts
 * import { quantile } from '@pf/bench';
 *
 * quantile([4, 1, 3, 2], 0.5); // → 2.5
 * quantile([10, 20, 30], 0.25); // → 15
 * ```
 */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  if (sorted[below] === sorted[above]) return sorted[below];
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/**
 * The middle value.
 *
 * @example
 * ```ts
 * import { median } from '@pf/bench';
 *
 * median([5, 1, 9]); // → 5
 * ```
 */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/**
 * The arithmetic mean; NaN of no values.
 *
 * @example
 * ```ts
 * import { mean } from '@pf/bench';
 *
 * mean([1, 2, 6]); // → 3
 * ```
 */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/**
 * The geometric mean. Use it to average ratios, because it does not depend on which side is the unit.
 *
 * @example
 * ```ts
 * import { geometricMean } from '@pf/bench';
 *
 * geometricMean([2, 8]); // ≈ 4.000000
 * geometricMean([0.5, 2]); // ≈ 1.000000
 * ```
 */
export function geometricMean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.log(values[i]);
  return Math.exp(sum / values.length);
}

/** The standard deviation of a sample (n − 1 in the denominator); 0 for a single value. */
function deviation(values: ArrayLike<number>, centre: number): number {
  if (values.length < 2) return 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) ** 2;
  return Math.sqrt(sum / (values.length - 1));
}

// Student's t, two-sided 95%, for 1 to 30 degrees of freedom; beyond, the expansion below is accurate to 4 digits.
const STUDENT = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314,
  2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/** The factor from the standard error to the 95% interval. */
function studentFactor(freedom: number): number {
  if (freedom <= 0) return NaN;
  if (freedom <= STUDENT.length) return STUDENT[freedom - 1];
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom * freedom);
}

/**
 * Mean and 95% interval by Student's t. A single value gets an interval of width 0.
 *
 * @example
 * ```ts
 * import { meanInterval } from '@pf/bench';
 *
 * const { value, low, high } = meanInterval([8, 10, 12]);
 * value; // → 10
 * high - low; // ≈ 9.937
 * ```
 */
export function meanInterval(values: ArrayLike<number>): Estimate {
  const n = values.length;
  const value = mean(values);
  if (n < 2) return { value, low: value, high: value, n };
  const half = (studentFactor(n - 1) * deviation(values, value)) / Math.sqrt(n);
  return { value, low: value - half, high: value + half, n };
}

/**
 * Median and 95% interval of order statistics. Assumes nothing about the distribution, so one interrupted round in ten does not matter. With fewer
 * than 6 values the interval is the whole range, which is below 95%.
 *
 * @example
 * ```ts
 * import { medianInterval } from '@pf/bench';
 *
 * medianInterval([3, 1, 2, 5, 4, 900]); // → { value: 3.5, low: 1, high: 900, n: 6 }
 * ```
 */
export function medianInterval(values: ArrayLike<number>): Estimate {
  const n = values.length;
  const sorted = Float64Array.from(values).sort();
  const value = median(sorted);
  if (n === 0) return { value, low: NaN, high: NaN, n };
  // The largest rank r with P(fewer than r of n fair coins are heads) ≤ 2.5%. By logarithms, since powers of ½ vanish at about a thousand.
  let rank = 0;
  let logarithm = -n * Math.LN2;
  for (let cumulative = Math.exp(logarithm); cumulative <= 0.025 && rank < n / 2; cumulative += Math.exp(logarithm)) {
    rank++;
    logarithm += Math.log((n - rank + 1) / rank);
  }
  const index = Math.max(rank - 1, 0);
  return { value, low: sorted[index], high: sorted[n - 1 - index], n };
}

/**
 * The time or ratio of several rounds. From six on: the median with the interval of order statistics, which a few disturbed rounds do not move. Below:
 * the geometric mean, by Student's t on the logarithms.
 */
export function ofRounds(values: ArrayLike<number>): Estimate {
  const logs = Float64Array.from(values, Math.log);
  const { value, low, high, n } = logs.length >= 6 ? medianInterval(logs) : meanInterval(logs);
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high), n };
}

/**
 * How many times larger `over` is than `under`, by pairs (the same round), so that disturbances of both sides cancel. From six pairs: the median
 * ratio with the interval of order statistics, which a few disturbed rounds do not move. Below: the geometric mean, by Student's t on the logarithms.
 *
 * @example
 * ```ts
 * import { pairedRatio } from '@pf/bench';
 *
 * const ratio = pairedRatio([2, 4, 8], [1, 2, 4]);
 * ratio.value; // ≈ 2.000000
 * ```
 */
export function pairedRatio(over: ArrayLike<number>, under: ArrayLike<number>): Estimate {
  return ofRounds(Float64Array.from({ length: Math.min(over.length, under.length) }, (_, i) => over[i] / under[i]));
}

/**
 * The geometric mean of ratios that were measured separately (one for each map, say), with the interval that follows from theirs. It expresses the
 * precision of this mean, not how much the maps differ.
 *
 * @example
 * ```ts
 * import { combineRatios } from '@pf/bench';
 *
 * const both = combineRatios([{ value: 2, low: 2, high: 2, n: 9 }, { value: 8, low: 8, high: 8, n: 9 }]);
 * both.value; // ≈ 4.000000
 * ```
 */
export function combineRatios(ratios: readonly Estimate[]): Estimate {
  let sum = 0;
  let squares = 0;
  for (const { value, low, high } of ratios) {
    sum += Math.log(value);
    squares += ((Math.log(high) - Math.log(low)) / 2) ** 2;
  }
  const n = ratios.length;
  const half = Math.sqrt(squares) / n;
  return { value: Math.exp(sum / n), low: Math.exp(sum / n - half), high: Math.exp(sum / n + half), n };
}

/**
 * The mean of `over` divided by that of `under` on the same instances, with an interval by the bootstrap over instances. For tables of mean times
 * whose instances differ much.
 *
 * @example
 * ```ts
 * import { ratioOfMeans } from '@pf/bench';
 *
 * ratioOfMeans([2, 20], [1, 10], Math.random).value; // → 2
 * ```
 */
export function ratioOfMeans(over: ArrayLike<number>, under: ArrayLike<number>, random: () => number): Estimate {
  const instances = Float64Array.from({ length: over.length }, (_, i) => i);
  const ratio = (drawn: ArrayLike<number>): number => {
    let above = 0;
    let below = 0;
    for (let i = 0; i < drawn.length; i++) {
      above += over[drawn[i]];
      below += under[drawn[i]];
    }
    return above / below;
  };
  return bootstrap(instances, ratio, random);
}

/**
 * The 95% interval of any statistic by the percentile bootstrap. `random` draws with replacement; the same seed gives the same interval.
 *
 * @example
 * ```ts
 * import { bootstrap, median } from '@pf/bench';
 *
 * bootstrap([7, 7, 7, 7], median, () => 0.5); // → { value: 7, low: 7, high: 7, n: 4 }
 * ```
 */
export function bootstrap(
  values: ArrayLike<number>,
  statistic: (values: ArrayLike<number>) => number,
  random: () => number,
  resamples = 1000,
): Estimate {
  const n = values.length;
  const drawn = new Float64Array(n);
  const statistics = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < n; i++) drawn[i] = values[Math.floor(random() * n)];
    statistics[r] = statistic(drawn);
  }
  return { value: statistic(values), low: quantile(statistics, 0.025), high: quantile(statistics, 0.975), n };
}
