/**
 * Constrained Delaunay triangulation: delaunator's triangulation of the points, into which each required edge is flipped.
 *
 * S. W. Sloan, "A Fast Algorithm for Generating Constrained Delaunay Triangulations", Computers & Structures 47(3), 1993.
 *
 * Departures: all tests are exact, and the edges are planar (see planar-edges.ts), so no edge meets a point or another edge in between. delaunator's
 * tests are not exact: with very close points it can lose a point or invert a triangle. Then the points are triangulated by a sweep from left to
 * right (A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions", Information Processing Letters 9(5), 1979), and edges
 * flipped until they are Delaunay.
 */
import Delaunator from 'delaunator';
import { incircle } from 'robust-predicates';
import { turn } from '../orientation.ts';

export class Triangulation {
  /** Three corners a triangle, counter-clockwise. Half-edge e leads from corners[e] to the next corner of its triangle. */
  readonly corners: Int32Array;
  /** By half-edge: the opposite half-edge, −1 on the boundary. */
  readonly twins: Int32Array;
  /** By half-edge: the constraint that it is part of, −1 if none. */
  readonly constraints: Int32Array;
  /** By point: a half-edge that leaves it. */
  private readonly leaving: Int32Array;

  constructor(private readonly xs: ArrayLike<number>, private readonly ys: ArrayLike<number>, from: readonly number[], to: readonly number[]) {
    const fast = delaunay(xs, ys);
    const sound = isSound(xs, ys, fast.corners);
    this.corners = sound ? fast.corners : sweep(xs, ys);
    this.twins = sound ? fast.twins : twinsOf(this.corners, xs.length);
    this.constraints = new Int32Array(this.corners.length).fill(-1);
    this.leaving = new Int32Array(xs.length).fill(-1);
    for (let e = 0; e < this.corners.length; e++) this.leaving[this.corners[e]] = e;
    if (this.corners.length === 0) return; // all points on one line
    if (!sound) this.makeDelaunay(Array.from(this.corners, (a, e) => [a, this.corners[next(e)]]));
    for (let c = 0; c < from.length; c++) this.constrain(from[c], to[c], c);
  }

  private constrain(a: number, b: number, constraint: number): void {
    let e = this.find(a, b);
    const joined = e < 0 ? this.flipInto(a, b) : [];
    if (e < 0) e = this.find(a, b);
    this.constraints[e] = constraint;
    if (this.twins[e] >= 0) this.constraints[this.twins[e]] = constraint;
    this.makeDelaunay(joined);
  }

  /** A half-edge between a and b: from a to b if it exists, otherwise from b to a; −1 if they are not joined. */
  private find(a: number, b: number): number {
    const { corners, twins } = this;
    const first = this.leaving[a];
    // Around a: first in one direction until the boundary or a full turn, then in the other.
    for (let e = first; ; ) {
      if (corners[next(e)] === b) return e;
      if (corners[previous(e)] === b) return previous(e);
      e = twins[previous(e)];
      if (e === first) return -1;
      if (e < 0) break;
    }
    for (let e = twins[first]; e >= 0; e = twins[next(e)]) {
      if (corners[previous(e)] === b) return next(e);
      if (corners[e] === b) return e;
    }
    return -1;
  }

  /** Flips edges until a – b is one. Returns the pairs of points that flips have joined. */
  private flipInto(a: number, b: number): [number, number][] {
    const { xs, ys, corners, twins } = this;
    const crossing = this.crossed(a, b);
    const joined: [number, number][] = [];
    const ax = xs[a], ay = ys[a], bx = xs[b], by = ys[b];
    for (let tries = 0, last = Infinity; crossing.length > 0; tries++) {
      // A flip may have to wait for others, but not all of them for ever.
      if (crossing.length < last) { last = crossing.length; tries = 0; }
      if (tries > 4 * (crossing.length + 4) ** 2) throw new Error('An edge cannot be flipped into the triangulation: please report the outlines.');
      const [u, w] = crossing.shift()!;
      const e = this.find(u, w);
      const x = corners[previous(e)], y = corners[previous(twins[e])];
      const onU = turn(xs[x], ys[x], xs[y], ys[y], xs[u], ys[u]), onW = turn(xs[x], ys[x], xs[y], ys[y], xs[w], ys[w]);
      if (!((onU > 0 && onW < 0) || (onU < 0 && onW > 0))) {
        crossing.push([u, w]); // not convex yet
        continue;
      }
      this.flip(e);
      if ((x === a && y === b) || (x === b && y === a)) continue;
      const onX = turn(ax, ay, bx, by, xs[x], ys[x]), onY = turn(ax, ay, bx, by, xs[y], ys[y]);
      if (x !== a && x !== b && y !== a && y !== b && ((onX > 0 && onY < 0) || (onX < 0 && onY > 0))) crossing.push([x, y]);
      else joined.push([x, y]);
    }
    return joined;
  }

  /** The edges that a – b crosses, starting at a. */
  private crossed(a: number, b: number): [number, number][] {
    const { xs, ys, corners, twins } = this;
    const ax = xs[a], ay = ys[a], bx = xs[b], by = ys[b];
    const side = (p: number): number => turn(ax, ay, bx, by, xs[p], ys[p]);
    const opposite = (e: number): boolean => side(corners[next(e)]) < 0 && side(corners[previous(e)]) > 0;
    let out = -1;
    const first = this.leaving[a];
    for (let e = first; e >= 0 && out < 0; ) {
      if (opposite(e)) out = next(e);
      e = twins[previous(e)];
      if (e === first) break;
    }
    for (let t = twins[first]; t >= 0 && out < 0; t = twins[next(t)]) if (opposite(next(t))) out = next(next(t));
    const found: [number, number][] = [];
    for (let e = out; ; ) {
      if (e < 0 || twins[e] < 0 || this.constraints[e] >= 0 || found.length > corners.length) {
        throw new Error('An edge of the outlines meets another one: please report the outlines.');
      }
      found.push([corners[e], corners[next(e)]]);
      const t = twins[e];
      const apex = corners[previous(t)];
      if (apex === b) return found;
      const on = side(apex);
      if (on === 0) throw new Error('An edge of the outlines meets a corner: please report the outlines.');
      // Through the side whose ends lie on both sides of the line.
      e = on > 0 ? next(t) : previous(t);
    }
  }

  /** Lawson's flips, until no edge of `pairs` has a point inside its circle. */
  private makeDelaunay(pairs: [number, number][]): void {
    const { xs, ys, corners, twins } = this;
    for (let left = 4 * pairs.length ** 2 + 16; pairs.length > 0 && left > 0; left--) {
      const [u, w] = pairs.pop()!;
      const e = this.find(u, w);
      if (e < 0 || twins[e] < 0 || this.constraints[e] >= 0) continue;
      const p = corners[e], q = corners[next(e)], x = corners[previous(e)], y = corners[previous(twins[e])];
      if (!(incircle(xs[p], ys[p], xs[q], ys[q], xs[x], ys[x], xs[y], ys[y]) > 0)) continue;
      this.flip(e);
      pairs.push([p, x], [x, q], [q, y], [y, p]);
    }
  }

  /** Flips the edge within its quadrilateral. */
  private flip(e: number): void {
    const { corners, twins, constraints, leaving } = this;
    const t = twins[e];
    const [u, w, x, y] = [corners[e], corners[t], corners[previous(e)], corners[previous(t)]];
    const [wx, xu, uy, yw] = [next(e), previous(e), next(t), previous(t)];
    const twin = [twins[uy], twins[xu], twins[wx], twins[yw]];
    const kept = [constraints[uy], constraints[xu], constraints[wx], constraints[yw]];
    const first = e - (e % 3), second = t - (t % 3);
    corners[first] = u; corners[first + 1] = y; corners[first + 2] = x;
    corners[second] = w; corners[second + 1] = x; corners[second + 2] = y;
    const place = [first, first + 2, second, second + 2];
    for (let i = 0; i < 4; i++) {
      twins[place[i]] = twin[i];
      if (twin[i] >= 0) twins[twin[i]] = place[i];
      constraints[place[i]] = kept[i];
    }
    twins[first + 1] = second + 1;
    twins[second + 1] = first + 1;
    constraints[first + 1] = constraints[second + 1] = -1;
    leaving[u] = first; leaving[y] = first + 1; leaving[x] = second + 1; leaving[w] = second;
  }
}

interface Triangles { readonly corners: Int32Array; readonly twins: Int32Array }

function delaunay(xs: ArrayLike<number>, ys: ArrayLike<number>): Triangles {
  const n = xs.length;
  // Scaled to about 1 by a power of two, exactly, because delaunator drops points within 2^-52 of each other. Mirrored, since its counter-clockwise
  // assumes y downwards.
  let size = 0;
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(xs[i] - xs[0]), Math.abs(ys[i] - ys[0]));
  const scale = size > 0 ? 2 ** -Math.ceil(Math.log2(size)) : 1;
  const coordinates = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    coordinates[2 * i] = xs[i] * scale;
    coordinates[2 * i + 1] = -ys[i] * scale;
  }
  const { triangles, halfedges } = new Delaunator(coordinates);
  return { corners: Int32Array.from(triangles), twins: halfedges };
}

/** Whether every point is in a triangle, and every triangle is counter-clockwise. */
function isSound(xs: ArrayLike<number>, ys: ArrayLike<number>, corners: Int32Array): boolean {
  const seen = new Uint8Array(xs.length);
  for (let e = 0; e < corners.length; e += 3) {
    const a = corners[e], b = corners[e + 1], c = corners[e + 2];
    if (turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]) <= 0) return false;
    seen[a] = seen[b] = seen[c] = 1;
  }
  return !seen.includes(0);
}

/** A triangulation by sweep: each point, from left to right, is joined to all points of the hull that it sees. */
function sweep(xs: ArrayLike<number>, ys: ArrayLike<number>): Int32Array {
  const corners: number[] = [];
  // The lower and the upper hull, from leftmost to rightmost point.
  const lower: number[] = [], upper: number[] = [];
  for (const p of Array.from(xs, (_, i) => i).sort((i, j) => xs[i] - xs[j] || ys[i] - ys[j])) {
    const bend = (chain: readonly number[]): number => {
      const [a, b] = chain.slice(-2);
      return b === undefined ? 0 : turn(xs[a], ys[a], xs[b], ys[b], xs[p], ys[p]);
    };
    while (bend(lower) < 0) corners.push(p, lower.pop()!, lower.at(-1)!);
    while (bend(upper) > 0) corners.push(upper.pop()!, p, upper.at(-1)!);
    lower.push(p);
    upper.push(p);
  }
  return Int32Array.from(corners);
}

function twinsOf(corners: Int32Array, points: number): Int32Array {
  const twins = new Int32Array(corners.length).fill(-1);
  const byEnds = new Map<number, number>();
  corners.forEach((a, e) => byEnds.set(a * points + corners[next(e)], e));
  corners.forEach((a, e) => { twins[e] = byEnds.get(corners[next(e)] * points + a) ?? -1; });
  return twins;
}

export function next(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

export function previous(e: number): number {
  return e % 3 === 0 ? e + 2 : e - 1;
}
