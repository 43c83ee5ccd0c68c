import { TupleHeap } from '@pf/queues';
import type { QueueOrder } from './planner.ts';
import { StackBuckets } from './stack-buckets.ts';

/**
 * The queue of A* searches: by f, then g, then first in, first out. Of 48 rules tried, it is the one that reproduces every cell of
 * the papers' figures. With buckets, last in, first out. Buckets keep stale entries: compare the f of the top.
 */
export interface OpenList {
  /** Number of entries, stale ones included. */
  readonly size: number;
  /** Inserts `v`, or moves it. */
  push(v: number, f: number, g: number): void;
  /** The smallest f; Infinity when empty. */
  peekPriority(): number;
  /** Vertex with the smallest f. Call `peekPriority` first. */
  peek(): number;
  /** Removes the entry that `peek` shows. */
  pop(): void;
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

  clear(): void {
    this.heap.clear();
  }
}
