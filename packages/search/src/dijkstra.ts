import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkList, checkOption, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { FARTHEST } from './bucket-ring.ts';
import { isGrid } from './is-grid.ts';
import { chooseFrontier } from './frontier/choose-frontier.ts';
import { CostOrder } from './frontier/cost-order.ts';
import type { Frontier } from './frontier/frontier.ts';
import { checkVertices, trace, traceBack, vertexList } from './frontier/frontier.ts';
import { SlicedSearch } from './sliced-search.ts';

/** Options of `Dijkstra`: which way it follows the arcs. */
export interface DijkstraOptions {
  /** 'backward' gives the costs to the sources instead of those from them: fields that lead many walkers to one goal. Default 'forward'. */
  readonly direction?: 'forward' | 'backward' | undefined;
}

/** What ends a search before everything is reached. */
export interface Until {
  /** These are all reached. */
  readonly targets?: number | ArrayLike<number> | undefined;
  /** Nothing is left at this cost or below: what is within so many moves. */
  readonly radius?: number | undefined;
  /** One of these is reached, and nothing that is cheaper: the nearest v such that. It is asked once for each vertex that is reached. */
  readonly accept?: ((v: number) => boolean) | undefined;
}

/** A radius takes in the costs that equal it but for the rounding of their sums; one of 0, what costs nothing. */
const ROUNDING = 1e-12;
const LEAST_CAP = 1e-200;
/** What a step is multiplied by at most: terrain is a byte. */
const MAX_TERRAIN = 255;

/**
 * Dijkstra's algorithm: "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959. From one vertex or
 * several to one, many or all, with the fields that follow from it: distances, first steps, what is within reach.
 *
 * Departures: none but the queue. On grids it is the ring of buckets, where a bucket is half as wide as the shortest arc, so that a vertex
 * in the lowest bucket cannot be improved by another there (Dinic, 1978), and is closed with its final label as from a heap. That takes a heap
 * itself where no such width is known, or the longest arc is too many buckets long for the ring (`suitsRing`).
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
  private last = NO_VERTEX;
  private radius = Infinity;
  private accept: ((v: number) => boolean) | undefined;
  /** 1 for each target not yet reached. */
  private wanted: Uint8Array | undefined;
  private missing = 0;
  /** The vertices reached, in the order in which they were closed: parents before their children, and on grids the nearest first but for a bucket. */
  private readonly order: Uint32Array;
  private reachedCount = 0;
  /** What `reached` sorts with, from when it is first called. */
  private byCost: CostOrder | undefined;

  constructor(
    private readonly graph: Graph,
    options: DijkstraOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['direction'], 'Dijkstra');
    const { direction = 'forward' } = options;
    checkOption('direction', direction, ['forward', 'backward']);
    this.backward = direction === 'backward';
    const queue = suitsRing(graph) ? 'buckets' : 'heap';
    this.frontier = chooseFrontier(graph, this.counters, { heuristic: 'none', backward: this.backward, weight: 1, queue });
    this.order = new Uint32Array(graph.vertexCount);
  }

  /** The cost of the cheapest path from `source` to `target`, or the other way round in a backward search; Infinity if there is none. */
  search(source: number, target: number): number {
    checkVertex(this.graph, target, 'target');
    this.begin(source, { targets: target });
    this.run();
    return this.distance(target);
  }

  /** Goes on until all targets are reached; returns how many different ones are. */
  searchMany(sources: number | ArrayLike<number>, targets: ArrayLike<number>): number {
    checkList(targets, 'targets');
    this.begin(sources, { targets });
    const asked = this.missing;
    this.run();
    return asked - this.missing;
  }

  /** Reaches everything at a cost of `radius` or less; returns how many vertices that is. */
  flood(sources: number | ArrayLike<number>, radius = Infinity): number {
    this.begin(sources, { radius });
    this.run();
    return this.reachedCount;
  }

  /**
   * The cheapest vertex to reach of those that `accept` says, a source among them; NO_VERTEX if there is none. `cost` and `path(out)` are then those of the way to it.
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
  nearest(sources: number | ArrayLike<number>, accept: (v: number) => boolean): number {
    if ((accept as unknown) === undefined) throw new TypeError('nearest takes a function that says whether a vertex is a goal, got undefined.');
    this.begin(sources, { accept });
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
    if (!(radius >= 0)) throw new RangeError(`The radius must be 0 or more, got ${radius}.`);
    checkVertices(graph, sources, 'source');
    if (targets !== undefined) checkVertices(graph, targets, 'target');
    this.watch.check();
    for (const v of this.targets) this.wanted![v] = 0;
    this.sources = vertexList(sources, this.sources);
    this.targets = targets === undefined ? none : vertexList(targets, this.targets);
    this.last = this.targets.at(-1) ?? NO_VERTEX;
    this.radius = radius;
    this.accept = accept;
    this.counters.reset();
    this.askAnew();
    this.finished = targets !== undefined && this.targets.length === 0;
  }

  /** Starts over with the same query, in the present world. */
  protected setOut(): void {
    const { graph, frontier, radius, targets } = this;
    this.watch.begin();
    if (targets.length > 0) this.wanted ??= new Uint8Array(graph.vertexCount);
    for (const v of targets) this.wanted![v] = 0;
    this.missing = 0;
    for (const v of targets) {
      if (this.wanted![v] === 0) this.missing++;
      this.wanted![v] = 1;
    }
    if (this.accept !== undefined) this.last = NO_VERTEX;
    this.reachedCount = 0;
    this.finished = false;
    frontier.begin(this.sources, none);
    frontier.cap(Math.max(radius + ROUNDING * radius, LEAST_CAP));
  }

  protected slice(budget: number): boolean {
    const { frontier, counters, order, accept } = this;
    const wanted = this.missing > 0 ? this.wanted : undefined;
    for (let spent = 0; spent < budget; spent++) {
      const v = frontier.next();
      if (v === NO_VERTEX) return true;
      order[this.reachedCount++] = v;
      if (wanted !== undefined && wanted[v] === 1) {
        wanted[v] = 0;
        if (--this.missing === 0) return true;
      }
      // What is cheaper may still be open, in the same bucket; the cap ends the search when there is none.
      if (accept !== undefined && (this.last === NO_VERTEX || frontier.cost(v) < frontier.cost(this.last)) && accept(v)) {
        this.last = v;
        frontier.capAt(v);
      }
      counters.expanded++;
      frontier.expand(v);
    }
    return false;
  }

  /** The cost of the path to the last of the targets; Infinity before, where there is none, and without targets. */
  get cost(): number {
    return this.last === NO_VERTEX ? Infinity : this.distance(this.last);
  }

  /** The cost of the cheapest path to `v` found so far (from `v` in a backward search), final or not; Infinity if none is. */
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

  /** The least cost from the nearest source to `v` (from `v` in a backward search); Infinity where it was not reached. */
  distance(v: number): number {
    return this.frontier.isClosed(v) ? this.frontier.cost(v) : Infinity;
  }

  /** The vertex before `v` on its path (after it in a backward search); NO_VERTEX of a source and of what was not reached. */
  parent(v: number): number {
    return this.frontier.isClosed(v) ? this.frontier.parent(v) : NO_VERTEX;
  }

  /**
   * Writes the path between the nearest source and `v` in the order of walking, both ends included, and returns how many vertices
   * it has; 0 where `v` was not reached. Without `v`, to the last of the targets.
   */
  path(out: Uint32Array, v = this.last): number {
    if (v === NO_VERTEX || !this.frontier.isClosed(v)) return 0;
    return this.backward ? traceBack(this.frontier, v, out, 0) : trace(this.frontier, v, out);
  }

  /** Writes what was reached, the nearest first, and returns how many vertices that is. */
  reached(out: Uint32Array): number {
    const { order, reachedCount } = this;
    checkBuffer(out);
    if (out.length < reachedCount) throw new RangeError(`${reachedCount} vertices were reached, but the buffer holds ${out.length}.`);
    this.byCost ??= new CostOrder(order.length);
    this.byCost.write(order, reachedCount, this.frontier, out);
    return reachedCount;
  }

  /** Writes the distance of every vertex of the graph; Infinity where it was not reached. */
  distances(out: Float64Array): void {
    const { graph, frontier, order } = this;
    checkField(graph, out);
    out.fill(Infinity, 0, graph.vertexCount);
    for (let i = 0; i < this.reachedCount; i++) out[order[i]] = frontier.cost(order[i]);
  }

  /**
   * Writes for every vertex where to go first. Forward: the vertex that follows the source on the path to it. Backward: the vertex
   * that follows it on its path to the nearest goal. A source gets itself; NO_VERTEX stands only where nothing was reached.
   */
  firstSteps(out: Int32Array): void {
    const { graph, frontier, order, backward } = this;
    checkField(graph, out);
    out.fill(NO_VERTEX, 0, graph.vertexCount);
    // Parents stand before their children in the order.
    for (let i = 0; i < this.reachedCount; i++) {
      const v = order[i];
      const parent = frontier.parent(v);
      if (parent === NO_VERTEX) out[v] = v;
      else out[v] = backward ? parent : frontier.parent(parent) === NO_VERTEX ? v : out[parent];
    }
  }
}

const none = new Uint32Array(0);

/** Whether no arc is shorter than two buckets of a lattice's ring, or longer than the ring, whatever the terrain: of lattices, only grids promise that. */
function suitsRing(graph: Graph): boolean {
  if (!isGrid(graph)) return false;
  const lengths = graph.lengths.subarray(0, graph.maxDegree);
  return (2 * MAX_TERRAIN * Math.max(...lengths)) / Math.min(...lengths) < FARTHEST;
}

function checkField(graph: Graph, out: ArrayLike<number>): void {
  checkBuffer(out);
  if (out.length >= graph.vertexCount) return;
  throw new RangeError(`A field has ${graph.vertexCount} entries, one a vertex, but the buffer holds ${out.length}.`);
}
