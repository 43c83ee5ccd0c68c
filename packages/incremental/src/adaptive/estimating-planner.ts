import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkSelfEstimate, nextStamp, wholeEstimate } from '@pf/graph/kit';
import { GREATEST_EXACT } from '../arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { checkEstimate } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';

/** A planner that stores estimates by vertex, as long as its query lasts. */
export abstract class EstimatingPlanner extends RoutePlanner {
  /** Estimate plus `shift`; valid in the current epoch. */
  protected readonly h: Float64Array | Int32Array;
  protected readonly epochs: Uint32Array;
  protected epoch = 0;
  /** First epoch of the current query; estimates of earlier epochs are invalid. */
  protected firstEpoch = 0;
  protected shift = 0;
  /** Target of the estimates: the goal or, for backward searches, the start when the search began. */
  protected anchor = NO_VERTEX;
  /** Whether estimates are kept from before an edit in which vertices may have moved, as faces of a mesh do. Towards another goal they bound nothing. */
  protected edited = false;
  /**
   * Upper bound on path costs and estimates. With a larger shift the next search starts over, before estimates exceed 32 bits or become inexact.
   * Infinity if neither can happen.
   */
  protected readonly mostShift: number;
  /** Whether costs and estimates are whole numbers, so that sums are exact. */
  protected exact: boolean;

  constructor(
    graph: Graph,
    options: PlannerOptions,
    protected readonly backward: boolean,
  ) {
    super(graph, { planner: 'A*', positive: false }, options.queue, options.heuristic);
    this.exact = this.buckets || this.arcs.unit > 1;
    this.mostShift = this.buckets ? this.arcs.greatestOffset() : this.exact ? GREATEST_EXACT : Infinity;
    this.h = this.bounded ? new Int32Array(graph.vertexCount) : new Float64Array(graph.vertexCount);
    this.epochs = new Uint32Array(graph.vertexCount);
  }

  /** Whether 32 bits hold all sums, estimates and shifts. */
  protected get bounded(): boolean {
    return this.buckets && this.mostShift < Infinity;
  }

  protected override replaceBuckets(): void {
    super.replaceBuckets();
    this.exact = false;
  }

  /** Computes the estimate of `v` for this epoch. */
  protected estimate(v: number): void {
    this.h[v] = this.backward ? this.estimateOf(this.anchor, v) : this.estimateOf(v, this.anchor);
    this.epochs[v] = this.epoch;
  }

  /** The estimate between two vertices, in units. */
  protected estimateOf(from: number, to: number): number {
    const h = this.heuristic(from, to);
    checkEstimate(h, from, to);
    // With whole costs, a consistent estimate stays consistent if rounded down, and if capped.
    return this.exact ? Math.min(wholeEstimate(h, this.arcs.unit), this.mostShift) : h;
  }

  /** Makes every estimate stale. */
  protected forget(): void {
    this.epoch = nextStamp(this.epochs, this.epoch);
    this.firstEpoch = this.epoch;
    this.anchor = this.backward ? this.start : this.goal;
    if (this.backward) checkSelfEstimate(this.heuristic, this.anchor);
    this.shift = 0;
    this.edited = false;
  }
}
