import type { Grid } from '@pf/grid';
import { buildInParallel, CornerHierarchy, CornerSearch, GoalBounds, jumpPoints, JumpTable, PathDatabase } from '@pf/preprocess';
import type { BoundedView, JumpTableOptions } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import { AStar, JumpPointSearch } from '@pf/search';
import { ours, textbook } from '../../measure/comparison.ts';
import type { SearchContender, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { measure, timesFaster } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { combineRatios, geometricMean } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { compareInThreads, noteThreads } from '../../measure/contender-thread.ts';
import type { ThreadedComparison } from '../../measure/contender-thread.ts';
import { loadWorld, STARCRAFT_MAPS, TEN_MAPS, worlds, worldSetting } from '../../worlds/worlds.ts';
import type { WorldChoice, Kind, World, WorldSetting } from '../../worlds/worlds.ts';
import { boundsAskedFor } from './bounds-on-demand.ts';
import { measureBuilds } from './bounds-build.ts';
import { measureFirstMoves } from './first-moves.ts';
import { NATIVE } from '../../measure/native-times.ts';

/** `whole` and `bounded` are the largest numbers of free cells for which everything is built, and for which all goal bounds are. */
const SIZES = {
  tiny: { side: 40, problems: 4, seconds: 0.02, whole: 3000, bounded: 3000, generated: ['caves', 'rooms of 8'] },
  quick: { side: 384, problems: 8, seconds: 2.5, whole: 6000, bounded: 6000, generated: ['caves', 'maze, corridors of 8', 'rooms of 32'] },
  full: { side: 512, problems: 100, seconds: 10, whole: 50_000, bounded: 150_000, generated: undefined },
};

const TEXTBOOK = 'textbook A*';
const NAMES = {
  astar: 'A*', astarBounds: 'A* with goal bounding', jps: 'JPS', jpsPlus: 'JPS+', jpsPlusBounds: 'JPS+ with goal bounding',
  jumpPointBounds: 'JPS+ with bounds at jump points only', paths: 'path database', pathsAtJumpPoints: 'path database at jump points', corners: 'corner hierarchy',
};

/** Largest number of free cells for a path database with a row for each. */
const MOST_FOR_PATHS = 20_000;
/** Data that is built before the queries. */
interface Prepared {
  readonly corners: CornerHierarchy;
  readonly bounds: GoalBounds;
  /** Only for whole maps, because it takes too long on large ones. */
  readonly atJumpPoints?: GoalBounds;
  readonly paths?: PathDatabase;
  readonly pathsAtJumpPoints?: PathDatabase;
  readonly seconds: { readonly bounds: number; readonly atJumpPoints: number; readonly paths: number; readonly pathsAtJumpPoints: number; readonly corners: number };
}

function clock<T>(make: () => T): [made: T, seconds: number] {
  const start = performance.now();
  const made = make();
  return [made, (performance.now() - start) / 1000];
}

async function prepare(world: World, { whole, bounded }: (typeof SIZES)[keyof typeof SIZES]): Promise<Prepared> {
  const { grid } = world;
  const { free } = grid.terrain;
  const [corners, four] = clock(() => CornerHierarchy.build(grid));
  if (free > whole) {
    const begin = performance.now();
    const bounds = free > bounded ? boundsAskedFor(world) : GoalBounds.load(grid, await buildInParallel(grid, 'goal-bounds', { worker: nodeWorker, workers: 2 }));
    const seconds = free > bounded ? NaN : (performance.now() - begin) / 1000;
    return { corners, bounds, seconds: { bounds: seconds, atJumpPoints: NaN, paths: NaN, pathsAtJumpPoints: NaN, corners: four } };
  }
  const [bounds, one] = clock(() => GoalBounds.build(grid));
  const [atJumpPoints, two] = clock(() => GoalBounds.build(grid, jumpPoints(grid)));
  const [pathsAtJumpPoints, five] = clock(() => PathDatabase.build(grid, { rows: 'jump-points' }));
  const most = { corners, bounds, atJumpPoints, pathsAtJumpPoints };
  const seconds = { bounds: one, atJumpPoints: two, paths: NaN, pathsAtJumpPoints: five, corners: four };
  if (free > MOST_FOR_PATHS) return { ...most, seconds };
  const [paths, three] = clock(() => PathDatabase.build(grid));
  return { ...most, paths, seconds: { ...seconds, paths: three } };
}

function boundedAStar(grid: Grid, bounds: GoalBounds): AStar & { readonly view: BoundedView } {
  const view = bounds.view();
  return Object.assign(new AStar(view, { heuristic: grid.heuristic() }), { view });
}

function contenders({ corners, bounds, atJumpPoints, paths, pathsAtJumpPoints }: Omit<Prepared, 'seconds'>): SearchContender[] {
  const jpsPlus = (name: string, options: JumpTableOptions = {}): SearchContender => ours(name, ({ grid }) => new JumpPointSearch(grid, { locator: new JumpTable(grid, options) }));
  const list = [
    textbook(TEXTBOOK),
    ours(NAMES.astar, ({ grid }) => new AStar(grid)),
    ours(NAMES.jps, ({ grid }) => new JumpPointSearch(grid)),
    jpsPlus(NAMES.jpsPlus),
    jpsPlus(NAMES.jpsPlusBounds, { bounds }),
    ours(NAMES.corners, () => new CornerSearch(corners)),
  ];
  if (atJumpPoints !== undefined) {
    list.push(jpsPlus(NAMES.jumpPointBounds, { bounds: atJumpPoints }), ours(NAMES.astarBounds, ({ grid }) => {
      const search = boundedAStar(grid, bounds);
      return {
        counters: search.counters,
        search: (from, to) => search.search(from, (search.view.goal = to)),
        path: (out) => search.path(out),
      };
    }));
  }
  if (paths !== undefined) list.push(lookedUp(NAMES.paths, paths));
  if (pathsAtJumpPoints !== undefined) list.push(lookedUp(NAMES.pathsAtJumpPoints, pathsAtJumpPoints));
  return list;
}

function lookedUp(name: string, paths: PathDatabase): SearchContender {
  return {
    name,
    make({ grid }) {
      const out = new Uint32Array(grid.vertexCount);
      let length = 0;
      return {
        run: ({ from, to }) => void (length = paths.path(from, to, out)),
        path: () => out.subarray(0, length),
        cost: () => paths.cost,
        expanded: () => 0,
      };
    },
  };
}

/** A world, and its saved data. */
interface Setting extends WorldSetting {
  readonly bounds: ArrayBuffer;
  readonly corners: ArrayBuffer;
  readonly atJumpPoints?: ArrayBuffer | undefined;
  readonly paths?: ArrayBuffer | undefined;
  readonly pathsAtJumpPoints?: ArrayBuffer | undefined;
}

export const goalBoundingComparison: ThreadedComparison<Setting> = {
  name: 'goal-bounding',
  setUp(setting) {
    const { bounds, corners, atJumpPoints, paths, pathsAtJumpPoints } = setting;
    const world = loadWorld(setting);
    const { grid } = world;
    return {
      world,
      contenders: contenders({
        bounds: GoalBounds.load(grid, bounds),
        corners: CornerHierarchy.load(grid, corners),
        ...(atJumpPoints === undefined ? {} : { atJumpPoints: GoalBounds.load(grid, atJumpPoints) }),
        ...(paths === undefined ? {} : { paths: PathDatabase.load(grid, paths) }),
        ...(pathsAtJumpPoints === undefined ? {} : { pathsAtJumpPoints: PathDatabase.load(grid, pathsAtJumpPoints) }),
      }),
    };
  },
};

interface MapRankings {
  readonly world: string;
  readonly kind: Kind;
  readonly rankings: ReadonlyMap<string, Ranking>;
  /** Microseconds of a first move from the path database. */
  readonly firstMove: number;
  /** Whether only some goal bounds are built. */
  readonly isPartial: boolean;
}

export const goalBounding: Experiment = experiment({
  name: 'goal-bounding', title: 'Goal bounding and JPS+',
  reproduces: 'A*, JPS, JPS+, goal bounding, JPS+ with goal bounding, path databases (the lecture; Rabin, GDC 2015).',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const size = SIZES[options.effort];
  const { side, problems, seconds, whole, bounded, generated } = size;
  // The lecture's figures are for StarCraft, Dragon Age and Warcraft III.
  const choice: WorldChoice = { side, problems, maps: [...TEN_MAPS, ...STARCRAFT_MAPS], ...(generated === undefined ? {} : { generated }) };
  const sources = worlds(options, choice).map((source) => ({ source, choice }));
  // A small world in addition, for which everything can be built.
  const small: WorldChoice = { side: Math.max(24, side >> 2), problems, generated: ['caves'] };
  if (options.maps === undefined) sources.push(...worlds(options, small).map((source) => ({ source, choice: small })));
  record.table('queries', 'A query, its path included', {
    map: column.key('map'), search: column.key('search'), time: column.time('time', 'µs'), textbook: column.ratio('as fast as a textbook A*'),
    astar: column.ratio('as fast as A* here'),
    expanded: column.count('expanded'), bytes: column.bytes('built', 'MB'), build: column.figure('build', 's'), answers: column.text('answers'),
  });
  record.note(`All is built on maps of up to ${whole} free cells, but path databases with a row for each cell up to ${MOST_FOR_PATHS}, and goal bounds up to ${bounded}, by two workers above ${whole}. On larger maps only the boxes that these problems read are built, in the layout of a whole table, which gives the same queries.`);
  noteThreads(record, options);
  record.note('The textbook A* has a binary heap and clears its arrays for each query, as the baseline of the lecture does.');
  record.expect(2 * sources.length + 2);

  const rankingsByMap: MapRankings[] = [];
  for (const { source, choice } of sources) {
    record.step(`${source.name}: building`);
    const world = source.load();
    const prepared = await prepare(world, size);
    record.step(`${source.name}: queries`);
    const rankings = await compareInThreads(goalBoundingComparison, {
      ...worldSetting(options, choice, source),
      bounds: prepared.bounds.save(), corners: prepared.corners.save(), atJumpPoints: prepared.atJumpPoints?.save(), paths: prepared.paths?.save(), pathsAtJumpPoints: prepared.pathsAtJumpPoints?.save(),
    }, { seconds }, options);
    const tableBytes = (bounds?: GoalBounds): number => new JumpTable(world.grid, bounds === undefined ? {} : { bounds }).byteLength;
    const built: Readonly<Record<string, readonly [bytes: number, seconds: number]>> = {
      [NAMES.jpsPlus]: [tableBytes(), NaN],
      [NAMES.jpsPlusBounds]: [tableBytes(prepared.bounds), prepared.seconds.bounds],
      [NAMES.astarBounds]: [prepared.bounds.byteLength, prepared.seconds.bounds],
      [NAMES.jumpPointBounds]: [tableBytes(prepared.atJumpPoints), prepared.seconds.atJumpPoints],
      [NAMES.corners]: [prepared.corners.byteLength, prepared.seconds.corners],
      [NAMES.paths]: [prepared.paths?.byteLength ?? NaN, prepared.seconds.paths],
      [NAMES.pathsAtJumpPoints]: [prepared.pathsAtJumpPoints?.byteLength ?? NaN, prepared.seconds.pathsAtJumpPoints],
    };
    for (const { name, timing, expanded, wrong } of rankings) {
      const [bytes, build] = built[name] ?? [0, 0];
      record.row('queries', {
        map: world.name, search: name, time: timing.time, textbook: timesFaster(rankings[0].timing, timing),
        astar: timesFaster(rankings[1].timing, timing), expanded, bytes: bytes / 2 ** 20, build,
        answers: wrong === 0 ? 'all right' : `${wrong} of ${world.problems.length} wrong`,
      });
    }
    const { paths } = prepared;
    const [first] = paths === undefined ? [] : measure([{ name: 'first move', run: (i) => void paths.firstMove(world.problems[i].from, world.problems[i].to) }], { queries: world.problems.length, seconds: seconds / 10 });
    rankingsByMap.push({ world: world.name, kind: world.kind, rankings: new Map(rankings.map((ranking) => [ranking.name, ranking])), firstMove: first?.time.value ?? NaN, isPartial: Number.isNaN(prepared.seconds.bounds) });
  }
  record.figure({
    kind: 'bars', title: 'Time a query', y: { label: 'µs', log: true }, categories: rankingsByMap.map(({ world }) => world),
    series: [TEXTBOOK, ...Object.values(NAMES)].map((name) => ({ name, values: rankingsByMap.map(({ rankings }) => rankings.get(name)?.timing.time.value ?? null) })),
  });

  const over = (slow: string, fast: string, kind?: Kind): Estimate | null => {
    const pairs = rankingsByMap.filter((onMap) => (kind === undefined || onMap.kind === kind) && onMap.rankings.has(slow) && onMap.rankings.has(fast)).map(({ rankings }) => timesFaster(rankings.get(slow)!.timing, rankings.get(fast)!.timing));
    return pairs.length === 0 ? null : combineRatios(pairs);
  };
  const partial = rankingsByMap.filter(({ kind, isPartial }) => kind === 'game' && isPartial).map(({ world }) => world);
  const lecture = 'the lecture; Rabin, GDC 2015';
  const games = rankingsByMap.some(({ kind }) => kind === 'game') ? {} : { lacks: 'needs game maps' };
  record.claim({
    name: 'JPS+ with goal bounding against a textbook A*, game maps', source: lecture, reference: 1000, atLeast: 1000, unit: '×',
    ours: over(TEXTBOOK, NAMES.jpsPlusBounds, 'game'),
    ...(partial.length === 0 ? {} : { remark: `of ${partial.join(', ')} only the boxes that these problems read are built, in the layout of a whole table` }), ...games,
  });
  record.claim({
    name: 'JPS+ against a textbook A*, game maps', source: lecture, reference: 70, atLeast: 70, unit: '×',
    ours: over(TEXTBOOK, NAMES.jpsPlus, 'game'), ...games,
  });
  record.claim({
    name: 'JPS+ with goal bounding against A* here, game maps', source: 'reported', unit: '×', ours: over(NAMES.astar, NAMES.jpsPlusBounds, 'game'),
    ...games,
  });
  record.claim({ name: 'JPS+ with goal bounding against JPS+', source: lecture, unit: '×', ours: over(NAMES.jpsPlus, NAMES.jpsPlusBounds) });
  const withBounds = over(NAMES.astar, NAMES.astarBounds);
  record.claim({
    name: 'A* with goal bounding against A*', source: 'reported', unit: '×', ours: withBounds,
    ...(withBounds === null ? { lacks: `needs a map of up to ${whole} free cells` } : {}),
  });
  for (const [name, search, anchors] of [['JPS+ over that of Warthog JPS+', NAMES.jpsPlus, NATIVE.warthogJpsPlus], ['JPS+ with goal bounding over that of Rabin\'s', NAMES.jpsPlusBounds, NATIVE.rabinJpsPlusGoalBounding]] as const) {
    const ratios = rankingsByMap.filter(({ world, rankings }) => world in anchors && rankings.has(search)).map(({ world, rankings }) => rankings.get(search)!.timing.time.value / anchors[world]);
    record.claim({
      name: `Time of ${name}`, source: 'native anchor, target within 2.5×', reference: 1, atMost: 2.5, unit: '×',
      ours: ratios.length === 0 ? null : geometricMean(ratios), ...(ratios.length === 0 ? { lacks: 'needs the benchmark maps: --maps DIR' } : {}),
    });
  }
  const moves = rankingsByMap.map(({ firstMove }) => firstMove).filter((time) => time > 0);
  record.claim({
    name: 'A first move from the path database', source: 'target; SRC, JAIR 2015: 0.1', reference: 0.1, atMost: 1, unit: 'µs',
    ours: moves.length === 0 ? null : geometricMean(moves), ...(moves.length === 0 ? { lacks: `needs a map of up to ${whole} free cells` } : {}),
  });
  record.claim({
    name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '',
    ours: rankingsByMap.flatMap(({ rankings }) => [...rankings.values()]).reduce((sum, { wrong }) => sum + wrong, 0),
  });
  record.step('building on one and two workers');
  await measureBuilds(record, options);
  record.step('path databases');
  await measureFirstMoves(record, options);
}
