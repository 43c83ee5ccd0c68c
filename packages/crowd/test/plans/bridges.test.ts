import { EdgeCosts, seededRandom } from '@pf/graph';
import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StepCycles } from '../../src/plans/bridges.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { crowds } from './crowds.ts';

test('a step lies on a cycle if another path than the step back leads back', () => {
  fc.assert(
    fc.property(crowds(0, 5, 6), ({ graph }) => {
      const steps = new StepTable(graph);
      const headsOf = (v: number): Int32Array => steps.heads.subarray(v * steps.width, v * steps.width + steps.degrees[v]);
      const joins = (v: number, u: number): boolean => {
        const seen = new Set([v]);
        for (const a of seen) for (const b of headsOf(a)) if (a !== v || b !== u) seen.add(b);
        return seen.has(u);
      };
      const all = Array.from(steps.degrees, (_, v) => v);
      const cycles = new StepCycles(steps);
      for (const v of all) for (const u of headsOf(v)) expect(cycles.has(v, u)).toBe(joins(u, v));
    }),
    { numRuns: runs(1500), seed: 1 },
  );
});

test('after edits, single steps are found to lie on cycles or not, near and far', () => {
  const random = seededRandom(3);
  const int = (n: number): number => Math.floor(random() * n);
  const counts = [0, 0];
  // Small mazes, and rooms with corridors between them, each of more cells than are searched around a step.
  for (const [size, rounds] of [[4, runs(60)], [90, 6]]) {
    const grid = new Grid(size, size, { movement: 'four' });
    if (size > 4) for (const x of [41, 42, 43, 44]) grid.setRectangle(x, 0, 1, size, 0);
    if (size > 4) grid.setRectangle(41, 50, 4, 1, 1);
    const edges = new EdgeCosts(grid);
    const steps = new StepTable(edges);
    const cycles = new StepCycles(steps);
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < 3; k++) {
        const [x, y] = [int(size), int(size)];
        if (size === 4 || x < 41 || x > 44) grid.setBlocked(x, y, random() < 0.4);
      }
      if (round % 5 === 4) edges.set(grid.vertex(0, 0), grid.vertex(1, 0), round % 2 === 0 ? Infinity : undefined, 'one-way');
      steps.refresh();
      const fresh = new StepCycles(new StepTable(edges));
      for (let k = 0; k < 60; k++) {
        const v = k < 20 && size > 4 ? grid.vertex(40 + int(6), 50) : grid.vertex(int(size), int(size));
        for (let i = v * steps.width; i < v * steps.width + steps.degrees[v]; i++) {
          const expected = fresh.has(v, steps.heads[i]);
          expect(cycles.has(v, steps.heads[i])).toBe(expected);
          counts[Number(expected)]++;
        }
        expect(cycles.has(v, v) || cycles.has(v, v + 7)).toBe(false);
      }
    }
  }
  expect(Math.min(...counts)).toBeGreaterThan(500);
});

test('an edit far away does not make all steps be computed again', () => {
  const grid = new Grid(60, 60);
  const steps = new StepTable(grid);
  const cycles = new StepCycles(steps);
  const { revision } = steps;
  grid.setBlocked(55, 55, true);
  steps.refresh();
  expect(steps.revision).toBeGreaterThan(revision);
  expect(cycles.has(grid.vertex(3, 3), grid.vertex(4, 3))).toBe(true);
  expect((cycles as unknown as { readonly revision: number }).revision).toBe(revision);
});
