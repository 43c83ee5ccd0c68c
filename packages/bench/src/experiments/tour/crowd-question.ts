import { seededRandom } from '@pf/grid';
import { Dispatcher } from '@pf/crowd';
import { JumpPointSearch } from '@pf/search';
import { stepCost } from '../../episodes/episode.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import type { MapPanel } from '../../record/result.ts';
import { drawProblems } from '../../worlds/worlds.ts';
import type { World } from '../../worlds/worlds.ts';
import { drawMap } from '../../write/picture.ts';
import type { Answer } from './answer.ts';

const BUDGET = 2;
const DRAWN = 60;
const MEETING_POINTS = 4;

interface Moved {
  readonly answer: Answer;
  readonly panel: MapPanel;
  /** The 99th percentile of a frame over its budget, in percent. */
  readonly overrun: number;
  /** Illegal steps, and orders that end elsewhere than at their goal. */
  readonly wrong: number;
}

/** Many units, half of them with one of a few meeting points as goal: planned and moved within two milliseconds a frame. */
export function moveCrowd({ grid }: World, characters: number, frames: number, seed: number): Moved {
  const random = seededRandom(seed);
  const search = new JumpPointSearch(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => search, heuristic: grid.heuristic(), shareFrom: 3 });
  const problems = drawProblems(grid, characters, random);
  const goals = drawProblems(grid, characters, random).map(({ to }) => to);
  const goalOf = (i: number): number => (i % 2 === 0 ? goals[i % MEETING_POINTS] : goals[i % goals.length]);
  const ids = problems.map(({ from }) => dispatcher.add(from));
  const ordered = ids.map((_, i) => goalOf(i));
  for (const [i, id] of ids.entries()) dispatcher.order(id, ordered[i]);
  const traces = problems.slice(0, DRAWN).map(({ from }) => [[grid.x(from) + 0.5, grid.y(from) + 0.5]]);
  const clock = threadClock();
  const spent: number[] = [];
  let moved = 0;
  let wrong = 0;
  for (let frame = 0; frame < frames; frame++) {
    const before = ids.map((id) => dispatcher.position(id));
    const begin = clock.exact();
    moved += dispatcher.frame({ milliseconds: BUDGET, now: () => clock.quick() }).moved;
    spent.push(clock.exact() - begin);
    for (const [i, trace] of traces.entries()) trace.push([grid.x(dispatcher.position(ids[i])) + 0.5, grid.y(dispatcher.position(ids[i])) + 0.5]);
    for (const [i, id] of ids.entries()) {
      const at = dispatcher.position(id);
      if (at !== before[i] && !(stepCost(grid, before[i], at) >= 0)) wrong++;
      if (dispatcher.status(id) !== 'idle') continue;
      if (at !== ordered[i]) wrong++;
      dispatcher.order(id, ordered[i] = goalOf(i + frame));
    }
  }
  const overrun = 100 * (quantile(spent, 0.99) / BUDGET - 1);
  return {
    overrun, wrong,
    answer: { question: `${characters} characters: a frame`, ours: 'Dispatcher', time: 1000 * mean(spent) },
    panel: drawMap({
      title: `${DRAWN} of ${characters} characters in ${frames} frames: ${Math.round(moved / frames)} moves a frame, planned within ${BUDGET} ms`, width: grid.width, height: grid.height, cost: (x, y) => grid.cost(x, y), paths: traces,
    }),
  };
}
