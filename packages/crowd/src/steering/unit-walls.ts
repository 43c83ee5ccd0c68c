import type { UnitArrays } from './unit-arrays.ts';
import type { HalfPlanes } from './velocity-program.ts';
import { WallBuckets } from './wall-buckets.ts';

/** Time in seconds for which a velocity must not lead into a wall. */
const WALL_HORIZON = 0.25;

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
    const toX = x[i] + dx;
    const toY = y[i] + dy;
    const n = buckets.near(x[i], y[i], radius[i] + Math.sqrt(dx * dx + dy * dy));
    for (let k = 0; k < n; k++) if (buckets.isCrossed(buckets.found[k], x[i], y[i], toX, toY)) return;
    x[i] = toX;
    y[i] = toY;
    for (let k = 0; k < n; k++) {
      const [wx, wy] = buckets.offset(buckets.found[k], x[i], y[i]);
      const distance = Math.sqrt(wx * wx + wy * wy);
      if (distance >= radius[i] || distance === 0) continue;
      x[i] -= (wx / distance) * (radius[i] - distance);
      y[i] -= (wy / distance) * (radius[i] - distance);
    }
  }
}
