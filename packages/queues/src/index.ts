export { BinaryHeap } from './binary-heap.ts';
export type { Ties } from './binary-heap.ts';
export { BucketQueue } from './bucket-queue.ts';
export type { BucketQueueOptions } from './bucket-queue-options.ts';
export { LazyHeap } from './lazy-heap.ts';
export { MonotoneQueue } from './monotone-queue.ts';
export { TupleHeap } from './tuple-heap.ts';
