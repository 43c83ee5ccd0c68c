/** Costs of cheapest paths to a goal, as a builder of subgoal trees needs them: for any graph. For uniform grids see octile-distances.ts. */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { greedyStep } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';

/** What the builder needs to know of a world: cheapest paths to a goal, exact estimates, greedy steps. */
export interface GoalDistances {
  /**
   * Finds the cheapest paths to `goal`, and gives each vertex on them its subgoal, after those that lie between it and the goal: that of a neighbour on a
   * cheapest path where it sees that this serves, and else what `choose` says.
   */
  run(goal: number, sub: Int32Array, choose: (v: number) => number): void;
  /** The i-th neighbour that lies on a cheapest path from `v`; NO_VERTEX after the last. */
  parent(v: number, i: number): number;
  /** Whether the estimate from `v` to `subgoal`, which lies on a cheapest path from it or not, is the difference of their costs. */
  isExact(v: number, subgoal: number): boolean;
  /** The greedy step from `v`, whose estimate is exact, if it lies on a cheapest path and the estimate is exact again where it leads; else NO_VERTEX. */
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
    // Costs that fall at each step are what brings a walk to an end.
    if (next === NO_VERTEX || !(costs[next] < costs[v] && addsUp(scratchCost[0], costs[next], costs[v]))) return NO_VERTEX;
    return addsUp(scratchCost[0], heuristic(next, subgoal), heuristic(v, subgoal)) ? next : NO_VERTEX;
  }
}

/**
 * Whether a way that begins with `part` and goes on with `rest` costs `whole`, but for the rounding of sums. Where the whole is long, a billionth of it may
 * be more than the part, and must not make ways equal that differ by as much.
 */
export function addsUp(part: number, rest: number, whole: number): boolean {
  return Math.abs(part + rest - whole) <= Math.min(1e-9 * whole, 1e-3 * part);
}
