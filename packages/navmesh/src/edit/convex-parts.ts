/** Divides convex polygons, by holes and into tiles. */
import { EdgeSoup, type Outline } from '../build/edge-soup.ts';
import { mergeTriangles } from '../build/merge.ts';
import { boxOf } from '../build/outline.ts';
import { region } from '../build/region.ts';
import { Triangulation } from '../build/triangulate.ts';
import { distance, turn } from '../orientation.ts';
import type { Spot } from './divided-sides.ts';
import type { CutOptions } from './holes.ts';
import type { Slope } from './slope.ts';

/** A convex planar polygon less holes, as convex loops. */
export function piecesOf(rim: readonly Spot[], slope: Slope, holes: readonly Outline[], { snap, sides }: CutOptions): Spot[][] {
  const soup = new EdgeSoup(), ring = soup.addRing(false);
  for (const { x, y } of rim) soup.addPoint(x, y);
  rim.forEach((_, i) => { soup.addEdge(i, (i + 1) % rim.length, ring); });
  for (const hole of holes) soup.addOutline(hole, true);
  const { xs, ys, corners, twins, became } = region(soup, snap, false, new Set(rim.keys()));
  const spots = new Map<number, Spot>();
  rim.forEach((spot, i) => { if (!spots.has(became[i])) spots.set(became[i], spot); });
  const { loops } = mergeTriangles(xs, ys, corners, twins, { sides, kept: new Set(spots.keys()) });
  return loops.map((loop) => loop.map((point) => {
    let spot = spots.get(point);
    if (spot === undefined) spots.set(point, (spot = { x: xs[point], y: ys[point], z: slope.at(xs[point], ys[point]), vertex: -1 }));
    return spot;
  }));
}

/** Convex tiles of a polygon, as lists of points. The first points are the polygon's corners, in order. */
interface Tiles { readonly xs: readonly number[]; readonly ys: readonly number[]; readonly loops: readonly (readonly number[])[] }

/** Divides a convex polygon into tiles of about `size`. Sides of the polygon stay whole, so its neighbours need no new corners. */
export function tilesOf(px: ArrayLike<number>, py: ArrayLike<number>, loop: readonly number[], size: number, { snap, sides }: CutOptions): Tiles {
  const xs = loop.map((v) => px[v]), ys = loop.map((v) => py[v]), n = loop.length;
  const { left, right, low, high } = boxOf(px, py, loop);
  const columns = Math.max(1, Math.round((right - left) / size)), rows = Math.max(1, Math.round((high - low) / size));
  const width = (right - left) / columns, height = (high - low) / rows, margin = Math.max(64 * snap, Math.min(width, height) / 4);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const x = left + (column + 0.5) * width, y = low + (row + 0.5) * height;
      const isWithin = loop.every((_, i) => {
        const ax = xs[i], ay = ys[i], bx = xs[(i + 1) % n], by = ys[(i + 1) % n];
        return turn(ax, ay, bx, by, x, y) >= margin * distance(bx - ax, by - ay);
      });
      if (isWithin) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  const { corners, twins } = new Triangulation(xs, ys, [...loop.keys()], loop.map((_, i) => (i + 1) % n));
  return { xs, ys, loops: mergeTriangles(xs, ys, corners, twins, { sides: Math.min(4, sides), kept: new Set(xs.keys()) }).loops };
}
