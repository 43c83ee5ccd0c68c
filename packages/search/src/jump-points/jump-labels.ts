import type { Heuristic } from '@pf/graph';
import { wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { BucketRing } from '../bucket-ring.ts';
import { throwBadEstimate } from '../frontier/frontier.ts';
import { JumpRules } from './jump-rules.ts';

/** States in the stamp of a vertex, added to the number of the search: labelled, expanded, relabelled after expansion. */
export const OPEN = 0;
export const CLOSED = 1;
export const REOPENED = 2;
const STATES = 4;

/** Labels and open list of a jump point search, with one root and one target. 16 bytes per vertex or node, and 8 per open entry. */
export abstract class JumpLabels {
  protected readonly open: BucketRing;
  protected readonly stride: number;
  /** 1 / stride: finds a row by multiplication. Exact, since v + ½ is at least half of it away from any whole row. */
  protected readonly perStride: number;
  /** Step costs in estimates, as whole numbers if possible, and their unit. On 4-connected grids a diagonal is two steps. */
  protected straight: number;
  protected diagonal: number;
  protected readonly unit: number;
  /** 16 bytes per entry in one cache line: g; a stamp; the parent and the arrival. */
  protected labels: Float64Array;
  protected words: Int32Array;
  /** No vertex has this stamp before the first search. */
  protected stamp = STATES;
  protected goal = 0;
  protected best = Infinity;

  /** Without the user's heuristic `given`, estimates are the costs on an empty map. */
  constructor(
    grid: Grid,
    protected readonly given: Heuristic | undefined,
    entries = grid.vertexCount,
  ) {
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    this.straight = lengths[0];
    this.diagonal = grid.movement === 'four' ? 2 * lengths[0] : lengths[4];
    this.unit = unit;
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
    this.open = new BucketRing(this.straight / 2, 'lifo');
    this.labels = new Float64Array(2 * entries);
    this.words = new Int32Array(this.labels.buffer);
  }

  /** Starts a new search and labels `start`; closes it if it is the goal. */
  protected beginAt(start: number, goal: number, label = start): void {
    this.goal = goal;
    this.best = Infinity;
    this.stamp += STATES;
    if (this.stamp > 2 ** 31 - STATES) {
      this.words.fill(0);
      this.stamp = STATES;
    }
    const { words } = this;
    this.labels[2 * label] = 0;
    words[4 * label + 2] = this.stamp + (start === goal ? CLOSED : OPEN);
    words[4 * label + 3] = (label << 4) | JumpRules.ROOT;
  }

  /** g, the cost of the cheapest path so far; Infinity if none is known. */
  cost(v: number): number {
    return this.words[4 * v + 2] >= this.stamp ? this.labels[2 * v] / this.unit : Infinity;
  }

  /** The start of the jump that gave `v` its label. */
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

  /** h in units: by the user's heuristic, else the cost from `v` to the goal on an empty map. */
  protected estimate(v: number): number {
    const { goal, stride, straight, diagonal, perStride, given } = this;
    if (given !== undefined) {
      const h = given(v, goal);
      if (!(h <= Infinity)) throwBadEstimate(v, goal, h);
      return h * this.unit;
    }
    const down = (((goal + 0.5) * perStride) | 0) - (((v + 0.5) * perStride) | 0);
    const dx = Math.abs(goal - v - Math.imul(down, stride));
    const dy = Math.abs(down);
    return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
  }
}
