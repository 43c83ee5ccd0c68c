import type { Graph, Heuristic } from '@pf/graph';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { JumpTable } from '@pf/preprocess';
import type { LssLrtaStarOptions } from '@pf/realtime';
import { LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, JumpPointSearch, LazyThetaStar, NBAStar, smooth, straighten } from '@pf/search';
import { driving, funnelled, polyanya, rrt, rrtConnect } from './plane-recordings.ts';
import type { Question, Recording } from './recording.ts';
import { breadthFirst, flooding, lookedUp, reshaped, searching, weighted, withBounds, withLandmarks } from './search-recordings.ts';
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

/** What the lab offers. */
export const algorithms: readonly Algorithm[] = [
  ...group('One question', [
    ['a-star', 'A*', searching((grid) => new AStar(grid), 'The cell with the least g + h first; of equals, the one farther along.')],
    [
      'a-star-smaller-g', 'A*, ties by smaller g',
      searching((grid) => new AStar(grid, { ties: 'smaller-g' }), 'The same, but of equals the one nearer to the start: in the open, many more cells.'),
    ],
    ['dijkstra', 'Dijkstra', searching((grid) => new AStar(grid, { heuristic: () => 0 }), 'No estimate: the search grows evenly in all directions.')],
    ['field', 'Dijkstra, the whole map', flooding],
    ['breadth-first', 'Breadth-first', breadthFirst],
    ['weighted', 'Weighted A*', weighted],
    ['bidirectional', 'Bidirectional A*', searching((grid) => new BidirectionalAStar(grid), 'Two searches with balanced estimates meet half-way.')],
    [
      'bidirectional-dijkstra', 'Bidirectional Dijkstra',
      searching((grid) => new BidirectionalDijkstra(grid), 'Two circles that grow until they meet: half of what one would cover.'),
    ],
    ['nba-star', 'NBA*', searching((grid) => new NBAStar(grid), 'Two searches share one closed set and cut each other short.')],
    ['jps', 'Jump points', searching((grid) => new JumpPointSearch(grid), 'Only cells where a shortest way may have to turn are ever queued.')],
    ['theta', 'Any angle (Lazy Theta*)', searching((grid) => new LazyThetaStar(grid), 'Straight lines of sight instead of steps of 45 degrees.')],
    ['fewest-turns', 'A*, fewest turns', reshaped(straighten, 'The steps of the path of A* in another order: the same cost, fewest turns.')],
    ['smooth', 'A*, pulled tight', reshaped(smooth, 'The path of A* pulled tight like a string: shorter, but it passes walls on the same side as the steps did.')],
  ]),
  ...group('The map is known', [
    ['jps-plus', 'JPS+', searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }), 'The same jumps, looked up instead of scanned.')],
    ['jps-bounds', 'JPS+ with goal bounds', withBounds(true)],
    ['bounds', 'A* with goal bounds', withBounds(false)],
    ['landmarks', 'A* with landmarks', withLandmarks],
    ['paths', 'Path database', lookedUp],
  ]),
  ...group('A move in constant time', [
    ['subgoals', 'Subgoal tree', moving(subgoalTree(false), 'From subgoal to subgoal, down the tree built for this goal: a cheapest way, nothing learned.')],
    [
      'subgoals-published', 'Subgoal tree, as published',
      moving(subgoalTree(true), 'The tree and the rules of the paper: nearly as short a way, from the node that is nearest by walking.'),
    ],
    ['partition', 'HCDPS', moving(partitioned, 'The map is cut into parts: from seed to seed, by stops so near that one need only walk at them.')],
    ['cases', 'kNN LRTA*, 300 cases', moving(byCases, 'Of 300 ways found beforehand, the most similar lends its stops. Where it does not fit, it learns.')],
    ['regions', 'D LRTA*, 2 levels', moving(byRegions, 'The map is merged into regions: the next stop is where the way enters the next. It can circle.')],
    [
      'lrta', 'LRTA*',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic }), 'One cell looked at a move. Where it was fooled, it fills the hole and walks out.'),
    ],
    [
      'lrta-k', 'LRTA*(k), k = 20',
      walking((grid, heuristic) => new LrtaStar(grid, { heuristic, k: 20 }), 'LRTA* that passes on what it learns: a move raises up to 20 estimates.'),
    ],
    ['lss-lrta', 'LSS-LRTA*, lookahead 50', lookingAhead({}, 'Fifty cells looked at ahead, all their estimates raised at once.')],
    ['rtaa', 'RTAA*, lookahead 50', lookingAhead({ update: 'adaptive' }, 'The same look ahead, but a cheaper lesson: quicker, and a little less learned.')],
    [
      'da-lss-lrta', 'daLSS-LRTA*, lookahead 50',
      lookingAhead({ avoidDepressions: true }, 'LSS-LRTA* that goes where estimates had to be raised least, and so is out of the hole sooner.'),
    ],
    [
      'da-rtaa', 'daRTAA*, lookahead 50',
      lookingAhead({ update: 'adaptive', avoidDepressions: true }, 'RTAA* that goes where estimates had to be raised least.'),
    ],
    [
      'tba', 'TBA*',
      walking((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 20 }), 'One A* spread over the moves: it follows the best way known by now.'),
    ],
  ], true),
  ...group('In fog', [
    ['d-star-lite', 'D* Lite', inFog(DStarLite, 'Searches from the goal, and mends only where g is not rhs.')],
    ['lpa', 'LPA*', inFog(LPAStar, 'What D* Lite came from, made for a start that stays: as it moves, all keys are computed anew.')],
    ['focussed', 'Focussed D*', inFog(FocussedDStar, 'What D* Lite replaced: waves from the goal raise what has become dearer, and lower it again.')],
    ['d-star-extra-lite', 'D* Extra Lite', inFog(DStarExtraLite, 'Cuts off what a wall has severed, and searches there anew.')],
    ['mpaa', 'MPAA*', inFog(MultipathAdaptiveAStar, 'Each search raises the estimates, and stops at a way found before.')],
    ['adaptive', 'Adaptive A*', inFog(AdaptiveAStar, 'A* again and again, each time with better estimates.')],
    ['repeated', 'Repeated A*', inFog(RepeatedAStar, 'A* anew whenever the way is blocked.')],
  ], true),
  ...group('No grid', [
    ['funnel', 'Navmesh, A* and funnel', funnelled],
    ['polyanya', 'Navmesh, Polyanya', polyanya],
    ['rrt', 'RRT', rrt({}, 'A tree grows towards random points. The first way that it finds stays as crooked as it is.')],
    [
      'rrt-star', 'RRT*',
      rrt({ star: true }, 'Each new vertex takes the cheapest parent near it and offers itself to its neighbours: the way grows shorter as the tree grows.'),
    ],
    ['informed', 'Informed RRT*', rrt({ informed: true }, 'Once there is a way, it draws only where a shorter one can pass: from an ellipse.')],
    ['rrt-connect', 'RRT-Connect', rrtConnect],
    ['car', 'RRT of a car', driving],
  ]),
];

export function algorithmOf(id: string): Algorithm | undefined {
  return algorithms.find((each) => each.id === id);
}
