import { nextStamp } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { Frontier } from './frontier/frontier.ts';
import { TieHeap } from './tie-heap.ts';

/** Flags in a cell's mark, below the number of the search: listed by estimate, or found unreachable by a flood. */
const LISTED = 1;
const FLOODED = 2;
const STEP = 4;
/** Number of cells that are listed in the time of one expansion. */
const LISTED_AT_ONCE = 8;
/** A flood starts only after the search has expanded this many times the cells of a straight path. Most goals are reached before. */
const PATIENCE = 4;

/**
 * Lower bound on the estimate that a grid search can reach. Without it, a search for the nearest reachable cell would have to expand everything.
 *
 * Cells are listed by estimate, goals first, without blocked ones. From a free cell that the search has not reached, a flood runs
 * against the arcs, one cell per expansion of the search. If it ends without meeting the search, its cells are unreachable, and the list continues. So a
 * blocked goal costs as much as listing the cells up to the first free one. A goal in a closed room at most doubles the work of the smaller of the two rooms.
 *
 * Memory: 8 bytes a cell.
 */
export class NearestBound {
  /** Every cell with a lower estimate is blocked or unreachable. */
  floor = 0;
  private readonly byEstimate = new TieHeap('fifo');
  private readonly marks: Int32Array;
  private stamp = 0;
  /** Cells of the flood, and the number of expanded ones. */
  private readonly flood: Uint32Array;
  private flooded = 0;
  private known = 0;
  /** Origin of the flood; −1 while cells are listed. */
  private candidate = -1;
  private settled = true;
  private patience = 0;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;

  constructor(
    private readonly grid: Grid,
    private readonly frontier: Frontier,
  ) {
    this.marks = new Int32Array(grid.vertexCount);
    this.flood = new Uint32Array(grid.vertexCount);
    this.to = new Uint32Array(grid.maxDegree);
    this.cost = new Float64Array(grid.maxDegree);
  }

  /** Starts a search. Without goals nothing is expanded. */
  begin(start: number, goals: Uint32Array): void {
    const { grid, byEstimate } = this;
    this.floor = 0;
    this.settled = goals.length === 0;
    if (this.settled) return;
    this.stamp = nextStamp(this.marks, this.stamp, STEP);
    byEstimate.clear();
    this.candidate = -1;
    this.patience = PATIENCE * grid.distance(start, goals[0]);
    for (const v of goals) if (!this.mark(v, LISTED)) byEstimate.push(v, 0, 0);
  }

  /** Call after each expansion of the search. */
  work(): void {
    if (this.settled) return;
    if (this.candidate < 0) this.list();
    if (this.candidate >= 0 && --this.patience < 0) this.spread();
  }

  private list(): void {
    const { grid, frontier, byEstimate } = this;
    for (let left = LISTED_AT_ONCE; left > 0; left--) {
      if (byEstimate.size === 0) {
        // Every free cell except the start is unreachable.
        this.floor = Infinity;
        this.settled = true;
        return;
      }
      this.floor = byEstimate.floor();
      const v = byEstimate.pop();
      for (let d = 0; d < grid.maxDegree; d++) {
        const u = v + grid.offsets[d];
        if (grid.hasVertex(u) && !this.mark(u, LISTED)) byEstimate.push(u, frontier.estimate(u), 0);
      }
      if (grid.cells[v] === 0 || this.mark(v, FLOODED)) continue;
      this.candidate = v;
      this.flooded = 0;
      this.known = 1;
      this.flood[0] = v;
      return;
    }
  }

  /** Expands one cell of the flood. */
  private spread(): void {
    const { grid, frontier, flood, to, cost } = this;
    if (this.flooded === this.known) {
      this.candidate = -1;
      return;
    }
    const v = flood[this.flooded++];
    if (frontier.cost(v) < Infinity) {
      this.settled = true;
      return;
    }
    const n = grid.predecessors(v, to, cost);
    for (let i = 0; i < n; i++) if (!this.mark(to[i], FLOODED)) flood[this.known++] = to[i];
  }

  /** Sets a flag of a cell; returns whether it was set before. */
  private mark(v: number, flag: number): boolean {
    const { marks, stamp } = this;
    const before = (marks[v] & -STEP) === stamp ? marks[v] : stamp;
    marks[v] = before | flag;
    return (before & flag) !== 0;
  }
}
