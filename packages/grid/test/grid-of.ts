import { rulesOf } from '@pf/testkit';
import type { World } from '@pf/testkit';
import { Grid } from '../src/index.ts';

/** The grid of a world, one-way cells included. */
export function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

/** All arcs, as the graph gives them, cells numbered row by row as in `worldArcs`; sorted. */
export function arcsOf(grid: Grid, which: 'successors' | 'predecessors' = 'successors'): string[] {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const arcs: string[] = [];
  for (let v = 0; v < grid.vertexCount; v++) {
    const n = grid[which](v, to, cost);
    for (let i = 0; i < n; i++) {
      const [tail, head] = which === 'successors' ? [v, to[i]] : [to[i], v];
      arcs.push(`${cellOf(grid, tail)} ${cellOf(grid, head)} ${cost[i]}`);
    }
  }
  return arcs.sort();
}

/** The number of a cell in its world. */
export function cellOf(grid: Grid, v: number): number {
  return grid.y(v) * grid.width + grid.x(v);
}
