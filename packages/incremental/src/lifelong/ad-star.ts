/**
 * AD*: M. Likhachev, D. Ferguson, G. Gordon, A. Stentz, S. Thrun, "Anytime Dynamic A*: An Anytime, Replanning Algorithm", ICAPS 2005. LPA* with a weight
 * that falls from search to search, as in ARA*, and rises again after a change.
 *
 * Departures: those of lifelong-search.ts. The weight returns to its first value after every change, not only after large ones:
 * consistent vertices are kept, so a small change costs little.
 */
import type { Graph, Signal } from '@pf/graph';
import { checkBudget, checkOptions, shown } from '@pf/graph/kit';
import { LifelongSearch, UPKEEP } from './lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';

/** Options of `ADStar`: heuristic, queue, and weight. */
export interface ADStarOptions extends PlannerOptions {
  /**
   * Bound of the first path after `begin` and after a change, as a multiple of the optimum. 1 or more; default 3. The bound does not hold for the rest of a
   * path: unless improved to 1, after a move there is no path until the next `run`.
   */
  readonly weight?: number | undefined;
  /** The decrease of the weight with each improvement. Default 0.5. */
  readonly step?: number | undefined;
}

/**
 * Finds a path within a stated bound at once, improves it while there is time, and repairs it when the world changes.
 *
 * `run` finds a path within the current weight; each `improve` continues towards the cheapest. While an improvement is interrupted, the
 * planner has no path: keep the last one. Its queue is a heap.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { ADStar } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['......', '.####.', '......']);
 * const planner = new ADStar(grid, { weight: 2.5 });
 * planner.begin(grid.vertex(0, 0), grid.vertex(5, 2));
 * planner.run(); // → true
 * planner.cost <= planner.bound * 7; // → true
 * planner.improve(); // → true
 * [planner.cost, planner.bound]; // → [7, 1]
 *
 * grid.setBlocked(3, 0, true);
 * grid.setBlocked(3, 2, true);
 * planner.run();
 * planner.cost; // → Infinity
 * ```
 */
export class ADStar extends LifelongSearch {
  private readonly first: number;
  private readonly step: number;
  /** The cost of the best path from the present start so far. */
  private least = Infinity;

  constructor(graph: Graph, options: ADStarOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'weight', 'step'], 'ADStar');
    const { weight = 3, step = 0.5, queue = 'larger-g' } = options;
    if (typeof weight !== 'number' || !(weight >= 1 && weight < Infinity)) throw new RangeError(`The weight of the heuristic must be 1 or more and finite, got ${shown(weight)}.`);
    if (typeof step !== 'number' || !(step > 0)) throw new RangeError(`The step by which the weight falls must be above 0, got ${shown(step)}.`);
    if (queue === 'buckets') throw new RangeError("Buckets need whole-number keys, and the weight of AD* falls through fractions: give it a heap (queue: 'larger-g').");
    super(graph, { ...options, queue }, { planner: 'AD*', weight, lazyKeys: false, optimized: true });
    this.first = weight;
    this.step = step;
  }

  /** The path costs at most this multiple of the optimum; Infinity if there is no path. */
  get bound(): number {
    return this.settled && this.total < Infinity ? this.weighting.weight : Infinity;
  }

  /**
   * Improves the path for at most `budget` expansions or until `signal` is aborted. Returns true once the path is the cheapest, or
   * if there is none. A path that costs more than an earlier one is not shown: the improvement continues.
   */
  improve(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    let left = budget;
    for (;;) {
      const before = this.counters.expanded + this.requeued / UPKEEP;
      if (!this.run(left, signal)) return false;
      left -= this.counters.expanded + this.requeued / UPKEEP - before;
      const { weight } = this.weighting;
      if (weight === 1 || this.total === Infinity) return true;
      const isOver = !(left > 0) || signal?.aborted === true;
      // Its bound is lower, but the path along the pointers may cost more: a path can cost less than the labels of its vertices say.
      const isWorse = this.total > this.least;
      if (!isWorse) this.least = this.total;
      if (isOver && !isWorse) return false;
      // From a large weight, small steps would take too long.
      this.setWeight(Math.max(1, weight - Math.max(this.step, weight / 8)));
      if (isOver) return false;
    }
  }

  protected override reset(): void {
    this.weighting.weight = this.first;
    this.least = Infinity;
    super.reset();
  }

  protected override moved(along: boolean, from: number): void {
    this.least = Infinity;
    super.moved(along, from);
  }

  protected override changed(tails: ArrayLike<number>, n: number): void {
    this.least = Infinity;
    this.setWeight(this.first);
    super.changed(tails, n);
  }
}
