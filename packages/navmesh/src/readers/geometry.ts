import { checkList } from '@pf/graph/kit';
import type { Surface } from '../build/surface.ts';

/** The members of a geometry that are read. A `BufferGeometry` of three.js has them. */
export interface Geometry {
  /** Its attributes. `position` is required: three coordinates a vertex, y up. */
  readonly attributes: { readonly position?: { readonly count: number; getX(i: number): number; getY(i: number): number; getZ(i: number): number } | undefined };
  /** Three vertices a triangle; null if vertices are in the order of triangles. */
  readonly index: { readonly count: number; getX(i: number): number } | null;
}

/**
 * Reads a three.js geometry for `NavMesh.fromSurface`. All triangles count as walkable. x and z become the plane, y the height. Apply the object's
 * matrix first, if it has one.
 *
 * @example
 * ```ts
 * import { NavMesh } from '@pf/navmesh';
 * import { readGeometry } from '@pf/navmesh/readers';
 *
 * const corners = [[0, 1, 0], [0, 1, 4], [4, 1, 0]];
 * const position = { count: 3, getX: (i: number) => corners[i][0], getY: (i: number) => corners[i][1], getZ: (i: number) => corners[i][2] };
 * NavMesh.fromSurface(readGeometry({ attributes: { position }, index: null })).height(1, 1); // → 1
 * ```
 */
export function readGeometry({ attributes, index }: Geometry): Surface {
  const { position } = attributes;
  if (position === undefined) throw new TypeError('The geometry needs an attribute named position.');
  const vertices = Array.from({ length: position.count }, (_, i) => [position.getX(i), position.getZ(i), position.getY(i)]);
  return { vertices, polygons: triples(index === null ? position.count : index.count, index === null ? (i) => i : (i) => index.getX(i)) };
}

/**
 * Reads triangles from flat arrays, as in glTF and Babylon's `VertexData`: three coordinates a vertex, y up, and three vertices a triangle. x and z
 * become the plane, y the height. Without indices, vertices are in the order of triangles.
 *
 * @example
 * ```ts
 * import { NavMesh } from '@pf/navmesh';
 * import { readArrays } from '@pf/navmesh/readers';
 *
 * NavMesh.fromSurface(readArrays([0, 1, 0, 0, 1, 4, 4, 1, 0], [0, 1, 2])).height(1, 1); // → 1
 * ```
 */
export function readArrays(positions: ArrayLike<number>, indices?: ArrayLike<number> | null): Surface {
  checkList(positions, 'positions');
  if (indices !== undefined && indices !== null) checkList(indices, 'indices');
  const count = Math.floor(positions.length / 3);
  const vertices = Array.from({ length: count }, (_, i) => [positions[3 * i], positions[3 * i + 2], positions[3 * i + 1]]);
  return { vertices, polygons: triples(indices?.length ?? count, indices === undefined || indices === null ? (i) => i : (i) => indices[i]) };
}

function triples(count: number, at: (i: number) => number): number[][] {
  if (count % 3 !== 0) throw new RangeError(`Triangles need three vertices each, got ${count} in all.`);
  return Array.from({ length: count / 3 }, (_, t) => [at(3 * t), at(3 * t + 1), at(3 * t + 2)]);
}
