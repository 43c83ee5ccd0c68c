import { NO_VERTEX } from '@pf/graph';
import { checkEnds, checkPlace } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshView } from '../mesh-view.ts';
import { isNearer, squaredDistance } from '../orientation.ts';
import type { WalkEnd } from './raycast.ts';

/**
 * Moves an agent towards a point and slides along walls: returns the ground point nearest to `to`, seen from above, among the ground connected to its
 * position within the circle whose diameter is the step. For the steps of a frame; it does not find paths around obstacles. Undefined if the start is
 * off the mesh.
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
  checkPlace(from, 'from');
  checkPlace(to, 'to');
  checkEnds(from.x, from.y, to.x, to.y);
  const { faces, arcs } = mesh;
  const { stride, sides, corners, xs, ys } = faces;
  const found: number[] = [];
  found.length = mesh.locateAll(from.x, from.y, found, from.z);
  arcs.refresh();
  const open = found.filter((face) => arcs.allows(face)), seen = new Set(open);
  if (open.length === 0) return undefined;
  const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
  const reach = ((to.x - from.x) ** 2 + (to.y - from.y) ** 2) / 4 + mesh.snap ** 2;
  let best = open[0], bestX = from.x, bestY = from.y;
  const isTarget = (face: number): boolean => to.z === undefined || mesh.locator.isFloor(face, to.x, to.y, to.z);
  for (let k = 0; k < open.length; k++) {
    const f = open[k];
    const isThere = faces.contains(f, to.x, to.y, 0);
    if (!isThere) faces.findNearest(f, to.x, to.y);
    const nearX = isThere ? to.x : faces.nearX, nearY = isThere ? to.y : faces.nearY;
    const isEnd = isThere && isTarget(f);
    if (isEnd || isNearer(to.x, to.y, nearX, nearY, bestX, bestY)) {
      best = f;
      bestX = nearX;
      bestY = nearY;
    }
    if (isEnd) break;
    for (let i = 0; i < sides[f]; i++) {
      const g = arcs.beyond[f * stride + i];
      if (g === NO_VERTEX || seen.has(g)) continue;
      const a = corners[f * stride + i], b = corners[f * stride + (i + 1 < sides[f] ? i + 1 : 0)];
      if (squaredDistance(x, y, xs[a], ys[a], xs[b], ys[b]) > reach) continue;
      seen.add(g);
      open.push(g);
    }
  }
  const arrived = bestX === to.x && bestY === to.y && isTarget(best);
  return faces.isFlat ? { x: bestX, y: bestY, face: best, arrived } : { x: bestX, y: bestY, z: heightIn(faces, best, bestX, bestY), face: best, arrived };
}
