import { distance, turn } from '../orientation.ts';

/** Sides that meet at an angle with a smaller sine than this are treated as straight, to allow for the decimals of a file. */
const FLAT = 1e-3;

/**
 * Splits a convex polygon into triangles of positive area, even if some corners are straight. A side with corners on it has a neighbour at each
 * piece, and a triangle without area would separate them. `turns` returns whether the polygon turns at the middle one of three corners.
 */
export function triangulateConvex(polygon: readonly number[], turns: (a: number, b: number, c: number) => boolean): [number, number, number][] {
  const n = polygon.length;
  if (n === 3) return [[polygon[0], polygon[1], polygon[2]]];
  const before = Int32Array.from({ length: n }, (_, i) => (i + n - 1) % n), after = Int32Array.from({ length: n }, (_, i) => (i + 1) % n);
  const triangles: [number, number, number][] = [];
  const isReal = (i: number): boolean => turns(polygon[before[i]], polygon[i], polygon[after[i]]);
  let first = 0, size = n;
  // Cuts off each real corner after a straight one, which thereby becomes real. Up to three corners must be checked again after a cut.
  for (let i = 0, unseen = n; unseen > 0 && size > 3; unseen--) {
    const p = before[i], q = after[i];
    if (!isReal(i) || isReal(p)) {
      i = q;
      continue;
    }
    triangles.push([polygon[p], polygon[i], polygon[q]]);
    after[p] = q;
    before[q] = p;
    if (i === first) first = q;
    i = p;
    size--;
    unseen = Math.max(unseen, 3) + 1;
  }
  // All remaining corners are real, so a fan suffices.
  for (let i = after[after[first]]; i !== first; i = after[i]) triangles.push([polygon[first], polygon[before[i]], polygon[i]]);
  return triangles;
}

/** The triangles of a face from a file, with corners at vertices in either order; undefined if it is not convex. */
export function convexFace(corners: readonly number[], vertices: readonly (readonly number[])[]): [number, number, number][] | undefined {
  const at = (k: number): number => corners[k % corners.length];
  const bend = (a: number, b: number, c: number): number => turn(vertices[a][0], vertices[a][1], vertices[b][0], vertices[b][1], vertices[c][0], vertices[c][1]);
  const length = (a: number, b: number): number => distance(vertices[b][0] - vertices[a][0], vertices[b][1] - vertices[a][1]);
  const winding = corners.reduce((area, b, k) => area + bend(corners[0], b, at(k + 1)), 0) < 0 ? -1 : 1;
  const sine = (a: number, b: number, c: number): number => (winding * bend(a, b, c)) / (length(a, b) * length(b, c));
  if (corners.length > 3 && corners.some((a, k) => sine(a, at(k + 1), at(k + 2)) < -FLAT)) return undefined;
  return triangulateConvex(corners, (a, b, c) => sine(a, b, c) > FLAT);
}

/** The triangles of all polygons, and the polygon of each; and the polygons that are not convex. */
export function convexFaces(polygons: readonly (readonly number[])[], vertices: readonly (readonly number[])[]): { readonly triangles: number[][]; readonly sources: number[]; readonly bent: number[] } {
  const triangles: number[][] = [], sources: number[] = [], bent: number[] = [];
  polygons.forEach((polygon, i) => {
    const made = convexFace(polygon, vertices);
    if (made === undefined) bent.push(i);
    else for (const triangle of made) triangles.push(triangle);
    while (sources.length < triangles.length) sources.push(i);
  });
  return { triangles, sources, bent };
}

/** Throws if one of these polygons is not a wall, which is left out. As seen from above, a wall is a line; rounding can bend it. */
export function checkBent(bent: readonly number[], polygons: readonly (readonly number[])[], vertices: readonly (readonly number[])[], snap: number): void {
  for (const i of bent) if (widthOf(polygons[i], vertices) > snap) throw new RangeError(`Polygon ${i} must be convex, as seen from above: cut it into triangles.`);
}

/** How far the corners of a face lie from the line through its two farthest, as seen from above. */
function widthOf(corners: readonly number[], vertices: readonly (readonly number[])[]): number {
  const places = corners.map((v) => vertices[v]);
  let [from, to] = [places[0], places[0]];
  const away = (a: readonly number[], b: readonly number[]): number => distance(a[0] - b[0], a[1] - b[1]);
  for (const a of places) for (const b of places) if (away(a, b) > away(from, to)) [from, to] = [a, b];
  const length = away(from, to);
  return length > 0 ? Math.max(...places.map((place) => Math.abs(turn(from[0], from[1], to[0], to[1], place[0], place[1])) / length)) : 0;
}
