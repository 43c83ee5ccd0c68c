import type { StepCycles } from './bridges.ts';
import type { CrossingRule } from './crossings.ts';
import type { DistanceTables } from './distance-tables.ts';
import type { GuidePaths } from './guide-paths.ts';
import { PriorityInheritance } from './priority-inheritance.ts';
import type { StepTable } from './step-table.ts';
import { SwapRule } from './swap-rule.ts';

const NONE = -1;

/** The weights that rank neighbours of equal distance: for each hindered unit, and for a unit on the neighbour. The random part is below 128. */
const HINDRANCE = 64;
const TAKEN = 64;
const SCALE = 4096;

/**
 * One step of all units of a plan, by `PriorityInheritance`. A unit prefers the neighbour nearest to its goal, by distance tables; among equals, one without a unit, and
 * one that few other units need next (the hindrance of Okumura & Nagai, "Lightweight and Effective Preference Construction in PIBT for Large-Scale Multi-Agent
 * Pathfinding", 2025).
 *
 * The swap of Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023, resolves units that meet in a corridor (see `SwapRule`).
 */
export class PibtStep extends PriorityInheritance {
  /** By unit: the slot of its goal in the distance tables. */
  readonly slots: Int32Array;
  /** Paths that units follow if they can. */
  guide: GuidePaths | undefined;
  /** A unit that does not back out for another by steps that lie on a cycle (−1: none), and these steps. */
  leader = NONE;
  cycles: StepCycles | undefined;
  /** A unit that takes steps at random (−1: none). */
  wanderer = NONE;
  private readonly count: number;
  private readonly swaps: SwapRule;
  /** The distances of the neighbours that are being ranked. */
  private readonly distance: Float64Array;

  constructor(
    private readonly steps: StepTable,
    private readonly distances: DistanceTables,
    goals: Int32Array,
    crossings: CrossingRule | undefined,
    seed: number,
  ) {
    super(steps.degrees.length, steps.width, goals.length, crossings, (Math.imul(seed, 0x9e3779b1) ^ 0x6a09e667) | 1);
    this.count = goals.length;
    this.slots = new Int32Array(this.count);
    this.distance = new Float64Array(this.width);
    this.swaps = new SwapRule(steps, distances, this.now, this.slots, goals);
  }

  /** Puts the units on the vertices in `from`, and applies the steps already in `to`. Returns false if those steps collide. Call `clear` in any case. */
  place(decided: ArrayLike<number>, n: number): boolean {
    const { from, to, now, following, count } = this;
    for (let i = 0; i < count; i++) now[from[i]] = i;
    for (let k = 0; k < n; k++) {
      const i = decided[k];
      const u = to[i];
      if (following[u] !== NONE) return false;
      const other = now[u];
      if (other !== NONE && other !== i && to[other] === from[i]) return false;
      if (this.crossings !== undefined && this.crosses(i, from[i], u)) return false;
      following[u] = i;
    }
    return true;
  }

  /** Decides for the undecided units of `order`, which begins at index `first`. Returns false if one of them can neither move nor stay. */
  decide(order: ArrayLike<number>, first: number): boolean {
    const { to, count } = this;
    for (let k = first; k < first + count; k++) {
      const i = order[k];
      if (to[i] === NONE && !this.assign(i)) return false;
    }
    return true;
  }

  /** Takes all units off their vertices. `to` remains, for the caller to read and to reset. */
  clear(): void {
    const { from, to, now, following, count } = this;
    for (let i = 0; i < count; i++) {
      now[from[i]] = NONE;
      if (to[i] !== NONE) following[to[i]] = NONE;
    }
  }

  protected override rankNeighbours(depth: number, i: number): number {
    const { distances, steps, candidates, now, distance } = this;
    const { heads } = steps;
    const slot = this.slots[i];
    const table = distances.tables[slot];
    const { far } = distances;
    const v = this.from[i];
    const first = depth * this.width;
    const degree = steps.degrees[v];
    const arcs = v * steps.width;
    const preferred = this.guide === undefined ? NONE : this.guide.next(i, v);
    for (let k = 0; k <= degree; k++) {
      const u = k === degree ? v : heads[arcs + k];
      const d = table[u];
      distance[k] = d === far ? distances.reach(slot, u) : d;
    }
    let { state } = this;
    const wanders = i === this.wanderer;
    for (let k = 0; k <= degree; k++) {
      const u = k === degree ? v : heads[arcs + k];
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const tie = this.isTied(k, degree) ? HINDRANCE * this.hindrance(i, u) : 0;
      // Without a path to its goal, a unit stays unless it is pushed.
      const isBest = u === preferred || (k === degree && distance[k] === far);
      this.insert(first, k, u, wanders ? state & 127 : isBest ? -1 : distance[k] * SCALE + tie + (now[u] === NONE ? 0 : TAKEN) + (state & 127));
    }
    this.state = state;
    this.counts[depth] = degree + 1;
    if (i === this.leader && this.cycles?.has(v, candidates[first]) === true) return NONE;
    const other = this.swaps.partner(i, v, candidates[first], this.to);
    if (other === NONE) return NONE;
    for (let a = first, b = first + degree; a < b; a++, b--) {
      const kept = candidates[a];
      candidates[a] = candidates[b];
      candidates[b] = kept;
    }
    return other;
  }

  private isTied(k: number, last: number): boolean {
    const { distance } = this;
    for (let other = 0; other <= last; other++) if (other !== k && distance[other] === distance[k]) return true;
    return false;
  }

  /** The number of units beside `u` that would come nearer to their goals by a step to `u`. */
  private hindrance(i: number, u: number): number {
    const { steps: { heads, degrees, width }, distances: { tables }, now, slots } = this;
    let hindered = 0;
    for (let k = u * width; k < u * width + degrees[u]; k++) {
      const w = heads[k];
      const j = now[w];
      if (j < 0 || j === i) continue;
      const table = tables[slots[j]];
      if (table[u] < table[w]) hindered++;
    }
    return hindered;
  }

  protected override pull(unit: number, v: number): void {
    const { from, to, following } = this;
    const u = from[unit];
    if (to[unit] !== NONE || following[v] !== NONE || !this.steps.has(u, v) || (this.crossings !== undefined && this.crosses(unit, u, v))) return;
    to[unit] = v;
    following[v] = unit;
  }
}
