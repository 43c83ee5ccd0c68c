import type { ArcArrays } from './compressed-graph.ts';
import { isCost } from './checks.ts';
import type { Graph } from './graph.ts';
import { arcsOf, isLocated } from './graph.ts';
import { shown } from './shown.ts';

/** The cost of the turn from `from` over `via` to `to`: 0 to 10¹², also with that of the arc to `to`; or Infinity to forbid it. `from` equals `to` in a U-turn. */
export type TurnCost = (from: number, via: number, to: number) => number;

/** The arcs of the original graph, closed ones included. Those of vertex v are first[v] … first[v + 1] − 1. */
export interface Roads {
  readonly first: Uint32Array;
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  /** The arcs that enter vertex v: last[v], before[last[v]], and so on; −1 ends the list. */
  readonly last: Int32Array;
  readonly before: Int32Array;
}

interface Expanded {
  readonly arcs: ArcArrays;
  readonly roads: Roads;
  readonly coordinates: Float64Array | undefined;
}

/** The vertices and arcs of a graph of turns. */
export function expand(graph: Graph, turnCost: TurnCost): Expanded {
  const { vertexCount } = graph;
  const [to, cost] = arcBuffers(graph);
  const firstArc = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) firstArc[v + 1] = firstArc[v] + arcsOf(graph, v, to, cost);
  const arcCount = firstArc[vertexCount];
  const arcTail = new Uint32Array(arcCount);
  const arcHead = new Uint32Array(arcCount);
  const arcCost = new Float64Array(arcCount);
  const last = new Int32Array(vertexCount).fill(-1);
  const before = new Int32Array(arcCount);
  let turnCount = 0;
  for (let v = 0, arc = 0; v < vertexCount; v++) {
    const n = arcsOf(graph, v, to, cost);
    for (let i = 0; i < n; i++, arc++) {
      arcTail[arc] = v;
      arcHead[arc] = to[i];
      arcCost[arc] = cost[i];
      before[arc] = last[to[i]];
      last[to[i]] = arc;
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
      // Forbidden turns are closed arcs, which may open later.
      addArc(arc, next, turnAndArc(turnCost, arcTail[arc], via, arcHead[next], arcCost[next]));
    }
  }
  const roads = { first: firstArc, tail: arcTail, head: arcHead, last, before };
  return { arcs: { tails, heads, costs }, roads, coordinates: coordinatesOf(graph, arcHead) };
}

/** The cost of a turn and of the arc after it. */
export function turnAndArc(turnCost: TurnCost, from: number, via: number, to: number, arcCost: number): number {
  const turn = turnCost(from, via, to);
  if (isCost(turn) && isCost(turn + arcCost)) return turn + arcCost;
  throw new RangeError(`The turn from ${from} over ${via} to ${to} must cost from 0 to 10¹², with the arc after it, or Infinity to forbid it, got ${shown(turn)} before an arc of ${arcCost}.`);
}

/** Reads the present costs of the arcs of the original graph that leave `v`, from a list of `n` of them. An arc that is not listed is closed. */
export function readCosts({ first, head }: Roads, v: number, to: Uint32Array, cost: Float64Array, n: number, present: Float64Array): void {
  const begin = first[v];
  const count = first[v + 1] - begin;
  present.fill(Infinity, 0, count);
  const fits = (i: number, k: number): boolean => head[begin + k] === to[i] && present[k] === Infinity;
  for (let i = 0; i < n; i++) {
    // Usually the graph lists them in the same order.
    let k = i < count && fits(i, i) ? i : 0;
    while (k < count && !fits(i, k)) k++;
    if (k === count) throw new RangeError(`The arc from ${v} to ${to[i]} did not exist when this graph of turns was made: make a new one, over a grid while the cells that may open are free, and block them afterwards.`);
    if (!isCost(cost[i])) throw new RangeError(`The arc from ${v} to ${to[i]} must cost from 0 to 10¹², or Infinity to close it, got ${shown(cost[i])}.`);
    present[k] = cost[i];
  }
}

export function arcBuffers({ maxDegree }: Graph): [to: Uint32Array, cost: Float64Array] {
  return [new Uint32Array(maxDegree), new Float64Array(maxDegree)];
}

/** The coordinates of an arc are those of its head, since its cost is paid; those of a start or goal are its vertex's. */
function coordinatesOf(graph: Graph, arcHead: Uint32Array): Float64Array | undefined {
  if (!isLocated(graph)) return undefined;
  const { length } = arcHead;
  const coordinates = new Float64Array(2 * (length + 2 * graph.vertexCount));
  for (let arc = 0; arc < length; arc++) {
    coordinates[2 * arc] = graph.x(arcHead[arc]);
    coordinates[2 * arc + 1] = graph.y(arcHead[arc]);
  }
  for (let i = 0; i < 2 * graph.vertexCount; i++) {
    coordinates[2 * (length + i)] = graph.x(i % graph.vertexCount);
    coordinates[2 * (length + i) + 1] = graph.y(i % graph.vertexCount);
  }
  return coordinates;
}
