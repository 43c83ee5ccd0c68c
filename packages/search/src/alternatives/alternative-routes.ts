/**
 * Alternative routes: different from the cheapest, but still sensible.
 *
 * Plateaus: Cambridge Vehicle Information Technology, "Choice Routing", 2005; with limits for detour and overlap as in I. Abraham, D. Delling, A. V. Goldberg,
 * R. F. Werneck, "Alternative Routes in Road Networks", SEA 2010. A plateau is a chain of arcs in both the shortest-path tree from the start and
 * the one to the goal; the route over it has no detour shorter than the plateau. The best route has the lowest cost without its plateau.
 *
 * Departure: instead of a test for local detours, plateaus below a tenth of the cheapest cost (with the arcs before and after them) are skipped.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkOptions, checkVertex, nextStamp, shown } from '@pf/graph/kit';
import { Dijkstra } from '../dijkstra.ts';

/** Limits on alternatives. */
export interface AlternativeRoutesOptions {
  /** Maximum number of routes, the cheapest included. Default 3. */
  readonly maxRoutes?: number | undefined;
  /** Maximum cost of a route, as a multiple of the cheapest. Default 1.4. */
  readonly stretch?: number | undefined;
  /** Share of the cheapest cost that a route may have in common with any earlier one, 0 to 1. Default 0.6. */
  readonly overlap?: number | undefined;
}

/** Minimum cost of a plateau, as a fraction of the cheapest route. */
const LEAST_PLATEAU = 0.1;
/** Relative tolerance of the greatest cost and overlap: sums of both searches round differently. */
const ROUNDING = 1e-12;

interface Route {
  readonly vertices: Uint32Array;
  readonly cost: number;
}

/**
 * Finds a few routes that differ, for navigation, patrols, or groups that should spread out.
 *
 * Each `search` runs three Dijkstra searches, bounded by `stretch`. Memory: 70 bytes a vertex.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AlternativeRoutes } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.........', '.#######.', '.#######.', '.........'], { movement: 'four' });
 * const routes = new AlternativeRoutes(grid);
 * routes.search(grid.vertex(0, 1), grid.vertex(8, 1)); // → 2
 * [routes.cost(0), routes.cost(1)]; // → [10, 12]
 * ```
 */
export class AlternativeRoutes {
  private readonly maxRoutes: number;
  private readonly stretch: number;
  private readonly overlap: number;
  private readonly fromStart: Dijkstra;
  private readonly toGoal: Dijkstra;
  private readonly reached: Uint32Array;
  /** By vertex: the next one on the routes found so far, one array for each. */
  private readonly after: Int32Array[] = [];
  private readonly visited: Int32Array;
  private visit = 0;
  private routes: Route[] = [];

  constructor(
    private readonly graph: Graph,
    options: AlternativeRoutesOptions = {},
  ) {
    checkOptions(options, ['maxRoutes', 'stretch', 'overlap'], 'AlternativeRoutes');
    const { maxRoutes = 3, stretch = 1.4, overlap = 0.6 } = options;
    if (!(Number.isInteger(maxRoutes) && maxRoutes >= 1)) throw new RangeError(`maxRoutes must be a whole number of 1 or more, got ${shown(maxRoutes)}.`);
    if (typeof stretch !== 'number' || !(stretch >= 1 && stretch < Infinity)) throw new RangeError(`stretch must be a finite number of 1 or more, got ${shown(stretch)}.`);
    if (typeof overlap !== 'number' || !(overlap >= 0 && overlap <= 1)) throw new RangeError(`overlap must be from 0 to 1, got ${shown(overlap)}.`);
    this.maxRoutes = maxRoutes;
    this.stretch = stretch;
    this.overlap = overlap;
    this.fromStart = new Dijkstra(graph);
    this.toGoal = new Dijkstra(graph, { direction: 'backward' });
    this.reached = new Uint32Array(graph.vertexCount);
    this.visited = new Int32Array(graph.vertexCount);
  }

  /** Finds the cheapest route and its alternatives and returns their number; 0 if the goal cannot be reached. */
  search(start: number, goal: number): number {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    const { fromStart, toGoal } = this;
    // Throws if the graph has outgrown the search, which then keeps its routes.
    toGoal.begin(goal, { targets: start });
    this.routes = [];
    toGoal.run();
    const cheapest = toGoal.cost;
    if (cheapest === Infinity) return 0;
    const radius = this.stretch * cheapest;
    const n = fromStart.flood(start, radius);
    toGoal.flood(goal, radius);
    this.take(goal);
    if (start === goal || this.maxRoutes === 1) return this.routes.length;
    for (const end of this.plateaus(n, cheapest)) {
      if (this.routes.length === this.maxRoutes) break;
      this.take(end);
    }
    return this.routes.length;
  }

  /** Cost of route `i`; route 0 is the cheapest. */
  cost(i: number): number {
    return this.route(i).cost;
  }

  /** Writes route `i`, start first, and returns its number of vertices. */
  path(i: number, out: Uint32Array): number {
    checkBuffer(out);
    const { vertices } = this.route(i);
    if (vertices.length > out.length) throw new RangeError(`The route has ${vertices.length} vertices, and the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    out.set(vertices);
    return vertices.length;
  }

  private route(i: number): Route {
    const route = this.routes.at(Number.isInteger(i) && i >= 0 ? i : this.routes.length);
    if (route === undefined) throw new RangeError(`There are ${this.routes.length} routes, numbered from 0, got ${shown(i)}: search returns how many there are.`);
    return route;
  }

  /** Last vertices of all plateaus that are long enough and within the radius, the best first. */
  private plateaus(n: number, cheapest: number): number[] {
    const { fromStart, toGoal, reached } = this;
    const most = this.stretch * cheapest * (1 + ROUNDING);
    const ends: { v: number; rank: number }[] = [];
    fromStart.reached(reached);
    for (let i = 0; i < n; i++) {
      const v = reached[i];
      const cost = fromStart.distance(v) + toGoal.distance(v);
      if (!(cost <= most)) continue;
      const onward = toGoal.parent(v);
      if (onward !== NO_VERTEX && fromStart.parent(onward) === v) continue;
      let first = v;
      for (let u = fromStart.parent(first); u !== NO_VERTEX && toGoal.parent(u) === first; u = fromStart.parent(first)) first = u;
      const length = fromStart.distance(v) - fromStart.distance(first);
      // With the arcs before and after it: on a road without crossings, the plateau may be a single vertex.
      const before = fromStart.parent(first);
      const reach = fromStart.distance(v) - (before === NO_VERTEX ? 0 : fromStart.distance(before)) + toGoal.distance(v) - (onward === NO_VERTEX ? 0 : toGoal.distance(onward));
      if (reach >= LEAST_PLATEAU * cheapest) ends.push({ v, rank: cost - length });
    }
    return ends.sort((a, b) => a.rank - b.rank || a.v - b.v).map(({ v }) => v);
  }

  /** Adds the route through `via`, unless it has loops or shares too much with an earlier one. */
  private take(via: number): void {
    const { fromStart, toGoal, visited, routes, after, reached } = this;
    const visit = (this.visit = nextStamp(visited, this.visit, 1));
    let n = 0;
    for (let v = via; v !== NO_VERTEX; v = fromStart.parent(v)) reached[reached.length - ++n] = v;
    const vertices = [...reached.subarray(reached.length - n)];
    for (let v = toGoal.parent(via); v !== NO_VERTEX; v = toGoal.parent(v)) vertices.push(v);
    for (const v of vertices) {
      if (visited[v] === visit) return;
      visited[v] = visit;
    }
    const cost = fromStart.distance(via) + toGoal.distance(via);
    for (let r = 0; r < routes.length; r++) {
      let shared = 0;
      let differs = false;
      for (let i = 0; i + 1 < vertices.length; i++) {
        if (after[r][vertices[i]] === vertices[i + 1]) shared += this.arcCost(vertices[i], vertices[i + 1], i < n - 1);
        else differs = true;
      }
      if (!differs || shared > this.overlap * routes[0].cost * (1 + ROUNDING)) return;
    }
    const next = (after[routes.length] ??= new Int32Array(visited.length)).fill(NO_VERTEX);
    for (let i = 0; i + 1 < vertices.length; i++) next[vertices[i]] = vertices[i + 1];
    routes.push({ vertices: Uint32Array.from(vertices), cost });
  }

  /** Cost of an arc of one of the two trees. */
  private arcCost(u: number, v: number, inFirst: boolean): number {
    const { fromStart, toGoal } = this;
    return inFirst ? fromStart.distance(v) - fromStart.distance(u) : toGoal.distance(u) - toGoal.distance(v);
  }
}
