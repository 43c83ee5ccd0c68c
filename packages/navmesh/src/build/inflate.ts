/**
 * Grows walls by an agent's radius: the Minkowski sum with a disc, each arc replaced by tangents. A point outside of the grown walls is the centre of a disc
 * outside of the walls.
 *
 * Each edge grows a rectangle, each convex corner a fan; triangulation forms their union with the walls. Every point outside is at least `radius`
 * from the wall; a point at radius / cos(π / roundness) is never inside.
 */
import type { Outline, Polygon, EdgeSoup } from './edge-soup.ts';
import { distance, turn } from '../orientation.ts';

/** Adds to `soup` everything within `radius` of the boundary of `free`, on its inside. */
export function inflate(soup: EdgeSoup, free: Outline, radius: number, roundness: number, isHole: boolean): void {
  const { xs, ys, from, to, next } = free, least = leastCosine(roundness);
  for (let e = 0; e < from.length; e++) {
    const a = from[e], b = to[e], c = to[next[e]];
    const along = direction(free, a, b), after = direction(free, b, c);
    // The inside is on the left, where the normal (−y, x) points.
    const nx = -along.y * radius, ny = along.x * radius;
    soup.addPolygon([[xs[a], ys[a]], [xs[b], ys[b]], [xs[b] + nx, ys[b] + ny], [xs[a] + nx, ys[a] + ny]], isHole);
    const bend = turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
    const back = along.x * after.x + along.y * after.y < 0;
    if (bend > 0 || (bend === 0 && !back)) continue;
    const fan: [number, number][] = [[xs[b], ys[b]], [xs[b] + nx, ys[b] + ny]];
    addTangents(fan, xs[b], ys[b], along, after, radius, least);
    fan.push([xs[b] - after.y * radius, ys[b] + after.x * radius]);
    soup.addPolygon(fan, isHole);
  }
}

/** Adds to `soup` the inside of an outline and everything within `radius` of it. */
export function addGrown(soup: EdgeSoup, outline: Outline, radius: number, roundness: number, isHole: boolean): void {
  const outside = insideOut(outline), convex = aroundConvex(outside, radius, roundness);
  if (convex !== undefined) {
    soup.addPolygon(convex, isHole);
  } else {
    soup.addOutline(outline, isHole);
    inflate(soup, outside, radius, roundness, isHole);
  }
}

/** If there is only one ring of walls and all its corners are convex: a polygon around it and everything within `radius`. Otherwise undefined. */
function aroundConvex(free: Outline, radius: number, roundness: number): Polygon | undefined {
  const { xs, ys, from, to, next } = free, least = leastCosine(roundness);
  const around: [number, number][] = [];
  for (let e = 0, left = from.length; left > 0; left--, e = next[e]) {
    const a = from[e], b = to[e], c = to[next[e]];
    if (turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]) >= 0 || (next[e] === 0 && left > 1)) return undefined;
    addTangents(around, xs[b], ys[b], direction(free, a, b), direction(free, b, c), radius, least);
  }
  return around;
}

/** The cosine of the largest turn between two tangents. Right angles are common, so the last digit, which differs between engines, must not decide on them. */
function leastCosine(roundness: number): number {
  return Math.cos((2 * Math.PI) / roundness) - 1e-9;
}

/**
 * Adds the intersections of the tangents around a convex corner: clockwise from one normal to the other, half a turn for a needle. Halves the turn until no part exceeds
 * the largest, so that no coordinate depends on a sine or cosine.
 */
function addTangents(out: [number, number][], x: number, y: number, along: Direction, after: Direction, radius: number, least: number): void {
  const cosine = along.x * after.x + along.y * after.y;
  if (cosine >= least) {
    const far = radius / (1 + cosine);
    out.push([x - (along.y + after.y) * far, y + (along.x + after.x) * far]);
    return;
  }
  // Across the difference, which is exact also for opposite directions.
  const middle = unit(along.y - after.y, after.x - along.x);
  addTangents(out, x, y, along, middle, radius, least);
  addTangents(out, x, y, middle, after, radius, least);
}

interface Direction { readonly x: number; readonly y: number }

function direction({ xs, ys }: Outline, a: number, b: number): Direction {
  return unit(xs[b] - xs[a], ys[b] - ys[a]);
}

function unit(dx: number, dy: number): Direction {
  const length = distance(dx, dy);
  return { x: dx / length, y: dy / length };
}

/** The same edges with the other side as inside. */
function insideOut(outline: Outline): Outline {
  const before: number[] = [];
  outline.next.forEach((e, i) => { before[e] = i; });
  return { xs: outline.xs, ys: outline.ys, from: outline.to, to: outline.from, next: before };
}
