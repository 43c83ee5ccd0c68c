import { realtimeAgentContract, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLrtaStar, LssLrtaStar } from '../../src/index.ts';
import { arenaOf } from '../arena.ts';

for (const lookahead of [1, 5]) {
  realtimeAgentContract(`f-LRTA*, lookahead ${lookahead}`, arenaOf, ({ graph, heuristic }) => new FLrtaStar(graph, { heuristic, lookahead }), { stepBound: lookahead });
}

test('repeated trips converge to a cheapest path, after less walking than those of LSS-LRTA*', () => {
  const walked = { f: 0, lss: 0 };
  const property = fc.property(worlds({ maxSize: 9 }), fc.nat(), fc.nat(), fc.constantFrom(1, 4, 10), (world, a, b, lookahead) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    if (cells.length === 0) return;
    const [start, goal] = [cells[a % cells.length], cells[b % cells.length]];
    const least = oracleDistances(grid, start)[goal];
    if (least === Infinity) return;
    const agent = new FLrtaStar(grid, { lookahead });
    let trips = 0;
    do {
      agent.begin(start, goal);
      while (agent.status === 'moving') agent.step();
      expect(agent.status).toBe('reached');
      walked.f += agent.cost;
      expect(trips++).toBeLessThan(1000);
    } while (agent.learning);
    expect(agent.cost).toBeCloseTo(least, 9);
    const other = new LssLrtaStar(grid, { lookahead });
    for (let same = 0; same < 2; ) {
      other.begin(start, goal);
      while (other.status === 'moving') other.step();
      walked.lss += other.cost;
      same = other.cost <= least + 1e-9 ? same + 1 : 0;
    }
  });
  fc.assert(property, { numRuns: runs(300), seed: 2011 });
  expect(walked.f).toBeLessThan(walked.lss);
});

test('learns anew from another start, to another goal, and after an edit', () => {
  const grid = randomObstacles(12, 12, 0.3, seededRandom(4));
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const truth = oracleDistances(grid, free[0]);
  const goal = free.findLast((v) => truth[v] < Infinity)!;
  const agent = new FLrtaStar(grid, { lookahead: 4 });
  const trip = (from: number, to: number): number => {
    agent.begin(from, to);
    while (agent.status === 'moving') agent.step();
    return agent.cost;
  };
  const first = trip(free[0], goal);
  while (agent.learning) trip(free[0], goal);
  trip(goal, free[0]);
  expect(trip(free[0], goal)).toBe(first);
  agent.begin(free[0], goal);
  for (let i = 0; i < 5; i++) agent.step();
  // A wall on a cheapest path, where another path remains.
  const [back, tails] = [oracleDistances(grid, goal), new Uint32Array(16)];
  const onPath = free.filter((v) => ![free[0], goal, agent.position].includes(v) && Math.abs(truth[v] + back[v] - truth[goal]) < 1e-9);
  const wall = onPath.find((v) => {
    const [x, y] = [grid.x(v), grid.y(v)];
    const n = grid.setBlocked(x, y, true, tails);
    if (oracleDistances(grid, free[0])[goal] < Infinity) {
      agent.arcsChanged(tails, n);
      return true;
    }
    grid.setBlocked(x, y, false);
    return false;
  });
  expect(wall).toBeDefined();
  while (agent.status === 'moving') agent.step();
  expect(agent.status).toBe('reached');
  while (agent.learning) trip(free[0], goal);
  expect(trip(free[0], goal)).toBeCloseTo(oracleDistances(grid, free[0])[goal], 9);
});

test('on one-way arcs it continues without pruning where no arc leads back', () => {
  const graph = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [0, 3, 2], [3, 4, 2], [4, 5, 2], [2, 0, 1]]);
  const agent = new FLrtaStar(graph, { lookahead: 1 });
  for (let trip = 0; trip < 4; trip++) {
    agent.begin(0, 5);
    for (let steps = 0; agent.status === 'moving' && steps < 1000; steps++) agent.step();
    expect(agent.status).toBe('reached');
  }
  const dead = new FLrtaStar(new CompressedGraph(3, [[0, 1, 1], [1, 0, 1]]));
  dead.begin(0, 2);
  while (dead.status === 'moving') dead.step();
  expect(dead.status).toBe('unreachable');
});

test('trips to an unreachable goal end its learning too', () => {
  const random = seededRandom(9);
  for (let world = runs(40); world > 0; world--) {
    const rows = Array.from({ length: 5 }, () => Array.from({ length: 7 }, () => (random() < 0.2 ? '#' : '.')).join(''));
    const grid = Grid.fromRows(['.......', ...rows, '#######', '.......']);
    for (const lookahead of [1, 4, 32]) {
      const agent = new FLrtaStar(grid, { lookahead });
      let trips = 0;
      do {
        agent.begin(grid.vertex(3, 0), grid.vertex(3, 7));
        while (agent.status === 'moving') agent.step();
        expect([agent.status, ++trips < 100]).toEqual(['unreachable', true]);
      } while (agent.learning);
    }
  }
});

test('rejects invalid options', () => {
  const graph = new CompressedGraph(1, []);
  expect(() => new FLrtaStar(graph, { lookahead: 0 })).toThrow('lookahead must be a whole number of at least 1, got 0');
  expect(() => new FLrtaStar(graph, { weight: 0.5 })).toThrow('weight must be 1 or more and finite, got 0.5');
  expect(() => new FLrtaStar(graph, { update: 'dijkstra' } as never)).toThrow('update');
});
