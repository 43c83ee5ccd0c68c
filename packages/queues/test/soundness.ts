import type { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '../src/index.ts';

/** Invariants of each structure between any two operations. Reads private fields, so that none need be exported. */

function demand(condition: boolean, what: string): void {
  if (!condition) throw new Error(`unsound: ${what}`);
}

function soundPositions(size: number, id: (i: number) => number, positions: Int32Array): void {
  for (let i = 0; i < size; i++) demand(positions[id(i)] === i, `the id at ${i} is thought to be at ${positions[id(i)]}`);
  demand(positions.reduce((n, position) => n + Number(position >= 0), 0) === size, 'ids outside the heap are thought to be in it');
}

function soundPadding(keys: Float64Array, size: number): void {
  demand(keys.subarray(size).every((key) => Number.isNaN(key)), 'a key is left beyond the last one');
}

function soundKeys(keys: Float64Array, size: number): void {
  for (let i = 1; i < size; i++) demand(keys[(i - 1) >> 2] <= keys[i], `the key at ${i} is less than that above it`);
  soundPadding(keys, size);
}

export function soundBinaryHeap(heap: BinaryHeap): void {
  const { keys, stamps } = { keys: heap['keys'], stamps: heap['stamps'] };
  soundKeys(keys, heap.size);
  soundPositions(heap.size, (i) => heap['ids'][i], heap['positions']);
  if (!heap['ordered']) return;
  for (let i = 1; i < heap.size; i++) demand(keys[(i - 1) >> 2] < keys[i] || stamps[(i - 1) >> 2] < stamps[i], `the tie at ${i} is older than that above it`);
}

export function soundTupleHeap(heap: TupleHeap): void {
  const parts = heap['triples'] ? [heap['firsts'], heap['seconds'], heap['thirds']] : [heap['firsts'], heap['seconds']];
  for (let i = 1; i < heap.size; i++) {
    const part = parts.find((keys) => keys[(i - 1) >> 2] !== keys[i]);
    demand(part === undefined || part[(i - 1) >> 2] < part[i], `the key at ${i} is less than that above it`);
  }
  soundPadding(heap['firsts'], heap.size);
  soundPositions(heap.size, (i) => heap['ids'][i], heap['positions']);
}

export function soundLazyHeap(heap: LazyHeap): void {
  soundKeys(heap['keys'], heap.size);
}

/** A bucket that holds something without its bit is missed here, and then found missing in the count of entries. */
function forEachFilled(filled: Int32Array, visit: (bucket: number) => void): void {
  filled.forEach((word, i) => {
    for (let bits = word; bits !== 0; bits &= bits - 1) visit(32 * i + 31 - Math.clz32(bits & -bits));
  });
}

export function soundMonotoneQueue(queue: MonotoneQueue): void {
  const { first, filled, next, keys } = { first: queue['first'], filled: queue['filled'], next: queue['next'], keys: queue['keys'] };
  soundLazyHeap(queue['active']);
  let entries = 0;
  forEachFilled(filled, (bucket) => {
    demand(first[bucket] !== -1, `the bit of bucket ${bucket} is set, but it is empty`);
    for (let entry = first[bucket]; entry !== -1; entry = next[entry], entries++) {
      const ahead = Math.floor(keys[entry] * queue['scale']) - queue['current'];
      demand(ahead > 0 && ahead < first.length, `the key ${keys[entry]} lies outside the ring`);
      demand(((queue['current'] + ahead) & (first.length - 1)) === bucket, `the key ${keys[entry]} is in bucket ${bucket}`);
    }
  });
  demand(queue['active'].size + entries === queue.size, `${queue['active'].size} + ${entries} entries, but the size is ${queue.size}`);
  for (let entry = queue['free']; entry !== -1; entry = next[entry]) entries++;
  demand(entries === queue['used'], `${entries} entries waiting or free, but ${queue['used']} used`);
}

export function soundBucketQueue(queue: BucketQueue): void {
  const { first, last, links } = { first: queue['first'], last: queue['last'], links: queue['links'] };
  const [next, previous, priorities] = [0, 1, 2].map((part) => links.filter((_, i) => i % 3 === part));
  let entries = 0;
  forEachFilled(queue['filled'], (bucket) => {
    let before = -1;
    for (let id = first[bucket]; id !== -1; id = next[id]) {
      demand(before === -1 || previous[id] === before, `${id} comes after ${before}, but points back to ${previous[id]}`);
      const priority = queue.priority(id);
      demand((priorities[id] & (first.length - 1)) === bucket, `${id} has priority ${priority}, but is in bucket ${bucket}`);
      demand(priority >= queue['lowest'] && priority <= queue['highest'], `the priority ${priority} is outside the bounds`);
      before = id;
      entries++;
    }
    if (queue['fifo'] && before !== -1) demand(last[bucket] === before, `the last of bucket ${bucket} is ${before}, not ${last[bucket]}`);
  });
  demand(entries === queue.size, `the buckets hold ${entries} entries, the size is ${queue.size}`);
  demand(queue.size === 0 || queue['highest'] - queue['lowest'] < first.length, 'two priorities share a bucket');
}
