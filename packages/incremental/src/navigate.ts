/**
 * Planning with the freespace assumption: an agent treats unseen cells as free, follows a cheapest path to its goal,
 * senses after each move, and replans when its path is blocked.
 *
 * As in: M. Likhachev, S. Koenig, "Incremental Heuristic Search in Games: The Quest for Speed", AIIDE 2006.
 */
import type { Graph } from '@pf/graph';
import { checkOptions, isLattice, shown } from '@pf/graph/kit';
import type { Planner } from './planner.ts';

/** A partly known world: `FogOfWar` of @pf/grid, or `UnitFog` for units larger than a cell. */
export interface FoggyWorld<Sensor> {
  /** The known map, which `reveal` updates. Planners must plan on it. */
  readonly known?: Graph | undefined;
  /**
   * Adds what `sensor` sees from `v` to the known map, writes the tails of changed arcs, and returns their number. The sensor
   * must see everything that decides which moves from `v` are legal.
   */
  reveal(v: number, sensor: Sensor, tails: Uint32Array): number;
  /** Calls `observer` with the changes of every `reveal`, for agents that share a map. Returns a function that stops it. */
  observe?(observer: (tails: Uint32Array, n: number) => void): () => void;
}

/** Start, goal, sensor and budget of `navigate`. */
export interface Episode<Sensor> {
  /** Start vertex. */
  readonly start: number;
  /** Goal vertex, or a function that returns it before each step, for a goal that moves. */
  readonly goal: number | (() => number);
  /** Passed to the world's `reveal`. */
  readonly sensor: Sensor;
  /** Expansions per step. With a small budget the agent waits while it plans. Default: no limit. */
  readonly budget?: number | undefined;
}

/**
 * How a step ends. `moving`: the agent moves to `next`. `thinking`: its plan is not ready. `reached`: it stands on the goal, blocked
 * or not. `unreachable`: the known map has no path, even with all unknown cells free. `start-blocked`: it stands on a blocked cell; the episode continues, and it
 * moves once that cell is free.
 */
export type EpisodeStatus = 'moving' | 'thinking' | 'reached' | 'unreachable' | 'start-blocked';

/** One step of `navigate`: observation, planning and move. */
export interface EpisodeStep {
  /** How the step ended. */
  readonly status: EpisodeStatus;
  /** Position from which the agent sensed and planned. */
  readonly vertex: number;
  /** Its goal at this step. */
  readonly goal: number;
  /** Number of vertices whose arcs differed from the known map. */
  readonly seen: number;
  /** Whether it had to search. False if its plan was still valid. */
  readonly replanned: boolean;
  /** Vertices expanded by that search. */
  readonly expanded: number;
  /** Cost from there to the goal on the known map. */
  readonly cost: number;
  /** Next vertex; NO_VERTEX unless the agent is moving. */
  readonly next: number;
}

/** Whether no arc leaves `v` because its cell is blocked. A free cell between walls is not. */
function isBlocked(graph: Graph, v: number): boolean {
  return isLattice(graph) && graph.weights[v] === 0 && graph.moves[v] === 0;
}

/** By planner: ends its current episode. */
const episodes = new WeakMap<Planner, () => void>();

/**
 * Moves an agent through an unknown world: sense, plan, act. For units that nothing else moves: else call `reveal`, `run`, `next` and `moveTo` yourself, as in the README.
 *
 * Yields each step after its move; the last one has the status `reached` or `unreachable`. While the status is `start-blocked`, leave the loop, or change the world between steps. Several agents may share one fog, each with its own planner: every planner receives what any agent sees.
 * Report other changes of the known map between steps by `arcsChanged`.
 *
 * A planner has one episode at a time: the first step of a new one ends the previous generator without a status. To abandon an episode, call `return` of
 * its generator (leaving a `for` loop does that); otherwise its planner keeps receiving updates.
 *
 * @example
 * ```ts
 * import { FogOfWar, eightNeighbours, Grid } from '@pf/grid';
 * import { MultipathAdaptiveAStar, navigate } from '@pf/incremental';
 *
 * const world = new FogOfWar(Grid.fromRows(['.#.', '.#.', '...'], { metric: '5/7' }));
 * const { known } = world;
 * const planner = new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() });
 * const episode = { start: known.vertex(0, 0), goal: known.vertex(2, 0), sensor: eightNeighbours };
 * const path: number[][] = [];
 * for (const { vertex } of navigate(planner, world, episode)) path.push([known.x(vertex), known.y(vertex)]);
 * path; // → [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0]]
 * ```
 */
export function* navigate<Sensor>(planner: Planner, world: FoggyWorld<Sensor>, input: Episode<Sensor>): Generator<EpisodeStep, EpisodeStatus | undefined, void> {
  if (typeof (world as FoggyWorld<Sensor> | null | undefined)?.reveal !== 'function') throw new TypeError(`navigate needs a world with a reveal method, such as new FogOfWar(map), got ${shown(world)}.`);
  if ((input as Episode<Sensor> | undefined) === undefined) throw new TypeError('navigate needs start, goal and sensor: navigate(planner, world, { start, goal, sensor }).');
  checkOptions(input, ['start', 'goal', 'sensor', 'budget'], 'navigate');
  const { start, goal, sensor, budget = Infinity } = input;
  if (typeof budget !== 'number' || !(budget >= 1)) throw new RangeError(`The budget of an episode must be at least 1 expansion, got ${shown(budget)}.`);
  if (typeof (planner as Planner | null | undefined)?.arcsChanged !== 'function') {
    throw new TypeError('navigate needs a planner with an arcsChanged method, such as new DStarLite(known); searches of @pf/search have none.');
  }
  const tails = new Uint32Array(planner.graph.vertexCount);
  if (typeof goal !== 'number' && typeof goal !== 'function') {
    throw new TypeError(`The goal of an episode must be a vertex, or a function that returns it for a goal that moves, got ${typeof goal}.`);
  }
  const goalNow = typeof goal === 'number' ? () => goal : goal;
  if (world.known !== undefined && world.known !== planner.graph) {
    throw new Error(
      "The planner plans on another map than the one that this world reveals: make it for the world's `known`, or pass a world " +
        "whose `reveal` writes the tails of arcs of the planner's graph, such as a UnitFog of @pf/grid for units larger than a cell.",
    );
  }
  planner.begin(start, goalNow());
  episodes.get(planner)?.();
  const report = (changed: Uint32Array, n: number): void => planner.arcsChanged(changed, n);
  const stop = world.observe?.(report);
  const end = (): void => stop?.();
  episodes.set(planner, end);
  let isFirst = true;
  try {
    while (episodes.get(planner) === end) {
      const seen = world.reveal(planner.start, sensor, tails);
      if (stop === undefined) report(tails, seen);
      const before = planner.counters.expanded;
      if (!isFirst) planner.goalMovedTo(goalNow());
      isFirst = false;
      const arrived = planner.start === planner.goal;
      const blocked = !arrived && isBlocked(planner.graph, planner.start);
      const ready = arrived || blocked || planner.run(budget);
      const { start: vertex, cost } = planner;
      const status = arrived ? 'reached' : blocked ? 'start-blocked' : !ready ? 'thinking' : cost === Infinity ? 'unreachable' : 'moving';
      const next = planner.next();
      const expanded = planner.counters.expanded - before;
      if (status === 'moving') planner.moveTo(next);
      yield { status, vertex, goal: planner.goal, seen, replanned: expanded > 0, expanded, cost: arrived ? 0 : cost, next };
      if (status === 'reached' || status === 'unreachable') return status;
    }
    return undefined;
  } finally {
    if (episodes.get(planner) === end) {
      episodes.delete(planner);
      end();
    }
  }
}
