import { pathCost } from '@pf/graph';
import { Grid, maze, randomObstacles, seededRandom } from '@pf/grid';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AStar, BoundedSearch, findPath, JumpPointSearch, within } from '../src/index.ts';

describe('a bounded search', () => {
  test('keeps the bound on worlds of every kind, before and after edits', () => {
    const property = fc.property(worlds({ sides: true }), fc.constantFrom(1, 1.001, 1.1, 1.5, 4, 1e6), fc.nat(), (world, bound, seed) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      const search = new BoundedSearch(grid, { within: bound });
      const out = new Uint32Array(grid.vertexCount);
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(n * random());
      for (let queries = 0; queries < 4; queries++) {
        const [start, goal] = [0, 0].map(() => grid.vertex(below(grid.width), below(grid.height)));
        const least = oracleDistances(grid, start)[goal];
        const cost = search.search(start, goal);
        const length = search.path(out);
        if (least === Infinity) {
          expect([cost, length]).toEqual([Infinity, 0]);
        } else {
          expect(cost).toBeGreaterThanOrEqual(least - 1e-9);
          expect(cost).toBeLessThanOrEqual(bound * least + 1e-9);
          expect(pathCost(grid, out, length)).toBeCloseTo(cost, 9);
        }
        // As terrain comes and goes, the search that applies changes.
        grid.setCost(below(grid.width), below(grid.height), below(4));
      }
    });
    fc.assert(property, { numRuns: runs(800), seed: 1971 });
  });

  test('can be observed with either inner search', () => {
    const scattered = randomObstacles(40, 40, 0.2, seededRandom(3));
    for (const grid of [scattered, maze(41, 41, seededRandom(5))]) {
      const search = new BoundedSearch(grid, { within: 1.2 });
      const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const seen = (is: (v: number) => boolean): number => free.filter(is).length;
      expect([seen((v) => search.isOpen(v)), seen((v) => search.isClosed(v))]).toEqual([0, 0]);
      const [start, goal] = [free[0], free[free.length - 1]];
      search.begin(start, goal);
      search.run(1);
      expect([search.isClosed(start), seen((v) => search.isOpen(v)) > 0]).toEqual([true, true]);
      expect(search.search(start, goal)).toBeLessThan(Infinity);
      expect(search.isClosed(goal)).toBe(true);
      expect(seen((v) => search.isClosed(v))).toBeGreaterThan(search.counters.expanded / 2);
      expect(seen((v) => search.isOpen(v) && search.isClosed(v))).toBe(0);
    }
  });

  test('takes jump points on terrain in patches, up to a bound, and follows edits from one kind of map to another', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid);
    const [little, much] = [1.2, 1.5].map((bound) => new BoundedSearch(grid, { within: bound }));
    const [start, goal] = [grid.vertex(0, 30), grid.vertex(59, 31)];
    const expansions = (): number[] => [astar, little, much].map((search) => (search.search(start, goal), search.counters.expanded));
    grid.setRectangle(0, 30, 60, 30, 2);
    grid.setRectangle(20, 10, 20, 40, 5);
    const patches = expansions();
    expect(little.cost).toBeCloseTo(astar.cost, 9);
    expect(patches[1]).toBeLessThan(patches[0] / 4);
    expect(patches[2]).toBeGreaterThan(patches[1]);
    // With little of the cheapest ground, larger bounds take them too.
    grid.setRectangle(0, 0, 60, 15, 2);
    const uneven = expansions();
    expect(uneven[2]).toBe(uneven[1]);
    expect(much.cost).toBeCloseTo(astar.cost, 9);
    const random = seededRandom(7);
    for (let v = 0; v < 3600; v++) grid.setCost(v % 60, Math.floor(v / 60), 1 + Math.floor(9 * random()));
    const noise = expansions();
    const weighted = new AStar(grid, { weight: 1.2 });
    expect(weighted.search(start, goal)).toBe(little.cost);
    expect(noise[1]).toBe(weighted.counters.expanded);
    // Mostly the cheapest ground: a weight again.
    grid.setRectangle(0, 0, 60, 60, 1);
    grid.setRectangle(20, 10, 10, 30, 5);
    const swamp = expansions();
    weighted.search(start, goal);
    expect([swamp[1], little.cost]).toEqual([weighted.counters.expanded, weighted.cost]);
  });

  test('expands no more than A*: by jumps, or by a weight among scattered obstacles and on terrain', () => {
    const scattered = randomObstacles(96, 96, 0.25, seededRandom(3));
    const terrain = randomObstacles(96, 96, 0.1, seededRandom(4));
    terrain.setRectangle(10, 10, 50, 50, 3);
    const counts = [scattered, terrain, maze(97, 97, seededRandom(5))].map((grid) => {
      const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      return [new AStar(grid), ...[1.1, 1.5].map((bound) => new BoundedSearch(grid, { within: bound }))].map((search) => {
        search.search(free[0], free[free.length - 1]);
        return search.counters.expanded;
      });
    });
    for (const [aStar, little, more] of counts) {
      expect(little).toBeLessThanOrEqual(aStar);
      expect(more).toBeLessThanOrEqual(aStar);
    }
    expect(counts).toMatchInlineSnapshot(`
      [
        [
          3073,
          1851,
          277,
        ],
        [
          1653,
          248,
          1285,
        ],
        [
          2891,
          857,
          857,
        ],
      ]
    `);
  });

  test('runs in slices, and counts its work', () => {
    const grid = new Grid(30, 30, { movement: 'hex' });
    const search = new BoundedSearch(grid, { within: 1.2 });
    expect([search.cost, search.path(new Uint32Array(1)), search.counters.expanded]).toEqual([Infinity, 0, 0]);
    search.begin(grid.vertex(0, 0), grid.vertex(29, 5));
    let slices = 1;
    while (!search.run(3)) slices++;
    expect(search.cost).toBeLessThanOrEqual(1.2 * grid.heuristic()(grid.vertex(0, 0), grid.vertex(29, 5)));
    expect(slices).toBeGreaterThan(3);
    expect(search.counters.expanded).toBeGreaterThan(8);
  });

  test('is an algorithm for findPath with a bound, one class for each bound', () => {
    const grid = Grid.fromRows(['....', '.##.', '....']);
    const found = findPath(grid, { from: [0, 0], to: [3, 2], algorithm: within(1.5) });
    expect(found.cost).toBe(5);
    expect(within(1.5)).toBe(within(1.5));
    expect(within(1.5)).not.toBe(within(1.6));
    // The longest unused of nine is made anew.
    const bounds = [2, 3, 4, 5, 6, 7, 8, 9], made = bounds.map(within);
    expect(within(2)).toBe(made[0]);
    within(10);
    expect(bounds.map((bound, i) => within(bound) === made[i])).toEqual([true, false, ...new Array<boolean>(6).fill(false)]);
  });

  test('makes the search for the map in the constructor, so that the first query allocates no tables', () => {
    expect(new BoundedSearch(new Grid(20, 20), { within: 1 })['jumps']).toBeInstanceOf(JumpPointSearch);
    expect(new BoundedSearch(new Grid(20, 20, { movement: 'hex' }), { within: 2 })['weighted']).toBeInstanceOf(AStar);
  });

  test('rejects invalid bounds', () => {
    for (const bound of [0.9, NaN, Infinity, '2' as unknown as number]) {
      expect(() => within(bound)).toThrow('The bound must be from 1, for the cheapest path, to 1e100');
      expect(() => new BoundedSearch(new Grid(2, 2), { within: bound })).toThrow(RangeError);
    }
    expect(() => new BoundedSearch({} as Grid, { within: 2 })).toThrow('BoundedSearch');
    expect(() => new BoundedSearch(new Grid(2, 2), { weight: 2 } as never)).toThrow('weight');
  });
});
