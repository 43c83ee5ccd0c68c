/** The number of tails remembered. */
const SIZE = 1024;

/**
 * A ring buffer of the tails of arcs that edits changed: the record behind a graph's `changedSince`.
 *
 * @example
 * ```ts
 * import { TailLog } from '@pf/graph/kit';
 *
 * const log = new TailLog();
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

  /** Records a tail of the edit after which the graph has this version. Versions must not fall. */
  add(tail: number, version: number): void {
    if (this.count === 0) {
      this.tails = new Uint32Array(SIZE);
      this.versions = new Float64Array(SIZE);
    }
    const slot = this.count++ % SIZE;
    if (this.count > SIZE) this.first = Math.max(this.first, this.versions[slot]);
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
    const fresh = new Set<number>();
    for (let i = this.count - 1; i >= Math.max(0, this.count - SIZE) && this.versions[i % SIZE] > version; i--) fresh.add(this.tails[i % SIZE]);
    for (let i = 0; i < n && fresh.size > 0; i++) fresh.delete(out[i]);
    if (n + fresh.size > out.length) return -1;
    for (const tail of fresh) out[n++] = tail;
    return n;
  }
}
