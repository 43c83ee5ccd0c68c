import type { Grid } from './grid.ts';

/** Whether this has the members of a fog. `instanceof` would reject one of another copy of the package. */
export function isFog(given: unknown): boolean {
  const fog = given as { readonly reveal?: unknown; readonly isSeen?: unknown } | null | undefined;
  return typeof fog?.reveal === 'function' && typeof fog.isSeen === 'function';
}

/** The size and rules of a map. */
export function shapeOf({ width, height, movement, corners }: Grid): string {
  return `${width} × ${height}, ${movement}, ${corners}`;
}
