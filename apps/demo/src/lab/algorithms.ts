import { AdaptiveAStar, DStarExtraLite, DStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { JumpTable } from '@pf/preprocess';
import { LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, BidirectionalAStar, JumpPointSearch, LazyThetaStar, NBAStar } from '@pf/search';
import { funnelled, growing, polyanya } from './plane-recordings.ts';
import type { Question, Recording } from './recording.ts';
import { searching, withBounds, withLandmarks } from './search-recordings.ts';
import { foggy, moving, subgoalTree, walking } from './walk-recordings.ts';

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

/** What the lab offers. */
export const algorithms: readonly Algorithm[] = [
  ...group('One question', [
    ['a-star', 'A*', searching((grid) => new AStar(grid), 'The cell with the least g + h first; of equals, the one farther along.')],
    [
      'a-star-smaller-g', 'A*, ties by smaller g',
      searching((grid) => new AStar(grid, { ties: 'smaller-g' }), 'The same, but of equals the one nearer to the start: in the open, many more cells.'),
    ],
    ['dijkstra', 'Dijkstra', searching((grid) => new AStar(grid, { heuristic: () => 0 }), 'No estimate: the search grows evenly in all directions.')],
    ['weighted', 'Weighted A*, 2', searching((grid) => new AStar(grid, { weight: 2 }), 'The estimate counts twice: at most twice the optimal cost.')],
    ['bidirectional', 'Bidirectional A*', searching((grid) => new BidirectionalAStar(grid), 'Two searches with balanced estimates meet half-way.')],
    ['nba-star', 'NBA*', searching((grid) => new NBAStar(grid), 'Two searches share one closed set and cut each other short.')],
    ['jps', 'Jump points', searching((grid) => new JumpPointSearch(grid), 'Only cells where a shortest way may have to turn are ever queued.')],
    ['theta', 'Any angle (Lazy Theta*)', searching((grid) => new LazyThetaStar(grid), 'Straight lines of sight instead of steps of 45 degrees.')],
  ]),
  ...group('The map is known', [
    ['jps-plus', 'JPS+', searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }), 'The same jumps, looked up instead of scanned.')],
    ['jps-bounds', 'JPS+ with goal bounds', withBounds(true)],
    ['bounds', 'A* with goal bounds', withBounds(false)],
    ['landmarks', 'A* with landmarks', withLandmarks],
  ]),
  ...group('A move in constant time', [
    ['subgoals', 'Subgoal tree', moving(subgoalTree, 'From subgoal to subgoal, down the tree built for this goal: a cheapest way, nothing learned.')],
    [
      'lrta', 'LRTA*',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic }), 'One cell looked at a move. Where it was fooled, it fills the hole and walks out.'),
    ],
    [
      'lrta-k', 'LRTA*(k), k = 20',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic, k: 20 }), 'LRTA* that passes on what it learns: a move raises up to 20 estimates.'),
    ],
    [
      'lss-lrta', 'LSS-LRTA*, lookahead 50',
      walking((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 50 }), 'Fifty cells looked at ahead, all their estimates raised at once.'),
    ],
    [
      'tba', 'TBA*',
      walking((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 20 }), 'One A* spread over the moves: it follows the best way known by now.'),
    ],
  ], true),
  ...group('In fog', [
    ['d-star-lite', 'D* Lite', foggy((graph, heuristic) => new DStarLite(graph, { heuristic }), 'Searches from the goal, and mends only where g is not rhs.')],
    ['d-star-extra-lite', 'D* Extra Lite', foggy((graph, heuristic) => new DStarExtraLite(graph, { heuristic }), 'Cuts off what a wall has severed.')],
    [
      'mpaa', 'MPAA*',
      foggy((graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }), 'Each search raises the estimates, and stops at a way found before.'),
    ],
    ['adaptive', 'Adaptive A*', foggy((graph, heuristic) => new AdaptiveAStar(graph, { heuristic }), 'A* again and again, each time with better estimates.')],
    ['repeated', 'Repeated A*', foggy((graph, heuristic) => new RepeatedAStar(graph, { heuristic }), 'A* anew whenever the way is blocked.')],
  ], true),
  ...group('No grid', [
    ['funnel', 'Navmesh, A* and funnel', funnelled],
    ['polyanya', 'Navmesh, Polyanya', polyanya],
    ['rrt', 'RRT', growing(false)],
    ['rrt-star', 'RRT*', growing(true)],
  ]),
];

export function algorithmOf(id: string): Algorithm | undefined {
  return algorithms.find((each) => each.id === id);
}
