import type { Signal } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkVertex, shown } from '@pf/graph/kit';
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
  private readonly perStride: number;
  private start = NO_VERTEX;
  private goal = 0;
  /** The cost if start and goal are directly connected, otherwise NaN. */
  private direct = Infinity;
  private finished = true;
  private starts = new Uint32Array(64);
  private startCosts = new Float64Array(64);

  constructor(private readonly hierarchy: CornerHierarchy) {
    if ((hierarchy as Partial<CornerHierarchy> | null | undefined)?.cornerGraph === undefined) throw new TypeError(`A CornerSearch takes a hierarchy of corners, CornerHierarchy.build(grid), got ${shown(hierarchy)}.`);
    this.grid = hierarchy.grid;
    this.perStride = 1 / hierarchy.grid.stride;
    this.query = new HierarchyQuery(hierarchy.hierarchy);
    this.route = new Uint32Array(hierarchy.cornerGraph.corners.length);
  }

  /** Counters of the last query in the hierarchy. */
  get counters(): HierarchyQuery['counters'] {
    return this.query.counters;
  }

  /** The cost of the cheapest path; Infinity if there is none or if `run` has not finished. */
  get cost(): number {
    if (!this.finished) return Infinity;
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
    this.finished = false;
    query.counters.reset();
    if (start === goal) this.direct = 0;
    else if (cells[start] === 0 || cells[goal] === 0) this.direct = Infinity;
    else this.connectEnds();
  }

  /** Continues for at most `budget` expansions, or until `signal` is aborted. Returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.start !== NO_VERTEX, 'search');
    if (this.finished) return true;
    this.hierarchy.check();
    return (this.finished = !Number.isNaN(this.direct) || this.query.run(budget, signal));
  }

  /** Writes all cells of the path, start first; returns their number, 0 if there is none. */
  path(out: Uint32Array): number {
    return this.follow(out, (from, to, length) => this.walk(from, to, out, length));
  }

  /**
   * Writes the start, the corners at which the path may turn, and the goal; returns their number, 0 if there is no path. Between two of them,
   * diagonal steps come first, then straight ones.
   */
  waypoints(out: Uint32Array): number {
    return this.follow(out, (from, to, length) => (from === to ? length : put(out, length, to)));
  }

  /** Writes the start, then what `write` adds for each part of the path, between corners. `write` takes and returns the length so far. */
  private follow(out: Uint32Array, write: (from: number, to: number, length: number) => number): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    const { corners } = this.hierarchy.cornerGraph;
    const turns = Number.isNaN(this.direct) ? this.query.path(this.route) : 0;
    let from = this.start;
    let length = put(out, 0, from);
    for (let i = 0; i <= turns; i++) {
      const to = i < turns ? corners[this.route[i]] : this.goal;
      length = write(from, to, length);
      from = to;
    }
    return length;
  }

  /** Starts the query between the corners that start and goal reach, unless the goal is reached without a corner. */
  private connectEnds(): void {
    const { start, goal, query } = this;
    const { cornerGraph } = this.hierarchy;
    const m = this.connect(start, goal);
    this.direct = cornerGraph.direct;
    if (!Number.isNaN(this.direct)) return;
    while (this.starts.length < m) [this.starts, this.startCosts] = [new Uint32Array(2 * this.starts.length), new Float64Array(2 * this.starts.length)];
    this.starts.set(cornerGraph.found.subarray(0, m));
    this.startCosts.set(cornerGraph.costs.subarray(0, m));
    const n = this.connect(goal);
    query.beginBetween(this.starts.subarray(0, m), this.startCosts.subarray(0, m), cornerGraph.found.subarray(0, n), cornerGraph.costs.subarray(0, n));
  }

  /** Finds the corners that a cell reaches directly, in `found` and `costs` of the graph. A corner reaches only itself. */
  private connect(v: number, target = v): number {
    const { cornerGraph } = this.hierarchy;
    const corner = cornerGraph.cornerAt(v);
    if (corner < 0) return cornerGraph.reach(v, target);
    cornerGraph.found[0] = corner;
    cornerGraph.costs[0] = 0;
    cornerGraph.direct = NaN;
    return 1;
  }

  /** Writes the cells after `from` up to `to`: diagonal steps first, then straight ones. */
  private walk(from: number, to: number, out: Uint32Array, length: number): number {
    const { stride } = this.grid;
    const down = this.rowOf(to) - this.rowOf(from);
    const right = to - from - Math.imul(down, stride);
    const [dx, dy] = [Math.abs(right), Math.abs(down)];
    const end = length + Math.max(dx, dy);
    if (end > out.length) throw new RangeError(`The path has ${end} vertices or more, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    const bend = length + Math.min(dx, dy);
    const diagonal = (Math.sign(down) * stride + Math.sign(right)) | 0;
    const straight = (dx > dy ? Math.sign(right) : Math.sign(down) * stride) | 0;
    // `| 0` tells V8 that these are integers of 32 bits: vertex numbers are below 2³¹.
    let v = from | 0;
    let i = length;
    while (i < bend) out[i++] = v = (v + diagonal) | 0;
    while (i < end) out[i++] = v = (v + straight) | 0;
    return end;
  }

  private rowOf(v: number): number {
    return ((v + 0.5) * this.perStride) | 0;
  }
}

/** Returns the length after it. */
function put(out: Uint32Array, i: number, v: number): number {
  if (i >= out.length) throw new RangeError(`The path has more than ${i} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
  out[i] = v;
  return i + 1;
}
