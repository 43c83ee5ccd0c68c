import type { DistanceTables } from './distance-tables.ts';
import type { StepTable } from './step-table.ts';

const NONE = -1;
/** Corridors are looked along for so many steps. */
const LOOKAHEAD = 1000;

/**
 * When two units have to change places, and can (Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023): in a corridor
 * one of them backs out, and pulls the other along until a fork lets it by.
 */
export class SwapRule {
  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    private readonly now: Int32Array,
    private readonly slots: Int32Array,
    private readonly goals: Int32Array,
  ) {}

  /** The unit that unit `i` at `v`, which would best go to `best`, pulls along while it backs out; −1 if it need not. */
  partner(i: number, v: number, best: number, to: Int32Array): number {
    const { now, steps } = this;
    const j = now[best];
    if (j >= 0 && j !== i && to[j] === NONE && this.isNeeded(i, j, v, best) && this.isPossible(best, v)) return j;
    if (best === v) return NONE;
    // Or it stands where another one has to get by: it moves on, and the other one follows.
    const { heads, width } = steps;
    const first = v * width;
    for (let k = first + steps.degrees[v] - 1; k >= first; k--) {
      const u = heads[k];
      const other = now[u];
      if (other >= 0 && u !== best && this.isNeeded(other, i, v, best) && this.isPossible(best, v)) return other;
    }
    return NONE;
  }

  /** Whether the pusher, which goes from `behind` to `ahead`, comes past the puller only if they change places. */
  private isNeeded(pusher: number, puller: number, behind: number, ahead: number): boolean {
    const { distances, slots } = this;
    const mine = slots[pusher];
    const other = slots[puller];
    let v = behind;
    let u = ahead;
    for (let left = LOOKAHEAD; distances.distance(mine, u) < distances.distance(mine, v); left--) {
      if (left === 0) return false;
      const way = this.onward(v, u);
      if (way === FORK) return false;
      if (way === NONE) break;
      v = u;
      u = way;
    }
    if (distances.distance(other, v) >= distances.distance(other, u)) return false;
    const d = distances.distance(mine, v);
    return d === 0 || distances.distance(mine, u) < d;
  }

  /** Whether there is a fork ahead of the puller, which goes from `behind` to `ahead`. */
  private isPossible(behind: number, ahead: number): boolean {
    let v = behind;
    let u = ahead;
    // On one-way steps, a circle need not come back to where it began.
    for (let left = LOOKAHEAD; u !== behind && left > 0; left--) {
      const way = this.onward(v, u);
      if (way === FORK) return true;
      if (way === NONE) return false;
      v = u;
      u = way;
    }
    return false;
  }

  /** The one way on from `u`, for whoever comes from `v`; NONE at a dead end, FORK where there are several. Dead ends whose unit is at its goal are none. */
  private onward(v: number, u: number): number {
    const { heads, degrees, width } = this.steps;
    const { now, goals } = this;
    const first = u * width;
    let way = NONE;
    for (let k = first + degrees[u] - 1; k >= first; k--) {
      const w = heads[k];
      if (w === v) continue;
      if (degrees[w] === 1) {
        const i = now[w];
        if (i >= 0 && goals[i] === w) continue;
      }
      if (way !== NONE) return FORK;
      way = w;
    }
    return way;
  }
}

const FORK = -2;
