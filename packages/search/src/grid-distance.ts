import type { Grid } from '@pf/grid';

/** Larger than any coordinate, and far from integer overflow. */
const FAR = 1 << 29;

/**
 * The grid's own heuristic, in units of labels: the cost on an empty map to the box around the targets, which is never more than to the
 * nearest of them. Before `aim` every distance is 0.
 *
 * Coordinates include the border: x = v mod stride.
 */
export class GridDistance {
  private left = 0;
  private right = 0;
  private top = 0;
  private bottom = 0;
  /** Cost of a step along the longer axis, and the extra cost of a step along the shorter. Depends on whether their signs agree. */
  private along = 0;
  private aside = 0;
  private asideApart = 0;

  /** Sets the box to the vertices, and the rates to `weight` times the map's current lowest terrain cost. */
  aim(grid: Grid, lengths: Float64Array, vertices: ArrayLike<number>, weight = 1): void {
    const { stride, terrain, movement } = grid;
    this.left = this.top = FAR;
    this.right = this.bottom = -FAR;
    for (let i = 0; i < vertices.length; i++) {
      const y = Math.floor(vertices[i] / stride);
      const x = vertices[i] - y * stride;
      this.left = Math.min(this.left, x);
      this.right = Math.max(this.right, x);
      this.top = Math.min(this.top, y);
      this.bottom = Math.max(this.bottom, y);
    }
    const straight = lengths[0] * terrain.least * weight;
    // If a diagonal step costs more than two straight ones, or does not exist, two straight ones are used.
    const diagonal = movement === 'eight' ? Math.min(lengths[4] * terrain.least * weight, 2 * straight) : 2 * straight;
    this.along = straight;
    this.aside = diagonal - straight;
    // One step between hexagons can change both axial coordinates, by opposite signs.
    this.asideApart = movement === 'hex' ? 0 : this.aside;
  }

  /** The distance from the cell at (x, y). */
  to(x: number, y: number): number {
    const ex = x < this.left ? this.left - x : x > this.right ? this.right - x : 0;
    const ey = y < this.top ? this.top - y : y > this.bottom ? this.bottom - y : 0;
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const aside = (ex ^ ey) < 0 ? this.asideApart : this.aside;
    return ax > ay ? ax * this.along + ay * aside : ay * this.along + ax * aside;
  }

  /** The same, written to `out[0]`: V8 would box a returned number if it did not inline the call. Hence the repetition. */
  write(x: number, y: number, out: Float64Array): void {
    const ex = x < this.left ? this.left - x : x > this.right ? this.right - x : 0;
    const ey = y < this.top ? this.top - y : y > this.bottom ? this.bottom - y : 0;
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const aside = (ex ^ ey) < 0 ? this.asideApart : this.aside;
    out[0] = ax > ay ? ax * this.along + ay * aside : ay * this.along + ax * aside;
  }
}
