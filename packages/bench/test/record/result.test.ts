import { describe, expect, it } from 'vitest';
import { column, readResult, Recorder, silent } from '../../src/index.ts';
import type { Result } from '../../src/index.ts';
import { formatVerdict } from '../../src/write/format.ts';
import { sample } from '../sample.ts';

const copy = (): Record<string, unknown> & Result => JSON.parse(JSON.stringify(sample())) as Record<string, unknown> & Result;

/** Sets the value at a path of keys. */
function set(of: unknown, path: readonly (string | number)[], value: unknown): unknown {
  let at = of as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return of;
}

describe('readResult', () => {
  it('reads what the recorder writes, through JSON and back', () => {
    expect(readResult(copy())).toEqual(sample());
  });

  it.each<[readonly (string | number)[], unknown, RegExp]>([
    [['schema'], 2, /^file: schema is 2, this version reads 1\.$/],
    [['schema'], undefined, /schema is undefined/],
    [['seed'], '1', /seed is "1", expected a number/],
    [['effort'], 'huge', /effort is "huge"/],
    [['machine'], null, /machine is not an object/],
    [['machine', 'cores'], 'two', /machine\.cores is "two"/],
    [['tables', 0, 'columns', 0, 'kind'], 'colour', /tables\[0\]\.columns\[0\]\.kind is "colour"/],
    [['rows'], {}, /rows is not a list/],
    [['rows', 1, 'table'], 'nowhere', /rows\[1\]\.table is "nowhere"/],
    [['rows', 0, 'stray'], 1, /rows\[0\]\.stray is no column/],
    [['rows', 0, 'time'], { value: 1, low: 1 }, /rows\[0\]\.time\.high is undefined/],
    [['rows', 0, 'time'], [1], /rows\[0\]\.time is not an object/],
    [['claims', 0, 'pass'], 'yes', /claims\[0\]\.pass is "yes"/],
    [['claims', 0, 'bounds'], [1], /claims\[0\]\.bounds has not two entries/],
    [['claims', 0, 'ours'], 'much', /claims\[0\]\.ours is "much"/],
    [['figures', 0, 'kind'], 'cake', /figures\[0\]\.kind is "cake"/],
    [['notes', 0], 7, /notes\[0\] is not a sentence/],
  ])('rejects %j = %j', (path, value, sentence) => {
    expect(() => readResult(set(copy(), path, value), 'file')).toThrow(sentence);
  });

  it.each([null, [], 'text', 1])('rejects %j', (value) => {
    expect(() => readResult(value, 'file')).toThrow(/^file: /);
  });
});

describe('Recorder', () => {
  const make = () => new Recorder({ name: 'x', title: 'X', reproduces: 'y' }, { seed: 1, effort: 'tiny' }, silent);
  const claimed = (statement: object) => {
    const record = make();
    record.claim({ name: 'c', source: 's', unit: '×', ours: 1, anySize: true, ...statement });
    return record.result().claims[0];
  };

  it.each([
    [{ atLeast: 2, ours: 2 }, true], [{ atLeast: 2, ours: 1.99 }, false], [{ atMost: 2, ours: 2 }, true], [{ atMost: 2, ours: 2.01 }, false],
    [{ atLeast: 1, atMost: 2, ours: 1.5 }, true], [{ atLeast: 1, atMost: 2, ours: 2.5 }, false], [{ reference: 5, ours: 6 }, null],
    [{ atLeast: 2, ours: null }, false], [{ atMost: 2, ours: NaN }, false],
  ])('judges %j as %s', (statement, pass) => {
    expect(claimed(statement).pass).toBe(pass);
  });

  it('judges a bound of a full run only in a full run, and prints the figure in a shorter one', () => {
    const of = (effort: 'quick' | 'full') => {
      const record = new Recorder({ name: 'x', title: 'X', reproduces: 'y' }, { seed: 1, effort }, silent);
      record.claim({ name: 'fast', source: 's', unit: '×', ours: 1, atLeast: 2 });
      return record.result().claims[0];
    };
    expect([of('full').pass, formatVerdict(of('full'))]).toEqual([false, 'fails']);
    expect([of('quick').pass, of('quick').ours, formatVerdict(of('quick'))]).toEqual([null, 1, 'full run only']);
    expect(formatVerdict({ ...of('quick'), ours: null })).toBe('not measured');
  });

  it('gives the ratio to the reference, with an interval if there is one', () => {
    expect(claimed({ reference: 4, atLeast: 2, ours: { value: 3, low: 2.5, high: 3.5, n: 9 } })).toMatchObject({ ratio: 0.75, ours: 3, interval: [2.5, 3.5] });
  });

  it('writes no number that JSON does not allow', () => {
    const record = make();
    record.table('t', 'T', { a: column.time('a') });
    record.row('t', { a: Infinity });
    record.row('t', { a: { value: NaN, low: 0, high: 1 } });
    record.row('t', { a: { value: 2, low: 2, high: Infinity } });
    expect(record.result().rows.map((row) => row['a'])).toEqual([null, null, 2]);
  });

  it('rejects rows without a table and cells without a column', () => {
    const record = make();
    expect(() => record.row('t', {})).toThrow('There is no table t');
    record.table('t', 'T', {});
    expect(() => record.row('t', { a: 1 })).toThrow('no column a');
  });
});
