import { checkPathBuffer } from '../check-points.ts';
import { distance } from '../orientation.ts';

/** The points of a way, from its goal back to its start; they stay when the mesh changes. */
export class WayPoints {
  count = 0;
  /** x and y in turn. */
  private points = new Float64Array(32);

  clear(): void {
    this.count = 0;
  }

  add(x: number, y: number): void {
    const at = 2 * this.count++;
    if (at === this.points.length) {
      const { points } = this;
      this.points = new Float64Array(2 * at);
      this.points.set(points);
    }
    this.points[at] = x;
    this.points[at + 1] = y;
  }

  get length(): number {
    const { points, count } = this;
    let length = 0;
    for (let i = 2; i < 2 * count; i += 2) length += distance(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
    return length;
  }

  /** Writes them as x, y, x, y …, start first; returns how many. */
  write(out: Float64Array): number {
    const { points, count } = this;
    checkPathBuffer(out, count);
    for (let i = 0, at = 2 * count; i < 2 * count; i += 2) {
      out[--at] = points[i + 1];
      out[--at] = points[i];
    }
    return count;
  }
}
