import type { Graph, Heuristic } from '@pf/graph';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { JumpTable } from '@pf/preprocess';
import type { LssLrtaStarOptions } from '@pf/realtime';
import { LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, JumpPointSearch, LazyThetaStar, NBAStar, smooth, straighten } from '@pf/search';
import { driving, funnelled, polyanya, rrt, rrtConnect } from './plane-recordings.ts';
import type { Question, Recording } from './recording.ts';
import { breadthFirst, flooding, lookedUp, reshaped, searching, weighted, withBounds, withLandmarks } from './search-recordings.ts';
import { inRealTime, jointPlan, steered } from './unit-recordings.ts';
import { byCases, byRegions, foggy, moving, partitioned, subgoalTree, walking } from './walk-recordings.ts';

export interface Algorithm {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly record: (question: Question) => Recording;
  /** A character walks while it plans: what is painted on the way, it meets on the way. */
  readonly walks?: boolean;
}

type Row = readonly [id: string, name: string, record: Algorithm['record']];

function group(name: string, rows: readonly Row[], walks = false): readonly Algorithm[] {
  return rows.map(([id, title, record]) => ({ id, name: title, group: name, record, walks }));
}

function lookingAhead(options: LssLrtaStarOptions, note: string): Algorithm['record'] {
  return walking((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 50, ...options }), note);
}

type ReplannerClass = new (graph: Graph, options: { readonly heuristic: Heuristic }) => ReturnType<Parameters<typeof foggy>[0]>;

function inFog(Replanner: ReplannerClass, note: string): Algorithm['record'] {
  return foggy((graph, heuristic) => new Replanner(graph, { heuristic }), note);
}

/** The algorithms of the lab. */
export const algorithms: readonly Algorithm[] = [
  ...group('One question', [
    ['a-star', 'A*', searching((grid) => new AStar(grid), 'Expands the cell with the lowest g + h first; among equals, the one farther from the start.')],
    [
      'a-star-smaller-g', 'A*, ties by smaller g',
      searching((grid) => new AStar(grid, { ties: 'smaller-g' }), 'The same, but among equals the one nearer to the start: on open ground, many more cells.'),
    ],
    ['dijkstra', 'Dijkstra', searching((grid) => new AStar(grid, { heuristic: () => 0 }), 'No estimate: the search grows evenly in all directions.')],
    ['field', 'Dijkstra, the whole map', flooding],
    ['breadth-first', 'Breadth-first', breadthFirst],
    ['weighted', 'Weighted A*', weighted],
    ['bidirectional', 'Bidirectional A*', searching((grid) => new BidirectionalAStar(grid), 'Two searches with balanced estimates meet half-way.')],
    [
      'bidirectional-dijkstra', 'Bidirectional Dijkstra',
      searching((grid) => new BidirectionalDijkstra(grid), 'Two circles grow until they meet: half the area of one.'),
    ],
    ['nba-star', 'NBA*', searching((grid) => new NBAStar(grid), 'Two searches share one closed set and cut each other short.')],
    ['jps', 'Jump points', searching((grid) => new JumpPointSearch(grid), 'Queues only cells where a shortest path may turn.')],
    ['theta', 'Any angle (Lazy Theta*)', searching((grid) => new LazyThetaStar(grid), 'Straight lines of sight instead of steps of 45 degrees.')],
    ['fewest-turns', 'A*, fewest turns', reshaped(straighten, 'The steps of A* in another order: the same cost, fewest turns.')],
    ['smooth', 'A*, pulled tight', reshaped(smooth, 'The path of A* pulled tight like a string: shorter, but on the same side of every wall.')],
  ]),
  ...group('The map is known', [
    ['jps-plus', 'JPS+', searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }), 'The same jumps, looked up instead of scanned.')],
    ['jps-bounds', 'JPS+ with goal bounds', withBounds(true)],
    ['bounds', 'A* with goal bounds', withBounds(false)],
    ['landmarks', 'A* with landmarks', withLandmarks],
    ['paths', 'Path database', lookedUp],
  ]),
  ...group('A move in constant time', [
    ['subgoals', 'Subgoal tree', moving(subgoalTree(false), 'Moves from subgoal to subgoal of a tree built for this goal: a cheapest path without learning.')],
    [
      'subgoals-published', 'Subgoal tree, as published',
      moving(subgoalTree(true), 'The tree and the rules of the paper: nearly as short, from the node that is nearest on foot.'),
    ],
    ['partition', 'HCDPS', moving(partitioned, 'The map is divided into parts. Moves from seed to seed, by subgoals so close that greedy steps reach them.')],
    ['cases', 'kNN LRTA*, 300 cases', moving(byCases, 'Follows the subgoals of the most similar of 300 precomputed paths. Where they do not fit, it learns.')],
    ['regions', 'D LRTA*, 2 levels', moving(byRegions, 'The map is merged into regions; the next subgoal is the entry to the next region. It can circle.')],
    [
      'lrta', 'LRTA*',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic }), 'Looks one cell ahead per move. In a dead end it raises estimates until it finds the way out.'),
    ],
    [
      'lrta-k', 'LRTA*(k), k = 20',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic, k: 20 }), 'LRTA* that propagates what it learns: a move raises up to 20 estimates.'),
    ],
    ['lss-lrta', 'LSS-LRTA*, lookahead 50', lookingAhead({}, 'Looks fifty cells ahead and raises all their estimates at once.')],
    ['rtaa', 'RTAA*, lookahead 50', lookingAhead({ update: 'adaptive' }, 'The same lookahead with a cheaper update: faster, and it learns a little less.')],
    [
      'da-lss-lrta', 'daLSS-LRTA*, lookahead 50',
      lookingAhead({ avoidDepressions: true }, 'LSS-LRTA* that prefers cells whose estimates rose least, and so leaves dead ends sooner.'),
    ],
    [
      'da-rtaa', 'daRTAA*, lookahead 50',
      lookingAhead({ update: 'adaptive', avoidDepressions: true }, 'RTAA* that prefers cells whose estimates rose least.'),
    ],
    [
      'tba', 'TBA*',
      walking((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 20 }), 'One A* search spread over the moves: it follows the best path so far.'),
    ],
  ], true),
  ...group('In fog', [
    ['d-star-lite', 'D* Lite', inFog(DStarLite, 'Searches from the goal, and repairs only cells whose g differs from rhs.')],
    ['lpa', 'LPA*', inFog(LPAStar, 'The basis of D* Lite, for a start that stays: each move recomputes all keys.')],
    ['focussed', 'Focussed D*', inFog(FocussedDStar, 'The predecessor of D* Lite: waves from the goal raise costs, and lower them again.')],
    ['d-star-extra-lite', 'D* Extra Lite', inFog(DStarExtraLite, 'Cuts off the branch behind a new wall, and searches only there again.')],
    ['mpaa', 'MPAA*', inFog(MultipathAdaptiveAStar, 'Each search raises the estimates, and stops where it meets an earlier path.')],
    ['adaptive', 'Adaptive A*', inFog(AdaptiveAStar, 'Repeats A*, each time with better estimates.')],
    ['repeated', 'Repeated A*', inFog(RepeatedAStar, 'Repeats A* from scratch whenever the path is blocked.')],
  ], true),
  ...group('No grid', [
    ['funnel', 'Navmesh, A* and funnel', funnelled],
    ['polyanya', 'Navmesh, Polyanya', polyanya],
    ['rrt', 'RRT', rrt({}, 'A tree grows towards random points. Its first path stays as crooked as it is.')],
    [
      'rrt-star', 'RRT*',
      rrt({ star: true }, 'Each new vertex takes the cheapest parent nearby and becomes the parent of neighbours if cheaper: the path gets shorter as the tree grows.'),
    ],
    ['informed', 'Informed RRT*', rrt({ informed: true }, 'Once there is a path, it samples only the ellipse through which a shorter one can pass.')],
    ['rrt-connect', 'RRT-Connect', rrtConnect],
    ['car', 'RRT of a car', driving],
  ]),
  ...group('Many units', [
    ['lacam', 'LaCAM*, a plan', jointPlan],
    ['real-time-lacam', 'Real-Time LaCAM', inRealTime],
    ['steering', 'Steering, in any direction', steered],
  ]),
];

export function algorithmOf(id: string): Algorithm | undefined {
  return algorithms.find((each) => each.id === id);
}

/** The article that explains an algorithm; undefined where there is none. */
export function articleOf(id: string): string | undefined {
  return articles.find(([, ids]) => ids.includes(id))?.[0];
}

const articles: readonly (readonly [page: string, ids: readonly string[]])[] = [
  ['landmarks', ['landmarks']],
  ['jump-points', ['jps', 'jps-plus', 'jps-bounds', 'bounds']],
  ['d-star-lite', ['d-star-lite', 'lpa', 'focussed', 'd-star-extra-lite']],
  ['adaptive-a-star', ['mpaa', 'adaptive', 'repeated']],
  ['subgoals', ['subgoals', 'subgoals-published', 'lrta', 'lrta-k', 'lss-lrta', 'rtaa', 'da-lss-lrta', 'da-rtaa', 'tba']],
];
