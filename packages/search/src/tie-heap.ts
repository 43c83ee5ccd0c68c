import { grown } from '@pf/graph/kit';

/** Tie-breaking among vertices of equal f: the one farther from or nearer to the root, or the last or first pushed. */
export type Ties = 'larger-g' | 'smaller-g' | 'lifo' | 'fifo';

/**
 * The open list of searches whose keys may fall, or that need exact tie-breaking: a binary heap by f, then by the tie-breaking rule.
 *
 * As in the ring, a vertex can have several entries, and the search skips closed ones. So the heap needs no memory for
 * each vertex of the world, and need not track positions. Memory: 20 bytes an entry.
 */
export class TieHeap {
  size = 0;
  /** Among equal f the lowest rank wins: g or the number of the push, times this sign. */
  private readonly byG: boolean;
  private readonly sign: 1 | -1;
  private vertices = new Int32Array(1024);
  /** By entry: f, and its rank among equal ones. */
  private keys = new Float64Array(2048);
  private serial = 0;

  constructor(ties: Ties) {
    this.byG = ties === 'larger-g' || ties === 'smaller-g';
    this.sign = ties === 'larger-g' || ties === 'lifo' ? -1 : 1;
  }

  clear(): void {
    this.size = 0;
    this.serial = 0;
  }

  // `push` is short so that V8 inlines it. Otherwise, it would box fractional arguments.
  push(v: number, f: number, g: number): void {
    const last = this.size++;
    if (last === this.vertices.length) this.double();
    this.vertices[last] = v;
    this.keys[2 * last] = f;
    this.keys[2 * last + 1] = this.sign * (this.byG ? g : this.serial++);
    this.rise(last);
  }

  /** Moves the entry at `i` towards the root until it fits. */
  private rise(i: number): void {
    const { vertices, keys } = this;
    const v = vertices[i];
    const f = keys[2 * i];
    const rank = keys[2 * i + 1];
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = keys[2 * parent];
      if (above < f || (above === f && keys[2 * parent + 1] <= rank)) break;
      vertices[i] = vertices[parent];
      keys[2 * i] = above;
      keys[2 * i + 1] = keys[2 * parent + 1];
      i = parent;
    }
    vertices[i] = v;
    keys[2 * i] = f;
    keys[2 * i + 1] = rank;
  }

  pop(): number {
    if (this.size === 0) return -1;
    const { vertices, keys } = this;
    const top = vertices[0];
    const last = --this.size;
    const f = keys[2 * last];
    const rank = keys[2 * last + 1];
    let i = 0;
    for (let child = 1; child < last; child = 2 * i + 1) {
      const right = child + 1;
      let below = keys[2 * child];
      if (right < last) {
        const other = keys[2 * right];
        if (other < below || (other === below && keys[2 * right + 1] < keys[2 * child + 1])) {
          child = right;
          below = other;
        }
      }
      if (f < below || (f === below && rank <= keys[2 * child + 1])) break;
      vertices[i] = vertices[child];
      keys[2 * i] = below;
      keys[2 * i + 1] = keys[2 * child + 1];
      i = child;
    }
    vertices[i] = vertices[last];
    keys[2 * i] = f;
    keys[2 * i + 1] = rank;
    return top;
  }

  peek(): number {
    return this.size === 0 ? -1 : this.vertices[0];
  }

  /** The lowest f; Infinity when empty. */
  floor(): number {
    return this.size === 0 ? Infinity : this.keys[0];
  }

  private double(): void {
    this.vertices = grown(this.vertices);
    this.keys = grown(this.keys);
  }
}
