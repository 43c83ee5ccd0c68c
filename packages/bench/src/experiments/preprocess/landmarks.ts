import { seededRandom } from '@pf/grid';
import { AdaptivePlacement, avoidLandmarks, centroidLandmark, coveringLandmarks, farthestLandmarks, FastMap, Landmarks, randomLandmarks } from '@pf/preprocess';
import { AStar, JumpPointSearch } from '@pf/search';
import { compareSearches, optimalCosts, ours } from '../../measure/comparison.ts';
import type { SearchContender, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { timesFaster } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { geometricMean, mean } from '../../measure/statistics.ts';
import { drawProblems, worlds } from '../../worlds/worlds.ts';
import type { Kind, World } from '../../worlds/worlds.ts';
import { expansionPicture } from '../../write/expansion-picture.ts';
import { longestProblem } from '../../worlds/longest-problem.ts';

const SIZES = {
  tiny: { side: 48, problems: 5, training: 20, seconds: 0.01, counts: [1, 4, 8], scatter: 50, jumpSeconds: 0.01 },
  quick: { side: 192, problems: 10, training: 40, seconds: 2, counts: [1, 4, 8], scatter: 120, jumpSeconds: 1 },
  full: { side: 512, problems: 100, training: 300, seconds: 12, counts: [1, 2, 4, 8, 16, 32], scatter: 600, jumpSeconds: 4 },
};
const MAPS = ['dao/lak303d', 'mazes/maze512-8-0', 'rooms/32room_000', 'mazes/maze512-1-0', 'dao/brc202d', 'bg512/AR0011SR'];
const GENERATED = ['caves', 'maze, corridors of 1', 'maze, corridors of 8', 'rooms of 32'];
/** Active landmarks of a query, where it chooses some. */
const ACTIVE = 4;
/** Active landmarks in the comparison of A* with jump points: on large maps each one reads more cache lines, and the third saves few expansions. */
const FEW = 2;

const INFORMED = `A*, 8 landmarks, ${FEW} active`;
const JUMPS = `jump points, 8 landmarks, ${FEW} active`;

const PLACEMENTS = ['random', 'farthest', 'avoid', 'covering', 'goals', 'adaptive'] as const;
type Placement = (typeof PLACEMENTS)[number];

/** Landmarks placed by a rule. The rules that learn were trained on other problems of the same kind. */
function place({ grid, heuristic }: World, placement: Placement, count: number, training: World['problems'], random: () => number): Landmarks {
  switch (placement) {
    case 'random': return new Landmarks(grid, randomLandmarks(grid, count, random));
    case 'farthest': return new Landmarks(grid, farthestLandmarks(grid, count));
    case 'avoid': return new Landmarks(grid, avoidLandmarks(grid, count, random));
    case 'covering': return new Landmarks(grid, coveringLandmarks(grid, count, random, heuristic));
    case 'goals': {
      // Near the middle of the goals of this many groups of searches, none of them empty.
      const from = (i: number): number => Math.floor((i * training.length) / count);
      const middles = Array.from({ length: count }, (_, i) => centroidLandmark(grid, training.slice(from(i), from(i + 1)).map(({ to }) => to)));
      return new Landmarks(grid, [...new Set(middles)]);
    }
    case 'adaptive': {
      const landmarks = new Landmarks(grid, randomLandmarks(grid, count, random));
      const placing = new AdaptivePlacement(landmarks, { interval: 2 * grid.terrain.free });
      const search = new AStar(grid, { heuristic: landmarks.heuristic({ base: heuristic }) });
      for (const { from, to } of training) {
        search.search(from, to);
        placing.searched(to, search.counters.expanded);
      }
      return landmarks;
    }
  }
}

interface Made {
  readonly placement: Placement;
  readonly count: number;
  readonly landmarks: Landmarks;
  readonly milliseconds: number;
}

function contenderOf(name: string, landmarks: Landmarks, active = Infinity, Search: typeof AStar | typeof JumpPointSearch = AStar): SearchContender {
  return ours(name, ({ grid, heuristic }) => {
    const search = new Search(grid, { heuristic: landmarks.heuristic({ base: heuristic }) });
    return {
      counters: search.counters,
      search(from, to) {
        landmarks.activate(from, to, active);
        return search.search(from, to);
      },
      path: (out) => search.path(out),
    };
  });
}

/** A* and jump point search: alone, with eight landmarks, and with as many dimensions of FastMap. */
function searchesWith(eight: Landmarks, map: FastMap): SearchContender[] {
  return [
    ours('A*', ({ grid }) => new AStar(grid)),
    contenderOf('A*, 8 landmarks', eight),
    contenderOf(INFORMED, eight, FEW),
    ours('jump points', ({ grid }) => new JumpPointSearch(grid)),
    contenderOf('jump points, 8 landmarks', eight, Infinity, JumpPointSearch),
    contenderOf(JUMPS, eight, FEW, JumpPointSearch),
    ours('A*, FastMap', ({ grid, heuristic }) => new AStar(grid, { heuristic: map.heuristic({ base: heuristic }) })),
    ours('jump points, FastMap', ({ grid, heuristic }) => new JumpPointSearch(grid, { heuristic: map.heuristic({ base: heuristic }) })),
  ];
}

export const landmarks: Experiment = experiment({
  name: 'landmarks', title: 'Landmarks',
  reproduces: 'Differential heuristics (Goldberg & Harrelson 2005; A. Patel\'s page) and FastMap (Cohen et al. 2018): placements, counts, and the estimate against the true cost.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, problems, training, seconds, counts, scatter, jumpSeconds } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, generated: GENERATED });
  record.table('placements', 'A query, its path included', {
    map: column.key('map'), placement: column.key('placement'), count: column.key('landmarks'), expanded: column.count('expanded'),
    fewer: column.ratio('fewer than A*'),
    time: column.time('time', 'µs'), speed: column.ratio('as fast as A*'), bytes: column.bytes('bytes a cell'), build: column.figure('build', 'ms'),
    answers: column.text('answers'),
  });
  record.table('searches', 'A query, its path included', {
    map: column.key('map'), search: column.key('search'), expanded: column.count('expanded'), time: column.time('time', 'µs'), speed: column.ratio('as fast as A*'),
    bytes: column.bytes('bytes of tables a cell'), answers: column.text('answers'),
  });
  record.table('estimates', 'The estimate over the true cost, mean over pairs', {
    map: column.key('map'), heuristic: column.key('heuristic'), share: column.gain('estimate / cost'),
  });
  record.note(`The landmarks of A* and jump points side by side are placed by the rule "covering".`);
  record.note(`"goals" puts landmarks near the middle of the goals of earlier searches; "adaptive" moves the least used one to the last goal; both saw ${training} searches before. ${ACTIVE} active: each query uses only the ${ACTIVE} landmarks with the largest bounds.`);
  record.expect(sources.length);

  const fewer = new Map<string, { kind: Kind; ratio: number; speed: number }[]>();
  const lines = new Map<Placement, Map<number, number[]>>(PLACEMENTS.map((placement) => [placement, new Map()]));
  const jumps = new Map<string, { kind: Kind; speed: number }[]>();
  let wrong = 0;
  for (const [k, source] of sources.entries()) {
    record.step(source.name);
    const world = source.load();
    const random = seededRandom(options.seed);
    const seen = drawProblems(world.grid, training, random);
    const made: Made[] = PLACEMENTS.flatMap((placement) => counts.map((count) => {
      const start = performance.now();
      const one = place(world, placement, count, seen, random);
      return { placement, count, landmarks: one, milliseconds: performance.now() - start };
    }));
    const best = made.find(({ placement, count }) => placement === 'farthest' && count === counts[counts.length - 1])!;
    const rankings = compareSearches(world, [
      ours('A*', ({ grid }) => new AStar(grid)),
      ...made.map((one) => contenderOf(`${one.placement} ${one.count}`, one.landmarks)),
      contenderOf('active', best.landmarks, ACTIVE),
    ], optimalCosts(world), { seconds });
    const base = rankings[0];
    const write = (placement: string, count: number, ranking: Ranking, one?: Made): void => {
      wrong += ranking.wrong;
      record.row('placements', {
        map: world.name, placement, count, expanded: ranking.expanded, fewer: base.expanded / ranking.expanded, time: ranking.timing.time,
        speed: timesFaster(base.timing, ranking.timing),
        bytes: (one?.landmarks.byteLength ?? 0) / world.grid.vertexCount, build: one?.milliseconds ?? 0,
        answers: ranking.wrong === 0 ? 'all right' : `${ranking.wrong} wrong`,
      });
    };
    write('none: A*', 0, base);
    for (const [i, one] of made.entries()) {
      const ranking = rankings[i + 1];
      write(one.placement, one.count, ranking, one);
      const ratio = base.expanded / ranking.expanded;
      const name = `${one.placement} ${one.count}`;
      fewer.set(name, [...(fewer.get(name) ?? []), { kind: world.kind, ratio, speed: timesFaster(base.timing, ranking.timing).value }]);
      const line = lines.get(one.placement)!;
      line.set(one.count, [...(line.get(one.count) ?? []), ratio]);
    }
    write(`farthest, ${ACTIVE} active`, best.count, rankings[rankings.length - 1], best);

    const covering = made.find(({ placement, count }) => placement === 'covering' && count === 8)!.landmarks;
    const map = FastMap.build(world.grid, { dimensions: 8, random: seededRandom(options.seed) });
    const searches = compareSearches(world, searchesWith(covering, map), optimalCosts(world), { seconds: jumpSeconds });
    const tablesOf = (name: string): number => (name.includes('landmarks') ? covering.byteLength : name.includes('FastMap') ? map.byteLength : 0);
    const speeds = searches.map(({ timing }) => timesFaster(searches[0].timing, timing));
    for (const [i, { name, expanded, timing, wrong: faults }] of searches.entries()) {
      wrong += faults;
      record.row('searches', {
        map: world.name, search: name, expanded, time: timing.time, speed: speeds[i], bytes: tablesOf(name) / world.grid.vertexCount,
        answers: faults === 0 ? 'all right' : `${faults} wrong`,
      });
      jumps.set(name, [...(jumps.get(name) ?? []), { kind: world.kind, speed: speeds[i].value }]);
    }

    // The page's scatter plot: estimates against true costs of random pairs.
    const eight = made.find(({ placement, count }) => placement === 'farthest' && count === 8)!.landmarks;
    const pairs = drawProblems(world.grid, scatter, random);
    const truth = optimalCosts({ ...world, problems: pairs });
    eight.activate(pairs[0].from, pairs[0].to, Infinity);
    const known = [{ name: 'octile distance', h: world.heuristic }, { name: '8 landmarks', h: eight.heuristic({ base: world.heuristic }) }];
    const series = known.map(({ name, h }) => ({ name, points: pairs.map(({ from, to }, i) => [truth[i], h(from, to)]) }));
    for (const { name, points } of series) record.row('estimates', { map: world.name, heuristic: name, share: mean(points.filter(([cost]) => cost > 0).map(([cost, h]) => h / cost)) });
    record.figure({
      kind: 'scatter', title: `The estimate against the true cost: ${world.name}`, x: { label: 'true cost' }, y: { label: 'estimate' },
      diagonal: true, series,
    });
    if (k === sources.length - 1) {
      const { from, to } = longestProblem(world);
      record.figure({
        kind: 'maps', title: `Cells expanded, from the first (violet) to the last (yellow): ${world.name}`,
        panels: [expansionPicture('A*', world.grid, new AStar(world.grid), from, to), expansionPicture('A* with 8 landmarks', world.grid, new AStar(world.grid, { heuristic: eight.heuristic({ base: world.heuristic }) }), from, to)],
      });
    }
  }
  record.figure({
    kind: 'lines', title: 'How many times fewer expansions than A*, geometric mean over the maps', x: { label: 'landmarks', log: true },
    y: { label: 'times fewer', log: true },
    series: PLACEMENTS.map((placement) => ({ name: placement, points: [...lines.get(placement)!].map(([count, ratios]) => [count, geometricMean(ratios)]) })),
  });

  const over = (name: string, kinds: readonly Kind[], value: 'ratio' | 'speed'): number | null => {
    const ratios = (fewer.get(name) ?? []).filter(({ kind }) => kinds.includes(kind)).map((one) => one[value]);
    return ratios.length === 0 ? null : geometricMean(ratios);
  };
  const best = (kinds: readonly Kind[]): { name: Placement; ratio: number | null } =>
    PLACEMENTS.map((name) => ({ name, ratio: over(`${name} 8`, kinds, 'ratio') })).sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))[0];
  const there = (kinds: readonly Kind[]) => (sources.some(({ kind }) => kinds.includes(kind)) ? {} : { lacks: 'needs maps of this kind' });
  for (const [kinds, words] of [[['maze', 'rooms'], 'mazes and rooms'], [['game'], 'game maps']] as const) {
    const { name, ratio } = best(kinds);
    record.claim({
      name: `Expansions of A* over those with 8 landmarks, ${words}`, source: words === 'game maps' ? 'reported' : 'target',
      ...(words === 'game maps' ? {} : { reference: 5, atLeast: 5 }), unit: '×', ours: ratio, remark: `placed by the rule "${name}"`, ...there(kinds),
    });
    record.claim({
      name: `Time of A* over that with 8 landmarks, ${words}`, source: 'reported', unit: '×', ours: over(`${name} 8`, kinds, 'speed'),
      ...there(kinds),
    });
    const speedOf = (search: string): number | null => {
      const speeds = (jumps.get(search) ?? []).filter(({ kind }) => (kinds as readonly Kind[]).includes(kind)).map(({ speed }) => speed);
      return speeds.length === 0 ? null : geometricMean(speeds);
    };
    const [plain, informed] = [speedOf('jump points'), speedOf(JUMPS)];
    record.claim({ name: `Time of A* over that with 8 landmarks, ${FEW} active, ${words}`, source: 'reported', unit: '×', ours: speedOf(INFORMED), ...there(kinds) });
    record.claim({ name: `Time of A* over that of jump points with 8 landmarks, ${words}`, source: 'target', reference: 4, atLeast: 4, unit: '×', ours: informed, ...there(kinds) });
    record.claim({
      name: `Time of jump points over that with 8 landmarks, ${words}`, source: 'reported', unit: '×', ours: plain === null || informed === null ? null : informed / plain, ...there(kinds),
    });
  }
  record.claim({ name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
}
