import type { Graph } from './graph.ts';
import { shown } from './checks.ts';
import { isLattice } from './graph.ts';

/**
 * Throws unless `graph` has the members of a graph: vertices, a maximum degree, arcs. `caller` names the function that needs it.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkWorld } from '@pf/graph/kit';
 *
 * checkWorld(new CompressedGraph(2, []), 'A search'); // → undefined
 * let said = '';
 * try {
 *   checkWorld([[0, 1]] as never, 'A search');
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → 'A search takes a graph, such as a Grid or a CompressedGraph, got an array.'
 * ```
 */
export function checkWorld(graph: Graph, caller: string): void {
  const given = graph as Partial<Graph> | null | undefined;
  if (Number.isInteger(given?.vertexCount) && Number.isInteger(given?.maxDegree) && typeof given?.successors === 'function' && typeof given.predecessors === 'function') return;
  throw new TypeError(`${caller} takes a graph, such as a Grid or a CompressedGraph, got ${described(given)}.`);
}

/**
 * Throws unless `grid` has the members of a grid. `instanceof` would reject grids of another copy of the package.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkGrid } from '@pf/graph/kit';
 *
 * let said = '';
 * try {
 *   checkGrid(new CompressedGraph(2, []), 'Jump point search');
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → 'Jump point search takes a Grid of @pf/grid, got an object of CompressedGraph.'
 * ```
 */
export function checkGrid(grid: unknown, caller: string): void {
  if (typeof grid === 'object' && grid !== null && isLattice(grid as Graph) && 'movement' in grid && 'contains' in grid) return;
  throw new TypeError(`${caller} takes a Grid of @pf/grid, got ${described(grid)}.`);
}

function described(given: unknown): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return shown(given);
  const { constructor } = given as { readonly constructor?: { readonly name: string } };
  // The bundler puts an underscore before the names of classes that refer to themselves.
  return `an object of ${constructor === undefined ? 'no class' : constructor.name.replace(/^_/, '')}`;
}
