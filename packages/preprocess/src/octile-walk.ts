/** Paths on an empty uniform 8-connected grid: diagonal steps first, then straight ones. */
import type { Grid } from '@pf/grid';

/** The direction, by 4 + 3 · sign of the rows + sign of the columns. */
const MOVES = Uint8Array.of(6, 3, 7, 2, 0, 0, 5, 1, 4);

/** The direction of the first step towards a cell at this offset in columns and rows. */
export function octileMove(across: number, down: number): number {
  return MOVES[(4 + 3 * ((down >> 31) | (-down >>> 31)) + ((across >> 31) | (-across >>> 31))) | 0];
}

/** Measures and writes such paths. */
export class OctileWalk {
  /** Diagonal and straight steps written since `begin`. */
  private diagonals = 0;
  private straights = 0;
  private readonly stride: number;
  /** 1 / stride: finds a row by multiplication. Exact, since v + ½ is at least half of it away from any whole row. */
  private readonly perStride: number;
  private readonly offsets: Int32Array;

  constructor(grid: Grid) {
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
    this.offsets = grid.offsets;
  }

  /** Direction of the first step of the path. */
  direction(from: number, to: number): number {
    const down = (((to + 0.5) * this.perStride) | 0) - (((from + 0.5) * this.perStride) | 0);
    return octileMove(to - from - Math.imul(down, this.stride), down);
  }

  /** The vertex after `from` on the path to `to`. */
  step(from: number, to: number): number {
    return from + this.offsets[this.direction(from, to)];
  }

  /** Cost of the path. */
  cost(from: number, to: number): number {
    const down = (((to + 0.5) * this.perStride) | 0) - (((from + 0.5) * this.perStride) | 0);
    const across = Math.abs(to - from - Math.imul(down, this.stride));
    const rows = Math.abs(down);
    return Math.abs(across - rows) + Math.SQRT2 * Math.min(across, rows);
  }

  /** Cost of what was written since `begin`. */
  get written(): number {
    return this.straights + this.diagonals * Math.SQRT2;
  }

  begin(): void {
    this.diagonals = this.straights = 0;
  }

  /** Writes the vertices after `from` up to `to` from index `at` on, as many as fit; returns the index after the last. */
  write(from: number, to: number, out: Uint32Array, at: number): number {
    const down = (((to + 0.5) * this.perStride) | 0) - (((from + 0.5) * this.perStride) | 0);
    const across = to - from - Math.imul(down, this.stride);
    const rows = Math.abs(down);
    const columns = Math.abs(across);
    const diagonals = Math.min(rows, columns);
    const straights = Math.abs(columns - rows);
    const vertical = down < 0 ? -this.stride : this.stride;
    const horizontal = across < 0 ? -1 : 1;
    const slant = vertical + horizontal;
    const straight = columns > rows ? horizontal : vertical;
    // `| 0` tells V8 that these are integers of 32 bits: vertex numbers are below 2³¹.
    let v = from | 0;
    for (const end = at + diagonals; at < end; ) out[at++] = v = (v + slant) | 0;
    for (const end = at + straights; at < end; ) out[at++] = v = (v + straight) | 0;
    this.diagonals += diagonals;
    this.straights += straights;
    return at;
  }
}
