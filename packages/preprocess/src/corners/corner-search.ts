import type { Signal } from '@pf/graph';
import { checkBudget, checkBuffer, checkVertex, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { HierarchyQuery } from '../hierarchies/hierarchy-query.ts';
import type { CornerHierarchy } from './corner-hierarchy.ts';

/**
 * Finds cheapest paths with a `CornerHierarchy`: start and goal are connected to the corners that they reach directly, then the hierarchy is queried.
 * Several searches may share a hierarchy. Allocates in its constructor, and a few small objects a query.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { CornerHierarchy, CornerSearch } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const search = new CornerSearch(CornerHierarchy.build(grid));
 * search.search(grid.vertex(0, 0), grid.vertex(4, 2)); // → 6
 * const out = new Uint32Array(grid.vertexCount);
 * search.waypoints(out); // → 3
 * ```
 */
export class CornerSearch {
  private readonly grid: Grid;
  private readonly query: HierarchyQuery;
  private readonly route: Uint32Array;
  private start = 0;
  private goal = 0;
  /** The cost if start and goal are directly connected, otherwise NaN. */
  private direct = Infinity;
  private starts = new Uint32Array(64);
  private startCosts = new Float64Array(64);

  constructor(private readonly hierarchy: CornerHierarchy) {
    if ((hierarchy as Partial<CornerHierarchy> | null | undefined)?.cornerGraph === undefined) throw new TypeError(`A CornerSearch takes a hierarchy of corners, CornerHierarchy.build(grid), got ${shown(hierarchy)}.`);
    this.grid = hierarchy.grid;
    this.query = new HierarchyQuery(hierarchy.hierarchy);
    this.route = new Uint32Array(hierarchy.cornerGraph.corners.length);
  }

  /** Counters of the last query in the hierarchy. */
  get counters(): HierarchyQuery['counters'] {
    return this.query.counters;
  }

  /** The cost of the cheapest path; Infinity if there is none or if `run` has not finished. */
  get cost(): number {
    return Number.isNaN(this.direct) ? this.query.cost : this.direct;
  }

  /** The cost of the cheapest path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Starts a query, and connects its ends to the corners. `run` answers it. */
  begin(start: number, goal: number): void {
    const { grid, hierarchy, query } = this;
    const { cells } = grid;
    checkVertex(grid, start, 'start');
    checkVertex(grid, goal, 'goal');
    hierarchy.check();
    this.start = start;
    this.goal = goal;
    query.counters.reset();
    if (start === goal) this.direct = 0;
    else if (cells[start] === 0 || cells[goal] === 0) this.direct = Infinity;
    else this.direct = this.straightCost();
    if (!Number.isNaN(this.direct)) return;
    const { cornerGraph } = hierarchy;
    const m = this.connect(start);
    while (this.starts.length < m) [this.starts, this.startCosts] = [new Uint32Array(2 * this.starts.length), new Float64Array(2 * this.starts.length)];
    this.starts.set(cornerGraph.found.subarray(0, m));
    this.startCosts.set(cornerGraph.costs.subarray(0, m));
    const n = this.connect(goal);
    query.beginBetween(this.starts.subarray(0, m), this.startCosts.subarray(0, m), cornerGraph.found.subarray(0, n), cornerGraph.costs.subarray(0, n));
  }

  /** Continues for at most `budget` expansions, or until `signal` is aborted. Returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (!Number.isNaN(this.direct)) return true;
    this.hierarchy.check();
    return this.query.run(budget, signal);
  }

  /** Writes all cells of the path, start first; returns their number, 0 if there is none. */
  path(out: Uint32Array): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    const { corners } = this.hierarchy.cornerGraph;
    const turns = this.turns();
    put(out, 0, this.start);
    let length = 1;
    let from = this.start;
    for (let i = 0; i < turns; i++) {
      const corner = corners[this.route[i]];
      length = this.walk(from, corner, out, length);
      from = corner;
    }
    return this.walk(from, this.goal, out, length);
  }

  /**
   * Writes the start, the corners at which the path may turn, and the goal; returns their number, 0 if there is no path. Between two of them,
   * diagonal steps come first, then straight ones.
   */
  waypoints(out: Uint32Array): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    const { corners } = this.hierarchy.cornerGraph;
    const turns = this.turns();
    put(out, 0, this.start);
    let length = 1;
    for (let i = 0; i < turns; i++) if (corners[this.route[i]] !== out[length - 1]) put(out, length++, corners[this.route[i]]);
    if (out[length - 1] !== this.goal) put(out, length++, this.goal);
    return length;
  }

  private turns(): number {
    return Number.isNaN(this.direct) ? this.query.path(this.route) : 0;
  }

  /** Finds the corners that a cell reaches directly, in `found` and `costs` of the graph. A corner reaches only itself. */
  private connect(v: number): number {
    const { cornerGraph } = this.hierarchy;
    const corner = cornerGraph.cornerAt(v);
    if (corner < 0) return cornerGraph.reach(v);
    cornerGraph.found[0] = corner;
    cornerGraph.costs[0] = 0;
    return 1;
  }

  /** The octile distance from start to goal if the diagonal steps followed by the straight ones are legal; otherwise NaN. */
  private straightCost(): number {
    const { grid, start, goal } = this;
    const { stride, moves, offsets, steps } = grid;
    const { dx, dy } = apart(stride, start, goal);
    const diagonals = Math.min(Math.abs(dx), Math.abs(dy));
    const straights = Math.max(Math.abs(dx), Math.abs(dy)) - diagonals;
    const d = dy > 0 ? (dx > 0 ? 4 : 5) : dx > 0 ? 7 : 6;
    const s = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
    let v = start;
    for (let i = 0; i < diagonals; i++, v += offsets[d]) if (((moves[v] >> d) & 1) === 0) return NaN;
    for (let i = 0; i < straights; i++, v += offsets[s]) if (((moves[v] >> s) & 1) === 0) return NaN;
    return diagonals * steps.diagonal + straights * steps.straight;
  }

  /** Writes the cells after `from` up to `to`: diagonal steps first, then straight ones. */
  private walk(from: number, to: number, out: Uint32Array, length: number): number {
    const { stride } = this.grid;
    const { dx, dy } = apart(stride, from, to);
    const end = length + Math.max(Math.abs(dx), Math.abs(dy));
    if (end > out.length) throw new RangeError(`The path has ${end} vertices or more, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    const bend = length + Math.min(Math.abs(dx), Math.abs(dy));
    const diagonal = Math.sign(dy) * stride + Math.sign(dx);
    const straight = Math.abs(dx) > Math.abs(dy) ? Math.sign(dx) : Math.sign(dy) * stride;
    let v = from;
    let i = length;
    while (i < bend) out[i++] = v += diagonal;
    while (i < end) out[i++] = v += straight;
    return end;
  }
}

function apart(stride: number, from: number, to: number): { dx: number; dy: number } {
  const dy = Math.floor(to / stride) - Math.floor(from / stride);
  return { dx: to - from - dy * stride, dy };
}

function put(out: Uint32Array, i: number, v: number): void {
  if (i >= out.length) throw new RangeError(`The path has more than ${i} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
  out[i] = v;
}
