import type { Grid } from './grid.ts';

/** The vertices of the cells, row by row. */
export function verticesOf({ width, height, stride }: Grid): Uint32Array {
  return new Uint32Array(width * height).map((_, i) => stride + 1 + i + 2 * Math.floor(i / width));
}

/** Blocks the cells that `outside` marks with 1 by vertex, for good: later edits do not free them. */
export function exclude(grid: Grid, outside: Uint8Array): void {
  const cells = verticesOf(grid).filter((v) => outside[v] === 1);
  grid.setCells(cells, new Uint8Array(cells.length), cells.length);
  grid.outside = outside;
}
