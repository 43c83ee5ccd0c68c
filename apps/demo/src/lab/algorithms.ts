import type { Graph, Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid as GridOf, hexNeighbours, seededRandom } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, MultipathAdaptiveAStar, navigate, RepeatedAStar } from '@pf/incremental';
import { farthestLandmarks, GoalBounds, JumpTable, Landmarks, SubgoalTreeBuilder } from '@pf/preprocess';
import type { RealTimeAgent } from '@pf/realtime';
import { GuidedAgent, LrtaStar, LssLrtaStar, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { cells, obstacles, RRT } from '@pf/sampling';
import { AStar, BidirectionalAStar, JumpPointSearch, LazyThetaStar, NBAStar } from '@pf/search';
import type { Recording, Step, SteppedSearch } from './recording.ts';
import { CLOSED, OPEN, recordSearch, timed } from './recording.ts';

export interface Algorithm {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly record: (grid: Grid, start: number, goal: number) => Recording;
}

const none: Pick<Recording, 'fog' | 'landmarks' | 'note'> = { fog: false, landmarks: [], note: '' };

/** A search over the grid as it is. */
function searching(make: (grid: Grid) => SteppedSearch & { search(start: number, goal: number): number }, note: string): Algorithm['record'] {
  return (grid, start, goal) => {
    const search = make(grid);
    const recorded = recordSearch(grid, search, start, goal);
    const h = grid.heuristic();
    const g = hasLabels(search) ? Float64Array.from(grid.cells.keys(), (v) => search.g(v)) : undefined;
    return {
      ...none, ...recorded, note,
      milliseconds: timed(() => search.search(start, goal)),
      about: (v) => (g === undefined || !(g[v] < Infinity) ? '' : `g ${round(g[v])}, h ${round(h(v, goal))}, f ${round(g[v] + h(v, goal))}`),
    };
  };
}

/** Most searches can say what they know of the cost to a cell. */
function hasLabels(search: object): search is { g(v: number): number } {
  return 'g' in search && typeof search.g === 'function';
}

function withLandmarks(grid: Grid, start: number, goal: number): Recording {
  const vertices = farthestLandmarks(grid, 6, start);
  const landmarks = new Landmarks(grid, vertices);
  const heuristic = landmarks.heuristic({ base: grid.heuristic() });
  const search = new AStar(grid, { heuristic });
  const plain = grid.heuristic();
  return {
    ...none,
    ...recordSearch(grid, search, start, goal),
    landmarks: vertices,
    milliseconds: timed(() => search.search(start, goal)),
    about: (v) => `estimate ${round(heuristic(v, goal))} where geometry says ${round(plain(v, goal))}`,
    note: 'Six landmarks, far apart. What they know of distances raises the estimate, and fewer cells look promising.',
  };
}

function withBounds(jumping: boolean): Algorithm['record'] {
  return (grid, start, goal) => {
    const bounds = GoalBounds.build(grid);
    const view = bounds.view();
    view.goal = goal;
    const search: SteppedSearch & { search(start: number, goal: number): number } = jumping
      ? new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) })
      : new AStar(view, { heuristic: grid.heuristic() });
    return {
      ...none,
      ...recordSearch(grid, search, start, goal),
      milliseconds: timed(() => search.search(start, goal)),
      boxesOf: (v) => {
        const { firstArc, boxes } = bounds;
        return Array.from({ length: firstArc[v + 1] - firstArc[v] }, (_, i) => {
          const at = 4 * (firstArc[v] + i);
          return [boxes[at], boxes[at + 1], boxes[at + 2] + 1, boxes[at + 3] + 1] as const;
        }).filter(([x0, , x1]) => x0 < x1);
      },
      note: 'Point at a cell: each box holds all the goals to which a way begins with one of its arcs. Arcs whose box misses the goal are not followed.',
    };
  };
}

/** An agent that moves while it thinks. */
function moving(make: (grid: Grid, heuristic: Heuristic) => RealTimeAgent & { h?(v: number): number }, note: string): Algorithm['record'] {
  return (grid, start, goal) => {
    const heuristic = grid.heuristic();
    const agent = make(grid, heuristic);
    const steps: Step[] = [];
    const path = [start];
    let longest = 0;
    agent.reset(start, goal);
    const visited = new Set<number>();
    while (agent.status === 'moving' && steps.length < 20_000) {
      const before = performance.now();
      const at = agent.step();
      longest = Math.max(longest, performance.now() - before);
      if (at !== path.at(-1)) path.push(at);
      const values = agent.h === undefined ? [] : [path.at(-2) ?? at, agent.h(path.at(-2) ?? at)];
      steps.push({ changes: visited.has(at) ? [at, OPEN] : [at, CLOSED], agent: at, expanded: agent.counters.expanded, values });
      visited.add(at);
    }
    return {
      ...none, steps, note,
      path: agent.status === 'reached' ? path : [],
      cost: agent.status === 'reached' ? agent.cost : Infinity,
      milliseconds: longest,
      about: (v) => (agent.h === undefined ? '' : `learned ${round(agent.h(v))}, at first ${round(heuristic(v, goal))}`),
    };
  };
}

/** A character in fog, which plans on what it has seen. */
function foggy(make: (graph: Graph, heuristic: Heuristic) => Planner, note: string): Algorithm['record'] {
  return (truth, start, goal) => {
    // Whole-number costs, which all replanners take; 70 and 99 are 1 and √2 to a part in ten thousand.
    const world = new FogOfWar(new GridOf(truth.width, truth.height, { movement: truth.movement, corners: truth.corners, metric: '70/99' }));
    const walls = Uint32Array.from(truth.cells.keys()).filter((v) => truth.cells[v] === 0 && truth.contains(truth.x(v), truth.y(v)));
    world.truth.setCells(walls, new Uint8Array(walls.length), walls.length);
    const planner = make(world.known, world.known.heuristic());
    const sensor = truth.movement === 'four' ? fourNeighbours : truth.movement === 'hex' ? hexNeighbours : eightNeighbours;
    const out = new Uint32Array(truth.vertexCount);
    const path: number[] = [];
    const steps: Step[] = [];
    const seen = new Uint8Array(truth.vertexCount);
    let cost = 0;
    let longest = 0;
    let expanded = 0;
    let status = 'moving';
    let before = performance.now();
    for (const step of navigate(planner, world, { start, goal, sensor })) {
      longest = Math.max(longest, performance.now() - before);
      status = step.status;
      expanded += step.expanded;
      const known: number[] = [];
      for (let v = 0; v < seen.length; v++) {
        if (seen[v] === 1 || !world.isSeen(v)) continue;
        seen[v] = 1;
        known.push(v);
      }
      if (path.length > 0) cost += truth.movement !== 'hex' && Math.abs(truth.x(step.vertex) - truth.x(path.at(-1)!)) + Math.abs(truth.y(step.vertex) - truth.y(path.at(-1)!)) === 2 ? Math.SQRT2 : 1;
      path.push(step.vertex);
      steps.push({ changes: [step.vertex, CLOSED], agent: step.vertex, known, way: [...out.subarray(0, planner.path(out))], expanded });
      if (steps.length >= 20_000) break;
      before = performance.now();
    }
    const reached = status === 'reached';
    return { ...none, fog: true, steps, note, path: reached ? path : [], cost: reached ? cost : Infinity, milliseconds: longest };
  };
}

function growing(star: boolean): Algorithm['record'] {
  return (grid, start, goal) => {
    const bounds = { min: [0, 0], max: [grid.width, grid.height] };
    const space = obstacles(bounds, [cells({ width: grid.width, height: grid.height, isBlocked: (x, y) => grid.isBlocked(x, y) })]);
    const rrt = new RRT(space, { random: seededRandom(7), star, step: 2.5, epsilon: 1 });
    const here = new Float64Array(2);
    const there = new Float64Array(2);
    const centre = (v: number): number[] => [grid.x(v) + 0.5, grid.y(v) + 0.5];
    const steps: Step[] = [];
    const begin = performance.now();
    rrt.search(centre(start), centre(goal), 0);
    for (let i = 0; i < 60; i++) {
      rrt.resume(200);
      const { tree } = rrt;
      const edges = new Float32Array(4 * tree.size);
      for (let node = 1; node < tree.size; node++) {
        tree.read(node, here);
        tree.read(tree.parent[node], there);
        edges.set(here, 4 * node);
        edges.set(there, 4 * node + 2);
      }
      steps.push({ changes: [], edges, expanded: tree.size });
    }
    const milliseconds = performance.now() - begin;
    const points = new Float64Array(2 * rrt.pathLength);
    if (rrt.pathLength > 0) rrt.path(points);
    return {
      ...none, steps, milliseconds,
      path: [], points: [...points], cost: rrt.cost,
      note: star ? 'Each new vertex takes the cheapest parent near it and offers itself to its neighbours: the way grows shorter as the tree grows.' : 'A tree grows towards random points. The first way that it finds stays as crooked as it is.',
    };
  };
}

const round = (x: number): string => (x === Infinity ? '∞' : String(Math.round(x * 100) / 100));

/** What the lab offers. */
export const algorithms: readonly Algorithm[] = [
  { id: 'a-star', name: 'A*', group: 'One question', record: searching((grid) => new AStar(grid), 'The cell with the least g + h first; of equals, the one farther along.') },
  { id: 'a-star-smaller-g', name: 'A*, ties by smaller g', group: 'One question', record: searching((grid) => new AStar(grid, { ties: 'smaller-g' }), 'Of equals, the one nearer to the start: more cells are looked at.') },
  { id: 'dijkstra', name: 'Dijkstra', group: 'One question', record: searching((grid) => new AStar(grid, { heuristic: () => 0 }), 'No estimate: the search grows evenly in all directions.') },
  { id: 'weighted', name: 'Weighted A*, 2', group: 'One question', record: searching((grid) => new AStar(grid, { weight: 2 }), 'The estimate counts twice: at most twice the optimal cost, usually much sooner.') },
  { id: 'bidirectional', name: 'Bidirectional A*', group: 'One question', record: searching((grid) => new BidirectionalAStar(grid), 'Two searches with balanced estimates meet half-way.') },
  { id: 'nba-star', name: 'NBA*', group: 'One question', record: searching((grid) => new NBAStar(grid), 'Two searches share one closed set and cut each other short.') },
  { id: 'jps', name: 'Jump points', group: 'One question', record: searching((grid) => new JumpPointSearch(grid), 'Only cells where a shortest way may have to turn are ever queued.') },
  { id: 'theta', name: 'Any angle (Lazy Theta*)', group: 'One question', record: searching((grid) => new LazyThetaStar(grid), 'Straight lines of sight instead of steps of 45 degrees.') },
  { id: 'jps-plus', name: 'JPS+', group: 'The map is known', record: searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }), 'The same jumps, looked up instead of scanned.') },
  { id: 'jps-bounds', name: 'JPS+ with goal bounds', group: 'The map is known', record: withBounds(true) },
  { id: 'bounds', name: 'A* with goal bounds', group: 'The map is known', record: withBounds(false) },
  { id: 'landmarks', name: 'A* with landmarks', group: 'The map is known', record: withLandmarks },
  {
    id: 'subgoals', name: 'Subgoal tree', group: 'The map is known',
    record: moving((grid, heuristic) => {
      const builder = new SubgoalTreeBuilder(grid, heuristic);
      return new GuidedAgent(grid, new SubgoalTreeGuide(grid, (goal) => builder.build(goal), { heuristic }), { heuristic });
    }, 'A greedy walk from subgoal to subgoal: a cheapest way, one expansion a move, nothing learned.'),
  },
  { id: 'lrta', name: 'LRTA*', group: 'A move in constant time', record: moving((grid, heuristic) => new LrtaStar(grid, { heuristic }), 'One cell looked at a move; the estimate rises where the agent was fooled. Yellow: been there before.') },
  { id: 'lss-lrta', name: 'LSS-LRTA*, lookahead 50', group: 'A move in constant time', record: moving((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 50 }), 'Fifty cells looked at ahead, all their estimates raised at once.') },
  { id: 'tba', name: 'TBA*', group: 'A move in constant time', record: moving((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 20 }), 'One A* spread over the moves; the agent follows the best way known so far, and turns back when it was wrong.') },
  { id: 'd-star-lite', name: 'D* Lite', group: 'In fog', record: foggy((graph, heuristic) => new DStarLite(graph, { heuristic }), 'Searches from the goal, and mends only what a discovery has changed.') },
  { id: 'd-star-extra-lite', name: 'D* Extra Lite', group: 'In fog', record: foggy((graph, heuristic) => new DStarExtraLite(graph, { heuristic }), 'Cuts off the part of the tree that a wall has severed, and regrows it.') },
  { id: 'mpaa', name: 'MPAA*', group: 'In fog', record: foggy((graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }), 'Each search raises the estimates, and stops where it meets a way found before.') },
  { id: 'adaptive', name: 'Adaptive A*', group: 'In fog', record: foggy((graph, heuristic) => new AdaptiveAStar(graph, { heuristic }), 'A* again and again, each time with better estimates.') },
  { id: 'repeated', name: 'Repeated A*', group: 'In fog', record: foggy((graph, heuristic) => new RepeatedAStar(graph, { heuristic }), 'A* anew whenever the way is blocked.') },
  { id: 'rrt', name: 'RRT', group: 'No grid', record: growing(false) },
  { id: 'rrt-star', name: 'RRT*', group: 'No grid', record: growing(true) },
];
