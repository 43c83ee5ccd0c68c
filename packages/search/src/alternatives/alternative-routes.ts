/**
 * Alternative routes: different from the cheapest, but still sensible.
 *
 * Plateaus: Cambridge Vehicle Information Technology, "Choice Routing", 2005; with limits for detour and overlap as in I. Abraham, D. Delling, A. V. Goldberg,
 * R. F. Werneck, "Alternative Routes in Road Networks", SEA 2010. A plateau is a chain of arcs in both the shortest-path tree from the start and
 * the one to the goal; the route over it has no detour shorter than the plateau. The best route has the lowest cost without its plateau.
 *
 * Departure: on a grid, routes a cell apart have no arc in common. There, what lies near an earlier route counts as shared, and is added to the rank of a plateau.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkOptions, checkVertex, nextStamp, reverseFirst, shown } from '@pf/graph/kit';
import { Dijkstra } from '../dijkstra.ts';
import { DistanceField } from '../distance-field.ts';
import { isGrid } from '../is-grid.ts';
import { SlicedSearch } from '../sliced-search.ts';
import { markNear, NEAR, NEAR_ENDS } from './near-marks.ts';
import type { Plateau } from './plateaus.ts';
import { better, findPlateaus } from './plateaus.ts';

/** Limits on alternatives. */
export interface AlternativeRoutesOptions {
  /** Maximum number of routes, the cheapest included. Default 3. */
  readonly maxRoutes?: number | undefined;
  /** Maximum cost of a route, as a multiple of the cheapest. Default 1.4. */
  readonly stretch?: number | undefined;
  /** Share of the cheapest cost that a route may have in common with any earlier one, 0 to 1. Default 0.6; where `apart` is above 0, 0.8. */
  readonly overlap?: number | undefined;
  /**
   * Arcs whose two ends cost this much or less to reach from an earlier route count as common with it, and a route must leave it somewhere. At most an eighth of the
   * cheapest cost. Within twice that of start and goal, only what lies on the earlier route counts. Default: four average steps of the cheapest route on a grid, of
   * squares or hexagons; 0, for equal arcs only, on other graphs and on views.
   */
  readonly apart?: number | undefined;
}

/** Relative tolerance of the greatest cost and overlap: sums of both searches round differently. */
const ROUNDING = 1e-12;
/** The default of `apart` on grids, in average steps of the cheapest route. */
const STEPS_APART = 4;
/** Maximum of `apart`, as a fraction of the cheapest route, so that short ones have alternatives too. */
const MOST_APART = 0.125;

/** What a slice continues: the search for the cheapest route, both trees, their plateaus, the search around the last route, marks, new ranks, or the choice of the next route. */
type Stage = 'cheapest' | 'from-start' | 'to-goal' | 'plateaus' | 'around' | 'near' | 'rank' | 'choice';

interface Route {
  readonly vertices: Uint32Array;
  readonly cost: number;
}

/**
 * Finds a few routes that differ, for navigation, patrols, or groups that should spread out.
 *
 * Each `search` runs three Dijkstra searches, bounded by `stretch`; with `apart` also a short one around each route. Memory: 58 bytes a vertex, 72 with `apart`.
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
export class AlternativeRoutes extends SlicedSearch {
  private readonly maxRoutes: number;
  private readonly stretch: number;
  private readonly overlap: number;
  private readonly apart: number | undefined;
  private readonly fromStart: Dijkstra;
  private readonly toGoal: Dijkstra;
  /** Costs from the last route. */
  private readonly around: DistanceField | undefined;
  /** The vertices of a candidate. */
  private readonly buffer: Uint32Array;
  /** By vertex, one array for each route: the next vertex on it, NEAR, NEAR_ENDS or NO_VERTEX. */
  private readonly after: Int32Array[] = [];
  private readonly visited: Int32Array;
  private visit = 0;
  private routes: Route[] = [];
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private stage: Stage = 'cheapest';
  private cheapest = 0;
  /** `apart` for this query. */
  private margin = 0;
  private plateaus: Plateau[] = [];
  /** What reads many vertices, a few at a time. */
  private scan: Iterator<undefined, void> | undefined;
  /** The number of plateaus tried, or ranked anew. */
  private tried = 0;
  /** Index in the buffer of the vertex where both trees meet. */
  private turn = 0;

  constructor(graph: Graph, options: AlternativeRoutesOptions = {}) {
    super(graph);
    checkOptions(options, ['maxRoutes', 'stretch', 'overlap', 'apart'], 'AlternativeRoutes');
    const { maxRoutes = 3, stretch = 1.4, apart } = options;
    const hasMargin = apart === undefined ? isGrid(graph.nearLattice?.lattice ?? graph) : apart > 0;
    const { overlap = hasMargin ? 0.8 : 0.6 } = options;
    if (!(Number.isInteger(maxRoutes) && maxRoutes >= 1)) throw new RangeError(`maxRoutes must be a whole number of 1 or more, got ${shown(maxRoutes)}.`);
    if (typeof stretch !== 'number' || !(stretch >= 1 && stretch < Infinity)) throw new RangeError(`stretch must be a finite number of 1 or more, got ${shown(stretch)}.`);
    if (typeof overlap !== 'number' || !(overlap >= 0 && overlap <= 1)) throw new RangeError(`overlap must be from 0 to 1, got ${shown(overlap)}.`);
    if (apart !== undefined && (typeof apart !== 'number' || !(apart >= 0 && apart < Infinity))) throw new RangeError(`apart must be a finite number of 0 or more, got ${shown(apart)}.`);
    this.maxRoutes = maxRoutes;
    this.stretch = stretch;
    this.overlap = overlap;
    this.apart = apart;
    this.fromStart = new Dijkstra(graph);
    this.toGoal = new Dijkstra(graph, { direction: 'backward' });
    if (hasMargin) this.around = new DistanceField(graph, { direction: 'forward' });
    this.buffer = new Uint32Array(graph.vertexCount);
    this.visited = new Int32Array(graph.vertexCount);
  }

  /** Finds the cheapest route and its alternatives and returns their number; 0 if the goal cannot be reached. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.count;
  }

  /** Begins a query; `run` continues it. Until it returns true, there are fewer routes. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    // Throws if the graph has outgrown the search, which then keeps its routes.
    this.check();
    this.start = start;
    this.goal = goal;
    this.beginQuery();
  }

  protected restart(): void {
    this.routes = [];
    this.stage = 'cheapest';
    this.toGoal.begin(this.goal, { targets: this.start });
  }

  protected slice(budget: number): boolean {
    for (let left = budget; left > 0; ) {
      if (this.stage === 'rank' || this.stage === 'choice') {
        if (this.tried === this.plateaus.length || this.routes.length === this.maxRoutes) {
          if (this.stage === 'choice') return true;
          this.sortAnew();
          continue;
        }
        const plateau = this.plateaus[this.tried++];
        const n = this.unroll(plateau.v);
        left -= n + 1;
        if (this.stage === 'rank') plateau.rank += this.sharedWith(this.routes.length - 1, n);
        else if (this.take(n)) this.surround();
        continue;
      }
      if (this.stage === 'plateaus' || this.stage === 'near') {
        left--;
        if (this.scan!.next().done === true) this.proceed();
        continue;
      }
      const search = this.stage === 'from-start' ? this.fromStart : this.stage === 'around' ? this.around! : this.toGoal;
      search.followsEdits = this.followsEdits;
      const isDone = search.run(left);
      const { expanded, generated, queueOperations } = search.counters;
      search.counters.reset();
      this.counters.expanded += expanded;
      this.counters.generated += generated;
      this.counters.queueOperations += queueOperations;
      left -= expanded;
      if (!isDone) return false;
      if (this.proceed()) return true;
    }
    return false;
  }

  /** The number of routes found. */
  get count(): number {
    return this.routes.length;
  }

  /** Cost of route `i`; route 0 is the cheapest, the others are in no order of cost. */
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

  /** Begins what comes after a finished search; returns whether that is nothing. */
  private proceed(): boolean {
    const { fromStart, toGoal, start, goal } = this;
    if (this.stage === 'cheapest') {
      if (toGoal.cost === Infinity) return true;
      this.cheapest = toGoal.cost;
      fromStart.begin(start, { radius: this.stretch * this.cheapest });
      this.stage = 'from-start';
    } else if (this.stage === 'from-start') {
      // An edit that was not followed may have closed the route.
      if (fromStart.distance(goal) === Infinity) return true;
      toGoal.begin(goal, { radius: this.stretch * this.cheapest });
      this.stage = 'to-goal';
    } else if (this.stage === 'to-goal') {
      const n = this.unroll(goal);
      this.take(n);
      if (start === goal || this.maxRoutes === 1) return true;
      if (this.around !== undefined) this.margin = Math.min(this.apart ?? (STEPS_APART * this.cheapest) / (n - 1), MOST_APART * this.cheapest);
      this.plateaus = [];
      this.scan = findPlateaus(fromStart, toGoal, this.cheapest, this.stretch * (1 + ROUNDING), this.buffer.length, this.plateaus);
      this.stage = 'plateaus';
    } else if (this.stage === 'plateaus') {
      this.tried = 0;
      this.surround();
    } else if (this.stage === 'around') {
      this.scan = markNear(this.after[this.routes.length - 1], this.around!.values, fromStart, toGoal, this.margin);
      this.stage = 'near';
    } else {
      this.plateaus.splice(0, this.tried);
      this.tried = 0;
      this.stage = 'rank';
    }
    return false;
  }

  /** Begins the search around the last route, if one more is needed. */
  private surround(): void {
    const { around, routes, margin } = this;
    this.stage = 'choice';
    if (margin === 0 || routes.length === this.maxRoutes) return;
    around!.begin(routes[routes.length - 1].vertices, undefined, margin);
    this.stage = 'around';
  }

  /** Sorts the plateaus by their new ranks, and leaves out those that have too much in common with the last route. */
  private sortAnew(): void {
    this.plateaus = this.plateaus.filter(({ rank }) => rank < Infinity).sort(better);
    this.tried = 0;
    this.stage = 'choice';
  }

  /** Writes the route through `via` to the buffer and returns its number of vertices; 0 if it has loops. */
  private unroll(via: number): number {
    const { fromStart, toGoal, visited, buffer } = this;
    const visit = (this.visit = nextStamp(visited, this.visit, 1));
    let n = 0;
    for (let v = via; v !== NO_VERTEX; v = fromStart.parent(v)) {
      visited[v] = visit;
      buffer[n++] = v;
    }
    reverseFirst(buffer, n);
    this.turn = n - 1;
    for (let v = toGoal.parent(via); v !== NO_VERTEX; v = toGoal.parent(v)) {
      if (visited[v] === visit) return 0;
      buffer[n++] = v;
    }
    return n;
  }

  /** Adds the route in the buffer, unless it has loops or shares too much with an earlier one; returns whether it did. */
  private take(n: number): boolean {
    const { routes, after, buffer, visited } = this;
    if (n === 0) return false;
    for (let r = 0; r < routes.length; r++) if (this.sharedWith(r, n) === Infinity) return false;
    const next = (after[routes.length] ??= new Int32Array(visited.length)).fill(NO_VERTEX);
    for (let i = 0; i + 1 < n; i++) next[buffer[i]] = buffer[i + 1];
    const via = buffer[this.turn];
    routes.push({ vertices: buffer.slice(0, n), cost: this.fromStart.distance(via) + this.toGoal.distance(via) });
    return true;
  }

  /** What the route in the buffer has in common with route `r`; Infinity if too much, or if it differs nowhere. */
  private sharedWith(r: number, n: number): number {
    const { fromStart, toGoal, buffer, turn, margin } = this;
    const next = this.after[r];
    let shared = 0;
    let differs = false;
    for (let i = 1; i < n; i++) {
      const u = buffer[i - 1];
      const v = buffer[i];
      const isCommon = next[u] === v || (margin > 0 && next[u] !== NO_VERTEX && (next[v] === NEAR || next[v] >= 0));
      if (isCommon) shared += i <= turn ? fromStart.distance(v) - fromStart.distance(u) : toGoal.distance(u) - toGoal.distance(v);
      else if (next[v] !== NEAR_ENDS) differs = true;
    }
    return differs && shared <= this.overlap * this.routes[0].cost * (1 + ROUNDING) ? shared : Infinity;
  }
}
