import { NO_VERTEX } from '@pf/graph';
import { checkPlace } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshPoint } from '../locator.ts';
import type { MeshView } from '../mesh-view.ts';
import { squaredDistance, turn } from '../orientation.ts';

/** The end of a walk along the mesh. */
export interface WalkEnd extends MeshPoint {
  /** Whether it is the target. */
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
export function raycast(mesh: MeshView, from: { readonly x: number; readonly y: number; readonly z?: number | undefined }, to: { readonly x: number; readonly y: number }): WalkEnd | undefined {
  checkPlace(from, 'from');
  checkPlace(to, 'to');
  const starts: number[] = [];
  const n = mesh.locateAll(from.x, from.y, starts, from.z);
  mesh.arcs.refresh();
  let best: WalkEnd | undefined, least = Infinity;
  for (let i = 0; i < n; i++) {
    if (!mesh.arcs.allows(starts[i])) continue;
    const end = walkFrom(mesh, starts[i], from.x, from.y, to.x, to.y);
    const remaining = (end.x - to.x) ** 2 + (end.y - to.y) ** 2;
    if (end.arrived) return end;
    if (remaining < least) {
      best = end;
      least = remaining;
    }
  }
  return best;
}

/** Walks from a point of a face. */
function walkFrom(mesh: MeshView, start: number, ax: number, ay: number, bx: number, by: number): WalkEnd {
  const { faces, arcs } = mesh;
  const { stride, sides, corners, xs, ys } = faces;
  let f = start;
  for (let steps = faces.count; ; steps--) {
    if (faces.contains(f, bx, by, mesh.snap)) return end(mesh, f, bx, by, true);
    let next = NO_VERTEX, exit = NO_VERTEX;
    // The line leaves by the side from a corner on its right to a corner on its left. A corner on the line counts as left at first, then as right.
    for (let tries = 0; tries < 2 && next === NO_VERTEX; tries++) {
      for (let i = 0; i < sides[f]; i++) {
        const a = corners[f * stride + i], b = corners[f * stride + (i + 1 < sides[f] ? i + 1 : 0)];
        const onA = turn(ax, ay, bx, by, xs[a], ys[a]), onB = turn(ax, ay, bx, by, xs[b], ys[b]);
        if (tries === 0 ? onA < 0 && onB >= 0 : onA <= 0 && onB > 0) {
          next = arcs.beyond[f * stride + i];
          exit = i;
          break;
        }
      }
    }
    if (next === NO_VERTEX || steps < 0) {
      if (exit === NO_VERTEX) return end(mesh, f, ax, ay, false);
      const a = corners[f * stride + exit], b = corners[f * stride + (exit + 1 < sides[f] ? exit + 1 : 0)];
      const onA = turn(ax, ay, bx, by, xs[a], ys[a]), onB = turn(ax, ay, bx, by, xs[b], ys[b]), share = onA / (onA - onB);
      // Rounding can put the start just outside this side.
      if (squaredDistance(ax, ay, xs[a], ys[a], xs[b], ys[b]) <= mesh.snap ** 2) return end(mesh, f, ax, ay, false);
      return end(mesh, f, xs[a] + share * (xs[b] - xs[a]), ys[a] + share * (ys[b] - ys[a]), false);
    }
    f = next;
  }
}

function end({ faces }: MeshView, face: number, x: number, y: number, arrived: boolean): WalkEnd {
  return faces.isFlat ? { x, y, face, arrived } : { x, y, z: heightIn(faces, face, x, y), face, arrived };
}
