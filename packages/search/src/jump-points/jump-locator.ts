import type { Grid } from '@pf/grid';

/**
 * Finds the jump points that follow a vertex. Jump point search scans for them; JPS+ has looked them up in advance, and with goal
 * bounding leaves out those that lie on no shortest path to the goal. The search is the same.
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
  /** Where it finds jump points: a search of another grid is rejected. */
  readonly grid: Grid;
  /**
   * What the last call of `jumps` found, each as 16 · vertex + arrival, an arrival being a number from 0 to 7 that the locator gives a
   * meaning (`JumpRules` has one). From the vertex asked for, each is reached by diagonal steps first and straight ones after, in
   * a 4-connected world by horizontal steps first and vertical ones after, all of them legal.
   */
  readonly found: Int32Array;
  /**
   * That of the last `begin` that was done. A search that goes on and finds the goal of another here begins again: so searches can share a locator,
   * and `jumps` must not depend on the start.
   */
  readonly goal: number;
  /**
   * A search begins, or begins again after an edit, or after another search. Edits of the world show from now on, and only now. Takes in `budget` edited
   * cells at most, or as much of the whole world as takes that long, by default all; returns whether it is done, and else has to be called again before
   * `jumps` is.
   */
  begin(start: number, goal: number, budget?: number): boolean;
  /**
   * Finds the jump points that follow `v`, reached by `arrival` (8: it is the start), and the goal, where it can be reached from here as a
   * jump point can. Returns how many; where the goal is one of them, it may be the only one.
   */
  jumps(v: number, arrival: number): number;
}
