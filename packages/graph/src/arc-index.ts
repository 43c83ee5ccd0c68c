/** A tree of bounding boxes over the segments, in the order of a k-d tree of their middles. */
import { checkOptions } from './check-options.ts';
import { checkBoolean, checkFunction } from './checks.ts';
import { EARTH_RADIUS, RADIAN } from './great-circle.ts';
import type { Graph, Located } from './graph.ts';
import { checkLocated, isPlaced, locate, locateQuestion, sortTree } from './point-index.ts';
import type { VertexIndexOptions } from './vertex-index.ts';

/** A point on an arc, from `ArcIndex.nearest`. */
export interface PointOnArc {
  readonly tail: number;
  readonly head: number;
  /** Whether an arc leads back from `head` to `tail`. */
  readonly bothWays: boolean;
  /** The position on the arc: 0 at `tail`, 1 at `head`. */
  readonly share: number;
  readonly x: number;
  readonly y: number;
  /** How far it is from the given point. */
  readonly distance: number;
}

/** Whether an arc counts. */
type Accept = (tail: number, head: number) => boolean;

/**
 * Finds the point on an arc that is nearest to a given one, such as a house. Arcs are straight; with `degrees: true` parts of great circles, and distances metres.
 *
 * Memory: 73 bytes for each pair of joined vertices, 105 with degrees. Closed arcs of graphs that list them are included. Loops, and vertices without coordinates,
 * are left out. It does not follow later changes.
 *
 * @example
 * ```ts
 * import { ArcIndex, CompressedGraph } from '@pf/graph';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 5], [2, 1, 5]], { coordinates: [0, 0, 10, 0, 10, 10] });
 * const index = new ArcIndex(roads);
 * index.nearest(9, 4); // → { tail: 2, head: 1, bothWays: false, share: 0.6, x: 10, y: 4, distance: 1 }
 * index.nearest(5, 5, 1); // → undefined
 * index.nearest(9, 4, Infinity, (tail) => tail !== 2)?.distance; // → 4
 * ```
 */
export class ArcIndex {
  private readonly tail: Uint32Array;
  private readonly head: Uint32Array;
  private readonly bothWays: Uint8Array;
  private readonly axes: 2 | 3;
  /** By position in the tree: the coordinates of the tail, and of the head. */
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  /** By the middle of a range of the tree: the bounds of its segments. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly point: Float64Array;
  private best = -1;
  private bestShare = 0;
  private bound = Infinity;

  constructor(graph: Graph & Located, options: VertexIndexOptions = {}) {
    checkLocated(graph, 'An ArcIndex');
    checkOptions(options, ['degrees'], 'new ArcIndex');
    const { degrees = false } = options;
    checkBoolean(degrees, 'degrees');
    const axes = (this.axes = degrees ? 3 : 2);
    this.point = new Float64Array(axes);
    const keys = sortedPairs(graph);
    const { vertexCount } = graph;
    const ends: number[] = [];
    const both: number[] = [];
    for (let i = 0; i < keys.length; i++) {
      const pair = Math.floor(keys[i] / 2);
      const [lower, upper] = [Math.floor(pair / vertexCount), pair % vertexCount];
      ends.push(...(keys[i] % 2 === 0 ? [lower, upper] : [upper, lower]));
      while (keys[i + 1] === keys[i]) i++;
      const isBoth = keys[i + 1] === 2 * pair + 1;
      both.push(Number(isBoth));
      if (isBoth) while (keys[i + 1] === keys[i] || keys[i + 1] === 2 * pair + 1) i++;
    }
    const n = both.length;
    const place = (v: number): Float64Array => {
      locate(this.point, graph.x(v), graph.y(v), 'An ArcIndex', `vertex ${v}`);
      return this.point;
    };
    const middles = new Float64Array(axes * n);
    for (let i = 0; i < 2 * n; i++) place(ends[i]).forEach((c, k) => (middles[axes * (i >> 1) + k] += c / 2));
    const order = Uint32Array.from(both, (_, i) => i);
    sortTree(middles, axes, order);
    this.tail = order.map((i) => ends[2 * i]);
    this.head = order.map((i) => ends[2 * i + 1]);
    this.bothWays = Uint8Array.from(order, (i) => both[i]);
    [this.from, this.to, this.low, this.high] = [0, 0, 0, 0].map(() => new Float64Array(axes * n));
    for (let i = 0; i < n; i++) {
      this.from.set(place(this.tail[i]), axes * i);
      this.to.set(place(this.head[i]), axes * i);
    }
    this.enclose(0, n - 1);
  }

  /**
   * The nearest point on an arc, at most `farthest` away, of the arcs for which `accept` returns true; undefined if there is none. Of equally near ones, any.
   * `accept` must not ask this index.
   */
  nearest(x: number, y: number, farthest = Infinity, accept?: (tail: number, head: number) => boolean): PointOnArc | undefined {
    if (accept === undefined) return this.find(x, y, farthest, accept);
    checkFunction(accept, 'accept');
    const found = this.find(x, y, farthest, accept);
    if (found === undefined) return found;
    const { tail, head, share } = found;
    if (!accept(tail, head)) return { ...found, tail: head, head: tail, share: 1 - share, bothWays: false };
    return found.bothWays && !accept(head, tail) ? { ...found, bothWays: false } : found;
  }

  private find(x: number, y: number, farthest: number, accept: Accept | undefined): PointOnArc | undefined {
    const { axes, point, from, to, tail, head } = this;
    this.best = -1;
    this.bound = locateQuestion(point, x, y, farthest, 'An ArcIndex');
    this.visit(0, tail.length - 1, accept);
    const { best, bestShare: s } = this;
    if (best < 0) return undefined;
    const [a, b] = [from, to].map((ends) => ends.subarray(axes * best, axes * best + axes));
    const q = a.map((c, k) => c + s * (b[k] - c));
    const found = { tail: tail[best], head: head[best], bothWays: this.bothWays[best] === 1 };
    if (axes === 2) return { ...found, share: s, x: q[0], y: q[1], distance: Math.sqrt(this.bound) };
    const length = Math.hypot(...q);
    const share = s > 0 && s < 1 ? angle(Math.hypot(...q.map((c, k) => c / length - a[k]))) / angle(Math.hypot(...b.map((c, k) => c - a[k]))) : s;
    return { ...found, share, x: Math.atan2(q[1], q[0]) / RADIAN, y: Math.atan2(q[2], Math.hypot(q[0], q[1])) / RADIAN, distance: EARTH_RADIUS * angle(Math.sqrt(this.bound)) };
  }

  /** Sets the bounds of a range. */
  private enclose(first: number, last: number): void {
    if (first > last) return;
    const { axes, from, to, low, high } = this;
    const middle = (first + last) >> 1;
    this.enclose(first, middle - 1);
    this.enclose(middle + 1, last);
    const children = [first < middle ? (first + middle - 1) >> 1 : middle, middle < last ? (middle + 1 + last) >> 1 : middle];
    let squared = 0;
    for (let k = 0; k < axes; k++) squared += (to[axes * middle + k] - from[axes * middle + k]) ** 2;
    // A great circle lies outside its chord by this much at most.
    const bulge = axes === 2 ? 0 : 1 - Math.sqrt(Math.max(0, 1 - squared / 4)) + 4 * Number.EPSILON;
    for (let k = 0; k < axes; k++) {
      const i = axes * middle + k;
      low[i] = Math.min(from[i], to[i]) - bulge;
      high[i] = Math.max(from[i], to[i]) + bulge;
      for (const child of children) {
        low[i] = Math.min(low[i], low[axes * child + k]);
        high[i] = Math.max(high[i], high[axes * child + k]);
      }
    }
  }

  /** Visits the nearer side first, the other only if it may contain a nearer point. */
  private visit(first: number, last: number, accept: Accept | undefined): void {
    if (first > last) return;
    const middle = (first + last) >> 1;
    this.measure(middle, accept);
    const before = first < middle ? this.toBounds((first + middle - 1) >> 1) : Infinity;
    const after = middle < last ? this.toBounds((middle + 1 + last) >> 1) : Infinity;
    if (before <= after && before <= this.bound) this.visit(first, middle - 1, accept);
    if (after <= this.bound) this.visit(middle + 1, last, accept);
    if (before > after && before <= this.bound) this.visit(first, middle - 1, accept);
  }

  /** The square of the distance to the bounds of a range. */
  private toBounds(middle: number): number {
    const { axes, point, low, high } = this;
    let squared = 0;
    for (let k = 0; k < axes; k++) {
      const i = axes * middle + k;
      const outside = Math.max(low[i] - point[k], point[k] - high[i], 0);
      squared += outside * outside;
    }
    return squared;
  }

  private measure(i: number, accept: Accept | undefined): void {
    const { axes, point, from, to } = this;
    // Squares of the segment's length and of the distances to its ends; the product of the ways from its tail to the point and to its head.
    let [length, toTail, toHead, product] = [0, 0, 0, 0];
    for (let k = 0; k < axes; k++) {
      const [a, b] = [from[axes * i + k], to[axes * i + k]];
      length += (b - a) * (b - a);
      toTail += (point[k] - a) * (point[k] - a);
      toHead += (point[k] - b) * (point[k] - b);
      product += (point[k] - a) * (b - a);
    }
    // On the sphere, where the plane of the great circle through its ends, and the point projected on it, cut the chord; if `facing` is negative, the point is on the other side.
    const facing = axes === 2 ? 1 : 1 - toTail / 2 + product / 2 - length / 4;
    let s = facing > 0 ? (axes === 2 ? product : product - (length * toTail) / 4) / (length * facing) : -1;
    let squared = Math.min(toTail, toHead);
    if (s > 0 && s < 1) {
      let scale = 0;
      for (let k = 0; k < axes; k++) scale += (from[axes * i + k] + s * (to[axes * i + k] - from[axes * i + k])) ** 2;
      scale = axes === 2 ? 1 : Math.sqrt(scale);
      squared = 0;
      for (let k = 0; k < axes; k++) squared += (point[k] - (from[axes * i + k] + s * (to[axes * i + k] - from[axes * i + k])) / scale) ** 2;
    } else s = toTail <= toHead ? 0 : 1;
    if (squared > this.bound || (squared === this.bound && this.best >= 0)) return;
    const { tail, head, bothWays } = this;
    if (accept !== undefined && !accept(tail[i], head[i]) && !(bothWays[i] === 1 && accept(head[i], tail[i]))) return;
    this.bound = squared;
    this.best = i;
    this.bestShare = s;
  }
}

/** For each arc, both its vertices in one number, and in the last bit whether it leads to the lower one. */
function sortedPairs(graph: Graph & Located): Float64Array {
  const { vertexCount } = graph;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const keys: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (!isPlaced(graph, v)) continue;
    const n = graph.allSuccessors?.(v, to, cost) ?? graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) if (to[i] !== v && isPlaced(graph, to[i])) keys.push(v < to[i] ? 2 * (v * vertexCount + to[i]) : 2 * (to[i] * vertexCount + v) + 1);
  }
  return Float64Array.from(keys).sort();
}

/** The angle of a chord of the sphere. */
function angle(chord: number): number {
  return 2 * Math.asin(Math.min(1, chord / 2));
}
