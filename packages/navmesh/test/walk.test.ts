import { runs, VisibilityGraph } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { findPath, moveAlongSurface, NavMesh, Polyanya, randomPoint, raycast } from '../src/index.ts';
import { Tower } from './surface/towers.ts';
import { RandomWorld, seeded } from './worlds.ts';

/** Flat worlds, and towers of floors. */
function meshes(count: number, visit: (mesh: NavMesh, random: () => number, seed: number) => void): void {
  for (let seed = 0; seed < count; seed++) {
    const random = seeded(seed + 1e6);
    visit(seed % 2 === 0 ? NavMesh.fromPolygons(new RandomWorld(seed)) : NavMesh.fromSurface(new Tower(seed).surface), random, seed);
  }
}

describe('along the surface', () => {
  test('a ray arrives if the shortest path is straight, and otherwise stops on the mesh', () => {
    let arrived = 0, stopped = 0, beside = 0;
    meshes(runs(200), (mesh, random, seed) => {
      const polyanya = new Polyanya(mesh);
      for (let query = 0; query < 20; query++) {
        const from = randomPoint(mesh, random), to = randomPoint(mesh, random);
        if (from === undefined || to === undefined) continue;
        const straight = Math.hypot(to.x - from.x, to.y - from.y);
        const end = raycast(mesh, from, to)!;
        const cost = polyanya.search(from.x, from.y, end.x, end.y, from.z, end.z);
        expect(cost, `seed ${seed}: where it ends`).toBeCloseTo(Math.hypot(end.x - from.x, end.y - from.y), 6);
        // Above or below the target, on another floor, it does not arrive, unless the target has no height.
        expect(end.arrived, `seed ${seed}`).toBe(Math.abs(polyanya.search(from.x, from.y, to.x, to.y, from.z, to.z) - straight) < 1e-9);
        const flat = raycast(mesh, from, { x: to.x, y: to.y })!, isBeside = !end.arrived && end.x === to.x && end.y === to.y;
        expect(flat.arrived, `seed ${seed}`).toBe(end.arrived || isBeside);
        if (isBeside) beside++;
        if (end.arrived) arrived++;
        else stopped++;
      }
    });
    expect([Math.min(arrived, stopped) > runs(200), beside > runs(20)]).toEqual([true, true]);
  });

  test('a ray along walls and through corners arrives if the visibility graph has a straight path, on built and on cut meshes', () => {
    let arrived = 0, through = 0;
    for (let seed = 0; seed < runs(60); seed++) {
      const random = seeded(seed), int = (n: number): number => Math.floor(n * random()), width = 2 + int(4), height = 2 + int(4);
      const box = (x: number, y: number, w: number, h: number): [number, number][] => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
      const holes = Array.from({ length: width * height }, (_, i) => box(i % width, Math.floor(i / width), 1, 1)).filter(() => random() < 0.25);
      const outlines = [box(0, 0, width, height)], mesh = NavMesh.fromPolygons({ outlines, holes: seed % 2 === 0 ? holes : [] });
      if (seed % 2 === 1) for (const hole of holes) mesh.cut(hole);
      const visibility = new VisibilityGraph({ outlines, holes });
      for (let query = 0; query < 20; query++) {
        const [x, y, toX, toY] = [int(2 * width + 1) / 2, int(2 * height + 1) / 2, int(2 * width + 1) / 2, int(2 * height + 1) / 2];
        const straight = Math.hypot(toX - x, toY - y), isStraight = visibility.distance(x, y, toX, toY) < straight + 1e-9, queryText = `seed ${seed}, from (${x}, ${y}) to (${toX}, ${toY})`;
        const end = raycast(mesh, { x, y }, { x: toX, y: toY });
        expect(end?.arrived ?? false, queryText).toBe(isStraight);
        if (isStraight) arrived++;
        if (end === undefined || isStraight) continue;
        expect(visibility.distance(x, y, end.x, end.y), queryText).toBeCloseTo(Math.hypot(end.x - x, end.y - y), 9);
        // It stops at the first wall: a little farther on, nothing is in sight.
        const farther = Math.min(1, (Math.hypot(end.x - x, end.y - y) + 0.01) / straight);
        expect(visibility.distance(x, y, x + farther * (toX - x), y + farther * (toY - y)), queryText).toBeGreaterThan(farther * straight + 1e-9);
        through++;
      }
    }
    expect(Math.min(arrived, through)).toBeGreaterThan(runs(60) * 3);
  });

  test('a step slides: it ends within the circle around the step, no farther from its target than a ray, and connected to its start', () => {
    let nearer = 0;
    meshes(runs(200), (mesh, random, seed) => {
      for (let query = 0; query < 10; query++) {
        const from = randomPoint(mesh, random);
        if (from === undefined) continue;
        const size = 1 + (query % 3), to = { x: from.x + size * (random() - 0.5), y: from.y + size * (random() - 0.5) };
        const ray = raycast(mesh, from, to)!, slid = moveAlongSurface(mesh, from, to)!;
        const away = (p: { x: number; y: number }): number => Math.hypot(p.x - to.x, p.y - to.y);
        expect(away(slid), `seed ${seed}`).toBeLessThanOrEqual(away(ray) + 1e-9);
        expect(Math.hypot(slid.x - (from.x + to.x) / 2, slid.y - (from.y + to.y) / 2), `seed ${seed}`).toBeLessThanOrEqual(away(from) / 2 + 2 * mesh.snap);
        if (away(slid) < away(ray) - 1e-3) nearer++;
        if (ray.arrived) expect(slid.arrived).toBe(true);
        const end = { x: to.x, y: to.y, z: from.z }, isThere = raycast(mesh, from, end)!.arrived;
        if (isThere) expect(moveAlongSurface(mesh, from, end)!.arrived, `seed ${seed}`).toBe(true);
        expect(mesh.component(slid.face)).toBe(mesh.component(from.face));
      }
    });
    expect(nearer).toBeGreaterThan(runs(20));
  });

  test('a point on another floor is not the target', () => {
    const floor = (z: number): number[][] => [[0, 0, z], [9, 0, z], [9, 9, z], [0, 9, z]];
    const mesh = NavMesh.fromSurface({ vertices: [...floor(0), ...floor(3)], polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] }), from = { x: 1, y: 1, z: 0 };
    for (const walk of [raycast, moveAlongSurface]) {
      expect(walk(mesh, from, { x: 8, y: 8, z: 3 })).toMatchObject({ x: 8, y: 8, z: 0, arrived: false });
      // The target's floor is the one that locate chooses.
      for (const to of [{ x: 8, y: 8, z: 0 }, { x: 8, y: 8, z: 1.4 }, { x: 8, y: 8 }]) expect(walk(mesh, from, to)).toMatchObject({ x: 8, y: 8, z: 0, arrived: true });
    }
    const pathTo = (to: { x: number; y: number; z?: number }): unknown => {
      const { points, arrived, reason } = findPath(mesh, { from, to, nearest: true });
      return [points.at(-1), arrived, reason];
    };
    expect(pathTo({ x: 8, y: 8, z: 3 })).toEqual([{ x: 8, y: 8, z: 0 }, false, 'no-path']);
    expect(pathTo({ x: 8, y: 8 })).toEqual([{ x: 8, y: 8, z: 0 }, false, 'no-path']);
    expect(pathTo({ x: 8, y: 8, z: 1.4 })).toEqual([{ x: 8, y: 8, z: 0 }, true, undefined]);
    const low = NavMesh.fromSurface({ vertices: floor(0), polygons: [[0, 1, 2, 3]] }, { reach: 2 });
    expect(findPath(low, { from, to: { x: 8, y: 8, z: 5 }, nearest: true })).toMatchObject({ arrived: false, reason: 'goal-blocked' });
    expect(raycast(low, from, { x: 8, y: 8, z: 5 })!.arrived).toBe(false);
  });

  test('with nearest, an end above its floor stays on it, though another floor is nearer in space', () => {
    const vertices = [[0, 0, 0], [10, 0, 0], [10, 10, 0], [0, 10, 0], [10, 0, 1], [20, 0, 1], [20, 10, 1], [10, 10, 1]];
    const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] });
    const [edge, inside] = [{ x: 9.5, y: 5, z: 0.9 }, { x: 2, y: 5, z: 0.9 }];
    for (const [from, to] of [[edge, inside], [inside, edge]]) {
      const path = findPath(mesh, { from, to, nearest: true });
      expect(path).toEqual(findPath(mesh, { from, to }));
      expect(path).toMatchObject({ cost: 7.5, arrived: true });
      // Points of randomPoint and nearest have the face of their time.
      expect(findPath(mesh, { from, to: { ...to, face: 1 } as typeof to })).toEqual(path);
    }
  });

  test('random points lie in their faces, all over the mesh, and in one component on request', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [3, 0], [3, 1], [0, 1]], [[5, 0], [6, 0], [6, 1], [5, 1]]] });
    const random = seeded(1);
    let left = 0;
    for (let i = 0; i < 4000; i++) {
      const { x, y, face } = randomPoint(mesh, random)!;
      expect(mesh.locate(x, y)).toBe(face);
      if (x < 4) left++;
    }
    expect(left).toBeGreaterThan(2880);
    expect(left).toBeLessThan(3120);
    const component = mesh.component(mesh.locate(5.5, 0.5));
    for (let i = 0; i < 50; i++) expect(randomPoint(mesh, random, component)!.x).toBeGreaterThanOrEqual(5);
    expect(randomPoint(NavMesh.fromPolygons({ outlines: [] }), random)).toBeUndefined();
  });

  test('random points reject anything but a mesh and numbers from 0 to below 1', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [3, 0], [3, 1], [0, 1]]] });
    for (const value of [NaN, -0.1, 1, undefined]) expect(() => randomPoint(mesh, () => value as number)).toThrow('random must return a number from 0 to below 1, got');
    expect(() => randomPoint(mesh, 7 as never)).toThrow('random must be a function, got 7.');
    expect(() => randomPoint({} as never, Math.random)).toThrow('randomPoint takes a NavMesh');
    expect(() => randomPoint(mesh, Math.random, mesh.component(0) + 1)).toThrow('There is no component 1');
    for (const component of [NaN, null, -1]) expect(() => randomPoint(mesh, Math.random, component as never)).toThrow(RangeError);
    expect(randomPoint(NavMesh.fromPolygons({ outlines: [] }), Math.random, 0)).toBeUndefined();
  });

  test('off the mesh every walk is undefined', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [3, 0], [3, 1], [0, 1]]] });
    expect(raycast(mesh, { x: 9, y: 9 }, { x: 1, y: 1 })).toBeUndefined();
    expect(moveAlongSurface(mesh, { x: 9, y: 9 }, { x: 1, y: 1 })).toBeUndefined();
  });
});

test('a ray along a slanted wall passes, although rounding puts its start just outside', () => {
  const vertices = [[0, 0, 0], [3, 1, 0], [3, 5, 0], [0, 5, 0], [9, 3, 0], [9, 5, 0]];
  const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [1, 4, 5, 2]], areas: [0, 1] });
  for (let i = 1; i < 100; i++) {
    const from = { x: i / 40, y: i / 120 };
    expect(raycast(mesh, from, { x: 9, y: 3 }), `from ${i / 40}`).toMatchObject({ x: 9, y: 3, arrived: true });
  }
});

test('a ray farther than products reach is rejected', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
  expect(() => raycast(mesh, { x: 2, y: 2 }, { x: Number.MAX_VALUE, y: 2 })).toThrow('must be from -1e100 to 1e100');
  expect(raycast(mesh, { x: 2, y: 2 }, { x: 1e100, y: 2 })).toMatchObject({ x: 4, arrived: false });
});

test('a height of -Infinity is the lowest floor, and one of Infinity the highest', () => {
  const floor = (z: number): number[][] => [[0, 0, z], [4, 0, z], [4, 4, z], [0, 4, z]];
  const heights = [3, 0, 7, 5], polygons = heights.map((_, i) => [0, 1, 2, 3].map((v) => 4 * i + v));
  for (const reach of [Infinity, 1]) {
    const mesh = NavMesh.fromSurface({ vertices: heights.flatMap(floor), polygons }, { reach });
    expect([-Infinity, Infinity, NaN].map((z) => mesh.height(2, 2, z))).toEqual([0, 7, 7]);
    expect([-Infinity, Infinity, NaN].map((z) => mesh.nearest(9, 2, z)?.z)).toEqual([0, 7, 7]);
    expect(new Polyanya(mesh).search(1, 1, 3, 1, -Infinity, 0)).toBe(2);
  }
});
