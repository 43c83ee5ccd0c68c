/**
 * The shortest curve of bounded curvature for a car that only drives forwards: L. E. Dubins, "On Curves of Minimal Length with a Constraint on
 * Average Curvature, and with Prescribed Initial and Terminal Positions and Tangents", American Journal of Mathematics 79(3), 1957. Its six words, by
 * the turning circles at either end.
 */
import type { Pose } from '../maps/map-frame.ts';
import type { Curve, CurveSegment } from './curve.ts';
import { relative } from './curve.ts';

const TURN = 2 * Math.PI;
/** An arc this close to a full turn has length 0, and two turning circles this close to touching do touch: the rest is rounding. In radii; more far from the origin. */
const ROUNDING = 1e-10;
/** Twice the relative rounding of a coordinate, with a margin. */
const RELATIVE = 1e-15;
/** Shorter pieces are omitted. In radii. */
const NOTHING = 1e-12;
const target = new Float64Array(3);
const best = new Float64Array(3);

/**
 * The shortest curve between two poses for a car that does not reverse.
 *
 * @example
 * ```ts
 * import { dubins } from '@pf/robots';
 *
 * const { length, segments } = dubins({ x: 0, y: 0, heading: 0 }, { x: 0, y: 2, heading: Math.PI }, 1);
 * length; // ≈ 3.1416
 * segments.map(({ turn }) => turn); // → [1]
 * ```
 */
export function dubins(from: Pose, to: Pose, radius: number): Curve {
  const [length, word] = shortest(from, to, radius);
  const segments: CurveSegment[] = [];
  for (const [i, turn] of WORDS[word].entries()) if (best[i] > NOTHING) segments.push({ turn, length: best[i] * radius });
  return { length: length * radius, radius, segments };
}

/**
 * The length of that curve. Allocates nothing.
 *
 * @example
 * ```ts
 * import { dubinsLength } from '@pf/robots';
 *
 * dubinsLength({ x: 0, y: 0, heading: 0 }, { x: 5, y: 0, heading: 0 }, 1); // → 5
 * ```
 */
export function dubinsLength(from: Pose, to: Pose, radius: number): number {
  return shortest(from, to, radius)[0] * radius;
}

const WORDS: readonly (readonly (1 | 0 | -1)[])[] = [[1, 0, 1], [-1, 0, -1], [1, 0, -1], [-1, 0, 1], [1, -1, 1], [-1, 1, -1]];
const answer: [length: number, word: number] = [0, 0];

/** The shortest length in radii, and its word; the three lengths are in `best`. */
function shortest(from: Pose, to: Pose, radius: number): [length: number, word: number] {
  relative(from, to, radius, target);
  const [x, y, heading] = target;
  const rounding = ROUNDING + (RELATIVE * Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y))) / radius;
  answer[0] = Infinity;
  for (let word = 0; word < 6; word++) {
    const [first, , last] = WORDS[word];
    // The turning circles at either end.
    const dx = x - last * Math.sin(heading);
    const dy = y + last * Math.cos(heading) - first;
    const apart = Math.hypot(dx, dy);
    const direction = Math.atan2(dy, dx);
    let straight: number;
    let course: number;
    if (word < 2) {
      straight = apart;
      course = apart > 0 ? direction : heading;
    } else if (word < 4) {
      if (apart < 2 - rounding) continue;
      straight = apart < 2 + rounding ? 0 : Math.sqrt(apart * apart - 4);
      course = direction + first * Math.atan2(2, straight);
    } else {
      if (apart > 4) continue;
      // A third circle touches both on the far side; its longer arc gives the shorter curve.
      const bend = Math.acos(Math.min(1, apart / 4));
      course = direction + first * (Math.PI / 2 + bend);
      straight = Math.PI + 2 * bend;
    }
    const t = arc(first * course, rounding);
    const v = word < 4 ? arc(last * (heading - course), rounding) : arc(first * heading - t + straight, rounding);
    const length = t + straight + v;
    if (length >= answer[0]) continue;
    answer[0] = length;
    answer[1] = word;
    best[0] = t;
    best[1] = straight;
    best[2] = v;
  }
  return answer;
}

/** An angle as an arc from 0 to a full turn. */
function arc(angle: number, rounding: number): number {
  const wrapped = angle - TURN * Math.floor(angle / TURN);
  return wrapped > TURN - rounding ? 0 : wrapped;
}
