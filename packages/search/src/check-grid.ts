import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** Whether a graph is a grid, told by what it has: a grid may come from another copy of its package, and a page without grids need not load them. */
export function isGrid(graph: Graph): graph is Grid {
  return isLattice(graph) && 'movement' in graph && 'contains' in graph;
}

/** Throws unless the world is a grid. */
export function checkGrid(grid: Graph, taker: string): void {
  const given: unknown = grid;
  if (typeof given === 'object' && given !== null && isGrid(grid)) return;
  throw new TypeError(`${taker} takes a Grid of @pf/grid, got ${described(given)}: on other graphs search by AStar or Dijkstra.`);
}

function described(given: unknown): string {
  if (Array.isArray(given)) return 'an array';
  if (typeof given !== 'object' || given === null) return String(given);
  const { constructor } = given as { readonly constructor?: { readonly name: string } };
  // The bundler writes an underscore before the names of classes that name themselves.
  return `an object of ${constructor === undefined ? 'no class' : constructor.name.replace(/^_/, '')}`;
}
