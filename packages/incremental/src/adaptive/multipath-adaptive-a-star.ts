/**
 * Multipath Adaptive A*: Adaptive A* whose searches end where they meet any way found before that is still a cheapest one.
 *
 * C. Hernández, J. Baier, R. Asín, "Making A* Run Faster than D*-Lite for Path-Planning in Partially Known Terrain", ICAPS 2014. Costs that
 * fall: C. Hernández, R. Asín, J. Baier, "Reusing Previously Found A* Paths for Fast Goal-Directed Navigation in Dynamic Terrain", AAAI 2015.
 *
 * Departures: the pointer of a vertex that the character leaves stays, because the test of a way is the same with it; a search remembers
 * along which pointers it has walked in vain; a vertex whose estimate was lowered points at once to the vertex that lowered it
 * (their `support`), which says no more than is true and saves an array; where costs are real, an arc is on a cheapest path if the estimate
 * falls by its cost to within rounding.
 */
import { NO_VERTEX } from '@pf/graph';
import { AdaptiveAStar } from './adaptive-a-star.ts';

/**
 * Multipath Adaptive A*: the planner for rooms and scattered obstacles.
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
    return this.ahead[v] === NO_VERTEX ? false : this.arrives(v, budget);
  }
}
