import type { GridOptions } from '@pf/grid';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '@pf/search';
import { compareSearches, optimalCosts, ours } from '../../measure/comparison.ts';
import type { SearchContender, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { timesFaster } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { geometricMean, mean } from '../../measure/statistics.ts';
import { TEN_MAPS, worlds } from '../../worlds/worlds.ts';
import type { ProblemSet } from '../../worlds/worlds.ts';
import { roads, withoutHeuristic, withTerrain } from '../../worlds/test-maps.ts';
import { expansionPicture } from '../../write/expansion-picture.ts';
import { FrontToEndSearch } from './front-to-end.ts';
import type { PairRule } from './front-to-end.ts';
import { minimumExpansions } from './minimum-expansions.ts';
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

/** Searches whose proof is by pairs of open vertices, by their names. */
const PAIR_RULES = { nbs: 'NBS', dvcbs: 'DVCBS', mm: 'MM', mme: 'MMε' } as const;
/** With whole-number costs, equal bounds are equal. */
const WHOLE: GridOptions = { metric: '70/99' };
/** Problems of a world on which their claims are checked, which takes two floods each. */
const PROVED = 10;

const CONTENDERS: readonly SearchContender<ProblemSet>[] = [
  ours('A*', (problemSet: ProblemSet) => new AStar(problemSet.graph, estimate(problemSet))),
  ours('NBA*', (problemSet: ProblemSet) => new NBAStar(problemSet.graph, estimate(problemSet))),
  ...(['nbs', 'dvcbs'] as const).map((rule) => ours(PAIR_RULES[rule], ({ graph, heuristic }: ProblemSet) => new FrontToEndSearch(graph, rule, heuristic))),
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
  reproduces: 'A*, bidirectional Dijkstra, bidirectional A* with balanced potentials, NBA* (the lecture; Pijls & Post 2009); NBS, DVCBS, MM (2016 to 2019).',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, roads: crossings, problems, seconds, generated } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: [...TEN_MAPS, ...Object.keys(HOG2)], ...(generated === undefined ? {} : { generated }) });
  const problemSets: { name: string; group: Group; make: (rules?: GridOptions) => ProblemSet }[] = [];
  for (const source of sources) {
    problemSets.push({ name: source.name, group: 'plain', make: (rules) => source.load(rules) });
    problemSets.push({ name: `${source.name}, terrain`, group: 'terrain', make: (rules) => withTerrain(source.load(rules), options.seed) });
  }
  problemSets.push({ name: 'no estimate', group: 'no estimate', make: (rules) => withoutHeuristic(sources[0].load(rules)) });
  for (const directions of [false, true]) problemSets.push({ name: 'roads', group: 'roads', make: () => roads(crossings, options.seed, problems, directions) });

  record.table('searches', 'A query, its path included', {
    world: column.key('world'), search: column.key('search'), time: column.time('time', 'µs'), expanded: column.count('expanded'),
    speed: column.ratio('as fast as A*'), share: column.ratio('expansions of A*'), answers: column.text('answers'),
  });
  record.expect(problemSets.length);
  record.table('pairs', `Expansions while the lower bound is below the cost, mean of ${PROVED} problems`, {
    world: column.key('world'), least: column.count('the least of any such search'), nbs: column.count(PAIR_RULES.nbs), dvcbs: column.count(PAIR_RULES.dvcbs),
    mm: column.count(PAIR_RULES.mm), mme: column.count(PAIR_RULES.mme), worst: column.ratio('NBS over the least, at worst'), deepest: column.ratio('deepest of MM over the cost'),
  });
  const rankingsByMap: MapRankings[] = [];
  const proofs: Proofs[] = [];
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
    const proof = provePairs(make(WHOLE));
    proofs.push(proof);
    record.row('pairs', { world: problemSet.name, least: mean(proof.least), ...mapRules((rule) => mean(proof.necessary[rule])), worst: proof.worst, deepest: proof.deepest });
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
  record.claim({
    name: 'NBS: expansions over the least possible, at worst', source: 'Chen, Holte, Zilles & Sturtevant 2017', reference: 2, atMost: 2, anySize: true, unit: '×',
    ours: Math.max(...proofs.map(({ worst }) => worst)),
  });
  record.claim({
    name: 'MM: greatest g of an expanded vertex over the cost', source: 'Holte, Felner, Sharon & Sturtevant 2016', reference: 0.5, atMost: 0.5, anySize: true, unit: '×',
    ours: Number(Math.max(...proofs.map(({ deepest }) => deepest)).toPrecision(12)),
  });
  record.claim({
    name: 'DVCBS over NBS, expansions', source: 'Shperberg, Felner, Sturtevant, Shimony & Hayoun 2019', reference: 1, atMost: 1, unit: '×',
    ours: geometricMean(proofs.filter(({ necessary }) => mean(necessary.nbs) > 0).map(({ necessary }) => mean(necessary.dvcbs) / mean(necessary.nbs))),
  });
  for (const group of ['plain', 'terrain', 'roads'] as const) {
    record.claim({ name: `NBS over NBA*, expansions: ${group === 'plain' ? 'uniform grids' : group}`, source: 'reported', unit: '×', ours: share('NBS', 'NBA*', group) });
    record.claim({ name: `DVCBS over NBA*, expansions: ${group === 'plain' ? 'uniform grids' : group}`, source: 'reported', unit: '×', ours: share('DVCBS', 'NBA*', group) });
  }
  record.note('MEP and TLBA* are not measured: like NBS and DVCBS they prove optimality by pairs of open vertices, which takes several queues a side.');
  const winners = rankingsByMap.filter(({ rankings }) => rankings.has('A*')).map(({ name, rankings }) => ({ name, best: [...rankings.values()].sort((a, b) => a.timing.time.value - b.timing.time.value)[0].name }));
  for (const best of names) {
    const where = winners.filter((winner) => winner.best === best).map(({ name }) => name);
    if (where.length > 0) record.note(`Fastest in time, ${best}: ${where.join('; ')}.`);
  }
}

/** What the searches by pairs expanded on the first problems of a set. */
interface Proofs {
  readonly least: number[];
  readonly necessary: Readonly<Record<PairRule, number[]>>;
  readonly worst: number;
  readonly deepest: number;
}

function mapRules<T>(value: (rule: PairRule) => T): Record<PairRule, T> {
  return { nbs: value('nbs'), dvcbs: value('dvcbs'), mm: value('mm'), mme: value('mme') };
}

function provePairs({ graph, heuristic, problems }: ProblemSet): Proofs {
  const searches = mapRules((rule) => new FrontToEndSearch(graph, rule, heuristic));
  const necessary = mapRules((): number[] => []);
  const least: number[] = [];
  let [worst, deepest] = [0, 0];
  for (const { from, to } of problems.filter((one) => one.from !== one.to).slice(0, PROVED)) {
    least.push(minimumExpansions(graph, heuristic, from, to));
    mapRules((rule) => {
      searches[rule].search(from, to);
      necessary[rule].push(searches[rule].necessary);
    });
    if (necessary.nbs.at(-1)! > 0) worst = Math.max(worst, necessary.nbs.at(-1)! / least.at(-1)!);
    if (searches.mm.cost < Infinity) deepest = Math.max(deepest, searches.mm.deepest(0) / searches.mm.cost, searches.mm.deepest(1) / searches.mm.cost);
  }
  return { least, necessary, worst, deepest };
}
