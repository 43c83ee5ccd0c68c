import { expect, test } from 'vitest';
import { compare } from '../compare.js';
import { Ledger } from '../programs/ledger.js';

const like = { queues: { heap: '9 numbers, a1' }, robots: { curves: '3 numbers, b2' } };

test('platforms of the same outcome share a row', () => {
  const { table, faults } = compare([{ name: 'Node 24', lines: like }, { name: 'Bun', lines: structuredClone(like) }]);
  expect(faults).toEqual([]);
  expect(table.split('\n').at(-1)).toBe('| Node 24; Bun | 2 | 2 | none |');
});

test('other numbers, a missing line, an error and a silent platform are faults; last digits of a sine are not', () => {
  const faultsOf = (lines) => compare([{ name: 'Node 24', lines: like }, { name: 'Bun', lines }]).faults;
  expect(faultsOf({ ...like, robots: { curves: '3 numbers, b3' } })).toEqual([]);
  expect(faultsOf({ ...like, queues: { heap: '9 numbers, a2' } })).toEqual(['Bun: queues: heap is 9 numbers, a2; in Node 24 it is 9 numbers, a1.']);
  expect(faultsOf({ ...like, robots: {} })).toEqual(['Bun: robots: curves is missing; in Node 24 it is 3 numbers, b2.']);
  expect(faultsOf({ ...like, queues: { ...like.queues, error: 'TypeError' } })).toContain('Bun: queues: error: TypeError');
  expect(faultsOf({ error: 'There was no answer.' })).toContain('Bun: error: There was no answer.');
});

test('a ledger distinguishes numbers to the last bit', () => {
  const of = (...values) => {
    const ledger = new Ledger();
    ledger.add('line', ...values);
    return ledger.lines.line;
  };
  expect(of(1, [2, 3])).toBe(of(1, 2, Float64Array.of(3)));
  expect(new Set([of(0.3), of(0.1 + 0.2), of(0), of(-0), of(1, 2), of(2, 1), of(), of(NaN), of(Infinity)]).size).toBe(9);
});
