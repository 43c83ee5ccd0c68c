import { pathCost } from '@pf/graph';
import { parseMap, parseScenario } from '@pf/grid';
import { listProblemSets, mapsFolder, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AStar, JumpPointSearch } from '../src/index.ts';

/** How many problems of each set; with PF_RUNS=1000 all of them. */
const SAMPLE = runs(20);

/** Its problems were made under another reading of the terrain: A* has to do for a truth. */
const OTHER_TERRAIN = 'wc3maps512/battleground';

describe.skipIf(mapsFolder() === undefined)('the benchmark maps', () => {
  test(`jump point search finds the optimal lengths, up to ${SAMPLE} problems a set`, () => {
    let solved = 0;
    let blocked = 0;
    let sets = 0;
    for (const { name, map, scenario } of listProblemSets()) {
      const grid = parseMap(readMapFile(map));
      const search = new JumpPointSearch(grid);
      const astar = new AStar(grid);
      const out = new Uint32Array(grid.vertexCount);
      const text = readMapFile(scenario);
      const problems = parseScenario(text);
      const count = Math.min(SAMPLE, problems.length);
      sets++;
      for (let i = 0; i < count; i++) {
        const { startX, startY, goalX, goalY, optimalLength } = problems[Math.floor((i * problems.length) / count)];
        const start = grid.vertex(startX, startY);
        const goal = grid.vertex(goalX, goalY);
        const cost = search.search(start, goal);
        const context = `${name}, (${startX}, ${startY}) to (${goalX}, ${goalY}): ${cost} against ${optimalLength}`;
        if (grid.isBlocked(startX, startY) || grid.isBlocked(goalX, goalY)) {
          if (start !== goal) expect(cost, context).toBe(Infinity);
          blocked++;
          continue;
        }
        if (name === OTHER_TERRAIN) expect(cost, context).toBe(astar.search(start, goal));
        // The older sets give two decimals, the others six digits.
        else if (!(Math.abs(cost - optimalLength) <= (text.startsWith('version 1.0') ? 0.00501 : 1e-5 * cost))) expect.fail(context);
        const length = search.path(out);
        if (start !== goal && !(Math.abs(pathCost(grid, out, length) - cost) <= 1e-9 * cost)) expect.fail(`${context}: its path costs something else`);
        solved++;
      }
    }
    console.log(`Jump point search: ${solved} problems of ${sets} sets have their optimal lengths; ${blocked} start or end on a blocked cell.`);
    expect(solved).toBeGreaterThan(36 * Math.min(SAMPLE, 80));
  });
});
