import type { Curve, CurveSegment } from '../curves/curve.ts';
import { along, curveOf } from '../curves/curve.ts';
import { dubins, dubinsLength } from '../curves/dubins.ts';
import type { CurvePrices } from '../curves/reeds-shepp.ts';
import { cheapestReedsShepp, reedsShepp, reedsSheppLength } from '../curves/reeds-shepp.ts';
import type { PoseCheck } from '../lattice/pose-check.ts';
import type { Pose } from '../maps/map-frame.ts';

/** What driving costs on a map. */
export interface DrivePrices extends CurvePrices {
  /** Extra cost of a metre where the cell cost is 252, as a factor. */
  readonly proximity: number;
}

/**
 * Computes the cost of a drive, piece by piece, and detects collisions.
 *
 * What comes before and after a piece or a curve is given by its direction: 1 forwards, −1 backwards, 0 nothing.
 */
export class DriveCost {
  /** The cost of a metre forwards, by the cost of its cell. */
  readonly perMetre: Float64Array;
  /** The least cost of a metre on the map, when it was last read. */
  least = 1;
  /** Metres checked for collisions so far, those of whole pieces. */
  checked = 0;

  constructor(
    private readonly check: PoseCheck,
    private readonly prices: DrivePrices,
    readonly radius: number,
  ) {
    this.perMetre = Float64Array.from({ length: 256 }, (_, cost) => 1 + (prices.proximity * cost) / 252);
  }

  /** Reads the map for the least cost of a metre. */
  readLeast(): void {
    const { costs } = this.check.map;
    let least = 255;
    for (let cell = 0; cell < costs.length && least > 0; cell++) if (costs[cell] < least) least = costs[cell];
    this.least = this.perMetre[least];
  }

  /** At most the cost of any drive after a motion in direction `before`, if it costs at least `among` even without a change of direction. */
  estimate(from: Pose, to: Pose, before: number, among: number): number {
    const { prices: { reverse, gearChange }, radius, least } = this;
    let steady = before < 0 ? Infinity : dubinsLength(from, to, radius);
    if (before <= 0 && reverse < Infinity) steady = Math.min(steady, reverse * dubinsLength(to, from, radius));
    const unchanged = Math.max(among, least * steady);
    // Seldom worth the longer computation.
    if (reverse === Infinity || unchanged <= among + gearChange) return unchanged;
    return Math.min(unchanged, Math.max(among, least * reedsSheppLength(from, to, radius)) + gearChange);
  }

  /** Curves between two poses, regardless of obstacles. The first is the cheapest if nothing is in the way, the others may be free where it is not. */
  curves(from: Pose, to: Pose, before: number, after: number): Curve[] {
    const { prices, radius } = this;
    const ahead = dubins(from, to, radius);
    if (prices.reverse === Infinity) return [ahead];
    // From the goal to the start forwards, driven in the other direction.
    const astern = curveOf(radius, dubins(to, from, radius).segments.map(({ turn, length }) => ({ turn, length: -length })).reverse());
    const curves = [cheapestReedsShepp(from, to, radius, prices, before, after), ahead, astern, reedsShepp(from, to, radius)];
    curves.sort((a, b) => this.lowest(a, before, after) - this.lowest(b, before, after));
    // Often they are the same. Backwards all the way is seldom worth a check.
    return curves.filter((curve, i) => i === 0 || (curve !== astern && Math.abs(curve.length - curves[i - 1].length) > 1e-9 * curve.length));
  }

  /** The cheapest of these curves if it is free and costs less than `limit`. */
  cheapest(from: Pose, curves: readonly Curve[], before: number, after: number, limit: number): { readonly curve: Curve; readonly cost: number } | undefined {
    let best;
    let below = limit;
    for (const curve of curves) {
      if (this.lowest(curve, before, after) >= below) break;
      const cost = this.curve(from, curve, before, after);
      if (cost < below) [best, below] = [{ curve, cost }, cost];
    }
    return best;
  }

  /** The cost of a piece; Infinity if the robot collides on it, its start excepted. */
  segment(from: Pose, { turn, length }: CurveSegment): number {
    const { check, radius, perMetre } = this;
    const { reverse } = this.prices;
    // A corner of the robot moves farther than its centre. Between two poses, only the corner of an obstacle may be cut, on less than half a cell.
    const outer = check.footprint?.circumscribedRadius ?? 0;
    const moved = Math.abs(length) * (turn === 0 ? 1 : 1 + outer / radius);
    const n = Math.max(1, Math.ceil((2 * moved) / check.map.frame.resolution));
    this.checked += Math.abs(length);
    let cost = 0;
    for (let i = 1; i <= n; i++) {
      const { x, y, heading } = along(from, turn, (length * i) / n, radius);
      const here = check.cost(x, y, heading);
      if (here < 0) return Infinity;
      cost += perMetre[here];
    }
    return (cost * Math.abs(length) * (length < 0 ? reverse : 1)) / n;
  }

  /** The cost of a change between two directions. */
  change(before: number, after: number): number {
    return before * after < 0 ? this.prices.gearChange : 0;
  }

  /** The cost of a whole curve where nothing is in the way and each metre has the least cost. */
  lowest(curve: Curve, before: number, after: number): number {
    return this.total(curve, before, after, ({ length }) => this.least * Math.abs(length) * (length < 0 ? this.prices.reverse : 1));
  }

  /** The cost of a whole curve. */
  curve(from: Pose, curve: Curve, before = 0, after = 0): number {
    let pose = from;
    return this.total(curve, before, after, (segment) => {
      const cost = this.segment(pose, segment);
      pose = along(pose, segment.turn, segment.length, curve.radius);
      return cost;
    });
  }

  private total({ segments }: Curve, before: number, after: number, costOf: (segment: CurveSegment) => number): number {
    let cost = 0;
    let last = before;
    for (const segment of segments) {
      const gear = Math.sign(segment.length);
      cost += this.change(last, gear) + costOf(segment);
      if (cost === Infinity) return cost;
      last = gear;
    }
    return cost + this.change(last, after);
  }
}
