import { pathCost } from '@pf/graph';
import { parseMap, parseScenario } from '@pf/grid';
import { listProblemSets, mapsFolder, oracleCost, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AStar, BidirectionalAStar, NBAStar } from '../src/index.ts';

/** How many problems of each set; `pnpm --filter @pf/search external` takes all. */
const SAMPLE = runs(10);

/** Its problems were made under another reading of the terrain: the oracle has to do for a truth. */
const OTHER_TERRAIN = 'wc3maps512/battleground';

describe.skipIf(mapsFolder() === undefined)('the benchmark maps', () => {
  test(`A* finds the optimal lengths of up to ${SAMPLE} problems a set, and bidirectional searches those of two`, { timeout: 1_200_000 }, () => {
    const solved = { 'A*': 0, 'both ends': 0 };
    let blocked = 0;
    let sets = 0;
    for (const { name, map, scenario } of listProblemSets()) {
      const grid = parseMap(readMapFile(map));
      const astar = new AStar(grid);
      const others = [new BidirectionalAStar(grid), new NBAStar(grid)];
      const out = new Uint32Array(grid.vertexCount);
      const text = readMapFile(scenario);
      const problems = parseScenario(text);
      const count = Math.min(SAMPLE, problems.length);
      sets++;
      for (let i = 0; i < count; i++) {
        const { startX, startY, goalX, goalY, optimalLength } = problems[Math.floor((i * problems.length) / count)];
        const start = grid.vertex(startX, startY);
        const goal = grid.vertex(goalX, goalY);
        const cost = astar.search(start, goal);
        const length = astar.path(out);
        const context = `${name}, (${startX}, ${startY}) to (${goalX}, ${goalY}): ${cost} against ${optimalLength}`;
        if (grid.isBlocked(startX, startY) || grid.isBlocked(goalX, goalY)) {
          blocked++;
          if (start !== goal && cost !== Infinity) expect.fail(context);
          continue;
        }
        // The older sets give two decimals, the others six digits.
        const expected = name === OTHER_TERRAIN ? (i % 50 === 0 ? oracleCost(grid, start, goal) : cost) : optimalLength;
        const slack = name !== OTHER_TERRAIN && text.startsWith('version 1.0') ? 0.00501 : 1e-5 * cost;
        if (cost !== expected && !(Math.abs(cost - expected) <= slack)) expect.fail(context);
        if (cost < Infinity && (out[0] !== start || out[length - 1] !== goal || !(Math.abs(pathCost(grid, out, length) - cost) <= 1e-9 * cost))) expect.fail(`${context}: its path is another`);
        solved['A*']++;
        if (i % Math.ceil(count / 2) !== 0) continue;
        for (const other of others) {
          const again = other.search(start, goal);
          if (again !== cost && !(Math.abs(again - cost) <= 1e-9 * cost)) expect.fail(`${context}: ${again} from both ends`);
        }
        solved['both ends']++;
      }
    }
    console.log(`A*: ${solved['A*']} problems of ${sets} sets have their optimal lengths, ${solved['both ends']} of them searched from both ends too; ${blocked} start or end on a blocked cell.`);
    expect(sets).toBeGreaterThanOrEqual(20);
    expect(solved['A*']).toBeGreaterThan(9 * sets);
  });
});
