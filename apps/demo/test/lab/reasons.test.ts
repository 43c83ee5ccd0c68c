import { expect, test } from 'vitest';
import { algorithms } from '../../src/lab/recordings/algorithms.ts';
import { reasonOf } from '../../src/lab/recordings/reasons.ts';
import { ends } from '../../src/lab/scenario/scenario.ts';
import { questionOf } from './questions.ts';

const even = ['.....#....', '..#..#..#.', '..#.....#.', '..####..#.', '..........', '.#.###.##.'];
const costly = even.map((row) => row.replace('.', '5'));

test.each([
  ['costs, 8 ways', costly, 'eight', ['jps', 'jps-bounds', 'jps-plus', 'subgoals', 'theta'], 'every step costs the same'],
  ['costs, 4 ways', costly, 'four', ['jps', 'jps-bounds', 'jps-plus', 'subgoals', 'theta'], 'every step costs the same'],
  ['no costs, 4 ways', even, 'four', ['jps-bounds'], 'choose 8 ways'],
  ['no costs, 8 ways', even, 'eight', [], ''],
] as const)('on a map with %s, what cannot run gives the visitor a reason', (_, rows, movement, failing, sentence) => {
  const question = questionOf({ rows, movement, ...ends(rows) });
  const reasons = algorithms.flatMap(({ id, record }) => {
    try {
      record(question);
      return [];
    } catch (error) {
      return [[id, reasonOf(error, question.grid)] as const];
    }
  });
  expect(reasons.map(([id]) => id).sort()).toEqual(failing);
  for (const [id, reason] of reasons) expect(reason, id).toContain(sentence);
});

test('any other error is shown as it is', () => {
  expect(reasonOf(new Error('It broke.'), questionOf().grid)).toBe('It broke.');
});
