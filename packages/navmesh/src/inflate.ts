/**
 * Walls grown by an agent's radius, so that an agent without extent, kept out of the grown walls, is an agent with a radius kept
 * off the walls: the Minkowski sum with a disc, each arc replaced by the tangents around it.
 *
 * Each edge grows a rectangle, each corner that juts out a fan; their union, with the walls, is left to the triangulation.
 * Every point outside is at least `radius` from the wall; a point that is radius / cos(π / roundness) away is never inside.
 */
import type { Outline, Soup } from './soup.ts';
import { turn } from './orientation.ts';

/** Adds to `soup`, as holes, what lies within `radius` of the rim of `free` on its inside. */
export function inflate(soup: Soup, free: Outline, radius: number, roundness: number): void {
  const { xs, ys, from, to, next } = free;
  for (let e = 0; e < from.length; e++) {
    const a = from[e], b = to[e], c = to[next[e]];
    const along = direction(free, a, b), after = direction(free, b, c);
    // The inside is on the left, where the normal (−y, x) points.
    const nx = -along.y * radius, ny = along.x * radius;
    soup.addPolygon([[xs[a], ys[a]], [xs[b], ys[b]], [xs[b] + nx, ys[b] + ny], [xs[a] + nx, ys[a] + ny]], true);
    const bend = turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
    const back = along.x * after.x + along.y * after.y < 0;
    if (bend > 0 || (bend === 0 && !back)) continue;
    // Clockwise from one normal to the other: half a turn where the wall is a needle.
    const sweep = Math.acos(Math.max(-1, Math.min(1, along.x * after.x + along.y * after.y)));
    const pieces = Math.max(1, Math.ceil(sweep / ((2 * Math.PI) / roundness)));
    const half = sweep / pieces / 2;
    const begin = Math.atan2(ny, nx);
    const fan: [number, number][] = [[xs[b], ys[b]], [xs[b] + nx, ys[b] + ny]];
    for (let i = 0; i < pieces; i++) {
      const angle = begin - half * (2 * i + 1);
      fan.push([xs[b] + (radius / Math.cos(half)) * Math.cos(angle), ys[b] + (radius / Math.cos(half)) * Math.sin(angle)]);
    }
    fan.push([xs[b] - after.y * radius, ys[b] + after.x * radius]);
    soup.addPolygon(fan, true);
  }
}

function direction({ xs, ys }: Outline, a: number, b: number): { x: number; y: number } {
  const dx = xs[b] - xs[a], dy = ys[b] - ys[a], length = Math.hypot(dx, dy);
  return { x: dx / length, y: dy / length };
}

/** The same edges with the other side as their inside. */
export function insideOut(outline: Outline): Outline {
  const before: number[] = [];
  outline.next.forEach((e, i) => { before[e] = i; });
  return { xs: outline.xs, ys: outline.ys, from: outline.to, to: outline.from, next: before };
}
