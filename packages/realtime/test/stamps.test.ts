import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { FLrtaStar, Frit, LrtaStar, TbaStar } from '../src/index.ts';

test.each([
  ['LRTA*', LrtaStar, (agent: LrtaStar) => (agent['learned']['generation'] = 2 ** 32 - 3)],
  ['TBA*', TbaStar, (agent: TbaStar) => (agent['following']['number'] = 2 ** 32 - 3)],
  ['f-LRTA*', FLrtaStar, (agent: FLrtaStar) => (agent['start']['list'] = agent['start']['generation'] = 2 ** 32 - 3)],
  ['FRIT', Frit, (agent: Frit) => (agent['tree']['numbers'] = agent['tree']['episode'] = agent['target']['stepNumber'] = 2 ** 32 - 3)],
] as const)('%s walks as before when its stamps run out of 32 bits', (_name, Agent, hurry) => {
  const random = seededRandom(12);
  const grid = randomObstacles(12, 12, 0.3, random);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const [agent, old] = [new Agent(grid), new Agent(grid)];
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
