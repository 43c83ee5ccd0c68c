import { oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Heuristic } from '@pf/graph';
import type { HeuristicOptions } from '../src/index.ts';
import { chebyshev, Grid, hexDistance, manhattan, octile, zero } from '../src/index.ts';
import { gridOf } from './grid-of.ts';

const kinds: Readonly<Record<string, (grid: Grid, options?: HeuristicOptions) => Heuristic>> = {
  default: (grid, options) => grid.heuristic(options),
  manhattan,
  octile,
  chebyshev,
  hexDistance,
  zero: () => zero,
};

/** Each kind that the grid accepts. */
function fitting(grid: Grid): [string, Heuristic][] {
  const fit: [string, Heuristic][] = [];
  for (const [name, make] of Object.entries(kinds)) {
    try {
      fit.push([name, make(grid)]);
    } catch (error) {
      expect(String(error)).toContain(`movement '${grid.movement}'`);
    }
  }
  return fit;
}

/** h(goal) = 0, and h(u) ≤ c(u, v) + h(v) for every arc, up to rounding: so h never exceeds the true cost. */
function checkConsistent(grid: Grid, name: string, h: Heuristic, goal: number): void {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  expect(h(goal, goal)).toBe(0);
  for (let u = 0; u < grid.vertexCount; u++) {
    const n = grid.successors(u, to, cost);
    for (let i = 0; i < n; i++) {
      const excess = h(u, goal) - cost[i] - h(to[i], goal);
      if (excess > 1e-9) throw new Error(`${name}: h(${u}) is more by ${excess} than the arc to ${to[i]} and h there, towards ${goal}`);
    }
  }
}

describe('a heuristic', () => {
  test('is consistent wherever the grid accepts it, under every rule, and so is admissible', () => {
    const property = fc.property(worlds({ sides: true }), fc.nat(), (world, pick) => {
      const grid = gridOf(world);
      const free = Array.from(grid.cells.keys()).filter((v) => grid.cells[v] > 0);
      if (free.length === 0) return;
      const goal = free[pick % free.length];
      const truth = oracleDistances(grid, goal, { backward: true });
      for (const [name, h] of fitting(grid)) {
        checkConsistent(grid, name, h, goal);
        for (const v of free) expect(h(v, goal)).toBeLessThanOrEqual(truth[v] + 1e-9);
      }
    });
    fc.assert(property, { numRuns: runs(500), seed: 301 });
  });

  test('stays consistent through edits: its scale follows the least terrain', () => {
    const property = fc.property(worlds({ maxSize: 6 }), fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 3, 9)), { maxLength: 12 }), (world, edits) => {
      const grid = gridOf(world);
      const goal = grid.vertex(0, 0);
      const all = fitting(grid);
      const fixed = grid.heuristic({ least: 1 });
      for (const [place, cost] of edits) {
        grid.setCost(place % grid.width, Math.floor(place / grid.width) % grid.height, cost);
        for (const [name, h] of all) checkConsistent(grid, name, h, goal);
        checkConsistent(grid, 'fixed', fixed, goal);
      }
    });
    fc.assert(property, { numRuns: runs(150), seed: 302 });
  });

  test('by default is exact on an empty map without terrain, or with the same terrain everywhere', () => {
    for (const movement of ['four', 'eight', 'hex'] as const) {
      for (const metric of ['exact', '5/7', '408/577', { straight: 1, diagonal: 3 }, { straight: 2, diagonal: 2 }] as const) {
        for (const terrain of [1, 4]) {
          const grid = new Grid(9, 7, { movement, metric });
          grid.setRectangle(0, 0, 9, 7, terrain);
          const goal = grid.vertex(3, 4);
          const truth = oracleDistances(grid, goal, { backward: true });
          const h = grid.heuristic();
          for (let v = 0; v < grid.vertexCount; v++) if (grid.cells[v] > 0) expect(h(v, goal)).toBeCloseTo(truth[v], 9);
        }
      }
    }
  });

  test('that does not fit the movement is rejected', () => {
    const four = new Grid(3, 3, { movement: 'four' });
    const eight = new Grid(3, 3);
    const hex = new Grid(3, 3, { movement: 'hex' });
    for (const grid of [eight, hex]) expect(() => manhattan(grid)).toThrow(`'${grid.movement}'`);
    for (const grid of [four, eight]) expect(() => hexDistance(grid)).toThrow(`'${grid.movement}'`);
    expect(() => octile(hex)).toThrow("'hex'");
    expect(manhattan(new Grid(3, 3, { metric: { straight: 1, diagonal: 2 } }))(6, 18)).toBe(4);
    expect(manhattan(new Grid(3, 3, { movement: 'four', metric: '5/7' }))(6, 18)).toBe(20);
    for (const least of [0, -1, NaN, 2]) expect(() => four.heuristic({ least })).toThrow(`got ${least}`);
  });

  test('can be called with several goals in turn', () => {
    const grid = new Grid(300, 200, { metric: '5/7' });
    const h = grid.heuristic();
    const expected = (v: number, goal: number): number => {
      const dx = Math.abs(grid.x(v) - grid.x(goal));
      const dy = Math.abs(grid.y(v) - grid.y(goal));
      return 5 * Math.abs(dx - dy) + 7 * Math.min(dx, dy);
    };
    for (let width = 1; width < 400; width++) {
      // The last cells of rows and the border beside them, where a rounded division would give the wrong row.
      const other = new Grid(width, 60, { metric: { straight: 1, diagonal: 1 } });
      const g = other.heuristic();
      for (let y = 0; y < 60; y++) for (const v of [other.vertex(width - 1, y), other.vertex(0, y) - 1]) expect(g(v, other.vertex(0, 0))).toBe(Math.max(Math.abs(other.x(v)), y));
    }
    for (let v = 0; v < grid.vertexCount; v += 7) for (const goal of [grid.vertex(0, 0), grid.vertex(299, 199), v]) expect(h(v, goal)).toBe(expected(v, goal));
  });
});
