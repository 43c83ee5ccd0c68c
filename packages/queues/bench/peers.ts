import FastPriorityQueue from 'fastpriorityqueue';
import FlatQueue from 'flatqueue';
import { Heap } from 'heap-js';
import TinyQueue from 'tinyqueue';
import type { BenchQueue } from './queues.bench.ts';

/** What the peers without ids hold: an object an entry, as their READMEs do. */
interface Item {
  readonly id: number;
  readonly key: number;
}

export class FlatQueueAdapter implements BenchQueue {
  private readonly queue: FlatQueue;

  /** With a capacity, flatqueue is backed by typed arrays of that size and cannot grow. */
  constructor(capacity?: number) {
    this.queue = new FlatQueue(capacity);
  }

  push(id: number, key: number): void {
    this.queue.push(id, key);
  }

  pop(): number {
    return this.queue.pop()!;
  }

  peekKey(): number {
    return this.queue.peekValue()!;
  }

  clear(): void {
    this.queue.clear();
  }
}

export class TinyQueueAdapter implements BenchQueue {
  private queue = new TinyQueue<Item>([], (a, b) => a.key - b.key);

  push(id: number, key: number): void {
    this.queue.push({ id, key });
  }

  pop(): number {
    return this.queue.pop()!.id;
  }

  peekKey(): number {
    return this.queue.peek()!.key;
  }

  clear(): void {
    this.queue = new TinyQueue<Item>([], (a, b) => a.key - b.key);
  }
}

export class HeapJsAdapter implements BenchQueue {
  private readonly queue = new Heap<Item>((a, b) => a.key - b.key);

  push(id: number, key: number): void {
    this.queue.push({ id, key });
  }

  pop(): number {
    return this.queue.pop()!.id;
  }

  peekKey(): number {
    return this.queue.peek()!.key;
  }

  clear(): void {
    this.queue.clear();
  }
}

export class FastPriorityQueueAdapter implements BenchQueue {
  private queue = new FastPriorityQueue<Item>((a, b) => a.key < b.key);

  push(id: number, key: number): void {
    this.queue.add({ id, key });
  }

  pop(): number {
    return this.queue.poll()!.id;
  }

  peekKey(): number {
    return this.queue.peek()!.key;
  }

  clear(): void {
    this.queue = new FastPriorityQueue<Item>((a, b) => a.key < b.key);
  }
}
