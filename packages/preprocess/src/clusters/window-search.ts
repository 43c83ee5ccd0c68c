import { nextStamp, wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { BucketRing } from '@pf/search/kit';
import type { Square } from './gates.ts';
import { stepsOf } from './steps.ts';

/** Side of the largest window in cells. */
export const LARGEST_WINDOW = 254;
/** A cell of a window: its row, 1 to 254 within the border, times 256, plus its column. */
const SHIFT = 8;
const COLUMNS = 255;
/** The word of a cell: the last search that labelled it, whether it was expanded, and its direction of arrival. */
const DIRECTION = 15;
const CLOSED = 16;
const STAMP_STEP = 32;
const STAMP = -STAMP_STEP;

/**
 * Finds cheapest paths within rectangles of a grid, as if everything outside were blocked: A*. Memory depends on the size of the largest window, not of
 * the grid: 12 bytes for each of 256 × 256 cells. Costs are summed in whole numbers where the grid's costs allow.
 */
export class WindowSearch {
  private readonly g = new Float64Array(1 << (2 * SHIFT));
  private readonly words = new Int32Array(1 << (2 * SHIFT));
  private readonly open: BucketRing;
  private stamp = STAMP_STEP;
  private readonly lengths: Float64Array;
  private readonly unit: number;
  /** By direction: the offset of a step in window cells. */
  private readonly offsets = new Int32Array(8);
  /** The directions that leave a window from its first and last columns and rows. */
  private readonly outwards = new Int32Array(4);
  private left = 0;
  private top = 0;
  private width = 0;
  private height = 0;

  constructor(private readonly grid: Grid) {
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    this.lengths = lengths;
    this.unit = unit;
    for (const [d, { dx, dy }] of stepsOf(grid).entries()) {
      this.offsets[d] = (dy << SHIFT) + dx;
      if (dx < 0) this.outwards[0] |= 1 << d;
      if (dx > 0) this.outwards[1] |= 1 << d;
      if (dy < 0) this.outwards[2] |= 1 << d;
      if (dy > 0) this.outwards[3] |= 1 << d;
    }
    this.open = new BucketRing(Math.min(...lengths.subarray(0, grid.maxDegree)) / 2, 'lifo');
  }

  /**
   * Finds a cheapest path between two cells of a window; returns its cost, Infinity if there is none. `estimate` must be consistent, such as the
   * grid's own.
   */
  search(window: Square, from: number, to: number, estimate: (v: number, goal: number) => number): number {
    this.begin(window);
    const { g, words, open, grid, stamp, lengths, offsets, unit } = this;
    const { moves, cells, offsets: global } = grid;
    const start = this.at(from);
    const goal = this.at(to);
    const h = estimate(from, to) * unit;
    g[start] = 0;
    words[start] = stamp | DIRECTION;
    open.clear(h);
    open.push(start, h);
    let best = Infinity;
    for (let p = open.pop(best); p >= 0; p = open.pop(best)) {
      if ((words[p] & CLOSED) !== 0) continue;
      words[p] |= CLOSED;
      const v = this.vertex(p);
      for (let left = moves[v] & ~this.sidesOf(p); left !== 0; left &= left - 1) {
        const d = 31 - Math.clz32(left & -left);
        const q = p + offsets[d];
        const u = v + global[d];
        const gq = g[p] + lengths[d] * cells[u];
        if ((words[q] & STAMP) === stamp && gq >= g[q]) continue;
        const f = q === goal ? gq : gq + estimate(u, to) * unit;
        if (f >= best) continue;
        g[q] = gq;
        words[q] = stamp | d;
        if (q === goal) best = gq;
        else open.push(q, f);
      }
    }
    if (start === goal) return 0;
    return best / unit;
  }

  /** Writes the cells of the last path from its start to `to`, both included; returns their number. */
  path(to: number, out: Uint32Array): number {
    const { words, grid, offsets } = this;
    let length = 1;
    for (let p = this.at(to); (words[p] & DIRECTION) !== DIRECTION; p -= offsets[words[p] & DIRECTION]) length++;
    let v = to;
    for (let i = length - 1, p = this.at(to); i >= 0; i--) {
      out[i] = v;
      const d = words[p] & DIRECTION;
      if (d === DIRECTION) break;
      p -= offsets[d];
      v -= grid.offsets[d];
    }
    return length;
  }

  private begin({ left, top, right, bottom }: Square): void {
    this.left = left;
    this.top = top;
    this.width = right - left;
    this.height = bottom - top;
    this.stamp = nextStamp(this.words, this.stamp, STAMP_STEP);
  }

  private at(v: number): number {
    const row = Math.floor(v / this.grid.stride);
    return ((row - this.top) << SHIFT) | (v - row * this.grid.stride - this.left);
  }

  private vertex(p: number): number {
    return ((p >> SHIFT) + this.top) * this.grid.stride + (p & COLUMNS) + this.left;
  }

  /** The directions that leave the window from one of its cells. */
  private sidesOf(p: number): number {
    const { outwards, width, height } = this;
    const column = p & COLUMNS;
    const row = p >> SHIFT;
    return (column === 1 ? outwards[0] : 0) | (column === width ? outwards[1] : 0) | (row === 1 ? outwards[2] : 0) | (row === height ? outwards[3] : 0);
  }
}
