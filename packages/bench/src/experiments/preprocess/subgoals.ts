import type { Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder } from '@pf/preprocess';
import type { SubgoalTree } from '@pf/preprocess';
import type { RealTimeAgent, SubgoalTreeGuideOptions } from '@pf/realtime';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { AStar } from '@pf/search';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { mean } from '../../measure/statistics.ts';
import { drawProblems, worlds } from '../../worlds/worlds.ts';
import { measureReadings } from './subgoal-readings.ts';
import type { Problem, World } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 40, problems: 5, cases: [20], deep: 2 },
  quick: { side: 160, problems: 40, cases: [300], deep: 4 },
  full: { side: 160, problems: 500, cases: [1000, 10000], deep: 4 },
};
/** Replacements for the eight maps of the paper, which it does not name. */
const MAPS = ['bgmaps/AR0011SR', 'bgmaps/AR0205SR', 'dao/lak303d', 'dao/den011d', 'dao/arena2', 'dao/hrt201n', 'dao/lak505d', 'dao/ost003d'];
/** Each problem is solved this many times, and the fastest counts, so that other programs do not matter. */
const ROUNDS = 3;
/** Trees that are built to extrapolate the time for all goals. */
const SAMPLE = 40;

/**
 * Published trees. By the letter of Algorithm 3, the first subgoal is the nearest by estimate, even behind a wall; in the corrected version, the
 * nearest that can be reached by a greedy walk.
 */
const LETTER = 'subgoals, as published';
const CORRECTED = 'subgoals, first within reach';
const OPTIMAL = 'subgoals, optimal';

/** One system prepared for one world. */
interface Prepared {
  readonly agent: RealTimeAgent;
  /** Seconds for the whole map, and memory for a goal or in all. */
  readonly seconds: number;
  readonly size: number;
}

type System = readonly [name: string, prepare: (grid: Grid, heuristic: Heuristic, goals: readonly number[], random: () => number) => Prepared];

/** Seconds of processor time, without that of other programs. */
function timed<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const begin = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(begin);
  return { value, seconds: (user + system) / 1e6 };
}

const unprepared = (agent: RealTimeAgent): Prepared => ({ agent, seconds: 0, size: 0 });

/** Trees for the goals of the problems; the time for all goals of the map is extrapolated from the first of them. */
function withTrees(grid: Grid, heuristic: Heuristic, goals: readonly number[], build: (goal: number) => SubgoalTree, options: SubgoalTreeGuideOptions = {}): Prepared {
  const trees = new Map<number, SubgoalTree>();
  const sample = goals.slice(0, SAMPLE);
  build(goals[0]);
  const { seconds } = timed(() => sample.forEach((goal) => trees.set(goal, build(goal))));
  for (const goal of goals) if (!trees.has(goal)) trees.set(goal, build(goal));
  const guide = new SubgoalTreeGuide(grid, (goal) => trees.get(goal), { heuristic, ...options });
  return {
    agent: new GuidedAgent(grid, guide, { heuristic, preparation: 1e6 }),
    seconds: (seconds / sample.length) * grid.terrain.free,
    size: mean([...trees.values()].map(({ vertices }) => vertices.length)),
  };
}

function systems(cases: readonly number[], deep: number): readonly System[] {
  return [
    ['LRTA*', (grid, heuristic) => unprepared(new LrtaStar(grid, { heuristic }))],
    ['LSS-LRTA*, lookahead 10', (grid, heuristic) => unprepared(new LssLrtaStar(grid, { heuristic, lookahead: 10 }))],
    ['TBA*, 10 expansions', (grid, heuristic) => unprepared(new TbaStar(grid, { heuristic, expansions: 10 }))],
    [LETTER, (grid, heuristic, goals) => withTrees(grid, heuristic, goals, (goal) => publishedSubgoalTree(grid, heuristic, goal), { start: 'nearest', change: 'at-any-node' })],
    [CORRECTED, (grid, heuristic, goals) => withTrees(grid, heuristic, goals, (goal) => publishedSubgoalTree(grid, heuristic, goal), { start: 'nearest-walk', change: 'at-any-node' })],
    [OPTIMAL, (grid, heuristic, goals) => {
      const builder = new SubgoalTreeBuilder(grid, heuristic);
      return withTrees(grid, heuristic, goals, (goal) => builder.build(goal));
    }],
    ...cases.map((count): System => [`kNN LRTA*, ${count} cases`, (grid, heuristic, _goals, random) => {
      const { value, seconds } = timed(() => buildCaseBase(grid, { heuristic, cases: count, random }));
      const guide = new CaseGuide(grid, value, { heuristic });
      return { agent: new GuidedAgent(grid, guide, { heuristic, preparation: 1e9 }), seconds, size: value.subgoals.length };
    }]),
    [`D LRTA*, ${deep} levels`, (grid, heuristic) => {
      const { value, seconds } = timed(() => buildRegionTable(grid, deep));
      return { agent: new GuidedAgent(grid, new CliqueGuide(value), { heuristic }), seconds, size: value.regionCount };
    }],
    ['HCDPS', (grid, heuristic) => {
      const { value, seconds } = timed(() => buildPartition(grid, { heuristic }));
      return { agent: new GuidedAgent(grid, new PartitionGuide(grid, value, { heuristic }), { heuristic }), seconds, size: value.partCount };
    }],
  ];
}

/** Results of a system, an entry for each problem or world. Times in milliseconds. */
interface Tally {
  cost: number[];
  first: number[];
  later: number[];
  moves: number[];
  total: number[];
  expanded: number[];
  seconds: number[];
  size: number[];
  missed: number;
}

const tally = (): Tally => ({ cost: [], first: [], later: [], moves: [], total: [], expanded: [], seconds: [], size: [], missed: 0 });

/** One path from start to goal. */
interface Walk {
  readonly cost: number;
  readonly expanded: number;
  readonly reached: boolean;
  readonly first: number;
  readonly later: number;
  readonly moves: number;
}

/** A function for each agent, as in a game that uses one kind. In a shared function none of the calls would be monomorphic. */
function walkerOf(agent: RealTimeAgent): (problem: Problem) => Walk {
  return ({ from, to }) => {
    const begin = performance.now();
    agent.begin(from, to);
    agent.step();
    const first = performance.now();
    let moves = 0;
    for (; agent.status === 'moving'; moves++) agent.step();
    const later = performance.now() - first;
    return { cost: agent.cost, expanded: agent.counters.expanded, reached: agent.status === 'reached', first: first - begin, later, moves };
  };
}

function search(astar: AStar, { from, to }: Problem, out: Uint32Array): Walk {
  const begin = performance.now();
  const cost = astar.search(from, to);
  astar.path(out);
  return { cost, expanded: astar.counters.expanded, reached: cost < Infinity, first: performance.now() - begin, later: 0, moves: 0 };
}

/** All problems in rounds, the first of which is the warm-up; of the others, the lowest time of each problem. */
function solve(problems: readonly Problem[], solved: (problem: Problem) => Walk, into: Tally): readonly number[] {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => problems.map(solved)).slice(1);
  return problems.map((_, i) => {
    const walks = rounds.map((round) => round[i]);
    const { cost, expanded, moves, reached } = walks[0];
    const [first, later] = [Math.min(...walks.map((one) => one.first)), Math.min(...walks.map((one) => one.later))];
    into.cost.push(cost);
    into.expanded.push(expanded);
    into.first.push(first);
    into.later.push(later);
    into.moves.push(moves);
    into.total.push(first + later);
    if (!reached) into.missed++;
    return cost;
  });
}

function measureWorld({ grid, heuristic }: World, problems: readonly Problem[], random: () => number, sort: readonly System[], into: Map<string, Tally>): void {
  const astar = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  const optimal = solve(problems, (problem) => search(astar, problem, out), into.get('A*')!);
  for (const [name, prepare] of sort) {
    const { agent, seconds, size } = prepare(grid, heuristic, [...new Set(problems.map(({ to }) => to))], random);
    const one = into.get(name)!;
    one.seconds.push(seconds);
    one.size.push(size);
    const costs = solve(problems, walkerOf(agent), one);
    one.missed += costs.filter((cost, i) => cost < optimal[i] * (1 - 1e-9)).length;
  }
}

export const subgoals: Experiment = experiment({
  name: 'subgoals', title: 'Subgoals',
  reproduces: 'Figure 2 of "Fast subgoaling for pathfinding via real-time search" (Hernández & Baier 2011), and other systems.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, problems, cases, deep } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, generated: ['caves', 'rooms of 32'] });
  const sort = systems(cases, deep);
  const into = new Map<string, Tally>(['A*', ...sort.map(([name]) => name)].map((name) => [name, tally()]));
  record.table('systems', 'Means over all problems', {
    system: column.key('system'), cost: column.cost('cost'), above: column.figure('above optimal', '%'),
    first: column.time('first move', 'µs'), later: column.time('later moves', 'µs'), total: column.time('total', 'ms'),
    expanded: column.count('expanded'), size: column.count('kept'), seconds: column.figure('preparation a map', 's'),
  });
  record.note(`Of each problem the fastest of ${ROUNDS} times counts. The first subgoal of published trees is the nearest by estimate, as published, or the nearest of those that a greedy walk reaches.`);
  record.note('"Kept": nodes a tree, subgoals of the case base, regions, parts. The preparation of trees is that of all goals of a map, taken from a sample of its goals, on one core.');
  record.expect(sources.length + 1);
  const random = seededRandom(options.seed);
  for (const source of sources) {
    record.step(source.name);
    const world = source.load();
    measureWorld(world, drawProblems(world.grid, problems, random), random, sort, into);
  }
  const optimal = mean(into.get('A*')!.cost);
  const above = (one: Tally): number => 100 * (mean(one.cost) / optimal - 1);
  const later = ({ later, moves }: Tally): number => (1000 * mean(later)) / mean(moves);
  for (const [system, one] of into) {
    const prepared = one.seconds.length > 0;
    record.row('systems', {
      system, cost: mean(one.cost), above: above(one), first: 1000 * mean(one.first), later: prepared ? later(one) : null, total: mean(one.total),
      expanded: mean(one.expanded), size: prepared ? mean(one.size) : null, seconds: prepared ? mean(one.seconds) : null,
    });
  }
  const corrected = into.get(CORRECTED)!;
  const best = into.get(OPTIMAL)!;
  const paper = 'Hernández & Baier 2011';
  const ratio = (name: string): number => mean(into.get(name)!.total) / mean(best.total);
  record.claim({
    name: 'Cost above optimal, as published', source: paper, reference: 11, atMost: 11, unit: '%', ours: above(into.get(LETTER)!),
    remark: 'where a long wall lies before the nearest subgoal, the agent has to learn a path around it; the paper does not name its maps',
  });
  record.claim({ name: 'Cost above optimal, the first subgoal within reach', source: paper, reference: 11, atMost: 11, unit: '%', ours: above(corrected) });
  record.claim({ name: 'Cost above optimal, optimal trees', source: 'target', reference: 0, atMost: 1e-6, anySize: true, unit: '%', ours: above(best) });
  record.claim({ name: 'Total time of A* over that of optimal trees', source: paper, reference: 12.4, atLeast: 12.4, unit: '×', ours: ratio('A*') });
  record.claim({ name: 'Total time of LRTA* over that of optimal trees', source: paper, reference: 137.4, atLeast: 137, unit: '×', ours: ratio('LRTA*') });
  record.claim({ name: 'First move, optimal trees', source: paper, reference: 24, atMost: 24, unit: 'µs', ours: 1000 * mean(best.first) });
  record.claim({ name: 'Later moves, optimal trees', source: 'target', reference: 0.3, atMost: 0.3, unit: 'µs', ours: later(best) });
  record.claim({ name: 'Nodes of a tree, as published', source: paper, reference: 198, unit: '', ours: mean(corrected.size) });
  record.claim({
    name: 'Optimal trees of all goals of a map, one core', source: paper, reference: 73.5, atMost: 73.5, unit: 's', ours: mean(best.seconds),
  });
  record.claim({
    name: 'Goals missed, or reached at less than the optimal cost', source: 'A*', reference: 0, atMost: 0, anySize: true, unit: '',
    ours: [...into.values()].reduce((sum, { missed }) => sum + missed, 0),
  });
  record.step('readings of the published algorithm');
  measureReadings(record, options, sources);
}
