import type { Counters } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { ClusterMap, ClusterSearch, farthestLandmarks, Landmarks } from '@pf/preprocess';
import { AStar, JumpPointSearch, TerrainJumps } from '@pf/search';
import type { Experiment, Options } from '../../experiment.ts';
import { costOf } from '../../measure/comparison.ts';
import { mean, median } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { country, terrainWorlds } from '../../worlds/terrain-worlds.ts';
import { drawProblems } from '../../worlds/worlds.ts';
import type { Problem } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 64, problems: 4, rounds: 1, large: [64], edits: 4 },
  quick: { side: 256, problems: 8, rounds: 3, large: [256, 1024], edits: 100 },
  full: { side: 512, problems: 40, rounds: 7, large: [256, 512, 1024, 2048, 4096], edits: 1000 },
};
const A_STAR = 'A*';
const JUMPS = 'jump points on terrain';
const CLUSTERS = 'clusters';
const WITH_LANDMARKS = 'jump points on terrain, 8 landmarks';

interface Search {
  readonly counters: Counters;
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

const SEARCHES: Readonly<Record<string, (grid: Grid) => Search>> = {
  [A_STAR]: (grid) => new AStar(grid),
  [JUMPS]: (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }),
  [CLUSTERS]: (grid) => new ClusterSearch(new ClusterMap(grid)),
};

/** Only for maps that stay as they are, so not on those that are edited below. */
const ON_FIXED_MAPS: typeof SEARCHES = {
  ...SEARCHES,
  [WITH_LANDMARKS]: (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic: new Landmarks(grid, farthestLandmarks(grid, 8)).heuristic() }),
};

/** Results of a search on a world. */
interface Played {
  /** Microseconds per query, path included: the mean over the queries of their medians over the rounds. */
  readonly time: number;
  /** In the first round, in which the engine compiles and clusters are built. */
  readonly first: number;
  readonly expanded: number;
  /** Costs of the paths, NaN for an illegal one. */
  readonly costs: readonly number[];
}

function play(grid: Grid, problems: readonly Problem[], make: (grid: Grid) => Search, rounds: number): Played {
  const clock = threadClock();
  const search = make(grid);
  const out = new Uint32Array(grid.vertexCount);
  const times: number[][] = problems.map(() => []);
  const costs: number[] = [];
  let expanded = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { from, to }] of problems.entries()) {
      const began = clock.quick();
      search.search(from, to);
      const n = search.path(out);
      times[i].push(1000 * (clock.quick() - began));
      if (round > 0) continue;
      expanded += search.counters.expanded;
      costs[i] = costOf(grid, out.subarray(0, n), problems[i]);
    }
  }
  return { time: mean(times.map((one) => median(one.slice(1)))), first: mean(times.map(([one]) => one)), expanded: expanded / problems.length, costs };
}

/** The work to keep clusters up to date. */
interface Upkeep {
  readonly build: number;
  readonly edit: number;
  readonly worst: number;
  readonly first: number;
  readonly bytes: number;
}

function upkeep(grid: Grid, problems: readonly Problem[], edits: number, seed: number): Upkeep {
  const clock = threadClock();
  const random = seededRandom(seed);
  const map = new ClusterMap(grid);
  const began = clock.exact();
  map.build();
  const build = clock.exact() - began;
  const bytes = map.byteLength / grid.vertexCount;
  const search = new ClusterSearch(map);
  const out = new Uint32Array(grid.vertexCount);
  const first = problems.map(({ from, to }) => {
    search.search(from, to);
    const start = clock.quick();
    search.next(out);
    return clock.quick() - start;
  });
  const times = Array.from({ length: edits }, () => {
    const [x, y] = [Math.floor(random() * (grid.width - 2)), Math.floor(random() * (grid.height - 2))];
    const cost = Math.floor(9 * random());
    const start = clock.quick();
    grid.setRectangle(x, y, 2, 2, cost);
    map.build();
    return clock.quick() - start;
  });
  return { build, edit: mean(times), worst: Math.max(...times), first: median(first), bytes };
}

/** From the left fifth of a map to the right fifth. */
function longProblems(grid: Grid, count: number, seed: number): Problem[] {
  const fifth = Math.ceil(grid.width / 5);
  const drawn = drawProblems(grid, 60 * count, seededRandom(seed));
  return drawn.filter(({ from, to }) => grid.x(from) < fifth && grid.x(to) >= grid.width - fifth).slice(0, count);
}

export const terrain: Experiment = experiment({
  name: 'terrain', title: 'Terrain: jump points and clusters',
  reproduces: 'Carlson et al. 2023 (JPSW) and Botea et al. 2004 (HPA*) on maps with eight kinds of ground: time beside A*, excess, and what edits take.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, problems: count, rounds, large, edits } = SIZES[options.effort];
  const worlds = terrainWorlds(options, side);
  record.table('terrain', 'A query, its path included', {
    world: column.key('world'), search: column.key('search'), time: column.time('mean', 'µs'), faster: column.figure('times as fast as A*', '×'),
    first: column.figure('first round', 'µs'), expanded: column.count('expanded'), excess: column.figure('excess', '%'), answers: column.text('answers'),
  });
  record.table('large', 'Long paths across country, and clusters under edits', {
    side: column.key('cells a side'), search: column.key('search'), time: column.time('mean', 'µs'), faster: column.figure('times as fast as A*', '×'), excess: column.figure('excess', '%'),
    build: column.figure('all clusters', 'ms'), bytes: column.figure('bytes a cell', ''), next: column.figure('first stretch', 'ms'), edit: column.figure('an edit', 'ms'), worst: column.figure('worst edit', 'ms'),
    answers: column.text('answers'),
  });
  record.expect(worlds.length * Object.keys(ON_FIXED_MAPS).length + large.length * Object.keys(SEARCHES).length);
  let wrong = 0;
  const faster: { world: string; ratio: number }[] = [];
  const excesses: number[] = [];
  const all = (searches: typeof SEARCHES, name: string, grid: Grid, problems: readonly Problem[], write: (search: string, played: Played, ratio: number, excess: number, answers: string) => void): void => {
    let base: Played | undefined;
    for (const [search, make] of Object.entries(searches)) {
      record.step(`${name}: ${search}`);
      const played = play(grid, problems, make, rounds);
      base ??= played;
      const optimal = base.costs;
      // Every problem has a path.
      const over = played.costs.map((cost, i) => (cost === 0 && optimal[i] === 0 ? 1 : cost / optimal[i]));
      const bad = over.filter((ratio) => !(ratio < (search === CLUSTERS ? Infinity : 1 + 1e-9) && ratio > 1 - 1e-9)).length;
      wrong += bad;
      write(search, played, base.time / played.time, 100 * (mean(over) - 1), bad === 0 ? 'all right' : `${bad} of ${over.length} wrong`);
    }
  };
  for (const { name, grid } of worlds) {
    const problems = drawProblems(grid, count, seededRandom(options.seed));
    all(ON_FIXED_MAPS, name, grid, problems, (search, { time, first, expanded }, ratio, excess, answers) => {
      record.row('terrain', { world: name, search, time, faster: ratio, first, expanded, excess, answers });
      if (search === JUMPS) faster.push({ world: name, ratio });
      if (search === CLUSTERS) excesses.push(excess);
    });
  }
  let last: { side: number; ratio: number; build: number; edit: number } | undefined;
  for (const cells of large) {
    const grid = country(cells, 64, 0.2, options.seed);
    const problems = longProblems(grid, Math.max(3, Math.min(count, Math.round((count * 256) / cells))), options.seed);
    all(SEARCHES, `country ${cells}²`, grid, problems, (search, { time }, ratio, excess, answers) => {
      const kept = search === CLUSTERS ? upkeep(grid, problems, edits, options.seed) : undefined;
      record.row('large', {
        side: cells, search, time, faster: ratio, excess, answers,
        build: kept?.build ?? NaN, bytes: kept?.bytes ?? NaN, next: kept?.first ?? NaN, edit: kept?.edit ?? NaN, worst: kept?.worst ?? NaN,
      });
      if (kept === undefined) return;
      excesses.push(excess);
      last = { side: cells, ratio, build: kept.build, edit: kept.edit };
    });
  }
  for (const { world, ratio } of faster) record.claim({ name: `Jump points on terrain, times as fast as A*: ${world}`, source: 'target: 5 where ground lies in patches, 0.9 anywhere', atLeast: world.startsWith('every') ? 0.9 : 5, unit: '×', ours: ratio });
  if (last !== undefined) {
    record.claim({ name: `Clusters at ${last.side}²: building all`, source: 'target', atMost: 3000, unit: 'ms', ours: last.build });
    record.claim({ name: `Clusters at ${last.side}²: an edit, and what it makes necessary`, source: 'target', atMost: 1, unit: 'ms', ours: last.edit });
    record.claim({ name: `Clusters at ${last.side}²: long paths, times as fast as A*`, source: 'target', atLeast: 20, unit: '×', ours: last.ratio });
  }
  record.claim({ name: 'Clusters: excess of paths, the mean over the worlds', source: 'target', atMost: 3, unit: '%', ours: mean(excesses) });
  record.claim({ name: 'Wrong answers', source: 'A*, whose answers other experiments hold against a textbook A*', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  record.note(`Processor time. Of each query the median of ${rounds} rounds after the first, in which the engine compiles and clusters are built. A search with clusters needs none built before.`);
  record.note('An edit sets 2 × 2 cells to a random cost or blocks them; then every cluster that it touches is built anew.');
}
