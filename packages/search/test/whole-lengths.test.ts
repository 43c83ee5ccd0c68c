import { wholeLengths } from '@pf/graph/kit';
import { Grid } from '@pf/grid';
import { rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GridDistance } from '../src/grid-distance.ts';
import { AStar, BidirectionalAStar, Dijkstra } from '../src/index.ts';

test('whole lengths order paths like √2, and give their costs to the last digit', () => {
  const { lengths, unit } = wholeLengths(Float64Array.of(1, Math.SQRT2), 2);
  const [straight, diagonal] = lengths;
  expect([unit, straight]).toEqual([93222358, 93222358]);
  // P² − 2Q² = 1: a convergent from above.
  expect(BigInt(diagonal) ** 2n - 2n * BigInt(straight) ** 2n).toBe(1n);
  const steps = fc.integer({ min: 0, max: 40_000_000 });
  const property = fc.property(steps, steps, steps, fc.nat(9), (a, b, c, near) => {
    // A second path as close to the first as whole numbers of steps allow.
    const d = Math.max(0, Math.round(a + (b - c) * Math.SQRT2) + near - 4);
    const [da, db] = [BigInt(a) - BigInt(d), BigInt(b) - BigInt(c)];
    // The sign of da + db·√2, without a root.
    const exact = da >= 0n && db >= 0n ? da + db : da <= 0n && db <= 0n ? da + db : da > 0n ? da * da - 2n * db * db : 2n * db * db - da * da;
    const whole = a * straight + b * diagonal - (d * straight + c * diagonal);
    expect(Math.sign(whole)).toBe(exact > 0n ? 1 : exact < 0n ? -1 : 0);
    const cost = a + b * Math.SQRT2;
    expect(Math.abs((a * straight + b * diagonal) / unit - cost)).toBeLessThanOrEqual(4e-16 * cost);
  });
  fc.assert(property, { numRuns: runs(3000), seed: 1976 });
});

test('other lengths stay unchanged', () => {
  expect(wholeLengths(Float64Array.of(5, 7, 0), 2)).toEqual({ lengths: Float64Array.of(5, 7, 0), unit: 1 });
  expect(wholeLengths(Float64Array.of(1, 1.5), 2)).toEqual({ lengths: Float64Array.of(1, 1.5), unit: 1 });
  expect(wholeLengths(Float64Array.of(1, 1.5, Math.SQRT2), 3)).toEqual({ lengths: Float64Array.of(1, 1.5, Math.SQRT2), unit: 1 });
});

test('without diagonal steps whole costs stay whole, however large they are', () => {
  // A winding corridor of expensive ground: more than 2⁵³ of the units of √2.
  const size = 1301;
  const grid = new Grid(size, size, { movement: 'four' }, 255);
  for (let y = 1; y < size; y += 2) grid.setRectangle(y % 4 === 1 ? 0 : 1, y, size - 1, 1, 0);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(size - 1, size - 1)];
  const steps = size ** 2 - (size >> 1) * (size - 1) - 1;
  expect(steps * 255).toBe(216_138_000);
  for (const search of [new AStar(grid), new Dijkstra(grid), new BidirectionalAStar(grid)]) expect(search.search(start, goal)).toBe(steps * 255);
});

describe("octile distances equal the grid's heuristic, and for several goals never exceed the nearest", () => {
  function check(grid: Grid, goals: readonly number[]): void {
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    const heuristic = grid.heuristic();
    const distance = new GridDistance();
    expect(distance.to(3, 3)).toBe(0);
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        const v = grid.vertex(x, y);
        const estimates = goals.map((goal) => {
          distance.aim(grid, lengths, [goal]);
          const estimate = distance.to(x + 1, y + 1) / unit;
          expect(Math.abs(estimate - heuristic(v, goal))).toBeLessThanOrEqual(1e-12 * estimate);
          return estimate;
        });
        distance.aim(grid, lengths, goals);
        expect(distance.to(x + 1, y + 1) / unit).toBeLessThanOrEqual(Math.min(...estimates) + 1e-12);
      }
    }
  }

  test('in worlds of every kind', () => {
    const property = fc.property(worlds(), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      check(grid, [world.seed, world.seed >>> 8].map((seed) => grid.vertex(seed % grid.width, (seed >>> 4) % grid.height)));
    });
    fc.assert(property, { numRuns: runs(200), seed: 1977 });
  });

  test('if no terrain costs less than three', () => {
    const grid = Grid.fromRows(['3333', '3543', '3333']);
    check(grid, [grid.vertex(0, 2), grid.vertex(3, 1)]);
  });
});
