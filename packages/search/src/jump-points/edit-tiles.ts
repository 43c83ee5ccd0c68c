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
  /** By column of tiles: what the current update adds to the counts of all tiles above and to the left. */
  private readonly added: Int32Array;
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
    this.added = new Int32Array(this.columns);
    this.sums = new Int32Array((this.columns + 1) * (tiles / this.columns + 1));
  }

  /** Records changes in a box of cells, whose bounds are inclusive. */
  markBox(left: number, top: number, right: number, bottom: number): void {
    const { touched, columns, shift } = this;
    const last = right >> shift;
    for (let row = top >> shift; row <= bottom >> shift; row++) {
      for (let column = left >> shift; column <= last; column++) touched[row * columns + column] = 1;
    }
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
    const { touched, added, sums, columns } = this;
    this.changed = false;
    this.update++;
    added.fill(0);
    // Sums above the first change stay.
    const first = touched.indexOf(1);
    const begin = first - (first % columns);
    for (let tile = begin, at = (begin / columns + 1) * (columns + 1) + 1; tile < touched.length; at++) {
      let row = 0;
      for (let column = 0; column < columns; column++, tile++, at++) {
        row += touched[tile];
        sums[at] += added[column] += row;
      }
    }
    touched.fill(0, first);
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
