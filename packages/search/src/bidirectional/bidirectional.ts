import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, checkSelfEstimate, checkVertex, revised } from '@pf/graph/kit';
import { zero } from '@pf/grid';
import type { FrontierOptions } from '../frontier/choose-frontier.ts';
import { chooseFrontier, chooseHeuristic } from '../frontier/choose-frontier.ts';
import type { Frontier } from '../frontier/frontier.ts';
import { trace, traceBack } from '../frontier/frontier.ts';
import { SlicedSearch } from '../sliced-search.ts';

/** Option of `BidirectionalAStar`: the heuristic. */
export interface BidirectionalAStarOptions {
  /**
   * Must be consistent: h(v) ≤ cost of the arc to u + h(u). Called for estimates to the goal and from the start. Default:
   * `graph.heuristic()` if the graph has it, as grids do; else 0. Omit it for grids: the default is computed in place and faster.
   */
  readonly heuristic?: Heuristic | undefined;
}

/**
 * Bidirectional A* with balanced potentials: Ikeda et al., "A Fast Algorithm for Finding Better Routes by AI Search Techniques",
 * Vehicle Navigation and Information Systems Conference, 1994; stop rule as in Goldberg & Harrelson, "Computing the Shortest Path:
 * A* Search Meets Graph Theory", SODA 2005.
 *
 * The searches use the potentials p(v) = (h(v, goal) − h(start, v)) / 2 and −p(v), so both search the same graph of reduced costs.
 * They stop when the sum of the lowest keys of both reaches μ, the cost of the best path seen.
 *
 * Departures: paths are checked when a vertex labelled by the other side is closed, not at every arc. In the proof of the stop rule, the end of the
 * arc that is closed later finds the path. This needs every arc, so the canonical order of grids is not used. The
 * side with fewer open vertices continues (Pohl, "Bi-directional Search", Machine Intelligence 6, 1971).
 *
 * Between two searches the arcs of the graph may change; its number of vertices may not.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { BidirectionalAStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const search = new BidirectionalAStar(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * search.path(new Uint32Array(grid.vertexCount)); // → 5
 * ```
 */
export class BidirectionalAStar extends SlicedSearch {
  /** The cost of the path; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  private readonly forward: Frontier;
  private readonly backward: Frontier;
  /** The user's heuristic, if any. */
  private readonly given: Heuristic | undefined;
  private readonly start = new Uint32Array(1);
  private readonly goal = new Uint32Array(1);
  /** μ, and the vertex where the path of that cost meets. */
  private best = Infinity;
  private meeting = NO_VERTEX;

  constructor(
    graph: Graph,
    options: BidirectionalAStarOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['heuristic'], 'BidirectionalAStar');
    const { counters, start, goal } = this;
    const heuristic = chooseHeuristic(graph, options.heuristic);
    this.given = options.heuristic;
    const make = (estimate: FrontierOptions['heuristic'], backward: boolean): Frontier => chooseFrontier(graph, counters, { heuristic: estimate, backward, weight: 1, everyArc: true });
    if (typeof heuristic !== 'function') {
      const known = heuristic === 'grid' ? 'balanced' : 'none';
      this.forward = make(known, false);
      this.backward = make(known, true);
    } else {
      const { follows } = heuristic;
      const potential = (v: number): number => (heuristic(v, goal[0]) - heuristic(start[0], v)) / 2;
      const halved = (one: Heuristic): Heuristic => revised(Object.assign(one, { follows }), () => heuristic.revision);
      this.forward = make(halved(potential), false);
      this.backward = make(halved((_start, v) => -potential(v)), true);
    }
  }

  /** The cost of the cheapest path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Begins a search from both ends; `run` continues it. */
  begin(start: number, goal: number): void {
    const { graph } = this;
    checkVertex(graph, start, 'start');
    checkVertex(graph, goal, 'goal');
    this.check();
    this.start[0] = start;
    this.goal[0] = goal;
    this.beginQuery();
  }

  /** Restarts the query on the current graph. If the heuristic throws, there is no result, and `run` starts over. */
  protected restart(): void {
    this.cost = Infinity;
    this.best = Infinity;
    this.meeting = NO_VERTEX;
    if (this.given !== undefined) {
      checkSelfEstimate(this.given, this.goal[0]);
      checkSelfEstimate(this.given, this.start[0]);
    }
    this.forward.begin(this.start, this.goal);
    this.backward.begin(this.goal, this.start);
  }

  protected override isUntouched(tails: Uint32Array, n: number): boolean {
    return this.forward.isUntouched(tails, n) && this.backward.isUntouched(tails, n);
  }

  protected slice(budget: number): boolean {
    const { forward, backward, counters } = this;
    for (let spent = 0; spent < budget; spent++) {
      const side = forward.openCount <= backward.openCount ? forward : backward;
      const other = side === forward ? backward : forward;
      // A side with an empty open list has closed everything reachable, including the other root if possible.
      if (forward.floor() + backward.floor() >= this.best) return this.finish();
      const v = side.next();
      if (v === NO_VERTEX) return this.finish();
      const through = side.cost(v) + other.cost(v);
      if (through < this.best) {
        this.best = through;
        this.meeting = v;
      }
      counters.expanded++;
      side.expand(v);
    }
    return false;
  }

  /** Writes the path from start to goal and returns its number of vertices; 0 if there is no path. */
  path(out: Uint32Array): number {
    const { meeting } = this;
    if (this.cost === Infinity) return 0;
    const length = trace(this.forward, meeting, out);
    return traceBack(this.backward, meeting, out, length - 1);
  }

  /** Cost of the cheapest path from the start to `v` so far; Infinity if none is known. */
  g(v: number): number {
    return this.forward.cost(v);
  }

  /** Cost of the cheapest path from `v` to the goal so far; Infinity if none is known. */
  gBackward(v: number): number {
    return this.backward.cost(v);
  }

  /** Whether `v` is open on either side. */
  isOpen(v: number): boolean {
    return this.forward.isOpen(v) || this.backward.isOpen(v);
  }

  /** Whether either side has expanded `v`. */
  isClosed(v: number): boolean {
    return this.forward.isClosed(v) || this.backward.isClosed(v);
  }

  private finish(): boolean {
    const { forward, backward, meeting } = this;
    if (meeting !== NO_VERTEX) this.cost = forward.cost(meeting) + backward.cost(meeting);
    return true;
  }
}

/**
 * Dijkstra's algorithm from both ends (Nicholson, "Finding the Shortest Route between Two Points in a Network", The Computer Journal
 * 9(3), 1966): bidirectional A* without estimates. The number of vertices must not change.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { BidirectionalDijkstra } from '@pf/search';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3], [0, 2, 7]]);
 * new BidirectionalDijkstra(graph).search(0, 2); // → 5
 * ```
 */
export class BidirectionalDijkstra extends BidirectionalAStar {
  constructor(graph: Graph) {
    super(graph, { heuristic: zero });
  }
}
