import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '../src/index.ts';
import { checkCapacity } from '../src/errors.ts';
import { soundBucketQueue } from './soundness.ts';

function drain(queue: { pop(): number }): number[] {
  const popped: number[] = [];
  for (let id = queue.pop(); id !== -1; id = queue.pop()) popped.push(id);
  return popped;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
}

test.each([
  ['BinaryHeap', (n: number) => new BinaryHeap(n, { ties: undefined })],
  ['BinaryHeap, lifo', (n: number) => new BinaryHeap(n, { ties: 'lifo' })],
  ['BucketQueue', (n: number) => new BucketQueue(n)],
  ['LazyHeap', () => new LazyHeap(0)],
  ['MonotoneQueue', () => new MonotoneQueue(0)],
])('%s sorts many numbers, twice', (_name, make) => {
  const n = runs(50_000);
  const random = seeded(1);
  const keys = Array.from({ length: n }, () => Math.floor(random() * 100_000));
  const sorted = [...keys].sort((a, b) => a - b);
  const queue = make(n);
  for (let round = 0; round < 2; round++) {
    keys.forEach((key, id) => queue.push(id, key));
    expect(drain(queue).map((id) => keys[id])).toEqual(sorted);
  }
});

test('TupleHeap sorts many triples', () => {
  const random = seeded(2);
  const keys = Array.from({ length: runs(20_000) }, () => [0, 0, 0].map(() => Math.floor(random() * 20)));
  const heap = new TupleHeap(keys.length, 3);
  keys.forEach(([k0, k1, k2], id) => heap.push(id, k0, k1, k2));
  expect(drain(heap).map((id) => keys[id])).toEqual([...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));
});

test('peek shows what pop removes, also without a previous peekKey', () => {
  for (const queue of [new BinaryHeap(9), new BucketQueue(9), new LazyHeap(), new MonotoneQueue()]) {
    for (let id = 0; id < 9; id++) queue.push(id, (id * 7) % 9);
    for (let left = 9; left > 0; left--) expect(queue.peek()).toBe(queue.pop());
  }
});

test('an entry that gets its present key keeps its position among equals', () => {
  for (const queue of [new BinaryHeap(4, { ties: 'fifo' }), new BucketQueue(4, { ties: 'fifo' })]) {
    for (let id = 0; id < 4; id++) queue.push(id, 5);
    queue.update(0, 5);
    queue.update(1, 6);
    queue.update(1, 5);
    expect(drain(queue)).toEqual([0, 2, 3, 1]);
  }
  for (const queue of [new BinaryHeap(4, { ties: 'lifo' }), new BucketQueue(4, { ties: 'lifo' })]) {
    for (let id = 0; id < 4; id++) queue.push(id, 5);
    queue.update(0, 5);
    queue.update(1, 6);
    queue.update(1, 5);
    expect(drain(queue)).toEqual([1, 3, 2, 0]);
  }
});

test('a heap that has grown keeps the order of insertion', () => {
  const heap = new BinaryHeap(1, { ties: 'fifo' });
  heap.grow(40);
  for (let id = 0; id < 40; id++) heap.push(id, 5);
  expect(drain(heap)).toEqual(Array.from({ length: 40 }, (_, id) => id));
});

test('without tie-breaking the same calls still give the same order', () => {
  const order = (queue: BinaryHeap | MonotoneQueue): number[] => {
    for (let id = 0; id < 50; id++) queue.push(id, id % 3);
    return drain(queue);
  };
  for (const queue of [new BinaryHeap(50), new MonotoneQueue()]) {
    const first = order(queue);
    queue.clear();
    expect(order(queue)).toEqual(first);
  }
});

test('the ring of buckets is as wide as the range of its priorities, however great they are', () => {
  const queue = new BucketQueue(3);
  queue.push(0, 0);
  for (let step = 1; step < runs(25_000); step++) {
    queue.push(step % 2, 40 * step);
    queue.push(2, 40 * step + 20);
    queue.update(2, 40 * step + 23);
    expect([queue.pop(), queue.priority(2), queue.remove(2)]).toEqual([(step - 1) % 2, 40 * step + 23, true]);
  }
  expect(queue['first']).toHaveLength(64);
  queue.clear();
  queue.push(0, 2 ** 53 - 1);
  queue.push(1, 2 ** 53 - 1000);
  expect(queue['first']).toHaveLength(1024);
  expect([queue.priority(0), queue.priority(1), queue.peekPriority(), queue.pop(), queue.pop()]).toEqual([2 ** 53 - 1, 2 ** 53 - 1000, 2 ** 53 - 1000, 1, 0]);
});

test('a priority as far above the lowest as the ring is wide gets a bucket of its own', () => {
  for (const put of ['push', 'update'] as const) {
    const queue = new BucketQueue(2);
    expect(queue['filled']).toHaveLength(2);
    queue[put](0, 0);
    queue[put](1, 64);
    expect([queue['first'].length, queue.priority(1), ...drain(queue)]).toEqual([128, 64, 0, 1]);
  }
});

test('the ring is no wider than needed, and no wider than allowed', () => {
  const queue = new BucketQueue(2);
  queue.push(0, 0);
  expect(() => queue.push(1, 2 ** 27)).toThrow('The priority 134217728 is too far from those in the queue (0 to 0)');
  queue.push(1, 127);
  expect([queue['first'].length, queue['filled'].length]).toEqual([128, 4]);
});

test('the ring does not grow for entries that have left', () => {
  const queue = new BucketQueue(3);
  const ring = queue['first'];
  queue.push(0, 1000);
  queue.push(1, 1060);
  queue.remove(1);
  queue.push(2, 940);
  expect(queue['first']).toBe(ring);
  expect([ring.length, queue.pop(), queue.pop(), queue.pop()]).toEqual([64, 2, 0, -1]);
});

test('a resized span is found by skipping 32 empty buckets at a time', () => {
  const width = 2 ** 16;
  const queue = new BucketQueue(3, { maxBuckets: width });
  let reads = 0;
  const follow = (first: Int32Array): Int32Array => new Proxy(first, {
    get: (buckets, name) => (reads++, Reflect.get(buckets, name, buckets) as unknown),
    set: (buckets, name, value) => Reflect.set(buckets, name, value, buckets),
  });
  queue.push(0, 5);
  queue.push(1, 5 + width - 1);
  queue['first'] = follow(queue['first']);
  // The highest leaves, and a lower one comes.
  queue.remove(1);
  queue.push(2, 4);
  expect([queue['highest'], reads < width / 16]).toEqual([5, true]);
  // The lower of two moves far above the other, and back.
  reads = 0;
  queue.remove(2);
  queue.push(1, 4 + width);
  queue.update(0, 3 + 2 * width);
  queue.update(0, 5);
  expect([drain(queue), reads < width / 4]).toEqual([[0, 1], true]);
});

test('the only entry may move any distance: its old priority no longer counts', () => {
  const queue = new BucketQueue(2);
  queue.push(0, 5);
  for (const priority of [2 ** 40, 0, 2 ** 53 - 1, 7]) {
    queue.update(0, priority);
    expect([queue.peek(), queue.peekPriority(), queue['first'].length]).toEqual([0, priority, 64]);
  }
});

test('priorities too far apart for buckets throw, and change nothing', () => {
  const queue = new BucketQueue(4);
  queue.push(0, 5);
  queue.push(2, 6);
  expect(() => queue.push(1, 2 ** 40)).toThrow('The priority 1099511627776 is too far from those in the queue (5 to 6)');
  expect(() => queue.update(2, 2 ** 40)).toThrow('1099511627776');
  expect([queue.size, queue.has(1), queue.priority(2), queue.pop(), queue.pop(), queue.pop()]).toEqual([2, false, 6, 0, 2, -1]);
});

test('no priority above 2⁵³ − 1 is accepted, whatever the queue holds or held', () => {
  for (const put of ['push', 'update'] as const) {
    const queue = new BucketQueue(3);
    queue.push(0, 2 ** 53 - 3);
    queue.push(1, 2 ** 53 - 1);
    for (const id of put === 'push' ? [2] : [0, 1, 2]) {
      for (const priority of [2 ** 53, 2 ** 53 + 2]) {
        expect(() => queue[put](id, priority)).toThrow(`A priority must be a whole number from 0 to 9007199254740991, got ${priority}`);
        soundBucketQueue(queue);
      }
    }
    expect([queue.size, queue.priority(0), queue.priority(1), drain(queue)]).toEqual([2, 2 ** 53 - 3, 2 ** 53 - 1, [0, 1]]);
    expect(() => queue[put](2, 2 ** 53)).toThrow('got 9007199254740992');
    expect([queue.size, queue.has(2)]).toEqual([0, false]);
  }
});

test('priorities may fall below the last one popped, and into a ring that has to grow downwards', () => {
  const queue = new BucketQueue(5);
  queue.push(0, 1000);
  queue.push(1, 1010);
  expect(queue.pop()).toBe(0);
  queue.push(0, 990);
  queue.push(2, 300);
  queue.push(3, 0);
  queue.update(1, 299);
  expect(drain(queue)).toEqual([3, 1, 2, 0]);
});

/** 0 and 4 are alone in the outermost buckets; 1, 2 and 3 entered the bucket between in turn. */
function fiveAround(middle: number, options: ConstructorParameters<typeof BucketQueue>[1]): BucketQueue {
  const queue = new BucketQueue(5, options);
  [middle - 7, middle, middle, middle, middle + 3].forEach((priority, id) => queue.push(id, priority));
  return queue;
}

test.each([
  ['lifo', [0, 3, 2, 1, 4]],
  ['fifo', [0, 1, 2, 3, 4]],
] as const)('an update that throws for its span changes nothing, %s', (ties, left) => {
  for (const id of left) {
    const queue = fiveAround(2 ** 28, { ties });
    // Of the others.
    const [lowest, highest] = [2 ** 28 - (id === 0 ? 0 : 7), 2 ** 28 + (id === 4 ? 0 : 3)];
    for (const far of [0, 2 ** 29]) {
      expect(() => queue.update(id, far)).toThrow(`The priority ${far} is too far from those in the queue (${lowest} to ${highest})`);
      soundBucketQueue(queue);
    }
    expect(left.map((other) => queue.priority(other) - 2 ** 28)).toEqual([-7, 0, 0, 0, 3]);
    expect(drain(queue)).toEqual(left);
  }
});

test('the span excludes the old priority of a moved id', () => {
  for (const ties of ['lifo', 'fifo'] as const) {
    for (const [id, least, most] of [[0, 748, 1255], [2, 748, 1248], [4, 745, 1248]]) {
      for (const priority of [least, most]) {
        const queue = fiveAround(1000, { ties, maxBuckets: 256 });
        for (const beyond of [least - 1, most + 1]) expect(() => queue.update(id, beyond)).toThrow('too far');
        queue.update(id, priority);
        soundBucketQueue(queue);
        expect([queue.size, queue.priority(id), priority === least ? queue.peek() : drain(queue).at(-1)]).toEqual([5, priority, id]);
      }
    }
  }
});

test.each([
  ['lifo', 64],
  ['fifo', 64],
  ['lifo', 1024],
  ['fifo', 1024],
] as const)('pushes and updates throw exactly where the span of a sorted array is too large, %s, %i buckets', (ties, maxBuckets) => {
  const random = seeded(5);
  const queue = new BucketQueue(12, { ties, maxBuckets });
  // Sorted by the order of leaving; ties in the order of the queue.
  let model: [id: number, priority: number][] = [];
  let rejected = 0;
  for (let step = 0; step < runs(20_000); step++) {
    const id = Math.floor(12 * random());
    const priority = 100 + Math.floor(1.4 * maxBuckets * random());
    if (random() < 0.15) expect([queue.peekPriority(), queue.pop()]).toEqual(model.length === 0 ? [Infinity, -1] : model.shift()!.toReversed());
    else {
      const others = model.filter(([other]) => other !== id);
      const all = [...others.map(([, other]) => other), priority];
      if (Math.max(...all) - Math.min(...all) >= maxBuckets) {
        rejected++;
        expect(() => queue.update(id, priority)).toThrow('too far');
      } else {
        queue.update(id, priority);
        if (!model.some(([other, its]) => other === id && its === priority)) {
          const place = others.findIndex(([, other]) => (ties === 'lifo' ? other >= priority : other > priority));
          model = others.toSpliced(place === -1 ? others.length : place, 0, [id, priority]);
        }
      }
      soundBucketQueue(queue);
    }
    expect(queue.size).toBe(model.length);
  }
  expect(rejected).toBeGreaterThan(runs(20_000) / 10);
  expect(drain(queue)).toEqual(model.map(([id]) => id));
});

test('priorities span no more buckets than a queue may have', () => {
  const queue = new BucketQueue(3, { maxBuckets: 1024 });
  queue.push(0, 5000);
  expect(() => queue.push(1, 6024)).toThrow('The priority 6024 is too far from those in the queue (5000 to 5000): they may span 1024 buckets; use a heap.');
  queue.push(1, 6023);
  for (const priority of [4999, 6024]) expect(() => queue.push(2, priority)).toThrow('(5000 to 6023)');
  expect([queue['first'].length, drain(queue)]).toEqual([1024, [0, 1]]);
  // One after the other they may be anywhere.
  queue.push(0, 2 ** 40);
  expect(drain(queue)).toEqual([0]);
  for (const maxBuckets of [0, 32, 1000, 2 ** 28, -64, 64.5, NaN]) {
    expect(() => new BucketQueue(1, { maxBuckets })).toThrow(`maxBuckets must be a power of two from 64 to 134217728, got ${maxBuckets}.`);
  }
  for (const maxBuckets of [undefined, 64, 2 ** 27]) expect(() => new BucketQueue(1, { maxBuckets })).not.toThrow();
});

test('bad arguments of a constructor throw with the value', () => {
  const makers = [(n: number) => new BinaryHeap(n), (n: number) => new TupleHeap(n, 2), (n: number) => new LazyHeap(n), (n: number) => new MonotoneQueue(n)];
  for (const make of makers) {
    for (const capacity of [-1, 1.5, NaN, 2 ** 31]) expect(() => make(capacity)).toThrow(`The capacity must be a whole number from 0 to 2147483647, got ${capacity}.`);
  }
  expect(() => checkCapacity(2 ** 31 - 1)).not.toThrow();
  // Three numbers an id: a third of the capacity that the others can have.
  for (const capacity of [-1, 1.5, NaN, 715_827_883, 2 ** 31 - 1]) {
    for (const make of [() => new BucketQueue(capacity), () => new BucketQueue(1).grow(capacity)]) {
      expect(make).toThrow(`The capacity must be a whole number from 0 to 715827882, got ${capacity}.`);
    }
  }
  expect(() => new BinaryHeap(1, { ties: 'random' as 'any' })).toThrow("ties must be 'lifo', 'fifo' or 'any', got random.");
  expect(() => new BucketQueue(1, { ties: 'any' as 'lifo' })).toThrow("ties must be 'lifo' or 'fifo', got any.");
  expect(() => new TupleHeap(1, 4 as 3)).toThrow('The arity must be 2 or 3, got 4.');
});

test('bad arguments of a method throw with the value', () => {
  const heap = new BinaryHeap(3);
  heap.push(1, 2);
  expect(() => heap.push(1, 1)).toThrow('The id 1 is in the queue already; update(id, …) gives it another key.');
  expect(() => heap.push(3, 1)).toThrow('The id must be a whole number from 0 to 2 (the capacity less one), got 3; grow(capacity) makes room for more.');
  expect(() => heap.decrease(0, 1)).toThrow('The id 0 is not in the queue; push it, or check has(id) first.');
  expect(() => heap.decrease(1, 3)).toThrow('The key of 1 is 2, so decrease(1, 3) is in the wrong direction; update(id, key) allows both.');
  expect(() => heap.decrease(1, NaN)).toThrow('A key must be a number and not NaN, got NaN.');
  expect(() => heap.push(2, NaN)).toThrow('A key must be a number and not NaN, got NaN.');
  expect(() => new BucketQueue(3).push(1, 1.5)).toThrow('A priority must be a whole number from 0 to 9007199254740991, got 1.5; for fractional ones use a heap.');
  expect(() => new MonotoneQueue().push(1, Infinity)).toThrow('A key must be a number from -1e+290 to 1e+290, got Infinity.');
  expect(() => new LazyHeap().push(-1, 0)).toThrow('The id must be a whole number from 0 to 2147483647, got -1.');
});

test('the message names the real mistake, even beside a second or an apparent one', () => {
  const heap = new BinaryHeap(3);
  heap.push(1, 2);
  expect(() => heap.increase(0, 1)).toThrow('The id 0 is not in the queue');
  expect(() => heap.decrease(1, Infinity)).toThrow('The key of 1 is 2, so decrease(1, Infinity) is in the wrong direction');
  expect(() => heap.decrease(3, 1)).toThrow('The id must be a whole number from 0 to 2');
  // The greatest keys are valid: something else is wrong.
  expect(() => heap.push(1, Infinity)).toThrow('The id 1 is in the queue already');
  expect(() => new LazyHeap().push(-1, Infinity)).toThrow('The id must be');
  expect(() => new MonotoneQueue().push(-1, 1e290)).toThrow('The id must be');
  const pairs = new TupleHeap(3, 2);
  const buckets = new BucketQueue(3);
  pairs.push(1, 2, 2);
  buckets.push(1, 2);
  expect(() => pairs.push(1, Infinity, Infinity)).toThrow('The id 1 is in the queue already');
  expect(() => pairs.push(3, 2, 2)).toThrow('The id must be a whole number from 0 to 2');
  expect(() => buckets.push(1, 2)).toThrow('The id 1 is in the queue already');
  expect(() => buckets.push(3, 2)).toThrow('The id must be a whole number from 0 to 2');
  expect(() => buckets.remove(3)).toThrow('The id must be a whole number from 0 to 2 (the');
  expect(() => buckets.grow(2)).toThrow('A queue only grows: its capacity is 3, got 2.');
  // Index 2/3 · id would hold its priority, and the last 32 bits of this priority equal the mark of an absent id.
  const far = new BucketQueue(3);
  far.push(0, 2 ** 32 - 2);
  expect(() => far.push(2 / 3, 2 ** 32 - 2)).toThrow('The id must be a whole number from 0 to 2 (the capacity less one), got 0.666');
});

test('a triple without its third part throws, and so does reading a missing part of a key', () => {
  const triples = new TupleHeap(2, 3);
  expect(() => triples.push(0, 1, 2)).toThrow('A key must be a number and not NaN, got NaN.');
  triples.push(0, 1, 2, 3);
  expect(() => triples.peekKey(3)).toThrow('A key has the parts 0 to 2, got 3.');
  const pairs = new TupleHeap(2, 2);
  pairs.push(0, 1, 2);
  expect(() => pairs.peekKey(2)).toThrow('A key has the parts 0 to 1, got 2.');
  expect(() => pairs.key(0, -1)).toThrow('A key has the parts 0 to 1, got -1.');
});

/** Holds 2000 entries and moves each on by up to `step`; returns whether popped keys rose. */
function holdRising(queue: MonotoneQueue, keys: Float64Array, step: number): boolean {
  const random = seeded(3);
  let last = -Infinity;
  for (let i = 0; i < 20_000; i++) {
    const id = queue.pop();
    if (keys[id] < last) return false;
    last = keys[id];
    queue.push(id, (keys[id] += random() * step));
  }
  return true;
}

test('the monotone queue finds a width that spreads its keys, and keeps it while they fit', () => {
  const queue = new MonotoneQueue();
  const keys = Float64Array.from({ length: 2000 }, (_, id) => 1e6 + id / 100);
  keys.forEach((key, id) => queue.push(id, key));
  expect([holdRising(queue, keys, 20), 1 / queue['scale']]).toEqual([true, 1 / 128]);
  // Popped entries make room for new ones.
  expect(queue['ids'].length).toBeLessThanOrEqual(2048);
  // 31.9 widths of 1/128 fill the ring but for a few of its 4096 buckets.
  expect([holdRising(queue, keys, 31.9), 1 / queue['scale']]).toEqual([true, 1 / 128]);
});

test('the monotone queue doubles its width until the greatest key lies in the nearer half of the 4096 buckets', () => {
  const queue = new MonotoneQueue();
  const width = 1 / queue['scale'];
  queue.push(0, 0);
  queue.push(1, 4095 * width);
  expect(queue['scale']).toBe(1 / width);
  queue.push(2, 4096 * width);
  expect(queue['scale']).toBe(1 / (4 * width));
});

test('the monotone queue forgets the width when it is cleared', () => {
  const queue = new MonotoneQueue();
  const keys = Float64Array.from({ length: 2000 }, (_, id) => (id * 7) % 20);
  const order = (): number[] => {
    keys.forEach((key, id) => queue.push(id, key));
    return drain(queue);
  };
  const first = order();
  queue.push(0, 0);
  queue.push(1, 1e9);
  queue.clear();
  expect(order()).toEqual(first);
});
