import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, Polyanya, type HeightRange, type Polygon } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded } from '../worlds.ts';
import { Cells, Tower, type Cell } from './towers.ts';

interface Prism { readonly outline: Polygon; readonly heights: HeightRange }

function isInside(outline: Polygon, x: number, y: number): boolean {
  return outline.reduce((odd, [ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !odd : odd;
  }, false);
}

function distanceToRim(outline: Polygon, x: number, y: number): number {
  return Math.min(...outline.map(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length], dx = bx - ax, dy = by - ay;
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(ax + t * dx - x, ay + t * dy - y);
  }));
}

/** A hole over whole cells that leaves no part of a cell by its heights; undefined if it would. */
function cellPrism(tower: Tower): Prism | undefined {
  const [x, y, width, depth] = [tower.int(4), tower.int(4), 1 + tower.int(2), 1 + tower.int(2)];
  const heights = { low: tower.int(4) - 0.5, high: tower.int(5) + 0.5 };
  if (!(heights.low < heights.high)) return undefined;
  const prism = { outline: [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]] as const, heights };
  const isPart = (cell: Cell): boolean => !covers(prism, cell) && isInside(prism.outline, cell.x + 0.5, cell.y + 0.5) && Math.max(...cell.heights) > heights.low && Math.min(...cell.heights) < heights.high;
  return tower.cells.some(isPart) ? undefined : prism;
}

function covers({ outline, heights: { low = -Infinity, high = Infinity } }: Prism, cell: Cell): boolean {
  return isInside(outline, cell.x + 0.5, cell.y + 0.5) && cell.heights.every((z) => z >= low && z <= high);
}

test('towers with cells cut out of one floor, in histories, have the path lengths of the oracle', () => {
  let queries = 0, reached = 0, longer = 0, steps = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const tower = new Tower(seed, { areas: seed % 3 === 0 ? 2 : 1, links: seed % 2 === 0 ? 3 : 0, touches: (seed % 4) * 2 });
    const mesh = NavMesh.fromSurface(tower.surface, { sides: [4, 6, 12][seed % 3], room: 20, linkRoom: 60 });
    const faces = mesh.faceCount, whole = new Cells(tower.cells, tower.links);
    const standing: Prism[] = [];
    const polyanya = new Polyanya(mesh);
    try {
      for (let step = 0; step < 6; step++) {
        if (standing.length > 0 && tower.random() < 0.35) mesh.restore(standing.splice(tower.int(standing.length), 1)[0].outline);
        else {
          const prism = cellPrism(tower);
          if (prism === undefined) continue;
          standing.push(prism);
          mesh.cut(prism.outline, undefined, prism.heights);
        }
        steps++;
        checkMesh(mesh);
        const left = tower.cells.filter((cell) => !standing.some((prism) => covers(prism, cell)));
        const oracle = new Cells(left, tower.links);
        for (let i = 0; i < 6; i++) {
          const from = tower.place(), to = tower.place();
          const starts = oracle.at(from.x, from.y, from.z), goals = oracle.at(to.x, to.y, to.z);
          if (starts.length === 0 || goals.length === 0) continue;
          const all = oracle.distances(starts), least = Math.min(...goals.map((goal) => all[goal]));
          const cost = polyanya.search(from.x, from.y, to.x, to.y, from.z, to.z);
          if (!(cost === least || Math.abs(cost - least) < 1e-4)) throw new Error(`From ${JSON.stringify(from)} to ${JSON.stringify(to)} it is ${cost}, not ${least}.`);
          queries++;
          if (cost < Infinity) reached++;
          const before = whole.distances(whole.at(from.x, from.y, from.z));
          if (cost > Math.min(...whole.at(to.x, to.y, to.z).map((goal) => before[goal])) + 1e-9) longer++;
        }
      }
      for (const { outline } of standing) mesh.restore(outline);
      checkMesh(mesh);
      if (mesh.faceCount !== faces) throw new Error(`There are ${mesh.faceCount} faces and there were ${faces}.`);
    } catch (error) {
      throw new Error(`${(error as Error).message} seed ${seed}, cut ${JSON.stringify(standing)}`, { cause: error });
    }
  }
  console.info(`${steps} cuts and restores, ${queries} queries, ${reached} with a path, ${longer} longer than without cuts`);
  expect(reached).toBeGreaterThan(queries / 4);
  expect(longer).toBeGreaterThan(queries / 20);
});

test('polygons on floors and ramps may overlap and be cut and restored in any order: the ground is what no hole covers, at its height', () => {
  let points = 0, gone = 0, steps = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const tower = new Tower(seed, { areas: seed % 3 === 0 ? 2 : 1 });
    const sides = [3, 6, 12][seed % 3], mesh = NavMesh.fromSurface(tower.surface, { sides, room: 20 });
    const faces = mesh.faceCount, standing: Prism[] = [];
    const random = (): number => (seed % 2 === 0 ? Math.round(8 * tower.random()) / 2 : 4 * tower.random());
    try {
      for (let step = 0; step < 8; step++) {
        if (standing.length > 0 && tower.random() < 0.4) mesh.restore(standing.splice(tower.int(standing.length), 1)[0].outline);
        else {
          const low = random() - 1, outline = Array.from({ length: 3 + tower.int(3) }, (): [number, number] => [random(), random()]);
          standing.push({ outline, heights: tower.random() < 0.2 ? {} : { low, high: low + 2 * tower.random() } });
          mesh.cut(outline, undefined, standing[standing.length - 1].heights);
        }
        steps++;
        checkMesh(mesh);
        const fresh = NavMesh.fromSurface(tower.surface, { sides, room: 0 });
        for (const { outline, heights } of standing) fresh.cut(outline, undefined, heights);
        const kept = new Polyanya(mesh), anew = new Polyanya(fresh);
        for (let i = 0; i < 20; i++) {
          const cell = tower.cells[tower.int(tower.cells.length)], u = tower.random(), v = tower.random(), [sw, se, , nw] = cell.heights;
          const x = cell.x + u, y = cell.y + v, z = sw + u * (se - sw) + v * (nw - sw);
          const isNear = standing.some(({ outline, heights: { low = -9, high = 99 } }) => distanceToRim(outline, x, y) < 1e-3 || Math.min(Math.abs(z - low), Math.abs(z - high)) < 1e-3);
          if (isNear) continue;
          const isGone = standing.some(({ outline, heights: { low = -9, high = 99 } }) => z > low && z < high && isInside(outline, x, y));
          const face = mesh.locate(x, y, z), isThere = face >= 0 && Math.abs(mesh.height(x, y, z) - z) < 1e-5;
          if (isThere === isGone) throw new Error(`(${x}, ${y}, ${z}) is ${isGone ? 'cut away' : 'ground'} and the mesh says otherwise.`);
          if (isThere && mesh.areaOf(face) !== cell.area) throw new Error(`(${x}, ${y}, ${z}) is of area ${mesh.areaOf(face)}, not ${cell.area}.`);
          points++;
          if (isGone) gone++;
          const to = tower.place();
          if (isGone || !(Math.abs(mesh.height(to.x, to.y, to.z) - to.z) < 1e-5) || !(Math.abs(fresh.height(to.x, to.y, to.z) - to.z) < 1e-5)) continue;
          const cost = kept.search(x, y, to.x, to.y, z, to.z), least = anew.search(x, y, to.x, to.y, z, to.z);
          if (!(cost === least || Math.abs(cost - least) < 1e-4)) throw new Error(`To ${JSON.stringify(to)} it is ${cost}, and without a history ${least}.`);
        }
      }
      for (const { outline } of standing) mesh.restore(outline);
      checkMesh(mesh);
      if (mesh.faceCount !== faces) throw new Error(`There are ${mesh.faceCount} faces and there were ${faces}.`);
    } catch (error) {
      throw new Error(`${(error as Error).message} seed ${seed}, cut ${JSON.stringify(standing)}`, { cause: error });
    }
  }
  console.info(`${steps} cuts and restores, ${points} points, ${gone} of them cut away`);
  expect(gone).toBeGreaterThan(points / 20);
});

test('on level ground of many polygons, and on one sloping plane, lengths are those of the flat mesh with the same holes', () => {
  let checked = 0, reached = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const world = new RandomWorld(seed, undefined, 3), random = seeded(seed), size = world.size;
    const slope = seed % 2 === 0 ? 0 : 0.4, pieces = 1 + Math.floor(4 * random());
    const vertices: number[][] = [], polygons: number[][] = [];
    for (let i = 0; i < pieces; i++) {
      for (let j = 0; j < pieces; j++) {
        const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([x, y]) => vertices.push([(x * size) / pieces, (y * size) / pieces, (slope * x * size) / pieces]) - 1);
        polygons.push(...(random() < 0.5 ? [corners] : [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]]));
      }
    }
    // With alternating areas the polygons stay apart, and holes lie across their sides.
    const areas = polygons.map((_, i) => (seed % 3 === 0 ? 0 : i % 4));
    const mesh = NavMesh.fromSurface({ vertices, polygons, areas }, { room: 20, sides: [3, 6, 12][seed % 3] });
    const standing: Polygon[] = [];
    for (let step = 0; step < 6; step++) {
      if (standing.length > 1 && random() < 0.4) mesh.restore(standing.splice(Math.floor(random() * standing.length), 1)[0]);
      else {
        standing.push(world.hole());
        mesh.cut(standing[standing.length - 1]);
      }
      checkMesh(mesh);
      const flat = new Polyanya(NavMesh.fromPolygons({ outlines: [[[0, 0], [size, 0], [size, size], [0, size]]], holes: standing, room: 0 })), floor = new Polyanya(mesh);
      for (let i = 0; i < 5; i++) {
        const from = [random() * size, random() * size] as const, to = [random() * size, random() * size] as const;
        if (standing.some((outline) => Math.min(distanceToRim(outline, ...from), distanceToRim(outline, ...to)) < 1e-3)) continue;
        const cost = floor.search(...from, ...to), least = flat.search(...from, ...to);
        expect(cost === least || Math.abs(cost - least) < 1e-3, `${cost} and not ${least}: seed ${seed}, from (${from.join()}) to (${to.join()}), cut ${JSON.stringify(standing)}`).toBe(true);
        checked++;
        if (cost < Infinity) reached++;
      }
    }
  }
  console.info(`${checked} queries, ${reached} through`);
  expect(reached).toBeGreaterThan(checked / 4);
});

test('a level floor whose heights differ by rounding is cut whole by a hole that begins or ends at its height', () => {
  const low = 0.3, high = 0.1 + 0.2, hole: Polygon = [[1, 1], [3, 1], [3, 3], [1, 3]];
  for (let bits = 0; bits < 16; bits++) {
    const at = (k: number): number => ((bits >> k) & 1 ? high : low);
    for (const heights of [{ low: high }, { high: low }, { low: high, high: 5 }]) {
      const mesh = NavMesh.fromSurface({ vertices: [[0, 0, at(0)], [4, 0, at(1)], [4, 4, at(2)], [0, 4, at(3)]], polygons: [[0, 1, 2, 3]] });
      mesh.cut(hole, undefined, heights);
      const inside = [[2, 2], [1.2, 1.2], [2.8, 1.2], [1.2, 2.8], [2.8, 2.8]].map(([x, y]) => mesh.locate(x, y));
      expect(inside, `corners ${bits}, ${JSON.stringify(heights)}`).toEqual([-1, -1, -1, -1, -1]);
      expect(mesh.locate(0.5, 0.5)).toBeGreaterThanOrEqual(0);
    }
  }
});

test('in a face of hundreds of cuts, an edit changes only faces nearby; lengths are those of the flat mesh, and without cuts it is one face again', () => {
  const random = seeded(7), size = 100;
  const levels = [0, 50].map((z) => [[0, 0, z], [size, 0, z + 20], [size, size, z + 20], [0, size, z]]);
  const mesh = NavMesh.fromSurface({ vertices: levels.flat(), polygons: [[0, 1, 2, 3], [4, 5, 6, 7]] }, { reach: 10 });
  const holes = Array.from({ length: 320 }, (): Polygon => {
    const x = size * random(), y = size * random(), width = 3 * random(), depth = 3 * random();
    return [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]];
  });
  const checkLengths = (standing: readonly Polygon[]): void => {
    checkMesh(mesh);
    const floor = new Polyanya(mesh), flat = new Polyanya(NavMesh.fromPolygons({ outlines: [[[0, 0], [size, 0], [size, size], [0, size]]], holes: standing, room: 0 }));
    for (let i = 0; i < 20; i++) {
      const from = [size * random(), size * random()] as const, to = [size * random(), size * random()] as const;
      expect(floor.search(...from, ...to, from[0] / 5, to[0] / 5)).toBeCloseTo(flat.search(...from, ...to), 3);
    }
  };
  let most = 0, failed = 0;
  holes.forEach((hole, i) => {
    const { version, faceCount } = mesh;
    try {
      mesh.cut(hole, new Uint32Array(i % 2 === 0 ? 0 : 40), { high: 45 });
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      expect([mesh.version, mesh.faceCount]).toEqual([version, faceCount]);
      failed++;
      mesh.cut(hole, undefined, { high: 45 });
    }
    if (i % 160 === 159) checkLengths(holes.slice(0, i + 1));
  });
  for (const hole of holes.slice(0, 20)) most = Math.max(most, mesh.restore(hole), mesh.cut(hole, undefined, { high: 45 }));
  expect(failed).toBeGreaterThan(160);
  expect(mesh.faceCount).toBeGreaterThan(700);
  expect(most).toBeLessThan(mesh.faceCount / 3);
  holes.forEach((hole, i) => {
    mesh.restore(hole);
    if (i % 160 === 159) checkLengths(holes.slice(i + 1));
  });
  expect(mesh.faceCount).toBe(2);
});
