import { oracleCost, runs, VisibilityGraph } from '@pf/testkit';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { NavMesh, Polyanya, type Polygon } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded } from '../worlds.ts';

/** The arcs of the current face. */
let to = new Uint32Array(0), cost = new Float64Array(0);

/** Everything that a search can see of a face. */
function faceState(mesh: NavMesh, f: number): string {
  if (to.length < mesh.maxDegree) [to, cost] = [new Uint32Array(mesh.maxDegree), new Float64Array(mesh.maxDegree)];
  const outline = mesh.outlineOf(f), n = mesh.successors(f, to, cost);
  // Most ids are free if the mesh has room for more faces.
  if (outline.length === 0 && n === 0) return 'no face';
  return JSON.stringify([outline, [...to.subarray(0, n)], [...cost.subarray(0, n)], n > 0 ? [mesh.x(f), mesh.y(f)] : []]);
}

test('cutting and restoring gives the mesh of the present world and reports exactly the changed faces', () => {
  let edits = 0, reported = 0, faces = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const world = new RandomWorld(seed);
    const before = [...world.holes];
    const standing: Polygon[] = [];
    let doing = '';
    try {
      const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: [3, 6, 12][seed % 3], room: 400 });
      const tails = new Uint32Array(mesh.vertexCount);
      for (let edit = 0; edit < 6; edit++) {
        const old = Array.from({ length: mesh.vertexCount }, (_, f) => faceState(mesh, f));
        let n;
        if (standing.length > 0 && world.random() < 0.4) {
          const [outline] = standing.splice(world.int(standing.length), 1);
          doing = `restoring ${JSON.stringify(outline)}`;
          n = mesh.restore(outline, tails);
        } else {
          const outline = world.hole();
          standing.push(outline);
          doing = `cutting ${JSON.stringify(outline)}`;
          n = mesh.cut(outline, tails);
        }
        checkMesh(mesh);
        const changed = new Set(tails.subarray(0, n));
        if (changed.size !== n) throw new Error('A tail is reported twice.');
        for (let f = 0; f < mesh.vertexCount; f++) if (!changed.has(f) && faceState(mesh, f) !== old[f]) throw new Error(`Face ${f} has changed and is not reported.`);
        edits++;
        reported += n;
        faces += mesh.faceCount;

        const now = new RandomWorld(seed);
        now.holes.length = 0;
        now.holes.push(...before, ...standing);
        const polyanya = new Polyanya(mesh);
        for (let query = 0; query < 4; query++) {
          const from = now.point(), to = now.point();
          const cost = polyanya.search(...from, ...to), least = now.visibility.distance(...from, ...to);
          if (!(cost === least || Math.abs(cost - least) < 1e-7)) throw new Error(`from (${from.join()}) to (${to.join()}) Polyanya says ${cost}, the visibility graph ${least}, with ${now.toString()}`);
        }
      }
    } catch (error) {
      throw new Error(`${(error as Error).message} after ${doing} in ${world.toString()}`, { cause: error });
    }
  }
  console.info(`${edits} edits; faces reported ${(reported / edits).toFixed(1)} of ${(faces / edits).toFixed(1)} on average`);
});

test('restoring all cuts gives back the first mesh', () => {
  for (let seed = 0; seed < runs(60); seed++) {
    const world = new RandomWorld(seed);
    const radius = seed % 2 === 0 ? 0 : 0.3;
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, radius, room: 20 });
    const points = Array.from({ length: 12 }, () => world.point());
    const costs = (): number[] => {
      const polyanya = new Polyanya(mesh);
      return points.map((from, i) => polyanya.search(...from, ...points[(i + 1) % points.length]));
    };
    const before = costs();
    const holes = Array.from({ length: 5 }, () => world.hole());
    for (const hole of holes) mesh.cut(hole);
    for (const hole of holes.sort(() => world.random() - 0.5)) mesh.restore(hole);
    checkMesh(mesh);
    costs().forEach((cost, i) => expect(cost === before[i] || Math.abs(cost - before[i]) < 1e-6, `${cost} and not ${before[i]} from (${points[i].join()}) in ${world.toString()}`).toBe(true));
  }
});

test('D* Lite continues over a mesh that is edited', () => {
  for (let seed = 0; seed < runs(25); seed++) {
    const world = new RandomWorld(1000 + seed);
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, room: 2000 });
    if (mesh.faceCount < 4) continue;
    const tails = new Uint32Array(mesh.vertexCount);
    const planner = new DStarLite(mesh, { heuristic: mesh.heuristic() });
    const fresh = new AStar(mesh);
    let start = mesh.locate(...world.point()), goal = mesh.locate(...world.point());
    if (start < 0 || goal < 0) continue;
    planner.begin(start, goal);
    planner.run();
    for (let edit = 0; edit < 8; edit++) {
      const n = mesh.cut(world.hole(), tails);
      planner.arcsChanged(tails, n);
      const changed = new Set(tails.subarray(0, n));
      const alive = Array.from({ length: mesh.vertexCount }, (_, f) => f).filter((f) => mesh.outlineOf(f).length > 0);
      if (alive.length === 0) break;
      // The agent and the goal are points; the face under each can change.
      if (changed.has(goal)) planner.goalMovedTo((goal = alive[world.int(alive.length)]));
      if (changed.has(start)) planner.moveTo((start = alive[world.int(alive.length)]));
      expect(planner.run()).toBe(true);
      const least = oracleCost(mesh, start, goal);
      expect(planner.cost === least || Math.abs(planner.cost - least) < 1e-9, `${planner.cost} and not ${least}, ${world.toString()}`).toBe(true);
      expect(Math.abs(fresh.search(start, goal) - least) < 1e-9 || least === Infinity).toBe(true);
    }
  }
});

test('rejects invalid cuts, and empty cuts change nothing', () => {
  const square: Polygon = [[0, 0], [10, 0], [10, 10], [0, 10]];
  const mesh = NavMesh.fromPolygons({ outlines: [square], room: 40 });
  const tails = new Uint32Array(mesh.vertexCount);
  const faces = mesh.faceCount;
  const gone: Polygon = [[20, 20], [30, 20], [30, 30]], flat: Polygon = [[2, 2], [8, 8], [5, 5]];
  expect(mesh.cut(gone, tails)).toBe(0);
  expect(mesh.cut(flat, tails)).toBe(0);
  expect(mesh.restore(gone, tails)).toBe(0);
  expect(mesh.faceCount).toBe(faces);
  expect(() => mesh.restore(gone, tails)).toThrow('This outline is not cut');
  expect(() => mesh.cut(flat, tails)).toThrow('has been cut already');
  expect(() => mesh.cut([[1, 1], [2, NaN], [1, 2]], tails)).toThrow('finite, got (2, NaN)');

  expect(() => mesh.cut([[4, 4], [5, 4], [5, 5]], new Uint32Array(1))).toThrow('The buffer for changed tails holds 1');
  checkMesh(mesh);
  expect(mesh.faceCount).toBe(faces);

  // All ground can be cut and restored.
  const all: Polygon = [[-1, -1], [11, -1], [11, 11], [-1, 11]];
  expect(mesh.cut(all, tails)).toBe(faces);
  expect(mesh.faceCount).toBe(0);
  expect(mesh.locate(5, 5)).toBe(-1);
  expect(mesh.nearest(5, 5)).toBe(undefined);
  expect(new Polyanya(mesh).search(1, 1, 2, 2)).toBe(Infinity);
  mesh.restore(all, tails);
  checkMesh(mesh);
  expect(new Polyanya(mesh).search(0, 0, 10, 10)).toBeCloseTo(Math.hypot(10, 10), 12);
});

test('the mesh counts its edits, so that a search between two slices starts over in the edited world', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [40, 0], [40, 10], [0, 10]]], holes: [[[5, 2], [35, 2], [35, 4], [5, 4]]], sides: 3 });
  const tails = new Uint32Array(mesh.vertexCount);
  const door: Polygon = [[18, 0], [19, 0], [19, 2], [18, 2]];
  const versions = [mesh.version];
  const [start, goal] = [mesh.locate(1, 0.1), mesh.locate(39, 0.1)];
  const search = new AStar(mesh);
  search.begin(start, goal);
  expect(search.run(2)).toBe(false);
  expect(mesh.cut(door, tails)).toBeGreaterThan(0);
  versions.push(mesh.version);
  while (!search.run(2));
  const fresh = new AStar(mesh);
  expect(search.cost).toBe(fresh.search(start, goal));
  expect(search.cost).toBeGreaterThan(38);
  // Far from everything: nothing changes.
  const away: Polygon = [[100, 100], [101, 100], [101, 101]];
  mesh.cut(away, tails);
  expect(mesh.version).toBe(versions[1]);
  mesh.restore(door, tails);
  versions.push(mesh.version);
  expect(versions[1]).toBeGreaterThan(versions[0]);
  expect(versions[2]).toBeGreaterThan(versions[1]);
});

test('a cut between begin and run counts, also where begin has found the path', () => {
  for (const [toX, toY] of [[39, 1], [39, 2]]) {
    const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [40, 0], [40, 10], [0, 10]]] });
    const search = new Polyanya(mesh);
    search.begin(1, 1, toX, toY);
    mesh.cut([[18, 0], [22, 0], [22, 8], [18, 8]]);
    expect(search.run()).toBe(true);
    const { cost } = search;
    expect(cost).toBe(new Polyanya(mesh).search(1, 1, toX, toY));
    expect(cost).toBeGreaterThan(38.5);
    // A finished answer stays.
    mesh.cut([[10, 0], [12, 0], [12, 10], [10, 10]]);
    expect([search.run(), search.cost]).toEqual([true, cost]);
  }
});

test('a hole may reach far beyond the mesh; one that reaches too far is rejected before any change', () => {
  const flat = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] });
  const floor = (): NavMesh => NavMesh.fromSurface({ vertices: [[0, 0, 0], [10, 0, 0], [10, 10, 0], [0, 10, 0]], polygons: [[0, 1, 2, 3]] });
  for (const make of [flat, floor]) {
    for (const far of [20, 3e4, 3e7, 1e8, 1.2e8, 3e10, 1e300]) {
      for (const hole of [[[-far, 4], [far, 4], [far, 6], [-far, 6]], [[-far, -far], [far, -far], [far, 6], [-far, 6]], [[0, 0], [far, 0], [far, far]]] as Polygon[]) {
        const mesh = make(), { version } = mesh;
        if (far > 1.1e8) {
          expect(() => mesh.cut(hole)).toThrow('is farther from the mesh than 10000000 times its size: clip the outline before you cut it.');
          expect([mesh.version, mesh.faceCount]).toEqual([version, make().faceCount]);
        } else {
          mesh.cut(hole);
          mesh.restore(hole);
        }
        expect(new Polyanya(mesh).search(1, 1, 9, 9)).toBeCloseTo(Math.hypot(8, 8), 6);
      }
    }
  }
});

describe('a cut', () => {
  const square: Polygon = [[0, 0], [20, 0], [20, 20], [0, 20]], house: Polygon = [[8, 8], [12, 8], [12, 12], [8, 12]];
  const cut = (mesh: NavMesh, hole: Polygon): number => mesh.cut(hole);
  /** Squares of three by three, each two triangles, so that the centres of the triangles have whole coordinates. */
  const triangled = (n: number): NavMesh => {
    const at = (x: number, y: number): number => y * (n + 1) + x;
    const squares = Array.from({ length: n * n }, (_, i): [number, number] => [i % n, Math.floor(i / n)]);
    return NavMesh.fromTriangles(
      Array.from({ length: (n + 1) ** 2 }, (_, v) => [3 * (v % (n + 1)), 3 * Math.floor(v / (n + 1))]),
      squares.flatMap(([x, y]) => [[at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]]),
      { sides: 3, room: 500 },
    );
  };

  test("keeps the distance of the agent's radius", () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square], radius: 1 });
    cut(mesh, house);
    for (const [x, y] of [[7.1, 10], [12.9, 10], [10, 7.1], [10, 12.9], [7.4, 7.4], [10, 10]]) expect(mesh.locate(x, y), `${x}, ${y}`).toBe(-1);
    for (const [x, y] of [[6.9, 10], [13.1, 10], [10, 6.9], [10, 13.1], [7.2, 7.2]]) expect(mesh.locate(x, y), `${x}, ${y}`).toBeGreaterThanOrEqual(0);
    const atOnce = NavMesh.fromPolygons({ outlines: [square], holes: [house], radius: 1 });
    expect(new Polyanya(mesh).search(2, 10, 18, 10)).toBeCloseTo(new Polyanya(atOnce).search(2, 10, 18, 10), 9);
    // At an inner corner the parts by which a hole grows overlap.
    const angle = NavMesh.fromPolygons({ outlines: [square], radius: 1 });
    cut(angle, [[6, 6], [14, 6], [14, 9], [9, 9], [9, 14], [6, 14]]);
    expect(angle.locate(9.5, 9.5)).toBe(-1);
  });

  test('needs no more room than its new faces', () => {
    const wide = NavMesh.fromPolygons({ outlines: [square] });
    const before = wide.faceCount;
    cut(wide, house);
    const room = wide.faceCount - before;
    expect(cut(NavMesh.fromPolygons({ outlines: [square], room }), house)).toBeGreaterThan(0);
    const exact = NavMesh.fromPolygons({ outlines: [square], room }), narrow = NavMesh.fromPolygons({ outlines: [square], room: room - 1 });
    exact.cut(house);
    narrow.cut(house);
    expect([exact.vertexCount, narrow.vertexCount > before + room]).toEqual([before + room, true]);
  });

  test('reports all changed faces, or is rejected with the needed length of the buffer', () => {
    for (const [size, hole] of [[1, house], [6, house], [6, [[1, 4], [17, 5], [1, 6]]]] as const) {
      const mesh = triangled(size), reported: number[] = [];
      let changed = -1;
      while (changed < 0) {
        try {
          changed = mesh.cut(hole, new Uint32Array(reported.length));
        } catch (error) {
          reported.push(Number(/holds \d+, and up to (\d+) may come/.exec((error as Error).message)![1]));
          expect((error as Error).message).toContain(`holds ${reported.length - 1},`);
        }
      }
      expect(reported.length).toBeGreaterThanOrEqual(changed);
      expect(new Set(reported)).toEqual(new Set(reported.length > 0 ? [reported.length] : []));
    }
  });

  test('changes every face within it, in any number, and no face far from it', () => {
    for (let seed = 0; seed < 6; seed++) {
      const mesh = triangled(11), triangles = Array.from({ length: mesh.faceCount });
      const hole = new RandomWorld(seed).hole();
      const free = new VisibilityGraph({ outlines: [square.map(([x, y]) => [2 * x, 2 * y])], holes: [hole] }), taken = new VisibilityGraph({ outlines: [hole], holes: [] });
      const [left, low] = [0, 1].map((axis) => Math.min(...hole.map((corner) => corner[axis]))), [right, high] = [0, 1].map((axis) => Math.max(...hole.map((corner) => corner[axis])));
      const old = triangles.map((_, f) => faceState(mesh, f)), outlines = triangles.map((_, f) => mesh.outlineOf(f)), centres = triangles.map((_, f) => [mesh.x(f), mesh.y(f)] as const);
      mesh.cut(hole);
      checkMesh(mesh);
      centres.forEach(([x, y], f) => {
        const says = `seed ${seed}: face ${f} around (${x}, ${y}), cut ${hole.join(' ')}`;
        if (free.isWalkable(x, y) !== taken.isWalkable(x, y)) expect(mesh.locate(x, y) >= 0, says).toBe(free.isWalkable(x, y));
        const isFar = outlines[f].every(([px, py]) => px < left - 4.3 || px > right + 4.3 || py < low - 4.3 || py > high + 4.3);
        if (isFar) expect(faceState(mesh, f), says).toBe(old[f]);
      });
    }
  });

  test('removes islands that lie within it, and no others', () => {
    const islands = Array.from({ length: 29 * 29 }, (_, i): Polygon => {
      const [x, y] = [1 + (i % 29), 1 + Math.floor(i / 29)];
      return [[x - 0.25, y - 0.25], [x + 0.25, y - 0.25], [x + 0.25, y + 0.25], [x - 0.25, y + 0.25]];
    });
    const mesh = NavMesh.fromPolygons({ outlines: islands });
    for (let seed = 0; seed < 12; seed++) {
      const hole = new RandomWorld(seed).hole();
      const around = new VisibilityGraph({ outlines: [square.map(([x, y]) => [5 * x - 40, 5 * y - 40])], holes: [hole] }), within = new VisibilityGraph({ outlines: [hole], holes: [] });
      mesh.cut(hole);
      for (let x = 1; x < 30; x++) {
        for (let y = 1; y < 30; y++) {
          const isFree = around.isWalkable(x, y);
          if (isFree !== within.isWalkable(x, y)) expect(mesh.locate(x, y) >= 0, `(${x}, ${y}), seed ${seed}: ${hole.join(' ')}`).toBe(isFree);
        }
      }
      mesh.restore(hole);
      expect(mesh.faceCount).toBe(islands.length);
    }
  });

  test('keeps a neighbouring hole closed when it is restored', () => {
    for (const beside of [[12, 8], [4, 8], [8, 12], [8, 4]]) {
      const other: Polygon = house.map(([x, y]) => [x - 8 + beside[0], y - 8 + beside[1]]);
      for (const [stays, goes] of [[house, other], [other, house]]) {
        for (const first of [stays, goes]) {
          const mesh = NavMesh.fromPolygons({ outlines: [square] });
          mesh.cut(first);
          mesh.cut(first === stays ? goes : stays);
          mesh.restore(goes);
          // A few snaps within it, all along the wall that they shared.
          const [x, y] = [0, 1].map((axis) => stays.reduce((sum, corner) => sum + corner[axis] / 4, 0));
          const [toX, toY] = [0, 1].map((axis) => goes.reduce((sum, corner) => sum + corner[axis] / 4, 0));
          for (const share of [0.3, 0.5 - 1e-6, 0.5 - 1e-7, 0.5 - 2e-8]) {
            for (const along of [-1.9, 0, 1.9]) {
              const [px, py] = [x + share * (toX - x) + (toX === x ? along : 0), y + share * (toY - y) + (toY === y ? along : 0)];
              expect(mesh.locate(px, py), `(${px}, ${py}) of ${stays.join(' ')} when ${goes.join(' ')} is gone`).toBe(-1);
            }
          }
          mesh.restore(stays);
          checkMesh(mesh);
          expect(mesh.faceCount).toBe(1);
        }
      }
    }
  });

  test('over any wall leaves no corner in it when it is restored', () => {
    const random = seeded(5);
    for (let i = 0; i < 60; i++) {
      const mesh = NavMesh.fromPolygons({ outlines: [square], holes: i % 2 === 0 ? [house] : [] });
      const corners = (): Set<string> => new Set(Array.from({ length: mesh.vertexCount }, (_, f) => mesh.outlineOf(f).map(String)).flat());
      const before = corners();
      const holes = Array.from({ length: 1 + (i % 3) }, (): Polygon => {
        const across = random() < 0.5 ? -1 : 19, along = Math.floor(18 * random());
        const [x, y] = random() < 0.5 ? [across, along] : [along, across];
        return [[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2]];
      });
      for (const hole of holes) mesh.cut(hole);
      expect(corners().size).toBeGreaterThan(before.size);
      for (const hole of holes) mesh.restore(hole);
      checkMesh(mesh);
      expect(corners(), `over ${holes.join(' and ')}`).toEqual(before);
    }
  });

  test('may touch itself, with ground on both sides', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square] });
    const fork: Polygon = [[-1, 10], [-1, 5], [8, 5], [10, 10], [12, 5], [21, 5], [21, 10]];
    mesh.cut(fork);
    checkMesh(mesh);
    const polyanya = new Polyanya(mesh);
    expect(polyanya.search(10, 9, 10, 11)).toBe(Infinity);
    expect(polyanya.search(1, 10, 19, 10)).toBe(18);
    expect(polyanya.search(10, 10, 10, 15)).toBe(5);
    expect(polyanya.search(10, 10, 10, 1)).toBe(9);
    mesh.restore(fork);
    checkMesh(mesh);
    expect(mesh.faceCount).toBe(1);
  });

  test('may lie nearly on another hole, off by one snap or by a thousand', () => {
    const turnedHouse = (angle: number, off: number): Polygon => [[-2, -1], [2, -1], [2, 1], [-2, 1]].map(
      ([x, y]) => [10 + off + x * Math.cos(angle) - y * Math.sin(angle), 10 + off + x * Math.sin(angle) + y * Math.cos(angle)],
    );
    for (let seed = 0; seed < runs(100); seed++) {
      const random = seeded(seed);
      const angle = Math.ceil(random() * 30) / 10, far = 10 ** (random() * 3 - 8);
      const houses = [0, random() * far, -random() * far].map((off) => turnedHouse(angle, off));
      expect(NavMesh.fromPolygons({ outlines: [square], holes: houses }).locate(10, 10)).toBe(-1);
      const mesh = NavMesh.fromPolygons({ outlines: [square] });
      for (const house of houses) {
        mesh.cut(house);
        checkMesh(mesh);
        expect(mesh.locate(10, 10)).toBe(-1);
      }
      for (const house of houses.sort(() => random() - 0.5)) {
        expect(mesh.locate(10, 10)).toBe(-1);
        mesh.restore(house);
        checkMesh(mesh);
      }
      expect(mesh.faceCount).toBe(1);
      expect(new Polyanya(mesh).search(2, 3, 18, 16)).toBeCloseTo(Math.hypot(16, 13), 9);
    }
  });

  test('is restored completely, however narrow the part beside another hole was', () => {
    const low: Polygon = [[8, 9], [12, 9], [12, 11], [8, 11]];
    const shifts = Array.from({ length: runs(200) }, (_, seed) => seeded(seed)).map((random): [number, number] => [(random() - 0.5) * 8e-8, (random() - 0.5) * 8e-8]);
    for (const [dx, dy] of [[-1.98e-8, -1.2e-8], ...shifts]) {
      const beside: Polygon = low.map(([x, y]) => [x + dx, y + dy]);
      for (const last of [low, beside]) {
        const mesh = NavMesh.fromPolygons({ outlines: [square] });
        mesh.cut(low);
        mesh.cut(beside);
        mesh.restore(last === low ? beside : low);
        mesh.restore(last);
        checkMesh(mesh);
        expect(mesh.faceCount, `${dx}, ${dy}`).toBe(1);
        expect(new Polyanya(mesh).search(10, 5, 10, 15), `${dx}, ${dy}`).toBe(10);
      }
    }
  });

  test('repeats without end in the given room: ids are reused, each for one face', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square], sides: 3, room: 60 });
    const random = seeded(6), standing: Polygon[] = [], { vertexCount } = mesh;
    const area = (): number => Array.from({ length: mesh.vertexCount }, (_, f) => mesh.outlineOf(f)).flatMap(
      (corners) => corners.map(([x, y], i) => (x * corners[(i + 1) % corners.length][1] - y * corners[(i + 1) % corners.length][0]) / 2),
    ).reduce((sum, each) => sum + each, 0);
    for (let i = 0; i < 150; i++) {
      if (standing.length > 3) mesh.restore(standing.splice(Math.floor(random() * standing.length), 1)[0]);
      else {
        // Houses at sixteen positions, so that they stand apart or touch, and never overlap.
        const free = Array.from({ length: 16 }, (_, k): Polygon => house.map(([x, y]) => [x - 7 + 4 * (k % 4), y - 7 + 4 * Math.floor(k / 4)]));
        const next = free[Math.floor(random() * 16)];
        if (standing.some(([corner]) => corner[0] === next[0][0] && corner[1] === next[0][1])) continue;
        standing.push(next);
        mesh.cut(next);
      }
      checkMesh(mesh);
      expect(mesh.vertexCount).toBe(vertexCount);
      expect(area(), `edit ${i}`).toBeCloseTo(400 - 16 * standing.length, 6);
    }
  });

  test('leaves the id of a removed face free for a while: an old id finds no face', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square], room: 400 });
    const gone = mesh.locate(10, 10);
    const holes: Polygon[] = [];
    for (let k = 0; k < 8; k++) {
      holes.push(house.map(([x, y]) => [x - 4 + k, y + 0.1 * k]));
      cut(mesh, holes[k]);
      expect(mesh.outlineOf(gone)).toEqual([]);
    }
  });
});

describe('a buffer that is too short', () => {
  const square: Polygon = [[0, 0], [10, 0], [10, 10], [0, 10]];

  test('leaves links and areas as they were', () => {
    const mesh = NavMesh.fromPolygons({ outlines: [square], holes: [[[4, 2], [6, 2], [6, 9], [4, 9]]], linkRoom: 16 });
    const link = mesh.addLink({ from: { x: 1, y: 5 }, to: { x: 9, y: 5 } });
    const face = mesh.locate(1, 5);
    const { version } = mesh;
    expect(() => mesh.setLink(link, false, new Uint32Array(0))).toThrow('The buffer for changed tails holds 0');
    expect(() => mesh.setArea(face, 3, new Uint32Array(1))).toThrow('The buffer for changed tails holds 1');
    expect([mesh.link(link).isOpen, mesh.areaOf(face), mesh.version]).toEqual([true, 0, version]);
    const tails = new Uint32Array(mesh.vertexCount);
    expect(mesh.setLink(link, false, tails)).toBeGreaterThan(0);
    expect(mesh.setArea(face, 3, tails)).toBeGreaterThan(1);
    expect([mesh.link(link).isOpen, mesh.areaOf(face), mesh.version]).toEqual([false, 3, version + 2]);
  });
});

test('an outline of less than three corners is rejected, one without area cuts nothing', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9], [0, 9]]] });
  for (const outline of [[], [[4.5, 1.5]], [[4.5, 1.5], [4.5, 2.5]]] as unknown as Polygon[]) {
    expect(() => mesh.cut(outline)).toThrow(`An outline needs at least three corners, got ${outline.length}.`);
    expect(() => mesh.restore(outline)).toThrow('This outline is not cut');
  }
  const line: Polygon = [[4, 1], [4, 2], [4, 8]];
  expect([mesh.cut(line), mesh.restore(line), mesh.faceCount]).toEqual([0, 0, 1]);
});

test('a link is opened and closed by true and false, not by a text', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9], [0, 9]]], linkRoom: 4 });
  const link = { from: { x: 1, y: 1 }, to: { x: 8, y: 8 } };
  const id = mesh.addLink({ ...link, isOpen: false });
  for (const text of ['false', undefined, 0]) expect(() => mesh.setLink(id, text as never)).toThrow('isOpen must be true or false, got ');
  expect(() => mesh.addLink({ ...link, oneWay: 'false' } as never)).toThrow("A link's oneWay must be true or false, got 'false'.");
  expect(mesh.link(id).isOpen).toBe(false);
});
