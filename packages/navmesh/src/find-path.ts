import { checkOptions } from '@pf/graph/kit';
import { checkMesh, checkPlace } from './check-points.ts';
import { CorridorSearch, type FaceSearch } from './funnel/corridor-search.ts';
import type { NavMesh } from './nav-mesh.ts';
import { Polyanya } from './polyanya/polyanya.ts';

/** A place in the plane, in the units of the mesh. It need not be a corner or a centre of a face. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Options of `findPath`: the two ends, and which search answers. */
export interface FindPathOptions {
  /** Where the way begins; off the mesh there is none, unless the `nearest` will do. */
  readonly from: Point;
  /** Where it ends; off the mesh there is none, unless the `nearest` will do. */
  readonly to: Point;
  /** A search over faces whose corridor is pulled straight; where it is not given, Polyanya finds the shortest way of all. */
  readonly search?: FaceSearch | undefined;
  /** Where an end lies off the mesh, take the place on it that is nearest; and where `to` cannot be reached, the nearest place that can. Default false. */
  readonly nearest?: boolean | undefined;
}

/** A path as plain objects. */
export interface MeshPath {
  /** Infinity if there is none. */
  readonly cost: number;
  /** From start to goal; empty if there is no path. */
  readonly points: readonly Point[];
  /** Whether it ends where it was to: false with `nearest` where that is off the mesh or could not be reached. */
  readonly arrived: boolean;
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
 * // → { cost: 6, points: [{ x: 0, y: 1 }, { x: 3, y: 1 }, { x: 3, y: 4 }], arrived: true }
 * const click = { x: 1, y: 2 };
 * findPath(mesh, { from: { x: 0, y: 1 }, to: click }).cost; // → Infinity
 * findPath(mesh, { from: { x: 0, y: 1 }, to: click, nearest: true }).points[1]; // → { x: 1, y: 1 }
 * ```
 */
export function findPath(mesh: NavMesh, input: FindPathOptions): MeshPath {
  checkMesh(mesh, 'findPath');
  if ((input as FindPathOptions | undefined) === undefined) throw new TypeError('findPath needs to know where: findPath(mesh, { from: { x, y }, to: { x, y } }).');
  checkOptions(input, ['from', 'to', 'search', 'nearest'], 'findPath');
  const { from, to, search, nearest = false } = input;
  checkPlace(from, 'from');
  checkPlace(to, 'to');
  const planner = search === undefined ? new Polyanya(mesh) : new CorridorSearch(mesh, search);
  const wayBetween = (start: Point, goal: Point): MeshPath => {
    const cost = planner.search(start.x, start.y, goal.x, goal.y);
    const out = new Float64Array(2 * planner.pathLength);
    const points = Array.from({ length: planner.path(out) }, (_, i) => ({ x: out[2 * i], y: out[2 * i + 1] }));
    return { cost, points, arrived: cost < Infinity && goal.x === to.x && goal.y === to.y };
  };
  const start = nearest ? mesh.nearest(from.x, from.y) : undefined;
  if (start === undefined) return wayBetween(from, to);
  const way = wayBetween(start, mesh.nearest(to.x, to.y)!);
  return way.cost < Infinity ? way : wayBetween(start, mesh.nearest(to.x, to.y, mesh.component(start.face))!);
}
