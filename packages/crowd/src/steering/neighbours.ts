import type { UnitArrays } from './unit-arrays.ts';

/**
 * The nearest units of each unit that it avoids, nearest first. Units are sorted into square buckets at each step. Those of one bucket, and buckets of one row, are
 * adjacent in memory.
 */
export class Neighbours {
  /** The neighbours of unit i begin at `ids[i · limit]`; `counts[i]` is their number. */
  ids = new Int32Array(0);
  counts = new Int32Array(0);
  private starts = new Int32Array(0);
  /** By index in the buckets: the unit, its position, its layers, and its radius. */
  private items = new Int32Array(0);
  private xs = new Float64Array(0);
  private ys = new Float64Array(0);
  private layers = new Int32Array(0);
  private radii = new Float64Array(0);
  private buckets = new Int32Array(0);
  /** The number of buckets in both directions, and their side. */
  columns = 1;
  rows = 1;
  size = 1;
  private left = 0;
  private top = 0;
  // The search in progress. These are fields since V8 allocates numbers that are passed to functions.
  private self = 0;
  private x = 0;
  private y = 0;
  private mask = 0;
  private found = 0;
  private radius = 0;
  /** The squared distance at which it touches the widest unit. */
  private touch2 = 0;
  /** Units from this squared distance on, or with a key from `worst` on, are not searched for. */
  private bound = 0;
  private worst = 0;
  private first = 0;
  /** The numbers by which a search sorts, one for each unit that it may find. */
  private readonly keys: Float64Array;

  constructor(
    private readonly units: UnitArrays,
    readonly limit: number,
  ) {
    this.keys = new Float64Array(limit);
  }

  /** Sorts all units into buckets of a few units each, with a side from `minSize` to `maxSize`, by their present positions. */
  sort(minSize: number, maxSize: number): void {
    const { count: n, present, x, y, layers, radius } = this.units;
    if (this.counts.length < x.length) {
      this.ids = new Int32Array(x.length * this.limit);
      this.counts = new Int32Array(x.length);
    }
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let i = 0; i < n; i++) {
      if (present[i] === 0) continue;
      left = Math.min(left, x[i]);
      right = Math.max(right, x[i]);
      top = Math.min(top, y[i]);
      bottom = Math.max(bottom, y[i]);
    }
    const wanted = Math.max(minSize, Math.min(maxSize, Math.sqrt(((right - left) * (bottom - top)) / (n + 1))));
    // Limits the number of buckets if a few units are far away from the others.
    const most = 16 * n + 64;
    const size = Math.max(wanted, Math.sqrt(((right - left + wanted) * (bottom - top + wanted)) / most), (right - left) / most, (bottom - top) / most);
    this.size = size;
    this.left = left;
    this.top = top;
    const columns = Math.floor((right - left) / size) + 1;
    this.columns = columns;
    this.rows = Math.floor((bottom - top) / size) + 1;
    const count = columns * this.rows;
    if (this.starts.length < count + 1) this.starts = new Int32Array(2 * count + 1);
    if (this.items.length < n) this.grow(2 * n);
    const { starts, items, xs, ys, layers: sorted, radii, buckets } = this;
    starts.fill(0, 0, count + 1);
    for (let i = 0; i < n; i++) {
      if (present[i] === 0) continue;
      const b = Math.floor((y[i] - top) / size) * columns + Math.floor((x[i] - left) / size);
      buckets[i] = b;
      starts[b]++;
    }
    let end = 0;
    for (let b = 0; b < count; b++) starts[b] = end += starts[b];
    starts[count] = end;
    // Filled from the back, so that each bucket's start ends up in its place.
    for (let i = n - 1; i >= 0; i--) {
      if (present[i] === 0) continue;
      const at = --starts[buckets[i]];
      items[at] = i;
      xs[at] = x[i];
      ys[at] = y[i];
      sorted[at] = layers[i];
      radii[at] = radius[i];
    }
  }

  /** Finds the neighbours of unit `i` within `range`. Units with a larger radius count as nearer. The unit must not have moved since `sort`. */
  find(i: number, range: number): void {
    const { units, columns, rows, size } = this;
    const x = units.x[i];
    const y = units.y[i];
    const radius = units.radius[i];
    const column = Math.floor((x - this.left) / size);
    const row = Math.floor((y - this.top) / size);
    this.self = i;
    this.x = x;
    this.y = y;
    this.mask = units.avoids[i];
    this.found = 0;
    this.radius = radius;
    this.touch2 = (radius + units.widest) * (radius + units.widest);
    this.bound = range * range;
    this.worst = Infinity;
    this.first = i * this.limit;
    this.scan(row, column - 1, column + 1);
    this.scan(row - 1, column - 1, column + 1);
    this.scan(row + 1, column - 1, column + 1);
    // The distances to the four sides of the bucket. For the k-th ring around it, they are larger by k times the bucket size.
    const west = x - this.left - column * size;
    const north = y - this.top - row * size;
    const last = Math.max(column, columns - 1 - column, row, rows - 1 - row);
    for (let ring = 2, gap = size; ring <= last; ring++, gap += size) {
      const up = north + gap;
      const down = size - north + gap;
      const before = west + gap;
      const after = size - west + gap;
      const least = Math.min(up, down, before, after);
      if (least * least > this.bound) break;
      if (up * up <= this.bound) this.scan(row - ring, column - ring, column + ring);
      if (down * down <= this.bound) this.scan(row + ring, column - ring, column + ring);
      for (let r = row - ring + 1; r < row + ring; r++) {
        if (before * before <= this.bound) this.scan(r, column - ring, column - ring);
        if (after * after <= this.bound) this.scan(r, column + ring, column + ring);
      }
    }
    this.counts[i] = this.found;
  }

  /** Scans the buckets of a row from one column to another. */
  private scan(row: number, from: number, to: number): void {
    const { starts, items, xs, ys, layers, radii, columns, keys, self, x, y, limit, mask, radius, touch2, ids, first } = this;
    if (row < 0 || row >= this.rows || to < 0 || from >= columns) return;
    const b = row * columns;
    const end = starts[b + Math.min(to, columns - 1) + 1];
    let n = this.found;
    let { bound, worst } = this;
    for (let k = starts[b + Math.max(from, 0)]; k < end; k++) {
      const dx = xs[k] - x;
      const dy = ys[k] - y;
      const near = dx * dx + dy * dy;
      if (near >= bound || (layers[k] & mask) === 0) continue;
      // Less the squared distance at which both touch, since a large unit may be near when its centre is not; plus `touch2`, so that no key is below `near`.
      const touch = radius + radii[k];
      const key = near + (touch2 - touch * touch);
      const j = items[k];
      if (key >= worst || j === self) continue;
      let at = n < limit ? n++ : limit - 1;
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        ids[first + at] = ids[first + at - 1];
      }
      keys[at] = key;
      ids[first + at] = j;
      if (n < limit) continue;
      worst = keys[limit - 1];
      if (worst < bound) bound = worst;
    }
    this.found = n;
    this.bound = bound;
    this.worst = worst;
  }

  private grow(n: number): void {
    this.items = new Int32Array(n);
    this.xs = new Float64Array(n);
    this.ys = new Float64Array(n);
    this.layers = new Int32Array(n);
    this.radii = new Float64Array(n);
    this.buckets = new Int32Array(n);
  }
}
