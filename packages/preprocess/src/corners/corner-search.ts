import type { Signal } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkVertex, grown, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { HierarchyQuery } from '../hierarchies/hierarchy-query.ts';
import { OctileWalk } from '../octile-walk.ts';
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
  private readonly walk: OctileWalk;
  private start = NO_VERTEX;
  private goal = 0;
  /** The cost if start and goal are directly connected, otherwise NaN. */
  private direct = Infinity;
  private finished = true;
  private starts: Uint32Array = new Uint32Array(64);
  private startCosts: Float64Array = new Float64Array(64);

  constructor(private readonly hierarchy: CornerHierarchy) {
    if ((hierarchy as Partial<CornerHierarchy> | null | undefined)?.cornerGraph === undefined) throw new TypeError(`A CornerSearch takes a hierarchy of corners, CornerHierarchy.build(grid), got ${shown(hierarchy)}.`);
    this.grid = hierarchy.grid;
    this.walk = new OctileWalk(hierarchy.grid);
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
    return this.follow(out, (from, to, at) => this.walk.write(from, to, out, at));
  }

  /**
   * Writes the start, the corners at which the path may turn, and the goal; returns their number, 0 if there is no path. Between two of them,
   * diagonal steps come first, then straight ones.
   */
  waypoints(out: Uint32Array): number {
    return this.follow(out, (from, to, at) => {
      if (from === to) return at;
      out[at] = to;
      return at + 1;
    });
  }

  /** Writes the start, then what `write` adds for each part of the path, between corners. `write` takes and returns the length so far. */
  private follow(out: Uint32Array, write: (from: number, to: number, at: number) => number): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    const { corners } = this.hierarchy.cornerGraph;
    const turns = Number.isNaN(this.direct) ? this.query.path(this.route) : 0;
    let from = this.start;
    let length = 1;
    out[0] = from;
    for (let i = 0; i <= turns; i++) {
      const to = i < turns ? corners[this.route[i]] : this.goal;
      length = write(from, to, length);
      // Writes beyond the end of a typed array have no effect.
      if (length > out.length) throw new RangeError(`The path has more than ${out.length} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
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
    while (this.starts.length < m) [this.starts, this.startCosts] = [grown(this.starts), grown(this.startCosts)];
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
}
