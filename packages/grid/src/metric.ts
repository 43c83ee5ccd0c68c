/** The costs of a straight and of a diagonal step. A hexagon has straight steps only. */
export interface StepCosts {
  readonly straight: number;
  readonly diagonal: number;
}

/**
 * What steps cost on terrain of cost 1: 'exact' is 1 and √2; the others are whole numbers near that ratio, for searches that keep a bucket for
 * each cost. 5/7 is 1.0% below √2, 70/99 0.005% above it, 408/577 0.00015% above.
 */
export type Metric = 'exact' | '5/7' | '70/99' | '408/577' | StepCosts;

const named: Record<string, StepCosts> = {
  exact: { straight: 1, diagonal: Math.SQRT2 },
  '5/7': { straight: 5, diagonal: 7 },
  '70/99': { straight: 70, diagonal: 99 },
  '408/577': { straight: 408, diagonal: 577 },
};

export function stepCosts(metric: Metric): StepCosts {
  if (typeof metric === 'string') {
    if (Object.hasOwn(named, metric)) return named[metric];
    throw new RangeError(`The metric must be one of ${Object.keys(named).join(', ')} or { straight, diagonal }, got '${String(metric)}'.`);
  }
  const { straight, diagonal } = metric;
  if (straight > 0 && diagonal >= straight && diagonal < Infinity) return { straight, diagonal };
  throw new RangeError(`A metric needs 0 < straight ≤ diagonal, both finite, got straight ${straight} and diagonal ${diagonal}.`);
}
