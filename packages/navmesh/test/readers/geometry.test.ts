import { expect, test } from 'vitest';
import { findPath, NavMesh, Polyanya, raycast } from '../../src/index.ts';
import { readArrays, readNavcat, readRecast, type RecastNavMesh } from '../../src/readers.ts';

test('arrays without indices are triangles in order; others than lists of numbers are rejected', () => {
  const positions = [0, 1, 0, 0, 1, 4, 4, 1, 0];
  for (const none of [undefined, null]) expect(readArrays(positions, none)).toEqual(readArrays(positions, [0, 1, 2]));
  expect(() => readArrays(null as never, [0, 1, 2])).toThrow('The positions must be a list of numbers, got null.');
  expect(() => readArrays(positions, 'none' as never)).toThrow("The indices must be a list of numbers, got 'none'.");
});

test('a surface may be empty', () => {
  for (const surface of [readArrays([], null), { vertices: [], polygons: [] }, { vertices: [[1, 2, 3]], polygons: [] }]) {
    const mesh = NavMesh.fromSurface(surface), [from, to] = [{ x: 0, y: 0 }, { x: 1, y: 1 }];
    expect([mesh.faceCount, mesh.locate(0, 0), new Polyanya(mesh).search(0, 0, 1, 1), raycast(mesh, from, to)]).toEqual([0, -1, Infinity, undefined]);
    expect(findPath(mesh, { from, to, nearest: true })).toEqual({ cost: Infinity, points: [], arrived: false, reason: 'start-blocked' });
    expect(mesh.cut([[0, 0], [1, 0], [1, 1]], new Uint32Array(mesh.vertexCount))).toBe(0);
  }
});

/** A square of 4 by 4 at height 0 with a connection within it, in both formats: y up, climb 0.5, radius 1. */
function connected(start: readonly number[], end: readonly number[]): [() => NavMesh, () => NavMesh] {
  const square = [0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0], polygons = [{ vertices: [0, 1, 2, 3], area: 0, flags: 1 }, { vertices: [0, 2], area: 64, flags: 1 }];
  const recast: RecastNavMesh = {
    getMaxTiles: () => 1,
    getTile: () => ({
      header: () => ({ vertCount: () => 4, polyCount: () => 2, offMeshBase: () => 1, offMeshConCount: () => 1, walkableClimb: () => 0.5 }),
      verts: (i) => square[i],
      polys: (p) => ({ verts: (i) => polygons[p].vertices[i], vertCount: () => polygons[p].vertices.length, areaAndType: () => polygons[p].area, flags: () => 1 }),
      offMeshCons: () => ({ pos: (i) => [...start, ...end][i], rad: () => 1, poly: () => 1, flags: () => 0 }),
    }),
  };
  const tile = { vertices: square, polys: polygons.slice(0, 1), walkableClimb: 0.5 };
  const navcat = { tiles: { 0: tile }, offMeshConnections: { 0: { start, end, radius: 1, direction: 0, flags: 1, area: 0 } } };
  return [() => NavMesh.fromSurface(readRecast(recast)), () => NavMesh.fromSurface(readNavcat(navcat))];
}

test('an off-mesh connection may begin and end off its polygons by radius and climb at once', () => {
  for (const [start, end] of [[[-0.95, 0.45, 1], [3, 0, 3]], [[1, 0, 1], [4.95, -0.45, 2]]]) {
    for (const read of connected(start, end)) expect(read().link(0)).toEqual({ isOpen: true, isOnMesh: true });
  }
  // navcat looks in a cube.
  expect(connected([-0.95, 0.95, -0.95], [3, 0, 3])[1]().link(0).isOnMesh).toBe(true);
  for (const read of connected([-2, 0, 1], [3, 0, 3])) expect(read).toThrow('is off the mesh, whose nearest point is (0, 1, 0)');
});
