import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Reservations } from '@pf/crowd';
import { HexMap, LinkedGrid, neighbours, TorusGrid, UnitFog, UnitGrid } from '@pf/grid';
import { ADStar, DStarLite, navigate } from '@pf/incremental';
import { NavMesh } from '@pf/navmesh';
import { CustomMetric } from '@pf/preprocess';
import { AStar, Dijkstra } from '@pf/search';
import { runs } from '@pf/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readFixture, readFixtures } from '../src/fixture.ts';
import { generate } from '../src/generate.ts';
import { allPlayers, play } from '../src/play.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

describe('cases that have failed once', () => {
  test.each(readFixtures(join(here, '../fixtures')))('$name does not fail again', ({ fixture }) => {
    expect(play(fixture.case, { worlds: 0, queries: 0, edits: 0 })).toBeUndefined();
  });
});

test('every algorithm agrees with the oracle in dozens of random cases', () => {
  const tally = { worlds: 0, queries: 0, edits: 0 };
  for (let index = 0; index < runs(60); index++) expect(play(generate(20, index), tally), `seed 20, case ${index}`).toBeUndefined();
  expect(tally.queries).toBeGreaterThan(10_000);
});

describe('a player', () => {
  afterEach(() => vi.restoreAllMocks());

  const playAlone = (name: string, cases: number): void => {
    const players = allPlayers.filter((player) => player.name === name);
    expect(players).toHaveLength(1);
    for (let index = 0; index < cases; index++) expect(play(generate(20, index), { worlds: 0, queries: 0, edits: 0 }, players, undefined, name), `seed 20, case ${index}`).toBeUndefined();
  };

  test('of a state lattice repairs its plans, with starts of every heading', () => {
    const planners = [DStarLite, ADStar].map((Planner) => vi.spyOn(Planner.prototype, 'moveTo'));
    playAlone('state lattice', runs(300));
    for (const moveTo of planners) expect(new Set(moveTo.mock.calls.map(([v]) => v % 4)).size).toBe(4);
  });

  test('of a metric reports edits', () => {
    const arcsChanged = vi.spyOn(CustomMetric.prototype, 'arcsChanged');
    playAlone('metric that follows its graph', runs(100));
    expect(arcsChanged.mock.calls.length).toBeGreaterThan(10);
  });

  test('of floors opens and closes every link', () => {
    const setLink = vi.spyOn(NavMesh.prototype, 'setLink');
    playAlone('floors and links', runs(300));
    expect(new Set(setLink.mock.calls.map(([link]) => link)).size).toBeGreaterThan(2);
  });

  /** The faults of a player that are not found by others. */
  const faultsOf = (name: string): (string | undefined)[] => {
    const players = allPlayers.filter((player) => player.name === name);
    return Array.from({ length: runs(40) }, (_, index) => play(generate(20, index), { worlds: 0, queries: 0, edits: 0 }, players, undefined, name)?.message);
  };

  test('of findPath notices that only the first of several goals is searched', () => {
    const search: unknown = Reflect.get(AStar.prototype, 'searchNearest');
    vi.spyOn(AStar.prototype, 'searchNearest').mockImplementation(function (this: AStar, start, goals) {
      return (search as AStar['searchNearest']).call(this, start, [goals[0]]);
    });
    expect(faultsOf('findPath, several goals, avoid and nearest')).toContainEqual(expect.stringMatching(/the path (costs|ends)/));
  });

  test('of ranges notices a radius that is a little too small', () => {
    const begin: unknown = Reflect.get(Dijkstra.prototype, 'begin');
    vi.spyOn(Dijkstra.prototype, 'begin').mockImplementation(function (this: Dijkstra, sources, until = {}) {
      (begin as Dijkstra['begin']).call(this, sources, { ...until, radius: 0.99 * (until.radius ?? Infinity) });
    });
    expect(faultsOf('movement ranges')).toContainEqual(expect.stringMatching(/^Within .* Dijkstra has .*, which is wrong at/));
  });

  test('of large units notices that they get the map of small ones', () => {
    vi.spyOn(UnitGrid.prototype, 'grid', 'get').mockImplementation(function (this: UnitGrid) {
      return this.ground;
    });
    expect(faultsOf('maps of large units and of units with their own costs')).toContainEqual(expect.stringMatching(/^The map of a unit of size [23] is/));
  });

  test('of reservations notices one that is kept when it is released', () => {
    vi.spyOn(Reservations.prototype, 'release').mockReturnValue(undefined);
    expect(faultsOf('reservations that come and go')).toContainEqual(expect.stringMatching(/but (SIPP|the reservations) say/));
  });

  test('of fog notices that a report of changed cells is incomplete', () => {
    const reveal: unknown = Reflect.get(UnitFog.prototype, 'reveal');
    vi.spyOn(UnitFog.prototype, 'reveal').mockImplementation(function (this: UnitFog, ...call) {
      return (reveal as UnitFog['reveal']).apply(this, call) >> 1;
    });
    expect(faultsOf('fog of units of several sizes')).toContainEqual(expect.stringMatching(/has other arcs at .*, but reveal wrote/));
  });

  test('of maps of hexagons notices a range that is too small', () => {
    const range: unknown = Reflect.get(HexMap.prototype, 'range');
    vi.spyOn(HexMap.prototype, 'range').mockImplementation(function (this: HexMap, v, steps) {
      return (range as HexMap['range']).call(this, v, Math.min(steps, 2));
    });
    expect(faultsOf('rectangles of hexagons')).toContainEqual(expect.stringMatching(/^Within [34] of .* but range gives/));
  });

  test('of joined edges notices an edit that is not reported across them', () => {
    vi.spyOn(TorusGrid.prototype, 'changedSince').mockImplementation(function (this: TorusGrid, version, tails) {
      return this.grid.changedSince(version, tails);
    });
    expect(faultsOf('joined edges')).toContainEqual(expect.stringMatching(/over joined edges have changed/));
  });

  test('of links notices an edit that is not reported to their other ends', () => {
    vi.spyOn(LinkedGrid.prototype, 'changedSince').mockImplementation(function (this: LinkedGrid, version, tails) {
      return this.grid.changedSince(version - this.version + this.grid.version, tails);
    });
    expect(faultsOf('links between cells')).toContainEqual(expect.stringMatching(/beside links have changed|the path from/));
  });

  test('of navmeshes notices a step that begins in one polygon of several', () => {
    const locateAll: unknown = Reflect.get(NavMesh.prototype, 'locateAll');
    vi.spyOn(NavMesh.prototype, 'locateAll').mockImplementation(function (this: NavMesh, ...call) {
      return Math.min(1, (locateAll as NavMesh['locateAll']).apply(this, call)) - 1;
    });
    const faults = Array.from({ length: runs(100) }, (_, index) => play(generate(20, index), { worlds: 0, queries: 0, edits: 0 }, [], undefined, 'navmesh')?.message);
    expect(faults).toContainEqual(expect.stringMatching(/^A step from .* does not begin/));
  });

  test('of episodes notices one that ends under way', () => {
    // Another episode of the same planner ends the first.
    const moveTo = vi.spyOn(DStarLite.prototype, 'moveTo').mockImplementation(function (this: DStarLite, v) {
      moveTo.mockRestore();
      this.moveTo(v);
      navigate(this, { reveal: () => 0 }, { start: v, goal: v, sensor: neighbours }).next();
    });
    const players = allPlayers.filter(({ name }) => name === 'episode with D* Lite');
    const faults = Array.from({ length: runs(100) }, (_, index) => play(generate(20, index), { worlds: 0, queries: 0, edits: 0 }, players, undefined, 'episode with D* Lite')?.message);
    expect(faults).toContainEqual(expect.stringMatching(/^The episode from \d+ to \d+ ends while it is moving\.$/));
  });
});

describe('the command', () => {
  const run = (timeout: number, ...words: string[]): { status: number | null; stdout: string; stderr: string; folder: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'pf-fuzz-'));
    const cli = [join(here, '../../run/cli.js'), join(here, '../src/cli.ts'), '--fixtures', folder, ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: 'utf8', timeout });
    return { status, stdout, stderr, folder };
  };
  const command = (...words: string[]): ReturnType<typeof run> => run(100_000, ...words);

  test('finds a planted wrong cost, shrinks it and writes it to a file', () => {
    const { status, stdout, folder } = command('--planted', 'lie', '--seed', '1', '--cases', '12', '--workers', '2');
    expect(status, stdout).toBe(1);
    const faults = readdirSync(folder).map((file) => readFixture(join(folder, file)));
    rmSync(folder, { recursive: true });
    for (const { player, message, case: least } of faults) {
      expect(player).toBe('A* that lies');
      expect(message).toMatch(/^The path from \d+ to \d+ costs .*, but .* was reported\.$/);
      if (least.kind === 'grid') expect(least.events).toHaveLength(1);
    }
    // The shortest path with the fault has four cells. Shrinking may also end at six cells around which such a path bends.
    const sizes = faults.map(({ case: least }) => (least.kind === 'grid' ? least.world.width * least.world.height : least.kind === 'digraph' ? least.digraph.vertexCount : NaN));
    expect(Math.min(...sizes)).toBe(4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
  });

  test('finds a player that does not return', () => {
    const { status, stdout, folder } = command('--planted', 'hang', '--seed', '1', '--cases', '4', '--workers', '1', '--patience', '3');
    const [file] = readdirSync(folder);
    const { player, message } = readFixture(join(folder, file));
    const again = run(10_000, '--planted', 'hang', '--replay', join(folder, file));
    rmSync(folder, { recursive: true });
    rmSync(again.folder, { recursive: true });
    expect([status, player, message], stdout).toEqual([1, 'A* that sleeps', 'It did not end within 3 s.']);
    // What is left of the case hangs too.
    expect([again.status, again.stdout], stdout).toEqual([null, expect.stringContaining(player)]);
  });

  test('rejects a run without threads', () => {
    const { status, stderr, folder } = command('--seed', '1', '--workers', '0');
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([1, "--workers takes a number of 1 or more, got '0'.\n"]);
  });

  test('plays every case if its time is endless', () => {
    const { status, stdout, folder } = command('--seed', '1', '--minutes', 'Infinity', '--cases', '12', '--workers', '1');
    rmSync(folder, { recursive: true });
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/ 12 worlds, \d+ queries/);
  });

  test('ends with the counts when its time is over', () => {
    const { status, stdout, folder } = command('--seed', '3', '--minutes', '0.02');
    rmSync(folder, { recursive: true });
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/\d+ s: \d+ worlds, \d+ queries, \d+ edits, 0 faults\.\n$/);
  });
});
