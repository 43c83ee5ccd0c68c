import type { Grid } from '@pf/grid';
import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';

test.each([
  ['LRTA*', LrtaStar, (agent: LrtaStar) => (agent['learned']['generation'] = 2 ** 32 - 3)],
  ['LRTA*(k)', LrtaStar, (agent: LrtaStar) => (agent['episode'] = 2 ** 32 - 3), { k: 4 }],
  ['TBA*', TbaStar, (agent: TbaStar) => (agent['following']['number'] = 2 ** 32 - 3)],
  ['f-LRTA*', FLrtaStar, (agent: FLrtaStar) => (agent['start']['list'] = agent['start']['generation'] = 2 ** 32 - 3)],
  ['FRIT', Frit, (agent: Frit) => (agent['tree']['numbers'] = agent['tree']['episode'] = agent['target']['stepNumber'] = 2 ** 32 - 3)],
] as const)('%s walks as before when its stamps run out of 32 bits', (_name, Agent, hurry, options?: { readonly k: number }) => {
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
])('%s makes the same local searches when their stamps run out of 32 bits', (_name, make) => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const grid = randomObstacles(12, 12, 0.3, random);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const [agent, old] = [make(grid), make(grid)];
    const goal = free[Math.floor(free.length * random())];
    for (let trip = 0; trip < 6; trip++) {
      // The first trip leaves low stamps.
      if (trip === 1) old['search'] = 2 ** 32 - 1;
      const start = free[Math.floor(free.length * random())];
      for (const each of [agent, old]) {
        each.begin(start, goal);
        for (let steps = 0; each.status === 'moving' && steps < 5000; steps++) each.step();
      }
      expect([old.status, old.cost, old.counters]).toEqual([agent.status, agent.cost, agent.counters]);
    }
  }
});
