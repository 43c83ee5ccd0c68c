import { orient2d } from 'robust-predicates';

/** Shewchuk's bound: a determinant farther from 0 than this share of its terms has the right sign. */
const CERTAIN = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * Where c lies as seen along a → b: more than 0 on the left (y upwards), less on the right, 0 on the line. The sign is exact,
 * so that no two decisions of an algorithm contradict each other; the size is twice the triangle's area.
 */
export function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const first = (ax - cx) * (by - cy);
  const second = (ay - cy) * (bx - cx);
  const determinant = first - second;
  const bound = CERTAIN * (Math.abs(first) + Math.abs(second));
  if (determinant > bound || -determinant > bound) return determinant;
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/** The square of the distance from p to the segment a – b. */
export function squaredDistance(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay;
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / squared)) : 0;
  return (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
}

/** The length of a vector. Math.hypot guards against overflow, and takes ten times as long. */
export function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}

/** Where on the segment a – b what is nearest to p lies, as a share of it; p may be as far away as numbers go. */
export function shareAlong(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay;
  const squared = dx * dx + dy * dy;
  // The products of a far p would be infinite, and the difference of two such is none.
  const far = Math.max(1, Math.abs(px), Math.abs(py));
  return Math.max(0, Math.min(1, ((((px - ax) / far) * dx + ((py - ay) / far) * dy) / squared) * far));
}

/** Whether a is nearer to p than b is. Told from how a and b differ, which is nothing beside their distances from a far p. */
export function isNearer(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  const far = Math.max(1, Math.abs(px), Math.abs(py));
  return (ax - bx) * ((px - (ax + bx) / 2) / far) + (ay - by) * ((py - (ay + by) / 2) / far) > 0;
}
