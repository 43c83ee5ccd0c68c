import type { Graph } from '@pf/graph';
import { DStarExtraLite } from './d-star-extra-lite.ts';
import { MultipathAdaptiveAStar } from './multipath-adaptive-a-star.ts';
import type { Planner, PlannerOptions } from './planner.ts';

/** What `createPlanner` chooses by, beside the heuristic and the queue of the planner that it makes. */
export interface CreatePlannerOptions extends PlannerOptions {
  /**
   * What the world is like. `maze`: the way out of a dead end is long, as in mazes without loops and on maps with bays as wide as the map itself;
   * there D* Extra Lite is the fastest, since it searches no bay twice. `open`: everything else (rooms, random obstacles, most maps of games,
   * and mazes once some of their walls are opened), where MPAA* is. The experiment `freespace` measures both. Default 'open'.
   */
  readonly world?: 'open' | 'maze';
}

/**
 * The planner that measured fastest for a kind of world.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { createPlanner } from '@pf/incremental';
 *
 * const grid = new Grid(5, 5, { metric: '70/99' });
 * const planner = createPlanner(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 0), grid.vertex(4, 4));
 * planner.plan();
 * planner.cost; // → 396
 * ```
 */
export function createPlanner(graph: Graph, { world = 'open', ...options }: CreatePlannerOptions = {}): Planner {
  return world === 'maze' ? new DStarExtraLite(graph, options) : new MultipathAdaptiveAStar(graph, options);
}
