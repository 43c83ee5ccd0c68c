import { checkOptions } from './check-options.ts';
import { shown } from './checks.ts';
import type { Graph, Located } from './graph.ts';
import { checkVertex } from './graph.ts';

/** An arc from a vertex to a vertex at a cost; Infinity where it is closed, and may be opened later. */
export type Arc = readonly [from: number, to: number, cost: number];

/**
 * Up to this, a hundredth still counts in a sum of some ninety arcs. With dearer ones, small costs are lost in sums, and who mends sums goes wrong: at 10¹⁴,
 * D* Lite went round in a circle, and Focussed D* never came to an end.
 */
const GREATEST_COST = 1e12;
/** How many edits a graph remembers. */
const REMEMBERED = 512;

/** How the arcs given to `CompressedGraph` are read, and where its vertices lie. */
export interface CompressedGraphOptions {
  /** False: every arc is also entered backwards, at the same cost. Default true. */
  readonly directed?: boolean | undefined;
  /** Where each vertex lies, x and y in turn: 2 × vertexCount numbers. */
  readonly coordinates?: ArrayLike<number> | undefined;
}

/** One direction of the graph: the arcs of vertex v stand at first[v] … first[v + 1] − 1. */
interface Rows {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  readonly cost: Float64Array;
  readonly widest: number;
}

/**
 * A graph in compressed rows: road networks, waypoint graphs, anything that comes as a list of arcs.
 *
 * It takes 8 bytes a vertex and 24 an arc, both directions included; an undirected edge counts as two arcs. The
 * arcs of a vertex come in the order in which they were given. Parallel arcs and loops are kept. An arc that costs Infinity is closed: nobody is
 * told of it, but it keeps its place, and is opened by another cost. Any other costs 10¹² at most.
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
  /** The tail of each of the latest edits, in a ring. */
  private readonly edited: number[] = [];

  constructor(vertexCount: number, arcs: Iterable<Arc | readonly number[]>, options: CompressedGraphOptions = {}) {
    if (!Number.isInteger(vertexCount) || vertexCount < 0 || vertexCount > 0x7fffffff) {
      throw new RangeError(`A graph needs a whole number of vertices from 0 to 2147483647, got ${shown(vertexCount)}.`);
    }
    checkOptions(options, ['directed', 'coordinates'], 'new CompressedGraph');
    checkIterable(arcs);
    const { directed = true, coordinates } = options;
    const tails: number[] = [];
    const heads: number[] = [];
    const costs: number[] = [];
    for (const arc of arcs) {
      checkArc(arc, tails.length);
      const [from, to, cost] = arc;
      checkEnd(from, vertexCount, tails.length, 'starts');
      checkEnd(to, vertexCount, tails.length, 'ends');
      if (!isCost(cost)) throw wrongCost(cost, `Arc ${tails.length} from ${from} to ${to} costs ${shown(cost)}`);
      tails.push(from);
      heads.push(to);
      costs.push(cost);
    }
    if (!directed) {
      // A loop is its own way back: doubling it would only be a parallel arc.
      for (let i = 0, given = tails.length; i < given; i++) {
        if (tails[i] === heads[i]) continue;
        tails.push(heads[i]);
        heads.push(tails[i]);
        costs.push(costs[i]);
      }
    }
    if (coordinates !== undefined && coordinates.length !== 2 * vertexCount) {
      throw new RangeError(`${vertexCount} vertices need ${2 * vertexCount} coordinates (x and y of each), got ${coordinates.length}.`);
    }
    this.vertexCount = vertexCount;
    this.arcCount = tails.length;
    this.out = compress(vertexCount, tails, heads, costs);
    this.in = compress(vertexCount, heads, tails, costs);
    this.maxDegree = Math.max(this.out.widest, this.in.widest);
    this.coordinates = coordinates && Float64Array.from(coordinates);
  }

  /** Rises with every change of a cost. */
  get version(): number {
    return this.edits;
  }

  /**
   * Writes the tails of the arcs whose costs changed since that version, each once. Returns how many; −1 if they do not fit, or if there were more than the 512
   * edits that the graph remembers.
   */
  changedSince(version: number, tails: Uint32Array): number {
    if (this.edits - version > REMEMBERED) return -1;
    const changed = new Set<number>();
    for (let edit = version; edit < this.edits; edit++) changed.add(this.edited[edit % REMEMBERED]);
    if (changed.size > tails.length) return -1;
    let n = 0;
    for (const v of changed) tails[n++] = v;
    return n;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return copyRow(this.out, v, to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return copyRow(this.in, v, to, cost);
  }

  /** The coordinate given for `v`, or NaN where none were given. */
  x(v: number): number {
    return this.coordinates?.[2 * v] ?? NaN;
  }

  /** The coordinate given for `v`, or NaN where none were given. */
  y(v: number): number {
    return this.coordinates?.[2 * v + 1] ?? NaN;
  }

  /**
   * Gives every arc from `from` to `to` a cost; returns how many had another one before. Throws if there is none. Infinity closes them, any other opens them again. Tell
   * incremental searches that `from` is a tail of changed arcs.
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
    if (!hasArc(this.out, from, to)) throw new RangeError(`There is no arc from ${from} to ${to}: only arcs that the graph was made with can get another cost. One to be opened later is made at the cost Infinity.`);
    rewrite(this.in, to, from, cost);
    const arcs = rewrite(this.out, from, to, cost);
    if (arcs > 0) this.edited[this.edits++ % REMEMBERED] = from;
    return arcs;
  }
}

function checkIterable(arcs: unknown): void {
  if (typeof arcs === 'object' && arcs !== null && Symbol.iterator in arcs) return;
  throw new TypeError(`A graph is made from a list of arcs, such as [[0, 1, 2.5]], got ${shown(arcs)}.`);
}

function checkArc(arc: unknown, i: number): void {
  if (typeof arc === 'object' && arc !== null && Symbol.iterator in arc) return;
  throw new TypeError(`Arc ${i} must be [from, to, cost], such as [0, 1, 2.5], got ${shown(arc)}.`);
}

function hasArc({ first, head }: Rows, row: number, to: number): boolean {
  for (let i = first[row]; i < first[row + 1]; i++) if (head[i] === to) return true;
  return false;
}

function checkEnd(v: number, vertexCount: number, arc: number, what: string): void {
  if (Number.isInteger(v) && v >= 0 && v < vertexCount) return;
  throw new RangeError(`Arc ${arc} ${what} at ${shown(v)}, which is not a vertex: vertices are the whole numbers from 0 to ${vertexCount - 1}.`);
}

function isCost(cost: number): boolean {
  return typeof cost === 'number' && cost >= 0 && (cost <= GREATEST_COST || cost === Infinity);
}

function wrongCost(cost: number, what: string): RangeError {
  if (!(typeof cost === 'number' && cost >= 0)) return new RangeError(`${what}: a cost must be a number, 0 or more, Infinity of an arc that is closed.`);
  return new RangeError(`${what}: small costs would be lost in sums with one above ${GREATEST_COST}. Give Infinity to close an arc, or take larger units.`);
}

/** Counting sort by row, stable. */
function compress(vertexCount: number, row: number[], head: number[], cost: number[]): Rows {
  const first = new Uint32Array(vertexCount + 1);
  for (const v of row) first[v + 1]++;
  let widest = 0;
  for (let v = 0; v < vertexCount; v++) {
    widest = Math.max(widest, first[v + 1]);
    first[v + 1] += first[v];
  }
  const next = first.slice(0, vertexCount);
  const rows: Rows = { first, head: new Uint32Array(row.length), cost: new Float64Array(row.length), widest };
  for (let i = 0; i < row.length; i++) {
    const at = next[row[i]]++;
    rows.head[at] = head[i]!;
    rows.cost[at] = cost[i]!;
  }
  return rows;
}

function copyRow(rows: Rows, v: number, to: Uint32Array, cost: Float64Array): number {
  const { first, head, cost: costs } = rows;
  const end = first[v + 1];
  let n = 0;
  for (let i = first[v]; i < end; i++) {
    if (costs[i] === Infinity) continue;
    to[n] = head[i]!;
    cost[n++] = costs[i]!;
  }
  return n;
}

/** Returns how many arcs had another cost. */
function rewrite(rows: Rows, row: number, head: number, cost: number): number {
  let count = 0;
  for (let i = rows.first[row]; i < rows.first[row + 1]; i++) {
    if (rows.head[i] !== head || rows.cost[i] === cost) continue;
    rows.cost[i] = cost;
    count++;
  }
  return count;
}
