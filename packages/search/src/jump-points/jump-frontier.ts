import type { Counters } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { wholeLengths } from '@pf/graph/kit';
import { BucketRing } from '../bucket-ring.ts';
import type { JumpLocator } from './jump-locator.ts';
import { JumpRules } from './jump-rules.ts';

/** What the stamp of a vertex says, on top of the search's own number: labelled, expanded, labelled again since. */
const OPEN = 0;
const CLOSED = 1;
const REOPENED = 2;
const STATES = 4;
const NONE = -1;

/**
 * The labels of a jump point search, its open list, and the loop that expands them: what a frontier (frontier.ts) is to A*, but with one root, one
 * target, and jumps for arcs. 16 bytes a vertex, and 8 for each that is open.
 */
export class JumpFrontier {
  private readonly open: BucketRing;
  private readonly stride: number;
  /** With which a row is found by a multiplication: exactly, since v + ½ is at least ½ of it away from any whole row. */
  private readonly perStride: number;
  /** What steps cost, in whole numbers if they can be; how many of them make one. A 4-connected way around a corner is two steps. */
  private readonly straight: number;
  private readonly diagonal: number;
  private readonly unit: number;
  /** 16 bytes a vertex, in one cache line: g; a stamp; the parent and the arrival, as a locator gives them. */
  private readonly labels: Float64Array;
  private readonly words: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = STATES;
  private goal = 0;
  private best = Infinity;
  /** What to go on from without asking the queue: the start, and whatever alone follows while nothing else is open. */
  private next = NONE;
  /** The expansions of the last `goOn`. */
  private went = 0;

  constructor(
    grid: Grid,
    private readonly locator: JumpLocator,
    private readonly counters: Counters,
  ) {
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    this.straight = lengths[0];
    this.diagonal = grid.movement === 'four' ? 2 * lengths[0] : lengths[4];
    this.unit = unit;
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
    this.open = new BucketRing(this.straight / 2, 'lifo');
    this.labels = new Float64Array(2 * grid.vertexCount);
    this.words = new Int32Array(this.labels.buffer);
  }

  /** Forgets the last search, and sets out from `start`, which is closed already where it is the goal. */
  begin(start: number, goal: number): void {
    const { words, open } = this;
    this.goal = goal;
    this.best = Infinity;
    this.stamp += STATES;
    if (this.stamp > 2 ** 31 - STATES) {
      words.fill(0);
      this.stamp = STATES;
    }
    this.labels[2 * start] = 0;
    words[4 * start + 2] = this.stamp + (start === goal ? CLOSED : OPEN);
    words[4 * start + 3] = (start << 4) | JumpRules.ROOT;
    if (open.size > 0) open.clear(0);
    this.next = start;
  }

  /** Makes at most `budget` expansions. Returns false where nothing is left that could be better than the goal's label, which is then final. */
  advance(budget: number): boolean {
    const { locator, open, goal, labels, words, stride, straight, diagonal, perStride, counters } = this;
    const { found } = locator;
    const stamp = this.stamp;
    const closed = stamp + CLOSED;
    const turn = diagonal - straight;
    const goalRow = Math.floor(goal / stride);
    const goalColumn = goal - goalRow * stride;
    let { best, next } = this;
    let spent = 0;
    let pops = 0;
    let pushes = 0;
    let reached = 0;
    let finished = false;
    while (spent < budget) {
      let v = next;
      let n: number;
      if (v >= 0) {
        n = this.goOn(budget - spent);
        spent += this.went;
        ({ best } = this);
        v = this.next;
        next = n < 0 ? v : NONE;
        if (n <= 0) continue;
        // No key that follows is lower.
        open.clear(labels[2 * v] + this.estimate(v));
      } else {
        v = open.pop(best);
        if (v < 0) {
          finished = true;
          break;
        }
        pops++;
        const state = words[4 * v + 2];
        if (state === closed) continue;
        // Of the bucket in which the goal's label lies, only what can still be better.
        if (best < Infinity && labels[2 * v] + this.estimate(v) >= best) {
          words[4 * v + 2] = closed;
          continue;
        }
        if (state === stamp + REOPENED) counters.reopened++;
        if (open.size === 0 && best === Infinity) {
          // All that is open: `goOn` closes it.
          next = this.next = v;
          continue;
        }
        words[4 * v + 2] = closed;
        spent++;
        n = locator.jumps(v, words[4 * v + 3] & 15);
      }
      const gv = labels[2 * v];
      const row = ((v + 0.5) * perStride) | 0;
      const column = v - row * stride;
      for (let i = 0; i < n; i++) {
        const jump = found[i];
        const u = jump >> 4;
        const rowOfU = ((u + 0.5) * perStride) | 0;
        const columnOfU = u - rowOfU * stride;
        const jx = Math.abs(columnOfU - column);
        const jy = Math.abs(rowOfU - row);
        const gu = gv + (jx > jy ? jx * straight + jy * turn : jy * straight + jx * turn);
        const stateOfU = words[4 * u + 2];
        if (stateOfU >= stamp && gu >= labels[2 * u]) continue;
        words[4 * u + 2] = stateOfU > stamp ? stamp + REOPENED : stamp + OPEN;
        labels[2 * u] = gu;
        words[4 * u + 3] = (v << 4) | (jump & 15);
        if (u === goal) {
          best = gu;
          reached++;
          continue;
        }
        pushes++;
        const dx = Math.abs(columnOfU - goalColumn);
        const dy = Math.abs(rowOfU - goalRow);
        open.push(u, gu + (dx > dy ? dx * straight + dy * turn : dy * straight + dx * turn));
      }
    }
    this.next = next;
    this.best = best;
    counters.expanded += spent;
    counters.generated += pushes + reached;
    counters.queueOperations += pops + pushes;
    if (finished && best < Infinity) words[4 * goal + 2] = closed;
    return !finished;
  }

  /**
   * Goes on from `next`, which is all that is open, for as long as one jump alone follows, with at most `budget` expansions: the queue need not hear of
   * those. The vertex where that ends is `next` then. Returns how many jumps follow it, for `advance` to label: 0 also where the goal was reached or a
   * better label met, and −1 where the budget is spent and `next` not yet expanded.
   */
  private goOn(budget: number): number {
    const { locator, labels, words, goal, stride, straight, diagonal, perStride, stamp, counters } = this;
    const { found } = locator;
    const turn = diagonal - straight;
    let v = this.next;
    let gv = labels[v << 1];
    let row = ((v + 0.5) * perStride) | 0;
    let column = (v - Math.imul(row, stride)) | 0;
    let arrival = words[(v << 2) | 3] & 15;
    let n = -1;
    let spent = 0;
    let generated = 0;
    while (spent < budget) {
      spent++;
      words[(v << 2) | 2] = stamp + CLOSED;
      n = locator.jumps(v, arrival);
      if (n !== 1) break;
      const jump = found[0];
      const u = jump >> 4;
      arrival = jump & 15;
      const at = u << 2;
      const rowOfU = ((u + 0.5) * perStride) | 0;
      const columnOfU = (u - Math.imul(rowOfU, stride)) | 0;
      const jx = Math.abs(columnOfU - column);
      const jy = Math.abs(rowOfU - row);
      gv += jx > jy ? jx * straight + jy * turn : jy * straight + jx * turn;
      n = 0;
      const state = words[at | 2];
      if (state >= stamp) {
        if (gv >= labels[u << 1]) break;
        if (state > stamp) counters.reopened++;
      }
      generated++;
      words[at | 2] = stamp + OPEN;
      words[at | 3] = (v << 4) | arrival;
      labels[u << 1] = gv;
      if (u === goal) {
        this.best = gv;
        break;
      }
      v = u;
      row = rowOfU;
      column = columnOfU;
      n = -1;
    }
    counters.generated += generated;
    this.next = v;
    this.went = spent;
    return n;
  }

  /** g, the cost of the cheapest path found so far; Infinity if there is none. */
  cost(v: number): number {
    return this.words[4 * v + 2] >= this.stamp ? this.labels[2 * v] / this.unit : Infinity;
  }

  /** The jump point from which `v` got its label. */
  parent(v: number): number {
    return this.words[(v << 2) | 3] >> 4;
  }

  isOpen(v: number): boolean {
    const state = this.words[4 * v + 2] - this.stamp;
    return state === OPEN || state === REOPENED;
  }

  isClosed(v: number): boolean {
    return this.words[4 * v + 2] === this.stamp + CLOSED;
  }

  /** h, the cost from `v` to the goal on an empty map. */
  private estimate(v: number): number {
    const { goal, stride, straight, diagonal, perStride } = this;
    const down = (((goal + 0.5) * perStride) | 0) - (((v + 0.5) * perStride) | 0);
    const dx = Math.abs(goal - v - Math.imul(down, stride));
    const dy = Math.abs(down);
    return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
  }
}
