import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, NavMesh, Polyanya, type Polygon } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded } from '../worlds.ts';

/** A small house, so that many fit. */
function house(world: RandomWorld): Polygon {
  const [x, y, size] = [world.random() * world.size, world.random() * world.size, 0.1 + world.random() * world.size / 12];
  return [[x, y], [x + size, y + size / 3], [x + size / 2, y + size]];
}

test('a mesh without room grows as it is cut, and equals a mesh that had room', () => {
  let growths = 0, questions = 0;
  for (let seed = 0; seed < runs(40); seed++) {
    const world = new RandomWorld(seed);
    const { outlines, holes } = world;
    const mesh = NavMesh.fromPolygons({ outlines, holes, sides: [3, 6, 12][seed % 3], room: 0 });
    const wide = NavMesh.fromPolygons({ outlines, holes, sides: [3, 6, 12][seed % 3], room: 3000 });
    // Made before the mesh grew; a view has its own arrays.
    const polyanya = new Polyanya(mesh), viewed = new Polyanya(mesh.view({ costs: { 1: Infinity } })), corridors = new CorridorSearch(mesh);
    const standing: Polygon[] = [];
    for (let edit = 0; edit < 40; edit++) {
      const before = mesh.vertexCount;
      if (standing.length > 0 && world.random() < 0.2) {
        const [outline] = standing.splice(world.int(standing.length), 1);
        mesh.restore(outline);
        wide.restore(outline);
      } else {
        const outline = house(world);
        standing.push(outline);
        const tails = new Uint32Array(2000);
        const n = mesh.cut(outline, tails);
        for (const tail of tails.subarray(0, n)) expect(tail).toBeLessThan(mesh.vertexCount);
        wide.cut(outline);
      }
      if (mesh.vertexCount > before) growths++;
      if (edit % 5 !== 0) continue;
      checkMesh(mesh);
      expect(mesh.faceCount).toBe(wide.faceCount);
      const [atOnce, given] = [new Polyanya(wide), new CorridorSearch(mesh, new AStar(mesh))];
      for (let query = 0; query < 4; query++) {
        const [from, to] = [world.point(), world.point()];
        const cost = atOnce.search(...from, ...to);
        expect(polyanya.search(...from, ...to)).toBeCloseTo(cost, 7);
        expect(viewed.search(...from, ...to)).toBeCloseTo(cost, 7);
        expect(findPath(mesh, { from: { x: from[0], y: from[1] }, to: { x: to[0], y: to[1] } }).cost).toBeCloseTo(cost, 7);
        for (const one of [given, corridors]) expect(one.search(...from, ...to)).toBeGreaterThanOrEqual(cost - 1e-7);
        expect(corridors.cost === Infinity).toBe(cost === Infinity);
        questions++;
      }
    }
  }
  expect([growths > runs(40), questions]).toEqual([true, runs(40) * 32]);
});

test('objects made for fewer faces throw, and work when made again', () => {
  const square: Polygon = [[0, 0], [20, 0], [20, 20], [0, 20]];
  const mesh = NavMesh.fromPolygons({ outlines: [square], holes: [[[9, 1], [11, 1], [11, 19], [9, 19]]], room: 0 });
  const [start, goal] = [mesh.locate(1, 1), mesh.locate(19, 19)];
  const search = new AStar(mesh), planner = new DStarLite(mesh);
  const corridors = new CorridorSearch(mesh, search);
  expect([search.search(start, goal) < Infinity, corridors.search(1, 1, 19, 19) < Infinity]).toEqual([true, true]);
  planner.begin(start, goal);
  const before = mesh.vertexCount;
  const outline: Polygon = [[14, 14], [15, 14], [15, 15]];
  expect(() => mesh.cut(outline, new Uint32Array(2))).toThrow('The buffer for changed tails holds 2');
  expect(mesh.vertexCount).toBe(before);
  const tails = new Uint32Array(before + 64);
  const n = mesh.cut(outline, tails);
  const after = mesh.vertexCount;
  expect(after).toBeGreaterThan(before);
  const has = `The graph has ${after} vertices, `;
  expect(() => search.search(start, goal)).toThrow(`${has}but had ${before} when this search was made: make a new search.`);
  expect(() => corridors.search(1, 1, 19, 19)).toThrow('make a new search.');
  expect(() => planner.arcsChanged(tails, n)).toThrow(`${has}but had ${before} when this planner was made: make a new planner.`);
  expect(() => planner.run()).toThrow('make a new planner.');
  expect(new CorridorSearch(mesh, new AStar(mesh)).search(1, 1, 19, 19)).toBeLessThan(Infinity);
});

test('floors without room grow as they are cut', () => {
  const random = seeded(7);
  const vertices = [[0, 0, 0], [20, 0, 0], [20, 20, 0], [0, 20, 0], [0, 0, 5], [20, 0, 5], [20, 20, 5], [0, 20, 5]] as const;
  const surface = { vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] };
  const mesh = NavMesh.fromSurface(surface, { room: 0 }), wide = NavMesh.fromSurface(surface, { room: 3000 });
  const polyanya = new Polyanya(mesh), before = mesh.vertexCount;
  for (let i = 0; i < 40; i++) {
    const [x, y, low] = [1 + 17 * random(), 1 + 17 * random(), i % 2 === 0 ? -1 : 4];
    const outline: Polygon = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    for (const one of [mesh, wide]) one.cut(outline, undefined, { low, high: low + 2 });
    expect(mesh.faceCount).toBe(wide.faceCount);
    const atOnce = new Polyanya(wide);
    for (const z of [0, 5]) expect(polyanya.search(0.5, 0.5, 19.5, 19.5, z, z)).toBeCloseTo(atOnce.search(0.5, 0.5, 19.5, 19.5, z, z), 7);
  }
  expect(mesh.vertexCount).toBeGreaterThan(before + 64);
});

test('a heuristic follows the mesh as it is cut, restored and grows', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [20, 0], [20, 20], [0, 20]]], room: 0 }), view = mesh.view({ costs: { 1: 2 } });
  const kept = [mesh.heuristic(), view.heuristic()], crates = [3, 9, 15].map((x): Polygon => [[x, x], [x + 2, x], [x + 2, x + 2], [x, x + 2]]), before = mesh.vertexCount;
  const edits = [...crates.map((crate) => () => mesh.cut(crate)), ...crates.map((crate) => () => mesh.restore(crate))];
  for (const edit of edits) {
    edit();
    const made = [mesh.heuristic(), view.heuristic()];
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (mesh.outlineOf(v).length === 0) continue;
      for (const k of [0, 1]) expect([kept[k](v, 0), kept[k](v, v)]).toEqual([made[k](v, 0), 0]);
    }
  }
  expect(mesh.vertexCount).toBeGreaterThan(before);
});
