import { expect, test } from 'vitest';
import { RecentMean } from '../../src/battlefield/recent-mean.ts';

test('a mean of the last frames does not jump where their values do, and ends at 0', () => {
  const recent = new RecentMean(30);
  expect(recent.mean).toBe(0);
  for (let frame = 0; frame < 100; frame++) recent.add(frame % 2 === 0 ? 25 : 844);
  const means = Array.from({ length: 20 }, (_, frame) => {
    recent.add(frame % 2 === 0 ? 25 : 844);
    return recent.mean;
  });
  expect(new Set(means)).toEqual(new Set([435]));
  for (let frame = 0; frame < 29; frame++) recent.add(0);
  expect(recent.mean).toBeGreaterThan(0);
  recent.add(0);
  expect(recent.mean).toBe(0);
  recent.add(5);
  recent.clear();
  expect(recent.mean).toBe(0);
});
