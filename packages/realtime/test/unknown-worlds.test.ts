import { eightNeighbours, FogOfWar, Grid, seededRandom } from '@pf/grid';
import { buildRegionTable, SubgoalTreeBuilder } from '@pf/preprocess';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LearningAgent, RealTimeAgent } from '../src/index.ts';
import { CliqueGuide, Frit, GuidedAgent, LrtaStar, LssLrtaStar, SubgoalTreeGuide, TbaStar } from '../src/index.ts';

const agents: readonly [name: string, make: (known: Grid) => RealTimeAgent][] = [
  ['LRTA*', (known) => new LrtaStar(known, { heuristic: known.heuristic() })],
  ['LRTA*(k)', (known) => new LrtaStar(known, { heuristic: known.heuristic(), k: 5 })],
  ['LSS-LRTA*', (known) => new LssLrtaStar(known, { heuristic: known.heuristic(), lookahead: 4 })],
  ['RTAA*', (known) => new LssLrtaStar(known, { heuristic: known.heuristic(), lookahead: 4, update: 'adaptive' })],
  ['daLSS-LRTA*', (known) => new LssLrtaStar(known, { heuristic: known.heuristic(), lookahead: 4, avoidDepressions: true })],
  ['daRTAA*', (known) => new LssLrtaStar(known, { heuristic: known.heuristic(), lookahead: 4, update: 'adaptive', avoidDepressions: true })],
  ['TBAA*', (known) => new TbaStar(known, { heuristic: known.heuristic(), expansions: 3 })],
  ['FRIT(BFS)', (known) => new Frit(known, { reconnect: (world) => new TbaStar(world, { expansions: 3 }) })],
  ['FRIT(LRTA*)', (known) => new Frit(known, { reconnect: (world) => new LrtaStar(world) })],
  ['FRIT(LRTA*(k))', (known) => new Frit(known, { reconnect: (world) => new LrtaStar(world, { k: 5 }) })],
  ['FRIT(LSS-LRTA*)', (known) => new Frit(known, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 4 }) })],
  ['FRIT(wLSS-LRTA*)', (known) => new Frit(known, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 3, weight: 4 }) })],
  ['FRIT(RTAA*)', (known) => new Frit(known, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 4, update: 'adaptive' }) })],
  ['FRIT(daRTAA*)', (known) => new Frit(known, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 4, update: 'adaptive', avoidDepressions: true }) })],
  ['FRIT over FRIT', (known) => new Frit(known, { reconnect: (world) => new Frit(world) })],
  // Data prepared on the empty map misleads the agent, but it still arrives.
  ['subgoal trees of the empty map', (known) => {
    const heuristic = known.heuristic();
    const before = new Grid(known.width, known.height, { movement: known.movement, corners: known.corners });
    const builder = new SubgoalTreeBuilder(before, before.heuristic());
    return new GuidedAgent(known, new SubgoalTreeGuide(known, (goal) => builder.build(goal), { heuristic, start: 'nearest' }), { heuristic });
  }],
  ['D LRTA* of the empty map', (known) => new GuidedAgent(known, new CliqueGuide(buildRegionTable(known, 1)), { heuristic: known.heuristic() })],
];

describe.each(agents)('%s on an unknown map', (_name, make) => {
  test('reaches what is reachable, reports what is not, and never takes a missing arc', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 7, movements: ['four', 'eight'], metrics: ['exact'], terrain: false }), fc.nat(), fc.nat(), (world, a, b) => {
        const truth = Grid.fromRows(world.rows, rulesOf(world));
        const cells = [...truth.cells.keys()].filter((v) => truth.cells[v] !== 0);
        if (cells.length === 0) return;
        const [start, goal] = [cells[a % cells.length], cells[b % cells.length]];
        const distances = oracleDistances(truth, goal, { backward: true });
        const fog = new FogOfWar(truth, new Grid(truth.width, truth.height, rulesOf(world)));
        const { known } = fog;
        const agent = make(known);
        const tails = new Uint32Array(truth.vertexCount);
        agent.begin(start, goal);
        // As in the contract: each move raises the sum of the estimates; guides and searches add their patience and their standing time.
        const limit = 2000 + 8 * truth.vertexCount + cells.length * truth.vertexCount * Math.SQRT2;
        for (let steps = 0; agent.status === 'moving'; steps++) {
          expect(steps, `steps from ${start} to ${goal}`).toBeLessThanOrEqual(limit);
          const changed = fog.reveal(agent.position, eightNeighbours, tails);
          if (changed > 0) agent.arcsChanged(tails, changed);
          const before = agent.position;
          const after = agent.step();
          if (after !== before) expect(truth.offsets.some((offset, d) => before + offset === after && ((truth.moves[before] >> d) & 1) === 1)).toBe(true);
        }
        expect(agent.status).toBe(distances[start] === Infinity ? 'unreachable' : 'reached');
        if (agent.status === 'reached') expect([agent.position, agent.cost >= distances[start] - 1e-9]).toEqual([goal, true]);
        if ('h' in agent) for (const v of cells) expect((agent as LearningAgent).h(v)).toBeLessThanOrEqual(distances[v] + 1e-9);
      }),
      { numRuns: runs(120), seed: 55 },
    );
  });

  test('takes no missing arc, even after unreported walls', () => {
    const random = seededRandom(56);
    const below = (n: number): number => Math.floor(random() * n);
    let blocked = 0;
    for (let run = runs(60); run > 0; run--) {
      const grid = new Grid(9, 9, { movement: run % 2 === 0 ? 'four' : 'eight' });
      const agent = make(grid);
      const goal = grid.vertex(8, 4 + below(5));
      agent.begin(grid.vertex(0, below(9)), goal);
      for (let steps = 0; agent.status === 'moving' && steps < 100; steps++) {
        const before = agent.position;
        const ahead = grid.moves[before];
        const [x, y] = [grid.x(before) + below(3) - 1, grid.y(before) + below(3) - 1];
        if (grid.isFree(x, y) && ![before, goal].includes(grid.vertex(x, y))) grid.setBlocked(x, y, true);
        if (steps % 2 === 0) grid.setBlocked(below(9), below(9), false);
        if (ahead !== grid.moves[before]) blocked++;
        const after = agent.step();
        if (after !== before) expect(grid.offsets.some((offset, d) => before + offset === after && ((grid.moves[before] >> d) & 1) === 1)).toBe(true);
        expect(agent.cost).toBeLessThan(Infinity);
      }
    }
    expect(blocked).toBeGreaterThan(runs(60));
  });
});
