/**
 * Gives subgoals to a `GuidedAgent`, from precomputed data. `SubgoalTreeGuide`, `CaseGuide`, `CliqueGuide` and `PartitionGuide` are
 * guides over plain data, which @pf/preprocess builds.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { GuidedAgent } from '@pf/realtime';
 * import type { Guide } from '@pf/realtime';
 *
 * // First to vertex 1, then to the goal.
 * const detour: Guide = {
 *   begin: () => undefined,
 *   prepare: () => true,
 *   next: (at, _subgoal, goal) => (at === 1 ? goal : 1),
 * };
 * const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 9]]);
 * const agent = new GuidedAgent(graph, detour);
 * agent.begin(0, 2);
 * agent.step(); // → 1
 * agent.step(); // → 2
 * ```
 */
export interface Guide {
  /** True if `next` returns the same subgoal until that is reached. It is then called only at subgoals; by default before every move. */
  readonly steady?: boolean | undefined;
  /**
   * The `fingerprint` of the graph that the data were built for. An agent on another graph, or on this one after an edit, does not rely on it if `next` reports that
   * there is no path. If undefined, the data count as built for the present graph.
   */
  readonly world?: string | undefined;
  /** The number of vertices of the graph that the data were built for. A `GuidedAgent` on a graph with another number throws. */
  readonly vertexCount?: number | undefined;
  /** Begins an episode and ends the one before: a guide serves one agent at a time. */
  begin(start: number, goal: number): void;
  /** Searches for the first subgoal, with a budget of arcs of simulated walks and candidates. Returns true once `next` can be called. */
  prepare(budget: number): boolean;
  /**
   * The subgoal for an agent at `at`, whose last subgoal is `subgoal` (NO_VERTEX at first). Returns `goal` if there is no better one, and NO_VERTEX if no path leads
   * to the goal; the agent relies on that as long as the world has not changed. Takes constant time.
   */
  next(at: number, subgoal: number, goal: number): number;
}
