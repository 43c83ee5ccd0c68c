import { withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';
import type { RealTimeAgent } from '../src/index.ts';
import type { Graph } from '@pf/graph';

const agents: Record<string, (graph: Graph) => RealTimeAgent> = {
  'LRTA*': (graph) => new LrtaStar(graph),
  'LRTA* of 4': (graph) => new LrtaStar(graph, { k: 4 }),
  'LSS-LRTA*': (graph) => new LssLrtaStar(graph, { lookahead: 4 }),
  'daLSS-LRTA*': (graph) => new LssLrtaStar(graph, { lookahead: 3, avoidDepressions: true }),
  'RTAA*': (graph) => new LssLrtaStar(graph, { lookahead: 4, update: 'adaptive' }),
  'f-LRTA*': (graph) => new FLrtaStar(graph, { lookahead: 5 }),
  'TBA*': (graph) => new TbaStar(graph),
  FRIT: (graph) => new Frit(graph),
  'FRIT by LSS-LRTA*': (graph) => new Frit(graph, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 3 }) }),
};

test.each(Object.entries(agents))('%s reaches its goal, or finds it unreachable, by legal steps, although its graph throws once', (_name, make) => {
  const random = seededRandom(77);
  const below = (n: number): number => Math.floor(random() * n);
  let thrown = 0;
  for (let episode = 0; episode < runs(150); episode++) {
    const grid = Grid.fromRows(Array.from({ length: 4 + below(3) }, () => Array.from({ length: 5 }, () => (random() < 0.35 ? '#' : '.')).join('')), { movement: (['four', 'eight', 'hex'] as const)[episode % 3] });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    if (free.length < 2) continue;
    let fuse = 0;
    const graph = withCosts(grid, (_tail, _head, cost) => {
      if (--fuse === 0) throw new Error('not now');
      return cost;
    });
    const [start, goal] = [free[below(free.length)], free[below(free.length)]];
    const agent = make(graph);
    fuse = 1 + below(80);
    const attempt = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        thrown++;
        expect(String(error)).toBe('Error: not now');
      }
    };
    let begun = false;
    while (!begun) {
      attempt(() => {
        agent.begin(start, goal);
        begun = true;
      });
    }
    let at = agent.position;
    let walked = 0;
    const to = new Uint32Array(8);
    const cost = new Float64Array(8);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      expect(steps).toBeLessThan(5000);
      attempt(() => agent.step());
      if (agent.position === at) continue;
      const arc = to.subarray(0, grid.successors(at, to, cost)).indexOf(agent.position);
      expect(arc, `episode ${episode}`).toBeGreaterThanOrEqual(0);
      walked += cost[arc];
      at = agent.position;
    }
    expect(agent.status, `episode ${episode}`).toBe(oracleDistances(grid, start)[goal] < Infinity ? 'reached' : 'unreachable');
    expect(agent.cost).toBeCloseTo(walked, 9);
  }
  expect(thrown).toBeGreaterThan(runs(150) / 8);
});

test.each(Object.entries(agents))('%s begins again after a step that threw, and keeps nothing that was half learned', (_name, make) => {
  const grid = new Grid(40, 1, { movement: 'four' });
  const goal = grid.vertex(39, 0);
  let fuse = 0;
  const graph = withCosts(grid, (_tail, _head, cost) => {
    if (--fuse === 0) throw new Error('not now');
    return cost;
  });
  for (const first of [0, 4]) {
    let thrown = true;
    let arcs = 0;
    while (thrown) {
      const agent = make(graph);
      agent.begin(grid.vertex(first, 0), goal);
      fuse = ++arcs;
      thrown = false;
      while (!thrown && agent.status === 'moving') {
        try {
          agent.step();
        } catch {
          thrown = true;
        }
      }
      fuse = 0;
      agent.begin(grid.vertex(0, 0), goal);
      for (let steps = 0; agent.status === 'moving'; steps++) {
        expect(steps).toBeLessThan(5000);
        agent.step();
      }
      expect(agent.status, `from ${first}, after ${arcs} arcs`).toBe('reached');
      if (agent instanceof Frit) expect(agent.counters.expanded, `after ${arcs} arcs`).toBe(0);
    }
    expect(arcs).toBeGreaterThan(60);
  }
});
