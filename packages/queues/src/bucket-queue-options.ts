import { checkOptionNames } from './errors.ts';

/** Buckets of an empty queue. */
export const LEAST_RING = 64;
const GREATEST_RING = 2 ** 27;
/** One array holds three links per id, and its indices must fit 31 bits. */
export const MOST_IDS = Math.floor(0x7fffffff / 3);

/** Options of `BucketQueue`. */
export interface BucketQueueOptions {
  /** Tie-breaking: the last to get a priority leaves first ('lifo', the default), or the first ('fifo'). */
  readonly ties?: 'lifo' | 'fifo' | undefined;
  /** Maximum number of buckets, 4 to 8 bytes each. It limits the span of priorities. A power of two from 64 to 2²⁷, the default. */
  readonly maxBuckets?: number | undefined;
}

/** The options with defaults applied; throws if one is invalid. */
export function bucketOptions(options: BucketQueueOptions): { readonly ties: 'lifo' | 'fifo'; readonly maxBuckets: number } {
  checkOptionNames(options, ['ties', 'maxBuckets']);
  const { ties = 'lifo', maxBuckets = GREATEST_RING } = options;
  if (ties !== 'lifo' && ties !== 'fifo') throw new RangeError(`ties must be 'lifo' or 'fifo', got ${String(ties)}.`);
  if (!(maxBuckets >= LEAST_RING && maxBuckets <= GREATEST_RING && Number.isInteger(Math.log2(maxBuckets)))) {
    throw new RangeError(`maxBuckets must be a power of two from ${LEAST_RING} to ${GREATEST_RING}, got ${maxBuckets}.`);
  }
  return { ties, maxBuckets };
}
