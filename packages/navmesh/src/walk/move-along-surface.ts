import { NO_VERTEX } from '@pf/graph';
import { checkEnds, checkGivenPoint, checkMesh } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshView } from '../mesh-view.ts';
import { distance, isNearer, shareAlong } from '../orientation.ts';
import type { WalkEnd } from './raycast.ts';

/**
 * Moves an agent towards a point and slides along walls. It stays within the circle whose diameter is the step, seen from above. So it never ends farther
 * from its position than `to`. Returns the point nearest to `to` that the ground in this circle leads to. For the steps of a frame; it does not find paths
 * around obstacles. Undefined if the start is off the mesh.
 *
 * @example
 * ```ts
 * import { moveAlongSurface, NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
 * moveAlongSurface(mesh, { x: 3, y: 1 }, { x: 5, y: 2 }); // → { x: 4, y: 2, face: 0, arrived: false }
 * ```
 */
export function moveAlongSurface(mesh: MeshView, from: { readonly x: number; readonly y: number; readonly z?: number | undefined }, to: { readonly x: number; readonly y: number; readonly z?: number | undefined }): WalkEnd | undefined {
  checkMesh(mesh, 'moveAlongSurface');
  checkGivenPoint(from, 'from');
  checkGivenPoint(to, 'to');
  checkEnds(from.x, from.y, to.x, to.y);
  const { faces, arcs } = mesh;
  const { stride, sides, corners, xs, ys } = faces;
  const found: number[] = [];
  found.length = mesh.locateAll(from.x, from.y, found, from.z);
  arcs.refresh();
  const open = found.filter((face) => arcs.allows(face)), seen = new Set(open);
  if (open.length === 0) return undefined;
  // The products of a far target would overflow, so they are divided by `far`.
  const far = Math.max(1, Math.abs(to.x), Math.abs(to.y)), slack = mesh.snap * (distance((to.x - from.x) / far, (to.y - from.y) / far) + mesh.snap / far);
  let best = open[0], bestX = from.x, bestY = from.y;
  const isTarget = (face: number): boolean => to.z === undefined || mesh.locator.isFloor(face, to.x, to.y, to.z);
  for (let k = 0; k < open.length; k++) {
    const f = open[k];
    if (faces.contains(f, to.x, to.y, 0)) {
      best = f;
      bestX = to.x;
      bestY = to.y;
      if (isTarget(f)) break;
    }
    for (let i = 0; i < sides[f]; i++) {
      const a = corners[f * stride + i], b = corners[f * stride + (i + 1 < sides[f] ? i + 1 : 0)];
      const ax = xs[a], ay = ys[a], dx = xs[b] - ax, dy = ys[b] - ay;
      // A point is in the circle if it sees the step under at least a right angle. Along the side, that product of vectors is 0 where the circle ends.
      const ux = ax - from.x, uy = ay - from.y, vx = (ax - to.x) / far, vy = (ay - to.y) / far;
      const square = (dx * dx + dy * dy) / far, linear = dx * (ux / far + vx) + dy * (uy / far + vy), constant = ux * vx + uy * vy - slack;
      const q = -(linear + (linear < 0 ? -1 : 1) * Math.sqrt(linear * linear - 4 * square * constant)) / 2, s = q / square, t = q === 0 ? s : constant / q;
      const first = Math.max(0, Math.min(s, t)), last = Math.min(1, Math.max(s, t));
      if (!(first <= last)) continue;
      const share = Math.min(last, Math.max(first, shareAlong(to.x, to.y, ax, ay, xs[b], ys[b])));
      const nearX = share === 1 ? xs[b] : ax + share * dx, nearY = share === 1 ? ys[b] : ay + share * dy;
      if (isNearer(to.x, to.y, nearX, nearY, bestX, bestY)) {
        best = f;
        bestX = nearX;
        bestY = nearY;
      }
      const g = arcs.beyond[f * stride + i];
      if (g === NO_VERTEX || seen.has(g)) continue;
      seen.add(g);
      open.push(g);
    }
  }
  const arrived = bestX === to.x && bestY === to.y && isTarget(best);
  return faces.isFlat ? { x: bestX, y: bestY, face: best, arrived } : { x: bestX, y: bestY, z: heightIn(faces, best, bestX, bestY), face: best, arrived };
}
