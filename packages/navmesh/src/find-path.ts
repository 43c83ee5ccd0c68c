import { checkBoolean, checkOptions } from '@pf/graph/kit';
import { checkGivenPoint, checkMesh } from './check-points.ts';
import { CorridorSearch, type FaceSearch } from './funnel/corridor-search.ts';
import type { Point } from './locator.ts';
import type { MeshView } from './mesh-view.ts';
import { allowedAt, noPathReason } from './no-path-reason.ts';
import { Polyanya } from './polyanya/polyanya.ts';

/** A point of a path. */
export interface PathPoint {
  readonly x: number;
  readonly y: number;
  /** Its height; omitted on a flat mesh. */
  readonly z?: number;
  /** The id of the link from here to the next point, if there is one. */
  readonly link?: number;
}

/** Options of `findPath`: the two ends, and the search. */
export interface FindPathOptions {
  /** The start. If it is off the mesh there is no path, unless `nearest` is set. */
  readonly from: Point;
  /** The goal. If it is off the mesh there is no path, unless `nearest` is set. */
  readonly to: Point;
  /**
   * A `CorridorSearch` of this mesh or view, which is faster on large meshes; or a search over its faces, such as `new AStar(mesh)`, followed by the funnel.
   * Default: Polyanya, which finds the shortest path; for views with costs other than 1 and Infinity, or lengths along the surface, `CorridorSearch`.
   */
  readonly search?: CorridorSearch | FaceSearch | undefined;
  /** Replaces an end off the mesh by the nearest point on it, and an unreachable `to` by the nearest reachable point. Default false. */
  readonly nearest?: boolean | undefined;
}

/** A path as plain objects. */
export interface MeshPath {
  /** Infinity if there is none. */
  readonly cost: number;
  /** From start to goal, including points where only the slope changes. Empty if there is no path. */
  readonly points: readonly PathPoint[];
  /**
   * Whether it ends at `to`, on the floor that `locate` chooses for its height. False with `nearest` if `to` is off the mesh or unreachable, also where
   * another floor above or below it is reached.
   */
  readonly arrived: boolean;
  /** Why it did not arrive: start or goal is off the mesh, or on ground that the view forbids; or no path connects them. Absent if it arrived. */
  readonly reason?: 'start-blocked' | 'goal-blocked' | 'no-path';
}

/** The search of each mesh and view, made by its first query. */
const kept = new WeakMap<MeshView, Polyanya | CorridorSearch>();
/** By search over faces: the funnel through its corridors, on the mesh or view of its last query. */
const keptOver = new WeakMap<FaceSearch, CorridorSearch>();

/**
 * Finds one path. It keeps a search for each mesh and view, so that a later query allocates only its answer.
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
export function findPath(mesh: MeshView, input: FindPathOptions): MeshPath {
  checkMesh(mesh, 'findPath');
  if ((input as FindPathOptions | undefined) === undefined) throw new TypeError('findPath needs from and to: findPath(mesh, { from: { x, y }, to: { x, y } }).');
  checkOptions(input, ['from', 'to', 'search', 'nearest'], 'findPath');
  const { from, to, search, nearest = false } = input;
  checkBoolean(nearest, 'nearest');
  checkGivenPoint(from, 'from');
  checkGivenPoint(to, 'to');
  const planner = search === undefined ? keptFor(mesh) : corridorsOf(mesh, search);
  const pathBetween = (start: Point, goal: Point): MeshPath => {
    const cost = planner.search(start.x, start.y, goal.x, goal.y, start.z, goal.z);
    const out = new Float64Array(4 * planner.pathInSpaceLength);
    const points = Array.from({ length: planner.pathInSpace(out) }, (_, i): PathPoint => {
      const [x, y, z, link] = out.subarray(4 * i);
      return { x, y, ...(mesh.faces.isFlat ? {} : { z }), ...(link < 0 ? {} : { link }) };
    });
    if (cost < Infinity && goal === to) return { cost, points, arrived: true };
    return { cost, points, arrived: false, reason: noPathReason(mesh, start, to) };
  };
  const onMesh = (end: Point): Point | undefined => (allowedAt(mesh, end).length > 0 ? end : mesh.nearest(end.x, end.y, end.z));
  const start = nearest ? onMesh(from) : undefined;
  if (start === undefined) return pathBetween(from, to);
  const path = pathBetween(start, onMesh(to)!);
  if (path.cost < Infinity) return path;
  const reachable = reachableFrom(mesh, start);
  return pathBetween(start, mesh.nearestOf((face) => reachable[face] === 1, to.x, to.y, to.z) ?? to);
}

function keptFor(mesh: MeshView): Polyanya | CorridorSearch {
  const planner = kept.get(mesh) ?? (mesh.arcs.isUniform ? new Polyanya(mesh) : new CorridorSearch(mesh));
  kept.set(mesh, planner);
  return planner;
}

function corridorsOf(mesh: MeshView, search: CorridorSearch | FaceSearch): CorridorSearch {
  if (!(search instanceof CorridorSearch)) {
    let planner = keptOver.get(search);
    if (planner?.mesh !== mesh) keptOver.set(search, planner = new CorridorSearch(mesh, search));
    return planner;
  }
  if (!search.mesh.arcs.isLike(mesh.arcs)) throw new Error('The search works on another mesh or view than the path: make it of the same, such as new CorridorSearch(view).');
  return search;
}

/** Faces reachable from a point, links included: 1 by face. Regions that touch only there all count. */
function reachableFrom(mesh: MeshView, start: Point): Uint8Array {
  const reached = new Uint8Array(mesh.vertexCount);
  const to = new Uint32Array(mesh.maxDegree), cost = new Float64Array(mesh.maxDegree);
  const stack = allowedAt(mesh, start);
  for (const f of stack) reached[f] = 1;
  while (stack.length > 0) {
    const n = mesh.successors(stack.pop()!, to, cost);
    for (let i = 0; i < n; i++) {
      if (reached[to[i]] === 1) continue;
      reached[to[i]] = 1;
      stack.push(to[i]);
    }
  }
  return reached;
}
