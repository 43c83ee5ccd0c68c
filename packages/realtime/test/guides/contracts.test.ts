import type { Graph } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder } from '@pf/preprocess';
import type { ContractArena } from '@pf/testkit';
import { realtimeAgentContract } from '@pf/testkit';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide } from '../../src/index.ts';
import { arenaOf } from '../arena.ts';

const graphOf = (arena: ContractArena): Graph => arena.graph;
const uniform = { terrain: false, metrics: ['exact', '5/7', '70/99'] as const };

realtimeAgentContract(
  'optimal subgoal trees',
  arenaOf,
  (arena) => {
    const builder = new SubgoalTreeBuilder(graphOf(arena), arena.heuristic);
    const guide = new SubgoalTreeGuide(graphOf(arena), (goal) => builder.build(goal), { heuristic: arena.heuristic });
    return new GuidedAgent(graphOf(arena), guide, { heuristic: arena.heuristic, preparation: 7 });
  },
  { stepBound: 1, optimal: true, worlds: uniform, episodes: 300 },
);

for (const [name, pursuitOf] of [
  ['LSS-LRTA*', (arena: ContractArena) => new LssLrtaStar(graphOf(arena), { heuristic: arena.heuristic, lookahead: 4 })],
  ['LRTA*(k)', (arena: ContractArena) => new LrtaStar(graphOf(arena), { heuristic: arena.heuristic, k: 3 })],
] as const) {
  realtimeAgentContract(
    `optimal subgoal trees under ${name}`,
    arenaOf,
    (arena) => {
      const builder = new SubgoalTreeBuilder(graphOf(arena), arena.heuristic);
      const guide = new SubgoalTreeGuide(graphOf(arena), (goal) => builder.build(goal), { heuristic: arena.heuristic });
      return new GuidedAgent(graphOf(arena), guide, { heuristic: arena.heuristic, pursuit: pursuitOf(arena) });
    },
    // Greedy steps reach each subgoal on a cheapest path; another pursuer may choose otherwise if two steps are equally good.
    { stepBound: 4, worlds: uniform },
  );
}

for (const start of ['nearest', 'nearest-walk'] as const) {
  for (const change of ['at-any-node', 'at-subgoal'] as const) {
    realtimeAgentContract(
      `published subgoal trees, the first by '${start}', the next '${change}'`,
      arenaOf,
      ({ heuristic, ...arena }) => {
        const graph = graphOf({ heuristic, ...arena });
        const guide = new SubgoalTreeGuide(graph, (goal) => publishedSubgoalTree(graph, heuristic, goal), { heuristic, start, change });
        return new GuidedAgent(graph, guide, { heuristic });
      },
      { stepBound: 1, worlds: uniform, episodes: 80 },
    );
  }
}

realtimeAgentContract(
  'kNN LRTA*',
  arenaOf,
  (arena) => {
    const cases = arena.cells.length < 2 ? undefined : buildCaseBase(graphOf(arena), { heuristic: arena.heuristic, cases: 10, random: seededRandom(5) });
    const guide = new CaseGuide(graphOf(arena), cases ?? { starts: [], goals: [], first: [0], subgoals: [] }, { heuristic: arena.heuristic });
    return new GuidedAgent(graphOf(arena), guide, { heuristic: arena.heuristic, preparation: 20 });
  },
  { stepBound: 1 },
);

for (const levels of [1, 2]) {
  realtimeAgentContract(
    `D LRTA*(${levels})`,
    arenaOf,
    (arena) => new GuidedAgent(graphOf(arena), new CliqueGuide(buildRegionTable(graphOf(arena), levels)), { heuristic: arena.heuristic }),
    { stepBound: 1 },
  );
}

realtimeAgentContract(
  'HCDPS',
  arenaOf,
  (arena) => {
    const guide = new PartitionGuide(graphOf(arena), buildPartition(graphOf(arena), { heuristic: arena.heuristic }), { heuristic: arena.heuristic });
    return new GuidedAgent(graphOf(arena), guide, { heuristic: arena.heuristic });
  },
  { stepBound: 1 },
);
