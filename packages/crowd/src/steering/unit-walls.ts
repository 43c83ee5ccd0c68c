import type { UnitArrays } from './unit-arrays.ts';
import type { HalfPlanes } from './velocity-program.ts';
import { WallBuckets } from './wall-buckets.ts';

/** Time in seconds for which a velocity must not lead into a wall. */
const WALL_HORIZON = 0.25;
/** A push out of one wall ends at least this fraction of a radius before another. */
const MARGIN = 0.01;

/** Keeps units out of walls. */
export class UnitWalls {
  private buckets = new WallBuckets([]);

  constructor(private readonly units: UnitArrays) {}

  set(edges: ArrayLike<number>): void {
    this.buckets = new WallBuckets(edges);
  }

  /** Adds the half-planes of velocities at which unit `i` stays out of each near wall. */
  addPlanes(i: number, dt: number, planes: HalfPlanes): void {
    const { buckets, units: { x, y, radius, speed } } = this;
    const time = Math.max(dt, WALL_HORIZON);
    const reach = radius[i] + speed[i] * time;
    const n = buckets.near(x[i], y[i], reach);
    for (let k = 0; k < n; k++) {
      const [dx, dy] = buckets.offset(buckets.found[k], x[i], y[i]);
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance > reach || distance === 0) continue;
      const limit = Math.max(0, distance - radius[i]) / time;
      planes.add((dx / distance) * limit, (dy / distance) * limit, -dy / distance, dx / distance);
    }
  }

  /** Moves unit `i`, unless a wall is in between, and pushes it out of walls. */
  move(i: number, dx: number, dy: number): void {
    const { buckets, units: { x, y, radius } } = this;
    const reach = (1 + MARGIN) * radius[i] + Math.sqrt(dx * dx + dy * dy);
    const fromX = x[i];
    const fromY = y[i];
    const n = buckets.edges.length === 0 ? 0 : buckets.near(fromX, fromY, reach);
    if (this.isCrossed(n, fromX, fromY, fromX + dx, fromY + dy)) return;
    x[i] = fromX + dx;
    y[i] = fromY + dy;
    for (let k = 0; k < n; k++) {
      const [wx, wy] = buckets.offset(buckets.found[k], x[i], y[i]);
      const distance = Math.sqrt(wx * wx + wy * wy);
      if (distance >= radius[i] || distance === 0) continue;
      const [nx, ny, push] = [wx / distance, wy / distance, radius[i] - distance];
      // Not through or onto another wall, and not farther than walls were looked for.
      const endX = x[i] - nx * (push + MARGIN * radius[i]);
      const endY = y[i] - ny * (push + MARGIN * radius[i]);
      if ((endX - fromX) ** 2 + (endY - fromY) ** 2 > reach * reach || this.isCrossed(n, x[i], y[i], endX, endY)) continue;
      x[i] -= nx * push;
      y[i] -= ny * push;
    }
  }

  /** Whether the segment from (px, py) to (qx, qy) crosses one of the first `n` walls found. */
  private isCrossed(n: number, px: number, py: number, qx: number, qy: number): boolean {
    const { buckets } = this;
    for (let k = 0; k < n; k++) if (buckets.isCrossed(buckets.found[k], px, py, qx, qy)) return true;
    return false;
  }
}
