/**
 * Differential heuristics: A. Goldberg and C. Harrelson, "Computing the shortest path: A* search meets graph theory" (ALT), SODA 2005; N. Sturtevant
 * et al., "Memory-based heuristics for explicit state spaces", IJCAI 2009; A. Patel's page on landmarks.
 *
 * |d(L, goal) − d(L, v)| is a lower bound of the cost from v to the goal. Departures: directed graphs have tables of costs both from and to each
 * landmark. A landmark that only one of two vertices can reach proves that there is no path. A table follows changes of the world by propagating
 * decreases, so it never overestimates.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkArcs, checkBoolean, checkFit, checkFunction, checkHeuristic, checkOptions, checkTails, checkVertex, EditFollower, shown } from '@pf/graph/kit';
import type { ArtifactBytes, Section } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { CostTable } from './cost-table.ts';
import { LandmarkBounds } from './landmark-bounds.ts';
import type { Explored, LandmarkHeuristicOptions, LandmarksOptions } from './landmark-tables.ts';
import { distances, fill, lower, lowered, measured } from './landmark-tables.ts';

/**
 * Tables of costs between a few landmarks and every vertex, and the heuristic that follows from them.
 *
 * In a search of another graph with the same vertices, such as a clone, no arc may be cheaper than here, or estimates are too high.
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
  readonly graph: Graph;
  /** Costs from the landmarks and to them; the same table for an undirected graph. */
  private readonly from: CostTable;
  private readonly to: CostTable;
  private readonly edits: EditFollower;
  /** The number of vertices in the tables. */
  private readonly room: number;
  private readonly bounds: LandmarkBounds;
  /** The landmark whose table an exception of the graph left half updated; −1 if none. */
  private torn = -1;
  /** Whether estimates have fallen since `arcsChanged` last returned. */
  private hasFallen = false;

  constructor(graph: Graph, vertices: ArrayLike<number>, options: LandmarksOptions = {}, tables?: readonly [CostTable, CostTable]) {
    checkArcs(graph, 'Landmarks');
    checkOptions(options, ['precision', 'directed'], 'Landmarks');
    if (options.precision !== undefined && ![8, 16, 'exact'].includes(options.precision)) throw new RangeError(`The precision must be 'exact', 16 or 8, got ${shown(options.precision)}.`);
    const given: { readonly length?: unknown } | null = vertices;
    if (typeof given !== 'object' || typeof given?.length !== 'number') throw new TypeError(`Landmarks are given as a list of vertices, such as farthestLandmarks(graph, 8), got ${shown(vertices)}.`);
    for (let i = 0; i < vertices.length; i++) checkVertex(graph, vertices[i], `landmark ${i}`);
    this.graph = graph;
    this.edits = new EditFollower(graph);
    this.room = graph.vertexCount;
    this.vertices = Int32Array.from(vertices);
    const { directed = true } = options;
    checkBoolean(directed, 'directed');
    if (tables !== undefined) [this.from, this.to] = tables;
    else [this.from, this.to] = measured(graph, this.vertices, options);
    this.bounds = new LandmarkBounds(this.from, this.to);
  }

  /** How often each landmark gave the estimate, for the adaptive rule. */
  get uses(): Float64Array {
    return this.bounds.uses;
  }

  /** Memory of the tables in bytes. */
  get byteLength(): number {
    return this.from.codes.byteLength + (this.to === this.from ? 0 : this.to.codes.byteLength);
  }

  /**
   * The heuristic of the active landmarks: admissible, and consistent with exact tables. Suits every search: AStar, the agents of @pf/realtime and,
   * with exact tables, the planners of @pf/incremental, where costs may rise unreported.
   *
   * A planner keeps its estimates, so `base` must not change with the map: pass `grid.heuristic({ least: 1 })`, because `grid.heuristic()` rises when
   * the cheapest terrain disappears. After `activate`, `move` or `reuse`, a planner must `begin` again and an agent `forget`.
   * With exact tables, on graphs with `changedSince`, the first estimate after an edit applies it; after many edits, in about a flood for each landmark.
   */
  heuristic(options: LandmarkHeuristicOptions = {}): Heuristic {
    checkOptions(options, ['base', 'infinite'], 'Landmarks.heuristic');
    if (options.base !== undefined) checkHeuristic(options.base);
    const { base, infinite = false } = options;
    checkBoolean(infinite, 'infinite');
    const { from, to, bounds, edits } = this;
    const estimate: Heuristic = (v, goal) => {
      if (from.quantum === 0 && edits.isBehind) this.follow();
      const least = base === undefined ? 0 : base(v, goal);
      const most = bounds.above(v, goal, least);
      if (!(most > least)) return least;
      // No finite bound exceeds the largest cost, and the minimum of a consistent heuristic and a constant is consistent.
      return infinite || most < Infinity ? most : Math.max(from.longest, to.longest, least);
    };
    return Object.assign(estimate, { follows: base?.follows === true || undefined });
  }

  /** Restricts the heuristic to the `count` landmarks with the largest bounds from `start` to `goal`; two to six are usual. Infinity: all. */
  activate(start: number, goal: number, count: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    if (!(count === Infinity || (Number.isInteger(count) && count >= 0))) throw new RangeError(`The number of active landmarks must be a whole number of 0 or more, got ${shown(count)}.`);
    this.follow();
    this.bounds.activate(start, goal, count);
  }

  /** The bound of one landmark, by its index in `vertices`, on the cost from `v` to `goal`. */
  bound(v: number, goal: number, landmark: number): number {
    this.checkLandmark(landmark);
    this.follow();
    return this.bounds.of(v, goal, landmark);
  }

  /** Moves a landmark, given by its index in `vertices`, to another vertex and recomputes its costs. */
  move(landmark: number, vertex: number): void {
    this.checkLandmark(landmark);
    checkVertex(this.graph, vertex, 'landmark');
    this.vertices[landmark] = vertex;
    this.uses[landmark] = 0;
    this.measure(landmark);
  }

  /**
   * Moves a landmark to the start of an earlier search and takes its costs from that search, without a flood.
   *
   * The search should be a finished cheapest-path search from `start` with the consistent heuristic `estimate` to its goal; omit `estimate` for a
   * flood. Costs of expanded vertices become exact; the others get a lower bound. If it is unfinished, or older than an edit of the graph, its costs
   * are lowered to what the arcs allow now. This takes up to the time of a flood.
   *
   * On directed graphs only costs from the landmark are known. If the search ended because an estimate was Infinity, nothing was expanded, and the
   * landmark is computed by a flood after all.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { Landmarks } from '@pf/preprocess';
   * import { AStar } from '@pf/search';
   *
   * const grid = Grid.fromRows(['.....', '.###.', '.....']);
   * const [start, goal] = [grid.vertex(2, 0), grid.vertex(2, 2)];
   * const astar = new AStar(grid);
   * astar.search(start, goal); // → 6
   * const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
   * landmarks.reuse(0, start, astar, (v) => grid.heuristic()(v, goal));
   * landmarks.heuristic()(start, goal); // → 6
   * ```
   */
  reuse(landmark: number, start: number, search: Explored, estimate: (v: number) => number = () => 0): void {
    const { graph, from, to, vertices } = this;
    this.checkLandmark(landmark);
    checkVertex(graph, start, 'start');
    const given: Partial<Explored> | null | undefined = search;
    const cost = given?.cost ?? NaN;
    if (!(cost >= 0) || typeof given?.g !== 'function') throw new TypeError(`A landmark takes its costs from a search with cost and g(v), such as an AStar, got ${shown(search)}.`);
    checkFunction(estimate, 'estimate');
    if (Number.isNaN(estimate(start))) throw new TypeError('The estimate of a search to be reused takes one vertex: pass (v) => heuristic(v, goal), not heuristic itself.');
    if (cost === Infinity) for (let v = 0; v < graph.vertexCount; v++) if (estimate(v) === Infinity) return this.move(landmark, start);
    // Along an arc, both the true cost and cost − estimate grow by at most its cost, and so does their minimum: a lower bound.
    const costs = new Float64Array(graph.vertexCount);
    for (let v = 0; v < graph.vertexCount; v++) {
      const known = cost === Infinity ? search.g(v) : Math.max(0, Math.min(search.g(v), cost - estimate(v)));
      costs[v] = from.whole ? Math.floor(known) : known;
    }
    costs[start] = 0;
    // No arc may lead to more than the cost at its tail plus its own: then all are lower bounds, whatever the search has seen.
    fill(landmark, from, lowered(graph, costs, to === from));
    if (to !== from) fill(landmark, to, new Float64Array(graph.vertexCount));
    vertices[landmark] = start;
    this.uses[landmark] = 0;
    this.bounds.forget();
  }

  /**
   * Call after a change of the world with the vertices whose outgoing arcs changed. Risen costs leave the tables as they are, still lower bounds; fallen costs are
   * propagated. Afterwards the heuristic is admissible for the current world. Optional for searches with exact tables on a graph with `changedSince`.
   *
   * A table of 16 or 8 bits cannot express the exact decrease, so its landmark is recomputed if a cost may have fallen. Its largest code means the
   * largest cost at the build. If a door opens onto longer paths, estimates stay below that cost until a new build. Throws if the graph has new vertices.
   *
   * Returns whether estimates have fallen. If so, a planner of @pf/incremental must `begin` again and an agent of @pf/realtime `forget`. Searches
   * that start from scratch each time need nothing.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): boolean {
    const { graph, edits } = this;
    this.checkRoom();
    if (n > 0) [tails, n] = edits.completeOrAll(tails, n);
    else checkTails(graph, tails, n);
    this.update(tails, n);
    if (n > 0) edits.catchUp();
    const { hasFallen } = this;
    this.hasFallen = false;
    return hasFallen;
  }

  /** Applies unreported edits, if the graph has a record of them. */
  private follow(): void {
    this.checkRoom();
    // With codes, almost any edit takes floods.
    if (this.from.quantum > 0 || this.graph.changedSince === undefined || !this.edits.isBehind) return;
    this.update(...this.edits.completeOrAll([], 0));
    this.edits.catchUp();
  }

  private update(tails: ArrayLike<number>, n: number): void {
    const { graph, from, to, vertices } = this;
    // The landmarks after it have missed the report that failed.
    for (; this.torn >= 0 && this.torn < vertices.length; this.torn++) {
      this.measure(this.torn);
      this.hasFallen = true;
    }
    for (let i = 0; i < vertices.length; i++) {
      this.torn = i;
      // One table holds costs both from and to the landmark, so decreases are propagated in both directions.
      const falls = [lower(graph, from, i, tails, n, true, from === to)];
      if (from !== to) falls.push(lower(graph, to, i, tails, n, false, true));
      if (falls.includes('unknown')) this.measure(i);
      if (falls.some((fall) => fall !== 'none')) this.hasFallen = true;
    }
    this.torn = -1;
    this.bounds.forget();
  }

  /** Everything in one buffer, to be saved. Throws if the graph has unreported changes that it cannot follow. */
  save(): ArrayBuffer {
    this.follow();
    // An edit that changed no arc needs no report.
    if (this.torn >= 0 || (this.edits.isBehind && this.edits.find() !== 0)) throw new Error('The graph has changed since its landmarks were measured: report the changed arcs to arcsChanged, or build new landmarks, before they are saved.');
    const { from, to } = this;
    const head = Float64Array.of(from.whole && to.whole ? 1 : 0, from.quantum, to.quantum, from.byLandmark ? 1 : 0);
    return encodeArtifact('landmarks', fingerprint(this.graph), [head, this.vertices, from.codes, ...(from === to ? [] : [to.codes])]);
  }

  /**
   * Loads landmarks from a buffer that `save` made for the same world. The tables are views into it, copied before the first write.
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
  static load(graph: Graph, bytes: ArtifactBytes): Landmarks {
    const sections = readSections(bytes, 'landmarks', fingerprint(graph), 2);
    checkSections('landmarks', sections, [
      { name: 'head', types: [Float64Array], length: 4, range: [0, Number.MAX_VALUE] },
      { name: 'vertices', types: [Int32Array], range: [0, graph.vertexCount - 1] },
    ]);
    const [head, vertices, from = new Float64Array(0), to = from] = sections;
    const codes = head[1] === 0 ? [Float64Array] : [Uint16Array, Uint8Array];
    const rule = { types: codes, length: vertices.length * graph.vertexCount, range: [0, Infinity] } as const;
    checkSections('landmarks', [from, to], [{ name: 'from', ...rule }, { name: 'to', ...rule }]);
    const table = (codes: Section, quantum: number): CostTable => new CostTable(vertices.length, quantum, head[0] === 1, codes as Uint16Array, head[3] === 1, true);
    const first = table(from, head[1]);
    return new Landmarks(graph, vertices, {}, [first, to === from ? first : table(to, head[2])]);
  }

  private measure(landmark: number): void {
    const { graph, from, to } = this;
    const vertex = this.vertices[landmark];
    this.bounds.forget();
    const costs = distances(graph, vertex, 'forward');
    // The world may have become directed although one table was enough: each arc then counts at the lower cost of its two directions.
    fill(landmark, from, to === from ? lowered(graph, costs, true) : costs);
    if (to !== from) fill(landmark, to, distances(graph, vertex, 'backward'));
  }

  private checkRoom(): void {
    checkFit(this.graph, 'set of landmarks', this.room);
  }

  private checkLandmark(landmark: number): void {
    const { length } = this.vertices;
    if (Number.isInteger(landmark) && landmark >= 0 && landmark < length) return;
    throw new RangeError(`No landmark has the number ${shown(landmark)}: there are ${length}, numbered from 0 as they stand in \`vertices\`.`);
  }
}
