import type { Graph, Heuristic } from './graph.ts';
import { NO_VERTEX } from './graph.ts';

/** Sums that differ by no more than this, relatively, are equal: the rest is rounding, and must not decide between neighbours. */
const ROUNDING = 1 + 1e-12;

/**
 * The neighbour of `v` towards which a hill-climbing agent moves when it pursues `goal`: the least arc cost plus estimate, the first in the
 * order of the graph where several are equal; NO_VERTEX where `v` has no successors. `to` and `cost` are the
 * caller's scratch buffers of `maxDegree` entries; afterwards `cost[0]` is the cost of the chosen arc.
 *
 * It stands here because two packages must agree on it to the last tie: the one that builds subgoals which such an agent can
 * reach, and the one whose agents walk to them.
 *
 * @example
 * ```ts
 * import { CompressedGraph, greedyStep } from '@pf/graph';
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
 * How many greedy steps lead from `from` to `to` while each brings the estimate down, or −1 where a step does not or more than `cutoff` would
 * be needed. What an agent without memory can walk.
 *
 * @example
 * ```ts
 * import { CompressedGraph, hillClimb } from '@pf/graph';
 *
 * const line = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * hillClimb(line, (v, goal) => goal - v, 0, 2, 250, new Uint32Array(1), new Float64Array(1)); // → 2
 * ```
 */
export function hillClimb(graph: Graph, heuristic: Heuristic, from: number, to: number, cutoff: number, heads: Uint32Array, costs: Float64Array): number {
  let h = heuristic(from, to);
  let v = from;
  for (let steps = 0; steps <= cutoff; steps++) {
    if (v === to) return steps;
    v = greedyStep(graph, heuristic, v, to, heads, costs);
    if (v === NO_VERTEX) return -1;
    const next = heuristic(v, to);
    if (next >= h && v !== to) return -1;
    h = next;
  }
  return -1;
}
