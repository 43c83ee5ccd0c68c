/** Shared by holes in flat meshes and in floors. */
import { checkBuffer } from '@pf/graph/kit';
import { EdgeSoup, type Outline, type PolygonLike } from '../build/edge-soup.ts';
import { addGrown } from '../build/inflate.ts';
import type { Box } from '../build/outline.ts';
import { region } from '../build/region.ts';
import { checkMagnitude } from '../check-points.ts';
import type { Faces } from '../faces.ts';
import { squaredDistance, turn } from '../orientation.ts';
import type { Seam } from './lay-faces.ts';

export interface CutOptions {
  readonly radius: number;
  readonly roundness: number;
  readonly sides: number;
  readonly snap: number;
  /** The links of the mesh. */
  readonly links: { readonly mostFaces: number };
}

/**
 * The range of heights of a hole. Ground above and below stays.
 *
 * @example
 * ```ts
 * import type { HeightRange } from '@pf/navmesh';
 *
 * const upstairs: HeightRange = { low: 2.5, high: 5 };
 * upstairs.low; // → 2.5
 * ```
 */
export interface HeightRange {
  /** Default: −Infinity. */
  readonly low?: number | undefined;
  /** Default: Infinity. */
  readonly high?: number | undefined;
}

/** Cuts and restores holes. Both methods return the faces whose arcs changed, and throw before any change if these might not fit into `tails`. */
export interface MeshCuts {
  cut(polygon: PolygonLike, tails: Uint32Array | undefined, range?: HeightRange): Set<number>;
  restore(polygon: PolygonLike, tails: Uint32Array | undefined): Set<number>;
  /** Sets the area of a face. Returns all faces concerned: the pieces that holes left of one. */
  setArea(face: number, area: number): readonly number[];
}

/**
 * Makes room for `made` faces in place of others; if they do not fit, the mesh grows by half. Throws if the faces whose arcs change might not fit into
 * `tails`: they, their neighbours, and those at the ends of links.
 */
export function makeRoom(faces: Faces, made: number, touched: ReadonlySet<number>, seams: readonly Seam[], tails: Uint32Array | undefined, { links }: CutOptions): void {
  const count = faces.count + made - touched.size;
  const capacity = count <= faces.capacity ? faces.capacity : Math.max(count, faces.capacity + Math.max(64, faces.capacity >> 1));
  const most = Math.min(capacity, touched.size + new Set(seams.map(({ face }) => face)).size + made + (tails === undefined ? 0 : links.mostFaces));
  if (tails !== undefined) checkBuffer(tails);
  if (tails !== undefined && tails.length < most) throw new RangeError(`The buffer for changed tails holds ${tails.length}, and up to ${most} may come: pass one of ${capacity === faces.capacity ? 'vertexCount' : capacity} entries.`);
  if (capacity > faces.capacity) faces.grow(capacity);
}

/** Corners may be this many times the size of the mesh away from it. Beyond, coordinates are less exact than the default snap, and cuts may fail. */
const FARTHEST = 1e7;

/** The inside of a polygon with everything within the agent's radius. `box` is that of the mesh. */
export function grown(polygon: PolygonLike, { radius, roundness, snap }: CutOptions, box: Box): Outline {
  const soup = new EdgeSoup();
  soup.addPolygon(polygon, false);
  const far = FARTHEST * Math.max(box.right - box.left, box.high - box.low);
  for (const [i, x] of soup.xs.entries()) {
    const y = soup.ys[i];
    // The box of an empty mesh has no size.
    if (far === 0 || (x >= box.left - far && x <= box.right + far && y >= box.low - far && y <= box.high + far)) continue;
    throw new RangeError(`The corner (${x}, ${y}) is farther from the mesh than ${FARTHEST} times its size: clip the outline before you cut it.`);
  }
  checkMagnitude(soup.xs.concat(soup.ys));
  if (polygon.length < 3) throw new RangeError(`An outline needs at least three corners, got ${polygon.length}.`);
  const { outline } = region(soup, snap);
  if (radius === 0) return outline;
  const around = new EdgeSoup();
  addGrown(around, outline, radius, roundness, false);
  return region(around, snap).outline;
}

/** Whether an edge comes within `margin` of a face. */
export function meets(faces: Faces, f: number, { xs, ys, from, to }: Outline, e: number, margin: number): boolean {
  const a = from[e], b = to[e];
  if (faces.contains(f, xs[a], ys[a], margin)) return true;
  const loop = faces.corners.subarray(f * faces.stride, f * faces.stride + faces.sides[f]);
  return loop.some((c, i) => {
    const d = loop[(i + 1) % loop.length];
    return areNear(xs[a], ys[a], xs[b], ys[b], faces.xs[c], faces.ys[c], faces.xs[d], faces.ys[d], margin);
  });
}

/** Whether two segments come within `margin` of each other. */
export function areNear(px: number, py: number, qx: number, qy: number, ax: number, ay: number, bx: number, by: number, margin: number): boolean {
  if (turn(px, py, qx, qy, ax, ay) * turn(px, py, qx, qy, bx, by) < 0 && turn(ax, ay, bx, by, px, py) * turn(ax, ay, bx, by, qx, qy) < 0) return true;
  const most = margin * margin;
  return squaredDistance(px, py, ax, ay, bx, by) <= most || squaredDistance(qx, qy, ax, ay, bx, by) <= most || squaredDistance(ax, ay, px, py, qx, qy) <= most || squaredDistance(bx, by, px, py, qx, qy) <= most;
}
