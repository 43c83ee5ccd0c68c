import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya, type MeshView, type Polygon, type Surface } from '../../src/index.ts';
import { seeded } from '../worlds.ts';

const vertices = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [0, 0, 5], [10, 0, 5], [10, 4, 5], [0, 4, 5]];

/** By face: its arcs as text. */
function arcsOf(view: MeshView): string[] {
  const to = new Uint32Array(view.maxDegree), cost = new Float64Array(view.maxDegree);
  return Array.from({ length: view.vertexCount }, (_, f) => {
    const n = view.successors(f, to, cost);
    return Array.from({ length: n }, (_, i) => `${to[i]} ${cost[i].toFixed(9)}`).sort().join();
  });
}

test('a cut reports the far ends of links, also where the rebuilt face has its former id', () => {
  const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links: [{ from: { x: 2, y: 2, z: 0 }, to: { x: 2, y: 2, z: 5 }, cost: 5 }] }, { room: 1 });
  const before = arcsOf(mesh), tails = new Uint32Array(mesh.vertexCount), { version, vertexCount } = mesh;
  const n = mesh.cut([[8, 2], [11, 2], [11, 5], [8, 5]], tails);
  expect(mesh.vertexCount).toBe(vertexCount);
  arcsOf(mesh).forEach((arcs, f) => { if (arcs !== before[f]) expect([...tails.subarray(0, n)]).toContain(f); });
  const since = mesh.changedSince(version, tails);
  expect([...tails.subarray(0, since)].sort()).toEqual([0, 1, 2]);
});

test('every face whose arcs a cut or a restore changes is reported, with links and little room', () => {
  let edits = 0, moved = 0;
  for (let seed = 0; seed < runs(50); seed++) {
    const random = seeded(seed), anywhere = (z: number): { x: number; y: number; z: number } => ({ x: 4 * random(), y: 4 * random(), z });
    const links = Array.from({ length: 1 + Math.floor(3 * random()) }, () => ({ from: anywhere(5 * Math.round(random())), to: anywhere(5 * Math.round(random())), cost: seed % 2 === 0 ? 5 : undefined, reach: seed % 4 < 2 ? 0 : 1, oneWay: random() < 0.5 }));
    const surface = { vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links };
    const mesh = NavMesh.fromSurface(surface, { room: Math.floor(4 * random()), linkRoom: 60 }), view = mesh.view({ costs: { 0: 2 }, length: 'surface' }), standing: Polygon[] = [];
    for (let step = 0; step < 8; step++) {
      const before = [mesh, view].map(arcsOf), tails = new Uint32Array(999), x = 10 * random() - 1, y = 5 * random() - 1;
      let n: number;
      if (standing.length > 0 && random() < 0.5) n = mesh.restore(standing.splice(0, 1)[0], tails);
      else {
        standing.push([[x, y], [x + 2 * random(), y], [x + 1, y + 2 * random()]]);
        n = mesh.cut(standing[standing.length - 1], tails, random() < 0.5 ? {} : { low: 4 });
      }
      const reported = new Set(tails.subarray(0, n));
      [mesh, view].forEach((graph, k) => arcsOf(graph).forEach((arcs, f) => {
        if (arcs === (before[k][f] ?? '')) return;
        moved++;
        expect(reported.has(f), `seed ${seed}, step ${step}, face ${f}`).toBe(true);
      }));
      edits++;
    }
  }
  expect(moved).toBeGreaterThan(edits);
});

test('where cuts leave more faces at the end of a link than there was room for, the maximum degree rises', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]], [[20, 0], [30, 0], [30, 10], [20, 10]]], linkRoom: 1 });
  mesh.addLink({ from: { x: 5, y: 5 }, to: { x: 25, y: 5 }, cost: 1 });
  const view = mesh.view({}), search = new AStar(view), polyanya = new Polyanya(view), crates: Polygon[] = [[[5, 5], [6, 8], [4, 8]], [[5, 5], [4, 2], [6, 2]]];
  const tails = new Uint32Array(mesh.vertexCount), degree = mesh.maxDegree;
  const least = polyanya.search(1, 5, 29, 5);
  for (const crate of crates) expect(mesh.cut(crate, tails)).toBeGreaterThan(0);
  expect([mesh.locate(5, 7), mesh.locate(5, 3), mesh.maxDegree > degree, view.maxDegree]).toEqual([-1, -1, true, mesh.maxDegree]);
  expect(polyanya.search(1, 5, 29, 5)).toBeCloseTo(least, 9);
  expect(() => search.search(0, 1)).toThrow('when this search was made: make a new search.');
  const corridors = new CorridorSearch(view, new AStar(view));
  for (const [x, y] of [[1, 5], [9, 5], [5, 9]]) {
    expect(corridors.search(x, y, 29, 5)).toBeGreaterThanOrEqual(polyanya.search(x, y, 29, 5) - 1e-9);
    expect(corridors.cost).toBeLessThan(Infinity);
  }
  const to = new Uint32Array(99), cost = new Float64Array(99);
  for (let f = 0; f < mesh.vertexCount; f++) expect(Math.max(mesh.successors(f, to, cost), mesh.predecessors(f, to, cost))).toBeLessThanOrEqual(mesh.maxDegree);
  for (const crate of crates) mesh.restore(crate, tails);
  expect(polyanya.search(1, 5, 29, 5)).toBeCloseTo(least, 9);
  // Added links raise it in the same way.
  const { maxDegree } = mesh;
  for (let i = 0; i < 9; i++) mesh.addLink({ from: { x: 5, y: 5 }, to: { x: 25, y: 5 } });
  expect([mesh.maxDegree, polyanya.search(1, 5, 29, 5)]).toEqual([maxDegree + 7, least]);
  expect(() => corridors.search(1, 5, 29, 5)).toThrow('make a new search.');
});

test('where the far ends of links might not fit into the tails, a cut is rejected before any change', () => {
  for (const reach of [0, 1]) {
    const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links: [{ from: { x: 2, y: 2, z: 0 }, to: { x: 2, y: 2, z: 5 }, reach }] });
    const { version } = mesh, crate: Polygon = [[1, 1], [3, 1], [3, 3], [1, 3]];
    for (let length = 0, n = 0; n === 0; length++) {
      try {
        n = mesh.cut(crate, new Uint32Array(length), { low: 4 });
        expect(n).toBeLessThanOrEqual(length);
      } catch (error) {
        expect((error as Error).message).toContain(`The buffer for changed tails holds ${length}, and up to `);
        expect([mesh.version, mesh.locate(2, 2, 5) >= 0]).toEqual([version, true]);
      }
    }
    expect(mesh.height(2, 2, 5)).toBe(0);
  }
});

test('a wrong buffer for tails is rejected before any change; a plain list is filled', () => {
  const flat = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9], [0, 9]]], linkRoom: 4 });
  const surface = (): NavMesh => NavMesh.fromSurface({ vertices: [[0, 0, 0], [9, 0, 0], [9, 9, 0], [0, 9, 0]], polygons: [[0, 1, 2, 3]] });
  for (const build of [flat, surface]) {
    const mesh = build(), crate: Polygon = [[1, 1], [3, 1], [3, 3]], { version } = mesh;
    const link = mesh.addLink({ from: { x: 5, y: 1 }, to: { x: 5, y: 8 } }), face = mesh.locate(5, 5);
    expect(() => mesh.changedSince(0, new Uint8Array(999) as never)).toThrow('Uint8Array would cut off the numbers of vertices');
    for (const wrong of [{ low: 0, high: 2 }, new Uint8Array(999), new Float32Array(999), 'x'.repeat(99), null, 7, []] as never[]) {
      expect(() => mesh.cut(crate, wrong)).toThrow(/buffer|Uint32Array/);
      expect(() => mesh.setLink(link, false, wrong)).toThrow(/buffer|Uint32Array/);
      expect(() => mesh.setArea(face, 3, wrong)).toThrow(/buffer|Uint32Array/);
    }
    expect([mesh.locate(2.5, 1.5), mesh.link(link).isOpen, mesh.areaOf(face), mesh.version]).toEqual([face, true, 0, version + 1]);
    const list: number[] = Array.from({ length: mesh.vertexCount }, () => -1), n = mesh.cut(crate, list as never);
    expect(list.slice(0, n).every((tail) => tail >= 0)).toBe(true);
    expect([mesh.locate(2.5, 1.5), n > 1]).toEqual([-1, true]);
    expect(() => mesh.restore(crate, { low: 0 } as never)).toThrow(/buffer|Uint32Array/);
    expect(mesh.locate(2.5, 1.5)).toBe(-1);
    mesh.restore(crate);
    expect(mesh.locate(2.5, 1.5)).toBeGreaterThanOrEqual(0);
  }
});

test('adding links at their default cost leaves estimates as they are, also along the surface', () => {
  for (let seed = 0; seed < runs(50); seed++) {
    const random = seeded(seed), mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] });
    for (const view of [mesh, mesh.view({ length: 'surface' })]) {
      view.changedSince(mesh.version, new Uint32Array(9));
      const { version } = mesh;
      mesh.addLink({ from: { x: 4 * random(), y: 4 * random(), z: 0 }, to: { x: 4 * random(), y: 4 * random(), z: 5 } });
      expect(view.changedSince(version, new Uint32Array(9)), `seed ${seed}`).toBeGreaterThan(0);
    }
  }
});

test('rejected links leave no vertices behind', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9], [0, 9]]], linkRoom: 2 });
  const inside = { x: 1, y: 1 }, outside = { x: 20, y: 1 };
  mesh.addLink({ from: inside, to: { x: 5, y: 5 } });
  const { faces: { xs: { length } }, version } = mesh;
  for (let i = 0; i < 2 * length; i++) {
    expect(() => mesh.addLink({ from: outside, to: inside })).toThrow('end from (20, 1) is off the mesh, whose nearest point is (9, 1): move it, or give the link a reach.');
    expect(() => mesh.addLink({ from: inside, to: outside })).toThrow('end to (20, 1) is off the mesh');
  }
  expect([mesh.faces.xs.length, mesh.linkCount, mesh.version]).toEqual([length, 1, version]);
});

test('the links of a surface are listed once, however many they are', () => {
  const surface = (count: number): Surface => ({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links: Array.from({ length: count }, (_, i) => ({ from: { x: 1 + i / 99, y: 1, z: 0 }, to: { x: 1, y: 1, z: 5 }, oneWay: i % 2 === 0 })) });
  const fills = [1, 99].map((count) => {
    const fill = vi.spyOn(Int32Array.prototype, 'fill');
    const mesh = NavMesh.fromSurface(surface(count), { linkRoom: 99 }), { length } = fill.mock.calls;
    fill.mockRestore();
    expect([mesh.linkCount, arcsOf(mesh)[mesh.locate(1, 1, 0)].split(',').length]).toEqual([count, count]);
    return length;
  });
  expect(fills[1]).toBe(fills[0]);
  const degrees = [98, 99].map((linkRoom) => NavMesh.fromSurface(surface(99), { linkRoom }).maxDegree);
  expect(degrees[0]).toBe(degrees[1]);
});

test('links added one by one equal those given at once; adding one does not visit the others', () => {
  const random = seeded(8), anywhere = (): { x: number; y: number; z: number } => ({ x: 4 * random(), y: 4 * random(), z: 5 * Math.round(random()) });
  const links = Array.from({ length: 20 }, () => ({ from: anywhere(), to: anywhere(), oneWay: random() < 0.5 })), surface = { vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] };
  const atOnce = NavMesh.fromSurface({ ...surface, links }, { linkRoom: 21 }), mesh = NavMesh.fromSurface(surface, { linkRoom: 21 });
  for (const link of links) mesh.addLink(link);
  expect(arcsOf(mesh)).toEqual(arcsOf(atOnce));
  let visits = 0;
  const [arc] = mesh.links.arcs, { to } = arc;
  Object.defineProperty(arc, 'to', { get: () => (visits++, to) });
  mesh.addLink({ from: { x: 9, y: 1, z: 5 }, to: { x: 9, y: 2, z: 5 } });
  expect(visits).toBe(0);
});

test('a cut locates the ends of links that it touches, those that are cut away, and no others', () => {
  const square = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], floors = [0, 10, 20].flatMap((left) => square.map(([x, y, z]) => [left + x, y, z]));
  const mesh = NavMesh.fromSurface({ vertices: floors, polygons: [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]] });
  for (const left of [0, 10]) mesh.addLink({ from: { x: left + 1, y: 2 }, to: { x: left + 3, y: 2 } });
  const visits = [0, 0];
  for (const [i, at] of [0, 2].entries()) {
    const { from, from: { given } } = mesh.links.arcs[at];
    Object.defineProperty(from, 'given', { get: () => (visits[i]++, given) });
  }
  const visitsOf = (edit: () => void): boolean[] => {
    visits.fill(0);
    edit();
    return visits.map((n) => n > 0);
  };
  const crates = [20, 0, 20].map((left): Polygon => [[left, 1], [left + 2, 1], [left + 2, 3], [left, 3]]);
  expect(visitsOf(() => mesh.cut(crates[0]))).toEqual([false, false]);
  expect([visitsOf(() => mesh.cut(crates[1])), mesh.link(0).isOnMesh]).toEqual([[true, false], false]);
  expect(visitsOf(() => mesh.cut(crates[2]))).toEqual([true, false]);
  expect([visitsOf(() => mesh.restore(crates[1])), mesh.link(0).isOnMesh]).toEqual([[true, false], true]);
});

test('a link keeps its ends, whatever becomes of the points that were given', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [20, 0], [20, 10], [0, 10]]], holes: [[[9, -1], [11, -1], [11, 11], [9, 11]]], linkRoom: 8 });
  const from = { x: 1, y: 1 }, to = { x: 19, y: 1 }, polyanya = new Polyanya(mesh);
  mesh.addLink({ from, to, cost: 1 });
  from.x = 7;
  to.x = 13;
  expect(polyanya.search(1, 1, 19, 1)).toBe(1);
  mesh.cut([[3, 4], [5, 4], [5, 6], [3, 6]]);
  expect(polyanya.search(1, 1, 19, 1)).toBe(1);
});

test('a flat mesh ignores the heights of a link, also at its reach', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
  const id = mesh.addLink({ from: { x: -0.5, y: 2, z: 1.7 }, to: { x: 3, y: 3, z: -9 }, reach: 1 });
  expect(mesh.link(id)).toEqual({ isOpen: true, isOnMesh: true });
  expect(() => mesh.addLink({ from: { x: -0.5, y: 2, z: 0 }, to: { x: 3, y: 3 }, reach: 0.4 })).toThrow('off the mesh');
});

test('the error for an end at another height names the height', () => {
  const high = { vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links: [{ from: { x: 2, y: 2, z: 3 }, to: { x: 2, y: 2, z: 5 } }] };
  expect(() => NavMesh.fromSurface(high, { reach: 1 })).toThrow("The link's end from (2, 2, 3) is off the mesh, whose nearest point is (2, 2, 5): move it");
});

test('the default cost of a link follows ends that cuts move, so that a loaded mesh has the costs of the saved one', () => {
  const build = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [30, 0], [30, 10], [0, 10]]], holes: [[[11, -1], [13, -1], [13, 11], [11, 11]]], linkRoom: 4 });
  const crate: Polygon = [[3, 3], [7, 3], [7, 7], [3, 7]], link = { from: { x: 5, y: 4 }, to: { x: 20, y: 4 }, reach: 3 };
  const saved = build(), loaded = build();
  saved.cut(crate);
  saved.addLink(link);
  loaded.addLink(link);
  expect(new Polyanya(loaded).search(1, 4, 25, 4)).toBe(24);
  const { version } = loaded, tails = new Uint32Array(loaded.vertexCount);
  loaded.cut(crate);
  const costs = [saved, loaded].map((mesh) => new Polyanya(mesh).search(5, 1, 20, 4));
  expect(costs).toEqual([2 + Math.hypot(15, 1), 2 + Math.hypot(15, 1)]);
  expect(loaded.changedSince(version, tails)).toBeGreaterThan(0);
  loaded.restore(crate);
  expect(new Polyanya(loaded).search(1, 4, 25, 4)).toBe(24);
});

test('a mesh loads from areas, links with the heights of their floors, and cuts, in this order', () => {
  const surface = { vertices: [[0, 0, 0], [20, 0, 0], [20, 10, 0], [0, 10, 0], [0, 0, 5], [20, 0, 5], [20, 10, 5], [0, 10, 5]], polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] };
  const saved = NavMesh.fromSurface(surface), ground = { x: 1, y: 1, z: 0 }, all: Polygon = [[-1, -1], [21, -1], [21, 11], [-1, 11]], walls = [5, 10, 15].map((x): Polygon => [[x, -1], [x + 1, -1], [x + 1, 11], [x, 11]]);
  saved.setArea(saved.locate(ground.x, ground.y, ground.z), 7);
  for (const wall of walls) saved.cut(wall);
  const links = Array.from({ length: 24 }, (_, i) => ({ from: { x: 2 + 5 * (i % 4), y: 2, z: 0 }, to: { x: 2 + 5 * (i % 4), y: 3 + i / 10, z: 5 }, oneWay: true }));
  for (const link of links) saved.addLink(link);
  saved.removeLink(3);
  saved.setLink(4, false);
  saved.cut(all, undefined, { high: 1 });
  const loaded = NavMesh.fromSurface(surface);
  loaded.setArea(loaded.locate(ground.x, ground.y, ground.z), 7);
  for (const link of links) loaded.addLink(link);
  loaded.removeLink(3);
  loaded.setLink(4, false);
  for (const cut of [...walls, all]) loaded.cut(cut, undefined, cut === all ? { high: 1 } : {});
  for (const mesh of [saved, loaded]) mesh.restore(all);
  expect([saved, loaded].map((mesh) => links.map((_, i) => (i === 3 ? undefined : mesh.link(i).isOpen)))).toEqual([links, links].map((each) => each.map((_, i) => (i === 3 ? undefined : i !== 4))));
  for (const mesh of [saved, loaded]) expect(mesh.areaOf(mesh.locate(1, 1, 0))).toBe(7);
  for (let i = 0; i < 4; i++) {
    const [cost, same] = [saved, loaded].map((mesh) => new Polyanya(mesh).search(1 + 5 * i, 2, 3 + 5 * i, 9, 0, 5));
    expect(same).toBe(cost);
  }
});

test.each([undefined, 5])('a link that was added where a floor is cut away loads with the height of the floor that is left: z %s', (z) => {
  const surface = { vertices: [[0, 0, 0], [20, 0, 0], [20, 10, 0], [0, 10, 0], [0, 0, 5], [20, 0, 5], [20, 10, 5], [0, 10, 5]], polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] };
  const hole: Polygon = [[1, 1], [3, 1], [3, 3], [1, 3]], link = { from: { x: 2, y: 2, z }, to: { x: 9, y: 1, z: 0 }, cost: 1 };
  const saved = NavMesh.fromSurface(surface), loaded = NavMesh.fromSurface(surface);
  saved.cut(hole, undefined, { low: 4 });
  saved.addLink(link);
  loaded.addLink({ ...link, from: { ...link.from, z: saved.height(2, 2, z) } });
  loaded.cut(hole, undefined, { low: 4 });
  for (const mesh of [saved, loaded]) {
    expect(mesh.link(0).isOnMesh).toBe(true);
    mesh.restore(hole);
    expect(new Polyanya(mesh).search(2, 2, 9, 1, 0, 0)).toBe(1);
  }
});

test('a removed link takes no room; the others keep their ids, and planners follow', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]], [[8, 0], [12, 0], [12, 4], [8, 4]]], linkRoom: 2 }), tails = new Uint32Array(mesh.vertexCount), [left, right] = [mesh.locate(1, 1), mesh.locate(9, 1)];
  const polyanya = new Polyanya(mesh), corridors = new CorridorSearch(mesh), planner = new DStarLite(mesh), view = mesh.view({ costs: { 1: 2 } }), costs: number[] = [];
  const slow = { from: { x: 3, y: 2 }, to: { x: 9, y: 2 }, cost: 9 }, fast = { ...slow, cost: 2 };
  const [first, second] = [mesh.addLink(slow), mesh.addLink({ ...fast, isOpen: false })];
  planner.begin(left, right);
  planner.run();
  const look = (): void => {
    planner.run();
    costs.push(polyanya.search(3, 2, 9, 2), corridors.search(3, 2, 9, 2), new CorridorSearch(view).search(3, 2, 9, 2), planner.cost - new AStar(mesh).search(left, right));
  };
  look();
  planner.arcsChanged(tails, mesh.setLink(second, true, tails));
  look();
  const { version } = mesh;
  planner.arcsChanged(tails, mesh.removeLink(first, tails));
  expect([mesh.version > version, mesh.changedSince(version, tails)]).toEqual([true, 2]);
  look();
  expect(costs).toEqual([9, 9, 9, 0, 2, 2, 2, 0, 2, 2, 2, 0]);
  expect(mesh.link(second)).toEqual({ isOpen: true, isOnMesh: true });
  for (const call of [(): unknown => mesh.link(first), (): unknown => mesh.setLink(first, false), (): unknown => mesh.removeLink(first)]) expect(call).toThrow('There is no link 0');
  const third = mesh.addLink({ ...slow, isOpen: false });
  expect([third, mesh.linkCount, mesh.removeLink(third), mesh.removeLink(second)]).toEqual([2, 3, 0, 2]);
  expect([polyanya.search(3, 2, 9, 2), corridors.search(3, 2, 9, 2)]).toEqual([Infinity, Infinity]);
  const room = mesh.faces.xs.length;
  for (let i = 0; i < 99; i++) mesh.removeLink(mesh.addLink(fast));
  expect([mesh.faces.xs.length, mesh.links.room]).toEqual([room, 2]);
});

test('one of very many links is removed', () => {
  const link = { from: { x: 1, y: 1 }, to: { x: 3, y: 3 } };
  const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3]], links: Array.from({ length: 65_000 }, () => link) });
  mesh.removeLink(9);
  expect([8, 10].map((id) => mesh.link(id).isOnMesh)).toEqual([true, true]);
  expect(() => mesh.link(9)).toThrow('There is no link 9');
});
