import { grown } from '@pf/graph/kit';

const NONE = -1;
/**
 * Keys may lie at most this many buckets above the current one. Keys beyond go into a bucket that is too low; a search that never reopens must have
 * shorter steps. Limits the ring to twice this, 16 MB, unless keys fall again and again by more than those of a consistent heuristic do.
 */
export const FARTHEST = 2 ** 20;
/** The same over a graph that is nearly a lattice, where a few arcs may be of any length: 1 MB. */
export const FARTHEST_OF_FEW = 2 ** 16;

/**
 * The open list of searches whose keys rise: a ring of buckets, each a list of vertices in last-in first-out or
 * first-in first-out order, for keys of any kind (Dial, CACM 12(11), 1969, who kept a bucket for each whole number).
 *
 * It differs from the BucketQueue of @pf/queues in three points; each was faster in measurements:
 *
 * - The search sets the width of a bucket, so keys need not be whole.
 * - A vertex may have several entries: a better label is pushed, never moved, and the search skips closed vertices.
 * - Entries live in a pool of eight bytes each that grows with the open list, not with the world.
 *
 * A key below the current bucket goes into that bucket. This and the width affect the order only, never correctness, as the search
 * reopens closed vertices for better labels. With `falling` keys, the lower bucket becomes the current one instead, for searches that never
 * reopen and so rely on the order.
 *
 * @example
 * ```ts
 * import { BucketRing } from '@pf/search/kit';
 *
 * const open = new BucketRing(0.5, 'lifo');
 * open.clear(3);
 * open.push(7, 4.2);
 * open.push(9, 3.1);
 * [open.pop(Infinity), open.pop(Infinity), open.pop(Infinity)]; // → [9, 7, -1]
 * ```
 */
export class BucketRing {
  size = 0;
  private readonly fifo: boolean;
  private readonly perUnit: number;
  private base = 0;
  /** Number of the current bucket. Its position in the ring is its remainder by the ring's size. */
  private cursor = 0;
  private mask = 15;
  private heads = new Int32Array(16).fill(NONE);
  private tails = new Int32Array(16);
  /** Pairs of a vertex and the index of the next pair in its bucket. */
  private entries = new Int32Array(2048);
  private used = 0;
  private free = NONE;

  constructor(
    width: number,
    order: 'lifo' | 'fifo',
    private readonly falling = false,
    private readonly farthest = FARTHEST,
  ) {
    this.perUnit = 1 / width;
    this.fifo = order === 'fifo';
  }

  /** Empties the ring. Later keys should not be below `base`. */
  clear(base: number): void {
    if (this.size > 0) this.heads.fill(NONE);
    this.base = base;
    this.size = 0;
    this.cursor = 0;
    this.used = 0;
    this.free = NONE;
  }

  push(v: number, key: number): void {
    // Numbers of buckets may overflow: their differences and positions in the ring stay correct.
    let bucket = ((key - this.base) * this.perUnit) | 0;
    if ((bucket - this.cursor) >>> 0 > this.mask) bucket = this.outside(key);
    let entry = this.free;
    if (entry !== NONE) {
      this.free = this.entries[entry + 1];
    } else {
      entry = this.used;
      this.used = entry + 2;
      if (entry === this.entries.length) this.double();
    }
    const { entries, heads } = this;
    bucket &= this.mask;
    this.size++;
    entries[entry] = v;
    if (this.fifo) {
      entries[entry + 1] = NONE;
      if (heads[bucket] === NONE) heads[bucket] = entry;
      else entries[this.tails[bucket] + 1] = entry;
      this.tails[bucket] = entry;
    } else {
      entries[entry + 1] = heads[bucket];
      heads[bucket] = entry;
    }
  }

  /** Removes a vertex from the lowest bucket; −1 if that bucket's keys are all `bound` or more, or if the ring is empty. */
  pop(bound: number): number {
    if (this.size === 0) return NONE;
    const { heads, mask } = this;
    let bucket = this.cursor & mask;
    let entry = heads[bucket];
    if (entry === NONE) {
      this.advance();
      bucket = this.cursor & mask;
      entry = heads[bucket];
    }
    // Written so that an infinite base, with which no key is below the bound, ends the search.
    if (!(this.cursor < (bound - this.base) * this.perUnit)) return NONE;
    const { entries } = this;
    heads[bucket] = entries[entry + 1];
    entries[entry + 1] = this.free;
    this.free = entry;
    this.size--;
    return entries[entry];
  }

  /** Lower bound on keys in the ring; Infinity when empty. */
  floor(): number {
    if (this.size === 0) return Infinity;
    this.advance();
    return this.base + this.cursor / this.perUnit;
  }

  private advance(): void {
    const { heads, mask } = this;
    let cursor = this.cursor;
    while (heads[cursor & mask] === NONE) cursor++;
    this.cursor = cursor;
  }

  /** Grows the ring for a bucket beyond it, and returns the bucket to use. For a bucket too far up, that is a lower one; for a key below all of them the lowest, unless keys may fall. */
  private outside(key: number): number {
    const span = Math.floor(Math.min((key - this.base) * this.perUnit - this.cursor, this.farthest));
    if (!(span > 0)) {
      if (this.falling && span < 0) this.fall(Math.max(span, -FARTHEST));
      return this.cursor;
    }
    if (span > this.mask) this.widen(span);
    return this.cursor + span;
  }

  /** Moves the cursor `span` buckets down. The highest buckets may occupy their positions in the ring: then the ring grows. */
  private fall(span: number): void {
    const lowest = this.cursor + span;
    let taken = -span > this.mask;
    for (let bucket = lowest; bucket < this.cursor && !taken; bucket++) taken = this.heads[bucket & this.mask] !== NONE;
    if (taken) this.widen(this.mask - span);
    this.cursor = lowest;
  }

  /** Makes the ring longer than `span` buckets; moves lists as a whole. */
  private widen(span: number): void {
    const { heads, tails, mask, cursor } = this;
    let size = heads.length;
    while (size <= span) size *= 2;
    this.mask = size - 1;
    this.heads = new Int32Array(size).fill(NONE);
    this.tails = new Int32Array(size);
    for (let bucket = cursor; bucket <= cursor + mask; bucket++) {
      this.heads[bucket & this.mask] = heads[bucket & mask];
      this.tails[bucket & this.mask] = tails[bucket & mask];
    }
  }

  private double(): void {
    this.entries = grown(this.entries);
  }
}
