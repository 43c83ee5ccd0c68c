import { LazyHeap } from '@pf/queues';

const NONE = -1;
/** Limit on the ring. With a longer one, searches over large costs take longer, with few vertices open or many. */
const LONGEST = 2 ** 16;
/** From here on the ring has one priority at a time: beyond 2⁵³, adding 1 to a number does not change it. */
const HUGE = 2 ** 52;

/**
 * A stack of vertices for each whole-number priority, for A* with buckets. Unlike in the BucketQueue of @pf/queues, a vertex may have
 * several entries, and only the top can be removed. An entry is two numbers in a pool, which halves the work of an
 * expansion. The search skips stale entries.
 *
 * Priorities beyond the longest ring go to a heap, from which the ring is refilled when it is empty. Tie-breaking is unspecified
 * only there.
 */
export class StackBuckets {
  /** Entries in the ring. */
  private near = 0;
  /** Entries with a higher priority number than any in the ring. */
  private readonly far = new LazyHeap(0);
  /** Lower bound on priorities in the ring. */
  private lowest = 0;
  /** Upper bound on priorities in the ring. */
  private highest = 0;
  /** The ring: a priority's stack is at its remainder by the size, a power of two. */
  private tops = new Int32Array(64).fill(NONE);
  /** A mark for each 64 stacks: 0 if all are empty. Cleared late, when a search for the lowest priority has passed all of them. */
  private filled = new Uint8Array(1);
  /** Pairs of a vertex and the index of the pair below. */
  private entries = new Int32Array(512);
  private used = 0;
  private free = NONE;

  get size(): number {
    return this.near + this.far.size;
  }

  push(v: number, priority: number): void {
    if ((this.near === 0 || priority < this.lowest || priority > this.highest) && !this.reach(priority)) this.far.push(v, priority);
    else this.stack(v, priority);
  }

  /** The lowest priority; Infinity when empty. */
  peekPriority(): number {
    if (this.near === 0 && !this.approach()) return Infinity;
    const { filled, tops } = this;
    const mask = tops.length - 1;
    let priority = this.lowest;
    while (tops[priority & mask] === NONE) {
      priority++;
      if ((priority & 63) !== 0) continue;
      if (priority - this.lowest >= 64) filled[((priority - 64) & mask) >> 6] = 0;
      while (filled[(priority & mask) >> 6] === 0) priority += 64;
    }
    this.lowest = priority;
    return priority;
  }

  /** Vertex pushed last at the lowest priority. Call `peekPriority` first. */
  peek(): number {
    return this.entries[this.tops[this.lowest & (this.tops.length - 1)]];
  }

  /** Removes the entry that `peek` shows. */
  pop(): void {
    const { entries, tops } = this;
    const ring = this.lowest & (tops.length - 1);
    const entry = tops[ring];
    tops[ring] = entries[entry + 1];
    entries[entry + 1] = this.free;
    this.free = entry;
    this.near--;
  }

  clear(): void {
    const { tops } = this;
    if (this.near > 0) for (let priority = this.lowest, left = this.highest - priority; left >= 0; left--, priority++) tops[priority & (tops.length - 1)] = NONE;
    this.near = 0;
    this.used = 0;
    this.free = NONE;
    this.far.clear();
  }

  /** Pushes into the ring, which must span the priority. */
  private stack(v: number, priority: number): void {
    this.near++;
    let entry = this.free;
    if (entry !== NONE) {
      this.free = this.entries[entry + 1];
    } else {
      entry = this.used;
      this.used += 2;
      if (this.used > this.entries.length) this.grow();
    }
    const { entries, tops } = this;
    const ring = priority & (tops.length - 1);
    entries[entry] = v;
    entries[entry + 1] = tops[ring];
    tops[ring] = entry;
    this.filled[ring >> 6] = 1;
  }

  /** Widens the ring to span `priority`; false if it is too far off, or huge. */
  private reach(priority: number): boolean {
    if (priority >= HUGE) {
      // The heap must not hold less than the ring.
      if (this.near > 0 && priority < this.lowest) this.putOff(this.lowest);
      return false;
    }
    if (priority >= this.far.peekKey() || (this.near > 0 && priority - this.lowest >= LONGEST)) return false;
    if (this.near > 0 && this.highest - priority >= LONGEST) this.putOff(priority + LONGEST);
    this.span(priority);
    return true;
  }

  private span(priority: number): void {
    // After an unreported edit it may be a fraction, which is in the stack of the whole number below: loops over the ring must find it there.
    priority = Math.floor(priority);
    const lowest = this.near === 0 ? priority : Math.min(priority, this.lowest);
    const highest = this.near === 0 ? priority : Math.max(priority, this.highest);
    if (highest - lowest >= this.tops.length) this.widen(highest - lowest);
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Moves the ring to the heap's lowest priority and fills it; false if the heap is empty. */
  private approach(): boolean {
    const { far } = this;
    const nearest = far.peekKey();
    if (nearest === Infinity) return false;
    const width = nearest < HUGE ? LONGEST : 1;
    for (let priority = nearest; priority - nearest < width; priority = far.peekKey()) {
      this.span(priority);
      this.stack(far.pop(), priority);
    }
    return true;
  }

  /** Moves priorities of `from` and above from the ring to the heap. */
  private putOff(from: number): void {
    const { entries, tops } = this;
    for (let priority = this.highest, left = priority - Math.max(from, this.lowest); left >= 0; left--, priority--) {
      const ring = priority & (tops.length - 1);
      for (let entry = tops[ring]; entry !== NONE; ) {
        const below = entries[entry + 1];
        this.far.push(entries[entry], priority);
        entries[entry + 1] = this.free;
        this.free = entry;
        this.near--;
        entry = below;
      }
      tops[ring] = NONE;
    }
    this.highest = from - 1;
  }

  /** Makes the ring longer than `span`. */
  private widen(span: number): void {
    const { tops } = this;
    let { length } = tops;
    while (length <= span) length *= 2;
    const wider = new Int32Array(length).fill(NONE);
    const filled = new Uint8Array(length / 64);
    for (let priority = this.lowest, left = this.highest - priority; left >= 0; left--, priority++) {
      const ring = priority & (length - 1);
      wider[ring] = tops[priority & (tops.length - 1)];
      if (wider[ring] !== NONE) filled[ring >> 6] = 1;
    }
    this.tops = wider;
    this.filled = filled;
  }

  private grow(): void {
    const { entries } = this;
    this.entries = new Int32Array(2 * entries.length);
    this.entries.set(entries);
  }
}
