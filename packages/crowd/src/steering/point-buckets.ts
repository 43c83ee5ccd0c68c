/** Points in square buckets, sorted again at each step, to find those near a point. */
export class PointBuckets {
  private starts = new Int32Array(0);
  private items = new Int32Array(0);
  private columns = 1;
  private rows = 1;
  private left = 0;
  private top = 0;
  private size = 1;

  /** Sorts the present ones of the first `n` points into buckets of a few each, with a side from `minSize` to `maxSize`. */
  fill(n: number, isPresent: Uint8Array, x: Float64Array, y: Float64Array, minSize: number, maxSize: number): void {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      if (isPresent[i] === 0) continue;
      left = Math.min(left, x[i]);
      right = Math.max(right, x[i]);
      top = Math.min(top, y[i]);
      bottom = Math.max(bottom, y[i]);
    }
    if (left > right) left = right = top = bottom = 0;
    const size = Math.max(minSize, Math.min(maxSize, Math.sqrt((2 * (right - left) * (bottom - top)) / (n + 1))));
    // Limits the number of buckets when a few points are far away from the others.
    this.size = Math.max(size, Math.sqrt(((right - left + size) * (bottom - top + size)) / (16 * n + 64)));
    this.left = left;
    this.top = top;
    this.columns = Math.floor((right - left) / this.size) + 1;
    this.rows = Math.floor((bottom - top) / this.size) + 1;
    const buckets = this.columns * this.rows;
    if (this.starts.length < buckets + 1) this.starts = new Int32Array(2 * buckets + 1);
    if (this.items.length < n) this.items = new Int32Array(2 * n);
    const { starts, items } = this;
    starts.fill(0, 0, buckets + 1);
    for (let i = 0; i < n; i++) if (isPresent[i] !== 0) starts[this.bucketOf(x[i], y[i]) + 1]++;
    for (let b = 0; b < buckets; b++) starts[b + 1] += starts[b];
    // Shifted by one, so that filling the buckets leaves each start in its place.
    for (let b = buckets; b > 0; b--) starts[b] = starts[b - 1];
    for (let i = 0; i < n; i++) if (isPresent[i] !== 0) items[starts[this.bucketOf(x[i], y[i]) + 1]++] = i;
  }

  /** Writes the points nearest to point `i` within `range` on the layers of `mask`, nearest first and at most `limit`; returns how many. */
  nearest(i: number, x: Float64Array, y: Float64Array, range: number, limit: number, mask: number, layers: Int32Array, out: Int32Array, distances: Float64Array): number {
    const { starts, items, columns, rows, size } = this;
    const cx = x[i];
    const cy = y[i];
    const column = Math.floor((cx - this.left) / size);
    const row = Math.floor((cy - this.top) / size);
    const inset = Math.min(cx - this.left - column * size, (column + 1) * size - cx + this.left, cy - this.top - row * size, (row + 1) * size - cy + this.top);
    let bound = range * range;
    let n = 0;
    for (let ring = 0; ; ring++) {
      // No point of this ring is nearer than this.
      const least = ring === 0 ? 0 : (ring - 1) * size + inset;
      if (least * least > bound || ring > Math.max(columns, rows)) return n;
      for (let r = Math.max(0, row - ring); r <= Math.min(rows - 1, row + ring); r++) {
        const isEdge = r === row - ring || r === row + ring;
        for (let c = column - ring; c <= column + ring; c += isEdge || ring === 0 ? 1 : 2 * ring) {
          if (c < 0 || c >= columns) continue;
          const b = r * columns + c;
          for (let k = starts[b]; k < starts[b + 1]; k++) {
            const j = items[k];
            if (j === i || (layers[j] & mask) === 0) continue;
            const dx = x[j] - cx;
            const dy = y[j] - cy;
            const d = dx * dx + dy * dy;
            if (d >= bound) continue;
            let at = n < limit ? n++ : limit - 1;
            for (; at > 0 && distances[at - 1] > d; at--) {
              distances[at] = distances[at - 1];
              out[at] = out[at - 1];
            }
            distances[at] = d;
            out[at] = j;
            if (n === limit) bound = distances[limit - 1];
          }
        }
      }
    }
  }

  private bucketOf(x: number, y: number): number {
    return Math.floor((y - this.top) / this.size) * this.columns + Math.floor((x - this.left) / this.size);
  }
}
