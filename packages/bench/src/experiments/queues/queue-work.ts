import { separateCopy } from '../../measure/separate-copy.ts';
import type { Trace } from './queue-trace.ts';

/** The operations that every queue here supports. A queue without `decrease` gets the entry again, and skips the old one when it is popped. */
export interface Queue {
  push(id: number, key: number): void;
  decrease?(id: number, key: number): void;
  pop(): number;
}

/** Prepares a queue. The returned function does the work once and returns the sum of the popped keys, NaN if they are out of order. */
export type Work = (make: (capacity: number) => Queue) => () => number;

/** A plain binary heap that shares no code with the packages: its sums are the right ones. */
export function referenceQueue(): Queue {
  const ids: number[] = [], keys: number[] = [];
  const place = (i: number, id: number, key: number): void => {
    ids[i] = id;
    keys[i] = key;
  };
  return {
    push(id, key) {
      let i = ids.length;
      for (let up = (i - 1) >> 1; i > 0 && keys[up] > key; up = (i - 1) >> 1) {
        place(i, ids[up], keys[up]);
        i = up;
      }
      place(i, id, key);
    },
    pop() {
      const top = ids[0], id = ids.pop()!, key = keys.pop()!;
      let i = 0;
      if (ids.length === 0) return top;
      for (let down = 1; down < ids.length; down = 2 * i + 1) {
        if (keys[down + 1] < keys[down]) down++;
        if (keys[down] >= key) break;
        place(i, ids[down], keys[down]);
        i = down;
      }
      place(i, id, key);
      return top;
    },
  };
}

// Each loop below is copied for each contender (see `separateCopy`), so it must not refer to anything outside itself.

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

/** Pushes all keys, pops all keys. */
export const fillAndDrain = (keys: Float64Array): Work => (make) => {
  const queue = make(keys.length);
  const loop = separateCopy(drainLoop);
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

/** The hold model: a constant number of entries; the smallest is popped and pushed with a larger key. */
export const hold = (held: number, increments: Float64Array): Work => (make) => {
  const queue = make(held);
  const loop = separateCopy(holdLoop);
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
  // Entries are identified by the number of their copy; only the last one is valid.
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

/** Parameters of a mix: whole-number steps (a power of two of them), and for each move an entry whose key may be decreased. */
interface Mix {
  readonly steps: Float64Array;
  readonly others: Int32Array;
}

/**
 * As `hold` with whole keys; after every second move the key of another entry is decreased, though not below that popped, as in Dijkstra's algorithm.
 * The order of equal keys affects later moves, so sums differ between correct queues; returns the number of moves, or NaN.
 */
export const mix = (held: number, asked: Mix): Work => (make) => {
  const capacity = held + 2 * asked.others.length;
  const queue = make(capacity);
  const keys = new Float64Array(held);
  if (queue.decrease !== undefined) {
    const loop = separateCopy(mixedDecreaseLoop);
    return () => loop(queue as Required<Queue>, keys, asked);
  }
  const loop = separateCopy(mixedLazyLoop);
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
      // A key of −2 marks a popped id; later copies of it are stale.
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

/** Replays the queue operations of Dijkstra's algorithm. */
export const replay = ({ ids, keys, size }: Trace): Work => (make) => {
  const queue = make(ids.length);
  const key = new Float64Array(size);
  if (queue.decrease !== undefined) {
    const loop = separateCopy(decreaseLoop);
    return () => loop(queue as Required<Queue>, ids, keys, key);
  }
  const loop = separateCopy(lazyLoop);
  return () => loop(queue, ids, keys, key);
};
