import { avoiding, CompressedGraph, fingerprint } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import type { SubgoalTree } from '@pf/preprocess';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder, SubgoalTrees } from '@pf/preprocess';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import type { Guide } from '../../src/index.ts';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '../../src/index.ts';
import { endOf } from './end-of.ts';

function keptTrees(built: Grid, build: (goal: number) => SubgoalTree): (graph: Grid) => Guide {
  const trees = new Map([...built.cells.keys()].filter((v) => built.cells[v] !== 0).map((goal) => [goal, build(goal)]));
  return (graph) => new SubgoalTreeGuide(graph, (goal) => trees.get(goal));
}

/** Builds data for a grid; returns guides that lead over another, or over this one after an edit. */
const guidesFor: Record<string, (built: Grid) => (graph: Grid) => Guide> = {
  'D LRTA*(1)': (built) => {
    const table = buildRegionTable(built, 1);
    return () => new CliqueGuide(table);
  },
  'D LRTA*(2)': (built) => {
    const table = structuredClone(buildRegionTable(built, 2));
    return () => new CliqueGuide(table);
  },
  HCDPS: (built) => {
    const partition = structuredClone(buildPartition(built));
    return (graph) => new PartitionGuide(graph, partition);
  },
  'kept subgoal trees': (built) => {
    const builder = new SubgoalTreeBuilder(built);
    return keptTrees(built, (goal) => builder.build(goal));
  },
  'kept published trees': (built) => keptTrees(built, (goal) => publishedSubgoalTree(built, built.heuristic(), goal)),
  'kept trees of all goals': (built) => {
    const all = SubgoalTrees.build(built);
    return keptTrees(built, (goal) => all.tree(goal));
  },
  'kNN LRTA*': (built) => {
    const cases = buildCaseBase(built, { cases: 5, random: seededRandom(3) });
    return (graph) => new CaseGuide(graph, cases);
  },
};

test.each(Object.entries(guidesFor))('%s: an agent that is made after a door opened goes through it', (_name, build) => {
  const grid = Grid.fromRows(Array<string>(9).fill('...#...'));
  const guideOn = build(grid);
  grid.setBlocked(3, 0, false);
  const agent = new GuidedAgent(grid, guideOn(grid));
  agent.begin(grid.vertex(0, 8), grid.vertex(6, 8));
  expect(endOf(agent)).toBe('reached');
});

test.each(Object.entries(guidesFor))('%s: with data of another map of the same size, exactly the unreachable goals are reported', (_name, build) => {
  const random = seededRandom(8);
  const below = (n: number): number => Math.floor(random() * n);
  let unreachable = 0;
  for (let episode = 0; episode < runs(300); episode++) {
    const [width, height] = [3 + below(6), 2 + below(5)];
    const [built, grid] = [0, 1].map(() => Grid.fromRows(Array.from({ length: height }, () => Array.from({ length: width }, () => (random() < 0.3 ? '#' : '.')).join('')))) as [Grid, Grid];
    if (built.terrain.free < 2) continue;
    const agent = new GuidedAgent(grid, build(built)(grid));
    const [start, goal] = [grid.vertex(below(width), below(height)), grid.vertex(below(width), below(height))];
    agent.begin(start, goal);
    const isReachable = start === goal || oracleDistances(grid, start)[goal] < Infinity;
    expect(endOf(agent), `episode ${episode}`).toBe(isReachable ? 'reached' : 'unreachable');
    if (!isReachable) unreachable++;
  }
  expect(unreachable).toBeGreaterThan(runs(300) / 20);
});

test('after a reported edit, data of the map as it is at `begin` prove that there is no path, until the next edit', () => {
  const grid = new Grid(40, 40);
  const builder = new SubgoalTreeBuilder(grid);
  grid.setRectangle(30, 30, 5, 5, 0);
  grid.setBlocked(32, 32, false);
  const agents = [
    new GuidedAgent(grid, new SubgoalTreeGuide(grid, (goal) => builder.build(goal))),
    new GuidedAgent(grid, new CliqueGuide(buildRegionTable(grid, 1))),
  ];
  const tails = new Uint32Array(grid.vertexCount);
  const openAndClose = (): void => {
    for (const cost of [1, 0]) {
      const n = grid.setRectangle(33, 32, 2, 1, cost, tails);
      for (const agent of agents) agent.arcsChanged(tails, n);
    }
  };
  const begin = (agent: GuidedAgent): void => agent.begin(grid.vertex(0, 0), grid.vertex(32, 32));
  const after = (steps: number, agent: GuidedAgent): string => {
    for (let i = 0; i < steps; i++) agent.step();
    return agent.status;
  };
  openAndClose();
  for (const agent of agents) {
    begin(agent);
    expect(after(10, agent)).toBe('unreachable');
  }
  // During an episode, the guide may have searched the map in between.
  agents.forEach(begin);
  openAndClose();
  for (const agent of agents) expect(after(1000, agent)).toBe('moving');
});

test('`SubgoalTrees` are advice after an edit, and proof again where the map is as it was', () => {
  const grid = Grid.fromRows(Array<string>(9).fill('...#...'));
  const trees = SubgoalTrees.build(grid);
  const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, (goal) => trees.tree(goal)));
  const tails = new Uint32Array(grid.vertexCount);
  const ends = [true, false, true].map((isBlocked) => {
    agent.arcsChanged(tails, grid.setBlocked(3, 0, isBlocked, tails));
    agent.begin(grid.vertex(0, 8), grid.vertex(6, 8));
    return endOf(agent);
  });
  expect(ends).toEqual(['unreachable', 'reached', 'unreachable']);
});

test('data without a fingerprint prove nothing after a reported edit, also in later episodes', () => {
  const graph = new CompressedGraph(4, [[0, 1, 1], [1, 2, Infinity], [2, 3, 1], [1, 0, 1]]);
  const agent = new GuidedAgent(graph, new CliqueGuide({ regionCount: 2, region: [0, 0, 1, 1], subgoal: [-1, -1, -1, -1] }), { costBound: 9 });
  for (const [cost, end] of [[Infinity, 'unreachable'], [1, 'reached']] as const) {
    agent.arcsChanged([1], graph.setCost(1, 2, cost));
    agent.begin(0, 3);
    expect(endOf(agent)).toBe(end);
  }
});

test('the fingerprint is computed only if a guide reports that there is no path, and once for each version of the graph', () => {
  const graph = new CompressedGraph(50, [[0, 1, 1], [2, 3, 1]]);
  const table = { regionCount: 2, region: [0, 0, 1, 1, ...Array<number>(46).fill(-1)], subgoal: [-1, -1, -1, -1], world: fingerprint(graph) };
  const read = vi.spyOn(graph, 'successors');
  fingerprint(graph);
  const whole = read.mock.calls.length;
  expect(whole).toBeGreaterThanOrEqual(50);
  /** The number of vertices read in an episode of a new agent, and its status. */
  const episode = (goal: number): [string, number] => {
    const agent = new GuidedAgent(graph, new CliqueGuide(table), { costBound: 9 });
    read.mockClear();
    agent.begin(0, goal);
    return [endOf(agent), read.mock.calls.length];
  };
  expect(episode(1)).toEqual(['reached', 1]);
  expect(episode(3)).toEqual(['unreachable', whole]);
  expect(episode(3)).toEqual(['unreachable', 0]);
  graph.setCost(0, 1, 2);
  const [status, first] = episode(3);
  expect(status).toBe('unreachable');
  expect(first).toBeGreaterThan(whole);
  expect(episode(3)).toEqual(['unreachable', first - whole]);
  graph.setCost(0, 1, 1);
  expect(episode(3)).toEqual(['unreachable', whole]);
});

test('data of a view hold only as long as the view is as it was: a door of it may open without a new version', () => {
  const grid = Grid.fromRows(Array<string>(5).fill('.......'));
  let isOpen = false;
  const view = avoiding(grid, (v) => grid.x(v) === 3 && !(isOpen && grid.y(v) === 0));
  const tables = [buildRegionTable(view, 1), buildRegionTable(view, 2)];
  const ends = (): string[] =>
    tables.map((table) => {
      const agent = new GuidedAgent(view, new CliqueGuide(table));
      agent.begin(grid.vertex(0, 4), grid.vertex(6, 4));
      return endOf(agent);
    });
  expect(ends()).toEqual(['unreachable', 'unreachable']);
  isOpen = true;
  expect(ends()).toEqual(['reached', 'reached']);
});

test('data hold only as long as a graph without a version is as it was', () => {
  const rooms = new CompressedGraph(4, [[0, 1, 1], [2, 3, 1], [1, 2, Infinity]]);
  const { vertexCount, maxDegree } = rooms;
  const graph: Graph = { vertexCount, maxDegree, successors: (v, to, cost) => rooms.successors(v, to, cost), predecessors: (v, to, cost) => rooms.predecessors(v, to, cost) };
  const table = { regionCount: 2, region: [0, 0, 1, 1], subgoal: [-1, -1, -1, -1], world: fingerprint(graph) };
  const end = (): string => {
    const agent = new GuidedAgent(graph, new CliqueGuide(table));
    agent.begin(0, 3);
    return endOf(agent);
  };
  expect(end()).toBe('unreachable');
  rooms.setCost(1, 2, 1);
  expect(end()).toBe('reached');
});

const advisers = Object.entries(guidesFor).filter(([name]) => name !== 'kNN LRTA*');
test.each(advisers)('%s: data of a map with as many vertices and another shape are only advice, also to a pursuit', (_name, build) => {
  const random = seededRandom(6);
  const below = (n: number): number => Math.floor(random() * n);
  for (let world = 0; world < runs(20); world++) {
    const [built, grid] = [new Grid(9, 5), new Grid(5, 9)];
    expect(built.vertexCount).toBe(grid.vertexCount);
    for (let i = 0; i < 14; i++) built.setBlocked(below(9), below(5), true);
    // A wall, so that agents do not climb straight to their goals.
    grid.setRectangle(0, 4, 4, 1, 0);
    const guideOn = build(built);
    for (const pursuit of [undefined, new LrtaStar(grid), new TbaStar(grid)]) {
      const agent = new GuidedAgent(grid, guideOn(grid), { pursuit });
      for (let episode = 0; episode < 20; episode++) {
        const goal = grid.vertex(below(5), below(4));
        agent.begin(grid.vertex(below(5), 5 + below(4)), goal);
        expect([endOf(agent), agent.position]).toEqual(['reached', goal]);
      }
    }
  }
});

test('rejects data for another number of vertices', () => {
  const [small, large] = [new Grid(5, 4), new Grid(6, 4)];
  const what = `The data of the guide are for ${large.vertexCount} vertices, and the graph has ${small.vertexCount}: build them anew for this graph.`;
  const agentOn = (graph: Graph, guide: Guide) => () => new GuidedAgent(graph, guide);
  expect(agentOn(small, new CliqueGuide(buildRegionTable(large, 1)))).toThrow(what);
  expect(agentOn(small, new PartitionGuide(small, buildPartition(large)))).toThrow(what);
  const [start, goal] = [large.vertex(5, 3), large.vertex(0, 0)];
  const cases = { starts: [start], goals: [goal], first: [0, 0], subgoals: [] };
  expect(() => new CaseGuide(large, cases)).not.toThrow();
  // In the border around one grid, and behind the last vertex of the other.
  for (const grid of [small, new Grid(2, 2)]) {
    expect(() => new CaseGuide(grid, cases)).toThrow(`The case base has the vertex ${start}, which the graph of ${grid.vertexCount} vertices does not have: build the cases anew for this graph.`);
  }
});
