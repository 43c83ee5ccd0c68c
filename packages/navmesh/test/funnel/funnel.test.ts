import { AStar } from '@pf/search';
import { runs, type Ring } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, Funnel, NavMesh, Polyanya } from '../../src/index.ts';
import { RandomWorld, seeded, type Pair } from '../worlds.ts';

/** The shortest path through a corridor where each side may be crossed at one of many points: slightly longer than the true one. */
function throughPoints(mesh: NavMesh, corridor: readonly number[], from: Pair, to: Pair): number {
  const { stride, sides, corners, neighbours, xs, ys } = mesh.faces;
  let layer: { x: number; y: number; cost: number }[] = [{ x: from[0], y: from[1], cost: 0 }];
  const next = (points: readonly Pair[]): void => {
    layer = points.map(([x, y]) => ({ x, y, cost: Math.min(...layer.map((point) => point.cost + Math.hypot(point.x - x, point.y - y))) }));
  };
  corridor.slice(1).forEach((g, k) => {
    const f = corridor[k];
    // All parts of a side that is split.
    next(Array.from({ length: sides[f] }, (_, side) => side).filter((side) => neighbours[f * stride + side] === g).flatMap((i) => {
      const a = corners[f * stride + i], b = corners[f * stride + ((i + 1) % sides[f])];
      return Array.from({ length: 241 }, (_, step): Pair => [xs[a] + (step / 240) * (xs[b] - xs[a]), ys[a] + (step / 240) * (ys[b] - ys[a])]);
    }));
  });
  next([to]);
  return layer[0].cost;
}

test('the funnel is the shortest path through its corridor', () => {
  let compared = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const world = new RandomWorld(seed, undefined, 12);
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: seed % 2 === 0 ? 3 : 12 });
    const astar = new AStar(mesh), funnel = new Funnel(mesh);
    const corridor = new Uint32Array(mesh.vertexCount);
    for (let query = 0; query < 5; query++) {
      const from = world.point(), to = world.point();
      const start = mesh.locate(...from), goal = mesh.locate(...to);
      if (start < 0 || goal < 0 || astar.search(start, goal) === Infinity) continue;
      const n = astar.path(corridor);
      const cost = funnel.pull(corridor, n, ...from, ...to);
      const bound = throughPoints(mesh, [...corridor.subarray(0, n)], from, to);
      expect(cost, `${world.toString()}`).toBeLessThanOrEqual(bound + 1e-9);
      expect(cost, `${world.toString()}`).toBeGreaterThan(bound * 0.995 - 0.02);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(runs(100));
});

test('rejects invalid corridors and short buffers; a path may have length 0', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]], sides: 3 });
  const funnel = new Funnel(mesh);
  const far = Array.from({ length: mesh.faceCount }, (_, f) => f).find((f) => f !== mesh.locate(0.1, 0.1) && mesh.component(f) === 0 && !neighboursOf(mesh, mesh.locate(0.1, 0.1)).includes(f))!;
  expect(() => funnel.pull([mesh.locate(0.1, 0.1), far], 2, 0.1, 0.1, 3.5, 3.5)).toThrow('are not beside each other');
  expect(() => funnel.pull([0, -1], 2, 0.1, 0.1, 3.5, 3.5)).toThrow('The faces 0 and -1 of the corridor are not beside each other.');
  // Off the mesh, locate gives −1; the mesh has room for more faces.
  for (const face of [mesh.locate(1, 3), mesh.vertexCount - 1, mesh.vertexCount, NaN]) expect(() => funnel.pull([face], 1, 1, 3, 3.5, 2)).toThrow(`There is no face ${face}: mesh.locate gives the one at a point.`);
  expect(funnel.pathLength).toBe(0);
  const corridors = new CorridorSearch(mesh);
  expect(corridors.path(new Float64Array(0))).toBe(0);
  expect(corridors.search(0, 1, 3, 4)).toBeCloseTo(6, 12);
  expect(corridors.pathLength).toBe(3);
  expect(() => corridors.path(new Float64Array(5))).toThrow('The path has 3 points, 6 numbers; the buffer holds 5.');
  expect(corridors.search(1, 1, 1, 1)).toBe(0);
  expect(corridors.pathLength).toBe(1);
  expect(corridors.search(1, 3, 1, 1)).toBe(Infinity);
  expect(corridors.pathLength).toBe(0);
});

test('a corridor without faces, as searches write it where there is no path, gives no path', () => {
  const corners: Pair[] = [[0, 0], [4, 0], [4, 4], [0, 4], [6, 0], [9, 0], [9, 4], [6, 4]], polygons = [[0, 1, 2, 3], [4, 5, 6, 7]];
  const surface = NavMesh.fromSurface({ vertices: corners.map(([x, y]) => [x, y, 1]), polygons });
  for (const mesh of [NavMesh.fromPolygons({ outlines: polygons.map((polygon) => polygon.map((v) => corners[v])) }), surface, surface.view({ length: 'surface' })]) {
    const astar = new AStar(mesh), funnel = new Funnel(mesh), [left, right] = [mesh.locate(1, 1), mesh.locate(7, 1)];
    expect(astar.search(left, right)).toBe(Infinity);
    expect(funnel.pull([left], 1, 1, 1, 3, 1)).toBe(2);
    const corridor = new Uint32Array(mesh.vertexCount);
    expect(funnel.pull(corridor, astar.path(corridor), 1, 1, 7, 1)).toBe(Infinity);
    expect([funnel.cost, funnel.pathLength, funnel.pathInSpaceLength]).toEqual([Infinity, 0, 0]);
    expect(funnel.pull([right], 1, 7, 1, 8, 1)).toBe(1);
  }
});

test('an end on a side, within rounding, counts as in the face that the corridor names', () => {
  const mesh = NavMesh.fromTriangles([[0, 0], [10, 0], [10, 3], [0, 3]], [[0, 1, 2], [0, 2, 3]], { sides: 3 });
  const corridors = new CorridorSearch(mesh);
  const out = new Float64Array(4);
  for (let i = 1; i < 1000; i++) {
    const x = i / 100, y = x * 0.3;
    for (const [toX, toY] of [[5, 0.1], [5, 2.9]]) {
      expect(corridors.search(x, y, toX, toY), `from (${x}, ${y}) to (${toX}, ${toY})`).toBeCloseTo(Math.hypot(x - toX, y - toY), 9);
      expect(corridors.path(out)).toBe(2);
      expect([...out]).toEqual([x, y, toX, toY]);
    }
  }
});

test('ends on sides of rotated worlds work with any first and last face of the corridor', () => {
  let compared = 0;
  for (let seed = 0; seed < runs(30); seed++) {
    const world = new RandomWorld(seed, undefined, 12);
    const angle = 0.3 + seed;
    const turned = (rings: readonly Ring[]): Pair[][] => rings.map((ring) => ring.map(([x, y]): Pair => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]));
    const mesh = NavMesh.fromPolygons({ outlines: turned(world.outlines), holes: turned(world.holes), sides: seed % 2 === 0 ? 3 : 12 });
    const astar = new AStar(mesh), funnel = new Funnel(mesh);
    const corridor = new Uint32Array(mesh.vertexCount);
    const used = Array.from({ length: mesh.vertexCount }, (_, f) => f).filter((f) => mesh.outlineOf(f).length > 0);
    if (used.length === 0) continue;
    const faces: number[] = [];
    /** A point of a side, sometimes one of its ends, and one of the faces there. */
    const end = (): { at: Pair; face: number } => {
      const outline = mesh.outlineOf(used[world.int(used.length)]);
      const i = world.int(outline.length), share = world.int(9) / 8;
      const [[ax, ay], [bx, by]] = [outline[i], outline[(i + 1) % outline.length]];
      // Half of them lie outside, by less than the snap.
      const beside = (): number => (seed % 4 < 2 ? 0 : (world.random() - 0.5) * mesh.snap);
      const at: Pair = [ax + share * (bx - ax) + beside(), ay + share * (by - ay) + beside()];
      return { at, face: faces[world.int(mesh.locateAll(...at, faces))] };
    };
    for (let query = 0; query < 15; query++) {
      const from = end(), to = end();
      if (astar.search(from.face, to.face) === Infinity) continue;
      const n = astar.path(corridor);
      const cost = funnel.pull(corridor, n, ...from.at, ...to.at);
      const bound = throughPoints(mesh, [...corridor.subarray(0, n)], from.at, to.at);
      const queryText = `from (${from.at.join()}) to (${to.at.join()}), ${world.toString()}`;
      const out = new Float64Array(2 * funnel.pathLength + 2).fill(Infinity);
      expect(funnel.path(out), queryText).toBe(funnel.pathLength);
      expect([...out.subarray(0, 2), ...out.subarray(-4)], queryText).toEqual([...from.at, ...(cost === 0 ? from.at : to.at), Infinity, Infinity]);
      expect(cost, queryText).toBeLessThanOrEqual(bound + 1e-6);
      expect(cost, queryText).toBeGreaterThan(bound * 0.995 - 0.02);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(runs(100));
});

test('ends with a common face are joined by a straight line, whichever face a search from one of them begins with', () => {
  let vertices = 0;
  for (let seed = 0; seed < runs(60); seed++) {
    const world = new RandomWorld(seed, undefined, 12);
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: 3 });
    const searches = [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
    for (let f = 0; f < mesh.vertexCount; f++) {
      for (const [x, y] of mesh.outlineOf(f)) {
        for (const corridors of searches) expect(corridors.search(x, y, mesh.x(f), mesh.y(f)), `${world.toString()}`).toBeCloseTo(Math.hypot(mesh.x(f) - x, mesh.y(f) - y), 9);
        vertices++;
      }
    }
  }
  expect(vertices).toBeGreaterThan(runs(1000));
});

test('between two points of the border of two areas, the path is on the cheaper ground, whichever face comes first', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [5, 0], [5, 10], [0, 10]], [[5, 0], [10, 0], [10, 10], [5, 10]]], sides: 3 });
  for (const isWest of [true, false]) {
    for (let f = 0; f < mesh.faceCount; f++) mesh.setArea(f, mesh.x(f) < 5 === isWest ? 1 : 0);
    for (const [cost, cheapest] of [[4, 1], [0.5, 0.5], [Infinity, 1]]) {
      const view = mesh.view({ costs: { 1: cost } });
      for (const corridors of [new CorridorSearch(view), new CorridorSearch(view, new AStar(view))]) for (const [y, toY] of [[0, 10], [10, 0], [2, 8]]) expect(corridors.search(5, y, 5, toY), `cost ${cost}`).toBe(cheapest * Math.abs(toY - y));
    }
  }
});

test('two faces that share a side in parts share all of it', () => {
  const vertices: Pair[] = [], triangles: [number, number, number][] = [];
  for (let y = 0; y <= 3; y++) for (let x = 0; x <= 3; x++) vertices.push([x, y]);
  for (let y = 0; y < 3; y++) {
    for (let x = 0; x < (y === 0 ? 1 : 3); x++) {
      const a = y * 4 + x;
      triangles.push([a, a + 1, a + 5], [a, a + 5, a + 4]);
    }
  }
  const mesh = NavMesh.fromTriangles(vertices, triangles);
  const corridors = new CorridorSearch(mesh);
  mesh.cut([[2, 1], [4, 1], [4, 4], [2, 4]]);
  expect(corridors.search(0.99, 2.48, 1.01, 2.49)).toBeCloseTo(Math.hypot(0.02, 0.01), 12);
  expect(corridors.search(1.01, 2.49, 0.99, 2.48)).toBeCloseTo(Math.hypot(0.02, 0.01), 12);
  expect(corridors.search(0.99, 1.02, 1.01, 1.03)).toBeCloseTo(Math.hypot(0.02, 0.01), 12);
});

test('sides may have any number of parts, and a face may begin with any of them', () => {
  let pieces = 0;
  for (let seed = 0; seed < runs(60); seed++) {
    const random = seeded(seed), int = (n: number): number => Math.floor(n * random());
    const size = 6, vertices = Array.from({ length: (size + 1) ** 2 }, (_, v): Pair => [v % (size + 1), Math.floor(v / (size + 1))]);
    const triangles = vertices.flatMap(([x, y], a): [number, number, number][] => (x === size || y === size || random() < 0.1 ? [] : [[a, a + 1, a + size + 2], [a, a + size + 2, a + size + 1]]));
    const mesh = NavMesh.fromTriangles(vertices, triangles, { room: 300, sides: [6, 12][seed % 2] });
    const funnel = new Funnel(mesh);
    for (let i = 0; i < 3; i++) {
      const [x, y, right, high] = [int(2 * size) / 2, int(2 * size) / 2, 1 + int(2), 1 + int(2)];
      mesh.cut([[x, y], [x + right, y], [x + right, y + high], [x, y + high]]);
      for (let f = 0; f < mesh.vertexCount; f++) {
        const around = neighboursOf(mesh, f);
        for (const g of new Set(around.filter((face, k) => around.indexOf(face) < k))) {
          pieces++;
          for (const from of mesh.outlineOf(f)) {
            for (const to of mesh.outlineOf(g)) {
              const cost = funnel.pull([f, g], 2, ...from, ...to), bound = throughPoints(mesh, [f, g], from, to);
              expect(cost, `from (${from.join()}) in ${f} to (${to.join()}) in ${g}, world ${seed}`).toBeLessThanOrEqual(bound + 1e-9);
              expect(cost).toBeGreaterThan(bound * 0.995 - 0.02);
            }
          }
        }
      }
    }
  }
  expect(pieces).toBeGreaterThan(runs(60));
});

test('a fan of hundreds of faces works when the path turns at every corner, on either side', () => {
  for (const n of [1, 2, 60, 62, 63, 64, 65, 300]) {
    for (const side of [1, -1]) {
      // A wall that bulges into the fan: all of it is in one chain of the funnel when the goal is reached.
      const wall = Array.from({ length: n + 1 }, (_, i): Pair => [i, side * i * i * 2 ** -12]);
      const mesh = NavMesh.fromTriangles([...wall, [n / 2, side * -100]], wall.slice(1).map((_, i) => [i, i + 1, n + 1]), { sides: 3 });
      let length = 0;
      for (let i = 0; i < n; i++) length += Math.hypot(wall[i + 1][0] - wall[i][0], wall[i + 1][1] - wall[i][1]);
      for (const search of [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))]) {
        expect(search.search(...wall[0], ...wall[n]), `${n} pieces`).toBeCloseTo(length, 9);
        const out = new Float64Array(2 * n + 2);
        expect(search.path(out)).toBe(n + 1);
        expect([...out]).toEqual(wall.flat());
      }
    }
  }
});

function neighboursOf(mesh: NavMesh, f: number): number[] {
  const to = new Uint32Array(mesh.maxDegree), cost = new Float64Array(mesh.maxDegree);
  return [...to.subarray(0, mesh.successors(f, to, cost))];
}

test('the path through a spiral leads from end to end', () => {
  // Walls from a seeded maze of cells, far from 0 so that rounding shows.
  const random = seeded(5);
  const size = 21;
  const free = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const dig = (x: number, y: number): void => {
    free[y][x] = true;
    for (const [dx, dy] of [[2, 0], [0, 2], [-2, 0], [0, -2]].sort(() => random() - 0.5)) {
      if (free[y + dy]?.[x + dx] !== false) continue;
      free[y + dy / 2][x + dx / 2] = true;
      dig(x + dx, y + dy);
    }
  };
  dig(1, 1);
  const outlines = free.flatMap((row, y) => row.flatMap((open, x) => (open ? [[[x + 1e6, y], [x + 1e6 + 1, y], [x + 1e6 + 1, y + 1], [x + 1e6, y + 1]] as Pair[]] : [])));
  const mesh = NavMesh.fromPolygons({ outlines });
  const polyanya = new Polyanya(mesh);
  const [x, y, toX, toY] = [1e6 + 1.5, 1.5, 1e6 + 19.5, 19.5];
  // In a maze without loops there is one corridor, and the funnel in it is the shortest path.
  for (const corridors of [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))]) expect(corridors.search(x, y, toX, toY)).toBeCloseTo(polyanya.search(x, y, toX, toY), 6);
  const path = findPath(mesh, { from: { x, y }, to: { x: toX, y: toY }, search: new AStar(mesh) });
  const exact = findPath(mesh, { from: { x, y }, to: { x: toX, y: toY } });
  expect(path.cost).toBeCloseTo(exact.cost, 6);
  // Polyanya also names the corners that a straight section touches.
  expect(exact.points).toEqual(expect.arrayContaining([...path.points]));
  expect(path.points.length).toBeGreaterThan(10);
});

test('findPath keeps what it needs for a search over faces until another mesh comes', () => {
  const [mesh, other] = [2, 4].map((size) => NavMesh.fromPolygons({ outlines: [[[0, 0], [size, 0], [size, 4], [0, 4]]] }));
  let made = 0;
  const search = { search: () => 0, path: () => 0, get graph(): undefined { made++; return undefined; } };
  for (const world of [mesh, mesh, other, other]) expect(findPath(world, { from: { x: 1, y: 1 }, to: { x: 3, y: 3 }, search }).arrived).toBe(world === other);
  expect(made).toBe(2);
});

test('a search over another view or mesh is rejected', () => {
  const build = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
  const mesh = build(), strangers = mesh.view({ costs: { 1: Infinity } }), ends = { from: { x: 1, y: 1 }, to: { x: 3, y: 3 } };
  for (const other of [mesh, mesh.view({ costs: { 1: 9 } }), build(), build().view({ costs: { 1: Infinity } })]) {
    expect(() => new CorridorSearch(strangers, new AStar(other))).toThrow('The search works on another mesh or view');
    expect(() => findPath(strangers, { ...ends, search: new AStar(other) })).toThrow('The search works on another mesh or view');
    expect(() => findPath(strangers, { ...ends, search: new CorridorSearch(other) })).toThrow('The search works on another mesh or view than the path: make it of the same, such as new CorridorSearch(view).');
  }
  for (const same of [strangers, mesh.view({ costs: { 1: Infinity } })]) {
    expect(findPath(strangers, { ...ends, search: new AStar(same) }).arrived).toBe(true);
    expect(findPath(strangers, { ...ends, search: new CorridorSearch(same) }).arrived).toBe(true);
  }
  const faces = new AStar(mesh);
  for (const same of [mesh, mesh.view({}), mesh]) expect(findPath(same, { ...ends, search: faces }).arrived).toBe(true);
  expect(() => findPath(strangers, { ...ends, search: faces })).toThrow('The search works on another mesh or view');
});
