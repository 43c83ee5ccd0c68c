import type { Graph, Heuristic } from '@pf/graph';
import { AStar, Dijkstra } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya, type MeshView } from '../src/index.ts';
import { Tower } from './surface/towers.ts';
import { RandomWorld } from './worlds.ts';

/** The graph of a view without its knowledge of branches. */
function allFaces(view: MeshView): Graph & { heuristic(): Heuristic } {
  const { vertexCount, maxDegree } = view;
  return { vertexCount, maxDegree, successors: (...args) => view.successors(...args), predecessors: (...args) => view.predecessors(...args), heuristic: () => view.heuristic() };
}

/** Compares the cost of corridors, found without faces that lead nowhere else, with a search over all faces. Returns the expansions of both. */
function compare(view: MeshView, ends: () => readonly [x: number, y: number, z: number], name: string): [number, number] {
  const pruned = new AStar(view), whole = new AStar(allFaces(view)), dijkstra = new Dijkstra(view), corridors = new CorridorSearch(view, pruned);
  const both = (['forward', 'backward'] as const).map((direction) => new AStar(view, { direction }));
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
    const goals = [goal, ...[ends(), ends()].map(([x, y, z]) => view.locate(x, y, z)).filter((f) => f >= 0)];
    const nearest = Math.min(...goals.map((f) => dijkstra.search(start, f)));
    for (const search of both) expect(search.searchNearest(start, goals), name).toBeCloseTo(nearest, 9);
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

test('other searches see all faces, also while a corridor is searched for', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 1], [6, 1], [6, 9], [4, 9], [4, 1], [0, 1]]], sides: 4 });
  const start = mesh.locate(1, 0.5), goal = mesh.locate(9, 0.5), branch = mesh.locate(5, 8);
  const inner = new AStar(mesh), estimate = mesh.heuristic(), costs = new Set<number>();
  const astar = new AStar(mesh, { heuristic: (v, to) => {
    costs.add(inner.search(start, branch));
    return estimate(v, to);
  } });
  const corridors = new CorridorSearch(mesh, { search: (from, to) => astar.search(from, to), path: (out) => astar.path(out) });
  expect(corridors.search(1, 0.2, 9, 0.3)).toBeLessThan(8.01);
  astar.search(start, goal);
  expect([...costs]).toEqual([new Dijkstra(mesh).search(start, branch)]);
  expect(astar.isClosed(branch)).toBe(false);
  expect(new AStar(mesh, { nearest: true }).search(start, branch)).toBeLessThan(Infinity);
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
