/**
 * The faces of a mesh in flat arrays: convex polygons, counter-clockwise, with the neighbour of each side. Ids of faces and vertices are stable until
 * the face or vertex is removed, and reused later; those of faces as late as possible.
 *
 * Side i of face f leads from its corner i to its corner i + 1; both are stored at f · stride + i.
 */
import { NO_VERTEX } from '@pf/graph';
import { distance, isNearer, shareAlong, squaredDistance, turn } from './orientation.ts';

/** Classes of a pivot: no walls; walls that are straight or turn away; a corner that a path can turn around. */
export const NO_WALL = 0;
export const STRAIGHT = 1;
export const CORNER = 2;

export class Faces {
  /** Maximum number of sides of a face. */
  readonly stride: number;
  /** Face ids are below this. `grow` raises it. */
  capacity = 0;
  /** Number of faces. */
  count = 0;

  /** By vertex. Heights are 0 in a flat mesh. */
  xs = new Float64Array();
  ys = new Float64Array();
  zs = new Float64Array();
  /** By pivot: NO_WALL, STRAIGHT or CORNER (fans.ts). */
  wallAt = new Uint8Array();
  /** By vertex: the number of its faces. */
  private uses = new Int32Array();
  private vertices = 0;
  private readonly freeVertices: number[] = [];

  /** By face: its sides; 0 for unused ids. */
  sides = new Uint8Array();
  centreX = new Float64Array();
  centreY = new Float64Array();
  /** By face: its area, 0 to 255, which decides costs and permissions. */
  areas = new Uint8Array();
  /** By face: whether the triangles of its fan (heights.ts) are not coplanar. */
  bent = new Uint8Array();
  /** By side: its first vertex. */
  corners = new Int32Array();
  /** By side: the vertex around which paths turn there (fans.ts): its first vertex, or a copy where several fans share that. */
  pivots = new Int32Array();
  /** By side: the face beyond, NO_VERTEX for a wall; and which side it is there. */
  neighbours = new Int32Array();
  twins = new Uint8Array();
  /** By side: the distance from the centre over the side's middle to the neighbour's centre. */
  lengths = new Float64Array();
  /**
   * Free ids in a ring buffer, the longest free used first. The id of a removed face stays unused for a while, so stale references find no face
   * instead of a wrong one.
   */
  private free = new Int32Array();
  private firstFree = 0;

  /** `isFlat` is whether all heights are 0. */
  constructor(capacity: number, stride: number, vertices: number, readonly isFlat = true) {
    this.stride = stride;
    this.grow(capacity);
    this.growVertices(vertices);
  }

  addVertex(x: number, y: number, z = 0): number {
    const v = this.freeVertices.pop() ?? this.vertices++;
    if (v === this.xs.length) this.growVertices(Math.max(16, 2 * v));
    this.xs[v] = x;
    this.ys[v] = y;
    this.zs[v] = z;
    this.wallAt[v] = NO_WALL;
    this.uses[v] = 0;
    return v;
  }

  private growVertices(n: number): void {
    this.xs = copied(this.xs, new Float64Array(n));
    this.ys = copied(this.ys, new Float64Array(n));
    this.zs = copied(this.zs, new Float64Array(n));
    this.wallAt = copied(this.wallAt, new Uint8Array(n));
    this.uses = copied(this.uses, new Int32Array(n));
  }

  /** Raises the number of ids to `capacity`. Existing ids, and the order of free ones, stay. */
  grow(capacity: number): void {
    const { stride, free, firstFree } = this;
    const ids = this.capacity - this.count;
    const ring = new Int32Array(capacity);
    for (let i = 0; i < ids; i++) ring[i] = free[(firstFree + i) % this.capacity];
    for (let f = this.capacity; f < capacity; f++) ring[ids + f - this.capacity] = f;
    this.free = ring;
    this.firstFree = 0;
    this.sides = copied(this.sides, new Uint8Array(capacity));
    this.centreX = copied(this.centreX, new Float64Array(capacity));
    this.centreY = copied(this.centreY, new Float64Array(capacity));
    this.areas = copied(this.areas, new Uint8Array(capacity));
    this.bent = copied(this.bent, new Uint8Array(capacity));
    this.corners = copied(this.corners, new Int32Array(capacity * stride));
    this.pivots = copied(this.pivots, new Int32Array(capacity * stride).fill(NO_VERTEX));
    this.neighbours = copied(this.neighbours, new Int32Array(capacity * stride).fill(NO_VERTEX));
    this.twins = copied(this.twins, new Uint8Array(capacity * stride));
    this.lengths = copied(this.lengths, new Float64Array(capacity * stride));
    this.capacity = capacity;
  }

  /** Adds a face without neighbours; returns its id. */
  add(loop: readonly number[], area = 0): number {
    if (this.count === this.capacity) throw new Error('There is no room for another face.');
    const f = this.free[this.firstFree];
    this.firstFree = (this.firstFree + 1) % this.capacity;
    this.count++;
    const begin = f * this.stride;
    this.sides[f] = loop.length;
    this.areas[f] = area;
    let doubled = 0, x = 0, y = 0;
    const originX = this.xs[loop[0]], originY = this.ys[loop[0]];
    for (let i = 0; i < loop.length; i++) {
      const a = loop[i], b = loop[(i + 1) % loop.length];
      this.corners[begin + i] = this.pivots[begin + i] = a;
      this.neighbours[begin + i] = NO_VERTEX;
      this.uses[a]++;
      // Relative to the first corner, since far from 0 rounding would dominate.
      const ax = this.xs[a] - originX, ay = this.ys[a] - originY, bx = this.xs[b] - originX, by = this.ys[b] - originY;
      const cross = ax * by - ay * bx;
      doubled += cross;
      x += (ax + bx) * cross;
      y += (ay + by) * cross;
    }
    this.centreX[f] = originX + x / (3 * doubled);
    this.centreY[f] = originY + y / (3 * doubled);
    return f;
  }

  /** Removes a face: its neighbours get a wall there, and vertices without faces are removed. */
  remove(f: number): void {
    this.free[(this.firstFree + this.capacity - this.count) % this.capacity] = f;
    this.count--;
    const begin = f * this.stride;
    for (let i = begin; i < begin + this.sides[f]; i++) {
      const g = this.neighbours[i];
      if (g !== NO_VERTEX) this.neighbours[g * this.stride + this.twins[i]] = NO_VERTEX;
      this.neighbours[i] = NO_VERTEX;
      this.setPivot(i, NO_VERTEX);
      this.release(this.corners[i]);
    }
    this.sides[f] = 0;
  }

  /** Keeps a vertex although no face uses it. */
  hold(v: number): void {
    this.uses[v]++;
  }

  release(v: number): void {
    if (--this.uses[v] === 0) this.freeVertices.push(v);
  }

  /** Sets the pivot of a corner, stored at f · stride + i. Copies without corners are removed. */
  setPivot(at: number, v: number): void {
    const { corners, pivots } = this;
    const before = pivots[at];
    pivots[at] = v;
    if (v !== NO_VERTEX && v !== corners[at]) this.hold(v);
    if (before !== NO_VERTEX && before !== corners[at]) this.release(before);
  }

  /** Joins side i of f and side j of g. */
  join(f: number, i: number, g: number, j: number): void {
    const here = f * this.stride + i, there = g * this.stride + j;
    this.neighbours[here] = g;
    this.neighbours[there] = f;
    this.twins[here] = j;
    this.twins[there] = i;
    const a = this.corners[here], b = this.corners[there];
    const middleX = (this.xs[a] + this.xs[b]) / 2, middleY = (this.ys[a] + this.ys[b]) / 2;
    this.lengths[here] = this.lengths[there] =
      distance(this.centreX[f] - middleX, this.centreY[f] - middleY) + distance(this.centreX[g] - middleX, this.centreY[g] - middleY);
  }

  /** Whether (x, y) is in a face or at most `margin` outside. Sets `isInside`. */
  contains(f: number, x: number, y: number, margin: number): boolean {
    const { stride, corners, xs, ys } = this;
    const begin = f * stride, sides = this.sides[f];
    let inside = true;
    this.isInside = false;
    for (let i = 0; i < sides; i++) {
      const a = corners[begin + i], b = corners[begin + (i + 1 < sides ? i + 1 : 0)];
      const across = turn(xs[a], ys[a], xs[b], ys[b], x, y);
      if (across >= 0) continue;
      // Beyond the line of a side by two margins: whatever rounding does, it is outside by one.
      if (margin === 0 || across * across > 4 * margin * margin * ((xs[b] - xs[a]) ** 2 + (ys[b] - ys[a]) ** 2)) return false;
      inside = false;
    }
    this.isInside = inside;
    for (let i = 0; i < sides && !inside; i++) {
      const a = corners[begin + i], b = corners[begin + (i + 1 < sides ? i + 1 : 0)];
      inside = squaredDistance(x, y, xs[a], ys[a], xs[b], ys[b]) <= margin * margin;
    }
    return inside;
  }

  /** Whether the point of the last `contains` was in the face itself. */
  isInside = false;

  /** Sets `nearX` and `nearY` to the point of a face's boundary nearest to (x, y). */
  findNearest(f: number, x: number, y: number): void {
    const { stride, corners, xs, ys } = this;
    const begin = f * stride, sides = this.sides[f];
    for (let i = 0; i < sides; i++) {
      const a = corners[begin + i], b = corners[begin + (i + 1 < sides ? i + 1 : 0)];
      const share = shareAlong(x, y, xs[a], ys[a], xs[b], ys[b]);
      // The exact end point, because from far away rounding would give another.
      const px = share === 1 ? xs[b] : xs[a] + share * (xs[b] - xs[a]), py = share === 1 ? ys[b] : ys[a] + share * (ys[b] - ys[a]);
      if (i > 0 && !isNearer(x, y, px, py, this.nearX, this.nearY)) continue;
      this.nearX = px;
      this.nearY = py;
    }
  }

  /** Sets `nearX` and `nearY`: (x, y) itself if it is in one of the first `n` faces of a list, otherwise their nearest point. */
  findInside(list: readonly number[], n: number, x: number, y: number): void {
    let best = NO_VERTEX, bestX = x, bestY = y;
    for (let i = 0; i < n; i++) {
      if (!this.contains(list[i], x, y, 0)) continue;
      this.nearX = x;
      this.nearY = y;
      return;
    }
    for (let i = 0; i < n; i++) {
      this.findNearest(list[i], x, y);
      if (best !== NO_VERTEX && !isNearer(x, y, this.nearX, this.nearY, bestX, bestY)) continue;
      best = list[i];
      bestX = this.nearX;
      bestY = this.nearY;
    }
    // A point on a side is often placed just outside it by rounding.
    for (let share = 2 ** -52; best !== NO_VERTEX && !this.contains(best, bestX, bestY, 0) && share < 1; share *= 2) {
      bestX += share * (this.centreX[best] - bestX);
      bestY += share * (this.centreY[best] - bestY);
    }
    this.nearX = bestX;
    this.nearY = bestY;
  }

  /** Sets `nearX` and `nearY`: the point itself if it is in `f` or more than `snap` outside, otherwise the nearest point of `f`. Without a face, the point itself. */
  moveInto(f: number, x: number, y: number, snap: number): void {
    this.nearX = x;
    this.nearY = y;
    if (f !== NO_VERTEX && !this.contains(f, x, y, 0) && this.contains(f, x, y, snap)) this.findInside([f], 1, x, y);
  }

  nearX = 0;
  nearY = 0;
}

function copied<T extends Float64Array | Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
