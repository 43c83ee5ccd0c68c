import { checkWorld } from './check-world.ts';
import type { ArcArrays } from './compressed-graph.ts';
import { CompressedGraph } from './compressed-graph.ts';
import { checkBuffer, isCost } from './checks.ts';
import { shown } from './shown.ts';
import type { Graph, Located } from './graph.ts';
import { checkFit, checkVertex } from './graph.ts';
import { checkLength } from './path.ts';

/** The cost of the turn from `from` over `via` to `to`, besides those of both arcs: 0 to 10¹², or Infinity to forbid it. In a U-turn, `from` equals `to`. */
export type TurnCost = (from: number, via: number, to: number) => number;

interface Expanded {
  readonly arcs: ArcArrays;
  readonly arcHead: Uint32Array;
  readonly coordinates: Float64Array | undefined;
}

/**
 * A graph with costs of turns. It has a vertex for each arc of the original graph, an arc for each turn, and for each original vertex one vertex to start
 * from and one to end at. Works with every search and hierarchy. Created by `withTurns`. An arc has the coordinates of its head, so a heuristic of straight
 * lines that is valid for the original graph is valid here.
 *
 * @example
 * ```ts
 * import { CompressedGraph, withTurns } from '@pf/graph';
 *
 * const road = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const turns = withTurns(road, () => 5);
 * turns.vertexCount; // → 8
 * const path = [turns.start(0), 0, 1, turns.goal(2)];
 * const out = new Uint32Array(3);
 * turns.vertices(path, path.length, out); // → 3
 * out; // → [0, 1, 2]
 * ```
 */
export class TurnGraph extends CompressedGraph {
  /** The original graph. */
  readonly original: Graph;
  private readonly arcHead: Uint32Array;

  constructor(original: Graph, turnCost: TurnCost) {
    checkWorld(original, 'A graph of turns');
    if (typeof turnCost !== 'function') throw new TypeError(`The cost of turns is a function (from, via, to) => number, got ${shown(turnCost)}.`);
    const { arcs, arcHead, coordinates } = expand(original, turnCost);
    super(arcHead.length + 2 * original.vertexCount, arcs, { coordinates });
    this.original = original;
    this.arcHead = arcHead;
  }

  /** The vertex at which a path from `v` starts. */
  start(v: number): number {
    checkEnd(this, this.arcHead.length, v, 'start');
    return this.arcHead.length + v;
  }

  /** The vertex at which a path to `v` ends. */
  goal(v: number): number {
    checkEnd(this, this.arcHead.length, v, 'goal');
    return this.arcHead.length + this.original.vertexCount + v;
  }

  /** Writes the vertices of the original graph along a path from a start to a goal; returns their number. A path with turns can visit a vertex twice. */
  vertices(path: ArrayLike<number>, length: number, out: Uint32Array): number {
    checkBuffer(out);
    checkLength(path, length);
    if (length === 0) return 0;
    if (length - 1 > out.length) throw new RangeError(`The path has ${length - 1} vertices, but the buffer holds ${out.length}.`);
    const { arcHead } = this;
    out[0] = path[0] - arcHead.length;
    for (let i = 1; i < length - 1; i++) out[i] = arcHead[path[i]];
    return length - 1;
  }
}

/** Throws unless `v` is a vertex of the original graph, or if that has grown: then numbers of ends would be those of others. */
function checkEnd({ original, vertexCount }: TurnGraph, arcs: number, v: number, role: string): void {
  checkVertex(original, v, role);
  checkFit(original, 'graph of turns', (vertexCount - arcs) / 2);
}

/**
 * Adds costs of turns to a graph, or forbids turns. Search in the returned graph, from its `start(v)` to its `goal(v)`.
 *
 * The returned graph has a vertex for each arc and two for each vertex. It has an arc for each pair of consecutive arcs, and two for each arc. It does not
 * follow edits of the graph: make it anew after one. Its `setCost` changes a single turn, not a road.
 *
 * @example
 * ```ts
 * import { CompressedGraph, withTurns } from '@pf/graph';
 * import { AStar } from '@pf/search';
 *
 * // The turn from 0 over 1 to 2 is forbidden. The path goes on to 3 and back.
 * const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [1, 3, 1], [3, 1, 1]]);
 * const turns = withTurns(roads, (from, via, to) => (from === 0 && via === 1 && to === 2 ? Infinity : 0));
 * const search = new AStar(turns);
 * const path = new Uint32Array(turns.vertexCount);
 * const out = new Uint32Array(turns.vertexCount);
 * search.search(turns.start(0), turns.goal(2)); // → 4
 * out.subarray(0, turns.vertices(path, search.path(path), out)); // → [0, 1, 3, 1, 2]
 * ```
 */
export function withTurns(graph: Graph, turnCost: TurnCost): TurnGraph {
  return new TurnGraph(graph, turnCost);
}

function expand(graph: Graph, turnCost: TurnCost): Expanded {
  const { vertexCount } = graph;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const firstArc = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) firstArc[v + 1] = firstArc[v] + graph.successors(v, to, cost);
  const arcCount = firstArc[vertexCount];
  const arcTail = new Uint32Array(arcCount);
  const arcHead = new Uint32Array(arcCount);
  const arcCost = new Float64Array(arcCount);
  let turnCount = 0;
  for (let v = 0, arc = 0; v < vertexCount; v++) {
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++, arc++) {
      arcTail[arc] = v;
      arcHead[arc] = to[i];
      arcCost[arc] = cost[i];
      turnCount += firstArc[to[i] + 1] - firstArc[to[i]];
    }
  }
  const size = turnCount + 2 * arcCount + vertexCount;
  const tails = new Uint32Array(size);
  const heads = new Uint32Array(size);
  const costs = new Float64Array(size);
  let n = 0;
  const addArc = (tail: number, head: number, value: number): void => {
    tails[n] = tail;
    heads[n] = head;
    costs[n++] = value;
  };
  for (let v = 0; v < vertexCount; v++) {
    addArc(arcCount + v, arcCount + vertexCount + v, 0);
    for (let arc = firstArc[v]; arc < firstArc[v + 1]; arc++) addArc(arcCount + v, arc, arcCost[arc]);
  }
  for (let arc = 0; arc < arcCount; arc++) {
    const via = arcHead[arc];
    addArc(arc, arcCount + vertexCount + via, 0);
    for (let next = firstArc[via]; next < firstArc[via + 1]; next++) {
      const turn = turnCost(arcTail[arc], via, arcHead[next]);
      if (!isCost(turn)) throw new RangeError(`The turn from ${arcTail[arc]} over ${via} to ${arcHead[next]} must cost from 0 to 10¹², or Infinity to forbid it, got ${shown(turn)}.`);
      if (turn < Infinity) addArc(arc, next, turn + arcCost[next]);
    }
  }
  return { arcs: { tails: tails.subarray(0, n), heads: heads.subarray(0, n), costs: costs.subarray(0, n) }, arcHead, coordinates: coordinatesOf(graph, arcHead) };
}

/** The coordinates of an arc are those of its head, since its cost is paid; those of a start or goal are its vertex's. */
function coordinatesOf(graph: Graph, arcHead: Uint32Array): Float64Array | undefined {
  if (!('x' in graph && 'y' in graph)) return undefined;
  const located = graph as Graph & Located;
  const { length } = arcHead;
  const coordinates = new Float64Array(2 * (length + 2 * graph.vertexCount));
  for (let arc = 0; arc < length; arc++) {
    coordinates[2 * arc] = located.x(arcHead[arc]);
    coordinates[2 * arc + 1] = located.y(arcHead[arc]);
  }
  for (let i = 0; i < 2 * graph.vertexCount; i++) {
    coordinates[2 * (length + i)] = located.x(i % graph.vertexCount);
    coordinates[2 * (length + i) + 1] = located.y(i % graph.vertexCount);
  }
  return coordinates;
}
