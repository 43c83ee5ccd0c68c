/**
 * Lifelong Planning A*: for a start and a goal that stay while costs change.
 *
 * S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004. Inflation and ties by larger g: M. Likhachev,
 * S. Koenig, "A Generalized Framework for Lifelong Planning A* Search", ICAPS 2005.
 *
 * Departure: a start that moves is allowed; every key in the queue is then computed anew.
 */
import type { Graph } from '@pf/graph';
import { checkOptions } from '@pf/graph/kit';
import { LifelongSearch } from './lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';

/** Options of `LPAStar`: heuristic, queue, and how much more expensive than the cheapest a way may be. */
export interface LPAStarOptions extends PlannerOptions {
  /**
   * Ways may be this many times as expensive as the cheapest, for a search that is faster; no vertex is expanded more than twice a search.
   * At least 1, which is the default. As that of the way as a whole says nothing of what is left of it, there is no path between a move and `run`.
   */
  readonly inflation?: number | undefined;
}

/**
 * Lifelong Planning A*: repairs the answer to one question as costs change.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LPAStar } from '@pf/incremental';
 *
 * const grid = new Grid(9, 9);
 * const planner = new LPAStar(grid, { heuristic: grid.heuristic(), inflation: 1.5 });
 * planner.begin(grid.vertex(0, 4), grid.vertex(8, 4));
 * planner.run();
 * planner.cost; // → 8
 * ```
 */
export class LPAStar extends LifelongSearch {
  constructor(graph: Graph, options: LPAStarOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'inflation'], 'LPAStar');
    const inflation = options.inflation ?? 1;
    if (!(inflation >= 1 && inflation < Infinity)) throw new RangeError(`The inflation must be 1 or more and finite, got ${inflation}.`);
    const { queue = Number.isInteger(inflation) ? undefined : 'larger-g' } = options;
    if (queue === 'buckets' && !Number.isInteger(inflation)) {
      throw new RangeError(`Buckets need whole-number keys, and an inflation of ${inflation} makes others: round it, or give LPA* a heap (queue: 'larger-g').`);
    }
    super(graph, { ...options, queue }, { planner: 'LPA*', inflation, lazyKeys: false, optimized: true });
  }
}
