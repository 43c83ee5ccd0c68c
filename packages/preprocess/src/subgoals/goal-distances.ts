/** Distances to a goal for a builder of subgoal trees, on any graph. For uniform grids see octile-distances.ts. */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { greedyStep } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';

/** What the builder of subgoal trees needs: cheapest paths to a goal, exact estimates, greedy steps. */
export interface GoalDistances {
  /**
   * Finds the cheapest paths to `goal` and gives each vertex its subgoal, in order from the goal: that of a neighbour on a
   * cheapest path if that is known to work, else the result of `choose`.
   */
  run(goal: number, sub: Int32Array, choose: (v: number) => number): void;
  /** The i-th neighbour of `v` on a cheapest path; NO_VERTEX after the last. */
  parent(v: number, i: number): number;
  /** Whether the estimate from `v` to `subgoal` equals the difference of their costs. */
  isExact(v: number, subgoal: number): boolean;
  /** The greedy step from `v`, whose estimate is exact. NO_VERTEX if the step is not on a cheapest path, or the estimate at its end is not exact. */
  step(v: number, subgoal: number): number;
}

/** Any graph and any consistent heuristic, by Dijkstra's algorithm. */
export class GeneralDistances implements GoalDistances {
  private readonly order: Uint32Array;
  private readonly dijkstra: Dijkstra;
  private readonly costs: Float64Array;
  private readonly to: Uint32Array;
  private readonly arcs: Float64Array;
  private readonly scratch: Uint32Array;
  private readonly scratchCost: Float64Array;
  private asked = NO_VERTEX;
  private degree = 0;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.dijkstra = new Dijkstra(graph, { direction: 'backward' });
    this.order = new Uint32Array(graph.vertexCount);
    this.costs = new Float64Array(graph.vertexCount);
    this.to = new Uint32Array(graph.maxDegree);
    this.arcs = new Float64Array(graph.maxDegree);
    this.scratch = new Uint32Array(graph.maxDegree);
    this.scratchCost = new Float64Array(graph.maxDegree);
  }

  run(goal: number, sub: Int32Array, choose: (v: number) => number): void {
    const { dijkstra, order } = this;
    this.asked = NO_VERTEX;
    const count = dijkstra.flood(goal);
    dijkstra.reached(order);
    dijkstra.distances(this.costs);
    for (let i = 1; i < count; i++) sub[order[i]] = choose(order[i]);
  }

  parent(v: number, i: number): number {
    const { to, arcs, costs } = this;
    if (v !== this.asked) {
      this.asked = v;
      const n = this.graph.successors(v, to, arcs);
      this.degree = 0;
      for (let j = 0; j < n; j++) if (costs[to[j]] < costs[v] && addsUp(arcs[j], costs[to[j]], costs[v])) to[this.degree++] = to[j];
    }
    return i < this.degree ? to[i] : NO_VERTEX;
  }

  isExact(v: number, subgoal: number): boolean {
    return addsUp(this.heuristic(v, subgoal), this.costs[subgoal], this.costs[v]);
  }

  step(v: number, subgoal: number): number {
    const { costs, heuristic, scratchCost } = this;
    const next = greedyStep(this.graph, heuristic, v, subgoal, this.scratch, scratchCost);
    // Costs must fall at each step, or the walk might not end.
    if (next === NO_VERTEX || !(costs[next] < costs[v] && addsUp(scratchCost[0], costs[next], costs[v]))) return NO_VERTEX;
    return addsUp(scratchCost[0], heuristic(next, subgoal), heuristic(v, subgoal)) ? next : NO_VERTEX;
  }
}

/**
 * Whether `part` + `rest` equals `whole` within rounding. The tolerance must stay below `part`: on long paths, a billionth of the
 * whole may be more than that.
 */
export function addsUp(part: number, rest: number, whole: number): boolean {
  return Math.abs(part + rest - whole) <= Math.min(1e-9 * whole, 1e-3 * part);
}
