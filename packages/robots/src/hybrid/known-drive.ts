import type { Curve } from '../curves/curve.ts';
import { curveOf } from '../curves/curve.ts';
import type { Pose } from '../maps/map-frame.ts';
import type { DriveCost } from './drive-cost.ts';
import type { PoseNodes } from './pose-nodes.ts';
import { join, shorten } from './shorten.ts';

/** The cheapest drive that a search knows: its motions to a node, and a curve from there to the goal. At the end, the search shortens it. */
export class KnownDrive {
  /** Infinity if none is known. */
  cost = Infinity;
  /** The drive once it is shortened. */
  curve: Curve | undefined;
  private from: Pose = { x: 0, y: 0, heading: 0 };
  private node = -1;
  private rest: Curve | undefined;
  private shortening: Generator<undefined, Curve> | undefined;

  /** `piece`: length of the pieces that are replaced to shorten a drive. */
  constructor(
    private readonly drive: DriveCost,
    private readonly nodes: PoseNodes,
    private readonly piece: number,
  ) {}

  /** Forgets all, for a search from this pose. */
  reset(from: Pose): void {
    this.from = from;
    this.cost = Infinity;
    this.curve = undefined;
    this.shortening = undefined;
  }

  /** Keeps a drive if it is the cheapest so far. */
  offer(cost: number, node: number, rest: Curve): void {
    if (cost >= this.cost) return;
    this.cost = cost;
    this.node = node;
    this.rest = rest;
  }

  /** Computes the cost anew: Infinity if an edit of the map has closed the drive. Returns whether a drive is known. */
  recheck(): boolean {
    if (this.cost === Infinity) return false;
    const cost = this.drive.curve(this.from, this.whole());
    // Rounding must not decide between drives that cost the same: it would depend on how often a slice begins.
    if (Math.abs(cost - this.cost) > 1e-9 * this.cost) this.cost = cost;
    return this.cost < Infinity;
  }

  /** Shortens the drive a little further. Returns true after the last step: then `curve` is the drive and `cost` its cost. */
  shorten(): boolean {
    const { drive, from } = this;
    this.shortening ??= shorten(from, this.whole(), drive, this.piece);
    const step = this.shortening.next();
    if (step.done !== true) return false;
    this.shortening = undefined;
    const whole = this.whole();
    this.cost = Infinity;
    // In joined segments, other poses are checked. One of them may graze an obstacle, or cost more: so the shortened drive is not always cheaper, or free.
    for (const drivable of [step.value, join(drive.radius, whole.segments), whole]) {
      if (drivable === whole && this.cost < Infinity) break;
      const cost = drive.curve(from, drivable);
      if (cost < this.cost - 1e-9 * (1 + cost)) [this.curve, this.cost] = [drivable, cost];
    }
    return true;
  }

  private whole(): Curve {
    const { nodes, drive, node, rest } = this;
    return curveOf(drive.radius, [...nodes.motions(node), ...(rest?.segments ?? [])]);
  }
}
