import { fresh } from '../../measure/separate-copy.ts';
import type { Trace } from './queue-trace.ts';

/** What every queue here can do. A queue without `decrease` gets the entry again, and the old one is skipped when it comes out. */
export interface Queue {
  push(id: number, key: number): void;
  decrease?(id: number, key: number): void;
  pop(): number;
}

/** Prepares a queue; the function does the work once and returns the sum of the keys as they came out, NaN if out of order. */
export type Work = (make: (capacity: number) => Queue) => () => number;

// Each loop below is copied for each contender (see `fresh`): it must not refer to anything outside of itself.

function drainLoop(queue: Queue, keys: Float64Array): number {
  for (let i = 0; i < keys.length; i++) queue.push(i, keys[i]);
  let sum = 0;
  let last = -Infinity;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[queue.pop()];
    if (!(key >= last)) return NaN;
    last = key;
    sum += key;
  }
  return sum;
}

/** All keys in, all keys out. */
export const fillAndDrain = (keys: Float64Array): Work => (make) => {
  const queue = make(keys.length);
  const loop = fresh(drainLoop);
  return () => loop(queue, keys);
};

function holdLoop(queue: Queue, keys: Float64Array, increments: Float64Array): number {
  const held = keys.length;
  for (let i = 0; i < held; i++) queue.push(i, (keys[i] = increments[i % increments.length] * held));
  let sum = 0;
  let last = -Infinity;
  for (let i = 0; i < increments.length; i++) {
    const id = queue.pop();
    const key = keys[id];
    if (!(key >= last)) return NaN;
    last = key;
    sum += key;
    queue.push(id, (keys[id] = key + increments[i] * held));
  }
  for (let i = 0; i < held; i++) queue.pop();
  return sum;
}

/** The hold model: so many entries stay; the smallest leaves and comes back larger. */
export const hold = (held: number, increments: Float64Array): Work => (make) => {
  const queue = make(held);
  const loop = fresh(holdLoop);
  const keys = new Float64Array(held);
  return () => loop(queue, keys, increments);
};

function mixedDecreaseLoop(queue: Required<Queue>, keys: Float64Array, { steps, others }: Mix): number {
  const held = keys.length, mask = steps.length - 1;
  for (let id = 0; id < held; id++) queue.push(id, (keys[id] = steps[id & mask]));
  let last = -Infinity;
  for (let i = 0; i < others.length; i++) {
    const id = queue.pop();
    const key = keys[id];
    if (!(key >= last)) return NaN;
    last = key;
    queue.push(id, (keys[id] = key + steps[i & mask]));
    if ((i & 1) === 0) continue;
    const other = others[i];
    const lower = Math.max(key, keys[other] - (steps[(3 * i) & mask] >> 1));
    if (lower < keys[other]) queue.decrease(other, (keys[other] = lower));
  }
  for (let i = 0; i < held; i++) queue.pop();
  return others.length;
}

function mixedLazyLoop(queue: Queue, keys: Float64Array, { steps, others }: Mix, copies: Int32Array): number {
  const held = keys.length, mask = steps.length - 1;
  // An entry is known by the number of its copy: the one that was pushed last is the one that counts.
  const newest = copies.subarray(0, held), owner = copies.subarray(held);
  let entries = 0;
  for (let id = 0; id < held; id++) {
    newest[id] = entries;
    owner[entries] = id;
    queue.push(entries++, (keys[id] = steps[id & mask]));
  }
  let left = entries;
  let last = -Infinity;
  for (let i = 0; i < others.length; i++) {
    let entry = queue.pop();
    left--;
    while (newest[owner[entry]] !== entry) {
      entry = queue.pop();
      left--;
    }
    const id = owner[entry];
    const key = keys[id];
    if (!(key >= last)) return NaN;
    last = key;
    newest[id] = entries;
    owner[entries] = id;
    left++;
    queue.push(entries++, (keys[id] = key + steps[i & mask]));
    if ((i & 1) === 0) continue;
    const other = others[i];
    const lower = Math.max(key, keys[other] - (steps[(3 * i) & mask] >> 1));
    if (lower >= keys[other]) continue;
    newest[other] = entries;
    owner[entries] = other;
    left++;
    queue.push(entries++, (keys[other] = lower));
  }
  for (; left > 0; left--) queue.pop();
  return others.length;
}

/** What is asked of a mix: whole steps (as many as a power of two), and for each move an entry that may get a smaller key. */
interface Mix {
  readonly steps: Float64Array;
  readonly others: Int32Array;
}

/**
 * As `hold` with whole keys, and after every second move another entry gets a smaller key, though none below that popped: as
 * Dijkstra's algorithm has it. Which of equal keys comes out first decides what becomes of the others, so that the sums differ
 * between right queues: the function returns the moves made, or NaN.
 */
export const mix = (held: number, asked: Mix): Work => (make) => {
  const capacity = held + 2 * asked.others.length;
  const queue = make(capacity);
  const keys = new Float64Array(held);
  if (queue.decrease !== undefined) {
    const loop = fresh(mixedDecreaseLoop);
    return () => loop(queue as Required<Queue>, keys, asked);
  }
  const loop = fresh(mixedLazyLoop);
  const copies = new Int32Array(held + capacity);
  return () => loop(queue, keys, asked, copies);
};

function decreaseLoop(queue: Required<Queue>, ids: Int32Array, keys: Float64Array, key: Float64Array): number {
  key.fill(-1);
  let sum = 0;
  let last = -Infinity;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id >= 0) {
      if (key[id] >= 0) queue.decrease(id, keys[i]);
      else queue.push(id, keys[i]);
      key[id] = keys[i];
    } else {
      const top = key[queue.pop()];
      if (!(top >= last)) return NaN;
      last = top;
      sum += top;
    }
  }
  return sum;
}

function lazyLoop(queue: Queue, ids: Int32Array, keys: Float64Array, key: Float64Array): number {
  key.fill(-1);
  let sum = 0;
  let last = -Infinity;
  let entries = 0;
  for (let i = 0; i < ids.length; i++) {
    let id = ids[i];
    if (id >= 0) {
      queue.push(id, keys[i]);
      entries++;
      key[id] = keys[i];
    } else {
      // A key of −2 says that the id has left: what comes out of it again is stale.
      do {
        id = queue.pop();
        entries--;
      } while (key[id] === -2);
      const top = key[id];
      if (!(top >= last)) return NaN;
      key[id] = -2;
      last = top;
      sum += top;
    }
  }
  for (; entries > 0; entries--) queue.pop();
  return sum;
}

/** What Dijkstra's algorithm asked of its queue, asked again. */
export const replay = ({ ids, keys, size }: Trace): Work => (make) => {
  const queue = make(ids.length);
  const key = new Float64Array(size);
  if (queue.decrease !== undefined) {
    const loop = fresh(decreaseLoop);
    return () => loop(queue as Required<Queue>, ids, keys, key);
  }
  const loop = fresh(lazyLoop);
  return () => loop(queue, ids, keys, key);
};
