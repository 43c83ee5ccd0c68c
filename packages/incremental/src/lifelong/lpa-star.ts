/**
 * Lifelong Planning A*: costs change between a fixed start and goal.
 *
 * S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004. Weights and ties by larger g: M. Likhachev,
 * S. Koenig, "A Generalized Framework for Lifelong Planning A* Search", ICAPS 2005.
 *
 * Departure: the start may move; all keys in the queue are then recomputed.
 */
import type { Graph } from '@pf/graph';
import { checkOptions, shown } from '@pf/graph/kit';
import { LifelongSearch } from './lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';

/** Options of `LPAStar`: heuristic, queue, and weight. */
export interface LPAStarOptions extends PlannerOptions {
  /**
   * The path may cost up to this multiple of the optimum, for a faster search that expands no vertex more than twice. 1 or more; default 1.
   * The bound does not hold for the rest of a path, so after a move there is no path until the next `run`.
   */
  readonly weight?: number | undefined;
}

/**
 * Repairs the path between a fixed start and goal as costs change.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LPAStar } from '@pf/incremental';
 *
 * const grid = new Grid(9, 9);
 * const planner = new LPAStar(grid, { heuristic: grid.heuristic(), weight: 1.5 });
 * planner.begin(grid.vertex(0, 4), grid.vertex(8, 4));
 * planner.run();
 * planner.cost; // → 8
 * ```
 */
export class LPAStar extends LifelongSearch {
  constructor(graph: Graph, options: LPAStarOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'weight'], 'LPAStar');
    const weight = options.weight ?? 1;
    if (typeof weight !== 'number' || !(weight >= 1 && weight < Infinity)) throw new RangeError(`The weight of the heuristic must be 1 or more and finite, got ${shown(weight)}.`);
    const { queue = Number.isInteger(weight) ? undefined : 'larger-g' } = options;
    if (queue === 'buckets' && !Number.isInteger(weight)) {
      throw new RangeError(`Buckets need whole-number keys, and a weight of ${weight} makes others: round it, or give LPA* a heap (queue: 'larger-g').`);
    }
    super(graph, { ...options, queue }, { planner: 'LPA*', weight, lazyKeys: false, optimized: true });
  }
}
