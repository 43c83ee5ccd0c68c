import { AStar, Dijkstra, JumpPointSearch, NBAStar } from '@pf/search';
import { contest, optimalCosts, ours, textbook } from '../contest.ts';
import type { Entrant, Standing } from '../contest.ts';
import { column } from '../column.ts';
import type { Experiment, Options } from '../experiment.ts';
import { allocatedBytes, keptBytes } from '../measure.ts';
import type { Recorder } from '../recorder.ts';
import { experiment } from '../run.ts';
import { mean, median } from '../statistics.ts';
import { worlds } from '../worlds.ts';

const SIZES = {
  tiny: { sides: [32, 64], problems: 4, seconds: 0.02, textbook: 64, warmUp: 5 },
  quick: { sides: [64, 128, 256, 512], problems: 10, seconds: 0.7, textbook: 256, warmUp: 300 },
  full: { sides: [64, 128, 256, 512, 1024, 2048, 4096], problems: 20, seconds: 12, textbook: 1024, warmUp: 300 },
};
const FAMILIES = ['caves', 'maze, corridors of 1', 'rooms of 32', 'random 25%'];
/** Cells of the largest world that many problems are asked of; larger ones get fewer. */
const MANY = 1 << 20;
const QUERIES = 200;

const ENTRANTS: readonly Entrant[] = [
  ours('A*', ({ grid }) => new AStar(grid)),
  ours('jump point search', ({ grid }) => new JumpPointSearch(grid)),
  ours('NBA*', ({ grid }) => new NBAStar(grid)),
  ours('Dijkstra', ({ grid }) => new Dijkstra(grid)),
];
const TEXTBOOK = textbook('textbook A*');

/** The exponent of growth: the slope of a straight line through the logarithms. */
function exponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([, y]) => y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [mx, my] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

interface Measured {
  readonly family: string;
  readonly side: number;
  readonly standing: Standing;
}

export const scaling: Experiment = experiment({
  name: 'scaling', title: 'Growth with the size of the map',
  reproduces: 'Time, expansions and memory from 64×64 to 4096×4096 cells, on each family of maps.',
}, run);

function run(record: Recorder, options: Options): void {
  const { sides, problems, seconds, textbook: textbookUpTo, warmUp } = SIZES[options.effort];
  record.table('growth', 'A query, its path included', {
    family: column.key('family'), side: column.key('side'), search: column.key('search'), time: column.time('time', 'µs'),
    expanded: column.count('expanded'), perExpansion: column.figure('an expansion', 'ns'), bytes: column.bytes('bytes a cell'),
    setUp: column.figure('set-up', 'ms'), answers: column.text('answers'),
  });
  record.table('allocation', `Left to the collector by a query after the first, over ${QUERIES} queries`, {
    search: column.key('search'), bytes: column.bytes('bytes'),
  });
  if (options.maps !== undefined) record.note('Growth is measured on generated worlds, whatever maps are given.');
  record.expect(FAMILIES.length * sides.length + 1);
  const found: Measured[] = [];
  for (const family of FAMILIES) {
    for (const side of sides) {
      record.step(`${family} ${side}²`);
      const count = side * side > MANY ? Math.max(4, Math.round((problems * MANY) / (side * side))) : problems;
      const [source] = worlds({ seed: options.seed, effort: options.effort }, { side, problems: count, generated: [family] });
      const world = source.load();
      const standings = contest(world, side <= textbookUpTo ? [...ENTRANTS, TEXTBOOK] : ENTRANTS, optimalCosts(world), seconds);
      for (const standing of standings) {
        const { name, timing, expanded, bytes, buildSeconds, wrong } = standing;
        found.push({ family, side, standing });
        record.row('growth', {
          family, side, search: name, time: timing.time, expanded, perExpansion: (timing.time.value * 1000) / expanded, bytes: bytes / (side * side),
          setUp: buildSeconds * 1000,
          answers: wrong === 0 ? 'all right' : `${wrong} of ${world.problems.length} wrong`,
        });
      }
    }
  }
  record.step('allocation');
  const [source] = worlds({ seed: options.seed, effort: options.effort }, { side: sides[1], problems: 20, generated: ['rooms of 32'] });
  const world = source.load();
  const allocation = new Map(ENTRANTS.map(({ name, make }) => {
    const { made } = keptBytes(() => make(world));
    // Until the engine has compiled it: code that it only interprets allocates numbers.
    const until = performance.now() + warmUp;
    do for (const problem of world.problems) made.run(problem);
    while (performance.now() < until);
    return [name, median([0, 1, 2, 3, 4].map(() => allocatedBytes((i) => made.run(world.problems[i % world.problems.length]), QUERIES)))];
  }));
  for (const [search, bytes] of allocation) record.row('allocation', { search, bytes });

  const names = [...ENTRANTS, TEXTBOOK].map(({ name }) => name);
  const line = (family: string, name: string, value: (one: Measured) => number[]) => ({ name, points: found.filter((one) => one.family === family && one.standing.name === name).map((one) => [one.side, ...value(one)]) });
  for (const family of FAMILIES) {
    record.figure({
      kind: 'lines', title: `Time a query: ${family}`, x: { label: 'cells a side', log: true }, y: { label: 'µs', log: true },
      series: names.map((name) => line(family, name, ({ standing }) => { const { value, low, high } = standing.timing.time; return [value, low, high]; })),
    });
  }
  for (const name of ['A*', 'jump point search']) {
    record.figure({
      kind: 'lines', title: `Expansions a query: ${name}`, x: { label: 'cells a side', log: true }, y: { label: 'expanded', log: true },
      series: FAMILIES.map((family) => ({ ...line(family, name, ({ standing }) => [standing.expanded]), name: family })),
    });
  }

  const largest = sides[sides.length - 1];
  for (const name of ['A*', 'jump point search']) {
    const bytes = Math.max(...found.filter((one) => one.side === largest && one.standing.name === name).map((one) => one.standing.bytes / (largest * largest)));
    record.claim({
      name: `Bytes a cell, ${name}`, source: 'target', reference: 24, atMost: 24, unit: '', ours: bytes,
      ...(Number.isNaN(bytes) ? { lacks: 'needs node --expose-gc' } : {}),
    });
  }
  const most = Math.max(...allocation.values());
  record.claim({
    name: 'Bytes that a second query leaves to the collector', source: 'target: nothing', reference: 0, atMost: 64, unit: '', ours: most,
    ...(Number.isNaN(most) ? { lacks: 'needs node --expose-gc' } : { remark: [...allocation].map(([name, bytes]) => `${name} ${Math.round(bytes)}`).join(', ') }),
  });
  for (const family of FAMILIES) {
    const points = found.filter((one) => one.family === family && one.standing.name === 'A*');
    record.claim({
      name: `Time of A* grows with the number of cells to the power of: ${family}`, source: 'reported', unit: '',
      ours: exponent(points.map(({ side, standing }) => [side * side, standing.timing.time.value])),
    });
  }
  const perExpansion = (side: number): number => mean(found.filter((one) => one.side === side && one.standing.name === 'A*').map(({ standing }) => standing.timing.time.value / standing.expanded));
  record.claim({
    name: `An expansion of A* at ${largest}² over one at ${sides[0]}²`, source: 'reported', unit: '×',
    ours: perExpansion(largest) / perExpansion(sides[0]),
  });
  record.claim({
    name: 'Wrong answers', source: 'a textbook A* that shares no code', reference: 0, atMost: 0, unit: '',
    ours: found.reduce((sum, { standing }) => sum + standing.wrong, 0),
  });
}
