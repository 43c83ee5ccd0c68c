import type { Counters, Graph, Heuristic } from '@pf/graph';
import { ArcBuffer, shown } from '@pf/graph/kit';
import { perVersion } from './per-version.ts';

/** The status of an agent: moving, at its goal, or certain that no path leads there. */
export type AgentStatus = 'moving' | 'reached' | 'unreachable';

/**
 * An agent whose work per step is bounded. Every algorithm of this package has these methods.
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
  /** Puts the agent at `start` with a goal. Forgets what it learned for another goal. */
  begin(start: number, goal: number): void;
  /** Plans with bounded work and moves along at most one arc; returns the new position. */
  step(): number;
  /**
   * Call after every edit with the vertices whose outgoing arcs changed in the graph of the agent, also between episodes: learned estimates are kept for the next episode with the same
   * goal. Estimates that become too high, because a path became cheaper, are forgotten.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void;
  /**
   * Forgets what was learned, without moving. Call it when the heuristic itself has become lower. For landmarks, that is when their `arcsChanged` returns true,
   * or when landmarks are activated, moved or reused.
   */
  forget(): void;
  /** The vertex of the agent. */
  readonly position: number;
  /** 'moving' until the episode ends. */
  readonly status: AgentStatus;
  /** The sum of the costs of the arcs taken since `begin`. */
  readonly cost: number;
  /** The work since `begin`. */
  readonly counters: Counters;
}

/** An agent that raises its heuristic as it moves. `h` shows the learned estimates. */
export interface LearningAgent extends RealTimeAgent {
  /** The estimate from `v` to the goal, as learned so far. */
  h(v: number): number;
}

/** Options of every agent. */
export interface AgentOptions {
  /**
   * Must be admissible for every guarantee, and consistent for those that say so. Default: the heuristic of the graph that holds through all edits, as grids and meshes
   * have it; else 0. Its values are stored. If the heuristic falls with terrain costs, as `grid.heuristic()` may, call `forget` then. `grid.heuristic({ least: 1 })` never falls.
   * An agent throws where it first reads an estimate that is no number.
   */
  readonly heuristic?: Heuristic | undefined;
  /**
   * A cost that no simple path of this world exceeds. An estimate above it proves that the goal is unreachable.
   * Default: (vertexCount − 1) times the most expensive arc so far. With a smaller bound, unreachable goals are detected sooner.
   * To find that arc, the first agent of a graph reads all arcs, and again the first one after an edit.
   */
  readonly costBound?: number | undefined;
}

/** Sums whose ratio is at most this count as equal, to allow for rounding. */
export const ROUNDING = 1 + 1e-9;

/** The cost of the most expensive arc; 0 if there is none. */
const greatestArcCost = perVersion((graph) => {
  const arcs = new ArcBuffer(graph);
  let greatest = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    const n = arcs.leaving(v);
    for (let i = 0; i < n; i++) greatest = Math.max(greatest, arcs.cost[i]);
  }
  return greatest;
});

/** The cost that no simple path exceeds: the given one, or one computed from the most expensive arc so far. */
export class CostBound {
  private bound = 0;

  constructor(
    private readonly graph: Graph,
    private readonly given: number | undefined,
    private readonly arcs: ArcBuffer,
  ) {
    if (given === undefined) this.include(greatestArcCost(graph));
    else if (typeof given === 'number' && given >= 0) this.bound = given * ROUNDING; // The given bound may be the cost of a path, summed in another order than here.
    else throw new RangeError(`costBound must be 0 or more, got ${shown(given)}: it is a cost that no path of this world exceeds.`);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    if (this.given !== undefined) return;
    const { arcs } = this;
    for (let i = 0; i < n; i++) for (let k = arcs.leaving(tails[i]) - 1; k >= 0; k--) this.include(arcs.cost[k]);
  }

  /** Whether an admissible estimate of `h` proves that there is no path. */
  isExceededBy(h: number): boolean {
    return h > this.bound || h === Infinity;
  }

  /** Raises the bound to hold with an arc of this cost. */
  private include(cost: number): void {
    // A simple path has at most vertexCount − 1 arcs. Half an arc more allows for rounding.
    this.bound = Math.max(this.bound, (this.graph.vertexCount - 0.5) * cost);
  }
}
