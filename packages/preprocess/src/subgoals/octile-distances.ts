/**
 * The subgoals of a uniform 8-connected grid, found with the distances in one flood from the goal.
 *
 * As `canonical-flood.ts`, but one path per cell is enough, so whole runs are labelled at once: a straight step continues
 * straight until another move branches off; only there, and at diagonal steps, is a cell queued. A run may extend
 * past where a cheaper path arrives later, which then overwrites it.
 *
 * Subgoals are passed along runs. If the greedy step from a cell leads straight back along the longer side, or diagonally to a diagonal subgoal,
 * so does that from the next cell of the run, as the subgoal is one more step in the same direction: both share it. On
 * a game map about one cell in thirty is decided individually, once everything between it and the goal is final.
 */
import type { OctileClimb } from '@pf/graph/kit';
import { NO_VERTEX } from '@pf/graph';
import { canonicalOrder } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { Distances } from '../canonical-flood.ts';
import { DIAGONAL, longer, LONGEST, STRAIGHT, unreach, widen } from '../canonical-flood.ts';
import type { GoalDistances } from './goal-distances.ts';

/**
 * Flags in `came`, beside the direction of arrival (E, S, W, N, SE, SW, NW, NE): its subgoal is known and the run's; it is
 * done.
 */
const GOES_ON = 8;
const DONE = 16;
const DIRECTION = 7;
const NONE = -1;

/** Distances on a uniform 8-connected grid in whole numbers, with greedy steps by coordinates. */
export class OctileDistances implements GoalDistances {
  /** Distance from each cell to the goal; an upper bound until final. */
  private distance: Distances;
  private readonly came: Uint8Array;
  private readonly order: Uint8Array;
  /** By vertex: x in the lower sixteen bits, y in the upper. */
  private readonly places: Int32Array;
  /** A ring of buckets, each as wide as a straight step, so that nothing in it lies on a way of anything else in it: the entry put in last. */
  private readonly tops: Int32Array;
  /** Pairs: a cell, and the entry below. */
  private entries: Int32Array = new Int32Array(64);
  private used = 0;
  private waiting = 0;
  private sub: Int32Array = new Int32Array(0);
  private choose: (v: number) => number = () => NO_VERTEX;
  /** What is laid from a bucket beyond this one may need more than 31 bits. */
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
    this.came = new Uint8Array(n);
    this.order = canonicalOrder(grid.corners !== 'never');
    this.places = Int32Array.from({ length: n }, (_, v) => ((grid.y(v) + 1) << 16) | (grid.x(v) + 1));
    // No run is longer than the grid, and a diagonal step leads no further than two buckets on.
    const longest = Math.max(grid.width, grid.height) + 3;
    this.tops = new Int32Array(2 ** Math.ceil(Math.log2(longest))).fill(NONE);
    this.lastBucket = Math.floor(LONGEST / STRAIGHT) - longest;
  }

  run(goal: number, sub: Int32Array, choose: (v: number) => number): void {
    this.sub = sub;
    this.choose = choose;
    this.used = 0;
    // What a run that was broken off has left in the ring.
    this.tops.fill(NONE);
    this.waiting = 0;
    unreach(this.distance);
    this.distance[goal] = 0;
    this.fork(goal, 0, this.grid.moves[goal], 0);
    for (let bucket = 1; this.waiting > 0; bucket++) {
      if (bucket > this.lastBucket && this.distance instanceof Int32Array) this.distance = widen(this.distance);
      this.settle(bucket);
    }
  }

  parent(v: number, i: number): number {
    const { moves, offsets } = this.grid;
    const { distance } = this;
    // The neighbour that the flood came from serves nearly always: the others are looked for only where it does not.
    if (i === 0) return v - offsets[this.came[v] & DIRECTION];
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
    const { places, distance } = this;
    const here = places[v];
    const there = places[subgoal];
    const dx = Math.abs((there & 0xffff) - (here & 0xffff));
    const dy = Math.abs((there >> 16) - (here >> 16));
    const octile = dx > dy ? dx * STRAIGHT + dy * (DIAGONAL - STRAIGHT) : dy * STRAIGHT + dx * (DIAGONAL - STRAIGHT);
    return octile === distance[v] - distance[subgoal];
  }

  step(v: number, subgoal: number): number {
    const { climb, distance, places } = this;
    const here = places[v];
    const there = places[subgoal];
    const d = climb.direction(v, (there & 0xffff) - (here & 0xffff), (there >> 16) - (here >> 16));
    if (d < 0) return NO_VERTEX;
    const next = v + climb.offsets[d];
    return distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) === distance[v] ? next : NO_VERTEX;
  }

  /** Goes on from the cells of a bucket. All distances below it are final, and theirs. */
  private settle(bucket: number): void {
    const { distance, came, order, tops, sub } = this;
    const { moves, offsets } = this.grid;
    const base = bucket * STRAIGHT;
    const slot = bucket & (tops.length - 1);
    let entry = tops[slot];
    tops[slot] = NONE;
    while (entry !== NONE) {
      const v = this.entries[entry];
      entry = this.entries[entry + 1];
      this.waiting--;
      const g = distance[v];
      const how = came[v];
      if (g < base || how >= DONE) continue;
      const d = how & DIRECTION;
      const known = how >= GOES_ON || this.decide(v, d);
      came[v] = DONE | d;
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
          // Among equal paths, the diagonal one: trees are smaller.
          if (through <= distance[w]) {
            distance[w] = through;
            came[w] = known ? GOES_ON | d : d;
            if (known) sub[w] = subgoal;
            this.put(w, through - base < 2 * STRAIGHT ? bucket + 1 : bucket + 2);
          }
        }
        own |= (1 << a) | (1 << b);
      }
      if ((successors & ~own) !== 0) this.fork(v, g, successors & ~own, bucket);
    }
  }

  /** Lays a straight run from `v`, by direction `d`, to where something forks off. */
  private goStraight(v: number, d: number, g: number, bucket: number, known: boolean, subgoal: number): void {
    const { distance, came, order, sub } = this;
    const { moves, offsets } = this.grid;
    const step = offsets[d];
    const only = 1 << d;
    const row = d << 8;
    const how = known ? GOES_ON | d : d;
    for (let w = v + step, through = g + STRAIGHT, next = bucket + 1; through < distance[w]; w += step, through += STRAIGHT, next++) {
      distance[w] = through;
      came[w] = how;
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
    const { distance, came } = this;
    for (let left = directions; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      const w = v + this.grid.offsets[d];
      const through = d < 4 ? g + STRAIGHT : g + DIAGONAL;
      if (through >= distance[w]) continue;
      distance[w] = through;
      came[w] = d;
      this.put(w, through - bucket * STRAIGHT < 2 * STRAIGHT ? bucket + 1 : bucket + 2);
    }
  }

  /** Queues a cell. After a cheaper path it is in two buckets, and the first counts. */
  private put(v: number, bucket: number): void {
    const { tops } = this;
    const slot = bucket & (tops.length - 1);
    const entry = this.used;
    this.used += 2;
    if (this.used > this.entries.length) this.entries = longer(this.entries);
    this.entries[entry] = v;
    this.entries[entry + 1] = tops[slot];
    tops[slot] = entry;
    this.waiting++;
  }

  /**
   * Gives `v`, which was reached by direction `d`, the subgoal of the cell before, or another. Returns whether the greedy step leads back where the flood came
   * from, and will do so from the next cell.
   */
  private decide(v: number, d: number): boolean {
    const { grid, climb, places, sub } = this;
    const before = v - grid.offsets[d];
    const subgoal = sub[before];
    const here = places[v];
    const there = places[subgoal];
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
   * Whether the step from `v` lies on a cheapest path and leads to the subgoal or to what pursues it. The estimate from `v` is then exact as well,
   * for the octile distance falls by just what the step costs.
   */
  private pursues(v: number, d: number, subgoal: number): boolean {
    const { distance, sub } = this;
    const next = v + this.grid.offsets[d];
    return distance[next] + (d < 4 ? STRAIGHT : DIAGONAL) === distance[v] && (sub[next] === subgoal || next === subgoal);
  }
}
