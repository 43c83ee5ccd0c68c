import { LaCAM, PIBT } from '@pf/crowd';
import { seededRandom } from '@pf/grid';
import type { Experiment, Options } from '../../experiment.ts';
import { NATIVE_PLANS } from '../../measure/native-times.ts';
import { geometricMean, median, ofRounds } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import type { Crowd } from './crowd-sets.ts';
import { comparedCrowds, crowdSets, generatedCrowds, largestCrowd, loadCrowd, MOST_UNITS } from './crowd-sets.ts';

const SIZES = {
  tiny: { rounds: 1, side: 16, units: 20, large: 60, improve: 200, seconds: 0, every: 1000, compared: 1, total: 1000, first: 2000 },
  quick: { rounds: 3, side: 64, units: 600, large: 4000, improve: Infinity, seconds: 2, every: 1000, compared: 3, total: 15_000, first: 5000 },
  full: { rounds: 9, side: 64, units: 1000, large: 10_000, improve: Infinity, seconds: 10, every: 100, compared: Infinity, total: Infinity, first: 60_000 },
};
/** Milliseconds after which a problem counts as unsolved. */
const PATIENCE = 10_000;

export const crowd: Experiment = experiment({
  name: 'crowd', title: 'Plans for many units',
  reproduces: 'LaCAM (Okumura, AAAI and IJCAI 2023, AAMAS 2024) on the multi-agent problems of the Moving AI Lab: first plans, plans after 10 s, and how many are solved.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, units, large, compared } = SIZES[options.effort];
  const sources = options.maps === undefined ? [] : crowdSets(options.maps);
  const left: string[] = [];
  const problems = options.maps === undefined ? generatedCrowds(side, units, large, options.seed) : comparedCrowds(sources, compared, left);
  if (options.maps !== undefined && problems.length === 0) record.note(`There is no multi-agent problem set that can be used in ${options.maps}: they are .scen files that name their map, such as NAME-even-1.scen, but not NAME.map.scen.`);
  record.expect(2 * problems.length + 4);
  improvedPlans(record, options, firstPlans(record, options, problems));
  oneStep(record, options);
  lifelong(record, options);
  manyUnits(record, options);
  allProblems(record, options, options.maps === undefined ? problems.map((problem) => () => problem) : sources.map((source) => () => loadCrowd(source, left)));
  for (const sentence of left) record.note(`Left out: ${sentence}`);
}

/** Searches for a plan, at most so many milliseconds of processor time; returns whether it ended with one. */
function findsPlan(lacam: LaCAM, starts: readonly number[], goals: readonly number[], patience: number, clock: ReturnType<typeof threadClock>): boolean {
  const begin = clock.exact();
  lacam.begin(starts, goals);
  return lacam.run(Infinity, { get aborted() { return clock.exact() - begin > patience; } }) && lacam.cost < Infinity;
}

/** Returns the problems with a plan. */
function firstPlans(record: Recorder, options: Options, problems: readonly Crowd[]): Crowd[] {
  record.table('first', 'The first plan', {
    map: column.key('map'), units: column.count('units'), time: column.time('time', 'ms'), native: column.figure('native', 'ms'), cost: column.cost('sum of costs / lower bound'),
    nativeCost: column.figure('native'), makespan: column.count('steps'), bytes: column.bytes('joint states', 'B a unit and step'),
  });
  record.note('Units step to four neighbours or wait. Times are processor time, tables of distances and all: the median of several runs, below six their geometric mean. Native: LaCAM in C++ on such a machine, a single run.');
  const clock = threadClock();
  const { rounds, first: patience } = SIZES[options.effort];
  const solved: Crowd[] = [];
  const ratios: number[] = [];
  let costly = 0;
  for (const problem of problems) {
    const { name, grid, starts, goals } = problem;
    record.step(`${name}: first plan`);
    const times: number[] = [];
    let lacam = new LaCAM(grid);
    for (let round = 0; round < rounds; round++) {
      const begin = clock.exact();
      lacam = new LaCAM(grid);
      if (!findsPlan(lacam, starts, goals, patience, clock)) break;
      times.push(clock.exact() - begin);
    }
    const time = ofRounds(times);
    if (times.length > 0) solved.push(problem);
    else record.note(`${name}: ${lacam.run(0) ? `no plan for ${starts.length} units exists` : `no plan for ${starts.length} units within ${patience / 1000} s`}.`);
    const native = options.maps === undefined ? undefined : NATIVE_PLANS[name];
    const cost = lacam.cost / lacam.lowerBound;
    record.row('first', {
      map: name, units: starts.length, time, native: native?.milliseconds ?? null, cost, nativeCost: native?.cost ?? null, makespan: lacam.makespan,
      bytes: lacam.bytes / starts.length / (lacam.makespan + 1),
    });
    if (native === undefined) continue;
    ratios.push(time.value / native.milliseconds);
    if (cost > native.cost) costly++;
  }
  const lacks = ratios.length === 0 ? { lacks: 'measured with the multi-agent problems as --maps' } : {};
  record.claim({ name: 'First plan, time over native, geometric mean', source: 'target', reference: 1, atMost: 1.5, unit: '×', ours: geometricMean(ratios), ...lacks });
  record.claim({ name: 'First plan, time over native, the slowest', source: 'target', reference: 1, atMost: 3, unit: '×', ours: Math.max(...ratios, 0), ...lacks });
  record.claim({ name: 'First plans with a higher sum of costs than native', source: 'target', reference: 0, atMost: 0, unit: '', ours: costly, ...lacks });
  return solved;
}

function improvedPlans(record: Recorder, options: Options, problems: readonly Crowd[]): void {
  const { seconds, improve, first: patience } = SIZES[options.effort];
  record.table('improved', `The plan after ${seconds} s`, {
    map: column.key('map'), units: column.count('units'), first: column.cost('first'), after: column.figure('then'), native: column.figure('native, 10 s on two cores'), bound: column.figure('of that proven'),
  });
  const clock = threadClock();
  let worst = 0;
  for (const { name, grid, starts, goals } of problems) {
    record.step(`${name}: improved`);
    const native = options.maps === undefined ? undefined : NATIVE_PLANS[name]?.improved;
    const begin = clock.exact();
    const lacam = new LaCAM(grid);
    if (!findsPlan(lacam, starts, goals, patience, clock)) continue;
    const lower = lacam.lowerBound;
    const before = lacam.cost / lower;
    const deadline = { get aborted() { return clock.exact() - begin > 1000 * seconds; } };
    if (seconds > 0) while (!deadline.aborted && !lacam.improve(1000, deadline));
    else lacam.improve(improve);
    const after = lacam.cost / lower;
    record.row('improved', { map: name, units: starts.length, first: before, after, native: native ?? null, bound: lacam.bound });
    if (native !== undefined) worst = Math.max(worst, after / native);
  }
  record.claim({
    name: 'Improved plans, sum of costs over native, the worst', source: 'target', reference: 1, atMost: 1.1, unit: '×', ours: worst,
    ...(worst === 0 || options.effort !== 'full' ? { lacks: 'measured in full, with the multi-agent problems as --maps' } : {}),
  });
}

function oneStep(record: Recorder, options: Options): void {
  record.step('PIBT');
  record.table('steps', 'A step of PIBT', { units: column.key('units'), map: column.text('map'), time: column.time('median', 'ms'), most: column.figure('95th percentile', 'ms') });
  const crowd = largestCrowd(options.maps, SIZES[options.effort].large, options.seed);
  const clock = threadClock();
  for (const n of [Math.ceil(crowd.starts.length / 10), crowd.starts.length]) {
    const pibt = new PIBT(crowd.grid);
    pibt.begin(crowd.starts.slice(0, n), crowd.goals.slice(0, n));
    // The first steps still fill the tables of distances.
    for (let step = 0; step < 100; step++) pibt.step();
    const times = Array.from({ length: 100 }, () => {
      const begin = clock.exact();
      pibt.step();
      return clock.exact() - begin;
    }).sort((a, b) => a - b);
    record.row('steps', { units: n, map: crowd.name, time: median(times), most: times[94] });
    const target = n <= 1000 ? 1 : 15;
    record.claim({ name: `A step of PIBT, ${n} units`, source: 'target', reference: target, atMost: target, unit: 'ms', ours: median(times) });
  }
}

/** Units that get a new goal on arrival, as in a warehouse. */
function lifelong(record: Recorder, options: Options): void {
  record.step('lifelong');
  record.table('lifelong', 'Goals that come while units move', { units: column.key('units'), map: column.text('map'), steps: column.count('steps'), arrivals: column.gain('arrivals'), time: column.time('a step', 'ms') });
  const { name, grid, starts, goals } = largestCrowd(options.maps, SIZES[options.effort].large, options.seed);
  const n = Math.ceil(starts.length / 10);
  const random = seededRandom(options.seed + 7);
  const pibt = new PIBT(grid);
  pibt.begin(starts.slice(0, n), goals.slice(0, n));
  const steps = options.effort === 'tiny' ? 20 : 300;
  const clock = threadClock();
  const begin = clock.exact();
  let arrivals = 0;
  for (let step = 0; step < steps; step++) {
    pibt.step();
    for (let unit = 0; unit < n; unit++) {
      if (pibt.position(unit) !== pibt.goal(unit)) continue;
      arrivals++;
      pibt.setGoal(unit, goals[Math.floor(random() * goals.length)]);
    }
  }
  record.row('lifelong', { units: n, map: name, steps, arrivals, time: (clock.exact() - begin) / steps });
  record.claim({ name: `Arrivals a step of ${n} units, PIBT with new goals`, source: 'reported', unit: '', ours: arrivals / steps });
}

function manyUnits(record: Recorder, options: Options): void {
  record.step('many units');
  record.table('many', 'Very many units', { map: column.key('map'), units: column.count('units'), time: column.time('time', 'ms'), cost: column.cost('sum of costs / lower bound'), makespan: column.count('steps') });
  const { large, first: patience } = SIZES[options.effort];
  const { name, grid, starts, goals } = largestCrowd(options.maps, large, options.seed);
  const clock = threadClock();
  const begin = clock.exact();
  const lacam = new LaCAM(grid);
  findsPlan(lacam, starts, goals, patience, clock);
  const time = clock.exact() - begin;
  record.row('many', { map: name, units: starts.length, time, cost: lacam.cost / lacam.lowerBound, makespan: lacam.makespan });
  record.claim({ name: `Plan for ${starts.length} units`, source: 'reported', unit: 'ms', ours: Number.isFinite(lacam.cost) ? time : null });
}

function allProblems(record: Recorder, options: Options, sets: readonly (() => Crowd | undefined)[]): void {
  record.step('all problems');
  record.table('solved', `Problems solved within ${PATIENCE / 1000} s`, { set: column.key('set'), problems: column.count('problems'), solved: column.figure('solved'), slowest: column.figure('slowest', 'ms') });
  const { every, units, total } = SIZES[options.effort];
  const clock = threadClock();
  const started = clock.exact();
  let [all, solved] = [0, 0];
  for (const [i, load] of sets.entries()) {
    if (clock.exact() - started > total) {
      record.note(`Problems solved: the first ${i} of ${sets.length} sets. A full run takes them all.`);
      break;
    }
    const crowd = load();
    if (crowd === undefined) continue;
    const most = Math.min(crowd.starts.length, options.maps === undefined ? units : MOST_UNITS);
    let [tried, found, slowest] = [0, 0, 0];
    for (let n = Math.min(every, most); ; n = Math.min(n + every, most)) {
      const lacam = new LaCAM(crowd.grid);
      const begin = clock.exact();
      lacam.begin(crowd.starts.slice(0, n), crowd.goals.slice(0, n));
      const isDone = lacam.run(Infinity, { get aborted() { return clock.exact() - begin > PATIENCE; } });
      const time = clock.exact() - begin;
      tried++;
      // Found a plan, or proved that none exists.
      if (isDone) found++;
      slowest = Math.max(slowest, time);
      if (n === most) break;
    }
    record.row('solved', { set: crowd.name, problems: tried, solved: found, slowest });
    all += tried;
    solved += found;
  }
  record.claim({
    name: 'Problems of up to 1000 units solved within 10 s', source: 'Okumura, AAMAS 2024', reference: 99, atLeast: 99, unit: '%', ours: (100 * solved) / all,
    ...(all === 0 ? { lacks: 'measured with multi-agent problems as --maps' } : {}),
  });
}
