import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaCAM, sumOfCosts, validatePlan } from '../../src/index.ts';
import type { Crowd } from './crowds.ts';
import { crowds } from './crowds.ts';
import { leastCost } from './joint-oracle.ts';

const BUDGET = 1_000_000;

function planOf(lacam: LaCAM, { starts }: Crowd): Uint32Array {
  const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
  expect(lacam.plan(plan)).toBe(lacam.makespan + 1);
  return plan;
}

function checkPlan(lacam: LaCAM, crowd: Crowd): void {
  const plan = planOf(lacam, crowd);
  expect(validatePlan(crowd.graph, plan, crowd.starts, crowd.goals)).toBeUndefined();
  expect(sumOfCosts(plan, crowd.goals)).toBe(lacam.cost);
  expect(lacam.cost).toBeGreaterThanOrEqual(lacam.lowerBound);
}

test('solves exactly the solvable problems, and ends with the least sum of costs', () => {
  fc.assert(
    fc.property(crowds(3, 4, 8), fc.nat(1000), (crowd, seed) => {
      const expected = leastCost(crowd);
      const lacam = new LaCAM(crowd.graph, { seed });
      const first = lacam.search(crowd.starts, crowd.goals);
      expect(first === Infinity).toBe(expected === Infinity);
      if (first === Infinity) {
        expect([lacam.plan(new Uint32Array(0)), lacam.makespan, lacam.improve(1)]).toEqual([0, Infinity, true]);
        return;
      }
      checkPlan(lacam, crowd);
      expect(lacam.improve(BUDGET)).toBe(true);
      expect([lacam.cost, lacam.bound]).toEqual([expected, 1]);
      checkPlan(lacam, crowd);
    }),
    { numRuns: runs(150), seed: 1 },
  );
});

test.each(['sum-of-costs', 'makespan'] as const)('the least %s of many tiny problems, in slices, with a bound from the first plan on', (objective) => {
  fc.assert(
    fc.property(crowds(3, 3, 4), fc.integer({ min: 1, max: 40 }), fc.nat(9), (crowd, slice, seed) => {
      fc.pre(crowd.graph.vertexCount < 26);
      const expected = leastCost(crowd, objective);
      const lacam = new LaCAM(crowd.graph, { objective, seed });
      lacam.begin(crowd.starts, crowd.goals);
      expect(lacam.bound).toBe(Infinity);
      while (!lacam.run(slice)) expect(lacam.makespan).toBe(Infinity);
      expect(lacam.cost === Infinity).toBe(expected === Infinity);
      if (expected === Infinity) return;
      const found = (): number => (objective === 'makespan' ? lacam.makespan : lacam.cost);
      for (let slices = 0; ; slices++) {
        expect(slices * slice).toBeLessThan(40_000);
        expect(lacam.lowerBound).toBeLessThanOrEqual(expected);
        expect(found()).toBeGreaterThanOrEqual(expected);
        if (lacam.bound < Infinity) expect(found()).toBeLessThanOrEqual(lacam.bound * expected + 1e-9);
        const before = found();
        const isDone = lacam.improve(slice);
        expect(found()).toBeLessThanOrEqual(before);
        if (isDone) break;
      }
      expect([found(), lacam.bound, lacam.lowerBound]).toEqual([expected, 1, expected]);
      if (objective === 'sum-of-costs') checkPlan(lacam, crowd);
    }),
    { numRuns: runs(1500), seed: 1 },
  );
});

/** Three units in a passage with two bays, to the places of each other: thousands of steps are tried. */
const grid = Grid.fromRows(['......', '#.##.#'], { movement: 'four' });
const starts = [0, 1, 2].map((x) => grid.vertex(x, 0));
const goals = [...starts].reverse();

test('the least sum of costs where thousands of steps are tried', () => {
  const lacam = new LaCAM(grid);
  lacam.search(starts, goals);
  const { bytes } = lacam;
  expect(bytes).toBeGreaterThan(0);
  expect([lacam.improve(BUDGET), lacam.cost, lacam.bound]).toEqual([true, leastCost({ graph: grid, starts, goals }), 1]);
  checkPlan(lacam, { graph: grid, starts, goals });
  expect(lacam.bytes).toBeGreaterThan(bytes);
});

test('improve spends its budget once: what the first plan has cost is not left for a cheaper one', () => {
  const lacam = new LaCAM(grid);
  lacam.begin(starts, goals);
  let steps = 1;
  while (!lacam.run(1)) steps++;
  const first = lacam.cost;
  const improved = [0.5, 1, 2].map((share) => {
    lacam.begin(starts, goals);
    expect(lacam.improve(Math.floor(share * steps))).toBe(false);
    return lacam.cost;
  });
  expect([...improved.slice(0, 2), improved[2] < first]).toEqual([Infinity, first, true]);
});

test('ends with the fewest steps if those are the objective', () => {
  fc.assert(
    fc.property(crowds(3, 3, 6), fc.nat(1000), (crowd, seed) => {
      const expected = leastCost(crowd, 'makespan');
      const lacam = new LaCAM(crowd.graph, { seed, objective: 'makespan' });
      lacam.search(crowd.starts, crowd.goals);
      expect(lacam.improve(BUDGET)).toBe(true);
      expect(lacam.makespan).toBe(expected);
    }),
    { numRuns: runs(60), seed: 1 },
  );
});

test('detects when units that fill a grid cannot be sorted', () => {
  // A small 15 puzzle: with one unit more, half of all starts have no solution.
  fc.assert(
    fc.property(crowds(8, 3, 6), (crowd) => {
      fc.pre(crowd.graph.vertexCount < 26 && crowd.starts.length > 3 && crowd.starts.length < 7);
      const lacam = new LaCAM(crowd.graph);
      expect(lacam.search(crowd.starts, crowd.goals) === Infinity).toBe(leastCost(crowd, 'makespan') === Infinity);
    }),
    // Unsolvable crowds can have many millions of joint states.
    { numRuns: runs(8), seed: 15 },
  );
});
