import type { OctileClimb } from '@pf/graph/kit';

/** The number of steps of a walk that are checked in advance. */
const MAX_STEPS = 64;

/**
 * Detects greedy walks from one vertex of a lattice that fail, without walking them.
 *
 * All walks into one octant begin alike: straight while they can, else diagonally, until they have no straight steps left. If this common path ends at a wall, every walk that
 * still has straight steps left there fails: at that wall, or before, where it runs out of diagonal steps.
 */
export class LookaheadLimit {
  /** By octant: the number of straight steps to the wall; −1 if not known yet. */
  private readonly straight = new Int32Array(8);
  private from = 0;

  begin(from: number): void {
    this.from = from;
    for (let octant = 0; octant < 8; octant++) this.straight[octant] = -1;
  }

  /** False if the walk to the offset (dx, dy) is known to end at a wall. */
  allows(climb: OctileClimb, dx: number, dy: number): boolean {
    const wide = Math.abs(dx);
    const high = Math.abs(dy);
    // Bit 0: to the right, bit 1: down, bit 2: no wider than high. By sign bits, since branches on octants are mispredicted.
    const octant = (-dx >>> 31) | ((-dy >>> 31) << 1) | (((high - wide) >>> 31 ^ 1) << 2);
    if (this.straight[octant] < 0) this.explore(climb, octant);
    return Math.abs(wide - high) <= this.straight[octant];
  }

  private explore(climb: OctileClimb, octant: number): void {
    // A target far away in the octant, so that the walk does not leave the common path.
    const [long, short] = [4 * MAX_STEPS, 2 * MAX_STEPS];
    const dx = ((octant & 1) === 0 ? -1 : 1) * ((octant & 4) === 0 ? long : short);
    const dy = ((octant & 2) === 0 ? -1 : 1) * ((octant & 4) === 0 ? short : long);
    const along = climb.along(dx, dy);
    const across = climb.across(dx, dy);
    let v = this.from;
    let straight = 0;
    let steps = 0;
    for (; steps < MAX_STEPS; steps++) {
      if (climb.allows(v, along)) {
        v += climb.offsets[along];
        straight++;
      } else if (climb.allows(v, across)) v += climb.offsets[across];
      else break;
    }
    this.straight[octant] = steps < MAX_STEPS ? straight : 0x7fffffff;
  }
}
