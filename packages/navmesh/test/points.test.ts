import { VertexIndex } from '@pf/graph';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, Funnel, moveAlongSurface, NavMesh, Polyanya, raycast, type MeshView } from '../src/index.ts';
import { RandomWorld, seeded, type Pair } from './worlds.ts';

/** A number in units of 2⁻⁶⁰, as a big integer: arithmetic with these is exact. */
function exact(value: number): bigint {
  return Number.isInteger(value) ? BigInt(value) << 60n : BigInt(Math.round(value * 2 ** 60));
}

/** Whether a is nearer to p than b, by more than 2⁻⁴⁰ of the distance between a and b. */
function isClearlyNearer(p: Pair, a: Pair, b: Pair): boolean {
  const [px, py, ax, ay, bx, by] = [...p, ...a, ...b].map(exact);
  // How much farther b is, squared, and a bound on the change from moving a or b by that much.
  const farther = (ax - bx) * (2n * px - ax - bx) + (ay - by) * (2n * py - ay - by);
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  const slack = (size(ax - bx) + size(ay - by)) * (size(2n * px - ax - bx) + size(2n * py - ay - by));
  return farther * (1n << 40n) > slack;
}

test('the nearest point is the exact one, from any distance', () => {
  for (let seed = 0; seed < runs(100); seed++) {
    const world = new RandomWorld(seed);
    const mesh = NavMesh.fromPolygons(world);
    if (mesh.faceCount === 0) continue;
    for (let i = 0; i < 12; i++) {
      const [angle, away] = [world.random() * 7, 10 ** (2 + world.random() * 290)];
      const points: Pair[] = [[away * Math.cos(angle), away * Math.sin(angle)], [away, world.int(world.size)], [world.int(world.size), -away], [-away, -away]];
      const from = points[i % 4];
      const near = mesh.nearest(...from)!;
      const says = `(${near.x}, ${near.y}) from (${from.join()}) in ${world.toString()}`;
      const rim = mesh.outlineOf(near.face);
      expect(rim.length, says).toBeGreaterThan(2);
      expect(mesh.locate(near.x, near.y), says).toBeGreaterThanOrEqual(0);
      for (let face = 0; face < mesh.vertexCount; face++) {
        mesh.outlineOf(face).forEach(([x, y], k, corners) => {
          const [nextX, nextY] = corners[(k + 1) % corners.length];
          for (const place of [[x, y], [(x + nextX) / 2, (y + nextY) / 2]] as const) {
            if (isClearlyNearer(from, place, [near.x, near.y])) throw new Error(`(${place.join()}) is nearer than ${says}`);
          }
        });
      }
    }
  }
});

test('far beside a straight side the nearest point is perpendicular to it', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]], holes: [[[8, 4], [12, 4], [12, 6], [8, 6]]] });
  const expectNearest = (from: Pair, x: number, y: number): void => {
    const near = mesh.nearest(...from)!;
    expect(near.x).toBeCloseTo(x, 12);
    expect(near.y).toBeCloseTo(y, 12);
    expect(mesh.outlineOf(near.face).length).toBeGreaterThan(2);
  };
  for (const away of [1e3, 1e9, 1e16, 1e160, Number.MAX_VALUE]) {
    for (const at of [0, 1, 3, 7.5, 10]) {
      expectNearest([away, at], 10, at);
      expectNearest([-away, at], 0, at);
      expectNearest([at, away], at, 10);
    }
    // Beside the notch, both of its ends are almost as near.
    expectNearest([away, 4.75], 10, 4);
    expectNearest([away, 5.25], 10, 6);
    expectNearest([away, -away], 10, 0);
    expectNearest([-away, away], 0, 10);
  }
});

test('every method rejects coordinates that are not finite numbers', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] });
  const corridors = new CorridorSearch(mesh, new AStar(mesh)), polyanya = new Polyanya(mesh), funnel = new Funnel(mesh);
  for (const value of [Infinity, -Infinity, NaN]) {
    expect(() => mesh.locate(value, 0)).toThrow(`A point needs finite coordinates, got (${value}, 0).`);
    expect(() => mesh.locateAll(0, value, [])).toThrow(`A point needs finite coordinates, got (0, ${value}).`);
    const both = `Start and goal need finite coordinates, got (1, ${value}) and (2, 3).`;
    expect(() => polyanya.search(1, value, 2, 3)).toThrow(both);
    expect(() => corridors.search(1, value, 2, 3)).toThrow(both);
    expect(() => funnel.pull([mesh.locate(1, 1)], 1, 1, value, 2, 3)).toThrow(both);
    expect(() => findPath(mesh, { from: { x: 1, y: value }, to: { x: 2, y: 3 }, search: new AStar(mesh) })).toThrow(both);
    for (const walk of [raycast, moveAlongSurface]) {
      expect(() => walk(mesh, { x: 1, y: value }, { x: 2, y: 3 })).toThrow(both);
      expect(() => walk(mesh, { x: 1, y: 2 }, { x: value, y: 3 })).toThrow(`got (1, 2) and (${value}, 3).`);
    }
    expect(() => corridors.search(1, 2, value, 3)).toThrow(`got (1, 2) and (${value}, 3).`);
    expect(() => mesh.nearest(value, 0)).toThrow(`A point needs finite coordinates, got (${value}, 0).`);
  }
});

test('a VertexIndex rejects a mesh, whose ids may be unused, and names its own methods', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] });
  for (const view of [mesh, mesh.view({})]) expect(() => new VertexIndex(view)).toThrow('A mesh finds its faces itself: take mesh.nearest(x, y) or mesh.locate(x, y).');
});

test('a rejected query keeps the previous path', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]] });
  for (const search of [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh)), new Polyanya(mesh)]) {
    expect(search.search(0, 1, 3, 4)).toBeCloseTo(6, 12);
    expect(() => search.search(NaN, 0, 0, 0)).toThrow('finite');
    expect(search.cost).toBeCloseTo(6, 12);
    expect(search.path(new Float64Array(6))).toBe(3);
  }
});

test('from beside the mesh by less than the snap the path is the same as in reverse', () => {
  const turned = (angle: number): ((x: number, y: number) => Pair) => (x, y) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  const lattice = Array.from({ length: 25 }, (_, i): Pair => [i % 5, Math.floor(i / 5)]);
  const angle = 6.885357312392443;
  const steps: [number, number, number][] = [[6, 7, 12], [6, 12, 11], [7, 13, 12], [10, 11, 16], [11, 12, 17], [11, 17, 16], [12, 13, 18], [12, 18, 17], [13, 14, 19], [13, 19, 18]];
  const stairs = new Polyanya(NavMesh.fromTriangles(lattice.map(([x, y]) => turned(angle)(x, y)), steps, { snap: 5.56216414415276e-9 }));
  const [left, right] = [[-1.1328675487672937, 1.6482145244064415], [2.1635615077723114, 3.9139496204246345]] as const;
  expect(stairs.search(...left, ...right)).toBeCloseTo(4, 7);
  expect(stairs.search(...right, ...left)).toBeCloseTo(4, 7);
  const points = new Float64Array(16);
  const n = stairs.path(points);
  expect([...points.subarray(0, 2), ...points.subarray(2 * n - 2, 2 * n)]).toEqual([...right, ...left]);

  let beside = 0;
  for (let seed = 0; seed < runs(300); seed++) {
    const world = new RandomWorld(seed), { random } = world;
    const place = turned(random() * 7), snap = 1e-8;
    const triangles = lattice.flatMap((_, a): [number, number, number][] => (a % 5 === 4 || a > 19 || random() < 0.4 ? [] : [[a, a + 1, a + 6], [a, a + 6, a + 5]])).filter(() => random() < 0.9);
    const mesh = NavMesh.fromTriangles(lattice.map(([x, y]) => place(x, y)), triangles, { sides: [3, 12][seed % 2], snap });
    const polyanya = new Polyanya(mesh);
    for (let query = 0; query < 20; query++) {
      const [from, to] = [0, 1].map(() => place(world.int(5) + (random() - 0.5) * snap, world.int(5) + (random() - 0.5) * snap));
      const there = polyanya.search(...from, ...to);
      const back = polyanya.search(...to, ...from);
      expect(there === back || Math.abs(there - back) < 1e-7, `${there} from (${from.join()}) to (${to.join()}) and ${back} back, world ${seed}`).toBe(true);
      if (there < Infinity) beside++;
    }
  }
  expect(beside).toBeGreaterThan(runs(300));
});

test('reports a missing point and a missing buffer', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
  const at = { x: 1, y: 1 };
  expect(() => findPath(mesh, { from: at } as never)).toThrow('The point given as to must be { x, y }, got undefined.');
  expect(() => findPath(mesh, { from: [1, 1], to: at } as never)).toThrow('The point given as from must be { x, y }, got [1,1].');
  const polyanya = new Polyanya(mesh);
  polyanya.search(1, 1, 3, 3);
  expect(() => polyanya.path(undefined as never)).toThrow('pass new Float64Array(2 * pathLength), got undefined.');
  expect(() => polyanya.path(new Float64Array(3))).toThrow('The path has 2 points, 4 numbers; the buffer holds 3.');
});

test('from beside a face, along a wall that goes on straight, the path turns at each vertex of the wall', () => {
  const lattice = Array.from({ length: 36 }, (_, i): Pair => [i % 6, Math.floor(i / 6)]);
  const ground: [number, number, number][] = [
    [0, 1, 7], [0, 7, 6], [1, 2, 8], [1, 8, 7], [2, 3, 9], [2, 9, 8], [3, 4, 10], [4, 5, 11], [4, 11, 10], [8, 9, 15], [8, 15, 14], [9, 10, 16], [9, 16, 15],
    [13, 14, 20], [13, 20, 19], [15, 16, 22], [15, 22, 21], [16, 17, 23], [16, 23, 22], [18, 19, 25], [18, 25, 24], [19, 20, 26], [19, 26, 25], [20, 27, 26],
    [21, 22, 28], [21, 28, 27], [22, 23, 29], [22, 29, 28], [24, 31, 30], [26, 27, 33], [26, 33, 32], [27, 28, 34], [27, 34, 33], [28, 29, 35], [28, 35, 34],
  ];
  const polyanya = new Polyanya(NavMesh.fromTriangles(lattice, ground, { snap: 1e-8 }));
  expect(polyanya.search(2.999999995944689, 2.0000000021716096, 0.5000000014160656, 2.9999999956387815)).toBeCloseTo(polyanya.search(3, 2, 0.5, 3), 6);
  expect(polyanya.cost).toBeLessThan(5);
});

test('a path from beside the mesh to beside it is as long as its points give, however large the snap', () => {
  let beside = 0;
  for (let seed = 0; seed < Math.max(20, runs(100)); seed++) {
    const world = new RandomWorld(seed), { random } = world;
    const snap = 10 ** (-1 - 6 * random());
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, snap });
    const searches = [new Polyanya(mesh), new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
    for (let query = 0; query < 8; query++) {
      const near = ([x, y]: Pair): Pair => [x + (random() - 0.5) * snap, y + (random() - 0.5) * snap];
      const from = near(world.point()), to = near(world.point());
      const costs = searches.map((search) => {
        const cost = search.search(...from, ...to);
        if (cost === Infinity) return cost;
        const out = new Float64Array(2 * search.pathLength);
        const n = search.path(out);
        const says = `from (${from.join()}) to (${to.join()}), snap ${snap}, ${world.toString()}`;
        expect([...out.subarray(0, 2), ...out.subarray(2 * n - 2)], says).toEqual([...from, ...to]);
        let length = 0;
        for (let i = 1; i < n; i++) length += Math.hypot(out[2 * i] - out[2 * i - 2], out[2 * i + 1] - out[2 * i - 1]);
        expect(cost, says).toBeCloseTo(length, 11);
        beside++;
        return cost;
      });
      expect(costs[0] === Infinity).toBe(costs[1] === Infinity);
    }
  }
  expect(beside).toBeGreaterThan(runs(300));
});

/** The distance from a point to a segment. */
function distanceTo([px, py]: Pair, [ax, ay]: Pair, [bx, by]: Pair): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}

test('if an end is off the mesh or unreachable, the path joins the points nearest to both', () => {
  const seen = { reached: 0, off: 0, cut: 0 };
  for (let seed = 0; seed < runs(150); seed++) {
    const world = new RandomWorld(seed, undefined, 20);
    const mesh = NavMesh.fromPolygons(world);
    const { size } = world;
    for (let i = 0; i < 8; i++) {
      const [from, to] = [0, 1].map((): Pair => [world.random() * 1.4 * size - 0.2 * size, world.random() * 1.4 * size - 0.2 * size]);
      const endpoints = { from: { x: from[0], y: from[1] }, to: { x: to[0], y: to[1] } };
      const says = `(${from.join()}) to (${to.join()}) in ${world.toString()}`;
      const plain = findPath(mesh, endpoints);
      const nearestPath = findPath(mesh, { ...endpoints, nearest: true });
      expect(plain.arrived, says).toBe(plain.cost < Infinity);
      const isOff = { from: mesh.locate(...from) < 0, to: mesh.locate(...to) < 0 };
      expect(plain.reason, says).toBe(plain.arrived ? undefined : isOff.from ? 'start-blocked' : isOff.to ? 'goal-blocked' : 'no-path');
      if (plain.cost < Infinity) {
        expect(nearestPath, says).toEqual(plain);
        seen.reached++;
        continue;
      }
      if (mesh.faceCount === 0) {
        expect(nearestPath).toEqual({ cost: Infinity, points: [], arrived: false, reason: 'start-blocked' });
        continue;
      }
      const start = mesh.nearest(...from)!;
      expect(nearestPath.points[0], says).toEqual({ x: start.x, y: start.y });
      const end = nearestPath.points.at(-1)!;
      let least = Infinity;
      const faces: number[] = [];
      faces.length = mesh.locateAll(start.x, start.y, faces);
      const parts = [start.face, ...faces].map((face) => mesh.component(face));
      for (let face = 0; face < mesh.vertexCount; face++) {
        const rim = mesh.outlineOf(face);
        if (rim.length === 0 || !parts.includes(mesh.component(face))) continue;
        rim.forEach((corner, k) => (least = Math.min(least, distanceTo(to, corner, rim[(k + 1) % rim.length]))));
        if (mesh.locate(...to) === face) least = 0;
      }
      expect(Math.hypot(end.x - to[0], end.y - to[1]), says).toBeCloseTo(least, 9);
      expect(nearestPath.arrived, says).toBe(least === 0);
      expect(nearestPath.reason, says).toBe(nearestPath.arrived ? undefined : isOff.to ? 'goal-blocked' : 'no-path');
      if (mesh.locate(...to) < 0) seen.off++;
      else if (least > 0) seen.cut++;
    }
  }
  expect(Math.min(seen.reached, seen.off, seen.cut), JSON.stringify(seen)).toBeGreaterThan(runs(150) / 10);
});

test('from a point where regions touch, the nearest reachable point is that of all of them', () => {
  const square = (a: number, b: number): [number, number][] => [[a, a], [b, a], [b, b], [a, b]];
  const mesh = NavMesh.fromPolygons({ outlines: [square(0, 4), square(4, 8), square(30, 40), square(-40, -30)] });
  const DOOR = 1, closed = mesh.view({ costs: { [DOOR]: Infinity } });
  const end = (view: MeshView, to: number): unknown => findPath(view, { from: { x: 4, y: 4 }, to: { x: to, y: to }, nearest: true }).points.at(-1);
  expect([35, -35].map((to) => end(mesh, to))).toEqual([{ x: 8, y: 8 }, { x: 0, y: 0 }]);
  for (const [middle, ends] of [[6, [{ x: 4, y: 4 }, { x: 0, y: 0 }]], [2, [{ x: 8, y: 8 }, { x: 4, y: 4 }]]] as const) {
    mesh.setArea(mesh.locate(middle, middle), DOOR);
    expect([35, -35].map((to) => end(closed, to))).toEqual(ends);
    mesh.setArea(mesh.locate(middle, middle), 0);
  }
});

test('rejects the nearest point of an unknown component', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]], [[6, 0], [9, 0], [9, 4], [6, 4]]] });
  const [left, right] = [mesh.locate(1, 1), mesh.locate(7, 1)].map((face) => mesh.component(face));
  expect([mesh.nearest(7, 1, NaN, left), mesh.nearest(7, 1, 0, right), mesh.nearest(5.5, 1, undefined, left)]).toMatchObject([{ x: 4, y: 1 }, { x: 7, y: 1 }, { x: 4, y: 1 }]);
  const none = [...Array(mesh.vertexCount).keys()].find((face) => face !== left && face !== right)!;
  expect(() => mesh.nearest(5, 1, undefined, none)).toThrow(`There is no component ${none}`);
  expect(() => mesh.nearest(5, 1, undefined, -1)).toThrow('-1');
});

test('without a height, the nearest point is on the highest floor there that may be entered', () => {
  for (let turned = 0; turned < 40; turned++) {
    const random = seeded(turned), [cos, sin] = [Math.cos(turned), Math.sin(turned)], order = [0, 1, 2].sort(() => random() - 0.5);
    // Three floors of one building, the upper two divided otherwise than the lowest.
    const at = (x: number, y: number, z: number): number[] => [x * cos - y * sin, x * sin + y * cos, z];
    const vertices = order.flatMap((k) => [[0, 0], [2 + k, 0], [6, 0], [6, 4], [2 + k, 4], [0, 4]].map(([x, y]) => at(x, y, 3 * k)));
    const polygons = order.flatMap((_, i) => [[0, 1, 4, 5], [1, 2, 3, 4]].map((polygon) => polygon.map((v) => 6 * i + v)));
    const mesh = NavMesh.fromSurface({ vertices, polygons, areas: order.flatMap((k) => [k, k]) });
    for (let i = 0; i < 20; i++) {
      // Outside, inside, and on corners.
      const [px, py] = [[9 * random() - 1, -1 - random()], [6 * random(), 4 * random()], [7, 5], [6, 4]][i % 4], [x, y] = at(px, py, 0);
      expect(mesh.nearest(x, y)?.z).toBeCloseTo(6, 9);
      expect(mesh.view({ costs: { 2: Infinity } }).nearest(x, y)?.z).toBeCloseTo(3, 9);
      expect(mesh.nearest(x, y, undefined, mesh.component(mesh.nearest(x, y, 0)!.face))?.z).toBeCloseTo(0, 9);
    }
  }
});

test('locate, height and nearest take the height in the same place', () => {
  const random = seeded(78), square = [[0, 0], [4, 0], [4, 4], [0, 4]];
  const mesh = NavMesh.fromSurface({ vertices: [0, 3].flatMap((z) => square.map(([x, y]) => [x, y, z])), polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] });
  const floors = [0, 3].map((z) => mesh.component(mesh.locate(1, 1, z)));
  for (let i = 0; i < runs(200); i++) {
    const [x, y, z] = [4 * random(), 4 * random(), 3 * random()], floor = z < 1.5 ? 0 : 3;
    expect([mesh.height(x, y, z), mesh.nearest(x, y, z)]).toEqual([floor, { x, y, z: floor, face: mesh.locate(x, y, z) }]);
    for (const k of [0, 1]) for (const height of [z, undefined]) expect(mesh.nearest(x, y, height, floors[k])).toMatchObject({ x, y, z: 3 * k });
  }
});

test('points on the border of a deck are on the deck, though rounding may place them above the floor below', () => {
  const random = seeded(77);
  for (let world = 0; world < runs(100); world++) {
    const angle = 2 * Math.PI * random(), width = 1 + 4 * random(), [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const deck = [[-3, -width], [3, -width], [3, width], [-3, width]].map(([x, y]) => [x * cosine - y * sine, x * sine + y * cosine, 3]);
    const vertices = [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0], ...deck];
    const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] });
    const polyanya = new Polyanya(mesh);
    for (let i = 0; i < 20; i++) {
      const [a, b] = [deck[i % 4], deck[(i + 1) % 4]], share = random();
      const [x, y] = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      // An agent's height is not exactly that of the ground.
      for (const z of [3, 3.1, 2.9]) {
        expect(mesh.height(x, y, z), `world ${world}, point ${i}`).toBe(3);
        expect(polyanya.search(x, y, 0, 0, z, 3), `world ${world}, point ${i}`).toBeCloseTo(Math.hypot(x, y), 9);
      }
      for (const z of [0, 0.1]) expect(mesh.height(x, y, z)).toBe(0);
    }
  }
});

test('where every area is forbidden, no point is nearest and no path exists', () => {
  const mesh = NavMesh.fromSurface({ vertices: [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], polygons: [[0, 1, 2, 3]], areas: [1] });
  const view = mesh.view({ costs: { 1: Infinity } });
  for (const x of [1, 9]) {
    expect(view.nearest(x, 1)).toBeUndefined();
    expect(findPath(view, { from: { x, y: 1 }, to: { x: 2, y: 2 }, nearest: true })).toEqual({ cost: Infinity, points: [], arrived: false, reason: 'start-blocked' });
  }
});

test('a point without a height is on the highest floor, at any height, whatever the reach', () => {
  for (const z of [-10, 0, 10]) {
    const mesh = NavMesh.fromSurface({ vertices: [0, -3].flatMap((floor) => [[0, 0, z + floor], [4, 0, z + floor], [4, 4, z + floor]]), polygons: [[0, 1, 2], [3, 4, 5]] }, { reach: 1 });
    const found: number[] = [];
    expect([mesh.locate(3, 1), mesh.locateAll(3, 1, found), found[0], mesh.height(3, 1), mesh.height(3, 1, z - 2.5)]).toEqual([mesh.locate(3, 1, z), 1, mesh.locate(3, 1, z), z, z - 3]);
    expect([mesh.locate(3, 1, z + 1.5), mesh.locateAll(3, 1, found, z + 1.5), mesh.locate(1, 3)]).toEqual([-1, 0, -1]);
    expect(new Polyanya(mesh).search(3, 1, 3, 2)).toBe(1);
  }
});

test('where no face is accepted, the search for the nearest point ends once it has seen all', () => {
  const lattice = Array.from({ length: 400 }, (_, i): Pair[] => [[0, 0], [1, 0], [1, 1]].map(([x, y]): Pair => [x + 2 * (i % 20), y + 2 * Math.floor(i / 20)]));
  const mesh = NavMesh.fromPolygons({ outlines: lattice });
  for (const [x, y] of [[20, 20], [0, 0], [39, 1.5], [-30, 50], [1e9, 0]]) {
    let asked = 0;
    expect(mesh.nearestOf(() => ++asked < 0, x, y)).toBeUndefined();
    expect(asked / mesh.faceCount).toBeGreaterThanOrEqual(1);
    expect(asked / mesh.faceCount).toBeLessThan(4);
    const [only] = mesh.outlineOf(7);
    expect(mesh.nearestOf((face) => face === 7, only[0] - 0.5, only[1] - 0.5)).toEqual({ x: only[0], y: only[1], face: 7 });
  }
});
