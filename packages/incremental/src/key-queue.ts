import { BucketQueue, TupleHeap } from '@pf/queues';
import type { QueueOrder } from './planner.ts';

/**
 * The queue of the searches that mend their trees: vertices by keys, which need not rise. A key begins with k, the cost of a cheapest way
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
 * It is one class with branches that never change, so that a program that uses two orders does not slow down both.
 */
export class KeyQueue {
  private readonly buckets: BucketQueue | undefined;
  private readonly heap: TupleHeap | undefined;
  private readonly larger: boolean;

  constructor(capacity: number, order: QueueOrder) {
    if (order === 'buckets') this.buckets = new BucketQueue(capacity);
    else this.heap = new TupleHeap(capacity, order === 'larger-g' ? 3 : 2);
    this.larger = order === 'larger-g';
  }

  get size(): number {
    return this.buckets !== undefined ? this.buckets.size : this.heap!.size;
  }

  rank(k: number, over: 0 | 1): number {
    return this.buckets !== undefined ? 2 * k + over : k;
  }

  /** Puts `v` in, or gives it another place. */
  place(v: number, rank: number, over: 0 | 1, least: number): void {
    if (this.buckets !== undefined) this.buckets.update(v, rank);
    else if (this.larger) this.heap!.update(v, rank, over, -least);
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
}
