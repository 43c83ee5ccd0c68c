import { FogOfWar, Grid } from '@pf/grid';
import type { Sensor } from '@pf/grid';
import type { Planner } from '@pf/incremental';

/** The result of an episode: the agent reached its goal, or proved that it cannot. */
export interface Episode {
  reached: boolean;
  moves: number;
  /** The cost of the moves. */
  cost: number;
  searches: number;
  expanded: number;
}

/** An agent in unknown worlds of one size. Planner and map are created once and reset for each world, as in a game. */
export class EpisodeRunner {
  readonly known: Grid;
  readonly planner: Planner;
  readonly episode: Episode = { reached: false, moves: 0, cost: 0, searches: 0, expanded: 0 };
  readonly #sensor: Sensor;
  readonly #tails: Uint32Array;
  #world: FogOfWar | undefined;
  /** Microseconds of each replanning after an observation, and of those that expanded something, if they are recorded. */
  replans: { readonly seen: number[]; readonly searched: number[] } | undefined;

  constructor(truth: Grid, sensor: Sensor, make: (known: Grid) => Planner) {
    const { movement, corners, metric } = truth;
    this.known = new Grid(truth.width, truth.height, { movement, corners, metric });
    this.planner = make(this.known);
    this.#sensor = sensor;
    this.#tails = new Uint32Array(truth.vertexCount);
  }

  /** Puts the agent into an unknown world. */
  enter(truth: Grid): void {
    this.known.setRectangle(0, 0, this.known.width, this.known.height, 1);
    this.#world = new FogOfWar(truth, this.known);
  }

  /** Sense, plan, move, until the goal is reached or proved unreachable. */
  run(start: number, goal: number): Episode {
    const { planner, known, episode } = this;
    const world = this.#world!;
    const [sensor, tails] = [this.#sensor, this.#tails];
    episode.moves = episode.cost = episode.searches = 0;
    planner.begin(start, goal);
    while (planner.start !== goal) {
      const seen = world.reveal(planner.start, sensor, tails);
      const before = planner.counters.expanded;
      if (this.replans !== undefined && seen > 0) {
        const clock = performance.now();
        planner.arcsChanged(tails, seen);
        planner.run();
        const time = (performance.now() - clock) * 1000;
        this.replans.seen.push(time);
        if (planner.counters.expanded > before) this.replans.searched.push(time);
      } else {
        planner.arcsChanged(tails, seen);
        planner.run();
      }
      if (planner.counters.expanded > before) episode.searches++;
      if (planner.cost === Infinity) break;
      const next = planner.next();
      episode.moves++;
      episode.cost += stepCost(known, planner.start, next);
      planner.moveTo(next);
    }
    episode.reached = planner.start === goal;
    episode.expanded = planner.counters.expanded;
    return episode;
  }
}

/** The cost of a step; NaN if it is illegal, so that every sum with it is NaN. */
export function stepCost({ moves, offsets, lengths, weights, maxDegree }: Grid, from: number, to: number): number {
  for (let d = 0; d < maxDegree; d++) if (from + offsets[d] === to && ((moves[from] >> d) & 1) === 1) return lengths[d] * weights[to];
  return NaN;
}
