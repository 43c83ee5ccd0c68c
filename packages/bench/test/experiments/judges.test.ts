import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dispatcher } from '@pf/crowd';
import { Grid, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { CorridorSearch, GridMesh, NavMesh, Polyanya } from '@pf/navmesh';
import { ClusterSearch, PathDatabase } from '@pf/preprocess';
import { LazyHeap, MonotoneQueue } from '@pf/queues';
import { AStar, JumpPointSearch } from '@pf/search';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isLegal } from '../../src/experiments/navmesh/legal-line.ts';
import { compare, experiments, silent } from '../../src/index.ts';
import type { LevelPeer, LevelPoint, LevelQueries, Options, Peers, Result, Row } from '../../src/index.ts';

afterEach(() => void vi.restoreAllMocks());

/** Makes a search omit the middle of each path of more than three vertices. */
function omitMiddle(search: { prototype: { path(...ends: never[]): number } }): void {
  const path = Reflect.get(search.prototype, 'path') as (...given: unknown[]) => number;
  vi.spyOn(search.prototype, 'path').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const n = path.apply(this, given);
    if (n <= 3) return n;
    const out = given[given.length - 1] as Uint32Array;
    out[1] = out[n - 1];
    return 2;
  });
}

/** Makes a search over a mesh return other points, each as x, y, than those from one end to the other that it finds. */
function reroute(planner: typeof Polyanya | typeof CorridorSearch, change: (points: Float64Array) => Iterable<number>): void {
  const prototype = planner.prototype as Polyanya, search = Reflect.get(prototype, 'search');
  vi.spyOn(prototype, 'search').mockImplementation(function (this: Polyanya, ...ends) {
    if (search.apply(this, ends) === Infinity) return Infinity;
    const points = new Float64Array(2 * this.pathLength);
    this.path(points);
    const route = [...change(points)];
    this.cost = 0;
    this.points.clear();
    for (let i = 0; i < route.length; i += 2) this.cost += this.points.addTurn(route[i], route[i + 1], 0);
    return this.cost;
  });
}

/** The first and the last point. */
const straight = (points: Float64Array): number[] => [...points.slice(0, 2), ...points.slice(-2)];

async function tiny(name: string, options: Partial<Options> = {}): Promise<Result> {
  const result = await experiments.find((one) => one.name === name)!.run({ seed: 1, effort: 'tiny', ...options }, silent);
  expect(result.failure).toBeUndefined();
  return result;
}

/** The claims of an experiment that do not hold. */
async function failing(name: string, options: Partial<Options> = {}): Promise<string[]> {
  const { claims } = await tiny(name, options);
  return claims.filter(({ pass }) => pass === false).map((claim) => claim.name);
}

const NO_PEERS: Peers = { grids: [], queues: [], meshes: [], roads: [], crowds: [] };

describe('an experiment notices', () => {
  it('illegal paths, those of its baseline too', async () => {
    for (const search of [AStar, JumpPointSearch, ClusterSearch]) omitMiddle(search);
    expect(await failing('terrain')).toContain('Wrong answers');
  });

  it('paths that are missing, from its baseline too', async () => {
    for (const search of [AStar, JumpPointSearch, ClusterSearch]) vi.spyOn(search.prototype, 'path').mockReturnValue(0);
    expect(await failing('terrain')).toContain('Wrong answers');
  });

  it('illegal paths on maps that are edited', async () => {
    omitMiddle(JumpPointSearch);
    expect(await failing('dynamic')).not.toEqual([]);
  });

  it('illegal paths of a database whose costs are right', async () => {
    omitMiddle(PathDatabase);
    expect(await failing('goal-bounding')).toContain('Wrong paths of path databases');
  });

  it('a mesh that leads through walls', async () => {
    vi.spyOn(GridMesh.prototype, 'findPath').mockImplementation(({ from, to }) => {
      const ends = [from, to] as { x: number; y: number }[];
      return { cost: Math.hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y), points: ends };
    });
    expect(await failing('any-angle')).toEqual(['Wrong paths: other ends, or a blocked cell on the way']);
  });

  it('paths on a mesh that lead through walls, or are longer than on cells', async () => {
    reroute(Polyanya, straight);
    expect(await failing('navmesh')).toContain('Wrong: paths of ours on grids');
    expect(await failing('tour')).toContain('Wrong answers of ours');
    vi.restoreAllMocks();
    reroute(Polyanya, (points) => {
      const places = Array.from({ length: points.length / 2 }, (_, i) => points.subarray(2 * i, 2 * i + 2));
      return [...places, ...places.toReversed(), ...places].flatMap((place) => [...place]);
    });
    expect(await failing('tour')).toContain('Wrong answers of ours');
  });

  it('units that jump', async () => {
    const position = Reflect.get(Dispatcher.prototype, 'position');
    let calls = 0;
    vi.spyOn(Dispatcher.prototype, 'position').mockImplementation(function (this: Dispatcher, unit) {
      return position.call(this, unit) + (++calls % 50 === 0 ? 2 : 0);
    });
    expect(await failing('tour')).toContain('Wrong answers of ours');
    expect(await failing('squad')).toContain('Wrong: steps, ends of orders, and collisions of those who avoid each other');
  });

  it('a queue that swaps two entries', async () => {
    const pop: unknown = Reflect.get(LazyHeap.prototype, 'pop');
    const kept = new WeakMap<LazyHeap, number>();
    let calls = 0;
    vi.spyOn(LazyHeap.prototype, 'pop').mockImplementation(function (this: LazyHeap) {
      const held = kept.get(this);
      kept.delete(this);
      if (held !== undefined) return held;
      const first = (pop as () => number).call(this);
      if (++calls % 10 !== 0 || first === -1) return first;
      const second = (pop as () => number).call(this);
      if (second === -1) return first;
      kept.set(this, first);
      return second;
    });
    expect(await failing('queues')).toEqual(['Wrong orders of ours']);
  });

  it('a queue that loses an entry, although the others are in order', async () => {
    const pop: unknown = Reflect.get(MonotoneQueue.prototype, 'pop');
    let calls = 0;
    vi.spyOn(MonotoneQueue.prototype, 'pop').mockImplementation(function (this: MonotoneQueue) {
      const first = (pop as () => number).call(this);
      const next = ++calls % 50 === 0 ? (pop as () => number).call(this) : -1;
      return next === -1 ? first : next;
    });
    const { rows, claims } = await tiny('queues');
    expect(claims.find(({ name }) => name === 'Wrong orders of ours')?.pass).toBe(false);
    expect(rows.find(({ queue, work }) => queue === 'MonotoneQueue' && String(work as string).startsWith('hold'))?.['answer']).toBe('wrong');
  });

  it('illegal steps of a planner', async () => {
    const next: unknown = Reflect.get(DStarLite.prototype, 'next');
    vi.spyOn(DStarLite.prototype, 'next').mockImplementation(function (this: DStarLite) {
      const first = (next as () => number).call(this);
      return Math.abs(first - this.goal) < 2 ? first : this.goal;
    });
    expect(await failing('metrics')).toContain('Episodes with a wrong end or an illegal step');
  });
});

describe('other libraries', () => {
  it('that cannot build a mesh or a crowd are left out', async () => {
    const no = { version: '1', setting: 'none', load: () => Promise.reject(new Error('too flat')) };
    const throws = { ...no, name: 'throws', load: () => { throw new Error('too steep'); } };
    const peers: Peers = { ...NO_PEERS, meshes: [{ ...no, name: 'rejects' }, throws], crowds: [{ ...no, name: 'rejects' }, throws] };
    for (const name of ['navmesh', 'tour', 'steering']) {
      const { notes } = await tiny(name, { peers });
      expect(notes.filter((note) => /^rejects is left out.*: too flat$|^throws is left out.*: too steep$/.test(note)).length, name).toBeGreaterThan(1);
    }
  });

  it('on a mesh have each path compared with the shortest', async () => {
    const load = () => Promise.resolve({ search: (...ends: number[]) => ends, points: (answer: unknown) => [(answer as number[]).slice(0, 2), (answer as number[]).slice(2)] as [number, number][] });
    const { rows } = await tiny('tour', { peers: { ...NO_PEERS, meshes: [{ name: 'straight', version: '1', setting: 'none', load }] } });
    expect(rows.find(({ search }) => search === 'straight')?.['answers']).toMatch(/^\d of 4 wrong$/);
    expect(rows.find(({ ours }) => ours === 'Polyanya')?.['beside']).toBe('–');
    const elsewhere = () => load().then(({ search }) => ({ search, points: () => [[0, 0], [1e6, 0]] as [number, number][] }));
    const meshes = [{ name: 'straight', version: '1', setting: 'none', load }, { name: 'elsewhere', version: '1', setting: 'none', load: elsewhere }];
    const { claims, rows: ways } = await tiny('navmesh', { peers: { ...NO_PEERS, meshes } });
    expect(ways.find(({ search }) => search === 'elsewhere')?.['answers']).toBe('5 of 5 wrong');
    expect(claims.find(({ name }) => name === 'A* and funnel against straight')?.remark).toMatch(/^longer than the shortest by [\d.e-]+%, theirs by -?[\d.e-]+%$/);
  });

  it('that move crowds are warmed up, and their overlap stands beside their time', async () => {
    let steps = 0;
    const crowd = {
      name: 'all on one point', version: '1', setting: 'none',
      load: () => Promise.resolve({
        step() {
          // As many steps as a block of the tiny form has.
          if (++steps > 2) return;
          const begin = performance.now();
          while (performance.now() - begin < 50);
        },
        position: () => [0, 0] as const,
      }),
    };
    const { rows, claims } = await tiny('steering', { peers: { ...NO_PEERS, crowds: [crowd] } });
    expect(steps).toBeGreaterThan(2);
    expect(rows.find((row) => row['crowd'] === crowd.name)!['time']).toBeLessThan(10);
    expect(claims.find(({ name }) => name === `A step, against ${crowd.name}`)?.remark).toMatch(/^largest overlap, of a radius: [\d.]+%, theirs 200%; moved [\d.]+ m, theirs [\d.]+ m$/);
  });
});

describe('levels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-levels-'));
  writeFileSync(join(folder, 'ring.obj'), '');
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A floor of nine fields without the one in its middle. */
  const lines = [0, 4, 6, 10];
  const surface = {
    climb: 0.1, vertices: lines.flatMap((y) => lines.map((x): LevelPoint => [x, y, 0])),
    polygons: [0, 1, 2, 4, 6, 8, 9, 10].map((v) => [v, v + 1, v + 5, v + 4]),
  };
  const levels: LevelPeer = {
    versions: ['maker', 'straight', 'lost'].map((name) => ({ name, version: '1', setting: 'none' })),
    load() {
      const random = seededRandom(1), planner = new Polyanya(NavMesh.fromSurface(surface));
      const maker: LevelQueries = {
        name: 'maker',
        search(from, to) {
          planner.search(from[0], from[1], to[0], to[1]);
          const out = new Float64Array(4 * planner.pathInSpaceLength);
          return Array.from({ length: planner.pathInSpace(out) }, (_, i) => out.slice(4 * i, 4 * i + 3));
        },
        points: (answer) => answer as LevelPoint[],
      };
      const straightOn: LevelQueries = { name: 'straight', search: (...ends) => ends, points: (answer) => answer as LevelPoint[] };
      return Promise.resolve({ surface, place: (): LevelPoint => [10 * random(), 10 * random(), 0], queries: [maker, straightOn, { name: 'lost', search: () => [], points: () => [] }] });
    },
  };
  const options = { meshes: folder, peers: { ...NO_PEERS, levels } };

  it('show which answers are missing, or too short to be legal', async () => {
    const { rows, claims } = await tiny('navmesh', options);
    const answers = rows.filter(({ table }) => table === 'levels').map(({ search, answers: text }) => `${search as string}: ${text as string}`);
    expect(answers.join('; ')).toMatch(/^Polyanya: all right; A\* and funnel: all right; maker: all right; straight: 0 missing, [1-9]\d* shorter of 20; lost: 20 missing, 0 shorter of 20$/);
    expect(claims.find(({ name }) => name.startsWith('Wrong: on levels'))?.ours).toBe(0);
    expect(claims.find(({ name }) => name === 'A* and funnel against maker, on levels with floors')?.remark).toMatch(/^longer than the shortest by [\d.]+%, theirs by 0%$/);
  });

  it('notice paths of ours that lead off the surface, those of the funnel too', async () => {
    for (const planner of [Polyanya, CorridorSearch]) {
      reroute(planner, straight);
      expect((await failing('navmesh', options)).filter((name) => name.startsWith('Wrong: on levels')).length).toBe(1);
      vi.restoreAllMocks();
    }
  });
});

it('on rome alone, hierarchies have a target: a hundred times as fast as A* with landmarks was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roads-'));
  for (const name of ['rome', 'other']) writeFileSync(join(folder, `${name}.gr`), 'p sp 3 4\na 1 2 3\na 2 1 3\na 2 3 2\na 3 2 2\n');
  const { claims } = await tiny('roads', { roads: folder });
  rmSync(folder, { recursive: true });
  const set = claims.filter(({ name }) => name.includes('first version'));
  expect(set.map(({ name, bounds, condition }) => [name.split(':')[0], bounds, condition])).toEqual([['rome', [100, null], 'full run only']]);
});

it('the columns of a pursuit agree: the times of a move, and how they compare', async () => {
  const { rows } = await tiny('moving-targets');
  for (const row of rows) {
    const base = rows.find(({ setting, world, planner }) => setting === row['setting'] && world === row['world'] && planner === 'Adaptive A*')!;
    expect((base['perMove'] as number) / (row['perMove'] as number)).toBeCloseTo((row['speed'] as { value: number }).value, 9);
  }
});

it.each(['terrain', 'dynamic', 'moving-targets'])('a comparison notices that searches of %s got slower', async (name) => {
  const result = await tiny(name);
  const slower = result.rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, (key === 'time' || key === 'perMove') && typeof cell === 'number' ? 3 * cell : cell])) as Row);
  const { changes } = compare(result, { ...result, rows: slower });
  expect(changes.length).toBeGreaterThan(2);
  expect(new Set(changes.map(({ verdict }) => verdict))).toEqual(new Set(['slower']));
});

describe('a path at any angle', () => {
  const grid = Grid.fromRows(['..#', '...', '#..']);
  const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
  const ends = { from: at(0, 0), to: at(2, 2) };

  it('may touch walls, and pass corners', () => {
    expect(isLegal(grid, [at(0, 0), at(2, 2)], ends)).toBe(true);
    expect(isLegal(grid, [at(0, 0), at(1.5, 0), at(1.5, 1.5), at(2, 2)], ends)).toBe(true);
    expect(isLegal(grid, [at(0, 0)], { from: at(0, 0), to: at(0, 0) })).toBe(true);
  });

  it('has the right ends, and crosses neither a blocked cell nor a corner between two', () => {
    expect(isLegal(grid, [], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(2, 1)], ends)).toBe(false);
    expect(isLegal(grid, [at(1, 0), at(2, 2)], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(1.6, 0), at(1.6, 1.5), at(2, 2)], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(2.6, 1), at(2, 2)], ends)).toBe(false);
    expect(isLegal(Grid.fromRows(['.#', '#.']), [at(0, 0), at(1, 1)], { from: at(0, 0), to: at(1, 1) })).toBe(false);
  });
});
