import { readdirSync, readFileSync } from 'node:fs';
import { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import type { Options } from '../../experiment.ts';
import { measure, timesFaster } from '../../measure/measure.ts';
import { keptBytes } from '../../measure/memory.ts';
import type { LevelPoint, LevelQueries } from '../../measure/peer.ts';
import { combineRatios, mean, type Estimate } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { formatNumber } from '../../write/format.ts';
import { Ground } from './level-ground.ts';
import { isTooShort } from './mesh-runner.ts';

const SIZES = { tiny: { pairs: 20, timed: 5, seconds: 0.02 }, quick: { pairs: 1000, timed: 100, seconds: 2 }, full: { pairs: 10_000, timed: 200, seconds: 10 } };
const NAMES = { polyanya: 'Polyanya', corridor: 'A* and funnel' };

type Pair = readonly [from: LevelPoint, to: LevelPoint];

/** Faults of paths of ours; the connected pairs, and the lengths of their shortest paths as seen from above. */
interface Compared { pairs: number; reachability: number; longer: number; invalid: number; readonly connected: Pair[]; readonly shortest: number[] }

/**
 * Measures navmeshes of levels with floors that another library built: queries beside that library, and their correctness. Timed are a search and the
 * turns of its path in space, as the others return them, between connected points.
 */
export async function measureLevels(record: Recorder, options: Options): Promise<void> {
  const { meshes, peers, effort } = options;
  record.table('levels', 'Levels with floors: a query, with the turns of its path in space', {
    level: column.key('level'), search: column.key('search'), time: column.time('time', 'µs'), speed: column.ratio('as fast as the maker of the mesh'), longer: column.figure('longer than the shortest', '%'),
    answers: column.text('answers'),
  });
  record.table('level-paths', 'Levels with floors: paths of ours beside those of the maker of the mesh', {
    level: column.key('level'), polygons: column.count('polygons'), faces: column.count('faces'), build: column.figure('build', 'ms'), bytes: column.bytes('kept', 'MB'), pairs: column.count('pairs'),
    connected: column.gain('connected'), reachability: column.count('reachability differs'), longer: column.count('longer'), invalid: column.count('off the surface'),
  });
  const maker = peers?.levels;
  record.note('On levels, "missing" is no path from one point to the other, and "shorter" one that is more than a thousandth shorter than the shortest on the mesh of the maker. A library with a mesh of its own may have both without a fault.');
  const speeds = new Map<string, Map<string, Estimate[]>>(), excess = new Map<string, number[]>();
  let faults = 0, pairs = 0;
  if (meshes !== undefined && maker !== undefined) {
    for (const { name, version, setting } of maker.versions) {
      record.version(name, version);
      record.note(`${name}, on levels: ${setting}.`);
    }
    for (const file of readdirSync(meshes).filter((name) => name.endsWith('.obj')).sort()) {
      const level = file.slice(0, -'.obj'.length), madeLevel = await maker.load(readFileSync(`${meshes}/${file}`, 'utf8')).catch((error: unknown) => {
        record.note(`Left out: ${file}: ${(error as Error).message}.`);
      });
      if (madeLevel === undefined) continue;
      const { surface, queries } = madeLevel;
      const begin = performance.now();
      const { made: mesh, bytes } = keptBytes(() => NavMesh.fromSurface(surface));
      const build = performance.now() - begin;
      const own = ownQueries(mesh);
      const ground = new Ground(surface);
      const compared = comparePaths(ground, () => madeLevel.place(), own, queries[0], SIZES[effort].pairs), { connected, reachability, longer: tooLong, invalid } = compared;
      pairs += compared.pairs;
      faults += reachability + tooLong + invalid;
      record.row('level-paths', {
        level, polygons: surface.polygons.length, faces: mesh.faceCount, build, bytes: bytes / 2 ** 20, pairs: compared.pairs, connected: connected.length, reachability, longer: tooLong, invalid,
      });
      if (connected.length === 0) continue;
      const all = [...own, ...queries], timedPairs = connected.slice(0, SIZES[effort].timed);
      const judged = all.map((each) => judgeLevel(ground, each, compared));
      const timings = measure(all.map((each) => ({ name: each.name, run: (i: number) => void each.search(...timedPairs[i]) })), { queries: timedPairs.length, seconds: SIZES[effort].seconds, minimumRounds: 3 });
      const made = timings[own.length];
      timings.forEach((timing, k) => {
        const { missing, shorter, longer } = judged[k];
        if (k < own.length) faults += shorter;
        excess.set(timing.name, [...excess.get(timing.name) ?? [], longer]);
        const answers = missing + shorter === 0 ? 'all right' : `${missing} missing, ${shorter} shorter of ${connected.length}`;
        record.row('levels', { level, search: timing.name, time: timing.time, speed: timesFaster(made, timing), longer, answers });
        if (k < own.length) for (const [r, rival] of queries.entries()) {
          const ofRival = speeds.get(rival.name) ?? new Map<string, Estimate[]>();
          ofRival.set(timing.name, [...ofRival.get(timing.name) ?? [], timesFaster(timings[own.length + r], timing)]);
          speeds.set(rival.name, ofRival);
        }
      });
    }
  }
  const lacks = meshes === undefined ? { lacks: 'needs --meshes, a folder of .obj files' } : pairs === 0 ? { lacks: `no .obj file in ${meshes} can be used` } : {};
  for (const [i, name] of (maker?.versions.map((version) => version.name) ?? []).entries()) {
    for (const [search, target] of [[NAMES.corridor, 3], [NAMES.polyanya, 1.5]] as const) {
      const ratios = speeds.get(name)?.get(search);
      const [mine, theirs] = [search, name].map((each) => formatNumber(mean(excess.get(each) ?? [])));
      record.claim({
        name: `${search} against ${name}, on levels with floors`, source: 'the peer', reference: 1, ...(i === 0 ? { atLeast: target } : {}), unit: '×', ours: ratios === undefined ? null : combineRatios(ratios),
        ...(ratios === undefined ? {} : { remark: `longer than the shortest by ${mine}%, theirs by ${theirs}%` }), ...lacks,
      });
    }
  }
  record.claim({ name: 'Wrong: on levels, reachability other than Detour\'s, paths of Polyanya longer than its or others shorter, or off the surface', source: 'the peer', reference: 0, atMost: 0, anySize: true, unit: '', ours: pairs === 0 ? null : faults, ...lacks });
}

function ownQueries(mesh: NavMesh): LevelQueries[] {
  const out = new Float64Array(1 << 14);
  const planners: [string, Polyanya | CorridorSearch][] = [
    [NAMES.polyanya, new Polyanya(mesh)],
    [NAMES.corridor, new CorridorSearch(mesh)],
  ];
  return planners.map(([name, planner]): LevelQueries => ({
    name,
    search([fromX, fromY, fromZ], [toX, toY, toZ]) {
      planner.search(fromX, fromY, toX, toY, fromZ, toZ);
      return planner.turnsInSpace(out);
    },
    points: () => Array.from({ length: planner.pathInSpace(out) }, (_, i): LevelPoint => [out[4 * i], out[4 * i + 1], out[4 * i + 2]]),
  }));
}

/** Compares the paths of `own` between random points of the surface with those of the library that built the mesh. */
function comparePaths(ground: Ground, place: () => LevelPoint, own: readonly LevelQueries[], maker: LevelQueries, pairs: number): Compared {
  const found: Compared = { pairs, reachability: 0, longer: 0, invalid: 0, connected: [], shortest: [] };
  for (let i = 0; i < pairs; i++) {
    const from = onGround(ground, place), to = onGround(ground, place), made = lengthBetween(ground, maker, from, to);
    for (const [k, planner] of own.entries()) {
      const path = planner.points(planner.search(from, to));
      if (made < Infinity !== path.length > 0) found.reachability++;
      if (path.length === 0) continue;
      if (!ground.carries(path, from, to)) found.invalid++;
      if (k > 0 || made === Infinity) continue;
      found.connected.push([from, to]);
      found.shortest.push(horizontalLength(path));
      if (horizontalLength(path) > made + ground.rounding) found.longer++;
    }
  }
  return found;
}

/** Paths that are missing, or shorter than the shortest, and by how many per cent those that are there are longer. */
function judgeLevel(ground: Ground, planner: LevelQueries, { connected, shortest }: Compared): { missing: number; shorter: number; longer: number } {
  const lengths = connected.map(([from, to]) => lengthBetween(ground, planner, from, to));
  return {
    missing: lengths.filter((length) => length === Infinity).length,
    shorter: lengths.filter((length, i) => isTooShort(length, shortest[i])).length,
    longer: mean(lengths.map((length, i) => 100 * (length / shortest[i] - 1)).filter(Number.isFinite)),
  };
}

/** The length of a path; Infinity if it does not lead from one point to the other: Detour then returns one to the nearest reachable point. */
function lengthBetween(ground: Ground, planner: LevelQueries, from: LevelPoint, to: LevelPoint): number {
  const path = planner.points(planner.search(from, to));
  return ground.leads(path, from, to) ? horizontalLength(path) : Infinity;
}

/** A place on the polygons. The heights of some random points of Detour are between two floors. */
function onGround(ground: Ground, place: () => LevelPoint): LevelPoint {
  let point = place();
  for (let tries = 0; tries < 100 && !ground.has(point); tries++) point = place();
  return point;
}

function horizontalLength(points: readonly LevelPoint[]): number {
  return points.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + Math.hypot(x - points[i - 1][0], y - points[i - 1][1])), 0);
}
