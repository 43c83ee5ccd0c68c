import type { Graph, Heuristic } from '@pf/graph';
import { ArcBuffer, checkHeuristic, nextStamp, shown } from '@pf/graph/kit';
import { CostBound, ROUNDING } from './agent.ts';

/** Throws unless `h`, which the heuristic returned, is a number. */
export function checkEstimate(h: unknown, v: number, goal: number): void {
  if (typeof h === 'number' && !Number.isNaN(h)) return;
  throw new TypeError(`The heuristic returned ${shown(h)} from vertex ${v} to goal ${goal}: it must return a number, or Infinity if no path leads there.`);
}

/**
 * Whether the estimate of `v` exceeds the cost of an arc plus the estimate at its head.
 *
 * Learning raises an estimate to the lowest of these sums, and blocked arcs only raise the sums. So a raised estimate exceeds one only if an arc has become cheaper. Otherwise
 * all estimates are admissible: along a cheapest path, each is at most the cost to the next vertex whose estimate was not raised, plus that estimate. Where
 * learning multiplies costs by `weight`, so does this.
 */
export function exceedsAnArc(arcs: ArcBuffer, v: number, h: (v: number) => number, weight = 1): boolean {
  const { to, cost } = arcs;
  const estimate = h(v);
  for (let i = arcs.leaving(v) - 1; i >= 0; i--) if (estimate > (weight * cost[i] + h(to[i])) * ROUNDING) return true;
  return false;
}

/**
 * The estimates of a real-time agent, 12 bytes a vertex. Stamps distinguish those of the present goal from older ones, so a new goal
 * takes constant time.
 */
export class LearnedHeuristic {
  /** Valid where `stamp` is the present generation; elsewhere the heuristic has not been called yet. */
  private readonly value: Float64Array;
  private readonly stamp: Uint32Array;
  private generation = 0;
  private goal = -1;
  /** Factor on costs when estimates are raised. Estimates are at most this many times the true cost. */
  weight = 1;
  private readonly heuristic: Heuristic;
  private readonly costBound: CostBound;
  private readonly arcs: ArcBuffer;

  constructor(graph: Graph, heuristic: Heuristic, costBound: number | undefined) {
    checkHeuristic(heuristic);
    this.value = new Float64Array(graph.vertexCount);
    this.stamp = new Uint32Array(graph.vertexCount);
    this.heuristic = heuristic;
    this.arcs = new ArcBuffer(graph);
    this.costBound = new CostBound(graph, costBound, this.arcs);
  }

  begin(goal: number): void {
    this.goal = goal;
    this.generation = nextStamp(this.stamp, this.generation);
  }

  get(v: number): number {
    if (this.stamp[v] === this.generation) return this.value[v];
    const h = this.initial(v);
    this.stamp[v] = this.generation;
    this.value[v] = h;
    return h;
  }

  set(v: number, h: number): void {
    this.stamp[v] = this.generation;
    this.value[v] = h;
  }

  /** The estimate before learning. */
  initial(v: number): number {
    if (v === this.goal) return 0;
    const h = this.heuristic(v, this.goal);
    checkEstimate(h, v, this.goal);
    return h;
  }

  /** Forgets all learned estimates if a cheaper arc makes one too high; returns whether it did. `h` returns the estimates of an agent with higher ones. */
  arcsChanged(tails: ArrayLike<number>, n: number, h = (v: number): number => this.get(v)): boolean {
    this.costBound.arcsChanged(tails, n);
    for (let i = 0; i < n; i++) {
      const v = tails[i];
      // With an inconsistent heuristic, an estimate that was never raised can exceed an arc: there is nothing to forget.
      if (this.stamp[v] !== this.generation || !exceedsAnArc(this.arcs, v, h, this.weight) || h(v) <= this.initial(v)) continue;
      this.begin(this.goal);
      return true;
    }
    return false;
  }

  /** Whether a learned estimate of `h` proves that there is no path. */
  provesUnreachable(h: number): boolean {
    return this.costBound.isExceededBy(h / this.weight);
  }
}
