import { pathCost } from '@pf/graph';
import { Grid, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { JumpPointSearch } from '@pf/search';
import { JumpScanner } from '@pf/search/kit';
import type { World } from '@pf/testkit';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GoalBounds, jumpPoints, JumpTable } from '../../src/index.ts';

function expectOptimal(grid: Grid, search: JumpPointSearch, goals: readonly number[]): void {
  const out = new Uint32Array(grid.vertexCount);
  for (const goal of goals) {
    const truth = oracleDistances(grid, goal, { backward: true });
    for (let start = 0; start < grid.vertexCount; start++) {
      if (grid.cells[start] === 0) continue;
      const cost = search.search(start, goal);
      const walked = cost < Infinity ? pathCost(grid, out, search.path(out)) : Infinity;
      // Calls `expect` only on failure, because there are many thousands of worlds.
      const right = [cost, walked].every((found) => found === truth[start] || Math.abs(found - truth[start]) < 1e-9);
      if (!right) expect([cost, walked], `from ${start} to ${goal}`).toEqual([truth[start], truth[start]]);
    }
  }
}

const goalOf = (grid: Grid, pick: number): number => grid.vertex(pick % grid.width, (pick >> 8) % grid.height);

describe('JPS+', () => {
  test('is optimal in every 4- and 8-connected world', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 10, movements: ['four', 'eight'], metrics: ['exact', '5/7', '70/99'], terrain: false }), fc.nat(), (world, pick) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        expectOptimal(grid, new JumpPointSearch(grid, { locator: new JumpTable(grid) }), [goalOf(grid, pick)]);
      }),
      { numRuns: runs(250), seed: 31 },
    );
  });

  const uniform = (): fc.Arbitrary<World> => worlds({ maxSize: 10, movements: ['eight'], metrics: ['exact'], terrain: false });

  test('with goal bounds is optimal, with boxes at all cells or at jump points only', () => {
    fc.assert(
      fc.property(uniform(), fc.nat(), (world, pick) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        for (const bounds of [GoalBounds.build(grid), GoalBounds.build(grid, jumpPoints(grid))]) {
          expectOptimal(grid, new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) }), [goalOf(grid, pick)]);
        }
      }),
      { numRuns: runs(250), seed: 32 },
    );
  });

  test.each(['never', 'one', 'always'] as const)('larger worlds, corners %s: the same costs as jump point search, and fewer expansions with bounds', (corners) => {
    const random = seededRandom(7);
    for (const grid of [randomObstacles(48, 40, 0.25, random, { corners }), rooms(45, 45, 8, random, { corners })]) {
      const scanning = new JumpPointSearch(grid);
      const plus = new JumpPointSearch(grid, { locator: new JumpTable(grid) });
      const bounded = new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) });
      const expansions = [0, 0, 0];
      for (let i = 0; i < 150; i++) {
        const [start, goal] = [0, 0].map(() => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
        if (grid.cells[start] === 0) continue;
        const cost = scanning.search(start, goal);
        expect(plus.search(start, goal)).toBeCloseTo(cost, 9);
        expect(bounded.search(start, goal)).toBeCloseTo(cost, 9);
        [scanning, plus, bounded].forEach((search, j) => (expansions[j] += search.counters.expanded));
      }
      // The same jump points in another order, so ties are broken otherwise.
      expect(Math.abs(expansions[1] / expansions[0] - 1)).toBeLessThan(0.04);
      expect(expansions[2] * 1.1).toBeLessThan(expansions[1]);
    }
  });

  // A coordinate has seven bits in the table. On larger maps, and on narrow long ones, boxes are widened, but no more than needed.
  test.each([[300, 20, 1701], [20, 300, 675], [129, 40, 1287]])('with bounds it is optimal on a map of %d × %d cells, where boxes are widened', (width, height, expanded) => {
    const random = seededRandom(13);
    const grid = randomObstacles(width, height, 0.3, random);
    const search = new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) });
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
    const some = Array.from({ length: 6 }, () => free[Math.floor(random() * free.length)]);
    expectOptimal(grid, search, [free[0], free[free.length - 1], ...some]);
    let sum = 0;
    for (const start of some) {
      for (const goal of some) {
        search.search(start, goal);
        sum += search.counters.expanded;
      }
    }
    expect(sum).toBe(expanded);
  });

  test('with bounds, slices give the result and the counts of a single run', () => {
    const random = seededRandom(11);
    const grid = randomObstacles(60, 50, 0.2, random);
    const [whole, sliced] = [0, 1].map(() => new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) }));
    const out = [0, 1].map(() => new Uint32Array(grid.vertexCount));
    for (let i = 0; i < 100; i++) {
      const [start, goal] = [0, 1].map(() => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
      whole.search(start, goal);
      sliced.begin(start, goal);
      while (!sliced.run(1 + (i % 3)));
      expect({ ...sliced.counters, cost: sliced.cost }).toEqual({ ...whole.counters, cost: whole.cost });
      expect(out[1].slice(0, sliced.path(out[1]))).toEqual(out[0].slice(0, whole.path(out[0])));
    }
  });

  test('searches in slices can share one table, with or without bounds, or one scanner', () => {
    const random = seededRandom(17);
    const grid = randomObstacles(24, 20, 0.25, random);
    const somewhere = (): number => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height));
    const alone = new JumpPointSearch(grid);
    for (const locator of [new JumpTable(grid, { bounds: GoalBounds.build(grid) }), new JumpTable(grid), new JumpScanner(grid)]) {
      const searches = Array.from({ length: 3 }, () => new JumpPointSearch(grid, { locator }));
      for (let round = 0; round < 60; round++) {
        const pairs = searches.map(() => [somewhere(), somewhere()] as const);
        searches.forEach((search, i) => search.begin(...pairs[i]));
        while (!searches.map((search) => search.run(1)).every((finished) => finished));
        searches.forEach((search, i) => expect(search.cost).toBeCloseTo(alone.search(...pairs[i]), 9));
      }
    }
  });

  test('a locator of another grid is rejected', () => {
    const grid = Grid.fromRows(['.#.']);
    for (const locator of [new JumpTable(grid.clone()), new JumpScanner(grid.clone())]) {
      expect(() => new JumpPointSearch(grid, { locator })).toThrow(/made for another grid/);
    }
  });

  // Exact counts: forgotten boxes on the path cost only expansions, and so do rays into walls.
  test('expansions on fixed worlds stay the same', () => {
    const counts = (['never', 'one', 'always'] as const).map((corners) => {
      const random = seededRandom(9);
      const grid = rooms(45, 45, 8, random, { corners });
      const searches = [{}, { bounds: GoalBounds.build(grid, jumpPoints(grid)) }, { bounds: GoalBounds.build(grid) }].map((options) => new JumpPointSearch(grid, { locator: new JumpTable(grid, options) }));
      const sums = searches.map(() => [0, 0]);
      for (let i = 0; i < 100; i++) {
        const [start, goal] = [0, 0].map(() => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
        if (grid.cells[start] === 0) continue;
        for (const [k, search] of searches.entries()) {
          search.search(start, goal);
          sums[k][0] += search.counters.expanded;
          sums[k][1] += search.counters.generated;
        }
      }
      return sums;
    });
    const cutting = [[365, 807], [338, 538], [318, 383]];
    expect(counts).toEqual([[[426, 846], [395, 585], [335, 381]], cutting, cutting]);
  });

  test('reports its bytes, and keeps boxes only of vertices that have any', () => {
    const grid = Grid.fromRows(['......', '..##..', '......']);
    const bounds = GoalBounds.build(grid, jumpPoints(grid));
    expect(new JumpTable(grid).byteLength).toBe(32 * grid.vertexCount);
    expect(new JumpTable(grid, { bounds }).byteLength).toBe(32 * (grid.vertexCount + 4));
  });

  test('follows an edit; with bounds, an edit and bounds of another world are rejected', () => {
    const grid = Grid.fromRows(['.....', '.....', '.....']);
    const bounds = GoalBounds.build(grid);
    const plus = new JumpPointSearch(grid, { locator: new JumpTable(grid) });
    const bounded = new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) });
    grid.setRectangle(2, 0, 1, 2, 0);
    expectOptimal(grid, plus, [grid.vertex(4, 0)]);
    // Jumps led away from there before the wall was built.
    expect(plus.search(grid.vertex(2, 1), grid.vertex(4, 0))).toBe(Infinity);
    expect(() => bounded.search(grid.vertex(0, 0), grid.vertex(4, 0))).toThrow(/has changed since its goal bounds were built/);
    expect(() => new JumpTable(new Grid(5, 3), { bounds })).toThrow(/built for its own grid/);
    grid.setCost(0, 0, 3);
    expect(() => plus.search(grid.vertex(0, 0), grid.vertex(4, 0))).toThrow(/without terrain costs/);
    const ledge = new Grid(5, 3);
    ledge.setSides(1, 0, { enter: ledge.mask('west') });
    expect(() => new JumpTable(ledge)).toThrow(/one-way cells/);
  });
});
