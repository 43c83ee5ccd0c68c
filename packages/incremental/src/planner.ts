import type { Counters, Graph, Heuristic, Signal } from '@pf/graph';

/**
 * Plans cheapest paths while the world changes and the agent moves. All planners have these methods.
 *
 * `cost`, `next` and `path` describe the world as it was when `run` last returned true, from the present position. Edits are handled by the next `run`, which is
 * free if nothing relevant has changed. After a reported edit that may matter, another goal, a move to another vertex than `next()` (while the weight is above 1, any
 * move) or a `run` that returned false, there is no answer until `run` returns true: `cost` is Infinity, `next` returns NO_VERTEX and `path` 0.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import type { Planner } from '@pf/incremental';
 * import { DStarLite } from '@pf/incremental';
 *
 * const grid = new Grid(5, 5, { metric: '5/7' });
 * const planner: Planner = new DStarLite(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 2), grid.vertex(4, 2));
 * planner.run(); // → true
 * planner.cost; // → 20
 *
 * planner.moveTo(planner.next());
 * grid.setBlocked(2, 2, true);
 * planner.run();
 * planner.cost; // → 22
 * ```
 */
export interface Planner {
  /** The graph on which it plans. */
  readonly graph: Graph;
  /** Position of the agent. */
  readonly start: number;
  /** Goal of the agent. */
  readonly goal: number;
  /** Cost from start to goal; Infinity if there is no path or none has been planned. */
  readonly cost: number;
  /** Work of all plans since `begin`. */
  readonly counters: Counters;
  /** Vertex expanded last. With a budget of 1 it shows every expansion in turn. */
  readonly lastExpanded: number;

  /**
   * Starts a new query and drops the previous one. Planners that do not accept all costs check those of unreported edits. This reads the whole graph if it is
   * a view by `avoiding` or `withCosts`, has no `version` or no longer remembers its edits; never a grid, or a graph with a `costRange`.
   */
  begin(start: number, goal: number): void;
  /**
   * Expands at most `budget` vertices, fewer if the signal is aborted. Where a tree or a queue must be updated first, as after a move, that counts too: up to 8 vertices as one expansion. Returns
   * true when done, false if it must be called again. Follows
   * unreported edits through the graph's `changedSince`; without it, a new `version` restarts the plan. An exception of the graph or the heuristic
   * also restarts it. A restart after edits that the graph does not remember reads the whole graph outside of the budget in `LPAStar`, `DStarLite`, `MovingTargetDStarLite`,
   * `ADStar` and `FocussedDStar`, and in all planners with buckets, unless it has a `costRange` or is a grid.
   */
  run(budget?: number, signal?: Signal): boolean;
  /** Next vertex on the path; NO_VERTEX at the goal, without a path and without an answer. */
  next(): number;
  /** Writes the path from start to goal into `out` and returns its number of vertices; 0 without a path. */
  path(out: Uint32Array): number;
  /** Reports that the agent has moved to `v`. */
  moveTo(v: number): void;
  /** Reports that the goal has moved to `v`. Adaptive planners keep their learned estimates, those for moving targets their trees; others start over. */
  goalMovedTo(v: number): void;
  /**
   * Reports that arcs leaving `tails[0 … n − 1]` were added, removed, or changed in cost. Graphs with `changedSince`, such as grids, need no report. A graph without a `version`
   * needs one after each edit, before the next `run` or edit. If `changedSince` returns −1, the plan starts over despite a report, since estimates may have fallen. While a cost is
   * invalid for the planner, it has no answer.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void;
  /** Whether `v` is in the queue. For drawing. */
  isOpen(v: number): boolean;
}

/**
 * Kind of queue. `larger-g` and `smaller-g` are heaps that break ties by the cost from the root of the search.
 * `buckets` needs whole-number priorities and breaks ties last in, first out; entries too far off for buckets go to a heap.
 */
export type QueueOrder = 'buckets' | 'larger-g' | 'smaller-g';

/** Options of planners; `FocussedDStar` has no `queue`. */
export interface PlannerOptions {
  /**
   * Must be right between any two vertices, consistent, and obey the triangle inequality, through all later changes. Default: `graph.heuristic({ least: 1 })` if the graph has it, as
   * grids and meshes do; else 0.
   */
  readonly heuristic?: Heuristic | undefined;
  /**
   * Default: buckets if costs are whole numbers up to 2¹⁶ (on a lattice: with terrain 1) and the graph is no view by `avoiding` or `withCosts`, else larger-g.
   * Default buckets are replaced by that heap when a cost appears that is fractional or above 2⁵¹ / vertexCount.
   */
  readonly queue?: QueueOrder | undefined;
}

/** All values of `queue`. */
export const QUEUE_ORDERS: readonly QueueOrder[] = ['buckets', 'larger-g', 'smaller-g'];

/** Throws on an estimate that is not finite, as the queue would never reach its end. */
export function checkEstimate(estimate: number, from: number, to: number): void {
  if (estimate < Infinity) return;
  throw new RangeError(`The heuristic estimates ${estimate} between ${from} and ${to}, but planners need a finite number: without a path, return an upper bound on the cost of any path.`);
}
