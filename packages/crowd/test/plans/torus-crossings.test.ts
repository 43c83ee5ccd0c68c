import { avoiding, EdgeCosts, type Graph } from '@pf/graph';
import { Grid, LinkedGrid, TorusGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dispatcher, DistanceTables, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, validatePlan } from '../../src/index.ts';
import { crossingsOf } from '../../src/plans/crossings.ts';
import { crowdOn } from './crowds.ts';
import { leastCost } from './joint-oracle.ts';

const torusShapes = fc.record({
  width: fc.integer({ min: 2, max: 5 }),
  height: fc.integer({ min: 2, max: 5 }),
  joins: fc.constantFrom('both' as const, 'columns' as const, 'rows' as const),
  corners: fc.constantFrom('never' as const, 'one' as const, 'always' as const),
  blocked: fc.array(fc.nat(99), { maxLength: 4 }),
});

type Shape = typeof torusShapes extends fc.Arbitrary<infer T> ? T : never;
type Middles = (from: number, to: number) => string[];

/** A small torus, its free cells, and the points in which a step between two cells may cross another: on the torus that the cells cover, in half cells. */
function torusOf({ width, height, joins, corners, blocked }: Shape): { grid: Grid; torus: TorusGrid; middles: Middles; free: number[] } {
  const grid = new Grid(width, height, { corners });
  for (const cell of blocked) grid.setBlocked(cell % width, Math.floor(cell / width) % height, true);
  const torus = new TorusGrid(grid, { joins });
  const [columns, rows] = [joins === 'rows' ? 99 : width, joins === 'columns' ? 99 : height];
  const middles: Middles = (from, to) => {
    const out: string[] = [];
    for (const dx of [-1, 1]) {
      for (const dy of [-1, 1]) {
        const [x, y] = [grid.x(from) + dx, grid.y(from) + dy];
        if ((x + columns) % columns !== grid.x(to) || (y + rows) % rows !== grid.y(to)) continue;
        out.push(`${(2 * x - dx + 2 * columns) % (2 * columns)} ${(2 * y - dy + 2 * rows) % (2 * rows)}`);
      }
    }
    return out;
  };
  const all = Array.from({ length: width * height }, (_, i) => grid.vertex(i % width, Math.floor(i / width)));
  return { grid, torus, middles, free: all.filter((v) => grid.cells[v] > 0) };
}

function crosses(middles: Middles, a: number, b: number, c: number, d: number): boolean {
  const there = middles(c, d);
  return middles(a, b).some((point) => there.includes(point));
}

/** Fails if two of the units are on one cell, swap, or cross. */
function checkRow(middles: Middles, before: readonly number[], after: readonly number[]): void {
  expect(new Set(after).size).toBe(after.length);
  for (const [i, v] of after.entries()) {
    for (const [j, u] of after.slice(0, i).entries()) {
      expect(v === before[j] && u === before[i], 'swap').toBe(false);
      expect(crosses(middles, before[i], v, before[j], u), `${before[i]} to ${v} crosses ${before[j]} to ${u}`).toBe(false);
    }
  }
}

test('diagonals of a torus cross over the joined edges too', () => {
  fc.assert(
    fc.property(torusShapes, (shape) => {
      const { torus, middles } = torusOf({ ...shape, blocked: [] });
      const to = new Uint32Array(8);
      const moves: [number, number][] = [];
      for (let v = 0; v < torus.vertexCount; v++) {
        const n = torus.hasVertex(v) ? torus.successors(v, to, new Float64Array(8)) : 0;
        for (const u of new Set(to.subarray(0, n))) moves.push([v, u]);
      }
      for (const [a, b] of moves) {
        for (const [c, d] of moves) {
          if (a === c || b === d || (a === d && b === c)) continue;
          expect(validatePlan(torus, [a, c, b, d], [a, c], [b, d])?.kind).toBe(crosses(middles, a, b, c, d) ? 'crossing' : undefined);
        }
      }
    }),
    { numRuns: runs(6), seed: 1 },
  );
});

test('without diagonals there are no crossings, and views have those of their torus', () => {
  for (const movement of ['four', 'hex'] as const) expect(crossingsOf(new TorusGrid(new Grid(4, 4, { movement })))).toBeUndefined();
  const torus = new TorusGrid(new Grid(4, 4));
  const out = new Int32Array(2);
  const at = (x: number, y: number): number => torus.grid.vertex(x, y);
  expect(crossingsOf(new EdgeCosts(avoiding(torus, () => false)))!(at(3, 3), at(0, 0), out)).toBe(2);
  expect([...out]).toEqual([at(0, 3), at(3, 0)]);
});

test('units on a torus do not cross: dispatchers, PIBT, LaCAM, and paths among reservations', () => {
  fc.assert(
    fc.property(torusShapes, fc.integer({ min: 2, max: 9 }), fc.nat(), (shape, units, seed) => {
      const { torus, middles, free } = torusOf(shape);
      fc.pre(free.length > 0);
      const { starts, goals } = crowdOn(torus, free, units, seed);
      fc.pre(starts.length > 0);
      const dispatcher = new Dispatcher(torus, { planner: ((astar) => () => astar)(new AStar(torus)), collisions: 'avoid' });
      const ids = starts.map((v) => dispatcher.add(v));
      for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i]);
      const pibt = new PIBT(torus);
      pibt.begin(starts, goals);
      const inTime = new RealTimeLaCAM(torus);
      inTime.begin(starts, goals);
      const stepwise: [() => void, (i: number) => number][] = [
        [() => void dispatcher.frame({ expansions: 200 }), (i) => dispatcher.position(ids[i])],
        [() => void pibt.step(), (i) => pibt.position(i)],
        [() => void inTime.step(8), (i) => inTime.position(i)],
      ];
      for (const [step, position] of stepwise) {
        let before = [...starts];
        for (let t = 0; t < 12; t++) {
          step();
          const after = before.map((_, i) => position(i));
          checkRow(middles, before, after);
          before = after;
        }
      }
      const few = Math.min(starts.length, 3);
      const lacam = new LaCAM(torus);
      const plan = new Uint32Array(4096);
      if (lacam.search(starts.slice(0, few), goals.slice(0, few)) === Infinity) return;
      const rows = lacam.plan(plan);
      const row = (t: number): number[] => [...plan.subarray(t * few, t * few + few)];
      for (let t = 1; t < rows; t++) checkRow(middles, row(t - 1), row(t));
      const reservations = new Reservations(torus);
      for (let i = 1; i < few; i++) reservations.add(Array.from({ length: rows }, (_, t) => row(t)[i]), 0);
      const search = new SafeIntervalSearch(torus, reservations);
      const cost = search.search(starts[0], goals[0]);
      expect(cost).toBeLessThan(rows);
      const path = new Uint32Array(cost + 1);
      search.path(path);
      for (let t = 1; t <= cost; t++) checkRow(middles, [path[t - 1], ...row(t - 1).slice(1)], [path[t], ...row(t).slice(1)]);
    }),
    { numRuns: runs(60), seed: 1 },
  );
});

test('LaCAM ends with the least sum of costs on a torus', () => {
  fc.assert(
    fc.property(torusShapes, fc.nat(), (shape, seed) => {
      fc.pre(shape.width > 2 && shape.height > 2 && shape.width * shape.height < 17);
      const { torus, middles, free } = torusOf(shape);
      const { starts, goals } = crowdOn(torus, free, 2, seed);
      // Straight steps have no middle: a text of its own for each.
      const expected = leastCost({ graph: torus, starts, goals, middle: (a, b) => middles(a, b)[0] ?? `${a} to ${b}` });
      const lacam = new LaCAM(torus);
      lacam.search(starts, goals);
      expect(lacam.improve(100_000)).toBe(true);
      expect(lacam.cost).toBe(expected);
    }),
    { numRuns: runs(40), seed: 1 },
  );
});

test.each<[string, (grid: Grid) => Graph]>([
  ['a grid with links', (grid) => new LinkedGrid(grid)],
  ['a view of a grid with links', (grid) => avoiding(new LinkedGrid(grid), () => false)],
  ['a view of one\'s own', (grid) => ({
    vertexCount: grid.vertexCount, maxDegree: grid.maxDegree, viewOf: grid,
    successors: (v, to, cost) => grid.successors(v, to, cost),
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
  })],
])('%s has the crossings of its grid, so units that avoid each other do not cross', (_name, worldOf) => {
  const grid = new Grid(2, 2);
  const world = worldOf(grid);
  const astar = new AStar(world);
  const army = new Dispatcher(world, { planner: () => astar, collisions: 'avoid' });
  const [a, b] = [army.add(grid.vertex(0, 0)), army.add(grid.vertex(1, 0))];
  army.order(a, grid.vertex(1, 1));
  army.order(b, grid.vertex(0, 1));
  army.frame({ expansions: 1000 });
  expect([army.position(a), army.position(b)]).not.toEqual([grid.vertex(1, 1), grid.vertex(0, 1)]);
  for (let frame = 0; frame < 9; frame++) army.frame({ expansions: 1000 });
  expect([army.position(a), army.position(b)]).toEqual([grid.vertex(1, 1), grid.vertex(0, 1)]);
});

test('a search on a grid with links rejects tables of the grid alone, whose distances are too long', () => {
  const grid = Grid.fromRows(['...', '###', '...']);
  const world = new LinkedGrid(grid);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(0, 2)];
  world.addLink({ from: start, to: goal, cost: 1 });
  expect(() => new SafeIntervalSearch(world, new Reservations(world), { distances: new DistanceTables(grid) })).toThrow('The distance tables are of another graph');
  expect(new SafeIntervalSearch(world, new Reservations(world), { distances: new DistanceTables(world) }).search(start, goal)).toBe(1);
});
