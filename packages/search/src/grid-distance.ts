import type { Grid } from '@pf/grid';

/** Beyond any coordinate, and far from where whole numbers overflow. */
const FAR = 1 << 29;

/**
 * The grid's own heuristic, in the units of labels: the cost on an empty map to the box around several vertices, and so never more than to the
 * nearest of them; a single vertex is its own box. Until it is aimed, a step costs nothing and every distance is 0.
 *
 * Coordinates here count the border: x = v mod stride.
 */
export class GridDistance {
  private left = 0;
  private right = 0;
  private top = 0;
  private bottom = 0;
  /** What a step of the longer side of the path to the box costs, and what one of the shorter adds, by whether their signs are alike. */
  private along = 0;
  private aside = 0;
  private asideApart = 0;

  /** Fits the box to the vertices, and the rates to `weight` times the least terrain cost that the map has now. */
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
    // Where a diagonal step costs more than the two straight ones around it, or there is none, those take its place.
    const diagonal = movement === 'eight' ? Math.min(lengths[4] * terrain.least * weight, 2 * straight) : 2 * straight;
    this.along = straight;
    this.aside = diagonal - straight;
    // One step between hexagons can change both axial coordinates, by opposite signs.
    this.asideApart = movement === 'hex' ? 0 : this.aside;
  }

  /** From the cell at (x, y). */
  to(x: number, y: number): number {
    const ex = x < this.left ? this.left - x : x > this.right ? this.right - x : 0;
    const ey = y < this.top ? this.top - y : y > this.bottom ? this.bottom - y : 0;
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const aside = (ex ^ ey) < 0 ? this.asideApart : this.aside;
    return ax > ay ? ax * this.along + ay * aside : ay * this.along + ax * aside;
  }

  /** The same into `out[0]`, for callers into which the engine does not always inline it: what a call returns is boxed. Hence the repetition. */
  write(x: number, y: number, out: Float64Array): void {
    const ex = x < this.left ? this.left - x : x > this.right ? this.right - x : 0;
    const ey = y < this.top ? this.top - y : y > this.bottom ? this.bottom - y : 0;
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const aside = (ex ^ ey) < 0 ? this.asideApart : this.aside;
    out[0] = ax > ay ? ax * this.along + ay * aside : ay * this.along + ax * aside;
  }
}
