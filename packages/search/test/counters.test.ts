import { CompressedGraph, pathCost } from '@pf/graph';
import type { Counters, Graph } from '@pf/graph';
import { Grid, maze, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { oracleDistances } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, JumpPointSearch, LazyThetaStar, NBAStar, TerrainJumps } from '../src/index.ts';
import { JumpScanner } from '../src/kit.ts';
import { inconsistent, plain } from './searches.ts';

/** What the searches have in common; not all of them have all of it. */
interface Search {
  begin(start: number, goal: number): void;
  run(budget?: number): boolean;
  path(out: Uint32Array): number;
  isOpen(v: number): boolean;
  isClosed(v: number): boolean;
  g?(v: number): number;
  gBackward?(v: number): number;
  readonly cost: number;
  readonly counters: Counters;
}

const even = {
  rooms: rooms(40, 30, 7, seededRandom(1)),
  obstacles: randomObstacles(40, 30, 0.25, seededRandom(2), { corners: 'always' }),
  field: randomObstacles(40, 30, 0.03, seededRandom(3), { corners: 'one' }),
  streets: Grid.fromRows(maze(41, 31, seededRandom(4)).toRows(), { movement: 'four' }),
  squares: randomObstacles(40, 30, 0.2, seededRandom(5), { movement: 'four' }),
};
const terrain = { patches: patches('eight', 6), blocks: patches('four', 7) };
const oneWay = patches('eight', 8);
for (let i = 0; i < 60; i++) oneWay.setSides(i % 40, (7 * i) % 30, { enter: oneWay.mask('north', 'west') });
const grids = { ...even, ...terrain, hexagons: randomObstacles(40, 30, 0.2, seededRandom(9), { movement: 'hex' }), oneWay };

/** Free ground with rectangles of other costs, some of them blocked. */
function patches(movement: 'four' | 'eight', seed: number): Grid {
  const random = seededRandom(seed);
  const grid = new Grid(40, 30, { movement });
  for (let i = 0; i < 25; i++) grid.setRectangle(Math.floor(34 * random()), Math.floor(24 * random()), 6, 6, [0, 0, 1, 2, 5][i % 5]);
  return grid;
}

/** Roads between the points (v mod 20, v / 20): from each vertex to five others. */
const roads = new CompressedGraph(200, Array.from({ length: 1000 }, (_, i): [number, number, number] => {
  const v = i % 200;
  const u = (v + [1, 19, 20, 37, 163][Math.floor(i / 200)]) % 200;
  return [v, u, airline(v, u) + ((i * i) % 7)];
}));

function airline(v: number, u: number): number {
  return Math.max(Math.abs((v % 20) - (u % 20)), Math.abs(Math.floor(v / 20) - Math.floor(u / 20)));
}

/** Blocks some of the cells that were free, or frees them again. */
function edit(graph: Graph, free: readonly number[]): void {
  if (graph instanceof Grid) for (let i = 50; i < free.length; i += 71) graph.setCost(graph.x(free[i]), graph.y(free[i]), 1 - Math.min(1, graph.cells[free[i]]));
}

/** The cost of the cheapest path, by graph and query. */
const least = new Map<string, number>();

function leastCost(name: string, graph: Graph, start: number, goal: number): number {
  const key = `${name} ${start} ${goal}`;
  if (!least.has(key)) least.set(key, oracleDistances(graph, start)[goal]);
  return least.get(key)!;
}

/**
 * Sums over queries: vertices expanded, generated and reopened, and queue operations; vertices open and closed after 12 expansions, and their costs; vertices of the
 * paths, and the sum of their numbers. A path costs at most `bound` times the cheapest.
 */
function sums(graphs: Readonly<Record<string, Graph>>, make: (graph: never) => Search, bound: number): string {
  const sum = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const [name, original] of Object.entries(graphs)) {
    const graph = original instanceof Grid ? original.clone() : original;
    const search = make(graph as never);
    const free = Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => !(graph instanceof Grid) || graph.cells[v] !== 0);
    const out = new Uint32Array(graph.vertexCount);
    for (let query = 0; query < 6; query++) {
      // Two of the queries follow edits.
      if (query === 3 || query === 5) edit(graph, free);
      const [start, goal] = [free[query * 5], free[free.length - 1 - ((query * 61) % free.length)]];
      search.begin(start, goal);
      if (query % 2 === 0 && !search.run(12)) {
        for (const v of free) {
          sum[4] += +search.isOpen(v);
          sum[5] += +search.isClosed(v);
          for (const g of [search.g?.(v) ?? 0, search.gBackward?.(v) ?? 0]) if (g < Infinity) sum[6] += g;
        }
      }
      search.run();
      const n = search.path(out);
      const cheapest = leastCost(`${name} ${query}`, graph, start, goal);
      if (bound > 0 && cheapest < Infinity) {
        expect(search.cost, name).toBeGreaterThan(cheapest - 1e-9);
        expect(search.cost, name).toBeLessThan(bound * cheapest + 1e-9);
        expect(pathCost(graph, out, n), name).toBeCloseTo(search.cost, 9);
      }
      const { expanded, generated, reopened, queueOperations } = search.counters;
      for (const [i, count] of [expanded, generated, reopened, queueOperations].entries()) sum[i] += count;
      sum[7] += n;
      for (const v of out.subarray(0, n)) sum[8] += v;
    }
  }
  return sum.map(Math.round).join(' ');
}

const any: Readonly<Record<string, (graph: Graph) => Search>> = {
  'A*': (graph) => new AStar(graph),
  'A*, a heuristic given': (graph) => new AStar(graph, { heuristic: heuristicOf(graph) }),
  'A*, an inconsistent heuristic': (graph) => new AStar(graph, { heuristic: inconsistent(heuristicOf(graph)) }),
  'A*, an inconsistent heuristic, a heap': (graph) => new AStar(graph, { heuristic: inconsistent(heuristicOf(graph)), queue: 'heap' }),
  'A*, fifo buckets': (graph) => new AStar(graph, { queue: 'buckets', ties: 'fifo' }),
  'A*, larger g': (graph) => new AStar(graph, { ties: 'larger-g' }),
  'A*, smaller g': (graph) => new AStar(graph, { ties: 'smaller-g' }),
  'A*, lifo': (graph) => new AStar(graph, { queue: 'heap', ties: 'lifo' }),
  'A*, fifo': (graph) => new AStar(graph, { queue: 'heap', ties: 'fifo' }),
  'A*, nearest, a heuristic given': (graph) => new AStar(graph, { nearest: true, heuristic: heuristicOf(graph) }),
  'A*, backward': (graph) => new AStar(graph, { direction: 'backward' }),
  'A*, backward, a heuristic given': (graph) => new AStar(graph, { direction: 'backward', heuristic: heuristicOf(graph) }),
  'A*, over four members': (graph) => new AStar(plain(graph)),
  'A*, weighted': (graph) => new AStar(graph, { weight: 1.5, heuristic: ownOf(graph) }),
  'A*, weighted, reopening': (graph) => new AStar(graph, { weight: 2, reopen: true, heuristic: ownOf(graph) }),
  'ARA*': (graph) => new ARAStar(graph, { heuristic: ownOf(graph) }),
  'bidirectional Dijkstra': (graph) => new BidirectionalDijkstra(graph),
  'bidirectional A*': (graph) => new BidirectionalAStar(graph),
  'bidirectional A*, a heuristic given': (graph) => new BidirectionalAStar(graph, { heuristic: heuristicOf(graph) }),
  'NBA*': (graph) => new NBAStar(graph),
  'NBA*, a heuristic given': (graph) => new NBAStar(graph, { heuristic: heuristicOf(graph) }),
  'Dijkstra': (graph) => toOne(new Dijkstra(graph)),
  'Dijkstra, backward': (graph) => toOne(new Dijkstra(graph, { direction: 'backward' }), true),
};
const onGrids: Readonly<Record<string, (grid: Grid) => Search>> = {
  'A*, nearest': (grid) => new AStar(grid, { nearest: true }),
  'bounded search of 1.1': (grid) => new BoundedSearch(grid, { within: 1.1 }),
  'bounded search of 2': (grid) => new BoundedSearch(grid, { within: 2 }),
};
const counts: Readonly<Record<string, string>> = {
  'A*': '10683 15931 9 28917 463 324 5124 2297 1464758',
  'A*, a heuristic given': '10686 15929 9 28919 463 324 5124 2297 1464758',
  'A*, an inconsistent heuristic': '44749 66052 23454 119322 346 321 4170 2303 1429728',
  'A*, an inconsistent heuristic, a heap': '33625 50185 13206 90513 313 324 2865 2303 1419344',
  'A*, fifo buckets': '13348 17729 10 32498 275 324 2200 2297 1384364',
  'A*, larger g': '10125 15765 0 28337 453 324 4948 2297 1406165',
  'A*, smaller g': '13365 17523 0 32130 276 324 2222 2297 1405076',
  'A*, lifo': '10448 16012 0 28723 463 324 5124 2297 1464758',
  'A*, fifo': '13279 17678 0 32357 275 324 2217 2297 1384364',
  'A*, nearest, a heuristic given': '10686 15929 9 28919 463 324 5124 2374 1489528',
  'A*, backward': '10027 15619 22 28355 449 324 4690 2297 1374403',
  'A*, backward, a heuristic given': '10033 15618 25 28354 449 324 4690 2297 1374403',
  'A*, over four members': '37933 41690 0 81818 237 324 1609 2303 1399326',
  'A*, weighted': '6676 11362 0 19484 488 324 5461 2332 1490275',
  'A*, weighted, reopening': '6370 10884 1169 18627 495 323 5799 2325 1496542',
  'ARA*': '4067 7962 0 7838 606 324 6783 2305 1356423',
  'bidirectional Dijkstra': '28927 34483 0 64953 420 324 1698 2303 1421358',
  'bidirectional A*': '13031 22856 19 38422 696 324 3820 2303 1398864',
  'bidirectional A*, a heuristic given': '13022 22847 19 38398 696 324 3820 2303 1398864',
  'NBA*': '11521 19346 0 33825 507 324 2339 2297 1425911',
  'NBA*, a heuristic given': '11521 19450 0 34117 539 324 2523 2297 1429689',
  'Dijkstra': '37995 41118 0 80792 213 324 1520 2303 1414818',
  'Dijkstra, backward': '41549 44748 0 88291 282 324 1739 2303 1431457',
  'A*; on roads': '855 1551 0 2857 71 36 1184 57 5043',
  'A*, a heuristic given; on roads': '624 1195 0 2055 73 36 1233 56 5045',
  'A*, an inconsistent heuristic; on roads': '946 1865 203 3312 77 34 1339 57 5025',
  'A*, an inconsistent heuristic, a heap; on roads': '946 1865 203 3312 77 34 1339 57 5025',
  'A*, fifo buckets; on roads': '861 1576 0 2920 71 36 1184 57 5025',
  'A*, larger g; on roads': '855 1551 0 2857 71 36 1184 57 5043',
  'A*, smaller g; on roads': '855 1551 0 2857 71 36 1184 57 5043',
  'A*, lifo; on roads': '853 1493 0 2754 72 36 1193 57 5043',
  'A*, fifo; on roads': '861 1576 0 2920 71 36 1184 57 5025',
  'A*, nearest, a heuristic given; on roads': '624 1195 0 2055 73 36 1233 56 5045',
  'A*, backward; on roads': '821 1306 0 2378 72 36 1292 52 4258',
  'A*, backward, a heuristic given; on roads': '548 1050 0 1780 70 36 1180 56 4329',
  'A*, over four members; on roads': '855 1551 0 2857 71 36 1184 57 5043',
  'A*, weighted; on roads': '472 1056 0 1688 75 36 1329 55 4495',
  'A*, weighted, reopening; on roads': '302 857 77 1229 77 36 1987 55 4341',
  'ARA*; on roads': '146 473 0 460 67 24 1997 56 4519',
  'bidirectional Dijkstra; on roads': '479 1137 0 1628 95 36 1315 56 4661',
  'bidirectional A*; on roads': '479 1137 0 1628 95 36 1315 56 4661',
  'bidirectional A*, a heuristic given; on roads': '396 972 0 1380 91 36 1212 56 4703',
  'NBA*; on roads': '498 1105 0 1956 94 35 1281 55 4517',
  'NBA*, a heuristic given; on roads': '409 981 0 1650 98 36 1281 55 4464',
  'Dijkstra; on roads': '855 1551 0 2857 71 36 1184 57 5043',
  'Dijkstra, backward; on roads': '821 1306 0 2378 72 36 1292 52 4258',
  'A*, nearest': '10683 15931 9 28917 463 324 5124 2374 1489528',
  'bounded search of 1.1': '3141 6472 55 10371 436 1712 0 2298 1434797',
  'bounded search of 2': '3458 7120 0 11429 458 276 0 2302 1450551',
  'jump points': '616 1574 2 2159 228 120 6479 1368 863163',
  'jump points, a heuristic given': '4004 7568 1555 12152 322 155 8458 1368 864505',
  'jump points, scanned': '616 1598 2 2159 228 120 6479 1368 863163',
  'jump points, scanned, a heuristic given': '4003 7590 1555 12150 322 155 8458 1368 864505',
  'jump points on terrain': '1508 3044 85 4770 343 3404 66007 2096 1292779',
  'jump points on terrain, a heuristic given': '4803 7378 1606 12787 433 5448 109818 2090 1299987',
  'Lazy Theta*': '4946 6885 0 12201 261 180 2328 369 240869',
  'breadth-first': '36909 38556 0 75525 278 360 0 2260 1305189',
};
const jumps: Readonly<Record<string, (grid: Grid) => Search>> = {
  'jump points': (grid) => new JumpPointSearch(grid),
  'jump points, a heuristic given': (grid) => new JumpPointSearch(grid, { heuristic: inconsistent(grid.heuristic()) }),
  'jump points, scanned': (grid) => new JumpPointSearch(grid, { locator: new JumpScanner(grid) }),
  'jump points, scanned, a heuristic given': (grid) => new JumpPointSearch(grid, { locator: new JumpScanner(grid), heuristic: inconsistent(grid.heuristic()) }),
};
const terrainJumps: Readonly<Record<string, (grid: Grid) => Search>> = {
  'jump points on terrain': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }),
  'jump points on terrain, a heuristic given': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic: inconsistent(grid.heuristic()) }),
};

function heuristicOf(graph: Graph): (v: number, goal: number) => number {
  return graph instanceof Grid ? graph.heuristic() : airline;
}

/** Grids have one that is computed in place. */
function ownOf(graph: Graph): ((v: number, goal: number) => number) | undefined {
  return graph instanceof Grid ? undefined : airline;
}

/** Dijkstra that ends at one goal. */
function toOne(dijkstra: Dijkstra, backward = false): Search {
  return {
    begin: (start, goal) => dijkstra.begin(backward ? goal : start, { targets: backward ? start : goal }),
    run: (budget) => dijkstra.run(budget),
    path: (out) => dijkstra.path(out),
    isOpen: (v) => dijkstra.isOpen(v),
    isClosed: (v) => dijkstra.isClosed(v),
    g: (v) => dijkstra.g(v),
    get cost() { return dijkstra.cost; },
    counters: dijkstra.counters,
  };
}

const boundOf = (name: string): number => (name.includes('weighted') ? 2 : name === 'ARA*' ? 3 : 1);
const cases: readonly (readonly [string, () => string])[] = [
  ...Object.entries(any).map(([name, make]) => [name, () => sums(grids, make, boundOf(name))] as const),
  ...Object.entries(any).map(([name, make]) => [`${name}; on roads`, () => sums({ roads }, make, boundOf(name))] as const),
  ...Object.entries(onGrids).map(([name, make]) => [name, () => sums(grids, make, 2)] as const),
  ...Object.entries(jumps).map(([name, make]) => [name, () => sums(even, make, 1)] as const),
  ...Object.entries(terrainJumps).map(([name, make]) => [name, () => sums({ ...even, ...terrain, oneWay }, make, 1)] as const),
  ['Lazy Theta*', () => sums(even, (grid: Grid) => new LazyThetaStar(grid), 0)],
  ['breadth-first', () => sums({ ...grids, roads }, (graph: Graph) => new BreadthFirst(graph), 0)],
];

// A difference is a change of an algorithm, or of the order of its ties: look at it before you change the number.
test.each(cases)('%s counts what it has counted before', (name, count) => {
  const found = count();
  expect(found, found).toBe(counts[name]);
});
