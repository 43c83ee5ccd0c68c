import { listProblemSets, mapsFolder, oracleDistances, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { formatMap, formatScenario, parseMap, parseScenario } from '../src/index.ts';

/** The number of problems of each set that the oracle solves. */
const SAMPLE = runs(8);

/** Its problems read the terrain differently, so its lengths do not apply. */
const OTHER_TERRAIN = 'wc3maps512/battleground';

/** Whether PF_MAPS names another folder, whose maps may be few. */
const isOther = process.env['PF_MAPS'] !== undefined;

describe.skipIf(mapsFolder() === undefined)('the benchmark maps', () => {
  test('are all parsed, and written back unchanged', () => {
    const sets = listProblemSets();
    expect(sets.length).toBeGreaterThanOrEqual(isOther ? 1 : 37);
    for (const { map, scenario } of sets) {
      const grid = parseMap(readMapFile(map));
      // As strings: a deep comparison of this size takes half a minute.
      expect(parseMap(formatMap(grid)).cells.join('')).toBe(grid.cells.join(''));
      const problems = parseScenario(readMapFile(scenario));
      expect(problems.length).toBeGreaterThan(isOther ? 0 : 80);
      expect(problems.every(({ mapWidth, mapHeight }) => mapWidth === grid.width && mapHeight === grid.height)).toBe(true);
      expect(JSON.stringify(parseScenario(formatScenario(problems)))).toBe(JSON.stringify(problems));
    }
  });

  test(`have the lengths that the oracle finds, ${SAMPLE} of each set`, () => {
    let solved = 0;
    let blocked = 0;
    for (const { name, map, scenario } of listProblemSets()) {
      if (name === OTHER_TERRAIN) continue;
      const grid = parseMap(readMapFile(map));
      const problems = parseScenario(readMapFile(scenario));
      // The older sets give two decimals, the others about six digits.
      const tolerance = readMapFile(scenario).startsWith('version 1.0') ? 0.00501 : undefined;
      for (let i = 0; i < SAMPLE; i++) {
        const { startX, startY, goalX, goalY, optimalLength } = problems[Math.floor(((i + 0.5) * problems.length) / SAMPLE)];
        if (grid.isBlocked(startX, startY) || grid.isBlocked(goalX, goalY)) {
          blocked++;
          continue;
        }
        const goal = grid.vertex(goalX, goalY);
        const length = oracleDistances(grid, grid.vertex(startX, startY), { until: goal })[goal];
        expect(length === optimalLength ? 0 : Math.abs(length - optimalLength), `${name}, problem ${i}: ${length} against ${optimalLength}`).toBeLessThanOrEqual(tolerance ?? 1e-5 * length);
        solved++;
      }
    }
    console.log(`The oracle reproduced the optimal lengths of ${solved} problems; ${blocked} start or end on a blocked cell and were passed over.`);
    expect(solved).toBeGreaterThan(isOther ? 0 : 34 * SAMPLE);
  });
});
