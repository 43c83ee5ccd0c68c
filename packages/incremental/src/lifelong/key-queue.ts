import { BucketQueue, TupleHeap } from '@pf/queues';
import type { QueueOrder } from '../planner.ts';

/** No ring of buckets is longer, whatever a cost or an estimate says: 64 MB. */
const MOST_BUCKETS = 2 ** 24;

/**
 * The queue of the searches that repair their trees: vertices by keys, which need not rise. A key begins with k, the cost of a cheapest path
 * through the vertex as far as is known; `over` is 0 where g < rhs (underconsistent) and else 1; `least` is min(g, rhs), which
 * is g where there is no rhs. In the three orders a key is
 *
 * - `buckets`: 2k + over, and who has the same key as before keeps its place;
 * - `larger-g`: [k; over; −least];
 * - `smaller-g`: [k; least].
 *
 * All have the two properties that M. Likhachev's dissertation (2005) asks of keys. These bind k and `over` only, so that `larger-g` is
 * free to put the larger `least` first. What a search computes of a key is its `rank`: 2k + over with buckets, k with heaps.
 *
 * Buckets whose keys come to lie too far apart give way to a heap for good: keys are then [2k + over; least].
 *
 * It is one class with branches that hardly ever change, so that a program that uses two orders does not slow down both.
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
    if (order === 'buckets') this.buckets = new BucketQueue(capacity, { mostBuckets: MOST_BUCKETS });
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
        // A whole number that buckets reject is too far from the others, and nothing has been changed.
        if (!Number.isInteger(rank)) throw error;
        this.giveWay(this.buckets);
        this.heap!.update(v, rank, least);
      }
    } else if (this.larger) this.heap!.update(v, rank, over, -least);
    else this.heap!.update(v, rank, least);
  }

  /** The rank of the top; Infinity when empty. */
  topRank(): number {
    return this.buckets !== undefined ? this.buckets.peekPriority() : this.heap!.peekKey(0);
  }

  /** Whether the top comes before a key of its own rank. */
  topFirst(over: 0 | 1, least: number): boolean {
    const { heap } = this;
    if (heap === undefined) return false;
    if (!this.larger) return heap.peekKey(1) < least;
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

  /** Moves everything into a heap. */
  private giveWay(buckets: BucketQueue): void {
    this.heap = new TupleHeap(this.capacity, 2);
    for (let rank = buckets.peekPriority(); rank < Infinity; rank = buckets.peekPriority()) this.heap.push(buckets.pop(), rank, 0);
    this.buckets = undefined;
  }
}
