import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkHeuristic, lastingHeuristic, wholeEstimate } from '@pf/graph/kit';
import { GREATEST_EXACT } from '../arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { checkEstimate } from '../planner.ts';
import type { PlannerNeeds } from '../route-planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { nextStamp } from '../stamps.ts';

/** A planner whose estimates are kept by vertex, for as long as they are those of its question. */
export abstract class EstimatingPlanner extends RoutePlanner {
  protected readonly heuristic: Heuristic;
  /** The estimate plus `shift`, where the epoch is this one. */
  protected readonly h: Float64Array | Int32Array;
  protected readonly epochs: Uint32Array;
  protected epoch = 0;
  /** What was learned before this epoch was learned for another question. */
  protected firstEpoch = 0;
  protected shift = 0;
  /** The target of estimates: the goal, or where the start was when the search backward began. */
  protected anchor = NO_VERTEX;
  /**
   * No path costs more, and no estimate is. With a shift beyond that the next search is anew: estimates might soon be too great for 32 bits, or to be exact.
   * Infinity where neither matters.
   */
  protected readonly mostShift: number;
  /** Costs and estimates are whole numbers: sums of them are exact. */
  protected exact: boolean;

  constructor(
    graph: Graph,
    needs: PlannerNeeds,
    options: PlannerOptions,
    protected readonly backward: boolean,
  ) {
    super(graph, needs, options.queue, options.heuristic);
    const { heuristic = lastingHeuristic(graph) } = options;
    checkHeuristic(heuristic);
    this.heuristic = heuristic;
    this.exact = this.buckets || this.arcs.unit > 1;
    this.mostShift = this.buckets ? this.arcs.greatestOffset() : this.exact ? GREATEST_EXACT : Infinity;
    this.h = this.bounded ? new Int32Array(graph.vertexCount) : new Float64Array(graph.vertexCount);
    this.epochs = new Uint32Array(graph.vertexCount);
  }

  /** Whether 32 bits hold all sums, estimates and shifts. */
  protected get bounded(): boolean {
    return this.buckets && this.mostShift < Infinity;
  }

  protected override takeHeap(): void {
    super.takeHeap();
    this.exact = false;
  }

  /** Computes the estimate of `v` for this epoch. */
  protected estimate(v: number): void {
    const h = this.backward ? this.heuristic(this.anchor, v) : this.heuristic(v, this.anchor);
    checkEstimate(h, v, this.anchor);
    // A whole number below a consistent estimate is consistent as well where costs are whole, and so is the lesser of it and any number.
    this.h[v] = this.exact ? Math.min(wholeEstimate(h, this.arcs.unit), this.mostShift) : h;
    this.epochs[v] = this.epoch;
  }

  /** Makes every estimate stale. */
  protected forget(): void {
    this.epoch = nextStamp(this.epochs, this.epoch);
    this.firstEpoch = this.epoch;
    this.anchor = this.backward ? this.start : this.goal;
    this.shift = 0;
  }
}
