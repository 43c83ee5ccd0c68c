import { checkArcCount, checkWorld } from './check-world.ts';
import { shown } from './shown.ts';
import { CompressedGraph } from './compressed-graph.ts';
import type { Graph, NearLattice } from './graph.ts';
import { isLattice } from './graph.ts';

/**
 * Checks your own implementation of `Graph`, in a test: throws at the first wrong arc. Searches do not check arcs, and would return wrong paths. Precomputed tables check
 * `successors` when they are built.
 *
 * Every target must be a vertex, every cost finite and 0 or more, and within the `costRange` if there is one, every count at most `maxDegree`. `predecessors` must list the same arcs as `successors`, and
 * a `nearLattice` must say where the graph differs.
 * Time and memory are proportional to the number of arcs.
 *
 * @example
 * ```ts
 * import { checkGraph, CompressedGraph } from '@pf/graph';
 *
 * checkGraph(new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]])); // → undefined
 * ```
 */
export function checkGraph(graph: Graph): void {
  const { vertexCount, maxDegree } = (graph as Graph | null | undefined) ?? ({} as Graph);
  for (const [name, value] of [['vertexCount', vertexCount], ['maxDegree', maxDegree]] as const) {
    if (!(Number.isInteger(value) && value >= 0)) throw new RangeError(`The ${name} of a graph must be a whole number, got ${shown(value)}.`);
  }
  // Like the buffers of searches, but without whole numbers: they would convert a wrong vertex to a valid one.
  const to = new Float64Array(maxDegree).fill(NaN);
  const cost = new Float64Array(maxDegree).fill(NaN);
  // By arc: how often `successors` lists it, minus how often `predecessors` does.
  const balance = new Map<string, number>();
  for (const [list, sign] of [['successors', 1], ['predecessors', -1]] as const) {
    for (let v = 0; v < vertexCount; v++) {
      const n = checkRow(graph, list, v, to as never, cost, Number.MAX_VALUE);
      for (let i = 0; i < n; i++) {
        const arc = sign === 1 ? `${v} to ${to[i]} at cost ${cost[i]}` : `${to[i]} to ${v} at cost ${cost[i]}`;
        balance.set(arc, (balance.get(arc) ?? 0) + sign);
      }
      to.fill(NaN, 0, n);
      cost.fill(NaN, 0, n);
    }
  }
  for (const [arc, count] of balance) {
    if (count !== 0) throw new RangeError(`The arc from ${arc} is listed by ${count > 0 ? 'successors' : 'predecessors'} only, or more often than by the other.`);
  }
  if (graph.nearLattice !== undefined) checkNear(graph, graph.nearLattice);
}

function checkNear(graph: Graph, { lattice, differs, least = 0, most = Infinity }: NearLattice): void {
  const to = new Uint32Array(Math.max(graph.maxDegree, lattice.maxDegree));
  const cost = new Float64Array(to.length);
  const balance = new Map<string, number>();
  for (const [world, sign] of [[graph, 1], [lattice, -1]] as const) {
    for (let v = 0; v < graph.vertexCount; v++) {
      const n = world.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        if (differs[v] === 1 && differs[to[i]] === 1) {
          if (world === graph && !(cost[i] >= least && cost[i] <= most)) throw new RangeError(`The arc from ${v} to ${to[i]} costs ${cost[i]}, but by its nearLattice from ${least} to ${most}.`);
          continue;
        }
        const arc = `${v} to ${to[i]} at cost ${cost[i]}`;
        balance.set(arc, (balance.get(arc) ?? 0) + sign);
      }
    }
  }
  for (const [arc, count] of balance) {
    if (count !== 0) throw new RangeError(`The arc from ${arc} is in ${count > 0 ? 'the graph' : 'its nearLattice'} only, and \`differs\` is not 1 at both of its ends.`);
  }
}

/**
 * Checks the arcs that `successors` of a graph writes, for `caller`, which precomputes a table from them. Grids and compressed graphs have already checked their arcs.
 *
 * @example
 * ```ts
 * import type { Graph } from '@pf/graph';
 * import { checkArcs } from '@pf/graph/kit';
 *
 * const graph: Graph = { vertexCount: 1, maxDegree: 1, successors: (_, to, cost) => ((to[0] = 3), (cost[0] = 1), 1), predecessors: () => 0 };
 * let said = '';
 * try {
 *   checkArcs(graph, 'A table');
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → 'successors(0) wrote 3 as arc 0, which is not a vertex from 0 to 0.'
 * ```
 */
export function checkArcs(graph: Graph, caller: string): void {
  checkWorld(graph, caller);
  if (isLattice(graph) || graph instanceof CompressedGraph) return;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  // Tables leave out closed arcs, of cost Infinity.
  for (let v = 0; v < graph.vertexCount; v++) checkRow(graph, 'successors', v, to, cost, Infinity);
}

/** The number of arcs that a graph writes for a vertex. Throws unless all are valid and cost at maxCost `maxCost`. */
function checkRow(graph: Graph, list: 'successors' | 'predecessors', v: number, to: Uint32Array, cost: Float64Array, maxCost: number): number {
  const { vertexCount, maxDegree } = graph;
  const n = graph[list](v, to, cost);
  checkArcCount(n, list, v, maxDegree);
  const { least = 0, most = maxCost, whole = false } = graph.costRange ?? {};
  for (let i = 0; i < n; i++) {
    if (!(Number.isInteger(to[i]) && to[i] >= 0 && to[i] < vertexCount)) throw new RangeError(`${list}(${v}) wrote ${shown(to[i])} as arc ${i}, which is not a vertex from 0 to ${vertexCount - 1}.`);
    if (!(cost[i] >= 0 && cost[i] <= maxCost)) throw new RangeError(`${list}(${v}) wrote the cost ${shown(cost[i])} for arc ${i}; costs are finite numbers from 0. Leave out an arc that is closed.`);
    if (!(cost[i] >= least && (cost[i] <= most || cost[i] === Infinity) && (!whole || Number.isInteger(cost[i])))) throw new RangeError(`${list}(${v}) wrote the cost ${cost[i]} for arc ${i}, but the costRange of the graph is ${whole ? 'whole numbers ' : ''}from ${least} to ${most}.`);
  }
  return n;
}
