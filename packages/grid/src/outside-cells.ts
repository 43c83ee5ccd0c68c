import type { Grid } from './grid.ts';

/** Blocks the cells that `outside` marks with 1 by vertex, for good: later edits do not free them. */
export function exclude(grid: Grid, outside: Uint8Array): void {
  const cells = Uint32Array.from(outside.keys()).filter((v) => outside[v] === 1);
  grid.setCells(cells, new Uint8Array(cells.length), cells.length);
  grid.outside = outside;
}
