import { checkPlace } from './check-points.ts';
import { CorridorSearch, type FaceSearch } from './corridor-search.ts';
import type { NavMesh } from './nav-mesh.ts';
import { Polyanya } from './polyanya.ts';

/** A place in the plane, in the units of the mesh. It need not be a corner or a centre of a face. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What `findPath` is asked: the two ends, and which search answers. */
export interface FindPathOptions {
  /** Where the way begins; off the mesh there is none. */
  readonly from: Point;
  /** Where it ends; off the mesh there is none. */
  readonly to: Point;
  /** A search over faces whose corridor is pulled straight; where it is not given, Polyanya finds the shortest way of all. */
  readonly search?: FaceSearch | undefined;
}

/** A way as a person would write it down. */
export interface MeshPath {
  /** Infinity where there is none. */
  readonly cost: number;
  /** From start to goal; empty where there is no way. */
  readonly points: readonly Point[];
}

/**
 * One question, one answer. Who asks often keeps a `Polyanya` or a `CorridorSearch` instead.
 *
 * @example
 * ```ts
 * import { findPath, NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]] });
 * findPath(mesh, { from: { x: 0, y: 1 }, to: { x: 3, y: 4 } });
 * // → { cost: 6, points: [{ x: 0, y: 1 }, { x: 3, y: 1 }, { x: 3, y: 4 }] }
 * ```
 */
export function findPath(mesh: NavMesh, { from, to, search }: FindPathOptions): MeshPath {
  checkPlace(from, 'from');
  checkPlace(to, 'to');
  const planner = search === undefined ? new Polyanya(mesh) : new CorridorSearch(mesh, search);
  const cost = planner.search(from.x, from.y, to.x, to.y);
  const out = new Float64Array(2 * planner.pathLength);
  const n = planner.path(out);
  return { cost, points: Array.from({ length: n }, (_, i) => ({ x: out[2 * i], y: out[2 * i + 1] })) };
}
