import { checkCapacity, throwBadId, throwBadKey, throwPresent, throwShrinking } from './errors.ts';

const ABSENT = -1;

/**
 * An indexed heap over the ids 0 … capacity − 1 whose keys are pairs or triples, compared part by part: the smallest
 * first part on top, then the smallest second part, and so on. Four children a node, as in `BinaryHeap`.
 *
 * @example
 * ```ts
 * import { TupleHeap } from '@pf/queues';
 *
 * const open = new TupleHeap(100, 2);
 * open.push(7, 10, 4);
 * open.push(8, 10, 3);
 * open.peekKey(1); // → 3
 * open.pop(); // → 8
 * ```
 */
export class TupleHeap {
  private length = 0;
  private ids: Int32Array;
  // One array for each part of keys: siblings are compared part by part. `firsts` is NaN from `length` on. NaN
  // precedes nothing, so that a node with fewer than four children needs no special case.
  private firsts: Float64Array;
  private seconds: Float64Array;
  private thirds: Float64Array;
  /** By id: its position in the heap. */
  private positions: Int32Array;
  private readonly triples: boolean;

  /** `arity`: how many parts a key has. A heap of pairs does not compare a third part, but rejects NaN there too. */
  constructor(capacity: number, arity: 2 | 3) {
    checkCapacity(capacity);
    if (arity !== 2 && arity !== 3) throw new RangeError(`The arity must be 2 or 3, got ${String(arity)}.`);
    this.triples = arity === 3;
    this.ids = new Int32Array(capacity);
    this.firsts = new Float64Array(capacity + 3).fill(NaN);
    this.seconds = new Float64Array(capacity + 3);
    this.thirds = new Float64Array(this.triples ? capacity + 3 : 0);
    this.positions = new Int32Array(capacity).fill(ABSENT);
  }

  /** How many ids are in the heap. */
  get size(): number {
    return this.length;
  }

  /** Adds an id. Throws if it is in the heap already. */
  push(id: number, k0: number, k1: number, k2 = this.triples ? NaN : 0): void {
    if (this.positions[id] !== ABSENT || !(k0 <= Infinity) || !(k1 <= Infinity) || !(k2 <= Infinity)) this.throwBadPush(id, k0, k1, k2);
    this.up(this.length++, id, k0, k1, k2);
  }

  /** Adds an id, or changes its key. */
  update(id: number, k0: number, k1: number, k2 = this.triples ? NaN : 0): void {
    const position = this.positions[id];
    if (!(position >= 0)) return this.push(id, k0, k1, k2);
    if (!(k0 <= Infinity) || !(k1 <= Infinity) || !(k2 <= Infinity)) this.throwBadPush(id, k0, k1, k2);
    this.up(position, id, k0, k1, k2);
    if (this.positions[id] === position) this.down(position, id, k0, k1, k2);
  }

  /** Removes the id with the smallest key and returns it; −1 when empty. */
  pop(): number {
    const last = this.length - 1;
    if (last < 0) return -1;
    const { firsts } = this;
    const top = this.ids[0];
    const k0 = firsts[last];
    this.positions[top] = ABSENT;
    firsts[last] = NaN;
    this.length = last;
    if (last > 0) this.down(0, this.ids[last], k0, this.seconds[last], this.triples ? this.thirds[last] : 0);
    return top;
  }

  /** The id that `pop` would return. */
  peek(): number {
    return this.length === 0 ? -1 : this.ids[0];
  }

  /** Part `i` of the smallest key; Infinity when empty. */
  peekKey(i: number): number {
    return this.length === 0 ? Infinity : this.part(i)[0];
  }

  /** Whether an id is in the heap; false for anything that is not an id. */
  has(id: number): boolean {
    return this.positions[id] >= 0;
  }

  /** Part `i` of the key of an id; Infinity if it is not in the heap. */
  key(id: number, i: number): number {
    const position = this.positions[id];
    return position >= 0 ? this.part(i)[position] : Infinity;
  }

  /** Removes an id; returns whether it was in the heap. */
  remove(id: number): boolean {
    const { ids, firsts, positions } = this;
    const position = positions[id];
    if (position === ABSENT) return false;
    if (!(position >= 0)) throwBadId(id, positions.length);
    const last = --this.length;
    const moved = ids[last];
    const k0 = firsts[last];
    positions[id] = ABSENT;
    firsts[last] = NaN;
    if (position === last) return true;
    // The last entry moves into the gap: it may belong above it or below it.
    const k1 = this.seconds[last];
    const k2 = this.triples ? this.thirds[last] : 0;
    this.up(position, moved, k0, k1, k2);
    if (positions[moved] === position) this.down(position, moved, k0, k1, k2);
    return true;
  }

  /** Removes everything, in time proportional to the size. */
  clear(): void {
    const { ids, firsts, positions, length } = this;
    for (let i = 0; i < length; i++) positions[ids[i]] = ABSENT;
    firsts.fill(NaN, 0, length);
    this.length = 0;
  }

  /** Makes room for the ids up to `capacity` − 1; entries stay. */
  grow(capacity: number): void {
    checkCapacity(capacity);
    const { ids, firsts, seconds, thirds, positions } = this;
    if (capacity < positions.length) throwShrinking(capacity, positions.length);
    this.ids = new Int32Array(capacity);
    this.ids.set(ids);
    this.firsts = new Float64Array(capacity + 3).fill(NaN);
    this.firsts.set(firsts);
    this.seconds = new Float64Array(capacity + 3);
    this.seconds.set(seconds);
    this.thirds = new Float64Array(this.triples ? capacity + 3 : 0);
    this.thirds.set(thirds);
    this.positions = new Int32Array(capacity).fill(ABSENT);
    this.positions.set(positions);
  }

  private part(i: number): Float64Array {
    if (i === 0) return this.firsts;
    if (i === 1) return this.seconds;
    if (i === 2 && this.triples) return this.thirds;
    throw new RangeError(`A key has the parts 0 to ${this.triples ? 2 : 1}, got ${i}.`);
  }

  /** Moves the hole at `i` towards the root until `id` fits into it. */
  private up(i: number, id: number, k0: number, k1: number, k2: number): void {
    const { ids, firsts, seconds, thirds, positions, triples } = this;
    while (i > 0) {
      const parent = (i - 1) >> 2;
      const p0 = firsts[parent];
      const p1 = seconds[parent];
      if (k0 > p0 || (k0 === p0 && (k1 > p1 || (k1 === p1 && (!triples || k2 >= thirds[parent]))))) break;
      const parentId = ids[parent];
      ids[i] = parentId;
      firsts[i] = p0;
      seconds[i] = p1;
      if (triples) thirds[i] = thirds[parent];
      positions[parentId] = i;
      i = parent;
    }
    this.place(i, id, k0, k1, k2);
  }

  /** Moves the hole at `i` towards the leaves until `id` fits into it. */
  private down(i: number, id: number, k0: number, k1: number, k2: number): void {
    if (this.triples) return this.downTriples(i, id, k0, k1, k2);
    const { ids, firsts, seconds, positions, length } = this;
    for (let child = 4 * i + 1; child < length; child = 4 * i + 1) {
      // Compares the four children in two rounds, without branches: the processor could not predict them.
      const left = child + pairPrecedes(firsts, seconds, child + 1, child);
      const right = child + 2 + pairPrecedes(firsts, seconds, child + 3, child + 2);
      const least = left + (-pairPrecedes(firsts, seconds, right, left) & (right - left));
      const l0 = firsts[least];
      const l1 = seconds[least];
      if (l0 > k0 || (l0 === k0 && l1 >= k1)) break;
      const leastId = ids[least];
      ids[i] = leastId;
      firsts[i] = l0;
      seconds[i] = l1;
      positions[leastId] = i;
      i = least;
    }
    this.place(i, id, k0, k1, k2);
  }

  /** `down` for triples. A separate loop, because a shared one would slow pairs down by a fifth. */
  private downTriples(i: number, id: number, k0: number, k1: number, k2: number): void {
    const { ids, firsts, seconds, thirds, positions, length } = this;
    for (let child = 4 * i + 1; child < length; child = 4 * i + 1) {
      const left = child + triplePrecedes(firsts, seconds, thirds, child + 1, child);
      const right = child + 2 + triplePrecedes(firsts, seconds, thirds, child + 3, child + 2);
      const least = left + (-triplePrecedes(firsts, seconds, thirds, right, left) & (right - left));
      const l0 = firsts[least];
      const l1 = seconds[least];
      if (l0 > k0 || (l0 === k0 && (l1 > k1 || (l1 === k1 && thirds[least] >= k2)))) break;
      const leastId = ids[least];
      ids[i] = leastId;
      firsts[i] = l0;
      seconds[i] = l1;
      thirds[i] = thirds[least];
      positions[leastId] = i;
      i = least;
    }
    this.place(i, id, k0, k1, k2);
  }

  private place(i: number, id: number, k0: number, k1: number, k2: number): void {
    this.ids[i] = id;
    this.firsts[i] = k0;
    this.seconds[i] = k1;
    if (this.triples) this.thirds[i] = k2;
    this.positions[id] = i;
  }

  private throwBadPush(id: number, k0: number, k1: number, k2: number): never {
    if (this.positions[id] === undefined) throwBadId(id, this.positions.length);
    for (const key of [k0, k1, k2]) if (!(key <= Infinity)) throwBadKey(key);
    throwPresent(id);
  }
}

/** 1 if the pair at `i` is less than that at `j`, else 0; branch-free. */
function pairPrecedes(firsts: Float64Array, seconds: Float64Array, i: number, j: number): number {
  return +(firsts[i] < firsts[j]) | (+(firsts[i] === firsts[j]) & +(seconds[i] < seconds[j]));
}

function triplePrecedes(firsts: Float64Array, seconds: Float64Array, thirds: Float64Array, i: number, j: number): number {
  const tied = +(seconds[i] === seconds[j]) & +(thirds[i] < thirds[j]);
  return +(firsts[i] < firsts[j]) | (+(firsts[i] === firsts[j]) & (+(seconds[i] < seconds[j]) | tied));
}
