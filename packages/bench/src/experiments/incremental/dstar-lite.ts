import { fourNeighbours, seededRandom } from '@pf/grid';
import type { Grid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import type { DStarLiteOptions } from '@pf/incremental';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { fiveNumbers, measure } from '../../measure/measure.ts';
import { noteThreads, startJob } from '../../measure/contender-thread.ts';
import type { ThreadedJob } from '../../measure/contender-thread.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { Effort } from '../../record/result.ts';
import { experiment } from '../../record/run.ts';
import { meanInterval, median, ratioOfMeans } from '../../measure/statistics.ts';
import { EpisodeRunner } from '../../episodes/episode.ts';
import { drawTask, UNKNOWN } from '../../worlds/unknown-worlds.ts';

const SIZES = {
  tiny: { side: 41, opened: 30, mazes: 6, chunk: 3, rounds: 1 },
  quick: { side: 201, opened: 750, mazes: 80, chunk: 20, rounds: 5 },
  full: { side: 201, opened: 750, mazes: 5000, chunk: 50, rounds: 3 },
};

/** Table 1 of the paper, and its runtimes in microseconds on a Pentium IV at 2 GHz. */
const PAPER = { largerG: { expanded: 11416.4, interval: 229.1, time: 10439.7 }, buckets: { expanded: 11632.5, interval: 232.7, time: 4448.8 } };

const VERSIONS: readonly { readonly name: string; readonly options: DStarLiteOptions; readonly paper?: { expanded: number; interval: number; time: number } }[] = [
  { name: 'heap, larger g (triples)', options: { queue: 'larger-g' }, paper: PAPER.largerG },
  { name: 'buckets', options: { queue: 'buckets' }, paper: PAPER.buckets },
  { name: 'heap, smaller g (pairs)', options: { queue: 'smaller-g' } },
];
const [LARGER_G, BUCKETS] = VERSIONS.map(({ name }) => name);

/** Results of one version in some of the mazes, by maze; times in microseconds. */
interface Found {
  readonly expanded: number[];
  readonly time: number[];
  readonly replans: number[];
  readonly searches: number[];
  /** Episodes with a wrong end or an illegal step. */
  wrong: number;
}

interface Setting {
  readonly seed: number;
  readonly effort: Effort;
  readonly version: number;
}

/** One version in its own thread. A request is a number of mazes, the next ones of the seed. */
export const dstarLiteJob: ThreadedJob<Setting, number, Found> = {
  name: 'dstar-lite',
  start({ seed, effort, version }) {
    const { side, opened, rounds } = SIZES[effort];
    const random = seededRandom(seed);
    const make = UNKNOWN.maze(side, opened);
    const { name, options } = VERSIONS[version];
    const clock = threadClock();
    let runner: EpisodeRunner | undefined;
    return (mazes) => {
      const tasks = Array.from({ length: mazes }, () => drawTask(() => make(random, { movement: 'four' }), random));
      const one = (runner ??= new EpisodeRunner(tasks[0].truth, fourNeighbours, (known: Grid) => new DStarLite(known, { ...options, heuristic: known.heuristic() })));
      const expanded: number[] = [];
      let wrong = 0;
      // One untimed pass checks and counts, and records the time of each replanning.
      const replans = (one.replans = { seen: [], searched: [] });
      for (const { truth, start, goal } of tasks) {
        one.enter(truth);
        const episode = one.run(start, goal);
        if (!episode.reached || !(episode.cost >= 0)) wrong++;
        expanded.push(episode.expanded);
      }
      one.replans = undefined;
      const [{ queries }] = measure([{ name, before: (i) => one.enter(tasks[i].truth), run: (i) => void one.run(tasks[i].start, tasks[i].goal) }], {
        queries: mazes, seconds: 0, warmed: true, minimumRounds: rounds, maximumRounds: rounds, clock: clock.quick,
      });
      return { expanded, time: [...queries], replans: replans.seen, searches: replans.searched, wrong };
    };
  },
};

export const dstarLite: Experiment = experiment({
  name: 'dstar-lite', title: 'D* Lite with buckets',
  reproduces: 'Table 1 of Likhachev & Koenig, Incremental Heuristic Search in Games: The Quest for Speed, AIIDE 2006.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { seed, effort, thread } = options;
  const { side, opened, mazes, chunk } = SIZES[effort];
  record.table('table1', 'Until the goal is reached', {
    version: column.key('D* Lite'), expanded: column.count('expanded cells'), interval: column.figure('95% interval', '±'),
    time: column.time('runtime', 'µs'), speed: column.ratio('as fast as the heap'),
    paperExpanded: column.text('the paper: expanded'), paperTime: column.figure('the paper: runtime', 'µs'),
  });
  record.note(`${mazes} mazes of ${side}×${side} cells, made by depth-first search, ${opened} blocked cells opened; start and goal at random among the free cells; the agent sees its four neighbours. Intervals assume a normal distribution, as the paper's do.`);
  noteThreads(record, options);
  record.expect(Math.ceil(mazes / chunk));

  const found: Found[] = VERSIONS.map(() => ({ expanded: [], time: [], replans: [], searches: [], wrong: 0 }));
  const jobs = VERSIONS.map((_, version) => startJob(dstarLiteJob, { seed, effort, version }, thread));
  try {
    for (let done = 0; done < mazes; done += chunk) {
      record.step(`${done} of ${mazes} mazes`);
      for (const [k, job] of jobs.entries()) {
        const { expanded, time, replans, searches, wrong } = await job.request(Math.min(chunk, mazes - done));
        found[k].expanded.push(...expanded);
        found[k].time.push(...time);
        for (const one of replans) found[k].replans.push(one);
        for (const one of searches) found[k].searches.push(one);
        found[k].wrong += wrong;
      }
    }
  } finally {
    await Promise.all(jobs.map((job) => job.end()));
  }

  const expanded = found.map((one) => meanInterval(one.expanded));
  const ratio = (over: number, under: number) => ratioOfMeans(found[over].time, found[under].time, seededRandom(seed));
  for (const [k, { name, paper }] of VERSIONS.entries()) {
    record.row('table1', {
      version: name, expanded: expanded[k].value, interval: Math.round(expanded[k].high - expanded[k].value), time: meanInterval(found[k].time),
      speed: ratio(0, k),
      paperExpanded: paper === undefined ? '–' : `${paper.expanded} ± ${paper.interval}`, paperTime: paper === undefined ? null : paper.time,
    });
  }
  record.figure({
    kind: 'boxes', title: 'Runtime until the goal is reached, maze by maze', x: { label: 'µs', log: true },
    boxes: VERSIONS.map(({ name }, k) => ({ name, five: fiveNumbers(found[k].time) })),
  });
  record.figure({
    kind: 'scatter', title: 'Maze by maze', x: { label: 'heap, larger g (µs)' }, y: { label: 'buckets (µs)' }, diagonal: true,
    series: [{ name: 'maze', points: found[0].time.slice(0, 400).map((time, i) => [time, found[1].time[i]]) }],
  });

  for (const [k, { expanded: paper }] of [PAPER.largerG, PAPER.buckets].entries()) {
    record.claim({
      name: `Expanded cells, ${VERSIONS[k].name}`, source: 'Table 1', reference: paper, atLeast: 0.95 * paper, atMost: 1.05 * paper,
      unit: '', ours: expanded[k],
    });
  }
  record.claim({
    name: 'Expanded cells, buckets over larger g', source: 'Table 1', reference: 1.019, atLeast: 1, atMost: 1.05, unit: '×',
    ours: expanded[1].value / expanded[0].value,
  });
  record.claim({ name: `Runtime, ${LARGER_G} over ${BUCKETS}`, source: 'Table 1', reference: 2.35, atLeast: 2.35, unit: '×', ours: ratio(0, 1) });
  record.claim({
    name: `Replanning after an observation, ${BUCKETS}: median`, source: 'target', reference: 10, atMost: 10, unit: 'µs',
    ours: median(found[1].replans),
  });
  record.claim({ name: `Replanning that expanded something: median, ${BUCKETS}`, source: 'reported', unit: 'µs', ours: median(found[1].searches) });
  record.claim({
    name: 'Episodes with a wrong end or an illegal step', source: 'mazes with a path', reference: 0, atMost: 0, anySize: true,
    unit: '', ours: found.reduce((n, one) => n + one.wrong, 0),
  });
}
