import { shown } from '@pf/graph/kit';
import type { Link } from '../links/links.ts';

/**
 * A walkable surface as plain arrays, as JSON holds it: what readers of other formats give, and what `NavMesh.fromSurface` takes. x and y are the
 * plane, z is the height.
 */
export interface Surface {
  /** x, y and z of each. Those in one place are one vertex. */
  readonly vertices: readonly (readonly number[])[];
  /** Vertices of convex polygons, in either order. They may lie above one another. */
  readonly polygons: readonly (readonly number[])[];
  /** By polygon: the number of its ground, 0 to 255. Default: 0 for all. */
  readonly areas?: ArrayLike<number> | undefined;
  /** Jumps, ladders, lifts. */
  readonly links?: readonly Link[] | undefined;
  /** How far in height vertices in one place, or a vertex and the side that it lies on, may be apart and still be joined. Default: the snap. */
  readonly climb?: number | undefined;
}

/** Throws unless the arrays fit each other. */
export function checkSurface({ vertices, polygons, areas, climb }: Surface): void {
  vertices.forEach((vertex, i) => {
    if (vertex.length >= 3 && Number.isFinite(vertex[0]) && Number.isFinite(vertex[1]) && Number.isFinite(vertex[2])) return;
    throw new RangeError(`Vertex ${i} must have three finite coordinates, got (${vertex.join(', ')}).`);
  });
  polygons.forEach((polygon, i) => {
    if (polygon.length < 3) throw new RangeError(`Polygon ${i} must have at least three corners, got ${polygon.length}.`);
    for (const v of polygon) {
      if (!(Number.isInteger(v) && v >= 0 && v < vertices.length)) throw new RangeError(`Polygon ${i} has the vertex ${v}; there are the vertices 0 to ${vertices.length - 1}.`);
    }
  });
  if (areas !== undefined && areas.length !== polygons.length) throw new RangeError(`There must be an area for each of the ${polygons.length} polygons, got ${areas.length}.`);
  for (let i = 0; i < (areas?.length ?? 0); i++) {
    const area = areas![i];
    if (!(Number.isInteger(area) && area >= 0 && area <= 255)) throw new RangeError(`The area of polygon ${i} must be a whole number from 0 to 255, got ${shown(area)}.`);
  }
  if (climb !== undefined && !(climb >= 0 && climb < Infinity)) throw new RangeError(`The climb must be 0 or more, got ${shown(climb)}.`);
}
