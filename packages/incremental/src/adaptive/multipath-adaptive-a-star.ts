/**
 * Multipath Adaptive A*: Adaptive A* whose searches end as soon as they meet an earlier path that is still cheapest.
 *
 * C. Hernández, J. Baier, R. Asín, "Making A* Run Faster than D*-Lite for Path-Planning in Partially Known Terrain", ICAPS 2014. Costs that
 * fall: C. Hernández, R. Asín, J. Baier, "Reusing Previously Found A* Paths for Fast Goal-Directed Navigation in Dynamic Terrain", AAAI 2015.
 *
 * Departures: a vertex keeps its pointer after the agent leaves it, which does not affect the test of a path. A search remembers
 * the pointers along which it failed. A vertex with a lowered estimate points at once to the vertex that lowered it
 * (their `support`), which saves an array. With real costs, an arc is on a cheapest path if the estimate
 * falls by its cost within rounding.
 */
import { NO_VERTEX } from '@pf/graph';
import { AdaptiveAStar } from './adaptive-a-star.ts';

/**
 * Plans by Adaptive A* and stops where it meets an earlier path that is still cheapest. The planner for rooms and scattered obstacles.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { MultipathAdaptiveAStar } from '@pf/incremental';
 *
 * const grid = new Grid(5, 5, { metric: '5/7' });
 * const planner = new MultipathAdaptiveAStar(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 0), grid.vertex(4, 4));
 * planner.run();
 * planner.cost; // → 28
 * ```
 */
export class MultipathAdaptiveAStar extends AdaptiveAStar {
  protected override leads(v: number, budget: number): boolean | undefined {
    return this.nextVertex[v] === NO_VERTEX ? false : this.arrives(v, budget);
  }
}
