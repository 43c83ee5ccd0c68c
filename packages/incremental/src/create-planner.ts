import type { Graph } from '@pf/graph';
import { checkOption, checkOptions } from '@pf/graph/kit';
import { DStarExtraLite } from './d-star/d-star-extra-lite.ts';
import { MultipathAdaptiveAStar } from './adaptive/multipath-adaptive-a-star.ts';
import type { Planner, PlannerOptions } from './planner.ts';

/** What `createPlanner` chooses by, beside the heuristic and the queue of the planner that it makes. */
export interface CreatePlannerOptions extends PlannerOptions {
  /**
   * What the world is like, as the experiment `freespace` names and measures them. `rooms` and `random` (scattered obstacles, and mazes with loops): ways
   * around are short, and MPAA* is the fastest. `game` (the maps of games) and `maze` (mazes without loops): where a bay turns out to have no way out,
   * MPAA* searches it again and again, and D* Extra Lite is the fastest, and never far from it. Default 'game'.
   */
  readonly world?: 'game' | 'maze' | 'rooms' | 'random' | undefined;
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
