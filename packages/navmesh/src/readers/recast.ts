import type { Surface } from '../build/surface.ts';
import type { Link } from '../links/links.ts';

/** The members of a recast-navigation navmesh that are read. Its `NavMesh` has them. */
export interface RecastNavMesh {
  /** Maximum number of tiles. */
  getMaxTiles(): number;
  /** A tile; without a header it is unused. */
  getTile(index: number): RecastTile;
}

/** A tile of a navmesh of recast-navigation. */
export interface RecastTile {
  /** Its sizes; null if it is unused. */
  header(): { vertCount(): number; polyCount(): number; offMeshBase(): number; offMeshConCount(): number; walkableClimb(): number } | null;
  /** A coordinate of a vertex, three a vertex. */
  verts(index: number): number;
  /** A polygon. */
  polys(index: number): { verts(index: number): number; vertCount(): number; areaAndType(): number; flags(): number };
  /** An off-mesh connection: x, y, z of both ends. */
  offMeshCons(index: number): { pos(index: number): number; rad(): number; poly(): number; flags(): number };
}

/** Options of `readRecast` and `readNavcat`. */
export interface TileOptions {
  /** Only polygons with one of these flags are walkable, as in Detour's filters. Default: all. */
  readonly flags?: number | undefined;
}

/** Detour's flag for two-way connections. */
const BOTH_WAYS = 1;

/**
 * Reads a recast-navigation navmesh for `NavMesh.fromSurface`: the polygons of all tiles, their areas and off-mesh connections. x and z become the
 * plane, y the height. Tiles are joined where they meet, within the agent's climb. Detour also joins sides of tiles that are twice the climb apart at
 * one end, such as the floor and the side of a ramp above it; here these stay apart. Detour ignores connections without ground at an end; `fromSurface`
 * throws for these.
 *
 * @example
 * ```ts
 * import { NavMesh } from '@pf/navmesh';
 * import { readRecast, type RecastNavMesh } from '@pf/navmesh/readers';
 *
 * // const { navMesh } = generateSoloNavMesh(positions, indices) of recast-navigation/generators; here one square in its place.
 * const square = [0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0];
 * const navMesh: RecastNavMesh = {
 *   getMaxTiles: () => 1,
 *   getTile: () => ({
 *     header: () => ({ vertCount: () => 4, polyCount: () => 1, offMeshBase: () => 1, offMeshConCount: () => 0, walkableClimb: () => 0.5 }),
 *     verts: (i) => square[i],
 *     polys: () => ({ verts: (i) => i, vertCount: () => 4, areaAndType: () => 0, flags: () => 1 }),
 *     offMeshCons: () => { throw new Error('there are none'); },
 *   }),
 * };
 * NavMesh.fromSurface(readRecast(navMesh)).height(1, 1); // → 0
 * ```
 */
export function readRecast(navMesh: RecastNavMesh, { flags = 0xffff }: TileOptions = {}): Surface {
  const vertices: number[][] = [], polygons: number[][] = [], areas: number[] = [], links: Link[] = [];
  let climb = 0;
  for (let t = 0; t < navMesh.getMaxTiles(); t++) {
    const tile = navMesh.getTile(t), header = tile.header();
    if (header === null) continue;
    climb = Math.max(climb, header.walkableClimb());
    const first = vertices.length;
    for (let v = 0; v < header.vertCount(); v++) vertices.push([tile.verts(3 * v), tile.verts(3 * v + 2), tile.verts(3 * v + 1)]);
    for (let p = 0; p < header.polyCount(); p++) {
      const polygon = tile.polys(p);
      // Two bits are the type: 0 is ground.
      if (polygon.areaAndType() >> 6 !== 0 || (polygon.flags() & flags) === 0) continue;
      polygons.push(Array.from({ length: polygon.vertCount() }, (_, i) => first + polygon.verts(i)));
      areas.push(polygon.areaAndType() & 63);
    }
    for (let c = 0; c < header.offMeshConCount(); c++) {
      const connection = tile.offMeshCons(c), polygon = tile.polys(connection.poly());
      if ((polygon.flags() & flags) === 0) continue;
      const [ax, ay, az, bx, by, bz] = Array.from({ length: 6 }, (_, i) => connection.pos(i)), radius = connection.rad();
      links.push({
        from: { x: ax, y: az, z: ay }, to: { x: bx, y: bz, z: by }, oneWay: (connection.flags() & BOTH_WAYS) === 0, area: polygon.areaAndType() & 63,
        reach: Math.sqrt(radius * radius + climb * climb),
      });
    }
  }
  return { vertices, polygons, areas, links, climb };
}
