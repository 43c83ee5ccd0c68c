import { NO_VERTEX } from '@pf/graph';
import { checkEnds, checkGivenPoint, checkMagnitude, checkMesh } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshPoint } from '../locator.ts';
import type { MeshView } from '../mesh-view.ts';
import { isNearer, squaredDistance, turn } from '../orientation.ts';

/** The end of a walk along the mesh. */
export interface WalkEnd extends MeshPoint {
  /** Whether it is the target. If that has a `z`: on the floor that `locate` chooses for it, not on one above or below. */
  readonly arrived: boolean;
}

/**
 * Walks straight from one point towards another, seen from above, along the surface, until a wall stops it. Ignores links. Undefined if the start is
 * off the mesh. A line that touches a corner passes it, on whichever side is open.
 *
 * @example
 * ```ts
 * import { NavMesh, raycast } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
 * raycast(mesh, { x: 1, y: 1 }, { x: 3, y: 2 })?.arrived; // → true
 * raycast(mesh, { x: 2, y: 2 }, { x: 6, y: 2 })?.x; // → 4
 * ```
 */
export function raycast(mesh: MeshView, from: { readonly x: number; readonly y: number; readonly z?: number | undefined }, to: { readonly x: number; readonly y: number; readonly z?: number | undefined }): WalkEnd | undefined {
  checkMesh(mesh, 'raycast');
  checkGivenPoint(from, 'from');
  checkGivenPoint(to, 'to');
  checkEnds(from.x, from.y, to.x, to.y);
  checkMagnitude([from.x, from.y, to.x, to.y]);
  const found: number[] = [], { arcs, faces } = mesh;
  found.length = mesh.locateAll(from.x, from.y, found, from.z);
  arcs.refresh();
  const starts = found.filter((f) => arcs.allows(f)), entries = new Map(starts.map((f) => [f, 0]));
  // Rounding can put the start just outside.
  faces.findInside(starts, starts.length, from.x, from.y);
  const startX = faces.nearX, startY = faces.nearY;
  let best: WalkEnd | undefined;
  // Walks that touch a corner add the faces around it.
  for (const face of entries.keys()) {
    const walked = walkFrom(mesh, face, entries, startX, startY, to.x, to.y);
    const end = walked.arrived && to.z !== undefined && !mesh.locator.isFloor(walked.face, to.x, to.y, to.z) ? { ...walked, arrived: false } : walked;
    if (end.arrived) return end;
    if (best === undefined || isNearer(to.x, to.y, end.x, end.y, best.x, best.y)) best = end;
  }
  return best;
}

/** Walks from a face to a wall or a corner on the line. `entries`: by face, how far along the line it is entered. */
function walkFrom(mesh: MeshView, start: number, entries: Map<number, number>, ax: number, ay: number, bx: number, by: number): WalkEnd {
  const { faces, arcs, snap } = mesh;
  const { stride, sides, corners, xs, ys } = faces;
  for (let f = start; ;) {
    if (faces.contains(f, bx, by, snap)) return end(mesh, f, bx, by, true);
    // The line leaves by the side from a corner on its right to a corner on its left.
    const begin = f * stride, k = sides[f];
    let exit = k - 1, a = corners[begin + exit], b = a, onA = turn(ax, ay, bx, by, xs[a], ys[a]), onB = 0;
    for (let i = 0; i < k; i++) {
      b = corners[begin + i];
      onB = turn(ax, ay, bx, by, xs[b], ys[b]);
      if (onA < 0 && onB > 0) break;
      exit = i;
      a = b;
      onA = onB;
    }
    const isCrossed = onA < 0 && onB > 0, next = isCrossed ? arcs.beyond[begin + exit] : NO_VERTEX;
    if (!isCrossed || f === start) {
      const v = touch(mesh, f, f === start ? entries.get(f)! : -Infinity, entries, ax, ay, bx, by);
      if (!isCrossed) return v === NO_VERTEX ? end(mesh, f, ax, ay, false) : end(mesh, f, xs[v], ys[v], false);
    }
    if (next === NO_VERTEX) {
      // Rounding can put the start just outside this side.
      if (squaredDistance(ax, ay, xs[a], ys[a], xs[b], ys[b]) <= snap ** 2) return end(mesh, f, ax, ay, false);
      const share = onA / (onA - onB);
      return end(mesh, f, xs[a] + share * (xs[b] - xs[a]), ys[a] + share * (ys[b] - ys[a]), false);
    }
    f = next;
  }
}

/** Enters the faces beside `f` at its corners on the line, from `entry` on. Returns the last such corner. */
function touch({ faces, arcs }: MeshView, f: number, entry: number, entries: Map<number, number>, ax: number, ay: number, bx: number, by: number): number {
  const { stride, sides, corners, xs, ys } = faces;
  const begin = f * stride, k = sides[f];
  let last = NO_VERTEX, most = entry;
  for (let i = 0; i < k; i++) {
    const v = corners[begin + i];
    if (turn(ax, ay, bx, by, xs[v], ys[v]) !== 0) continue;
    const along = (xs[v] - ax) * (bx - ax) + (ys[v] - ay) * (by - ay);
    if (along < entry) continue;
    if (along >= most) {
      most = along;
      last = v;
    }
    for (const side of [i, (i > 0 ? i : k) - 1]) {
      const g = arcs.beyond[begin + side];
      if (g === NO_VERTEX || (entries.get(g) ?? Infinity) <= along) continue;
      // Visited again, if it was.
      entries.delete(g);
      entries.set(g, along);
    }
  }
  return last;
}

function end({ faces }: MeshView, face: number, x: number, y: number, arrived: boolean): WalkEnd {
  return faces.isFlat ? { x, y, face, arrived } : { x, y, z: heightIn(faces, face, x, y), face, arrived };
}
