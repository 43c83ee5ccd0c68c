/**
 * Tells an agent what to aim at next, from what was computed of the map in advance. Subgoal trees, case bases, clique abstractions and
 * partitions are guides over the plain data described beside each of them; @pf/preprocess builds that data.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { GuidedAgent } from '@pf/realtime';
 * import type { Guide } from '@pf/realtime';
 *
 * // By way of vertex 1, then to the goal.
 * const detour: Guide = {
 *   begin: () => undefined,
 *   prepare: () => true,
 *   next: (at, _aim, goal) => (at === 1 ? goal : 1),
 * };
 * const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 9]]);
 * const agent = new GuidedAgent(graph, detour);
 * agent.begin(0, 2);
 * agent.step(); // → 1
 * agent.step(); // → 2
 * ```
 */
export interface Guide {
  /** True where `next` gives the same until the aim is reached, so that nobody needs to ask before. Default: it is asked before every move. */
  readonly steady?: boolean;
  /** A new episode begins, and the one before is over: a guide leads one agent at a time. */
  begin(start: number, goal: number): void;
  /** Works on the first aim for at most `budget` walked arcs and things looked at; true when `next` can be asked. */
  prepare(budget: number): boolean;
  /**
   * What to aim at from `at`, where `aim` was aimed at so far (NO_VERTEX at first): `goal` itself where there is nothing better,
   * NO_VERTEX where it is known that no path leads there, which is believed as long as the world has not changed. Answered in constant time.
   */
  next(at: number, aim: number, goal: number): number;
}
