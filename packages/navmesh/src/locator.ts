import { NO_VERTEX } from '@pf/graph';
import type { FaceIndex } from './face-index.ts';
import type { Faces } from './faces.ts';
import { heightIn } from './heights.ts';
import { distance, isNearer } from './orientation.ts';

/** A point on the mesh and the face that it is in; `z` is given where the mesh has heights. */
export interface MeshPoint {
  /** Where it is in the plane. */
  readonly x: number;
  readonly y: number;
  /** Its height; not there on a flat mesh. */
  readonly z?: number;
  /** The face that it is in. */
  readonly face: number;
}

/** Floors nearer in height than this many snaps are one at a point: what lies beside a steep face within the snap is that much higher. */
export const LEVEL = 64;

/** Finds the faces at points and near them. Where floors lie above one another, a height chooses; without one (NaN), the highest floor is taken. */
export class Locator {
  /** How far beside the mesh a point still counts as on it. */
  readonly snap: number;
  /** How far above or below a floor. */
  private readonly reach: number;

  constructor(private readonly faces: Faces, private readonly index: FaceIndex, { snap, reach }: { readonly snap: number; readonly reach: number }) {
    this.snap = snap;
    this.reach = reach;
  }

  /** The face at a point; NO_VERTEX where there is none. */
  face(x: number, y: number, z: number): number {
    const { index, faces, snap } = this;
    const first = index.first(x, y);
    for (let margin = 0; ; margin = snap) {
      let best = NO_VERTEX, least = Infinity;
      for (let entry = first; entry >= 0; entry = index.next(entry)) {
        const f = index.face(entry);
        if (!faces.contains(f, x, y, margin)) continue;
        if (faces.isFlat) return f;
        const away = this.away(f, x, y, z);
        if (away < least || best === NO_VERTEX) {
          best = f;
          least = away;
        }
      }
      if (best !== NO_VERTEX && !(least > this.reach)) return best;
      if (margin === snap) return NO_VERTEX;
    }
  }

  /** All faces at a point, on one floor; returns how many. */
  all(x: number, y: number, z: number, out: number[]): number {
    const { index, faces, snap } = this;
    const floor = faces.isFlat ? NO_VERTEX : this.face(x, y, z);
    if (!faces.isFlat && floor === NO_VERTEX) return 0;
    const height = faces.isFlat ? 0 : heightIn(faces, floor, x, y);
    let n = 0;
    for (let entry = index.first(x, y); entry >= 0; entry = index.next(entry)) {
      const f = index.face(entry);
      if (faces.contains(f, x, y, snap) && (faces.isFlat || Math.abs(heightIn(faces, f, x, y) - height) <= LEVEL * snap)) out[n++] = f;
    }
    return n;
  }

  /**
   * The nearest point of the faces that `accepts` does, however far away. Heights count like distances in the plane, between the point
   * and the one in a face that is nearest as seen from above.
   */
  nearest(x: number, y: number, z: number, accepts?: (face: number) => boolean): MeshPoint | undefined {
    const { faces, index } = this;
    const here = faces.isFlat || Number.isNaN(z) ? this.face(x, y, z) : NO_VERTEX;
    if (here !== NO_VERTEX && accepts?.(here) !== false) return this.point(here, x, y);
    if (faces.count === 0) return undefined;
    for (let reach = index.reach(x, y); ; reach *= 2) {
      const near = new Set<number>();
      index.inBox(x - reach, y - reach, x + reach, y + reach, near);
      let best = NO_VERTEX, bestX = Infinity, bestY = Infinity, least = Infinity;
      for (const face of near) {
        if (accepts?.(face) === false) continue;
        if (faces.isFlat || !faces.contains(face, x, y, 0)) faces.findNearest(face, x, y);
        else {
          faces.nearX = x;
          faces.nearY = y;
        }
        const { nearX, nearY } = faces;
        const away = faces.isFlat || Number.isNaN(z) ? 0 : distance(distance(nearX - x, nearY - y), heightIn(faces, face, nearX, nearY) - z);
        if (best !== NO_VERTEX && !(away < least || (away === least && isNearer(x, y, nearX, nearY, bestX, bestY)))) continue;
        best = face;
        bestX = nearX;
        bestY = nearY;
        least = away;
      }
      if (Math.max(least, distance(bestX - x, bestY - y)) <= reach) return this.point(best, bestX, bestY);
      // All of the mesh has been looked at.
      if (reach === Infinity) return best === NO_VERTEX ? undefined : this.point(best, bestX, bestY);
    }
  }

  private point(face: number, x: number, y: number): MeshPoint {
    return this.faces.isFlat ? { x, y, face } : { x, y, z: heightIn(this.faces, face, x, y), face };
  }

  /** How far a face is from a height at a point; without one, the higher the nearer. */
  private away(f: number, x: number, y: number, z: number): number {
    const height = heightIn(this.faces, f, x, y);
    return Number.isNaN(z) ? -height : Math.abs(height - z);
  }
}
