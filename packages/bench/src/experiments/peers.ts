import { AStar, JumpPointSearch } from '@pf/search';
import { ours, theirs } from '../contest.ts';
import type { Entrant, Pace, Ranking } from '../contest.ts';
import { column } from '../column.ts';
import { smallWorlds } from '../experiment.ts';
import type { Experiment, Options } from '../experiment.ts';
import { fiveNumbers, timesFaster } from '../measure.ts';
import type { Recorder } from '../recorder.ts';
import { experiment } from '../run.ts';
import { combineRatios, geometricMean, quantile } from '../statistics.ts';
import type { Estimate } from '../statistics.ts';
import { contestApart, noteThreads } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { loadWorld, TEN_MAPS, worlds, worldSetting } from '../worlds.ts';
import type { Asking, Kind, WorldSetting, WorldSource } from '../worlds.ts';
import { NATIVE } from './native.ts';

const SIZES = {
  tiny: { side: 48, problems: 5, pace: { seconds: 0.02, patience: 50 }, generated: ['caves', 'rooms of 8'] },
  quick: { side: 128, problems: 10, pace: { seconds: 1.2, patience: 300 }, generated: ['caves', 'maze, corridors of 1', 'maze, corridors of 8', 'rooms of 32', 'random 25%'] },
  full: { side: 512, problems: 100, pace: { seconds: 16, patience: 10_000 }, generated: undefined },
};

const A_STAR = 'A*';
const JPS = 'jump point search';
const A_STAR_FOUR = 'A*, 4 neighbours';
const JPS_FOUR = 'jump point search, 4 neighbours';

const EIGHT: readonly Entrant[] = [ours(A_STAR, ({ grid }) => new AStar(grid)), ours(JPS, ({ grid }) => new JumpPointSearch(grid))];
const FOUR: readonly Entrant[] = [ours(A_STAR_FOUR, ({ grid }) => new AStar(grid)), ours(JPS_FOUR, ({ grid }) => new JumpPointSearch(grid))];

/** What everyone did on one map. */
interface Heat {
  readonly world: string;
  readonly kind: Kind;
  readonly standings: ReadonlyMap<string, Ranking>;
}

export const peersStage: Stage<WorldSetting> = {
  name: 'peers',
  async set(setting, bring) {
    const neighbours = setting.rules?.movement === 'four' ? 4 : 8;
    const others = ((await bring())?.grids ?? []).filter((peer) => peer.neighbours === neighbours).map(theirs);
    return { world: loadWorld(setting), entrants: [...(neighbours === 4 ? FOUR : EIGHT), ...others] };
  },
};

async function measureMap(record: Recorder, source: WorldSource, setting: WorldSetting, options: Options, pace: Pace): Promise<Heat> {
  const world = source.load(setting.rules);
  const standings = await contestApart(peersStage, setting, pace, options);
  for (const standing of standings) {
    const { name, timing, expanded, wrong, bytes, buildSeconds, garbage } = standing;
    record.row('times', {
      map: world.name, search: name, time: timing.time, p95: quantile(timing.queries, 0.95), slower: timesFaster(timing, standings[0].timing),
      expanded, wrong: wrong === 0 ? 'all right' : `${wrong} of ${world.problems.length} wrong`,
      kept: bytes / 2 ** 20, garbage: garbage / 2 ** 10, setUp: buildSeconds * 1000,
    });
  }
  return { world: world.name, kind: world.kind, standings: new Map(standings.map((standing) => [standing.name, standing])) };
}

/** How many times faster `fast` is, over the maps on which both were measured. */
function over(heats: readonly Heat[], slow: string, fast: string): Estimate | null {
  const pairs = heats.flatMap(({ standings }) => {
    const [a, b] = [standings.get(slow), standings.get(fast)];
    return a === undefined || b === undefined ? [] : [timesFaster(a.timing, b.timing)];
  });
  return pairs.length === 0 ? null : combineRatios(pairs);
}

/** Our microseconds over the native ones, on the maps that both have. */
function overNative(heats: readonly Heat[], search: string, native: Readonly<Record<string, number>>): number | null {
  const ratios = heats.filter(({ world, standings }) => world in native && standings.has(search)).map(({ world, standings }) => standings.get(search)!.timing.time.value / native[world]);
  return ratios.length === 0 ? null : geometricMean(ratios);
}

export const peers: Experiment = experiment({
  name: 'peers', title: 'Beside the libraries of npm',
  reproduces: 'The same problems, answers checked first, each library at its best setting.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { side, problems, pace, generated } = SIZES[options.effort];
  const asking: Asking = { side, problems, maps: TEN_MAPS, ...(generated === undefined ? {} : { generated }) };
  const sources = worlds(options, asking);
  record.table('times', 'A query, its path included', {
    map: column.key('map'), search: column.key('search'), time: column.time('time', 'µs'), p95: column.figure('95th percentile', 'µs'),
    slower: column.ratio('times our A*'), expanded: column.count('expanded'), wrong: column.text('answers'),
    kept: column.bytes('kept', 'MB'), garbage: column.bytes('left to collect', 'kB'), setUp: column.figure('set-up', 'ms'),
  });
  for (const peer of options.peers?.grids ?? []) {
    record.version(peer.name.split(' ')[0], peer.version);
    record.note(`${peer.name}: ${peer.setting}.`);
  }
  if (options.peers === undefined) record.note('No libraries of others were given to this run.');
  noteThreads(record, options);
  record.expect(2 * sources.length);
  const heats: Heat[] = [];
  for (const source of sources) {
    for (const neighbours of [8, 4] as const) {
      record.step(`${source.name}, ${neighbours} neighbours`);
      const rules = { movement: neighbours === 4 ? 'four' : 'eight' } as const;
      heats.push(await measureMap(record, source, worldSetting(options, asking, source, rules), options, pace));
    }
  }

  const eight = heats.filter(({ standings }) => standings.has(A_STAR));
  const names = [...new Set(eight.flatMap(({ standings }) => [...standings.keys()]))];
  record.figure({
    kind: 'bars', title: 'Time a query, 8 neighbours', y: { label: 'µs', log: true }, categories: eight.map(({ world }) => world),
    series: names.map((name) => ({ name, values: eight.map(({ standings }) => standings.get(name)?.timing.time.value ?? null) })),
  });
  for (const { world, standings } of eight.slice(0, 2)) {
    record.figure({
      kind: 'boxes', title: `The queries one by one: ${world}`, x: { label: 'µs', log: true },
      boxes: [...standings.values()].map(({ name, timing }) => ({ name, five: fiveNumbers(timing.queries) })),
    });
  }

  const mean = 'target, geometric mean over the maps';
  const small = smallWorlds(options);
  const lacksPeers = options.peers === undefined ? { lacks: 'needs the libraries of others' } : {};
  record.claim({
    name: 'A* against PathFinding.js A*', source: mean, atLeast: 20, unit: '×', ours: over(eight, 'PathFinding.js A*', A_STAR), ...small, ...lacksPeers,
  });
  record.claim({
    name: 'A* against ngraph.path A*', source: mean, atLeast: 20, unit: '×', ours: over(eight, 'ngraph.path A*', A_STAR), ...small, ...lacksPeers,
  });
  record.claim({
    name: 'JPS against PathFinding.js JPS', source: mean, atLeast: 50, unit: '×', ours: over(eight, 'PathFinding.js JPS', JPS), ...small, ...lacksPeers,
  });
  record.claim({
    name: 'JPS against A* here, game maps and rooms', source: mean, atLeast: 10, unit: '×',
    ours: over(eight.filter(({ kind }) => kind === 'game' || kind === 'rooms'), A_STAR, JPS),
  });
  const four = heats.filter(({ standings }) => standings.has(A_STAR_FOUR));
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
  const wrong = heats.reduce((sum, { standings }) => sum + [A_STAR, JPS, A_STAR_FOUR, JPS_FOUR].reduce((n, name) => n + (standings.get(name)?.wrong ?? 0), 0), 0);
  record.claim({ name: 'Wrong answers of ours', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, unit: '', ours: wrong });
}
