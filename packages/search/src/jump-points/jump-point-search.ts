import type { Heuristic } from '@pf/graph';
import { checkBuffer, checkGrid, checkHeuristic, checkOptions, checkSelfEstimate, checkVertex, grown, reverseFirst } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { JumpGraphFrontier } from './jump-graph-frontier.ts';
import { GraphJumps } from './graph-jumps.ts';
import { JumpFrontier } from './jump-frontier.ts';
import type { JumpLocator } from './jump-locator.ts';
import { bendOf, checkPathBuffer, lengthOf, stepsOf, unroll } from './jump-path.ts';
import type { TerrainFrontier } from './terrain-frontier.ts';
import type { TerrainJumps } from './terrain-jumps.ts';
import { SlicedSearch } from '../sliced-search.ts';

/** Largest number of vertices for jump point search. */
export const MOST_VERTICES = 2 ** 27;

/** Options of `JumpPointSearch`. */
export interface JumpPointSearchOptions {
  /** Finds the jump points. Default: keeps them from search to search; among random obstacles, a `JumpScanner`. For terrain or one-way cells pass a `TerrainJumps`. All follow the grid's edits. */
  readonly locator?: JumpLocator | TerrainJumps | undefined;
  /**
   * Must not exceed the true cost. Called once for each jump point labelled. Default: the cost on an empty map, computed in place. The heuristic of
   * `Landmarks` (@pf/preprocess) can be faster; `grid.heuristic()` is only slower.
   */
  readonly heuristic?: Heuristic | undefined;
}

/** Edited cells processed when a search begins. Further ones count as expansions. */
const EDITS_AT_ONCE = 64;
const EDITS_AN_EXPANSION = 4;

/**
 * Jump point search: Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point
 * Search", ICAPS 2014. A* that jumps to the next cell where a shortest path may turn. It finds paths of the same cost as A*
 * with a fraction of the expansions, on uniform 4- or 8-connected grids under every corner rule; with `TerrainJumps` also on terrain.
 *
 * Jump points and their successors are kept from search to search, and scanned again where an edit may change them (jump-graph.ts).
 *
 * The loop is in jump-graph-frontier.ts, and for other locators in jump-frontier.ts. Departures: a separate part finds the jump points. Diagonal jump points are not
 * queued, only their successors (intermediate pruning, 2014). The goal is never queued: its label ends the search as
 * soon as nothing open can be better. Buckets are half a straight step wide, so a closed vertex
 * may reopen for a better label, and the user's heuristic need not be consistent. Costs are summed as whole numbers (`wholeLengths`), so comparisons are exact.
 *
 * A query that meets no new jump points allocates at most a few numbers. Memory: 6.6 bytes per vertex on a map of 512 × 512, and some 150 per jump point met; among
 * random obstacles, 18.6 per vertex.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpPointSearch } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const search = new JumpPointSearch(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(4, 2)); // → 6
 * const out = new Uint32Array(grid.vertexCount);
 * search.path(out); // → 7
 * search.waypoints(out); // → 3
 * [grid.x(out[1]), grid.y(out[1])]; // → [4, 0]
 * ```
 */
export class JumpPointSearch extends SlicedSearch {
  /** The cost of the path; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  private readonly locator: JumpLocator | GraphJumps | TerrainJumps;
  private readonly frontier: JumpFrontier | JumpGraphFrontier | TerrainFrontier;
  /** The user's heuristic, if any. */
  private readonly given: Heuristic | undefined;
  /** Ends of the path's jumps, last first. */
  private ends = new Int32Array(64);
  private start = 0;
  private goal = 0;
  /** Whether the locator is up to date with the map and the goal. */
  private ready = true;

  constructor(
    private readonly grid: Grid,
    options: JumpPointSearchOptions = {},
  ) {
    super(grid);
    checkOptions(options, ['locator', 'heuristic'], 'JumpPointSearch');
    if (options.heuristic !== undefined) checkHeuristic(options.heuristic);
    this.given = options.heuristic;
    if (grid.vertexCount > MOST_VERTICES) throw new RangeError(`Jump point search takes grids of up to 2²⁷ vertices, got ${grid.vertexCount}; take AStar.`);
    checkGrid(grid, 'Jump point search');
    this.locator = options.locator ?? GraphJumps.orScanner(grid);
    if (this.locator.grid !== grid) throw new RangeError('The locator was made for another grid: pass one made for the grid of the search.');
    this.frontier = 'frontier' in this.locator ? this.locator.frontier(this.counters, this.given) : new JumpFrontier(grid, this.locator, this.counters, this.given);
  }

  /** The cost of the cheapest path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /**
   * Starts a search on the current map; `run` continues it. After many edits, `run` first updates the bit maps. It visits a cell at most nine times,
   * and eighty visits count as one expansion.
   */
  begin(start: number, goal: number): void {
    const { grid } = this;
    checkVertex(grid, start, 'start');
    checkVertex(grid, goal, 'goal');
    this.checkIdle();
    this.followsEdits = true;
    this.busy = true;
    try {
      this.restart(start, goal);
    } finally {
      this.busy = false;
    }
    this.counters.reset();
  }

  /** Restarts the query on the current map. */
  protected restart(start = this.start, goal = this.goal): void {
    const { given, locator, frontier } = this;
    const { version } = this.grid;
    // If these throw, the last result stays.
    if (given !== undefined) checkSelfEstimate(given, goal);
    this.ready = locator.begin(start, goal, EDITS_AT_ONCE);
    this.start = start;
    this.goal = goal;
    this.cost = start === goal ? 0 : Infinity;
    this.finished = start === goal;
    // If the heuristic throws here, `run` begins again.
    this.version = NaN;
    frontier.begin(start, goal);
    this.begun = true;
    this.version = version;
  }

  protected slice(budget: number): boolean {
    const { grid, locator, frontier, start, goal } = this;
    if (grid.cells[goal] === 0) return true;
    // Another search may share the locator and have started since.
    if (locator.goal !== goal) this.ready = false;
    // Updating counts as expansions of the budget.
    this.ready ||= locator.begin(start, goal, EDITS_AN_EXPANSION * budget);
    if (!this.ready || frontier.advance(budget)) return false;
    this.cost = frontier.cost(goal);
    return true;
  }

  /** Writes all cells of the path from start to goal and returns their number; 0 if there is no path. */
  path(out: Uint32Array): number {
    if (this.cost === Infinity) return 0;
    checkBuffer(out);
    const { grid, frontier, start, goal } = this;
    const perStride = 1 / grid.stride;
    let { ends } = this;
    let jumps = 0;
    for (let v = goal; v !== start; v = frontier.parent(v)) {
      if (jumps === ends.length) ends = this.ends = grown(ends);
      ends[jumps++] = v;
    }
    let length = 1;
    if (out.length < grid.vertexCount) {
      for (let i = jumps - 1, v = start; i >= 0; v = ends[i--]) length += stepsOf(grid, perStride, v, ends[i]);
      checkPathBuffer(length, out);
      length = 1;
    }
    out[0] = start;
    for (let i = jumps - 1, v = start; i >= 0; v = ends[i--]) length = unroll(grid, perStride, v, ends[i], out, length, i > 2);
    return length;
  }

  /** Writes the start, the cells where the path turns, and the goal; returns their number, 0 if there is no path. */
  waypoints(out: Uint32Array): number {
    if (this.cost === Infinity) return 0;
    checkBuffer(out);
    const { grid, frontier, start, goal } = this;
    let length = 0;
    let last = 0;
    // From the goal back: the end of a line is kept if the direction changes there.
    const keep = (from: number, to: number): void => {
      if (from === to) return;
      const step = (to - from) / lengthOf(grid, from, to);
      if (step === last) return;
      last = step;
      checkPathBuffer(length + 2, out);
      out[length++] = to;
    };
    checkPathBuffer(1, out);
    for (let v = goal; v !== start; v = frontier.parent(v)) {
      const parent = frontier.parent(v);
      const bend = bendOf(grid, parent, v);
      keep(bend, v);
      keep(parent, bend);
    }
    out[length++] = start;
    reverseFirst(out, length);
    return length;
  }

  /** Cost of the cheapest path to `v` so far; Infinity if none is known or `v` is not a jump point. With `TerrainJumps`, cells that a scan has passed have one too. */
  g(v: number): number {
    return this.frontier.cost(v);
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.frontier.isOpen(v);
  }

  /** Whether `v` was expanded or discarded (the goal was already cheaper), or is the goal and was reached. With `TerrainJumps`, also whether a scan has passed it. */
  isClosed(v: number): boolean {
    return this.frontier.isClosed(v);
  }
}
