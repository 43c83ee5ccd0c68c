import { eightNeighbours, FogOfWar, Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleDistances, realtimeAgentContract, rulesOf, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Bug2 } from '../../src/experiments/realtime/bug2.ts';
import { EdaStar } from '../../src/experiments/realtime/eda-star.ts';

const worlds = { maxSize: 9, movements: ['eight'], corners: ['never'], metrics: ['exact'], terrain: false } as const;
const arenaOf = (world: Parameters<Parameters<typeof realtimeAgentContract>[1]>[0]) => {
  const graph = Grid.fromRows(world.rows, rulesOf(world));
  return { graph, heuristic: graph.heuristic(), cells: [...graph.cells.keys()].filter((v) => graph.cells[v] !== 0) };
};
realtimeAgentContract('Bug2', arenaOf, ({ graph }) => new Bug2(graph as Grid), { stepBound: 1, worlds, episodes: 1000 });
realtimeAgentContract('EDA*', arenaOf, ({ graph, heuristic }) => new EdaStar(graph, heuristic), { stepBound: 1, worlds, episodes: 1000 });

test.each([
  ['Bug2', (grid: Grid) => new Bug2(grid)],
  ['EDA*', (grid: Grid) => new EdaStar(grid, grid.heuristic({ least: 1 }))],
])('%s arrives on unknown maps', (_name, make) => {
  const random = seededRandom(35);
  let reached = 0;
  for (let world = runs(300); world > 0; world--) {
    const truth = randomObstacles(4 + Math.floor(12 * random()), 4 + Math.floor(12 * random()), 0.35, random);
    const cells = [...truth.cells.keys()].filter((v) => truth.cells[v] !== 0);
    if (cells.length === 0) continue;
    const [start, goal] = [0, 0].map(() => cells[Math.floor(cells.length * random())]);
    const fog = new FogOfWar(truth);
    const agent = make(fog.known);
    const tails = new Uint32Array(truth.vertexCount);
    agent.begin(start, goal);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      expect(steps).toBeLessThan(100_000);
      fog.reveal(agent.position, eightNeighbours, tails);
      const before = agent.position;
      const after = agent.step();
      if (after !== before) expect(truth.offsets.some((offset, d) => before + offset === after && ((truth.moves[before] >> d) & 1) === 1)).toBe(true);
    }
    expect(agent.status).toBe(oracleDistances(truth, start)[goal] === Infinity ? 'unreachable' : 'reached');
    if (agent.status === 'reached') reached++;
  }
  expect(reached).toBeGreaterThan(runs(300) / 3);
});
