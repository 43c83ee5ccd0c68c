import type { Graph, Heuristic } from '@pf/graph';
import { ArcBuffer, checkHeuristic } from '@pf/graph/kit';
import { CostBound, ROUNDING } from './agent.ts';

/**
 * Whether the estimate of `v` is more than the cost of an arc from there and the estimate at its head. Learning raises an estimate to the least of
 * these sums, and ways that close only make them more: so a raised estimate exceeds one only where a way has become shorter. As
 * long as none does, all are admissible: along a cheapest path, each is at most the cost to the next vertex whose estimate
 * was never raised, and that estimate.
 */
export function exceedsAnArc(graph: Graph, { to, cost }: ArcBuffer, v: number, h: (v: number) => number): boolean {
  const estimate = h(v);
  for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) if (estimate > (cost[i] + h(to[i])) * ROUNDING) return true;
  return false;
}

/**
 * Estimates that a real-time agent raises: 12 bytes a vertex. The stamp identifies those of an earlier goal, so a new
 * goal costs nothing to begin.
 */
export class LearnedHeuristic {
  /** The estimate where `stamp` is the current generation; else the heuristic has not been asked yet. */
  private readonly value: Float64Array;
  private readonly stamp: Uint32Array;
  private generation = 0;
  private goal = -1;
  private readonly graph: Graph;
  private readonly heuristic: Heuristic;
  private readonly costBound: CostBound;
  private readonly arcs: ArcBuffer;

  constructor(graph: Graph, heuristic: Heuristic, costBound: number | undefined) {
    checkHeuristic(heuristic);
    this.value = new Float64Array(graph.vertexCount);
    this.stamp = new Uint32Array(graph.vertexCount);
    this.graph = graph;
    this.heuristic = heuristic;
    this.arcs = new ArcBuffer(graph);
    this.costBound = new CostBound(graph, costBound, this.arcs);
  }

  begin(goal: number): void {
    this.goal = goal;
    if (++this.generation === 0x100000000) {
      this.stamp.fill(0);
      this.generation = 1;
    }
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

  /** What the heuristic says before anything is learned. */
  initial(v: number): number {
    return v === this.goal ? 0 : this.heuristic(v, this.goal);
  }

  /** Forgets what was learned where a way has become shorter, and says whether it has. `h` gives the estimates of who knows more of them. */
  arcsChanged(tails: ArrayLike<number>, n: number, h = (v: number): number => this.get(v)): boolean {
    this.costBound.arcsChanged(tails, n);
    for (let i = 0; i < n; i++) {
      const v = tails[i];
      // Of a heuristic that is not consistent, an estimate that nobody has raised can exceed an arc: there is nothing to forget.
      if (this.stamp[v] !== this.generation || !exceedsAnArc(this.graph, this.arcs, v, h) || h(v) <= this.initial(v)) continue;
      this.begin(this.goal);
      return true;
    }
    return false;
  }

  /** Whether an admissible estimate of `h` proves that there is no path. */
  provesUnreachable(h: number): boolean {
    return this.costBound.isExceededBy(h);
  }
}
