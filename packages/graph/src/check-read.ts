import type { Graph } from './graph.ts';
import { isLattice } from './graph.ts';
import { shown } from './shown.ts';

/**
 * Whether nothing is left to check: grids and compressed graphs have checked their arcs. It does not import `CompressedGraph`, which bundles of grids do not need.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { hasCheckedArcs } from '@pf/graph/kit';
 *
 * hasCheckedArcs(new CompressedGraph(2, [[0, 1, 5]])); // → true
 * ```
 */
export function hasCheckedArcs(graph: Graph & { readonly hasCheckedArcs?: boolean }): boolean {
  return isLattice(graph) || graph.hasCheckedArcs === true;
}

/**
 * Throws unless the `n` arcs that a graph has written for `v` are legal: at most as many as the buffers hold, each with a vertex, and with a cost of 0 or more.
 * Searches call it for the arcs that they read: over others they might end with a wrong path, or never.
 *
 * @example
 * ```ts
 * import { checkRead } from '@pf/graph/kit';
 *
 * checkRead(4, 1, 1, new Uint32Array([2]), new Float64Array([-3])); // → throws RangeError: The arc between the vertices 1 and 2 costs -3: an arc must cost a number, 0 or more.
 * ```
 */
export function checkRead(vertexCount: number, v: number, n: number, to: Uint32Array, cost: Float64Array): void {
  if (!(n <= to.length)) throwBadCount(v, n, to.length);
  for (let i = 0; i < n; i++) if (!(cost[i] >= 0 && to[i] < vertexCount)) throwBadArc(vertexCount, v, to[i], cost[i]);
}

function throwBadCount(v: number, n: number, maxDegree: number): never {
  if (n > maxDegree) throw new RangeError(`Vertex ${v} has ${n} arcs, more than the graph's maxDegree of ${maxDegree}: set it to the most arcs that leave or enter a vertex.`);
  throw new RangeError(`successors and predecessors must return how many arcs they wrote, up to maxDegree ${maxDegree}, got ${shown(n)} for vertex ${v}.`);
}

function throwBadArc(vertexCount: number, v: number, u: number, cost: number): never {
  if (!(u < vertexCount)) throw new RangeError(`Vertex ${v} has an arc with ${u}, but the graph's vertexCount was ${vertexCount} when the search was made.`);
  throw new RangeError(`The arc between the vertices ${v} and ${u} costs ${cost}: an arc must cost a number, 0 or more.`);
}
