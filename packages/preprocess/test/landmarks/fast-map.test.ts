import { CompressedGraph, fingerprint, pathCost } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar, JumpPointSearch, TerrainJumps } from '@pf/search';
import { digraphs, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeArtifact, FastMap } from '../../src/index.ts';

const slack = 1e-9;

/** Against all true costs to a few goals, and along every arc. */
function expectConsistent(graph: Graph, map: FastMap, goals: readonly number[]): void {
  const h = map.heuristic();
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  for (const goal of goals) {
    const truth = oracleDistances(graph, goal, { backward: true });
    for (let v = 0; v < graph.vertexCount; v++) {
      if (!(h(v, goal) <= truth[v] + slack)) expect(h(v, goal), `from ${v} to ${goal}`).toBeLessThanOrEqual(truth[v] + slack);
      for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
        if (!(h(v, goal) <= cost[i] + h(to[i], goal) + slack)) expect(h(v, goal), `from ${v} over ${to[i]} to ${goal}`).toBeLessThanOrEqual(cost[i] + h(to[i], goal) + slack);
      }
    }
  }
}

test('on directed graphs: consistent, and A* stays optimal', () => {
  fc.assert(
    fc.property(digraphs(), fc.integer({ min: 1, max: 9 }), fc.nat(), (given, dimensions, seed) => {
      const graph = new CompressedGraph(given.vertexCount, given.arcs);
      const map = FastMap.build(graph, { dimensions, random: seededRandom(seed) });
      expectConsistent(graph, map, [0, graph.vertexCount - 1]);
      const goal = seed % graph.vertexCount;
      expect(new AStar(graph, { heuristic: map.heuristic() }).search(0, goal)).toBeCloseTo(oracleDistances(graph, 0)[goal], 6);
    }),
    { numRuns: runs(1000), seed: 1 },
  );
});

test('while a grid changes: consistent, and searches stay optimal', { timeout: 30_000 + runs(1500) * 20 }, () => {
  let queries = 0;
  let rebuilt = 0;
  const edit = fc.tuple(fc.nat(), fc.nat(), fc.nat(9));
  const property = fc.property(worlds({ maxSize: 10, movements: ['four', 'eight'], metrics: ['exact', '5/7', { straight: 2, diagonal: 3 }], sides: true }), fc.array(edit, { maxLength: 4 }), fc.integer({ min: 1, max: 6 }), (world, edits, dimensions) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
    const random = seededRandom(world.seed);
    const map = FastMap.build(grid, { dimensions, random });
    const heuristic = map.heuristic({ base: grid.heuristic({ least: 1 }) });
    const searches = [new AStar(grid, { heuristic }), new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic })];
    const tails = new Uint32Array(grid.vertexCount);
    const out = new Uint32Array(grid.vertexCount);
    const pick = (): number => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height));
    for (const [a, b, cost] of [[0, 0, -1], ...edits]) {
      const [x, y] = [a % grid.width, b % grid.height];
      if (cost >= 0 && map.arcsChanged(tails, cost === 0 || grid.isBlocked(x, y) ? grid.setBlocked(x, y, cost === 0, tails) : grid.setCost(x, y, cost, tails))) rebuilt++;
      const [start, goal] = [pick(), pick()];
      expectConsistent(grid, map, [goal]);
      const expected = oracleDistances(grid, start, { until: goal })[goal];
      for (const search of searches) {
        const found = search.search(start, goal);
        const walked = pathCost(grid, out, search.path(out));
        queries++;
        if (close(found, expected) && close(walked, expected)) continue;
        expect([found, walked], `${search.constructor.name}\n${grid.toRows().join('\n')}`).toEqual([expected, expected]);
      }
    }
  });
  fc.assert(property, { numRuns: runs(1500), seed: 2018 });
  expect(queries).toBeGreaterThan(2 * runs(1500));
  expect(rebuilt).toBeGreaterThan(0);
});

function close(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * b;
}

test('in a tree of corridors it is exact', () => {
  const grid = Grid.fromRows(['.#.#.#.', '.......', '.#.#.#.', '.#.#.#.'], { movement: 'four' });
  const h = FastMap.build(grid, { dimensions: 8, random: seededRandom(1) }).heuristic();
  let share = 0;
  let pairs = 0;
  for (let v = 0; v < grid.vertexCount; v++) {
    const truth = oracleDistances(grid, v);
    for (let u = 0; u < grid.vertexCount; u++) {
      if (!(truth[u] > 0 && truth[u] < Infinity)) continue;
      share += h(v, u) / truth[u];
      pairs++;
    }
  }
  expect(share / pairs).toBeCloseTo(1, 9);
});

test('risen costs do not rebuild it on long paths either, where the rounding of coordinates exceeds that of an arc', () => {
  const n = 20_000;
  const road = new CompressedGraph(n, Array.from({ length: n - 1 }, (_, v) => [v, v + 1, 0.1 + 0.013 * (v % 7)] as const), { directed: false });
  const map = FastMap.build(road, { random: seededRandom(1) });
  const loaded = FastMap.load(road, map.save());
  const all = Uint32Array.from({ length: n }, (_, v) => v);
  road.setCost(0, 1, 0.5);
  for (const one of [map, loaded]) expect(one.arcsChanged(all, n)).toBe(false);
  road.setCost(n - 2, n - 1, 0.099);
  expect(map.arcsChanged([n - 2], 1)).toBe(true);
});

test('saved and loaded, it gives the same estimates; wrong bytes and unreported edits are reported', () => {
  const grid = Grid.fromRows(['....', '.##.', '....']);
  const map = FastMap.build(grid, { dimensions: 3, random: seededRandom(2) });
  const saved = map.save();
  const loaded = FastMap.load(grid, saved);
  expect(loaded.byteLength).toBe(8 * 3 * grid.vertexCount);
  for (let v = 0; v < grid.vertexCount; v++) for (let u = 0; u < grid.vertexCount; u++) expect(loaded.heuristic()(v, u)).toBe(map.heuristic()(v, u));
  const forge = (...sections: Parameters<typeof encodeArtifact>[2]): ArrayBuffer => encodeArtifact('fast-map', fingerprint(grid), sections);
  expect(() => FastMap.load(grid, forge())).toThrow('has 1 sections');
  expect(() => FastMap.load(grid, forge(new Float64Array(5)))).toThrow('has 5 entries');
  expect(() => FastMap.load(grid, forge(new Float64Array(0)))).toThrow('has 0 entries');
  expect(() => FastMap.load(grid, forge(new Int32Array(grid.vertexCount)))).toThrow('section "coordinates"');
  expect(() => FastMap.load(grid, forge(new Float64Array(grid.vertexCount).fill(NaN)))).toThrow('section "coordinates"');
  const bytes = new Uint8Array(saved.slice(0));
  bytes[bytes.length - 3] ^= 1;
  expect(() => FastMap.load(grid, bytes)).toThrow();
  const tails = new Uint32Array(grid.vertexCount);
  const n = grid.setBlocked(1, 1, false, tails);
  expect(() => map.save()).toThrow('has changed since its FastMap was built');
  expect(() => loaded.arcsChanged(tails, n)).toThrow('build it anew with FastMap.build');
  expect(map.arcsChanged(tails, n)).toBe(true);
  map.save();
});

test('of a graph without vertices it can be saved and loaded', () => {
  const empty = new CompressedGraph(0, []);
  expect(FastMap.load(empty, FastMap.build(empty, { random: seededRandom(1) }).save()).byteLength).toBe(0);
});

test('wrong arguments are reported', () => {
  const grid = new Grid(3, 3);
  const random = seededRandom(1);
  for (const dimensions of [0, 1.5, 65, NaN]) expect(() => FastMap.build(grid, { dimensions, random })).toThrow(`whole number from 1 to 64, got ${dimensions}`);
  expect(() => FastMap.build(grid, { random: 5 as never })).toThrow('random');
  expect(() => FastMap.build(grid, undefined as never)).toThrow('random must be a function, got undefined.');
  expect(() => new (FastMap as unknown as new (graph: Grid) => FastMap)(grid)).toThrow('Call FastMap.build');
  expect(() => FastMap.build(grid, { random }).heuristic({ base: 5 as never })).toThrow('A heuristic is a function');
});
