import type { Graph } from '@pf/graph';
import { CompressedGraph, NO_VERTEX } from '@pf/graph';
import { eightNeighbours, FogOfWar, Grid, seededRandom } from '@pf/grid';
import { oracleDistances, realtimeAgentContract, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { IdealTree } from '../../src/agents/ideal-tree.ts';
import type { RealTimeAgent } from '../../src/index.ts';
import { FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar } from '../../src/index.ts';
import { arenaOf } from '../arena.ts';

const seekers: readonly (readonly [name: string, stepBound: number, make: (world: Graph) => RealTimeAgent])[] = [
  ['TBA*', 3, (world) => new TbaStar(world, { expansions: 3, traces: 4 })],
  ['LRTA*', 1, (world) => new LrtaStar(world)],
  ['LRTA*(k)', 6, (world) => new LrtaStar(world, { k: 5 })],
  ['LSS-LRTA*', 5, (world) => new LssLrtaStar(world, { lookahead: 5 })],
  ['wLSS-LRTA*', 2, (world) => new LssLrtaStar(world, { lookahead: 2, weight: 4 })],
  ['RTAA*', 1, (world) => new LssLrtaStar(world, { lookahead: 1, update: 'adaptive' })],
  ['daLSS-LRTA*', 4, (world) => new LssLrtaStar(world, { lookahead: 4, avoidDepressions: true })],
  ['daRTAA*', 5, (world) => new LssLrtaStar(world, { lookahead: 5, update: 'adaptive', avoidDepressions: true })],
];

for (const [name, stepBound, reconnect] of seekers) {
  realtimeAgentContract(`FRIT(${name})`, arenaOf, ({ graph, heuristic }) => new Frit(graph, { heuristic, reconnect }), { stepBound });
}
for (const avoidDepressions of [false, true]) {
  for (const weight of [1.5, 8]) {
    // Its estimates are admissible once divided by the weight.
    realtimeAgentContract(`w${avoidDepressions ? 'da' : ''}LSS-LRTA*, ${weight}`, arenaOf, ({ graph, heuristic }) => {
      const agent = new LssLrtaStar(graph, { heuristic, lookahead: 4, weight, avoidDepressions });
      return Object.assign(Object.create(agent) as LssLrtaStar, {
        begin: agent.begin.bind(agent), step: agent.step.bind(agent), h: (v: number) => agent.h(v) / weight,
      });
    }, { stepBound: 4 });
  }
}

test('a tree knows its members after any cuts, joins and edits', () => {
  const random = seededRandom(50);
  const below = (n: number): number => Math.floor(n * random());
  let inside = 0;
  let outside = 0;
  for (let world = runs(300); world > 0; world--) {
    const grid = new Grid(2 + below(8), 2 + below(8), { movement: world % 2 === 0 ? 'four' : 'eight' });
    const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const tails = new Uint32Array(grid.vertexCount);
    const tree = new IdealTree(grid, world % 3 === 0 ? () => 0 : grid.heuristic());
    const goal = cells[below(cells.length)];
    tree.begin(goal);
    for (let edit = 0; edit < 12; edit++) {
      const v = cells[below(cells.length)];
      if (edit % 3 === 0) tree.arcsChanged(tails, grid.setBlocked(grid.x(v), grid.y(v), true, tails));
      else if (edit % 3 === 1) tree.cut(v);
      else if (!tree.has(v)) {
        tree.connect(v, cells[below(cells.length)]);
        tree.changed();
      }
      for (let i = 0; i < 5; i++) {
        const from = cells[below(cells.length)];
        const member = tree.has(from);
        const seen = new Set<number>();
        let at = from;
        while (at !== goal && at !== NO_VERTEX && !seen.has(at)) {
          seen.add(at);
          at = tree.parent(at);
        }
        expect(member, `world ${world}, edit ${edit}, from ${from}`).toBe(at === goal);
        if (member) inside++;
        else outside++;
      }
    }
  }
  expect(Math.min(inside, outside)).toBeGreaterThan(1000 * Math.min(1, runs(300) / 300));
});

test('expands nothing if no obstacle is met', () => {
  const random = seededRandom(51);
  for (const movement of ['four', 'eight'] as const) {
    const grid = new Grid(30, 20, { movement });
    const agent = new Frit(grid);
    for (let i = 0; i < 50; i++) {
      const [start, goal] = [0, 0].map(() => grid.vertex(Math.floor(30 * random()), Math.floor(20 * random())));
      agent.begin(start, goal);
      while (agent.status === 'moving') agent.step();
      expect(agent.cost).toBeCloseTo(oracleDistances(grid, start)[goal], 9);
      expect(agent.counters.expanded).toBe(0);
    }
  }
});

test('in an unknown bay it walks less than RTAA*, which has to fill the bay', () => {
  const walked = (make: (known: Grid) => RealTimeAgent): number => {
    const truth = new Grid(40, 41);
    truth.setRectangle(5, 5, 25, 1, 0);
    truth.setRectangle(5, 35, 25, 1, 0);
    truth.setRectangle(30, 5, 1, 31, 0);
    const fog = new FogOfWar(truth);
    const agent = make(fog.known);
    const tails = new Uint32Array(truth.vertexCount);
    agent.begin(truth.vertex(15, 18), truth.vertex(39, 22));
    while (agent.status === 'moving') {
      const n = fog.reveal(agent.position, eightNeighbours, tails);
      if (n > 0) agent.arcsChanged(tails, n);
      agent.step();
    }
    expect(agent.status).toBe('reached');
    return agent.cost;
  };
  const rtaa = walked((known) => new LssLrtaStar(known, { lookahead: 1, update: 'adaptive' }));
  const frit = walked((known) => new Frit(known, { reconnect: (world) => new TbaStar(world, { expansions: 1 }) }));
  expect(frit).toBeLessThan(rtaa / 2);
});

test('leaves an entry that closed out of sight, and looks for another', () => {
  const grid = Grid.fromRows(['.....', '.....', '.....'], { movement: 'four' });
  const agent = new Frit(grid, { reconnect: (world) => new LrtaStar(world) });
  agent.begin(grid.vertex(0, 1), grid.vertex(4, 1));
  agent.step();
  grid.setBlocked(2, 1, true);
  while (agent.status === 'moving') agent.step();
  expect([agent.status, agent.cost]).toEqual(['reached', 6]);
});

test('the path that led back to the tree belongs to it: the next trip expands nothing', () => {
  const grid = Grid.fromRows(['.....', '.###.', '.....', '.###.', '.....'], { movement: 'four' });
  const agent = new Frit(grid, { reconnect: (world) => new FLrtaStar(world, { lookahead: 3 }) });
  const trip = (): number[] => {
    agent.begin(grid.vertex(2, 0), grid.vertex(2, 4));
    while (agent.status === 'moving') agent.step();
    return [agent.cost, agent.counters.expanded];
  };
  const [cost, expanded] = trip();
  expect(expanded).toBeGreaterThan(0);
  const [again, more] = trip();
  expect(again).toBeLessThanOrEqual(cost);
  expect(more).toBe(0);
  agent.forget();
  expect(trip()[1]).toBeGreaterThan(0);
});

test('a weight applies within the local search, and not beyond it', () => {
  const line = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1]]);
  const agent = new LssLrtaStar(line, { heuristic: (v) => 4 - v, lookahead: 2, weight: 3 });
  agent.begin(0, 4);
  agent.step();
  expect([0, 1, 2, 3].map((v) => agent.h(v))).toEqual([8, 5, 2, 1]);
});

test('rejects an invalid weight, or an invalid agent factory', () => {
  const graph = new CompressedGraph(1, []);
  for (const weight of [0.5, NaN, Infinity]) expect(() => new LssLrtaStar(graph, { weight })).toThrow(`weight must be 1 or more and finite, got ${weight}`);
  expect(() => new LssLrtaStar(graph, { weight: 2, update: 'adaptive' })).toThrow("weight must be 1 with update 'adaptive', got 2");
  expect(() => new Frit(graph, { reconnect: 7 as never })).toThrow('reconnect must be a function, got 7.');
  expect(() => new Frit(graph, { reconnect: () => new LrtaStar(graph) })).toThrow('reconnect must return an agent on the given world, got one on another graph.');
});
