import { AStar, Dijkstra } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, NavMesh, Polyanya, type MeshView } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { Cells, Tower } from './towers.ts';

interface Planner { pathLength: number; path(out: Float64Array): number; pathInSpaceLength: number; pathInSpace(out: Float64Array): number }

/** Checks that a path walks on the surface and takes links of the world; returns its points, and its length from above and in space. */
function walked(tower: Tower, planner: Planner): { points: number[][]; flat: number; space: number; links: number } {
  const out = new Float64Array(4 * planner.pathInSpaceLength);
  const n = planner.pathInSpace(out);
  const points = Array.from({ length: n }, (_, i) => [...out.subarray(4 * i, 4 * i + 4)]);
  let flat = 0, space = 0, links = 0;
  for (let i = 0; i + 1 < n; i++) {
    const [ax, ay, az, link] = points[i], [bx, by, bz] = points[i + 1];
    if (link >= 0) {
      const { from, to, oneWay } = tower.links[link];
      const is = (p: { x: number; y: number; z?: number | undefined }, q: { x: number; y: number; z?: number | undefined }): boolean => Math.hypot(p.x - ax, p.y - ay, p.z! - az) + Math.hypot(q.x - bx, q.y - by, q.z! - bz) < 1e-6;
      if (!is(from, to) && (oneWay === true || !is(to, from))) throw new Error(`The path takes link ${link} from (${ax}, ${ay}, ${az}) to (${bx}, ${by}, ${bz}).`);
      links++;
      continue;
    }
    flat += Math.hypot(bx - ax, by - ay);
    space += Math.hypot(bx - ax, by - ay, bz - az);
    for (let k = 0; k <= 8; k++) {
      const s = k / 8, x = ax + s * (bx - ax), y = ay + s * (by - ay), z = az + s * (bz - az);
      if (!tower.has(x, y, z)) throw new Error(`The path leaves the surface at (${x}, ${y}, ${z}).`);
    }
  }
  return { points, flat, space, links };
}

/** The length of a path from its turns. It must be read before the path in space, which adds bends. */
function turned(planner: Planner): number {
  const out = new Float64Array(2 * planner.pathLength), n = planner.path(out);
  let length = 0;
  for (let i = 2; i < 2 * n; i += 2) length += Math.hypot(out[i] - out[i - 2], out[i + 1] - out[i - 1]);
  return length;
}

/** Queries a view, and the oracle. */
function compare(tower: Tower, mesh: MeshView, cells: Cells, queries: number): { reached: number; links: number; turns: number } {
  const polyanya = new Polyanya(mesh), searches = [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
  let reached = 0, links = 0, turns = 0;
  for (let query = 0; query < queries; query++) {
    const from = tower.place(), to = tower.place();
    const queryText = `seed ${tower.seed}, from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
    try {
      const goals = cells.at(to.x, to.y, to.z), starts = cells.at(from.x, from.y, from.z);
      const all = cells.distances(starts), least = Math.min(Infinity, ...goals.map((i) => all[i]));
      const cost = polyanya.search(from.x, from.y, to.x, to.y, from.z, to.z);
      if (!(cost === least || Math.abs(cost - least) < 1e-7)) throw new Error(`Polyanya says ${cost}, and it is ${least}.`);
      for (const corridors of searches) {
        const pulled = corridors.search(from.x, from.y, to.x, to.y, from.z, to.z);
        if (pulled < cost - 1e-7 || (pulled === Infinity) !== (cost === Infinity)) throw new Error(`The funnel says ${pulled}, and it is ${cost}.`);
      }
      if (cost === Infinity) continue;
      reached++;
      for (const planner of [polyanya, ...searches]) {
        const length = turned(planner), path = walked(tower, planner);
        const ends = [...path.points[0].slice(0, 3), ...path.points[path.points.length - 1].slice(0, 3)];
        [from.x, from.y, from.z, to.x, to.y, to.z].forEach((value, i) => { if (Math.abs(ends[i] - value) > 1e-6) throw new Error(`The path's ends are ${ends.join()}.`); });
        if (path.links === 0 && Math.abs(path.flat - planner.cost) > 1e-6) throw new Error(`The path is ${path.flat} long and costs ${planner.cost}.`);
        if (path.links === 0 && Math.abs(length - planner.cost) > 1e-6) throw new Error(`The turns are ${length} apart, and the path costs ${planner.cost}.`);
        links += path.links;
        turns += path.points.length - 2;
      }
    } catch (error) {
      throw new Error(`${(error as Error).message} ${queryText}`, { cause: error });
    }
  }
  return { reached, links, turns };
}

test('over towers of floors and ramps, Polyanya agrees with a search over sight lines between corners', () => {
  let queries = 0, reached = 0, turns = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const tower = new Tower(seed, { touches: (seed % 3) * 2 });
    const mesh = NavMesh.fromSurface(tower.surface, { sides: [3, 4, 6, 12][seed % 4] });
    checkMesh(mesh);
    const found = compare(tower, mesh, new Cells(tower.cells, []), 12);
    queries += 12;
    reached += found.reached;
    turns += found.turns;
  }
  console.info(`${queries} queries, ${reached} with a path, ${turns} turns and bends`);
  expect(reached).toBeGreaterThan(queries / 4);
  expect(turns).toBeGreaterThan(queries / 3);
});

test('nearest changes no path that arrives, at any height above or below its ends', () => {
  let arrived = 0;
  for (let seed = 0; seed < runs(100); seed++) {
    const tower = new Tower(seed, { touches: (seed % 3) * 2 }), mesh = NavMesh.fromSurface(tower.surface), { random } = tower;
    for (let query = 0; query < 8; query++) {
      const [from, to] = [tower.place(), tower.place()].map(({ x, y, z }) => ({ x: x + random() - 0.5, y: y + random() - 0.5, z: z + 2 * random() - 1 }));
      const path = findPath(mesh, { from, to });
      if (!path.arrived) continue;
      arrived++;
      expect(findPath(mesh, { from, to, nearest: true }), `seed ${seed}, query ${query}`).toEqual(path);
    }
  }
  expect(arrived).toBeGreaterThan(runs(100));
});

test('paths with links, cheap and expensive, one-way and two-way, and with closed areas, are those of the oracle', () => {
  let queries = 0, reached = 0, links = 0;
  for (let seed = 0; seed < runs(150); seed++) {
    const tower = new Tower(seed, { areas: 3, links: 5, touches: (seed % 2) * 4 });
    const mesh = NavMesh.fromSurface(tower.surface, { sides: [3, 4, 6, 12][seed % 4], linkRoom: 40 });
    const found = [compare(tower, mesh, new Cells(tower.cells, tower.links), 6)];
    const closed = seed % 3;
    const usable = tower.links.filter(({ area = 0 }) => area !== closed);
    found.push(compare(tower, mesh.view({ costs: { [closed]: Infinity } }), new Cells(tower.cells, usable, (area) => area !== closed), 6));
    for (const one of found) {
      queries += 6;
      reached += one.reached;
      links += one.links;
    }
  }
  console.info(`${queries} queries, ${reached} with a path, ${links} links taken`);
  expect(links).toBeGreaterThan(queries / 4);
});

test('with costs by area a path costs the sum of its sections, and Dijkstra finds no cheaper corridor', () => {
  for (let seed = 0; seed < runs(80); seed++) {
    const tower = new Tower(seed, { areas: 3, links: 2 });
    const costs = [1, 0.25 + 4 * tower.random(), seed % 2 === 0 ? Infinity : 2];
    const mesh = NavMesh.fromSurface(tower.surface, { linkRoom: 40 });
    for (const length of ['horizontal', 'surface'] as const) {
      const view = mesh.view({ costs, length });
      const astar = new AStar(view), dijkstra = new Dijkstra(view), searches = [new CorridorSearch(view, astar), new CorridorSearch(view)];
      for (let query = 0; query < 16; query++) {
        const corridors = searches[query % 2], from = tower.place(), to = tower.place();
        const start = mesh.locate(from.x, from.y, from.z), goal = mesh.locate(to.x, to.y, to.z);
        if (costs[mesh.areaOf(start)] < Infinity && costs[mesh.areaOf(goal)] < Infinity) expect(astar.search(start, goal), `seed ${seed}`).toBeCloseTo(dijkstra.search(start, goal), 9);
        const cost = corridors.search(from.x, from.y, to.x, to.y, from.z, to.z);
        if (cost === Infinity) continue;
        const { points } = walked(tower, corridors);
        let sum = 0;
        for (let i = 0; i + 1 < points.length; i++) {
          const [ax, ay, az, link] = points[i], [bx, by, bz] = points[i + 1];
          if (link >= 0) {
            const { from: a, to: b, cost: own, area = 0 } = tower.links[link];
            sum += (own ?? Math.hypot(a.x - b.x, a.y - b.y, a.z! - b.z!)) * costs[area];
            continue;
          }
          // Areas change where cells do.
          const cuts = [0, 1];
          for (const [p, q] of [[ax, bx], [ay, by]]) for (let k = Math.ceil(Math.min(p, q)); k < Math.max(p, q); k++) cuts.push((k - p) / (q - p));
          cuts.sort((a, b) => a - b);
          for (let k = 0; k + 1 < cuts.length; k++) {
            const s = (cuts[k] + cuts[k + 1]) / 2, piece = cuts[k + 1] - cuts[k], x = ax + s * (bx - ax), y = ay + s * (by - ay), z = az + s * (bz - az);
            const rates = tower.cells.filter((cell) => x > cell.x - 1e-7 && x < cell.x + 1 + 1e-7 && y > cell.y - 1e-7 && y < cell.y + 1 + 1e-7).filter((cell) => {
              const [sw, se, , nw] = cell.heights;
              return Math.abs(sw + (x - cell.x) * (se - sw) + (y - cell.y) * (nw - sw) - z) < 1e-4;
            }).map(({ area }) => costs[area]);
            sum += piece * Math.min(...rates) * (length === 'surface' ? Math.hypot(bx - ax, by - ay, bz - az) : Math.hypot(bx - ax, by - ay));
          }
        }
        // Along a side between two areas a path may count as in either.
        expect(cost, `seed ${seed}`).toBeGreaterThan(sum - 1e-6);
        if (points.every(([x, y]) => x % 1 !== 0 || y % 1 !== 0)) expect(cost, `seed ${seed}`).toBeCloseTo(sum, 6);
      }
    }
  }
});

test('a path turns more than a full turn around a corner', () => {
  // A stair that winds around (0, 0), a quarter turn a step, with its corner there in one point.
  const steps = [[0, 0], [-1, 0], [-1, -1], [0, -1]] as const;
  const rise = (k: number): number => k / 4;
  const cells = Array.from({ length: 7 }, (_, k) => {
    const [x, y] = steps[k % 4];
    // The corner at (0, 0), then counter-clockwise: the side of entry, the far corner, the side of exit.
    const own = k % 4, heights: [number, number, number, number] = [0, 0, 0, 0];
    const at = [0, rise(k), rise(k + 0.5), rise(k + 1)];
    for (let i = 0; i < 4; i++) heights[(own + i) % 4] = at[i];
    return { x, y, heights, area: 0 };
  });
  const oracle = new Cells(cells, []);
  const vertices: number[][] = [], polygons: number[][] = [];
  for (const { x, y, heights } of cells) polygons.push([[0, 0], [1, 0], [1, 1], [0, 1]].map(([dx, dy], i) => vertices.push([x + dx, y + dy, heights[i]]) - 1));
  for (const sides of [3, 4, 12]) {
    const mesh = NavMesh.fromSurface({ vertices, polygons }, { sides });
    const polyanya = new Polyanya(mesh), searches = [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
    for (let i = 0; i < 7; i++) {
      for (let j = 0; j < 7; j++) {
        const [from, to] = [cells[i], cells[j]].map(({ x, y, heights }) => ({ x: x + 0.5, y: y + 0.5, z: heights.reduce((sum, z) => sum + z / 4, 0) }));
        const least = oracle.distances(oracle.at(from.x, from.y, from.z))[oracle.at(to.x, to.y, to.z)[0]];
        expect(polyanya.search(from.x, from.y, to.x, to.y, from.z, to.z), `${sides}: ${i} to ${j}`).toBeCloseTo(least, 9);
        for (const corridors of searches) expect(corridors.search(from.x, from.y, to.x, to.y, from.z, to.z), `${sides}: ${i} to ${j}`).toBeCloseTo(least, 9);
      }
    }
  }
});

test('a path keeps its turns above and below its ends', () => {
  // A stair of one and a half turns around the pillar from (1, 1) to (2, 2).
  const inner = [[1, 1], [2, 1], [2, 2], [1, 2]], outer = [[0, 0], [3, 0], [3, 3], [0, 3]];
  const vertices = Array.from({ length: 7 }, (_, k) => [inner, outer].map((ring) => [...ring[k % 4], k])).flat();
  const mesh = NavMesh.fromSurface({ vertices, polygons: [0, 2, 4, 6, 8, 10].map((v) => [v, v + 1, v + 3, v + 2]) });
  const polyanya = new Polyanya(mesh), stops = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [1.5, 0.5]], out = new Float64Array(12);
  for (const beside of [0, 0.4 * mesh.snap]) {
    // Also just inside the pillar, from where the start is moved.
    const corner = [1 + beside, 1 + beside], turns = [corner, ...stops.slice(1)];
    for (const isReverse of [false, true]) {
      const [[fromX, fromY, fromZ], [toX, toY, toZ]] = isReverse ? [[1.5, 0.5, 4.5], [...corner, 0]] : [[...corner, 0], [1.5, 0.5, 4.5]];
      expect(polyanya.search(fromX, fromY, toX, toY, fromZ, toZ)).toBeCloseTo(4 + Math.SQRT1_2, 5);
      expect(turned(polyanya)).toBeCloseTo(polyanya.cost, 9);
      expect(polyanya.path(out)).toBe(6);
      expect([...out]).toEqual((isReverse ? turns.reverse() : turns).flat());
    }
  }
});

test('links without a cost may form a circle, or lead back to their start', () => {
  const floor = (z: number): number[][] => [[0, 0, z], [4, 0, z], [4, 4, z], [0, 4, z]];
  const [up, down] = [{ x: 1, y: 1, z: 0 }, { x: 1, y: 1, z: 9 }];
  const links = [{ from: up, to: down, cost: 0 }, { from: down, to: up, cost: 0, oneWay: true }, { from: down, to: down, cost: 0, oneWay: true }, { from: up, to: up, cost: 0, oneWay: true }];
  const mesh = NavMesh.fromSurface({ vertices: [...floor(0), ...floor(9)], polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links });
  const polyanya = new Polyanya(mesh);
  expect(polyanya.search(3, 1, 1, 3, 0, 9)).toBeCloseTo(4, 9);
  expect(polyanya.counters.expanded).toBeLessThan(20);
  expect(polyanya.search(3, 3, 3, 1, 0, 0)).toBeCloseTo(2, 9);
});

test('two floors that touch in one point have their own corners there', () => {
  // Three or four squares of each floor around (1, 1), and a link from the lower floor to the upper one.
  const floor = (z: number): number[][] => [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [x, y, x === 1 && y === 1 ? 0.5 : z]));
  const squares = (first: number, missing: number): number[][] => [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]].filter((_, i) => i !== missing).map((loop) => loop.map((v) => v + first));
  for (const [lower, upper] of [[2, 0], [-1, 0], [0, -1]]) {
    const polygons = [...squares(0, lower), ...squares(9, upper)];
    for (const areas of [polygons.map(() => 0), polygons.map((_, i) => i % 3)]) {
      const surface = { vertices: [...floor(0), ...floor(1)], polygons, areas, links: [{ from: { x: 1.5, y: 1.5, z: 0 }, to: { x: 1.5, y: 0.5, z: 1 }, cost: 4 }] };
            // The same, with the missing squares as ground that a view forbids.
      const all = [...squares(0, -1), ...squares(9, -1)];
      const isThere = (loop: readonly number[]): boolean => polygons.some((other) => other.join() === loop.join());
      const views = [NavMesh.fromSurface(surface), NavMesh.fromSurface({ ...surface, polygons: all, areas: all.map((loop) => (isThere(loop) ? 0 : 7)) }).view({ costs: { 7: Infinity } })];
      for (const view of views) {
        const search = new Polyanya(view);
        search.begin(1.5, 0.5, 0.5, 1.5, 0, 1);
        expect(search.run(1000)).toBe(true);
        expect(search.cost).toBeCloseTo(1 + 4 + Math.SQRT2, 9);
      }
    }
  }
});

test('a shortest path turns around a point that another floor touches', () => {
  const vertices = [0, 1].flatMap((z) => Array.from({ length: 12 }, (_, i) => [i % 4, i >> 2, i === 6 ? 0.5 : z]));
  const polygons = [0, 12].flatMap((first) => [2, 6, 5, 4].map((v) => [v, v + 1, v + 5, v + 4].map((u) => first + u)));
  const mesh = NavMesh.fromSurface({ vertices, polygons, links: [{ from: { x: 0.5, y: 1.1, z: 0 }, to: { x: 2.5, y: 0.5, z: 1 }, cost: 1 }] });
  const around = Math.hypot(1.5, 0.1) + Math.hypot(0.5, 0.5);
  expect(new Polyanya(mesh).search(2.5, 0.5, 0.1, 1.1, 0, 1)).toBeCloseTo(around + 1 + Math.hypot(0.5, 0.5) + Math.hypot(1.9, 0.1), 9);
});
