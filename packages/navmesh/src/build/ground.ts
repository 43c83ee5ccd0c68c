import type { Ground } from './merge.ts';
import type { Welded } from './weld-vertices.ts';

/**
 * Decides which triangles may form one face: those of the same area whose corners are within `flatness` of the plane of the first, measured
 * vertically. So no face is farther than twice that from the given surface. Triangles of one given polygon may always be merged. `areas` and
 * `polygons` are by triangle.
 */
export function groundOf({ xs, ys, zs, corners }: Welded, areas: ArrayLike<number>, polygons: ArrayLike<number>, flatness: number): Ground {
  return {
    fits(t, own, others) {
      const isOfOne = (u: number): boolean => polygons[u] === polygons[t];
      if (own.every(isOfOne) && others.every(isOfOne)) return true;
      const a = corners[3 * t], b = corners[3 * t + 1], c = corners[3 * t + 2];
      const bx = xs[b] - xs[a], by = ys[b] - ys[a], bz = zs[b] - zs[a], cx = xs[c] - xs[a], cy = ys[c] - ys[a], cz = zs[c] - zs[a];
      const doubled = bx * cy - by * cx;
      const slopeX = (bz * cy - by * cz) / doubled, slopeY = (bx * cz - bz * cx) / doubled;
      const isNear = (v: number): boolean => Math.abs(zs[a] + slopeX * (xs[v] - xs[a]) + slopeY * (ys[v] - ys[a]) - zs[v]) <= flatness;
      return [...own, ...others].every((u) => areas[u] === areas[t] && isNear(corners[3 * u]) && isNear(corners[3 * u + 1]) && isNear(corners[3 * u + 2]));
    },
  };
}
