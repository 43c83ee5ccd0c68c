import type { Grid } from '@pf/grid';

/**
 * Bit maps of the cells where straight lines stop: blocked cells, the border included, and marked cells. Two bits a cell, one in row order and one in
 * column order, so that a count of zeros passes 32 cells at once.
 */
export class StopLines {
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;
  private readonly perRow: number;
  private readonly perColumn: number;

  constructor({ cells, stride, height }: Grid) {
    this.perRow = (stride + 31) >> 5;
    this.perColumn = (height + 33) >> 5;
    this.rows = new Int32Array(this.perRow * (height + 2));
    this.columns = new Int32Array(this.perColumn * stride);
    for (let row = 0, v = 0; row < height + 2; row++) for (let column = 0; column < stride; column++, v++) if (cells[v] === 0) this.mark(row, column);
  }

  get byteLength(): number {
    return this.rows.byteLength + this.columns.byteLength;
  }

  mark(row: number, column: number): void {
    this.rows[row * this.perRow + (column >> 5)] |= 0x80000000 >>> (column & 31);
    this.columns[column * this.perColumn + (row >> 5)] |= 0x80000000 >>> (row & 31);
  }

  /** Number of steps from a free cell to the cell where a line stops. `direction` is 0 to 3 for east, south, west and north. */
  distance(row: number, column: number, direction: number): number {
    const along = (direction & 1) === 0;
    const place = along ? column : row;
    const line = along ? row * this.perRow : column * this.perColumn;
    const bits = along ? this.rows : this.columns;
    return direction < 2 ? after(bits, line, place) - place : place - before(bits, line, place);
  }

  /** Whether a line stops at a cell. */
  stopsAt(row: number, column: number): boolean {
    return ((this.rows[row * this.perRow + (column >> 5)] << (column & 31)) & 0x80000000) !== 0;
  }
}

/** The index of the first bit after `place`, which must exist. */
function after(lines: Int32Array, line: number, place: number): number {
  const first = place + 1;
  let word = line + (first >>> 5);
  let bits = lines[word] & (-1 >>> (first & 31));
  while (bits === 0) bits = lines[++word];
  return ((word - line) << 5) + Math.clz32(bits);
}

/** The index of the last bit before `place`, which must exist. */
function before(lines: Int32Array, line: number, place: number): number {
  const last = place - 1;
  let word = line + (last >>> 5);
  let bits = lines[word] & (-1 << (31 - (last & 31)));
  while (bits === 0) bits = lines[--word];
  return ((word - line) << 5) + Math.clz32(bits & -bits);
}
