import type { Grid } from './grid.ts';

/**
 * The unseen cells of a known map that a step from a seen cell enters, kept up to date as cells are seen. An update takes time proportional to the
 * newly seen cells.
 *
 * A diagonal step counts only if it is legal, so a cell behind the corner of two walls is not on the frontier, and an explored map has none.
 */
export class Frontier {
  private readonly cells: number[] = [];
  /** By vertex: its index in the list plus 1. */
  private readonly at: Int32Array;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  /** The number of edits of the known map that the list includes. */
  private edits: number;

  constructor(
    private readonly known: Grid,
    private readonly isSeen: (v: number) => boolean,
  ) {
    this.at = new Int32Array(known.vertexCount);
    this.to = new Uint32Array(known.maxDegree);
    this.cost = new Float64Array(known.maxDegree);
    this.edits = known.edits;
    this.lookAt(0, 0, known.width, known.height);
  }

  /** Updates the list after these cells were seen, and returns it. */
  after(seen: readonly number[]): readonly number[] {
    const { known } = this;
    for (const v of seen) this.lookAt(known.x(v) - 1, known.y(v) - 1, 3, 3);
    if (known.edits !== this.edits) {
      // A wall also blocks diagonal steps past its corners.
      const remembered = known.editedSince(this.edits, (x, y, width, height) => this.lookAt(x - 1, y - 1, width + 2, height + 2));
      if (!remembered) this.lookAt(0, 0, known.width, known.height);
      this.edits = known.edits;
    }
    return this.cells;
  }

  private lookAt(x: number, y: number, width: number, height: number): void {
    const { known } = this;
    const right = Math.min(x + width, known.width);
    const bottom = Math.min(y + height, known.height);
    for (let row = Math.max(y, 0); row < bottom; row++) {
      for (let column = Math.max(x, 0); column < right; column++) this.note(known.vertex(column, row));
    }
  }

  private note(v: number): void {
    const { cells, at } = this;
    const belongs = this.belongs(v);
    if (belongs === at[v] > 0) return;
    if (belongs) {
      at[v] = cells.push(v);
      return;
    }
    // The last cell of the list fills the gap.
    const last = cells.pop()!;
    if (last !== v) {
      cells[at[v] - 1] = last;
      at[last] = at[v];
    }
    at[v] = 0;
  }

  private belongs(v: number): boolean {
    const { known, to, cost } = this;
    if (this.isSeen(v)) return false;
    const n = known.predecessors(v, to, cost);
    for (let i = 0; i < n; i++) if (this.isSeen(to[i])) return true;
    return false;
  }
}
