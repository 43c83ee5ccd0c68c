import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { answer } from '../src/index.ts';

test('the answer is the same for every question', () => {
  fc.assert(
    fc.property(fc.string(), () => {
      expect(answer()).toBe(42);
    }),
    { numRuns: runs(100), seed: 1 },
  );
});
