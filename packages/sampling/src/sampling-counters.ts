/**
 * Work done since `search`, as `counters` of every planner of this package.
 *
 * @example
 * ```ts
 * import { obstacles, RRT } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const rrt = new RRT(obstacles({ min: [0, 0], max: [10, 10] }, []), { random, star: true });
 * rrt.search([1, 1], [9, 9], 200);
 * rrt.counters.samples; // → 200
 * rrt.counters.segments >= rrt.counters.rewired; // → true
 * ```
 */
export class SamplingCounters {
  /** Samples drawn. */
  samples = 0;
  /** Segments tested. */
  segments = 0;
  /** Vertices given a new parent. */
  rewired = 0;
}
