import type { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '../src/index.ts';

/** Invariants of each structure between any two operations. Reads private fields, so that none need be exported. */

// These run after every operation: plain loops, and a sentence only for what is unsound.
function unsound(what: string): Error {
  return new Error(`unsound: ${what}`);
}

function soundPositions(size: number, ids: Int32Array, positions: Int32Array): void {
  for (let i = 0; i < size; i++) if (positions[ids[i]] !== i) throw unsound(`the id at ${i} is thought to be at ${positions[ids[i]]}`);
  let present = 0;
  for (let id = 0; id < positions.length; id++) if (positions[id] >= 0) present++;
  if (present !== size) throw unsound('ids outside the heap are thought to be in it');
}

function soundPadding(keys: Float64Array, size: number): void {
  for (let i = size; i < keys.length; i++) if (!Number.isNaN(keys[i])) throw unsound('a key is left beyond the last one');
}

function soundKeys(keys: Float64Array, size: number): void {
  for (let i = 1; i < size; i++) if (!(keys[(i - 1) >> 2] <= keys[i])) throw unsound(`the key at ${i} is less than that above it`);
  soundPadding(keys, size);
}

export function soundBinaryHeap(heap: BinaryHeap): void {
  const { keys, stamps } = { keys: heap['keys'], stamps: heap['stamps'] };
  soundKeys(keys, heap.size);
  soundPositions(heap.size, heap['ids'], heap['positions']);
  if (!heap['ordered']) return;
  for (let i = 1; i < heap.size; i++) if (!(keys[(i - 1) >> 2] < keys[i] || stamps[(i - 1) >> 2] < stamps[i])) throw unsound(`the tie at ${i} is older than that above it`);
}

export function soundTupleHeap(heap: TupleHeap): void {
  const parts = heap['triples'] ? [heap['firsts'], heap['seconds'], heap['thirds']] : [heap['firsts'], heap['seconds']];
  for (let i = 1; i < heap.size; i++) {
    const above = (i - 1) >> 2;
    let part = 0;
    while (part < parts.length && parts[part][above] === parts[part][i]) part++;
    if (part < parts.length && !(parts[part][above] < parts[part][i])) throw unsound(`the key at ${i} is less than that above it`);
  }
  soundPadding(heap['firsts'], heap.size);
  soundPositions(heap.size, heap['ids'], heap['positions']);
}

export function soundLazyHeap(heap: LazyHeap): void {
  soundKeys(heap['keys'], heap.size);
}

/** A bucket that holds something without its bit is missed here, and then found missing in the count of entries. */
function forEachFilled(filled: Int32Array, visit: (bucket: number) => void): void {
  for (let i = 0; i < filled.length; i++) {
    for (let bits = filled[i]; bits !== 0; bits &= bits - 1) visit(32 * i + 31 - Math.clz32(bits & -bits));
  }
}

export function soundMonotoneQueue(queue: MonotoneQueue): void {
  const { first, filled, next, keys } = { first: queue['first'], filled: queue['filled'], next: queue['next'], keys: queue['keys'] };
  soundLazyHeap(queue['active']);
  let entries = 0;
  forEachFilled(filled, (bucket) => {
    if (first[bucket] === -1) throw unsound(`the bit of bucket ${bucket} is set, but it is empty`);
    for (let entry = first[bucket]; entry !== -1; entry = next[entry], entries++) {
      const ahead = Math.floor(keys[entry] * queue['scale']) - queue['current'];
      if (ahead <= 0 || ahead >= first.length || Number.isNaN(ahead)) throw unsound(`the key ${keys[entry]} lies outside the ring`);
      if (((queue['current'] + ahead) & (first.length - 1)) !== bucket) throw unsound(`the key ${keys[entry]} is in bucket ${bucket}`);
    }
  });
  if (queue['active'].size + entries !== queue.size) throw unsound(`${queue['active'].size} + ${entries} entries, but the size is ${queue.size}`);
  for (let entry = queue['free']; entry !== -1; entry = next[entry]) entries++;
  if (entries !== queue['used']) throw unsound(`${entries} entries waiting or free, but ${queue['used']} used`);
}

export function soundBucketQueue(queue: BucketQueue): void {
  const { first, last, links } = { first: queue['first'], last: queue['last'], links: queue['links'] };
  let entries = 0;
  forEachFilled(queue['filled'], (bucket) => {
    let before = -1;
    // Of each id: the next one, the previous one and its priority.
    for (let id = first[bucket]; id !== -1; id = links[3 * id]) {
      if (before !== -1 && links[3 * id + 1] !== before) throw unsound(`${id} comes after ${before}, but points back to ${links[3 * id + 1]}`);
      const priority = queue.priority(id);
      if ((links[3 * id + 2] & (first.length - 1)) !== bucket) throw unsound(`${id} has priority ${priority}, but is in bucket ${bucket}`);
      if (!(priority >= queue['lowest'] && priority <= queue['highest'])) throw unsound(`the priority ${priority} is outside the bounds`);
      before = id;
      entries++;
    }
    if (queue['fifo'] && before !== -1 && last[bucket] !== before) throw unsound(`the last of bucket ${bucket} is ${before}, not ${last[bucket]}`);
  });
  if (entries !== queue.size) throw unsound(`the buckets hold ${entries} entries, the size is ${queue.size}`);
  if (!(queue.size === 0 || queue['highest'] - queue['lowest'] < first.length)) throw unsound('two priorities share a bucket');
}
