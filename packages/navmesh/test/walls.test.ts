import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, type MeshView } from '../src/index.ts';
import { RandomWorld } from './worlds.ts';

/** By face and side: the face beyond, found by a point just outside the side. */
function beyondByPoint(view: MeshView, face: number, isOpen: (area: number) => boolean): number[] {
  const corners = view.outlineOf(face);
  return corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length], away = 1e-6 / Math.hypot(bx - ax, by - ay);
    const beyond = view.locate(ax + 0.4142 * (bx - ax) + away * (by - ay), ay + 0.4142 * (by - ay) - away * (bx - ax));
    return beyond >= 0 && isOpen(view.areaOf(beyond)) && isOpen(view.areaOf(face)) ? beyond : -1;
  });
}

test('neighboursOf gives what is on the other side of each side of a face, in meshes that are cut, and in views', () => {
  let walls = 0, doors = 0;
  for (let seed = 0; seed < runs(60); seed++) {
    const world = new RandomWorld(seed), mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, room: 0 });
    const view = mesh.view({ costs: { 1: Infinity } });
    for (let step = 0; step < 4; step++) {
      mesh.cut(world.hole());
      for (let face = 0; face < mesh.vertexCount; face++) if (mesh.outlineOf(face).length > 0 && world.random() < 0.1) mesh.setArea(face, 1);
      for (let face = 0; face < mesh.vertexCount; face++) {
        const all = mesh.neighboursOf(face), allowed = view.neighboursOf(face);
        expect(all, `seed ${seed}, face ${face}`).toEqual(beyondByPoint(mesh, face, () => true));
        expect(allowed, `seed ${seed}, face ${face}`).toEqual(beyondByPoint(view, face, (area) => area !== 1));
        walls += all.filter((beyond) => beyond < 0).length;
        doors += allowed.filter((beyond, i) => beyond !== all[i]).length;
      }
    }
  }
  expect([walls > runs(1000), doors > runs(100)]).toEqual([true, true]);
});

test('neighboursOf rejects what is not a face', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]], room: 1 });
  expect(mesh.neighboursOf(1)).toEqual([]);
  for (const face of [-1, 2, 0.5, NaN]) expect(() => mesh.neighboursOf(face)).toThrow(RangeError);
});

test('walls gives the sides without a neighbour: after cuts, in a view, and of some faces', () => {
  const vertices = [[0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0], [6, 2, 0], [4, 2, 0], [2, 2, 0], [0, 2, 0]];
  const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 6, 7], [1, 2, 5, 6], [2, 3, 4, 5]], areas: [0, 1, 2] });
  const sides = (walls: readonly number[]): string[] => Array.from({ length: walls.length / 4 }, (_, i) => walls.slice(4 * i, 4 * i + 4).join()).sort();
  const left = ['0,0,2,0', '0,2,0,0', '2,2,0,2'], right = ['4,0,6,0', '6,0,6,2', '6,2,4,2'], middle = ['2,0,4,0', '4,2,2,2'];
  expect(sides(mesh.walls())).toEqual([...left, ...middle, ...right].sort());
  expect(sides(mesh.walls((face) => mesh.areaOf(face) === 2))).toEqual(right);
  // Forbidden ground is outside: its own sides are no walls.
  expect(sides(mesh.view({ costs: { 1: Infinity } }).walls())).toEqual([...left, ...right, '2,0,2,2', '4,2,4,0'].sort());
  const hole: [number, number][] = [[4.5, 0.5], [5.5, 0.5], [5.5, 1.5], [4.5, 1.5]];
  mesh.cut(hole);
  expect(mesh.walls().length / 4).toBe(8 + 4);
  mesh.restore(hole);
  expect(mesh.walls().length / 4).toBe(8);
});
