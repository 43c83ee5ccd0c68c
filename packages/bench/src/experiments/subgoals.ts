import type { Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder } from '@pf/preprocess';
import type { SubgoalTree } from '@pf/preprocess';
import type { RealTimeAgent } from '@pf/realtime';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { AStar } from '@pf/search';
import { column } from '../column.ts';
import type { Experiment, Options } from '../experiment.ts';
import type { Recorder } from '../recorder.ts';
import { experiment } from '../run.ts';
import { mean } from '../statistics.ts';
import { drawProblems, worlds } from '../worlds.ts';
import type { Problem, World } from '../worlds.ts';

const SIZES = {
  tiny: { side: 40, problems: 5, cases: [20], deep: 2 },
  quick: { side: 128, problems: 60, cases: [300], deep: 3 },
  full: { side: 160, problems: 500, cases: [1000, 10000], deep: 3 },
};
/** The stand-ins for the eight maps of the paper, whose names it does not give. */
const MAPS = ['bgmaps/AR0011SR', 'bgmaps/AR0205SR', 'dao/lak303d', 'dao/den011d', 'dao/arena2', 'dao/hrt201n', 'dao/lak505d', 'dao/ost003d'];
/** How many trees are built to say how long those of all goals take. */
const SAMPLE = 40;

/** One system on one world, prepared. */
interface Prepared {
  readonly agent: RealTimeAgent;
  /** Seconds for the whole map, and what is kept a goal or in all. */
  readonly seconds: number;
  readonly size: number;
}

type System = readonly [name: string, prepare: (grid: Grid, heuristic: Heuristic, goals: readonly number[], random: () => number) => Prepared];

function timed<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const begin = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - begin) / 1000 };
}

const unprepared = (agent: RealTimeAgent): Prepared => ({ agent, seconds: 0, size: 0 });

/** Trees for the goals that are asked for; the time for all goals of the map follows from the first of them. */
function withTrees(grid: Grid, heuristic: Heuristic, goals: readonly number[], build: (goal: number) => SubgoalTree, options: { readonly start: 'cheapest-walk' | 'nearest'; readonly change: 'at-subgoal' | 'at-any-node' }): Prepared {
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
    ['LRTA* with subgoals, as published', (grid, heuristic, goals) => withTrees(grid, heuristic, goals, (goal) => publishedSubgoalTree(grid, heuristic, goal), { start: 'nearest', change: 'at-any-node' })],
    ['LRTA* with subgoals, optimal', (grid, heuristic, goals) => {
      const builder = new SubgoalTreeBuilder(grid, heuristic);
      return withTrees(grid, heuristic, goals, (goal) => builder.build(goal), { start: 'cheapest-walk', change: 'at-subgoal' });
    }],
    ...cases.map((count): System => [`kNN LRTA*, ${count} cases`, (grid, heuristic, _goals, random) => {
      const { value, seconds } = timed(() => buildCaseBase(grid, { heuristic, cases: count, random }));
      return {
      agent: new GuidedAgent(grid, new CaseGuide(grid, value, { heuristic }), { heuristic, preparation: 1e9 }), seconds, size: value.subgoals.length,
    };
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

interface Tally {
  cost: number[];
  first: number[];
  later: number[];
  total: number[];
  expanded: number[];
  seconds: number[];
  size: number[];
  missed: number;
}

const tally = (): Tally => ({ cost: [], first: [], later: [], total: [], expanded: [], seconds: [], size: [], missed: 0 });

function walk(agent: RealTimeAgent, { from, to }: Problem, into: Tally, optimal: number): void {
  const begin = performance.now();
  agent.reset(from, to);
  agent.step();
  const first = performance.now();
  let steps = 1;
  for (; agent.status === 'moving'; steps++) agent.step();
  const end = performance.now();
  if (agent.status !== 'reached' || agent.cost < optimal * (1 - 1e-9)) into.missed++;
  into.cost.push(agent.cost);
  into.first.push(1000 * (first - begin));
  if (steps > 1) into.later.push((1000 * (end - first)) / (steps - 1));
  into.total.push(end - begin);
  into.expanded.push(agent.counters.expanded);
}

function measureWorld(world: World, problems: readonly Problem[], random: () => number, sort: readonly System[], into: Map<string, Tally>): void {
  const { grid, heuristic } = world;
  const astar = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  const optimal = problems.map(({ from, to }) => astar.search(from, to));
  const searched = into.get('A*')!;
  for (const { from, to } of problems) {
    const begin = performance.now();
    const cost = astar.search(from, to);
    astar.path(out);
    const end = performance.now();
    searched.cost.push(cost);
    searched.first.push(1000 * (end - begin));
    searched.total.push(end - begin);
    searched.expanded.push(astar.counters.expanded);
  }
  for (const [name, prepare] of sort) {
    const { agent, seconds, size } = prepare(grid, heuristic, [...new Set(problems.map(({ to }) => to))], random);
    const one = into.get(name)!;
    one.seconds.push(seconds);
    one.size.push(size);
    // Warm, so that the first problem is not the compiler's.
    const warm = tally();
    for (let i = 0; i < Math.min(20, problems.length); i++) walk(agent, problems[i], warm, optimal[i]);
    problems.forEach((problem, i) => walk(agent, problem, one, optimal[i]));
  }
}

export const subgoals: Experiment = experiment({
  name: 'subgoals', title: 'Subgoals',
  reproduces: 'Figure 2 of "Subgoaling LRTA*" (Baier & Hernández 2011), and its rivals.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, problems, cases, deep } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, generated: ['caves'] });
  const sort = systems(cases, deep);
  const into = new Map<string, Tally>(['A*', ...sort.map(([name]) => name)].map((name) => [name, tally()]));
  record.table('systems', 'Means over all problems', {
    system: column.key('system'), cost: column.cost('cost'), above: column.figure('above optimal', '%'),
    first: column.time('first move', 'µs'), later: column.time('later moves', 'µs'), total: column.time('total', 'ms'),
    expanded: column.count('expanded'), size: column.count('kept'), seconds: column.figure('preparation a map', 's'),
  });
  record.note('"Kept": nodes a tree, subgoals of the case base, regions, parts. The preparation of trees is that of all goals of a map, taken from a sample of its goals, on one core.');
  record.expect(sources.length);
  const random = seededRandom(options.seed);
  for (const source of sources) {
    record.step(source.name);
    const world = source.load();
    measureWorld(world, drawProblems(world.grid, problems, random), random, sort, into);
  }
  const optimal = mean(into.get('A*')!.cost);
  for (const [system, { cost, first, later, total, expanded, seconds, size }] of into) {
    record.row('systems', {
      system, cost: mean(cost), above: 100 * (mean(cost) / optimal - 1), first: mean(first), later: later.length === 0 ? null : mean(later),
      total: mean(total),
      expanded: mean(expanded), size: size.length === 0 ? null : mean(size), seconds: seconds.length === 0 ? null : mean(seconds),
    });
  }
  const published = into.get('LRTA* with subgoals, as published')!;
  const best = into.get('LRTA* with subgoals, optimal')!;
  const above = (one: Tally): number => 100 * (mean(one.cost) / optimal - 1);
  const paper = 'Baier & Hernández 2011';
  const ratio = (name: string): number => mean(into.get(name)!.total) / mean(best.total);
  record.claim({ name: 'Cost above optimal, as published', source: paper, reference: 11, atMost: 11, unit: '%', ours: above(published) });
  record.claim({ name: 'Cost above optimal, optimal trees', source: 'target', reference: 0, atMost: 1e-6, unit: '%', ours: above(best) });
  record.claim({ name: 'Total time of A* over that of optimal trees', source: paper, reference: 12.4, atLeast: 12.4, unit: '×', ours: ratio('A*') });
  record.claim({
    name: 'Total time of LRTA* over that of optimal trees', source: paper, reference: 137.4, atLeast: 137, unit: '×', ours: ratio('LRTA*'),
  });
  record.claim({ name: 'First move, optimal trees', source: paper, reference: 24, atMost: 24, unit: 'µs', ours: mean(best.first) });
  record.claim({ name: 'Later moves, optimal trees', source: 'target', reference: 0.3, atMost: 0.3, unit: 'µs', ours: mean(best.later) });
  record.claim({ name: 'Nodes of a tree, as published', source: paper, reference: 198, unit: '', ours: mean(published.size) });
  record.claim({
    name: 'Optimal trees of all goals of a map, one core', source: paper, reference: 73.5, atMost: 73.5, unit: 's', ours: mean(best.seconds),
  });
  record.claim({
    name: 'Goals missed, or reached at less than the optimal cost', source: 'A*', reference: 0, atMost: 0, unit: '',
    ours: [...into.values()].reduce((sum, { missed }) => sum + missed, 0),
  });
}
