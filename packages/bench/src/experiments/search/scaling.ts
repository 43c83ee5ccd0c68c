import { CornerHierarchy, CornerSearch } from '@pf/preprocess';
import { AStar, Dijkstra, JumpPointSearch, NBAStar, TerrainJumps } from '@pf/search';
import { ours, textbook } from '../../measure/comparison.ts';
import type { SearchContender, Ranking } from '../../measure/comparison.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { compareInThreads, noteThreads } from '../../measure/contender-thread.ts';
import type { ThreadedComparison } from '../../measure/contender-thread.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { loadWorld, worlds, worldSetting } from '../../worlds/worlds.ts';
import type { WorldChoice, WorldSetting } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { sides: [32, 64], problems: 4, pace: { seconds: 0.02, patience: 1 }, textbook: 64 },
  quick: { sides: [64, 128, 256, 512], problems: 10, pace: { seconds: 0.3, patience: 500 }, textbook: 256 },
  full: { sides: [64, 128, 256, 512, 1024, 2048, 4096], problems: 20, pace: { seconds: 12, patience: 10_000 }, textbook: 1024 },
};
const FAMILIES = ['caves', 'maze, corridors of 1', 'rooms of 32', 'random 25%'];
/** Cells of the largest world with many problems; larger ones get fewer. */
const MANY = 1 << 20;

const CONTENDERS: readonly SearchContender[] = [
  ours('A*', ({ grid }) => new AStar(grid)),
  ours('jump point search', ({ grid }) => new JumpPointSearch(grid)),
  ours('jump points on terrain', ({ grid }) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) })),
  ours('NBA*', ({ grid }) => new NBAStar(grid)),
  ours('Dijkstra', ({ grid }) => new Dijkstra(grid)),
];
const TEXTBOOK = textbook('textbook A*');
const CORNERS = ours('corner hierarchy', ({ grid }) => new CornerSearch(CornerHierarchy.build(grid)));
/** On other families, or on larger maps, corner hierarchies take minutes to build. */
const CORNER_FAMILIES = ['caves', 'rooms of 32'];
const LARGEST_CORNERS = 1024;

/** A world and what is measured on it. */
interface Setting extends WorldSetting {
  readonly withTextbook: boolean;
  /** Whether a corner hierarchy is measured. */
  readonly withCorners: boolean;
}

export const scalingComparison: ThreadedComparison<Setting> = {
  name: 'scaling',
  setUp: (setting) => ({ world: loadWorld(setting), contenders: [...CONTENDERS, ...(setting.withCorners ? [CORNERS] : []), ...(setting.withTextbook ? [TEXTBOOK] : [])] }),
};

/** The exponent of growth: the slope of a straight line through the logarithms. */
function exponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([, y]) => y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [mx, my] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

interface Measured {
  readonly family: string;
  readonly side: number;
  readonly ranking: Ranking;
}

export const scaling: Experiment = experiment({
  name: 'scaling', title: 'Growth with the size of the map',
  reproduces: 'Time, expansions and memory from 64×64 to 4096×4096 cells, on each family of maps.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { sides, problems, pace, textbook: textbookUpTo } = SIZES[options.effort];
  record.table('growth', 'A query, its path included', {
    family: column.key('family'), side: column.key('side'), search: column.key('search'), time: column.time('time', 'µs'),
    expanded: column.count('expanded'), perExpansion: column.figure('an expansion', 'ns'), bytes: column.bytes('bytes a cell'),
    garbage: column.bytes('garbage'), setUp: column.figure('set-up', 'ms'), answers: column.text('answers'),
  });
  noteThreads(record, options);
  record.expect(FAMILIES.length * sides.length);
  const found: Measured[] = [];
  for (const family of FAMILIES) {
    for (const side of sides) {
      record.step(`${family} ${side}²`);
      const count = side * side > MANY ? Math.max(4, Math.round((problems * MANY) / (side * side))) : problems;
      const choice: WorldChoice = { side, problems: count, generated: [family] };
      const generated = { seed: options.seed, effort: options.effort };
      const [source] = worlds(generated, choice);
      const rankings = await compareInThreads(scalingComparison, { ...worldSetting(generated, choice, source), withTextbook: side <= textbookUpTo, withCorners: side <= LARGEST_CORNERS && CORNER_FAMILIES.includes(family) }, pace, options);
      for (const ranking of rankings) {
        const { name, timing, expanded, bytes, buildSeconds, wrong, garbage } = ranking;
        found.push({ family, side, ranking });
        record.row('growth', {
          family, side, search: name, time: timing.time, expanded, perExpansion: (timing.time.value * 1000) / expanded, bytes: bytes / (side * side),
          garbage, setUp: buildSeconds * 1000,
          answers: wrong === 0 ? 'all right' : `${wrong} of ${count} wrong`,
        });
      }
    }
  }
  const names = [...CONTENDERS, CORNERS, TEXTBOOK].map(({ name }) => name);
  const line = (family: string, name: string, value: (one: Measured) => number[]) => ({ name, points: found.filter((one) => one.family === family && one.ranking.name === name).map((one) => [one.side, ...value(one)]) });
  for (const family of FAMILIES) {
    record.figure({
      kind: 'lines', title: `Time a query: ${family}`, x: { label: 'cells a side', log: true }, y: { label: 'µs', log: true },
      series: names.map((name) => line(family, name, ({ ranking }) => { const { value, low, high } = ranking.timing.time; return [value, low, high]; })),
    });
  }
  for (const name of ['A*', 'jump point search']) {
    record.figure({
      kind: 'lines', title: `Expansions a query: ${name}`, x: { label: 'cells a side', log: true }, y: { label: 'expanded', log: true },
      series: FAMILIES.map((family) => ({ ...line(family, name, ({ ranking }) => [ranking.expanded]), name: family })),
    });
  }

  const largest = sides[sides.length - 1];
  for (const name of ['A*', 'jump point search']) {
    const bytes = Math.max(...found.filter((one) => one.side === largest && one.ranking.name === name).map((one) => one.ranking.bytes / (largest * largest)));
    record.claim({
      name: `Bytes a cell, ${name}`, source: 'target', reference: 24, atMost: 24, unit: '', ours: bytes,
      ...(Number.isNaN(bytes) ? { lacks: 'needs node --expose-gc' } : {}),
    });
  }
  const left = CONTENDERS.map(({ name }) => ({ name, bytes: found.filter((one) => one.ranking.name === name && one.ranking.garbage >= 0).map((one) => one.ranking.garbage) }))
    .filter(({ bytes }) => bytes.length > 0);
  const most = Math.max(...left.map(({ bytes }) => quantile(bytes, 0.5)));
  record.claim({
    name: 'Garbage of a query in bytes, median over the worlds', source: 'target: none', reference: 0, atMost: 64, unit: '', ours: most >= 0 ? most : null,
    ...(most >= 0 ? { remark: `at most, in all: ${left.map(({ name, bytes }) => `${name} ${Math.round(Math.max(...bytes))}`).join(', ')}` } : { lacks: 'needs worlds on which a search can be asked 3,000 times' }),
  });
  record.note('The garbage of a query is measured after 3,000 queries, on worlds with time for them, because interpreted code allocates some hundred bytes more. Occasionally the engine compiles only the loop of a search and never its caller.');
  for (const family of FAMILIES) {
    const points = found.filter((one) => one.family === family && one.ranking.name === 'A*');
    record.claim({
      name: `Time of A* grows with the number of cells to the power of: ${family}`, source: 'reported', unit: '',
      ours: exponent(points.map(({ side, ranking }) => [side * side, ranking.timing.time.value])),
    });
  }
  const perExpansion = (side: number): number => mean(found.filter((one) => one.side === side && one.ranking.name === 'A*').map(({ ranking }) => ranking.timing.time.value / ranking.expanded));
  record.claim({
    name: `An expansion of A* at ${largest}² over one at ${sides[0]}²`, source: 'reported', unit: '×',
    ours: perExpansion(largest) / perExpansion(sides[0]),
  });
  record.claim({
    name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, anySize: true, unit: '',
    ours: found.reduce((sum, { ranking }) => sum + ranking.wrong, 0),
  });
}
