import type { Grid } from '@pf/grid';
import type { Step } from './steps.ts';
import { stepsOf } from './steps.ts';

/** An arc that leads from one cluster to another. */
export interface Gate {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

/** A square or rectangle of cells. Cells at `right` or `bottom` are outside. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds the arcs between clusters: the entrances of HPA* (A. Botea, M. Müller, J. Schaeffer, "Near optimal hierarchical path-finding", Journal of
 * Game Development 1(1), 2004).
 *
 * Departures, for terrain and one-way cells:
 *
 * - A run of border cells requires that all steps across and along it are legal in both directions. Where they are legal in one direction, it is a
 *   run in that direction.
 * - Long runs are divided. Each part has its cheapest crossing as gate; of equal ones, that nearest to the middle.
 * - A diagonal step across is a gate of its own if no two straight steps replace it. So every step between two clusters has a replacement, and no
 *   path is lost.
 */
export class GateFinder {
  private readonly steps: readonly Step[];

  /** `piece`: the longest run of border cells with one gate. */
  constructor(
    private readonly grid: Grid,
    private readonly piece: number,
  ) {
    this.steps = stepsOf(grid);
  }

  /** All gates out of a cluster, and all gates into it. */
  of(square: Square): { readonly out: Gate[]; readonly into: Gate[] } {
    const out: Gate[] = [];
    const into: Gate[] = [];
    const { left, top, right, bottom } = square;
    const { width, height } = this.grid;
    const vertex = (x: number, y: number): number => (y + 1) * this.grid.stride + x + 1;
    // Each border is scanned from its western or northern cluster, so that both clusters find the same gates.
    if (right < width) this.border(vertex(right - 1, top), bottom - top, 1, 0, out, into);
    if (left > 0) this.border(vertex(left - 1, top), bottom - top, 1, 0, into, out);
    if (bottom < height) this.border(vertex(left, bottom - 1), right - left, 0, 1, out, into);
    if (top > 0) this.border(vertex(left, top - 1), right - left, 0, 1, into, out);
    this.slanted(square, out, into);
    return { out, into };
  }

  private direction(dx: number, dy: number): number {
    return this.steps.findIndex((step) => step.dx === dx && step.dy === dy);
  }

  /** The gates between `count` cells in a row or column, beginning at `first`, and the cells straight across, both ways. */
  private border(first: number, count: number, dx: number, dy: number, forth: Gate[], back: Gate[]): void {
    const { moves, cells, offsets, stride, lengths } = this.grid;
    const across = this.direction(dx, dy);
    const acrossBack = this.direction(-dx, -dy);
    const along = this.direction(dy, dx);
    const alongBack = this.direction(-dy, -dx);
    const next = dy * 1 + dx * stride;
    const linked = (u: number): boolean => ((moves[u] >> along) & 1) === 1 && ((moves[u + next] >> alongBack) & 1) === 1;
    const kindOf = (u: number): number => ((moves[u] >> across) & 1) | (((moves[u + offsets[across]] >> acrossBack) & 1) << 1);
    for (let i = 0; i < count; ) {
      const kind = kindOf(first + i * next);
      let end = i + 1;
      if (kind !== 0) while (end < count && kindOf(first + end * next) === kind && linked(first + (end - 1) * next) && linked(first + (end - 1) * next + offsets[across])) end++;
      const pieces = kind === 0 ? 0 : Math.ceil((end - i) / this.piece);
      for (let k = 0; k < pieces; k++) {
        const from = i + Math.floor(((end - i) * k) / pieces);
        const to = i + Math.floor(((end - i) * (k + 1)) / pieces);
        let best = first + from * next;
        let least = Infinity;
        for (let j = from; j < to; j++) {
          const u = first + j * next;
          const price = cells[u] + cells[u + offsets[across]] + Math.abs(2 * j + 1 - from - to) / 4096;
          if (price < least) [best, least] = [u, price];
        }
        const other = best + offsets[across];
        if ((kind & 1) !== 0) forth.push({ from: best, to: other, cost: lengths[across] * cells[other] });
        if ((kind & 2) !== 0) back.push({ from: other, to: best, cost: lengths[acrossBack] * cells[best] });
      }
      i = end;
    }
  }

  /** The diagonal gates, including those to clusters at the corners. */
  private slanted({ left, top, right, bottom }: Square, out: Gate[], into: Gate[]): void {
    const { movement, corners, sides, stride, offsets, moves, cells, lengths } = this.grid;
    if (movement === 'four' || (movement === 'eight' && corners === 'never' && sides === undefined)) return;
    for (const [d, { dx, dy }] of this.steps.entries()) {
      if (dx === 0 || dy === 0) continue;
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          if (x > left && x < right - 1 && y > top && y < bottom - 1) x = right - 1;
          const v = (y + 1) * stride + x + 1;
          const leaves = x + dx < left || x + dx >= right || y + dy < top || y + dy >= bottom;
          if (leaves && ((moves[v] >> d) & 1) === 1 && !this.replaced(v, dx, dy)) out.push({ from: v, to: v + offsets[d], cost: lengths[d] * cells[v + offsets[d]] });
          const enters = x - dx < left || x - dx >= right || y - dy < top || y - dy >= bottom;
          const u = v - offsets[d];
          if (enters && ((moves[u] >> d) & 1) === 1 && !this.replaced(u, dx, dy)) into.push({ from: u, to: v, cost: lengths[d] * cells[v] });
        }
      }
    }
  }

  /** Whether two straight steps replace a diagonal one. */
  private replaced(v: number, dx: number, dy: number): boolean {
    const { moves, offsets } = this.grid;
    const [a, b] = [this.direction(dx, 0), this.direction(0, dy)];
    const both = (first: number, second: number): boolean => ((moves[v] >> first) & 1) === 1 && ((moves[v + offsets[first]] >> second) & 1) === 1;
    return both(a, b) || both(b, a);
  }
}
