/** Heights of a mesh: the surface of a face is the fan of triangles from its first corner. */
import type { Faces } from './faces.ts';

/** The triangle of a face's fan that contains a point: the one between corners 0, i and i + 1. For points outside, one of the nearest. */
export function fanTriangle({ xs, ys, corners, stride, sides }: Faces, f: number, x: number, y: number): number {
  const begin = f * stride, k = sides[f];
  const ox = xs[corners[begin]], oy = ys[corners[begin]];
  let i = 1;
  for (; i + 2 < k; i++) {
    const c = corners[begin + i + 1];
    if ((xs[c] - ox) * (y - oy) - (ys[c] - oy) * (x - ox) <= 0) break;
  }
  return i;
}

/** The height of a face at a point in it. Outside, that of the nearest triangle, limited to the heights of the face's corners. */
export function heightIn(faces: Faces, f: number, x: number, y: number): number {
  const { xs, ys, zs, corners, stride, sides } = faces;
  if (faces.isFlat) return 0;
  const begin = f * stride, k = sides[f], o = corners[begin];
  let i = fanTriangle(faces, f, x, y), step = 1;
  for (;;) {
    const a = corners[begin + i], b = corners[begin + i + 1];
    const ax = xs[a] - xs[o], ay = ys[a] - ys[o], bx = xs[b] - xs[o], by = ys[b] - ys[o];
    const area = ax * by - ay * bx;
    // Three corners on one straight side do not form a triangle; the next corner is used.
    if (area <= 1e-12 * (ax * ax + ay * ay + bx * bx + by * by) && (step > 0 ? i + 2 < k || ((step = -1), i > 1) : i > 1)) {
      i += step;
      continue;
    }
    const px = x - xs[o], py = y - ys[o];
    const z = zs[o] + ((px * by - py * bx) / area) * (zs[a] - zs[o]) + ((ax * py - ay * px) / area) * (zs[b] - zs[o]);
    let low = Infinity, high = -Infinity;
    for (let j = begin; j < begin + k; j++) {
      const corner = zs[corners[j]];
      if (corner < low) low = corner;
      if (corner > high) high = corner;
    }
    return z < low ? low : z > high ? high : z;
  }
}

/** Whether the triangles of a face's fan are coplanar, within rounding. */
export function isPlane({ xs, ys, zs, corners, stride, sides }: Faces, f: number): boolean {
  const begin = f * stride, k = sides[f], o = corners[begin];
  let slopeX = 0, slopeY = 0, widest = 0, tall = 0;
  for (let i = 1; i + 1 < k; i++) {
    const a = corners[begin + i], b = corners[begin + i + 1];
    const ax = xs[a] - xs[o], ay = ys[a] - ys[o], az = zs[a] - zs[o], bx = xs[b] - xs[o], by = ys[b] - ys[o], bz = zs[b] - zs[o];
    const area = ax * by - ay * bx;
    tall = Math.max(tall, Math.abs(az), Math.abs(bz));
    if (area <= widest) continue;
    widest = area;
    slopeX = (az * by - ay * bz) / area;
    slopeY = (ax * bz - az * bx) / area;
  }
  for (let i = 1; i < k; i++) {
    const a = corners[begin + i];
    if (Math.abs(zs[o] + slopeX * (xs[a] - xs[o]) + slopeY * (ys[a] - ys[o]) - zs[a]) > 1e-9 * tall) return false;
  }
  return true;
}
