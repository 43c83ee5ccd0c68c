import { NO_VERTEX } from '@pf/graph';
import type { FaceIndex } from './face-index.ts';
import type { Faces } from './faces.ts';
import { heightIn } from './heights.ts';
import { distance, isNearer } from './orientation.ts';

/** A position, in the units of the mesh. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** The height, which chooses the floor; the highest without it, the lowest with −Infinity. Ignored on a flat mesh. */
  readonly z?: number | undefined;
}

/** A point on the mesh and its face. */
export interface MeshPoint {
  /** Its position in the plane. */
  readonly x: number;
  readonly y: number;
  /** Its height; omitted on a flat mesh. */
  readonly z?: number;
  /** The face that contains it. */
  readonly face: number;
}

/** Finds the faces at and near points. Where floors overlap, the height chooses; without one (NaN) or with Infinity, the highest floor, with −Infinity the lowest. */
export class Locator {
  /** Horizontal distance from the mesh within which a point counts as on it. */
  readonly snap: number;
  /** Floors closer in height than this count as one. */
  readonly level: number;
  /** Vertical distance from a floor within which a point counts as on it. */
  private readonly reach: number;
  /** The heights of the faces that `all` finds. */
  private readonly heights: number[] = [];
  /** Whether the point of the last `all` is in all faces around it, not only within the snap. It is then also `nearX` and `nearY` of the faces. */
  areInside = true;

  constructor(private readonly faces: Faces, private readonly index: FaceIndex, { snap, reach, level }: { readonly snap: number; readonly reach: number; readonly level: number }) {
    this.snap = snap;
    this.level = level;
    this.reach = reach;
  }

  /** The face at a point, or NO_VERTEX. */
  face(x: number, y: number, z: number): number {
    const { index, faces, snap } = this;
    const first = index.first(x, y);
    let best = NO_VERTEX, least = Infinity;
    for (let margin = 0; ; margin = snap) {
      // Rounding may move a point of a floor's border off it, above another floor.
      const gain = best === NO_VERTEX ? 0 : this.level;
      for (let entry = first; entry >= 0; entry = index.next(entry)) {
        const f = index.face(entry);
        if (!faces.contains(f, x, y, margin)) continue;
        if (faces.isFlat) return f;
        const away = difference(heightIn(faces, f, x, y), z);
        if (away < least - gain || best === NO_VERTEX) {
          best = f;
          least = away;
        }
      }
      const isOn = best !== NO_VERTEX && (!Number.isFinite(z) || least <= this.reach);
      if (isOn && (!Number.isFinite(z) || least <= this.level)) return best;
      if (margin === snap) return isOn ? best : NO_VERTEX;
    }
  }

  /** Whether a face is, at a point in it, on the floor that `face` chooses there. */
  isFloor(f: number, x: number, y: number, z: number): boolean {
    const { faces } = this;
    if (faces.isFlat) return true;
    const chosen = this.face(x, y, z);
    return chosen !== NO_VERTEX && Math.abs(heightIn(faces, f, x, y) - heightIn(faces, chosen, x, y)) <= this.level;
  }

  /** All faces at a point on one floor, that of `face`; returns their number. */
  all(x: number, y: number, z: number, out: number[]): number {
    const { index, faces, snap, heights } = this;
    let count = 0;
    this.areInside = true;
    faces.nearX = x;
    faces.nearY = y;
    for (let entry = index.first(x, y); entry >= 0; entry = index.next(entry)) {
      const f = index.face(entry);
      if (!faces.contains(f, x, y, snap)) continue;
      this.areInside &&= faces.isInside;
      heights[count] = heightIn(faces, f, x, y);
      out[count++] = f;
    }
    if (faces.isFlat) return count;
    const height = this.floorAmong(out, count, x, y, z);
    let n = 0;
    for (let i = 0; i < count; i++) {
      if (!(Math.abs(heights[i] - height) <= this.level)) continue;
      heights[n] = heights[i];
      out[n++] = out[i];
    }
    return n;
  }

  /** The height of the first face that `all` found; NaN unless the point is inside. */
  get insideZ(): number {
    return this.areInside ? this.heights[0] : NaN;
  }

  /** The height that `face` would choose among the first `count` of `heights`; NaN for none. */
  private floorAmong(found: readonly number[], count: number, x: number, y: number, z: number): number {
    const { faces, heights, snap } = this;
    let best = -1, least = Infinity;
    for (let margin = 0; ; margin = snap) {
      const gain = best < 0 ? 0 : this.level;
      for (let i = 0; i < count; i++) {
        if (margin === 0 && count > 1 && !faces.contains(found[i], x, y, 0)) continue;
        const away = difference(heights[i], z);
        if (away < least - gain || best < 0) {
          best = i;
          least = away;
        }
      }
      const isOn = best >= 0 && (!Number.isFinite(z) || least <= this.reach);
      if (isOn && (!Number.isFinite(z) || least <= this.level)) return heights[best];
      if (margin === snap) return isOn ? heights[best] : NaN;
    }
  }

  /**
   * The nearest point of the faces that `accepts` allows, at any distance. Heights count like distances in the plane, measured to each face's nearest
   * point seen from above. Without a height, the highest of the floors at the nearest point.
   */
  nearest(x: number, y: number, z: number, accepts?: (face: number) => boolean): MeshPoint | undefined {
    const { faces, index } = this;
    const here = faces.isFlat || !Number.isFinite(z) ? this.face(x, y, z) : NO_VERTEX;
    if (here !== NO_VERTEX && accepts?.(here) !== false) return this.point(here, x, y);
    if (faces.count === 0) return undefined;
    for (let reach = index.reach(x, y); ; reach *= 2) {
      const near = index.inBox({ left: x, right: x, low: y, high: y }, reach);
      let best = NO_VERTEX, bestX = Infinity, bestY = Infinity, least = Infinity;
      for (const face of near) {
        if (accepts?.(face) === false) continue;
        if (faces.isFlat || !faces.contains(face, x, y, 0)) faces.findNearest(face, x, y);
        else {
          faces.nearX = x;
          faces.nearY = y;
        }
        const { nearX, nearY } = faces;
        const away = faces.isFlat || !Number.isFinite(z) ? 0 : distance(distance(nearX - x, nearY - y), heightIn(faces, face, nearX, nearY) - z);
        if (best !== NO_VERTEX && !(away < least || (away === least && isNearer(x, y, nearX, nearY, bestX, bestY)))) continue;
        best = face;
        bestX = nearX;
        bestY = nearY;
        least = away;
      }
      if (best === NO_VERTEX && near.size === faces.count) return undefined;
      // With an infinite reach the whole mesh was searched.
      if (Math.max(least, distance(bestX - x, bestY - y)) > reach) continue;
      if (best === NO_VERTEX) return undefined;
      if (!Number.isFinite(z) && !faces.isFlat) {
        for (const face of near) {
          const isChosen = faces.contains(face, bestX, bestY, this.snap) && difference(heightIn(faces, face, bestX, bestY), z) < difference(heightIn(faces, best, bestX, bestY), z);
          if (isChosen && accepts?.(face) !== false) best = face;
        }
      }
      return this.point(best, bestX, bestY);
    }
  }

  private point(face: number, x: number, y: number): MeshPoint {
    return this.faces.isFlat ? { x, y, face } : { x, y, z: heightIn(this.faces, face, x, y), face };
  }
}

/** How far a height is from z. Without z, or from Infinity, higher ones are nearer; from −Infinity, lower ones. */
function difference(height: number, z: number): number {
  return Number.isFinite(z) ? Math.abs(height - z) : z === -Infinity ? height : -height;
}
