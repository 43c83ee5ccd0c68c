import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { bytesHeld, oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Guide, LssLrtaStarOptions, RealTimeAgent } from '../src/index.ts';
import { GuidedAgent, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';
import { arenaOf } from './arena.ts';

type Kind = readonly [name: string, make: (grid: Grid) => RealTimeAgent];
const kinds: readonly Kind[] = [
  ['LRTA*', (grid) => new LrtaStar(grid, { heuristic: grid.heuristic() })],
  ['LRTA*(k)', (grid) => new LrtaStar(grid, { heuristic: grid.heuristic(), k: 5 })],
  ['LSS-LRTA*', (grid) => new LssLrtaStar(grid, { heuristic: grid.heuristic(), lookahead: 4 })],
  ['RTAA*', (grid) => new LssLrtaStar(grid, { heuristic: grid.heuristic(), lookahead: 4, update: 'adaptive' })],
  ['daLSS-LRTA*', (grid) => new LssLrtaStar(grid, { heuristic: grid.heuristic(), lookahead: 4, avoidDepressions: true })],
  ['TBA*', (grid) => new TbaStar(grid, { heuristic: grid.heuristic(), expansions: 3 })],
];
/** A guide that leads straight to the goal. */
const straight: Guide = { begin: () => {}, prepare: () => true, next: (_at, _aim, goal) => goal };
const everyAgent: readonly Kind[] = [
  ...kinds,
  ['guided', (grid) => new GuidedAgent(grid, straight, { heuristic: grid.heuristic() })],
  ...kinds.map(([name, make]): Kind => [
    `guided, with ${name} in pursuit`,
    (grid) => new GuidedAgent(grid, straight, { heuristic: grid.heuristic(), pursuit: make(grid) }),
  ]),
];

describe.each(everyAgent)('%s is told of changes at any time', (_name, make) => {
  test.each(['before the first reset', 'between reset and the first step', 'after the end'])('%s', (when) => {
    const grid = new Grid(9, 9);
    const agent = make(grid);
    const tails = new Uint32Array(grid.vertexCount);
    const wall = (): void => agent.arcsChanged(tails, grid.setRectangle(4, 1, 1, 8, 0, tails));
    const [start, goal] = [grid.vertex(0, 4), grid.vertex(8, 4)];
    const walk = (): void => {
      for (let steps = 0; agent.status === 'moving'; steps++) {
        expect(steps).toBeLessThan(5000);
        agent.step();
      }
    };
    if (when === 'before the first reset') {
      wall();
      expect([agent.status, agent.step()]).toEqual(['reached', agent.position]);
    }
    agent.reset(start, goal);
    if (when === 'between reset and the first step') wall();
    walk();
    if (when === 'after the end') {
      wall();
      expect([agent.status, agent.step()]).toEqual(['reached', goal]);
      agent.reset(start, goal);
      walk();
    }
    expect([agent.status, agent.position]).toEqual(['reached', goal]);
    expect(agent.cost).toBeGreaterThanOrEqual(oracleDistances(grid, start)[goal] - 1e-9);
  });
});

/** The bytes of typed arrays, and 8 for each entry of others. */
function held(agent: object, grid: Grid): number {
  return Object.values(agent).reduce((sum: number, each) => sum + (Array.isArray(each) ? 8 * each.length : 0), bytesHeld(agent, grid));
}

describe('what an agent holds is bounded by its world', () => {
  const grid = new Grid(20, 20);
  const heuristic = grid.heuristic();
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(19, 13)];
  const n = grid.vertexCount;
  const few = 300;

  test('by TBA*, however often it begins anew', () => {
    const agent = new TbaStar(grid, { heuristic });
    for (let i = 0; i < 10_000; i++) agent.reset(start, goal - (i % 2));
    expect(held(agent, grid)).toBeLessThanOrEqual(65 * n + few);
  });

  test.each([1e9, Number.MAX_SAFE_INTEGER])('by LSS-LRTA* that may look ahead %d expansions: it sees all there is', (lookahead) => {
    for (const options of [{}, { update: 'adaptive' }, { avoidDepressions: true }] satisfies LssLrtaStarOptions[]) {
      const agent = new LssLrtaStar(grid, { heuristic, lookahead, ...options });
      expect(held(agent, grid)).toBeLessThanOrEqual(60 * n + few);
      agent.reset(start, goal);
      while (agent.status === 'moving') agent.step();
      expect(agent.cost).toBeCloseTo(oracleDistances(grid, start)[goal], 9);
    }
  });

  test.each([1e12, Number.MAX_SAFE_INTEGER])('by LRTA*(%d): what it learns goes all the way back, and an unreachable goal is known', (k) => {
    const room = Grid.fromRows(['......', '.####.', '....#.', '.####.', '......']);
    const agent = new LrtaStar(room, { heuristic: room.heuristic(), k });
    expect(held(agent, room)).toBeLessThanOrEqual(24 * room.vertexCount + few);
    const end = (): string => {
      agent.reset(room.vertex(3, 2), room.vertex(5, 2));
      while (agent.status === 'moving') agent.step();
      return agent.status;
    };
    expect(end()).toBe('reached');
    room.setRectangle(4, 0, 1, 5, 0);
    expect(end()).toBe('unreachable');
  });

  test.each([0, 1.5, NaN, Infinity])('and %d, which is no number of vertices, is refused in a sentence', (wrong) => {
    const sentence = new RegExp(`must be a whole number of at least 1, got ${wrong}`);
    expect(() => new LrtaStar(grid, { k: wrong })).toThrow(sentence);
    expect(() => new LssLrtaStar(grid, { lookahead: wrong })).toThrow(sentence);
    expect(() => new TbaStar(grid, { expansions: wrong })).toThrow(sentence);
    expect(() => new TbaStar(grid, { traces: wrong })).toThrow(sentence);
  });
});

test('TBA* forgets nothing that it has learned on the way to a goal, however often it begins anew', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 7 }), fc.nat(), fc.array(fc.nat(), { minLength: 1 }), (world, b, starts) => {
      const { graph, heuristic, places } = arenaOf(world);
      if (places.length === 0) return;
      const agent = new TbaStar(graph, { heuristic, expansions: 3 });
      const goal = places[b % places.length];
      const truth = oracleDistances(graph, goal, { backward: true });
      let before = places.map((v) => heuristic(v, goal));
      // Often enough to go round all vertices several times.
      for (let episode = 0; episode < graph.vertexCount; episode++) {
        agent.reset(places[starts[episode % starts.length] % places.length], goal);
        for (let steps = episode % 5; steps > 0; steps--) agent.step();
        const after = places.map((v) => agent.h(v));
        places.forEach((v, i) => {
          expect(after[i]).toBeGreaterThanOrEqual(before[i] - 1e-9);
          expect(after[i]).toBeLessThanOrEqual(truth[v] + 1e-9);
        });
        before = after;
      }
    }),
    { numRuns: runs(60), seed: 9 },
  );
});

test('LSS-LRTA* that sees all there is ends where an estimate that is not consistent has it expand vertices again', () => {
  // From 0 the dear way to 3 looks better: 3 is expanded before its cheaper way through 1 and 2 is known, and again after.
  const graph = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 3, 9], [3, 4, 9], [4, 5, 9]], { directed: false });
  const heuristic = (v: number): number => [0, 20, 20, 0, 0, 0][v];
  for (const lookahead of [6, 100]) {
    const agent = new LssLrtaStar(graph, { heuristic, lookahead });
    agent.reset(0, 5);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      expect(steps).toBeLessThan(100);
      agent.step();
    }
    expect([agent.status, agent.cost]).toEqual(['reached', 21]);
  }
});
