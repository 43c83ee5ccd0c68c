import { shown } from '@pf/graph/kit';

/**
 * A continuous world: a box with a test for points and one for segments. A point is an array with one coordinate per
 * dimension. Planners reuse these arrays, so a space must not keep them.
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
  /** The box that contains the world. */
  readonly bounds: Bounds;
  /** Whether the point is free. */
  pointFree(point: Float64Array): boolean;
  /** Whether the straight segment is free, both ends included. If it tests points along it, keep a margin of half the distance that any part of the body moves between two of them. */
  segmentFree(from: Float64Array, to: Float64Array): boolean;
}

/** The box that samples are drawn from, with one coordinate per dimension. */
export interface Bounds {
  /** Minimum of each coordinate. */
  readonly min: ArrayLike<number>;
  /** Maximum of each coordinate, above the minimum by 1e-100 to 1e100. */
  readonly max: ArrayLike<number>;
}

/** Dimension of a space; throws if it is not a `Space`. */
export function checkSpace(space: Space): number {
  const given = space as Partial<Space> | null | undefined;
  if (typeof given === 'object' && typeof given?.pointFree === 'function' && typeof given.segmentFree === 'function') return dimensionOf(space.bounds);
  throw new TypeError(`A space must have bounds, pointFree and segmentFree, as obstacles({ min, max }, []) has, got ${shown(given)}.`);
}

/** Dimension of these bounds; throws if they are not a box. */
export function dimensionOf(bounds: Bounds): number {
  const given = bounds as Partial<Bounds> | null | undefined;
  if (typeof given !== 'object' || given?.min === undefined || given.max === undefined) {
    throw new TypeError(`The bounds must be the least and greatest coordinates, such as { min: [0, 0], max: [10, 10] }, got ${shown(given)}.`);
  }
  const d = bounds.min.length;
  if (d < 1 || bounds.max.length !== d) {
    throw new RangeError(`The bounds need as many maxima as minima, at least one: got ${d} and ${bounds.max.length}.`);
  }
  for (let k = 0; k < d; k++) {
    const low: unknown = bounds.min[k], high: unknown = bounds.max[k];
    const size = typeof low === 'number' && typeof high === 'number' ? high - low : NaN;
    // Squares of shorter or longer distances would be 0 or Infinity.
    if (!(size >= 1e-100 && size <= 1e100)) throw new RangeError(`The bounds need max > min on each axis, by 1e-100 to 1e100: axis ${k} goes from ${shown(low)} to ${shown(high)}.`);
  }
  return d;
}

/** Copies the coordinates. Throws unless all are numbers: null, as JSON writes NaN and Infinity, would count as 0. */
export function coordinates(given: ArrayLike<number> | null | undefined, what: string): Float64Array {
  const wrong = (said: string): never => {
    throw new TypeError(`The ${what} must be a list of numbers, such as [0, 0], got ${said}.`);
  };
  if (typeof given !== 'object' || typeof given?.length !== 'number') return wrong(shown(given));
  return Float64Array.from(given, (value: unknown) => (typeof value === 'number' ? value : wrong(`one of ${shown(value)}`)));
}

/** Throws unless `point` is a free point of the space; `role` names it in the message. */
export function checkPoint(space: Space, point: ArrayLike<number>, role: string): Float64Array {
  const d = space.bounds.min.length;
  const given = (point as ArrayLike<number> | null | undefined)?.length;
  if (given !== d) throw new RangeError(`The ${role} needs ${d} coordinates like the bounds, got ${given === undefined ? shown(point) : given}.`);
  const copy = coordinates(point, role);
  if (!copy.every((value, k) => value >= space.bounds.min[k] && value <= space.bounds.max[k])) {
    throw new RangeError(`The ${role} must lie inside the bounds, got [${copy.join(', ')}].`);
  }
  if (!space.pointFree(copy)) throw new RangeError(`The ${role} must be free, but [${copy.join(', ')}] is inside an obstacle: ask pointFree first, or take a point nearby.`);
  return copy;
}

export function distance(a: Float64Array, b: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < a.length; k++) squared += (a[k] - b[k]) ** 2;
  return Math.sqrt(squared);
}
