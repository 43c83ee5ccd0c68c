import type { CrowdPeer } from '@pf/bench';
import { createFindNearestPolyResult, DEFAULT_QUERY_FILTER, findNearestPoly } from 'navcat';
import { crowd as crowds, generateSoloNavMesh } from 'navcat/blocks';
import { versionOf } from '../version.ts';
import { AGENT, FLAGS, SAMPLES, SETTING } from './settings.ts';

const MESH = {
  cellSize: 0.5, cellHeight: 0.2, walkableRadiusVoxels: 0, walkableRadiusWorld: 0, walkableClimbVoxels: 2, walkableClimbWorld: 0.4, walkableHeightVoxels: 10, walkableHeightWorld: 2,
  walkableSlopeAngleDegrees: 45, borderSize: 0, minRegionArea: 8, mergeRegionArea: 20, maxSimplificationError: 1.3, maxEdgeLength: 12, maxVerticesPerPoly: 6,
  detailSampleDistance: 6, detailSampleMaxError: 1,
};
const REACH: [number, number, number] = [2, 2, 2];

export const navcatCrowd: CrowdPeer = {
  name: 'navcat',
  version: versionOf('navcat'),
  setting: `its crowd of agents on a flat mesh; ${SETTING}`,
  load(side, units) {
    const { navMesh } = generateSoloNavMesh({ positions: [0, 0, 0, side, 0, 0, side, 0, side, 0, 0, side], indices: [0, 2, 1, 0, 3, 2] }, MESH);
    const crowd = crowds.create(Math.max(...units.map(({ radius }) => radius)));
    const ids = units.map(({ x, y, radius, speed, goalX, goalY }) => {
      const id = crowds.addAgent(crowd, navMesh, [x, 0, y], {
        ...AGENT, radius, maxAcceleration: 10 * speed, maxSpeed: speed, updateFlags: FLAGS, queryFilter: DEFAULT_QUERY_FILTER,
        obstacleAvoidance: { ...crowds.DEFAULT_OBSTACLE_AVOIDANCE_PARAMS, ...SAMPLES },
      });
      const near = findNearestPoly(createFindNearestPolyResult(), navMesh, [goalX, 0, goalY], REACH, DEFAULT_QUERY_FILTER);
      crowds.requestMoveTarget(crowd, id, near.nodeRef, near.position);
      return id;
    });
    return Promise.resolve({
      step: (seconds: number) => crowds.update(crowd, navMesh, seconds),
      position(unit: number) {
        const [x, , y] = crowd.agents[ids[unit]].position;
        return [x, y] as const;
      },
    });
  },
};
