import { checkPathBuffer } from '../check-points.ts';
import { doubled } from '../grow.ts';
import { distance } from '../orientation.ts';

/** No link starts here. */
const NO_LINK = -1;

/** Adds bends to a path that has only turns so far. */
export interface BendFinder {
  addBends(): void;
}

/** The points of a path, start first: its turns, and its bends, where only the slope changes. They remain valid when the mesh changes. */
export class PathPoints {
  /** Number of points. */
  count = 0;
  /** Adds the bends on demand. */
  bends: BendFinder | undefined;
  /** Number of turns, ends included. */
  private turns = 0;
  /** By point: x, y, z, and the id of the link that starts there, or NO_LINK. */
  private values = new Float64Array(64);
  private isTurn = new Uint8Array(16);

  /** `isBent`: the path turns wherever the ground bends, as a shortest path along a surface does. */
  constructor(private readonly isBent = false) {}

  clear(): void {
    this.count = 0;
    this.turns = 0;
    this.bends = undefined;
  }

  /** Adds the bends if they are missing. */
  complete(): void {
    const { bends } = this;
    this.bends = undefined;
    bends?.addBends();
  }

  /** Adds a turn or an end, without duplicates. Returns the horizontal distance from the point before. */
  addTurn(x: number, y: number, z: number): number {
    const { values, count } = this;
    let length = 0;
    if (count > 0 && values[4 * count - 1] === NO_LINK) {
      length = distance(x - values[4 * count - 4], y - values[4 * count - 3]);
      if (length === 0) {
        this.turns += 1 - this.isTurn[count - 1];
        this.isTurn[count - 1] = 1;
        return 0;
      }
    }
    this.push(x, y, z, 1);
    return length;
  }

  /** Adds a point where the slope may change. */
  addBend(x: number, y: number, z: number, tolerance: number): void {
    const at = 4 * this.count, { values } = this;
    if (at > 0 && values[at - 4] === x && values[at - 3] === y) return;
    this.straighten(x, y, z, tolerance);
    this.push(x, y, z, 0);
  }

  /** Removes the last point if it is not a turn and the path continues straight through it to (x, y, z). */
  straighten(x: number, y: number, z: number, tolerance: number): void {
    const { values, count } = this;
    if (count < 2 || this.isTurn[count - 1] === 1) return;
    const at = 4 * (count - 2);
    const dx = x - values[at], dy = y - values[at + 1], dz = z - values[at + 2];
    const bx = values[at + 4] - values[at], by = values[at + 5] - values[at + 1], bz = values[at + 6] - values[at + 2];
    const share = (dx * bx + dy * by + dz * bz) / (dx * dx + dy * dy + dz * dz);
    const away = (share * dx - bx) ** 2 + (share * dy - by) ** 2 + (share * dz - bz) ** 2;
    if (away <= tolerance * tolerance) this.count--;
  }

  /** Starts a link at the last point. */
  leaveBy(link: number): void {
    this.values[4 * this.count - 1] = link;
  }

  /** Number of points of the path seen from above. */
  get planar(): number {
    return this.isBent ? this.count : this.turns;
  }

  /** Writes the first `width` values of all points, or of those seen from above; returns their number. */
  write(out: Float64Array, width: 2 | 4, all: boolean): number {
    const { values, isTurn, count } = this, points = all ? count : this.planar;
    checkPathBuffer(out, points, width);
    for (let i = 0, n = 0; i < count; i++) {
      if (isTurn[i] === 0 && points < count) continue;
      for (let k = 0; k < width; k++) out[n++] = values[4 * i + k];
    }
    return points;
  }

  /** Reverses the path. */
  reverse(): void {
    const { values, isTurn, count } = this;
    for (let i = 0, j = count - 1; i < j; i++, j--) {
      for (let k = 0; k < 4; k++) {
        const value = values[4 * i + k];
        values[4 * i + k] = values[4 * j + k];
        values[4 * j + k] = value;
      }
      const turn = isTurn[i];
      isTurn[i] = isTurn[j];
      isTurn[j] = turn;
    }
  }

  private push(x: number, y: number, z: number, isTurn: number): void {
    const n = this.count++;
    if (n === this.isTurn.length) {
      this.values = doubled(this.values);
      this.isTurn = doubled(this.isTurn);
    }
    const { values } = this;
    values[4 * n] = x;
    values[4 * n + 1] = y;
    values[4 * n + 2] = z;
    values[4 * n + 3] = NO_LINK;
    this.isTurn[n] = isTurn;
    this.turns += isTurn;
  }
}
