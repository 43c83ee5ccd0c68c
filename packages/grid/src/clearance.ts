import { NO_VERTEX } from '@pf/graph';
import { checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';

/** The highest clearance, so that a byte a cell is enough. */
const MOST = 255;

/**
 * The size of the largest unit that fits at each cell. On squares: the side of the largest free square of cells whose north-western corner is the cell. On hexagons: the
 * largest s such that all cells fewer than s steps away are free. 0 for a blocked cell, at most 255.
 *
 * Follows edits of the map at the next call. To find paths for large units, use `UnitGrid`.
 *
 * @example
 * ```ts
 * import { Clearance, Grid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['....', '....', '...#']);
 * const clearance = new Clearance(grid);
 * clearance.at(grid.vertex(0, 0)); // → 3
 * grid.setBlocked(1, 1, true);
 * clearance.at(grid.vertex(0, 0)); // → 1
 * ```
 */
export class Clearance {
  private readonly sizes: Uint8Array;
  /** The map's `edits` when the sizes were last up to date. */
  private seen = -1;
  /** The cells that an update may still measure edit by edit. After that, measuring the whole map takes less time. */
  private left = 0;
  private readonly measure = (x: number, y: number, width: number, height: number): void => {
    if (this.left >= 0) this.measureSquares(x, y, width, height);
  };

  constructor(private readonly grid: Grid) {
    checkGrid(grid, 'Clearance');
    this.sizes = new Uint8Array(grid.vertexCount);
    this.follow();
  }

  /** The size at `v`; 0 for NO_VERTEX. */
  at(v: number): number {
    this.follow();
    const size: number | undefined = this.sizes[v];
    if (size === undefined && v !== NO_VERTEX) checkVertex(this.grid, v, 'cell');
    return size ?? 0;
  }

  /** Updates the sizes after edits of the map. On squares, only where they may have changed; on hexagons, everywhere, at some nanoseconds a cell. */
  private follow(): void {
    const { grid } = this;
    if (grid.edits === this.seen) return;
    this.left = grid.vertexCount;
    if (grid.movement === 'hex') this.measureDiscs();
    else if (!grid.editedSince(this.seen, this.measure) || this.left < 0) this.measureSquares(0, 0, grid.width, grid.height);
    this.seen = grid.edits;
  }

  /** A square at a cell is one larger than the smallest of those to the east, south and south-east. */
  private measureSquares(x: number, y: number, width: number, height: number): void {
    const { sizes, grid } = this;
    const { cells, stride } = grid;
    // In the row below, sizes changed from column `west` on. In this row they may have changed from one column further west.
    let west = grid.width;
    const east = Math.min(x + width, grid.width) - 1;
    for (let row = Math.min(y + height, grid.height) - 1; row >= 0; row--) {
      const inside = row >= y;
      if (!inside && west === grid.width) return;
      const surely = Math.min(inside ? x : grid.width, west - 1);
      west = grid.width;
      let column = east;
      for (; column >= 0; column--) {
        const v = (row + 1) * stride + column + 1;
        const least = Math.min(sizes[v + 1], sizes[v + stride], sizes[v + stride + 1]);
        const size = cells[v] === 0 ? 0 : Math.min(least + 1, MOST);
        if (size !== sizes[v]) west = column;
        else if (column <= surely) break;
        sizes[v] = size;
      }
      this.left -= east - column;
    }
  }

  /** The distance to the nearest blocked cell, in two sweeps. Each reads three of the six neighbours. */
  private measureDiscs(): void {
    const { sizes, grid } = this;
    const { cells, stride, width, height } = grid;
    const first = stride + 1;
    const last = height * stride + width;
    for (let v = first; v <= last; v++) {
      sizes[v] = cells[v] === 0 ? 0 : Math.min(sizes[v - 1], sizes[v - stride], sizes[v - stride + 1], MOST - 1) + 1;
    }
    for (let v = last; v >= first; v--) {
      sizes[v] = cells[v] === 0 ? 0 : Math.min(sizes[v], sizes[v + 1] + 1, sizes[v + stride] + 1, sizes[v + stride - 1] + 1);
    }
  }
}
