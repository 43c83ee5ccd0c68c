import { pathCost } from '@pf/graph';
import type { Grid, Scenario } from '@pf/grid';
import { parseMap, parseScenario } from '@pf/grid';
import { AStar, JumpPointSearch } from '@pf/search';
import { listProblemSets, mapsFolder, readMapFile, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { CornerGraph, CornerHierarchy, CornerSearch, farthestLandmarks, GoalBounds, JumpTable, Landmarks, PathDatabase } from '../src/index.ts';

/** The number of problems of each set; with PF_RUNS=1000 all of them. */
const SAMPLE = runs(10);
/** Free cells of the largest map for tables of all pairs: with PF_RUNS=1000, 40,000. */
const WHOLE = Math.min(40_000, runs(1500));
/** Corners of the largest map for a corner hierarchy: with PF_RUNS=200 all maps. */
const CORNERS = runs(1500);
/** Free cells of the largest map that landmarks are placed on. */
const SURVEYED = runs(135_000);

/** Its problems read the terrain differently, so A* gives the reference costs. */
const OTHER_TERRAIN = 'wc3maps512/battleground';

interface Search {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

/** Each with the data that it needs; those that build for more than a second run only on small maps. */
function* searches(grid: Grid): Iterable<readonly [name: string, search: Search]> {
  yield ['JPS+', new JumpPointSearch(grid, { locator: new JumpTable(grid) })];
  const { free } = grid.terrain;
  if (free <= SURVEYED) yield ['ALT', new AStar(grid, { heuristic: new Landmarks(grid, farthestLandmarks(grid, 4)).heuristic({ base: grid.heuristic() }) })];
  if (new CornerGraph(grid).corners.length <= CORNERS) yield ['corner hierarchy', new CornerSearch(CornerHierarchy.build(grid))];
  if (free > WHOLE) return;
  yield ['JPS+GB', new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) })];
  const database = PathDatabase.build(grid);
  const found = new Uint32Array(grid.vertexCount);
  let length = 0;
  yield ['CPD', {
    search(start, goal) {
      length = database.path(start, goal, found);
      return database.cost;
    },
    path(out) {
      out.set(found.subarray(0, length));
      return length;
    },
  }];
}

describe.skipIf(mapsFolder() === undefined)('the benchmark maps', () => {
  test(`precomputed searches find the optimal lengths of up to ${SAMPLE} problems a set`, { timeout: 20_000_000 }, () => {
    const solved = new Map<string, { problems: number; sets: number; seconds: number }>();
    let blocked = 0;
    for (const { name, map, scenario } of listProblemSets()) {
      const grid = parseMap(readMapFile(map));
      const text = readMapFile(scenario);
      const all = parseScenario(text);
      const problems = Array.from({ length: Math.min(SAMPLE, all.length) }, (_, i) => all[Math.floor((i * all.length) / Math.min(SAMPLE, all.length))]);
      const usable = problems.filter(({ startX, startY, goalX, goalY }) => !grid.isBlocked(startX, startY) && !grid.isBlocked(goalX, goalY));
      blocked += problems.length - usable.length;
      // The older sets give two decimals, the others six digits.
      const slack = (cost: number): number => (name === OTHER_TERRAIN ? 1e-9 * cost : text.startsWith('version 1.0') ? 0.00501 : 1e-5 * cost);
      const truth = name === OTHER_TERRAIN ? lengthsByAStar(grid, usable) : usable.map(({ optimalLength }) => optimalLength);
      const out = new Uint32Array(grid.vertexCount);
      let began = performance.now();
      for (const [kind, search] of searches(grid)) {
        usable.forEach(({ startX, startY, goalX, goalY }, i) => {
          const cost = search.search(grid.vertex(startX, startY), grid.vertex(goalX, goalY));
          const context = `${kind} on ${name}, (${startX}, ${startY}) to (${goalX}, ${goalY}): ${cost} against ${truth[i]}`;
          if (cost !== truth[i] && !(Math.abs(cost - truth[i]) <= slack(cost))) expect.fail(context);
          if (cost > 0 && cost < Infinity && !(Math.abs(pathCost(grid, out, search.path(out)) - cost) <= 1e-9 * cost)) expect.fail(`${context}: its path costs something else`);
        });
        const sum = solved.get(kind) ?? { problems: 0, sets: 0, seconds: 0 };
        const now = performance.now();
        solved.set(kind, { problems: sum.problems + usable.length, sets: sum.sets + 1, seconds: sum.seconds + (now - began) / 1000 });
        began = now;
      }
    }
    const lines = [...solved].map(([kind, { problems, sets, seconds }]) => `${kind}: ${problems} problems of ${sets} sets, ${seconds.toFixed(0)} s with what was built`);
    console.log(`All have their optimal lengths. ${lines.join('; ')}. ${blocked} more start or end on a blocked cell.`);
    // A folder that PF_MAPS names may have few maps.
    if (process.env['PF_MAPS'] !== undefined) return;
    for (const kind of ['JPS+', 'ALT']) expect(solved.get(kind)?.sets).toBeGreaterThanOrEqual(20);
    for (const kind of ['JPS+GB', 'CPD']) expect(solved.get(kind)?.problems).toBeGreaterThanOrEqual(2 * Math.min(SAMPLE, 80));
  });
});

function lengthsByAStar(grid: Grid, problems: readonly Scenario[]): number[] {
  const astar = new AStar(grid);
  return problems.map(({ startX, startY, goalX, goalY }) => astar.search(grid.vertex(startX, startY), grid.vertex(goalX, goalY)));
}
