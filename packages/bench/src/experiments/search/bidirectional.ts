import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '@pf/search';
import { compareSearches, optimalCosts, ours } from '../../measure/comparison.ts';
import type { SearchContender, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { timesFaster } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { geometricMean } from '../../measure/statistics.ts';
import { TEN_MAPS, worlds } from '../../worlds/worlds.ts';
import type { ProblemSet } from '../../worlds/worlds.ts';
import { roads, withoutHeuristic, withTerrain } from '../../worlds/test-maps.ts';
import { expansionPicture } from '../../write/expansion-picture.ts';
import { longestProblem } from '../../worlds/longest-problem.ts';

const SIZES = {
  tiny: { side: 48, roads: 30, problems: 4, seconds: 0.02, generated: ['caves', 'rooms of 8'] },
  quick: { side: 192, roads: 150, problems: 12, seconds: 1.2, generated: ['caves', 'maze, corridors of 1', 'maze, corridors of 8', 'rooms of 32', 'random 25%', 'open'] },
  full: { side: 512, roads: 500, problems: 100, seconds: 12, generated: undefined },
};

/** HOG2's NBS and BS*, built from source: expansions a query over the same hundred problems of a map. */
const HOG2: Readonly<Record<string, Readonly<Record<string, number>>>> = { 'dao/arena2': { NBS: 5843, 'BS*': 5096 } };

// Grids are passed without a heuristic: a search then computes theirs in place.
const estimate = ({ graph, heuristic }: ProblemSet): object => ('moves' in graph ? {} : { heuristic });

const CONTENDERS: readonly SearchContender<ProblemSet>[] = [
  ours('A*', (problemSet: ProblemSet) => new AStar(problemSet.graph, estimate(problemSet))),
  ours('NBA*', (problemSet: ProblemSet) => new NBAStar(problemSet.graph, estimate(problemSet))),
  ours('bidirectional A*', (problemSet: ProblemSet) => new BidirectionalAStar(problemSet.graph, estimate(problemSet))),
  ours('bidirectional Dijkstra', ({ graph }: ProblemSet) => new BidirectionalDijkstra(graph)),
  ours('Dijkstra', ({ graph }: ProblemSet) => new Dijkstra(graph)),
];

type Group = 'plain' | 'terrain' | 'roads' | 'no estimate';

interface MapRankings {
  readonly name: string;
  readonly group: Group;
  readonly rankings: ReadonlyMap<string, Ranking>;
}

export const bidirectional: Experiment = experiment({
  name: 'bidirectional', title: 'Searching from both ends',
  reproduces: 'A*, bidirectional Dijkstra, bidirectional A* with balanced potentials, NBA* (the lecture; Pijls & Post 2009).',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, roads: crossings, problems, seconds, generated } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: [...TEN_MAPS, ...Object.keys(HOG2)], ...(generated === undefined ? {} : { generated }) });
  const problemSets: { name: string; group: Group; make: () => ProblemSet }[] = [];
  for (const source of sources) {
    problemSets.push({ name: source.name, group: 'plain', make: () => source.load() });
    problemSets.push({ name: `${source.name}, terrain`, group: 'terrain', make: () => withTerrain(source.load(), options.seed) });
  }
  problemSets.push({ name: 'no estimate', group: 'no estimate', make: () => withoutHeuristic(sources[0].load()) });
  for (const directions of [false, true]) problemSets.push({ name: 'roads', group: 'roads', make: () => roads(crossings, options.seed, problems, directions) });

  record.table('searches', 'A query, its path included', {
    world: column.key('world'), search: column.key('search'), time: column.time('time', 'µs'), expanded: column.count('expanded'),
    speed: column.ratio('as fast as A*'), share: column.ratio('expansions of A*'), answers: column.text('answers'),
  });
  record.expect(problemSets.length);
  const rankingsByMap: MapRankings[] = [];
  const besideHog2: number[] = [];
  for (const { name, group, make } of problemSets) {
    record.step(name);
    const problemSet = make();
    // Without an estimate A* is Dijkstra's algorithm.
    const contenders = group === 'no estimate' ? CONTENDERS.filter((one) => one.name.endsWith('Dijkstra')) : CONTENDERS;
    const rankings = compareSearches(problemSet, contenders, optimalCosts(problemSet), { seconds });
    const base = group === 'no estimate' ? rankings[rankings.length - 1] : rankings[0];
    for (const ranking of rankings) {
      record.row('searches', {
        world: problemSet.name, search: ranking.name, time: ranking.timing.time, expanded: ranking.expanded,
        speed: timesFaster(base.timing, ranking.timing), share: ranking.expanded / base.expanded,
        answers: ranking.wrong === 0 ? 'all right' : `${ranking.wrong} of ${problemSet.problems.length} wrong`,
      });
    }
    // The published figures are for a hundred problems.
    const theirs = problemSet.problems.length === 100 ? HOG2[problemSet.name] : undefined;
    if (theirs !== undefined) {
      for (const [search, expanded] of Object.entries(theirs)) {
        record.row('searches', { world: problemSet.name, search: `${search} of HOG2`, time: null, expanded, speed: null, share: expanded / base.expanded, answers: 'not run here' });
      }
      besideHog2.push(rankings.find(({ name: search }) => search === 'NBA*')!.expanded / Math.min(...Object.values(theirs)));
    }
    rankingsByMap.push({ name: problemSet.name, group, rankings: new Map(rankings.map((ranking) => [ranking.name, ranking])) });
  }
  const drawn = sources[0].load();
  const { grid } = drawn;
  const { from, to } = longestProblem(drawn);
  record.figure({
    kind: 'maps', title: `Cells expanded, from the first (violet) to the last (yellow): ${sources[0].name}`,
    panels: [
      expansionPicture('A*', grid, new AStar(grid), from, to), expansionPicture('bidirectional A*', grid, new BidirectionalAStar(grid), from, to),
      expansionPicture('bidirectional Dijkstra', grid, new BidirectionalDijkstra(grid), from, to),
    ],
  });
  const names = CONTENDERS.map((contender) => contender.name);
  for (const [title, value] of [['Expansions a query', (one: Ranking) => one.expanded], ['Time a query (µs)', (one: Ranking) => one.timing.time.value]] as const) {
    record.figure({
      kind: 'bars', title, y: { label: title, log: true }, categories: rankingsByMap.map((onMap) => onMap.name),
      series: names.map((name) => ({ name, values: rankingsByMap.map(({ rankings }) => { const one = rankings.get(name); return one === undefined ? null : value(one); }) })),
    });
  }

  const share = (name: string, base: string, ...groups: readonly Group[]): number =>
    geometricMean(rankingsByMap.filter(({ group, rankings }) => groups.includes(group) && rankings.has(name)).map(({ rankings }) => rankings.get(name)!.expanded / rankings.get(base)!.expanded));
  const wrong = rankingsByMap.flatMap(({ rankings }) => [...rankings.values()]).reduce((sum, ranking) => sum + ranking.wrong, 0);
  record.claim({ name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  record.claim({
    name: 'Bidirectional Dijkstra: expansions over those of Dijkstra', source: 'the lecture: two discs of half the radius', reference: 0.5, atMost: 1,
    unit: '×', ours: share('bidirectional Dijkstra', 'Dijkstra', 'plain', 'terrain', 'roads', 'no estimate'),
  });
  record.claim({
    name: 'NBA* over A*, expansions: terrain costs', source: 'Pijls & Post 2009', reference: 1, atMost: 1, unit: '×',
    ours: share('NBA*', 'A*', 'terrain'),
  });
  record.claim({
    name: 'NBA* over A*, expansions: roads', source: 'Pijls & Post 2009', reference: 1, atMost: 1, unit: '×', ours: share('NBA*', 'A*', 'roads'),
  });
  record.claim({ name: 'NBA* over A*, expansions: uniform grids', source: 'reported', unit: '×', ours: share('NBA*', 'A*', 'plain') });
  record.claim({
    name: 'Bidirectional A* over A*, expansions: uniform grids', source: 'reported', unit: '×', ours: share('bidirectional A*', 'A*', 'plain'),
  });
  record.claim({
    name: 'Bidirectional A* over A*, expansions: terrain and roads', source: 'reported', unit: '×',
    ours: share('bidirectional A*', 'A*', 'terrain', 'roads'),
  });
  record.claim({
    name: 'NBA* over the better of NBS and BS* of HOG2, expansions: arena2', source: 'HOG2, built from source', reference: 1, atMost: 1, unit: '×',
    ours: besideHog2.length === 0 ? null : Math.max(...besideHog2), ...(besideHog2.length === 0 ? { lacks: 'needs the map, with a hundred problems' } : {}),
  });
  record.note('DVCBS, MEP and TLBA* are not measured: they aim to expand less than NBS, and on arena2 NBA* expands a third less than NBS of HOG2.');
  const winners = rankingsByMap.filter(({ rankings }) => rankings.has('A*')).map(({ name, rankings }) => ({ name, best: [...rankings.values()].sort((a, b) => a.timing.time.value - b.timing.time.value)[0].name }));
  for (const best of names) {
    const where = winners.filter((winner) => winner.best === best).map(({ name }) => name);
    if (where.length > 0) record.note(`Fastest in time, ${best}: ${where.join('; ')}.`);
  }
}
