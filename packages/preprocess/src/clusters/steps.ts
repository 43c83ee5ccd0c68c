import type { Grid } from '@pf/grid';

/** A step to a neighbour: its columns and rows. */
export interface Step {
  readonly dx: number;
  readonly dy: number;
}

/** The steps of a grid, by direction. */
export function stepsOf({ offsets, stride, maxDegree }: Grid): readonly Step[] {
  return Array.from(offsets.subarray(0, maxDegree), (offset) => {
    const dy = Math.round(offset / stride);
    return { dx: offset - dy * stride, dy };
  });
}
