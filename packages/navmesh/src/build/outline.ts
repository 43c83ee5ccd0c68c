/** Geometry of outlines: bounding boxes, insides, redundant corners. */
import { squaredDistance } from '../orientation.ts';
import type { Outline } from './edge-soup.ts';

export interface Box { readonly left: number; readonly right: number; readonly low: number; readonly high: number }

/** The bounding box of these points. */
export function boxOf(xs: ArrayLike<number>, ys: ArrayLike<number>, points: Iterable<number>): Box {
  let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
  for (const p of points) {
    left = Math.min(left, xs[p]);
    right = Math.max(right, xs[p]);
    low = Math.min(low, ys[p]);
    high = Math.max(high, ys[p]);
  }
  return { left, right, low, high };
}

export function overlap(a: Box, b: Box, margin: number): boolean {
  return a.left <= b.right + margin && b.left <= a.right + margin && a.low <= b.high + margin && b.low <= a.high + margin;
}

export function isInside({ xs, ys, from, to }: Outline, x: number, y: number): boolean {
  let odd = false;
  for (let e = 0; e < from.length; e++) {
    const ax = xs[from[e]], ay = ys[from[e]], bx = xs[to[e]], by = ys[to[e]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** The test `isInside` for many points: edges are listed by row, so that each test reads few. */
export function insideOf({ xs, ys, from, to }: Outline, { low, high }: Box): (x: number, y: number) => boolean {
  const rows = Array.from({ length: Math.ceil(Math.sqrt(from.length)) }, () => ({ xs, ys, from: [] as number[], to: [] as number[], next: [] }));
  const row = (y: number): number => Math.max(0, Math.min(rows.length - 1, Math.floor(((y - low) / (high - low)) * rows.length)));
  from.forEach((a, e) => {
    const b = to[e], last = row(Math.max(ys[a], ys[b]));
    for (let r = row(Math.min(ys[a], ys[b])); r <= last; r++) {
      rows[r].from.push(a);
      rows[r].to.push(b);
    }
  });
  return (x, y) => isInside(rows[row(y)], x, y);
}

/**
 * The outline without its straight corners, except those in `kept`. Where lines have crossed, rounding moves some corners slightly off the line. The
 * result stays planar, since no point is within half the snap of an edge and `tolerance` is less.
 */
export function straightened(outline: Outline, tolerance: number, kept: ReadonlySet<number>): Outline {
  const { xs, ys, from, next } = outline;
  const rings = new Map<number, number>();
  for (const a of from) rings.set(a, (rings.get(a) ?? 0) + 1);
  const isStraight = (ring: readonly number[], begin: number, end: number): boolean => {
    const a = ring[begin], b = ring[end % ring.length];
    if (kept.has(ring[end - 1]) || rings.get(ring[end - 1]) !== 1) return false;
    // All removed corners are checked, since many small bends make a large one.
    return ring.slice(begin + 1, end).every((p) => squaredDistance(xs[p], ys[p], xs[a], ys[a], xs[b], ys[b]) <= tolerance * tolerance);
  };
  const rest = { xs, ys, from: [] as number[], to: [] as number[], next: [] as number[] };
  const seen = new Set<number>();
  for (let e = 0; e < from.length; e++) {
    const ring: number[] = [];
    for (let i = e; !seen.has(i); i = next[i]) {
      seen.add(i);
      ring.push(from[i]);
    }
    if (ring.length === 0) continue;
    // Begins at a corner that is certainly real: the lowest of the leftmost.
    const first = ring.reduce((best, p, i) => (xs[p] < xs[ring[best]] || (xs[p] === xs[ring[best]] && ys[p] < ys[ring[best]]) ? i : best), 0);
    const turned = [...ring.slice(first), ...ring.slice(0, first)];
    const corners = [0];
    for (let end = 2; end <= ring.length; end++) if (!isStraight(turned, corners[corners.length - 1], end)) corners.push(end - 1);
    const points = corners.length < 3 ? turned : corners.map((i) => turned[i]);
    const begin = rest.from.length;
    points.forEach((a, i) => {
      rest.from.push(a);
      rest.to.push(points[(i + 1) % points.length]);
      rest.next.push(begin + ((i + 1) % points.length));
    });
  }
  return rest;
}
