import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseMap, parseScenario, seededRandom } from '@pf/grid';
import { SubgoalTreeBuilder } from '@pf/preprocess';
import { AStar } from '@pf/search';
import { mapsFolder, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { GuidedAgent, SubgoalTreeGuide } from '../../src/index.ts';

/** Substitutes for the eight maps of the paper; those of bgmaps have no problems, so random ones are used. */
const MAPS = ['bgmaps/AR0011SR', 'bgmaps/AR0205SR', 'dao/lak303d', 'dao/den011d', 'dao/arena2', 'dao/hrt201n', 'dao/lak505d', 'dao/ost003d'];

interface Problem {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Those of them that the folder has. */
const there = MAPS.filter((name) => mapsFolder() !== undefined && existsSync(join(mapsFolder()!, `${name}.map`)));

describe.skipIf(there.length === 0)('optimal subgoal trees on the maps of games', () => {
  // All problems of the sets, and 4,000 drawn ones, with PF_RUNS=100.
  test.each(there)('lead along cheapest paths and nothing is learned on %s', (name) => {
    const grid = parseMap(readMapFile(`${name}.map`));
    const heuristic = grid.heuristic();
    const problems = name.startsWith('dao/') ? given(name) : drawn();
    const count = Math.min(problems.length, runs(40));
    const builder = new SubgoalTreeBuilder(grid, heuristic);
    const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, (goal) => builder.build(goal), { heuristic }), { heuristic, patience: Infinity });
    for (let i = 0; i < count; i++) {
      const { from, to, length } = problems[Math.floor((i * problems.length) / count)];
      agent.begin(from, to);
      // Waiting for the first subgoal takes a step or two for each 256 arcs of the search.
      for (let steps = 0; agent.status === 'moving' && steps < grid.vertexCount; steps++) agent.step();
      expect([agent.status, agent.learnedCount], `from ${from} to ${to}`).toEqual(['reached', 0]);
      // The sets give six digits.
      expect(Math.abs(agent.cost - length)).toBeLessThanOrEqual(1e-5 * length);
    }
    console.log(`${name}: ${count} of ${problems.length} problems walked at the least cost.`);

    function given(map: string): Problem[] {
      return parseScenario(readMapFile(`${map}.map.scen`)).map((one) => ({
        from: grid.vertex(one.startX, one.startY), to: grid.vertex(one.goalX, one.goalY), length: one.optimalLength,
      }));
    }

    function drawn(): Problem[] {
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const random = seededRandom(11);
      const astar = new AStar(grid);
      const pick = (): number => cells[Math.floor(random() * cells.length)];
      const solvable: Problem[] = [];
      while (solvable.length < runs(40)) {
        const [from, to] = [pick(), pick()];
        const length = astar.search(from, to);
        if (length < Infinity) solvable.push({ from, to, length });
      }
      return solvable;
    }
  });
});
