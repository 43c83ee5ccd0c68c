import { checkLists, checkNumber, checkVertices, checkWhole } from '../check-points.ts';
import type { Link } from '../links/links.ts';

/**
 * A walkable surface as plain arrays, as stored in JSON: the result of readers for other formats and the input of `NavMesh.fromSurface`. x and y are
 * the plane, z is the height.
 */
export interface Surface {
  /** x, y and z of each vertex. Vertices at the same position are merged. */
  readonly vertices: readonly (readonly number[])[];
  /** Vertices of convex polygons, in either orientation. Polygons may overlap at different heights. */
  readonly polygons: readonly (readonly number[])[];
  /** By polygon: its area, 0 to 255. Default: all 0. */
  readonly areas?: ArrayLike<number> | undefined;
  /** Jumps, ladders, lifts. */
  readonly links?: readonly Link[] | undefined;
  /**
   * The largest difference in height at which vertices at the same position, or a vertex and the side that it lies on, are joined. A vertex is joined to the
   * first of the list that is as near. Default: the snap.
   */
  readonly climb?: number | undefined;
}

/** Throws unless the arrays are consistent. */
export function checkSurface(surface: Surface): void {
  const { vertices, polygons, areas, climb } = (surface as Surface | null | undefined) ?? ({} as Surface);
  checkVertices(vertices, 3);
  checkLists(polygons, 'polygons', 'Polygon', 'the numbers of its vertices');
  polygons.forEach((polygon, i) => {
    if (polygon.length < 3) throw new RangeError(`Polygon ${i} must have at least three corners, got ${polygon.length}.`);
    for (const v of polygon) checkWhole(v, `A vertex of polygon ${i}`, 0, vertices.length - 1);
  });
  if (areas !== undefined && areas.length !== polygons.length) throw new RangeError(`There must be an area for each of the ${polygons.length} polygons, got ${areas.length}.`);
  for (let i = 0; i < (areas?.length ?? 0); i++) checkWhole(areas![i], `The area of polygon ${i}`, 0, 255);
  if (climb !== undefined) checkNumber(climb, 'The climb', 0);
}
