/**
 * FastMap: L. Cohen, T. Uras, S. Jahangiri, A. Arunasalam, S. Koenig and T. K. S. Kumar, "The FastMap Algorithm for Shortest Path Computations", IJCAI 2018.
 *
 * Each vertex gets coordinates such that the sum of their differences never exceeds the cost between two vertices. A dimension stretches between two
 * distant vertices. The distances that it expresses are subtracted from the costs of all arcs, and the next dimension embeds the rest. Departures: the last dimension
 * is the cost from one vertex, as with a landmark, since nothing is subtracted after it. On a directed graph an arc counts in both directions, so that
 * the sum bounds both.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkArcs, checkFunction, checkHeuristic, checkOptions, checkTails, EditFollower, shown } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { largestPart } from '../parts.ts';
import { randomEntry } from '../random-entry.ts';

/** Options of `FastMap.build`. */
export interface FastMapOptions {
  /** Number of coordinates of a vertex. Default 8. */
  readonly dimensions?: number | undefined;
  /** Chooses the vertices from which the searches for distant pairs start. */
  readonly random: () => number;
}

/** Rounds of the search for two distant vertices. */
const ROUNDS = 3;
/** A dimension shorter than this fraction of the first one is left out. */
const SHORTEST = 1e-9;
/** Relative rounding error of sums of costs. */
const ROUNDING = 1e-12;
/** Rounding error of the difference of two coordinates, which are such sums, relative to the largest. */
const COORDINATE_ROUNDING = 2 ** -50;

/**
 * Coordinates of vertices, and a heuristic computed from them: admissible and consistent. In mazes and caves it is faster than the same number of
 * landmarks; in rooms and halls it expands more. Memory: 8 bytes a dimension and vertex.
 *
 * Risen costs need no report. Report costs that may have fallen to `arcsChanged`.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { FastMap } from '@pf/preprocess';
 * import { AStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['..#..', '..#..', '.....']);
 * const map = FastMap.build(grid, { random: seededRandom(1) });
 * const astar = new AStar(grid, { heuristic: map.heuristic({ base: grid.heuristic() }) });
 * astar.search(grid.vertex(0, 0), grid.vertex(4, 0)); // ≈ 6.828
 * ```
 */
export class FastMap {
  private readonly edits: EditFollower;
  /** By how much rounding may lift an estimate above the cost of an arc. */
  private slack: number;

  private constructor(
    readonly graph: Graph,
    readonly dimensions: number,
    private rows: Float64Array,
    private readonly random: (() => number) | undefined,
  ) {
    if ((rows as unknown) === undefined) throw new TypeError('Call FastMap.build(graph, { random }), not new FastMap.');
    this.edits = new EditFollower(graph);
    this.slack = slackOf(rows, dimensions);
  }

  /** Embeds the largest part of the world. Takes about four floods for each dimension. */
  static build(graph: Graph, options: FastMapOptions): FastMap {
    checkArcs(graph, 'FastMap');
    checkOptions(options, ['dimensions', 'random'], 'FastMap.build');
    const { dimensions = 8, random } = (options as FastMapOptions | undefined) ?? ({} as FastMapOptions);
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 64) throw new RangeError(`The dimensions of a FastMap must be a whole number from 1 to 64, got ${shown(dimensions)}.`);
    checkFunction(random, 'random');
    return new FastMap(graph, dimensions, embed(graph, dimensions, random), random);
  }

  /** Memory in bytes. */
  get byteLength(): number {
    return this.rows.byteLength;
  }

  /** The heuristic: the sum of the differences of coordinates, or `base` if that is larger. */
  heuristic(options: { readonly base?: Heuristic | undefined } = {}): Heuristic {
    checkOptions(options, ['base'], 'FastMap.heuristic');
    const { base } = options;
    if (base !== undefined) checkHeuristic(base);
    const { dimensions } = this;
    const atGoal = new Float64Array(dimensions);
    let goal = -1;
    let read: Float64Array | undefined;
    const estimate: Heuristic = (v, target) => {
      const { rows } = this;
      if (target !== goal || rows !== read) {
        goal = target;
        read = rows;
        for (let i = 0; i < dimensions; i++) atGoal[i] = rows[target * dimensions + i];
      }
      const row = v * dimensions;
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += Math.abs(rows[row + i] - atGoal[i]);
      const least = base === undefined ? 0 : base(v, target);
      return sum > least ? sum : least;
    };
    return Object.assign(estimate, { follows: base?.follows === true || undefined });
  }

  /**
   * Call after a change of the world with the vertices whose outgoing arcs changed. If an arc is now cheaper than the difference of its ends, or vertices are new, rebuilds
   * everything; otherwise changes nothing, as the heuristic is still admissible. Returns whether it was rebuilt. If so, a planner of @pf/incremental must
   * `begin` again and an agent of @pf/realtime `forget`. Throws if a rebuild is needed but the map was loaded, since then it has no random source.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): boolean {
    const { graph, dimensions, random, edits } = this;
    if (n > 0) [tails, n] = edits.completeOrAll(tails, n);
    else checkTails(graph, tails, n);
    const isBelow = this.hasRoom && this.isBelowArcs(tails, n);
    if (!isBelow) {
      if (random === undefined) throw new Error('A cost has fallen below what this loaded FastMap estimates, or vertices are new: build it anew with FastMap.build.');
      this.rows = embed(graph, dimensions, random);
      this.slack = slackOf(this.rows, dimensions);
    }
    if (n > 0 || !isBelow) edits.catchUp();
    return !isBelow;
  }

  /** Everything in one buffer, to be saved. Throws if the graph has unreported changes since the last `arcsChanged`. */
  save(): ArrayBuffer {
    if (!this.hasRoom || (this.edits.isBehind && this.edits.find() !== 0)) throw new Error('The graph has changed since its FastMap was built: report the changed arcs to arcsChanged, or build it anew, before it is saved.');
    return encodeArtifact('fast-map', fingerprint(this.graph), [this.rows]);
  }

  /** Loads data that `save` wrote for the same world. The coordinates are a view into the buffer. */
  static load(graph: Graph, bytes: ArtifactBytes): FastMap {
    const [rows] = readSections(bytes, 'fast-map', fingerprint(graph), 1);
    checkSections('fast-map', [rows], [{ name: 'coordinates', types: [Float64Array], range: [-Number.MAX_VALUE, Number.MAX_VALUE] }]);
    // Without vertices, their number is lost and does not matter.
    const dimensions = graph.vertexCount === 0 ? 1 : rows.length / graph.vertexCount;
    if (!Number.isInteger(dimensions) || dimensions < 1) throw new Error(`The section "coordinates" of this artifact of kind "fast-map" has ${rows.length} entries for ${graph.vertexCount} vertices: build it anew.`);
    return new FastMap(graph, dimensions, rows as Float64Array, undefined);
  }

  /** Whether all vertices have coordinates; new ones have not. */
  private get hasRoom(): boolean {
    return this.rows.length === this.dimensions * this.graph.vertexCount;
  }

  /** Whether no arc that leaves these vertices costs less than the estimate between its ends. */
  private isBelowArcs(tails: ArrayLike<number>, n: number): boolean {
    const { graph, slack } = this;
    const to = new Uint32Array(graph.maxDegree);
    const cost = new Float64Array(graph.maxDegree);
    const h = this.heuristic();
    for (let i = 0; i < n; i++) {
      for (let arc = graph.successors(tails[i], to, cost) - 1; arc >= 0; arc--) if (!(h(tails[i], to[arc]) <= cost[arc] * (1 + ROUNDING) + slack)) return false;
    }
    return true;
  }
}

/** By arc: the cost that the dimensions so far leave of it, in both directions. */
class Residual implements Graph {
  readonly vertexCount: number;
  readonly maxDegree: number;
  private readonly heads: Uint32Array;
  private readonly costs: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly rows: Float64Array,
    private readonly dimensions: number,
  ) {
    this.vertexCount = graph.vertexCount;
    this.maxDegree = 2 * graph.maxDegree;
    this.heads = new Uint32Array(graph.maxDegree);
    this.costs = new Float64Array(graph.maxDegree);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { graph, rows, dimensions, heads, costs } = this;
    let n = graph.successors(v, to, cost);
    const incoming = graph.predecessors(v, heads, costs);
    for (let i = 0; i < incoming; i++, n++) {
      to[n] = heads[i];
      cost[n] = costs[i];
    }
    for (let i = 0; i < n; i++) {
      let rest = cost[i];
      for (let k = 0; k < dimensions; k++) rest -= Math.abs(rows[v * dimensions + k] - rows[to[i] * dimensions + k]);
      cost[i] = Math.max(0, rest);
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.successors(v, to, cost);
  }
}

/** The coordinates; those of a vertex are adjacent. */
function embed(graph: Graph, dimensions: number, random: () => number): Float64Array {
  const n = graph.vertexCount;
  const rows = new Float64Array(n * dimensions);
  const residual = new Residual(graph, rows, dimensions);
  const dijkstra = new Dijkstra(residual);
  const part = largestPart(residual, dijkstra);
  const [fromA, fromB] = [new Float64Array(n), new Float64Array(n)];
  /** Writes costs from `v` to `costs`, and returns the farthest vertex of the part. */
  const flood = (v: number, costs: Float64Array): number => {
    dijkstra.flood(v);
    dijkstra.distances(costs);
    let farthest = v;
    for (const u of part) if (costs[u] > costs[farthest]) farthest = u;
    return farthest;
  };
  let first = 0;
  for (let k = 0; k < dimensions && part.length > 1; k++) {
    let a = randomEntry(part, random);
    for (let round = 1; round < ROUNDS; round++) a = flood(a, fromA);
    const b = flood(a, fromA);
    const length = fromA[b];
    first = Math.max(first, length);
    if (!(length > first * SHORTEST)) break;
    const last = k === dimensions - 1;
    if (!last) flood(b, fromB);
    for (const v of part) rows[v * dimensions + k] = last ? fromA[v] : (fromA[v] + length - fromB[v]) / 2;
  }
  return rows;
}

function slackOf(rows: Float64Array, dimensions: number): number {
  let largest = 0;
  for (const coordinate of rows) largest = Math.max(largest, Math.abs(coordinate));
  return dimensions * largest * COORDINATE_ROUNDING + Number.MIN_VALUE;
}
