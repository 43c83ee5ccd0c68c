import type { ContractArena } from '@pf/testkit';
import { oracleDistances, realtimeAgentContract, runs } from '@pf/testkit';
import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import type { RealTimeAgent } from '../src/index.ts';
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

describe.each([
  ['LRTA*', (graph: Graph, heuristic: Heuristic) => new LrtaStar(graph, { heuristic })],
  ['LRTA*(k)', (graph: Graph, heuristic: Heuristic) => new LrtaStar(graph, { heuristic, k: 4 })],
  ['LSS-LRTA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1 })],
  ['RTAA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, update: 'adaptive' })],
  ['daLSS-LRTA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, avoidDepressions: true })],
  ['daRTAA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, avoidDepressions: true, update: 'adaptive' })],
  ['TBA*', (graph: Graph, heuristic: Heuristic) => new TbaStar(graph, { heuristic, expansions: 1 })],
])('%s', (_name, make) => {
  const walk = (agent: RealTimeAgent, start: number, goal: number, most: number): void => {
    agent.reset(start, goal);
    for (let steps = 0; agent.status === 'moving' && steps < most; steps++) agent.step();
  };

  test.each([
    ['a trap', new CompressedGraph(4, [[0, 1, 1], [1, 3, 1], [0, 2, 1]]), 3],
    ['a circle', new CompressedGraph(5, [[0, 1, 1], [0, 2, 1], [0, 3, 1], [3, 1, 1], [3, 2, 1], [3, 0, 1], [1, 4, 1]]), 4],
  ])('does not go where the estimate says that there is no way: not into %s', (_, graph, goal) => {
    const truth = oracleDistances(graph, goal, { backward: true });
    const agent = make(graph, (v) => truth[v]);
    walk(agent, 0, goal, 10);
    expect([agent.status, agent.cost]).toEqual(['reached', 2]);
  });

  test('believes an estimate that says so of where it stands', () => {
    const circle = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 0, 1]]);
    const agent = make(circle, () => Infinity);
    walk(agent, 0, 3, 10);
    expect(agent.status).toBe('unreachable');
  });

  test('knows that a goal is out of reach though the arcs have one direction, and does not take others for it', () => {
    const small = new CompressedGraph(5, [[0, 3, 1], [1, 0, 2], [1, 2, 1], [2, 0, 2], [2, 3, 1], [3, 1, 1], [0, 1, 1], [3, 2, 2]]);
    const agent = make(small, () => 0);
    walk(agent, 0, 4, 1000);
    expect(agent.status).toBe('unreachable');
    const random = seededRandom(7);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < runs(40); world++) {
      const n = 3 + below(10);
      const graph = new CompressedGraph(n, Array.from({ length: 3 * n }, () => [below(n), below(n), 1 + below(4)] as const));
      const [start, goal] = [below(n), below(n)];
      const there = make(graph, () => 0);
      // From wherever it stands when it says so: one-way arcs may have led it to where there is no way back.
      walk(there, start, goal, 20_000);
      expect(there.status, `world ${world}`).not.toBe('moving');
      expect(oracleDistances(graph, there.position)[goal] < Infinity, `world ${world}`).toBe(there.status === 'reached');
    }
  });
});

test('TBA* does not take a goal for unreachable because it would be too far off from where its search began, from where no way leads any more', () => {
  const grid = new Grid(8, 1, { movement: 'four' });
  const tails = new Uint32Array(grid.vertexCount);
  const agent = new TbaStar(grid, { heuristic: () => 0, expansions: 1, costBound: 8 });
  agent.reset(grid.vertex(0, 0), grid.vertex(7, 0));
  while (grid.x(agent.position) < 3) agent.step();
  agent.arcsChanged(tails, grid.setBlocked(1, 0, true, tails));
  agent.arcsChanged(tails, grid.setRectangle(5, 0, 3, 1, 2, tails));
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 3 + 7]);
});

test('a bound that is the very cost of the only way proves nothing, however that was summed up', () => {
  const corridors = [['#......###', '.######...'], ['#.#######', '.#..##...', '####..###'], ['####........#', '....########.']];
  for (const rows of corridors) {
    const grid = Grid.fromRows(rows, { corners: 'always' });
    const right = grid.width - 1;
    const [start, goal] = [0, right].map((x) => grid.vertex(x, rows.findIndex((row) => row[x] === '.')));
    const costBound = oracleDistances(grid, start)[goal];
    for (const [from, to] of [[start, goal], [goal, start]]) {
      const agents = [
        new LrtaStar(grid, { costBound }),
        new LssLrtaStar(grid, { costBound, lookahead: 4 }),
        new LssLrtaStar(grid, { costBound, lookahead: 4, update: 'adaptive' }),
        new TbaStar(grid, { costBound, expansions: 1 }),
      ];
      for (const agent of agents) {
        agent.reset(from, to);
        for (let step = 0; step < 1000 && agent.status === 'moving'; step++) agent.step();
        expect(agent.status, `${agent.constructor.name} in ${rows.join(' ')}`).toBe('reached');
      }
    }
  }
});

test('an update that there is not is refused in a sentence', () => {
  const graph = new CompressedGraph(1, []);
  expect(() => new LssLrtaStar(graph, { update: 'x' as 'adaptive' })).toThrow("The update must be 'dijkstra' or 'adaptive', got 'x'.");
});
