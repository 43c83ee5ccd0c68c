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

/** Many small worlds, some of whose queries have no path. */
const small = Array.from({ length: 400 }, (_, seed) => {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(n * random());
  const grid = new Grid(3 + below(12), 3 + below(12), ([{}, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }, {}, { movement: 'hex' }, {}, { movement: 'four' }] as const)[seed % 8]);
  const share = random() / 2;
  for (let v = 0; v < grid.width * grid.height; v++) grid.setCost(v % grid.width, Math.floor(v / grid.width), random() < share ? 0 : seed % 8 > 5 ? 1 + below(3) : 1);
  if (seed % 16 > 13) grid.setSides(1, 1, { enter: grid.mask('north') });
  grid.setCost(0, 0, 1);
  return grid;
});
const smallOf = (...kinds: readonly number[]): Readonly<Record<string, Grid>> => Object.fromEntries(small.map((grid, i) => [`small ${i}`, grid] as const).filter((_, i) => kinds.includes(i % 8)));
const smallEven = smallOf(0, 1, 2, 3, 4);
const smallTerrain = smallOf(6, 7);
const smallGrids = { ...smallEven, ...smallTerrain, ...smallOf(5) };

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

/** Calls of the heuristic. */
let calls = 0;

/** The cost of the cheapest path, by graph and query. */
const least = new Map<string, number>();

function leastCost(name: string, graph: Graph, start: number, goal: number): number {
  const key = `${name} ${start} ${goal}`;
  if (!least.has(key)) least.set(key, oracleDistances(graph, start)[goal]);
  return least.get(key)!;
}

/**
 * Sums over queries: vertices expanded, generated and reopened, and queue operations; vertices open and closed after some expansions, and their costs, and goals open and closed at the end; vertices of the
 * paths, and the sum of their numbers; calls of the heuristic. A path costs at most `bound` times the cheapest, unless `bound` is 0.
 */
function sums(graphs: Readonly<Record<string, Graph>>, make: (graph: never) => Search, bound: number): string {
  const sum = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  calls = 0;
  for (const [name, original] of Object.entries(graphs)) {
    const graph = original instanceof Grid ? original.clone() : original;
    const search = make(graph as never);
    const free = Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => !(graph instanceof Grid) || graph.cells[v] !== 0);
    const out = new Uint32Array(graph.vertexCount);
    for (let query = 0; query < 6; query++) {
      // Two of the queries follow edits.
      if (query === 3 || query === 5) edit(graph, free);
      const [start, goal] = [free[(query * 5) % free.length], free[free.length - 1 - ((query * 61) % free.length)]];
      search.begin(start, goal);
      if (query % 2 === 0 && !search.run(name.startsWith('small') ? 3 : 12)) {
        for (const v of free) {
          sum[4] += +search.isOpen(v);
          sum[5] += +search.isClosed(v);
          for (const g of [search.g?.(v) ?? 0, search.gBackward?.(v) ?? 0]) if (g < Infinity) sum[6] += g;
        }
      }
      search.run();
      const n = search.path(out);
      sum[4] += +search.isOpen(goal);
      sum[5] += +search.isClosed(goal);
      if (query === 1 && n > 0) {
        expect(search.path(new Uint32Array(n)), name).toBe(n);
        expect(() => search.path(new Uint32Array(n - 1)), name).toThrow(RangeError);
      }
      const cheapest = bound === 0 ? Infinity : leastCost(`${name} ${query}`, graph, start, goal);
      if (cheapest < Infinity) {
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
  return [...sum, calls].map(Math.round).join(' ');
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
  'A*': '10683 15931 9 28917 463 376 5124 2297 1464758 0',
  'A*; in small worlds': '29604 43366 57 78405 4583 4829 15125 12882 715163 0',
  'A*, a heuristic given': '10686 15929 9 28919 463 376 5124 2297 1464758 16477',
  'A*, a heuristic given; in small worlds': '29599 43363 57 78395 4583 4829 15125 12882 715163 51535',
  'A*, an inconsistent heuristic': '44749 66052 23454 119322 346 373 4170 2303 1429728 67845',
  'A*, an inconsistent heuristic; in small worlds': '50492 66981 4544 125033 4488 4997 14564 12878 702229 76265',
  'A*, an inconsistent heuristic, a heap': '33625 50185 13206 90513 313 376 2865 2303 1419344 50347',
  'A*, an inconsistent heuristic, a heap; in small worlds': '46831 64564 3094 118921 4314 4931 13775 12876 698421 71764',
  'A*, fifo buckets': '13348 17729 10 32498 275 376 2200 2297 1384364 0',
  'A*, fifo buckets; in small worlds': '35078 48414 10 88739 4283 4832 13428 12876 688356 0',
  'A*, larger g': '10125 15765 0 28337 453 376 4948 2297 1406165 0',
  'A*, larger g; in small worlds': '28193 43036 0 76610 4610 4823 15167 12878 689096 0',
  'A*, smaller g': '13365 17523 0 32130 276 376 2222 2297 1405076 0',
  'A*, smaller g; in small worlds': '34893 47972 0 87918 4289 4832 13418 12876 698664 0',
  'A*, lifo': '10448 16012 0 28723 463 376 5124 2297 1464758 0',
  'A*, lifo; in small worlds': '28609 43218 0 77151 4560 4826 15004 12882 715150 0',
  'A*, fifo': '13279 17678 0 32357 275 376 2217 2297 1384364 0',
  'A*, fifo; in small worlds': '34772 48126 0 88092 4287 4832 13439 12876 688356 0',
  'A*, nearest, a heuristic given': '10686 15929 9 28919 463 376 5124 2374 1489528 27163',
  'A*, nearest, a heuristic given; in small worlds': '29599 43363 57 78395 4583 4829 15125 15372 836054 81134',
  'A*, backward': '10027 15619 22 28355 449 378 4690 2297 1374403 0',
  'A*, backward; in small worlds': '28437 42764 60 77160 4486 5399 14858 12880 672124 0',
  'A*, backward, a heuristic given': '10033 15618 25 28354 449 378 4690 2297 1374403 16184',
  'A*, backward, a heuristic given; in small worlds': '28432 42764 60 77155 4486 5399 14858 12880 672124 50922',
  'A*, over four members': '37933 41690 0 81818 237 376 1609 2303 1399326 0',
  'A*, over four members; in small worlds': '64055 74073 0 143867 4815 5123 13881 12886 694320 0',
  'A*, weighted': '6676 11362 0 19484 488 376 5461 2332 1490275 0',
  'A*, weighted; in small worlds': '24489 39985 0 69554 4635 4817 15426 12923 720710 0',
  'A*, weighted, reopening': '6370 10884 1169 18627 495 375 5799 2325 1496542 0',
  'A*, weighted, reopening; in small worlds': '22981 37796 579 65645 4607 4814 15623 12953 725919 0',
  'ARA*': '4067 7962 0 7838 606 324 6783 2305 1356423 0',
  'ARA*; in small worlds': '21284 39745 0 39376 4352 2406 15155 12972 695473 0',
  'bidirectional Dijkstra': '28927 34483 0 64953 420 378 1698 2303 1421358 0',
  'bidirectional Dijkstra; in small worlds': '48767 75618 0 131078 7772 5124 14137 12882 697698 0',
  'bidirectional A*': '13031 22856 19 38422 704 378 3820 2303 1398864 0',
  'bidirectional A*; in small worlds': '31034 63222 25 99633 7891 5126 14349 12886 695736 0',
  'bidirectional A*, a heuristic given': '13022 22847 19 38398 704 378 3820 2303 1398864 46234',
  'bidirectional A*, a heuristic given; in small worlds': '31027 63214 25 99618 7894 5126 14356 12886 695736 150428',
  'NBA*': '11521 19346 0 33825 507 378 2339 2297 1425911 0',
  'NBA*; in small worlds': '25048 47126 0 81228 6517 4649 12182 12878 695617 0',
  'NBA*, a heuristic given': '11521 19450 0 34117 539 378 2523 2297 1429689 31696',
  'NBA*, a heuristic given; in small worlds': '25035 47122 0 81221 6517 4649 12182 12878 695672 83320',
  'Dijkstra': '37995 41118 0 80792 213 376 1520 2303 1414818 0',
  'Dijkstra; in small worlds': '63993 72810 0 141920 4588 4985 13739 12886 701607 0',
  'Dijkstra, backward': '41549 44748 0 88291 282 378 1739 2303 1431457 0',
  'Dijkstra, backward; in small worlds': '65352 76170 0 148180 4682 5556 14079 12880 692072 0',
  'A*; on roads': '855 1551 0 2857 71 42 1184 57 5043 0',
  'A*, a heuristic given; on roads': '624 1195 0 2055 73 42 1233 56 5045 1213',
  'A*, an inconsistent heuristic; on roads': '946 1865 203 3312 77 40 1339 57 5025 1883',
  'A*, an inconsistent heuristic, a heap; on roads': '946 1865 203 3312 77 40 1339 57 5025 1883',
  'A*, fifo buckets; on roads': '861 1576 0 2920 71 42 1184 57 5025 0',
  'A*, larger g; on roads': '855 1551 0 2857 71 42 1184 57 5043 0',
  'A*, smaller g; on roads': '855 1551 0 2857 71 42 1184 57 5043 0',
  'A*, lifo; on roads': '853 1493 0 2754 72 42 1193 57 5043 0',
  'A*, fifo; on roads': '861 1576 0 2920 71 42 1184 57 5025 0',
  'A*, nearest, a heuristic given; on roads': '624 1195 0 2055 73 42 1233 56 5045 1837',
  'A*, backward; on roads': '821 1306 0 2378 72 42 1292 52 4258 0',
  'A*, backward, a heuristic given; on roads': '548 1050 0 1780 70 42 1180 56 4329 1068',
  'A*, over four members; on roads': '855 1551 0 2857 71 42 1184 57 5043 0',
  'A*, weighted; on roads': '472 1056 0 1688 75 42 1329 55 4495 0',
  'A*, weighted, reopening; on roads': '302 857 77 1229 77 42 1987 55 4341 0',
  'ARA*; on roads': '146 473 0 460 67 24 1997 56 4519 0',
  'bidirectional Dijkstra; on roads': '479 1137 0 1628 97 42 1315 56 4661 0',
  'bidirectional A*; on roads': '479 1137 0 1628 97 42 1315 56 4661 0',
  'bidirectional A*, a heuristic given; on roads': '396 972 0 1380 92 42 1212 56 4703 2004',
  'NBA*; on roads': '498 1105 0 1956 94 41 1281 55 4517 0',
  'NBA*, a heuristic given; on roads': '409 981 0 1650 98 42 1281 55 4464 1512',
  'Dijkstra; on roads': '855 1551 0 2857 71 42 1184 57 5043 0',
  'Dijkstra, backward; on roads': '821 1306 0 2378 72 42 1292 52 4258 0',
  'A*, nearest': '10683 15931 9 28917 463 376 5124 2374 1489528 0',
  'A*, nearest; in small worlds': '28587 42565 57 76556 4583 4829 15125 15372 836054 0',
  'bounded search of 1.1': '3141 6472 55 10371 436 1764 0 2298 1434797 0',
  'bounded search of 1.1; in small worlds': '15059 23239 146 38222 2951 5716 0 12882 703099 0',
  'bounded search of 2': '3458 7120 0 11429 458 328 0 2302 1450551 0',
  'bounded search of 2; in small worlds': '15468 25516 13 41474 3266 4322 0 12926 710703 0',
  'jump points': '616 1574 2 2159 228 148 6479 1368 863163 0',
  'jump points; in small worlds': '4379 5498 1 6975 1039 1946 8341 7399 395319 0',
  'jump points, a heuristic given': '4004 7568 1555 12152 322 183 8458 1368 864505 10025',
  'jump points, a heuristic given; in small worlds': '6117 6703 125 9835 1198 2141 9318 7399 396552 10733',
  'jump points, scanned': '616 1598 2 2159 228 148 6479 1368 863163 0',
  'jump points, scanned; in small worlds': '4377 6009 1 6976 1039 1946 8341 7399 395319 0',
  'jump points, scanned, a heuristic given': '4003 7590 1555 12150 322 183 8458 1368 864505 10027',
  'jump points, scanned, a heuristic given; in small worlds': '6111 7254 124 9856 1198 2141 9318 7399 396552 10827',
  'jump points on terrain': '1508 3044 85 4770 343 3450 66007 2096 1292779 0',
  'jump points on terrain; in small worlds': '8910 11286 252 20771 1849 10654 62231 10975 581492 0',
  'jump points on terrain, a heuristic given': '4803 7378 1606 12787 433 5494 109818 2090 1299987 9090',
  'jump points on terrain, a heuristic given; in small worlds': '11937 13548 724 26388 2025 13872 81048 10973 581982 22355',
  'Lazy Theta*': '4946 6885 0 12201 261 208 2328 369 240869 0',
  'Lazy Theta*; in small worlds': '13907 20546 0 37071 2171 2456 5838 3550 174441 0',
  'breadth-first': '36909 38556 0 75525 336 360 0 2260 1305189 0',
  'breadth-first; in small worlds': '55634 64774 0 122808 5835 2775 0 12814 673250 0',
};
const jumps: Readonly<Record<string, (grid: Grid) => Search>> = {
  'jump points': (grid) => new JumpPointSearch(grid),
  'jump points, a heuristic given': (grid) => new JumpPointSearch(grid, { heuristic: inconsistent(heuristicOf(grid)) }),
  'jump points, scanned': (grid) => new JumpPointSearch(grid, { locator: new JumpScanner(grid) }),
  'jump points, scanned, a heuristic given': (grid) => new JumpPointSearch(grid, { locator: new JumpScanner(grid), heuristic: inconsistent(heuristicOf(grid)) }),
};
const terrainJumps: Readonly<Record<string, (grid: Grid) => Search>> = {
  'jump points on terrain': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }),
  'jump points on terrain, a heuristic given': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic: inconsistent(heuristicOf(grid)) }),
};

/** The heuristic of a grid or of the roads, with its calls counted. */
function heuristicOf(graph: Graph): (v: number, goal: number) => number {
  const own = graph instanceof Grid ? graph.heuristic() : airline;
  return (v, goal) => {
    calls++;
    return own(v, goal);
  };
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
type Make = (graph: never) => Search;
/** Two cases: the larger worlds, each of whose paths is held against the oracle, and the small ones. */
const both = (name: string, make: Make, large: Readonly<Record<string, Graph>>, little: Readonly<Record<string, Graph>>, bound = boundOf(name)): [string, () => string][] => [
  [name, () => sums(large, make, bound)],
  [`${name}; in small worlds`, () => sums(little, make, 0)],
];
const cases: readonly (readonly [string, () => string])[] = [
  ...Object.entries(any).flatMap(([name, make]) => both(name, make, grids, smallGrids)),
  ...Object.entries(any).map(([name, make]) => [`${name}; on roads`, () => sums({ roads }, make, boundOf(name))] as const),
  ...Object.entries(onGrids).flatMap(([name, make]) => both(name, make, grids, smallGrids, 2)),
  ...Object.entries(jumps).flatMap(([name, make]) => both(name, make, even, smallEven)),
  ...Object.entries(terrainJumps).flatMap(([name, make]) => both(name, make, { ...even, ...terrain, oneWay }, { ...smallEven, ...smallTerrain })),
  ...both('Lazy Theta*', (grid: Grid) => new LazyThetaStar(grid), even, smallEven, 0),
  ...both('breadth-first', (graph: Graph) => new BreadthFirst(graph), { ...grids, roads }, smallGrids, 0),
];

// A difference is a change of an algorithm, or of the order of its ties: look at it before you change the number.
test.each(cases)('the counters stay the same: %s', (name, count) => {
  const found = count();
  expect(found, found).toBe(counts[name]);
});
