import type { Surface } from '../build/surface.ts';
import type { Link } from '../links/links.ts';
import type { TileOptions } from './recast.ts';

/** The members of a navcat navmesh that are read. */
export interface NavcatNavMesh {
  /** Tiles by id. */
  readonly tiles: Readonly<Record<string, {
    readonly vertices: readonly number[];
    readonly polys: readonly { readonly vertices: readonly number[]; readonly area: number; readonly flags: number }[];
    readonly walkableClimb: number;
  }>>;
  /** Off-mesh connections by id. */
  readonly offMeshConnections: Readonly<Record<string, {
    readonly start: readonly number[];
    readonly end: readonly number[];
    readonly radius: number;
    /** 0: from start to end; 1: both ways. */
    readonly direction: number;
    readonly flags: number;
    readonly area: number;
  }>>;
}

/**
 * Reads a navcat navmesh for `NavMesh.fromSurface`: the polygons of all tiles, their areas and off-mesh connections. x and z become the plane, y the
 * height. Tiles are joined where they meet, within the agent's climb. navcat ignores connections without ground at an end; `fromSurface` throws for these.
 *
 * @example
 * ```ts
 * import { NavMesh } from '@pf/navmesh';
 * import { readNavcat } from '@pf/navmesh/readers';
 *
 * const tile = { vertices: [0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0], polys: [{ vertices: [0, 1, 2, 3], area: 0, flags: 1 }], walkableClimb: 0.5 };
 * NavMesh.fromSurface(readNavcat({ tiles: { 0: tile }, offMeshConnections: {} })).height(1, 1); // → 0
 * ```
 */
export function readNavcat({ tiles, offMeshConnections }: NavcatNavMesh, { flags = -1 }: TileOptions = {}): Surface {
  const vertices: number[][] = [], polygons: number[][] = [], areas: number[] = [];
  let climb = 0;
  for (const tile of Object.values(tiles)) {
    const first = vertices.length;
    climb = Math.max(climb, tile.walkableClimb);
    for (let i = 0; i + 2 < tile.vertices.length; i += 3) vertices.push([tile.vertices[i], tile.vertices[i + 2], tile.vertices[i + 1]]);
    for (const polygon of tile.polys) {
      if ((polygon.flags & flags) === 0) continue;
      polygons.push(polygon.vertices.map((v) => first + v));
      areas.push(polygon.area);
    }
  }
  const links = Object.values(offMeshConnections).filter((connection) => (connection.flags & flags) !== 0).map(({ start, end, radius, direction, area }): Link => ({
    from: { x: start[0], y: start[2], z: start[1] }, to: { x: end[0], y: end[2], z: end[1] }, oneWay: direction === 0, area,
    // The corners of navcat's search box.
    reach: Math.sqrt(2 * radius * radius + Math.max(radius * radius, climb * climb)),
  }));
  return { vertices, polygons, areas, links, climb };
}
