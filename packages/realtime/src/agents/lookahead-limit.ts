import type { OctileClimb } from '@pf/graph/kit';

/** How far a walk is looked at in advance: a bound on the work. */
const FAR = 64;

/**
 * Which greedy walks from one place of a lattice come to nothing, told without walking. All that set out into one octant go the same way, straight
 * where they can and else diagonally, until one has no straight steps left to make. Those that have some left where that way ends at a wall
 * end there as well, or sooner: where they should go diagonally and have come to the end of that.
 */
export class LookaheadLimit {
  /** By octant: how many straight steps lead to the wall; −1 where nobody has looked yet. */
  private readonly straight = new Int32Array(8);
  private from = 0;

  begin(from: number): void {
    this.from = from;
    for (let octant = 0; octant < 8; octant++) this.straight[octant] = -1;
  }

  /** False where the walk to what lies (dx, dy) away is known to end at a wall. */
  admits(climb: OctileClimb, dx: number, dy: number): boolean {
    const wide = Math.abs(dx);
    const high = Math.abs(dy);
    // Bit 0: to the right, bit 1: down, bit 2: no wider than high. By sign bits, since nobody guesses an octant right.
    const octant = (-dx >>> 31) | ((-dy >>> 31) << 1) | (((high - wide) >>> 31 ^ 1) << 2);
    if (this.straight[octant] < 0) this.look(climb, octant);
    return Math.abs(wide - high) <= this.straight[octant];
  }

  private look(climb: OctileClimb, octant: number): void {
    // Something far away in the octant: no walk leaves the way before it ends.
    const [long, short] = [4 * FAR, 2 * FAR];
    const dx = ((octant & 1) === 0 ? -1 : 1) * ((octant & 4) === 0 ? long : short);
    const dy = ((octant & 2) === 0 ? -1 : 1) * ((octant & 4) === 0 ? short : long);
    const along = climb.along(dx, dy);
    const across = climb.across(dx, dy);
    let v = this.from;
    let straight = 0;
    let steps = 0;
    for (; steps < FAR; steps++) {
      if (climb.allows(v, along)) {
        v += climb.offsets[along];
        straight++;
      } else if (climb.allows(v, across)) v += climb.offsets[across];
      else break;
    }
    this.straight[octant] = steps < FAR ? straight : 0x7fffffff;
  }
}
