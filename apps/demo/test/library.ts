import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, Grid as GridOf, seededRandom } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, MultipathAdaptiveAStar, navigate, RepeatedAStar } from '@pf/incremental';
import { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import type { RealTimeAgent } from '@pf/realtime';
import { LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { cells, obstacles, RRT } from '@pf/sampling';
import { AStar, LazyThetaStar } from '@pf/search';

/** What the packages themselves answer, without a line of the lab: the cost by the algorithm's id there. */
export function libraryCost(id: string, grid: Grid, start: number, goal: number): number {
  const heuristic = grid.heuristic();
  const walked = (agent: RealTimeAgent): number => {
    agent.reset(start, goal);
    while (agent.status === 'moving') agent.step();
    return agent.cost;
  };
  const inFog = (make: (known: Grid) => Planner): number => {
    const metric = '70/99';
    const { width, height } = grid;
    const world = new FogOfWar(GridOf.fromArray(grid.toArray(), width, height, { metric }), new GridOf(width, height, { metric }));
    const way = [...navigate(make(world.known), world, { start, goal, sensor: eightNeighbours })].map(({ vertex }) => vertex);
    return way.slice(1).reduce((sum, v, i) => sum + Math.hypot(grid.x(v) - grid.x(way[i]), grid.y(v) - grid.y(way[i])), 0);
  };
  const ends = [grid.x(start) + 0.5, grid.y(start) + 0.5, grid.x(goal) + 0.5, grid.y(goal) + 0.5] as const;
  const sampled = (star: boolean): number => {
    const blocked = cells({ width: grid.width, height: grid.height, isBlocked: (x, y) => grid.isBlocked(x, y) });
    const rrt = new RRT(obstacles({ min: [0, 0], max: [grid.width, grid.height] }, [blocked]), { random: seededRandom(7), star, step: 2.5, epsilon: 1 });
    return rrt.search(ends.slice(0, 2), ends.slice(2), 12_000);
  };
  const others: Readonly<Record<string, () => number>> = {
    'weighted': () => new AStar(grid, { weight: 2 }).search(start, goal),
    'theta': () => new LazyThetaStar(grid).search(start, goal),
    'lrta': () => walked(new LrtaStar(grid, { heuristic })),
    'lrta-k': () => walked(new LrtaStar(grid, { heuristic, k: 20 })),
    'lss-lrta': () => walked(new LssLrtaStar(grid, { heuristic, lookahead: 50 })),
    'tba': () => walked(new TbaStar(grid, { heuristic, expansions: 20 })),
    'd-star-lite': () => inFog((known) => new DStarLite(known, { heuristic: known.heuristic() })),
    'd-star-extra-lite': () => inFog((known) => new DStarExtraLite(known, { heuristic: known.heuristic() })),
    'mpaa': () => inFog((known) => new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() })),
    'adaptive': () => inFog((known) => new AdaptiveAStar(known, { heuristic: known.heuristic() })),
    'repeated': () => inFog((known) => new RepeatedAStar(known, { heuristic: known.heuristic() })),
    'funnel': () => {
      const mesh = NavMesh.fromGrid(grid);
      return new CorridorSearch(mesh, new AStar(mesh)).search(...ends);
    },
    'polyanya': () => new Polyanya(NavMesh.fromGrid(grid)).search(...ends),
    'rrt': () => sampled(false),
    'rrt-star': () => sampled(true),
  };
  return others[id]?.() ?? new AStar(grid).search(start, goal);
}
