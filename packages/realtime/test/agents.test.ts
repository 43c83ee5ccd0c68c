import type { ContractArena } from '@pf/testkit';
import { realtimeAgentContract } from '@pf/testkit';
import type { Graph } from '@pf/graph';
import { LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';
import { arenaOf } from './arena.ts';

const graphOf = (arena: ContractArena): Graph => arena.graph;

for (const k of [1, 6]) {
  realtimeAgentContract(
    k === 1 ? 'LRTA*' : 'LRTA*(k)',
    arenaOf,
    (arena) => new LrtaStar(graphOf(arena), { heuristic: arena.heuristic, k }),
    { stepBound: k === 1 ? 1 : k + 1, consistent: k === 1 },
  );
}
for (const update of ['dijkstra', 'adaptive'] as const) {
  for (const avoidDepressions of [false, true]) {
    realtimeAgentContract(
      `${avoidDepressions ? 'da' : ''}${update === 'dijkstra' ? 'LSS-LRTA*' : 'RTAA*'}`,
      arenaOf,
      (arena) => new LssLrtaStar(graphOf(arena), { heuristic: arena.heuristic, lookahead: 5, update, avoidDepressions }),
      { stepBound: 5, consistent: true },
    );
  }
}
realtimeAgentContract('TBA*', arenaOf, (arena) => new TbaStar(graphOf(arena), { heuristic: arena.heuristic, expansions: 3, traces: 4 }), { stepBound: 3, consistent: false });
