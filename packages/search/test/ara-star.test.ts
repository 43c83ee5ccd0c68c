import { CompressedGraph, pathCost } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { digraphs, optimalSearchContract, oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import type { World } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Graph, Heuristic } from '@pf/graph';
import { ARAStar, AStar } from '../src/index.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
  return grid;
}

optimalSearchContract('ARA* of weight 1', (graph, heuristic) => new ARAStar(graph, { heuristic, weight: 1 }), {
  grid: gridOf,
  graph: ({ vertexCount, arcs }) => new CompressedGraph(vertexCount, arcs),
  worlds: { sides: true },
  runs: 60,
});
optimalSearchContract('ARA* improved to the end', (graph, heuristic) => improved(new ARAStar(graph, { heuristic, weight: 4 })), {
  grid: gridOf,
  graph: ({ vertexCount, arcs }) => new CompressedGraph(vertexCount, arcs),
  worlds: { sides: true },
  runs: 60,
});

/** Wraps a search so that it returns the cheapest path. */
function improved(search: ARAStar): Pick<ARAStar, 'search' | 'path' | 'counters'> {
  return {
    search(start, goal) {
      search.search(start, goal);
      if (!search.improve()) throw new Error('without a budget it should come to an end');
      return search.cost;
    },
    path: (out) => search.path(out),
    counters: search.counters,
  };
}

/** Checks that every path is within its bound, that the bound never rises, and that the last path is the oracle's. Returns how many paths were checked. */
function holdsItsBounds(graph: Graph, heuristic: Heuristic | undefined, start: number, goal: number, weight: number, step: number, slice: number): number {
  const expected = oracleCost(graph, start, goal);
  const search = new ARAStar(graph, { heuristic, weight, step });
  const out = new Uint32Array(graph.vertexCount);
  search.begin(start, goal);
  let bound = Infinity;
  let cost = Infinity;
  for (let checked = 1; ; checked++) {
    const { expanded } = search.counters;
    const done = search.improve(slice);
    if (search.counters.expanded - expanded > slice) throw new Error(`a budget of ${slice} should not expand ${search.counters.expanded - expanded}`);
    const n = search.path(out);
    if (search.bound > bound || search.cost > cost) throw new Error('cost and bound should never rise');
    ({ bound, cost } = search);
    if (cost === Infinity) {
      if (n !== 0 || bound !== Infinity) throw new Error('without a path there is no bound');
    } else {
      if (cost > expected * bound * (1 + 1e-9)) throw new Error(`a path of ${cost} is not within ${bound} of ${expected}`);
      if (out[0] !== start || out[n - 1] !== goal || Math.abs(pathCost(graph, out, n) - cost) > 1e-9 * cost) throw new Error(`the path does not cost ${cost}`);
    }
    if (!done) continue;
    if (Math.abs(cost - expected) > 1e-9 * cost || (expected < Infinity && bound !== 1)) throw new Error(`the last path costs ${cost} within ${bound}, where the oracle has ${expected}`);
    return checked;
  }
}

const weight = fc.constantFrom(1, 1.2, 2, 3, 10, 1e9);
const step = fc.constantFrom(0.1, 0.5, 4);
const slice = fc.constantFrom(1, 3, 20, Infinity);

test('on grids every path is within its bound, and the last one is the cheapest', () => {
  let checked = 0;
  fc.assert(
    fc.property(worlds({ sides: true }), weight, step, slice, (world, ...how) => {
      const grid = gridOf(world);
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      if (free.length === 0) return;
      checked += holdsItsBounds(grid, undefined, free[world.seed % free.length], free[(world.seed >>> 8) % free.length], ...how);
    }),
    { numRuns: runs(3000), seed: 2003 },
  );
  expect(checked).toBeGreaterThan(runs(3000));
}, 600_000);

test('the same holds on directed graphs, where arcs may cost nothing', () => {
  fc.assert(
    fc.property(digraphs(), fc.nat(), fc.nat(), weight, step, slice, ({ vertexCount, arcs }, a, b, ...how) => {
      const graph = new CompressedGraph(vertexCount, arcs);
      holdsItsBounds(graph, undefined, a % vertexCount, b % vertexCount, ...how);
    }),
    { numRuns: runs(1000), seed: 2004 },
  );
}, 600_000);

test('a pass expands no vertex twice, and all passes together expand less than separate searches', () => {
  const grid = new Grid(60, 60);
  for (let y = 5; y < 60; y++) grid.setBlocked(30, y, true);
  for (let x = 8; x < 30; x++) grid.setBlocked(x, 20, true);
  const [start, goal] = [grid.vertex(3, 50), grid.vertex(55, 50)];
  const read = new Set<number>();
  const watched: Graph = {
    vertexCount: grid.vertexCount,
    maxDegree: grid.maxDegree,
    successors: (v, to, cost) => {
      read.add(v);
      return grid.successors(v, to, cost);
    },
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
  };
  const search = new ARAStar(watched, { heuristic: grid.heuristic(), weight: 3 });
  search.search(start, goal);
  let before = 0;
  do {
    expect(search.counters.expanded - before).toBeLessThanOrEqual(read.size);
    before = search.counters.expanded;
    read.clear();
  } while (!search.improve());
  let alone = 0;
  for (const each of [3, 2.5, 2, 1.5, 1]) {
    const astar = new AStar(grid, { weight: each, queue: 'heap' });
    astar.search(start, goal);
    alone += astar.counters.expanded;
  }
  expect(search.counters.expanded).toBeLessThan(alone);
});

test('starts over after an edit between two slices, and rejects invalid arguments', () => {
  const grid = new Grid(9, 9);
  const search = new ARAStar(grid, { weight: 2 });
  expect(search.path(new Uint32Array(9))).toBe(0);
  search.search(grid.vertex(0, 4), grid.vertex(8, 4));
  search.improve();
  expect(search.cost).toBe(8);
  for (let y = 0; y < 8; y++) grid.setBlocked(4, y, true);
  search.begin(grid.vertex(0, 4), grid.vertex(8, 4));
  search.run(3);
  grid.setBlocked(4, 8, true);
  expect(search.improve()).toBe(true);
  expect(search.cost).toBe(Infinity);
  grid.setBlocked(4, 4, false);
  search.search(grid.vertex(0, 4), grid.vertex(8, 4));
  expect(() => search.path(new Uint32Array(3))).toThrow('3 vertices');
  expect(() => new ARAStar(grid, { weight: 0.5 })).toThrow('got 0.5');
  expect(() => new ARAStar(grid, { step: 0 })).toThrow('got 0');
  expect(() => new ARAStar(grid, { weight: '2' as never })).toThrow("got '2'");
  expect(() => new ARAStar(grid, { step: '1' as never })).toThrow("got '1'");
  expect(() => new ARAStar(grid, { wieght: 2 } as object)).toThrow("did you mean 'weight'");
  expect(() => { search.begin(-1, 0); }).toThrow('start');
  expect(() => search.improve(-1)).toThrow('-1');
});

test('after every edit, improve finds the cheapest path on the edited map, also if the last path was the cheapest', () => {
  const random = seededRandom(7);
  let changed = 0;
  for (let round = 0; round < runs(60); round++) {
    const grid = randomObstacles(8, 8, 0.3, random);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(7, 7)];
    grid.setBlocked(0, 0, false);
    grid.setBlocked(7, 7, false);
    const search = new ARAStar(grid);
    search.begin(start, goal);
    const out = new Uint32Array(grid.vertexCount);
    for (let edit = 0; edit < 12; edit++) {
      const before = search.cost;
      const budget = edit % 2 === 0 ? Infinity : 5;
      while (!search.improve(budget));
      const expected = oracleCost(grid, start, goal);
      expect(search.cost).toBeCloseTo(expected, 9);
      if (expected < Infinity) expect([search.bound, pathCost(grid, out, search.path(out)).toFixed(9)]).toEqual([1, expected.toFixed(9)]);
      if (edit > 0 && expected !== before) changed++;
      const x = 1 + Math.floor(6 * random());
      const y = Math.floor(8 * random());
      grid.setBlocked(x, y, grid.cells[grid.vertex(x, y)] !== 0);
    }
  }
  expect(changed).toBeGreaterThan(runs(60));
});

test('a budget that ends with a pass begins no other', () => {
  const grid = randomObstacles(20, 20, 0.2, seededRandom(2));
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(19, 18)];
  const [whole, exact] = [new ARAStar(grid), new ARAStar(grid)];
  whole.search(start, goal);
  expect(whole.bound).toBeGreaterThan(1);
  exact.begin(start, goal);
  expect(exact.improve(whole.counters.expanded)).toBe(false);
  expect([exact.cost, { ...exact.counters }]).toEqual([whole.cost, { ...whole.counters }]);
});

test('costs, bounds and counters of every path on fixed worlds stay the same', () => {
  const found = ([[0.1, 5, 2], [0.3, 3, 0.5], [0.25, 1.4, 0.1]] as const).map(([ratio, weight, step], seed) => {
    const grid = randomObstacles(30, 30, ratio, seededRandom(seed));
    for (const v of [0, 26]) grid.setRectangle(v, v, 4, 4, 1);
    grid.setRectangle(8, 8, 5, 12, 3);
    const search = new ARAStar(grid, { weight, step });
    search.begin(grid.vertex(0, 0), grid.vertex(29, 29));
    const passes: string[] = [];
    for (let done = false, bound = Infinity; !done; bound = search.bound) {
      while (!done && search.bound === bound) done = search.improve(5);
      const { expanded, generated, queueOperations } = search.counters;
      passes.push([search.cost.toFixed(2), search.bound.toFixed(3), expanded, generated, queueOperations].join(' '));
    }
    return passes;
  });
  // A difference is a change of the algorithm, or of the order of ties.
  expect(found).toMatchInlineSnapshot(`
    [
      [
        "56.08 1.348 35 140 178",
        "46.28 1.000 188 467 504",
      ],
      [
        "60.28 1.449 75 172 242",
        "54.73 1.000 512 776 841",
      ],
      [
        "49.46 1.189 85 198 249",
        "49.46 1.040 210 365 387",
        "49.46 1.000 257 434 435",
      ],
    ]
  `);
});

test('a consistent heuristic may be below 0', () => {
  const graph = new CompressedGraph(4, [[0, 1, 15], [0, 2, 5], [2, 1, 5], [0, 3, 30]]), estimates = [-10, -20, -15, 0];
  const search = new ARAStar(graph, { heuristic: (v) => estimates[v] });
  expect([search.search(0, 3), search.bound]).toEqual([30, 3]);
  expect([search.improve(100), search.bound, search.cost]).toEqual([true, 1, 30]);
});

test('arcs of cost 0 are allowed, and only expanded vertices are closed', () => {
  const graph = new CompressedGraph(4, [[0, 1, 0], [0, 2, 1], [1, 3, 2], [2, 3, 5]]);
  const search = new ARAStar(graph, { heuristic: () => 0 });
  search.begin(0, 3);
  expect(search.run(1)).toBe(false);
  expect([0, 1, 2, 3].map((v) => search.isClosed(v))).toEqual([true, false, false, false]);
  expect(search.search(0, 3)).toBe(2);
  expect(() => new ARAStar(graph, { weight: 1e101 })).toThrow(/weight of the heuristic must be from 1 to 1e\+100/);
});
