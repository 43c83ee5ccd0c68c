import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { components } from '../src/components.ts';
import type { Faces } from '../src/faces.ts';
import { seeded } from './worlds.ts';

/** The component of each of `count` faces without neighbours. */
function linked(count: number, pairs: readonly (readonly [number, number])[]): Int32Array {
  const out = new Int32Array(count);
  components({ stride: 1, sides: new Uint8Array(count).fill(1), capacity: count } as unknown as Faces, new Int32Array(count).fill(-1), pairs, out);
  return out;
}

test('faces that pairs connect, in any order, have the number of the first of them', () => {
  for (let seed = 0; seed < runs(100); seed++) {
    const random = seeded(seed), count = 1 + Math.floor(40 * random()), face = (): number => Math.floor(count * random());
    const pairs = Array.from({ length: Math.floor(count * random()) }, () => [face(), face()] as const), first = Array.from({ length: count }, (_, f) => f);
    for (let i = 0; i < count; i++) for (const [f, g] of pairs) first[f] = first[g] = Math.min(first[f], first[g]);
    expect([...linked(count, pairs)], `seed ${seed}`).toEqual(first);
  }
});

test('a chain of links takes about the same time in either order', () => {
  const chain = Array.from({ length: 29_999 }, (_, i) => [i, i + 1] as const);
  const time = (pairs: typeof chain): number => {
    const before = process.cpuUsage();
    linked(30_000, pairs);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const forth = time(chain), back = time([...chain].reverse());
  expect(back).toBeLessThan(20 * forth + 500_000);
});
