import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { checkBoolean, checkOption, checkOptions, checkSelfEstimate, shown } from '@pf/graph/kit';
import type { Frontier } from './frontier/frontier.ts';
import { checkVertices, trace, traceBack, vertexList } from './frontier/frontier.ts';
import type { QueueOptions } from './frontier/choose-frontier.ts';
import { chooseFrontier, chooseHeuristic } from './frontier/choose-frontier.ts';
import { NearestBound } from './nearest-bound.ts';
import { SlicedSearch } from './sliced-search.ts';

/** Options of `AStar`: heuristic, weight, direction and queue. */
export interface AStarOptions extends QueueOptions {
  /**
   * Must not exceed the true cost. Default: `graph.heuristic()` if the graph has it, as grids do; else 0. Omit it for grids: the default is
   * computed in place, which is faster than passing `grid.heuristic()`.
   */
  readonly heuristic?: Heuristic | undefined;
  /**
   * Factor on h, from 1 to 1e100. More means fewer expansions; with a consistent heuristic the path costs at most this multiple of the optimum. Default 1.
   * On most uniform grids `JumpPointSearch` finds the cheapest path faster than any weight: `BoundedSearch` chooses.
   */
  readonly weight?: number | undefined;
  /**
   * Whether a closed vertex reopens for a better label. Default: only with a weight of 1. With `true` the bound of a weight also holds for
   * inconsistent heuristics, at many times the expansions. Without it, such a heuristic has no bound.
   */
  readonly reopen?: boolean | undefined;
  /** 'backward' searches from the goal; the path still leads from start to goal. Default 'forward'. */
  readonly direction?: 'forward' | 'backward' | undefined;
  /**
   * If no goal can be reached, find a path to the reachable vertex with the lowest estimate to a goal; among equals, the cheapest. Vertices whose estimate is
   * Infinity, and those behind them, may be left out; from such a start the path may end there. On a grid with its own
   * heuristic this takes about as long as a search to that vertex; elsewhere, and with a weight above 1, everything reachable is expanded. On other graphs, and with
   * your own heuristic, each expansion also reads the estimate to every goal, even if one can be reached. Default false.
   */
  readonly nearest?: boolean | undefined;
  /**
   * Follow every arc, as in a textbook. By default, an A* on a grid without terrain follows only those that a cheapest path can need, and so opens fewer cells. For lessons take `queue: 'heap'` too:
   * buckets expand in the order of f only roughly. Default false.
   */
  readonly everyArc?: boolean | undefined;
}

/** The maximum weight: estimates times this stay finite. */
const GREATEST_WEIGHT = 1e100;
/** Above the relative rounding error of sums of costs, plus 1. */
const ROUNDED_UP = 1 + 1e-12;
const NONE = new Uint32Array(0);

/**
 * A*: Hart, Nilsson & Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE Transactions on
 * Systems Science and Cybernetics 4(2), 1968. With `weight`, the weighted A* of Pohl, "Heuristic Search Viewed as Path Finding
 * in a Graph", Artificial Intelligence 1, 1970.
 *
 * Departures: with a weight of 1, closed vertices reopen for better labels, so the heuristic need not be
 * consistent. With buckets, the search ends only after the goal's whole bucket. Grids have their own
 * expansion, with canonical moves where they suffice (lattice-frontier.ts).
 *
 * Between two searches the arcs of the graph may change; its number of vertices may not.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const astar = new AStar(grid);
 * astar.search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * const out = new Uint32Array(grid.vertexCount);
 * astar.path(out); // → 5
 * grid.x(out[4]); // → 2
 * ```
 */
export class AStar extends SlicedSearch {
  /** The cost of the path; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  /** End of the path: the goal or, with `nearest`, the vertex nearest to it; NO_VERTEX if there is no path. */
  end = NO_VERTEX;
  /** Whether it leads to the reachable vertex nearest to the goal if the goal cannot be reached. */
  readonly nearest: boolean;
  private readonly frontier: Frontier;
  private readonly backward: boolean;
  /** The user's heuristic, if any. */
  private readonly given: Heuristic | undefined;
  private starts: Uint32Array = new Uint32Array(1);
  private goals: Uint32Array = new Uint32Array(1);
  /** The goal; with several goals, those marked count instead. */
  private target = NO_VERTEX;
  private marks: Uint8Array | undefined;
  private marked = false;
  private found = NO_VERTEX;
  /** The vertex nearest to a goal so far, and its estimate. */
  private closest = NO_VERTEX;
  private closestEstimate = Infinity;
  /** With `nearest` on a grid with its own heuristic: the lowest estimate that can be reached. */
  private readonly bound: NearestBound | undefined;

  constructor(
    graph: Graph,
    options: AStarOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['heuristic', 'weight', 'reopen', 'direction', 'nearest', 'everyArc', 'queue', 'ties', 'bucketWidth'], 'AStar');
    const { weight = 1, direction = 'forward', nearest = false, everyArc = false, reopen = true } = options;
    checkBoolean(nearest, 'nearest');
    checkBoolean(everyArc, 'everyArc');
    checkBoolean(reopen, 'reopen');
    const heuristic = chooseHeuristic(graph, options.heuristic);
    this.given = options.heuristic;
    if (typeof weight !== 'number' || !(weight >= 1 && weight <= GREATEST_WEIGHT)) throw new RangeError(`The weight of the heuristic must be from 1 to ${GREATEST_WEIGHT}, got ${shown(weight)}.`);
    checkOption('direction', direction, ['forward', 'backward']);
    this.backward = direction === 'backward';
    this.nearest = nearest;
    if (nearest && (this.backward || heuristic === 'none')) throw new RangeError(`The option nearest needs ${this.backward ? "direction 'forward', got 'backward'" : 'a heuristic, and this graph has none: pass one'}.`);
    this.frontier = chooseFrontier(graph, this.counters, { ...options, heuristic, weight, backward: this.backward, filtered: !nearest && !everyArc });
    if (nearest && heuristic === 'grid' && weight === 1) this.bound = new NearestBound(graph as Grid, this.frontier);
  }

  /**
   * Returns the cost of the cheapest path; Infinity if there is none. With `nearest`, the cost of the path to the vertex nearest to the goal. Of several starts, such as the
   * cells of a road that is joined, the path begins at the one that is cheapest.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { AStar } from '@pf/search';
   *
   * const grid = new Grid(9, 9, { movement: 'four' });
   * const road = [0, 1, 2, 3, 4].map((x) => grid.vertex(x, 0));
   * new AStar(grid).search(road, grid.vertex(3, 5)); // → 5
   * ```
   */
  search(start: number | ArrayLike<number>, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /**
   * As `search`, to the goal that is cheapest to reach; see `end`.
   *
   * With more than 64 goals (backwards: starts) it searches without estimates, as `Dijkstra` does, unless they are a grid's own.
   * To keep them, add one vertex behind all goals, with arcs of cost 0 to it, and search to that vertex. Let the estimate be 0 there and at the goals.
   */
  searchNearest(start: number | ArrayLike<number>, goals: ArrayLike<number>): number {
    this.begin(start, goals);
    this.run();
    return this.cost;
  }

  /** Begins a search from the start to the goal; of several, between those that are cheapest. `run` continues it. */
  begin(start: number | ArrayLike<number>, goals: number | ArrayLike<number>): void {
    const { graph } = this;
    checkVertices(graph, start, 'start');
    checkVertices(graph, goals, 'goal');
    this.check();
    this.unmark();
    this.starts = vertexList(start, this.starts);
    this.goals = vertexList(goals, this.goals);
    this.beginQuery();
  }

  /** Restarts the query on the current graph. If the heuristic throws, there is no result, and `run` starts over. */
  protected restart(): void {
    const { frontier, starts, goals } = this;
    this.cost = Infinity;
    this.end = NO_VERTEX;
    this.found = NO_VERTEX;
    const isEmpty = starts.length === 0 || goals.length === 0;
    this.closest = this.nearest && !isEmpty ? starts[0] : NO_VERTEX;
    this.closestEstimate = Infinity;
    const roots = this.backward ? goals : starts;
    const targets = this.backward ? starts : goals;
    if (this.given !== undefined) for (const v of targets) checkSelfEstimate(this.given, v);
    frontier.begin(isEmpty ? NONE : roots, targets);
    this.bound?.begin(starts[0], isEmpty ? NONE : goals);
    this.target = targets.length === 1 ? targets[0] : NO_VERTEX;
    if (targets.length > 1) this.mark(targets);
  }

  protected override isUntouched(tails: Uint32Array, n: number): boolean {
    return this.bound === undefined && this.frontier.isUntouched(tails, n);
  }

  protected slice(budget: number): boolean {
    // If only the goal must be checked, the frontier runs its own loop, a third faster.
    const alone = !this.marked && !this.nearest;
    if (alone ? this.frontier.advance(budget, this.target) : this.advance(budget)) return false;
    this.finish();
    return true;
  }

  /**
   * Writes the path from start to goal and returns its number of vertices; 0 if there is no path. With `v`, the path from the start to that vertex (backward: from it to the goal) so far,
   * also while the search runs; 0 if none is known.
   */
  path(out: Uint32Array, v?: number): number {
    const { frontier, backward } = this;
    if (v === undefined ? this.end === NO_VERTEX : !(frontier.cost(v) < Infinity)) return 0;
    const end = v ?? (backward ? this.found : this.end);
    return backward ? traceBack(frontier, end, out, 0) : trace(frontier, end, out);
  }

  /** The vertex before `v` on the path to it so far (backward: after it); NO_VERTEX for a start and for vertices not reached. */
  parent(v: number): number {
    return this.frontier.cost(v) < Infinity ? this.frontier.parent(v) : NO_VERTEX;
  }

  /** The vertex that was expanded last, for drawing a search step by step; NO_VERTEX before the first. */
  get lastExpanded(): number {
    return this.frontier.lastExpanded;
  }

  /** Cost of the cheapest path to `v` so far (backward: from `v`); Infinity if none is known. */
  g(v: number): number {
    return this.frontier.cost(v);
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.frontier.isOpen(v);
  }

  /** Whether `v` has been expanded, or reached as a goal. */
  isClosed(v: number): boolean {
    return this.frontier.isClosed(v);
  }

  /** As `advance` of the frontier, for several goals or with `nearest`. */
  private advance(budget: number): boolean {
    const { frontier, counters, target, nearest, bound } = this;
    const marks = this.marked ? this.marks : undefined;
    for (let left = budget; left > 0; left--) {
      const v = frontier.next();
      if (v === NO_VERTEX) return false;
      if (v === target || (marks !== undefined && marks[v] === 1)) {
        // A cheaper label of a goal may still be open in the same bucket; the cap ends the search if not.
        if (frontier.capAt(v)) this.found = v;
        continue;
      }
      if (nearest) this.compare(v);
      counters.expanded++;
      frontier.expand(v);
      if (bound !== undefined) this.stopAt(bound);
    }
    return true;
  }

  /** Once nothing nearer can be reached, only equally near vertices of lower cost matter: those with a lower key. */
  private stopAt(bound: NearestBound): void {
    const { frontier, closest } = this;
    bound.work();
    if (this.found !== NO_VERTEX || this.closestEstimate > bound.floor * ROUNDED_UP) return;
    frontier.cap((frontier.cost(closest) + this.closestEstimate) * ROUNDED_UP);
  }

  private finish(): void {
    const { frontier, target, closest } = this;
    if (target !== NO_VERTEX && frontier.isClosed(target)) this.found = target;
    const { found } = this;
    const last = found === NO_VERTEX ? closest : found;
    if (last === NO_VERTEX) return;
    // Also with a weight, this is the cost of the path. The key of a better label is lower than the one with which its vertex was expanded. So the
    // vertex is expanded again before any vertex behind it.
    this.cost = frontier.cost(last);
    this.end = last;
    if (this.backward) for (let v = last; v !== NO_VERTEX; v = frontier.parent(v)) this.end = v;
  }

  private compare(v: number): void {
    const { frontier, closest, closestEstimate } = this;
    const estimate = frontier.estimate(v);
    // Equal estimates may be rounded differently.
    if (estimate * ROUNDED_UP < closestEstimate || (estimate <= closestEstimate * ROUNDED_UP && frontier.cost(v) < frontier.cost(closest))) {
      this.closest = v;
      this.closestEstimate = estimate;
    }
  }

  private mark(targets: Uint32Array): void {
    this.marks ??= new Uint8Array(this.graph.vertexCount);
    for (const v of targets) this.marks[v] = 1;
    this.marked = true;
  }

  private unmark(): void {
    if (!this.marked) return;
    for (const v of this.backward ? this.starts : this.goals) this.marks![v] = 0;
    this.marked = false;
  }
}
