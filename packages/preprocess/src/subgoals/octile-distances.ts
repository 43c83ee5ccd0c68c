/**
 * The subgoals of a uniform 8-connected grid, found with the distances in one flood from the goal.
 *
 * Differs from `canonical-flood.ts`: one path per cell is enough, so whole runs are labelled at once. A straight run continues
 * until another move branches off. Cells are queued only there, and after diagonal steps. A run may extend
 * past cells that a cheaper path reaches later, and then overwrites.
 *
 * Subgoals are passed along runs. Suppose that the greedy step from a cell leads straight back along the longer side, or diagonally to a diagonal subgoal.
 * Then so does that from the next cell of the run, since the subgoal is one more step in the same direction: both share it. On
 * a game map about one cell in thirty is decided individually, once all cells between it and the goal are final.
 */
import type { OctileClimb } from '@pf/graph/kit';
import { NO_VERTEX } from '@pf/graph';
import { canonicalOrder, grown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { Distances } from '../canonical-flood.ts';
import { DIAGONAL, LONGEST, STRAIGHT, unreach, widen } from '../canonical-flood.ts';
import type { GoalDistances } from './goal-distances.ts';

/**
 * Flags in `arrival`, beside the direction of arrival (E, S, W, N, SE, SW, NW, NE). HAS_SUBGOAL: the cell has the run's subgoal. DONE: the cell
 * is final.
 */
const HAS_SUBGOAL = 8;
const DONE = 16;
const DIRECTION = 7;
const NONE = -1;

/** Distances on a uniform 8-connected grid in whole numbers, with greedy steps by coordinates. */
export class OctileDistances implements GoalDistances {
  /** Distance from each cell to the goal; an upper bound until final. */
  private distance: Distances;
  private readonly arrival: Uint8Array;
  private readonly order: Uint8Array;
  /** By vertex: x in the lower sixteen bits, y in the upper. */
  private readonly coordinates: Int32Array;
  /** A ring of buckets as wide as a straight step, so no entry of a bucket can improve another: the last entry of each. */
  private readonly tops: Int32Array;
  /** Pairs: a cell, and the entry below. */
  private entries: Int32Array = new Int32Array(64);
  private used = 0;
  private queued = 0;
  private sub: Int32Array = new Int32Array(0);
  private choose: (v: number) => number = () => NO_VERTEX;
  /** Runs from a bucket beyond this one may need more than 31 bits. */
  private readonly lastBucket: number;

  /** Whether the coordinates of a grid fit into the halves of a word. */
  static fits({ width, height }: Grid): boolean {
    return width < 0xffff && height < 0x7fff;
  }

  constructor(
    private readonly grid: Grid,
    private readonly climb: OctileClimb,
  ) {
    const n = grid.vertexCount;
    this.distance = new Int32Array(n);
    this.arrival = new Uint8Array(n);
    this.order = canonicalOrder(grid.corners !== 'never');
    this.coordinates = Int32Array.from({ length: n }, (_, v) => ((grid.y(v) + 1) << 16) | (grid.x(v) + 1));
    // No run is longer than the grid, and a diagonal step leads at most two buckets up.
    const longest = Math.max(grid.width, grid.height) + 3;
    this.tops = new Int32Array(2 ** Math.ceil(Math.log2(longest))).fill(NONE);
    this.lastBucket = Math.floor(LONGEST / STRAIGHT) - longest;
  }

  run(goal: number, sub: Int32Array, choose: (v: number) => number): void {
    this.sub = sub;
    this.choose = choose;
    this.used = 0;
    // Clears entries that an interrupted run left in the ring.
    this.tops.fill(NONE);
    this.queued = 0;
    unreach(this.distance);
    this.distance[goal] = 0;
    this.fork(goal, 0, this.grid.moves[goal], 0);
    for (let bucket = 1; this.queued > 0; bucket++) {
      if (bucket > this.lastBucket && this.distance instanceof Int32Array) this.distance = widen(this.distance);
      this.settle(bucket);
    }
  }

  parent(v: number, i: number): number {
    const { moves, offsets } = this.grid;
    const { distance } = this;
    // Usually the neighbour from which the flood came is enough. The others are searched only if it is not.
    if (i === 0) return v - offsets[this.arrival[v] & DIRECTION];
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
    const { coordinates, distance } = this;
    const here = coordinates[v];
    const there = coordinates[subgoal];
    const dx = Math.abs((there & 0xffff) - (here & 0xffff));
    const dy = Math.abs((there >> 16) - (here >> 16));
    const octile = dx > dy ? dx * STRAIGHT + dy * (DIAGONAL - STRAIGHT) : dy * STRAIGHT + dx * (DIAGONAL - STRAIGHT);
    return octile === distance[v] - distance[subgoal];
  }

  step(v: number, subgoal: number): number {
    const { climb, distance, coordinates } = this;
    const here = coordinates[v];
    const there = coordinates[subgoal];
    const d = climb.direction(v, (there & 0xffff) - (here & 0xffff), (there >> 16) - (here >> 16));
    if (d < 0) return NO_VERTEX;
    const next = v + climb.offsets[d];
    return distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) === distance[v] ? next : NO_VERTEX;
  }

  /** Continues from the cells of a bucket. Their distances, and all below, are final. */
  private settle(bucket: number): void {
    const { distance, arrival, order, tops, sub } = this;
    const { moves, offsets } = this.grid;
    const base = bucket * STRAIGHT;
    const slot = bucket & (tops.length - 1);
    let entry = tops[slot];
    tops[slot] = NONE;
    while (entry !== NONE) {
      const v = this.entries[entry];
      entry = this.entries[entry + 1];
      this.queued--;
      const g = distance[v];
      const how = arrival[v];
      if (g < base || how >= DONE) continue;
      const d = how & DIRECTION;
      const known = how >= HAS_SUBGOAL || this.decide(v, d);
      arrival[v] = DONE | d;
      const subgoal = sub[v];
      const successors = order[(d << 8) | moves[v]];
      let own = 1 << d;
      if (d < 4) {
        if ((successors & own) !== 0) this.goStraight(v, d, g, bucket, known, subgoal);
      } else {
        const a = d - 4;
        const b = (d - 3) & 3;
        if ((successors & (1 << a)) !== 0) this.goStraight(v, a, g, bucket, known, subgoal);
        if ((successors & (1 << b)) !== 0) this.goStraight(v, b, g, bucket, known, subgoal);
        if ((successors & own) !== 0) {
          const w = v + offsets[d];
          const through = g + DIAGONAL;
          // Of equal paths, takes the diagonal one, which makes trees smaller.
          if (through <= distance[w]) {
            distance[w] = through;
            arrival[w] = known ? HAS_SUBGOAL | d : d;
            if (known) sub[w] = subgoal;
            this.put(w, through - base < 2 * STRAIGHT ? bucket + 1 : bucket + 2);
          }
        }
        own |= (1 << a) | (1 << b);
      }
      if ((successors & ~own) !== 0) this.fork(v, g, successors & ~own, bucket);
    }
  }

  /** Labels a straight run from `v` in direction `d`, up to where another move branches off. */
  private goStraight(v: number, d: number, g: number, bucket: number, known: boolean, subgoal: number): void {
    const { distance, arrival, order, sub } = this;
    const { moves, offsets } = this.grid;
    const step = offsets[d];
    const only = 1 << d;
    const row = d << 8;
    const how = known ? HAS_SUBGOAL | d : d;
    for (let w = v + step, through = g + STRAIGHT, next = bucket + 1; through < distance[w]; w += step, through += STRAIGHT, next++) {
      distance[w] = through;
      arrival[w] = how;
      if (!known) return this.put(w, next);
      sub[w] = subgoal;
      const successors = order[row | moves[w]];
      if (successors !== only) {
        if (successors !== 0) this.put(w, next);
        return;
      }
    }
  }

  /** Takes single steps from `v` in other directions. */
  private fork(v: number, g: number, directions: number, bucket: number): void {
    const { distance, arrival } = this;
    for (let left = directions; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      const w = v + this.grid.offsets[d];
      const through = d < 4 ? g + STRAIGHT : g + DIAGONAL;
      if (through >= distance[w]) continue;
      distance[w] = through;
      arrival[w] = d;
      this.put(w, through - bucket * STRAIGHT < 2 * STRAIGHT ? bucket + 1 : bucket + 2);
    }
  }

  /** Queues a cell. A cell with a later, cheaper path is in two buckets; the lower one counts. */
  private put(v: number, bucket: number): void {
    const { tops } = this;
    const slot = bucket & (tops.length - 1);
    const entry = this.used;
    this.used += 2;
    if (this.used > this.entries.length) this.entries = grown(this.entries);
    this.entries[entry] = v;
    this.entries[entry + 1] = tops[slot];
    tops[slot] = entry;
    this.queued++;
  }

  /**
   * Gives `v`, which was reached in direction `d`, the subgoal of the cell before, or another. Returns whether the greedy step leads back to where the flood came
   * from, and will do so from the next cell too.
   */
  private decide(v: number, d: number): boolean {
    const { grid, climb, coordinates, sub } = this;
    const before = v - grid.offsets[d];
    const subgoal = sub[before];
    const here = coordinates[v];
    const there = coordinates[subgoal];
    const dx = (there & 0xffff) - (here & 0xffff);
    const dy = (there >> 16) - (here >> 16);
    const towards = climb.direction(v, dx, dy);
    if (towards === (d ^ 2)) {
      sub[v] = subgoal;
      return d < 4 || Math.abs(dx) === Math.abs(dy);
    }
    if (towards >= 0 && this.pursues(v, towards, subgoal)) {
      sub[v] = subgoal;
      return false;
    }
    sub[v] = this.choose(v);
    return sub[v] === before;
  }

  /**
   * Whether the step from `v` is on a cheapest path, and leads to the subgoal or to a cell that has it. The estimate from `v` is then exact too,
   * since the octile distance falls by the cost of the step.
   */
  private pursues(v: number, d: number, subgoal: number): boolean {
    const { distance, sub } = this;
    const next = v + this.grid.offsets[d];
    return distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) === distance[v] && (sub[next] === subgoal || next === subgoal);
  }
}
