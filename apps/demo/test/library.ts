import { pathCost } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, Grid as GridOf, seededRandom } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, navigate, RepeatedAStar } from '@pf/incremental';
import { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree } from '@pf/preprocess';
import type { Guide, LssLrtaStarOptions, RealTimeAgent } from '@pf/realtime';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import type { RRTOptions } from '@pf/sampling';
import { car, cells, KinodynamicRRT, obstacles, RRT, RRTConnect } from '@pf/sampling';
import { AStar, BreadthFirst, findPath, LazyThetaStar, smooth } from '@pf/search';
import { wandering } from '../src/lab/recordings/target.ts';
import { unitsCost } from './library-units.ts';

/** What the packages themselves answer, without a line of the lab but the moves of a target: the cost by the algorithm's id there. */
export function libraryCost(id: string, grid: Grid, start: number, goal: number): number {
  const heuristic = grid.heuristic();
  const walked = (agent: RealTimeAgent): number => {
    agent.begin(start, goal);
    while (agent.status === 'moving') agent.step();
    return agent.cost;
  };
  const looking = (options: LssLrtaStarOptions): number => walked(new LssLrtaStar(grid, { heuristic, lookahead: 50, ...options }));
  const guided = (guide: Guide): number => walked(new GuidedAgent(grid, guide, { heuristic }));
  const inFog = (make: (known: Grid) => Planner, target?: (truth: Grid) => () => number): number => {
    const metric = '70/99';
    const { width, height } = grid;
    const truth = GridOf.fromArray(grid.toArray(), width, height, { metric });
    const world = new FogOfWar(truth, new GridOf(width, height, { metric }));
    const vertices = [...navigate(make(world.known), world, { start, goal: target?.(truth) ?? goal, sensor: eightNeighbours })].map(({ vertex }) => vertex);
    return vertices.slice(1).reduce((sum, v, i) => sum + Math.hypot(grid.x(v) - grid.x(vertices[i]), grid.y(v) - grid.y(vertices[i])), 0);
  };
  const ends = [grid.x(start) + 0.5, grid.y(start) + 0.5, grid.x(goal) + 0.5, grid.y(goal) + 0.5] as const;
  const [from, to] = [ends.slice(0, 2), ends.slice(2)];
  const blocked = cells({ width: grid.width, height: grid.height, isBlocked: (x, y) => grid.isBlocked(x, y) });
  const plane = obstacles({ min: [0, 0], max: [grid.width, grid.height] }, [blocked]);
  const sampled = (kind: Pick<RRTOptions, 'star' | 'informed'>): number =>
    new RRT(plane, { random: seededRandom(7), step: 2.5, ...kind }).search(from, to, 12_000);
  const others: Readonly<Record<string, () => number>> = {
    'weighted': () => new AStar(grid, { weight: 2 }).search(start, goal),
    'breadth-first': () => {
      const search = new BreadthFirst(grid);
      const path = new Uint32Array(grid.vertexCount);
      search.search(start, goal);
      return pathCost(grid, path, search.path(path));
    },
    'smooth': () => {
      const [first, last] = [start, goal].map((v) => ({ x: grid.x(v), y: grid.y(v) }));
      return findPath(grid, { from: first, to: last, shape: smooth }).cost;
    },
    'theta': () => new LazyThetaStar(grid).search(start, goal),
    'lrta': () => walked(new LrtaStar(grid, { heuristic })),
    'lrta-k': () => walked(new LrtaStar(grid, { heuristic, k: 20 })),
    'lss-lrta': () => looking({}),
    'rtaa': () => looking({ update: 'adaptive' }),
    'da-lss-lrta': () => looking({ avoidDepressions: true }),
    'da-rtaa': () => looking({ update: 'adaptive', avoidDepressions: true }),
    'subgoals-published': () => {
      const tree = publishedSubgoalTree(grid, heuristic, goal);
      return guided(new SubgoalTreeGuide(grid, () => tree, { heuristic, start: 'nearest-walk', change: 'at-any-node' }));
    },
    'partition': () => guided(new PartitionGuide(grid, buildPartition(grid, { heuristic }), { heuristic })),
    'cases': () => guided(new CaseGuide(grid, buildCaseBase(grid, { heuristic, cases: 300, random: seededRandom(1) }), { heuristic })),
    'regions': () => guided(new CliqueGuide(buildRegionTable(grid, 2))),
    'tba': () => walked(new TbaStar(grid, { heuristic, expansions: 20 })),
    'd-star-lite': () => inFog((known) => new DStarLite(known, { heuristic: known.heuristic() })),
    'focussed': () => inFog((known) => new FocussedDStar(known, { heuristic: known.heuristic() })),
    'lpa': () => inFog((known) => new LPAStar(known, { heuristic: known.heuristic() })),
    'd-star-extra-lite': () => inFog((known) => new DStarExtraLite(known, { heuristic: known.heuristic() })),
    'mpaa': () => inFog((known) => new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() })),
    'adaptive': () => inFog((known) => new AdaptiveAStar(known, { heuristic: known.heuristic() })),
    'repeated': () => inFog((known) => new RepeatedAStar(known, { heuristic: known.heuristic() })),
    'fringe': () => inFog((known) => new FringeRetrievingAStar(known, { heuristic: known.heuristic() }), (truth) => wandering(truth, goal)),
    'moving-target': () => inFog((known) => new MovingTargetDStarLite(known, { heuristic: known.heuristic() }), (truth) => wandering(truth, goal)),
    'chase-adaptive': () => inFog((known) => new AdaptiveAStar(known, { heuristic: known.heuristic() }), (truth) => wandering(truth, goal)),
    'funnel': () => {
      const mesh = NavMesh.fromGrid(grid);
      return new CorridorSearch(mesh, new AStar(mesh)).search(...ends);
    },
    'polyanya': () => new Polyanya(NavMesh.fromGrid(grid)).search(...ends),
    'rrt': () => sampled({}),
    'rrt-star': () => sampled({ star: true }),
    'informed': () => sampled({ informed: true }),
    'rrt-connect': () => new RRTConnect(plane, { random: seededRandom(7), step: 2.5 }).search(from, to, 60_000),
    'car': () => {
      const random = seededRandom(7);
      const dynamics = car({ turningRadius: 0.5, stride: 1.5, pieces: 3, trials: 12 });
      const road = obstacles({ min: [0, 0, -Math.PI], max: [grid.width, grid.height, Math.PI] }, [blocked]);
      const rrt = new KinodynamicRRT(road, { random, dynamics, goalTolerance: 1 });
      return rrt.search([...from, 0], [...to, 0], 60_000, { get aborted() { return rrt.cost < Infinity; } });
    },
  };
  if (['lacam', 'real-time-lacam', 'steering'].includes(id)) return unitsCost(id, grid, start, goal);
  return others[id]?.() ?? new AStar(grid).search(start, goal);
}
