import type { CrowdPeer } from '@pf/bench';
import { Crowd, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { versionOf } from '../version.ts';
import { AGENT, FLAGS, SAMPLES, SETTING } from './settings.ts';

export const recastCrowd: CrowdPeer = {
  name: 'recast-navigation',
  version: versionOf('recast-navigation'),
  setting: `DetourCrowd, compiled to WASM, on a flat mesh; ${SETTING}`,
  async load(side, units) {
    await init();
    const positions = new Float32Array([0, 0, 0, side, 0, 0, side, 0, side, 0, 0, side]);
    const built = generateSoloNavMesh(positions, new Uint32Array([0, 2, 1, 0, 3, 2]), { cs: 0.5, ch: 0.2, walkableRadius: 0 });
    if (!built.success) throw new Error(`recast-navigation could not build its mesh: ${built.error}.`);
    const crowd = new Crowd(built.navMesh, { maxAgents: units.length, maxAgentRadius: Math.max(...units.map(({ radius }) => radius)) });
    const avoidance = crowd.raw.getObstacleAvoidanceParams(0);
    crowd.raw.setObstacleAvoidanceParams(0, Object.assign(avoidance, SAMPLES));
    const agents = units.map(({ x, y, radius, speed, goalX, goalY }) => {
      const agent = crowd.addAgent({ x, y: 0, z: y }, {
        ...AGENT, radius, maxAcceleration: 10 * speed, maxSpeed: speed, pathOptimizationRange: 30 * radius, updateFlags: FLAGS, obstacleAvoidanceType: 0,
      });
      agent.requestMoveTarget({ x: goalX, y: 0, z: goalY });
      return agent;
    });
    return {
      step: (seconds) => crowd.update(seconds),
      position(unit) {
        const { x, z } = agents[unit].position();
        return [x, z];
      },
    };
  },
};
