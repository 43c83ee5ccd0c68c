import { expect, test } from 'vitest';
import { searchCallsAndMore } from '../src/misuse/calls-of-searches.ts';
import { robotCalls } from '../src/misuse/calls-of-robots.ts';
import { worldCalls } from '../src/misuse/calls-of-worlds.ts';
import { failing, misuse } from '../src/misuse/misuse.ts';

const calls = [...worldCalls, ...searchCallsAndMore, ...robotCalls];

test('the calls of the table are valid without changes', () => {
  expect(failing(calls)).toEqual([]);
});

test('every wrong argument and option is rejected with a sentence: none silently, none by an error of the engine', () => {
  const { tried, faults } = misuse(calls);
  console.info(`${calls.length} functions, constructors and methods, ${tried} wrong calls`);
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(7000);
});

test('finds calls that accept anything, and calls that fail far from the cause', () => {
  const wrong = [undefined, null, 'text'];
  const kinds = [{ right: () => [7], wrong }];
  expect(misuse([{ name: 'deaf', call: () => 0, kinds }]).faults.map(({ kind }) => kind)).toEqual(['silent', 'silent', 'silent']);
  expect(misuse([{ name: 'raw', call: (list: readonly number[]) => list[0].toFixed(), kinds }]).faults.map(({ kind }) => kind)).toEqual(['raw', 'raw', 'raw']);
  const spoken = (list: unknown): void => {
    if (!Array.isArray(list)) throw new TypeError('A list is a list.');
  };
  expect(misuse([{ name: 'spoken', call: spoken, kinds }]).faults).toEqual([]);
});
