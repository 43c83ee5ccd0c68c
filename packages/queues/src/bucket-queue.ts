import { checkCapacity, checkPriority, throwBadId, throwPresent, throwShrinking, throwBadSpan } from './errors.ts';

/** No id: the end of a bucket's list. */
const NONE = -1;
/** In place of the next id: not in the queue. */
const ABSENT = -2;
const LEAST_RING = 64;
const GREATEST_RING = 2 ** 27;
/** So that their links, three numbers each in one array, have indices of 31 bits. */
const MOST_IDS = Math.floor(0x7fffffff / 3);

/** What a `BucketQueue` can be told. */
export interface BucketQueueOptions {
  /** Which of equal priorities leaves first: the last that got it ('lifo', the default), or the first ('fifo'). */
  readonly order?: 'lifo' | 'fifo' | undefined;
  /** How many buckets there may be, 4 to 8 bytes each, and so how far apart priorities: a power of two from 64 to 2²⁷, which is the default. */
  readonly mostBuckets?: number | undefined;
}

/**
 * A bucket for each whole-number priority (Dial 1969), over the ids 0 … capacity − 1, each in it at most once.
 * Everything takes constant time, but for the step to the next bucket that is not empty: a word of 32 buckets at a time.
 *
 * Departures from Dial: priorities may fall below the last popped, and the ring of buckets grows with the span
 * between the smallest and the greatest priority that are in the queue, however large these are.
 *
 * @example
 * ```ts
 * import { BucketQueue } from '@pf/queues';
 *
 * const open = new BucketQueue(100, { order: 'lifo' });
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
  /** No live priority is lower; where the search for the first bucket begins. */
  private lowest = 0;
  /** No live priority is higher. */
  private highest = 0;
  private readonly fifo: boolean;
  private readonly mostBuckets: number;
  // The bucket of a priority is its remainder by the size of the ring, a power of two. Live priorities span no more than
  // the ring, so its last 32 bits tell it from the others: that is all that is stored of it.
  /** By bucket: the id that leaves first. */
  private first: Int32Array;
  /** By bucket: the id that came last. For first in first out only; valid where the bucket is not empty. */
  private last: Int32Array;
  /** A bit a bucket: set where it is not empty, cleared late, when a search for the first bucket comes by. */
  private filled: Int32Array;
  /**
   * Three numbers an id, side by side since they are read together: which one is after it in its bucket, which one before it,
   * valid where it is not the first, and its priority. With a queue for each of many characters that is one wait for memory instead of three.
   */
  private links: Int32Array;

  constructor(capacity: number, options: BucketQueueOptions = {}) {
    checkCapacity(capacity, MOST_IDS);
    const { order = 'lifo', mostBuckets = GREATEST_RING } = options;
    if (order !== 'lifo' && order !== 'fifo') throw new RangeError(`order must be 'lifo' or 'fifo', got ${String(order)}.`);
    if (!(mostBuckets >= LEAST_RING && mostBuckets <= GREATEST_RING && Number.isInteger(Math.log2(mostBuckets)))) {
      throw new RangeError(`mostBuckets must be a power of two from ${LEAST_RING} to ${GREATEST_RING}, got ${mostBuckets}.`);
    }
    this.fifo = order === 'fifo';
    this.mostBuckets = mostBuckets;
    this.first = new Int32Array(LEAST_RING).fill(NONE);
    this.last = new Int32Array(this.fifo ? LEAST_RING : 0);
    this.filled = new Int32Array(LEAST_RING / 32);
    this.links = emptyLinks(capacity);
  }

  /** How many ids are in the queue. */
  get size(): number {
    return this.length;
  }

  /** Adds an id. Throws when it is in the queue already. */
  push(id: number, priority: number): void {
    if ((id | 0) !== id || this.links[3 * id] !== ABSENT) this.refusePush(id, priority);
    const above = priority - this.lowest;
    // One test for a whole number within the ring; whatever fails it is looked at closely.
    if (above >>> 0 !== above || above >= this.first.length) {
      checkPriority(priority);
      if (!this.admit(priority)) throwBadSpan(priority, this.lowest, this.highest, this.mostBuckets);
    } else if (priority > this.highest) this.raise(priority);
    this.length++;
    this.link(id, priority | 0);
  }

  /** Adds an id, or gives it another priority. Where the priority is the one that it has, it stays in its place. */
  update(id: number, priority: number): void {
    const after = this.links[3 * id];
    const above = priority - this.lowest;
    // One test for a known id, a whole number and a place within the ring; whatever fails it is looked at closely.
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

  /** Takes out an id of the smallest priority and returns it; −1 when empty. */
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

  /** Whether an id is in it; false for what is no id. */
  has(id: number): boolean {
    return (id | 0) === id && this.links[3 * id] >= NONE;
  }

  /** The priority of an id; Infinity where it is not in the queue. */
  priority(id: number): number {
    return this.has(id) ? this.lowest + ((this.links[3 * id + 2] - (this.lowest | 0)) >>> 0) : Infinity;
  }

  /** Takes out an id; returns whether it was in the queue. */
  remove(id: number): boolean {
    const { links } = this;
    if ((id | 0) !== id || !(links[3 * id] >= ABSENT)) throwBadId(id, links.length / 3);
    if (links[3 * id] === ABSENT) return false;
    this.unlink(id);
    links[3 * id] = ABSENT;
    this.length--;
    return true;
  }

  /** Takes out everything. */
  clear(): void {
    while (this.length > 0) this.pop();
  }

  /** Makes room for the ids up to `capacity` − 1; every entry stays. */
  grow(capacity: number): void {
    checkCapacity(capacity, MOST_IDS);
    const { links } = this;
    if (3 * capacity < links.length) throwShrinking(capacity, links.length / 3);
    this.links = emptyLinks(capacity);
    this.links.set(links);
  }

  /** A place within the ring above the highest one may still be more than a priority can be. */
  private raise(priority: number): void {
    checkPriority(priority);
    this.highest = priority;
  }

  /** `update` to a priority outside the ring as it lies: the one that the id leaves must not count for the new span. */
  private move(id: number, priority: number): void {
    checkPriority(priority);
    const span = Math.max(this.highest, priority) - Math.min(this.lowest, priority);
    if (span >= this.mostBuckets && this.length > 1) this.checkSpan(id, priority);
    this.unlink(id);
    this.length--;
    this.admit(priority);
    this.length++;
    this.link(id, priority | 0);
  }

  /** Throws where `priority` is too far from those of the others. `id` stays in its place among its equals, which it could not come back to. */
  private checkSpan(id: number, priority: number): void {
    const { first, links } = this;
    const mask = first.length - 1;
    this.advance();
    this.fall();
    let { lowest, highest } = this;
    // Alone in its bucket, it may be what stands at one end.
    if (links[3 * id] === NONE && first[links[3 * id + 2] & mask] === id) {
      const own = this.priority(id);
      if (own === lowest) do lowest++; while (first[lowest & mask] === NONE);
      else if (own === highest) do highest--; while (first[highest & mask] === NONE);
    }
    if (Math.max(highest, priority) - Math.min(lowest, priority) >= this.mostBuckets) throwBadSpan(priority, lowest, highest, this.mostBuckets);
  }

  /** Lays the ring so that it spans `priority` and every live one; returns false where that would be too wide. */
  private admit(priority: number): boolean {
    if (this.length === 0) {
      this.lowest = priority;
      this.highest = priority;
      return true;
    }
    let lowest = Math.min(this.lowest, priority);
    let highest = Math.max(this.highest, priority);
    if (highest - lowest >= this.first.length) {
      // The bounds may be wider than what lives.
      this.advance();
      this.fall();
      lowest = Math.min(this.lowest, priority);
      highest = Math.max(this.highest, priority);
      if (highest - lowest >= this.mostBuckets) return false;
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

  /** Raises `lowest` to the lowest live priority; returns its bucket. There must be one. */
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

  /** Lowers `highest` to the highest live priority. There must be one. */
  private fall(): void {
    const { first } = this;
    const mask = first.length - 1;
    let priority = this.highest;
    while (first[priority & mask] === NONE) priority--;
    this.highest = priority;
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

  private refusePush(id: number, priority: number): never {
    if ((id | 0) !== id || this.links[3 * id] === undefined) throwBadId(id, this.links.length / 3);
    checkPriority(priority);
    throwPresent(id);
  }
}

function emptyLinks(capacity: number): Int32Array {
  const links = new Int32Array(3 * capacity);
  for (let i = 0; i < links.length; i += 3) links[i] = ABSENT;
  return links;
}
