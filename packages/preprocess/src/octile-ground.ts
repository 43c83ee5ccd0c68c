import type { OctileClimb } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { CanonicalFlood, DIAGONAL, STRAIGHT } from './canonical-flood.ts';
import type { SubgoalGround } from './subgoal-trees.ts';

/** By sign of dy + 1 and of dx + 1: the diagonal direction; E, S, W, N, SE, SW, NW, NE are 0 to 7. */
const DIAGONALS = Int8Array.of(6, -1, 7, -1, -1, -1, 5, -1, 4);

/** A uniform 8-connected grid with its octile estimate, in whole numbers, where greedy steps are decided by coordinates. */
export class OctileGround implements SubgoalGround {
  readonly order: Int32Array;
  private readonly flood: CanonicalFlood;
  /** By vertex: x in the lower sixteen bits, y in the upper. */
  private readonly places: Int32Array;

  constructor(
    private readonly grid: Grid,
    private readonly climb: OctileClimb,
  ) {
    this.flood = new CanonicalFlood(grid);
    this.order = new Int32Array(grid.terrain.free);
    this.places = Int32Array.from({ length: grid.vertexCount }, (_, v) => ((grid.y(v) + 1) << 16) | (grid.x(v) + 1));
  }

  run(goal: number): number {
    return this.flood.run(goal, this.order);
  }

  parent(v: number, i: number): number {
    const { moves, offsets } = this.grid;
    const { distance, ways } = this.flood;
    // The neighbour that the flood came from serves nearly always: the others are looked for only where it does not.
    if (i === 0) return v + offsets[(31 - Math.clz32(ways[v] >> 8)) ^ 2];
    const g = distance[v];
    let left = i - 1;
    for (let legal: number = moves[v]; legal !== 0; legal &= legal - 1) {
      const d = 31 - Math.clz32(legal & -legal);
      const p = v + offsets[d];
      if (distance[p] + (d < 4 ? STRAIGHT : DIAGONAL) === g && left-- === 0) return p;
    }
    return NO_VERTEX;
  }

  isExact(v: number, subgoal: number): boolean {
    const dx = Math.abs(this.climb.dx(v, subgoal));
    const dy = Math.abs(this.climb.dy(v, subgoal));
    const octile = dx > dy ? dx * STRAIGHT + dy * (DIAGONAL - STRAIGHT) : dy * STRAIGHT + dx * (DIAGONAL - STRAIGHT);
    return octile === this.flood.distance[v] - this.flood.distance[subgoal];
  }

  step(v: number, subgoal: number): number {
    const { climb } = this;
    const { distance } = this.flood;
    const d = climb.direction(v, climb.dx(v, subgoal), climb.dy(v, subgoal));
    if (d < 0) return NO_VERTEX;
    const next = v + climb.offsets[d];
    return distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) === distance[v] ? next : NO_VERTEX;
  }

  /**
   * The greedy step is written out: this loop is most of the building. Where the step lies on a cheapest way and leads to what pursues the subgoal
   * already, the estimate from here is exact as well, for the octile distance falls by just what the step costs.
   */
  inherit(from: number, count: number, sub: Int32Array): number {
    const { order, places } = this;
    const { moves, offsets } = this.grid;
    const { distance, ways } = this.flood;
    for (let i = from; i < count; i++) {
      const v = order[i];
      const back = (31 - Math.clz32(ways[v] >> 8)) ^ 2;
      const subgoal = sub[v + offsets[back]];
      const here = places[v];
      const there = places[subgoal];
      const dx = (there & 0xffff) - (here & 0xffff);
      const dy = (there >> 16) - (here >> 16);
      const wide = Math.abs(dx);
      const high = Math.abs(dy);
      const legal = moves[v];
      let d = wide > high ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
      if (wide === high || ((legal >> d) & 1) === 0) {
        if (wide === 0 || high === 0) return i;
        d = DIAGONALS[3 * (Math.sign(dy) + 1) + Math.sign(dx) + 1];
        if (((legal >> d) & 1) === 0) return i;
      }
      // Mostly the step goes back just where the flood came from.
      if (d !== back) {
        const next = v + offsets[d];
        if (distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) !== distance[v] || (sub[next] !== subgoal && next !== subgoal)) return i;
      }
      sub[v] = subgoal;
    }
    return count;
  }
}
