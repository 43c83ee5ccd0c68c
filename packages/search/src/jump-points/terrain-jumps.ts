import type { Counters, Heuristic } from '@pf/graph';
import { checkGrid } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { TerrainCourses } from './terrain-courses.ts';
import { TerrainFrontier } from './terrain-frontier.ts';

/**
 * Jump points on terrain, for `JumpPointSearch`: JPSW (Carlson, Moghadam, Harabor, Stuckey & Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps", AAAI 2023). Supports
 * terrain costs 1 to 255 and one-way cells, 4- or 8-connected, under every corner rule. Paths are optimal. It follows edits of the grid in some microseconds each.
 *
 * Departures: costs are those of the grid, a step's length times the cost of the cell that it enters; the paper takes the mean of the cells touched (terrain-pruning.ts has the proof).
 * Courses to follow are cached by cell and arrival. Scans label the cells that they pass, and end at labels that are no higher or after some distance.
 *
 * Memory: 8 bytes per vertex, in addition to the 16 of the search. On uniform terrain without one-way cells the default locator is several times as fast.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpPointSearch, TerrainJumps } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.999.', '.....']);
 * const search = new JumpPointSearch(grid, { locator: new TerrainJumps(grid) });
 * search.search(grid.vertex(0, 1), grid.vertex(4, 1)); // ≈ 4.8284
 * grid.setRectangle(2, 0, 1, 3, 9);
 * search.search(grid.vertex(0, 1), grid.vertex(4, 1)); // ≈ 12.8284
 * ```
 */
export class TerrainJumps {
  /** Goal of the last `begin`. */
  goal = 0;
  private readonly courses: TerrainCourses;

  constructor(readonly grid: Grid) {
    checkGrid(grid, 'TerrainJumps');
    this.courses = new TerrainCourses(grid);
  }

  /** Starts or restarts a search. Edited cells are dropped from the cache at once, so no budget is needed. */
  begin(_start: number, goal: number, _budget?: number): boolean {
    this.courses.update();
    this.goal = goal;
    return true;
  }

  /** Creates the labels, open list and loop of a search. `given` is the user's heuristic, if any. */
  frontier(counters: Counters, given?: Heuristic): TerrainFrontier {
    return new TerrainFrontier(this.grid, this.courses, counters, given);
  }
}
