import type { MeshPeer } from '@pf/bench';
import { init, NavMeshQuery } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { versionOf } from './version.ts';

/** Four voxels a cell, no agent radius, no climbing: the finest that its build supports on these maps. */
const SETTINGS = { cs: 0.25, ch: 0.2, walkableRadius: 0, walkableHeight: 1, walkableClimb: 0 };
const MOST_POLYGONS = 4096;

export const recastNavigation: MeshPeer = {
  name: 'recast-navigation',
  version: versionOf('recast-navigation'),
  setting: 'compiled to WASM; voxels of a quarter of a cell, no agent radius; the build of the mesh is not counted',
  async load({ points, triangles }) {
    await init();
    const positions = new Float32Array((points.length / 2) * 3);
    for (let i = 0; 2 * i < points.length; i++) positions.set([points[2 * i], 0, points[2 * i + 1]], 3 * i);
    // Its y points upwards out of the plane: seen from there our triangles have the opposite orientation.
    const indices = Uint32Array.from(triangles, (_, k) => triangles[k % 3 === 1 ? k + 1 : k % 3 === 2 ? k - 1 : k]);
    const built = generateSoloNavMesh(positions, indices, SETTINGS);
    if (!built.success) throw new Error(`recast-navigation could not build its mesh: ${built.error}.`);
    const query = new NavMeshQuery(built.navMesh, { maxNodes: 65535 });
    return {
      search: (fromX, fromY, toX, toY) => query.computePath({ x: fromX, y: 0, z: fromY }, { x: toX, y: 0, z: toY }, { maxPathPolys: MOST_POLYGONS, maxStraightPathPoints: MOST_POLYGONS }),
      points(answer) {
        const { success: found, path } = answer as ReturnType<NavMeshQuery['computePath']>;
        return found ? path.map(({ x, z }) => [x, z] as const) : [];
      },
    };
  },
};
