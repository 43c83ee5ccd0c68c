import { bytesHeld } from '@pf/testkit';
import { expect, test } from 'vitest';
import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '../src/index.ts';

test('queues take the memory that the README states', () => {
  const c = 100_000;
  const perId = (queue: object): number => Math.round(bytesHeld(queue) / c);
  expect([new BinaryHeap(c), new BinaryHeap(c, { ties: 'fifo' }), new TupleHeap(c, 2), new TupleHeap(c, 3), new BucketQueue(c), new LazyHeap(c)].map(perId)).toEqual([16, 24, 24, 32, 12, 12]);
  expect(bytesHeld(new MonotoneQueue(0))).toBeCloseTo(29_000, -3);
  expect(perId(new MonotoneQueue(c))).toBe(16);
  // Entries near the smallest key are in a heap.
  const queue = new MonotoneQueue(0);
  for (let id = 0; id < 2 ** 16; id++) queue.push(id, 1);
  expect(Math.round((bytesHeld(queue) - bytesHeld(new MonotoneQueue(0))) / 2 ** 16)).toBe(12);
});
