import type { CostMap } from '../maps/cost-map.ts';
import { checkPose } from '../maps/map-frame.ts';
import type { Footprint } from './footprint.ts';
import { checkFootprint, checkMap } from '../checks.ts';

/**
 * Checks whether a robot can stand at any pose, on or off a lattice, and at which cost.
 *
 * @example
 * ```ts
 * import { CostMap, Footprint, MapFrame, PoseCheck } from '@pf/robots';
 *
 * const map = new CostMap(new MapFrame(20, 20, 0.1));
 * map.costs[10 * 20 + 10] = 254;
 * const check = new PoseCheck(map, Footprint.rectangle(0.8, 0.2));
 * check.cost(0.7, 1.05, 0); // → -1
 * check.cost(0.7, 1.05, Math.PI / 2); // → 0
 * ```
 */
export class PoseCheck {
  private readonly isObstacle: (column: number, row: number) => boolean;
  private readonly pose = { x: 0, y: 0, heading: 0 };

  /** Without a footprint the robot is a point, which is in the clear below the inscribed cost. Uses the map's current costs. */
  constructor(
    readonly map: CostMap,
    readonly footprint?: Footprint,
  ) {
    checkMap(map, 'A PoseCheck');
    checkFootprint(footprint, map, 'A PoseCheck');
    const { costs, frame, obstacle } = map;
    const { width, height } = frame;
    this.isObstacle = (column, row) => column < 0 || row < 0 || column >= width || row >= height || costs[row * width + column] >= obstacle;
  }

  /** The cost of the cell at the robot's centre; −1 if the robot collides or leaves the map. */
  cost(x: number, y: number, heading: number): number {
    const { map, footprint, pose } = this;
    const { frame } = map;
    if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(heading)) checkPose({ x, y, heading }, 'pose');
    pose.x = frame.column(x, y);
    pose.y = frame.row(x, y);
    const column = Math.floor(pose.x);
    const row = Math.floor(pose.y);
    if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) return -1;
    const cost = map.costs[row * frame.width + column];
    if (cost >= map.inscribed) return -1;
    if (footprint === undefined) return cost;
    if (cost < map.circumscribed) {
      // No obstacle is near, but the edge of the map may be near.
      const reach = footprint.circumscribedRadius / frame.resolution;
      if (pose.x >= reach && pose.y >= reach && pose.x + reach <= frame.width && pose.y + reach <= frame.height) return cost;
    }
    pose.heading = heading - frame.origin.heading;
    return footprint.some(pose, frame.resolution, this.isObstacle) ? -1 : cost;
  }
}
