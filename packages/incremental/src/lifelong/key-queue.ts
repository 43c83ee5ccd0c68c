import { BucketQueue, TupleHeap } from '@pf/queues';
import type { QueueOrder } from '../planner.ts';

/** Limit on a ring of buckets: 1 MB. Beyond it a heap is faster, with few vertices open or many. */
const MOST_BUCKETS = 2 ** 18;

/**
 * The queue of the searches that repair their trees. Keys may fall below those already popped. A key begins with k, the cost of the cheapest known path
 * through the vertex. `over` is 0 if g < rhs (underconsistent), else 1. `least` is min(g, rhs), or g without rhs. A key of the three orders is
 *
 * - `buckets`: 2k + over; a vertex with an unchanged key keeps its place;
 * - `larger-g`: [k; over; −least];
 * - `smaller-g`: [k; least].
 *
 * All three have the two properties that M. Likhachev's dissertation (2005) requires. These concern k and `over` only, so `larger-g`
 * may put the larger `least` first. A search computes the `rank` of a key: 2k + over with buckets, k with heaps.
 *
 * If the keys span too many buckets, a heap with keys [2k + over; −least] replaces them for good.
 *
 * A single class with well-predicted branches. With a class for each order, a program that uses two would slow down both.
 */
export class KeyQueue {
  private buckets: BucketQueue | undefined;
  private heap: TupleHeap | undefined;
  private readonly larger: boolean;
  /** Whether a rank is 2k + over. */
  private readonly doubled: boolean;

  constructor(
    private readonly capacity: number,
    order: QueueOrder,
  ) {
    if (order === 'buckets') this.buckets = new BucketQueue(capacity, { maxBuckets: MOST_BUCKETS });
    else this.heap = new TupleHeap(capacity, order === 'larger-g' ? 3 : 2);
    this.larger = order === 'larger-g';
    this.doubled = order === 'buckets';
  }

  get size(): number {
    return this.buckets !== undefined ? this.buckets.size : this.heap!.size;
  }

  rank(k: number, over: 0 | 1): number {
    return this.doubled ? 2 * k + over : k;
  }

  /** Inserts `v`, or moves it. */
  place(v: number, rank: number, over: 0 | 1, least: number): void {
    if (this.buckets !== undefined) {
      try {
        this.buckets.update(v, rank);
      } catch (error) {
        // Buckets reject a whole number only if it is too far from the others; they are unchanged then.
        if (!Number.isInteger(rank)) throw error;
        this.replaceBuckets(this.buckets);
        this.heap!.update(v, rank, -least);
      }
    } else if (this.larger) this.heap!.update(v, rank, over, -least);
    else this.heap!.update(v, rank, this.doubled ? -least : least);
  }

  /** The rank of the top; Infinity when empty. */
  topRank(): number {
    return this.buckets !== undefined ? this.buckets.peekPriority() : this.heap!.peekKey(0);
  }

  /** Whether the top comes before a key of its own rank. */
  topFirst(over: 0 | 1, least: number): boolean {
    const { heap } = this;
    if (heap === undefined) return false;
    if (!this.larger) return heap.peekKey(1) < (this.doubled ? -least : least);
    return heap.peekKey(1) < over || (heap.peekKey(1) === over && heap.peekKey(2) < -least);
  }

  peek(): number {
    return this.buckets !== undefined ? this.buckets.peek() : this.heap!.peek();
  }

  pop(): number {
    return this.buckets !== undefined ? this.buckets.pop() : this.heap!.pop();
  }

  has(v: number): boolean {
    return this.buckets !== undefined ? this.buckets.has(v) : this.heap!.has(v);
  }

  remove(v: number): boolean {
    return this.buckets !== undefined ? this.buckets.remove(v) : this.heap!.remove(v);
  }

  clear(): void {
    if (this.buckets !== undefined) this.buckets.clear();
    else this.heap!.clear();
  }

  /** Replaces the buckets by a heap. */
  private replaceBuckets(buckets: BucketQueue): void {
    this.heap = new TupleHeap(this.capacity, 2);
    for (let rank = buckets.peekPriority(); rank < Infinity; rank = buckets.peekPriority()) this.heap.push(buckets.pop(), rank, 0);
    this.buckets = undefined;
  }
}
