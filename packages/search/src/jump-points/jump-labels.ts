import { wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { BucketRing } from '../bucket-ring.ts';
import { JumpRules } from './jump-rules.ts';

/** What the stamp of a vertex says, on top of the search's own number: labelled, expanded, labelled again since. */
export const OPEN = 0;
export const CLOSED = 1;
export const REOPENED = 2;
const STATES = 4;

/** The labels and the open list of a jump point search: one root, one target. 16 bytes a vertex, and 8 for each that is open. */
export abstract class JumpLabels {
  protected readonly open: BucketRing;
  protected readonly stride: number;
  /** With which a row is found by a multiplication: exactly, since v + ½ is at least ½ of it away from any whole row. */
  protected readonly perStride: number;
  /** What steps cost in estimates, in whole numbers if they can be; how many of them make one. A 4-connected way around a corner is two steps. */
  protected straight: number;
  protected diagonal: number;
  protected readonly unit: number;
  /** 16 bytes a vertex, in one cache line: g; a stamp; the parent and the arrival. */
  protected readonly labels: Float64Array;
  protected readonly words: Int32Array;
  /** No vertex has this stamp before the first search. */
  protected stamp = STATES;
  protected goal = 0;
  protected best = Infinity;

  constructor(grid: Grid) {
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

  /** Forgets the last search, and labels `start`, which is closed already where it is the goal. */
  protected beginAt(start: number, goal: number): void {
    const { words } = this;
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
  }

  /** g, the cost of the cheapest path found so far; Infinity if there is none. */
  cost(v: number): number {
    return this.words[4 * v + 2] >= this.stamp ? this.labels[2 * v] / this.unit : Infinity;
  }

  /** The vertex from which the jump began that gave `v` its label. */
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
  protected estimate(v: number): number {
    const { goal, stride, straight, diagonal, perStride } = this;
    const down = (((goal + 0.5) * perStride) | 0) - (((v + 0.5) * perStride) | 0);
    const dx = Math.abs(goal - v - Math.imul(down, stride));
    const dy = Math.abs(down);
    return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
  }
}
