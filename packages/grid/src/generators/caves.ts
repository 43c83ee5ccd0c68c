import { shown } from '@pf/graph/kit';
import { checkGridOptions } from '../cell-lattice.ts';
import type { GridOptions } from '../grid-options.ts';
import { rulesOf } from '../grid-options.ts';
import { Grid } from '../grid.ts';
import { checkRandom, draw } from './random-integer.ts';

/** Options of `caves`: the rules of the grid, and the openness of the caves. */
export interface CavesOptions extends GridOptions {
  /** The share of cells that are blocked at first. Default 0.45. */
  readonly ratio?: number | undefined;
  /** The number of rounds of smoothing. Default 5. */
  readonly rounds?: number | undefined;
}

/**
 * Caves by a cellular automaton. Random cells are blocked; then, in each round, a cell becomes what most of the 3 × 3 cells around
 * it are. Cells off the map count as blocked. The caves need not be connected.
 *
 * @example
 * ```ts
 * import { caves, seededRandom } from '@pf/grid';
 *
 * caves(40, 30, seededRandom(1)).terrain.free > 300; // → true
 * ```
 */
export function caves(width: number, height: number, random: () => number, options: CavesOptions = {}): Grid {
  checkRandom(random);
  checkGridOptions(options, 'caves', 'ratio', 'rounds');
  const { ratio = 0.45, rounds = 5 } = options;
  if (typeof ratio !== 'number' || !(ratio >= 0 && ratio <= 1)) throw new RangeError(`The ratio of blocked cells must be from 0 to 1, got ${shown(ratio)}.`);
  if (!Number.isInteger(rounds) || rounds < 0) throw new RangeError(`Caves are smoothed a whole number of times, got ${shown(rounds)}.`);
  const { stride } = new Grid(width, height);
  // Includes the border of the grid, which stays blocked.
  let now: Uint8Array = new Uint8Array(stride * (height + 2));
  let next: Uint8Array = new Uint8Array(now.length);
  for (let y = 1; y <= height; y++) for (let x = 1; x <= width; x++) now[y * stride + x] = draw(random) < ratio ? 0 : 1;
  for (let round = 0; round < rounds; round++) {
    for (let y = 1; y <= height; y++) {
      for (let x = 1; x <= width; x++) {
        const v = y * stride + x;
        const north = now[v - stride - 1] + now[v - stride] + now[v - stride + 1];
        const south = now[v + stride - 1] + now[v + stride] + now[v + stride + 1];
        next[v] = north + now[v - 1] + now[v] + now[v + 1] + south > 4 ? 1 : 0;
      }
    }
    [now, next] = [next, now];
  }
  const costs = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) costs.set(now.subarray((y + 1) * stride + 1, (y + 1) * stride + 1 + width), y * width);
  return new Grid(width, height, rulesOf(options), costs);
}
