import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DistanceTables, LaCAM, sumOfCosts, validatePlan } from '../../src/index.ts';
import { crossingsOf } from '../../src/plans/crossings.ts';
import { NeighbourhoodSearch } from '../../src/plans/neighbourhood-search.ts';
import { OccupiedTimes } from '../../src/plans/occupied-times.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { checkOccupancy } from '../time/check-occupancy.ts';
import { crowdOn, crowds } from './crowds.ts';
import type { Crowd } from './crowds.ts';
import { leastCost } from './joint-oracle.ts';

/** A search over the first plan of a crowd; undefined if there is none. */
function searchOver({ graph, starts, goals }: Crowd, seed: number): NeighbourhoodSearch | undefined {
  const lacam = new LaCAM(graph);
  lacam.begin(starts, goals);
  if (starts.length === 0 || !lacam.run(500) || lacam.cost === Infinity) return undefined;
  const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
  lacam.plan(plan);
  const distances = new DistanceTables(graph);
  const slots = new Int32Array(goals.length);
  distances.claim(goals, goals.length, slots);
  const lengths = Int32Array.from(starts, (v, i) => distances.distance(slots[i], v));
  return new NeighbourhoodSearch(new StepTable(graph), distances, slots, Int32Array.from(goals), crossingsOf(graph), lengths, plan, seed);
}

test('plans stay valid, and their costs fall', () => {
  let searched = 0, fallen = 0;
  fc.assert(
    fc.property(crowds(40, 9, 20), fc.nat(1000), (crowd, seed) => {
      const { graph, starts, goals } = crowd;
      const search = searchOver(crowd, seed);
      if (search === undefined) return;
      for (let round = 0; round < 4; round++) {
        const before = search.cost;
        const plan = search.plan();
        expect(validatePlan(graph, plan, starts, goals)).toBeUndefined();
        expect(sumOfCosts(plan, goals)).toBe(before);
        expect(search.run(60)).toBeGreaterThanOrEqual(60);
        expect(search.cost).toBeLessThanOrEqual(before);
        if (round === 0 && search.cost < before) fallen++;
      }
      searched++;
    }),
    { numRuns: runs(600), seed: 1 },
  );
  expect(searched).toBeGreaterThan(runs(600) / 10);
  expect(fallen).toBeGreaterThan(searched / 10);
});

test('few units seldom cost more than they must', () => {
  let [more, worlds] = [0, 0];
  fc.assert(
    fc.property(crowds(3, 4, 8), (crowd) => {
      const search = searchOver(crowd, 1);
      if (search === undefined) return;
      search.run(400);
      const least = leastCost(crowd);
      expect(search.cost).toBeGreaterThanOrEqual(least);
      more += search.cost - least;
      worlds += least;
    }),
    { numRuns: runs(100), seed: 5 },
  );
  expect(more).toBeLessThanOrEqual(0.1 * worlds);
});

test('the plan of a dense crowd becomes far cheaper', () => {
  // Shelves with aisles of one cell.
  const grid = Grid.fromRows(Array.from({ length: 19 }, (_, y) => Array.from({ length: 24 }, (_, x) => (y % 3 > 0 && x % 8 > 1 ? '#' : '.')).join('')), { movement: 'four' });
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const { starts, goals } = crowdOn(grid, free, 70, 1);
  const lacam = new LaCAM(grid);
  const before = lacam.search(starts, goals);
  lacam.improve(4000);
  const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
  lacam.plan(plan);
  expect(validatePlan(grid, plan, starts, goals)).toBeUndefined();
  expect(lacam.cost).toBeLessThan(0.8 * before);
});

test('without memory for neighbourhoods a plan is still kept, and improved by the search of joint states', () => {
  const grid = Grid.fromRows(['.......', '##.#.##', '.......'], { movement: 'four' });
  const starts = [[0, 0], [1, 0], [6, 0], [5, 0]].map(([x, y]) => grid.vertex(x, y));
  const goals = [[6, 0], [6, 2], [0, 0], [1, 0]].map(([x, y]) => grid.vertex(x, y));
  const lacam = new LaCAM(grid);
  lacam.search(starts, goals);
  let failed = 0;
  vi.stubGlobal('Uint16Array', class extends Uint16Array {
    constructor(length: number) {
      if (length > 4 * grid.vertexCount) throw failed++, new RangeError('Array buffer allocation failed');
      super(length);
    }
  });
  onTestFinished(() => { vi.unstubAllGlobals(); });
  while (!lacam.improve(1000));
  expect(failed).toBeGreaterThan(0);
  expect([lacam.bound, lacam.cost]).toEqual([1, leastCost({ graph: grid, starts, goals })]);
});

test('the times at which vertices are occupied are those of the paths', () => {
  const cell = fc.nat(3);
  // Some plans have more than 64 steps: the times are kept in words of 32.
  const rows = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 30, max: 70 })).chain((steps) => fc.tuple(fc.constant(steps), fc.array(fc.array(cell, { minLength: steps, maxLength: steps }), { maxLength: 3 })));
  fc.assert(
    fc.property(rows, fc.constantFrom(3, 0xffff), ([steps, drawn], units) => {
      // No two units are on one vertex.
      const walks = drawn.filter((walk, i) => walk.every((v, t) => drawn.slice(0, i).every((other) => other[t] !== v)));
      const occupied = new OccupiedTimes(4, steps, units);
      const number = (i: number): number => units - 1 - i;
      const paths = Int32Array.from([0, ...walks.flat(), ...Array.from({ length: steps }, () => 3)]);
      walks.forEach((_, i) => { occupied.add(number(i), paths, 1 + i * steps); });
      const check = (held: readonly number[][]): void => checkOccupancy(
        occupied, [0, 1, 2, 3], 0, steps, (v, t) => held.some((walk) => walk[t] === v), (a, b, t) => held.some((walk) => walk[t - 1] === a && walk[t] === b),
      );
      check(walks);
      if (walks.length === 0) return;
      occupied.remove(paths, 1);
      check(walks.slice(1));
    }),
    { numRuns: runs(200), seed: 1 },
  );
});
