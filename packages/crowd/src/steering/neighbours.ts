import { PointBuckets } from './point-buckets.ts';
import type { UnitArrays } from './unit-arrays.ts';

/** The nearest units of each unit that it avoids, nearest first. */
export class Neighbours {
  /** The neighbours of unit i begin at `ids[i · limit]`; `counts[i]` is their number. */
  ids = new Int32Array(0);
  counts = new Int32Array(0);
  private readonly buckets: PointBuckets;

  constructor(
    private readonly units: UnitArrays,
    readonly limit: number,
  ) {
    this.buckets = new PointBuckets(new Float64Array(limit));
  }

  /** Sorts all units into buckets between two sizes, by their present positions. */
  sort(minSize: number, maxSize: number): void {
    const { count, present, x, y, layers, radius } = this.units;
    if (this.counts.length < x.length) {
      this.ids = new Int32Array(x.length * this.limit);
      this.counts = new Int32Array(x.length);
    }
    this.buckets.fill(count, present, x, y, layers, radius, minSize, maxSize);
  }

  /** Finds the neighbours of unit `i` within `range`. */
  find(i: number, range: number): void {
    const { units: { x, y, radius, avoids }, limit } = this;
    this.counts[i] = this.buckets.nearest(i, x[i], y[i], radius[i], range, limit, avoids[i], this.ids, i * limit);
  }
}
