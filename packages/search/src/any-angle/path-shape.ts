import type { Grid } from '@pf/grid';

/** Rewrites a path, as `smooth` and `straighten` do. Writes the cells to keep to `out`, which may be the path itself, and returns their number. */
export interface PathShape {
  (grid: Grid, path: Uint32Array, length: number, out: Uint32Array): number;
  /** Whether the result has straight lines at any angle, whose lengths are then the path's cost. Default false. */
  readonly lines?: boolean | undefined;
}
