/**
 * Differential heuristics: A. Goldberg and C. Harrelson, "Computing the shortest path: A* search meets graph theory" (ALT), SODA 2005;
 * N. Sturtevant et al., "Memory-based heuristics for explicit state spaces", IJCAI 2009; A. Patel's page on landmarks.
 *
 * |d(L, goal) − d(L, v)| bounds the cost from v to the goal. Departures: on directed graphs both tables are kept, costs from and costs to
 * a landmark; a landmark that one of the two cannot reach proves that there is no path; a table follows changes of the
 * world by propagating decreases, so that it never overestimates.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { checkVertex, fingerprint } from '@pf/graph';
import { LazyHeap } from '@pf/queues';
import { Dijkstra } from '@pf/search';
import type { Section } from './artifact.ts';
import { decodeArtifact, encodeArtifact } from './artifact.ts';
import { checkSections } from './check-sections.ts';
import type { Precision } from './cost-table.ts';
import { CostTable, costTable } from './cost-table.ts';

/** How `Landmarks` keeps its tables: what they take of memory, and whether one direction is enough. */
export interface LandmarksOptions {
  /** How costs are kept. Default 'exact': 8 bytes a landmark and vertex; 16 and 8 bits keep 2 and 1. */
  readonly precision?: Precision;
  /** False: every arc has its like in the other direction, and one table serves both. Default: found out by looking. */
  readonly directed?: boolean;
}

/** What the heuristic of `Landmarks` is joined with. */
export interface LandmarkHeuristicOptions {
  /** Taken where it is larger: the geometric heuristic, usually. Default: none. */
  readonly base?: Heuristic;
}

/**
 * Tables of costs between a few landmarks and every vertex, and the heuristic that follows from them.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { farthestLandmarks, Landmarks } from '@pf/preprocess';
 * import { AStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['..#..', '..#..', '.....']);
 * const landmarks = new Landmarks(grid, farthestLandmarks(grid, 2));
 * const astar = new AStar(grid, { heuristic: landmarks.heuristic({ base: grid.heuristic() }) });
 * astar.search(grid.vertex(0, 0), grid.vertex(4, 0)); // ≈ 6.828
 * ```
 */
export class Landmarks {
  readonly vertices: Int32Array;
  private readonly graph: Graph;
  /** Costs from the landmarks, and to them; the same table where the graph is not directed. */
  private readonly from: CostTable;
  private readonly to: CostTable;
  /** The landmarks that the heuristic looks at: all of them until `activate` chooses. */
  private readonly active: Int32Array;
  private activeCount: number;
  /** How often each landmark gave the estimate: what the adaptive rule goes by. */
  readonly uses: Float64Array;

  constructor(graph: Graph, vertices: ArrayLike<number>, options: LandmarksOptions = {}, tables?: readonly [CostTable, CostTable]) {
    for (let i = 0; i < vertices.length; i++) checkVertex(graph, vertices[i], `landmark ${i}`);
    this.graph = graph;
    this.vertices = Int32Array.from(vertices);
    this.active = Int32Array.from(vertices, (_, i) => i);
    this.activeCount = vertices.length;
    this.uses = new Float64Array(vertices.length);
    if (tables !== undefined) [this.from, this.to] = tables;
    else [this.from, this.to] = measured(graph, this.vertices, options);
  }

  /** The bytes that the tables take. */
  get byteLength(): number {
    return this.from.codes.byteLength + (this.to === this.from ? 0 : this.to.codes.byteLength);
  }

  /**
   * The heuristic of the active landmarks: admissible, and with exact tables consistent. It can be given to any search.
   */
  heuristic(options: LandmarkHeuristicOptions = {}): Heuristic {
    const { base } = options;
    const { from, to, active, uses } = this;
    return (v, goal) => {
      let most = base === undefined ? 0 : base(v, goal);
      let best = -1;
      for (let i = 0; i < this.activeCount; i++) {
        const landmark = active[i];
        const bound = Math.max(from.exceeds(goal, v, landmark), to.exceeds(v, goal, landmark));
        if (bound > most) {
          most = bound;
          best = landmark;
        }
      }
      if (best >= 0) uses[best]++;
      return most;
    };
  }

  /** Makes the heuristic look only at the `count` landmarks with the largest bounds from `start` to `goal`; two to six are usual. */
  activate(start: number, goal: number, count: number): void {
    const { active } = this;
    const bounds = Array.from(this.vertices, (_, i) => this.bound(start, goal, i));
    const order = bounds.map((_, i) => i).sort((a, b) => bounds[b] - bounds[a]);
    this.activeCount = Math.min(count, order.length);
    for (let i = 0; i < this.activeCount; i++) active[i] = order[i];
  }

  /** The bound of one landmark on the cost from `v` to `goal`. */
  bound(v: number, goal: number, landmark: number): number {
    return Math.max(this.from.exceeds(goal, v, landmark), this.to.exceeds(v, goal, landmark));
  }

  /** Moves a landmark to another vertex and measures from there. */
  move(landmark: number, vertex: number): void {
    checkVertex(this.graph, vertex, 'landmark');
    this.vertices[landmark] = vertex;
    this.uses[landmark] = 0;
    this.measure(landmark);
  }

  /**
   * Follows a change of the world: costs that rose leave the tables as they are, lower bounds still; costs that fell are
   * propagated. Afterwards the heuristic is admissible for the world as it is now. A table of 16 or 8 bits has no room for
   * the exact decrease: its landmark is measured anew where a cost may have fallen.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    const { graph, from, to, vertices } = this;
    if (from.whole && !areWhole(graph, tails, n)) for (const table of [from, to]) table.becomeFractional();
    for (let i = 0; i < vertices.length; i++) {
      // One table stands for the costs both from and to the landmark, so decreases run through it both ways.
      const fell = from === to ? lower(graph, from, i, tails, n, true, true) : lower(graph, from, i, tails, n, true, false) || lower(graph, to, i, tails, n, false, true);
      if (fell) this.measure(i);
    }
  }

  /** Everything in one buffer, to be saved. */
  save(): ArrayBuffer {
    const { from, to } = this;
    const head = Float64Array.of(from.whole ? 1 : 0, from.quantum, to.quantum);
    return encodeArtifact('landmarks', fingerprint(this.graph), [head, this.vertices, from.codes, ...(from === to ? [] : [to.codes])]);
  }

  /**
   * Landmarks from a buffer that `save` made for the same world; the tables are views into it.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { Landmarks } from '@pf/preprocess';
   *
   * const grid = new Grid(5, 5);
   * const saved = new Landmarks(grid, [grid.vertex(0, 0)]).save();
   * Landmarks.load(grid, saved).heuristic()(grid.vertex(4, 4), grid.vertex(0, 0)); // ≈ 5.657
   * ```
   */
  static load(graph: Graph, buffer: ArrayBuffer | SharedArrayBuffer): Landmarks {
    const sections = decodeArtifact(buffer, 'landmarks', fingerprint(graph));
    checkSections('landmarks', sections, [
      { name: 'head', types: [Float64Array], length: 3, range: [0, Number.MAX_VALUE] },
      { name: 'vertices', types: [Int32Array], range: [0, graph.vertexCount - 1] },
    ]);
    const [head, vertices, from, to = from] = sections;
    const codes = head[1] === 0 ? [Float64Array] : [Uint16Array, Uint8Array];
    const rule = { types: codes, length: vertices.length * graph.vertexCount, range: [0, Infinity] } as const;
    checkSections('landmarks', [from, to], [{ name: 'from', ...rule }, { name: 'to', ...rule }]);
    const table = (codes: Section, quantum: number): CostTable => new CostTable(vertices.length, quantum, head[0] === 1, codes as Uint16Array);
    const first = table(from, head[1]);
    return new Landmarks(graph, vertices, {}, [first, to === from ? first : table(to, head[2])]);
  }

  private measure(landmark: number): void {
    const { graph, from, to } = this;
    const vertex = this.vertices[landmark];
    if (to !== from) {
      fill(graph, vertex, landmark, from, 'forward');
      fill(graph, vertex, landmark, to, 'backward');
      return;
    }
    // The world may have become directed since one table was found to be enough: take each arc as the cheaper of its two ways.
    const exact = costTable(graph.vertexCount, 1, 'exact', 0, false);
    fill(graph, vertex, 0, exact, 'forward');
    lower(graph, exact, 0, Uint32Array.from({ length: graph.vertexCount }, (_, v) => v), graph.vertexCount, true, true);
    for (let v = 0; v < graph.vertexCount; v++) from.set(v, landmark, exact.get(v, 0));
  }
}

/** The tables of all landmarks; the same one twice where the graph is not directed. */
function measured(graph: Graph, vertices: Int32Array, options: LandmarksOptions): [CostTable, CostTable] {
  const { precision = 'exact' } = options;
  const { whole, directed: found } = survey(graph);
  const directed = options.directed ?? found;
  const make = (direction: 'forward' | 'backward'): CostTable => {
    // Codes are made to fit the longest of all distances, which must be known before the first is encoded.
    let longest = 0;
    if (precision !== 'exact') for (const v of vertices) longest = Math.max(longest, eccentricity(graph, v, direction));
    const table = costTable(graph.vertexCount, vertices.length, precision, longest, whole);
    vertices.forEach((v, i) => fill(graph, v, i, table, direction));
    return table;
  };
  const from = make('forward');
  return [from, directed ? make('backward') : from];
}

/** Writes the costs of one landmark. */
function fill(graph: Graph, vertex: number, landmark: number, table: CostTable, direction: 'forward' | 'backward'): void {
  const costs = new Float64Array(graph.vertexCount);
  const dijkstra = new Dijkstra(graph, { direction });
  dijkstra.flood(vertex);
  dijkstra.distances(costs);
  for (let v = 0; v < costs.length; v++) table.set(v, landmark, costs[v]);
}

function eccentricity(graph: Graph, vertex: number, direction: 'forward' | 'backward'): number {
  const dijkstra = new Dijkstra(graph, { direction });
  const last = dijkstra.flood(vertex) - 1;
  const order = new Uint32Array(graph.vertexCount);
  dijkstra.reached(order);
  return dijkstra.distance(order[last]);
}

/** Whether all arcs that leave these vertices have whole costs. */
function areWhole(graph: Graph, tails: ArrayLike<number>, n: number): boolean {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  for (let i = 0; i < n; i++) {
    const degree = graph.successors(tails[i], to, cost);
    for (let arc = 0; arc < degree; arc++) if (!Number.isInteger(cost[arc])) return false;
  }
  return true;
}

/** Whether some arc has no like in the other direction, and whether all costs are whole. */
function survey(graph: Graph): { directed: boolean; whole: boolean } {
  const out = { to: new Uint32Array(graph.maxDegree), cost: new Float64Array(graph.maxDegree) };
  const into = { to: new Uint32Array(graph.maxDegree), cost: new Float64Array(graph.maxDegree) };
  const found = { directed: false, whole: true };
  for (let v = 0; v < graph.vertexCount && (!found.directed || found.whole); v++) {
    const n = graph.successors(v, out.to, out.cost);
    const m = graph.predecessors(v, into.to, into.cost);
    if (n !== m) found.directed = true;
    for (let i = 0; i < n; i++) {
      if (!Number.isInteger(out.cost[i])) found.whole = false;
      let back = false;
      for (let j = 0; j < m && !back; j++) back = into.to[j] === out.to[i] && into.cost[j] === out.cost[i];
      if (!back) found.directed = true;
    }
  }
  return found;
}

/**
 * Brings the costs of one landmark down where an arc that leaves a tail now gives less; true where that cannot be done in codes.
 * Afterwards no arc leads to a cost (`forward`), or from one (`backward`), that is more than the other end's plus its own
 * cost: all that a lower bound needs.
 */
function lower(graph: Graph, table: CostTable, landmark: number, tails: ArrayLike<number>, n: number, forward: boolean, backward: boolean): boolean {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const queue = new LazyHeap();
  const improve = (v: number, candidate: number): boolean => {
    if (candidate >= table.get(v, landmark)) return false;
    if (table.quantum > 0) return true;
    table.set(v, landmark, candidate);
    queue.push(v, candidate);
    return false;
  };
  for (let i = 0; i < n; i++) {
    const u = tails[i];
    for (let j = graph.successors(u, to, cost) - 1; j >= 0; j--) {
      if (forward && improve(to[j], table.get(u, landmark) + cost[j])) return true;
      if (backward && improve(u, table.get(to[j], landmark) + cost[j])) return true;
    }
  }
  while (queue.size > 0) {
    const key = queue.peekKey();
    const v = queue.pop();
    if (key > table.get(v, landmark)) continue;
    if (forward) for (let j = graph.successors(v, to, cost) - 1; j >= 0; j--) improve(to[j], key + cost[j]);
    if (backward) for (let j = graph.predecessors(v, to, cost) - 1; j >= 0; j--) improve(to[j], key + cost[j]);
  }
  return false;
}
