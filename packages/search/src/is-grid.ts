import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/**
 * Whether a graph is a grid. Checks properties, not the class: the grid may come from another copy of the package, and bundles without grids stay small.
 *
 * @example
 * ```ts
 * import { EdgeCosts } from '@pf/graph';
 * import { Grid } from '@pf/grid';
 * import { isGrid } from '@pf/search/kit';
 *
 * const grid = new Grid(2, 2);
 * [isGrid(grid), isGrid(new EdgeCosts(grid))]; // → [true, false]
 * ```
 */
export function isGrid(graph: Graph): graph is Grid {
  return isLattice(graph) && 'movement' in graph && 'contains' in graph;
}
