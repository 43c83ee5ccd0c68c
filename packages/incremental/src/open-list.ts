import { TupleHeap } from '@pf/queues';
import type { QueueOrder } from './planner.ts';
import { StackBuckets } from './stack-buckets.ts';

/**
 * The queue of A* and its kin: vertices by f, ties by g and then first in, first out (of 48 rules tried the one that gives every cell of
 * the papers' figures), or last in, first out in buckets. Buckets keep what is out of date: whoever looks at the top has to compare its f.
 */
export interface OpenList {
  /** How many entries it holds, those out of date among them. */
  readonly size: number;
  /** Inserts `v`, or moves it. */
  push(v: number, f: number, g: number): void;
  /** The smallest f; Infinity when empty. */
  peekPriority(): number;
  /** The vertex of the smallest f, which has been asked for before. */
  peek(): number;
  /** Removes the entry that `peek` shows. */
  pop(): void;
  /** Takes out of the buckets what `counts` does not want; a heap, which holds each vertex once, stays as it is. */
  keep(counts: (v: number, f: number) => boolean): void;
  clear(): void;
}

export function openList(capacity: number, order: QueueOrder): OpenList {
  return order === 'buckets' ? new StackBuckets() : new OpenHeap(capacity, order);
}

class OpenHeap implements OpenList {
  private readonly heap: TupleHeap;
  private readonly sign: 1 | -1;
  private clock = 0;

  constructor(capacity: number, order: 'smaller-g' | 'larger-g') {
    this.heap = new TupleHeap(capacity, 3);
    this.sign = order === 'smaller-g' ? 1 : -1;
  }

  get size(): number {
    return this.heap.size;
  }

  push(v: number, f: number, g: number): void {
    this.heap.update(v, f, this.sign * g, this.clock++);
  }

  peekPriority(): number {
    return this.heap.peekKey(0);
  }

  peek(): number {
    return this.heap.peek();
  }

  pop(): void {
    this.heap.pop();
  }

  keep(): void {}

  clear(): void {
    this.heap.clear();
  }
}
