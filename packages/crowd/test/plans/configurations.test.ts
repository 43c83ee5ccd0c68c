import { expect, test } from 'vitest';
import { Configurations, hashShare } from '../../src/plans/configurations.ts';

test('configurations with the same hash are distinguished', () => {
  const seen = new Configurations(2);
  const all = Array.from({ length: 6000 }, (_, i) => Int32Array.of(i % 80, Math.floor(i / 80)));
  // Only a few hashes: far more collide than by chance.
  const hashOf = (where: Int32Array): number => (hashShare(0, where[0]) + hashShare(1, where[1])) & 7;
  all.forEach((where, id) => {
    if (id % 20 > 2) return;
    expect(seen.find(where, hashOf(where))).toBe(-1);
    seen.add(where, hashOf(where));
  });
  const ids = all.map((where) => seen.find(where, hashOf(where)));
  expect(ids.filter((id) => id >= 0)).toEqual(Array.from({ length: seen.count }, (_, id) => id));
  ids.forEach((id, i) => { expect(id < 0).toBe(i % 20 > 2); });
});

test('thousands of configurations of many units are found, each in its page', () => {
  const units = 120;
  const seen = new Configurations(units);
  const where = new Int32Array(units);
  const hashOf = (): number => where.reduce((sum, v, unit) => (sum + hashShare(unit, v)) | 0, 0);
  const of = (id: number): Int32Array => where.map((_, unit) => (id * 7 + unit * 13 + (unit === 0 ? id : 0)) % 1e6);
  const bytes: number[] = [];
  for (let id = 0; id < 2600; id++) {
    where.set(of(id));
    expect(seen.find(where, hashOf())).toBe(-1);
    expect(seen.add(where, hashOf())).toBe(id);
    bytes.push(seen.bytes);
  }
  for (let id = 0; id < 2600; id += 13) {
    where.set(of(id));
    expect([seen.find(where, hashOf()), seen.hashes[id]]).toEqual([id, hashOf()]);
    expect([...seen.page(id).subarray(seen.at(id), seen.at(id) + units)]).toEqual([...where]);
  }
  expect([seen.count, bytes[0] > 2 ** 20, bytes[2599] > 8 * units * 2600, bytes[2599] < 9 * units * 2600 + 2 ** 20]).toEqual([2600, true, true, true]);
});

test('the table grows with the configurations', () => {
  const seen = new Configurations(1);
  const { bytes } = seen;
  for (let v = 0; v < 5000; v++) seen.add(Int32Array.of(v), hashShare(0, v));
  expect([0, 4999, 5000].map((v) => seen.find(Int32Array.of(v), hashShare(0, v)))).toEqual([0, 4999, -1]);
  // A page, and tables of 16384 entries and 8192 hashes.
  expect(seen.bytes - bytes).toBe(2 ** 20 + 4 * (16384 - 4096 + 8192 - 1024));
});
