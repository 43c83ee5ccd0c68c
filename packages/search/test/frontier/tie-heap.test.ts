import { seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import type { Ties } from '../../src/index.ts';
import { TieHeap } from '../../src/tie-heap.ts';

const ranks: Readonly<Record<Ties, (g: number, serial: number) => number>> = { 'larger-g': (g) => -g, 'smaller-g': (g) => g, 'lifo': (_, serial) => -serial, 'fifo': (_, serial) => serial };

test.each(Object.entries(ranks) as [Ties, (g: number, serial: number) => number][])('3000 entries with few different keys leave in order: %s', (ties, rank) => {
  const random = seededRandom(7);
  const heap = new TieHeap(ties);
  expect([heap.size, heap.floor(), heap.peek(), heap.pop()]).toEqual([0, Infinity, -1, -1]);
  // Twice: after `clear` it starts anew.
  for (let round = 0; round < 2; round++) {
    const entries = Array.from({ length: 3000 }, (_, v) => ({ v, f: Math.floor(20 * random()), g: random() }));
    for (const { v, f, g } of entries) heap.push(v, f, g);
    expect(heap.size).toBe(3000);
    entries.sort((a, b) => a.f - b.f || rank(a.g, a.v) - rank(b.g, b.v));
    for (const { v, f } of entries.slice(0, 2500 + 500 * round)) {
      if (heap.floor() !== f || heap.peek() !== v || heap.pop() !== v) throw new Error(`vertex ${v} with key ${f} should be the first, not ${heap.peek()} with ${heap.floor()}`);
    }
    heap.clear();
    expect([heap.size, heap.floor(), heap.pop()]).toEqual([0, Infinity, -1]);
  }
});
