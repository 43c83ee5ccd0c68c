import { nextStamp } from '@pf/graph/kit';

/**
 * Learned estimates h(s, subgoal) by pairs of vertices. An episode raises only a few, so they are in a hash table: open addressing in typed arrays that
 * double when half full. `clear` takes constant time.
 */
export class SparseHeuristic {
  private a = new Int32Array(16);
  private b = new Int32Array(16);
  private value = new Float64Array(16);
  private stamp = new Uint32Array(16);
  private generation = 1;
  private count = 0;

  /** The number of stored pairs. */
  get size(): number {
    return this.count;
  }

  clear(): void {
    this.count = 0;
    this.generation = nextStamp(this.stamp, this.generation);
  }

  /** The stored estimate of a pair, or `otherwise`. */
  get(a: number, b: number, otherwise: number): number {
    if (this.count === 0) return otherwise;
    const slot = this.find(a, b);
    return this.stamp[slot] === this.generation ? this.value[slot] : otherwise;
  }

  set(a: number, b: number, value: number): void {
    if (2 * this.count >= this.a.length) this.double();
    const slot = this.find(a, b);
    if (this.stamp[slot] !== this.generation) {
      this.stamp[slot] = this.generation;
      this.a[slot] = a;
      this.b[slot] = b;
      this.count++;
    }
    this.value[slot] = value;
  }

  /** The slot of a pair, or the empty slot for it. */
  private find(a: number, b: number): number {
    const mask = this.a.length - 1;
    const hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.stamp[slot] === this.generation && (this.a[slot] !== a || this.b[slot] !== b)) slot = (slot + 1) & mask;
    return slot;
  }

  private double(): void {
    const { a, b, value, stamp, generation } = this;
    this.a = new Int32Array(2 * a.length);
    this.b = new Int32Array(2 * a.length);
    this.value = new Float64Array(2 * a.length);
    this.stamp = new Uint32Array(2 * a.length);
    this.generation = 1;
    this.count = 0;
    for (let slot = 0; slot < a.length; slot++) if (stamp[slot] === generation) this.set(a[slot], b[slot], value[slot]);
  }
}
