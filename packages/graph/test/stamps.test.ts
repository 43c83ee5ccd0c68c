import { expect, test } from 'vitest';
import { LAST_STAMP as LAST, nextStamp } from '../src/kit.ts';

test.each([Int32Array, Uint32Array])('stamps in %o are cleared when they run out, before a search uses more than the last', (Stamps) => {
  const stamps = Stamps.of(7, LAST);
  expect(stamps[1]).toBe(2 ** 31 - 1);
  expect([nextStamp(stamps, 0), nextStamp(stamps, 4, 4), nextStamp(stamps, LAST - 1), nextStamp(stamps, LAST - 7, 4)]).toEqual([1, 8, LAST, LAST - 3]);
  expect([...stamps]).toEqual([7, LAST]);
  expect([nextStamp(stamps, LAST), ...stamps]).toEqual([1, 0, 0]);
  stamps.fill(9);
  expect([nextStamp(stamps, LAST - 6, 4), ...stamps]).toEqual([4, 0, 0]);
});
