import { checkGrid } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import { isLineOver, lineOfSight } from './line-of-sight.ts';

/**
 * Whether a unit can walk straight from the centre of `a` to that of `b` at one cost: both are free, `lineOfSight` holds, all cells
 * that it enters, `b` included, cost the same, and no side that it may pass is closed. The cost is the length of the line times the cost of `b`.
 *
 * On hexagons it is conservative: between the ends, cells must be open on all sides, not only where the line passes.
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
  if (grid.movement !== 'hex') return isLineOfSteps(grid, a, b);
  const { enter, leave } = sides;
  return leave[a] === OPEN && enter[b] === OPEN && isLineOver(grid, a, b, 'always', enter, OPEN, OPEN) && isLineOver(grid, a, b, 'always', leave, OPEN, OPEN);
}

/** Whether the step over each side that the line crosses is legal. Through a corner point: the diagonal step there, or without such steps both ways around the point. */
function isLineOfSteps(grid: Grid, a: number, b: number): boolean {
  const { stride, moves } = grid, offsets = grid.offsets.subarray(0, grid.maxDegree);
  const width = grid.x(b) - grid.x(a), height = grid.y(b) - grid.y(a);
  const across = Math.abs(width), down = Math.abs(height);
  const sideways = Math.sign(width), lengthwise = Math.sign(height) * stride;
  const [along, up, diagonal] = [sideways, lengthwise, sideways + lengthwise].map((offset) => offsets.indexOf(offset));
  const leads = (v: number, direction: number): boolean => ((moves[v] >> direction) & 1) === 1;
  // As in line-of-sight.ts: the i-th vertical side and the j-th horizontal one, whichever comes first.
  for (let v = a, i = 0, j = 0; v !== b; ) {
    const order = (2 * i + 1) * down - (2 * j + 1) * across;
    if (order === 0) {
      if (diagonal >= 0 ? !leads(v, diagonal) : !(leads(v, along) && leads(v + sideways, up) && leads(v, up) && leads(v + lengthwise, along))) return false;
    } else if (!leads(v, order < 0 ? along : up)) return false;
    if (order <= 0) {
      v += sideways;
      i++;
    }
    if (order >= 0) {
      v += lengthwise;
      j++;
    }
  }
  return true;
}
