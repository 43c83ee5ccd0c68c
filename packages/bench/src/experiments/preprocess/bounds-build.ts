import { GoalBounds, GoalBoundsBuilder, buildInParallel, jumpPoints } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import type { Options } from '../../experiment.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { Effort } from '../../record/result.ts';
import { mean } from '../../measure/statistics.ts';
import { worlds } from '../../worlds/worlds.ts';

const SIZES: Readonly<Record<Effort, { readonly sides: readonly number[]; readonly maps: readonly string[] }>> = {
  tiny: { sides: [16, 24], maps: [] },
  quick: { sides: [64, 96, 144], maps: ['dao/den011d'] },
  full: { sides: [64, 128, 192, 256], maps: ['dao/arena', 'dao/lak303d', 'dao/den011d', 'dao/brc202d'] },
};
/** Target seconds on one worker and on two. */
const TARGETS: Readonly<Record<string, readonly [one: number | undefined, two: number]>> = { 'dao/den011d': [3, 1.7], 'dao/brc202d': [undefined, 25] };
/** Rabin's native build and the best native flood, one core and two: measured once, elsewhere. */
const NATIVE: Readonly<Record<string, readonly number[]>> = { 'dao/den011d': [7.7, 4.0, 1.4, 0.73], 'dao/lak303d': [7.7, 4.0, 1.56, 0.83] };
const MILLION = 1e6;

/** Build times of goal bounds in the main thread, on one worker and on two, and how they grow. */
export async function measureBuilds(record: Recorder, options: Options): Promise<void> {
  const { sides, maps } = SIZES[options.effort];
  record.table('build', 'Building goal bounds of a whole map', {
    map: column.key('map'), cells: column.count('free cells'), alone: column.figure('no worker', 's'), one: column.figure('one worker', 's'),
    two: column.figure('two workers', 's'),
    perCell: column.figure('a settled cell, no worker', 'ns'), bytes: column.bytes('bytes a cell'), same: column.text('same bytes'),
    points: column.count('jump points'), atPoints: column.figure('at jump points, two workers', 's'), pointBytes: column.bytes('bytes a cell there'),
    native: column.text('native: one, two cores; best flood', 's'),
  });
  const known = options.maps === undefined ? [] : worlds(options, { side: 0, problems: 1, maps }).filter(({ name }) => maps.includes(name));
  if (options.maps !== undefined && known.length === 0) record.note(`Building goal bounds: measured on generated caves, because the folder has none of ${maps.join(', ')}.`);
  const sources = known.length > 0 ? known : sides.map((side) => worlds({ seed: options.seed, effort: options.effort }, { side, problems: 1, generated: ['caves'] })[0]);
  const found: { name: string; cells: number; one: number; two: number; perCell: number; atPoints: number }[] = [];
  for (const source of sources) {
    const { grid, name } = source.load();
    const cells = grid.terrain.free;
    const start = performance.now();
    const artifact = GoalBounds.build(grid).save();
    const alone = (performance.now() - start) / 1000;
    // Threads need a script beside this one; tests run from sources, without it.
    const times = options.effort === 'tiny' ? [NaN, NaN] : [];
    let same = true;
    for (const workers of times.length === 0 ? [1, 2] : []) {
      const begin = performance.now();
      const built = await buildInParallel(grid, 'goal-bounds', { worker: nodeWorker, workers });
      times.push((performance.now() - begin) / 1000);
      same &&= Buffer.from(built).equals(Buffer.from(artifact));
    }
    const [one, two] = times;
    const points = jumpPoints(grid).reduce((sum, mark) => sum + mark, 0);
    const begun = performance.now();
    const atPoints = Number.isNaN(two) ? new ArrayBuffer(0) : await buildInParallel(grid, 'jump-point-bounds', { worker: nodeWorker, workers: 2 });
    const pointSeconds = Number.isNaN(two) ? NaN : (performance.now() - begun) / 1000;
    const perCell = (alone * 1e9) / cells ** 2;
    record.row('build', {
      map: name, cells, alone, one, two, perCell, bytes: artifact.byteLength / cells, points, atPoints: pointSeconds, pointBytes: atPoints.byteLength / cells, same: Number.isNaN(one) ? '–' : same ? 'yes' : 'NO',
      native: NATIVE[name]?.join(', ') ?? '–',
    });
    found.push({ name, cells, one, two, perCell, atPoints: pointSeconds });
  }
  record.figure({
    kind: 'lines', title: 'Building goal bounds', x: { label: 'free cells', log: true }, y: { label: 's', log: true },
    series: [{ name: 'one worker', points: found.map(({ cells, one }) => [cells, one]) }, { name: 'two workers', points: found.map(({ cells, two }) => [cells, two]) }],
  });

  const largest = found.reduce((a, b) => (b.cells > a.cells ? b : a));
  const lacksWorkers = options.effort === 'tiny' ? { lacks: 'needs worlds of full size' } : {};
  for (const [name, [one, two]] of Object.entries(TARGETS)) {
    const measured = found.find((map) => map.name === name);
    const lacks = measured === undefined ? { lacks: `needs the map ${name}: --maps DIR` } : lacksWorkers;
    if (one !== undefined) record.claim({ name: `Goal bounds of ${name}, one worker`, source: 'target; Rabin\'s native build: 7.7', reference: 7.7, atMost: one, unit: 's', ours: measured?.one ?? null, ...lacks });
    record.claim({ name: `Goal bounds of ${name}, two workers`, source: 'target', atMost: two, unit: 's', ours: measured?.two ?? null, ...lacks });
  }
  const brc = found.find(({ name }) => name === 'dao/brc202d');
  record.claim({
    name: 'Bounds at jump points of dao/brc202d, two workers', source: 'target', atMost: 5, unit: 's', ours: brc?.atPoints ?? null,
    ...(brc === undefined ? { lacks: 'needs the map dao/brc202d, in a full run: --maps DIR' } : lacksWorkers),
  });
  const { cells, points, seconds } = sampleFloods(options);
  record.claim({
    name: `Bounds at jump points of ${cells} free cells with ${points} jump points, two cores, from a sample of its floods`, source: 'target for a million cells: 20', unit: 'min', ours: seconds / 60 / 2,
    ...(cells >= MILLION ? { atMost: 20 } : {}),
  });
  record.claim({
    name: 'Two workers against one, the largest map', source: 'target', reference: 1.8, atLeast: 1.8, unit: '×', ours: largest.one / largest.two,
    ...lacksWorkers,
  });
  record.claim({
    name: 'Goal bounds of a map of a million cells, one core, extrapolated', source: 'n floods of n cells, at the largest map\'s speed', unit: 'h',
    ours: (largest.perCell * 1e-9 * MILLION ** 2) / 3600,
    remark: `${mean(found.map(({ perCell }) => perCell)).toFixed(1)} ns a settled cell on average over these maps`,
  });
}

/** The time of the floods from all jump points of a large map on one core, extrapolated from a few of them. */
function sampleFloods({ seed, effort }: Options): { readonly cells: number; readonly points: number; readonly seconds: number } {
  const side = { tiny: 48, quick: 512, full: 1600 }[effort];
  const { grid } = worlds({ seed, effort }, { side, problems: 1, generated: ['caves'] })[0].load();
  const keep = jumpPoints(grid);
  const points = Uint32Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => keep[v] === 1);
  const builder = new GoalBoundsBuilder(grid, keep);
  const flood = (v: number): void => builder.build(v, v + 1, builder.allocate(v, v + 1));
  const sample = Array.from({ length: Math.min(20, points.length) }, (_, i) => points[Math.floor((i * points.length) / Math.min(20, points.length))]);
  for (const v of sample.slice(0, 3)) flood(v);
  const begin = performance.now();
  for (const v of sample) flood(v);
  return { cells: grid.terrain.free, points: points.length, seconds: ((performance.now() - begin) / 1000 / Math.max(1, sample.length)) * points.length };
}
