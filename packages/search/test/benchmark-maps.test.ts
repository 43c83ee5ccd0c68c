import { pathCost } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { parseMap, parseScenario } from '@pf/grid';
import { listProblemSets, mapsFolder, oracleCost, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AStar, BidirectionalAStar, JumpPointSearch, NBAStar } from '../src/index.ts';

/** The number of problems of each set; `pnpm --filter @pf/search external` takes all. */
const SAMPLE = runs(10);

/** Its problems read the terrain differently, so the oracle gives the reference costs. */
const OTHER_TERRAIN = 'wc3maps512/battleground';

interface Solver {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

interface Problem {
  readonly name: string;
  readonly grid: Grid;
  readonly start: number;
  readonly goal: number;
  /** The cost, and the allowed difference: the older sets give two decimals, the others six digits. */
  readonly optimal: number;
  readonly slack: number;
}

/** Solves problems of each set and checks costs, ends and each step; the slower searches get every nth problem. */
function solveAll(fast: (grid: Grid) => Solver[], slow: (grid: Grid) => Solver[]): { solved: number; again: number; blocked: number; sets: number } {
  const tally = { solved: 0, again: 0, blocked: 0, sets: 0 };
  for (const { name, map, scenario } of listProblemSets()) {
    const grid = parseMap(readMapFile(map));
    const [always, sometimes] = [fast(grid), slow(grid)];
    const out = new Uint32Array(grid.vertexCount);
    const text = readMapFile(scenario);
    const problems = parseScenario(text);
    const count = Math.min(SAMPLE, problems.length);
    tally.sets++;
    for (let i = 0; i < count; i++) {
      const { startX, startY, goalX, goalY, optimalLength } = problems[Math.floor((i * problems.length) / count)];
      const [start, goal] = [grid.vertex(startX, startY), grid.vertex(goalX, goalY)];
      if (grid.isBlocked(startX, startY) || grid.isBlocked(goalX, goalY)) {
        tally.blocked++;
        if (start !== goal) for (const solver of always) expect(solver.search(start, goal)).toBe(Infinity);
        continue;
      }
      // The oracle is slow: where it is needed, it checks one in fifty, and the others are compared with the first search.
      const other = name === OTHER_TERRAIN;
      const optimal = !other ? optimalLength : i % 50 === 0 ? oracleCost(grid, start, goal) : always[0].search(start, goal);
      const slack = !other && text.startsWith('version 1.0') ? 0.00501 : 1e-5 * optimal;
      const problem = { name, grid, start, goal, optimal, slack };
      for (const solver of always) check(problem, solver, out);
      tally.solved++;
      if (i % Math.ceil(count / 2) !== 0) continue;
      for (const solver of sometimes) check(problem, solver, out);
      tally.again++;
    }
  }
  return tally;
}

function check({ name, grid, start, goal, optimal, slack }: Problem, solver: Solver, out: Uint32Array): void {
  const cost = solver.search(start, goal);
  const context = `${solver.constructor.name} on ${name}, ${start} to ${goal}: ${cost} against ${optimal}`;
  if (cost !== optimal && !(Math.abs(cost - optimal) <= slack)) expect.fail(context);
  const length = solver.path(out);
  if (cost === Infinity) return;
  if (out[0] !== start || out[length - 1] !== goal || !(Math.abs(pathCost(grid, out, length) - cost) <= 1e-9 * cost)) expect.fail(`${context}: its path is another`);
}

describe.skipIf(mapsFolder() === undefined)('the benchmark maps', () => {
  test(`A* and jump point search find the optimal lengths of up to ${SAMPLE} problems a set, bidirectional searches those of two`, { timeout: 3_600_000 }, () => {
    const { solved, again, blocked, sets } = solveAll(
      (grid) => [new AStar(grid), new JumpPointSearch(grid)],
      (grid) => [new BidirectionalAStar(grid), new NBAStar(grid)],
    );
    console.log(`A* and jump point search: ${solved} problems of ${sets} sets have their optimal lengths, ${again} of them searched from both ends too; ${blocked} start or end on a blocked cell.`);
    expect(sets).toBeGreaterThanOrEqual(process.env['PF_MAPS'] === undefined ? 20 : 1);
    expect(solved).toBeGreaterThan(process.env['PF_MAPS'] === undefined ? 9 * sets : 0);
  });
});
