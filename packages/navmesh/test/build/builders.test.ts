import { oracleCost, runs, VisibilityGraph, type Ring } from '@pf/testkit';
import { Grid, HexMap } from '@pf/grid';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { findPath, GridMesh, NavMesh, parseObj, Polyanya } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded } from '../worlds.ts';

const square: Ring = [[0, 0], [10, 0], [10, 10], [0, 10]];

describe('degenerate outlines', () => {
  const cost = (outlines: Ring[], holes: Ring[], from: readonly [number, number], to: readonly [number, number]): number => {
    const mesh = NavMesh.fromPolygons({ outlines, holes });
    checkMesh(mesh);
    return new Polyanya(mesh).search(...from, ...to);
  };

  test('no outlines, points and lines give empty worlds', () => {
    for (const outlines of [[], [[]], [[[1, 1]]], [[[1, 1], [1, 1], [1, 1]]], [[[0, 0], [5, 5]]], [[[0, 0], [5, 5], [9, 9], [2, 2]]]] as Ring[][]) {
      const mesh = NavMesh.fromPolygons({ outlines });
      expect(mesh.faceCount).toBe(0);
      expect(mesh.locate(1, 1)).toBe(-1);
      expect(new Polyanya(mesh).search(1, 1, 2, 2)).toBe(Infinity);
      expect(findPath(mesh, { from: { x: 1, y: 1 }, to: { x: 1, y: 1 } })).toEqual({ cost: Infinity, points: [], arrived: false, reason: 'start-blocked' });
    }
  });

  test('holes without area have no effect', () => {
    expect(cost([square], [[[5, 0], [5, 10]], [[3, 3], [3, 3], [3, 3]], [[2, 0], [2, 10], [2, 4]]], [1, 5], [9, 5])).toBe(8);
  });

  test('accepts repeated corners, corners on straight edges, and either direction', () => {
    const wall: Ring = [[4, 2], [4, 2], [5, 2], [6, 2], [6, 4], [6, 9], [6, 9], [4, 9]];
    for (const hole of [wall, [...wall].reverse()]) expect(cost([square], [hole], [1, 5], [9, 5])).toBeCloseTo(2 * Math.hypot(3, 3) + 2, 12);
  });

  test('walls that touch in a point leave no passage through it; a point there can leave to both sides', () => {
    const holes: Ring[] = [[[0, 4], [5, 4], [5, 6], [0, 6]], [[5, 6], [10, 6], [10, 8], [5, 8]]];
    expect(cost([square], holes, [5, 1], [5, 9])).toBe(Infinity);
    expect(cost([square], holes, [1, 9], [5, 6])).toBeCloseTo(5, 12);
    expect(cost([square], holes, [5, 6], [9, 1])).toBeCloseTo(Math.hypot(4, 5), 12);
  });

  test('a hole may touch the rim, lie on it, reach over it, or cover the world', () => {
    expect(cost([square], [[[5, 0], [8, 3], [2, 3]]], [1, 0], [9, 0])).toBeGreaterThan(8);
    expect(cost([square], [[[2, 0], [8, 0], [8, 3], [2, 3]]], [1, 0], [9, 0])).toBeCloseTo(2 * Math.hypot(1, 3) + 6, 12);
    expect(cost([square], [[[2, -5], [8, -5], [8, 3], [2, 3]]], [1, 0], [9, 0])).toBeCloseTo(2 * Math.hypot(1, 3) + 6, 12);
    expect(cost([square], [square], [1, 1], [9, 9])).toBe(Infinity);
    expect(cost([square], [[[4, -1], [6, -1], [6, 11], [4, 11]]], [1, 1], [9, 9])).toBe(Infinity);
  });

  test('a hole may reach far outside: only the outlines set the size of the world', () => {
    for (const far of [1e3, 1e6, 1e9, 1e12]) {
      const mesh = NavMesh.fromPolygons({ outlines: [square], holes: [[[-far, 4], [far, 4], [far, 4.5], [-far, 4.5]]] });
      checkMesh(mesh);
      expect(mesh.snap).toBe(1e-8);
      const polyanya = new Polyanya(mesh);
      expect(polyanya.search(1, 1, 9, 4)).toBeCloseTo(Math.hypot(8, 3), 9);
      expect(polyanya.search(1, 5, 9, 9)).toBeCloseTo(Math.hypot(8, 4), 9);
      expect(polyanya.search(5, 1, 5, 9)).toBe(Infinity);
    }
  });

  test('a ring that crosses itself follows the even-odd rule', () => {
    const bow: Ring = [[0, 0], [10, 10], [10, 0], [0, 10]];
    expect(cost([bow], [], [1, 5], [4, 5])).toBe(3);
    expect(cost([bow], [], [1, 5], [9, 5])).toBe(Infinity);
    expect(cost([bow], [], [5, 1], [5, 1])).toBe(Infinity);
  });

  test('points within the snap are the same point', () => {
    const near: Ring = [[4 + 1e-10, 0], [6, 0], [6, 10], [4 - 1e-10, 10]];
    expect(cost([square], [[[2, 0], [4, 0], [4, 10], [2, 10]], near], [1, 1], [9, 9])).toBe(Infinity);
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 10], [0, 10]], [[4 + 1e-10, 0], [9, 0], [9, 10], [4 + 1e-10, 10]]] });
    expect(new Polyanya(mesh).search(1, 5, 8, 5)).toBeCloseTo(7, 9);
    expect(() => NavMesh.fromPolygons({ outlines: [[[0, 0], [1, 0], [0, Infinity]]] })).toThrow('finite, got (0, Infinity)');
  });

  test('real coordinates work, large and small, turned by any angle', () => {
    for (let seed = 0; seed < runs(60); seed++) {
      const world = new RandomWorld(seed);
      const random = seeded(seed);
      const angle = random() * 7, scale = 10 ** (random() * 12 - 6), x0 = (random() - 0.5) * 100 * scale, y0 = (random() - 0.5) * 100 * scale;
      const move = ([x, y]: readonly [number, number]): [number, number] => [x0 + scale * (x * Math.cos(angle) - y * Math.sin(angle)), y0 + scale * (x * Math.sin(angle) + y * Math.cos(angle))];
      const mesh = NavMesh.fromPolygons({ outlines: world.outlines.map((ring) => ring.map(move)), holes: world.holes.map((ring) => ring.map(move)) });
      const polyanya = new Polyanya(mesh);
      for (let query = 0; query < 6; query++) {
        const from = world.point(), to = world.point();
        const cost = polyanya.search(...move(from), ...move(to)) / scale, least = world.visibility.distance(...from, ...to);
        expect(cost === least || Math.abs(cost - least) < 1e-5, `${cost} and not ${least} from (${from.join()}) to (${to.join()}), ${world.toString()}`).toBe(true);
      }
    }
  });
});

describe('as a graph', () => {
  test('searches find the cheapest path over faces; the heuristic is consistent', () => {
    for (let seed = 0; seed < runs(60); seed++) {
      const world = new RandomWorld(seed);
      const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: 3 + (seed % 5) });
      if (mesh.faceCount < 2) continue;
      const astar = new AStar(mesh), h = mesh.heuristic();
      const to = new Uint32Array(mesh.maxDegree), cost = new Float64Array(mesh.maxDegree);
      for (let query = 0; query < 4; query++) {
        const start = world.int(mesh.faceCount), goal = world.int(mesh.faceCount);
        const least = oracleCost(mesh, start, goal);
        expect(astar.search(start, goal) === least || Math.abs(astar.cost - least) < 1e-9).toBe(true);
        expect(least === Infinity).toBe(mesh.component(start) !== mesh.component(goal));
        expect(h(goal, goal)).toBe(0);
        for (let f = 0; f < mesh.faceCount; f++) {
          const n = mesh.predecessors(f, to, cost);
          for (let i = 0; i < n; i++) expect(h(f, goal)).toBeLessThanOrEqual(cost[i] + h(to[i], goal) + 1e-9);
          const arcs = [...to.subarray(0, n), ...cost.subarray(0, n)];
          expect([mesh.successors(f, to, cost), ...to.subarray(0, n), ...cost.subarray(0, n)]).toEqual([n, ...arcs]);
        }
      }
    }
  });

  test('finds the nearest point of the mesh', () => {
    for (let seed = 0; seed < runs(60); seed++) {
      const world = new RandomWorld(seed);
      const mesh = NavMesh.fromPolygons(world);
      const rims = Array.from({ length: mesh.faceCount }, (_, f) => mesh.outlineOf(f));
      for (let i = 0; i < 10; i++) {
        const x = (world.random() * 3 - 1) * world.size, y = (world.random() * 3 - 1) * world.size;
        let least = mesh.locate(x, y) >= 0 ? 0 : Infinity;
        for (const rim of rims) {
          rim.forEach(([ax, ay], k) => {
            const [bx, by] = rim[(k + 1) % rim.length];
            for (let t = 0; t <= 200; t++) least = Math.min(least, Math.hypot(ax + (t / 200) * (bx - ax) - x, ay + (t / 200) * (by - ay) - y));
          });
          if (least === 0) break;
        }
        const near = mesh.nearest(x, y);
        if (near === undefined) {
          expect(mesh.faceCount).toBe(0);
          continue;
        }
        const away = Math.hypot(near.x - x, near.y - y);
        expect(away).toBeLessThanOrEqual(least + 1e-9);
        expect(away).toBeGreaterThanOrEqual(least - world.size / 100);
        expect(mesh.locate(near.x, near.y)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('a small world far from the origin keeps distinct points apart', () => {
    const at = (away: number): NavMesh => NavMesh.fromPolygons({ outlines: [[[away, away], [away + 0.05, away], [away + 0.05, away + 0.05], [away, away + 0.05]]] });
    expect(at(0).snap).toBeCloseTo(5e-11, 20);
    expect(at(1e7).snap).toBeGreaterThan(1e7 * Number.EPSILON);
    expect(at(-1e7).snap).toBeGreaterThan(1e7 * Number.EPSILON);
    const beside = (x: number, y: number): number => NavMesh.fromTriangles([[x, y], [x + 0.05, y], [x, y + 0.05]], [[0, 1, 2]]).snap;
    for (const [x, y] of [[1e7, 0], [-1e7, 0], [0, 1e7], [0, -1e7]]) expect(beside(x, y)).toBeGreaterThan(1e7 * Number.EPSILON);
  });

  test('default options depend on the longer side of the world and on the number of faces', () => {
    const box: Ring = [[100, 70], [104, 70], [104, 72], [100, 72]], upright = box.map(([x, y]): readonly [number, number] => [y, x]);
    for (const corners of [box, upright]) {
      expect(NavMesh.fromPolygons({ outlines: [corners], holes: [[[0, 0], [900, 0], [0, 900]]] }).snap).toBeCloseTo(4e-9, 20);
      expect(NavMesh.fromTriangles(corners, [[0, 1, 2], [0, 2, 3]]).snap).toBeCloseTo(4e-9, 20);
    }
    const blocked = Array.from({ length: 40 }, (_, i): Ring => [[2 * i + 1, 3], [2 * i + 2, 3], [2 * i + 2, 4], [2 * i + 1, 4]]);
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [90, 0], [90, 9], [0, 9]]], holes: blocked });
    expect(mesh.faceCount).toBeGreaterThan(40);
    expect(mesh.vertexCount - mesh.faceCount).toBe(64 + Math.ceil(mesh.faceCount / 4));
    // Triangles are merged first.
    const lattice = Array.from({ length: 33 * 33 }, (_, i) => [i % 33, Math.floor(i / 33)]), corners = [...lattice.keys()].filter((v) => v % 33 < 32 && v < 32 * 33);
    const merged = NavMesh.fromTriangles(lattice, corners.flatMap((v) => [[v, v + 1, v + 34], [v, v + 34, v + 33]]));
    expect(merged.faceCount).toBeLessThan(400);
    expect(merged.vertexCount - merged.faceCount).toBe(64 + Math.ceil(merged.faceCount / 4));
    expect(NavMesh.fromTriangles(lattice, [[0, 1, 33]], { room: 5 }).vertexCount).toBe(6);
  });

  test('a point beside the mesh by less than the snap is on it, however far the nearest point is', () => {
    // A wide ring of small islands with nothing inside.
    const islands = Array.from({ length: 400 }, (_, i): Ring => {
      const [x, y] = [100 * Math.cos(i), 100 * Math.sin(i)];
      return [[x, y], [x + 0.3, y], [x + 0.3, y + 0.3], [x, y + 0.3]];
    });
    const mesh = NavMesh.fromPolygons({ outlines: islands, snap: 1e-3 });
    const random = seeded(4);
    for (const [[left, low], , [right, high]] of islands) {
      expect(mesh.locate(left - 9e-4, low + 0.1)).toBeGreaterThanOrEqual(0);
      expect(mesh.locate(left - 11e-4, low + 0.1)).toBe(-1);
      expect(mesh.locate((left + right) / 2, high + 9e-4)).toBe(mesh.locate((left + right) / 2, high));
    }
    for (let i = 0; i < 40; i++) {
      const x = 120 * random() - 60, y = 120 * random() - 60;
      const away = islands.map(([[left, low], , [right, high]]) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(low - y, 0, y - high)));
      const near = mesh.nearest(x, y)!;
      expect(Math.hypot(near.x - x, near.y - y)).toBeCloseTo(Math.min(...away), 9);
      expect(mesh.locate(near.x, near.y)).toBe(near.face);
    }
  });

  test('an option that is undefined is as if it were left out', () => {
    const surface = { vertices: [[0, 0, 0], [4, 0, 0], [4, 4, 0]], polygons: [[0, 1, 2]] };
    const none = { radius: undefined, roundness: undefined, sides: undefined, room: undefined, snap: undefined, linkRoom: undefined };
    const sizes = ({ snap, maxDegree, vertexCount }: NavMesh): number[] => [snap, maxDegree, vertexCount];
    expect(sizes(NavMesh.fromSurface(surface, { ...none, flatness: undefined, reach: undefined }))).toEqual(sizes(NavMesh.fromSurface(surface)));
    expect(sizes(NavMesh.fromSurface(surface, { snap: 0.5, linkRoom: 3 }))).toEqual([0.5, 15, 66]);
    const grid = new Grid(3000, 2);
    grid.setRectangle(10, 0, 2990, 2, 0);
    const { mesh } = new GridMesh(grid, { sides: undefined, room: undefined, snap: undefined, linkRoom: undefined });
    expect(sizes(mesh)).toEqual(sizes(new GridMesh(grid).mesh));
    expect(sizes(NavMesh.fromPolygons({ outlines: [square], ...none }))).toEqual(sizes(NavMesh.fromPolygons({ outlines: [square] })));
  });

  test('polygons of a surface become one face if none of their corners lies farther from it than the flatness, by default a quarter of the climb', () => {
    // The second polygon rises by 0.5.
    const ramp = { vertices: [[0, 0, 0], [4, 0, 0], [8, 0, 0.5], [8, 4, 0.5], [4, 4, 0], [0, 4, 0]], polygons: [[0, 1, 4, 5], [1, 2, 3, 4]] };
    const faces = (climb: number, flatness?: number): number => NavMesh.fromSurface({ ...ramp, climb }, { flatness }).faceCount;
    expect([faces(0.4), faces(4), faces(0.4, 0.6), faces(4, 0.4), faces(4, 0)]).toEqual([2, 1, 1, 2, 2]);
  });

  test('rejects options out of range', () => {
    const outlines = [square];
    expect(() => NavMesh.fromPolygons({ outlines, radius: -1 })).toThrow('The radius must be 0 or more, got -1.');
    expect(() => NavMesh.fromPolygons({ outlines, roundness: 3 })).toThrow('got 3');
    expect(() => NavMesh.fromPolygons({ outlines, radius: 0.1, roundness: 1e12 })).toThrow('The roundness must be from 4 to 1000, got 1000000000000.');
    expect(() => NavMesh.fromPolygons({ outlines, sides: 2 })).toThrow('from 3 to 255, got 2');
    expect(() => NavMesh.fromPolygons({ outlines, room: -1 })).toThrow('got -1');
    // The mesh would be empty or wrong.
    for (const far of [1e101, -1e160]) expect(() => NavMesh.fromTriangles([[0, 0], [far, 0], [0, far]], [[0, 1, 2]])).toThrow(`Coordinates and radii must be from -1e100 to 1e100, as their products would overflow, got ${far}.`);
    for (const far of [1e101, 1e200, 1e300]) {
      const tooFar = `Coordinates and radii must be from -1e100 to 1e100, as their products would overflow, got ${far}.`;
      expect(() => NavMesh.fromPolygons({ outlines, holes: [[[0, 0], [far, 0], [0, 1]]] })).toThrow(tooFar);
      expect(() => NavMesh.fromPolygons({ outlines, radius: far })).toThrow(tooFar);
      expect(() => NavMesh.fromPolygons({ outlines: [], radius: 1 }).cut([[0, 0], [far, 0], [0, 1]])).toThrow(tooFar);
    }
    expect(() => NavMesh.fromPolygons({ outlines: [[[0, 0], [1e-170, 0], [1e-170, 1e-170], [0, 1e-170]]], radius: 1e-172 })).toThrow('The snap must be 1e-100 or more, got 1');
    const largest = NavMesh.fromTriangles([[0, 0], [1e100, 0], [0, 1e100]], [[0, 1, 2]], { radius: 1e98 });
    expect([largest.locate(2e99, 2e99), largest.locate(1e97, 1e97)]).toEqual([0, -1]);
    expect(() => NavMesh.fromPolygons({ outlines, snap: 0 })).toThrow('The snap must be 1e-100 or more, got 0.');
    for (const option of ['radius', 'roundness', 'sides', 'room', 'snap']) expect(() => NavMesh.fromPolygons({ outlines, [option]: Infinity })).toThrow('got Infinity');
    expect(() => NavMesh.fromPolygons({ outlines, sides: 256 })).toThrow('from 3 to 255, got 256');
    expect(NavMesh.fromPolygons({ outlines, sides: 255, room: 0, roundness: 4 }).vertexCount).toBe(1);
    expect(() => NavMesh.fromGrid([[0, 1]] as unknown as Grid)).toThrow('A grid needs a width and a height in whole cells, and isBlocked(x, y), got undefined');
    expect(() => NavMesh.fromGrid({ width: NaN, height: 3, isBlocked: () => false })).toThrow('got NaN × 3');
    expect(() => NavMesh.fromPolygons({ outlines }).outlineOf(1e6)).toThrow('The face must be a whole number');
    const nowhere = NavMesh.fromPolygons({ outlines }).locate(20, 20);
    expect(() => NavMesh.fromPolygons({ outlines }).component(nowhere)).toThrow(/The face must be a whole number .*, got -1/);
  });
});

describe('from a grid', () => {
  test('gives the mesh of its free cells', () => {
    for (let seed = 0; seed < runs(60); seed++) {
      const random = seeded(seed);
      const w = 1 + Math.floor(random() * 9), h = 1 + Math.floor(random() * 9);
      const rows = Array.from({ length: h }, () => Array.from({ length: w }, () => (random() < 0.35 ? '#' : '.')).join(''));
      const mesh = NavMesh.fromGrid(Grid.fromRows(rows), { sides: [3, 12][seed % 2] });
      checkMesh(mesh);
      const outlines: Ring[] = [[[0, 0], [w, 0], [w, h], [0, h]]];
      const holes = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '#' ? [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] as Ring] : [])));
      const oracle = new VisibilityGraph({ outlines, holes });
      const polyanya = new Polyanya(mesh);
      for (let query = 0; query < 6; query++) {
        const [ax, ay, bx, by] = [random() * w, random() * h, Math.floor(random() * (w + 1)), Math.floor(random() * h) + 0.5];
        const cost = polyanya.search(ax, ay, bx, by), least = oracle.distance(ax, ay, bx, by);
        expect(cost === least || Math.abs(cost - least) < 1e-7, `${cost} and not ${least} from (${ax}, ${ay}) to (${bx}, ${by}) in\n${rows.join('\n')}`).toBe(true);
      }
    }
  });
});

describe('from triangles and OBJ files', () => {
  const vertices: [number, number][] = [[0, 0], [4, 0], [4, 4], [0, 4], [8, 0], [4, 0]];

  test('merges equal vertices, accepts either winding, and drops triangles without area', () => {
    const mesh = NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 3, 2], [5, 4, 2], [0, 1, 5], [1, 1, 2]], { sides: 3 });
    checkMesh(mesh);
    expect(mesh.faceCount).toBe(3);
    expect(new Polyanya(mesh).search(0, 4, 7.5, 0)).toBeCloseTo(Math.hypot(7.5, 4), 1);
    const wide = NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 3, 2], [5, 4, 2]]);
    expect(wide.faceCount).toBe(1);
    const thin = NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 3, 2], [5, 4, 2]], { radius: 0.5 });
    checkMesh(thin);
    expect(thin.locate(0.4, 2)).toBe(-1);
    expect(thin.locate(0.6, 2)).toBeGreaterThanOrEqual(0);
  });

  test('accepts rows of numbers as they come from JSON', () => {
    const rows: number[][] = [[0, 0], [4, 0], [0, 4]];
    const mesh = NavMesh.fromPolygons({ outlines: [rows] });
    const same: number[][] = [[0, 1, 2]];
    expect([mesh.faceCount, NavMesh.fromTriangles(rows, same).faceCount]).toEqual([1, 1]);
    mesh.cut(rows);
    expect(mesh.faceCount).toBe(0);
  });

  test('rejects what is not a mesh', () => {
    for (const v of [9, 6, -1, 1.5, NaN]) expect(() => NavMesh.fromTriangles(vertices, [[0, 1, v]])).toThrow(`A vertex of triangle 0 must be a whole number from 0 to 5, got ${v}.`);
    expect(() => NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 1, 3]])).toThrow('Two triangles lie on the same side of the edge from (0, 0) to (4, 0)');
    expect(() => NavMesh.fromTriangles([[0, NaN]], [])).toThrow('Vertex 0 must be [x, y] in finite numbers');
    for (const corner of [[0, Infinity], [-Infinity, 0]]) {
      expect(() => NavMesh.fromTriangles([[0, 0], [1, 0], corner], [[0, 1, 2]])).toThrow(`Vertex 2 must be [x, y] in finite numbers, got (${corner.join(', ')}).`);
    }
    expect(() => NavMesh.fromTriangles(vertices, [[0, 1, 2, 3]])).toThrow('Triangle 0 has 4 corners: cut larger faces');
    expect(NavMesh.fromTriangles([], []).faceCount).toBe(0);
  });

  test('rejects triangles that overlap in any position', () => {
    const square = (x: number, y: number, right: number, high: number): [number, number][] => [[x, y], [right, y], [right, high], [x, high]];
    const over = (...squares: [number, number][][]): NavMesh =>
      NavMesh.fromTriangles(squares.flat(), squares.flatMap((_, i): [number, number, number][] => [[4 * i, 4 * i + 1, 4 * i + 2], [4 * i, 4 * i + 2, 4 * i + 3]]));
    const floor = square(0, 0, 4, 4);
    const invalid: [number, number][][] = [
      square(2, 2, 6, 6), square(1, 1, 2, 2), square(1, 1.5, 3, 2), square(-1, -1, 5, 5), square(-1, 1, 5, 2), square(2, 0, 6, 4), square(0, 0, 4, 3),
      [[2, 0], [4, 2], [2, 4], [0, 2]], [[0, 1], [4, 1], [4, 3], [0, 3]], [[2, 2], [5, 2], [5, 3], [2, 3]],
    ];
    for (const other of invalid) {
      expect(() => over(floor, other), JSON.stringify(other)).toThrow('a flat mesh may not overlap itself');
      expect(() => over(other, floor), JSON.stringify(other)).toThrow('a flat mesh may not overlap itself');
    }
    expect(() => over(floor, square(2, 2, 6, 6))).toThrow('Other triangles lie over the side from (4, 0) to (4, 4): a flat mesh may not overlap itself; for floors above one another use NavMesh.fromSurface. Where only rounding makes triangles overlap, give a larger snap.');
    for (const other of [square(4, 0, 8, 4), square(4, 1, 8, 2), square(4, 4, 8, 8), square(4, -1, 5, 9), square(5, 0, 6, 1)]) checkMesh(over(floor, other));
    // A courtyard, closed all around, with a well in it.
    const ring = [square(0, 0, 9, 2), square(0, 2, 2, 7), square(7, 2, 9, 7), square(0, 7, 9, 9)];
    checkMesh(over(...ring, square(4, 4, 5, 5)));
    expect(() => over(...ring, square(4, 4, 5, 8))).toThrow('a flat mesh may not overlap itself');
  });

  test('reads an OBJ file', () => {
    const text = '# a yard\no yard\r\nv 0 0 0\nv 4 0 0 # corner\nv 4 1 4\nv 0 0 4\nvn 0 1 0\nf 1/1/1 2//1 3/3 4\nf -4 -3 -2\n';
    expect(() => NavMesh.fromObj(text)).toThrow('same side');
    const yard = text.replace('f -4 -3 -2\n', 'v 8 0 0\nf -4 -1 3\n');
    expect(parseObj(yard)).toEqual({ vertices: [[0, 0], [4, 0], [4, 4], [0, 4], [8, 0]], triangles: [[0, 1, 2], [0, 2, 3], [1, 4, 2]] });
    const mesh = NavMesh.fromObj(yard);
    checkMesh(mesh);
    expect(mesh.locate(5, 1)).toBeGreaterThanOrEqual(0);
    expect(parseObj('v 1 2 3', { up: 'z' }).vertices).toEqual([[1, 2]]);
    expect(parseObj('v 1 2 3', { up: 'x' }).vertices).toEqual([[2, 3]]);
    expect(() => parseObj('v 1 2 3', { up: 'w' as 'x' })).toThrow("The axis that points up must be 'x', 'y' or 'z', got 'w'.");
  });

  test('errors name line and column', () => {
    for (const [text, message] of [
      ['v 0 0 0\nv 1 zwei 3', 'Line 2, column 5: expected a coordinate, got "zwei".'],
      ['v 1 2', 'Line 1, column 6: a vertex needs three coordinates, got 2.'],
      ['v 0 0 0\r\n\r\nf 1 1', 'Line 3, column 6: a face needs at least three corners, got 2.'],
      ['v 0 0 0\nf 1 2 1', 'Line 2, column 5: there is no vertex 2: 1 came before this line.'],
      ['v 0 0 0\nf 1 -2 1', 'Line 2, column 5: there is no vertex -2: 1 came before this line.'],
      ['v 0 0 0\nf 1 1 x/1', 'Line 2, column 7: expected the number of a vertex, got "x/1".'],
      ['v 0 0 0\nf 0 1 1', 'Line 2, column 3: expected the number of a vertex, got "0".'],
      ['v 0 0 0\nv 9 0 0\nv 1 0 1\nv 0 0 9\n  f 1 2 3 4', 'Line 5, column 3: a face with more than three corners must be convex.'],
    ]) expect(() => parseObj(text)).toThrow(message);
  });
});

test('rejects corners that are not pairs, and shows the expected form', () => {
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }];
  expect(() => NavMesh.fromPolygons({ outlines: [points as unknown as Ring] })).toThrow('A corner must be [x, y], got {"x":0,"y":0}');
  expect(() => NavMesh.fromPolygons({ outlines: [[0, 0], [1, 0], [0, 1]] as unknown as Ring[] })).toThrow('A corner must be [x, y], got 0: outlines and holes are lists');
});

test('outlines may share walls that match only within the snap', () => {
  for (let seed = 0; seed < runs(100); seed++) {
    const random = seeded(seed), snap = 0.01;
    const noisy = (x: number, y: number): [number, number] => [x + (random() - 0.5) * 2 * snap, y + (random() - 0.5) * 2 * snap];
    const holes = Array.from({ length: 12 }, (_, k) => {
      const x = 2 + 3 * (k % 4), y = 2 + 3 * Math.floor(k / 4);
      return [noisy(x, y), noisy(x + 3, y), noisy(x + 3, y + 3), noisy(x, y + 3)];
    });
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [20, 0], [20, 20], [0, 20]]], holes, snap });
    checkMesh(mesh);
    expect(new Polyanya(mesh).search(1, 1, 19, 12)).toBeCloseTo(Math.hypot(13, 1) + Math.hypot(5, 10), 1);
  }
});

test('two points that are each near an edge of the other do not bend each other without end', () => {
  const outlines: Ring[] = [[[0, 0], [20, 0], [20, 20], [0, 20]]];
  const mesh = NavMesh.fromPolygons({ outlines, holes: [[[7.5, 12.5], [6, 9], [6, 6]]], snap: 0.2, radius: 0.5 });
  checkMesh(mesh);
  expect(mesh.locate(6.2, 9)).toBe(-1);
});

describe('other file formats', () => {
  const lines = (points: readonly (readonly number[])[]): string => points.map(([x, y]) => `v ${x} 0 ${y}\n`).join('');
  const many = lines(Array.from({ length: 12 }, (_, i) => [i, i * i]));

  test('accepts numbers of two digits, comments with numbers in them, and rejects what only begins like a number', () => {
    expect(parseObj(`${many}f 10 11/11/11 12//10 # 3 4`).triangles).toEqual([[9, 10, 11]]);
    expect(() => parseObj(`${many}f 1 2 3x`)).toThrow('expected the number of a vertex, got "3x"');
  });

  test.each([[1, 0], [1e-3, 0], [1e3, 0], [1, 1e4], [1, -1e4]])('faces in either order, with straight corners, in units of %d at %d', (scale, origin) => {
    const at = (points: readonly (readonly number[])[]): number[][] => points.map(([x, y]) => [origin + x * scale, origin + y * scale]);
    const area = (text: string): number => {
      const { vertices, triangles } = parseObj(text);
      const areas = triangles.map((corners) => {
        const [[ax, ay], [bx, by], [cx, cy]] = corners.map((v) => vertices[v]);
        return Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
      });
      expect(Math.min(...areas)).toBeGreaterThan(0);
      return areas.reduce((sum, one) => sum + one, 0) / scale ** 2;
    };
    const house = at([[0, 0], [0, 3], [4, 3], [4, 0], [2, 0]]), dart = at([[0, 0], [4, 0], [1, 1], [0, 4]]);
    expect(area(`${lines(house)}f 1 2 3 4 5`)).toBeCloseTo(12, 6);
    expect(area(`${lines(house.reverse())}f 1 2 3 4 5`)).toBeCloseTo(12, 6);
    expect(() => parseObj(`${lines(dart)}f 1 2 3 4`)).toThrow('must be convex');
    expect(() => parseObj(`${lines(dart)}f 4 3 2 1`)).toThrow('must be convex');
  });
});

test('reads a face of many corners', () => {
  const n = 130_000;
  const corners = Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)]);
  const text = `${corners.map(([x, y]) => `v ${1e6 * x} 0 ${1e6 * y}`).join('\n')}\nf ${corners.map((_, i) => i + 1).join(' ')}`;
  expect(parseObj(text).triangles).toHaveLength(n - 2);
});

test('a wall that rounding bends is left out of a surface, as a straight one is', () => {
  const floor = [[0, 0, 0], [10, 0, 0], [10, 10, 0], [0, 10, 0]], wall = [[0, 0, 0], [4, 0, 0], [4, 1e-7, 3], [0, -1e-7, 3]];
  const build = (bend: number): NavMesh => NavMesh.fromSurface({ vertices: [...floor, ...wall.map(([x, y, z]) => [x, bend * y, z])], polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] });
  for (const bend of [0, 1]) expect(build(bend).faceCount).toBe(1);
  expect(() => build(1e6)).toThrow('Polygon 1 must be convex, as seen from above');
});

test('vertices of a surface that are not lists are rejected by a sentence', () => {
  for (const vertices of [[{ x: 0, y: 0, z: 0 }], new Float32Array(9)]) expect(() => NavMesh.fromSurface({ vertices: vertices as never, polygons: [] })).toThrow('[x, y, z], got an object.');
});

test('a map of hexagons is rejected, as its grid is', () => {
  const map = HexMap.fromRows(['.#.', '.#.', '...']);
  for (const one of [map, map.grid]) {
    expect(() => NavMesh.fromGrid(one)).toThrow('got a grid of hexagons');
    expect(() => new GridMesh(one)).toThrow('got a grid of hexagons');
  }
});

test('any value that counts as true blocks a cell, also later', () => {
  const rows = [0, 0, 0];
  const cells = { width: 3, height: 3, isBlocked: (x: number, y: number): boolean => (rows[y] & (1 << x)) as never };
  const mesh = new GridMesh(cells);
  expect(mesh.findPath({ from: [0, 0], to: [2, 0] }).cost).toBe(2);
  rows[0] = rows[1] = 0b10;
  expect(mesh.findPath({ from: [0, 0], to: [2, 0] }).cost).toBeGreaterThan(4);
});
