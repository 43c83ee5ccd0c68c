/** Step lengths in whole numbers, and how many of them make one. */
export interface WholeLengths {
  readonly lengths: Float64Array;
  readonly unit: number;
}

/** P / Q is a convergent of the continued fraction of √2, just above it. Multiples of both are exact in a double up to 2⁵³. */
const Q = 93222358;
const P = 131836323;

/**
 * Steps of 1 and √2 as Q and P, others, and steps of 1 alone, as they are: sums of whole numbers do not depend on their order, so that equal costs are equal.
 * They order paths as √2 does, and a sum divided by `unit` is right to the precision of a double, for costs up to 96 million.
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
  // Let one path have a straight steps more and b diagonal steps fewer than another, a and b positive: it is longer where a / b > √2, and by Q and P where
  // a / b > P / Q. The two can disagree only if √2 < a / b ≤ P / Q. But whatever lies between √2 and its convergent has a greater denominator, and P / Q itself
  // is in lowest terms: b ≥ Q. So the order is exact while diagonal steps, each times its terrain's cost, differ by less than 93 million. A cost in
  // units, divided by Q, is right to 3e−17 of itself. Sums, estimates included, have to stay below 2⁵³ units: beyond, they are rounded like others.
  const steps = lengths.subarray(0, used);
  const whole = Float64Array.from(lengths);
  if (!steps.includes(Math.SQRT2) || !steps.every((length) => length === 1 || length === Math.SQRT2)) return { lengths: whole, unit: 1 };
  whole.set(steps.map((length) => (length === 1 ? Q : P)));
  return { lengths: whole, unit: Q };
}

/**
 * An estimate in whole units: rounded down, which keeps it consistent where costs are whole, but for what lies within rounding of the next.
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
