import type { Grid } from '@pf/grid';

/**
 * The squared distance between the centres of two cells: in cells, whatever the metric. The caller takes the root,
 * since V8 boxes a fraction that a call returns, unless it inlines the call.
 */
export function squaredLength(grid: Grid, a: number, b: number): number {
  const dx = grid.x(b) - grid.x(a);
  const dy = grid.y(b) - grid.y(a);
  return dx * dx + dy * dy + (grid.movement === 'hex' ? dx * dy : 0);
}
