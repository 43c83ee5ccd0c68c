import type { DistanceTables } from './distance-tables.ts';
import type { StepTable } from './step-table.ts';

const NONE = -1;
/** The maximum number of steps for which a corridor is followed. */
const LOOKAHEAD = 1000;

/**
 * Finds pairs of units that must and can swap places (Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023). In a corridor,
 * one of them backs out and pulls the other along, until they pass each other at a fork.
 */
export class SwapRule {
  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    private readonly now: Int32Array,
    private readonly slots: Int32Array,
    private readonly goals: Int32Array,
  ) {}

  /** The unit that unit `i` at `v`, whose best neighbour is `best`, must pull along while it backs out; −1 if there is none. */
  partner(i: number, v: number, best: number, to: Int32Array): number {
    const { now, steps } = this;
    const j = now[best];
    if (j >= 0 && j !== i && to[j] === NONE && this.isNeeded(i, j, v, best) && this.isPossible(best, v)) return j;
    if (best === v) return NONE;
    // If another unit has to pass unit `i`, and does not stay, then `i` moves on and pulls that unit along.
    const { heads, width } = steps;
    const first = v * width;
    for (let k = first + steps.degrees[v] - 1; k >= first; k--) {
      const u = heads[k];
      const other = now[u];
      if (other >= 0 && u !== best && to[other] !== u && this.isNeeded(other, i, v, best) && this.isPossible(best, v)) return other;
    }
    return NONE;
  }

  /** Whether the pusher, which moves from `behind` to `ahead`, can pass the puller only by swapping places. */
  private isNeeded(pusher: number, puller: number, behind: number, ahead: number): boolean {
    const { distances, slots } = this;
    const mine = slots[pusher];
    const other = slots[puller];
    let v = behind;
    let u = ahead;
    for (let left = LOOKAHEAD; distances.distance(mine, u) < distances.distance(mine, v); left--) {
      if (left === 0) return false;
      const next = this.onward(v, u);
      if (next === FORK) return false;
      if (next === NONE) break;
      v = u;
      u = next;
    }
    if (distances.distance(other, v) >= distances.distance(other, u)) return false;
    const d = distances.distance(mine, v);
    return d === 0 || distances.distance(mine, u) < d;
  }

  /** Whether the puller, which moves from `behind` to `ahead`, reaches a fork. */
  private isPossible(behind: number, ahead: number): boolean {
    let v = behind;
    let u = ahead;
    // With one-way arcs, a circle need not return to its first vertex.
    for (let left = LOOKAHEAD; u !== behind && left > 0; left--) {
      const next = this.onward(v, u);
      if (next === FORK) return true;
      if (next === NONE) return false;
      v = u;
      u = next;
    }
    return false;
  }

  /**
   * The only vertex that continues the corridor from `v` through `u`; NONE at a dead end, FORK if there are several. A neighbour that is a dead end with a unit
   * at its goal does not count.
   */
  private onward(v: number, u: number): number {
    const { heads, degrees, width } = this.steps;
    const { now, goals } = this;
    const first = u * width;
    let next = NONE;
    for (let k = first + degrees[u] - 1; k >= first; k--) {
      const w = heads[k];
      if (w === v) continue;
      if (degrees[w] === 1) {
        const i = now[w];
        if (i >= 0 && goals[i] === w) continue;
      }
      if (next !== NONE) return FORK;
      next = w;
    }
    return next;
  }
}

const FORK = -2;
