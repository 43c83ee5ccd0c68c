/** Step lengths in whole numbers, and how many of them make one. */
export interface WholeLengths {
  readonly lengths: Float64Array;
  readonly unit: number;
}

/** P / Q is a convergent of the continued fraction of √2, just above it. Multiples of both are exact in a double up to 2⁵³. */
const Q = 93222358;
const P = 131836323;

/**
 * Steps of 1 and √2 as Q and P, others, and steps of 1 alone, as they are.
 *
 * Sums of √2 in doubles depend on their order: two equally long paths differ in the last bit, and a search takes one for an
 * improvement over the other. Sums of whole numbers do not, and these order paths exactly as √2 does. Let one path
 * have a straight steps more and b diagonal steps fewer than another, a and b positive: it is longer where a / b > √2, and by
 * Q and P where a / b > P / Q. The two can disagree only if √2 < a / b ≤ P / Q. But whatever lies between √2 and its convergent
 * has a greater denominator than it, and P / Q itself is in lowest terms: b ≥ Q. So the order is exact as long as diagonal steps,
 * each times its terrain's cost, differ by less than 93 million; and a cost in units, divided by Q, is right to 3e−17 of itself,
 * less than the precision of a double. That holds as long as sums, estimates included, stay below 2⁵³ units, a cost of 96 million: beyond, they are rounded
 * like others. Steps of 1 alone are whole as they are, and exact to a cost of 2⁵³.
 */
export function wholeLengths(lengths: Float64Array, used: number): WholeLengths {
  const steps = lengths.subarray(0, used);
  const whole = Float64Array.from(lengths);
  if (!steps.includes(Math.SQRT2) || !steps.every((length) => length === 1 || length === Math.SQRT2)) return { lengths: whole, unit: 1 };
  whole.set(steps.map((length) => (length === 1 ? Q : P)));
  return { lengths: whole, unit: Q };
}
