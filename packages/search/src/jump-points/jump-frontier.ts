import type { Counters, Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { CLOSED, JumpLabels, OPEN, REOPENED } from './jump-labels.ts';
import type { JumpLocator } from './jump-locator.ts';

const NONE = -1;

/** Labels and loop of a jump point search: the counterpart of a frontier (frontier.ts), with jumps for arcs. */
export class JumpFrontier extends JumpLabels {
  /** Next vertex that bypasses the queue: the start, or a lone successor while nothing else is open. */
  private next = NONE;
  /** Expansions of the last call of `goOn`. */
  private went = 0;

  constructor(
    grid: Grid,
    private readonly locator: JumpLocator,
    private readonly counters: Counters,
    given?: Heuristic,
  ) {
    super(grid, given);
  }

  /** Starts a new search at `start`. */
  begin(start: number, goal: number): void {
    this.beginAt(start, goal);
    if (this.open.size > 0) this.open.clear(0);
    // An estimate of Infinity proves that there is no path.
    this.next = this.given !== undefined && this.estimate(start) === Infinity ? NONE : start;
  }

  /** Makes at most `budget` expansions. Returns false if nothing open can improve the goal's label; the label is then final. */
  advance(budget: number): boolean {
    const { locator, open, goal, labels, words, stride, straight, diagonal, perStride, counters, given } = this;
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
        const f = labels[2 * v] + this.estimate(v);
        // Nothing else is open, and no goal lies behind this vertex.
        if (f === Infinity) continue;
        // Later keys are not lower.
        open.clear(f);
      } else {
        v = open.pop(best);
        if (v < 0) {
          finished = true;
          break;
        }
        pops++;
        const state = words[4 * v + 2];
        if (state === closed) continue;
        // In the bucket of the goal's label, only better keys count.
        if (best < Infinity && labels[2 * v] + this.estimate(v) >= best) {
          words[4 * v + 2] = closed;
          continue;
        }
        if (state === stamp + REOPENED) counters.reopened++;
        if (open.size === 0 && best === Infinity) {
          // The only open vertex: `goOn` closes it.
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
        if (given !== undefined) {
          const f = gu + this.estimate(u);
          if (f >= best) continue;
          pushes++;
          open.push(u, f);
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
   * Follows single jumps from `next`, the only open vertex, without the queue, for at most `budget` expansions. Afterwards `next` is the vertex where
   * that ended. Returns the number of jumps from it, for `advance` to label. 0 also if the goal was reached or a
   * better label found; −1 if the budget ran out before `next` was expanded.
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
}
