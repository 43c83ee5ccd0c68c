import { AStar, Dijkstra } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya, type MeshView } from '../src/index.ts';
import { Tower } from './surface/towers.ts';
import { RandomWorld } from './worlds.ts';

/** Compares the cost of corridors, found without faces that lead nowhere else, with a search over all faces. Returns the expansions of both. */
function compare(view: MeshView, ends: () => readonly [x: number, y: number, z: number], name: string): [number, number] {
  const pruned = new AStar(view), whole = new AStar(view), dijkstra = new Dijkstra(view), corridors = new CorridorSearch(view, pruned);
  const faces = new Uint32Array(view.vertexCount);
  const expanded: [number, number] = [0, 0];
  for (let query = 0; query < 12; query++) {
    const [fromX, fromY, fromZ] = ends(), [toX, toY, toZ] = ends();
    pruned.counters.reset();
    const isFound = corridors.search(fromX, fromY, toX, toY, fromZ, toZ) < Infinity;
    const n = isFound && pruned.counters.expanded > 0 ? pruned.path(faces) : 0;
    if (n === 0) continue;
    const [start, goal] = [faces[0], faces[n - 1]];
    expect(pruned.cost, name).toBeCloseTo(dijkstra.search(start, goal), 9);
    expect(whole.search(start, goal), name).toBeCloseTo(pruned.cost, 9);
    expanded[0] += pruned.counters.expanded;
    expanded[1] += whole.counters.expanded;
  }
  return expanded;
}

test('without branches that hold neither end, corridors cost the same and need fewer expansions', () => {
  const total = [0, 0];
  for (let seed = 0; seed < runs(150); seed++) {
    const world = new RandomWorld(seed, undefined, seed % 60), mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: seed % 2 === 0 ? 12 : 3 });
    compare(mesh, () => [...world.point(), NaN], `world ${seed}`).forEach((n, i) => (total[i] += n));
    const tower = new Tower(seed, { areas: 3, links: seed % 3 });
    const view = NavMesh.fromSurface(tower.surface, { linkRoom: 40 }).view({ costs: [1, 0.25 + 4 * tower.random(), seed % 2 === 0 ? Infinity : 2] });
    compare(view, () => {
      const { x, y, z = 0 } = tower.place();
      return [x, y, z];
    }, `tower ${seed}`).forEach((n, i) => (total[i] += n));
  }
  
  expect(total[0]).toBeLessThan(0.9 * total[1]);
});

test('after a cut that closes a ring, and its restoration, branches are those of the mesh as it is', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]], holes: [[[2, 2], [8, 2], [8, 8], [2, 8]]] });
  const corridors = new CorridorSearch(mesh, new AStar(mesh));
  const bar: [number, number][] = [[4, -1], [6, -1], [6, 3], [4, 3]];
  expect(corridors.search(1, 1, 9, 1)).toBeCloseTo(8, 9);
  mesh.cut(bar);
  expect(corridors.search(1, 1, 9, 1)).toBeCloseTo(2 * Math.hypot(1, 7) + 6, 9);
  mesh.restore(bar);
  expect(corridors.search(1, 1, 9, 1)).toBeCloseTo(8, 9);
});

test('a path leaves the face of both ends for a cheap link beside it', () => {
  const mesh = NavMesh.fromSurface({
    vertices: [[0, 0, 0], [100, 0, 0], [100, 1, 0], [0, 1, 0], [100, 2, 0], [0, 2, 0]], polygons: [[0, 1, 2, 3], [3, 2, 4, 5]], areas: [0, 1],
    links: [{ from: { x: 1, y: 1.5 }, to: { x: 99, y: 1.5 }, cost: 0 }],
  });
  expect(new Polyanya(mesh).search(1, 0.5, 99, 0.5)).toBeCloseTo(2, 9);
});
