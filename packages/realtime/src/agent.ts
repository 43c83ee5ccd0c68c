import type { Counters, Graph, Heuristic } from '@pf/graph';
import type { ArcBuffer } from '@pf/graph/kit';

/** Where an agent stands: on its way, at its goal, or certain that no path leads there. */
export type AgentStatus = 'moving' | 'reached' | 'unreachable';

/**
 * A character that moves in constant time a step. The same verbs for every algorithm of this package.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { LrtaStar } from '@pf/realtime';
 *
 * const corridor = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]], { directed: false });
 * const agent = new LrtaStar(corridor);
 * agent.begin(0, 2);
 * agent.step();
 * while (agent.status === 'moving') agent.step();
 * agent.position; // → 2
 * ```
 */
export interface RealTimeAgent {
  /** Puts the agent at `start` with a goal. What it learned for another goal is forgotten. */
  begin(start: number, goal: number): void;
  /** Thinks for a bounded time and moves along one arc at most; returns where the agent then stands. */
  step(): number;
  /**
   * Call after every edit with the vertices whose outgoing arcs changed, also at the end of an episode: what
   * was learned is for the next one with the same goal as well, and where a way has become shorter, it may be too much and is forgotten.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void;
  /**
   * Forgets what was learned, and goes on from where it is. To be called where the heuristic itself has come to say less than before: as that of landmarks
   * does when their `arcsChanged` returned true, and when others are activated, moved or reused.
   */
  forget(): void;
  /** The vertex at which it stands. */
  readonly position: number;
  /** Whether it goes on; anything but 'moving' is the end of the episode. */
  readonly status: AgentStatus;
  /** The sum of the costs of the arcs taken since `begin`. */
  readonly cost: number;
  /** What all its thinking since `begin` has cost. */
  readonly counters: Counters;
}

/** An agent that raises its heuristic as it goes: what it has learned can be looked at. */
export interface LearningAgent extends RealTimeAgent {
  /** The estimate from `v` to the goal, as learned so far. */
  h(v: number): number;
}

/** Options of every agent: its heuristic, and the bound above which a goal counts as unreachable. */
export interface AgentOptions {
  /**
   * Admissible for every guarantee; consistent for the ones that say so. What it has said is kept: one that falls when costs do, as `grid.heuristic()` with
   * the cheapest terrain, asks for `forget` then; `grid.heuristic({ least: 1 })` does not. Default: the graph's own, where it has one, as grids and meshes
   * do, good through all edits; else 0.
   */
  readonly heuristic?: Heuristic | undefined;
  /**
   * A cost that no simple path of this world exceeds. An estimate above it proves that the goal cannot be reached.
   * Default: (vertexCount − 1) times the most expensive arc that there has been; give a smaller one and unreachable goals are known sooner.
   */
  readonly costBound?: number | undefined;
}

/** Sums that differ by no more than this, relatively, are equal: the rest is rounding. */
export const ROUNDING = 1 + 1e-9;

/** The cost that no path exceeds which does not cross itself: as it was given, or from the most expensive arc there is or has been. */
export class CostBound {
  private bound = 0;

  constructor(
    private readonly graph: Graph,
    private readonly given: number | undefined,
    private readonly arcs: ArcBuffer,
  ) {
    if (given === undefined) for (let v = 0; v < graph.vertexCount; v++) this.meet(v);
    else if (given >= 0) this.bound = given * ROUNDING; // It may be the very cost of a way, summed up in another order than here.
    else throw new RangeError(`costBound must be 0 or more, got ${given}: give the cost that no path of this world exceeds.`);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    if (this.given === undefined) for (let i = 0; i < n; i++) this.meet(tails[i]);
  }

  /** Whether an admissible estimate of `h` proves that there is no path. */
  isExceededBy(h: number): boolean {
    return h > this.bound || h === Infinity;
  }

  private meet(v: number): void {
    const { graph, arcs } = this;
    const n = graph.successors(v, arcs.to, arcs.cost);
    // A simple path has one arc less than there are vertices; half a step of slack absorbs rounding.
    for (let i = 0; i < n; i++) this.bound = Math.max(this.bound, (graph.vertexCount - 0.5) * arcs.cost[i]);
  }
}
