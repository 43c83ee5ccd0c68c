import { queueContract, runs } from '@pf/testkit';
import fc from 'fast-check';
import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '../src/index.ts';
import { soundBinaryHeap, soundBucketQueue, soundLazyHeap, soundMonotoneQueue, soundTupleHeap } from './soundness.ts';

const sequences = runs(1000);

/** Few values and many ties; zeros of both signs and infinities are valid keys. */
const realKeys = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6) },
  { weight: 2, arbitrary: fc.nat(600).map((n) => n / 8 - 9) },
  { weight: 1, arbitrary: fc.constantFrom(-Infinity, Infinity, -0, 0, 1e300, Number.MIN_VALUE, 1 / 3) },
).map((key) => [key]);
const octileKeys = fc.tuple(fc.nat(3), fc.nat(2), fc.constantFrom(0, 0, 0, -2e-12, 1e-12)).map(([straight, diagonal, noise]) => [straight + diagonal * Math.SQRT2 + noise]);
const wholeKeys = fc.oneof({ weight: 6, arbitrary: fc.nat(9) }, { weight: 2, arbitrary: fc.nat(700) }).map((key) => [key]);
const wholeSteps = fc.oneof(fc.nat(5), fc.nat(200)).map((step) => [step]);
const part = fc.oneof({ weight: 5, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.constantFrom(-0.5, Infinity, -Infinity, 1.5) });

const badKeys = [[NaN], [undefined as unknown as number]];
const badPriorities = [...badKeys, [-1], [0.5], [Infinity], [2 ** 53]];

for (const ties of ['any', 'lifo', 'fifo'] as const) {
  queueContract(`BinaryHeap (${ties})`, (capacity) => new BinaryHeap(capacity, { ties }), { keys: realKeys, badKeys, ties, sequences, validate: soundBinaryHeap });
}

queueContract('TupleHeap of pairs', (capacity) => new TupleHeap(capacity, 2), {
  keys: fc.tuple(part, part),
  badKeys: [[NaN, 1], [1, NaN], [undefined as unknown as number, 1]],
  sequences,
  validate: soundTupleHeap,
});
queueContract('TupleHeap of triples', (capacity) => new TupleHeap(capacity, 3), {
  keys: fc.tuple(part, part, part),
  badKeys: [[NaN, 1, 1], [1, NaN, 1], [1, 1, NaN]],
  sequences,
  validate: soundTupleHeap,
});

class Buckets extends BucketQueue {
  peekKey(): number {
    return this.peekPriority();
  }

  key(id: number): number {
    return this.priority(id);
  }
}
for (const ties of ['lifo', 'fifo'] as const) {
  const traits = { badKeys: badPriorities, ties, sequences, validate: soundBucketQueue };
  queueContract<Buckets>(`BucketQueue (${ties})`, (capacity) => new Buckets(capacity, { ties }), { ...traits, keys: wholeKeys });
  queueContract<Buckets>(`BucketQueue (${ties}) over rising priorities`, (capacity) => new Buckets(capacity, { ties }), { ...traits, keys: wholeSteps, rising: 2 ** 40 });
}

// A* over octile costs, including floating-point noise; then arbitrary keys.
const finiteKeys = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6) },
  { weight: 2, arbitrary: fc.nat(600).map((n) => n / 8 - 9) },
  { weight: 1, arbitrary: fc.constantFrom(-1e290, 1e290, -0, 1e15, 2 ** -40, 1 / 3) },
).map((key) => [key]);
const monotone = { badKeys: [...badKeys, [Infinity], [-Infinity]], duplicates: true, sequences, validate: soundMonotoneQueue };
queueContract('MonotoneQueue', () => new MonotoneQueue(2), { ...monotone, keys: octileKeys, rising: 0 });
queueContract('MonotoneQueue far from 0', () => new MonotoneQueue(), { ...monotone, keys: octileKeys, rising: 2 ** 44 });
queueContract('MonotoneQueue with keys that fall', () => new MonotoneQueue(2), { ...monotone, keys: finiteKeys });

queueContract('LazyHeap', () => new LazyHeap(2), { keys: realKeys, badKeys, duplicates: true, sequences, validate: soundLazyHeap });
