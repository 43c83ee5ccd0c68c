import { checkHeuristic } from './checks.ts';
import type { Graph, Heuristic } from './graph.ts';

/**
 * The heuristic of graphs without any: 0 everywhere.
 *
 * @example
 * ```ts
 * import { CompressedGraph, EdgeCosts } from '@pf/graph';
 * import { noEstimate } from '@pf/graph/kit';
 *
 * new EdgeCosts(new CompressedGraph(2, [[0, 1, 5]])).heuristic() === noEstimate; // → true
 * ```
 */
export const noEstimate: Heuristic = () => 0;

/**
 * The heuristic, with a `revision` that is computed when it is read, until it is set.
 *
 * @example
 * ```ts
 * import type { Heuristic } from '@pf/graph';
 * import { revised } from '@pf/graph/kit';
 *
 * let tide = 0;
 * const heuristic: Heuristic = revised(() => tide, () => tide);
 * tide++;
 * heuristic.revision; // → 1
 * ```
 */
export function revised<H extends Heuristic>(heuristic: H, revision: () => number | undefined): H {
  return Object.defineProperty(heuristic, 'revision', { get: revision, set: (value) => Object.defineProperty(heuristic, 'revision', { value }), configurable: true });
}

/**
 * Where costs are fractions, equal paths differ by errors of their sums, and A* would search them all side by side. So its keys are rounded to multiples of this number: a
 * part of the estimate at the start that is above these errors, and below differences that count. 0 if there is no estimate, or one that only says that there is no path.
 *
 * @example
 * ```ts
 * import { grainOf } from '@pf/graph/kit';
 *
 * grainOf(1000) === 2 ** (9 - 44); // → true
 * ```
 */
export function grainOf(estimate: number): number {
  return estimate > 0 && estimate < 2 ** 500 ? 2 ** (Math.floor(Math.log2(estimate)) - 44) : 0;
}

/**
 * The graph's own heuristic, if it has a method `heuristic` as grids and meshes do; else 0 everywhere. Throws if that is no method, or returns no function.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ownHeuristic } from '@pf/graph/kit';
 *
 * ownHeuristic(new CompressedGraph(2, [[0, 1, 5]]))(0, 1); // → 0
 * ```
 */
export function ownHeuristic(graph: Graph, options?: { readonly least?: number | undefined }): Heuristic {
  const own = typeof graph.heuristic === 'function' ? graph.heuristic(options) : ((graph as { readonly heuristic?: unknown }).heuristic ?? noEstimate);
  checkHeuristic(own, 'The result of heuristic()');
  return own as Heuristic;
}

/**
 * The graph's own heuristic for planners and agents, which keep estimates. Valid after all edits, since it assumes that every terrain cost is at least 1.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { lastingHeuristic } from '@pf/graph/kit';
 *
 * lastingHeuristic(new CompressedGraph(2, [[0, 1, 5]]))(0, 1); // → 0
 * ```
 */
export function lastingHeuristic(graph: Graph): Heuristic {
  // Where it is the default of an option, the graph is checked later.
  return (graph as Graph | null | undefined) ? ownHeuristic(graph, { least: 1 }) : noEstimate;
}
