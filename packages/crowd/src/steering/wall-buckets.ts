/** Walls, four numbers each, in square buckets, to find those near a point. */
export class WallBuckets {
  /** The walls: x and y of one end, then of the other. */
  readonly edges: Float64Array;
  /** The walls that `near` found. */
  readonly found: Int32Array;
  private readonly starts: Int32Array;
  private readonly items: Int32Array;
  private readonly seen: Uint32Array;
  private query = 0;
  private readonly columns: number;
  private readonly rows: number;
  private left = Infinity;
  private top = Infinity;

  constructor(
    edges: ArrayLike<number>,
    private readonly size: number,
  ) {
    this.edges = Float64Array.from(edges);
    const count = this.edges.length / 4;
    let [right, bottom] = [-Infinity, -Infinity];
    for (let k = 0; k < this.edges.length; k += 2) {
      this.left = Math.min(this.left, this.edges[k]);
      right = Math.max(right, this.edges[k]);
      this.top = Math.min(this.top, this.edges[k + 1]);
      bottom = Math.max(bottom, this.edges[k + 1]);
    }
    // Without walls there is one bucket, at infinity.
    const [width, height] = [Math.max(0, right - this.left), Math.max(0, bottom - this.top)];
    this.size = Math.max(size, Math.sqrt(((width + size) * (height + size)) / (1 << 20)));
    this.columns = Math.floor(width / this.size) + 1;
    this.rows = Math.floor(height / this.size) + 1;
    this.seen = new Uint32Array(count);
    this.found = new Int32Array(count);
    const lists: number[][] = Array.from({ length: this.columns * this.rows }, () => []);
    for (let e = 0; e < count; e++) {
      const [ax, ay, bx, by] = this.edges.subarray(4 * e, 4 * e + 4);
      const [c0, c1] = [this.column(Math.min(ax, bx)), this.column(Math.max(ax, bx))];
      const [r0, r1] = [this.row(Math.min(ay, by)), this.row(Math.max(ay, by))];
      for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) lists[r * this.columns + c].push(e);
    }
    this.starts = new Int32Array(lists.length + 1);
    lists.forEach((list, b) => (this.starts[b + 1] = this.starts[b] + list.length));
    this.items = Int32Array.from(lists.flat());
  }

  /** Writes the walls that may be within `range` of a point to `found`; returns their number. */
  near(x: number, y: number, range: number): number {
    const { starts, items, seen, found, columns, rows } = this;
    if (++this.query === 2 ** 32) {
      seen.fill(0);
      this.query = 1;
    }
    const { query } = this;
    let n = 0;
    const [c0, c1] = [Math.max(0, this.column(x - range)), Math.min(columns - 1, this.column(x + range))];
    const [r0, r1] = [Math.max(0, this.row(y - range)), Math.min(rows - 1, this.row(y + range))];
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) {
        const b = r * columns + c;
        for (let k = starts[b]; k < starts[b + 1]; k++) {
          const e = items[k];
          if (seen[e] === query) continue;
          seen[e] = query;
          found[n++] = e;
        }
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

  private column(x: number): number {
    return Math.floor((x - this.left) / this.size);
  }

  private row(y: number): number {
    return Math.floor((y - this.top) / this.size);
  }
}
