/**
 * The tree that all planners grow: points, parents, costs from the root, and the index of nearest neighbours.
 *
 * A vertex's cost is its parent's cost plus the length of its edge, to the last bit: rewiring recomputes the
 * costs of all descendants instead of adding a difference.
 */
import { checkPathBuffer } from './check-path-buffer.ts';
import { NearestIndex } from './nearest-index.ts';
import { grow } from './grow.ts';

/** Initial capacity in vertices. */
const CAPACITY = 1024;

export class Tree {
  readonly dimension: number;
  size = 0;
  /** Coordinates, `dimension` a vertex. */
  points: Float64Array;
  /** −1 for the root. */
  parent: Int32Array = new Int32Array(CAPACITY);
  /** Length of the path from the root. */
  cost: Float64Array = new Float64Array(CAPACITY);
  /** Length of the edge from the parent. */
  edge: Float64Array = new Float64Array(CAPACITY);
  /** The cheapest vertex marked as a goal, −1 while there is none. */
  bestGoal = -1;
  readonly index: NearestIndex;

  private firstChild = new Int32Array(CAPACITY);
  private nextSibling = new Int32Array(CAPACITY);
  private previousSibling = new Int32Array(CAPACITY);
  private isGoal = new Uint8Array(CAPACITY);
  private stack = new Int32Array(64);
  private readonly embedded: Float64Array;

  /** `embed` gives the coordinates in which to measure distance, if not those of the point. */
  constructor(dimension: number, private readonly embed?: { readonly dimension: number; readonly write: (point: Float64Array, out: Float64Array) => void }) {
    this.dimension = dimension;
    this.index = new NearestIndex(embed?.dimension ?? dimension);
    this.points = new Float64Array(CAPACITY * dimension);
    this.embedded = new Float64Array(this.index.dimension);
  }

  /** Removes all vertices but keeps the memory. */
  clear(): void {
    this.size = 0;
    this.bestGoal = -1;
    this.index.clear();
  }

  get bestCost(): number {
    return this.bestGoal < 0 ? Infinity : this.cost[this.bestGoal];
  }

  add(point: Float64Array, parent: number, edge: number): number {
    // First, as an embedding may throw.
    const place = this.place(point);
    if (this.size === this.parent.length) this.grow();
    const v = this.size++;
    this.points.set(point, v * this.dimension);
    this.parent[v] = -1;
    this.firstChild[v] = -1;
    this.isGoal[v] = 0;
    this.edge[v] = edge;
    this.cost[v] = 0;
    if (parent >= 0) {
      this.link(v, parent);
      this.cost[v] = this.cost[parent] + edge;
    }
    this.index.add(place, 0);
    return v;
  }

  /** The vertex nearest to `point`, by the embedding if there is one; −1 in an empty tree. */
  nearest(point: Float64Array): number {
    return this.index.nearest(this.place(point), 0);
  }

  /** The coordinates of `point` for distances, valid until the next call. */
  place(point: Float64Array): Float64Array {
    if (this.embed === undefined) return point;
    this.embed.write(point, this.embedded);
    return this.embedded;
  }

  /** A vertex at exactly this point with no higher cost; −1 if there is none. */
  find(point: Float64Array, cost: number): number {
    const { index, dimension: d } = this;
    const n = index.within(this.place(point), 0, 0);
    for (let i = 0; i < n; i++) {
      const v = index.found[i];
      if (this.cost[v] > cost) continue;
      let k = 0;
      while (k < d && this.points[v * d + k] === point[k]) k++;
      if (k === d) return v;
    }
    return -1;
  }

  read(v: number, out: Float64Array): void {
    const d = this.dimension;
    for (let k = 0, at = v * d; k < d; k++, at++) out[k] = this.points[at];
  }

  markGoal(v: number): void {
    this.isGoal[v] = 1;
    if (this.cost[v] < this.bestCost) this.bestGoal = v;
  }

  /** Gives `v` a cheaper parent and updates the costs of all its descendants. */
  rewire(v: number, parent: number, edge: number): void {
    this.unlink(v);
    this.link(v, parent);
    this.edge[v] = edge;
    let n = 0;
    this.stack[n++] = v;
    while (n > 0) {
      const u = this.stack[--n];
      this.cost[u] = this.cost[this.parent[u]] + this.edge[u];
      if (this.isGoal[u] === 1 && this.cost[u] < this.bestCost) this.bestGoal = u;
      for (let child = this.firstChild[u]; child >= 0; child = this.nextSibling[child]) {
        if (n === this.stack.length) this.stack = grow(this.stack, Int32Array);
        this.stack[n++] = child;
      }
    }
  }

  /** Number of vertices from the root to `v`, both included; 0 for −1. */
  depth(v: number): number {
    let n = 0;
    for (let u = v; u >= 0; u = this.parent[u]) n++;
    return n;
  }

  /** Writes the points from the root to `v`, none for −1, and returns their number. */
  path(v: number, out: Float64Array): number {
    const n = this.depth(v);
    const d = this.dimension;
    checkPathBuffer(out, n, d);
    for (let u = v, at = n - 1; u >= 0; u = this.parent[u], at--) out.set(this.points.subarray(u * d, u * d + d), at * d);
    return n;
  }

  private link(v: number, parent: number): void {
    const first = this.firstChild[parent];
    this.parent[v] = parent;
    this.previousSibling[v] = -1;
    this.nextSibling[v] = first;
    if (first >= 0) this.previousSibling[first] = v;
    this.firstChild[parent] = v;
  }

  private unlink(v: number): void {
    const previous = this.previousSibling[v];
    const next = this.nextSibling[v];
    if (previous >= 0) this.nextSibling[previous] = next;
    else this.firstChild[this.parent[v]] = next;
    if (next >= 0) this.previousSibling[next] = previous;
  }

  private grow(): void {
    this.points = grow(this.points, Float64Array);
    this.parent = grow(this.parent, Int32Array);
    this.cost = grow(this.cost, Float64Array);
    this.edge = grow(this.edge, Float64Array);
    this.firstChild = grow(this.firstChild, Int32Array);
    this.nextSibling = grow(this.nextSibling, Int32Array);
    this.previousSibling = grow(this.previousSibling, Int32Array);
    this.isGoal = grow(this.isGoal, Uint8Array);
  }
}
