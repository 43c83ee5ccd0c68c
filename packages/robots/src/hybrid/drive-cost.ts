import type { Curve, CurveSegment } from '../curves/curve.ts';
import { along } from '../curves/curve.ts';
import { dubins, dubinsLength } from '../curves/dubins.ts';
import { reedsShepp, reedsSheppLength } from '../curves/reeds-shepp.ts';
import type { PoseCheck } from '../lattice/pose-check.ts';
import type { Pose } from '../maps/map-frame.ts';

/** Costs of driving, per metre and per stop. */
export interface DriveCosts {
  /** Cost of a metre backwards. */
  readonly reverse: number;
  /** Cost of a change between forwards and backwards, in metres. */
  readonly gearChange: number;
  /** Extra cost of a metre where the cell cost is 252, as a factor. */
  readonly proximity: number;
}

/** Computes the cost of a drive, piece by piece, and detects collisions. */
export class DriveCost {
  /** The cost of a metre forwards, by the cost of its cell. */
  readonly perMetre: Float64Array;

  constructor(
    private readonly check: PoseCheck,
    private readonly prices: DriveCosts,
    readonly radius: number,
  ) {
    this.perMetre = Float64Array.from({ length: 256 }, (_, cost) => 1 + (prices.proximity * cost) / 252);
  }

  /** The cost of a metre forwards on the cheapest cell of the map. */
  leastPerMetre(): number {
    const { costs } = this.check.map;
    let least = 255;
    for (let cell = 0; cell < costs.length; cell++) if (costs[cell] < least) least = costs[cell];
    return this.perMetre[least];
  }

  /** The shortest curve, without obstacles, that the car can drive. */
  shortest(from: Pose, to: Pose): Curve {
    return this.prices.reverse < Infinity ? reedsShepp(from, to, this.radius) : dubins(from, to, this.radius);
  }

  /** Its length. */
  shortestLength(from: Pose, to: Pose): number {
    return this.prices.reverse < Infinity ? reedsSheppLength(from, to, this.radius) : dubinsLength(from, to, this.radius);
  }

  /** The cost of a piece; Infinity if the robot collides on it, its start excepted. */
  segment(from: Pose, { turn, length }: CurveSegment): number {
    const { check, radius, perMetre } = this;
    const { reverse } = this.prices;
    // A corner of the robot moves farther than its centre. Between two poses, only the corner of an obstacle may be cut, on less than half a cell.
    const outer = check.footprint?.circumscribedRadius ?? 0;
    const moved = Math.abs(length) * (turn === 0 ? 1 : 1 + outer / radius);
    const n = Math.max(1, Math.ceil((2 * moved) / check.map.frame.resolution));
    let cost = 0;
    for (let i = 1; i <= n; i++) {
      const { x, y, heading } = along(from, turn, (length * i) / n, radius);
      const here = check.cost(x, y, heading);
      if (here < 0) return Infinity;
      cost += perMetre[here];
    }
    return (cost * Math.abs(length) * (length < 0 ? reverse : 1)) / n;
  }

  /** The cost of a piece after one in this direction: 1 forwards, −1 backwards, 0 none yet. */
  change(gear: number, length: number): number {
    return gear !== 0 && gear !== Math.sign(length) ? this.prices.gearChange : 0;
  }

  /** The cost of a whole curve where cells cost 0 and nothing is in the way. */
  plain({ segments }: Curve, gear: number): number {
    let cost = 0;
    let last = gear;
    for (const { length } of segments) {
      cost += this.change(last, length) + Math.abs(length) * (length < 0 ? this.prices.reverse : 1);
      last = Math.sign(length);
    }
    return cost;
  }

  /** The cost of a whole curve that begins in this direction. */
  curve(from: Pose, { segments, radius }: Curve, gear: number): number {
    let cost = 0;
    let pose = from;
    let last = gear;
    for (const segment of segments) {
      cost += this.change(last, segment.length) + this.segment(pose, segment);
      if (cost === Infinity) return cost;
      pose = along(pose, segment.turn, segment.length, radius);
      last = Math.sign(segment.length);
    }
    return cost;
  }
}
