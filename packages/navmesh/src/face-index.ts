/**
 * Spatial index of faces: a grid of buckets, each with the faces that touch it. Faces can be added and removed; the grid is refined when there are
 * many more.
 */
import type { Faces } from './faces.ts';
import { doubled } from './grow.ts';
import type { Box } from './build/outline.ts';

/** The grid is rebuilt when there are this many times as many faces as it was built for. That is rare enough that each cut takes the time of a few faces. */
const GROWTH = 4;

export class FaceIndex {
  /** Number of faces that the grid was built for. */
  private sizedFor = 0;
  private columns = 0;
  private rows = 0;
  private size = 0;
  /** By bucket: its first entry, −1 if empty. Entries form linked lists with a free list. */
  private heads = new Int32Array(0);
  private entries = new Int32Array(64);
  private links = new Int32Array(64);
  private used = 0;
  private free = -1;

  /** `margin`: how far outside a face a point may lie and still find it. */
  constructor(private readonly faces: Faces, readonly box: Box, private readonly margin: number) {
    this.layOut();
  }

  /** The first entry of the bucket of a point, −1 if there is none. */
  first(x: number, y: number): number {
    const column = this.column(x), row = this.row(y);
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows ? this.heads[row * this.columns + column] : -1;
  }

  /** The first search radius for the nearest face: a bucket, or the distance to the grid. From far away, the whole grid. */
  reach(x: number, y: number): number {
    const { left, right, low, high } = this.box;
    const away = Math.max(0, left - x, x - right, low - y, y - high);
    return away > right - left + high - low ? Infinity : this.size + away;
  }

  face(entry: number): number { return this.entries[entry]; }
  next(entry: number): number { return this.links[entry]; }

  /** Adds faces. */
  add(faces: readonly number[]): void {
    if (this.faces.count > GROWTH * this.sizedFor) this.layOut();
    else for (const f of faces) this.put(f);
  }

  /** Removes a face, whose corners must be unchanged. */
  remove(face: number): void {
    this.cover(face, (bucket) => {
      let before = -1;
      let entry = this.heads[bucket];
      while (this.entries[entry] !== face) {
        before = entry;
        entry = this.links[entry];
      }
      if (before < 0) this.heads[bucket] = this.links[entry];
      else this.links[before] = this.links[entry];
      this.links[entry] = this.free;
      this.free = entry;
    });
  }

  /** All faces in the buckets that a box touches, grown by a margin. */
  inBox({ left, right, low, high }: Box, margin: number): Set<number> {
    const found = new Set<number>();
    const lastRow = Math.min(this.rows - 1, this.row(high + margin)), lastColumn = Math.min(this.columns - 1, this.column(right + margin));
    for (let row = Math.max(0, this.row(low - margin)); row <= lastRow; row++) {
      for (let column = Math.max(0, this.column(left - margin)); column <= lastColumn; column++) {
        for (let entry = this.heads[row * this.columns + column]; entry >= 0; entry = this.links[entry]) found.add(this.entries[entry]);
      }
    }
    return found;
  }

  private column(x: number): number { return Math.floor((x - this.box.left) / this.size); }
  private row(y: number): number { return Math.floor((y - this.box.low) / this.size); }

  /** Rebuilds the grid for the current faces, with about four buckets for each, so that few faces touch a bucket. */
  private layOut(): void {
    const { faces, box } = this;
    const width = box.right - box.left, height = box.high - box.low, count = Math.max(1, 4 * faces.count);
    // The second term limits the buckets of long thin worlds.
    this.size = Math.max(Math.sqrt((width * height) / count), (width + height) / count, this.margin * 4, Number.MIN_VALUE);
    this.columns = Math.floor(width / this.size) + 1;
    this.rows = Math.floor(height / this.size) + 1;
    this.heads = new Int32Array(this.columns * this.rows).fill(-1);
    this.sizedFor = faces.count;
    this.used = 0;
    this.free = -1;
    for (let f = 0; f < faces.capacity; f++) if (faces.sides[f] > 0) this.put(f);
  }

  private put(face: number): void {
    this.cover(face, (bucket) => {
      const entry = this.take();
      this.entries[entry] = face;
      this.links[entry] = this.heads[bucket];
      this.heads[bucket] = entry;
    });
  }

  /** For each row, the buckets between the extreme x of a convex face. */
  private cover(face: number, visit: (bucket: number) => void): void {
    const { xs, ys, corners, stride } = this.faces;
    const begin = face * stride, sides = this.faces.sides[face];
    // Rounding errors of x below are far less than a part of a bucket, however flat an edge is.
    const pad = this.margin + this.size / 64;
    let low = Infinity, high = -Infinity;
    for (let i = begin; i < begin + sides; i++) {
      low = Math.min(low, ys[corners[i]]);
      high = Math.max(high, ys[corners[i]]);
    }
    const lastRow = Math.min(this.rows - 1, this.row(high + pad));
    for (let row = Math.max(0, this.row(low - pad)); row <= lastRow; row++) {
      const bottom = this.box.low + row * this.size - 2 * pad, top = this.box.low + (row + 1) * this.size + 2 * pad;
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
    if (this.used === this.entries.length) {
      this.entries = doubled(this.entries);
      this.links = doubled(this.links);
    }
    return this.used++;
  }
}
