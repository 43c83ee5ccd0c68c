/**
 * Finds the velocity nearest to a preferred one within a disc and a number of half-planes: the linear programs of J. van den Berg, S. Guy, M. Lin, D. Manocha,
 * "Reciprocal n-body collision avoidance", Robotics Research (STAR 70), 2011, sections 4.2 and 4.3, incremental as in M. de Berg et al., "Computational Geometry".
 */

/** Below this, two lines count as parallel. */
const PARALLEL = 1e-9;

/** Half-planes, each to the left of a point (px, py) when looking along the unit vector (dx, dy). */
export class HalfPlanes {
  readonly px: number[] = [];
  readonly py: number[] = [];
  readonly dx: number[] = [];
  readonly dy: number[] = [];
  count = 0;

  add(px: number, py: number, dx: number, dy: number): void {
    const i = this.count++;
    this.px[i] = px;
    this.py[i] = py;
    this.dx[i] = dx;
    this.dy[i] = dy;
  }

  /** The distance of a point from half-plane `i`; negative inside. */
  violation(i: number, x: number, y: number): number {
    return this.dx[i] * (this.py[i] - y) - this.dy[i] * (this.px[i] - x);
  }
}

/** Solves one program after another. The answer is in `x` and `y`. */
export class VelocityProgram {
  x = 0;
  y = 0;
  // The program in progress. These are fields since V8 allocates numbers that are passed to functions.
  private speed = 0;
  private wx = 0;
  private wy = 0;
  private readonly projected = new HalfPlanes();

  /**
   * Finds the velocity in the disc of radius `speed` that is nearest to (wx, wy) within all half-planes. If there is none, it violates those from `soft` on by as little
   * as possible. Those before `soft` are never violated; they must contain the velocity 0.
   */
  solve(planes: HalfPlanes, soft: number, speed: number, wx: number, wy: number): void {
    this.speed = speed;
    this.wx = wx;
    this.wy = wy;
    const failed = this.nearest(planes, false);
    if (failed < planes.count) this.leastViolation(planes, soft, failed);
  }

  /** Returns the first half-plane without a solution, or the number of half-planes. */
  private nearest(planes: HalfPlanes, isDirection: boolean): number {
    const { speed, wx, wy } = this;
    const length = Math.sqrt(wx * wx + wy * wy);
    const scale = isDirection ? speed : length > speed ? speed / length : 1;
    this.x = wx * scale;
    this.y = wy * scale;
    for (let i = 0; i < planes.count; i++) {
      if (planes.violation(i, this.x, this.y) <= 0) continue;
      if (!this.alongLine(planes, i, isDirection)) return i;
    }
    return planes.count;
  }

  /** Finds the best velocity on the border of half-plane `i` within those before it; returns false if there is none. */
  private alongLine(planes: HalfPlanes, i: number, isDirection: boolean): boolean {
    const { speed, wx, wy } = this;
    const { px, py, dx, dy } = planes;
    const x = px[i];
    const y = py[i];
    const ex = dx[i];
    const ey = dy[i];
    const along = x * ex + y * ey;
    // Measured by the distance of the line from 0. The point of the line may be far away: it would lose digits, and allow too high a speed.
    const away = x * ey - y * ex;
    const root = speed * speed - away * away;
    if (root < 0) return false;
    let low = -along - Math.sqrt(root);
    let high = -along + Math.sqrt(root);
    for (let j = 0; j < i; j++) {
      const slope = ex * dy[j] - ey * dx[j];
      const gap = dx[j] * (y - py[j]) - dy[j] * (x - px[j]);
      if (Math.abs(slope) <= PARALLEL) {
        if (gap < 0) return false;
        continue;
      }
      const t = gap / slope;
      if (slope > 0) high = Math.min(high, t);
      else low = Math.max(low, t);
      if (low > high) return false;
    }
    const best = isDirection ? (wx * ex + wy * ey > 0 ? high : low) : ex * (wx - x) + ey * (wy - y);
    const t = Math.min(Math.max(best, low), high);
    this.x = x + t * ex;
    this.y = y + t * ey;
    return true;
  }

  /** Finds the velocity that violates the soft half-planes by as little as possible, beginning with the one that failed. */
  private leastViolation(planes: HalfPlanes, soft: number, failed: number): void {
    const { projected } = this;
    const { px, py, dx, dy } = planes;
    let depth = 0;
    for (let i = failed; i < planes.count; i++) {
      if (planes.violation(i, this.x, this.y) <= depth) continue;
      projected.count = 0;
      for (let j = 0; j < soft; j++) projected.add(px[j], py[j], dx[j], dy[j]);
      for (let j = soft; j < i; j++) {
        const slope = dx[i] * dy[j] - dy[i] * dx[j];
        let x = (px[i] + px[j]) / 2;
        let y = (py[i] + py[j]) / 2;
        if (Math.abs(slope) > PARALLEL) {
          const t = (dx[j] * (py[i] - py[j]) - dy[j] * (px[i] - px[j])) / slope;
          x = px[i] + t * dx[i];
          y = py[i] + t * dy[i];
        } else if (dx[i] * dx[j] + dy[i] * dy[j] > 0) continue;
        const ex = dx[j] - dx[i];
        const ey = dy[j] - dy[i];
        const length = Math.sqrt(ex * ex + ey * ey);
        projected.add(x, y, ex / length, ey / length);
      }
      const x = this.x;
      const y = this.y;
      this.wx = -dy[i];
      this.wy = dx[i];
      if (this.nearest(projected, true) < projected.count) {
        // Reached only by rounding errors: the velocity from before is as good.
        this.x = x;
        this.y = y;
      }
      depth = planes.violation(i, this.x, this.y);
    }
  }
}
