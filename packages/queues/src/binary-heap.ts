import { minChild } from './min-child.ts';
import { checkCapacity, checkOptionNames, throwAbsent, throwBadId, throwBadKey, throwKeyChange, throwPresent, throwShrinking } from './errors.ts';

const ABSENT = -1;

/** Tie-breaking among equal keys: last in, first out ('lifo'), first in, first out ('fifo'), or any. */
export type Ties = 'lifo' | 'fifo' | 'any';

/**
 * An indexed heap over the ids 0 … capacity − 1, with the smallest key on top. It holds each id at most once.
 *
 * It has four children a node instead of the usual two: half the levels, and a branch-free choice of the child (see `minChild`), take a third less time.
 *
 * @example
 * ```ts
 * import { BinaryHeap } from '@pf/queues';
 *
 * const open = new BinaryHeap(100, { ties: 'lifo' });
 * open.push(7, 2.5);
 * open.push(8, 1.5);
 * open.decrease(7, 1);
 * open.peekKey(); // → 1
 * open.pop(); // → 7
 * ```
 */
export class BinaryHeap {
  private length = 0;
  private ids: Int32Array;
  /** By position in the heap; NaN from `length` on: see `minChild`. */
  private keys: Float64Array;
  /** By id: its position in the heap. */
  private positions: Int32Array;
  /** By position, with tie-breaking: a counter from when the id got its key; it counts down for 'lifo'. */
  private stamps: Float64Array;
  private clock = 0;
  private readonly tick: number;
  private readonly ordered: boolean;

  /** Values of `ties` other than the default 'any' cost time, especially with many equal keys. */
  constructor(capacity: number, options: { readonly ties?: Ties | undefined } = {}) {
    checkCapacity(capacity);
    checkOptionNames(options, ['ties']);
    const { ties = 'any' } = options;
    if (ties !== 'any' && ties !== 'lifo' && ties !== 'fifo') throw new RangeError(`ties must be 'lifo', 'fifo' or 'any', got ${String(ties)}.`);
    this.ordered = ties !== 'any';
    this.tick = ties === 'any' ? 0 : ties === 'fifo' ? 1 : -1;
    this.ids = new Int32Array(capacity);
    this.keys = new Float64Array(capacity + 3).fill(NaN);
    this.positions = new Int32Array(capacity).fill(ABSENT);
    this.stamps = new Float64Array(this.ordered ? capacity + 3 : 0);
  }

  /** The number of ids in the heap. */
  get size(): number {
    return this.length;
  }

  /** Adds an id. Throws if it is in the heap already. */
  push(id: number, key: number): void {
    if (this.positions[id] !== ABSENT || !(key <= Infinity)) this.throwBadPush(id, key);
    this.up(this.length++, id, key, this.now());
  }

  /** Removes the id with the smallest key and returns it; −1 when empty. */
  pop(): number {
    const last = this.length - 1;
    if (last < 0) return -1;
    const { ids, keys } = this;
    const top = ids[0];
    const key = keys[last];
    this.positions[top] = ABSENT;
    keys[last] = NaN;
    this.length = last;
    if (last > 0) this.down(0, ids[last], key, this.stamp(last));
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

  /** Whether an id is in the heap; false for anything that is not an id. */
  has(id: number): boolean {
    return this.positions[id] >= 0;
  }

  /** The key of an id; Infinity if it is not in the heap. */
  key(id: number): number {
    const position = this.positions[id];
    return position >= 0 ? this.keys[position] : Infinity;
  }

  /** Lowers the key of an id in the heap. The same key changes nothing; a greater one throws. */
  decrease(id: number, key: number): void {
    const position = this.positions[id];
    if (!(position >= 0)) this.throwBadChange(id);
    const old = this.keys[position];
    if (key === old) return;
    if (!(key < old)) throwKeyChange(id, old, key, 'decrease');
    this.up(position, id, key, this.now());
  }

  /** Raises the key of an id in the heap. The same key changes nothing; a smaller one throws. */
  increase(id: number, key: number): void {
    const position = this.positions[id];
    if (!(position >= 0)) this.throwBadChange(id);
    const old = this.keys[position];
    if (key === old) return;
    if (!(key > old)) throwKeyChange(id, old, key, 'increase');
    this.down(position, id, key, this.now());
  }

  /** Pushes, decreases or increases, whichever applies. */
  update(id: number, key: number): void {
    const position = this.positions[id];
    if (!(position >= 0)) this.push(id, key);
    else if (key < this.keys[position]) this.decrease(id, key);
    else this.increase(id, key);
  }

  /** Removes an id; returns whether it was in the heap. */
  remove(id: number): boolean {
    const { ids, keys, positions } = this;
    const position = positions[id];
    if (position === ABSENT) return false;
    if (!(position >= 0)) throwBadId(id, positions.length);
    const last = --this.length;
    const key = keys[last];
    const moved = ids[last];
    positions[id] = ABSENT;
    keys[last] = NaN;
    if (position === last) return true;
    // The last entry moves into the gap: it may belong above it or below it.
    const stamp = this.stamp(last);
    this.up(position, moved, key, stamp);
    if (positions[moved] === position) this.down(position, moved, key, stamp);
    return true;
  }

  /** Removes everything, in time proportional to the size. */
  clear(): void {
    const { ids, keys, positions, length } = this;
    for (let i = 0; i < length; i++) positions[ids[i]] = ABSENT;
    keys.fill(NaN, 0, length);
    this.length = 0;
    this.clock = 0;
  }

  /** Makes room for the ids up to `capacity` − 1; entries stay. */
  grow(capacity: number): void {
    checkCapacity(capacity);
    const { ids, keys, positions, stamps } = this;
    if (capacity < positions.length) throwShrinking(capacity, positions.length);
    this.ids = new Int32Array(capacity);
    this.ids.set(ids);
    this.keys = new Float64Array(capacity + 3).fill(NaN);
    this.keys.set(keys);
    this.positions = new Int32Array(capacity).fill(ABSENT);
    this.positions.set(positions);
    if (!this.ordered) return;
    this.stamps = new Float64Array(capacity + 3);
    this.stamps.set(stamps);
  }

  private now(): number {
    return this.ordered ? (this.clock += this.tick) : 0;
  }

  private stamp(i: number): number {
    return this.ordered ? this.stamps[i] : 0;
  }

  /** Moves the hole at `i` towards the root until `id` fits into it. */
  private up(i: number, id: number, key: number, stamp: number): void {
    if (this.ordered) return this.upInOrder(i, id, key, stamp);
    const { ids, keys, positions } = this;
    while (i > 0) {
      const parent = (i - 1) >> 2;
      const parentKey = keys[parent];
      if (key >= parentKey) break;
      const parentId = ids[parent];
      ids[i] = parentId;
      keys[i] = parentKey;
      positions[parentId] = i;
      i = parent;
    }
    ids[i] = id;
    keys[i] = key;
    positions[id] = i;
  }

  /** Moves the hole at `i` towards the leaves until `id` fits into it. */
  private down(i: number, id: number, key: number, stamp: number): void {
    if (this.ordered) return this.downInOrder(i, id, key, stamp);
    const { ids, keys, positions, length } = this;
    for (let child = 4 * i + 1; child < length; child = 4 * i + 1) {
      const least = minChild(keys, child);
      const leastKey = keys[least];
      if (leastKey >= key) break;
      const leastId = ids[least];
      ids[i] = leastId;
      keys[i] = leastKey;
      positions[leastId] = i;
      i = least;
    }
    ids[i] = id;
    keys[i] = key;
    positions[id] = i;
  }

  // `up` and `down` with tie-breaking. Separate loops, because shared ones would slow a heap without tie-breaking by a tenth.

  private upInOrder(i: number, id: number, key: number, stamp: number): void {
    const { ids, keys, positions, stamps } = this;
    while (i > 0) {
      const parent = (i - 1) >> 2;
      const parentKey = keys[parent];
      if (key >= parentKey && (key > parentKey || stamp > stamps[parent])) break;
      const parentId = ids[parent];
      ids[i] = parentId;
      keys[i] = parentKey;
      stamps[i] = stamps[parent];
      positions[parentId] = i;
      i = parent;
    }
    ids[i] = id;
    keys[i] = key;
    stamps[i] = stamp;
    positions[id] = i;
  }

  private downInOrder(i: number, id: number, key: number, stamp: number): void {
    const { ids, keys, positions, stamps, length } = this;
    for (let child = 4 * i + 1; child < length; child = 4 * i + 1) {
      const least = minStampedChild(keys, stamps, child);
      const leastKey = keys[least];
      if (leastKey >= key && (leastKey > key || stamps[least] > stamp)) break;
      const leastId = ids[least];
      ids[i] = leastId;
      keys[i] = leastKey;
      stamps[i] = stamps[least];
      positions[leastId] = i;
      i = least;
    }
    ids[i] = id;
    keys[i] = key;
    stamps[i] = stamp;
    positions[id] = i;
  }

  private throwBadPush(id: number, key: number): never {
    if (this.positions[id] === undefined) throwBadId(id, this.positions.length);
    if (!(key <= Infinity)) throwBadKey(key);
    throwPresent(id);
  }

  private throwBadChange(id: number): never {
    if (this.positions[id] === undefined) throwBadId(id, this.positions.length);
    throwAbsent(id);
  }
}

/** `minChild` with tie-breaking: among equal keys the smallest stamp wins. */
function minStampedChild(keys: Float64Array, stamps: Float64Array, first: number): number {
  const least = minChild(keys, first);
  const key = keys[least];
  const a = keys[first];
  const b = keys[first + 1];
  const c = keys[first + 2];
  const d = keys[first + 3];
  if (+(a === key) + +(b === key) + +(c === key) + +(d === key) === 1) return least;
  const left = first + (+(b < a) | (+(b === a) & +(stamps[first + 1] < stamps[first])));
  const right = first + 2 + (+(d < c) | (+(d === c) & +(stamps[first + 3] < stamps[first + 2])));
  const swap = +(keys[right] < keys[left]) | (+(keys[right] === keys[left]) & +(stamps[right] < stamps[left]));
  return left + (-swap & (right - left));
}
