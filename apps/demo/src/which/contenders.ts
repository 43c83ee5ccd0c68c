/** Everything that the page measures, each ready to answer the same queries. */
import { Dispatcher } from '@pf/crowd';
import { fingerprint } from '@pf/graph';
import { eightNeighbours, FogOfWar, Grid } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { ADStar, createPlanner, DStarLite, navigate, RepeatedAStar } from '@pf/incremental';
import { GridMesh, Polyanya } from '@pf/navmesh';
import { CornerHierarchy, CornerSearch, farthestLandmarks, GoalBounds, JumpTable, Landmarks, SubgoalTreeBuilder } from '@pf/preprocess';
import type { RealTimeAgent } from '@pf/realtime';
import { GuidedAgent, LssLrtaStar, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { AStar, BoundedSearch, Dijkstra, JumpPointSearch, LazyThetaStar, smooth, TerrainJumps } from '@pf/search';
import type { ContenderName } from './advice.ts';

export interface Query {
  readonly start: number;
  readonly goal: number;
}

/** What all queries together took. Costs are in cells. */
export interface Outcome {
  readonly expanded: number;
  /** The most expansions before one move; of a search all before the first. */
  readonly most: number;
  readonly cost: number;
}

/** Builds what it needs for a map; the result answers all queries. */
type Prepare = (grid: Grid) => (queries: readonly Query[]) => Outcome;

/** A search as all of @pf/search are. */
interface Searching {
  search(start: number, goal: number): number;
  readonly counters: { readonly expanded: number };
}

function summed(queries: readonly Query[], ask: (query: Query) => Outcome): Outcome {
  let [expanded, most, cost] = [0, 0, 0];
  for (const query of queries) {
    const outcome = ask(query);
    expanded += outcome.expanded;
    most = Math.max(most, outcome.most);
    cost += outcome.cost;
  }
  return { expanded, most, cost };
}

/** Queries one after another. */
function searching(make: (grid: Grid) => Searching): Prepare {
  return (grid) => {
    const search = make(grid);
    return (queries) => summed(queries, ({ start, goal }) => {
      const cost = search.search(start, goal);
      const { expanded } = search.counters;
      return { expanded, most: expanded, cost };
    });
  };
}

/** One flood for each run of queries with the same goal. */
const flooding: Prepare = (grid) => {
  const flood = new Dijkstra(grid, { direction: 'backward' });
  return (queries) => {
    let flooded = -1;
    return summed(queries, ({ start, goal }) => {
      const again = goal !== flooded;
      if (again) flood.flood(flooded = goal);
      const expanded = again ? flood.counters.expanded : 0;
      return { expanded, most: expanded, cost: flood.distance(start) };
    });
  };
};

/** Expansions that a dispatcher may take for a frame. */
export const FRAME = 500;

/** All units at once: frames until each has arrived. */
const dispatching: Prepare = (grid) => {
  const search = grid.terrain.weighted ? terrainSearch(grid) : new JumpPointSearch(grid);
  return (queries) => {
    const dispatcher = new Dispatcher(grid, { planner: () => search });
    const units = queries.map(({ start }) => dispatcher.add(start));
    units.forEach((unit, i) => dispatcher.order(unit, queries[i].goal));
    const at = queries.map(({ start }) => start);
    let [expanded, most, cost] = [0, 0, 0];
    for (let busy = true; busy;) {
      const frame = dispatcher.frame({ expansions: FRAME });
      busy = frame.moved + frame.waiting > 0;
      expanded += frame.expanded;
      most = Math.max(most, frame.expanded);
      units.forEach((unit, i) => {
        const to = dispatcher.position(unit);
        if (to !== at[i]) cost += stepCost(grid, at[i], to);
        at[i] = to;
      });
    }
    return { expanded, most, cost };
  };
};

/** Agents that plan before each move, on a map that they know. */
function walking(make: (grid: Grid) => RealTimeAgent): Prepare {
  return (grid) => {
    const agent = make(grid);
    return (queries) => summed(queries, ({ start, goal }) => {
      agent.begin(start, goal);
      let most = 0;
      for (let before = 0; agent.status === 'moving'; before = agent.counters.expanded) {
        agent.step();
        most = Math.max(most, agent.counters.expanded - before);
      }
      return { expanded: agent.counters.expanded, most, cost: agent.cost };
    });
  };
}

/** A map that is discovered during the walk. */
export function unknownWorld({ width, height, movement, corners }: Grid, costs: Uint8Array): FogOfWar {
  const options = { movement, corners, metric: '70/99' } as const;
  return new FogOfWar(Grid.fromArray(costs, width, height, options), new Grid(width, height, options));
}

/** Planners that learn of walls as they come near. */
function discovering(make: (known: Grid) => Planner): Prepare {
  return (grid) => {
    const costs = grid.toArray();
    return (queries) => summed(queries, ({ start, goal }) => {
      const world = unknownWorld(grid, costs);
      let [expanded, most, cost, last] = [0, 0, 0, start];
      for (const step of navigate(make(world.known), world, { start, goal, sensor: eightNeighbours })) {
        expanded += step.expanded;
        most = Math.max(most, step.expanded);
        if (step.vertex !== last) cost += stepCost(grid, last, step.vertex);
        last = step.vertex;
      }
      return { expanded, most, cost };
    });
  };
}

export function stepCost(grid: Grid, from: number, to: number): number {
  return grid.cells[to] * Math.hypot(grid.x(to) - grid.x(from), grid.y(to) - grid.y(from));
}

/** Lookahead of LSS-LRTA*, and expansions a move of TBA*. */
export const LOOKAHEAD = 32;
export const SLICE = 16;

const learningInFog: Prepare = (grid) => {
  const costs = grid.toArray();
  return (queries) => summed(queries, ({ start, goal }) => {
    const world = unknownWorld(grid, costs);
    const agent = new LssLrtaStar(world.known, { heuristic: world.known.heuristic({ least: 1 }), lookahead: LOOKAHEAD });
    const tails = new Uint32Array(world.known.vertexCount);
    agent.begin(start, goal);
    let [most, cost] = [0, 0];
    for (let before = 0; agent.status === 'moving'; before = agent.counters.expanded) {
      const from = agent.position;
      agent.arcsChanged(tails, world.reveal(from, eightNeighbours, tails));
      const to = agent.step();
      if (to !== from) cost += stepCost(grid, from, to);
      most = Math.max(most, agent.counters.expanded - before);
    }
    return { expanded: agent.counters.expanded, most, cost };
  });
};

/** Any-angle paths, by Polyanya. */
const meshed: Prepare = (grid) => {
  const { mesh } = new GridMesh(grid);
  const search = new Polyanya(mesh);
  return (queries) => summed(queries, ({ start, goal }) => {
    const cost = search.search(grid.x(start) + 0.5, grid.y(start) + 0.5, grid.x(goal) + 0.5, grid.y(goal) + 0.5);
    const { expanded } = search.counters;
    return { expanded, most: expanded, cost };
  });
};

/** A*, and its path pulled tight: a straight line enters cells of one cost. */
const smoothing: Prepare = (grid) => {
  const search = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  return (queries) => summed(queries, ({ start, goal }) => {
    search.search(start, goal);
    const n = smooth(grid, out, search.path(out), out);
    let cost = 0;
    for (let i = 1; i < n; i++) cost += stepCost(grid, out[i - 1], out[i]);
    const { expanded } = search.counters;
    return { expanded, most: expanded, cost };
  });
};

/** Keeps the last thing that was built, and for which map: another start or goal needs no other. Vertices are the same on an equal map. */
function kept<T>(build: (grid: Grid) => T): (grid: Grid) => T {
  let last: { readonly of: string; readonly built: T } | undefined;
  return (grid) => {
    const of = fingerprint(grid);
    if (last?.of !== of) last = { of, built: build(grid) };
    return last.built;
  };
}

const terrainSearch = (grid: Grid): JumpPointSearch => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) });
/** Searches with tables that take a while to build. */
export const boundsSearch = kept((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) }));
export const cornerSearch = kept((grid) => new CornerSearch(CornerHierarchy.build(grid)));
const landmarkSearch = kept((grid) => new AStar(grid, { heuristic: new Landmarks(grid, farthestLandmarks(grid, 8)).heuristic({ base: grid.heuristic() }) }));

export function subgoalAgent(grid: Grid): GuidedAgent {
  const heuristic = grid.heuristic();
  const trees = new SubgoalTreeBuilder(grid, heuristic);
  const built = new Map<number, ReturnType<typeof trees.build>>();
  const treeOf = (goal: number): ReturnType<typeof trees.build> => {
    const tree = built.get(goal) ?? trees.build(goal);
    built.set(goal, tree);
    return tree;
  };
  return new GuidedAgent(grid, new SubgoalTreeGuide(grid, treeOf, { heuristic }), { heuristic });
}

export const contenders: Readonly<Record<ContenderName, Prepare>> = {
  'a-star': searching((grid) => new AStar(grid)),
  'jps': searching((grid) => new JumpPointSearch(grid)),
  'jps-plus': searching((grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) })),
  'jps-bounds': searching(boundsSearch),
  'terrain-jumps': searching(terrainSearch),
  'landmarks': searching(landmarkSearch),
  'corners': searching(cornerSearch),
  'within': searching((grid) => new BoundedSearch(grid, { within: 1.1 })),
  'mesh': meshed,
  'theta': searching((grid) => new LazyThetaStar(grid)),
  'smooth': smoothing,
  'field': flooding,
  'dispatcher': dispatching,
  'tba': walking((grid) => new TbaStar(grid, { heuristic: grid.heuristic(), expansions: SLICE })),
  'subgoals': walking(subgoalAgent),
  'lss-lrta': walking((grid) => new LssLrtaStar(grid, { heuristic: grid.heuristic(), lookahead: LOOKAHEAD })),
  'repeated': discovering((known) => new RepeatedAStar(known, { heuristic: known.heuristic() })),
  'd-star-extra-lite': discovering((known) => createPlanner(known, { heuristic: known.heuristic() })),
  'mpaa': discovering((known) => createPlanner(known, { heuristic: known.heuristic(), world: 'rooms' })),
  'd-star-lite': discovering((known) => new DStarLite(known, { heuristic: known.heuristic() })),
  'ad-star': discovering((known) => new ADStar(known, { heuristic: known.heuristic(), weight: 1.5 })),
  'lss-lrta-fog': learningInFog,
};
