import { shown } from '@pf/graph/kit';

/**
 * A continuous world as the planners see it: a box, and two questions about it. A point is an array of as many
 * coordinates as the box has; the arrays handed in are reused, so a space keeps none of them.
 *
 * @example
 * ```ts
 * import type { Space } from '@pf/sampling';
 *
 * // A round room: a segment between two points of it stays inside.
 * const inside = (p: Float64Array): boolean => Math.hypot(p[0], p[1]) < 5;
 * const room: Space = {
 *   bounds: { min: [-5, -5], max: [5, 5] },
 *   pointFree: inside,
 *   segmentFree: (a, b) => inside(a) && inside(b),
 * };
 * room.pointFree(Float64Array.of(4, 4)); // → false
 * ```
 */
export interface Space {
  /** The box that everything lies in. */
  readonly bounds: Bounds;
  /** Whether nothing is in the way at the point. */
  pointFree(point: Float64Array): boolean;
  /** Whether nothing is in the way on the straight segment, both ends included. */
  segmentFree(from: Float64Array, to: Float64Array): boolean;
}

/** The box that samples are drawn from; as many coordinates as the world has dimensions. */
export interface Bounds {
  /** The least of each coordinate. */
  readonly min: ArrayLike<number>;
  /** The most of each coordinate; more than the least. */
  readonly max: ArrayLike<number>;
}

/** The dimension of a space; throws where it is none. */
export function checkSpace(space: Space): number {
  const given = space as Partial<Space> | null | undefined;
  if (typeof given === 'object' && typeof given?.pointFree === 'function' && typeof given.segmentFree === 'function') return dimensionOf(space.bounds);
  throw new TypeError(`A space has bounds, pointFree and segmentFree, such as obstacles({ min, max }, []): got ${shown(given)}.`);
}

/** The dimension of a space of these bounds; throws where they are no box. */
export function dimensionOf(bounds: Bounds): number {
  const given = bounds as Partial<Bounds> | null | undefined;
  if (typeof given !== 'object' || given?.min === undefined || given.max === undefined) {
    throw new TypeError(`The bounds are the least and the greatest coordinates, { min: [0, 0], max: [10, 10] }, got ${shown(given)}.`);
  }
  const d = bounds.min.length;
  if (d < 1 || bounds.max.length !== d) {
    throw new RangeError(`The bounds need as many maxima as minima, at least one: got ${d} and ${bounds.max.length}.`);
  }
  for (let k = 0; k < d; k++) {
    const size = bounds.max[k] - bounds.min[k];
    if (!(size > 0 && size < Infinity)) throw new RangeError(`The bounds need max > min on each axis: axis ${k} goes from ${bounds.min[k]} to ${bounds.max[k]}.`);
  }
  return d;
}

/** Throws unless `point` is a free point of the space; `role` names it in the sentence. */
export function checkPoint(space: Space, point: ArrayLike<number>, role: string): Float64Array {
  const d = space.bounds.min.length;
  const given = (point as ArrayLike<number> | null | undefined)?.length;
  if (given !== d) throw new RangeError(`The ${role} needs ${d} coordinates like the bounds, got ${given === undefined ? shown(point) : given}.`);
  const copy = Float64Array.from(point);
  if (!copy.every((value, k) => value >= space.bounds.min[k] && value <= space.bounds.max[k])) {
    throw new RangeError(`The ${role} must lie inside the bounds, got [${copy.join(', ')}].`);
  }
  if (!space.pointFree(copy)) throw new RangeError(`The ${role} must be free, but [${copy.join(', ')}] is inside an obstacle.`);
  return copy;
}

export function distance(a: Float64Array, b: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < a.length; k++) squared += (a[k] - b[k]) ** 2;
  return Math.sqrt(squared);
}
