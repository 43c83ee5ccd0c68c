import { RRT, type RRTOptions } from './rrt.ts';
import type { Signal } from './signal.ts';
import type { Space } from './space.ts';

/** Options of `findPath`: the two ends, how long to look, and the options of `RRT`. */
export interface FindPathOptions extends RRTOptions {
  /** The first point, with as many coordinates as the space has dimensions. */
  readonly from: readonly number[];
  /** The last point, or within `epsilon` of it. */
  readonly to: readonly number[];
  /** How many samples to draw; 5000 where it is not given. */
  readonly samples?: number | undefined;
  /** Read before each sample; once it is aborted, the best path so far is returned. */
  readonly signal?: Signal | undefined;
}

/** A path as plain objects. */
export interface SampledPath {
  /** Infinity where none was found. */
  readonly cost: number;
  /** From start to goal; empty where none was found. */
  readonly points: readonly (readonly number[])[];
}

/**
 * One question, one answer, by Informed RRT* unless the options say otherwise.
 *
 * @example
 * ```ts
 * import { ball, findPath, obstacles } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [ball([5, 5], 3)]);
 * const { cost, points } = findPath(space, { from: [1, 5], to: [9, 5], random });
 * cost < 11; // → true
 * points[0]; // → [1, 5]
 * ```
 */
export function findPath(space: Space, options: FindPathOptions): SampledPath {
  const rrt = new RRT(space, { ...options, informed: options.informed ?? options.star !== false });
  const cost = rrt.search(options.from, options.to, options.samples ?? 5000, options.signal);
  const d = options.from.length;
  const flat = new Float64Array(rrt.pathLength * d);
  const n = rrt.path(flat);
  return { cost, points: Array.from({ length: n }, (_, i) => [...flat.subarray(i * d, i * d + d)]) };
}
