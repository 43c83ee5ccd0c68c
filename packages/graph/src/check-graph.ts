import { checkOptions } from './check-options.ts';
import { checkArcCount, checkWorld } from './check-world.ts';
import { checkOption } from './checks.ts';
import { shown } from './shown.ts';
import { hasCheckedArcs } from './check-read.ts';
import type { Arcs } from './count-arcs.ts';
import { countArcs } from './count-arcs.ts';
import type { Graph, NearLattice } from './graph.ts';

/**
 * Checks your own implementation of `Graph`, in a test: throws at the first wrong arc. Searches check the arcs that they read, but a wrong one that they
 * do not read can still make a path wrong. Precomputed tables check `successors` when they are built.
 *
 * Every target must be a vertex, every cost finite and 0 or more, and within the `costRange` if there is one, every count at most `maxDegree`. `predecessors` must list the same arcs as `successors`, and
 * a `nearLattice` must say where the graph differs.
 * For each arc, it calls `successors` of the tail. It keeps no arcs, so that memory does not grow with the graph. At a vertex, time grows with the square of its arcs.
 *
 * With `direction: 'forward'` it never calls `predecessors`: for graphs that are searched forward only. Default: `'both'`.
 *
 * @example
 * ```ts
 * import { checkGraph, CompressedGraph } from '@pf/graph';
 *
 * checkGraph(new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]])); // → undefined
 * ```
 */
export function checkGraph(graph: Graph, options: { readonly direction?: 'both' | 'forward' | undefined } = {}): void {
  checkOptions(options, ['direction'], 'checkGraph');
  const { direction = 'both' } = options;
  checkOption('direction', direction, ['both', 'forward']);
  const { vertexCount, maxDegree } = (graph as Graph | null | undefined) ?? ({} as Graph);
  for (const [name, value] of [['vertexCount', vertexCount], ['maxDegree', maxDegree]] as const) {
    if (!(Number.isInteger(value) && value >= 0)) throw new RangeError(`The ${name} of a graph must be a whole number, got ${shown(value)}.`);
  }
  // Like the buffers of searches, but without whole numbers: they would convert a wrong vertex to a valid one.
  const row = { to: new Float64Array(maxDegree).fill(NaN), cost: new Float64Array(maxDegree).fill(NaN) };
  const { to, cost } = row;
  const other = { to: new Uint32Array(maxDegree), cost: new Float64Array(maxDegree) };
  let total = 0;
  let fault: string | undefined;
  for (const list of direction === 'both' ? (['successors', 'predecessors'] as const) : (['successors'] as const)) {
    for (let v = 0; v < vertexCount; v++) {
      const n = checkRow(graph, list, v, to as never, cost, Number.MAX_VALUE);
      total += list === 'successors' ? n : -n;
      // If `successors` has each arc of `predecessors`, as often, and both have as many in all, they list the same arcs.
      if (list === 'predecessors') fault ??= findUnmatched(graph, list, v, row, n, other);
      to.fill(NaN, 0, n);
      cost.fill(NaN, 0, n);
    }
  }
  if (direction === 'both' && (fault !== undefined || total !== 0)) {
    for (let v = 0; v < vertexCount; v++) {
      const first = findUnmatched(graph, 'successors', v, row, graph.successors(v, to as never, cost), other);
      if (first !== undefined) throw new RangeError(first);
    }
    throw new RangeError(fault ?? 'successors wrote other arcs when it was called again: it must write the same until the version changes.');
  }
  if (graph.nearLattice !== undefined) checkNear(graph, graph.nearLattice);
}

/** What is wrong if one of the `n` arcs that `list` writes for `v` is not listed as often at its other end. */
function findUnmatched(graph: Graph, list: 'successors' | 'predecessors', v: number, row: Arcs, n: number, other: { to: Uint32Array; cost: Float64Array }): string | undefined {
  for (let i = 0; i < n; i++) {
    const end = row.to[i];
    const cost = row.cost[i];
    const m = list === 'successors' ? graph.predecessors(end, other.to, other.cost) : graph.successors(end, other.to, other.cost);
    if (countArcs(row, 0, n, end, cost) <= countArcs(other, 0, m, v, cost)) continue;
    return `The arc from ${list === 'successors' ? `${v} to ${end}` : `${end} to ${v}`} at cost ${cost} is listed by ${list} only, or more often than by the other.`;
  }
  return undefined;
}

function checkNear(graph: Graph, { lattice, differs, least = 0, most = Infinity }: NearLattice): void {
  const degree = Math.max(graph.maxDegree, lattice.maxDegree);
  const rows = [graph, lattice].map((world) => ({ world, n: 0, to: new Uint32Array(degree), cost: new Float64Array(degree) }));
  for (let v = 0; v < graph.vertexCount; v++) {
    for (const row of rows) row.n = row.world.successors(v, row.to, row.cost);
    for (const [row, other] of [rows, [rows[1], rows[0]]]) {
      for (let i = 0; i < row.n; i++) {
        const end = row.to[i];
        const cost = row.cost[i];
        if (differs[v] === 1 && differs[end] === 1) {
          if (row.world === graph && !(cost >= least && cost <= most)) throw new RangeError(`The arc from ${v} to ${end} costs ${cost}, but by its nearLattice from ${least} to ${most}.`);
        } else if (countArcs(row, 0, row.n, end, cost) > countArcs(other, 0, other.n, end, cost)) {
          throw new RangeError(`The arc from ${v} to ${end} at cost ${cost} is in ${row.world === graph ? 'the graph' : 'its nearLattice'} only, and \`differs\` is not 1 at both of its ends.`);
        }
      }
    }
  }
}

/**
 * Checks the arcs that `successors` of a graph writes, for `caller`, which precomputes a table from them.
 *
 * @example
 * ```ts
 * import type { Graph } from '@pf/graph';
 * import { checkArcs } from '@pf/graph/kit';
 *
 * const graph: Graph = { vertexCount: 1, maxDegree: 1, successors: (_, to, cost) => ((to[0] = 3), (cost[0] = 1), 1), predecessors: () => 0 };
 * checkArcs(graph, 'A table'); // → throws RangeError: successors(0) wrote 3 as arc 0, which is not a vertex from 0 to 0.
 * ```
 */
export function checkArcs(graph: Graph, caller: string): void {
  checkWorld(graph, caller);
  if (hasCheckedArcs(graph)) return;
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
