import { TupleHeap } from '@pf/queues';
import type { QueueOrder } from './planner.ts';
import { StackBuckets } from './stack-buckets.ts';

/**
 * The queue of A* and its kin: vertices by f, ties by g and then first in, first out (of 48 rules tried the one that gives every cell of
 * the papers' figures), or last in, first out in buckets. Buckets keep what is out of date: whoever looks at the top has to compare its f.
 * It is one class with branches that never change, so that a program that uses two orders does not slow down both.
 */
export class OpenList {
  private readonly buckets: StackBuckets | undefined;
  private readonly heap: TupleHeap | undefined;
  private readonly sign: 1 | -1;
  private clock = 0;

  constructor(capacity: number, order: QueueOrder) {
    if (order === 'buckets') this.buckets = new StackBuckets();
    else this.heap = new TupleHeap(capacity, 3);
    this.sign = order === 'smaller-g' ? 1 : -1;
  }

  /** Puts `v` in, or gives it another place. */
  place(v: number, f: number, g: number): void {
    if (this.buckets !== undefined) this.buckets.push(v, f);
    else this.heap!.update(v, f, this.sign * g, this.clock++);
  }

  /** The smallest f; Infinity when empty. */
  topF(): number {
    return this.buckets !== undefined ? this.buckets.peekPriority() : this.heap!.peekKey(0);
  }

  /** The vertex of the smallest f, which has been asked for before. */
  peek(): number {
    return this.buckets !== undefined ? this.buckets.peek() : this.heap!.peek();
  }

  pop(): void {
    if (this.buckets !== undefined) this.buckets.pop();
    else this.heap!.pop();
  }

  /** How many entries it holds, those out of date among them. */
  get size(): number {
    return this.buckets !== undefined ? this.buckets.size : this.heap!.size;
  }

  /** Takes out of the buckets what `counts` does not want; a heap, which holds each vertex once, stays as it is. */
  keep(counts: (v: number, f: number) => boolean): void {
    this.buckets?.keep(counts);
  }

  clear(): void {
    if (this.buckets !== undefined) this.buckets.clear();
    else this.heap!.clear();
  }
}
