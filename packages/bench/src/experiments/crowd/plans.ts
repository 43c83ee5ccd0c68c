import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaCAM, PIBT } from '@pf/crowd';
import { Grid, parseMap, parseScenario, randomObstacles, seededRandom } from '@pf/grid';
import type { Experiment, Options } from '../../experiment.ts';
import { NATIVE_PLANS } from '../../measure/native-times.ts';
import { geometricMean, median } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { reachable } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { rounds: 1, side: 16, units: 20, large: 60, improve: 200, seconds: 0, every: 1000, most: 10 },
  quick: { rounds: 3, side: 64, units: 600, large: 4000, improve: Infinity, seconds: 2, every: 1000, most: 2000 },
  full: { rounds: 9, side: 64, units: 1000, large: 10_000, improve: Infinity, seconds: 10, every: 100, most: 20_000 },
};
/** Milliseconds after which a problem counts as unsolved. */
const PATIENCE = 10_000;
const LARGE = 'warehouse-20-40-10-2-2';

/** Starts and goals of units. Problems with fewer units take the first ones. */
interface Crowd {
  readonly name: string;
  readonly grid: Grid;
  readonly starts: readonly number[];
  readonly goals: readonly number[];
}

/** All problem sets in a folder: maps with files NAME-even-1.scen and the like. */
function crowdsIn(folder: string): (() => Crowd)[] {
  const files = readdirSync(folder).sort();
  return files.filter((file) => /-(even|random)-\d+\.scen$/.test(file)).map((file) => () => {
    const map = file.replace(/-(even|random)-\d+\.scen$/, '');
    return readCrowd(folder, map, file);
  });
}

function readCrowd(folder: string, map: string, file: string): Crowd {
  const grid = parseMap(readFileSync(join(folder, `${map}.map`), 'latin1'), { movement: 'four' });
  const problems = parseScenario(readFileSync(join(folder, file), 'latin1'));
  return {
    name: file.replace('.scen', ''), grid,
    starts: problems.map(({ startX, startY }) => grid.vertex(startX, startY)), goals: problems.map(({ goalX, goalY }) => grid.vertex(goalX, goalY)),
  };
}

/** Shelves of ten cells in this many columns, aisles of one cell between them, open ground around. */
function warehouse(columns: number, rows: number): Grid {
  const width = 11 * columns + 11;
  const lines = Array.from({ length: 3 * rows + 1 }, (_, y) => Array.from({ length: width }, (_, x) => (x > 5 && x < width - 6 && (x - 6) % 11 > 0 && y % 3 > 0 ? '#' : '.')).join(''));
  return Grid.fromRows(lines, { movement: 'four' });
}

/** Units at random cells of the largest part of a grid. */
function scatter(name: string, grid: Grid, count: number, seed: number): Crowd {
  const random = seededRandom(seed);
  const free = Uint32Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  let part = reachable(grid, free[0]);
  for (const v of free) {
    if (part.length * 2 > free.length) break;
    if (!part.includes(v)) part = [part, reachable(grid, v)].sort((a, b) => b.length - a.length)[0];
  }
  const draw = (): number[] => {
    const all = [...part];
    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all.slice(0, count);
  };
  return { name, grid, starts: draw(), goals: draw() };
}

function compared(options: Options): Crowd[] {
  const { side, units, large } = SIZES[options.effort];
  if (options.maps !== undefined) {
    const folder = options.maps;
    const wanted = Object.entries(NATIVE_PLANS).filter(([map]) => existsSync(join(folder, `${map}-random-1.scen`)));
    return wanted.map(([map, native]) => first(readCrowd(folder, map, `${map}-random-1.scen`), native!.units, map));
  }
  const obstacles = randomObstacles(side, side, 0.2, seededRandom(options.seed), { movement: 'four' });
  const shelves = Math.max(1, Math.round(Math.sqrt(large / 60)));
  return [scatter(`random ${side}²`, obstacles, units, options.seed), scatter('warehouse', warehouse(shelves, 2 * shelves), units, options.seed + 1)];
}

function largest(options: Options): Crowd {
  const { large } = SIZES[options.effort];
  const shelves = Math.max(1, Math.round(Math.sqrt(large / 25)));
  const grid = options.maps !== undefined && existsSync(join(options.maps, `${LARGE}.map`))
    ? parseMap(readFileSync(join(options.maps, `${LARGE}.map`), 'latin1'), { movement: 'four' })
    : warehouse(shelves, 2 * shelves);
  return scatter(options.maps === undefined ? 'warehouse' : LARGE, grid, large, options.seed);
}

function first({ grid, starts, goals }: Crowd, n: number, name: string): Crowd {
  return { name, grid, starts: starts.slice(0, n), goals: goals.slice(0, n) };
}

export const crowd: Experiment = experiment({
  name: 'crowd', title: 'Plans for many units',
  reproduces: 'LaCAM (Okumura, AAAI and IJCAI 2023, AAMAS 2024) on the multi-agent problems of the Moving AI Lab: first plans, plans after 10 s, and how many are solved.',
}, run);

function run(record: Recorder, options: Options): void {
  const problems = compared(options);
  record.expect(2 * problems.length + 4);
  firstPlans(record, options, problems);
  improvedPlans(record, options, problems);
  oneStep(record, options);
  lifelong(record, options);
  manyUnits(record, options);
  allProblems(record, options);
}

function firstPlans(record: Recorder, options: Options, problems: readonly Crowd[]): void {
  record.table('first', 'The first plan', {
    map: column.key('map'), units: column.count('units'), time: column.time('time', 'ms'), native: column.figure('native', 'ms'), cost: column.cost('sum of costs / lower bound'),
    nativeCost: column.figure('native'), makespan: column.count('steps'), bytes: column.bytes('joint states', 'B a unit and step'),
  });
  record.note('Units step to four neighbours or wait. Times are processor time, the fastest of several runs, tables of distances and all. Native: LaCAM in C++ on such a machine, measured once.');
  const clock = threadClock();
  const ratios: number[] = [];
  let costly = 0;
  for (const { name, grid, starts, goals } of problems) {
    record.step(`${name}: first plan`);
    let time = Infinity;
    let lacam = new LaCAM(grid);
    for (let round = 0; round < SIZES[options.effort].rounds; round++) {
      const begin = clock.exact();
      lacam = new LaCAM(grid);
      lacam.search(starts, goals);
      time = Math.min(time, clock.exact() - begin);
    }
    const native = options.maps === undefined ? undefined : NATIVE_PLANS[name];
    const cost = lacam.cost / lacam.lowerBound;
    record.row('first', {
      map: name, units: starts.length, time, native: native?.milliseconds ?? null, cost, nativeCost: native?.cost ?? null, makespan: lacam.makespan,
      bytes: lacam.bytes / starts.length / (lacam.makespan + 1),
    });
    if (native === undefined) continue;
    ratios.push(time / native.milliseconds);
    if (cost > native.cost) costly++;
  }
  const lacks = ratios.length === 0 ? { lacks: 'measured with the multi-agent problems as --maps' } : {};
  record.claim({ name: 'First plan, time over native, geometric mean', source: 'target', reference: 1, atMost: 1.5, unit: '×', ours: geometricMean(ratios), ...lacks });
  record.claim({ name: 'First plan, time over native, the slowest', source: 'target', reference: 1, atMost: 3, unit: '×', ours: Math.max(...ratios, 0), ...lacks });
  record.claim({ name: 'First plans with a higher sum of costs than native', source: 'target', reference: 0, atMost: 0, unit: '', ours: costly, ...lacks });
}

function improvedPlans(record: Recorder, options: Options, problems: readonly Crowd[]): void {
  const { seconds, improve } = SIZES[options.effort];
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
    const lower = (lacam.search(starts, goals), lacam.lowerBound);
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
  const crowd = largest(options);
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
  record.table('lifelong', 'Goals that come while units move', { units: column.key('units'), map: column.text('map'), steps: column.count('steps'), arrivals: column.count('arrivals'), time: column.time('a step', 'ms') });
  const { name, grid, starts, goals } = largest(options);
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
  const { name, grid, starts, goals } = largest(options);
  const clock = threadClock();
  const begin = clock.exact();
  const lacam = new LaCAM(grid);
  lacam.search(starts, goals);
  const time = clock.exact() - begin;
  record.row('many', { map: name, units: starts.length, time, cost: lacam.cost / lacam.lowerBound, makespan: lacam.makespan });
  record.claim({ name: `Plan for ${starts.length} units`, source: 'reported', unit: 'ms', ours: Number.isFinite(lacam.cost) ? time : null });
}

function allProblems(record: Recorder, options: Options): void {
  record.step('all problems');
  record.table('solved', `Problems solved within ${PATIENCE / 1000} s`, { set: column.key('set'), problems: column.count('problems'), solved: column.figure('solved'), slowest: column.figure('slowest', 'ms') });
  const { every, units } = SIZES[options.effort];
  const sets = options.maps === undefined ? compared(options).map((crowd) => () => crowd) : crowdsIn(options.maps);
  const clock = threadClock();
  let [all, solved] = [0, 0];
  for (const load of sets) {
    const crowd = load();
    const most = Math.min(crowd.starts.length, options.maps === undefined ? units : 1000);
    let [tried, found, slowest] = [0, 0, 0];
    for (let n = Math.min(every, most); ; n = Math.min(n + every, most)) {
      const lacam = new LaCAM(crowd.grid);
      const begin = clock.exact();
      lacam.begin(crowd.starts.slice(0, n), crowd.goals.slice(0, n));
      const isDone = lacam.run(Infinity, { get aborted() { return clock.exact() - begin > PATIENCE; } });
      const time = clock.exact() - begin;
      tried++;
      if (isDone && lacam.cost < Infinity) found++;
      slowest = Math.max(slowest, time);
      if (n === most) break;
    }
    record.row('solved', { set: crowd.name, problems: tried, solved: found, slowest });
    all += tried;
    solved += found;
  }
  record.claim({ name: 'Problems of up to 1000 units solved within 10 s', source: 'Okumura, AAMAS 2024', reference: 99, atLeast: 99, unit: '%', ours: (100 * solved) / all });
}
