import { shown } from '@pf/graph/kit';
/**
 * Unprocessed edges that may cross: points, and edges between them, each part of a ring. The even-odd rule gives the inside of a ring from its
 * edges, in any order and direction.
 */
export class EdgeSoup {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  /** By edge: its ring. */
  readonly ring: number[] = [];
  /** By ring: whether its inside is removed instead of added. */
  readonly isHole: boolean[] = [];
  /** By ring: the area of the ground inside. Where added rings overlap, the first counts. */
  readonly areas: number[] = [];

  addPoint(x: number, y: number): number {
    this.xs.push(x);
    this.ys.push(y);
    return this.xs.length - 1;
  }

  addRing(isHole: boolean, area = 0): number {
    this.areas.push(area);
    this.isHole.push(isHole);
    return this.isHole.length - 1;
  }

  addEdge(from: number, to: number, ring: number): void {
    this.from.push(from);
    this.to.push(to);
    this.ring.push(ring);
  }

  /** Adds a closed polygon as a ring. */
  addPolygon(points: PolygonLike, isHole: boolean): void {
    const given: unknown = points;
    if (!Array.isArray(given)) throw new TypeError(`A polygon is a list of corners, each [x, y], got ${shown(given)}.`);
    const ring = this.addRing(isHole);
    const first = this.xs.length;
    for (const corner of points) {
      checkCorner(corner);
      const [x, y] = corner;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A corner's coordinates must be finite, got (${shown(x)}, ${shown(y)}).`);
      this.addPoint(x, y);
    }
    for (let i = 0; i < points.length; i++) this.addEdge(first + i, first + ((i + 1) % points.length), ring);
  }

  /** Adds the edges of outlines as one ring. */
  addOutline(outline: Outline, isHole: boolean, area = 0): void {
    const ring = this.addRing(isHole, area);
    const ids = new Map<number, number>();
    const idOf = (point: number): number => {
      let id = ids.get(point);
      if (id === undefined) ids.set(point, (id = this.addPoint(outline.xs[point], outline.ys[point])));
      return id;
    };
    for (let e = 0; e < outline.from.length; e++) this.addEdge(idOf(outline.from[e]), idOf(outline.to[e]), ring);
  }
}

/** Corners in order, in either orientation; the last is joined to the first. */
export type Polygon = readonly (readonly [x: number, y: number])[];

/** A polygon as parsed from JSON, whose corners may have any number of coordinates. */
export type PolygonLike = readonly (Polygon[number] | readonly number[])[];

/** Directed edges around an area: the inside is on their left. */
export interface Outline {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** By edge: the next one around the same inside. Outlines that touch at a point do not cross there. */
  readonly next: readonly number[];
}

/** Callers may pass anything from JavaScript. */
function checkCorner(corner: unknown): void {
  if (Array.isArray(corner)) return;
  throw new TypeError(`A corner must be [x, y], got ${JSON.stringify(corner)}: outlines and holes are lists of polygons, a polygon is a list of corners.`);
}
