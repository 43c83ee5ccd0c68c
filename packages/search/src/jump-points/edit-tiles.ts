import type { Grid } from '@pf/grid';

/** Largest number of tiles along a side. Coordinates of tiles, and one past the last, fit into a byte. */
const MOST_TILES = 128;

/**
 * Counts the changes in each square tile of a map, so that a result which depends on a box of cells can be checked in constant time: it still holds if the
 * count of the tiles under the box is the same. Boxes are summed over a summed-area table, which is renewed once per update.
 */
export class EditTiles {
  /** Number of updates that changed something. */
  update = 0;
  private readonly shift: number;
  private readonly columns: number;
  private readonly touched: Uint8Array;
  private readonly counts: Int32Array;
  /** By row and column of tiles: the count of all tiles above and to the left. */
  private readonly sums: Int32Array;
  private changed = false;

  constructor({ stride, height }: Grid) {
    let shift = 2;
    while (Math.max(stride, height + 2) > MOST_TILES << shift) shift++;
    this.shift = shift;
    this.columns = ((stride - 1) >> shift) + 1;
    const tiles = this.columns * (((height + 1) >> shift) + 1);
    this.touched = new Uint8Array(tiles);
    this.counts = new Int32Array(tiles);
    this.sums = new Int32Array((this.columns + 1) * (tiles / this.columns + 1));
  }

  /** Records a change of `cells` cells in a line: the given one and those before it, along a ray. */
  mark(row: number, column: number, dx = 0, dy = 0, cells = 1): void {
    const { touched, columns, shift } = this;
    const size = 1 << shift;
    for (let k = 0; k < cells; k += size) touched[((row - k * dy) >> shift) * columns + ((column - k * dx) >> shift)] = 1;
    touched[((row - (cells - 1) * dy) >> shift) * columns + ((column - (cells - 1) * dx) >> shift)] = 1;
    this.changed = true;
  }

  /** Records a change of the whole map. */
  markAll(): void {
    this.touched.fill(1);
    this.changed = true;
  }

  /** Ends an update: counts what was marked since the last one. */
  settle(): void {
    if (!this.changed) return;
    const { touched, counts, sums, columns } = this;
    this.changed = false;
    this.update++;
    // Sums above the first change stay.
    const first = Math.floor(touched.indexOf(1) / columns);
    for (let tile = first * columns, at = (first + 1) * (columns + 1) + 1; tile < touched.length; at++) {
      let row = 0;
      for (const end = tile + columns; tile < end; tile++, at++) {
        row += counts[tile] += touched[tile];
        sums[at] = sums[at - columns - 1] + row;
      }
    }
    touched.fill(0);
  }

  /** The tiles under a box of cells, whose bounds are inclusive, in a word. */
  box(left: number, top: number, right: number, bottom: number): number {
    const { shift } = this;
    return (left >> shift) | ((top >> shift) << 8) | (((right >> shift) + 1) << 16) | (((bottom >> shift) + 1) << 24);
  }

  /** Number of changes of the tiles under a box. */
  sum(box: number): number {
    const { sums } = this;
    const width = this.columns + 1;
    const left = box & 0xff;
    const right = (box >> 16) & 0xff;
    const above = ((box >> 8) & 0xff) * width;
    const below = (box >>> 24) * width;
    return (sums[below + right] - sums[below + left] - sums[above + right] + sums[above + left]) | 0;
  }
}
