import type { Grid } from '@pf/grid';

/** Rewrites a path, such as `smooth` and `straighten` do: writes the cells to keep to `out`, which may be the path itself, and returns how many there are. */
export interface PathShape {
  (grid: Grid, path: Uint32Array, length: number, out: Uint32Array): number;
  /** Whether it leaves straight lines at any angle, so that a path costs what these do. Default false. */
  readonly lines?: boolean;
}
