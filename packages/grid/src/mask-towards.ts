import { checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';

/**
 * The mask of the side of cell `v` towards its neighbour `u`, both vertices, for `setSides`. For names of sides, take `grid.mask`.
 *
 * @example
 * ```ts
 * import { Grid, maskTowards } from '@pf/grid';
 *
 * const grid = new Grid(3, 1);
 * maskTowards(grid, grid.vertex(1, 0), grid.vertex(2, 0)) === grid.mask('east'); // → true
 * ```
 */
export function maskTowards(grid: Grid, v: number, u: number): number {
  checkGrid(grid, 'maskTowards');
  checkVertex(grid, v, 'cell');
  checkVertex(grid, u, 'neighbour');
  const d = grid.offsets.subarray(0, grid.maxDegree).indexOf(u - v);
  if (d === -1) throw new RangeError(`(${grid.x(u)}, ${grid.y(u)}) is not a neighbour of (${grid.x(v)}, ${grid.y(v)}) under movement '${grid.movement}'.`);
  return 1 << d;
}
