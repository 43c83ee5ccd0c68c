import { avoiding, CompressedGraph } from '@pf/graph';
import type { Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
import { SubgoalTreeBuilder } from '@pf/preprocess';
import { expect, test } from 'vitest';
import type { Guide, RealTimeAgent, SubgoalTreeGuideOptions } from '../../src/index.ts';
import { GuidedAgent, LrtaStar, LssLrtaStar, SubgoalTreeGuide } from '../../src/index.ts';
import { endOf } from './end-of.ts';

test('if the guide throws for a goal, the agent continues to the goal before', () => {
  const grid = new Grid(6, 1);
  const [start, goal, unknown, mistaken] = [2, 5, 0, 1].map((x) => grid.vertex(x, 0));
  const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
  const guide = new SubgoalTreeGuide(grid, (vertex) => {
    if (vertex === unknown) throw new Error('No tree of that goal was saved.');
    return builder.build(vertex === mistaken ? goal : vertex);
  });
  const agent = new GuidedAgent(grid, guide);
  agent.begin(start, goal);
  agent.step();
  expect(() => agent.begin(start, unknown)).toThrow('No tree of that goal was saved.');
  expect(() => agent.begin(start, mistaken)).toThrow('node 0 of a tree must be its goal');
  expect(agent.position).toBe(grid.vertex(3, 0));
  expect([endOf(agent), agent.position, agent.cost]).toEqual(['reached', goal, 3]);
});

test('if the heuristic throws once while the guide prepares, no subgoal is lost', () => {
  const grid = Grid.fromRows(['.......', '.#####.', '.....#.', '.###.#.', '.....#.']);
  const own = grid.heuristic();
  const [start, goal] = [grid.vertex(4, 3), grid.vertex(6, 4)];
  let throws = true;
  const heuristic: Heuristic = (v, to) => {
    if (to === goal || !throws) return own(v, to);
    throws = false;
    throw new Error('not now');
  };
  const builder = new SubgoalTreeBuilder(grid, own);
  const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, (vertex) => builder.build(vertex), { heuristic }), { heuristic });
  agent.begin(start, goal);
  expect(() => endOf(agent)).toThrow('not now');
  expect([endOf(agent), agent.learnedCount]).toEqual(['reached', 0]);
});

test('terrain that appears during a walk ends the moves by coordinates', () => {
  const costs = [true, false].map((isWrapped) => {
    const grid = new Grid(9, 5);
    const own = grid.heuristic();
    const heuristic: Heuristic = isWrapped ? (v, goal) => own(v, goal) : own;
    const tails = new Uint32Array(grid.vertexCount);
    const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, () => undefined, { heuristic }), { heuristic });
    agent.begin(grid.vertex(0, 2), grid.vertex(8, 2));
    agent.step();
    agent.arcsChanged(tails, grid.setRectangle(3, 1, 1, 3, 9, tails));
    while (agent.status === 'moving') agent.step();
    expect(agent.position).toBe(grid.vertex(8, 2));
    return agent.cost;
  });
  expect(costs[1]).toBe(costs[0]);
});

test('a guide serves one agent at a time, and throws for another', () => {
  const grid = Grid.fromRows(['.....#..', '.###.#..', '...#.#..', '.#.#.#..', '.#...#..']);
  const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
  const guide = new SubgoalTreeGuide(grid, (goal) => builder.build(goal));
  const [first, second] = [new GuidedAgent(grid, guide), new GuidedAgent(grid, guide)];
  const walk = (agent: GuidedAgent): string => {
    while (agent.status === 'moving') agent.step();
    return agent.status;
  };
  first.begin(grid.vertex(0, 4), grid.vertex(4, 0));
  second.begin(grid.vertex(0, 0), grid.vertex(7, 0));
  expect(() => walk(first)).toThrow('give each agent a guide of its own');
  expect(walk(second)).toBe('unreachable');
  // An agent at its goal does not use its guide.
  const third = new GuidedAgent(grid, guide);
  second.begin(grid.vertex(0, 4), grid.vertex(4, 0));
  third.begin(grid.vertex(2, 2), grid.vertex(2, 2));
  expect([walk(second), walk(third)]).toEqual(['reached', 'reached']);
  // One after the other they may share it.
  first.begin(grid.vertex(0, 4), grid.vertex(4, 0));
  expect(walk(first)).toBe('reached');
});

test('the same holds for a pursuing agent: no agent jumps to the position of another', () => {
  const grid = new Grid(20, 1, { movement: 'four' });
  const pursuit = new LssLrtaStar(grid);
  const guide = (): Guide => ({ begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal });
  const [first, second] = [0, 1].map(() => new GuidedAgent(grid, guide(), { pursuit }));
  first.begin(grid.vertex(0, 0), grid.vertex(10, 0));
  second.begin(grid.vertex(19, 0), grid.vertex(12, 0));
  first.step();
  second.step();
  expect(() => first.step()).toThrow('give each agent a pursuit of its own');
  expect([grid.x(first.position), endOf(second), grid.x(second.position)]).toEqual([1, 'reached', 12]);
  // One after the other they may share it.
  first.begin(first.position, grid.vertex(10, 0));
  expect([endOf(first), grid.x(first.position)]).toEqual(['reached', 10]);
});

test('an agent without patience does not use its guide, and one with a pursuer counts its expansions', () => {
  const grid = new Grid(6, 1);
  const lost: Guide = { begin: () => undefined, prepare: () => true, next: () => grid.vertex(0, 0) };
  const own = grid.heuristic();
  // Wrapped, it no longer has octile parameters.
  const wrapped: Heuristic = (v, goal) => own(v, goal);
  for (const [heuristic, pursuit] of [[own, undefined], [wrapped, undefined], [own, new LrtaStar(grid)]] as const) {
    const agent = new GuidedAgent(grid, lost, { patience: 0, pursuit, heuristic });
    agent.begin(grid.vertex(2, 0), grid.vertex(5, 0));
    expect([endOf(agent), agent.cost, agent.counters.expanded, agent.counters.generated]).toEqual(['reached', 3, 3, 6]);
  }
});

test('an agent keeps its estimates when arcs are blocked, and forgets them when one opens or by forget', () => {
  const grid = Grid.fromRows(['.......', '.####..', '....#..', '.####..', '.......'], { movement: 'four' });
  const guide: Guide = { begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal };
  const agent = new GuidedAgent(grid, guide);
  const tails = new Uint32Array(grid.vertexCount);
  const inTheBay = (): void => {
    agent.begin(grid.vertex(1, 2), grid.vertex(6, 2));
    for (let steps = 0; steps < 8; steps++) agent.step();
    expect(agent.learnedCount).toBe(3);
  };
  inTheBay();
  agent.arcsChanged(tails, grid.setBlocked(0, 0, true, tails));
  agent.arcsChanged(tails, grid.setBlocked(5, 2, true, tails));
  expect(agent.learnedCount).toBe(3);
  agent.arcsChanged(tails, grid.setRectangle(4, 2, 2, 1, 1, tails));
  expect(agent.learnedCount).toBe(0);
  grid.setBlocked(4, 2, true);
  inTheBay();
  agent.forget();
  expect([agent.learnedCount, endOf(agent)]).toEqual([0, 'reached']);
  const pursuit = new LrtaStar(grid);
  const pursued = new GuidedAgent(grid, guide, { pursuit });
  pursued.begin(grid.vertex(1, 2), grid.vertex(6, 2));
  for (let steps = 0; steps < 6; steps++) pursued.step();
  expect(pursuit.h(grid.vertex(3, 2))).toBeGreaterThan(3);
  pursued.forget();
  expect(pursuit.h(grid.vertex(3, 2))).toBe(3);
});

test.each<[string, unknown]>([['7', 7], ['a function', LrtaStar], ['an object', {}]])('rejects a pursuit that is no agent: %s', (written, pursuit) => {
  const guide: Guide = { begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal };
  const sentence = `pursuit must be an agent, such as new LssLrtaStar(graph), got ${written}.`;
  expect(() => new GuidedAgent(new Grid(2, 1), guide, { pursuit: pursuit as never })).toThrow(sentence);
});

test('rejects a pursuit on another graph, where no wall may be', () => {
  const walls = Grid.fromRows(['.#.', '.#.', '...'], { movement: 'four' });
  const guide: Guide = { begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal };
  const made = (pursuit: RealTimeAgent): GuidedAgent => new GuidedAgent(walls, guide, { pursuit });
  for (const graph of [walls.clone(), avoiding(walls, () => false)]) expect(() => made(new LrtaStar(graph))).toThrow('pursuit must be an agent on the graph of the GuidedAgent, got one on another graph.');
  expect(() => made(made(new LrtaStar(walls)))).not.toThrow();
});

test('throws where it first reads an estimate that is no number, also if another neighbour has one', () => {
  const graph = new CompressedGraph(4, [[0, 1, 1], [1, 3, 1], [0, 2, 5], [2, 3, 5]]);
  const guide = { begin: (): void => undefined, prepare: (): boolean => true, next: (_at: number, _target: number, goal: number): number => goal };
  const agent = new GuidedAgent(graph, guide, { heuristic: (v) => (v === 1 ? NaN : 0) });
  agent.begin(0, 3);
  expect(() => agent.step()).toThrow('The heuristic returned NaN from vertex 1 to goal 3');
});

test.each([0, NaN])('rejects a preparation of %d', (preparation) => {
  const guide: Guide = { begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal };
  expect(() => new GuidedAgent(new Grid(2, 1), guide, { preparation })).toThrow(`preparation must be at least 1, got ${preparation}`);
});

test.each([-1, NaN])('rejects a patience of %d', (patience) => {
  const guide: Guide = { begin: () => undefined, prepare: () => true, next: (_at, _aim, goal) => goal };
  expect(() => new GuidedAgent(new Grid(2, 1), guide, { patience })).toThrow(`patience must be 0 or more, got ${patience}`);
});

test.each([
  [{ start: 'x' }, "The start must be 'cheapest-walk', 'nearest-walk' or 'nearest', got 'x'."],
  [{ change: 'x' }, "The change must be 'at-subgoal' or 'at-any-node', got 'x'."],
])('rejects an unknown rule for subgoal trees', (options, sentence) => {
  expect(() => new SubgoalTreeGuide(new Grid(2, 1), () => undefined, options as SubgoalTreeGuideOptions)).toThrow(sentence);
});

test('a guide gets its trees from a function', () => {
  const trees = { tree: () => undefined };
  expect(() => new SubgoalTreeGuide(new Grid(3, 3), trees as never)).toThrow('such as (goal) => trees.tree(goal), got object.');
});
