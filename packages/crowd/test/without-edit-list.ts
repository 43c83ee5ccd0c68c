import type { Graph } from '@pf/graph';
import type { Grid } from '@pf/grid';

/** A grid as a graph that has a version, but does not list what changed. */
export function withoutEditList(grid: Grid): Graph {
  return {
    vertexCount: grid.vertexCount,
    maxDegree: grid.maxDegree,
    successors: (v, to, cost) => grid.successors(v, to, cost),
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
    get version() {
      return grid.version;
    },
  };
}
