import { shown } from '@pf/graph/kit';
import type { GridOptions } from '../grid-options.ts';
import { Grid } from '../grid.ts';
import { randomInteger, checkRandom } from './random-integer.ts';

/**
 * A map on which a share of the cells, rounded to a whole number, is blocked at random. Every choice is equally likely (selection
 * sampling, algorithm S of Knuth, The Art of Computer Programming 3.4.2).
 *
 * @example
 * ```ts
 * import { randomObstacles, seededRandom } from '@pf/grid';
 *
 * randomObstacles(10, 10, 0.25, seededRandom(1)).terrain.free; // → 75
 * ```
 */
export function randomObstacles(width: number, height: number, ratio: number, random: () => number, options: GridOptions = {}): Grid {
  checkRandom(random);
  if (typeof ratio !== 'number' || !(ratio >= 0 && ratio <= 1)) throw new RangeError(`The ratio of blocked cells must be from 0 to 1, got ${shown(ratio)}.`);
  const costs = new Grid(width, height).toArray();
  let left = Math.round(ratio * costs.length);
  for (let i = 0; i < costs.length; i++) {
    if (randomInteger(costs.length - i, random) >= left) continue;
    costs[i] = 0;
    left--;
  }
  return new Grid(width, height, options, costs);
}
