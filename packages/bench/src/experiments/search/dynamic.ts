import type { Counters } from '@pf/graph';
import type { DynamicQuery } from '@pf/grid';
import { applyPatch, Grid } from '@pf/grid';
import { JumpTable } from '@pf/preprocess';
import { AStar, JumpPointSearch, NBAStar } from '@pf/search';
import type { Experiment, Options } from '../../experiment.ts';
import { costOf } from '../../measure/comparison.ts';
import { mean, median, quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import type { DynamicSet } from '../../worlds/dynamic-sets.ts';
import { drawDynamicSet, readDynamicSets } from '../../worlds/dynamic-sets.ts';

const SIZES = {
  tiny: { side: 24, groups: 3, queries: 4, rounds: 1 },
  quick: { side: 128, groups: 20, queries: 20, rounds: 3 },
  full: { side: 512, groups: 50, queries: 20, rounds: 7 },
};
/** A search that has taken this many seconds on a set begins no further round: on large sets a round of A* takes minutes, and compiling does not count. */
const ENOUGH = 60;
/** Lengths in sets are rounded. */
const ROUNDED = 1e-4;

/** A search that follows edits of its grid. */
interface Edited {
  readonly counters: Counters;
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

const SEARCHES: Readonly<Record<string, (grid: Grid) => Edited>> = {
  'A*': (grid) => new AStar(grid),
  'jump point search': (grid) => new JumpPointSearch(grid),
  'JPS+, its table refilled': (grid) => new JumpPointSearch(grid, { locator: new JumpTable(grid) }),
  'NBA*': (grid) => new NBAStar(grid),
};

/** Results of a search on a set. */
interface Played {
  /** Microseconds of each query with its path and the updates after edits: the median over the rounds after the first. */
  readonly times: Float64Array;
  /** Mean microseconds in the first round, in which the engine compiles. */
  readonly first: number;
  /** Milliseconds per patch, for the edit alone. */
  readonly patch: number;
  readonly expanded: number;
  readonly wrong: number;
}

function play(set: DynamicSet, make: (grid: Grid) => Edited, rounds: number): Played {
  const clock = threadClock();
  const perRound: Float64Array[] = [];
  const patchTimes: number[] = [];
  let expanded = 0;
  let wrong = 0;
  const started = clock.quick();
  for (let round = 0; round < rounds && (round === 0 || clock.quick() - started < 1000 * ENOUGH); round++) {
    const grid = new Grid(set.width, set.height);
    const search = make(grid);
    const out = new Uint32Array(grid.vertexCount);
    const times: number[] = [];
    expanded = 0;
    for (const command of set.commands) {
      const began = clock.quick();
      if (command.kind === 'patch') {
        applyPatch(grid, set.patches[command.patch], command.x, command.y);
        patchTimes.push(clock.quick() - began);
        continue;
      }
      const { startX, startY, goalX, goalY } = command;
      const ends = { from: grid.vertex(startX, startY), to: grid.vertex(goalX, goalY) };
      const cost = search.search(ends.from, ends.to);
      const length = search.path(out);
      times.push(1000 * (clock.quick() - began));
      expanded += search.counters.expanded;
      const optimal = optimalOf(command);
      if (optimal === Infinity ? cost < Infinity || length > 0 : !(Math.abs(cost - optimal) < ROUNDED && Math.abs(costOf(grid, out.subarray(0, length), ends) - optimal) < ROUNDED)) wrong++;
    }
    perRound.push(Float64Array.from(times));
  }
  const later = perRound.length > 1 ? perRound.slice(1) : perRound;
  const times = perRound[0].map((_, i) => median(later.map((round) => round[i])));
  return { times, first: mean(perRound[0]), patch: mean(patchTimes), expanded: expanded / times.length, wrong };
}

/** The length of a query's shortest path. Infinity if there is none: sets may also write this as 0, for cells that are not the same. */
function optimalOf({ startX, startY, goalX, goalY, optimalLength }: DynamicQuery): number {
  return optimalLength === 0 && (startX !== goalX || startY !== goalY) ? Infinity : optimalLength;
}

export const dynamic: Experiment = experiment({
  name: 'dynamic', title: 'Maps that are edited between queries',
  reproduces: 'The dynamic track of the Grid-based Path Planning Competition: every length compared with the set, updates after edits included.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, groups, queries, rounds } = SIZES[options.effort];
  // NBA* takes ten times as long as all others together.
  const searches = Object.entries(SEARCHES).filter(([name]) => options.effort === 'full' || name !== 'NBA*');
  const { sets, left } = options.dynamicSets === undefined ? { sets: [drawDynamicSet(side, groups, queries, options.seed)], left: [] } : readDynamicSets(options.dynamicSets);
  for (const sentence of left) record.note(`Left out: ${sentence}`);
  record.table('queries', 'A query, with its path and the updates after edits', {
    set: column.key('set'), search: column.key('search'), time: column.time('mean', 'µs'), median: column.figure('median', 'µs'), high: column.figure('99%', 'µs'),
    worst: column.figure('worst', 'µs'), first: column.figure('mean, first round', 'µs'), patch: column.figure('a patch', 'ms'), expanded: column.count('expanded'),
    answers: column.text('answers'),
  });
  record.expect(sets.length * searches.length);
  let wrong = 0;
  const jumps: { name: string; mean: number; worst: number }[] = [];
  for (const set of sets) {
    for (const [name, make] of searches) {
      record.step(`${set.name}: ${name}`);
      const played = play(set, make, rounds);
      const { times } = played;
      wrong += played.wrong;
      const [average, worst] = [mean(times), quantile(times, 1)];
      if (name === 'jump point search') jumps.push({ name: set.name, mean: average, worst });
      record.row('queries', {
        set: set.name, search: name, time: average, median: median(times), high: quantile(times, 0.99), worst, first: played.first, patch: played.patch,
        expanded: played.expanded, answers: played.wrong === 0 ? 'all right' : `${played.wrong} of ${times.length} wrong`,
      });
    }
  }
  for (const { name, mean: average, worst } of jumps) {
    record.claim({ name: `Jump points on ${name}: a query`, source: 'target', atMost: 40, unit: 'µs', ours: average });
    record.claim({ name: `Jump points on ${name}: the worst query`, source: 'target', atMost: 2000, unit: 'µs', ours: worst });
  }
  record.claim({ name: 'Wrong answers', source: 'the lengths of the sets; a textbook A* where one was generated', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  record.note(`${rounds} rounds, each on a new grid; fewer once a search has taken ${ENOUGH} s. Of each query the median over the rounds after the first, in which the engine compiles, by processor time.`);
  record.note('Planners that repair a path, such as LPA* and D* Lite, are left out: they reuse nothing between queries with different ends, and here all ends differ.');
}
