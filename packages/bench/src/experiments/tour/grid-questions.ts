import { AStar, JumpPointSearch } from '@pf/search';
import type { Options } from '../../experiment.ts';
import { ours, theirs } from '../../measure/comparison.ts';
import type { Pace, Ranking } from '../../measure/comparison.ts';
import { compareInThreads } from '../../measure/contender-thread.ts';
import type { ThreadedComparison } from '../../measure/contender-thread.ts';
import { timesFaster } from '../../measure/measure.ts';
import type { MapPanel } from '../../record/result.ts';
import { longestProblem } from '../../worlds/longest-problem.ts';
import { loadWorld, worldSetting } from '../../worlds/worlds.ts';
import type { World, WorldChoice, WorldSetting, WorldSource } from '../../worlds/worlds.ts';
import { expansionPicture } from '../../write/expansion-picture.ts';
import type { Answer } from './answer.ts';

export const NAMES = { astar: 'A*', jps: 'jump points' };

export const tourComparison: ThreadedComparison<WorldSetting> = {
  name: 'tour',
  async setUp(setting, load) {
    const others = ((await load())?.grids ?? []).filter(({ neighbours }) => neighbours === 8).map(theirs);
    return {
      world: loadWorld(setting),
      contenders: [
        ours(NAMES.astar, ({ grid }) => new AStar(grid)),
        ours(NAMES.jps, ({ grid }) => new JumpPointSearch(grid)),
        ...others,
      ],
    };
  },
};

/** Results of all searches on one world. */
export interface OnGrid {
  readonly world: World;
  readonly rankings: readonly Ranking[];
}

export async function measureGrid(source: WorldSource, choice: WorldChoice, pace: Pace, options: Options): Promise<OnGrid> {
  return { world: source.load(), rankings: await compareInThreads(tourComparison, worldSetting(options, choice, source), pace, options) };
}

/** The fastest of the libraries with only correct answers whose name contains `algorithm`. */
export function fastestPeer({ rankings }: OnGrid, algorithm = ''): Ranking | undefined {
  const own = Object.values(NAMES);
  const right = rankings.filter(({ name, wrong }) => !own.includes(name) && name.includes(algorithm) && wrong === 0);
  return right.sort((a, b) => a.timing.time.value - b.timing.time.value)[0];
}

/** One of our searches beside the fastest library with the same `algorithm`, or any. */
export function answerOn(on: OnGrid, question: string, name: string, algorithm?: string): Answer {
  const mine = on.rankings.find((ranking) => ranking.name === name)!;
  const peer = fastestPeer(on, algorithm);
  return {
    question, ours: name, time: mine.timing.time,
    ...(peer === undefined ? {} : { beside: peer.name, besideTime: peer.timing.time, faster: timesFaster(peer.timing, mine.timing) }),
  };
}

/** The cells that two searches expand for the longest path of a world, and the path. */
export function gridPanels({ world }: OnGrid, names: readonly string[]): MapPanel[] {
  const { grid } = world;
  const { from, to } = longestProblem(world);
  return names.map((name) => expansionPicture(name, grid, name === NAMES.astar ? new AStar(grid) : new JumpPointSearch(grid), from, to));
}
