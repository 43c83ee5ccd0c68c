import type { Counters, Graph, Heuristic, Signal } from '@pf/graph';

/**
 * Finds cheapest paths again and again while the world changes and the character moves. The same verbs for every algorithm.
 *
 * `cost`, `next` and `path` speak of the question as it stood when `run` last returned true. Changes reported after
 * that (a move, a change, another goal) is taken in by the next `run`, which is free where nothing that matters has changed.
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
  /** The world that it plans on. */
  readonly graph: Graph;
  /** Where the character stands. */
  readonly start: number;
  /** Where it wants to go. */
  readonly goal: number;
  /** The cost from start to goal; Infinity if there is no path, or none has been planned. */
  readonly cost: number;
  /** What all plans since `begin` have cost. */
  readonly counters: Counters;
  /** The vertex expanded last: with a budget of 1, all of them in turn. */
  readonly lastExpanded: number;

  /**
   * Asks a new question and forgets all others. A planner that does not take all costs checks them when a change was not reported:
   * a graph that does not count its edits (`version`), and is no lattice, it reads whole.
   */
  begin(start: number, goal: number): void;
  /**
   * Expands `budget` vertices at most, fewer where the signal is aborted; true when it is done, and false when it has to be called again. It begins anew
   * where the graph or the heuristic has thrown, here or elsewhere. Edits that were not reported are followed by the graph's `changedSince`; without one,
   * a `version` that has risen makes it begin anew.
   */
  run(budget?: number, signal?: Signal): boolean;
  /** The vertex after the start; NO_VERTEX at the goal and if there is no path. */
  next(): number;
  /** Writes the path from start to goal into `out`; returns how many vertices it has, 0 if there is no path. */
  path(out: Uint32Array): number;
  /** The character stands at `v` now. */
  moveTo(v: number): void;
  /** The goal is `v` now. Adaptive planners keep what they have learned, the others begin again. */
  goalMovedTo(v: number): void;
  /**
   * Reports that arcs leaving `tails[0 … n − 1]` have come, gone or changed their costs. Grids and compressed graphs need no report; a graph without a `version`
   * needs one for each edit, before the next `run` and before the next edit. While there is a cost among them that the planner rejects, it has no answer.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void;
  /** Whether `v` waits in the queue: for drawing. */
  isOpen(v: number): boolean;
}

/**
 * What orders the queue. `larger-g` and `smaller-g` are heaps that break ties by the cost from the root of the search;
 * `buckets` has one for each whole-number priority and breaks ties last in, first out. What lies too far off for buckets waits in a heap.
 */
export type QueueOrder = 'buckets' | 'larger-g' | 'smaller-g';

/** Options of every planner. */
export interface PlannerOptions {
  /**
   * Consistent, and obeying the triangle inequality, through all changes to come. Default: the graph's own, `graph.heuristic({ least: 1 })`, where it has
   * one, as grids and meshes do; else 0.
   */
  readonly heuristic?: Heuristic | undefined;
  /**
   * Default: buckets where costs are whole numbers up to 2¹⁶ (of a lattice: on terrain of 1), else larger-g; of D* Extra Lite smaller-g. Buckets taken by
   * default give way to that heap when a cost comes that is not whole.
   */
  readonly queue?: QueueOrder | undefined;
}

/** All that `queue` can be. */
export const QUEUE_ORDERS: readonly QueueOrder[] = ['buckets', 'larger-g', 'smaller-g'];

/** Throws on an estimate that is no finite number: no queue would ever come to the end of those. */
export function checkEstimate(estimate: number, from: number, to: number): void {
  if (estimate < Infinity) return;
  throw new RangeError(`The heuristic estimates ${estimate} between ${from} and ${to}, and planners need a finite number: where there is no way, let it give the largest cost that a way can have.`);
}
