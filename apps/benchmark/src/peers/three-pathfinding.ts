import type { MeshPeer } from '@pf/bench';
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { Pathfinding } from 'three-pathfinding';
import { versionOf } from './version.ts';

const ZONE = 'zone';

export const threePathfinding: MeshPeer = {
  name: 'three-pathfinding',
  version: versionOf('three-pathfinding'),
  setting: 'the build of the zone is not counted',
  load({ points, triangles }) {
    const positions = new Float32Array((points.length / 2) * 3);
    for (let i = 0; 2 * i < points.length; i++) positions.set([points[2 * i], 0, points[2 * i + 1]], 3 * i);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    const pathfinding = new Pathfinding();
    pathfinding.setZoneData(ZONE, Pathfinding.createZone(geometry));
    const [from, to] = [new Vector3(), new Vector3()];
    return Promise.resolve({
      search(fromX: number, fromY: number, toX: number, toY: number) {
        from.set(fromX, 0, fromY);
        to.set(toX, 0, toY);
        // Its answer omits the start.
        const path = pathfinding.findPath(from, to, ZONE, pathfinding.getGroup(ZONE, from) ?? 0);
        return path === null ? [] : [[fromX, fromY], ...path.map(({ x, z }) => [x, z])];
      },
      points: (answer: unknown) => answer as [number, number][],
    });
  },
};
