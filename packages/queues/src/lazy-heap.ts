import { minChild } from './min-child.ts';
import { checkCapacity, throwAnyId, throwBadKey } from './errors.ts';

/**
 * A plain heap of (id, key) entries, with four children per node. It has no decrease and no remove, and can hold an id several times.
 * For searches that push an id again when its key falls and skip outdated entries. It grows on demand.
 *
 * @example
 * ```ts
 * import { LazyHeap } from '@pf/queues';
 *
 * const open = new LazyHeap();
 * open.push(7, 2.5);
 * open.push(7, 1.5);
 * open.peekKey(); // → 1.5
 * open.pop(); // → 7
 * open.size; // → 1
 * ```
 */
export class LazyHeap {
  private length = 0;
  private ids: Int32Array;
  /** NaN from `length` on: see `minChild`. */
  private keys: Float64Array;

  /** `capacity`: the number of entries it holds before it first grows. */
  constructor(capacity = 1024) {
    checkCapacity(capacity);
    this.ids = new Int32Array(capacity);
    this.keys = new Float64Array(capacity + 3).fill(NaN);
  }

  /** The number of entries in the heap. */
  get size(): number {
    return this.length;
  }

  /** Adds an entry. Throws if the id is not a whole number from 0 to 2147483647, or the key not a number. */
  push(id: number, key: number): void {
    if ((id & 0x7fffffff) !== id || !(key <= Infinity)) throwBadEntry(id, key);
    let i = this.length++;
    if (i === this.ids.length) this.double();
    const { ids, keys } = this;
    while (i > 0) {
      const parent = (i - 1) >> 2;
      const parentKey = keys[parent];
      if (key >= parentKey) break;
      ids[i] = ids[parent];
      keys[i] = parentKey;
      i = parent;
    }
    ids[i] = id;
    keys[i] = key;
  }

  /** Removes an entry with the smallest key and returns its id; −1 when empty. */
  pop(): number {
    const n = this.length - 1;
    if (n < 0) return -1;
    const { ids, keys } = this;
    const top = ids[0];
    const id = ids[n];
    const key = keys[n];
    keys[n] = NaN;
    this.length = n;
    if (n === 0) return top;
    let i = 0;
    for (let child = 1; child < n; child = 4 * i + 1) {
      const least = minChild(keys, child);
      const leastKey = keys[least];
      if (leastKey >= key) break;
      ids[i] = ids[least];
      keys[i] = leastKey;
      i = least;
    }
    ids[i] = id;
    keys[i] = key;
    return top;
  }

  /** The id that `pop` would return. */
  peek(): number {
    return this.length === 0 ? -1 : this.ids[0];
  }

  /** The smallest key; Infinity when empty. */
  peekKey(): number {
    return this.length === 0 ? Infinity : this.keys[0];
  }

  /** Removes all entries. */
  clear(): void {
    this.keys.fill(NaN, 0, this.length);
    this.length = 0;
  }

  private double(): void {
    const { ids, keys } = this;
    const capacity = Math.max(16, 2 * ids.length);
    this.ids = new Int32Array(capacity);
    this.ids.set(ids);
    this.keys = new Float64Array(capacity + 3).fill(NaN);
    this.keys.set(keys);
  }
}

function throwBadEntry(id: number, key: number): never {
  if (!(key <= Infinity)) throwBadKey(key);
  throwAnyId(id);
}
