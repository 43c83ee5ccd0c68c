import type { Corners, Movement } from './movement.ts';
import { degreeOf, directionsOf, movesByPicture } from './movement.ts';

/**
 * One-way cells. Bit `d` of a byte: whether the cell's side towards direction `d` is open for entering or leaving. Also set if the cell has
 * no such side.
 */
export interface SideMasks {
  readonly enter: Uint8Array;
  readonly leave: Uint8Array;
}

/** A mask with all sides open. */
export const OPEN = 255;

/** Whether `v` has the same one-way sides in both. Undefined means that all sides are open. */
export function sameSides(a: SideMasks | undefined, b: SideMasks | undefined, v: number): boolean {
  return (a?.enter[v] ?? OPEN) === (b?.enter[v] ?? OPEN) && (a?.leave[v] ?? OPEN) === (b?.leave[v] ?? OPEN);
}

/**
 * Keeps the legal moves, a byte a cell, up to date with the terrain. The moves of a cell depend on the 3 × 3 cells around it: a table
 * has the moves for each of the 512 patterns of free cells.
 */
export class LegalMoves {
  readonly moves: Uint8Array;
  /** The open sides, if there are one-way cells. */
  sides: SideMasks | undefined;
  /** Whether the last `refresh` changed any moves. */
  differed = false;
  private readonly table: Uint8Array;
  private readonly opposite: readonly number[];
  private readonly degree: number;

  constructor(
    private readonly cells: Uint8Array,
    private readonly stride: number,
    private readonly offsets: Int32Array,
    movement: Movement,
    corners: Corners,
  ) {
    this.moves = new Uint8Array(cells.length);
    this.table = movesByPicture(movement, corners);
    this.opposite = directionsOf(movement).opposite;
    this.degree = degreeOf(movement);
  }

  /**
   * Updates a rectangle of cells, none of them on the border. Adds cells whose moves changed after the first
   * `count` entries of `tails`, as many as fit. Returns the new count.
   */
  refresh(corner: number, width: number, height: number, tails?: Uint32Array, count = 0): number {
    const { cells, moves, stride, table, sides } = this;
    let difference = 0;
    for (let first = corner; first < corner + height * stride; first += stride) {
      let picture = 0;
      // Starts two columns further left, to fill the pattern before the first cell.
      for (let v = first - 2; v < first + width; v++) {
        const e = v + 1;
        // A cost of 1 to 255, plus 255, has bit 8 set; 0 plus 255 has not. Inlined: this loop takes most of the time to construct a map.
        const column = ((cells[e - stride] + 255) >> 8) | (((cells[e] + 255) >> 7) & 2) | (((cells[e + stride] + 255) >> 6) & 4);
        picture = ((picture << 3) | column) & 511;
        if (v < first) continue;
        let now = table[picture];
        if (sides !== undefined && now !== 0) now = this.open(v, now, sides);
        const before = moves[v];
        difference |= now ^ before;
        if (now !== before && tails !== undefined && count < tails.length) tails[count++] = v;
        moves[v] = now;
      }
    }
    this.differed = difference !== 0;
    return count;
  }

  /** The moves of `v` that its one-way sides allow. */
  private open(v: number, moves: number, sides: SideMasks): number {
    let open = moves & sides.leave[v];
    for (let d = 0; d < this.degree; d++) {
      if (((sides.enter[v + this.offsets[d]] >> this.opposite[d]) & 1) === 0) open &= ~(1 << d);
    }
    return open;
  }
}
