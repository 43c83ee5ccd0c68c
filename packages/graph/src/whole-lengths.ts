/** Lengths of steps as whole numbers, and the number that stands for length 1. */
export interface WholeLengths {
  readonly lengths: Float64Array;
  readonly unit: number;
}

/** P / Q is a convergent of the continued fraction of √2, just above it. Multiples of both are exact in a double up to 2⁵³. */
const Q = 93222358;
const P = 131836323;

/**
 * Returns steps of 1 and √2 as Q and P, and other steps unchanged. Sums of whole numbers do not depend on their order, so equal costs are exactly equal.
 * They order paths as √2 does. A sum divided by `unit` has the precision of a double, for costs up to 96 million.
 *
 * @example
 * ```ts
 * import { wholeLengths } from '@pf/graph/kit';
 *
 * wholeLengths(Float64Array.of(1, Math.SQRT2), 2); // → { lengths: [93222358, 131836323], unit: 93222358 }
 * wholeLengths(Float64Array.of(5, 7), 2).unit; // → 1
 * ```
 */
export function wholeLengths(lengths: Float64Array, used: number): WholeLengths {
  // Let one path have a more straight steps and b fewer diagonal steps than another, a and b positive. It is longer if a / b > √2; by Q and P, if
  // a / b > P / Q. The two differ only if √2 < a / b ≤ P / Q. Any fraction between √2 and its convergent has a greater denominator, and P / Q
  // is in lowest terms, so b ≥ Q. The order is therefore exact while diagonal steps, weighted by terrain cost, differ by less than 93 million. A cost in
  // units, divided by Q, has a relative error of 3e−17. Sums, estimates included, must stay below 2⁵³ units; larger ones are rounded as usual.
  const steps = lengths.subarray(0, used);
  const whole = Float64Array.from(lengths);
  if (!steps.includes(Math.SQRT2) || !steps.every((length) => length === 1 || length === Math.SQRT2)) return { lengths: whole, unit: 1 };
  whole.set(steps.map((length) => (length === 1 ? Q : P)));
  return { lengths: whole, unit: Q };
}

/**
 * An estimate in whole units, rounded down, which keeps it consistent if costs are whole. A value within rounding of the next whole number is rounded up.
 *
 * @example
 * ```ts
 * import { wholeEstimate } from '@pf/graph/kit';
 *
 * wholeEstimate(2 + Math.SQRT2, 93222358); // → 318281039
 * wholeEstimate(2.5, 1); // → 2
 * ```
 */
export function wholeEstimate(estimate: number, unit: number): number {
  const units = estimate * unit;
  return Math.floor(units + units * 2 ** -50 + 1e-9);
}
