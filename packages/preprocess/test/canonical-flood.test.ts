import { Grid } from '@pf/grid';
import { oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CanonicalFlood, DIAGONAL, followsCanonicalOrder, STRAIGHT, UNREACHED } from '../src/canonical-flood.ts';

const uniform = worlds({ movements: ['eight'], metrics: ['exact'], terrain: false, maxSize: 14 });

test('distances, order and first moves agree with the oracle, under every corner rule', () => {
  fc.assert(
    fc.property(uniform, fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      expect(followsCanonicalOrder(grid)).toBe(true);
      const places = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      if (places.length === 0) return;
      const source = places[pick % places.length];
      const flood = new CanonicalFlood(grid);
      flood.run(places[0]);
      const order = new Int32Array(places.length);
      const count = flood.run(source, order);
      const truth = oracleDistances(grid, source);
      for (const v of places) expect(flood.cost(v)).toBeCloseTo(truth[v], 9);
      expect(count).toBe(places.filter((v) => truth[v] < Infinity).length);
      expect(order[0]).toBe(source);
      const rank = new Map([...order.subarray(0, count)].map((v, i) => [v, i]));
      expect(rank.size).toBe(count);
      // What lies a step before a cell on a way has been written before it.
      for (const [v, place] of rank) {
        for (let d = 0; d < 8; d++) {
          const before = v + grid.offsets[d];
          if (flood.distance[before] + (d < 4 ? STRAIGHT : DIAGONAL) === flood.distance[v]) expect(rank.get(before)).toBeLessThan(place);
        }
      }
      // Each first move begins a cheapest way, and there is one wherever there is a way.
      for (const v of order.subarray(1, count)) {
        const first = flood.ways[v] & 0xff;
        expect(first).not.toBe(0);
        for (let d = 0; d < 8; d++) {
          if (((first >> d) & 1) === 0) continue;
          const next = source + grid.offsets[d];
          expect(grid.lengths[d] + oracleDistances(grid, next, { until: v })[v]).toBeCloseTo(truth[v], 9);
        }
      }
      for (const v of places) if (truth[v] === Infinity) expect(flood.distance[v]).toBe(UNREACHED);
    }),
    { numRuns: runs(150), seed: 3 },
  );
});

test('other worlds are refused', () => {
  expect(followsCanonicalOrder(Grid.fromRows(['.2']))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { movement: 'four' }))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { metric: '5/7' }))).toBe(false);
});
