import { buildInParallel, jumpPoints, PathDatabase } from '@pf/preprocess';
import type { BuildKind } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import { seededRandom } from '@pf/grid';
import type { Options } from '../../experiment.ts';
import { agree, costOf, optimalCosts } from '../../measure/comparison.ts';
import { measure } from '../../measure/measure.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { Effort } from '../../record/result.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { World } from '../../worlds/worlds.ts';

const SIZES: Readonly<Record<Effort, { readonly side: number; readonly maps: readonly string[]; readonly pairs: number; readonly problems: number; readonly seconds: number }>> = {
  tiny: { side: 24, maps: [], pairs: 100, problems: 4, seconds: 0.02 },
  quick: { side: 128, maps: ['dao/lak303d'], pairs: 10_000, problems: 20, seconds: 0.5 },
  full: { side: 256, maps: ['dao/lak303d', 'dao/orz900d'], pairs: 200_000, problems: 100, seconds: 3 },
};
/** The map of the targets, and the targets: bytes, seconds on two workers, microseconds. */
const LARGE = 'dao/orz900d';
const [MOST_BYTES, MOST_SECONDS, MOST_TIME] = [60e6, 300, 0.1];
/** Pairs that are queried again and again, so that their rows are in the cache, as for a walking unit. */
const NEAR = 1000;

const KINDS: readonly (readonly [kind: BuildKind, rows: 'all' | 'jump-points'])[] = [['paths', 'all'], ['jump-point-paths', 'jump-points']];

/** Path databases of larger maps: bytes, build time on two workers, and the time of first moves between random cells and of whole paths. */
export async function measureFirstMoves(record: Recorder, options: Options): Promise<void> {
  const { side, maps, pairs, problems, seconds } = SIZES[options.effort];
  record.table('first-moves', 'Path databases', {
    map: column.key('map'), rows: column.key('rows'), cells: column.count('free cells'), floods: column.count('rows built'), build: column.figure('two workers', 's'),
    bytes: column.bytes('built', 'MB'), near: column.time('a first move, 1,000 random pairs', 'µs'), far: column.time(`a first move, ${pairs.toLocaleString('en')} random pairs`, 'µs'),
    path: column.time('a path', 'µs'), wrong: column.count('wrong paths'),
  });
  const known = options.maps === undefined ? [] : worlds(options, { side: 0, problems, maps }).filter(({ name }) => maps.includes(name));
  if (options.maps !== undefined && known.length === 0) record.note(`Path databases: measured on generated caves, because the folder has none of ${maps.join(', ')}.`);
  const sources = known.length > 0 ? known : worlds({ seed: options.seed, effort: options.effort }, { side, problems, generated: ['caves'] });
  const found = new Map<string, { readonly bytes: number; readonly build: number; readonly near: number; readonly far: number; readonly wrong: number }>();
  for (const source of sources) {
    const world = source.load();
    const { grid, name } = world;
    for (const [kind, rows] of KINDS) {
      const begin = performance.now();
      // Threads need a script beside this one; tests run from sources, without it.
      const built = options.effort === 'tiny' ? PathDatabase.build(grid, { rows }).save() : await buildInParallel(grid, kind, { worker: nodeWorker, workers: 2 });
      const build = (performance.now() - begin) / 1000;
      const paths = PathDatabase.load(grid, built);
      const bytes = paths.byteLength;
      const wrong = countWrong(world, paths);
      const out = new Uint32Array(grid.vertexCount);
      const time = (count: number): ReturnType<typeof firstMoves> => firstMoves(world, paths, Math.min(count, pairs), seconds);
      const [near, far] = [time(NEAR), time(pairs)];
      const [path] = measure([{ name: 'path', run: (i) => void paths.path(world.problems[i].from, world.problems[i].to, out) }], { queries: world.problems.length, seconds });
      record.row('first-moves', {
        map: name, rows: rows === 'all' ? 'all cells' : 'jump points', cells: grid.terrain.free,
        floods: rows === 'all' ? grid.terrain.free : jumpPoints(grid).reduce((sum, mark) => sum + mark, 0),
        build, bytes: bytes / 2 ** 20, near, far, path: path.time, wrong,
      });
      found.set(`${name} ${rows}`, { bytes, build, near: near.value, far: far.value, wrong });
    }
  }

  const large = found.get(`${LARGE} all`);
  const needs = large === undefined ? { lacks: `needs the map ${LARGE}, in a full run: --maps DIR` } : {};
  const claim = (name: string, atMost: number, unit: string, ours: number | undefined): void => record.claim({ name: `Path database of ${LARGE}: ${name}`, source: 'target', atMost, unit, ours: ours ?? null, ...needs });
  claim('size', MOST_BYTES / 1e6, 'MB', large && large.bytes / 1e6);
  claim('build, two workers', MOST_SECONDS, 's', large?.build);
  claim('a first move, 1,000 random pairs', MOST_TIME, 'µs', large?.near);
  record.claim({ name: `Path database of ${LARGE}: a first move, 200,000 random pairs, mostly from memory`, source: 'reported', unit: 'µs', ours: large?.far ?? null, ...needs });
  const small = found.get(`${LARGE} jump-points`);
  record.claim({ name: `Path database at jump points of ${LARGE}: build, two workers`, source: 'reported', unit: 's', ours: small?.build ?? null, ...needs });
  record.claim({
    name: 'Wrong paths of path databases', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '',
    ours: [...found.values()].reduce((sum, { wrong }) => sum + wrong, 0),
  });
}

function firstMoves({ grid }: World, paths: PathDatabase, count: number, seconds: number): Estimate {
  const free = Uint32Array.from(grid.cells.keys()).filter((v) => grid.moves[v] !== 0);
  const random = seededRandom(count);
  const [from, to] = [0, 1].map(() => Uint32Array.from({ length: count }, () => free[Math.floor(random() * free.length)]));
  return measure([{ name: 'first move', run: (i) => void paths.firstMove(from[i], to[i]) }], { queries: count, seconds })[0].time;
}

function countWrong(world: World, paths: PathDatabase): number {
  const out = new Uint32Array(world.grid.vertexCount);
  const truth = optimalCosts(world);
  return world.problems.filter((problem, i) => {
    const n = paths.path(problem.from, problem.to, out);
    return !agree(paths.cost, truth[i]) || !agree(costOf(world.grid, out.subarray(0, n), problem), truth[i]);
  }).length;
}
