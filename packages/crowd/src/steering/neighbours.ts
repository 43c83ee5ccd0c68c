import { PointBuckets } from './point-buckets.ts';
import type { UnitArrays } from './unit-arrays.ts';

/** The nearest units of each unit that it avoids, nearest first. */
export class Neighbours {
  /** The neighbours of unit i begin at `ids[i · limit]`; `counts[i]` is their number. */
  ids = new Int32Array(0);
  counts = new Int32Array(0);
  private readonly buckets = new PointBuckets();
  private readonly distances: Float64Array;
  private readonly found: Int32Array;

  constructor(
    private readonly units: UnitArrays,
    readonly limit: number,
  ) {
    this.distances = new Float64Array(limit);
    this.found = new Int32Array(limit);
  }

  /** Sorts all units into buckets between two sizes, by their present positions. */
  sort(minSize: number, maxSize: number): void {
    const { count, present, x, y } = this.units;
    if (this.counts.length < x.length) {
      this.ids = new Int32Array(x.length * this.limit);
      this.counts = new Int32Array(x.length);
    }
    this.buckets.fill(count, present, x, y, minSize, maxSize);
  }

  /** Finds the neighbours of unit `i` within `range`. */
  find(i: number, range: number): void {
    const { units: { x, y, avoids, layers }, limit, found, ids } = this;
    const n = this.buckets.nearest(i, x, y, range, limit, avoids[i], layers, found, this.distances);
    for (let k = 0; k < n; k++) ids[i * limit + k] = found[k];
    this.counts[i] = n;
  }
}
