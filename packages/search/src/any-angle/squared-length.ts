import type { Grid } from '@pf/grid';

/**
 * The square of the way from the centre of a cell straight to that of another: in cells, whatever the metric. Its root is left to the caller,
 * for a number with a fraction that a call returns is put in a box where the engine does not inline the call.
 */
export function squaredLength(grid: Grid, a: number, b: number): number {
  const dx = grid.x(b) - grid.x(a);
  const dy = grid.y(b) - grid.y(a);
  return dx * dx + dy * dy + (grid.movement === 'hex' ? dx * dy : 0);
}
