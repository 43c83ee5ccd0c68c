/**
 * A search as a dispatcher sees it: begun, run for so many expansions at a time, asked for its path, which has every vertex on the way. Those of
 * @pf/search that take a start and a goal are such by their shape, but for LazyThetaStar, whose paths leave vertices out and are refused; and the planners
 * of @pf/incremental, which mend their answers: of those each character needs one of its own.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DStarLite } from '@pf/incremental';
 * import { Dispatcher } from '@pf/crowd';
 *
 * const grid = new Grid(5, 5, { metric: '5/7' });
 * const dispatcher = new Dispatcher(grid, { planner: () => new DStarLite(grid, { heuristic: grid.heuristic() }) });
 * const scout = dispatcher.add(grid.vertex(0, 0));
 * dispatcher.order(scout, grid.vertex(2, 2));
 * dispatcher.frame({ expansions: 100 });
 * dispatcher.frame({ expansions: 100 });
 * dispatcher.status(scout); // → 'idle'
 * ```
 */
export interface RoutePlanner {
  /** Takes a question; nothing is expanded yet. */
  begin(start: number, goal: number): void;
  /** Works for at most `budget` expansions; true once it is done. */
  run(budget: number): boolean;
  /** Writes the way, start first, and returns its length: 0 where there is none. */
  path(out: Uint32Array): number;
  /**
   * How many vertices it has expanded since `begin`: the dispatcher charges the difference to the frame. And how often it was begun: without that, a question
   * of somebody else for which it has expanded as many is not noticed.
   */
  readonly counters: { readonly expanded: number; readonly queries?: number | undefined };
  /** Planners that mend their answer: the character has moved along. */
  moveTo?(v: number): void;
  /** Planners that mend their answer: arcs that leave these vertices have changed. */
  arcsChanged?(tails: ArrayLike<number>, n: number): void;
}
