import type { BucketQueueOptions } from './bucket-queue-options.ts';
import { bucketOptions, LEAST_RING, MOST_IDS } from './bucket-queue-options.ts';
import { checkCapacity, checkPriority, throwBadId, throwBadPush, throwBadSpan, throwShrinking } from './errors.ts';

/** No id: the end of a bucket's list. */
const NONE = -1;
/** In place of the next id: not in the queue. */
const ABSENT = -2;

/**
 * A queue with a bucket for each whole-number priority (Dial 1969), over the ids 0 … capacity − 1. It holds each id at most once.
 * Operations take constant time, except for the step to the next bucket that is not empty: it skips 32 buckets at a time.
 *
 * Departures from Dial: priorities may fall below the last popped, and the ring of buckets grows with the span
 * between the smallest and the greatest priority that are in the queue, however large these are.
 *
 * @example
 * ```ts
 * import { BucketQueue } from '@pf/queues';
 *
 * const open = new BucketQueue(100, { ties: 'lifo' });
 * open.push(7, 1000);
 * open.push(8, 1000);
 * open.update(7, 1000); // the same priority: 7 stays in its place
 * open.pop(); // → 8
 * open.push(9, 3);
 * open.peekPriority(); // → 3
 * ```
 */
export class BucketQueue {
  private length = 0;
  /** A lower bound of the priorities in the queue: the search for the first bucket begins here. */
  private lowest = 0;
  /** An upper bound of the priorities in the queue. */
  private highest = 0;
  private readonly fifo: boolean;
  private readonly maxBuckets: number;
  // The bucket of a priority is its remainder by the size of the ring, a power of two. The priorities in the queue span no more
  // than the ring, so their last 32 bits identify them: only those are stored.
  /** By bucket: the id that leaves first. */
  private first: Int32Array;
  /** By bucket: the id that came last. Only for 'fifo'; valid if the bucket is not empty. */
  private last: Int32Array;
  /** A bit a bucket: set if it is not empty. Cleared late, when a search for the first bucket passes. */
  private filled: Int32Array;
  /** Adjacent for the cache, by id: the next in its bucket, the previous one (valid if it is not the first), and its priority. */
  private links: Int32Array;

  constructor(capacity: number, options: BucketQueueOptions = {}) {
    checkCapacity(capacity, MOST_IDS);
    const { ties, maxBuckets } = bucketOptions(options);
    this.fifo = ties === 'fifo';
    this.maxBuckets = maxBuckets;
    this.first = new Int32Array(LEAST_RING).fill(NONE);
    this.last = new Int32Array(this.fifo ? LEAST_RING : 0);
    this.filled = new Int32Array(LEAST_RING / 32);
    this.links = new Int32Array(3 * capacity).fill(ABSENT);
  }

  /** The number of ids in the queue. */
  get size(): number {
    return this.length;
  }

  /** Adds an id. Throws if it is in the queue already. */
  push(id: number, priority: number): void {
    if ((id | 0) !== id || this.links[3 * id] !== ABSENT) throwBadPush(id, priority, this.links.length / 3);
    const above = priority - this.lowest;
    // One test for a whole number within the ring; everything else is handled on the slow path.
    if (above >>> 0 !== above || above >= this.first.length) {
      checkPriority(priority);
      if (!this.admit(priority)) throwBadSpan(priority, this.lowest, this.highest, this.maxBuckets);
    } else if (priority > this.highest) this.raise(priority);
    this.length++;
    this.link(id, priority | 0);
  }

  /** Adds an id, or changes its priority. The same priority changes nothing. */
  update(id: number, priority: number): void {
    const after = this.links[3 * id];
    const above = priority - this.lowest;
    // One test for a known id, a whole number and a priority within the ring; everything else is handled on the slow path.
    if ((id | 0) !== id || !(after >= ABSENT) || above >>> 0 !== above || above >= this.first.length) {
      return this.has(id) ? this.move(id, priority) : this.push(id, priority);
    }
    if (priority > this.highest) this.raise(priority);
    if (after === ABSENT) this.length++;
    else {
      if (this.links[3 * id + 2] === (priority | 0)) return;
      this.unlink(id);
    }
    this.link(id, priority | 0);
  }

  /** Removes an id of the smallest priority and returns it; −1 when empty. */
  pop(): number {
    if (this.length === 0) return -1;
    const { first, links } = this;
    let bucket = this.lowest & (first.length - 1);
    if (first[bucket] === NONE) bucket = this.advance();
    const id = first[bucket];
    first[bucket] = links[3 * id];
    links[3 * id] = ABSENT;
    this.length--;
    return id;
  }

  /** The id that `pop` would return. */
  peek(): number {
    return this.length === 0 ? -1 : this.first[this.advance()];
  }

  /** The smallest priority; Infinity when empty. */
  peekPriority(): number {
    if (this.length === 0) return Infinity;
    this.advance();
    return this.lowest;
  }

  /** Whether an id is in the queue; false for anything that is not an id. */
  has(id: number): boolean {
    return (id | 0) === id && this.links[3 * id] >= NONE;
  }

  /** The priority of an id; Infinity if it is not in the queue. */
  priority(id: number): number {
    return this.has(id) ? this.lowest + ((this.links[3 * id + 2] - (this.lowest | 0)) >>> 0) : Infinity;
  }

  /** Removes an id; returns whether it was in the queue. */
  remove(id: number): boolean {
    const { links } = this;
    if ((id | 0) !== id || !(links[3 * id] >= ABSENT)) throwBadId(id, links.length / 3);
    if (links[3 * id] === ABSENT) return false;
    this.unlink(id);
    links[3 * id] = ABSENT;
    this.length--;
    return true;
  }

  /** Removes everything. */
  clear(): void {
    while (this.length > 0) this.pop();
  }

  /** Makes room for the ids up to `capacity` − 1; entries stay. */
  grow(capacity: number): void {
    checkCapacity(capacity, MOST_IDS);
    const { links } = this;
    if (3 * capacity < links.length) throwShrinking(capacity, links.length / 3);
    this.links = new Int32Array(3 * capacity).fill(ABSENT);
    this.links.set(links);
  }

  /** Checks a priority above the highest one: it fits the ring, but may exceed the greatest priority. */
  private raise(priority: number): void {
    checkPriority(priority);
    this.highest = priority;
  }

  /** `update` to a priority outside the current ring. The new span must not count the priority that the id leaves. */
  private move(id: number, priority: number): void {
    checkPriority(priority);
    const span = Math.max(this.highest, priority) - Math.min(this.lowest, priority);
    if (span >= this.maxBuckets && this.length > 1) this.checkSpan(id, priority);
    this.unlink(id);
    this.length--;
    this.admit(priority);
    this.length++;
    this.link(id, priority | 0);
  }

  /** Throws if `priority` is too far from the others. Does not remove `id`, because it could not return to its position among equal priorities. */
  private checkSpan(id: number, priority: number): void {
    const { first, links } = this;
    const mask = first.length - 1;
    this.advance();
    this.highest = this.nearest(this.highest, -1);
    let { lowest, highest } = this;
    // If it is alone in its bucket, it may be at one end of the span.
    if (links[3 * id] === NONE && first[links[3 * id + 2] & mask] === id) {
      const own = this.priority(id);
      if (own === lowest) lowest = this.nearest(lowest + 1, 1);
      else if (own === highest) highest = this.nearest(highest - 1, -1);
    }
    if (Math.max(highest, priority) - Math.min(lowest, priority) >= this.maxBuckets) throwBadSpan(priority, lowest, highest, this.maxBuckets);
  }

  /** Resizes the ring so that it spans `priority` and every one in the queue; returns false if that is too wide. */
  private admit(priority: number): boolean {
    if (this.length === 0) this.lowest = this.highest = priority;
    let lowest = Math.min(this.lowest, priority);
    let highest = Math.max(this.highest, priority);
    if (highest - lowest >= this.first.length) {
      // The bounds may be wider than the priorities in the queue.
      this.advance();
      this.highest = this.nearest(this.highest, -1);
      lowest = Math.min(this.lowest, priority);
      highest = Math.max(this.highest, priority);
      if (highest - lowest >= this.maxBuckets) return false;
      if (highest - lowest >= this.first.length) this.widen(highest - lowest + 1);
    }
    this.lowest = lowest;
    this.highest = highest;
    return true;
  }

  private widen(span: number): void {
    const { first, last } = this;
    const mask = first.length - 1;
    let size = first.length;
    while (size < span) size *= 2;
    this.first = new Int32Array(size).fill(NONE);
    this.last = new Int32Array(this.fifo ? size : 0);
    this.filled = new Int32Array(size / 32);
    for (let priority = this.lowest; priority <= this.highest; priority++) {
      const id = first[priority & mask];
      if (id === NONE) continue;
      const bucket = priority & (size - 1);
      this.first[bucket] = id;
      if (this.fifo) this.last[bucket] = last[priority & mask];
      this.filled[bucket >> 5] |= 1 << bucket;
    }
  }

  /** Raises `lowest` to the lowest priority in the queue; returns its bucket. The queue must not be empty. */
  private advance(): number {
    const { first, filled } = this;
    const mask = first.length - 1;
    const start = this.lowest & mask;
    if (first[start] !== NONE) return start;
    let word = start >> 5;
    let bits = filled[word] & (-1 << start);
    for (;;) {
      while (bits === 0) {
        word = (word + 1) & (filled.length - 1);
        bits = filled[word];
      }
      const bit = bits & -bits;
      const bucket = (word << 5) + 31 - Math.clz32(bit);
      if (first[bucket] !== NONE) {
        this.lowest += (bucket - start) & mask;
        return bucket;
      }
      bits ^= bit;
      filled[word] ^= bit;
    }
  }

  /** The first priority in the queue from `priority` on, upwards (1) or downwards (−1). There must be one. */
  private nearest(priority: number, step: 1 | -1): number {
    const { first, filled } = this;
    const mask = first.length - 1;
    let bucket = priority & mask;
    while (filled[bucket >> 5] === 0 || first[bucket] === NONE) {
      bucket = (filled[bucket >> 5] !== 0 ? bucket + step : step === 1 ? (bucket | 31) + 1 : (bucket & -32) - 1) & mask;
    }
    return priority + step * ((step * (bucket - priority)) & mask);
  }

  private link(id: number, priority: number): void {
    const { first, links } = this;
    const bucket = priority & (first.length - 1);
    const head = first[bucket];
    links[3 * id + 2] = priority;
    if (head === NONE) {
      this.filled[bucket >> 5] |= 1 << bucket;
      first[bucket] = id;
      links[3 * id] = NONE;
      if (this.fifo) this.last[bucket] = id;
    } else if (this.fifo) {
      const tail = this.last[bucket];
      links[3 * tail] = id;
      links[3 * id] = NONE;
      links[3 * id + 1] = tail;
      this.last[bucket] = id;
    } else {
      links[3 * head + 1] = id;
      links[3 * id] = head;
      first[bucket] = id;
    }
  }

  private unlink(id: number): void {
    const { first, links } = this;
    const bucket = links[3 * id + 2] & (first.length - 1);
    const after = links[3 * id];
    if (first[bucket] === id) {
      first[bucket] = after;
      return;
    }
    const before = links[3 * id + 1];
    links[3 * before] = after;
    if (after !== NONE) links[3 * after + 1] = before;
    else if (this.fifo) this.last[bucket] = before;
  }
}
