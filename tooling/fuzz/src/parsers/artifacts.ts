import { fingerprint } from '@pf/graph';
import type { Grid as World } from '@pf/grid';
import { Grid, seededRandom } from '@pf/grid';
import {
  buildCaseBase,
  buildPartition,
  buildRegionTable,
  ClusterMap,
  ClusterSearch,
  ContractionHierarchy,
  CornerHierarchy,
  CornerSearch,
  CustomizableHierarchy,
  decodeArtifact,
  EliminationQuery,
  encodeArtifact,
  GoalBounds,
  HierarchyQuery,
  JumpTable,
  Landmarks,
  loadCaseBase,
  loadPartition,
  loadRegionTable,
  PathDatabase,
  saveCaseBase,
  savePartition,
  saveRegionTable,
  SubgoalTrees,
} from '@pf/preprocess';
import { CaseGuide, CliqueGuide, GuidedAgent, PartitionGuide } from '@pf/realtime';
import { AStar, JumpPointSearch } from '@pf/search';
import { demand } from '../player.ts';
import type { Target } from './target.ts';

const world: World = Grid.fromRows(['....#...', '.##.#.#.', '.#....#.', '...##...', '.#..#.#.']);
/** Three clusters in a row. */
const wide: World = Grid.fromRows(world.toRows().map((row) => row.repeat(3).slice(0, 18)));
const heuristic = world.heuristic();
const vertices = [world.vertex(0, 0), world.vertex(7, 4), world.vertex(3, 2)];

/** An artifact of one kind: a loaded one must be usable, anything else rejected with a sentence. */
function artifact(name: string, save: () => ArrayBuffer, use: (buffer: ArrayBuffer) => void): Target {
  return { name, binary: true, seeds: [new Uint8Array(save())], words: [], run: (input) => use(input.slice().buffer) };
}

function everyPair(act: (start: number, goal: number) => void): void {
  for (const start of vertices) for (const goal of vertices) act(start, goal);
}

/** An agent with loaded data: with wrong data it may take detours, but its steps are arcs and it terminates. */
function follow(agent: GuidedAgent): void {
  everyPair((start, goal) => {
    agent.begin(start, goal);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      demand(steps < 5000, () => `The agent walks from ${start} to ${goal} without end.`);
      agent.step();
    }
  });
}

export const artifacts: readonly Target[] = [
  artifact(
    'artifact',
    () => encodeArtifact('any', fingerprint(world), [Uint16Array.of(1, 2, 3), Float64Array.of(0.5), new Int8Array(5)]),
    (buffer) => {
      const sections = decodeArtifact(buffer, 'any', fingerprint(world));
      demand(
        sections.every((section) => section.buffer === buffer),
        () => 'A section is no view into the artifact.',
      );
    },
  ),
  ...(['exact', 16, 8] as const).map((precision) =>
    artifact(
      `landmarks, ${precision}`,
      () => new Landmarks(world, vertices, { precision }).save(),
      (buffer) => {
        const landmarks = Landmarks.load(world, buffer);
        // On a heap: if a forged table makes everything distant, buckets take up to 16 MB, which is the search's own matter.
        const astar = new AStar(world, { heuristic: landmarks.heuristic(), queue: 'heap' });
        everyPair((start, goal) => astar.search(start, goal));
      },
    ),
  ),
  artifact(
    'goal bounds',
    () => GoalBounds.build(world).save(),
    (buffer) => {
      const bounds = GoalBounds.load(world, buffer);
      const view = bounds.view();
      const astar = new AStar(view);
      const jumping = new JumpPointSearch(world, { locator: new JumpTable(world, { bounds }) });
      everyPair((start, goal) => {
        view.goal = goal;
        astar.search(start, goal);
        jumping.search(start, goal);
      });
    },
  ),
  artifact(
    'corners',
    () => CornerHierarchy.build(world).save(),
    (buffer) => {
      const search = new CornerSearch(CornerHierarchy.load(world, buffer));
      const out = new Uint32Array(world.vertexCount);
      everyPair((start, goal) => {
        search.search(start, goal);
        search.path(out);
      });
    },
  ),
  artifact(
    'clusters',
    () => new ClusterMap(wide, { side: 8 }).save(),
    (buffer) => {
      const search = new ClusterSearch(ClusterMap.load(wide, buffer), { lookahead: 1 });
      const out = new Uint32Array(wide.vertexCount);
      for (let y = 0; y < wide.height; y++) {
        search.search(wide.vertex(0, 0), wide.vertex(17, y));
        search.path(out);
      }
    },
  ),
  artifact(
    'hierarchy',
    () => ContractionHierarchy.build(world).save(),
    (buffer) => {
      const query = new HierarchyQuery(ContractionHierarchy.load(world, buffer));
      const out = new Uint32Array(world.vertexCount);
      everyPair((start, goal) => {
        query.search(start, goal);
        // A forged shortcut leads over existing arcs, but perhaps more often than a path does.
        demand(query.arcs(new Uint32Array(2 ** 16)) <= 2 ** 16, () => 'A path has no end.');
        out.fill(0);
      });
    },
  ),
  artifact(
    'customizable',
    () => CustomizableHierarchy.build(world).save(),
    (buffer) => {
      // Answers are correct for any order.
      const query = new EliminationQuery(CustomizableHierarchy.load(world, buffer).customise());
      const astar = new AStar(world);
      everyPair((start, goal) => {
        const [cost, truth] = [query.search(start, goal), astar.search(start, goal)];
        demand(Math.abs(cost - truth) < 1e-9 || cost === truth, () => `From ${start} to ${goal} it costs ${truth}, and not ${cost}.`);
      });
    },
  ),
  ...([['paths', 'all'], ['paths at jump points', 'jump-points']] as const).map(([name, rows]) => artifact(
    name,
    () => PathDatabase.build(world, { rows }).save(),
    (buffer) => {
      const paths = PathDatabase.load(world, buffer);
      const out = new Uint32Array(world.vertexCount);
      everyPair((start, goal) => paths.path(start, goal, out));
    },
  )),
  artifact(
    'subgoal trees',
    () => SubgoalTrees.build(world).save(),
    (buffer) => {
      const trees = SubgoalTrees.load(world, buffer);
      for (let goal = 0; goal < world.vertexCount; goal++) trees.tree(goal);
    },
  ),
  artifact(
    'cases',
    () => saveCaseBase(world, buildCaseBase(world, { heuristic, cases: 4, random: seededRandom(1) })),
    (buffer) => {
      follow(new GuidedAgent(world, new CaseGuide(world, loadCaseBase(world, buffer), { heuristic }), { heuristic }));
    },
  ),
  artifact(
    'partition',
    () => savePartition(world, buildPartition(world, { heuristic })),
    (buffer) => {
      follow(new GuidedAgent(world, new PartitionGuide(world, loadPartition(world, buffer), { heuristic }), { heuristic }));
    },
  ),
  artifact(
    'regions',
    () => saveRegionTable(world, buildRegionTable(world, 2)),
    (buffer) => {
      follow(new GuidedAgent(world, new CliqueGuide(loadRegionTable(world, buffer)), { heuristic }));
    },
  ),
];
