import { checkFunction, shown } from '@pf/graph/kit';
import type { Pose } from '../maps/map-frame.ts';
import { checkPose } from '../maps/map-frame.ts';
import { somePolygonCell } from '../maps/polygon-cells.ts';
import { checkHas, checkLength } from '../checks.ts';

/** A corner of a footprint in metres, relative to the robot's centre; x forwards, y to the left. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/**
 * The outline of a robot, a simple polygon, and the cells that it covers.
 *
 * @example
 * ```ts
 * import { Footprint } from '@pf/robots';
 *
 * const robot = Footprint.rectangle(0.8, 0.6);
 * robot.inscribedRadius; // ≈ 0.3
 * robot.circumscribedRadius; // ≈ 0.5
 * ```
 */
export class Footprint {
  /** Radius of the largest circle around the centre inside the outline, in metres. */
  readonly inscribedRadius: number;
  /** Radius of the smallest circle around the centre that contains the outline, in metres. */
  readonly circumscribedRadius: number;

  constructor(readonly corners: readonly Corner[]) {
    const given: unknown = corners;
    if (!Array.isArray(given)) throw new TypeError(`A footprint takes a list of corners { x, y }, got ${shown(corners)}.`);
    if (!(corners.length >= 3)) throw new RangeError(`A footprint needs at least 3 corners, got ${corners.length}.`);
    for (const corner of corners) {
      checkHas(corner, ['x', 'y'], 'A footprint', 'corners { x, y }');
      const { x, y } = corner;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`The corners of a footprint need finite x and y, got ${shown(x)} and ${shown(y)}.`);
    }
    let inner = Infinity;
    let outer = 0;
    for (const [i, a] of corners.entries()) {
      const b = corners[(i + 1) % corners.length];
      outer = Math.max(outer, Math.hypot(a.x, a.y));
      inner = Math.min(inner, distanceToOrigin(a, b));
    }
    this.inscribedRadius = contains(corners, 0, 0) ? inner : 0;
    this.circumscribedRadius = outer;
  }

  /**
   * A rectangle around the centre, or shifted forwards by `ahead` metres.
   *
   * @example
   * ```ts
   * import { Footprint } from '@pf/robots';
   *
   * Footprint.rectangle(4, 2, 1.3).corners[0]; // → { x: 3.3, y: 1 }
   * ```
   */
  static rectangle(length: number, width: number, ahead = 0): Footprint {
    checkLength(length, 'length of a footprint');
    checkLength(width, 'width of a footprint');
    if (!Number.isFinite(ahead)) throw new RangeError(`A footprint is shifted by a number of metres, got ${shown(ahead)}.`);
    const [front, back, side] = [ahead + length / 2, ahead - length / 2, width / 2];
    return new Footprint([{ x: front, y: side }, { x: back, y: side }, { x: back, y: -side }, { x: front, y: -side }]);
  }

  /**
   * Whether `test` returns true for a cell that the robot covers at a pose. `x` and `y` are in cells; the centre of the first cell is at 0.5. Calls
   * `test` with column and row until it returns true, possibly more than once for a cell.
   */
  some(pose: Pose, resolution: number, test: (column: number, row: number) => boolean): boolean {
    checkPose(pose, 'pose of a footprint');
    checkLength(resolution, 'resolution');
    checkFunction(test, 'test');
    const { x, y, heading } = pose;
    const cosine = Math.cos(heading) / resolution;
    const sine = Math.sin(heading) / resolution;
    const corners = this.corners.map((corner) => ({ x: x + corner.x * cosine - corner.y * sine, y: y + corner.x * sine + corner.y * cosine }));
    return somePolygonCell(corners, -Infinity, Infinity, Infinity, test);
  }

  /** Calls `visit` with column and row of every covered cell, possibly more than once. */
  cover(pose: Pose, resolution: number, visit: (column: number, row: number) => void): void {
    this.some(pose, resolution, (column, row) => {
      visit(column, row);
      return false;
    });
  }
}

function distanceToOrigin(a: Corner, b: Corner): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / squared));
  return Math.hypot(a.x + t * dx, a.y + t * dy);
}

function contains(corners: readonly Corner[], x: number, y: number): boolean {
  let inside = false;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length];
    if (a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}
