import { caves } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, NavMesh, Polyanya } from '../../src/index.ts';
import { Tower } from '../surface/towers.ts';
import { seeded, type Pair } from '../worlds.ts';

/** The mean of the costs over the shortest lengths, and the expansions, of both kinds of corridors. */
function compare(mesh: NavMesh, size: number, random: () => number): { own: [excess: number, expanded: number]; centres: [excess: number, expanded: number] } {
  const polyanya = new Polyanya(mesh), corridors = new CorridorSearch(mesh), astar = new AStar(mesh), throughCentres = new CorridorSearch(mesh, astar);
  let own = 0, ownExpanded = 0, centres = 0, expanded = 0, n = 0;
  while (n < 100) {
    const [x, y, toX, toY] = Array.from({ length: 4 }, () => size * random()), least = polyanya.search(x, y, toX, toY);
    if (!(least > 0 && least < Infinity)) continue;
    own += corridors.search(x, y, toX, toY) / least;
    ownExpanded += corridors.counters.expanded;
    // Where a straight line is the path, the other search is not called.
    astar.counters.reset();
    centres += throughCentres.search(x, y, toX, toY) / least;
    expanded += astar.counters.expanded;
    n++;
  }
  return { own: [own / n - 1, ownExpanded], centres: [centres / n - 1, expanded] };
}

test('in caves and among blocks, paths are at most a hundredth longer than the shortest, with fewer expansions than from centre to centre', () => {
  const random = seeded(1);
  const inCaves = compare(NavMesh.fromGrid(caves(128, 128, seeded(3))), 128, random);
  const holes = Array.from({ length: 100 }, (_, i): Pair[] => {
    const x = 10 * (i % 10) + 2 + 3 * random(), y = 10 * Math.floor(i / 10) + 2 + 3 * random(), side = 1 + 3 * random();
    return [[x, y], [x + side, y + random()], [x + side, y + side + 1], [x - random(), y + side]];
  });
  const amongBlocks = compare(NavMesh.fromPolygons({ outlines: [[[0, 0], [100, 0], [100, 100], [0, 100]]], holes }), 100, random);
  for (const { own, centres } of [inCaves, amongBlocks]) {
    expect(own[0]).toBeLessThan(0.01);
    expect(own[0]).toBeLessThan(centres[0] / 3);
  }
  expect([inCaves, amongBlocks].map(({ own, centres }) => [own[1], centres[1]])).toEqual([[4500, 7050], [1141, 2943]]);
});

test('with costs by area, links and slopes, corridors are on average no more expensive than from centre to centre', () => {
  let own = 0, centres = 0, paths = 0, links = 0;
  for (let seed = 0; seed < runs(60); seed++) {
    const tower = new Tower(seed, { areas: 3, links: 4 }), mesh = NavMesh.fromSurface(tower.surface, { linkRoom: 40 });
    const view = mesh.view({ costs: { 1: 0.5 + 3 * tower.random(), 2: seed % 2 === 0 ? Infinity : 2 }, length: seed % 4 < 2 ? 'surface' : 'horizontal' });
    const [corridors, throughCentres] = [new CorridorSearch(view), new CorridorSearch(view, new AStar(view))], out = new Float64Array(4000);
    for (let query = 0; query < 12; query++) {
      const from = tower.place(), to = tower.place();
      const [cost, other] = [corridors, throughCentres].map((search) => search.search(from.x, from.y, to.x, to.y, from.z, to.z));
      expect(cost < Infinity, `seed ${seed}, from ${JSON.stringify(from)} to ${JSON.stringify(to)}`).toBe(other < Infinity);
      if (cost === Infinity) continue;
      own += cost;
      centres += other;
      paths++;
      for (let i = corridors.turnsInSpace(out) - 1; i >= 0; i--) if (out[4 * i + 3] >= 0) links++;
    }
  }
  expect(links).toBeGreaterThan(paths / 20);
  expect(own).toBeLessThan(centres);
});

test('of two links between the same faces, the path takes the one by which its corridor was found', () => {
  const outlines = [[[0, 0], [10, 0], [10, 2], [0, 2]], [[20, 0], [30, 0], [30, 2], [20, 2]]] as const;
  const mesh = NavMesh.fromPolygons({ outlines, linkRoom: 4 });
  for (const x of [1, 9]) mesh.addLink({ from: { x, y: 1 }, to: { x: x + 20, y: 1 }, cost: 20 });
  const corridors = new CorridorSearch(mesh), out = new Float64Array(16);
  for (const [x, link] of [[0, 0], [10, 1]]) {
    expect(corridors.search(x, 1, x + 20, 1)).toBeCloseTo(22, 9);
    expect(corridors.turnsInSpace(out)).toBe(4);
    expect([out[7], out[4]]).toEqual([link, link === 0 ? 1 : 9]);
  }
});

test('in a goal face the rest of the path is known, also where links cost less than their length', () => {
  const outlines = [[[-10, 0], [0, 0], [0, 10], [-10, 10]], [[0, 0], [100, 0], [100, 10], [0, 10]]] as const;
  const oneWay = true, cheap = { from: { x: -9, y: 1 }, to: { x: -5, y: 1 }, cost: 1, oneWay };
  for (const others of [[], [cheap]]) {
    const mesh = NavMesh.fromPolygons({ outlines, sides: 4, linkRoom: 9 });
    mesh.setArea(mesh.locate(50, 5), 1);
    for (const link of [...others, { from: { x: -9, y: 5 }, to: { x: 99, y: 5 }, cost: 200, oneWay }]) mesh.addLink(link);
    // Over the side it is 990.
    expect(new CorridorSearch(mesh.view({ costs: { 1: 10 } })).search(-10, 5, 98, 5)).toBeCloseTo(211, 9);
  }
});

test('a one-way link is taken one way, and a closed one not at all', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]], [[8, 0], [12, 0], [12, 4], [8, 4]]], linkRoom: 4 });
  const link = mesh.addLink({ from: { x: 3, y: 2 }, to: { x: 9, y: 2 }, oneWay: true }), corridors = new CorridorSearch(mesh);
  expect([corridors.search(1, 2, 11, 2), corridors.search(11, 2, 1, 2)]).toEqual([10, Infinity]);
  mesh.setLink(link, false);
  expect([corridors.search(1, 2, 11, 2), corridors.counters.expanded]).toEqual([Infinity, 0]);
});

test('after a billion searches, marks start over', () => {
  const mesh = NavMesh.fromGrid(caves(40, 40, seeded(2))), corridors = new CorridorSearch(mesh), random = seeded(4);
  const pairs = Array.from({ length: 40 }, () => Array.from({ length: 4 }, () => 40 * random()) as [number, number, number, number]);
  const costs = pairs.map((pair) => corridors.search(...pair));
  (corridors as unknown as { entries: { stamp: number } }).entries.stamp = 2 ** 31 - 8;
  for (let round = 0; round < 3; round++) expect(pairs.map((pair) => corridors.search(...pair))).toEqual(costs);
});

test('findPath takes it for views with costs or lengths along the surface', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [5, 0], [5, 10], [0, 10]], [[5, 0], [10, 0], [10, 10], [5, 10]]], sides: 3 });
  for (let f = 0; f < mesh.faceCount; f++) mesh.setArea(f, mesh.x(f) < 5 ? 1 : 0);
  const from = { x: 1, y: 5 }, to = { x: 9, y: 5 };
  for (const [view, cost] of [[mesh.view({ costs: { 1: 2 } }), 12], [mesh.view({ costs: { 1: 0.5 } }), 6]] as const) {
    for (let twice = 0; twice < 2; twice++) expect(findPath(view, { from, to }).cost).toBe(cost);
  }
  const ramp = NavMesh.fromSurface({ vertices: [[0, 0, 0], [4, 0, 3], [4, 2, 3], [0, 2, 0]], polygons: [[0, 1, 2, 3]] });
  expect(findPath(ramp.view({ length: 'surface' }), { from: { x: 0, y: 1 }, to: { x: 4, y: 1 } }).cost).toBeCloseTo(5, 9);
});

test('findPath takes a CorridorSearch of the user, also with nearest and in a view', () => {
  const outlines = Array.from({ length: 100 }, (_, i): [number, number][] => [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => [x + (i % 10), y + Math.floor(i / 10)]));
  const holes: [number, number][][] = [[[2, 1], [6, 1], [6, 7], [2, 7]], [[4, 8], [8, 8], [8, 9.5], [4, 9.5]]];
  const mesh = NavMesh.fromPolygons({ outlines: [...outlines, [[12, 0], [14, 0], [14, 2], [12, 2]]], holes, sides: 4 });
  const view = mesh.view({ costs: { 1: Infinity, 2: 3 } });
  mesh.setArea(mesh.locate(1.5, 7.5), 1);
  mesh.setArea(mesh.locate(8, 3), 2);
  const from = { x: 0.5, y: 4.5 };
  let expanded = 0;
  for (const world of [mesh, view]) {
    const search = new CorridorSearch(world), own = new CorridorSearch(world);
    const out = new Float64Array(200);
    for (const to of [{ x: 9.5, y: 2.5 }, { x: 7, y: 7.5 }, { x: 3.5, y: 9 }]) {
      const cost = own.search(from.x, from.y, to.x, to.y);
      const points = Array.from({ length: own.path(out) }, (_, i) => ({ x: out[2 * i], y: out[2 * i + 1] }));
      for (const nearest of [false, true]) expect(findPath(world, { from, to, search, nearest })).toEqual({ cost, points, arrived: true });
      expect(search.counters).toEqual(own.counters);
      expanded += own.counters.expanded;
    }
    // Onto a hole, off the mesh, and to ground that is not connected.
    for (const to of [{ x: 5.5, y: 4 }, { x: 9, y: 12 }, { x: 13, y: 1 }]) {
      const path = findPath(world, { from, to, search, nearest: true });
      expect(path.arrived).toBe(false);
      expect(path.points.at(-1)).toEqual(findPath(world, { from, to, nearest: true }).points.at(-1));
      const { reason } = path;
      expect(findPath(world, { from, to, search })).toEqual({ cost: Infinity, points: [], arrived: false, reason });
    }
    expect(findPath(world, { from, to: { x: 13, y: 1 }, search }).reason).toBe('no-path');
  }
  expect(expanded).toBeGreaterThan(20);
});
