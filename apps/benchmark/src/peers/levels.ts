import type { LevelPeer, LevelPoint, LevelQueries } from '@pf/bench';
import type { Surface } from '@pf/navmesh';
import { readRecast } from '@pf/navmesh/readers';
import { DEFAULT_QUERY_FILTER, findPath, type FindPathResult, type Vec3 } from 'navcat';
import { generateSoloNavMesh as generateNavcat } from 'navcat/blocks';
import { init, NavMeshQuery, setRandomSeed } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { Pathfinding } from 'three-pathfinding';
import { geometry } from './obj-geometry.ts';
import { versionOf } from './version.ts';

/** The settings of Recast's demo: an agent 0.6 wide and 2 high that climbs 0.9. */
const CELL = 0.3, STEP = 0.2, RADIUS = 2, HEIGHT = 10, CLIMB = 4;
const MOST_POLYGONS = 4096;

export const levels: LevelPeer = {
  versions: [
    { name: 'recast-navigation', version: versionOf('recast-navigation'), setting: "makes the meshes, with the sizes of Recast's demo; 65535 nodes" },
    { name: 'navcat', version: versionOf('navcat'), setting: 'with a mesh that it makes itself, from the same sizes' },
    { name: 'three-pathfinding', version: versionOf('three-pathfinding'), setting: 'with the triangles of the mesh of recast-navigation' },
  ],
  async load(text) {
    await init();
    const { positions, indices } = geometry(text);
    const built = generateSoloNavMesh(positions, indices, { cs: CELL, ch: STEP, walkableRadius: RADIUS, walkableHeight: HEIGHT, walkableClimb: CLIMB });
    if (!built.success) throw new Error(`recast-navigation could not make a mesh of it: ${built.error}`);
    const surface = readRecast(built.navMesh);
    if (surface.polygons.length === 0) throw new Error('recast-navigation found no ground to walk on, flat enough, with room for an agent 0.6 wide and 2 high; y is up');
    const query = new NavMeshQuery(built.navMesh, { maxNodes: 65535 });
    setRandomSeed(12345);
    const place = (): LevelPoint => {
      const { x, y, z } = query.findRandomPoint().randomPoint;
      return [x, z, y];
    };
    return { surface, place, queries: [recastQueries(query), navcatQueries(positions, indices), threeQueries(surface)] };
  },
};

function recastQueries(query: NavMeshQuery): LevelQueries {
  return {
    name: 'recast-navigation',
    search: (from, to) => query.computePath(up(from), up(to), { halfExtents: { x: 1, y: 4, z: 1 }, maxPathPolys: MOST_POLYGONS, maxStraightPathPoints: MOST_POLYGONS }),
    points(answer) {
      const { success, path } = answer as ReturnType<NavMeshQuery['computePath']>;
      return success ? path.map(({ x, y, z }): LevelPoint => [x, z, y]) : [];
    },
  };
}

function navcatQueries(positions: Float32Array, indices: Uint32Array): LevelQueries {
  const { navMesh } = generateNavcat({ positions, indices }, {
    cellSize: CELL, cellHeight: STEP, walkableRadiusVoxels: RADIUS, walkableRadiusWorld: RADIUS * CELL, walkableClimbVoxels: CLIMB, walkableClimbWorld: CLIMB * STEP,
    walkableHeightVoxels: HEIGHT, walkableHeightWorld: HEIGHT * STEP, walkableSlopeAngleDegrees: 60, borderSize: 0, minRegionArea: 8, mergeRegionArea: 20, maxSimplificationError: 1.3,
    maxEdgeLength: 12, maxVerticesPerPoly: 6, detailSampleDistance: 6, detailSampleMaxError: 1,
  });
  const extents: Vec3 = [1, 4, 1];
  return {
    name: 'navcat',
    search: (from, to) => findPath(navMesh, [from[0], from[2], from[1]], [to[0], to[2], to[1]], extents, DEFAULT_QUERY_FILTER),
    points: (answer) => (answer as FindPathResult).path.map(({ position: [x, y, z] }): LevelPoint => [x, z, y]),
  };
}

function threeQueries({ vertices, polygons }: Surface): LevelQueries {
  const zone = 'zone', made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(Float32Array.from(vertices.flatMap(([x, y, z]) => [x, z, y])), 3));
  made.setIndex(polygons.flatMap((polygon) => polygon.slice(2).flatMap((v, i) => [polygon[0], polygon[i + 1], v])));
  const pathfinding = new Pathfinding();
  pathfinding.setZoneData(zone, Pathfinding.createZone(made));
  const from = new Vector3(), to = new Vector3();
  return {
    name: 'three-pathfinding',
    search(a, b) {
      from.set(a[0], a[2], a[1]);
      to.set(b[0], b[2], b[1]);
      const path = pathfinding.findPath(from, to, zone, pathfinding.getGroup(zone, from) ?? 0);
      // Its answer omits the start.
      return path === null ? [] : [a, ...path.map(({ x, y, z }): LevelPoint => [x, z, y])];
    },
    points: (answer) => answer as LevelPoint[],
  };
}

function up([x, y, z]: LevelPoint): { x: number; y: number; z: number } {
  return { x, y: z, z: y };
}
