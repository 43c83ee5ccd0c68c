import { shown } from '@pf/graph/kit';
import type { GridOptions } from '../grid-options.ts';
import { Grid } from '../grid.ts';
import { randomInteger, checkRandom } from './random-integer.ts';

/**
 * Rooms of `size` × `size` cells with walls of one cell between them. The last room of a row or column may be smaller.
 * Each wall between two rooms has a door of one cell at a random position.
 *
 * @example
 * ```ts
 * import { rooms, seededRandom } from '@pf/grid';
 *
 * rooms(5, 5, 2, seededRandom(1)).toRows(); // → ['..#..', '.....', '.###.', '.....', '..#..']
 * ```
 */
export function rooms(width: number, height: number, size: number, random: () => number, options: GridOptions = {}): Grid {
  checkRandom(random);
  if (!Number.isInteger(size) || size < 1) throw new RangeError(`A room needs a size of 1 cell at least, got ${shown(size)}.`);
  const costs = new Grid(width, height).toArray();
  const pitch = size + 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (x % pitch === size || y % pitch === size) costs[y * width + x] = 0;
  }
  for (let top = 0; top < height; top += pitch) {
    for (let left = 0; left < width; left += pitch) {
      const east = left + size;
      const south = top + size;
      if (east + 1 < width) costs[(top + randomInteger(Math.min(size, height - top), random)) * width + east] = 1;
      if (south + 1 < height) costs[south * width + left + randomInteger(Math.min(size, width - left), random)] = 1;
    }
  }
  return new Grid(width, height, options, costs);
}
