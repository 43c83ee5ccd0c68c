import { nextStamp } from '@pf/graph/kit';

/** The number of buckets that may be added if most walls are in a small part of the world. */
const MORE_BUCKETS = 2 ** 18;

/** Walls, four numbers each, in square buckets, to find those near a point. */
export class WallBuckets {
  /** The walls: x and y of one end, then of the other. */
  readonly edges: Float64Array;
  /** The walls that `near` found. */
  readonly found: Int32Array;
  /** The side of a bucket. */
  readonly size: number;
  /** By bucket: where its walls begin in `items`. */
  private readonly starts: Int32Array;
  private readonly items: Int32Array;
  private readonly seen: Uint32Array;
  private query = 0;
  private readonly columns: number;
  private readonly rows: number;
  private left = Infinity;
  private top = Infinity;

  constructor(edges: ArrayLike<number>) {
    this.edges = Float64Array.from(edges);
    const count = this.edges.length / 4;
    let [right, bottom, roots] = [-Infinity, -Infinity, 0];
    for (let k = 0; k < this.edges.length; k += 2) {
      this.left = Math.min(this.left, this.edges[k]);
      right = Math.max(right, this.edges[k]);
      this.top = Math.min(this.top, this.edges[k + 1]);
      bottom = Math.max(bottom, this.edges[k + 1]);
    }
    for (let k = 0; k < this.edges.length; k += 4) {
      const [dx, dy] = [this.edges[k + 2] - this.edges[k], this.edges[k + 3] - this.edges[k + 1]];
      roots += Math.sqrt(Math.sqrt(dx * dx + dy * dy));
    }
    // Without walls there is one bucket, at infinity.
    const [width, height] = [Math.max(0, right - this.left), Math.max(0, bottom - this.top)];
    // A few buckets for each wall. If most walls are in a small part of the world, buckets are as small as a typical wall: by the mean root, few long walls count little.
    const wanted = 4 * count + 64;
    const area = Math.max(width * height, Math.max(width, height) ** 2 / wanted);
    this.size = Math.max(Math.min(Math.sqrt(area / wanted), (roots / count) ** 2), Math.sqrt(area / (wanted + MORE_BUCKETS))) || 1;
    this.columns = Math.floor(width / this.size) + 1;
    this.rows = Math.floor(height / this.size) + 1;
    this.seen = new Uint32Array(count);
    this.found = new Int32Array(count);
    const starts = (this.starts = new Int32Array(this.columns * this.rows + 1));
    for (let e = 0; e < count; e++) this.visit(e, (b) => { starts[b]++; });
    let end = 0;
    for (let b = 0; b < starts.length; b++) starts[b] = end += starts[b];
    // Filled from the back, so that each bucket's start ends up in its place.
    const items = (this.items = new Int32Array(end));
    for (let e = count - 1; e >= 0; e--) this.visit(e, (b) => { items[--starts[b]] = e; });
  }

  /** Writes the walls that may be within `range` of a point to `found`; returns their number. */
  near(x: number, y: number, range: number): number {
    const { edges, starts, items, seen, found, columns, rows } = this;
    const query = (this.query = nextStamp(seen, this.query));
    let n = 0;
    const [c0, c1] = [Math.max(0, this.column(x - range)), Math.min(columns - 1, this.column(x + range))];
    const [r0, r1] = [Math.max(0, this.row(y - range)), Math.min(rows - 1, this.row(y + range))];
    for (let r = r0; r <= r1 && c0 <= c1; r++) {
      for (let k = starts[r * columns + c0]; k < starts[r * columns + c1 + 1]; k++) {
        const e = items[k];
        if (seen[e] === query) continue;
        seen[e] = query;
        // Most walls of a bucket are out of range: their bounding boxes say so sooner than their distances.
        const ax = edges[4 * e] - x, ay = edges[4 * e + 1] - y, bx = edges[4 * e + 2] - x, by = edges[4 * e + 3] - y;
        if ((ax > range && bx > range) || (ax < -range && bx < -range) || (ay > range && by > range) || (ay < -range && by < -range)) continue;
        found[n++] = e;
      }
    }
    return n;
  }

  /** The offset from a point to the nearest point of wall `e`. */
  offset(e: number, x: number, y: number): readonly [number, number] {
    const { edges } = this;
    const [ax, ay] = [edges[4 * e], edges[4 * e + 1]];
    const [ex, ey] = [edges[4 * e + 2] - ax, edges[4 * e + 3] - ay];
    const length2 = ex * ex + ey * ey;
    const t = length2 > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / length2)) : 0;
    return [ax + t * ex - x, ay + t * ey - y];
  }

  /** Whether the segment from (px, py) to (qx, qy) crosses wall `e`. */
  isCrossed(e: number, px: number, py: number, qx: number, qy: number): boolean {
    const { edges } = this;
    const [ax, ay, bx, by] = [edges[4 * e], edges[4 * e + 1], edges[4 * e + 2], edges[4 * e + 3]];
    const side = (ux: number, uy: number, vx: number, vy: number, x: number, y: number): number => (vx - ux) * (y - uy) - (vy - uy) * (x - ux);
    return side(ax, ay, bx, by, px, py) * side(ax, ay, bx, by, qx, qy) < 0 && side(px, py, qx, qy, ax, ay) * side(px, py, qx, qy, bx, by) <= 0;
  }

  /** Calls `visit` with each bucket that wall `e` touches: in each row, those from where it enters the row to where it leaves. */
  private visit(e: number, visit: (bucket: number) => void): void {
    const { edges, top, size, columns } = this;
    const first = edges[4 * e + 1] <= edges[4 * e + 3] ? 4 * e : 4 * e + 2, last = 8 * e + 2 - first;
    const [ax, ay, bx, by] = [edges[first], edges[first + 1], edges[last], edges[last + 1]];
    const [least, most, r1] = [Math.min(ax, bx), Math.max(ax, bx), this.row(by)];
    for (let r = this.row(ay), enters = ax; r <= r1; r++) {
      const leaves = r === r1 ? bx : Math.min(most, Math.max(least, ax + ((bx - ax) * (top + (r + 1) * size - ay)) / (by - ay)));
      for (let c = this.column(Math.min(enters, leaves)); c <= this.column(Math.max(enters, leaves)); c++) visit(r * columns + c);
      enters = leaves;
    }
  }

  private column(x: number): number {
    return Math.floor((x - this.left) / this.size);
  }

  private row(y: number): number {
    return Math.floor((y - this.top) / this.size);
  }
}
