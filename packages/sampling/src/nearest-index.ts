/**
 * The nearest-neighbour index of the trees: a k-d tree whose leaves are small buckets, grown point by point.
 *
 * A full bucket is split across its longest side, at the middle of its points' extent. No bounds and no rebuilds are
 * needed. A bucket's coordinates are adjacent, so a scan reads memory in order. bench/nearest.ts compares it with a
 * bucket grid, a k-d tree of single points and a plain scan.
 */
import { grow } from './grow.ts';

/** Points in a bucket before it is split: 8 was slower in bench/nearest.ts, 32 no faster. */
const BUCKET = 16;

/** Tolerance for the rounding of a cell's bound, which is updated by differences. */
const SLACK = 1 + 1e-12;

export class NearestIndex {
  readonly dimension: number;
  /** The number of points. */
  size = 0;
  /** Whether more points coincide than a bucket normally holds. */
  isCrowded = false;
  /** Ids found by the last `within`, in no order. */
  found: Int32Array = new Int32Array(256);
  /** Squared distances of `found`. */
  foundSquared: Float64Array = new Float64Array(256);

  // A cell is split (`axis` ≥ 0; `first` is its left child, the right one follows) or a leaf (`first` is its bucket).
  private axis = new Int32Array(64);
  private cut = new Float64Array(64);
  private first = new Int32Array(64);
  private cells = 1;

  private count = new Int32Array(32);
  private room = new Int32Array(32);
  private start = new Int32Array(32);
  private buckets = 1;
  /** Slots of the buckets: ids, and the coordinates of the same points. */
  private ids = new Int32Array(64 * BUCKET);
  private coordinates: Float64Array;
  private slots = BUCKET;

  /** How far the query lies outside the cell being visited, along each axis. */
  private readonly outside: Float64Array;
  private best = 0;
  private bestSquared = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.coordinates = new Float64Array(64 * BUCKET * dimension);
    this.outside = new Float64Array(dimension);
    this.clear();
  }

  /** Removes all points but keeps the memory. */
  clear(): void {
    this.size = 0;
    this.isCrowded = false;
    this.cells = 1;
    this.buckets = 1;
    this.slots = BUCKET;
    this.axis[0] = -1;
    this.first[0] = 0;
    this.count[0] = 0;
    this.start[0] = 0;
    this.room[0] = BUCKET;
  }

  /** Adds the point that begins at `points[offset]` under the next id: 0, 1, 2 … */
  add(points: Float64Array, offset: number): number {
    let cell = 0;
    while (this.axis[cell] >= 0) {
      cell = this.first[cell] + (points[offset + this.axis[cell]] < this.cut[cell] ? 0 : 1);
    }
    let bucket = this.first[cell];
    if (this.count[bucket] === this.room[bucket]) {
      cell = this.split(cell, points, offset);
      bucket = this.first[cell];
    }
    this.put(bucket, this.size, points, offset);
    return this.size++;
  }

  /** The id of the point nearest to the one at `points[offset]`; −1 if there is none. */
  nearest(points: Float64Array, offset: number): number {
    this.best = -1;
    this.bestSquared = Infinity;
    this.outside.fill(0);
    this.visitNearest(0, points, offset, 0);
    return this.best;
  }

  /** Writes the ids of all points at most `radius` away to `found`; returns how many. */
  within(points: Float64Array, offset: number, radius: number): number {
    this.outside.fill(0);
    return this.visitWithin(0, points, offset, 0, radius * radius, 0);
  }

  private visitNearest(cell: number, q: Float64Array, offset: number, bound: number): void {
    const axis = this.axis[cell];
    const d = this.dimension;
    if (axis < 0) {
      const bucket = this.first[cell];
      const coordinates = this.coordinates;
      const begin = this.start[bucket];
      const end = begin + this.count[bucket];
      for (let slot = begin, at = begin * d; slot < end; slot++) {
        let squared = 0;
        for (let k = 0; k < d; k++, at++) {
          const difference = coordinates[at] - q[offset + k];
          squared += difference * difference;
        }
        if (squared < this.bestSquared) {
          this.bestSquared = squared;
          this.best = this.ids[slot];
        }
      }
      return;
    }
    const beyond = q[offset + axis] - this.cut[cell];
    const near = this.first[cell] + (beyond < 0 ? 0 : 1);
    this.visitNearest(near, q, offset, bound);
    const before = this.outside[axis];
    const farBound = bound - before * before + beyond * beyond;
    if (farBound < this.bestSquared * SLACK) {
      this.outside[axis] = beyond;
      this.visitNearest(near === this.first[cell] ? near + 1 : near - 1, q, offset, farBound);
      this.outside[axis] = before;
    }
  }

  private visitWithin(cell: number, q: Float64Array, offset: number, bound: number, limit: number, n: number): number {
    const axis = this.axis[cell];
    const d = this.dimension;
    if (axis < 0) {
      const bucket = this.first[cell];
      const coordinates = this.coordinates;
      const begin = this.start[bucket];
      const end = begin + this.count[bucket];
      for (let slot = begin, at = begin * d; slot < end; slot++) {
        let squared = 0;
        for (let k = 0; k < d; k++, at++) {
          const difference = coordinates[at] - q[offset + k];
          squared += difference * difference;
        }
        if (squared <= limit) {
          if (n === this.found.length) this.growFound();
          this.foundSquared[n] = squared;
          this.found[n++] = this.ids[slot];
        }
      }
      return n;
    }
    const beyond = q[offset + axis] - this.cut[cell];
    const near = this.first[cell] + (beyond < 0 ? 0 : 1);
    n = this.visitWithin(near, q, offset, bound, limit, n);
    const before = this.outside[axis];
    const farBound = bound - before * before + beyond * beyond;
    if (farBound <= limit * SLACK) {
      this.outside[axis] = beyond;
      n = this.visitWithin(near === this.first[cell] ? near + 1 : near - 1, q, offset, farBound, limit, n);
      this.outside[axis] = before;
    }
    return n;
  }

  private put(bucket: number, id: number, points: Float64Array, offset: number): void {
    const slot = this.start[bucket] + this.count[bucket]++;
    this.ids[slot] = id;
    for (let k = 0, at = slot * this.dimension; k < this.dimension; k++, at++) this.coordinates[at] = points[offset + k];
  }

  /** Splits a full leaf and returns the new leaf of the point. */
  private split(cell: number, points: Float64Array, offset: number): number {
    const d = this.dimension;
    const bucket = this.first[cell];
    const begin = this.start[bucket];
    const end = begin + this.count[bucket];
    let axis = -1, widest = 0, middle = 0;
    for (let k = 0; k < d; k++) {
      let low = points[offset + k], high = low;
      for (let slot = begin; slot < end; slot++) {
        const value = this.coordinates[slot * d + k];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      // If no number lies between two neighbours, the split is at the upper one, so both sides get a point.
      const half = low + (high - low) / 2;
      if (high - low > widest) { widest = high - low; axis = k; middle = half > low ? half : high; }
    }
    if (axis < 0) {
      this.widen(bucket); // all points coincide: no split separates them
      return cell;
    }
    if (this.cells + 2 > this.axis.length) this.growCells();
    const left = this.cells;
    this.cells += 2;
    let moving = 0;
    for (let slot = begin; slot < end; slot++) if (this.coordinates[slot * d + axis] >= middle) moving++;
    const other = this.newBucket(Math.max(BUCKET, moving));
    // The old bucket keeps the left points, in its own slots.
    let kept = 0;
    this.count[bucket] = 0;
    for (let slot = begin; slot < end; slot++) {
      const at = slot * d;
      if (this.coordinates[at + axis] < middle) {
        this.ids[begin + kept] = this.ids[slot];
        this.coordinates.copyWithin((begin + kept) * d, at, at + d);
        kept++;
      } else this.put(other, this.ids[slot], this.coordinates, at);
    }
    this.count[bucket] = kept;
    this.axis[cell] = axis;
    this.cut[cell] = middle;
    this.first[cell] = left;
    this.axis[left] = this.axis[left + 1] = -1;
    this.first[left] = bucket;
    this.first[left + 1] = other;
    const side = left + (points[offset + axis] < middle ? 0 : 1);
    const home = this.first[side];
    return this.count[home] === this.room[home] ? this.split(side, points, offset) : side;
  }

  private newBucket(room: number): number {
    if (this.buckets === this.count.length) {
      this.count = grow(this.count, Int32Array);
      this.room = grow(this.room, Int32Array);
      this.start = grow(this.start, Int32Array);
    }
    const bucket = this.buckets++;
    this.count[bucket] = 0;
    this.room[bucket] = room;
    this.start[bucket] = this.takeSlots(room);
    return bucket;
  }

  private takeSlots(room: number): number {
    while (this.slots + room > this.ids.length) {
      this.ids = grow(this.ids, Int32Array);
      this.coordinates = grow(this.coordinates, Float64Array);
    }
    this.slots += room;
    return this.slots - room;
  }

  private widen(bucket: number): void {
    this.isCrowded = true;
    const from = this.start[bucket];
    const room = this.room[bucket];
    const to = this.takeSlots(room * 2);
    this.ids.copyWithin(to, from, from + room);
    this.coordinates.copyWithin(to * this.dimension, from * this.dimension, (from + room) * this.dimension);
    this.start[bucket] = to;
    this.room[bucket] = room * 2;
  }

  private growCells(): void {
    this.axis = grow(this.axis, Int32Array);
    this.first = grow(this.first, Int32Array);
    this.cut = grow(this.cut, Float64Array);
  }

  private growFound(): void {
    this.found = grow(this.found, Int32Array);
    this.foundSquared = grow(this.foundSquared, Float64Array);
  }
}
