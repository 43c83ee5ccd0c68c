import type { Graph, Heuristic } from '@pf/graph';
import { CostBound } from './agent.ts';

/**
 * Estimates that a real-time agent raises: 12 bytes a vertex. Those of an earlier goal are told by their stamp, so a new
 * goal costs nothing to begin.
 */
export class LearnedHeuristic {
  /** The estimate where `stamp` is the current generation; else the heuristic has not been asked yet. */
  private readonly value: Float64Array;
  private readonly stamp: Uint32Array;
  private generation = 0;
  private goal = -1;
  private readonly heuristic: Heuristic;
  private readonly costBound: CostBound;

  constructor(graph: Graph, heuristic: Heuristic, costBound: number | undefined) {
    this.value = new Float64Array(graph.vertexCount);
    this.stamp = new Uint32Array(graph.vertexCount);
    this.heuristic = heuristic;
    this.costBound = new CostBound(graph, costBound);
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

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.costBound.arcsChanged(tails, n);
  }

  /** Whether an admissible estimate of `h` proves that there is no path. */
  provesUnreachable(h: number): boolean {
    return this.costBound.isExceededBy(h);
  }
}
