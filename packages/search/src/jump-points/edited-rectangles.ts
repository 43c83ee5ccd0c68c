import { grown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** Numbers of a rectangle: left, top, right and bottom, in columns and rows of vertices, inclusive. */
const NUMBERS = 4;

/** The rectangles of a grid that were edited and must still be processed, handed out in pieces. */
export class EditedRectangles {
  /** The current piece, in columns and rows of vertices, inclusive. */
  left = 0;
  top = 0;
  right = 0;
  bottom = 0;
  /** Number of its cells. */
  cells = 0;
  private rectangles = new Int32Array(16 * NUMBERS);
  private count = 0;
  /** The rectangle being handed out, and its next cell. */
  private current = 0;
  private row = 0;
  private column = 0;
  private edits = 0;

  constructor(private readonly grid: Grid) {}

  /** Forgets all edits so far. */
  clear(): void {
    this.count = this.current = this.row = 0;
    this.edits = this.grid.edits;
  }

  /**
   * When no piece is left: collects the edits since the last call, with the cells around them. Returns false if these are more than `limit` cells.
   * `known` are the moves before.
   */
  collect(known: Uint8Array, limit: number): boolean {
    const { grid } = this;
    let cells = 0;
    this.count = this.current = 0;
    const visited = grid.editedSince(this.edits, (x, y, width, height) => {
      cells += (width + 2) * (height + 2);
      this.add(Math.max(x, 1), Math.max(y, 1), Math.min(x + width + 1, grid.width), Math.min(y + height + 1, grid.height));
    });
    if (!visited) cells = this.compareRows(known);
    this.edits = grid.edits;
    return cells <= limit;
  }

  /** Whether a piece is left. */
  get pending(): boolean {
    return this.current < this.count;
  }

  /** Sets the next piece, of at most `budget` cells; returns false if the budget or the rectangles are used up. */
  next(budget: number): boolean {
    const { rectangles, current } = this;
    if (budget < 1 || !this.pending) return false;
    const at = NUMBERS * current;
    const left = rectangles[at];
    const right = rectangles[at + 2];
    const bottom = rectangles[at + 3];
    if (this.row === 0) {
      this.row = rectangles[at + 1];
      this.column = left;
    }
    const width = right - left + 1;
    this.left = this.column;
    this.top = this.row;
    // Whole rows if possible.
    const rows = this.column === left ? Math.min(bottom - this.row + 1, Math.floor(budget / width)) : 0;
    this.right = rows > 0 ? right : Math.min(right, this.column + Math.floor(budget) - 1);
    this.bottom = this.row + Math.max(rows, 1) - 1;
    if (this.right < right) this.column = this.right + 1;
    else {
      this.row = this.bottom + 1;
      this.column = left;
    }
    if (this.row > bottom) {
      this.current++;
      this.row = 0;
    }
    this.cells = (this.right - this.left + 1) * (this.bottom - this.top + 1);
    return true;
  }

  private add(left: number, top: number, right: number, bottom: number): void {
    const at = NUMBERS * this.count++;
    if (at === this.rectangles.length) this.rectangles = grown(this.rectangles);
    this.rectangles[at] = left;
    this.rectangles[at + 1] = top;
    this.rectangles[at + 2] = right;
    this.rectangles[at + 3] = bottom;
  }

  /** Adds the cells of each row that have changed, in runs; returns their number. For more edits than the grid remembers. */
  private compareRows(known: Uint8Array): number {
    const { stride, moves } = this.grid;
    // Four cells at a time.
    const aligned = (known.byteOffset | moves.byteOffset) % 4 === 0;
    const words = aligned ? moves.length >> 2 : 0;
    const knownWords = new Int32Array(known.buffer, aligned ? known.byteOffset : 0, words);
    const moveWords = new Int32Array(moves.buffer, aligned ? moves.byteOffset : 0, words);
    let cells = 0;
    for (let v = 0, run = 0; v < moves.length; v++) {
      // At the border the moves are 0 before and after, so that each run ends in its row.
      if (known[v] !== moves[v]) run++;
      else if (run > 0) {
        const row = Math.floor(v / stride);
        const column = v - row * stride;
        this.add(column - run, row, column - 1, row);
        cells += run;
        run = 0;
      } else {
        let word = v >> 2;
        while (word < words && knownWords[word] === moveWords[word]) word++;
        if (4 * word > v) v = 4 * word - 1;
      }
    }
    return cells;
  }
}
