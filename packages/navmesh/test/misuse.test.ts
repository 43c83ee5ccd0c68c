import { describe, expect, test } from 'vitest';
import { CorridorSearch, findPath, GridMesh, moveAlongSurface, NavMesh, parseObj, Polyanya, raycast } from '../src/index.ts';

const square = [[0, 0], [10, 0], [10, 10], [0, 10]] as const;

describe('mistakes that would go unnoticed, or give an error of the engine', () => {
  test('a surface whose y points up', () => {
    const [polygons, message] = [[[0, 1, 2, 3]], 'No polygon of the surface has an area as seen from above: z is up. Where y is up, pass x, z, y.'];
    expect(() => NavMesh.fromSurface({ vertices: square.map(([x, z]) => [x, 0, z]), polygons })).toThrow(message);
    expect(() => NavMesh.fromSurface({ vertices: square.map(([x, z]) => [x, 0, z]), polygons: [[0, 1, 2], [0, 2, 3]] })).toThrow(message);
    expect(NavMesh.fromSurface({ vertices: square.map(([x, z]) => [x, z, 0]), polygons }).faceCount).toBe(1);
    expect(NavMesh.fromSurface({ vertices: [], polygons: [] }).faceCount).toBe(0);
  });

  test('a geometry, a list of triangles or a flat list in place of a surface', () => {
    const vertices = square.map(([x, y]) => [x, y, 0]), polygons = [[0, 1, 2, 3]];
    const build = (surface?: unknown) => (): NavMesh => NavMesh.fromSurface(surface as never);
    for (const surface of [undefined, null, { attributes: {}, index: null }]) expect(build(surface)).toThrow('A mesh needs a list of vertices, each [x, y, z], got undefined. @pf/navmesh/readers convert meshes of other libraries.');
    expect(build({ vertices, triangles: polygons })).toThrow('A mesh needs a list of polygons, each the numbers of its vertices, got undefined.');
    expect(build({ vertices, polygons: [0, 1, 2] })).toThrow('Polygon 0 must be the numbers of its vertices, got 0.');
    expect(build({ vertices, polygons: [[0, 1, 2], null] })).toThrow('Polygon 1 must be the numbers of its vertices, got null.');
    expect(build({ vertices: square, polygons })).toThrow('Vertex 0 must be [x, y, z] in finite numbers, got (0, 0).');
  });

  test('new NavMesh', () => {
    const Made = NavMesh as unknown as new (outlines: unknown) => unknown;
    expect(() => new Made([square])).toThrow('Call NavMesh.fromPolygons, not new NavMesh.');
  });

  test('options of the OBJ reader for triangles, and of meshes for the OBJ reader', () => {
    const triangles = [[0, 1, 2]], text = 'v 0 0 0\nv 4 0 0\nv 0 0 4\nf 1 2 3';
    expect(() => NavMesh.fromTriangles(square, triangles, { up: 'y' } as never)).toThrow("NavMesh.fromTriangles has no option 'up'.");
    expect(() => parseObj(text, { radius: 1 } as never)).toThrow("parseObj has no option 'radius'.");
    expect(() => NavMesh.fromObj(text, { radios: 1 } as never)).toThrow("NavMesh.fromObj has no option 'radios': did you mean 'radius'?");
    expect(() => NavMesh.fromObj(text, null as never)).toThrow('NavMesh.fromObj takes its options as an object');
    expect([NavMesh.fromObj(text).faceCount, NavMesh.fromObj(text, { up: 'y', radius: 0.1, room: 3 }).faceCount]).toEqual([1, 1]);
  });

  test('a GridMesh or a grid in place of a mesh', () => {
    const point = { x: 1, y: 1 };
    for (const mesh of [new GridMesh({ width: 3, height: 3, isBlocked: () => false }), undefined] as never[]) {
      expect(() => raycast(mesh, point, point)).toThrow('raycast takes a NavMesh, such as');
      expect(() => moveAlongSurface(mesh, point, point)).toThrow('moveAlongSurface takes a NavMesh, such as');
      expect(() => new CorridorSearch(mesh)).toThrow('CorridorSearch takes a NavMesh, such as');
    }
  });

  test('a search between points where one over faces is meant', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square] });
    const faces = new Polyanya(mesh) as never;
    expect(() => findPath(mesh, { from: { x: 1, y: 1 }, to: { x: 2, y: 2 }, search: faces })).toThrow('such as new AStar(mesh); omit it for the default; got an object.');
    expect(() => new CorridorSearch(mesh, new CorridorSearch(mesh) as never)).toThrow('such as new AStar(mesh); omit it for the default; got an object.');
  });
});
