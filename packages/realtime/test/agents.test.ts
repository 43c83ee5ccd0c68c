import type { ContractArena } from '@pf/testkit';
import { realtimeAgentContract } from '@pf/testkit';
import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { expect, test } from 'vitest';
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

test.each([
  ['LRTA*', (graph: Graph, heuristic: (v: number) => number) => new LrtaStar(graph, { heuristic })],
  ['LSS-LRTA*', (graph: Graph, heuristic: (v: number) => number) => new LssLrtaStar(graph, { heuristic, lookahead: 1 })],
])('%s does not take a goal for unreachable because dear arcs lie far ahead', (_name, make) => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1000]]);
  const agent = make(graph, (v) => [1001, 1000, 0][v]);
  agent.reset(0, 2);
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 1001]);
});

test('arcs that become dearer raise the bound above which an estimate proves that there is no way', () => {
  let dear = 1;
  const graph: Graph = {
    vertexCount: 2, maxDegree: 1,
    successors: (v, to, cost) => ((to[0] = 1), (cost[0] = dear), v === 0 ? 1 : 0),
    predecessors: (v, to, cost) => ((to[0] = 0), (cost[0] = dear), v === 1 ? 1 : 0),
  };
  const agent = new LrtaStar(graph);
  agent.reset(0, 1);
  dear = 50;
  agent.arcsChanged([0], 1);
  agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 50]);
});
