import type { Graph, Heuristic } from './graph.ts';
import { checkVertex, NO_VERTEX } from './graph.ts';
import { OctileClimb } from './octile.ts';
import { shown } from './shown.ts';

/** Sums that differ by at most this factor count as equal, since rounding must not decide between them. */
const ROUNDING = 1 + 1e-12;

/**
 * The neighbour of `v` to which a hill-climbing agent moves: the lowest arc cost plus estimate to `goal`. Of equal ones, the first in the graph's order;
 * NO_VERTEX if `v` has no successors. `to` and `cost` are scratch buffers of `maxDegree` entries. Afterwards `cost[0]` is the cost of the
 * chosen arc.
 *
 * Subgoals are built for agents that take exactly these steps, so both packages call this function.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { greedyStep } from '@pf/graph/kit';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 1], [0, 2, 5]]);
 * greedyStep(graph, () => 0, 0, 2, new Uint32Array(2), new Float64Array(2)); // → 1
 * ```
 */
export function greedyStep(graph: Graph, heuristic: Heuristic, v: number, goal: number, to: Uint32Array, cost: Float64Array): number {
  const n = graph.successors(v, to, cost);
  let best = NO_VERTEX;
  let least = Infinity;
  let chosen = 0;
  for (let i = 0; i < n; i++) {
    const f = cost[i] + heuristic(to[i], goal);
    if (f * ROUNDING < least) {
      least = f;
      best = to[i];
      chosen = cost[i];
    }
  }
  cost[0] = chosen;
  return best;
}

/**
 * Simulates an agent without memory: greedy steps while each lowers the estimate. `steps` climbs at once; `begin` and `walk` climb within budgets.
 * On a lattice of eight directions with its octile distance, coordinates decide most steps.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { HillClimber } from '@pf/graph/kit';
 *
 * const line = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const climber = new HillClimber(line, (v, goal) => goal - v);
 * climber.steps(0, 2, 250); // → 2
 * climber.steps(0, 2, 1); // → -1
 * climber.begin(0, 2, 250);
 * climber.walk(1); // → 0
 * climber.ended; // → false
 * climber.walk(10); // → 9
 * climber.arrived; // → true
 * ```
 */
export class HillClimber {
  private readonly octile: OctileClimb | undefined;
  private readonly heads: Uint32Array;
  private readonly costs: Float64Array;
  /** The position of the agent; NO_VERTEX before `begin` and after a failure. */
  private at = NO_VERTEX;
  private to = NO_VERTEX;
  /** The number of steps taken, and the limit. */
  private taken = 0;
  private cutoff = 0;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.octile = OctileClimb.of(graph, heuristic);
    this.heads = new Uint32Array(graph.maxDegree);
    this.costs = new Float64Array(graph.maxDegree);
  }

  /** Throws unless `cutoff` is a valid maximum of steps. `begin` and `steps` call it. */
  static checkCutoff(cutoff: number): void {
    if (typeof cutoff !== 'number' || !(cutoff >= 0)) throw new RangeError(`cutoff must be at least 0, got ${shown(cutoff)}: it is the maximum number of steps of a climb.`);
  }

  /** The number of steps from `from` to `to`; −1 if a step does not lower the estimate, or after more than `cutoff` steps. */
  steps(from: number, to: number, cutoff: number): number {
    this.begin(from, to, cutoff);
    this.walk(Infinity);
    return this.arrived ? this.taken : -1;
  }

  /** Begins a climb. It fails at a step that does not lower the estimate, after more than `cutoff` steps, or at once from NO_VERTEX. */
  begin(from: number, to: number, cutoff: number): void {
    if (from !== NO_VERTEX) checkVertex(this.graph, from, 'start');
    checkVertex(this.graph, to, 'goal');
    HillClimber.checkCutoff(cutoff);
    this.at = from;
    this.to = to;
    this.taken = 0;
    this.cutoff = cutoff;
  }

  /** Whether the agent is at the goal. */
  get arrived(): boolean {
    return this.at !== NO_VERTEX && this.at === this.to;
  }

  /** Whether it has arrived or failed. */
  get ended(): boolean {
    return this.arrived || this.at === NO_VERTEX;
  }

  /** Takes at most `budget` steps, a failing one included; returns the rest of the budget. */
  walk(budget: number): number {
    const { graph, heuristic, heads, costs, to, cutoff } = this;
    const octile = this.octile?.holds === true ? this.octile : undefined;
    const before = this.taken;
    const most = Math.min(before + budget, cutoff);
    let v = this.at;
    let taken = before;
    while (taken < most && v !== to && v !== NO_VERTEX) {
      if (octile !== undefined) {
        // The cost of each of these steps equals the fall of the estimate.
        let dx = octile.dx(v, to);
        let dy = octile.dy(v, to);
        for (let d = octile.direction(v, dx, dy); d >= 0 && taken < most; d = octile.direction(v, dx, dy)) {
          v += octile.offsets[d];
          dx -= octile.xOf(d);
          dy -= octile.yOf(d);
          taken++;
        }
        if (taken >= most || v === to) break;
      }
      const next = greedyStep(graph, heuristic, v, to, heads, costs);
      v = next === to || (next !== NO_VERTEX && heuristic(next, to) < heuristic(v, to)) ? next : NO_VERTEX;
      taken++;
    }
    this.taken = taken;
    this.at = v === to || taken < cutoff ? v : NO_VERTEX;
    return budget - (taken - before);
  }
}
