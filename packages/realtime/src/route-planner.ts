/**
 * A search as a dispatcher sees it: begun, run for so many expansions at a time, asked for its path. Every search of @pf/search is one by
 * its shape, every planner of @pf/incremental by `replanning`.
 */
export interface RoutePlanner {
  /** Takes a question; nothing is expanded yet. */
  begin(start: number, goal: number): void;
  /** Works for at most `budget` expansions; true once it is done. */
  run(budget: number): boolean;
  /** Writes the way, start first, and returns its length: 0 where there is none. */
  path(out: Uint32Array): number;
  /** How many vertices it has expanded since `begin`: the dispatcher charges the difference to the frame. */
  readonly counters: { readonly expanded: number };
  /** Planners that mend their answer: the character has moved along. */
  moveTo?(v: number): void;
  /** Planners that mend their answer: arcs that leave these vertices have changed. */
  arcsChanged?(tails: ArrayLike<number>, n: number): void;
}

/** A planner of @pf/incremental, by its shape. */
export interface Replanner extends Omit<RoutePlanner, 'run'> {
  /** Works for at most `budget` expansions; true once it is done. */
  plan(budget?: number): boolean;
}

/**
 * A planner that mends its answer, as a dispatcher takes it. It needs one of its own for each character.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DStarLite } from '@pf/incremental';
 * import { Dispatcher, replanning } from '@pf/realtime';
 *
 * const grid = new Grid(5, 5, { metric: '5/7' });
 * const dispatcher = new Dispatcher(grid, { planner: () => replanning(new DStarLite(grid, { heuristic: grid.heuristic() })) });
 * const scout = dispatcher.add(grid.vertex(0, 0));
 * dispatcher.order(scout, grid.vertex(2, 2));
 * dispatcher.frame({ expansions: 100 });
 * dispatcher.frame({ expansions: 100 });
 * dispatcher.status(scout); // → 'idle'
 * ```
 */
export function replanning(planner: Replanner): RoutePlanner {
  return {
    counters: planner.counters,
    begin: (start, goal) => planner.begin(start, goal),
    run: (budget) => planner.plan(budget),
    path: (out) => planner.path(out),
    ...(planner.moveTo && { moveTo: (v: number) => planner.moveTo?.(v) }),
    ...(planner.arcsChanged && { arcsChanged: (tails: ArrayLike<number>, n: number) => planner.arcsChanged?.(tails, n) }),
  };
}

/** What a frame may spend on planning: a count, the same on every machine, or time by the caller's clock. */
export type Budget = { readonly expansions: number } | { readonly milliseconds: number; readonly now: () => number };

/** Expansions between two looks at the clock: about ten microseconds. */
const SLICE = 128;

/** Hands out a budget piece by piece. */
export class Meter {
  spent = 0;
  private readonly left: () => number;

  constructor(budget: Budget) {
    if ('expansions' in budget) {
      if (!(budget.expansions >= 0)) throw new RangeError(`A budget must be 0 expansions or more, got ${budget.expansions}.`);
      this.left = () => budget.expansions - this.spent;
    } else {
      if (!(budget.milliseconds >= 0)) throw new RangeError(`A budget must be 0 milliseconds or more, got ${budget.milliseconds}.`);
      const end = budget.now() + budget.milliseconds;
      this.left = () => (budget.now() < end ? SLICE : 0);
    }
  }

  /** How many expansions may be spent before asking again. */
  slice(): number {
    return this.left();
  }
}
