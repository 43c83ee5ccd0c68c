/** Which faces lie where: a grid of buckets over the world, each with the faces that touch it. Faces come and go. */
export class FaceIndex {
  private readonly columns: number;
  private readonly rows: number;
  private readonly size: number;
  /** By bucket: its first entry; −1 where it is empty. Entries are linked, and go back to a free list. */
  private readonly heads: Int32Array;
  private faces = new Int32Array(64);
  private links = new Int32Array(64);
  private used = 0;
  private free = -1;

  /** `margin` is how far outside a face a point may lie to find it. */
  constructor(private readonly left: number, private readonly low: number, right: number, high: number, faces: number, private readonly margin: number) {
    const width = right - left, height = high - low;
    // About one bucket a face; the second term keeps long thin worlds from having too many.
    this.size = Math.max(Math.sqrt((width * height) / Math.max(1, faces)), (width + height) / Math.max(1, faces), margin * 4, Number.MIN_VALUE);
    this.columns = Math.floor(width / this.size) + 1;
    this.rows = Math.floor(height / this.size) + 1;
    this.heads = new Int32Array(this.columns * this.rows).fill(-1);
  }

  /** The first entry of the bucket of a point; −1 where there is none. */
  first(x: number, y: number): number {
    const column = this.column(x), row = this.row(y);
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows ? this.heads[row * this.columns + column] : -1;
  }

  /** How far to look first for what is near a point: a bucket, or as far as the grid is away. */
  reach(x: number, y: number): number {
    const right = this.left + this.columns * this.size, high = this.low + this.rows * this.size;
    return this.size + Math.max(0, this.left - x, x - right, this.low - y, y - high);
  }

  face(entry: number): number { return this.faces[entry]; }
  next(entry: number): number { return this.links[entry]; }

  add(face: number, xs: ArrayLike<number>, ys: ArrayLike<number>, corners: ArrayLike<number>, begin: number, sides: number): void {
    this.cover(xs, ys, corners, begin, sides, (bucket) => {
      const entry = this.take();
      this.faces[entry] = face;
      this.links[entry] = this.heads[bucket];
      this.heads[bucket] = entry;
    });
  }

  /** Takes out what `add` has put in: the corners must still be as they were. */
  remove(face: number, xs: ArrayLike<number>, ys: ArrayLike<number>, corners: ArrayLike<number>, begin: number, sides: number): void {
    this.cover(xs, ys, corners, begin, sides, (bucket) => {
      let before = -1;
      let entry = this.heads[bucket];
      while (this.faces[entry] !== face) {
        before = entry;
        entry = this.links[entry];
      }
      if (before < 0) this.heads[bucket] = this.links[entry];
      else this.links[before] = this.links[entry];
      this.links[entry] = this.free;
      this.free = entry;
    });
  }

  /** All faces in the buckets that a box touches, each once, in `out`. */
  inBox(left: number, low: number, right: number, high: number, out: Set<number>): void {
    const lastRow = Math.min(this.rows - 1, this.row(high)), lastColumn = Math.min(this.columns - 1, this.column(right));
    for (let row = Math.max(0, this.row(low)); row <= lastRow; row++) {
      for (let column = Math.max(0, this.column(left)); column <= lastColumn; column++) {
        for (let entry = this.heads[row * this.columns + column]; entry >= 0; entry = this.links[entry]) out.add(this.faces[entry]);
      }
    }
  }

  private column(x: number): number { return Math.floor((x - this.left) / this.size); }
  private row(y: number): number { return Math.floor((y - this.low) / this.size); }

  /** Row by row the buckets between the outermost x of a convex face. */
  private cover(xs: ArrayLike<number>, ys: ArrayLike<number>, corners: ArrayLike<number>, begin: number, sides: number, visit: (bucket: number) => void): void {
    // What rounding can do to the x below, however flat an edge is, is far less than a part of a bucket.
    const pad = this.margin + this.size / 64;
    let low = Infinity, high = -Infinity;
    for (let i = begin; i < begin + sides; i++) {
      low = Math.min(low, ys[corners[i]]);
      high = Math.max(high, ys[corners[i]]);
    }
    const lastRow = Math.min(this.rows - 1, this.row(high + pad));
    for (let row = Math.max(0, this.row(low - pad)); row <= lastRow; row++) {
      const bottom = this.low + row * this.size - 2 * pad, top = this.low + (row + 1) * this.size + 2 * pad;
      let first = Infinity, last = -Infinity;
      for (let i = 0; i < sides; i++) {
        let a = corners[begin + i], b = corners[begin + (i + 1 < sides ? i + 1 : 0)];
        if (ys[a] > ys[b]) [a, b] = [b, a];
        if (ys[b] < bottom || ys[a] > top) continue;
        const slope = (xs[b] - xs[a]) / (ys[b] - ys[a]);
        const enters = bottom <= ys[a] ? xs[a] : xs[a] + (bottom - ys[a]) * slope;
        const leaves = top >= ys[b] ? xs[b] : xs[a] + (top - ys[a]) * slope;
        first = Math.min(first, enters, leaves);
        last = Math.max(last, enters, leaves);
      }
      const lastColumn = Math.min(this.columns - 1, this.column(last + pad));
      for (let column = Math.max(0, this.column(first - pad)); column <= lastColumn; column++) visit(row * this.columns + column);
    }
  }

  private take(): number {
    if (this.free >= 0) {
      const entry = this.free;
      this.free = this.links[entry];
      return entry;
    }
    if (this.used === this.faces.length) {
      const faces = new Int32Array(this.used * 2), links = new Int32Array(this.used * 2);
      faces.set(this.faces);
      links.set(this.links);
      this.faces = faces;
      this.links = links;
    }
    return this.used++;
  }
}
