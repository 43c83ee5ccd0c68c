import type { Corners, Movement } from './movement.ts';
import { degreeOf, directionsOf, movesByPicture } from './movement.ts';

/**
 * One-way cells. Bit `d` of a byte: whether the side of the cell towards direction `d` is open for entering or leaving. It is set where a cell has
 * no such side.
 */
export interface SideMasks {
  readonly enter: Uint8Array;
  readonly leave: Uint8Array;
}

/** A mask with all sides open. */
export const OPEN = 255;

/** Whether `v` has the same one-way sides in both; undefined stands for cells that are all open. */
export function sameSides(a: SideMasks | undefined, b: SideMasks | undefined, v: number): boolean {
  return (a?.enter[v] ?? OPEN) === (b?.enter[v] ?? OPEN) && (a?.leave[v] ?? OPEN) === (b?.leave[v] ?? OPEN);
}

/**
 * Keeps a byte of legal moves a cell in step with the terrain. A cell's moves follow from the 3 × 3 cells around it: one table
 * holds the answer for each of the 512 pictures of free cells that these can show.
 */
export class LegalMoves {
  readonly moves: Uint8Array;
  /** Where there are one-way cells. */
  sides: SideMasks | undefined;
  /** Whether the last `refresh` changed any. */
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
   * Brings a rectangle of cells up to date, none of them on the border. The cells whose moves changed are written after the first
   * `count` entries of `tails`, but for those that stand there already from entry `next` on, in ascending order. Returns how many
   * entries there are now.
   */
  refresh(corner: number, width: number, height: number, tails?: Uint32Array, count = 0, next = count): number {
    const { cells, moves, stride, table, sides } = this;
    const known = count;
    let difference = 0;
    for (let first = corner; first < corner + height * stride; first += stride) {
      let picture = 0;
      // Two columns more on the left: the pictures there are not yet whole.
      for (let v = first - 2; v < first + width; v++) {
        const e = v + 1;
        // A cost of 1 to 255 plus 255 has bit 8 set, 0 plus 255 has not. Written out, for this is the loop that a new map waits for.
        const column = ((cells[e - stride] + 255) >> 8) | (((cells[e] + 255) >> 7) & 2) | (((cells[e + stride] + 255) >> 6) & 4);
        picture = ((picture << 3) | column) & 511;
        if (v < first) continue;
        let now = table[picture];
        if (sides !== undefined && now !== 0) now = this.open(v, now, sides);
        const before = moves[v];
        difference |= now ^ before;
        if (tails !== undefined) {
          if (next < known && tails[next] === v) next++;
          else if (now !== before) tails[count++] = v;
        }
        moves[v] = now;
      }
    }
    this.differed = difference !== 0;
    return count;
  }

  /** What one-way cells leave of the moves of `v`. */
  private open(v: number, moves: number, sides: SideMasks): number {
    let open = moves & sides.leave[v];
    for (let d = 0; d < this.degree; d++) {
      if (((sides.enter[v + this.offsets[d]] >> this.opposite[d]) & 1) === 0) open &= ~(1 << d);
    }
    return open;
  }
}
