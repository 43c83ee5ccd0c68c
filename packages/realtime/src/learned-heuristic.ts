import type { Graph, Heuristic } from '@pf/graph';

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
  private readonly costBound: number | undefined;
  private readonly vertexCount: number;
  private dearest = 0;

  constructor(graph: Graph, heuristic: Heuristic, costBound: number | undefined) {
    if (costBound !== undefined && !(costBound >= 0)) {
      throw new RangeError(`costBound must be 0 or more, got ${costBound}: give the cost that no path of this world exceeds.`);
    }
    this.value = new Float64Array(graph.vertexCount);
    this.stamp = new Uint32Array(graph.vertexCount);
    this.vertexCount = graph.vertexCount;
    this.heuristic = heuristic;
    this.costBound = costBound;
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

  /** To be told of the arcs that are met, so that the bound on the cost of a path is right. */
  meet(cost: number): void {
    if (cost > this.dearest) this.dearest = cost;
  }

  /** Whether an admissible estimate of `h` proves that there is no path. */
  provesUnreachable(h: number): boolean {
    // A simple path has one arc less than there are vertices; half a step of slack absorbs rounding.
    return h > (this.costBound ?? (this.vertexCount - 0.5) * this.dearest);
  }
}
