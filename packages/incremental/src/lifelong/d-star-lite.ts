/**
 * D* Lite: LPA* for a start that moves, with its queue in buckets or in a heap.
 *
 * S. Koenig, M. Likhachev, "Fast Replanning for Navigation in Unknown Terrain", IEEE Transactions on Robotics 21(3), 2005; buckets:
 * M. Likhachev, S. Koenig, "Incremental Heuristic Search in Games: The Quest for Speed", AIIDE 2006.
 *
 * Departures: the text of 2006 omits k_m from its scalar keys and takes the next vertex from Succ(s_last). Here k_m is in all keys, and
 * the next vertex follows the start. k_m also rises when the start moves off its path.
 */
import type { Graph } from '@pf/graph';
import { checkOption, checkOptions } from '@pf/graph/kit';
import { LifelongSearch } from './lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';

/** Options of `DStarLite`: heuristic, queue, and published variant. */
export interface DStarLiteOptions extends PlannerOptions {
  /**
   * `basic` recomputes all keys when the start has moved and something has changed. `km` avoids that by one number added to later
   * keys. `optimized`, the variant of both papers' experiments, also skips neighbours that cannot have changed. Default optimized.
   */
  readonly variant?: 'basic' | 'km' | 'optimized' | undefined;
}

/**
 * Repairs its path while the agent moves and the world changes. The best-known algorithm of its kind.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DStarLite } from '@pf/incremental';
 *
 * const grid = new Grid(5, 1, { movement: 'four' });
 * const planner = new DStarLite(grid, { heuristic: grid.heuristic(), queue: 'buckets' });
 * planner.begin(grid.vertex(0, 0), grid.vertex(4, 0));
 * planner.run();
 * planner.cost; // → 4
 *
 * const tails = new Uint32Array(16);
 * planner.arcsChanged(tails, grid.setBlocked(2, 0, true, tails));
 * planner.run();
 * planner.cost; // → Infinity
 * ```
 */
export class DStarLite extends LifelongSearch {
  constructor(graph: Graph, options: DStarLiteOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'variant'], 'DStarLite');
    const { variant = 'optimized' } = options;
    checkOption('variant', variant, ['basic', 'km', 'optimized']);
    super(graph, options, { planner: 'D* Lite', weight: 1, lazyKeys: variant !== 'basic', optimized: variant === 'optimized' });
  }
}
