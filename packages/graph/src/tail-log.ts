import { shown } from './shown.ts';

/**
 * A ring buffer of the tails of arcs that edits changed: the record behind a graph's `changedSince`.
 *
 * It remembers the last `size` tails, default 1024, in 12 bytes each. A planner that plans after more than these starts over: make it as large as the number of tails
 * between two plans, such as those of a chunk of the world that is loaded.
 *
 * @example
 * ```ts
 * import { TailLog } from '@pf/graph';
 *
 * const log = new TailLog(4096);
 * log.add(7, 1);
 * log.add(4, 2);
 * const tails = new Uint32Array(9);
 * log.since(1, tails); // → 1
 * tails[0]; // → 4
 * log.forget(3);
 * log.since(1, tails); // → -1
 * ```
 */
export class TailLog {
  /** By entry: the tail, and the version after its edit. Allocated by the first edit. */
  private tails = new Uint32Array(0);
  private versions = new Float64Array(0);
  private count = 0;
  /** The record is complete from this version on. */
  private first = -Infinity;

  constructor(private readonly size = 1024) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`The size of a TailLog must be a whole number of tails from 1 on, got ${shown(size)}.`);
  }

  /** Records a tail of the edit after which the graph has this version. Versions must not fall. */
  add(tail: number, version: number): void {
    const { size } = this;
    if (this.count === 0) {
      this.tails = new Uint32Array(size);
      this.versions = new Float64Array(size);
    }
    const slot = this.count++ % size;
    if (this.count > size) this.first = Math.max(this.first, this.versions[slot]);
    this.tails[slot] = tail;
    this.versions[slot] = version;
  }

  /** Drops the record before `version`, so that planners that know an earlier version start over. */
  forget(version: number): void {
    this.first = Math.max(this.first, version);
  }

  /** Adds the tails since `version` to the first `n` of `out`, each once. Returns the new number; −1 if that version is too old or they do not fit. */
  since(version: number, out: Uint32Array, n = 0): number {
    if (version < this.first) return -1;
    const { size, count } = this;
    const fresh = new Set<number>();
    let i = count;
    while (i > Math.max(0, count - size) && this.versions[(i - 1) % size] > version) i--;
    // In the order of the edits, as in reports.
    for (; i < count; i++) fresh.add(this.tails[i % size]);
    for (let i = 0; i < n && fresh.size > 0; i++) fresh.delete(out[i]);
    if (n + fresh.size > out.length) return -1;
    for (const tail of fresh) out[n++] = tail;
    return n;
  }
}
