import { avoiding, CompressedGraph, EdgeCosts } from '@pf/graph';
import { Grid, LinkedGrid, randomObstacles, seededRandom, TorusGrid } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar } from '../src/index.ts';
import { plain } from './searches.ts';

const worlds = { plain, EdgeCosts: (grid: Grid) => new EdgeCosts(grid), avoiding: (grid: Grid) => avoiding(grid, () => false), LinkedGrid: (grid: Grid) => new LinkedGrid(grid), TorusGrid: (grid: Grid) => new TorusGrid(grid) };

test.each(Object.entries(worlds))('across open ground, one of the many equal paths is followed to its end (%s)', (_name, of) => {
  const grid = new Grid(128, 128);
  const search = new AStar(of(grid), { heuristic: grid.heuristic() });
  for (const [x, y] of [[60, 25], [50, 60], [40, 3], [63, 62]]) {
    const direct = Math.max(x, y) - Math.min(x, y) + Math.SQRT2 * Math.min(x, y);
    expect(search.search(grid.vertex(1, 1), grid.vertex(1 + x, 1 + y))).toBeCloseTo(direct, 9);
    expect([search.counters.expanded <= Math.max(x, y), search.counters.reopened]).toEqual([true, 0]);
  }
});

test('no vertex is expanded twice for an error of a sum, and costs are those of the oracle: random maps, both directions', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const grid = randomObstacles(40, 40, 0.4 * random(), random);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const edges = new EdgeCosts(grid);
    for (const direction of ['forward', 'backward'] as const) {
      const search = new AStar(edges, { direction });
      for (let query = 0; query < 3; query++) {
        const [start, goal] = [0, 0].map(() => free[Math.floor(random() * free.length)]);
        const expected = oracleDistances(edges, start)[goal];
        const cost = search.search(start, goal);
        if (expected === Infinity) expect(cost).toBe(Infinity);
        else expect(cost / Math.max(expected, 1)).toBeCloseTo(expected / Math.max(expected, 1), 12);
        expect(search.counters.reopened).toBe(0);
      }
    }
  }
});

test('a large weight does not make differences of costs disappear', () => {
  // 0 to 3: over 1 for 11, over 2 and 1 for 3.
  const graph = new CompressedGraph(4, [[0, 1, 10], [0, 2, 1], [2, 1, 1], [1, 3, 1]]);
  for (const weight of [1, 1e6, 1e15]) expect(new AStar(graph, { weight, heuristic: (v) => [2, 1, 1, 0][v] }).search(0, 3)).toBe(3);
});

test('costs that differ in the eleventh digit do not add up to a more expensive path', () => {
  const arcs: [number, number, number][] = [];
  for (let i = 0; i < 1000; i++) arcs.push([3 * i, 3 * i + 1, 0.5], [3 * i, 3 * i + 2, 0.5 + 1.4e-11], [3 * i + 1, 3 * i + 3, 0.5], [3 * i + 2, 3 * i + 3, 0.5]);
  const graph = new CompressedGraph(3001, arcs);
  const cost = new AStar(graph, { heuristic: (v) => 0.9 * (1000 - Math.floor(v / 3) - (v % 3 === 0 ? 0 : 0.5)) }).search(0, 3000);
  expect(Math.abs(cost - 1000)).toBeLessThan(1e-9);
});

test('an estimate that says there is no path may be as high as numbers go', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1.5]]);
  for (const high of [1e300, Number.MAX_VALUE, Infinity]) expect(new AStar(graph, { heuristic: (v, goal) => (v === goal ? 0 : high) }).search(0, 2)).toBe(Infinity);
});
