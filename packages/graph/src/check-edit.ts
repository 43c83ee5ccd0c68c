import { checkFunction } from './checks.ts';
import { checkArcCount, checkWorld } from './check-world.ts';
import type { Arcs } from './count-arcs.ts';
import { countArcs } from './count-arcs.ts';
import type { Graph } from './graph.ts';
import { grown } from './grown.ts';
import { shown } from './shown.ts';

/**
 * Checks `version` and `changedSince` of your own graph, in a test: calls `edit`, and throws if that changed arcs of a vertex that `changedSince` does not write. Planners would
 * keep wrong paths. It also throws if `version` did not rise. −1 from `changedSince` is right: planners then start over.
 *
 * Memory: 12 bytes an arc.
 *
 * @example
 * ```ts
 * import { checkEdit, CompressedGraph } from '@pf/graph';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]]);
 * checkEdit(roads, () => roads.setCost(1, 2, 9)); // → undefined
 * ```
 */
export function checkEdit(graph: Graph, edit: () => unknown): void {
  checkWorld(graph, 'checkEdit');
  checkFunction(edit, 'edit');
  const before = arcsOfAll(graph);
  const { version } = graph;
  const result = edit();
  if (typeof (result as Partial<Promise<unknown>> | undefined)?.then === 'function') throw new TypeError('The edit must be done when checkEdit compares: pass a function that returns no promise.');
  const { vertexCount, maxDegree } = graph;
  const tails = new Uint32Array(vertexCount);
  const reports = version !== undefined && graph.changedSince !== undefined;
  const n = reports ? graph.changedSince!(version, tails) : -1;
  if (!(Number.isInteger(n) && n >= -1 && n <= vertexCount)) throw new RangeError(`changedSince must return how many tails it wrote, or −1, got ${shown(n)}.`);
  const reported = new Set(tails.subarray(0, Math.max(0, n)));
  for (const v of reported) if (v >= vertexCount) throw new RangeError(`changedSince wrote ${v}, which is not a vertex from 0 to ${vertexCount - 1}.`);
  const row = { to: new Uint32Array(maxDegree), cost: new Float64Array(maxDegree) };
  for (let v = 0; v < vertexCount; v++) {
    const count = graph.successors(v, row.to, row.cost);
    checkArcCount(count, 'successors', v, maxDegree);
    // Vertices that were added had no arcs.
    const first = before.starts[v] ?? 0;
    const last = before.starts[v + 1] ?? first;
    const change = differenceOf(before, first, last, row, 0, count, v, 'gone') ?? differenceOf(row, 0, count, before, first, last, v, 'new');
    if (change === undefined) continue;
    if (version === undefined || !(graph.version! > version)) throw new RangeError(`${change}, but the version was ${shown(version)} before the edit, and is ${shown(graph.version)} now: add 1 with each edit.`);
    if (n !== -1 && !reported.has(v)) throw new RangeError(`${change}, but changedSince did not write its tail ${v}: planners would keep wrong paths.`);
  }
}

/** All arcs, by tail: those of `v` are from index `starts[v]` to before `starts[v + 1]`. */
function arcsOfAll(graph: Graph): Arcs & { readonly starts: readonly number[] } {
  const { vertexCount, maxDegree } = graph;
  const starts = [0];
  let to = new Uint32Array(maxDegree + 1024);
  let cost = new Float64Array(to.length);
  for (let v = 0, at = 0; v < vertexCount; v++) {
    if (at + maxDegree > to.length) [to, cost] = [grown(to), grown(cost)];
    const n = graph.successors(v, to.subarray(at, at + maxDegree), cost.subarray(at, at + maxDegree));
    checkArcCount(n, 'successors', v, maxDegree);
    starts.push((at += n));
  }
  return { starts, to, cost };
}

/** Names an arc that is more often among the ones than among the others, if there is one. */
function differenceOf(ones: Arcs, first: number, last: number, others: Arcs, from: number, until: number, tail: number, state: string): string | undefined {
  for (let i = first; i < last; i++) {
    const end = ones.to[i];
    const price = ones.cost[i];
    if (countArcs(ones, first, last, end, price) > countArcs(others, from, until, end, price)) return `The arc from ${tail} to ${end} at cost ${price} is ${state}`;
  }
  return undefined;
}
