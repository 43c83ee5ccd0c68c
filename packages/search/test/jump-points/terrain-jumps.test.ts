import { brokenAt, pathCost } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import type { GridOptions } from '@pf/grid';
import { optimalSearchContract, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import type { World } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JumpPointSearch, TerrainJumps } from '../../src/index.ts';
import { JumpRules } from '../../src/kit.ts';
import { TerrainCourses, UNKNOWN } from '../../src/jump-points/terrain-courses.ts';
import { TerrainPruning } from '../../src/jump-points/terrain-pruning.ts';

const rules: readonly GridOptions[] = [{ corners: 'never' }, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }];
const kinds = {
  movements: ['four', 'eight'],
  metrics: ['exact', '5/7', '70/99', { straight: 1, diagonal: 1 }, { straight: 2, diagonal: 3 }, { straight: 1, diagonal: 2 }],
  sides: true,
} as const;

const searchOn = (grid: Grid): JumpPointSearch => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) });

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

optimalSearchContract('JumpPointSearch on terrain', (grid) => searchOn(grid as Grid), { grid: gridOf, worlds: kinds, runs: 800 });

test('cells that a scan has passed are closed and have a label', () => {
  const grid = Grid.fromRows(['.......', '.......', '...5...']);
  const search = searchOn(grid);
  search.begin(grid.vertex(0, 0), grid.vertex(6, 1));
  expect([search.run(1), search.counters.expanded]).toEqual([false, 1]);
  expect([search.isClosed(grid.vertex(1, 0)), search.g(grid.vertex(1, 0)), search.isClosed(grid.vertex(6, 2)), search.g(grid.vertex(6, 2))]).toEqual([true, 1, false, Infinity]);
});

test('every cost between two cells of small worlds is that of the oracle, with terrain and one-way cells', () => {
  let checked = 0;
  const property = fc.property(worlds({ ...kinds, maxSize: 9 }), fc.nat(), (world, pick) => {
    const grid = gridOf(world);
    const search = searchOn(grid);
    const out = new Uint32Array(grid.vertexCount);
    const start = grid.vertex(pick % grid.width, (pick >> 8) % grid.height);
    const truth = oracleDistances(grid, start);
    for (let goal = 0; goal < grid.vertexCount; goal++) {
      if (grid.cells[goal] === 0 || grid.cells[start] === 0) continue;
      const cost = search.search(start, goal);
      const n = search.path(out);
      const walked = n === 0 ? Infinity : n === 1 ? 0 : pathCost(grid, out, n);
      checked++;
      if (![cost, walked].every((one) => one === truth[goal] || Math.abs(one - truth[goal]) < 1e-8)) expect([cost, walked], `${start} to ${goal}`).toEqual([truth[goal], truth[goal]]);
    }
  });
  fc.assert(property, { numRuns: runs(1500), seed: 2023 });
  expect(checked).toBeGreaterThan(runs(1500));
});

describe('edited patches of ground on maps wider than a word', () => {
  for (const options of rules) {
    test(`costs and paths are right, and the map equals one built anew, ${options.corners ?? options.movement}`, () => {
      const random = seededRandom(2023);
      const below = (n: number): number => Math.floor(random() * n);
      for (let world = 0; world < runs(12); world++) {
        const grid = patches(20 + below(70), 20 + below(50), random, options);
        const followed = new TerrainCourses(grid);
        const search = searchOn(grid);
        const out = new Uint32Array(grid.vertexCount);
        for (let round = 0; round < 4; round++) {
          followed.update();
          const anew = new TerrainCourses(grid);
          for (let v = 0; v < grid.vertexCount; v++) {
            for (let d = 0; d < grid.maxDegree; d++) {
              const u = v + grid.offsets[d];
              const course = options.movement === 'four' ? [4, 1, 5, 3][d] : d;
              if (((grid.moves[v] >> d) & 1) === 1 && followed.of(u, course) !== anew.of(u, course)) expect(followed.of(u, course), `${u} by ${course}`).toBe(anew.of(u, course));
            }
          }
          const start = grid.vertex(below(grid.width), below(grid.height));
          const truth = oracleDistances(grid, start);
          for (let i = 0; i < 8; i++) {
            const goal = grid.vertex(below(grid.width), below(grid.height));
            if (grid.cells[goal] === 0 || grid.cells[start] === 0 || start === goal) continue;
            const cost = search.search(start, goal);
            if (truth[goal] === Infinity) {
              expect(cost).toBe(Infinity);
              continue;
            }
            expect(cost).toBeCloseTo(truth[goal], 7);
            const n = search.path(out);
            expect([out[0], out[n - 1], brokenAt(grid, out, n)]).toEqual([start, goal, -1]);
            expect(pathCost(grid, out, n)).toBeCloseTo(cost, 7);
          }
          for (let i = 0; i < 1 + below(5); i++) {
            const [x, y] = [below(grid.width), below(grid.height)];
            grid.setRectangle(x, y, 1 + below(Math.min(9, grid.width - x)), 1 + below(Math.min(9, grid.height - y)), below(4) === 0 ? 0 : 1 + below(9));
            if (random() < 0.5) followed.update();
          }
        }
      }
    });
  }
});

test('on uniform ground computed and tabled pruning are the same', () => {
  const random = seededRandom(8);
  for (const options of rules) {
    for (let world = 0; world < 20; world++) {
      const grid = new Grid(30, 30, options);
      for (let i = 0; i < 900; i++) if (random() < 0.3) grid.setBlocked(i % 30, Math.floor(i / 30), true);
      const pruning = new TerrainPruning(grid, new JumpRules(grid));
      const all = (): number[] => Array.from({ length: 8 * grid.vertexCount }, (_, i) => {
        const d = options.movement === 'four' ? [9, 1, 9, 3, 0, 2, 9, 9][i & 7] : i & 7;
        const v = i >> 3;
        return d < 8 && grid.cells[v] !== 0 && ((grid.moves[v - grid.offsets[d]] >> d) & 1) === 1 ? pruning.courses(v, i & 7) : UNKNOWN;
      });
      const tabled = all();
      (pruning as unknown as { tableHolds: boolean }).tableHolds = false;
      const computed = all();
      expect(tabled.findIndex((follow, i) => follow !== computed[i])).toBe(-1);
    }
  }
});

test('terrain that costs 255 and long maps: sums of whole costs are exact', () => {
  const grid = new Grid(3000, 3);
  grid.setRectangle(0, 0, 3000, 3, 255);
  grid.setCost(1500, 1, 254);
  const search = searchOn(grid);
  expect(search.search(grid.vertex(0, 0), grid.vertex(2999, 0))).toBe(2999 * 255);
  expect(search.search(grid.vertex(0, 1), grid.vertex(2999, 1))).toBe(2999 * 255 - 1);
});

/** Overlapping rectangles of ground of 1 to 9, some of them blocked. */
function patches(width: number, height: number, random: () => number, options: GridOptions): Grid {
  const grid = new Grid(width, height, options);
  const below = (n: number): number => Math.floor(random() * n);
  for (let i = 0; i < (width * height) / 60; i++) {
    const [x, y] = [below(width), below(height)];
    grid.setRectangle(x, y, 1 + below(Math.min(15, width - x)), 1 + below(Math.min(15, height - y)), below(4) === 0 ? 0 : 1 + below(9));
  }
  return grid;
}
