import { readdirSync, readFileSync } from 'node:fs';
import { CorridorSearch, NavMesh, Polyanya, type Surface } from '@pf/navmesh';
import { AStar } from '@pf/search';
import type { Options } from '../../experiment.ts';
import { measure, timesFaster } from '../../measure/measure.ts';
import { keptBytes } from '../../measure/memory.ts';
import type { LevelPoint, LevelQueries } from '../../measure/peer.ts';
import { combineRatios, mean, type Estimate } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { Ground } from './level-ground.ts';

const SIZES = { tiny: { pairs: 20, timed: 5, seconds: 0.02 }, quick: { pairs: 1000, timed: 100, seconds: 2 }, full: { pairs: 10_000, timed: 200, seconds: 10 } };
/** Of A* over faces. Costs from centre to centre exceed lengths, so that more weight on the estimate also gives shorter paths. */
const WEIGHT = 1.5;
const NAMES = { polyanya: 'Polyanya', corridor: 'A* and funnel' };

/** What is compared of paths; lengths are horizontal. */
interface Faults { reachability: number; longer: number; invalid: number }

/**
 * Measures navmeshes of levels with floors that another library built: queries beside that library, and their correctness. Timed are a search and the
 * turns of its path, as the others return them, between connected points.
 */
export async function measureLevels(record: Recorder, options: Options): Promise<void> {
  const { meshes, peers, effort } = options;
  record.table('levels', 'Levels with floors: a query, its path included', {
    level: column.key('level'), search: column.key('search'), time: column.time('time', 'µs'), speed: column.ratio('as fast as the maker of the mesh'), length: column.ratio('length / shortest'),
    build: column.figure('build', 'ms'), bytes: column.bytes('kept', 'MB'),
  });
  record.table('level-paths', 'Levels with floors: paths beside those of the maker of the mesh', {
    level: column.key('level'), polygons: column.count('polygons'), faces: column.count('faces'), pairs: column.count('pairs'), connected: column.count('connected'), reachability: column.count('reachability differs'),
    longer: column.count('longer'), invalid: column.count('off the surface'),
  });
  const maker = peers?.levels;
  record.note(`A* and funnel, on levels: A* with a weight of ${WEIGHT}.`);
  const speeds = new Map<string, Map<string, Estimate[]>>();
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
      const found = comparePaths(surface, () => madeLevel.place(), own[0], queries[0], SIZES[effort].pairs);
      pairs += found.pairs;
      faults += found.reachability + found.longer + found.invalid;
      record.row('level-paths', { level, polygons: surface.polygons.length, faces: mesh.faceCount, pairs: found.pairs, connected: found.connected.length, reachability: found.reachability, longer: found.longer, invalid: found.invalid });
      const timedPairs = found.connected.slice(0, SIZES[effort].timed);
      if (timedPairs.length === 0) continue;
      const all = [...own, ...queries], shortest = timedPairs.map(([from, to]) => lengthOf(own[0].points(own[0].search(from, to))));
      const timings = measure(all.map((each) => ({ name: each.name, run: (i: number) => void each.search(...timedPairs[i]) })), { queries: timedPairs.length, seconds: SIZES[effort].seconds, minimumRounds: 3 });
      const made = timings[own.length];
      timings.forEach((timing, k) => {
        const ratios = timedPairs.map(([from, to], i) => lengthOf(all[k].points(all[k].search(from, to))) / shortest[i]).filter((ratio) => ratio > 0 && ratio < Infinity);
        record.row('levels', { level, search: timing.name, time: timing.time, speed: timesFaster(made, timing), length: mean(ratios), build: k < own.length ? build : NaN, bytes: k < own.length ? bytes / 2 ** 20 : NaN });
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
      record.claim({ name: `${search} against ${name}, on levels with floors`, source: 'the peer', reference: 1, ...(i === 0 ? { atLeast: target } : {}), unit: '×', ours: ratios === undefined ? null : combineRatios(ratios), ...lacks });
    }
  }
  record.claim({ name: 'Wrong: of pairs on levels, reachability other than Detour\'s, longer paths, or off the surface', source: 'the peer', reference: 0, atMost: 0, anySize: true, unit: '', ours: pairs === 0 ? null : faults, ...lacks });
}

function ownQueries(mesh: NavMesh): LevelQueries[] {
  const out = new Float64Array(1 << 14);
  const planners: [string, Polyanya | CorridorSearch][] = [[NAMES.polyanya, new Polyanya(mesh)], [NAMES.corridor, new CorridorSearch(mesh, new AStar(mesh, { weight: WEIGHT }))]];
  return planners.map(([name, planner]): LevelQueries => ({
    name,
    search([fromX, fromY, fromZ], [toX, toY, toZ]) {
      planner.search(fromX, fromY, toX, toY, fromZ, toZ);
      return planner.path(out);
    },
    points: () => Array.from({ length: planner.pathInSpace(out) }, (_, i): LevelPoint => [out[4 * i], out[4 * i + 1], out[4 * i + 2]]),
  }));
}

/** Random pairs of points on the surface, and errors of paths compared with the library that built the mesh. */
function comparePaths(surface: Surface, place: () => LevelPoint, own: LevelQueries, maker: LevelQueries, pairs: number): Faults & { pairs: number; connected: [LevelPoint, LevelPoint][] } {
  const ground = new Ground(surface);
  const found = { pairs, reachability: 0, longer: 0, invalid: 0, connected: [] as [LevelPoint, LevelPoint][] };
  for (let i = 0; i < pairs; i++) {
    const from = onGround(ground, place), to = onGround(ground, place);
    const path = own.points(own.search(from, to)), other = maker.points(maker.search(from, to)), end = other[other.length - 1] as LevelPoint | undefined;
    // Detour returns a path to the nearest reachable point, which may be on the next floor above or below: 2.5 climbs away or more.
    const isReached = end !== undefined && Math.hypot(end[0] - to[0], end[1] - to[1]) < ground.rounding && Math.abs(end[2] - to[2]) < 2 * ground.climb;
    if (isReached !== path.length > 0) found.reachability++;
    if (path.length === 0) continue;
    if (!ground.carries(path, from, to)) found.invalid++;
    if (!isReached) continue;
    found.connected.push([from, to]);
    if (lengthOf(path) > lengthOf(other) + ground.rounding) found.longer++;
  }
  return found;
}

/** A place on the polygons. The heights of some random points of Detour are between two floors. */
function onGround(ground: Ground, place: () => LevelPoint): LevelPoint {
  let point = place();
  for (let tries = 0; tries < 100 && !ground.has(point); tries++) point = place();
  return point;
}

function lengthOf(points: readonly LevelPoint[]): number {
  return points.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + Math.hypot(x - points[i - 1][0], y - points[i - 1][1])), 0);
}
