/**
 * A search as a dispatcher uses it: begins a query, runs in slices, and returns a path that contains every vertex.
 *
 * - Searches of @pf/search that take a start and a goal are suitable, and one can serve all units. `LazyThetaStar` is not: its paths leave vertices out.
 * - Planners of @pf/incremental are suitable too. They repair their answer, so each unit needs its own.
 * - A member `graph`, which those have, must be the graph of the dispatcher or a view of it, as by `withCosts`: `add` throws for another.
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
  /** Begins a query, without expansions. */
  begin(start: number, goal: number): void;
  /** Makes at most `budget` expansions; returns whether it is done. */
  run(budget: number): boolean;
  /** Writes the path, start first, and returns its length; 0 if there is none. */
  path(out: Uint32Array): number;
  /**
   * `expanded`: the expansions since `begin`, which the dispatcher charges to the frame. `queries`: the number of calls of `begin`. Without `queries`, a
   * dispatcher does not notice that you used the planner if the number of expansions is the same.
   */
  readonly counters: { readonly expanded: number; readonly queries?: number | undefined };
  /**
   * Whether `path` leads as near to an unreachable goal as it can. Otherwise, units that share an unreachable goal stay where they are, without a search of
   * their own.
   */
  readonly nearest?: boolean | undefined;
  /**
   * Whether the next `run` starts over, since an edit changed what it has read; asked after an edit that the `version` of the graph shows. A planner with neither this nor
   * `arcsChanged` begins again after every edit.
   */
  readonly isStale?: boolean | undefined;
  /** Whether `run` looks for edits, true from each `begin` on. A dispatcher sets it to false after edits have made searches for a unit start over again and again: the path is used as far as it is open. */
  followsEdits?: boolean | undefined;
  /** For planners that repair their answer: the unit has moved to `v`. */
  moveTo?(v: number): void;
  /** For planners that repair their answer: the outgoing arcs of these vertices have changed. */
  arcsChanged?(tails: ArrayLike<number>, n: number): void;
}
