import type { GridOptions } from '../grid-options.ts';
import { Grid } from '../grid.ts';

/**
 * A map without obstacles.
 *
 * @example
 * ```ts
 * import { open } from '@pf/grid';
 *
 * open(3, 2).toRows(); // → ['...', '...']
 * ```
 */
export function open(width: number, height: number, options: GridOptions = {}): Grid {
  return new Grid(width, height, options);
}
