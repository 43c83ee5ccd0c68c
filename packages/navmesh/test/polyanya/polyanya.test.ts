import { runs, VisibilityGraph } from '@pf/testkit';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded, type Pair } from '../worlds.ts';

type Triple = [number, number, number];

/** 10,000 worlds: PF_RUNS=10. */
const worlds = runs(1000);

function checkPath(world: RandomWorld, from: Pair, to: Pair, cost: number, path: (out: Float64Array) => number, pathLength: number): void {
  const out = new Float64Array(2 * pathLength);
  const n = path(out);
  if (n !== pathLength) throw new Error(`The path has ${n} points and says ${pathLength}.`);
  if (cost === Infinity) {
    if (n !== 0) throw new Error('There is a path of infinite cost.');
    return;
  }
  if (out[0] !== from[0] || out[1] !== from[1] || out[2 * n - 2] !== to[0] || out[2 * n - 1] !== to[1]) throw new Error('The path has other ends.');
  let length = 0;
  for (let i = 2; i < 2 * n; i += 2) {
    const dx = out[i] - out[i - 2], dy = out[i + 1] - out[i - 1];
    if (dx === 0 && dy === 0) throw new Error('The path stands still.');
    length += Math.hypot(dx, dy);
    for (let k = 0; k <= 8; k++) {
      const x = out[i - 2] + (k / 8) * dx, y = out[i - 1] + (k / 8) * dy;
      if (!world.visibility.isWalkable(x, y)) throw new Error(`The path leaves the world at (${x}, ${y}).`);
    }
  }
  if (Math.abs(length - cost) > 1e-9) throw new Error(`The path is ${length} long and costs ${cost}.`);
}

test('Polyanya agrees with the visibility graph; the funnel finds nothing shorter and never leaves the world', () => {
  let queries = 0, reached = 0, straight = 0, funnelLength = 0, polyanyaLength = 0;
  for (let seed = 0; seed < worlds; seed++) {
    const world = new RandomWorld(seed);
    let queryText = '';
    try {
      const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: [3, 4, 6, 12][seed % 4] });
      checkMesh(mesh);
      const polyanya = new Polyanya(mesh), searches = [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
      for (let query = 0; query < 8; query++) {
        const from = world.point(), to = world.point();
        queryText = `from (${from.join()}) to (${to.join()})`;
        const least = world.visibility.distance(...from, ...to);
        const cost = polyanya.search(...from, ...to);
        if (!(cost === least || Math.abs(cost - least) < 1e-7)) throw new Error(`Polyanya says ${cost}, the visibility graph ${least}.`);
        if (query < 2) checkPath(world, from, to, cost, (out) => polyanya.path(out), polyanya.pathLength);
        for (const corridors of searches) {
          const pulled = corridors.search(...from, ...to);
          if (pulled < cost - 1e-9 || (pulled === Infinity) !== (cost === Infinity)) throw new Error(`The funnel says ${pulled}, Polyanya ${cost}.`);
          if (query < 2) checkPath(world, from, to, pulled, (out) => corridors.path(out), corridors.pathLength);
        }
        queries++;
        if (cost === Infinity) continue;
        reached++;
        funnelLength += searches[0].cost;
        polyanyaLength += cost;
        if (polyanya.pathLength <= 2) straight++;
      }
    } catch (error) {
      throw new Error(`${(error as Error).message} ${queryText}, ${world.toString()}`, { cause: error });
    }
  }
  console.info(`${worlds} worlds, ${queries} queries, ${reached} with a path, ${straight} of them straight; funnel / Polyanya ${(funnelLength / polyanyaLength).toFixed(4)}`);
  expect(reached - straight).toBeGreaterThan(queries / 20);
});

test('among many small blocks, where paths turn often, Polyanya agrees with the visibility graph', () => {
  let turns = 0;
  for (let seed = 0; seed < Math.max(3, runs(24)); seed++) {
    const random = seeded(seed), int = (n: number): number => Math.floor(n * random());
    const size = 24, outlines: Pair[][] = [[[0, 0], [size, 0], [size, size], [0, size]]];
    const holes = Array.from({ length: 20 }, (): Pair[] => {
      const x = int(size), y = int(size);
      return Array.from({ length: 3 + int(2) }, (): Pair => [x + int(7) - 3, y + int(7) - 3]);
    });
    const visibility = new VisibilityGraph({ outlines, holes });
    const polyanya = new Polyanya(NavMesh.fromPolygons({ outlines, holes, sides: [3, 4, 6, 12][seed % 4] }));
    for (let query = 0; query < 60; query++) {
      const [from, to] = [0, 1].map((): Pair => (random() < 0.5 ? [int(size + 1), int(size + 1)] : [size * random(), size * random()]));
      const cost = polyanya.search(...from, ...to), least = visibility.distance(...from, ...to);
      expect(cost === least || Math.abs(cost - least) < 1e-7, `${cost} and not ${least} from (${from.join()}) to (${to.join()}), blocks of seed ${seed}`).toBe(true);
      turns += Math.max(0, polyanya.pathLength - 2);
    }
  }
  expect(turns).toBeGreaterThan(runs(24 * 60) / 2);
});

test('a path around a point where two walls touch leads nowhere on the other side of that point', () => {
  let around = 0;
  for (let seed = 0; seed < runs(100); seed++) {
    const random = seeded(seed), int = (n: number): number => Math.floor(n * random());
    // Two walls meet at a tip that juts into the ground above them; the only passage is beyond the right one.
    const tip: Pair = [9 + int(4), 10], end = 15 + int(4);
    const outlines: Pair[][] = [[[0, 0], [20, 0], [20, 20], [0, 20]]];
    const holes: Pair[][] = [[[0, 1 + int(4)], tip, [0, 6 + int(3)]], [[end, 1 + int(4)], [end, 6 + int(3)], tip]];
    const visibility = new VisibilityGraph({ outlines, holes });
    for (const sides of [3, 12]) {
      const mesh = NavMesh.fromPolygons({ outlines, holes, sides });
      checkMesh(mesh);
      // The same walls as ground that a view forbids.
      const faces = Array.from({ length: mesh.vertexCount }, (_, f) => mesh.outlineOf(f)).filter((outline) => outline.length > 0), rings = [...faces, ...holes];
      const ids = rings.map((ring, k) => ring.map((_, i) => rings.slice(0, k).flat().length + i));
      const surface = NavMesh.fromSurface({ vertices: rings.flat().map(([x, y]): Triple => [x, y, 0]), polygons: ids, areas: rings.map((_, k) => (k < faces.length ? 0 : 1)) }, { sides });
      const polyanya = new Polyanya(mesh), inView = new Polyanya(surface.view({ costs: { 1: Infinity } }));
      for (let query = 0; query < 10; query++) {
        const from: Pair = [4 * random(), 9 + random()], to: Pair = [1 + random() * 16, 3 * random()];
        const cost = polyanya.search(...from, ...to), least = visibility.distance(...from, ...to);
        expect(cost === least || Math.abs(cost - least) < 1e-7, `${cost} and not ${least} from (${from.join()}) to (${to.join()}), walls of seed ${seed}`).toBe(true);
        expect(inView.search(...from, ...to), `from (${from.join()}) to (${to.join()}), walls of seed ${seed}, in a view`).toBeCloseTo(least, 7);
        if (polyanya.pathLength > 3) around++;
      }
    }
  }
  expect(around).toBeGreaterThan(runs(1000));
});

test('points inside and outside the world are distinguished as in the outlines', () => {
  for (let seed = 0; seed < runs(200); seed++) {
    const world = new RandomWorld(seed);
    const mesh = NavMesh.fromPolygons(world);
    for (let i = 0; i < 20; i++) {
      const [x, y] = world.point();
      expect(mesh.locate(x, y) >= 0, `(${x}, ${y}) in ${world.toString()}`).toBe(world.visibility.isWalkable(x, y));
    }
  }
});

test('the mirrored and the rotated world have the same distances', () => {
  for (let seed = 0; seed < runs(100); seed++) {
    const world = new RandomWorld(seed);
    const turned = ([x, y]: Pair): Pair => [-3 * y + 17, 3 * x - 5], mirrored = ([x, y]: Pair): Pair => [-x, y];
    const costs = ([(p: Pair): Pair => p, turned, mirrored] as const).map((move) => {
      const polyanya = new Polyanya(NavMesh.fromPolygons({ outlines: world.outlines.map((ring) => ring.map(move)), holes: world.holes.map((ring) => ring.map(move)) }));
      return (a: Pair, b: Pair): number => polyanya.search(...move(a), ...move(b)) / (move === turned ? 3 : 1);
    });
    for (let query = 0; query < 10; query++) {
      const from = world.point(), to = world.point();
      const [first, second, third] = costs.map((cost) => cost(from, to));
      if (first < Infinity) {
        expect(second).toBeCloseTo(first, 7);
        expect(third).toBeCloseTo(first, 7);
        expect(costs[0](to, from)).toBeCloseTo(first, 7);
      } else expect([second, third]).toEqual([Infinity, Infinity]);
    }
  }
});

test('finds the path from a wall that goes on straight, whichever side of it rounding puts the start on', () => {
  const outline: Pair[] = [[0, 0], [8, 0], [8, 8], [0, 8]];
  const holes: Pair[][] = [[[4, 8], [1, 6], [2, 5], [4, 5]], [[2, 4], [4, 4], [4, 5], [2, 5]]];
  for (let i = 0; i < runs(300); i++) {
    const angle = 0.3 + i;
    const turned = ([x, y]: Pair): Pair => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
    const polyanya = new Polyanya(NavMesh.fromPolygons({ outlines: [outline.map(turned)], holes: holes.map((hole) => hole.map(turned)), sides: 3 }));
    const wall = turned([4, 6]), corner = turned([1, 6]);
    expect(polyanya.search(...wall, ...corner), `angle ${angle}`).toBeCloseTo(4 + Math.sqrt(5), 9);
    expect(polyanya.search(...corner, ...wall), `back, angle ${angle}`).toBeCloseTo(4 + Math.sqrt(5), 9);
  }
});

test('finds the path within a mesh with inner vertices, from a start beside its side by less than the snap', () => {
  const side = 4, at = (x: number, y: number): number => y * (side + 1) + x;
  const vertices: Pair[] = [];
  const triangles: [number, number, number][] = [];
  for (let y = 0; y <= side; y++) for (let x = 0; x <= side; x++) vertices.push([x, y]);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if (x !== 2 || y === 3) triangles.push([at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]);
  }
  for (const sides of [3, 4, 12]) {
    const mesh = NavMesh.fromTriangles(vertices, triangles, { sides });
    const polyanya = new Polyanya(mesh);
    for (let x = 0; x <= side; x++) {
      for (const beside of [-0.75, -0.25, 0.1, 0.25, 0.75]) {
        polyanya.begin(x, 1.5, 3.5, 0.5);
        expect(polyanya.run(1000)).toBe(true);
        const { cost } = polyanya;
        polyanya.begin(x + beside * mesh.snap, 1.5, 3.5, 0.5);
        expect(polyanya.run(1000), `${x} and ${beside} snaps, ${sides} sides`).toBe(true);
        expect(polyanya.cost).toBeCloseTo(cost, 6);
      }
    }
  }
});

test('streets in a grid, where many paths of one length reach a corner, need few expansions', () => {
  const streets = (n: number, block: number): { outlines: Pair[][]; holes: Pair[][] } => {
    const square = (x: number, y: number, side: number): Pair[] => [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
    const holes = Array.from({ length: n * n }, (_, i) => square(1 + (i % n) * (block + 1), 1 + Math.floor(i / n) * (block + 1), block));
    return { outlines: [square(0, 0, 1 + n * (block + 1))], holes };
  };
  const random = seeded(8);
  for (let i = 0; i < runs(60); i++) {
    const block = [1, 2, 4, 8][i % 4];
    const { outlines, holes } = streets(6, block);
    // Some blocks are parks: paths lead across them and around corners from several sides.
    const town = { outlines, holes: holes.filter(() => random() < 1 - 0.1 * (i % 8)) };
    const visibility = new VisibilityGraph(town);
    const polyanya = new Polyanya(NavMesh.fromPolygons({ ...town, sides: [3, 4, 12][i % 3] }));
    const crossing = (): Pair => [0.5 + Math.floor(7 * random()) * (block + 1), 0.5 + Math.floor(7 * random()) * (block + 1)];
    for (let query = 0; query < 10; query++) {
      const from = crossing(), to = crossing();
      expect(polyanya.search(...from, ...to), `town ${i}, from (${from.join()}) to (${to.join()})`).toBeCloseTo(visibility.distance(...from, ...to), 9);
    }
  }
  // Ten million expansions before repeated nodes were detected.
  const polyanya = new Polyanya(NavMesh.fromPolygons(streets(25, 4)));
  expect(polyanya.search(0.5, 0.5, 125.5, 125.5)).toBeCloseTo(206.96445516778493, 9);
  expect([polyanya.counters.expanded, polyanya.counters.generated]).toEqual([4850, 7570]);
});

describe('meshes with inner vertices, and cuts', () => {
  test('the search does not go back and forth without end between two faces that share a side in parts', () => {
    const vertices: Pair[] = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2], [0, 3], [1, 3], [2, 3], [3, 3], [1, 4], [2, 4]];
    const mesh = NavMesh.fromTriangles(vertices, [
      [0, 1, 4], [0, 4, 3], [1, 5, 4], [3, 4, 7], [3, 7, 6], [6, 7, 10], [6, 10, 9], [7, 8, 11], [7, 11, 10], [8, 12, 11], [9, 10, 13], [10, 11, 14], [10, 14, 13],
    ]);
    const polyanya = new Polyanya(mesh);
    mesh.cut([[2, 2], [4, 2], [4, 3], [2, 3]]);
    polyanya.begin(1, 3.5, 1.5, 1);
    expect(polyanya.run(1000)).toBe(true);
    expect(polyanya.cost).toBe(3);
  });

  test('a path continues along a line of sides, in either direction, and never back and around its start', () => {
    for (const turned of [([x, y]: Pair): Pair => [x, y], ([x, y]: Pair): Pair => [-y, x], ([x, y]: Pair): Pair => [-x, -y], ([x, y]: Pair): Pair => [y, -x]]) {
      /** Rectangles on both sides of the line y = 0, each given by two x and a height. */
      const search = (columns: readonly Triple[], holes: readonly Pair[][], from: Pair, to: Pair, sides: number): number => {
        const vertices = columns.flatMap(([x, end, high]): Pair[] => [[x, 0], [end, 0], [end, high], [x, high]]);
        const triangles = columns.flatMap((_, i): Triple[] => [[4 * i, 4 * i + 1, 4 * i + 2], [4 * i, 4 * i + 2, 4 * i + 3]]);
        const mesh = NavMesh.fromTriangles(vertices.map(turned), triangles, { sides });
        for (const hole of holes) mesh.cut(hole.map(turned));
        const polyanya = new Polyanya(mesh);
        polyanya.begin(...turned(from), ...turned(to));
        expect(polyanya.run(1000)).toBe(true);
        return polyanya.cost;
      };
      expect(search([[0, 1, -1], [1, 3, -1], [0, 1, 2], [2, 4, 2]], [], [3.5, 0], [1, 0.5], 12)).toBe(3);
      const rows: Triple[] = [[0, 2, -1], [2, 4, -3], [0, 1, 1], [1, 4, 2]];
      expect(search(rows, [[[2, -1], [3, -1], [1, -2]]], [0, 0], [2.5, -2], 6)).toBeCloseTo(Math.sqrt(10) + Math.hypot(0.5, 1), 12);
    }
  });

  test('lengths are right after cuts and restores in any order, with whole coordinates', () => {
    for (let seed = 0; seed < runs(60); seed++) {
      const random = seeded(seed);
      const int = (n: number): number => Math.floor(n * random());
      const width = 3 + int(3), height = 3 + int(3), at = (x: number, y: number): number => y * (width + 1) + x;
      const vertices = Array.from({ length: (width + 1) * (height + 1) }, (_, v): Pair => [v % (width + 1), Math.floor(v / (width + 1))]);
      const ground = Array.from({ length: width * height }, (_, i): Pair => [i % width, Math.floor(i / width)]).filter(() => random() < 0.85);
      const box = (x: number, y: number, w: number, h: number): Pair[] => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
      const mesh = NavMesh.fromTriangles(vertices, ground.flatMap(([x, y]): [number, number, number][] => (random() < 0.7
        ? [[at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]]
        : [[at(x, y), at(x + 1, y), at(x, y + 1)], [at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]])), { sides: [3, 4, 6, 12][seed % 4], room: 300 });
      const polyanya = new Polyanya(mesh);
      const standing: Pair[][] = [];
      for (let step = 0; step < 4; step++) {
        if (standing.length > 0 && random() < 0.3) mesh.restore(standing.splice(int(standing.length), 1)[0]);
        else {
          standing.push(box(int(width), int(height), 1 + int(2), 1 + int(2)));
          mesh.cut(standing[standing.length - 1]);
        }
        const visibility = new VisibilityGraph({ outlines: ground.map(([x, y]) => box(x, y, 1, 1)), holes: standing });
        for (let query = 0; query < 12; query++) {
          const [x, y, toX, toY] = [int(2 * width + 1) / 2, int(2 * height + 1) / 2, int(2 * width + 1) / 2, int(2 * height + 1) / 2];
          const least = visibility.distance(x, y, toX, toY), queryText = `seed ${seed}, step ${step}, from (${x}, ${y}) to (${toX}, ${toY})`;
          polyanya.begin(x, y, toX, toY);
          expect(polyanya.run(10_000), queryText).toBe(true);
          if (least === Infinity) expect(polyanya.cost, queryText).toBe(Infinity);
          else expect(polyanya.cost, queryText).toBeCloseTo(least, 9);
        }
      }
    }
  });
});

test('a search in slices, and the counts for a fixed seed', () => {
  const world = new RandomWorld(68, undefined, 60);
  const mesh = NavMesh.fromPolygons(world);
  const whole = new Polyanya(mesh), pieces = new Polyanya(mesh);
  const counts: number[][] = [];
  while (counts.length < 6) {
    const from = world.point(), to = world.point();
    whole.search(...from, ...to);
    if (whole.pathLength < 4) continue;
    counts.push([whole.counters.expanded, whole.counters.generated]);
    pieces.begin(...from, ...to);
    expect([pieces.run(Infinity, { aborted: true }), pieces.run(0), pieces.counters.expanded]).toEqual([false, false, 0]);
    while (!pieces.run(1));
    expect(pieces.cost).toBe(whole.cost);
    expect(pieces.run(5)).toBe(true);
    for (const budget of [1, 2, 3]) {
      pieces.begin(...from, ...to);
      expect([pieces.cost, pieces.pathLength]).toEqual([Infinity, 0]);
      for (let before = 0, done = false; !done; before = pieces.counters.expanded) {
        done = pieces.run(budget);
        expect(pieces.counters.expanded - before).toBeLessThanOrEqual(budget);
      }
      expect(pieces.cost).toBe(whole.cost);
    }
    const aborted = { aborted: false };
    pieces.begin(...from, ...to);
    pieces.run(Infinity, aborted);
    expect(pieces.cost).toBe(whole.cost);
  }
  expect(counts).toEqual([[3, 5], [3, 4], [3, 5], [2, 4], [2, 3], [2, 3]]);
});

test('rejects invalid arguments', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]] });
  const polyanya = new Polyanya(mesh);
  expect(() => polyanya.run()).toThrow('call begin(start, goal) first');
  expect(() => polyanya.search(0, NaN, 1, 1)).toThrow('Start and goal need finite coordinates, got (0, NaN) and (1, 1).');
  expect(polyanya.path(new Float64Array(0))).toBe(0);
  polyanya.search(0, 1, 3, 4);
  expect(() => polyanya.path(new Float64Array(4))).toThrow('The path has 3 points, 6 numbers; the buffer holds 4.');
  for (const budget of [NaN, -1]) expect(() => polyanya.run(budget)).toThrow(`The budget must be a number of expansions, 0 or more, got ${budget}.`);
  expect(polyanya.search(0, 2, 3, 4)).toBe(Infinity);
  expect(polyanya.search(-1, 0.5, 3, 4)).toBe(Infinity);
  expect(polyanya.search(3.5, 3, 3.5, 3)).toBe(0);
  expect(polyanya.path(new Float64Array(2))).toBe(1);
});

test('with cheap links, other queries between begin and run leave the path as it is', () => {
  const outlines = [[[0, 0], [100, 0], [100, 10], [0, 10]], [[190, 190], [210, 190], [210, 210], [190, 210]]] as const;
  const mesh = NavMesh.fromPolygons({ outlines, linkRoom: 8 });
  mesh.addLink({ from: { x: 5, y: 1 }, to: { x: 200, y: 200 }, cost: 0, oneWay: true });
  mesh.addLink({ from: { x: 201, y: 200 }, to: { x: 95, y: 1 }, cost: 0, oneWay: true });
  mesh.addLink({ from: { x: 199, y: 200 }, to: { x: 201, y: 201 }, oneWay: true });
  const polyanya = new Polyanya(mesh), corridors = new CorridorSearch(mesh, new AStar(mesh));
  const cost = polyanya.search(5, 5, 95, 5);
  expect(cost).toBeCloseTo(9, 9);
  for (const between of [(): unknown => new Polyanya(mesh).search(200, 195, 200, 205), (): unknown => corridors.search(200, 195, 5, 5)]) {
    polyanya.begin(5, 5, 95, 5);
    between();
    while (!polyanya.run(1)) between();
    expect(polyanya.cost).toBe(cost);
  }
});
