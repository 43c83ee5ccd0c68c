import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, Grid as GridOf } from '@pf/grid';
import { navigate, RepeatedAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import { wandering } from '../src/lab/recordings/target.ts';

/** The expansions of the packages, without code of the lab. */
export function libraryExpansions(than: string, grid: Grid, start: number, goal: number): number {
  if (than.startsWith('A* again and again')) {
    const options = { metric: '70/99' } as const;
    const truth = GridOf.fromRows(grid.toRows(), options);
    const world = new FogOfWar(truth, new GridOf(grid.width, grid.height, options));
    const { known } = world;
    return [...navigate(new RepeatedAStar(known, { heuristic: known.heuristic() }), world, { start, goal: than.endsWith('target') ? wandering(truth, goal) : goal, sensor: eightNeighbours })].reduce((sum, { expanded }) => sum + expanded, 0);
  }
  const search = new AStar(grid, than === 'Dijkstra' ? { heuristic: () => 0 } : {});
  search.search(start, goal);
  return search.counters.expanded;
}
