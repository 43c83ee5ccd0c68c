import { EdgeSoup, type Outline } from '../build/edge-soup.ts';
import { boxOf, overlap, type Box } from '../build/outline.ts';
import { region } from '../build/region.ts';
import type { Faces } from '../faces.ts';
import { distance } from '../orientation.ts';

/** The plane of a polygon. */
export interface Slope {
  /** Its slope along x and along y. */
  readonly x: number;
  readonly y: number;
  /** The height at a point. */
  at(x: number, y: number): number;
}

/** The plane of a polygon of vertices, from the largest triangle of its fan. */
export function slopeOf({ xs, ys, zs }: Faces, loop: readonly number[]): Slope {
  const [o] = loop;
  let widest = 0, slopeX = 0, slopeY = 0;
  for (let i = 1; i + 1 < loop.length; i++) {
    const a = loop[i], b = loop[i + 1];
    const ax = xs[a] - xs[o], ay = ys[a] - ys[o], az = zs[a] - zs[o], bx = xs[b] - xs[o], by = ys[b] - ys[o], bz = zs[b] - zs[o];
    const area = ax * by - ay * bx;
    if (area <= widest) continue;
    widest = area;
    slopeX = (az * by - ay * bz) / area;
    slopeY = (ax * bz - az * bx) / area;
  }
  const originX = xs[o], originY = ys[o], originZ = zs[o];
  return { x: slopeX, y: slopeY, at: (x, y) => originZ + slopeX * (x - originX) + slopeY * (y - originY) };
}

/**
 * The part of a hole in a polygon's plane between two heights; undefined if there is none. Not limited to the polygon. Heights within `tolerance` of one of the
 * two count as between them: the corners of a level floor can differ by rounding.
 */
export function clipped(
  { xs, ys, zs }: Faces, loop: readonly number[], slope: Slope, { hole, box, low, high }: { readonly hole: Outline; readonly box: Box; readonly low: number; readonly high: number }, tolerance: number,
): Outline | undefined {
  const heights = loop.map((v) => zs[v]), least = Math.min(...heights), most = Math.max(...heights), own = boxOf(xs, ys, loop);
  const size = distance(own.right - own.left, own.high - own.low), margin = size * 1e-6;
  if (!overlap(own, box, margin)) return undefined;
  if (least >= low - tolerance && most <= high + tolerance) return hole;
  if (least > high || most < low) return undefined;
  const soup = new EdgeSoup();
  soup.addOutline(hole, false);
  const steep = distance(slope.x, slope.y), upX = slope.x / steep, upY = slope.y / steep;
  const middleX = (own.left + own.right) / 2, middleY = (own.low + own.high) / 2;
  const reach = 2 * (size + distance(box.right - box.left, box.high - box.low));
  // Everything above, or below, a contour line.
  const takeAway = (level: number, direction: number): void => {
    const away = (level - slope.at(middleX, middleY)) / steep;
    const x = middleX + upX * away, y = middleY + upY * away, farX = direction * upX * reach, farY = direction * upY * reach;
    const left = [x - upY * reach, y + upX * reach] as const, right = [x + upY * reach, y - upX * reach] as const;
    soup.addPolygon([left, right, [right[0] + farX, right[1] + farY], [left[0] + farX, left[1] + farY]], true);
  };
  if (most > high) takeAway(high, 1);
  if (least < low) takeAway(low, -1);
  return region(soup, size * 1e-9).outline;
}
