import { canonicalOrder } from '@pf/graph/kit';
import { Grid } from '@pf/grid';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CanonicalFlood, DIAGONAL, followsCanonicalOrder, STRAIGHT } from '../src/canonical-flood.ts';

const uniform = worlds({ movements: ['eight'], metrics: ['exact'], terrain: false, maxSize: 14 });

/** Inverse of 19601 modulo 13860: recovers the number of diagonal steps from a distance. */
const INVERSE = 5741;

/** Cost from the last source to `v`, from its counts of straight (1) and diagonal (√2) steps; Infinity if there is no path. */
function costOf(flood: CanonicalFlood, v: number): number {
  const g = flood['distance'][v] - flood['origin'];
  if (flood.labels[v] === 0) return g === 0 ? 0 : Infinity;
  const diagonals = ((g % STRAIGHT) * INVERSE) % STRAIGHT;
  return (g - diagonals * DIAGONAL) / STRAIGHT + diagonals * Math.SQRT2;
}

test('distances and first moves agree with the oracle, under every corner rule', () => {
  fc.assert(
    fc.property(uniform, fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      expect(followsCanonicalOrder(grid)).toBe(true);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      if (cells.length === 0) return;
      const source = cells[pick % cells.length];
      const flood = new CanonicalFlood(grid);
      flood.run(cells[0]);
      flood.run(source);
      const truth = oracleDistances(grid, source);
      for (const v of cells) expect(costOf(flood, v)).toBeCloseTo(truth[v], 9);
      // Each first move begins a cheapest path, and exists wherever there is a path.
      for (const v of cells) {
        if (truth[v] === Infinity || v === source) continue;
        const first = flood.labels[v] & 0xff;
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

/** By cell: the first moves of all cheapest paths in canonical order, found step by step from the source. */
function canonicalFirstMoves(grid: Grid, source: number): Uint8Array {
  const order = canonicalOrder(grid.corners !== 'never');
  const truth = oracleDistances(grid, source);
  const firsts = new Uint8Array(8 * grid.vertexCount);
  const found = new Uint8Array(grid.vertexCount);
  const go = (v: number, d: number, first: number): void => {
    const w = v + grid.offsets[d];
    if (Math.abs(truth[v] + grid.lengths[d] - truth[w]) > 1e-9) return;
    firsts[8 * w + d] |= first;
    found[w] |= first;
  };
  for (let d = 0; d < 8; d++) if (((grid.moves[source] >> d) & 1) === 1) go(source, d, 1 << d);
  const cells = [...grid.cells.keys()].filter((v) => v !== source && grid.cells[v] > 0 && truth[v] < Infinity);
  for (const v of cells.sort((a, b) => truth[a] - truth[b])) {
    for (let arrival = 0; arrival < 8; arrival++) {
      const successors = firsts[8 * v + arrival] === 0 ? 0 : order[(arrival << 8) | grid.moves[v]];
      for (let d = 0; d < 8; d++) if (((successors >> d) & 1) === 1) go(v, d, firsts[8 * v + arrival]);
    }
  }
  return found;
}

test('no canonical path is missing, whichever flood came before', () => {
  fc.assert(
    fc.property(uniform, (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const flood = new CanonicalFlood(grid);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      for (const source of cells) {
        flood.run(source);
        const expected = canonicalFirstMoves(grid, source);
        for (const v of cells) expect(expected[v] & ~flood.labels[v], `${source} to ${v}`).toBe(0);
      }
    }),
    { numRuns: runs(60), seed: 4 },
  );
});

test('lines may be longer than the part that is expanded at once', () => {
  const long = fc.record({ corners: fc.constantFrom('never' as const, 'one' as const, 'always' as const), walls: fc.array(fc.tuple(fc.nat(129), fc.nat(6)), { maxLength: 40 }), upright: fc.boolean() });
  fc.assert(
    fc.property(long, fc.nat(), ({ corners, walls, upright }, pick) => {
      const grid = new Grid(upright ? 7 : 130, upright ? 130 : 7, { corners });
      for (const [x, y] of walls) grid.setBlocked(upright ? y : x, upright ? x : y, true);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const flood = new CanonicalFlood(grid);
      for (const source of [cells[0], cells[pick % cells.length]]) {
        flood.run(source);
        const truth = oracleDistances(grid, source);
        const expected = canonicalFirstMoves(grid, source);
        for (const v of cells) {
          if (Math.abs(costOf(flood, v) - truth[v]) > 1e-9) expect(costOf(flood, v), `${source} to ${v}`).toBe(truth[v]);
          if ((expected[v] & ~flood.labels[v]) !== 0) expect(flood.labels[v] & 0xff, `${source} to ${v}`).toBe(expected[v]);
        }
      }
    }),
    { numRuns: runs(60), seed: 5 },
  );
});

test('a board with only its diagonals free has more open entries than cells', () => {
  const rows = Array.from({ length: 24 }, (_, y) => Array.from({ length: 24 }, (_, x) => ((x + y) % 2 === 0 ? '.' : '#')).join(''));
  const grid = Grid.fromRows(rows, { corners: 'always' });
  const flood = new CanonicalFlood(grid);
  const source = grid.vertex(12, 12);
  flood.run(source);
  expect(flood['entryCount']).toBeGreaterThan(grid.terrain.free);
  const truth = oracleDistances(grid, source);
  const expected = canonicalFirstMoves(grid, source);
  for (let v = 0; v < grid.vertexCount; v++) {
    if (grid.cells[v] === 0) continue;
    expect(costOf(flood, v)).toBeCloseTo(truth[v], 9);
    expect(expected[v] & ~flood.labels[v]).toBe(0);
  }
});

test('distant floods one after the other do not run out of numbers', () => {
  // Each flood uses lower numbers than the one before, by two thousand steps; 31 bits hold 155,000 steps.
  const grid = new Grid(2000, 1);
  const flood = new CanonicalFlood(grid);
  const ends = [grid.vertex(0, 0), grid.vertex(1999, 0)];
  for (let i = 0; i < 200; i++) {
    flood.run(ends[i % 2]);
    expect([costOf(flood, ends[0]), costOf(flood, ends[1])], `flood ${i}`).toEqual(i % 2 === 0 ? [0, 1999] : [1999, 0]);
    expect(flood.labels[ends[1 - (i % 2)]] & 0xff).toBe(i % 2 === 0 ? 1 : 4);
  }
});

test('other worlds are rejected', () => {
  expect(followsCanonicalOrder(Grid.fromRows(['.2']))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { movement: 'four' }))).toBe(false);
  expect(followsCanonicalOrder(new Grid(2, 2, { metric: '5/7' }))).toBe(false);
});
