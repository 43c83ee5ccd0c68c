import type { Signal } from '@pf/graph';
import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import { RRT, RRT_OPTIONS, type RRTOptions } from './rrt.ts';
import { simplify } from './simplify.ts';
import { checkSpace, distance, type Space } from './space.ts';

/** Options of `findPath`: start, goal, effort, and the options of `RRT`. */
export interface FindPathOptions extends RRTOptions {
  /** Start of the path, with one coordinate per dimension. */
  readonly from: ArrayLike<number>;
  /** Goal; the path ends here or within `goalTolerance` of it. */
  readonly to: ArrayLike<number>;
  /** Samples to draw. Default 5000. */
  readonly samples?: number | undefined;
  /** Whether the path is shortened at the end by `simplify`, with the same `signal`. Default true. */
  readonly simplify?: boolean | undefined;
  /** Once it is aborted, the best path so far is returned, with fewer points but not taut: for that, call `simplify` afterwards. Read before each sample, and by `simplify`. */
  readonly signal?: Signal | undefined;
}

/** A path as plain objects. */
export interface SampledPath {
  /** Infinity if none was found. */
  readonly cost: number;
  /** From start to goal; empty if none was found. */
  readonly points: readonly (readonly number[])[];
}

/**
 * Finds a path by Informed RRT*, unless the options say otherwise, and shortens it with `simplify`.
 *
 * @example
 * ```ts
 * import { ball, findPath, obstacles } from '@pf/sampling';
 *
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [ball([5, 5], 3)]);
 * const { cost, points } = findPath(space, { from: [1, 5], to: [9, 5] });
 * cost < 11; // → true
 * points[0]; // → [1, 5]
 * ```
 */
export function findPath(space: Space, options: FindPathOptions): SampledPath {
  const d = checkSpace(space);
  if ((options as FindPathOptions | undefined) === undefined) throw new TypeError(`findPath needs from and to: findPath(space, { from: [x, y], to: [x, y] }), got ${shown(options)}.`);
  checkOptions(options, ['from', 'to', 'samples', 'simplify', 'signal', ...RRT_OPTIONS], 'findPath');
  const { from, to, samples = 5000, simplify: shorten = true, signal, ...ofTree } = options;
  checkBoolean(shorten, 'simplify');
  const rrt = new RRT(space, { ...ofTree, informed: options.informed ?? options.star !== false });
  let cost = rrt.search(from, to, samples, signal);
  const flat = new Float64Array(rrt.pathLength * d * (shorten ? 2 : 1));
  let n = rrt.path(flat);
  if (shorten && n > 2) {
    n = simplify(space, flat, n, flat, { signal });
    cost = 0;
    for (let i = 1; i < n; i++) cost += distance(flat.subarray((i - 1) * d, i * d), flat.subarray(i * d, i * d + d));
  }
  return { cost, points: Array.from({ length: n }, (_, i) => [...flat.subarray(i * d, i * d + d)]) };
}
