import type { Grid } from '@pf/grid';

/**
 * Finds the jump points that follow a vertex. Jump point search scans for them; JPS+ has precomputed them, and with goal bounding omits those on no
 * shortest path to the goal. The search is the same.
 *
 * @example
 * ```ts
 * import type { JumpLocator } from '@pf/search/kit';
 * import { Grid } from '@pf/grid';
 * import { JumpPointSearch } from '@pf/search';
 * import { JumpScanner } from '@pf/search/kit';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const scanner = new JumpScanner(grid);
 * let calls = 0;
 * const counting: JumpLocator = {
 *   grid,
 *   found: scanner.found,
 *   get goal() { return scanner.goal; },
 *   begin: (start, goal, budget) => scanner.begin(start, goal, budget),
 *   jumps: (v, arrival) => { calls++; return scanner.jumps(v, arrival); },
 * };
 * new JumpPointSearch(grid, { locator: counting }).search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * calls; // → 2
 * ```
 */
export interface JumpLocator {
  /** The grid of its jump points; searches on other grids reject it. */
  readonly grid: Grid;
  /**
   * Result of the last `jumps`, each as 16 · vertex + arrival; the locator defines the arrivals, 0 to 7 (see `JumpRules`). Each is reached from the
   * given vertex by legal steps, diagonal ones first and straight ones after; in a 4-connected world horizontal ones first and vertical ones after.
   */
  readonly found: Int32Array;
  /**
   * The goal of the last finished `begin`. A search that finds another goal here begins again, so searches can share a locator; `jumps` must not
   * depend on the start.
   */
  readonly goal: number;
  /**
   * Called when a search begins, and again after an edit or another search. Processes edits of the grid, at most `budget` edited cells (default: all)
   * or as much of a new build as takes that long. Returns whether it is finished; if not, it must be called again before `jumps`.
   */
  begin(start: number, goal: number, budget?: number): boolean;
  /**
   * Finds the jump points that follow `v`, reached by `arrival` (8 for the start), and the goal, if it can be reached as a jump point can. Returns their
   * number; if the goal is one of them, it may be the only one.
   */
  jumps(v: number, arrival: number): number;
}
