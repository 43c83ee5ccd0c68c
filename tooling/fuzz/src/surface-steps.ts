import type { NavMesh } from '@pf/navmesh';
import { moveAlongSurface } from '@pf/navmesh';
import type { Ring, VisibilityGraph } from '@pf/testkit';
import type { Place } from './case.ts';
import { demand } from './player.ts';

/** A step of a walk, at most. */
const LONGEST = 4;
const SLACK = 1e-6;

/** The point of a segment that is nearest to `p`. */
function nearestOn(a: Place, b: Place, p: Place): Place {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)));
  return [a[0] + t * dx, a[1] + t * dy];
}

/** Where two segments cross, if they do so at one point. */
function crossingOf([a, b]: readonly [Place, Place], [c, d]: readonly [Place, Place]): Place[] {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const area = ux * vy - uy * vx;
  const t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / area, s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / area;
  return area !== 0 && t >= 0 && t <= 1 && s >= 0 && s <= 1 ? [[a[0] + t * ux, a[1] + t * uy]] : [];
}

const far = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Those of `points` to which the ground leads from `from` within a circle, by straight lines from corner to corner: in a convex region, shortest paths turn at no other points. */
function reachable(oracle: VisibilityGraph, from: Place, corners: readonly Place[], points: readonly Place[], middle: Place, radius: number): Place[] {
  const isIn = (p: Place): boolean => far(p, middle) <= radius;
  const turns = new Set([from]);
  for (const turn of turns) for (const corner of corners) if (isIn(corner) && !turns.has(corner) && oracle.isStraight(...turn, ...corner)) turns.add(corner);
  return points.filter((point) => isIn(point) && [...turns].some((turn) => oracle.isStraight(...turn, ...point)));
}

/** One step of a walk from `from` towards `to`, which slides along walls. */
export function holdStep(mesh: NavMesh, oracle: VisibilityGraph, rings: readonly Ring[], from: Place, to: Place): void {
  const length = far(from, to), part = Math.min(1, LONGEST / length);
  const target: Place = length === 0 ? to : [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
  const end = moveAlongSurface(mesh, { x: from[0], y: from[1] }, { x: target[0], y: target[1] });
  const what = `A step from (${from.join(', ')}) towards (${target.join(', ')})`;
  demand((end !== undefined) === oracle.isWalkable(...from), () => `${what} ${end === undefined ? 'does not begin' : 'begins'}, where the ground says otherwise.`);
  if (end === undefined) return;
  const stop: Place = [end.x, end.y], middle: Place = [(from[0] + target[0]) / 2, (from[1] + target[1]) / 2], radius = far(from, target) / 2;
  const sides = rings.flatMap((ring) => ring.map((a, i) => [a, ring[(i + 1) % ring.length]] as const)).filter(([a, b]) => far(a, b) > 0 && far(nearestOn(a, b, middle), middle) <= 2 * radius + SLACK);
  const walkable = [...sides.flat(), ...sides.flatMap((a, i) => sides.slice(i + 1).flatMap((b) => crossingOf(a, b)))].filter((p) => oracle.isWalkable(...p));
  // Around a pinch, ground leads on one side only, and straight lines do not say on which.
  const corners = walkable.filter((p) => !oracle.isPinch(...p));
  demand(end.arrived === (far(stop, target) === 0), () => `${what} ends at (${stop.join(', ')}) and is reported ${end.arrived ? '' : 'not '}to arrive.`);
  // No point within the circle around the step that the ground leads to is nearer.
  const [nearest] = reachable(oracle, from, corners, [target, ...sides.map(([a, b]) => nearestOn(a, b, target)), ...corners], middle, radius).sort((a, b) => far(a, target) - far(b, target));
  demand(nearest === undefined || far(stop, target) <= far(nearest, target) + SLACK, () => `${what} ends at (${stop.join(', ')}), but (${nearest.join(', ')}) is nearer.`);
  // Too near to a corner, no straight line is told from the wall.
  demand(far(stop, from) <= SLACK || reachable(oracle, from, walkable, [stop, ...walkable.filter((p) => far(p, stop) <= SLACK)], middle, radius + SLACK).length > 0, () => `${what} ends at (${stop.join(', ')}), to which no ground leads.`);
}
