import { NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { CanonicalFlood, DIAGONAL, STRAIGHT } from './canonical-flood.ts';
import type { SubgoalGround } from './subgoal-trees.ts';

/** By sign of dy + 1 and of dx + 1: the diagonal direction; E, S, W, N, SE, SW, NW, NE are 0 to 7. */
const DIAGONALS = Int8Array.of(6, -1, 7, -1, -1, -1, 5, -1, 4);

/**
 * A uniform 8-connected grid with the octile estimate, in whole numbers: the greedy step needs no look at all neighbours, since
 * just two can bring the octile distance down by what they cost, the straight one along the longer side, which comes
 * first among equals, and the diagonal one.
 */
export class OctileGround implements SubgoalGround {
  readonly order: Int32Array;
  private readonly flood: CanonicalFlood;
  private readonly xs: Int16Array;
  private readonly ys: Int16Array;

  constructor(private readonly grid: Grid) {
    this.flood = new CanonicalFlood(grid);
    this.order = new Int32Array(grid.terrain.free);
    this.xs = Int16Array.from({ length: grid.vertexCount }, (_, v) => grid.x(v));
    this.ys = Int16Array.from({ length: grid.vertexCount }, (_, v) => grid.y(v));
  }

  run(goal: number): number {
    this.flood.run(goal);
    return this.flood.inOrder(this.order);
  }

  cost(v: number): number {
    return this.flood.cost(v);
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
    const dx = Math.abs(this.xs[v] - this.xs[subgoal]);
    const dy = Math.abs(this.ys[v] - this.ys[subgoal]);
    const octile = dx > dy ? dx * STRAIGHT + dy * (DIAGONAL - STRAIGHT) : dy * STRAIGHT + dx * (DIAGONAL - STRAIGHT);
    return octile === this.flood.distance[v] - this.flood.distance[subgoal];
  }

  step(v: number, subgoal: number): number {
    const { moves, offsets } = this.grid;
    const dx = this.xs[subgoal] - this.xs[v];
    const dy = this.ys[subgoal] - this.ys[v];
    const wide = Math.abs(dx);
    const high = Math.abs(dy);
    if (wide !== high) {
      const straight = wide > high ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
      if (((moves[v] >> straight) & 1) === 1) return v + offsets[straight];
    }
    if (wide === 0 || high === 0) return NO_VERTEX;
    const diagonal = DIAGONALS[3 * (Math.sign(dy) + 1) + Math.sign(dx) + 1];
    return ((moves[v] >> diagonal) & 1) === 1 ? v + offsets[diagonal] : NO_VERTEX;
  }
}
