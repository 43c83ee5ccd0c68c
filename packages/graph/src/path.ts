import { ArcBuffer } from './arc-buffer.ts';
import type { Graph } from './graph.ts';
import { checkHolds, checkList } from './checks.ts';
import { checkWorld } from './check-world.ts';
import { shown } from './shown.ts';

/**
 * Reverses the first `length` entries in place, for paths found from the goal. Allocates nothing, unlike
 * `subarray` and `reverse`.
 *
 * @example
 * ```ts
 * import { reverseFirst } from '@pf/graph/kit';
 *
 * const path = Uint32Array.of(3, 2, 1, 0, 0);
 * reverseFirst(path, 3);
 * path; // → [1, 2, 3, 0, 0]
 * ```
 */
export function reverseFirst(path: Uint32Array, length: number): void {
  checkLength(path, length);
  for (let i = 0, j = length - 1; i < j; i++, j--) {
    const kept = path[i];
    path[i] = path[j];
    path[j] = kept;
  }
}

/**
 * The cost of a path; of parallel arcs, the cheapest counts. Infinity for an empty path, and for one that starts at no vertex or lacks an arc:
 * `brokenAt` finds where.
 *
 * @example
 * ```ts
 * import { CompressedGraph, pathCost } from '@pf/graph';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]]);
 * pathCost(graph, [0, 1, 2]); // → 5
 * pathCost(graph, [0, 2]); // → Infinity
 * ```
 */
export function pathCost(graph: Graph, path: ArrayLike<number>, length = lengthOf(path)): number {
  checkWorld(graph, 'pathCost');
  checkLength(path, length);
  if (length === 0 || !isVertex(graph, path[0])) return Infinity;
  const arcs = new ArcBuffer(graph);
  let sum = 0;
  // What follows a missing arc may be no vertex.
  for (let i = 1; i < length && sum < Infinity; i++) sum += arcs.costOf(path[i - 1], path[i]);
  return sum;
}

/**
 * Writes the cost of the path up to each of its vertices to `out`, 0 for the first, and returns the cost of the whole path, as `pathCost` does.
 * Infinity from the first vertex without an arc from the one before it.
 *
 * @example
 * ```ts
 * import { CompressedGraph, pathCosts } from '@pf/graph';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]]);
 * const out = new Float64Array(3);
 * pathCosts(graph, [0, 1, 2], out); // → 5
 * [...out]; // → [0, 2, 5]
 * ```
 */
export function pathCosts(graph: Graph, path: ArrayLike<number>, out: Float64Array, length = lengthOf(path)): number {
  checkWorld(graph, 'pathCosts');
  checkLength(path, length);
  if (!ArrayBuffer.isView(out) || !('length' in out)) throw new TypeError(`The costs are written into a buffer of yours: pass new Float64Array(path.length), got ${shown(out)}.`);
  checkHolds(out, 0.1, 'Float64Array');
  if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer for their costs holds ${out.length}.`);
  const arcs = new ArcBuffer(graph);
  let last = path[0];
  let sum = length > 0 && isVertex(graph, last) ? 0 : Infinity;
  for (let i = 0; i < length; i++) {
    const v = path[i];
    // What follows a missing arc may be no vertex.
    if (i > 0 && sum < Infinity) sum += arcs.costOf(last, v);
    out[i] = sum;
    last = v;
  }
  return sum;
}

/**
 * The index of the first vertex of `path` without an arc from the one before it; 0 if the path starts at no vertex, −1 if it is complete.
 *
 * @example
 * ```ts
 * import { brokenAt, CompressedGraph } from '@pf/graph';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]]);
 * brokenAt(graph, [0, 1, 2]); // → -1
 * brokenAt(graph, [0, 1, 0]); // → 2
 * ```
 */
export function brokenAt(graph: Graph, path: ArrayLike<number>, length = lengthOf(path)): number {
  checkWorld(graph, 'brokenAt');
  checkLength(path, length);
  if (length > 0 && !isVertex(graph, path[0])) return 0;
  const arcs = new ArcBuffer(graph);
  for (let i = 1; i < length; i++) {
    if (arcs.costOf(path[i - 1], path[i]) === Infinity) return i;
  }
  return -1;
}

function lengthOf(path: ArrayLike<number>): number {
  checkList(path, 'path');
  return path.length;
}

function isVertex(graph: Graph, v: number): boolean {
  return Number.isInteger(v) && v >= 0 && v < graph.vertexCount && graph.hasVertex?.(v) !== false;
}

/** Throws unless the first `length` entries of `path` can be read. */
export function checkLength(path: ArrayLike<number>, length: number): void {
  if (Number.isInteger(length) && length >= 0 && length <= path.length) return;
  throw new RangeError(`The length must be a whole number from 0 to ${path.length}, the entries of the path, got ${shown(length)}.`);
}
