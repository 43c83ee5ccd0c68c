import { checkOptionNames } from './errors.ts';

/** Buckets of an empty queue. */
export const LEAST_RING = 64;
const GREATEST_RING = 2 ** 27;
/** One array holds three links per id, and its indices must fit 31 bits. */
export const MOST_IDS = Math.floor(0x7fffffff / 3);

/** Options of `BucketQueue`. */
export interface BucketQueueOptions {
  /** Tie-breaking: the last to get a priority leaves first ('lifo', the default), or the first ('fifo'). */
  readonly order?: 'lifo' | 'fifo' | undefined;
  /** Maximum number of buckets, 4 to 8 bytes each. It limits the span of priorities. A power of two from 64 to 2²⁷, the default. */
  readonly mostBuckets?: number | undefined;
}

/** The options with defaults applied; throws if one is invalid. */
export function bucketOptions(options: BucketQueueOptions): { readonly order: 'lifo' | 'fifo'; readonly mostBuckets: number } {
  checkOptionNames(options, ['order', 'mostBuckets']);
  const { order = 'lifo', mostBuckets = GREATEST_RING } = options;
  if (order !== 'lifo' && order !== 'fifo') throw new RangeError(`order must be 'lifo' or 'fifo', got ${String(order)}.`);
  if (!(mostBuckets >= LEAST_RING && mostBuckets <= GREATEST_RING && Number.isInteger(Math.log2(mostBuckets)))) {
    throw new RangeError(`mostBuckets must be a power of two from ${LEAST_RING} to ${GREATEST_RING}, got ${mostBuckets}.`);
  }
  return { order, mostBuckets };
}
