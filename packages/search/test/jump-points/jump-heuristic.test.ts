import { pathCost } from '@pf/graph';
import type { Graph, Heuristic } from '@pf/graph';
import { Grid, seededRandom, zero } from '@pf/grid';
import type { World, WorldsOptions } from '@pf/testkit';
import { optimalSearchContract, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JumpPointSearch, TerrainJumps } from '../../src/index.ts';
import { inconsistent } from '../searches.ts';

const uniform: WorldsOptions = { movements: ['four', 'eight'], metrics: ['exact', '5/7', { straight: 2, diagonal: 3 }, { straight: 1, diagonal: 2 }], terrain: false };
const rough: WorldsOptions = { movements: ['four', 'eight'], metrics: ['exact', '5/7', { straight: 2, diagonal: 3 }], sides: true };

/** The true costs, which no heuristic may exceed; Infinity where there is no path. */
function perfect(graph: Graph): Heuristic {
  const known = new Map<number, Float64Array>();
  return (v, goal) => {
    const costs = known.get(goal) ?? oracleDistances(graph, goal, { backward: true });
    known.set(goal, costs);
    return costs[v];
  };
}

/** The true cost or a share of it, by vertex. */
const shared = (h: Heuristic): Heuristic => (v, goal) => h(v, goal) * (((v * 7) % 5) + 1) / 5;

const heuristics: Readonly<Record<string, (grid: Grid) => Heuristic>> = {
  'the grid’s own': (grid) => grid.heuristic(),
  none: () => zero,
  'the true cost': perfect,
  'an inconsistent one': (grid) => inconsistent(grid.heuristic()),
  'a share of the true cost': (grid) => shared(perfect(grid)),
};

const gridOf = (world: World): Grid => {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
  return grid;
};

for (const kind of ['uniform', 'terrain'] as const) {
  const makes = (grid: Grid): [string, JumpPointSearch][] =>
    Object.entries(heuristics).map(([name, make]) => [name, new JumpPointSearch(grid, { heuristic: make(grid), ...(kind === 'terrain' ? { locator: new TerrainJumps(grid) } : {}) })]);

  test(`${kind}: under every heuristic the cost is the oracle's, and so is that of the path`, { timeout: 60_000 + runs(3000) * 20 }, () => {
    let queries = 0;
    const property = fc.property(worlds({ ...(kind === 'terrain' ? rough : uniform), maxSize: 14 }), (world) => {
      const grid = gridOf(world);
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      if (free.length === 0) return;
      const out = new Uint32Array(grid.vertexCount);
      for (const [name, search] of makes(grid)) {
        for (let k = 0; k < 3; k++) {
          const [start, goal] = [free[(world.seed + k) % free.length], free[((world.seed >>> 8) + 5 * k) % free.length]];
          const expected = oracleDistances(grid, start, { until: goal })[goal];
          const cost = search.search(start, goal);
          const n = search.path(out);
          queries++;
          const walked = pathCost(grid, out, n);
          if (agree(cost, expected) && agree(walked, expected) && (expected === Infinity ? n === 0 : out[0] === start && out[n - 1] === goal)) continue;
          expect(`${name}: ${cost}, and ${walked} walked\n${world.rows.join('\n')}`).toBe(String(expected));
        }
      }
    });
    fc.assert(property, { numRuns: runs(3000), seed: 2011 });
    expect(queries).toBeGreaterThan(10 * runs(3000));
  });
}

function agree(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * b;
}

optimalSearchContract('JumpPointSearch with a heuristic given', (grid, heuristic) => new JumpPointSearch(grid as Grid, { heuristic }), {
  grid: (world) => Grid.fromRows(world.rows, rulesOf(world)),
  worlds: uniform,
  runs: 300,
});

describe('a heuristic of a jump point search', () => {
  const random = seededRandom(5);
  const grid = Grid.fromRows(Array.from({ length: 40 }, () => Array.from({ length: 60 }, () => (random() < 0.25 ? '#' : '.')).join('')));
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);

  test('with better estimates saves expansions', () => {
    const [plain, informed] = [new JumpPointSearch(grid), new JumpPointSearch(grid, { heuristic: perfect(grid) })];
    let [many, few] = [0, 0];
    for (let i = 0; i < 30; i++) {
      const [start, goal] = [free[Math.floor(random() * free.length)], free[Math.floor(random() * free.length)]];
      expect(informed.search(start, goal)).toBeCloseTo(plain.search(start, goal), 9);
      many += plain.counters.expanded;
      few += informed.counters.expanded;
    }
    expect(2 * few).toBeLessThan(many);
  });

  test('of Infinity ends the search at once', () => {
    for (const locator of [undefined, new TerrainJumps(grid)]) {
      const search = new JumpPointSearch(grid, { locator, heuristic: (v, goal) => (v === goal ? 0 : Infinity) });
      expect(search.search(free[0], free[free.length - 1])).toBe(Infinity);
      expect(search.counters.expanded).toBe(0);
      expect(search.path(new Uint32Array(9))).toBe(0);
      expect(search.search(free[0], free[0])).toBe(0);
    }
  });

  test('if invalid is rejected, and the search stays usable', () => {
    expect(() => new JumpPointSearch(grid, { heuristic: 5 as never })).toThrow('A heuristic is a function of a vertex and the goal');
    const [start, goal] = [free[0], free[free.length - 1]];
    const truth = new JumpPointSearch(grid).search(start, goal);
    const out = new Uint32Array(grid.vertexCount);
    expect(truth).toBeLessThan(Infinity);
    for (const locator of [undefined, new TerrainJumps(grid)]) {
      let answer: Heuristic = zero;
      const search = new JumpPointSearch(grid, { locator, heuristic: (v, to) => answer(v, to) });
      expect(search.search(start, goal)).toBeCloseTo(truth, 9);
      answer = () => 3;
      expect(() => search.search(goal, start)).toThrow('to itself; it must be 0');
      // The last result stays.
      expect(pathCost(grid, out, search.path(out))).toBeCloseTo(truth, 9);
      answer = (v, to) => (v === to ? 0 : NaN);
      expect(() => search.search(start, goal)).toThrow('estimates NaN');
      expect([search.cost, search.path(out)]).toEqual([Infinity, 0]);
      expect(() => search.run()).toThrow('estimates NaN');
      answer = zero;
      expect(search.run()).toBe(true);
      expect(search.cost).toBeCloseTo(truth, 9);
      // In the middle of a search: the next slice starts over.
      let calls = 0;
      answer = () => (++calls === 8 ? NaN : 0);
      search.begin(start, goal);
      expect(() => search.run()).toThrow('estimates NaN');
      answer = zero;
      while (!search.run(3));
      expect(search.cost).toBeCloseTo(truth, 9);
    }
  });
});
