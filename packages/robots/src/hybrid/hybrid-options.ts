import { shown } from '@pf/graph/kit';
import { checkGiven } from '../checks.ts';
import type { Footprint } from '../lattice/footprint.ts';

/** Options of `HybridAStar`: the car and its costs. */
export interface HybridAStarOptions {
  /** The smallest radius of an arc, in metres. */
  readonly turningRadius: number;
  /** The car's outline. Default: a point. The time of an expansion grows with it: 4 × 1 m on cells of 10 cm take a millisecond. */
  readonly footprint?: Footprint | undefined;
  /** The number of headings that the search distinguishes, 8 to 360. Default 36. */
  readonly headings?: number | undefined;
  /** Cost of a metre backwards, at least 1. Infinity: the car does not reverse. Default 2. */
  readonly reverse?: number | undefined;
  /** Cost of a change between forwards and backwards, in metres. Default 1. */
  readonly gearChange?: number | undefined;
  /** Extra cost of a metre where the cell cost is 252, as a factor. Default 2. With 252, cells cost as in a `StateLattice`. */
  readonly proximity?: number | undefined;
}

/** The options with their defaults. */
export function checkHybridOptions(options: HybridAStarOptions) {
  checkGiven(options, ['turningRadius', 'footprint', 'headings', 'reverse', 'gearChange', 'proximity'], 'new HybridAStar');
  const { turningRadius, footprint, headings = 36, reverse = 2, gearChange = 1, proximity = 2 } = options;
  if (!(Number.isFinite(turningRadius) && turningRadius > 0)) throw new RangeError(`The turning radius must be above 0, in metres, got ${shown(turningRadius)}.`);
  if (!(Number.isInteger(headings) && headings >= 8 && headings <= 360)) throw new RangeError(`The number of headings must be from 8 to 360, got ${shown(headings)}.`);
  if (!(typeof reverse === 'number' && reverse >= 1)) throw new RangeError(`A metre backwards must cost 1 or more, got ${shown(reverse)}.`);
  for (const [name, price] of Object.entries({ gearChange, proximity })) if (!(Number.isFinite(price) && price >= 0)) throw new RangeError(`The option ${name} must be a number of 0 or more, got ${shown(price)}.`);
  return { turningRadius, footprint, headings, reverse, gearChange, proximity };
}
