import { AStar, JumpPointSearch } from '@pf/search';
import { ours, theirs } from '../../measure/comparison.ts';
import type { SearchContender, Pace, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { fiveNumbers, timesFaster } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { combineRatios, geometricMean, quantile } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { compareInThreads, noteThreads } from '../../measure/contender-thread.ts';
import type { ThreadedComparison } from '../../measure/contender-thread.ts';
import { loadWorld, TEN_MAPS, worlds, worldSetting } from '../../worlds/worlds.ts';
import type { WorldChoice, Kind, WorldSetting, WorldSource } from '../../worlds/worlds.ts';
import { NATIVE } from '../../measure/native-times.ts';

const SIZES = {
  tiny: { side: 48, problems: 5, pace: { seconds: 0.02, patience: 1 }, generated: ['caves', 'rooms of 8'] },
  quick: { side: 128, problems: 10, pace: { seconds: 1.2, patience: 300 }, generated: ['caves', 'maze, corridors of 1', 'maze, corridors of 8', 'rooms of 32', 'random 25%'] },
  full: { side: 512, problems: 100, pace: { seconds: 16, patience: 10_000 }, generated: undefined },
};

const A_STAR = 'A*';
const JPS = 'jump point search';
const A_STAR_FOUR = 'A*, 4 neighbours';
const JPS_FOUR = 'jump point search, 4 neighbours';

const EIGHT: readonly SearchContender[] = [ours(A_STAR, ({ grid }) => new AStar(grid)), ours(JPS, ({ grid }) => new JumpPointSearch(grid))];
const FOUR: readonly SearchContender[] = [ours(A_STAR_FOUR, ({ grid }) => new AStar(grid)), ours(JPS_FOUR, ({ grid }) => new JumpPointSearch(grid))];

/** Results of all contenders on one map. */
interface MapRankings {
  readonly world: string;
  readonly kind: Kind;
  readonly rankings: ReadonlyMap<string, Ranking>;
}

export const peersComparison: ThreadedComparison<WorldSetting> = {
  name: 'peers',
  async setUp(setting, bring) {
    const neighbours = setting.rules?.movement === 'four' ? 4 : 8;
    const others = ((await bring())?.grids ?? []).filter((peer) => peer.neighbours === neighbours).map(theirs);
    return { world: loadWorld(setting), contenders: [...(neighbours === 4 ? FOUR : EIGHT), ...others] };
  },
};

async function measureMap(record: Recorder, source: WorldSource, setting: WorldSetting, options: Options, pace: Pace): Promise<MapRankings> {
  const world = source.load(setting.rules);
  const rankings = await compareInThreads(peersComparison, setting, pace, options);
  for (const ranking of rankings) {
    const { name, timing, expanded, wrong, bytes, buildSeconds, garbage } = ranking;
    record.row('times', {
      map: world.name, search: name, time: timing.time, p95: quantile(timing.queries, 0.95), slower: timesFaster(timing, rankings[0].timing),
      expanded, wrong: wrong === 0 ? 'all right' : `${wrong} of ${world.problems.length} wrong`,
      kept: bytes / 2 ** 20, garbage: garbage / 2 ** 10, setUp: buildSeconds * 1000,
    });
  }
  return { world: world.name, kind: world.kind, rankings: new Map(rankings.map((ranking) => [ranking.name, ranking])) };
}

/** How many times faster `fast` is, over the maps on which both were measured. */
function over(rankingsByMap: readonly MapRankings[], slow: string, fast: string): Estimate | null {
  const pairs = rankingsByMap.flatMap(({ rankings }) => {
    const [a, b] = [rankings.get(slow), rankings.get(fast)];
    return a === undefined || b === undefined ? [] : [timesFaster(a.timing, b.timing)];
  });
  return pairs.length === 0 ? null : combineRatios(pairs);
}

/** Our time over the native one, on the maps that both have. */
function overNative(rankingsByMap: readonly MapRankings[], search: string, native: Readonly<Record<string, number>>): number | null {
  const ratios = rankingsByMap.filter(({ world, rankings }) => world in native && rankings.has(search)).map(({ world, rankings }) => rankings.get(search)!.timing.time.value / native[world]);
  return ratios.length === 0 ? null : geometricMean(ratios);
}

export const peers: Experiment = experiment({
  name: 'peers', title: 'Beside the libraries of npm',
  reproduces: 'The same problems, answers checked first, each library at its best setting.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { side, problems, pace, generated } = SIZES[options.effort];
  const choice: WorldChoice = { side, problems, maps: TEN_MAPS, ...(generated === undefined ? {} : { generated }) };
  const sources = worlds(options, choice);
  record.table('times', 'A query, its path included', {
    map: column.key('map'), search: column.key('search'), time: column.time('time', 'µs'), p95: column.figure('95th percentile', 'µs'),
    slower: column.ratio('times our A*'), expanded: column.count('expanded'), wrong: column.text('answers'),
    kept: column.bytes('kept', 'MB'), garbage: column.bytes('garbage', 'kB'), setUp: column.figure('set-up', 'ms'),
  });
  for (const peer of options.peers?.grids ?? []) {
    record.version(peer.name.split(' ')[0], peer.version);
    record.note(`${peer.name}: ${peer.setting}.`);
  }
  if (options.peers === undefined) record.note('No libraries of others were given to this run.');
  noteThreads(record, options);
  record.expect(2 * sources.length);
  const rankingsByMap: MapRankings[] = [];
  for (const source of sources) {
    for (const neighbours of [8, 4] as const) {
      record.step(`${source.name}, ${neighbours} neighbours`);
      const rules = { movement: neighbours === 4 ? 'four' : 'eight' } as const;
      rankingsByMap.push(await measureMap(record, source, worldSetting(options, choice, source, rules), options, pace));
    }
  }

  const eight = rankingsByMap.filter(({ rankings }) => rankings.has(A_STAR));
  const names = [...new Set(eight.flatMap(({ rankings }) => [...rankings.keys()]))];
  record.figure({
    kind: 'bars', title: 'Time a query, 8 neighbours', y: { label: 'µs', log: true }, categories: eight.map(({ world }) => world),
    series: names.map((name) => ({ name, values: eight.map(({ rankings }) => rankings.get(name)?.timing.time.value ?? null) })),
  });
  for (const { world, rankings } of eight.slice(0, 2)) {
    record.figure({
      kind: 'boxes', title: `The queries one by one: ${world}`, x: { label: 'µs', log: true },
      boxes: [...rankings.values()].map(({ name, timing }) => ({ name, five: fiveNumbers(timing.queries) })),
    });
  }

  const mean = 'target, geometric mean over the maps';
  const lacksPeers = options.peers === undefined ? { lacks: 'needs the libraries of others' } : {};
  record.claim({
    name: 'A* against PathFinding.js A*', source: mean, atLeast: 20, unit: '×', ours: over(eight, 'PathFinding.js A*', A_STAR), ...lacksPeers,
  });
  record.claim({
    name: 'A* against ngraph.path A*', source: mean, atLeast: 20, unit: '×', ours: over(eight, 'ngraph.path A*', A_STAR), ...lacksPeers,
  });
  record.claim({
    name: 'JPS against PathFinding.js JPS', source: mean, atLeast: 50, unit: '×', ours: over(eight, 'PathFinding.js JPS', JPS), ...lacksPeers,
  });
  record.claim({
    name: 'JPS against A* here, game maps and rooms', source: mean, atLeast: 10, unit: '×',
    ours: over(eight.filter(({ kind }) => kind === 'game' || kind === 'rooms'), A_STAR, JPS),
  });
  const four = rankingsByMap.filter(({ rankings }) => rankings.has(A_STAR_FOUR));
  record.claim({
    name: 'JPS against l1-path-finder, 4 neighbours', source: mean, atLeast: 1, unit: '×', ours: over(four, 'l1-path-finder', JPS_FOUR),
    ...lacksPeers,
  });
  record.claim({ name: 'A* against ngraph.path NBA*', source: mean, unit: '×', ours: over(eight, 'ngraph.path NBA*', A_STAR), ...lacksPeers });
  record.claim({ name: 'A* against easystarjs', source: mean, unit: '×', ours: over(eight, 'easystarjs A*', A_STAR), ...lacksPeers });
  for (const [name, search, anchors] of [['A* over that of the lean native A*', A_STAR, NATIVE.leanAStar], ['JPS over that of Warthog JPS', JPS, NATIVE.warthogJps]] as const) {
    const native = overNative(eight, search, anchors);
    record.claim({
      name: `Time of ${name}`, source: 'native anchor, target within 2.5×', reference: 1, atMost: 2.5, unit: '×', ours: native,
      ...(native === null ? { lacks: 'needs the benchmark maps: --maps DIR' } : {}),
    });
  }
  const wrong = rankingsByMap.reduce((sum, { rankings }) => sum + [A_STAR, JPS, A_STAR_FOUR, JPS_FOUR].reduce((n, name) => n + (rankings.get(name)?.wrong ?? 0), 0), 0);
  record.claim({ name: 'Wrong answers of ours', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
}
