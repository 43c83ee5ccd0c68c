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
 * Sums over queries: vertices expanded, generated and reopened, and queue operations; vertices open and closed after 12 expansions, and their costs; vertices of the
 * paths, and the sum of their numbers; calls of the heuristic. A path costs at most `bound` times the cheapest.
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
      // Small worlds are compared with the oracle elsewhere.
      const cheapest = bound === 0 || name.startsWith('small') ? Infinity : leastCost(`${name} ${query}`, graph, start, goal);
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
  'A*': '40287 59297 66 107322 5046 3291 20249 15179 2179921 0',
  'A*, a heuristic given': '40285 59292 66 107314 5046 3291 20249 15179 2179921 68012',
  'A*, an inconsistent heuristic': '95241 133033 27998 244355 4834 3456 18734 15181 2131957 144110',
  'A*, an inconsistent heuristic, a heap': '80456 114749 16300 209434 4627 3393 16641 15179 2117765 122111',
  'A*, fifo buckets': '48426 66143 20 121237 4558 3294 15629 15173 2072720 0',
  'A*, larger g': '38318 58801 0 104947 5063 3285 20116 15175 2095261 0',
  'A*, smaller g': '48258 65495 0 120048 4565 3294 15640 15173 2103740 0',
  'A*, lifo': '39057 59230 0 105874 5023 3288 20127 15179 2179908 0',
  'A*, fifo': '48051 65804 0 120449 4562 3294 15656 15173 2072720 0',
  'A*, nearest, a heuristic given': '40285 59292 66 107314 5046 3291 20249 17746 2325582 108297',
  'A*, backward': '38464 58383 82 105515 4935 3323 19548 15177 2046527 0',
  'A*, backward, a heuristic given': '38465 58382 85 105509 4935 3323 19548 15177 2046527 67106',
  'A*, over four members': '101988 115763 0 225685 5052 3585 15490 15189 2093646 0',
  'A*, weighted': '31165 51347 0 89038 5123 3279 20887 15255 2210985 0',
  'A*, weighted, reopening': '29351 48680 1748 84272 5102 3275 21423 15278 2222461 0',
  'ARA*': '25351 47707 0 47214 4958 2730 21938 15277 2051896 0',
  'bidirectional Dijkstra': '77694 110101 0 196031 7351 3189 15835 15185 2119056 0',
  'bidirectional A*': '44065 86078 44 138055 7680 3191 18169 15189 2094600 0',
  'bidirectional A*, a heuristic given': '44049 86061 44 138016 7683 3191 18176 15189 2094600 194208',
  'NBA*': '36569 66472 0 115053 6612 2985 14521 15175 2121528 0',
  'NBA*, a heuristic given': '36556 66572 0 115338 6644 2985 14705 15175 2125361 112562',
  'Dijkstra': '101988 113928 0 222712 4801 3447 15259 15189 2116425 0',
  'Dijkstra, backward': '106901 120918 0 236471 4964 3480 15818 15183 2123529 0',
  'A*; on roads': '855 1551 0 2857 71 36 1184 57 5043 0',
  'A*, a heuristic given; on roads': '624 1195 0 2055 73 36 1233 56 5045 1213',
  'A*, an inconsistent heuristic; on roads': '946 1865 203 3312 77 34 1339 57 5025 1883',
  'A*, an inconsistent heuristic, a heap; on roads': '946 1865 203 3312 77 34 1339 57 5025 1883',
  'A*, fifo buckets; on roads': '861 1576 0 2920 71 36 1184 57 5025 0',
  'A*, larger g; on roads': '855 1551 0 2857 71 36 1184 57 5043 0',
  'A*, smaller g; on roads': '855 1551 0 2857 71 36 1184 57 5043 0',
  'A*, lifo; on roads': '853 1493 0 2754 72 36 1193 57 5043 0',
  'A*, fifo; on roads': '861 1576 0 2920 71 36 1184 57 5025 0',
  'A*, nearest, a heuristic given; on roads': '624 1195 0 2055 73 36 1233 56 5045 1837',
  'A*, backward; on roads': '821 1306 0 2378 72 36 1292 52 4258 0',
  'A*, backward, a heuristic given; on roads': '548 1050 0 1780 70 36 1180 56 4329 1068',
  'A*, over four members; on roads': '855 1551 0 2857 71 36 1184 57 5043 0',
  'A*, weighted; on roads': '472 1056 0 1688 75 36 1329 55 4495 0',
  'A*, weighted, reopening; on roads': '302 857 77 1229 77 36 1987 55 4341 0',
  'ARA*; on roads': '146 473 0 460 67 24 1997 56 4519 0',
  'bidirectional Dijkstra; on roads': '479 1137 0 1628 95 36 1315 56 4661 0',
  'bidirectional A*; on roads': '479 1137 0 1628 95 36 1315 56 4661 0',
  'bidirectional A*, a heuristic given; on roads': '396 972 0 1380 91 36 1212 56 4703 1998',
  'NBA*; on roads': '498 1105 0 1956 94 35 1281 55 4517 0',
  'NBA*, a heuristic given; on roads': '409 981 0 1650 98 36 1281 55 4464 1506',
  'Dijkstra; on roads': '855 1551 0 2857 71 36 1184 57 5043 0',
  'Dijkstra, backward; on roads': '821 1306 0 2378 72 36 1292 52 4258 0',
  'A*, nearest': '39270 58496 66 105473 5046 3291 20249 17746 2325582 0',
  'bounded search of 1.1': '18200 29711 201 48593 3387 5566 0 15180 2137896 0',
  'bounded search of 2': '18926 32636 13 52903 3724 2736 0 15228 2161254 0',
  'jump points': '4995 7072 3 9134 1267 927 14820 8767 1258482 0',
  'jump points, a heuristic given': '10121 14271 1680 21987 1520 1157 17776 8767 1261057 20758',
  'jump points, scanned': '4993 7607 3 9135 1267 927 14820 8767 1258482 0',
  'jump points, scanned, a heuristic given': '10114 14844 1679 22006 1520 1157 17776 8767 1261057 20854',
  'jump points on terrain': '10418 14330 337 25541 2192 12445 128239 13071 1874271 0',
  'jump points on terrain, a heuristic given': '16740 20926 2330 39175 2458 17707 190866 13063 1881969 31445',
  'Lazy Theta*': '18853 27431 0 49272 2432 1497 8166 3919 415310 0',
  'breadth-first': '92543 103330 0 198333 4251 3135 0 15074 1978439 0',
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
const cases: readonly (readonly [string, () => string])[] = [
  ...Object.entries(any).map(([name, make]) => [name, () => sums({ ...grids, ...smallGrids }, make, boundOf(name))] as const),
  ...Object.entries(any).map(([name, make]) => [`${name}; on roads`, () => sums({ roads }, make, boundOf(name))] as const),
  ...Object.entries(onGrids).map(([name, make]) => [name, () => sums({ ...grids, ...smallGrids }, make, 2)] as const),
  ...Object.entries(jumps).map(([name, make]) => [name, () => sums({ ...even, ...smallEven }, make, 1)] as const),
  ...Object.entries(terrainJumps).map(([name, make]) => [name, () => sums({ ...even, ...terrain, oneWay, ...smallEven, ...smallTerrain }, make, 1)] as const),
  ['Lazy Theta*', () => sums({ ...even, ...smallEven }, (grid: Grid) => new LazyThetaStar(grid), 0)],
  ['breadth-first', () => sums({ ...grids, ...smallGrids, roads }, (graph: Graph) => new BreadthFirst(graph), 0)],
];

// A difference is a change of an algorithm, or of the order of its ties: look at it before you change the number.
test.each(cases)('%s counts what it has counted before', (name, count) => {
  const found = count();
  expect(found, found).toBe(counts[name]);
});
