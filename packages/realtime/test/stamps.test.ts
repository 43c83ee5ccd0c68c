import { LAST_STAMP } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';

test.each([
  ['LRTA*', LrtaStar, (agent: LrtaStar) => (agent['learned']['generation'] = LAST_STAMP - 2)],
  ['LRTA*(k)', LrtaStar, (agent: LrtaStar) => (agent['episode'] = LAST_STAMP - 2), { k: 4 }],
  ['TBA*', TbaStar, (agent: TbaStar) => (agent['following']['number'] = agent['search'] = LAST_STAMP - 2)],
  ['f-LRTA*', FLrtaStar, (agent: FLrtaStar) => (agent['start']['list'] = agent['start']['generation'] = LAST_STAMP - 2)],
  ['FRIT', Frit, (agent: Frit) => (agent['tree']['numbers'] = agent['tree']['episode'] = agent['target']['stepNumber'] = LAST_STAMP - 2)],
] as const)('%s walks as before when its stamps run out', (_name, Agent, hurry, options?: { readonly k: number }) => {
  const random = seededRandom(12);
  const grid = randomObstacles(12, 12, 0.3, random);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const [agent, old] = [new Agent(grid, options), new Agent(grid, options)];
  hurry(old as never);
  for (let episode = 0; episode < 12; episode++) {
    const [start, goal] = [0, 0].map(() => free[Math.floor(free.length * random())]);
    for (const each of [agent, old]) {
      each.begin(start, goal);
      for (let steps = 0; each.status === 'moving' && steps < 5000; steps++) each.step();
    }
    expect([old.status, old.cost, old.counters]).toEqual([agent.status, agent.cost, agent.counters]);
  }
});

test.each([
  ['LSS-LRTA*', (grid: Grid) => new LssLrtaStar(grid, { lookahead: 12 })],
  ['RTAA*', (grid: Grid) => new LssLrtaStar(grid, { lookahead: 12, update: 'adaptive' })],
  ['f-LRTA*', (grid: Grid) => new FLrtaStar(grid, { lookahead: 12 })],
])('%s makes the same local searches when their stamps run out', (_name, make) => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const grid = randomObstacles(12, 12, 0.3, random);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const [agent, old] = [make(grid), make(grid)];
    const goal = free[Math.floor(free.length * random())];
    for (let trip = 0; trip < 6; trip++) {
      // The first trip leaves low stamps.
      if (trip === 1) old['search'] = LAST_STAMP;
      const start = free[Math.floor(free.length * random())];
      for (const each of [agent, old]) {
        each.begin(start, goal);
        for (let steps = 0; each.status === 'moving' && steps < 5000; steps++) each.step();
      }
      expect([old.status, old.cost, old.counters]).toEqual([agent.status, agent.cost, agent.counters]);
    }
  }
});
