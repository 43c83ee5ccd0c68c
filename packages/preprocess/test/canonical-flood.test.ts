import { Grid } from '@pf/grid';
import { oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CanonicalFlood, followsCanonicalOrder } from '../src/canonical-flood.ts';

const uniform = worlds({ movements: ['eight'], metrics: ['exact'], terrain: false, maxSize: 14 });

test('distances and first moves agree with the oracle, under every corner rule', () => {
  fc.assert(
    fc.property(uniform, fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      expect(followsCanonicalOrder(grid)).toBe(true);
      const places = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      if (places.length === 0) return;
      const source = places[pick % places.length];
      const flood = new CanonicalFlood(grid);
      flood.run(places[0]);
      flood.run(source);
      const truth = oracleDistances(grid, source);
      for (const v of places) expect(flood.cost(v)).toBeCloseTo(truth[v], 9);
      // Each first move begins a cheapest way, and there is one wherever there is a way.
      for (const v of places) {
        if (truth[v] === Infinity || v === source) continue;
        const first = flood.ways[v] & 0xff;
        expect(first).not.toBe(0);
        for (let d = 0; d < 8; d++) {
          if (((first >> d) & 1) === 0) continue;
          const next = source + grid.offsets[d];
          expect(grid.lengths[d] + oracleDistances(grid, next, { until: v })[v]).toBeCloseTo(truth[v], 9);
        }
      }
    }),
    { numRuns: runs(150), seed: 3 },
  );
});

test('other worlds are refused', () => {
  expect(followsCanonicalOrder(Grid.fromRows(['.2']))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { movement: 'four' }))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { metric: '5/7' }))).toBe(false);
});
