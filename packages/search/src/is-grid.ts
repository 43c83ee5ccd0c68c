import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** Whether a graph is a grid, told by what it has: a grid may come from another copy of its package, and a page without grids need not load them. */
export function isGrid(graph: Graph): graph is Grid {
  return isLattice(graph) && 'movement' in graph && 'contains' in graph;
}
