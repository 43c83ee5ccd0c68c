import { checkGrid } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import { isLineOver, lineOfSight } from './line-of-sight.ts';

/**
 * Whether a unit can walk straight from the centre of `a` to that of `b` at one cost: both are free, `lineOfSight` holds, all cells
 * that it enters, `b` included, cost the same, and no side that it may pass is closed. The cost is the length of the line times the cost of `b`.
 *
 * It is conservative: between the ends, cells must be open on all sides, not only where the line passes.
 *
 * @example
 * ```ts
 * import { Grid, walkableLine } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['....', '.5..', '....']);
 * walkableLine(grid, grid.vertex(0, 0), grid.vertex(3, 0)); // → true
 * walkableLine(grid, grid.vertex(0, 0), grid.vertex(3, 2)); // → false
 * ```
 */
export function walkableLine(grid: Grid, a: number, b: number): boolean {
  // A TorusGrid, over whose edges one can see.
  if ((grid as Partial<Grid> | null | undefined)?.cells === undefined) checkGrid(grid, 'walkableLine');
  if (!lineOfSight(grid, a, b)) return false;
  const { cells, weighted, sides } = grid;
  const cost = cells[b];
  if (cells[a] === 0 || cost === 0 || (weighted && !isLineOver(grid, a, b, 'always', cells, cost, cost))) return false;
  if (sides === undefined || a === b) return true;
  const { enter, leave } = sides;
  return leave[a] === OPEN && enter[b] === OPEN && isLineOver(grid, a, b, 'always', enter, OPEN, OPEN) && isLineOver(grid, a, b, 'always', leave, OPEN, OPEN);
}
