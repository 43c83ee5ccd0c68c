import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** Whether a graph is a grid. It looks at properties, not at the class: the grid may come from another copy of the package, and pages without grids need not load it. */
export function isGrid(graph: Graph): graph is Grid {
  return isLattice(graph) && 'movement' in graph && 'contains' in graph;
}
