import { NO_VERTEX, pathCost } from '@pf/graph';
import { greedyStep } from '@pf/graph/kit';
import { seededRandom } from '@pf/grid';
import {
  buildCaseBase,
  buildPartition,
  buildRegionTable,
  ClusterMap,
  ClusterSearch,
  farthestLandmarks,
  GoalBounds,
  jumpPoints,
  JumpTable,
  Landmarks,
  loadCaseBase,
  loadPartition,
  loadRegionTable,
  PathDatabase,
  saveCaseBase,
  savePartition,
  saveRegionTable,
  SubgoalTreeBuilder,
} from '@pf/preprocess';
import { AStar, JumpPointSearch } from '@pf/search';
import { mostByClusters } from '@pf/testkit';
import type { Player, Query, Seat, Tally } from '../player.ts';
import { checkPath, demand } from '../player.ts';
import type { Stage } from '../stage.ts';
import { isUniform, rejects } from './grid-searches.ts';
import { sameBytes } from './landmarks.ts';

/** Artifacts of a world, rebuilt after changes; since building takes time, not for every query in large worlds. */
export function built<T>(
  name: string,
  mostVertices: number,
  takes: (stage: Stage) => boolean,
  build: (stage: Stage) => T,
  check: (stage: Stage, made: T, query: Query) => void,
): Player {
  return {
    name,
    join(stage: Stage, tally: Tally): Seat | undefined {
      if (stage.graph.vertexCount > mostVertices) return undefined;
      let made: { readonly of: T } | undefined;
      return {
        changed() {
          made = undefined;
        },
        query(query) {
          if (!takes(stage)) return;
          made ??= { of: build(stage) };
          tally.queries++;
          check(stage, made.of, query);
        },
      };
    },
  };
}

export const always = (): boolean => true;

/** 8-connected, exact costs, no terrain, no one-way cells: required by goal bounds at jump points and JPS+ with bounds. */
export const standard = ({ grid }: Stage): boolean => grid !== undefined && isUniform(grid) && grid.movement === 'eight' && grid.metric === 'exact';

const jumps = ({ grid }: Stage): boolean =>
  grid !== undefined && isUniform(grid) && grid.movement !== 'hex' && (grid.movement === 'four' || grid.steps.diagonal <= 2 * grid.steps.straight);

/** Uniform worlds where the estimate between neighbours is the cost of the step. */
const measured = ({ grid }: Stage): boolean =>
  grid !== undefined && isUniform(grid) && (grid.movement !== 'eight' || grid.steps.diagonal <= 2 * grid.steps.straight);

/** Near-optimal: finds a path if one exists, never cheaper than the cheapest, never more expensive than its route, which exceeds the cheapest by detours to entrances. */
const clusters: Player = {
  name: 'clusters',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined) return undefined;
    const sizes = { side: 8, entrance: 1 + (grid.width % 8) };
    const lookahead = 1 + (grid.height % 4);
    let map = new ClusterMap(grid, sizes);
    let search = new ClusterSearch(map, { lookahead });
    const out = new Uint32Array(grid.vertexCount);
    return {
      query(query) {
        tally.queries++;
        if (query.n % 8 === 0) {
          const saved = map.save();
          map = ClusterMap.load(grid, saved);
          sameBytes('Clusters', saved, map.save());
          search = new ClusterSearch(map, { lookahead });
        }
        const { start, goal, cost: least } = query;
        const cost = search.search(start, goal);
        const n = search.path(out);
        const walked = n === 0 ? Infinity : n === 1 ? 0 : pathCost(grid, out, n);
        demand((least === Infinity) === (cost === Infinity), () => `The path from ${start} to ${goal} costs ${least}, but clusters say ${cost}.`);
        demand(walked === least || (walked >= least * (1 - 1e-9) && walked <= cost * (1 + 1e-9)), () => `The path from ${start} to ${goal} costs ${walked}, not between ${least} and ${cost}.`);
        checkPath(stage, { ...query, cost: walked }, walked, out.subarray(0, n));
        const most = mostByClusters(query.model, query.toGoal, start, grid, sizes);
        demand(cost <= most * (1 + 1e-9), () => `The path from ${start} to ${goal} costs ${least}, with detours to the entrances of clusters at most ${most}, but the route ${cost}.`);
      },
    };
  },
};

export const preprocessPlayers: readonly Player[] = [
  clusters,
  built(
    'farthest landmarks',
    200,
    ({ graph }) => graph.vertexCount > 1,
    ({ graph, grid }) => (grid !== undefined && grid.terrain.free < 2 ? undefined : attempt(() => new Landmarks(graph, farthestLandmarks(graph, 2)))),
    (stage, landmarks, query) => {
      if (landmarks === undefined) return;
      const astar = new AStar(stage.graph, { heuristic: landmarks.heuristic() });
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = astar.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, astar.path(out)));
    },
  ),
  built(
    'goal bounds',
    150,
    always,
    ({ graph }) => GoalBounds.build(graph),
    (stage, bounds, query) => {
      const view = bounds.view();
      view.goal = query.goal;
      const astar = new AStar(view, { heuristic: stage.heuristic });
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = astar.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, astar.path(out)));
      if (query.n % 8 === 0) sameBytes('Goal bounds', bounds.save(), GoalBounds.load(stage.graph, bounds.save()).save());
    },
  ),
  {
    name: 'JPS+',
    join(stage, tally) {
      const { grid } = stage;
      if (grid === undefined || grid.movement === 'hex' || (grid.movement === 'eight' && grid.steps.diagonal > 2 * grid.steps.straight)) return undefined;
      let search: JumpPointSearch | undefined;
      const out = new Uint32Array(grid.vertexCount);
      return {
        query(query) {
          tally.queries++;
          if (search === undefined && !isUniform(grid))
            return demand(
              rejects(() => new JumpTable(grid)),
              () => 'JPS+ was built for a grid with terrain or one-way cells.',
            );
          search ??= new JumpPointSearch(grid, { locator: new JumpTable(grid) });
          const made = search;
          if (!isUniform(grid))
            return demand(
              rejects(() => made.search(query.start, query.goal)),
              () => 'JPS+ took a grid with terrain or one-way cells.',
            );
          const cost = made.search(query.start, query.goal);
          checkPath(stage, query, cost, out.subarray(0, made.path(out)));
        },
      };
    },
  },
  ...[false, true].map((everywhere) =>
    built(
      `JPS+ with goal bounds ${everywhere ? 'at all cells' : 'at jump points'}`,
      150,
      standard,
      ({ grid }) => {
        const bounds = GoalBounds.build(grid!, everywhere ? undefined : jumpPoints(grid!));
        return new JumpPointSearch(grid!, { locator: new JumpTable(grid!, { bounds }) });
      },
      (stage, search, query) => {
        const out = new Uint32Array(stage.graph.vertexCount);
        const cost = search.search(query.start, query.goal);
        checkPath(stage, query, cost, out.subarray(0, search.path(out)));
      },
    ),
  ),
  built(
    'JPS+, built anew',
    300,
    jumps,
    ({ grid }) => new JumpPointSearch(grid!, { locator: new JumpTable(grid!) }),
    (stage, search, query) => {
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = search.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, search.path(out)));
    },
  ),
  ...([['path database', 'all'], ['path database at jump points', 'jump-points']] as const).map(([name, rows]) => built(
    name,
    150,
    (stage) => (rows === 'all' ? stage.graph.maxDegree <= 15 : standard(stage)),
    ({ graph }) => PathDatabase.build(graph, { rows }),
    (stage, paths, query) => {
      const out = new Uint32Array(stage.graph.vertexCount);
      const length = paths.path(query.start, query.goal, out);
      checkPath(stage, query, paths.cost, out.subarray(0, length));
      const first = paths.firstMove(query.start, query.goal);
      demand(first === (length > 1 ? out[1] : -1), () => `The path goes on to ${out[1]}, but the first move is to ${first}.`);
      if (query.n % 8 === 0) sameBytes('A path database', paths.save(), PathDatabase.load(stage.graph, paths.save()).save());
    },
  )),
  built(
    'subgoal trees',
    300,
    measured,
    ({ graph, heuristic }) => new SubgoalTreeBuilder(graph, heuristic),
    (stage, builder, { start, goal, toGoal }) => {
      const { graph, heuristic } = stage;
      const tree = builder.build(goal);
      const to = new Uint32Array(graph.maxDegree);
      const cost = new Float64Array(graph.maxDegree);
      const walk = (from: number, target: number): number => {
        let sum = 0;
        for (let v = from, steps = 0; v !== target; steps++) {
          v = greedyStep(graph, heuristic, v, target, to, cost);
          if (v === NO_VERTEX || steps > graph.vertexCount) return Infinity;
          sum += cost[0];
        }
        return sum;
      };
      const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-6 * (1 + b);
      demand(tree.vertices[0] === goal, () => `The tree for ${goal} has the root ${tree.vertices[0]}.`);
      tree.vertices.forEach((v, node) => {
        demand(near(tree.costs[node], toGoal[v]), () => `From ${v} to ${goal} the path costs ${toGoal[v]}, but the tree says ${tree.costs[node]}.`);
        if (node === 0) return;
        const parent = tree.vertices[tree.parents[node]];
        demand(near(walk(v, parent) + toGoal[parent], toGoal[v]), () => `Greedy steps from ${v} to its subgoal ${parent} are on no cheapest path to ${goal}.`);
      });
      const serves = toGoal[start] === Infinity || [...tree.vertices].some((node) => near(walk(start, node) + toGoal[node], toGoal[start]));
      demand(serves, () => `No subgoal serves ${start} for ${goal}.`);
    },
  ),
  built(
    'cases, partitions and regions, saved',
    100,
    measured,
    ({ graph, heuristic, grid }) => {
      const cases = grid!.terrain.free < 2 ? undefined : attempt(() => buildCaseBase(graph, { heuristic, cases: 5, random: seededRandom(1) }));
      return { cases, partition: buildPartition(graph, { heuristic }), regions: buildRegionTable(graph, 2) };
    },
    ({ graph }, { cases, partition, regions }) => {
      if (cases !== undefined) sameBytes('A case base', saveCaseBase(graph, cases), saveCaseBase(graph, loadCaseBase(graph, saveCaseBase(graph, cases))));
      sameBytes('A partition', savePartition(graph, partition), savePartition(graph, loadPartition(graph, savePartition(graph, partition))));
      sameBytes('A table of regions', saveRegionTable(graph, regions), saveRegionTable(graph, loadRegionTable(graph, saveRegionTable(graph, regions))));
    },
  ),
];

/** Worlds that cannot be built throw an error: without an arc there is no landmark and no case. */
function attempt<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    demand(error instanceof Error && /[.]$/.test(error.message) && !(error instanceof TypeError), () => `An error should be a sentence: ${String(error)}`);
    return undefined;
  }
}
