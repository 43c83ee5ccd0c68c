import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '@pf/search';
import { contest, optimalCosts, ours } from '../contest.ts';
import type { Entrant, Ranking } from '../contest.ts';
import { column } from '../column.ts';
import type { Experiment, Options } from '../experiment.ts';
import { timesFaster } from '../measure.ts';
import type { Recorder } from '../recorder.ts';
import { experiment } from '../run.ts';
import { geometricMean } from '../statistics.ts';
import { TEN_MAPS, worlds } from '../worlds.ts';
import type { Arena } from '../worlds.ts';
import { roads, withoutHeuristic, withTerrain } from './arenas.ts';
import { expansionPicture } from './expansion-picture.ts';
import { longestProblem } from './longest.ts';

const SIZES = {
  tiny: { side: 48, roads: 30, problems: 4, seconds: 0.02, generated: ['caves', 'rooms of 8'] },
  quick: { side: 192, roads: 150, problems: 12, seconds: 1.2, generated: ['caves', 'maze, corridors of 1', 'maze, corridors of 8', 'rooms of 32', 'random 25%', 'open'] },
  full: { side: 512, roads: 500, problems: 100, seconds: 12, generated: undefined },
};

// Grids are given without a heuristic: a search then computes their own one in place.
const estimate = ({ graph, heuristic }: Arena): object => ('moves' in graph ? {} : { heuristic });

const ENTRANTS: readonly Entrant<Arena>[] = [
  ours('A*', (arena: Arena) => new AStar(arena.graph, estimate(arena))),
  ours('NBA*', (arena: Arena) => new NBAStar(arena.graph, estimate(arena))),
  ours('bidirectional A*', (arena: Arena) => new BidirectionalAStar(arena.graph, estimate(arena))),
  ours('bidirectional Dijkstra', ({ graph }: Arena) => new BidirectionalDijkstra(graph)),
  ours('Dijkstra', ({ graph }: Arena) => new Dijkstra(graph)),
];

type Group = 'plain' | 'terrain' | 'roads' | 'no estimate';

interface Heat {
  readonly name: string;
  readonly group: Group;
  readonly standings: ReadonlyMap<string, Ranking>;
}

export const bidirectional: Experiment = experiment({
  name: 'bidirectional', title: 'Searching from both ends',
  reproduces: 'A*, bidirectional Dijkstra, bidirectional A* with balanced potentials, NBA* (the lecture; Pijls & Post 2009).',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, roads: crossings, problems, seconds, generated } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: TEN_MAPS, ...(generated === undefined ? {} : { generated }) });
  const arenas: { name: string; group: Group; make: () => Arena }[] = [];
  for (const source of sources) {
    arenas.push({ name: source.name, group: 'plain', make: () => source.load() });
    arenas.push({ name: `${source.name}, terrain`, group: 'terrain', make: () => withTerrain(source.load(), options.seed) });
  }
  arenas.push({ name: 'no estimate', group: 'no estimate', make: () => withoutHeuristic(sources[0].load()) });
  for (const directions of [false, true]) arenas.push({ name: 'roads', group: 'roads', make: () => roads(crossings, options.seed, problems, directions) });

  record.table('searches', 'A query, its path included', {
    world: column.key('world'), search: column.key('search'), time: column.time('time', 'µs'), expanded: column.count('expanded'),
    speed: column.ratio('as fast as A*'), share: column.ratio('expansions of A*'), answers: column.text('answers'),
  });
  record.expect(arenas.length);
  const heats: Heat[] = [];
  for (const { name, group, make } of arenas) {
    record.step(name);
    const arena = make();
    // Without an estimate A* is Dijkstra's algorithm.
    const entrants = group === 'no estimate' ? ENTRANTS.filter((one) => one.name.endsWith('Dijkstra')) : ENTRANTS;
    const standings = contest(arena, entrants, optimalCosts(arena), { seconds });
    const base = group === 'no estimate' ? standings[standings.length - 1] : standings[0];
    for (const standing of standings) {
      record.row('searches', {
        world: arena.name, search: standing.name, time: standing.timing.time, expanded: standing.expanded,
        speed: timesFaster(base.timing, standing.timing), share: standing.expanded / base.expanded,
        answers: standing.wrong === 0 ? 'all right' : `${standing.wrong} of ${arena.problems.length} wrong`,
      });
    }
    heats.push({ name: arena.name, group, standings: new Map(standings.map((standing) => [standing.name, standing])) });
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
  const names = ENTRANTS.map((entrant) => entrant.name);
  for (const [title, value] of [['Expansions a query', (one: Ranking) => one.expanded], ['Time a query (µs)', (one: Ranking) => one.timing.time.value]] as const) {
    record.figure({
      kind: 'bars', title, y: { label: title, log: true }, categories: heats.map((heat) => heat.name),
      series: names.map((name) => ({ name, values: heats.map(({ standings }) => { const one = standings.get(name); return one === undefined ? null : value(one); }) })),
    });
  }

  const share = (name: string, base: string, ...groups: readonly Group[]): number =>
    geometricMean(heats.filter(({ group, standings }) => groups.includes(group) && standings.has(name)).map(({ standings }) => standings.get(name)!.expanded / standings.get(base)!.expanded));
  const wrong = heats.flatMap(({ standings }) => [...standings.values()]).reduce((sum, standing) => sum + standing.wrong, 0);
  record.claim({ name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, unit: '', ours: wrong });
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
  const winners = heats.filter(({ standings }) => standings.has('A*')).map(({ name, standings }) => ({ name, best: [...standings.values()].sort((a, b) => a.timing.time.value - b.timing.time.value)[0].name }));
  for (const best of names) {
    const where = winners.filter((winner) => winner.best === best).map(({ name }) => name);
    if (where.length > 0) record.note(`Fastest by the clock, ${best}: ${where.join('; ')}.`);
  }
}
