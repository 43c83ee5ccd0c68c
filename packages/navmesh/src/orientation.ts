import { orient2d } from 'robust-predicates';

/** Shewchuk's bound: a determinant farther from 0 than this share of its terms has the correct sign. */
const CERTAIN = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * The side of c relative to a → b: positive on the left (y upwards), negative on the right, 0 on the line. The sign is exact, so that decisions never
 * contradict each other. The magnitude is twice the triangle's area.
 */
export function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const first = (ax - cx) * (by - cy);
  const second = (ay - cy) * (bx - cx);
  const determinant = first - second;
  // Also where both terms are 0. Terms of different signs have a certain difference. Short, so that V8 inlines it.
  if (Math.abs(determinant) >= CERTAIN * Math.abs(first + second)) return determinant;
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/** The square of the distance from p to the segment a – b. */
export function squaredDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay;
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / squared)) : 0;
  return (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
}

/** The length of a vector. `Math.hypot` guards against overflow and takes ten times as long. */
export function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}

/** The position on segment a – b nearest to p, as a fraction. p may be arbitrarily far away. */
export function shareAlong(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay;
  const squared = dx * dx + dy * dy;
  // For a far p the products would overflow, and their difference be NaN.
  const far = Math.max(1, Math.abs(px), Math.abs(py));
  return Math.max(0, Math.min(1, ((((px - ax) / far) * dx + ((py - ay) / far) * dy) / squared) * far));
}

/** Whether a is nearer to p than b is. Computed from the difference of a and b, which rounding would lose beside the distances to a far p. */
export function isNearer(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  const far = Math.max(1, Math.abs(px), Math.abs(py));
  return (ax - bx) * ((px - (ax + bx) / 2) / far) + (ay - by) * ((py - (ay + by) / 2) / far) > 0;
}
