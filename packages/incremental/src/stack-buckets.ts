import type { OpenList } from './open-list.ts';

const NONE = -1;

/**
 * A stack of vertices for each whole-number priority, for A* with buckets. Unlike in the BucketQueue of @pf/queues a vertex may be in it
 * more than once and leaves only from the top, so that an entry is two numbers in a pool, as many as are open at one
 * time: half the work of an expansion less. The search skips what is out of date.
 */
export class StackBuckets implements OpenList {
  size = 0;
  /** No entry has a lower priority. */
  private lowest = 0;
  /** No entry has a higher priority. */
  private highest = 0;
  /** A ring: the stack of a priority is at its remainder by the ring's size, a power of two. */
  private tops = new Int32Array(64).fill(NONE);
  /** Pairs: a vertex, and where the pair below it stands. */
  private entries = new Int32Array(512);
  private used = 0;
  private free = NONE;

  push(v: number, priority: number): void {
    if (this.size === 0) {
      this.lowest = priority;
      this.highest = priority;
    } else if (priority < this.lowest || priority > this.highest) this.reach(priority);
    this.size++;
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
  }

  /** The lowest priority; Infinity when empty. */
  peekPriority(): number {
    if (this.size === 0) return Infinity;
    const { tops } = this;
    const mask = tops.length - 1;
    let priority = this.lowest;
    while (tops[priority & mask] === NONE) priority++;
    this.lowest = priority;
    return priority;
  }

  /** What was pushed last of what `peekPriority` speaks of. Ask that first: this looks no further. */
  peek(): number {
    return this.entries[this.tops[this.lowest & (this.tops.length - 1)]];
  }

  /** Takes out what `peek` shows. */
  pop(): void {
    const { entries, tops } = this;
    const ring = this.lowest & (tops.length - 1);
    const entry = tops[ring];
    tops[ring] = entries[entry + 1];
    entries[entry + 1] = this.free;
    this.free = entry;
    this.size--;
  }

  /** Takes out what `counts` does not want; the others keep their order. */
  keep(counts: (v: number, priority: number) => boolean): void {
    const { entries, tops } = this;
    if (this.size === 0) return;
    for (let priority = this.lowest; priority <= this.highest; priority++) {
      // Where the number of the entry below is to be written: −1, the top of the stack.
      let above = NONE;
      for (let entry = tops[priority & (tops.length - 1)]; entry !== NONE; ) {
        const below = entries[entry + 1];
        if (counts(entries[entry], priority)) above = entry;
        else {
          if (above === NONE) tops[priority & (tops.length - 1)] = below;
          else entries[above + 1] = below;
          entries[entry + 1] = this.free;
          this.free = entry;
          this.size--;
        }
        entry = below;
      }
    }
  }

  clear(): void {
    const { tops } = this;
    if (this.size > 0) for (let priority = this.lowest; priority <= this.highest; priority++) tops[priority & (tops.length - 1)] = NONE;
    this.size = 0;
    this.used = 0;
    this.free = NONE;
  }

  /** Lets the ring span `priority` as well. */
  private reach(priority: number): void {
    const lowest = Math.min(priority, this.lowest);
    const highest = Math.max(priority, this.highest);
    if (highest - lowest >= this.tops.length) this.widen(highest - lowest);
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Makes the ring longer than `span`; stacks move whole. */
  private widen(span: number): void {
    const { tops } = this;
    let { length } = tops;
    while (length <= span) length *= 2;
    const wider = new Int32Array(length).fill(NONE);
    for (let priority = this.lowest; priority <= this.highest; priority++) wider[priority & (length - 1)] = tops[priority & (tops.length - 1)];
    this.tops = wider;
  }

  private grow(): void {
    const { entries } = this;
    this.entries = new Int32Array(2 * entries.length);
    this.entries.set(entries);
  }
}
