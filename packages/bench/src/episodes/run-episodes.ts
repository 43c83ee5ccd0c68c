import type { Grid, Sensor } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { measure } from '../measure/measure.ts';
import { threadClock } from '../measure/thread-clock.ts';
import type { Task } from '../worlds/unknown-worlds.ts';
import { EpisodeRunner } from './episode.ts';

/** Results of a planner in a set of unknown worlds, by world. */
export interface EpisodeRecords {
  readonly name: string;
  readonly expanded: number[];
  readonly searches: number[];
  readonly moves: number[];
  readonly cost: number[];
  /** Microseconds of processor time until the goal was reached or proved unreachable. */
  readonly time: number[];
  /** Episodes with a wrong outcome or an illegal step. */
  wrong: number;
}

export interface EpisodeSetup {
  readonly sensor: Sensor;
  readonly planners: readonly { readonly name: string; readonly make: (known: Grid) => Planner }[];
  readonly rounds: number;
}

/** Runs every planner in all worlds (of one size and rules): first once to count and check, then timed in interleaved rounds. */
export function runEpisodes(tasks: readonly Task[], { sensor, planners, rounds }: EpisodeSetup): EpisodeRecords[] {
  const runners = planners.map(({ make }) => new EpisodeRunner(tasks[0].truth, sensor, make));
  const found: EpisodeRecords[] = planners.map(({ name }) => ({ name, expanded: [], searches: [], moves: [], cost: [], time: [], wrong: 0 }));
  for (const [k, runner] of runners.entries()) {
    for (const { truth, start, goal } of tasks) {
      runner.enter(truth);
      const { reached, expanded, searches, moves, cost } = runner.run(start, goal);
      // Every task has a path.
      if (!reached || !(cost >= 0)) found[k].wrong++;
      found[k].expanded.push(expanded);
      found[k].searches.push(searches);
      found[k].moves.push(moves);
      found[k].cost.push(cost);
    }
  }
  // Processor time: in a short run, the engine compiles on other threads all the while, and takes processors from this one.
  const clock = threadClock().quick;
  const timings = measure(runners.map((runner, k) => ({
    name: planners[k].name,
    before: (i) => runner.enter(tasks[i].truth),
    run: (i) => void runner.run(tasks[i].start, tasks[i].goal),
  })), { queries: tasks.length, seconds: 0, clock, warmed: true, minimumRounds: rounds, maximumRounds: rounds });
  for (const [k, timing] of timings.entries()) found[k].time.push(...timing.queries);
  return found;
}
