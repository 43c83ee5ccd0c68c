import { seededRandom } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignGoals } from '../../src/index.ts';

/** The least sum of costs over all assignments of the units from `unit` on. */
function leastSum(costs: readonly number[], units: number, unit = 0, taken = 0): number {
  if (unit === units) return 0;
  const goals = costs.length / units;
  let least = Infinity;
  for (let goal = 0; goal < goals; goal++) {
    if ((taken & (1 << goal)) === 0) least = Math.min(least, costs[unit * goals + goal] + leastSum(costs, units, unit + 1, taken | (1 << goal)));
  }
  return least;
}

function sumOf(costs: ArrayLike<number>, out: Uint32Array): number {
  return out.reduce((sum, goal, unit) => sum + costs[(unit * costs.length) / out.length + goal], 0);
}

test('the sum of costs is the least of all assignments', () => {
  const cost = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -5, max: 9 }) }, { weight: 2, arbitrary: fc.constant(Infinity) });
  const tables = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 2 })).chain(([units, spare]) => {
    const length = units * (units + (units < 6 ? spare : 0));
    return fc.record({ units: fc.constant(units), costs: fc.array(cost, { minLength: length, maxLength: length }) });
  });
  let impossible = 0;
  fc.assert(
    fc.property(tables, ({ units, costs }) => {
      const least = leastSum(costs, units);
      if (least === Infinity) {
        impossible++;
        expect(() => assignGoals(costs, units)).toThrow('No assignment is possible: ');
        return;
      }
      const out = assignGoals(costs, units);
      expect(new Set(out).size).toBe(units);
      expect(sumOf(costs, out)).toBe(least);
    }),
    { numRuns: runs(1000), seed: 1 },
  );
  expect(impossible).toBeGreaterThan(20);
});

test.each([[50, 50], [40, 60]])('no chain of changes makes the goals of %i units among %i cheaper', (units, goals) => {
  for (let seed = 1; seed <= 5; seed++) {
    const random = seededRandom(seed);
    const costs = Float64Array.from({ length: units * goals }, () => (random() < 0.2 ? Infinity : Math.floor(random() * 1000)));
    const out = assignGoals(costs, units);
    expect(new Set(out).size).toBe(units);
    expect(sumOf(costs, out)).toBeLessThan(Infinity);
    // Owners of goals: a unit, or nobody, who takes any goal for nothing. A change moves a unit to the goal of another one; a cheaper assignment would be a negative cycle.
    const unitOf = new Map([...out].map((goal, unit) => [goal, unit]));
    const gain = Array.from({ length: goals }, (_, from) => Array.from({ length: goals }, (_, to) => {
      const unit = unitOf.get(from);
      return unit === undefined ? 0 : costs[unit * goals + to] - costs[unit * goals + from];
    }));
    for (let k = 0; k < goals; k++) for (const row of gain) for (let j = 0; j < goals; j++) row[j] = Math.min(row[j], row[k] + gain[k][j]);
    for (let k = 0; k < goals; k++) expect(gain[k][k]).toBe(0);
  }
});

test('names the units that have too few goals, and rejects wrong tables', () => {
  const none = Infinity;
  expect(() => assignGoals([1, 2, none, none], 2)).toThrow('No assignment is possible: every goal of unit 1 costs Infinity.');
  expect(() => assignGoals([1, none, none, 1, 2, 3, 4, none, none], 3)).toThrow('No assignment is possible: for units 0, 2 the number of possible goals is only 1.');
  const eight = Array.from({ length: 64 }, (_, k) => (k % 8 === 0 ? none : 1));
  expect(() => assignGoals(eight, 8)).toThrow('No assignment is possible: for 8 units, such as 0, 1, 2, 3, 4, 5, the number of possible goals is only 7.');
  expect(() => assignGoals([1, 2], 2)).toThrow('There are more units than goals, 2 and 1: each unit needs a goal of its own.');
  expect(() => assignGoals([1, 2, 3], 2)).toThrow('The costs of 2 units are as many rows of one length, got 3 costs in all.');
  expect(() => assignGoals([1], 0)).toThrow('The costs of 0 units');
  for (const units of [-1, 0.5, NaN]) expect(() => assignGoals([1], units)).toThrow('The number of units must be a whole number');
  for (const cost of [NaN, -Infinity, null as never, '7' as never]) expect(() => assignGoals([1, 2, cost, 3], 2)).toThrow('The cost of unit 1 and goal 0 must be a number, or Infinity if it is impossible');
  expect(assignGoals([], 0)).toHaveLength(0);
});
