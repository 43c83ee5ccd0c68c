import type { ContractArena } from '@pf/testkit';
import { oracleDistances, realtimeAgentContract, runs } from '@pf/testkit';
import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph, withTurns } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { describe, expect, test, vi } from 'vitest';
import type { Guide, RealTimeAgent } from '../src/index.ts';
import { FLrtaStar, Frit, GuidedAgent, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';
import { ArcBuffer } from '@pf/graph/kit';
import { arenaOf } from './arena.ts';

/** A guide that leads straight to the goal. */
const straight: Guide = { begin: () => {}, prepare: () => true, next: (_at, _aim, goal) => goal };

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
])('%s does not report a goal as unreachable because of expensive arcs far ahead', (_name, make) => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1000]]);
  const agent = make(graph, (v) => [1001, 1000, 0][v]);
  agent.begin(0, 2);
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 1001]);
});

test('arcs that become more expensive raise the bound above which an estimate proves that no path exists', () => {
  let cost01 = 1;
  const graph: Graph = {
    vertexCount: 2, maxDegree: 1,
    successors: (v, to, cost) => ((to[0] = 1), (cost[0] = cost01), v === 0 ? 1 : 0),
    predecessors: (v, to, cost) => ((to[0] = 0), (cost[0] = cost01), v === 1 ? 1 : 0),
  };
  const agent = new LrtaStar(graph);
  agent.begin(0, 1);
  cost01 = 50;
  agent.arcsChanged([0], 1);
  agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 50]);
});

test('the most expensive arc is looked for once for all agents of a graph, and again after an edit', () => {
  const graph = new CompressedGraph(100, [[0, 1, 1], [1, 2, 1]]);
  const read = vi.spyOn(graph, 'successors');
  const wholeReads = (): number => {
    read.mockClear();
    new LrtaStar(graph);
    new GuidedAgent(graph, { begin: () => {}, prepare: () => true, next: () => -1 });
    return Math.floor(read.mock.calls.length / 100);
  };
  expect([wholeReads(), wholeReads()]).toEqual([1, 0]);
  graph.setCost(1, 2, 500);
  expect([wholeReads(), wholeReads()]).toEqual([1, 0]);
  const agent = new LrtaStar(graph, { heuristic: (v) => [501, 500, 0][v] });
  agent.begin(0, 2);
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 501]);
});

describe.each([
  ['LRTA*', (graph: Graph, heuristic: Heuristic) => new LrtaStar(graph, { heuristic })],
  ['LRTA*(k)', (graph: Graph, heuristic: Heuristic) => new LrtaStar(graph, { heuristic, k: 4 })],
  ['LSS-LRTA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1 })],
  ['LSS-LRTA* that sees further', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 4 })],
  ['RTAA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, update: 'adaptive' })],
  ['daLSS-LRTA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, avoidDepressions: true })],
  ['daRTAA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 1, avoidDepressions: true, update: 'adaptive' })],
  ['TBA*', (graph: Graph, heuristic: Heuristic) => new TbaStar(graph, { heuristic, expansions: 1 })],
  ['guided', (graph: Graph, heuristic: Heuristic) => new GuidedAgent(graph, straight, { heuristic })],
  ['wLSS-LRTA*', (graph: Graph, heuristic: Heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 4, weight: 3 })],
  ['FRIT(BFS)', (graph: Graph, heuristic: Heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new TbaStar(world, { expansions: 1 }) })],
  ['FRIT(RTAA*)', (graph: Graph, heuristic: Heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new LssLrtaStar(world, { lookahead: 1, update: 'adaptive' }) })],
  ['FRIT(LSS-LRTA*)', (graph: Graph, heuristic: Heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new LssLrtaStar(world, { lookahead: 4 }) })],
])('%s', (_name, make) => {
  const walk = (agent: RealTimeAgent, start: number, goal: number, most: number): void => {
    agent.begin(start, goal);
    for (let steps = 0; agent.status === 'moving' && steps < most; steps++) agent.step();
  };

  test.each([
    ['a trap', new CompressedGraph(4, [[0, 1, 1], [1, 3, 1], [0, 2, 1]]), 3],
    ['a circle', new CompressedGraph(5, [[0, 1, 1], [0, 2, 1], [0, 3, 1], [3, 1, 1], [3, 2, 1], [3, 0, 1], [1, 4, 1]]), 4],
  ])('does not move if the estimate is Infinity: not into %s', (_, graph, goal) => {
    const truth = oracleDistances(graph, goal, { backward: true });
    const agent = make(graph, (v) => truth[v]);
    walk(agent, 0, goal, 10);
    expect([agent.status, agent.cost]).toEqual(['reached', 2]);
  });

  test('trusts an estimate of Infinity at its own position', () => {
    const circle = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 0, 1]]);
    const agent = make(circle, () => Infinity);
    walk(agent, 0, 3, 10);
    expect(agent.status).toBe('unreachable');
  });

  test('detects an unreachable goal on one-way arcs, and does not take others for it', () => {
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
      // From its position at that time, because one-way arcs may have led it away from every path.
      walk(there, start, goal, 20_000);
      expect(there.status, `world ${world}`).not.toBe('moving');
      expect(there.cost, `world ${world}`).toBeLessThan(Infinity);
      expect(oracleDistances(graph, there.position)[goal] < Infinity, `world ${world}`).toBe(there.status === 'reached');
    }
  });
});

test('TBA* does not report a goal as unreachable because it is too far from the root of its search, which is cut off by then', () => {
  const grid = new Grid(8, 1, { movement: 'four' });
  const tails = new Uint32Array(grid.vertexCount);
  const agent = new TbaStar(grid, { heuristic: () => 0, expansions: 1, costBound: 8 });
  agent.begin(grid.vertex(0, 0), grid.vertex(7, 0));
  while (grid.x(agent.position) < 3) agent.step();
  agent.arcsChanged(tails, grid.setBlocked(1, 0, true, tails));
  agent.arcsChanged(tails, grid.setRectangle(5, 0, 3, 1, 2, tails));
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 3 + 7]);
});

test('a bound equal to the cost of the only path proves nothing, in any order of summation', () => {
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
        agent.begin(from, to);
        for (let step = 0; step < 1000 && agent.status === 'moving'; step++) agent.step();
        expect(agent.status, `${agent.constructor.name} in ${rows.join(' ')}`).toBe('reached');
      }
    }
  }
});

test.each<[string, (grid: Grid) => RealTimeAgent, number[][]]>([
  ['LRTA*', (grid) => new LrtaStar(grid), [[209, 209, 652], [15, 15, 40]]],
  ['LRTA*(2)', (grid) => new LrtaStar(grid, { k: 2 }), [[119, 292, 917], [15, 33, 88]]],
  ['LRTA*(5)', (grid) => new LrtaStar(grid, { k: 5 }), [[73, 235, 731], [15, 36, 97]]],
  ['LSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 5 }), [[57, 104, 206], [29, 58, 118]]],
  ['RTAA*', (grid) => new LssLrtaStar(grid, { lookahead: 5, update: 'adaptive' }), [[67, 139, 282], [17, 27, 50]]],
  ['daLSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 5, avoidDepressions: true }), [[19, 45, 92], [37, 85, 182]]],
  ['daRTAA*', (grid) => new LssLrtaStar(grid, { lookahead: 5, avoidDepressions: true, update: 'adaptive' }), [[19, 45, 92], [41, 100, 214]]],
])('%s leaves a bay and rounds a wall with the recorded cost, expansions and generations', (_name, make, expected) => {
  const bay = ['............', '..########..', '.........#..', '.........#..', '.........#..', '..########..', '............'];
  const wall = ['..........', '........#.', '........#.', '........#.', '.######.#.', '........#.', '..........'];
  const found = [[bay, 4, 11] as const, [wall, 0, 9] as const].map(([rows, from, to]) => {
    const grid = Grid.fromRows(rows, { movement: 'four' });
    const agent = make(grid);
    agent.begin(grid.vertex(from, 3), grid.vertex(to, 3));
    while (agent.status === 'moving') agent.step();
    return [agent.cost, agent.counters.expanded, agent.counters.generated];
  });
  expect(found).toEqual(expected);
});

test('with depression avoidance the least rise counts first, then the cost of the path', () => {
  const grid = randomObstacles(20, 20, 0.35, seededRandom(7));
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const expanded = (['dijkstra', 'adaptive'] as const).map((update) => {
    const agent = new LssLrtaStar(grid, { lookahead: 5, update, avoidDepressions: true });
    agent.begin(free[0], free[free.length - 1]);
    while (agent.status === 'moving') agent.step();
    expect(agent.status).toBe('reached');
    return agent.counters.expanded;
  });
  expect(expanded).toEqual([108, 82]);
});

test.each(['dijkstra', 'adaptive'] as const)('a local search of LSS-LRTA* raises only what that search expanded, and nothing of an earlier one (%s)', (update) => {
  // From 3 there is only one path, an expensive one, which gives no bound for 1.
  const graph = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [3, 2, 100]]);
  const agent = new LssLrtaStar(graph, { heuristic: () => 0, lookahead: 10, update });
  for (const start of [0, 3]) {
    agent.begin(start, 2);
    while (agent.status === 'moving') agent.step();
  }
  expect([0, 1, 2, 3].map((v) => agent.h(v))).toEqual([2, 1, 0, 100]);
});

test('LSS-LRTA* that expands the end of a dead end learns that no path leads on from there', () => {
  const graph = new CompressedGraph(5, [[0, 1, 1], [0, 2, 1], [2, 3, 1], [3, 4, 1]]);
  const agent = new LssLrtaStar(graph, { heuristic: () => 0, lookahead: 3 });
  agent.begin(0, 4);
  agent.step();
  expect([agent.position, agent.h(1)]).toEqual([2, Infinity]);
});

test.each<[string, (grid: Grid, costBound: number) => RealTimeAgent]>([
  ['LRTA*', (grid, costBound) => new LrtaStar(grid, { costBound })],
  ['LSS-LRTA*', (grid, costBound) => new LssLrtaStar(grid, { costBound })],
  ['TBA*', (grid, costBound) => new TbaStar(grid, { costBound })],
  ['guided', (grid, costBound) => new GuidedAgent(grid, straight, { costBound })],
])('%s uses the given bound as the maximum cost of a path, whatever the arcs cost', (_name, make) => {
  const grid = Grid.fromRows(['..........', '#########.', '..........'], { movement: 'four' });
  const tails = new Uint32Array(grid.vertexCount);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(0, 2)];
  for (const [costBound, status] of [[20, 'reached'], [1, 'unreachable'], [0, 'unreachable'], [Infinity, 'reached']] as const) {
    const agent = make(grid, costBound);
    agent.arcsChanged(tails, grid.setCost(9, 2, 100, tails));
    agent.arcsChanged(tails, grid.setCost(9, 2, 1, tails));
    agent.begin(start, goal);
    while (agent.status === 'moving') agent.step();
    expect([costBound, agent.status]).toEqual([costBound, status]);
  }
  for (const wrong of [-1, NaN]) expect(() => make(grid, wrong)).toThrow(`costBound must be 0 or more, got ${wrong}`);
});

test('LSS-LRTA* that has seen the whole component expands no more', () => {
  const grid = Grid.fromRows(['..#.', '..#.']);
  const agent = new LssLrtaStar(grid, { lookahead: 10 });
  agent.begin(grid.vertex(0, 0), grid.vertex(3, 0));
  agent.step();
  expect([agent.status, agent.counters.expanded]).toEqual(['unreachable', 4]);
});

test('a change at an inconsistent estimate that was not raised keeps estimates learned elsewhere', () => {
  const line = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1]], { directed: false });
  const heuristic = (v: number): number => [0, 3, 0, 0, 0][v];
  const agent = new LrtaStar(line, { heuristic });
  const guided = new GuidedAgent(line, straight, { heuristic });
  for (const one of [agent, guided]) {
    one.begin(0, 4);
    one.step();
    one.arcsChanged([1], 1);
  }
  expect([agent.h(0), guided.learnedCount]).toEqual([4, 1]);
});

test('the cost of an arc is the least of the present parallel arcs, and not an earlier value', () => {
  const graph = new CompressedGraph(3, [[0, 1, 5], [0, 1, 2], [0, 1, 7], [0, 2, 4], [1, 0, 3]]);
  const arcs = new ArcBuffer(graph);
  expect([arcs.costOf(0, 1), arcs.costOf(0, 2), arcs.costOf(1, 0), arcs.costOf(1, 2), arcs.costOf(2, 1)]).toEqual([2, 4, 3, Infinity, Infinity]);
});

test('rejects an unknown update', () => {
  const graph = new CompressedGraph(1, []);
  expect(() => new LssLrtaStar(graph, { update: 'x' as 'adaptive' })).toThrow("The update must be 'dijkstra' or 'adaptive', got 'x'.");
});

test.each<[string, (graph: Graph, heuristic: Heuristic) => RealTimeAgent]>([
  ['LRTA*', (graph, heuristic) => new LrtaStar(graph, { heuristic })],
  ['LSS-LRTA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 3 })],
  ['f-LRTA*', (graph, heuristic) => new FLrtaStar(graph, { heuristic, lookahead: 3 })],
  ['TBA*', (graph, heuristic) => new TbaStar(graph, { heuristic, expansions: 2 })],
  ['FRIT', (graph, heuristic) => new Frit(graph, { heuristic })],
  ['guided', (graph, heuristic) => new GuidedAgent(graph, straight, { heuristic })],
])('%s reaches its goal on a graph of turns if its estimates of the other goals are Infinity', (_name, make) => {
  const random = seededRandom(3);
  const roads: [number, number, number][] = Array.from({ length: 40 }, (_, v) => [v, (v + 1) % 40, 1 + random()]);
  for (let i = 0; i < 30; i++) roads.push([Math.floor(40 * random()), Math.floor(40 * random()), 1 + random()]);
  const turns = withTurns(new CompressedGraph(40, roads, { directed: false }), (from, _via, to) => (from === to ? 2 : 0.5));
  const agent = make(turns, (v, goal) => (v >= turns.goal(0) && v !== goal ? Infinity : 0));
  for (let v = 0; v < 40; v += 7) {
    agent.begin(turns.start(v), turns.goal((v + 20) % 40));
    for (let steps = 0; agent.status === 'moving' && steps < 10_000; steps++) agent.step();
    expect([agent.status, agent.position]).toEqual(['reached', turns.goal((v + 20) % 40)]);
  }
});
