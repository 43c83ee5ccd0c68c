import { CompressedGraph, RoadMap } from '@pf/graph';
import { Grid, LinkedGrid, TorusGrid } from '@pf/grid';
import { bytesHeld, oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Guide, LearningAgent, LssLrtaStarOptions, RealTimeAgent } from '../src/index.ts';
import { Frit, GuidedAgent, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';
import { arenaOf } from './arena.ts';

type Kind<Agent extends RealTimeAgent = RealTimeAgent> = readonly [name: string, make: (grid: Grid) => Agent];
const kinds: readonly Kind<LearningAgent>[] = [
  ['LRTA*', (grid) => new LrtaStar(grid)],
  ['LRTA*(k)', (grid) => new LrtaStar(grid, { k: 5 })],
  ['LSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 4 })],
  ['RTAA*', (grid) => new LssLrtaStar(grid, { lookahead: 4, update: 'adaptive' })],
  ['daLSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 4, avoidDepressions: true })],
  ['daRTAA*', (grid) => new LssLrtaStar(grid, { lookahead: 4, update: 'adaptive', avoidDepressions: true })],
  ['TBA*', (grid) => new TbaStar(grid, { expansions: 3 })],
];
/** A guide that leads straight to the goal. */
const straight: Guide = { begin: () => {}, prepare: () => true, next: (_at, _aim, goal) => goal };
const everyAgent: readonly Kind[] = [
  ...kinds,
  ['guided', (grid) => new GuidedAgent(grid, straight)],
  ['FRIT(BFS)', (grid) => new Frit(grid, { reconnect: (world) => new TbaStar(world, { expansions: 3 }) })],
  ['FRIT(daLSS-LRTA*)', (grid) => new Frit(grid, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 3, avoidDepressions: true }) })],
  ['wLSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 4, weight: 3 })],
  ...kinds.map(([name, make]): Kind => [`guided, with ${name} in pursuit`, (grid) => new GuidedAgent(grid, straight, { pursuit: make(grid) })]),
];

/** Walks to the end; returns the number of steps. */
function walk(agent: RealTimeAgent): number {
  let steps = 0;
  for (; agent.status === 'moving' && steps < 20_000; steps++) agent.step();
  expect(agent.status).not.toBe('moving');
  return steps;
}

describe.each(everyAgent)('%s accepts changes at any time', (_name, make) => {
  test('a blocked start ends the episode; begin starts another once it is free', () => {
    const grid = new Grid(6, 2, { movement: 'four' });
    const agent = make(grid);
    agent.begin(grid.vertex(0, 0), grid.vertex(5, 0));
    agent.step();
    const at = agent.position;
    const edit = (blocked: boolean) => {
      const tails = new Uint32Array(grid.vertexCount);
      agent.arcsChanged(tails, grid.setBlocked(grid.x(at), grid.y(at), blocked, tails));
    };
    edit(true);
    walk(agent);
    expect([agent.status, agent.position]).toEqual(['unreachable', at]);
    edit(false);
    agent.step();
    expect(agent.status).toBe('unreachable');
    agent.begin(at, grid.vertex(5, 0));
    walk(agent);
    expect(agent.status).toBe('reached');
  });

  test.each(['before the first begin', 'between begin and the first step', 'after the end'])('%s', (when) => {
    const grid = new Grid(9, 9);
    const agent = make(grid);
    const tails = new Uint32Array(grid.vertexCount);
    const wall = (): void => agent.arcsChanged(tails, grid.setRectangle(4, 1, 1, 8, 0, tails));
    const [start, goal] = [grid.vertex(0, 4), grid.vertex(8, 4)];
    if (when === 'before the first begin') {
      wall();
      agent.forget();
      // A forgotten begin must not look like an arrival.
      expect(() => agent.step()).toThrow('The agent has no start and goal yet: call begin(start, goal) first.');
    }
    agent.begin(start, goal);
    if (when === 'between begin and the first step') wall();
    walk(agent);
    if (when === 'after the end') {
      wall();
      expect([agent.status, agent.step()]).toEqual(['reached', goal]);
      agent.begin(start, goal);
      walk(agent);
    }
    expect([agent.status, agent.position]).toEqual(['reached', goal]);
    expect(agent.cost).toBeGreaterThanOrEqual(oracleDistances(grid, start)[goal] - 1e-9);
  });
});

test.each(everyAgent)('%s rejects tails that are no vertices and invalid counts', (_name, make) => {
  const grid = new Grid(3, 3);
  const agent = make(grid);
  agent.begin(grid.vertex(0, 0), grid.vertex(2, 2));
  expect(() => agent.arcsChanged([99999], 1)).toThrow('tail of a changed arc must be a whole number');
  expect(() => agent.arcsChanged([grid.vertex(0, 0)], 5)).toThrow('got undefined');
  for (const n of [NaN, -1, 2.5]) expect(() => agent.arcsChanged([1], n)).toThrow(`The number of changed tails must be a whole number from 0 on, got ${n}`);
  walk(agent);
  expect(agent.status).toBe('reached');
});

test.each(everyAgent)('%s goes through a door that opens at any moment of its walk, or after it', (_name, make) => {
  const rows = ['........#....', '........#....'];
  const closed = Grid.fromRows(rows);
  const [start, goal] = [closed.vertex(6, 0), closed.vertex(12, 0)];
  const untilGivenUp = make(closed);
  untilGivenUp.begin(start, goal);
  const last = walk(untilGivenUp);
  expect(untilGivenUp.status).toBe('unreachable');
  // Estimates are highest late in the walk.
  for (let moment = last; moment >= 0; moment -= 1 + ((last - moment) >> 4)) {
    const grid = Grid.fromRows(rows);
    const agent = make(grid);
    const tails = new Uint32Array(grid.vertexCount);
    agent.begin(start, goal);
    for (let steps = 0; steps < moment; steps++) agent.step();
    agent.arcsChanged(tails, grid.setBlocked(8, 1, false, tails));
    if (agent.status === 'unreachable') {
      // An episode that has ended is over, whatever happens.
      const { position, cost } = agent;
      expect([agent.step(), agent.status, agent.cost]).toEqual([position, 'unreachable', cost]);
      agent.begin(position, goal);
    }
    walk(agent);
    expect([agent.status, agent.position], `opened after ${moment} steps`).toEqual(['reached', goal]);
  }
});

test.each(kinds)('estimates learned by %s are never too high after changes, and are kept if arcs only become blocked', (_name, make) => {
  const edit = fc.record({ cell: fc.nat(), cost: fc.constantFrom(0, 0, 0, 1, 1, 4), steps: fc.nat(12), last: fc.boolean() });
  fc.assert(
    fc.property(worlds({ maxSize: 6 }), fc.nat(), fc.nat(), fc.array(edit, { minLength: 1, maxLength: 12 }), (world, a, b, edits) => {
      const { graph: grid, cells } = arenaOf(world);
      if (cells.length === 0) return;
      const agent = make(grid);
      const tails = new Uint32Array(grid.vertexCount);
      const goal = cells[b % cells.length];
      agent.begin(cells[a % cells.length], goal);
      for (const { cell, cost, steps, last } of edits) {
        if (last) walk(agent);
        else for (let i = 0; i < steps; i++) agent.step();
        if (agent.status === 'unreachable') expect(oracleDistances(grid, agent.position)[goal]).toBe(Infinity);
        const before = cells.map((v) => agent.h(v));
        const [x, y] = [cell % grid.width, Math.floor(cell / grid.width) % grid.height];
        const v = grid.vertex(x, y);
        if (v === agent.position || v === goal) continue;
        const rises = grid.cells[v] !== 0 && (cost === 0 || cost >= grid.cells[v]);
        agent.arcsChanged(tails, grid.setCost(x, y, cost, tails));
        const truth = oracleDistances(grid, goal, { backward: true });
        cells.forEach((place, i) => {
          const h = agent.h(place);
          expect(h, `the estimate at ${place}`).toBeLessThanOrEqual(truth[place] + 1e-9);
          if (rises) expect(h, `what is left of the estimate at ${place}`).toBeGreaterThanOrEqual(before[i]);
        });
        if (agent.status !== 'moving') agent.begin(agent.position, goal);
      }
    }),
    { numRuns: runs(200), seed: 77 },
  );
});

test.each(kinds)('%s keeps its estimates for the next episode with the same goal, but not for another goal or after forget', (_name, make) => {
  const grid = Grid.fromRows(['........', '.####...', '....#...', '.####...', '........'], { movement: 'four' });
  const [start, goal] = [grid.vertex(1, 2), grid.vertex(7, 2)];
  const agent = make(grid);
  const raised = (): number => [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0 && agent.h(v) > grid.heuristic()(v, goal)).length;
  agent.begin(start, goal);
  walk(agent);
  // In this test, a search of TBA* ends only when the next one begins.
  agent.begin(start, goal);
  const learned = raised();
  expect(learned).toBeGreaterThan(3);
  agent.forget();
  expect(raised()).toBe(0);
  walk(agent);
  expect(agent.status).toBe('reached');
  for (let times = 0; times < 3; times++) agent.begin(start, goal);
  expect(raised()).toBe(learned);
  walk(agent);
  expect(agent.counters.generated).toBeGreaterThanOrEqual(agent.counters.expanded);
  agent.begin(start, grid.vertex(0, 0));
  agent.begin(start, goal);
  expect(raised()).toBe(0);
});

test('TBA* uses a door that opens behind its search when its present target closes', () => {
  const grid = Grid.fromRows([...Array.from({ length: 5 }, () => '.....#.........'), '...............']);
  const agent = new TbaStar(grid, { expansions: 2 });
  const tails = new Uint32Array(grid.vertexCount);
  agent.begin(grid.vertex(4, 0), grid.vertex(14, 0));
  for (let steps = 0; steps < 5; steps++) agent.step();
  agent.arcsChanged(tails, grid.setBlocked(5, 0, false, tails));
  agent.arcsChanged(tails, grid.setBlocked(5, 5, true, tails));
  walk(agent);
  expect(agent.status).toBe('reached');
});

test('TBA* uses a door that opens across a joined edge, reported by the tails of the torus', () => {
  const grid = Grid.fromRows(['#.#..', '###.#'], { movement: 'four' });
  const torus = new TorusGrid(grid, { joins: 'columns' });
  const agent = new TbaStar(torus, { expansions: 1 });
  agent.begin(grid.vertex(3, 0), grid.vertex(1, 0));
  agent.step();
  agent.step();
  const { version } = torus;
  const tails = new Uint32Array(grid.vertexCount);
  grid.setBlocked(0, 0, false);
  agent.arcsChanged(tails, torus.changedSince(version, tails));
  walk(agent);
  expect(agent.status).toBe('reached');
});

test.each(kinds)('%s uses an added link after a report of its cells', (_name, make) => {
  const grid = Grid.fromRows(['.......', '#######', '.......']);
  const world = new LinkedGrid(grid);
  const agent = make(world as never);
  agent.begin(grid.vertex(3, 0), grid.vertex(6, 2));
  for (let steps = 0; steps < 2; steps++) agent.step();
  expect(agent.status).toBe('moving');
  const { version } = world;
  const tails = new Uint32Array(grid.vertexCount);
  world.addLink({ from: grid.vertex(0, 0), to: grid.vertex(0, 2), cost: 1000 });
  const n = world.changedSince(version, tails);
  expect(n).toBe(2);
  agent.arcsChanged(tails, n);
  agent.forget();
  walk(agent);
  expect(agent.status).toBe('reached');
});

test('TBA* traces no circle if a door opens and reverses branches of its tree during the trace', () => {
  const grid = Grid.fromRows(['##..', '.#..', '..#.', '....', '#.##'], { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 5, traces: 1 });
  const tails = new Uint32Array(grid.vertexCount);
  agent.begin(grid.vertex(2, 0), grid.vertex(0, 1));
  for (let steps = 0; steps < 7; steps++) agent.step();
  agent.arcsChanged(tails, grid.setBlocked(2, 2, false, tails));
  agent.arcsChanged(tails, grid.setCost(2, 1, 9, tails));
  walk(agent);
  expect(agent.status).toBe('reached');
});

test('TBA* keeps the results of its searches for the next episode, until a path becomes cheaper', () => {
  const grid = Grid.fromRows(['....#....', '....#....', '.........'], { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 1000 });
  const tails = new Uint32Array(grid.vertexCount);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(8, 0)];
  agent.begin(start, goal);
  walk(agent);
  agent.begin(start, goal);
  const ahead = grid.vertex(3, 1);
  expect([start, ahead].map((v) => agent.h(v))).toEqual([12, 8]);
  agent.arcsChanged(tails, grid.setBlocked(0, 2, true, tails));
  expect([start, ahead].map((v) => agent.h(v))).toEqual([12, 8]);
  agent.arcsChanged(tails, grid.setBlocked(4, 0, false, tails));
  expect(agent.h(start)).toBe(8);
  walk(agent);
  expect(agent.cost).toBe(8);
});

test('TBA* does not keep the least cost to its goal after ground behind its search becomes cheaper', () => {
  const grid = Grid.fromRows(['.9..........'], { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 1 });
  const tails = new Uint32Array(grid.vertexCount);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(11, 0)];
  agent.begin(start, goal);
  for (let steps = 0; steps < 5; steps++) agent.step();
  agent.arcsChanged(tails, grid.setCost(1, 0, 1, tails));
  walk(agent);
  agent.begin(start, goal);
  expect(agent.h(start)).toBe(11);
});

test('TBA* remembers that its goal is unreachable in the next episode, until a path opens', () => {
  const grid = Grid.fromRows(['......#..', '......#..'], { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 5 });
  const tails = new Uint32Array(grid.vertexCount);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(8, 0)];
  agent.begin(start, goal);
  walk(agent);
  // Each cell exactly once.
  expect([agent.status, agent.counters.expanded]).toEqual(['unreachable', 12]);
  agent.begin(start, goal);
  expect([walk(agent), agent.status, agent.position]).toEqual([1, 'unreachable', start]);
  agent.arcsChanged(tails, grid.setBlocked(6, 1, false, tails));
  agent.begin(start, goal);
  walk(agent);
  expect(agent.status).toBe('reached');
});

test('TBA* keeps its limit of traced arcs a step', () => {
  const grid = new Grid(10, 1, { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 100, traces: 3 });
  agent.begin(grid.vertex(0, 0), grid.vertex(9, 0));
  // Nine arcs back from the goal, and a check of where they end: the fourth step completes it.
  const xs = Array.from({ length: 6 }, () => grid.x(agent.step()));
  expect(xs).toEqual([0, 0, 0, 1, 2, 3]);
  expect([agent.counters.expanded, agent.counters.generated]).toEqual([9, 9]);
});

test('TBA* stays at the end of its traced path', () => {
  // Straight ahead is a bay.
  const grid = Grid.fromRows(['..........', '........#.', '........#.', '........#.', '..........'], { movement: 'four' });
  const agent = new TbaStar(grid, { expansions: 4, traces: 1 });
  agent.begin(grid.vertex(0, 2), grid.vertex(9, 2));
  const xs = Array.from({ length: 12 }, () => grid.x(agent.step()));
  expect(xs).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 5, 6]);
});

test.each<Kind>([
  ['TBA*', (grid) => new TbaStar(grid, { expansions: 200 })],
  ['LSS-LRTA*', (grid) => new LssLrtaStar(grid, { lookahead: 200 })],
])('%s turns at once when its path is blocked far ahead', (_name, make) => {
  const grid = Grid.fromRows(['.'.repeat(30), `.${'#'.repeat(28)}.`, `.${'#'.repeat(28)}.`, '.'.repeat(30)], { movement: 'four' });
  const agent = make(grid);
  const tails = new Uint32Array(grid.vertexCount);
  agent.begin(grid.vertex(0, 0), grid.vertex(29, 0));
  for (let steps = 0; steps < 3; steps++) agent.step();
  expect(grid.x(agent.position)).toBe(3);
  agent.arcsChanged(tails, grid.setBlocked(20, 0, true, tails));
  walk(agent);
  expect([agent.status, agent.cost]).toEqual(['reached', 3 + 3 + 3 + 29 + 3]);
});

/** The bytes of typed arrays, and 8 for each entry of others. */
function held(agent: object, grid: Grid): number {
  return Object.values(agent).reduce((sum: number, each) => sum + (Array.isArray(each) ? 8 * each.length : 0), bytesHeld(agent, grid));
}

describe('the memory of an agent is bounded by its world', () => {
  const grid = new Grid(20, 20);
  const heuristic = grid.heuristic();
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(19, 13)];
  const n = grid.vertexCount;
  const few = 300;

  test('for TBA*, with many restarts', () => {
    const agent = new TbaStar(grid, { heuristic });
    for (let i = 0; i < 10_000; i++) agent.begin(start, goal - (i % 2));
    expect(held(agent, grid)).toBeLessThanOrEqual(65 * n + few);
  });

  test.each([1e9, Number.MAX_SAFE_INTEGER])('for LSS-LRTA* with a lookahead of %d: it sees the whole world', (lookahead) => {
    for (const options of [{}, { update: 'adaptive' }, { avoidDepressions: true }] satisfies LssLrtaStarOptions[]) {
      const agent = new LssLrtaStar(grid, { heuristic, lookahead, ...options });
      expect(held(agent, grid)).toBeLessThanOrEqual(68 * n + few);
      agent.begin(start, goal);
      while (agent.status === 'moving') agent.step();
      expect(agent.cost).toBeCloseTo(oracleDistances(grid, start)[goal], 9);
    }
  });

  test.each([1e12, Number.MAX_SAFE_INTEGER])('for LRTA*(%d): updates reach the start, and an unreachable goal is detected', (k) => {
    const room = Grid.fromRows(['......', '.####.', '....#.', '.####.', '......']);
    const agent = new LrtaStar(room, { heuristic: room.heuristic(), k });
    expect(held(agent, room)).toBeLessThanOrEqual(24 * room.vertexCount + few);
    const end = (): string => {
      agent.begin(room.vertex(3, 2), room.vertex(5, 2));
      while (agent.status === 'moving') agent.step();
      return agent.status;
    };
    expect(end()).toBe('reached');
    room.setRectangle(4, 0, 1, 5, 0);
    expect(end()).toBe('unreachable');
  });

  test.each([0, 1.5, NaN, Infinity])('rejects %d, which is no number of vertices', (wrong) => {
    const sentence = new RegExp(`must be a whole number of at least 1, got ${wrong}`);
    expect(() => new LrtaStar(grid, { k: wrong })).toThrow(sentence);
    expect(() => new LssLrtaStar(grid, { lookahead: wrong })).toThrow(sentence);
    expect(() => new TbaStar(grid, { expansions: wrong, traces: 9 })).toThrow(sentence);
    expect(() => new TbaStar(grid, { traces: wrong })).toThrow(sentence);
  });
});

test('TBA* keeps all estimates for a goal over many restarts, and they are consistent', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 7 }), fc.nat(), fc.array(fc.nat(), { minLength: 1 }), (world, b, starts) => {
      const { graph, heuristic, cells } = arenaOf(world);
      if (cells.length === 0) return;
      const agent = new TbaStar(graph, { heuristic, expansions: 3 });
      const goal = cells[b % cells.length];
      const truth = oracleDistances(graph, goal, { backward: true });
      const [to, cost] = [new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)];
      let before = cells.map((v) => heuristic(v, goal));
      // Often enough to go around all vertices several times.
      for (let episode = 0; episode < graph.vertexCount; episode++) {
        agent.begin(cells[starts[episode % starts.length] % cells.length], goal);
        for (let steps = (episode + 1) % 5; steps > 0; steps--) agent.step();
        const after = cells.map((v) => agent.h(v));
        cells.forEach((v, i) => {
          expect(after[i]).toBeGreaterThanOrEqual(before[i] - 1e-9);
          expect(after[i]).toBeLessThanOrEqual(truth[v] + 1e-9);
          let least = Infinity;
          for (let j = graph.successors(v, to, cost) - 1; j >= 0; j--) least = Math.min(least, cost[j] + agent.h(to[j]));
          if (v !== goal) expect(after[i]).toBeLessThanOrEqual(least + 1e-9);
        });
        before = after;
      }
    }),
    { numRuns: runs(60), seed: 9 },
  );
});

test('LSS-LRTA* that sees the whole world ends even if an inconsistent heuristic reopens vertices', () => {
  // From 0 the expensive path to 3 looks better: 3 is expanded before its cheaper path through 1 and 2 is known, and again after.
  const graph = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 3, 9], [3, 4, 9], [4, 5, 9]], { directed: false });
  const heuristic = (v: number): number => [0, 20, 20, 0, 0, 0][v];
  for (const lookahead of [6, 100]) {
    const agent = new LssLrtaStar(graph, { heuristic, lookahead });
    agent.begin(0, 5);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      expect(steps).toBeLessThan(100);
      agent.step();
    }
    expect([agent.status, agent.cost]).toEqual(['reached', 21]);
  }
});

test.each(everyAgent)('%s throws if its world has more vertices than it was made for', (name, make) => {
  const grid = Grid.fromRows(['....']);
  const full = grid.vertexCount;
  let vertexCount = full;
  const growing = new Proxy(grid, { get: (target, name) => (name === 'vertexCount' ? vertexCount : Reflect.get(target, name, target) as unknown) });
  const agent = make(growing);
  agent.begin(grid.vertex(0, 0), grid.vertex(3, 0));
  vertexCount++;
  const sentence = `The graph has ${full + 1} vertices, but had ${full} when this agent was made: make a new agent.`;
  expect(() => agent.begin(grid.vertex(0, 0), grid.vertex(3, 0))).toThrow(sentence);
  // A guide without a pursuit has no arrays by vertex.
  if (name !== 'guided') expect(() => walk(agent)).toThrow(sentence);
});

test.each(everyAgent)('%s throws if a vertex of its world has more arcs than any had before', (name, make) => {
  const roads = new RoadMap({ directed: false });
  for (const [from, to] of ['AB', 'BC', 'CD']) roads.addRoad(from, to, 1);
  const agent = make(roads as never);
  agent.begin(0, 3);
  roads.addRoad('A', 'C', 1);
  roads.addRoad('A', 'D', 1);
  const sentence = 'The graph has up to 3 arcs at a vertex, but had up to 2 when this agent was made: make a new agent.';
  if (name !== 'guided') expect(() => agent.step()).toThrow(sentence);
  expect(() => agent.begin(0, 3)).toThrow(sentence);
});
