import { grow } from './grow.ts';

/** A binary min-heap of pairs of numbers. */
export class EdgeQueue {
  size = 0;
  /** The pair that `pop` took, and its key. */
  tail = -1;
  head = -1;
  key = Infinity;
  private keys = new Float64Array(256);
  private tails = new Int32Array(256);
  private heads = new Int32Array(256);

  clear(): void {
    this.size = 0;
  }

  push(tail: number, head: number, key: number): void {
    let i = this.size++;
    if (i === this.keys.length) {
      this.keys = grow(this.keys, Float64Array);
      this.tails = grow(this.tails, Int32Array);
      this.heads = grow(this.heads, Int32Array);
    }
    const { keys } = this;
    for (let up = (i - 1) >> 1; i > 0 && keys[up] > key; up = (i - 1) >> 1) {
      this.move(up, i);
      i = up;
    }
    this.set(i, tail, head, key);
  }

  /** Takes the pair with the smallest key; false when empty. */
  pop(): boolean {
    if (this.size === 0) return false;
    const { keys } = this;
    this.tail = this.tails[0];
    this.head = this.heads[0];
    this.key = keys[0];
    const last = --this.size;
    const key = keys[last];
    const tail = this.tails[last];
    const head = this.heads[last];
    let i = 0;
    for (let down = 1; down < last; down = 2 * i + 1) {
      if (down + 1 < last && keys[down + 1] < keys[down]) down++;
      if (keys[down] >= key) break;
      this.move(down, i);
      i = down;
    }
    this.set(i, tail, head, key);
    return true;
  }

  private move(from: number, to: number): void {
    this.set(to, this.tails[from], this.heads[from], this.keys[from]);
  }

  private set(i: number, tail: number, head: number, key: number): void {
    this.keys[i] = key;
    this.tails[i] = tail;
    this.heads[i] = head;
  }
}
