/**
 * The shortest curve of bounded curvature for a car that drives both ways: J. A. Reeds, L. A. Shepp, "Optimal Paths for a Car that Goes both Forwards
 * and Backwards", Pacific Journal of Mathematics 145(2), 1990. Each of their formulas gives a word; reversing time, mirroring and swapping the ends
 * give the rest of the 48.
 */
import type { Pose } from '../maps/map-frame.ts';
import type { Curve, CurveSegment } from './curve.ts';
import { relative } from './curve.ts';

type Turn = 1 | 0 | -1;

const HALF = Math.PI / 2;
/** Rounding error of an angle of 0. Pieces up to it, in radii, are omitted: their direction may be wrong. */
const ROUNDING = 1e-10;
const target = new Float64Array(3);

/** What driving costs in either direction. */
export interface CurvePrices {
  /** Cost of a metre backwards, at least 1. */
  readonly reverse: number;
  /** Cost of a change between forwards and backwards, in metres. */
  readonly gearChange: number;
}

/** The shortest curve is the cheapest by these. */
const LENGTH: CurvePrices = { reverse: 1, gearChange: 0 };
let prices = LENGTH;
/** Of a change between forwards and backwards, in radii. */
let change = 0;
/** The directions before and after the curve. */
let gearBefore = 0;
let gearAfter = 0;

/** The best word so far: its turns, and its lengths in radii. */
const bestTurns: Turn[] = [0, 0, 0, 0, 0];
const bestLengths = new Float64Array(5);
let bestCount = 0;
let bestCost = Infinity;

/** The symmetries applied to the current word: driven in reverse, mirrored, ends swapped. */
let sign = 1;
let mirror: 1 | -1 = 1;
let reversed = false;

/**
 * The shortest curve between two poses for a car that can reverse.
 *
 * @example
 * ```ts
 * import { reedsShepp } from '@pf/robots';
 *
 * // Sideways into a gap: forwards and backwards.
 * const { length, segments } = reedsShepp({ x: 0, y: 0, heading: 0 }, { x: 0, y: 1, heading: 0 }, 1);
 * length < 3.2; // → true
 * segments.some((segment) => segment.length < 0); // → true
 * ```
 */
export function reedsShepp(from: Pose, to: Pose, radius: number): Curve {
  return cheapestReedsShepp(from, to, radius, LENGTH, 0, 0);
}

/**
 * The one of their curves that costs least between motions in the directions `before` and `after`: 1 forwards, −1 backwards, 0 none. A car that pays
 * for reversing may have a cheaper curve that is none of theirs, such as one of Dubins.
 */
export function cheapestReedsShepp(from: Pose, to: Pose, radius: number, by: CurvePrices, before: number, after: number): Curve {
  findBest(from, to, radius, by, before, after);
  let length = 0;
  const segments: CurveSegment[] = [];
  for (let i = 0; i < bestCount; i++) {
    length += Math.abs(bestLengths[i]) * radius;
    if (Math.abs(bestLengths[i]) > ROUNDING) segments.push({ turn: bestTurns[i], length: bestLengths[i] * radius });
  }
  return { length, radius, segments };
}

/**
 * The length of that curve. Allocates nothing.
 *
 * @example
 * ```ts
 * import { reedsSheppLength } from '@pf/robots';
 *
 * reedsSheppLength({ x: 0, y: 0, heading: 0 }, { x: -3, y: 0, heading: 0 }, 1); // → 3
 * ```
 */
export function reedsSheppLength(from: Pose, to: Pose, radius: number): number {
  return findBest(from, to, radius, LENGTH, 0, 0) * radius;
}

/** Finds the cheapest word; returns its cost in radii. */
function findBest(from: Pose, to: Pose, radius: number, by: CurvePrices, before: number, after: number): number {
  relative(from, to, radius, target);
  const [x, y] = target;
  const phi = wrap(target[2]);
  prices = by;
  change = by.gearChange / radius;
  gearBefore = before;
  gearAfter = after;
  bestCost = Infinity;
  bestCount = 0;
  const cosine = Math.cos(phi);
  const sine = Math.sin(phi);
  for (let turned = 0; turned < 8; turned++) {
    sign = (turned & 1) === 0 ? 1 : -1;
    mirror = (turned & 2) === 0 ? 1 : -1;
    reversed = (turned & 4) !== 0;
    // The start as seen from the end.
    const ahead = reversed ? x * cosine + y * sine : x;
    const aside = reversed ? x * sine - y * cosine : y;
    words(sign * ahead, mirror * aside, sign * mirror * phi);
  }
  return bestCost;
}

/** The nine formulas, for a target at (x, y) with heading phi. */
function words(x: number, y: number, phi: number): void {
  // By the circle at the start and the left or the right one at the end.
  const lx = x - Math.sin(phi);
  const ly = y - 1 + Math.cos(phi);
  const rx = x + Math.sin(phi);
  const ry = y - 1 - Math.cos(phi);
  const left = Math.hypot(lx, ly);
  const right = Math.hypot(rx, ry);
  const toLeft = Math.atan2(ly, lx);
  const toRight = Math.atan2(ry, rx);

  // 8.1: L+ S+ L+
  if (toLeft >= -ROUNDING) {
    const v = wrap(phi - toLeft);
    if (v >= -ROUNDING) offer(1, toLeft, 0, left, 1, v);
  }
  // 8.2: L+ S+ R+
  if (right >= 2) {
    const u = Math.sqrt(right * right - 4);
    const t = wrap(toRight + Math.atan2(2, u));
    const v = wrap(t - phi);
    if (t >= -ROUNDING && v >= -ROUNDING) offer(1, t, 0, u, -1, v);
  }
  // 8.3 and 8.4: L+ R- L+ and L+ R- L-
  if (left <= 4) {
    const u = -2 * Math.asin(left / 4);
    const t = wrap(toLeft + u / 2 + Math.PI);
    if (t >= -ROUNDING) offer(1, t, -1, u, 1, wrap(phi - t + u));
  }
  // 8.7: L+ R+u L-u R-
  const near = (2 + right) / 4;
  if (near <= 1) {
    const u = Math.acos(near);
    const t = tau(u, -u, rx, ry);
    const v = wrap(t - u - u - phi);
    if (t >= -ROUNDING && v <= ROUNDING) offer(1, t, -1, u, 1, -u, -1, v);
  }
  // 8.8: L+ R-u L-u R+
  const far = (20 - right * right) / 16;
  if (far >= 0 && far <= 1) {
    const u = -Math.acos(far);
    const t = tau(u, u, rx, ry);
    const v = wrap(t - phi);
    if (t >= -ROUNDING && v >= -ROUNDING) offer(1, t, -1, u, 1, u, -1, v);
  }
  // 8.9: L+ R-π/2 S- L-
  if (left >= 2) {
    const r = Math.sqrt(left * left - 4);
    const t = wrap(toLeft + Math.atan2(r, -2));
    const v = wrap(phi - HALF - t);
    if (t >= -ROUNDING && r >= 2 - ROUNDING && v <= ROUNDING) offer(1, t, -1, -HALF, 0, 2 - r, 1, v);
  }
  // 8.10: L+ R-π/2 S- R-
  if (right >= 2) {
    const t = Math.atan2(rx, -ry);
    const v = wrap(t + HALF - phi);
    if (t >= -ROUNDING && v <= ROUNDING) offer(1, t, -1, -HALF, 0, 2 - right, -1, v);
    // 8.11: L+ R-π/2 S- L-π/2 R+
    const u = 4 - Math.sqrt(right * right - 4);
    if (u <= ROUNDING) {
      const first = wrap(Math.atan2((4 - u) * rx - 2 * ry, -2 * rx + (u - 4) * ry));
      const last = wrap(first - phi);
      if (first >= -ROUNDING && last >= -ROUNDING) offer(1, first, -1, -HALF, 0, u, 1, -HALF, -1, last);
    }
  }
}

/** The first arc of 8.7 and 8.8. */
function tau(u: number, v: number, xi: number, eta: number): number {
  const delta = wrap(u - v);
  const a = Math.sin(u) - Math.sin(delta);
  const b = Math.cos(u) - Math.cos(delta) - 1;
  const angle = Math.atan2(eta * a - xi * b, xi * a + eta * b);
  return wrap(2 * (Math.cos(delta) - Math.cos(v) - Math.cos(u)) + 3 < 0 ? angle + Math.PI : angle);
}

/** Keeps a word if it is the cheapest so far. */
function offer(c0: Turn, l0: number, c1: Turn, l1: number, c2: Turn, l2: number, c3: Turn = 0, l3 = 0, c4: Turn = 0, l4 = 0): void {
  const length = Math.abs(l0) + Math.abs(l1) + Math.abs(l2) + Math.abs(l3) + Math.abs(l4);
  // No word costs less than its length.
  if (length >= bestCost) return;
  const cost = prices === LENGTH ? length : length + surcharge([l0, l1, l2, l3, l4]);
  if (cost >= bestCost) return;
  bestCost = cost;
  bestCount = c4 !== 0 ? 5 : c3 !== 0 ? 4 : 3;
  put(0, c0, l0);
  put(1, c1, l1);
  put(2, c2, l2);
  if (bestCount > 3) put(3, c3, l3);
  if (bestCount > 4) put(4, c4, l4);
}

/** What a word costs more than its length. Seen from its end, it changes direction as often. */
function surcharge(lengths: readonly number[]): number {
  const end = reversed ? gearBefore : gearAfter;
  let gear = reversed ? gearAfter : gearBefore;
  let cost = 0;
  for (const length of lengths) {
    if (Math.abs(length) <= ROUNDING) continue;
    const next = sign * Math.sign(length);
    if (next < 0) cost += Math.abs(length) * (prices.reverse - 1);
    if (gear !== 0 && gear !== next) cost += change;
    gear = next;
  }
  return gear !== 0 && end !== 0 && gear !== end ? cost + change : cost;
}

function put(i: number, turn: Turn, length: number): void {
  const at = reversed ? bestCount - 1 - i : i;
  bestTurns[at] = (turn * mirror) as Turn;
  bestLengths[at] = sign * length;
}

/** An angle above −π, up to π. */
function wrap(angle: number): number {
  const turn = 2 * Math.PI;
  const wrapped = angle - turn * Math.round(angle / turn);
  return wrapped <= -Math.PI ? wrapped + turn : wrapped;
}
