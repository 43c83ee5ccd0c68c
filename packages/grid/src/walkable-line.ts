import type { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import { isLineOver, lineOfSight } from './line-of-sight.ts';

/**
 * Whether one can walk from the centre of `a` straight to that of `b`, and at one price: the line has `lineOfSight`, all cells that it enters, `b`
 * among them, cost the same, and no side that it might pass is closed. Such a walk costs the length of the line times the cost of `b`.
 *
 * It errs on the safe side: of the cells between the ends all sides must be open, and not only those that the line passes.
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
  if (!lineOfSight(grid, a, b)) return false;
  const { cells, weighted, sides } = grid;
  const cost = cells[b];
  if (cost === 0 || (weighted && !isLineOver(grid, a, b, 'always', cells, cost, cost))) return false;
  if (sides === undefined) return true;
  const { enter, leave } = sides;
  return leave[a] === OPEN && enter[b] === OPEN && isLineOver(grid, a, b, 'always', enter, OPEN, OPEN) && isLineOver(grid, a, b, 'always', leave, OPEN, OPEN);
}
