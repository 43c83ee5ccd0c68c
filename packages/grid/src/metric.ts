import { shown } from '@pf/graph/kit';

/** The costs of a straight and of a diagonal step. A hexagon has straight steps only. */
export interface StepCosts {
  readonly straight: number;
  readonly diagonal: number;
}

/**
 * The costs of steps on terrain of cost 1. 'exact' is 1 and √2; the others are whole numbers near that ratio, for bucket queues.
 * 5/7 is 1.0% below √2, 70/99 0.005% above it, 408/577 0.00015% above.
 */
export type Metric = 'exact' | '5/7' | '70/99' | '408/577' | StepCosts;

const named: Record<string, StepCosts> = {
  exact: { straight: 1, diagonal: Math.SQRT2 },
  '5/7': { straight: 5, diagonal: 7 },
  '70/99': { straight: 70, diagonal: 99 },
  '408/577': { straight: 408, diagonal: 577 },
};

/** Within these limits, the costs of whole paths and their products neither overflow nor lose digits near 0. */
const LEAST_STEP = 1e-100;
const GREATEST_STEP = 1e100;

export function stepCosts(metric: Metric): StepCosts {
  if (typeof metric === 'string' && Object.hasOwn(named, metric)) return named[metric];
  const given: unknown = metric;
  if (typeof given !== 'object' || given === null) throw new TypeError(`The metric must be one of ${Object.keys(named).map(shown).join(', ')} or { straight, diagonal }, got ${shown(given)}.`);
  const { straight, diagonal } = given as StepCosts;
  if (typeof straight === 'number' && typeof diagonal === 'number' && straight >= LEAST_STEP && diagonal >= straight && diagonal <= GREATEST_STEP) return { straight, diagonal };
  throw new RangeError(`A metric needs ${LEAST_STEP} ≤ straight ≤ diagonal ≤ ${GREATEST_STEP}, got ${shown(straight)} and ${shown(diagonal)}.`);
}
