import type { Heuristic } from '@pf/graph';
import type { RoutePlanner } from './route-planner.ts';

/** Options of a `Dispatcher`. */
export interface DispatcherOptions {
  /**
   * Returns the planner of a unit; called once for each. Searches can be shared by all units; planners that repair their answer are best one for each unit.
   *
   * While requests wait, the planner belongs to the dispatcher. If you use it between two frames, the current request begins again behind the others. If you
   * use it every frame, a request may never finish. Use another search for your own queries.
   */
  readonly planner: (unit: number) => RoutePlanner;
  /** Guides the greedy steps of units without a path; without it they wait. With `collisions: 'avoid'` the default is the heuristic of the graph. */
  readonly heuristic?: Heuristic | undefined;
  /** From this many units with one goal on, they share a flow field, once that costs less than their searches. Default 3; `Infinity` turns sharing off. */
  readonly shareFrom?: number | undefined;
  /** The number of flow fields at once, 40 bytes a vertex each. Default 4. */
  readonly fields?: number | undefined;
  /**
   * 'pass' (the default): units walk through each other. 'avoid': at most one is on a vertex, no two swap places or cross, and those without an order step
   * aside.
   */
  readonly collisions?: 'pass' | 'avoid' | undefined;
}

/** What happened in one frame. */
export interface FrameReport {
  /** Expansions spent on planning. A changed vertex that a planner reads counts as one. */
  expanded: number;
  /** Requests that were answered: a path was found, or none exists. */
  planned: number;
  /** Units that moved. */
  moved: number;
  /** Units that wait for a path. Units that follow an older path meanwhile do not count. */
  waiting: number;
}
