import type { Graph, Heuristic } from '@pf/graph';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { JumpTable } from '@pf/preprocess';
import type { LssLrtaStarOptions } from '@pf/realtime';
import { LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, JumpPointSearch, LazyThetaStar, NBAStar, smooth, straighten } from '@pf/search';
import type { Compare } from './comparisons.ts';
import { beforeAMove, withAStar, withAStarBut, withDijkstra, withOneAStar, withRepeated, withRepeatedChase, withShortest } from './comparisons.ts';
import { driving, funnelled, polyanya, rrt, rrtConnect } from './plane-recordings.ts';
import type { Question, Recording } from './recording.ts';
import { breadthFirst, flooding, lookedUp, reshaped, searching, weighted, withBounds, withLandmarks } from './search-recordings.ts';
import { texts } from './texts.ts';
import { inRealTime, jointPlan, steered } from './unit-recordings.ts';
import { byCases, byRegions, foggy, moving, partitioned, subgoalTree, walking } from './walk-recordings.ts';

export interface Algorithm {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly record: (question: Question) => Recording;
  /** Two sentences on what is seen. */
  readonly sees: string;
  /** The page that says how it works: an article, or on the whole site a page of the API. */
  readonly page: string;
  /** A character walks while it plans, and meets what is painted during its walk. */
  readonly walks?: boolean;
}

type Row = readonly [id: string, name: string, record: Algorithm['record'], compare?: Compare];

function group(name: string, compare: Compare, rows: readonly Row[], walks = false): readonly Algorithm[] {
  return rows.map(([id, title, run, compareThis = compare]) => {
    const [sees, page] = texts[id];
    const record = (question: Question): Recording => {
      const recording = run(question);
      return recording.steps.length === 0 ? recording : { comparison: compareThis(question, recording), ...recording };
    };
    return { id, name: title, group: name, record, sees, page, walks };
  });
}

function lookingAhead(options: LssLrtaStarOptions): Algorithm['record'] {
  return walking((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 50, ...options }));
}

type ReplannerClass = new (graph: Graph, options: { readonly heuristic: Heuristic }) => ReturnType<Parameters<typeof foggy>[0]>;

function inFog(Replanner: ReplannerClass): Algorithm['record'] {
  return foggy((graph, heuristic) => new Replanner(graph, { heuristic }));
}

function chasing(Replanner: ReplannerClass): Algorithm['record'] {
  return foggy((graph, heuristic) => new Replanner(graph, { heuristic }), true);
}

/** The algorithms of the lab. */
export const algorithms: readonly Algorithm[] = [
  ...group('One question', withAStar, [
    ['a-star', 'A*', searching((grid) => new AStar(grid)), withDijkstra],
    ['a-star-smaller-g', 'A*, ties by smaller g', searching((grid) => new AStar(grid, { ties: 'smaller-g' }))],
    ['dijkstra', 'Dijkstra', searching((grid) => new AStar(grid, { heuristic: () => 0 }))],
    ['field', 'Dijkstra, the whole map', flooding],
    ['breadth-first', 'Breadth-first', breadthFirst],
    ['weighted', 'Weighted A*', weighted],
    ['bidirectional', 'Bidirectional A*', searching((grid) => new BidirectionalAStar(grid))],
    ['bidirectional-dijkstra', 'Bidirectional Dijkstra', searching((grid) => new BidirectionalDijkstra(grid)), withDijkstra],
    ['nba-star', 'NBA*', searching((grid) => new NBAStar(grid))],
    ['jps', 'Jump points', searching((grid) => new JumpPointSearch(grid))],
    ['theta', 'Any angle (Lazy Theta*)', searching((grid) => new LazyThetaStar(grid))],
    ['fewest-turns', 'A*, fewest turns', reshaped(straighten)],
    ['smooth', 'A*, pulled tight', reshaped(smooth)],
  ]),
  ...group('The map is known', withAStar, [
    ['jps-plus', 'JPS+', searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }))],
    ['jps-bounds', 'JPS+ with goal bounds', withBounds(true)],
    ['bounds', 'A* with goal bounds', withBounds(false)],
    ['landmarks', 'A* with landmarks', withLandmarks],
    ['paths', 'Path database', lookedUp, withAStarBut('expansions, here lookups')],
  ]),
  ...group('A move in constant time', beforeAMove, [
    ['subgoals', 'Subgoal tree', moving(subgoalTree(false))],
    ['subgoals-published', 'Subgoal tree, as published', moving(subgoalTree(true))],
    ['partition', 'HCDPS', moving(partitioned)],
    ['cases', 'kNN LRTA*, 300 cases', moving(byCases)],
    ['regions', 'D LRTA*, 2 levels', moving(byRegions)],
    ['lrta', 'LRTA*', walking((grid, heuristic) => new LrtaStar(grid, { heuristic }))],
    ['lrta-k', 'LRTA*(k), k = 20', walking((grid, heuristic) => new LrtaStar(grid, { heuristic, k: 20 }))],
    ['lss-lrta', 'LSS-LRTA*, lookahead 50', lookingAhead({})],
    ['rtaa', 'RTAA*, lookahead 50', lookingAhead({ update: 'adaptive' })],
    ['da-lss-lrta', 'daLSS-LRTA*, lookahead 50', lookingAhead({ avoidDepressions: true })],
    ['da-rtaa', 'daRTAA*, lookahead 50', lookingAhead({ update: 'adaptive', avoidDepressions: true })],
    ['tba', 'TBA*', walking((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 20 }))],
  ], true),
  ...group('In fog', withRepeated, [
    ['d-star-lite', 'D* Lite', inFog(DStarLite)],
    ['lpa', 'LPA*', inFog(LPAStar)],
    ['focussed', 'Focussed D*', inFog(FocussedDStar)],
    ['d-star-extra-lite', 'D* Extra Lite', inFog(DStarExtraLite)],
    ['mpaa', 'MPAA*', inFog(MultipathAdaptiveAStar)],
    ['adaptive', 'Adaptive A*', inFog(AdaptiveAStar)],
    ['repeated', 'Repeated A*', inFog(RepeatedAStar), withOneAStar],
  ], true),
  ...group('In fog, after a moving target', withRepeatedChase, [
    ['fringe', 'GFRA*', chasing(FringeRetrievingAStar)],
    ['moving-target', 'MT-D* Lite', chasing(MovingTargetDStarLite)],
    ['chase-adaptive', 'Adaptive A*, moving target', chasing(AdaptiveAStar)],
  ], true),
  ...group('No grid', withShortest, [
    ['funnel', 'Navmesh, A* and funnel', funnelled],
    ['polyanya', 'Navmesh, Polyanya', polyanya, withAStarBut('expansions, on cells and on the mesh')],
    ['rrt', 'RRT', rrt({})],
    ['rrt-star', 'RRT*', rrt({ star: true })],
    ['informed', 'Informed RRT*', rrt({ informed: true })],
    ['rrt-connect', 'RRT-Connect', rrtConnect],
    ['car', 'RRT of a car', driving],
  ]),
  ...group('Many units', () => undefined, [
    ['lacam', 'LaCAM*, a plan', jointPlan],
    ['real-time-lacam', 'Real-Time LaCAM', inRealTime],
    ['steering', 'Steering, in any direction', steered],
  ]),
];

export function algorithmOf(id: string): Algorithm | undefined {
  return algorithms.find((each) => each.id === id);
}
