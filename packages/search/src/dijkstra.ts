import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkHolds, checkList, checkOption, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { chooseFrontier, suitsRing } from './frontier/choose-frontier.ts';
import { CostOrder } from './frontier/cost-order.ts';
import type { Frontier } from './frontier/frontier.ts';
import { checkVertices, trace, traceBack, vertexList } from './frontier/frontier.ts';
import { SlicedSearch } from './sliced-search.ts';

/** Options of `Dijkstra`: the direction. */
export interface DijkstraOptions {
  /** 'backward' computes costs to the sources instead of from them: fields that lead many units to one goal. Default 'forward'. */
  readonly direction?: 'forward' | 'backward' | undefined;
}

/** Conditions that end a search before everything is reached. */
export interface Until {
  /** Stop when all of these are reached. */
  readonly targets?: number | ArrayLike<number> | undefined;
  /** Stop beyond this cost, within rounding: a movement range. */
  readonly radius?: number | undefined;
  /** Stop at the cheapest vertex for which this returns true; `path` leads to it. Called at most once for each vertex reached; again if an edit makes the search start over. */
  readonly accept?: ((v: number) => boolean) | undefined;
}

/** Relative tolerance of a radius, for rounding. */
const ROUNDING = 1e-12;
const LEAST_CAP = 1e-200;

/**
 * Dijkstra's algorithm: "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959. From one or several
 * vertices to one, many or all, with fields: distances, first steps, movement ranges.
 *
 * Departure: the queue. On grids it is a ring of buckets half as wide as the shortest arc, so a vertex
 * in the lowest bucket cannot be improved by another there (Dinic, 1978) and its label is final. A heap is used
 * if no such width is known, if the longest arc spans too many buckets (`suitsRing`), or if a link is shorter than one or longer than all.
 *
 * Between two searches the arcs of the graph may change; its number of vertices may not.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Dijkstra } from '@pf/search';
 *
 * const grid = new Grid(9, 9, { movement: 'four' });
 * const dijkstra = new Dijkstra(grid);
 * dijkstra.flood(grid.vertex(4, 4), 2); // → 13
 * dijkstra.distance(grid.vertex(5, 5)); // → 2
 * dijkstra.distance(grid.vertex(8, 8)); // → Infinity
 * ```
 */
export class Dijkstra extends SlicedSearch {
  private readonly frontier: Frontier;
  private readonly backward: boolean;
  private sources: Uint32Array = new Uint32Array(1);
  private targets: Uint32Array = new Uint32Array(0);
  /** The vertex accepted, or the last target if all targets are cheaper or none was accepted. */
  private last = NO_VERTEX;
  /** Only cheaper vertices are accepted: the one accepted last, or the most expensive target once all are reached. NO_VERTEX before. */
  private limit = NO_VERTEX;
  private radius = Infinity;
  private accept: ((v: number) => boolean) | undefined;
  /** 1 for each target not reached yet. */
  private wanted: Uint8Array | undefined;
  private missing = 0;
  /** Reached vertices in the order of closing: parents before children; on grids nearest first, except within a bucket. */
  private readonly order: Uint32Array;
  private reachedCount = 0;
  /** Sorts for `reached`; created on its first call. */
  private byCost: CostOrder | undefined;

  constructor(graph: Graph, options: DijkstraOptions = {}) {
    super(graph);
    checkOptions(options, ['direction'], 'Dijkstra');
    const { direction = 'forward' } = options;
    checkOption('direction', direction, ['forward', 'backward']);
    this.backward = direction === 'backward';
    // Two buckets for the shortest arc.
    const queue = suitsRing(graph.nearLattice?.lattice ?? graph, 2) ? 'buckets' : 'heap';
    this.frontier = chooseFrontier(graph, this.counters, { heuristic: 'none', backward: this.backward, weight: 1, queue, once: true });
    this.order = new Uint32Array(graph.vertexCount);
  }

  /** Returns the cost of the cheapest path from `source` to `target` (backward: from `target` to `source`); Infinity if there is none. */
  search(source: number, target: number): number {
    checkVertex(this.graph, target, 'target');
    this.begin(source, { targets: target });
    this.run();
    return this.distance(target);
  }

  /** Searches until all targets are reached; returns how many different ones were. */
  searchMany(sources: number | ArrayLike<number>, targets: ArrayLike<number>): number {
    checkList(targets, 'targets');
    this.begin(sources, { targets });
    const asked = this.missing;
    this.run();
    return asked - this.missing;
  }

  /** Reaches everything at a cost of `radius` or less, within rounding, and returns the number of vertices. */
  flood(sources: number | ArrayLike<number>, radius = Infinity): number {
    this.begin(sources, { radius });
    this.run();
    return this.reachedCount;
  }

  /**
   * Returns the vertex that is cheapest to reach among those for which `accept` returns true (it may be a source); NO_VERTEX if there is none at a cost of `radius` or less. `cost` and `path(out)` then describe the path to it.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { Dijkstra } from '@pf/search';
   *
   * const grid = Grid.fromRows(['..3.', '.##.', '..3.']);
   * const v = new Dijkstra(grid).nearest(grid.vertex(0, 1), (u) => grid.cells[u] === 3);
   * [grid.x(v), grid.y(v)]; // → [2, 0]
   * ```
   */
  nearest(sources: number | ArrayLike<number>, accept: (v: number) => boolean, radius = Infinity): number {
    if ((accept as unknown) === undefined) throw new TypeError('nearest takes a function that says whether a vertex is a goal, got undefined.');
    this.begin(sources, { accept, radius });
    this.run();
    return this.last;
  }

  /** Begins a search from the sources; `run` continues it. */
  begin(sources: number | ArrayLike<number>, until: Until = {}): void {
    const { graph } = this;
    if (typeof until === 'number') {
      throw new TypeError(`Dijkstra.begin takes { targets, radius } for what ends the search, got ${String(until)}: for one goal, { targets: goal }.`);
    }
    checkOptions(until, ['targets', 'radius', 'accept'], 'Dijkstra.begin');
    const { targets, radius = Infinity, accept } = until;
    if (accept !== undefined && typeof accept !== 'function') throw new TypeError(`accept is a function that says whether a vertex is a goal, got ${shown(accept)}.`);
    if (typeof radius !== 'number' || !(radius >= 0)) throw new RangeError(`The radius must be 0 or more, got ${shown(radius)}.`);
    checkVertices(graph, sources, 'source');
    if (targets !== undefined) checkVertices(graph, targets, 'target');
    this.check();
    for (const v of this.targets) this.wanted![v] = 0;
    this.sources = vertexList(sources, this.sources);
    this.targets = targets === undefined ? none : vertexList(targets, this.targets);
    // Before anything can throw: the next query takes these targets back.
    if (this.targets.length > 0) this.wanted ??= new Uint8Array(graph.vertexCount);
    this.radius = radius;
    this.accept = accept;
    this.beginQuery();
    this.finished = targets !== undefined && this.targets.length === 0;
  }

  /** Restarts the query on the current graph. */
  protected restart(): void {
    const { frontier, radius, targets } = this;
    for (const v of targets) this.wanted![v] = 0;
    this.missing = 0;
    for (const v of targets) {
      if (this.wanted![v] === 0) this.missing++;
      this.wanted![v] = 1;
    }
    this.last = targets.at(-1) ?? NO_VERTEX;
    this.limit = NO_VERTEX;
    this.reachedCount = 0;
    frontier.begin(this.sources, none);
    frontier.cap(Math.max(radius + ROUNDING * radius, LEAST_CAP));
  }

  protected override isUntouched(tails: Uint32Array, n: number): boolean {
    return this.frontier.isUntouched(tails, n);
  }

  protected slice(budget: number): boolean {
    const { frontier, counters, order, accept } = this;
    const wanted = this.missing > 0 ? this.wanted : undefined;
    for (let spent = 0; spent < budget; spent++) {
      const v = frontier.next();
      if (v === NO_VERTEX) return true;
      order[this.reachedCount++] = v;
      // A cheaper one may still be open in the same bucket; the cap ends the search if not.
      if (accept !== undefined && (this.limit === NO_VERTEX || frontier.cost(v) < frontier.cost(this.limit)) && accept(v)) {
        this.last = v;
        this.limit = v;
        frontier.capAt(v);
      }
      if (wanted !== undefined && wanted[v] === 1) {
        wanted[v] = 0;
        if (--this.missing === 0) {
          if (accept === undefined) return true;
          this.endAtTargets();
        }
      }
      counters.expanded++;
      frontier.expand(v);
    }
    return false;
  }

  /** All targets are reached: the search ends at the most expensive one, unless an accepted vertex is cheaper. That may still be open in the same bucket. */
  private endAtTargets(): void {
    const { frontier, targets } = this;
    let limit = targets[0];
    for (const v of targets) if (frontier.cost(v) > frontier.cost(limit)) limit = v;
    if (this.limit !== NO_VERTEX && frontier.cost(this.limit) <= frontier.cost(limit)) return;
    this.last = targets[targets.length - 1];
    this.limit = limit;
    frontier.capAt(limit);
  }

  /** Cost of the path to the vertex accepted, or to the last target if all targets are cheaper; Infinity before it is found, if there is none, or without both. */
  get cost(): number {
    return this.last === NO_VERTEX ? Infinity : this.distance(this.last);
  }

  /** Cost of the cheapest path to `v` so far (backward: from `v`), final or not; Infinity if none is known. */
  g(v: number): number {
    return this.frontier.cost(v);
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.frontier.isOpen(v);
  }

  /** Whether `v` was reached: its cost is final. */
  isClosed(v: number): boolean {
    return this.frontier.isClosed(v);
  }

  /** Cost from the nearest source to `v` (backward: from `v`); Infinity if not reached. */
  distance(v: number): number {
    if (this.frontier.isClosed(v)) return this.frontier.cost(v);
    if (typeof v !== 'number') checkVertex(this.graph, v, 'vertex');
    return Infinity;
  }

  /** The vertex before `v` on its path (backward: after it); NO_VERTEX for sources and unreached vertices. */
  parent(v: number): number {
    return this.frontier.isClosed(v) ? this.frontier.parent(v) : NO_VERTEX;
  }

  /**
   * Writes the path between the nearest source and `v` (default: the one of `cost`) in the order of travel, and returns its number of
   * vertices; 0 if `v` was not reached.
   */
  path(out: Uint32Array, v = this.last): number {
    if (!this.frontier.isClosed(v)) return 0;
    return this.backward ? traceBack(this.frontier, v, out, 0) : trace(this.frontier, v, out);
  }

  /** Writes the reached vertices, nearest first, and returns their number. The `parent` of a vertex comes before it, also where arcs cost 0. */
  reached(out: Uint32Array): number {
    const { order, reachedCount } = this;
    checkBuffer(out);
    if (out.length < reachedCount) throw new RangeError(`${reachedCount} vertices were reached, but the buffer holds ${out.length}.`);
    this.byCost ??= new CostOrder(order.length);
    this.byCost.write(order, reachedCount, this.frontier, out);
    return reachedCount;
  }

  /** @internal The reached vertices in the order of closing, valid until the next query: `reached` without sorting. */
  get closed(): Uint32Array {
    return this.order.subarray(0, this.reachedCount);
  }

  /** Writes the distance of every vertex of the graph; Infinity if not reached. */
  distances(out: Float64Array): void {
    const { graph, frontier, order } = this;
    checkField(graph, out);
    checkHolds(out, Infinity, 'Float64Array');
    out.fill(Infinity, 0, graph.vertexCount);
    for (let i = 0; i < this.reachedCount; i++) out[order[i]] = frontier.cost(order[i]);
  }

  /**
   * Writes the first step for every vertex. Forward: the vertex after the source on the path to it. Backward: the vertex
   * after it on its path to the nearest goal. A source gets itself; unreached vertices get NO_VERTEX.
   */
  firstSteps(out: Int32Array): void {
    const { graph, frontier, order, backward } = this;
    checkField(graph, out);
    checkHolds(out, NO_VERTEX, 'Int32Array');
    out.fill(NO_VERTEX, 0, graph.vertexCount);
    // Parents come before their children.
    for (let i = 0; i < this.reachedCount; i++) {
      const v = order[i];
      const parent = frontier.parent(v);
      if (parent === NO_VERTEX) out[v] = v;
      else out[v] = backward ? parent : frontier.parent(parent) === NO_VERTEX ? v : out[parent];
    }
  }
}

const none = new Uint32Array(0);

function checkField(graph: Graph, out: ArrayLike<number>): void {
  checkBuffer(out);
  if (out.length >= graph.vertexCount) return;
  throw new RangeError(`A field has ${graph.vertexCount} entries, one a vertex, but the buffer holds ${out.length}.`);
}
