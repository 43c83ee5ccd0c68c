/**
 * Planning with the freespace assumption: a character takes what it has not seen for free, follows a cheapest path through it to its goal,
 * looks around after each move, and plans again when what it sees is in the way.
 *
 * As in: M. Likhachev, S. Koenig, "Incremental Heuristic Search in Games: The Quest for Speed", AIIDE 2006.
 */
import type { Graph } from '@pf/graph';
import { checkOptions, shown } from '@pf/graph/kit';
import type { Planner } from './planner.ts';

/** A world of which only a part is known: `FogOfWar` of @pf/grid, or `UnitFog` for units larger than a cell. */
export interface FoggyWorld<Sensor> {
  /** The map that `reveal` shows to and tells of, where the world says so: planners have to plan on it. */
  readonly known?: Graph | undefined;
  /**
   * Shows what `sensor` sees from `v` to the map that the planner plans on; writes the tails of the arcs that this changed, and returns
   * how many. It has to see all that the legality of a move from `v` depends on.
   */
  reveal(v: number, sensor: Sensor, tails: Uint32Array): number;
  /** Where several characters share what they see: calls `observer` with what any `reveal` wrote, until the function that it returns is called. */
  observe?(observer: (tails: Uint32Array, n: number) => void): () => void;
}

/** Where `navigate` walks from and to, what the character sees on the way, and how long it may think at each step. */
export interface Episode<Sensor> {
  /** The vertex that it sets out from. */
  readonly start: number;
  /** A vertex, or where to ask for it before each step, if it moves. */
  readonly goal: number | (() => number);
  /** What it sees from where it stands: handed to the world's `reveal` as it is. */
  readonly sensor: Sensor;
  /** Expansions a step. With a small one the character stands still while it thinks. Default: no limit. */
  readonly budget?: number | undefined;
}

/**
 * How a step ends. `moving`: the character goes on to `next`. `thinking`: its plan is not ready. `reached`: it stands on the goal, blocked
 * or not. `unreachable`: on the map as it knows it no way is left, although all that it does not know counts as free.
 */
export type EpisodeStatus = 'moving' | 'thinking' | 'reached' | 'unreachable';

/** One step of `navigate`: what the character saw, what its planning took, and where it went. */
export interface EpisodeStep {
  /** How the step ended. */
  readonly status: EpisodeStatus;
  /** Where the character looked around and planned. */
  readonly vertex: number;
  /** Where it was going to at this step. */
  readonly goal: number;
  /** How many vertices have arcs that were not as it thought. */
  readonly seen: number;
  /** Whether it had to search; false where its plan was still good. */
  readonly replanned: boolean;
  /** How many vertices that search expanded. */
  readonly expanded: number;
  /** The estimate of the cost from there to the goal. */
  readonly cost: number;
  /** Where it went; NO_VERTEX unless it is moving. */
  readonly next: number;
}

/** By planner, what ends the episode that it is on. */
const episodes = new WeakMap<Planner, () => void>();

/**
 * Walks a character through a world that it does not know: sense, plan, act. Each step is yielded when its move has been made; the
 * last one says `reached` or `unreachable`. Several characters may walk in one fog, each with a planner of its own: what one sees, the planners of
 * all are notified. Who changes the known map otherwise between two steps, as when a door is heard to open, must report it by `arcsChanged`.
 *
 * A planner is on one episode at a time: the first step of a new one ends that before it, whose generator is then done, without a status. Until its episode
 * is over a planner hears of all that is seen: where one is abandoned and no other follows, call `return` of the generator, as leaving a `for` loop does.
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
 * const way: number[][] = [];
 * for (const { vertex } of navigate(planner, world, episode)) way.push([known.x(vertex), known.y(vertex)]);
 * way; // → [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0]]
 * ```
 */
export function* navigate<Sensor>(planner: Planner, world: FoggyWorld<Sensor>, input: Episode<Sensor>): Generator<EpisodeStep, EpisodeStatus | undefined, void> {
  if (typeof (world as FoggyWorld<Sensor> | null | undefined)?.reveal !== 'function') throw new TypeError(`navigate takes a world that reveals itself, such as new FogOfWar(map), got ${shown(world)}.`);
  if ((input as Episode<Sensor> | undefined) === undefined) throw new TypeError('navigate needs to know where: navigate(planner, world, { start, goal, sensor }).');
  checkOptions(input, ['start', 'goal', 'sensor', 'budget'], 'navigate');
  const { start, goal, sensor, budget = Infinity } = input;
  if (!(budget >= 1)) throw new RangeError(`The budget of an episode is a number of expansions, 1 or more, got ${shown(budget)}.`);
  if (typeof (planner as Planner | null | undefined)?.arcsChanged !== 'function') {
    throw new TypeError('navigate takes a planner, which is told of what has changed, such as new DStarLite(known): a search of @pf/search is none.');
  }
  const tails = new Uint32Array(planner.graph.vertexCount);
  if (typeof goal !== 'number' && typeof goal !== 'function') {
    throw new TypeError(`The goal of an episode is a vertex, or a function that gives it where the goal moves, got ${typeof goal}.`);
  }
  const goalNow = typeof goal === 'number' ? () => goal : goal;
  if (world.known !== undefined && world.known !== planner.graph) {
    throw new Error(
      "The planner plans on another map than the one that this world reveals: make it for the world's `known`, or give navigate a world of your own, " +
        "whose `reveal` writes the tails of arcs of the planner's graph (for units larger than a cell, a UnitFog of @pf/grid is one).",
    );
  }
  planner.begin(start, goalNow());
  episodes.get(planner)?.();
  const tell = (changed: Uint32Array, n: number): void => planner.arcsChanged(changed, n);
  const stop = world.observe?.(tell);
  const end = (): void => stop?.();
  episodes.set(planner, end);
  let hasSetOut = false;
  try {
    while (episodes.get(planner) === end) {
      const seen = world.reveal(planner.start, sensor, tails);
      if (stop === undefined) tell(tails, seen);
      const before = planner.counters.expanded;
      if (hasSetOut) planner.goalMovedTo(goalNow());
      hasSetOut = true;
      const arrived = planner.start === planner.goal;
      const ready = arrived || planner.run(budget);
      const { start: vertex, cost } = planner;
      const status = arrived ? 'reached' : !ready ? 'thinking' : cost === Infinity ? 'unreachable' : 'moving';
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
