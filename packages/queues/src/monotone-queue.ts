import { LazyHeap } from './lazy-heap.ts';
import { checkCapacity, throwAnyId, throwGreatKey } from './errors.ts';

/** No entry: the end of a bucket's list. */
const NONE = -1;
/** A power of two: 16 kB of list heads, which fit the first-level cache. */
const BUCKETS = 4096;
/** The initial width: far below any difference of keys that is not a rounding error. */
const LEAST_WIDTH = 2 ** -30;
/** Limit of keys: divided by the initial width, such a key is still finite. */
const GREATEST_KEY = 1e290;

/**
 * A queue of (id, key) for real-valued keys that rise as in Dijkstra's algorithm and A*. As in `LazyHeap`, there
 * is no decrease, and it can hold an id several times. A key may be lower than the last one popped, by rounding
 * or by any amount: the order stays correct, but it is slower.
 *
 * Two levels, after Denardo & Fox, "Shortest-route methods: 1. Reaching, pruning, and buckets", Operations Research 27(1),
 * 1979: a ring of unordered buckets, and the bucket that is being emptied in order. Departures: that bucket is a small heap
 * instead of finer buckets: the f-values of thousands of cells of an open map differ only by rounding, and no width
 * separates. The width need not be chosen: it starts tiny, and doubles until the keys in the queue fit the ring.
 *
 * Slower alternatives, over octile costs:
 * - A radix heap on the bits of the keys (4 or 8 bits a digit) was as fast on open maps, but slower than a plain heap among obstacles
 *   or terrain, where it moves each entry two or three times.
 * - This queue with an index by id and decrease was slower on maps than pushing second entries.
 * - Unordered buckets searched for their smallest entry took seven times as long on open maps.
 *
 * @example
 * ```ts
 * import { MonotoneQueue } from '@pf/queues';
 *
 * const open = new MonotoneQueue();
 * open.push(7, Math.SQRT2);
 * open.push(8, 1);
 * open.pop(); // → 8
 * open.peekKey(); // ≈ 1.414
 * ```
 */
export class MonotoneQueue {
  private length = 0;
  /** Buckets a unit of key: the inverse of the width, a power of two, so that scaling is exact. */
  private scale = 1 / LEAST_WIDTH;
  /** Number of the bucket that is being emptied: floor(key × scale), not reduced to the ring. */
  private current = 0;
  /** The entries of the current bucket and of those before it. */
  private readonly active = new LazyHeap(1024);
  /** By bucket of the ring: its first entry. */
  private readonly first = new Int32Array(BUCKETS).fill(NONE);
  /** A bit a bucket: set if it is not empty. */
  private readonly filled = new Int32Array(BUCKETS / 32);
  // The entries in buckets.
  private ids: Int32Array;
  private keys: Float64Array;
  private next: Int32Array;
  private used = 0;
  /** List of the entries below `used` that are free again. */
  private free = NONE;

  /** `capacity`: the number of entries it holds before it first grows. */
  constructor(capacity = 1024) {
    checkCapacity(capacity);
    this.ids = new Int32Array(capacity);
    this.keys = new Float64Array(capacity);
    this.next = new Int32Array(capacity);
  }

  /** The number of entries in the queue. */
  get size(): number {
    return this.length;
  }

  /** Adds an entry. Throws if the id is not a whole number from 0 to 2147483647, or the key not a number within ±10²⁹⁰. */
  push(id: number, key: number): void {
    if ((id & 0x7fffffff) !== id || !(Math.abs(key) <= GREATEST_KEY)) throwBadEntry(id, key);
    if (this.length++ === 0) this.current = Math.floor(key * this.scale);
    const bucket = Math.floor(key * this.scale);
    const ahead = bucket - this.current;
    if (ahead <= 0) this.active.push(id, key);
    else if (ahead < BUCKETS) this.link(this.entry(id, key), bucket & (BUCKETS - 1));
    else this.widen(id, key);
  }

  /** Removes an entry with the smallest key and returns its id; −1 when empty. */
  pop(): number {
    if (this.length === 0) return -1;
    this.length--;
    if (this.active.size > 0) return this.active.pop();
    const entry = this.take();
    const after = this.next[entry];
    this.next[entry] = this.free;
    this.free = entry;
    // Alone in its bucket: no need to sort.
    if (after === NONE) return this.ids[entry];
    this.active.push(this.ids[entry], this.keys[entry]);
    this.activate(after);
    return this.active.pop();
  }

  /** The id that `pop` would return. */
  peek(): number {
    if (this.active.size === 0 && this.length > 0) this.activate(this.take());
    return this.active.peek();
  }

  /** The smallest key; Infinity when empty. */
  peekKey(): number {
    if (this.active.size === 0 && this.length > 0) this.activate(this.take());
    return this.active.peekKey();
  }

  /** Removes everything. The width returns to its initial value, so that the next search runs as the first one did. */
  clear(): void {
    this.active.clear();
    this.gather();
    this.used = 0;
    this.free = NONE;
    this.length = 0;
    this.scale = 1 / LEAST_WIDTH;
  }

  /** An entry outside every bucket. */
  private entry(id: number, key: number): number {
    let entry = this.free;
    if (entry !== NONE) this.free = this.next[entry];
    else {
      entry = this.used++;
      if (entry === this.ids.length) this.double();
    }
    this.ids[entry] = id;
    this.keys[entry] = key;
    return entry;
  }

  private link(entry: number, bucket: number): void {
    const { first } = this;
    const head = first[bucket];
    if (head === NONE) this.filled[bucket >> 5] |= 1 << bucket;
    this.next[entry] = head;
    first[bucket] = entry;
  }

  /** Advances to the next bucket that is not empty and takes its list out. There must be one. */
  private take(): number {
    const { first, filled } = this;
    const start = this.current & (BUCKETS - 1);
    let word = start >> 5;
    let bits = filled[word] & (-1 << start);
    while (bits === 0) {
      word = (word + 1) & (BUCKETS / 32 - 1);
      bits = filled[word];
    }
    const bit = bits & -bits;
    const bucket = (word << 5) + 31 - Math.clz32(bit);
    filled[word] ^= bit;
    this.current += (bucket - start) & (BUCKETS - 1);
    const list = first[bucket];
    first[bucket] = NONE;
    return list;
  }

  /** Moves a list of entries into the heap. */
  private activate(list: number): void {
    const { active, ids, keys, next } = this;
    let entry = list;
    while (entry !== NONE) {
      active.push(ids[entry], keys[entry]);
      const after = next[entry];
      next[entry] = this.free;
      this.free = entry;
      entry = after;
    }
  }

  /** Doubles the width until `key` lies in the nearer half of the ring, redistributes all entries, and adds this one. */
  private widen(id: number, key: number): void {
    const base = this.current / this.scale;
    while (Math.floor(key * this.scale) - Math.floor(base * this.scale) >= BUCKETS / 2) this.scale /= 2;
    this.current = Math.floor(base * this.scale);
    const { active, keys, next, scale, current } = this;
    let entry = this.gather();
    while (entry !== NONE) {
      const after = next[entry];
      const bucket = Math.floor(keys[entry] * scale);
      if (bucket > current) this.link(entry, bucket & (BUCKETS - 1));
      else {
        active.push(this.ids[entry], keys[entry]);
        next[entry] = this.free;
        this.free = entry;
      }
      entry = after;
    }
    this.length--;
    this.push(id, key);
  }

  /** Empties all buckets; returns the list of their entries. */
  private gather(): number {
    const { first, filled, next } = this;
    let list = NONE;
    for (let word = 0; word < filled.length; word++) {
      for (let bits = filled[word]; bits !== 0; bits &= bits - 1) {
        const bucket = (word << 5) + 31 - Math.clz32(bits & -bits);
        for (let entry = first[bucket]; entry !== NONE; ) {
          const after = next[entry];
          next[entry] = list;
          list = entry;
          entry = after;
        }
        first[bucket] = NONE;
      }
      filled[word] = 0;
    }
    return list;
  }

  private double(): void {
    const { ids, keys, next } = this;
    const capacity = Math.max(16, 2 * ids.length);
    this.ids = new Int32Array(capacity);
    this.ids.set(ids);
    this.keys = new Float64Array(capacity);
    this.keys.set(keys);
    this.next = new Int32Array(capacity);
    this.next.set(next);
  }
}

function throwBadEntry(id: number, key: number): never {
  if (!(Math.abs(key) <= GREATEST_KEY)) throwGreatKey(key, GREATEST_KEY);
  throwAnyId(id);
}
