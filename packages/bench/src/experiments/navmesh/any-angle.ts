import type { Grid } from '@pf/grid';
import { GridMesh, NavMesh } from '@pf/navmesh';
import { AStar, LazyThetaStar, smooth } from '@pf/search';
import type { Experiment, Options } from '../../experiment.ts';
import { measure } from '../../measure/measure.ts';
import { ANYA_TIMES } from '../../measure/native-times.ts';
import { mean } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import type { World } from '../../worlds/worlds.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { CellPlace } from './legal-line.ts';
import { isLegal } from './legal-line.ts';
import { lengthOf } from './mesh-runner.ts';

const SIZES = {
  tiny: { side: 40, problems: 5, seconds: 0.02, generated: ['caves', 'random 25%'] },
  quick: { side: 128, problems: 12, seconds: 1, generated: ['caves', 'maze, corridors of 8', 'rooms of 32', 'random 25%', 'open'] },
  full: { side: 512, problems: 100, seconds: 6, generated: undefined },
};
/** The four with figures of Anya, a game map with much open ground, and a city. */
const MAPS = [...Object.keys(ANYA_TIMES), 'bg512/AR0011SR', 'cities/Berlin_1_256'];
/** Rounding of lengths, in cells. */
const ROUNDING = 1e-7;

export const anyAngle: Experiment = experiment({
  name: 'any-angle', title: 'Any-angle paths on grids',
  reproduces: 'Polyanya (Cui, Harabor & Grastien 2017) on a mesh that follows the grid, beside Anya (Harabor et al. 2016), Lazy Theta* (Nash, Koenig & Tovey 2010) and A* with its path smoothed.',
}, run);

interface Contestant {
  readonly name: string;
  run(i: number): void;
  /** The points of the last path, in cells. */
  path(): readonly CellPlace[];
}

function contestantsOf({ grid, problems }: World, mesh: GridMesh): readonly Contestant[] {
  const ends = endsOf(grid, problems);
  const [astar, theta] = [new AStar(grid), new LazyThetaStar(grid)];
  const out = new Uint32Array(grid.vertexCount);
  let points: readonly CellPlace[] = [];
  let n = 0;
  const path = (): CellPlace[] => Array.from(out.subarray(0, n), (v) => cellOf(grid, v));
  return [
    { name: 'GridMesh', run: (i) => void ({ points } = mesh.findPath(ends[i])), path: () => points },
    {
      name: 'Lazy Theta*',
      run(i) {
        theta.search(problems[i].from, problems[i].to);
        n = theta.path(out);
      },
      path,
    },
    {
      name: 'A*, smoothed',
      run(i) {
        astar.search(problems[i].from, problems[i].to);
        n = smooth(grid, out, astar.path(out), out);
      },
      path,
    },
  ];
}

function cellOf(grid: Grid, v: number): CellPlace {
  return { x: grid.x(v), y: grid.y(v) };
}

function endsOf(grid: Grid, problems: World['problems']): { readonly from: CellPlace; readonly to: CellPlace }[] {
  return problems.map(({ from, to }) => ({ from: cellOf(grid, from), to: cellOf(grid, to) }));
}

function run(record: Recorder, options: Options): void {
  const { side, problems, seconds, generated } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, ...(generated === undefined ? {} : { generated }) });
  record.table('queries', 'A query with its path', {
    map: column.key('map'), search: column.key('search'), time: column.time('time', 'µs'), anya: column.figure('Anya', 'µs'), length: column.ratio('length / shortest'),
  });
  record.table('edits', 'A cell is edited: the mesh follows, or is built anew', {
    map: column.key('map'), faces: column.count('faces'), edit: column.time('an edit', 'µs'), build: column.time('built anew', 'µs'), speed: column.ratio('times as fast'),
  });
  record.expect(sources.length);
  let longer = 0;
  let wrong = 0;
  const overAnya: { map: string; speed: number }[] = [];
  const edits: number[] = [];
  for (const source of sources) {
    record.step(source.name);
    const world = source.load();
    const mesh = new GridMesh(world.grid);
    const found = measureQueries(record, world, mesh, seconds);
    longer += found.longer;
    wrong += found.wrong;
    const anya = anyaTime(world);
    if (anya !== undefined) overAnya.push({ map: world.name, speed: anya / found.time });
    edits.push(measureEdits(record, world, mesh, seconds));
  }
  record.note('Anya: the Java implementation of its authors, built from source, on the same hundred problems and another machine.');
  record.claim({ name: 'Paths of GridMesh longer than those of another search', source: 'the definition of a shortest path', reference: 0, atMost: 0, anySize: true, unit: '', ours: longer });
  record.claim({ name: 'Wrong paths: other ends, or a blocked cell on the way', source: 'the definition of a path', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  const worst = overAnya.reduce((a, b) => (b.speed < a.speed ? b : a), { map: '', speed: Infinity });
  record.claim({
    name: 'GridMesh, times as fast as Anya, the worst map', source: 'target; Anya in Java, another machine', reference: 1, atLeast: 3, unit: '×',
    ...(overAnya.length === 0 ? { ours: null, lacks: 'needs --maps' } : { ours: worst.speed, remark: worst.map }),
  });
  record.claim({ name: 'An edit of a cell, times as fast as a new mesh, the worst map', source: 'reported', unit: '×', ours: Math.min(...edits) });
}

/** The published time, which is for a hundred problems. */
function anyaTime({ name, problems }: World): number | undefined {
  return problems.length === 100 ? ANYA_TIMES[name] : undefined;
}

/** The paths of a mesh that are longer than those of others, the illegal paths of all, and the mesh's microseconds a query. */
function measureQueries(record: Recorder, world: World, mesh: GridMesh, seconds: number): { longer: number; wrong: number; time: number } {
  const queries = world.problems.length;
  const contestants = contestantsOf(world, mesh);
  let wrong = 0;
  const lengths = contestants.map((one) => endsOf(world.grid, world.problems).map((ends, i) => {
    one.run(i);
    const path = one.path();
    if (!isLegal(world.grid, path, ends)) wrong++;
    return lengthOf(path.map(({ x, y }) => [x, y]));
  }));
  const shortest = lengths[0];
  const timings = measure(contestants, { queries, seconds });
  for (const [k, { name, time }] of timings.entries()) {
    const ratios = lengths[k].map((length, i) => length / shortest[i]).filter((ratio) => Number.isFinite(ratio));
    record.row('queries', { map: world.name, search: name, time, anya: k === 0 ? anyaTime(world) ?? null : null, length: mean(ratios) });
  }
  return { longer: lengths.flatMap((all) => all.filter((length, i) => shortest[i] > length + ROUNDING)).length, wrong, time: timings[0].time.value };
}

/** How many times as fast an edit of a cell is as a new mesh. */
function measureEdits(record: Recorder, { name, grid, problems }: World, mesh: GridMesh, seconds: number): number {
  const cells = problems.map(({ from }) => cellOf(grid, from));
  const faces = mesh.mesh.faceCount;
  const [both] = measure([{
    name: 'two edits',
    run(i) {
      for (const isBlocked of [true, false]) {
        grid.setBlocked(cells[i].x, cells[i].y, isBlocked);
        mesh.update();
      }
    },
  }], { queries: cells.length, seconds: seconds / 2 });
  const [build] = measure([{ name: 'built anew', run: () => void NavMesh.fromGrid(grid) }], { queries: 1, seconds: seconds / 2 });
  const edit = { value: both.time.value / 2, low: both.time.low / 2, high: both.time.high / 2 };
  const speed = build.time.value / edit.value;
  record.row('edits', { map: name, faces, edit, build: build.time, speed });
  return speed;
}
