import { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import { GoalBounds } from '@pf/preprocess';
import { AStar } from '@pf/search';
import { measure, timesFaster } from '../../measure/measure.ts';
import { keptBytes } from '../../measure/memory.ts';
import type { Timing } from '../../measure/measure.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { centres, judge, lengthsOf, loadPeers, meshPanel, own, rightOnCells, taken } from './mesh-runner.ts';
import type { MeshRunner } from './mesh-runner.ts';
import { measureLevels } from './levels.ts';
import { measureMovingObstacles } from './moving-obstacles.ts';
import { combineRatios, mean } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { worlds } from '../../worlds/worlds.ts';
import { formatNumber } from '../../write/format.ts';

const SIZES = {
  tiny: { side: 40, problems: 5, seconds: 0.02, bounds: 2000 },
  quick: { side: 128, problems: 12, seconds: 2, bounds: 4000 },
  full: { side: 512, problems: 100, seconds: 12, bounds: 20_000 },
};
const MAPS = ['bg512/AR0011SR', 'dao/lak303d', 'rooms/32room_000'];
const NAMES = { polyanya: 'Polyanya', corridor: 'A* and funnel', bounded: 'A* with goal bounds and funnel' };

export const navmesh: Experiment = experiment({
  name: 'navmesh', title: 'Polygon worlds',
  reproduces: 'Polyanya, A* with the funnel, goal bounds over triangles (the lecture), beside the navmesh libraries of npm.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { side, problems, seconds, bounds: most } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, generated: ['caves', 'rooms of 32'] });
  record.table('ways', 'A query, its path included', {
    world: column.key('world'), search: column.key('search'), time: column.time('time', 'µs'), speed: column.ratio('as fast as Polyanya'),
    expanded: column.count('expanded'),
    length: column.ratio('length / shortest'), build: column.figure('build', 'ms'), bytes: column.bytes('kept', 'MB'),
    answers: column.text('answers'),
  });
  record.table('meshes', 'The meshes', {
    world: column.key('world'), cells: column.count('free cells'), faces: column.count('faces'), triangles: column.count('triangles'),
  });
  for (const { name, version, setting } of options.peers?.meshes ?? []) {
    record.version(name, version);
    record.note(`${name}: ${setting}.`);
  }
  record.note('"Wrong": no path where there is one, or a path shorter than the shortest, which leads through a wall. A longer path is no fault of a library that does not promise the shortest; its length is shown. Of ours, also a path that crosses a blocked cell, and a path of Polyanya that is longer than one from cell to cell.');
  record.expect(sources.length);
  let differing = 0;
  let wrongOfOurs = 0;
  const saved: number[] = [];
  const rankingsByMap: Map<string, Timing>[] = [];
  const ratios = new Map<string, number[]>();
  for (const source of sources) {
    record.step(source.name);
    const { grid, name: world, problems: list } = source.load();
    const pairs = centres(grid, list);
    const begin = performance.now();
    const { made: mesh, bytes } = keptBytes(() => NavMesh.fromGrid(grid));
    const build = performance.now() - begin;
    const triangles = NavMesh.fromGrid(grid, { sides: 3 });
    record.row('meshes', { world, cells: grid.terrain.free, faces: mesh.faceCount, triangles: triangles.faceCount });

    const polyanya = new Polyanya(mesh);
    const corridors = new CorridorSearch(mesh);
    const runners: { runner: MeshRunner; build: number; bytes: number }[] = [
      { runner: own(NAMES.polyanya, polyanya, pairs, () => polyanya.counters.expanded), build, bytes },
      { runner: own(NAMES.corridor, corridors, pairs, () => corridors.counters.expanded), build, bytes },
    ];
    if (mesh.faceCount <= most) {
      const start = performance.now();
      const goalBounds = GoalBounds.build(mesh);
      const view = goalBounds.view();
      const search = new AStar(view, { heuristic: mesh.heuristic() });
      const plain = new AStar(mesh);
      const towards = { search: (from: number, to: number) => search.search(from, (view.goal = to)), path: (out: Uint32Array) => search.path(out) };
      for (const [fromX, fromY, toX, toY] of pairs) {
        const [from, to] = [mesh.locate(fromX, fromY), mesh.locate(toX, toY)];
        const [a, b] = [plain.search(from, to), towards.search(from, to)];
        if (Math.abs(a - b) > 1e-9 * a) differing++;
        saved.push((plain.counters.expanded + 1) / (search.counters.expanded + 1));
      }
      runners.push({ runner: own(NAMES.bounded, new CorridorSearch(mesh, towards), pairs, () => taken(search.counters)), build: build + performance.now() - start, bytes: bytes + goalBounds.byteLength });
    }
    const others = await loadPeers(options.peers?.meshes ?? [], triangles, pairs, (name, reason) => record.note(`${name} is left out on ${world}: ${reason}`));
    const ours = runners.length;
    runners.push(...others.map(({ runner, build }) => ({ runner, build, bytes: NaN })));

    const shortest = lengthsOf(runners[0].runner, pairs);
    const isRight = rightOnCells(grid, list, shortest);
    const checked = runners.map(({ runner }, k) => judge(runner, shortest, k < ours ? isRight : undefined));
    wrongOfOurs += checked.slice(0, ours).reduce((sum, { wrong }) => sum + wrong, 0);
    const timings = measure(runners.map(({ runner }) => ({ name: runner.name, run: (i) => runner.run(i) })), { queries: pairs.length, seconds, minimumRounds: 3 });
    for (const [k, timing] of timings.entries()) {
      const { wrong, ratio, expanded } = checked[k];
      ratios.set(timing.name, [...ratios.get(timing.name) ?? [], ratio]);
      record.row('ways', {
        world, search: timing.name, time: timing.time, speed: timesFaster(timings[0], timing), expanded, length: ratio, build: runners[k].build,
        bytes: runners[k].bytes / 2 ** 20,
        answers: wrong === 0 ? 'all right' : `${wrong} of ${pairs.length} wrong`,
      });
    }
    rankingsByMap.push(new Map(timings.map((timing) => [timing.name, timing])));
    const longest = shortest.reduce((best, length, i) => (length < Infinity && length > shortest[best] ? i : best), 0);
    runners[0].runner.run(longest);
    record.figure({ kind: 'maps', title: `Faces and the longest path: ${world}`, panels: [meshPanel(`Polyanya on ${world}`, grid, mesh, runners[0].runner.path())] });
  }

  measureMovingObstacles(record, options);
  await measureLevels(record, options);

  const over = (slow: string, fast: string): Estimate | null => {
    const pairs = rankingsByMap.filter((onMap) => onMap.has(slow) && onMap.has(fast)).map((onMap) => timesFaster(onMap.get(slow)!, onMap.get(fast)!));
    return pairs.length === 0 ? null : combineRatios(pairs);
  };
  const longer = (name: string): string => `${formatNumber(100 * (mean(ratios.get(name) ?? []) - 1))}%`;
  for (const { name } of options.peers?.meshes ?? []) {
    const remark = `longer than the shortest by ${longer(NAMES.corridor)}, theirs by ${longer(name)}`;
    record.claim({ name: `A* and funnel against ${name}`, source: 'the peer', reference: 1, atLeast: 1, unit: '×', ours: over(name, NAMES.corridor), remark });
    record.claim({ name: `Polyanya, shortest paths, against ${name}`, source: 'reported', unit: '×', ours: over(name, NAMES.polyanya) });
  }
  record.claim({
    name: 'Queries in which goal-bounded A* costs other than plain A*', source: 'the lecture', reference: 0, atMost: 0, anySize: true, unit: '', ours: differing,
  });
  record.claim({
    name: 'Expansions of plain A* over those of goal-bounded A*', source: 'the lecture', reference: 1, atLeast: 1, anySize: true, unit: '×',
    ours: saved.length === 0 ? null : mean(saved), ...(saved.length === 0 ? { lacks: `needs a mesh of up to ${most} faces` } : {}),
  });
  record.claim({
    name: 'Wrong: paths of ours on grids', source: 'lines over free cells, and paths from cell to cell', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrongOfOurs,
  });
}
