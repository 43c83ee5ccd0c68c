import type { Rows } from './arc-rows.ts';
import { compress, copyRow, hasArc, rewrite } from './arc-rows.ts';
import { checkOptions } from './check-options.ts';
import { checkBoolean, checkBuffer, GREATEST_COST, isCost } from './checks.ts';
import { shown } from './shown.ts';
import type { Graph, Located } from './graph.ts';
import { checkVertex } from './graph.ts';
import { TailLog } from './tail-log.ts';

/** An arc, one-way unless `directed: false`, and its cost. Cost Infinity: the arc is closed, and may be opened later. */
export type Arc = readonly [from: number, to: number, cost: number];

/** The number of edits that a graph remembers; a sixteenth of the number of its vertices, if that is more. */
const REMEMBERED = 4096;

/** Options of `CompressedGraph`: direction of the arcs, and coordinates of the vertices. */
export interface CompressedGraphOptions {
  /** False: each arc also leads in reverse, at the same cost. Default true. */
  readonly directed?: boolean | undefined;
  /** The x and y of each vertex in turn: 2 × vertexCount numbers. */
  readonly coordinates?: ArrayLike<number> | undefined;
}

/** Arcs as three lists of the same length, preferably typed arrays: arc i leads from `tails[i]` to `heads[i]` at cost `costs[i]`. */
export interface ArcArrays {
  readonly tails: ArrayLike<number>;
  readonly heads: ArrayLike<number>;
  /** Infinity for closed arcs. */
  readonly costs: ArrayLike<number>;
}

/**
 * A graph in compressed rows, for road networks, waypoint graphs and other lists of arcs.
 *
 * Memory: 8 bytes a vertex and 24 an arc, both directions included. An undirected edge counts as two arcs. Arcs keep their order; parallel arcs and loops
 * are kept. An arc of cost Infinity is closed: searches skip it until `setCost` changes its cost. Other costs are at most 10¹².
 *
 * Pass large graphs as typed arrays, without an object for each arc. A million arcs then take a fraction of a second, and no extra memory if they are
 * directed; undirected ones take 16 more bytes an arc during the build.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 2.5], [1, 2, 1]]);
 * const to = new Uint32Array(graph.maxDegree);
 * const cost = new Float64Array(graph.maxDegree);
 * graph.successors(0, to, cost); // → 1
 * to[0]; // → 1
 * cost[0]; // → 2.5
 *
 * const large = new CompressedGraph(3, { tails: Uint32Array.of(0, 1), heads: Uint32Array.of(1, 2), costs: Float64Array.of(2.5, 1) });
 * large.arcCount; // → 2
 * ```
 */
export class CompressedGraph implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree: number;
  readonly arcCount: number;
  private readonly out: Rows;
  private readonly in: Rows;
  private readonly coordinates: Float64Array | undefined;
  private edits = 0;
  private readonly log: TailLog;

  constructor(vertexCount: number, arcs: Iterable<Arc | readonly number[]> | ArcArrays, options: CompressedGraphOptions = {}) {
    if (!Number.isInteger(vertexCount) || vertexCount < 0 || vertexCount > 0x7fffffff) {
      throw new RangeError(`A graph needs a whole number of vertices from 0 to 2147483647, got ${shown(vertexCount)}.`);
    }
    checkOptions(options, ['directed', 'coordinates'], 'new CompressedGraph');
    const { directed = true, coordinates } = options;
    checkBoolean(directed, 'directed');
    const given = asArrays(arcs);
    checkArcs(vertexCount, given);
    const { tails, heads, costs } = directed ? given : withReversed(given);
    if (coordinates !== undefined && coordinates.length !== 2 * vertexCount) {
      throw new RangeError(`${vertexCount} vertices need ${2 * vertexCount} coordinates, one flat list [x0, y0, x1, y1, …], got ${coordinates.length}.`);
    }
    this.vertexCount = vertexCount;
    this.log = new TailLog(Math.max(REMEMBERED, vertexCount >> 4));
    this.arcCount = tails.length;
    this.out = compress(vertexCount, tails, heads, costs);
    this.in = compress(vertexCount, heads, tails, costs);
    this.maxDegree = Math.max(this.out.widest, this.in.widest);
    this.coordinates = coordinates && Float64Array.from(coordinates);
  }

  /** Increases with every change of a cost. */
  get version(): number {
    return this.edits;
  }

  /**
   * Writes the tails of the arcs whose costs changed since that version, each once. Returns their number; −1 if they do not fit, or if the version is still
   * to come or too old (the graph remembers 4096 edits; a sixteenth of the number of its vertices, if that is more).
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    return version >= 0 && version <= this.version ? this.log.since(version, tails) : -1;
  }

  /** @internal For the check of what searches read. A getter, which copies of the fields do not have. */
  get hasCheckedArcs(): boolean {
    return true;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return copyRow(this.out, v, to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return copyRow(this.in, v, to, cost);
  }

  /**
   * Like `successors`, but includes closed arcs, at cost Infinity. For structures that are built for all later costs, such as `CustomizableHierarchy`.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   *
   * const roads = new CompressedGraph(2, [[0, 1, Infinity]]);
   * const to = new Uint32Array(roads.maxDegree);
   * const cost = new Float64Array(roads.maxDegree);
   * [roads.successors(0, to, cost), roads.allSuccessors(0, to, cost)]; // → [0, 1]
   * ```
   */
  allSuccessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return copyRow(this.out, v, to, cost, true);
  }

  /** The x coordinate of `v`; NaN without coordinates. */
  x(v: number): number {
    return this.coordinates?.[2 * v] ?? NaN;
  }

  /** The y coordinate of `v`; NaN without coordinates. */
  y(v: number): number {
    return this.coordinates?.[2 * v + 1] ?? NaN;
  }

  /**
   * Sets the cost of every arc from `from` to `to`. Returns the number of arcs whose cost changed. Infinity closes them, any other cost opens them. Throws if there is no
   * such arc. Planners follow by themselves; report `from` to other users of the graph as the tail of changed arcs.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   *
   * const roads = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3], [0, 2, 9]]);
   * const to = new Uint32Array(roads.maxDegree);
   * const cost = new Float64Array(roads.maxDegree);
   * roads.setCost(0, 1, Infinity); // → 1
   * roads.successors(0, to, cost); // → 1
   * to[0]; // → 2
   * roads.setCost(0, 1, 4); // → 1
   * roads.successors(0, to, cost); // → 2
   * ```
   */
  setCost(from: number, to: number, cost: number): number {
    if (!isCost(cost)) throw wrongCost(cost, `The arc from ${from} to ${to} cannot cost ${shown(cost)}`);
    checkVertex(this, from, 'tail of an arc');
    checkVertex(this, to, 'head of an arc');
    if (!hasArc(this.out, from, to)) throw new RangeError(`There is no arc from ${from} to ${to}: setCost changes only arcs that the graph was made with. Make an arc that opens later with the cost Infinity.`);
    rewrite(this.in, to, from, cost);
    const arcs = rewrite(this.out, from, to, cost);
    if (arcs > 0) this.record(from);
    return arcs;
  }

  /** Records the tail of an edit. */
  private record(tail: number): void {
    this.log.add(tail, ++this.edits);
  }
}

/** Converts either form of arcs to lists. */
function asArrays(arcs: unknown): ArcArrays {
  if (typeof arcs !== 'object' || arcs === null) throw new TypeError(`A graph is made from a list of arcs, such as [[0, 1, 2.5]], got ${shown(arcs)}.`);
  if (!(Symbol.iterator in arcs)) {
    const { tails, heads, costs } = arcs as Partial<ArcArrays>;
    for (const [name, list] of Object.entries({ tails, heads, costs })) {
      if (typeof list === 'object' && (list as ArrayLike<number> | null)?.length !== undefined) continue;
      throw new TypeError(`A graph is made from a list of arcs, such as [[0, 1, 2.5]], or from { tails, heads, costs }, three lists: got ${shown(list)} for ${name}.`);
    }
    if (tails!.length !== heads!.length || tails!.length !== costs!.length) {
      throw new RangeError(`Each arc needs a tail, a head and a cost, got ${tails!.length} tails, ${heads!.length} heads and ${costs!.length} costs.`);
    }
    return { tails: tails!, heads: heads!, costs: costs! };
  }
  const lists = { tails: [] as number[], heads: [] as number[], costs: [] as number[] };
  for (const arc of arcs as Iterable<readonly number[]>) {
    checkArc(arc, lists.tails.length);
    const [from, to, cost] = arc;
    lists.tails.push(from);
    lists.heads.push(to);
    lists.costs.push(cost);
  }
  return lists;
}

function checkArc(arc: unknown, i: number): void {
  if (typeof arc === 'object' && arc !== null && Symbol.iterator in arc) return;
  throw new TypeError(`Arc ${i} must be [from, to, cost], such as [0, 1, 2.5], got ${shown(arc)}.`);
}

function checkArcs(vertexCount: number, { tails, heads, costs }: ArcArrays): void {
  for (let i = 0; i < tails.length; i++) {
    checkEnd(tails[i], vertexCount, i, 'starts');
    checkEnd(heads[i], vertexCount, i, 'ends');
    if (!isCost(costs[i])) throw wrongCost(costs[i], `Arc ${i} from ${tails[i]} to ${heads[i]} costs ${shown(costs[i])}`);
  }
}

/** All arcs, followed by their reversals. Loops are not reversed, since that would only add a parallel arc. */
function withReversed({ tails, heads, costs }: ArcArrays): ArcArrays {
  let loops = 0;
  for (let i = 0; i < tails.length; i++) if (tails[i] === heads[i]) loops++;
  const count = 2 * tails.length - loops;
  const all = { tails: new Uint32Array(count), heads: new Uint32Array(count), costs: new Float64Array(count) };
  all.tails.set(tails);
  all.heads.set(heads);
  all.costs.set(costs);
  for (let i = 0, n = tails.length; i < tails.length; i++) {
    if (tails[i] === heads[i]) continue;
    all.tails[n] = heads[i];
    all.heads[n] = tails[i];
    all.costs[n++] = costs[i];
  }
  return all;
}

function checkEnd(v: number, vertexCount: number, arc: number, what: string): void {
  if (Number.isInteger(v) && v >= 0 && v < vertexCount) return;
  throw new RangeError(`Arc ${arc} ${what} at ${shown(v)}, which is not a vertex: vertices are the whole numbers from 0 to ${vertexCount - 1}.`);
}

function wrongCost(cost: number, what: string): RangeError {
  if (!(typeof cost === 'number' && cost >= 0)) return new RangeError(`${what}: a cost must be a number, 0 or more, or Infinity for a closed arc.`);
  return new RangeError(`${what}: small costs would be lost in sums with one above ${GREATEST_COST}. Give Infinity to close an arc, or take larger units.`);
}
