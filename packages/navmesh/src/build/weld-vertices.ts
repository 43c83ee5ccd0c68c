/**
 * Prepares a given mesh: merges vertices at the same position, turns triangles counter-clockwise, finds neighbours. A triangle thinner than the snap
 * is removed; its long side is split at the third corner, where its neighbours meet. A side with another triangle's corner on it is split there too,
 * so that each piece has its neighbour.
 */
import { checkWhole } from '../check-points.ts';
import { EdgeGrid } from './edge-grid.ts';
import { triangulateConvex } from './convex.ts';
import { distance, shareAlong, squaredDistance, turn } from '../orientation.ts';
import { EdgeSoup } from './edge-soup.ts';
import { region } from './region.ts';
import { next } from './triangulate.ts';
import { weldPoints } from './weld-points.ts';

export interface Welded {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly zs: readonly number[];
  readonly corners: Int32Array;
  readonly twins: Int32Array;
  /** By triangle: the given triangle that it is, or is part of. */
  readonly source: readonly number[];
}

const FLAT = 'a flat mesh may not overlap itself; for floors above one another use NavMesh.fromSurface';

/**
 * Welds triangles in the plane, where overlapping triangles are rejected. With a `climb`, welds triangles of a surface, which may overlap; then only
 * vertices at most that far apart in height are joined.
 */
export function weldVertices(vertices: readonly (readonly number[])[], triangles: readonly (readonly number[])[], snap: number, climb?: number): Welded {
  const { xs, ys, zs, became } = weldPoints(vertices, snap, climb ?? Infinity);
  const bend = (a: number, b: number, c: number): number => turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
  const isOn = (p: number, a: number, b: number): boolean => squaredDistance(xs[p], ys[p], xs[a], ys[a], xs[b], ys[b]) <= snap * snap;
  const parts = new Parts(xs, ys, zs, climb ?? Infinity);
  const whole: (readonly [number, number, number])[] = [], numbers: number[] = [];
  triangles.forEach((triangle, t) => {
    if (triangle.length !== 3) throw new RangeError(`Triangle ${t} has ${triangle.length} corners: cut larger faces into triangles, or make the mesh from polygons.`);
    for (const v of triangle) checkWhole(v, `A vertex of triangle ${t}`, 0, vertices.length - 1);
    const [a, b, c] = triangle.map((v) => became[v]);
    if (a === b || b === c || c === a) return;
    const area = bend(a, b, c);
    const [p, q, middle] = parts.longSide(a, b, c);
    if (area === 0 || isOn(middle, p, q)) {
      // A vertical triangle has no neighbours.
      if (parts.isLevel(middle, p, q)) parts.part(p, q, middle);
      return;
    }
    numbers.push(t);
    whole.push(area > 0 ? [a, b, c] : [a, c, b]);
  });
  const ring = ([a, b, c]: readonly [number, number, number]): number[] => [a, ...parts.between(a, b), b, ...parts.between(b, c), c, ...parts.between(c, a)];
  parts.partAll(openSides(whole.map(ring), xs.length), snap / 2);
  const pieces = whole.map((triangle) => triangulateConvex(ring(triangle), (p, q, r) => bend(p, q, r) > 0 && !isOn(q, p, r)));
  const corners = Int32Array.from(pieces.flat(2));
  const twins = new Int32Array(corners.length).fill(-1);
  const byEnds = new Map<number, number>();
  const ends = (a: number, b: number): number => a * vertices.length + b;
  for (let e = 0; e < corners.length; e++) {
    const a = corners[e], b = corners[next(e)];
    if (byEnds.has(ends(a, b))) {
      throw new Error(`Two triangles lie on the same side of the edge from (${xs[a]}, ${ys[a]}) to (${xs[b]}, ${ys[b]}): ${climb === undefined ? FLAT : 'floors must lie apart in height'}.`);
    }
    byEnds.set(ends(a, b), e);
    const twin = byEnds.get(ends(b, a));
    if (twin === undefined) continue;
    twins[e] = twin;
    twins[twin] = e;
  }
  const welded = { xs, ys, zs, corners, twins, source: pieces.flatMap((list, i) => list.map(() => numbers[i])) };
  if (climb === undefined) checkRim(welded, snap);
  return welded;
}

/** The boundary of the triangles as a ring. */
export function rimOf({ xs, ys, corners, twins }: Pick<Welded, 'xs' | 'ys' | 'corners' | 'twins'>): EdgeSoup {
  const open = Array.from(corners.keys()).filter((e) => twins[e] < 0);
  const rim = new EdgeSoup();
  rim.addOutline({ xs, ys, from: open.map((e) => corners[e]), to: open.map((e) => corners[next(e)]), next: [] }, false);
  return rim;
}

/** Throws if triangles overlap: then their boundary crosses itself or has its inside on both sides. */
function checkRim(welded: Welded, snap: number): void {
  const rim = rimOf(welded);
  const { xs, ys } = rim;
  const { outline, became } = region(rim, snap);
  const ends = (a: number, b: number): number => a * outline.xs.length + b;
  const enclosing = new Set(outline.from.map((a, e) => ends(a, outline.to[e])));
  rim.from.forEach((a, e) => {
    const b = rim.to[e];
    if (enclosing.has(ends(became[a], became[b]))) return;
    const side = `the side from (${xs[a]}, ${ys[a]}) to (${xs[b]}, ${ys[b]})`;
    throw new Error(`Other triangles lie over ${side}: ${FLAT}. Where only rounding makes triangles overlap, give a larger snap.`);
  });
}

/** Sides of triangles. */
interface Sides { readonly from: readonly number[]; readonly to: readonly number[] }

/** The sides of rings that no other ring has, reversed. */
function openSides(rings: readonly (readonly number[])[], points: number): Sides {
  const from: number[] = [], to: number[] = [];
  const all = new Set<number>();
  const each = (visit: (a: number, b: number) => void): void => {
    for (const ring of rings) ring.forEach((a, i) => { visit(a, ring[(i + 1) % ring.length]); });
  };
  each((a, b) => all.add(a * points + b));
  each((a, b) => { if (!all.has(b * points + a)) { from.push(a); to.push(b); } });
  return { from, to };
}

/** Sides of triangles and the points at which they are split. */
class Parts {
  /** By side: a point that splits it into two sides. */
  private readonly middles = new Map<number, number>();
  /** By side that is not split further: all points on it, from the lower-numbered end to the other. */
  private readonly points = new Map<number, number[]>();

  constructor(private readonly xs: readonly number[], private readonly ys: readonly number[], private readonly zs: readonly number[], private readonly climb: number) {}

  /** Whether a point is at most the climb above or below the side that it lies on. */
  isLevel(p: number, a: number, b: number): boolean {
    const { xs, ys, zs } = this;
    const share = shareAlong(xs[p], ys[p], xs[a], ys[a], xs[b], ys[b]);
    return Math.abs(zs[a] + share * (zs[b] - zs[a]) - zs[p]) <= this.climb;
  }

  /** The ends of a triangle's longest side, and the opposite corner. */
  longSide(a: number, b: number, c: number): [from: number, to: number, beside: number] {
    const ab = this.length(a, b), bc = this.length(b, c), ca = this.length(c, a);
    return ab >= bc && ab >= ca ? [a, b, c] : bc >= ca ? [b, c, a] : [c, a, b];
  }

  /** Splits a side at a point. If it is split at another one already, splits the part that contains the point. */
  part(a: number, b: number, at: number): void {
    // Where points are little more than a snap apart, a part could be as long, and be split without end.
    if (Math.max(this.length(a, at), this.length(at, b)) >= this.length(a, b)) return;
    const known = this.middles.get(this.side(a, b));
    if (known === undefined) this.middles.set(this.side(a, b), at);
    if (known === undefined || known === at) return;
    const [first, last] = this.length(a, known) < this.length(a, at) ? [known, at] : [at, known];
    // Both parts can be sides of other triangles that know only one of the two points.
    this.part(a, last, first);
    this.part(first, b, last);
  }

  /** Splits sides at ends of others that lie on them, within `tolerance`. */
  partAll({ from, to }: Sides, tolerance: number): void {
    const { xs, ys, points } = this;
    const cells = new EdgeGrid(xs, ys, from, to, tolerance);
    for (let cell = 0; cell < cells.count; cell++) {
      for (const e of cells.edges(cell)) {
        const a = from[e], b = to[e];
        for (const p of cells.points(cell)) {
          if (p !== a && p !== b && squaredDistance(xs[p], ys[p], xs[a], ys[a], xs[b], ys[b]) <= tolerance * tolerance && this.isLevel(p, a, b)) this.note(a, b, p);
        }
      }
    }
    const n = xs.length;
    for (const [side, list] of points) {
      const first = Math.floor(side / n);
      list.sort((p, q) => this.length(first, p) - this.length(first, q) || p - q);
      // Identical triangles contain the same side twice.
      points.set(side, list.filter((p, i) => i === 0 || p !== list[i - 1]));
    }
  }

  /** The points at which a side is split, from a to b. */
  between(a: number, b: number): number[] {
    const { middles, points } = this;
    const found: number[] = [];
    // Pending ends, next on top: an explicit stack, because recursion would overflow.
    for (let from = a, ends = [b]; ends.length > 0; ) {
      const to = ends[ends.length - 1], side = this.side(from, to);
      const middle = middles.get(side), list = middle === undefined ? points.get(side) : undefined;
      if (middle !== undefined) ends.push(middle);
      else if (list !== undefined) for (let k = 0; k < list.length; k++) ends.push(list[from < to ? list.length - 1 - k : k]);
      else {
        found.push(to);
        ends.pop();
        from = to;
      }
    }
    found.pop();
    return found;
  }

  private note(a: number, b: number, at: number): void {
    const side = this.side(a, b), points = this.points.get(side);
    if (points === undefined) this.points.set(side, [at]);
    else points.push(at);
  }

  private side(a: number, b: number): number {
    return Math.min(a, b) * this.xs.length + Math.max(a, b);
  }

  private length(a: number, b: number): number {
    return distance(this.xs[b] - this.xs[a], this.ys[b] - this.ys[a]);
  }
}
