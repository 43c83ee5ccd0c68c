import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsOnCycles } from '../../src/plans/bridges.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { crowds } from './crowds.ts';

test('a step lies on a cycle if another path joins its ends, and nowhere if some steps lead one way only', () => {
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
      const isTwoWay = all.every((v) => headsOf(v).every((u) => headsOf(u).includes(v)));
      const onCycle = stepsOnCycles(steps);
      for (const v of all) headsOf(v).forEach((u, k) => { expect(onCycle[v * steps.width + k]).toBe(isTwoWay && joins(v, u) ? 1 : 0); });
    }),
    { numRuns: runs(1500) },
  );
});
