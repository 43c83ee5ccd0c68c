import { shown } from '@pf/graph/kit';
import type { Pose } from '../maps/map-frame.ts';
import { checkPose } from '../maps/map-frame.ts';
import { checkHas, checkStep } from '../checks.ts';

/** A piece of a curve: a left arc (1), a right arc (−1) or a straight line (0), and its length in metres, negative if driven backwards. */
export interface CurveSegment {
  readonly turn: 1 | 0 | -1;
  readonly length: number;
}

/** A curve of arcs of one radius and straight lines. */
export interface Curve {
  /** In metres, driven in either direction. */
  readonly length: number;
  readonly radius: number;
  readonly segments: readonly CurveSegment[];
}

/** More poses would exhaust memory. */
const MOST_POSES = 1e7;

/**
 * The poses along a curve, both ends included, at most `step` metres apart. Headings are continuous, not wrapped.
 *
 * @example
 * ```ts
 * import { curvePoses, dubins } from '@pf/robots';
 *
 * const from = { x: 0, y: 0, heading: 0 };
 * const poses = curvePoses(from, dubins(from, { x: 2, y: 0, heading: 0 }, 1), 0.5);
 * poses.map(({ x }) => x); // → [0, 0.5, 1, 1.5, 2]
 * ```
 */
export function curvePoses(from: Pose, curve: Curve, step: number): Pose[] {
  checkHas(curve, ['segments', 'radius'], 'curvePoses', 'a curve, such as dubins(from, to, radius)');
  const { segments, radius } = curve;
  checkPose(from, 'start of a curve');
  checkStep(step);
  const { length } = curveOf(radius, segments);
  if (!(length / step <= MOST_POSES)) throw new RangeError(`A curve of ${shown(length)} m in steps of ${shown(step)} m has more than ${MOST_POSES} poses: take longer steps.`);
  const poses: Pose[] = [{ x: from.x, y: from.y, heading: from.heading }];
  for (const segment of segments) {
    const start = poses[poses.length - 1];
    const n = segment.length === 0 ? 0 : Math.max(1, Math.ceil(Math.abs(segment.length) / step - 1e-9));
    for (let i = 1; i <= n; i++) poses.push(along(start, segment.turn, (segment.length * i) / n, radius));
  }
  return poses;
}

export function curveOf(radius: number, segments: readonly CurveSegment[]): Curve {
  return { radius, segments, length: segments.reduce((sum, { length }) => sum + Math.abs(length), 0) };
}

/** The end of a piece, computed exactly by its chord. */
export function along(from: Pose, turn: number, length: number, radius: number): Pose {
  if (turn === 0) return { x: from.x + length * Math.cos(from.heading), y: from.y + length * Math.sin(from.heading), heading: from.heading };
  const heading = from.heading + (turn * length) / radius;
  const r = turn * radius;
  return { x: from.x + r * (Math.sin(heading) - Math.sin(from.heading)), y: from.y - r * (Math.cos(heading) - Math.cos(from.heading)), heading };
}

/** Writes the second pose relative to the first, in radii, into `out`: x, y and heading. Throws if the radius is invalid. */
export function relative(from: Pose, to: Pose, radius: number, out: Float64Array): void {
  checkPose(from, 'start of a curve');
  checkPose(to, 'end of a curve');
  if (!(Number.isFinite(radius) && radius > 0)) throw new RangeError(`The radius of a curve must be above 0, in metres, got ${shown(radius)}.`);
  const dx = (to.x - from.x) / radius;
  const dy = (to.y - from.y) / radius;
  const cosine = Math.cos(from.heading);
  const sine = Math.sin(from.heading);
  out[0] = dx * cosine + dy * sine;
  out[1] = dy * cosine - dx * sine;
  out[2] = to.heading - from.heading;
}
