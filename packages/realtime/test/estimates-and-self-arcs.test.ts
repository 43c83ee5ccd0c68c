import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { AgentOptions, Guide, RealTimeAgent } from '../src/index.ts';
import { FLrtaStar, Frit, GuidedAgent, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';

/** A guide that leads straight to the goal. */
const straight: Guide = { begin: () => {}, prepare: () => true, next: (_at, _aim, goal) => goal };
const agents: Record<string, (graph: Graph, options?: AgentOptions) => RealTimeAgent> = {
  'LRTA*': (graph, options) => new LrtaStar(graph, options),
  'LRTA*(k)': (graph, options) => new LrtaStar(graph, { ...options, k: 4 }),
  'LSS-LRTA*': (graph, options) => new LssLrtaStar(graph, options),
  'f-LRTA*': (graph, options) => new FLrtaStar(graph, options),
  'TBA*': (graph, options) => new TbaStar(graph, options),
  FRIT: (graph, options) => new Frit(graph, { heuristic: options?.heuristic }),
  guided: (graph, options) => new GuidedAgent(graph, straight, options),
};

test.each(Object.entries(agents))('%s throws for an estimate that is no number, and stays where it is', (_name, make) => {
  const grid = new Grid(5, 5);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 4)];
  for (const [value, written] of [[undefined, 'undefined'], [NaN, 'NaN'], ['3', "'3'"]] as const) {
    const agent = make(grid, { heuristic: (() => value) as unknown as Heuristic });
    expect(() => {
      agent.begin(start, goal);
      agent.step();
    }).toThrow(`The heuristic returned ${written} from vertex`);
    expect([-1, start]).toContain(agent.position);
  }
});

test.each(Object.entries(agents))('%s throws for an estimate that is no number behind its start', (_name, make) => {
  const grid = new Grid(5, 5);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 4)];
  for (const value of [undefined, NaN, '3']) {
    const agent = make(grid, { heuristic: ((v: number) => (v === start ? 4 : value)) as unknown as Heuristic });
    agent.begin(start, goal);
    expect(() => {
      for (let steps = 0; steps < 30; steps++) agent.step();
    }).toThrow('it must return a number, or Infinity if no path leads there');
    expect(agent.position).toBeGreaterThanOrEqual(0);
  }
});

test.each(Object.entries(agents))('%s does not walk arcs from a vertex to itself', (_name, make) => {
  const random = seededRandom(12);
  const below = (n: number): number => Math.floor(random() * n);
  const ends = { reached: 0, unreachable: 0, moving: 0 };
  for (let episode = 0; episode < runs(300); episode++) {
    const n = 2 + below(6);
    const arcs = Array.from({ length: 2 * n }, () => [below(n), below(n), 1 + below(8)] as const).filter(([tail, head]) => tail !== head);
    const loops = Array.from({ length: n }, () => below(n)).map((v) => [v, v, below(2)] as const);
    const graph = new CompressedGraph(n, [...loops, ...arcs]);
    const agent = make(graph);
    agent.begin(0, n - 1);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      expect(steps).toBeLessThan(5000);
      const { position, cost } = agent;
      agent.step();
      if (agent.position === position) expect(agent.cost, `episode ${episode}`).toBe(cost);
    }
    ends[agent.status]++;
    if (agent.status === 'unreachable') expect(oracleDistances(graph, agent.position)[n - 1], `episode ${episode}`).toBe(Infinity);
    else expect(agent.position).toBe(n - 1);
    if (n === 2 && agent.status === 'reached') expect(agent.cost).toBe(oracleDistances(graph, 0)[1]);
  }
  expect(Math.min(ends.reached, ends.unreachable)).toBeGreaterThan(runs(300) / 20);
});

test('FRIT rejects a reconnecting agent that is none', () => {
  const agent = (): Frit => new Frit(new Grid(3, 3), { reconnect: () => undefined as unknown as RealTimeAgent });
  expect(agent).toThrow('reconnect must return an agent on the given world, such as new LssLrtaStar(world), got undefined.');
});
