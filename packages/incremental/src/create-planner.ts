import type { Graph } from '@pf/graph';
import { checkOption, checkOptions } from '@pf/graph/kit';
import { DStarExtraLite } from './d-star/d-star-extra-lite.ts';
import { MultipathAdaptiveAStar } from './adaptive/multipath-adaptive-a-star.ts';
import type { Planner, PlannerOptions } from './planner.ts';

/** Options of `createPlanner`: the kind of world, and the heuristic and queue of the planner. */
export interface CreatePlannerOptions extends PlannerOptions {
  /**
   * Kind of world, as measured by the experiment `freespace`. In `rooms` and `random` (scattered obstacles, mazes with loops) detours are
   * short, and MPAA* is the fastest; an edit of cells that its unfinished search has reached makes it begin again. In `game` (maps of games) and `maze` (mazes without
   * loops) MPAA* searches dead ends again and again; D* Extra Lite is the fastest there and close to it elsewhere. Default 'game'.
   */
  readonly world?: 'game' | 'maze' | 'rooms' | 'random' | undefined;
}

/**
 * Creates the planner that was fastest in measurements for a kind of world.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { createPlanner } from '@pf/incremental';
 *
 * const grid = new Grid(5, 5, { metric: '70/99' });
 * const planner = createPlanner(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 0), grid.vertex(4, 4));
 * planner.run();
 * planner.cost; // → 396
 * ```
 */
export function createPlanner(graph: Graph, settings: CreatePlannerOptions = {}): Planner {
  checkOptions(settings, ['world', 'heuristic', 'queue'], 'createPlanner');
  const { world = 'game', ...options } = settings;
  checkOption('world', world, ['game', 'maze', 'rooms', 'random']);
  return world === 'rooms' || world === 'random' ? new MultipathAdaptiveAStar(graph, options) : new DStarExtraLite(graph, options);
}
