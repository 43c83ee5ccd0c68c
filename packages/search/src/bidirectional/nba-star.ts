import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, checkRead, checkSelfEstimate, checkVertex } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { zero } from '@pf/grid';
import { LazyHeap } from '@pf/queues';
import { chooseHeuristic } from '../frontier/choose-frontier.ts';
import { throwBadEstimate, trace, traceBack } from '../frontier/frontier.ts';
import { GridDistance } from '../grid-distance.ts';
import { SlicedSearch } from '../sliced-search.ts';

/** Option of `NBAStar`: the heuristic. */
export interface NBAStarOptions {
  /**
   * Must be consistent: h(v) ≤ cost of the arc to u + h(u). Called for estimates to the goal and from the start. Default:
   * `graph.heuristic()` if the graph has it, as grids do; else 0. Omit it for grids: the default is computed in place and faster.
   */
  readonly heuristic?: Heuristic | undefined;
}

/** The rest of a word has room for one flag and the stamp, which must have enough bits for several searches in a row. */
const MOST_PARENT_BITS = 28;

/** One of the two sides of the search. */
class Side {
  readonly g: Float64Array;
  /** By vertex: the stamp of the search that labelled it, whether it has left M, and its parent + 1 (0 for a root). */
  readonly words: Int32Array;
  readonly open = new LazyHeap();

  constructor(
    vertexCount: number,
    private readonly parentMask: number,
  ) {
    this.g = new Float64Array(vertexCount);
    this.words = new Int32Array(vertexCount);
  }

  /** NO_VERTEX for a root, whose parent field is 0. */
  parent(v: number): number {
    return (this.words[v] & this.parentMask) - 1;
  }
}

/**
 * NBA*, new bidirectional A*: Pijls & Post, "Yet Another Bidirectional Algorithm for Finding the Shortest Path", Econometric
 * Institute Report EI 2009-10, Erasmus University Rotterdam, 2009.
 *
 * Both sides share M, the vertices that neither has removed yet: each vertex is expanded at most once. A removed vertex is
 * expanded only if g₁ + h₁ < L and g₁ + F₂ − h₂ < L, where L is the cost of the best path seen and F₂ the lowest key of the other side.
 * The search ends when the open list of either side is empty. Departures: the side with fewer open entries
 * continues, and a better label is pushed beside the old one. Memory: 24 bytes a vertex and 12 for each open entry of both sides.
 *
 * Between two searches the arcs of the graph may change; its number of vertices may not.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { NBAStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const search = new NBAStar(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * search.path(new Uint32Array(grid.vertexCount)); // → 5
 * ```
 */
export class NBAStar extends SlicedSearch {
  /** The cost of the path; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  private readonly sides: readonly [Side, Side];
  /** The bits of a word: the stamp; below it a flag, on the forward side, that the vertex has left M; then the parent. */
  private readonly stampMask: number;
  private readonly left: number;
  private stamp: number;
  /** F of the paper by side: the lowest g + h among open vertices when last computed. */
  private readonly F = new Float64Array(2);
  private L = Infinity;
  private meeting = NO_VERTEX;
  /** Start and goal as lists of one vertex, as distances take lists. */
  private readonly start = new Uint32Array(1);
  private readonly goal = new Uint32Array(1);
  private readonly heuristic: Heuristic;
  /** The heuristic, unless it is a grid's own. */
  private readonly given: Heuristic | undefined;
  /** A grid's own estimates, computed in place. */
  private readonly grid: Grid | undefined;
  private readonly distances: readonly [GridDistance, GridDistance] = [new GridDistance(), new GridDistance()];
  /** The last estimate, in an array: V8 boxes a fraction that a call returns, unless it inlines the call. */
  private readonly h = new Float64Array(1);
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(
    graph: Graph,
    options: NBAStarOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['heuristic'], 'NBAStar');
    const { vertexCount, maxDegree } = graph;
    const parentBits = 32 - Math.clz32(vertexCount);
    if (parentBits > MOST_PARENT_BITS) throw new RangeError(`NBAStar takes graphs of fewer than ${2 ** MOST_PARENT_BITS} vertices, got ${vertexCount}: take BidirectionalAStar.`);
    this.left = 1 << parentBits;
    this.stampMask = -1 << (parentBits + 1);
    // No vertex has this stamp before the first search.
    this.stamp = 2 * this.left;
    this.sides = [new Side(vertexCount, this.left - 1), new Side(vertexCount, this.left - 1)];
    const heuristic = chooseHeuristic(graph, options.heuristic);
    this.given = options.heuristic;
    this.heuristic = typeof heuristic === 'function' ? heuristic : zero;
    this.grid = heuristic === 'grid' ? (graph as Grid) : undefined;
    this.to = new Uint32Array(maxDegree);
    this.arcCost = new Float64Array(maxDegree);
  }

  /** The cost of the cheapest path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Begins a search from both ends; `run` continues it. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.check();
    this.start[0] = start;
    this.goal[0] = goal;
    this.beginQuery();
  }

  /** Restarts the query on the current graph. If the heuristic throws, there is no result, and `run` starts over. */
  protected restart(): void {
    const start = this.start[0];
    const goal = this.goal[0];
    this.stamp = (this.stamp + 2 * this.left) | 0;
    if (this.stamp === 0) {
      for (const { words } of this.sides) words.fill(0);
      this.stamp = 2 * this.left;
    }
    this.cost = Infinity;
    this.L = start === goal ? 0 : Infinity;
    this.meeting = start;
    if (this.grid !== undefined) {
      this.distances[0].aim(this.grid, this.grid.lengths, this.goal);
      this.distances[1].aim(this.grid, this.grid.lengths, this.start);
    }
    if (this.given !== undefined) {
      checkSelfEstimate(this.given, goal);
      checkSelfEstimate(this.given, start);
    }
    this.plant(0, start);
    this.plant(1, goal);
  }

  protected slice(budget: number): boolean {
    const { sides, F, h, left, stamp, stampMask, counters } = this;
    const rejected = stamp | left;
    const known = stampMask | left;
    const forwardWords = sides[0].words;
    for (let spent = 0; spent < budget; spent++) {
      const mine = sides[0].open.size <= sides[1].open.size ? 0 : 1;
      const side = sides[mine];
      const key = side.open.peekKey();
      const v = side.open.pop();
      if (v < 0) return this.finish();
      counters.queueOperations++;
      const word = forwardWords[v];
      // An entry with a better label was popped before.
      if ((word & known) === rejected) continue;
      // The lowest key of all open vertices. It belongs to the best label of v, since that was pushed with a lower key than the others.
      if (key >= this.L) return this.finish();
      F[mine] = key;
      // If only the backward side has labelled it, there is no parent to keep.
      forwardWords[v] = (word & stampMask) === stamp ? word | left : rejected;
      this.estimate(1 - mine, v);
      if (side.g[v] + F[1 - mine] - h[0] >= this.L) continue;
      counters.expanded++;
      this.expand(v, mine);
    }
    return false;
  }

  /** Writes the path from start to goal and returns its number of vertices; 0 if there is no path. */
  path(out: Uint32Array): number {
    const { sides, meeting } = this;
    if (this.cost === Infinity) return 0;
    const length = trace(sides[0], meeting, out);
    return traceBack(sides[1], meeting, out, length - 1);
  }

  /** The cost of the cheapest path from the start to `v` found so far; Infinity if there is none. */
  g(v: number): number {
    return this.label(0, v);
  }

  /** The cost of the cheapest path from `v` to the goal found so far; Infinity if there is none. */
  gBackward(v: number): number {
    return this.label(1, v);
  }

  /** Whether `v` is open on either side. */
  isOpen(v: number): boolean {
    return !this.isClosed(v) && this.sides.some(({ words }) => (words[v] & this.stampMask) === this.stamp);
  }

  /** Whether `v` was removed from M. */
  isClosed(v: number): boolean {
    return (this.sides[0].words[v] & (this.stampMask | this.left)) === (this.stamp | this.left);
  }

  /** A word without a parent belongs to the root, or to a vertex that the other side removed from M. */
  private label(mine: 0 | 1, v: number): number {
    const side = this.sides[mine];
    const root = mine === 0 ? this.start[0] : this.goal[0];
    return (side.words[v] & this.stampMask) === this.stamp && (v === root || side.parent(v) !== NO_VERTEX) ? side.g[v] : Infinity;
  }

  private finish(): boolean {
    this.cost = this.L;
    return true;
  }

  private plant(mine: 0 | 1, v: number): void {
    const side = this.sides[mine];
    side.open.clear();
    this.estimate(mine, v);
    if (Number.isNaN(this.h[0])) throwBadEstimate(v, mine === 0 ? this.goal[0] : this.start[0], NaN);
    this.F[mine] = this.h[0];
    side.g[v] = 0;
    side.words[v] = this.stamp;
    side.open.push(v, this.h[0]);
    this.counters.queueOperations++;
  }

  private expand(v: number, mine: 0 | 1): void {
    const { graph, stamp, stampMask, left, to, arcCost, sides, counters, h } = this;
    const { g, words, open } = sides[mine];
    const { g: otherG, words: otherWords } = sides[1 - mine];
    const forwardWords = sides[0].words;
    const n = mine === 0 ? graph.successors(v, to, arcCost) : graph.predecessors(v, to, arcCost);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      if (!(arcCost[i] >= 0 && u < g.length)) checkRead(g.length, v, n, to, arcCost);
      if ((forwardWords[u] & (stampMask | left)) === (stamp | left)) continue;
      const gu = g[v] + arcCost[i];
      if ((words[u] & stampMask) === stamp && gu >= g[u]) continue;
      words[u] = stamp | (v + 1);
      g[u] = gu;
      counters.generated++;
      counters.queueOperations++;
      this.estimate(mine, u);
      const key = gu + h[0];
      if (Number.isNaN(key)) throwBadEstimate(u, mine === 0 ? this.goal[0] : this.start[0], NaN);
      open.push(u, key);
      if ((otherWords[u] & stampMask) === stamp && gu + otherG[u] < this.L) {
        this.L = gu + otherG[u];
        this.meeting = u;
      }
    }
  }

  /** Writes h for a side: to the goal for the forward side, from the start for the backward side. */
  private estimate(side: number, v: number): void {
    const { grid, h } = this;
    if (grid === undefined) {
      h[0] = side === 0 ? this.heuristic(v, this.goal[0]) : this.heuristic(this.start[0], v);
      return;
    }
    const x = v % grid.stride;
    this.distances[side].write(x, (v - x) / grid.stride, h);
  }
}
