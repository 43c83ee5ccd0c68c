import type { Counters } from '@pf/graph';
import { checkGrid } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { TerrainCourses } from './terrain-courses.ts';
import { TerrainFrontier } from './terrain-frontier.ts';

/**
 * Jump points on terrain, for `JumpPointSearch`: JPSW (Carlson, Moghadam, Harabor, Stuckey & Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps", AAAI 2023). It takes
 * cells of cost 1 to 255 and one-way cells, 4- or 8-connected, under each corner rule. Paths cost what A* finds. Edits of the grid are followed; one takes some microseconds.
 *
 * Departures: costs are those of the grid, a step's length times the cell that it enters, where the paper takes the mean of the cells touched (terrain-pruning.ts has the proof).
 * What has to be followed from a cell is kept by cell and arrival. Scans label the cells that they pass and end at labels that are no higher, or some way ahead.
 *
 * 8 bytes a vertex, besides the 16 of the search. On ground of one cost without one-way cells the default locator is several times as fast.
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
  /** The goal of the last `begin`. */
  goal = 0;
  private readonly courses: TerrainCourses;

  constructor(readonly grid: Grid) {
    checkGrid(grid, 'TerrainJumps');
    this.courses = new TerrainCourses(grid);
  }

  /** A search begins, or begins again after an edit: what it changed is forgotten at once, so that there is nothing for a budget. */
  begin(_start: number, goal: number, _budget?: number): boolean {
    this.courses.update();
    this.goal = goal;
    return true;
  }

  /** The labels, the open list and the loop of a search. */
  frontier(counters: Counters): TerrainFrontier {
    return new TerrainFrontier(this.grid, this.courses, counters);
  }
}
