import { expect, test } from 'vitest';
import { findPath, NavMesh, Polyanya, raycast } from '../../src/index.ts';
import { readArrays } from '../../src/readers.ts';

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
