import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** Whether a graph is a grid. Checks properties, not the class: the grid may come from another copy of the package, and bundles without grids stay small. */
export function isGrid(graph: Graph): graph is Grid {
  return isLattice(graph) && 'movement' in graph && 'contains' in graph;
}
