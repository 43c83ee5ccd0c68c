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
