import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import type { Resumable } from '../src/index.ts';
import { ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, JumpPointSearch, KShortestPaths, LazyThetaStar, NBAStar, runInSlices } from '../src/index.ts';

// A search without a query would look finished, and its cost of Infinity like "no path".

const grid = new Grid(9, 9);
const [start, goal] = [grid.vertex(0, 0), grid.vertex(8, 3)];
const sentence = 'The search has no start and goal yet: call begin(start, goal) first.';
const searches = {
  ARAStar: () => new ARAStar(grid),
  AStar: () => new AStar(grid),
  BidirectionalAStar: () => new BidirectionalAStar(grid),
  BidirectionalDijkstra: () => new BidirectionalDijkstra(grid),
  'BoundedSearch by jumps': () => new BoundedSearch(grid, { within: 1 }),
  BreadthFirst: () => new BreadthFirst(grid),
  Dijkstra: () => new Dijkstra(grid),
  JumpPointSearch: () => new JumpPointSearch(grid),
  LazyThetaStar: () => new LazyThetaStar(grid),
  NBAStar: () => new NBAStar(grid),
};

test.each(Object.entries(searches))('%s does not run before begin; once finished, it stays finished', async (_, make) => {
  const search = make();
  expect(() => search.run()).toThrow(sentence);
  await expect(runInSlices(search)).rejects.toThrow(sentence);
  // A rejected query does not count.
  expect(() => search.search(-1, goal)).toThrow('whole number');
  expect(() => search.run(5)).toThrow(sentence);
  expect(search.search(start, goal)).toBeLessThan(Infinity);
  expect([search.run(), search.run(1)]).toEqual([true, true]);
});

test('improve and next need a query too', () => {
  expect(() => new ARAStar(grid).improve(5)).toThrow(sentence);
  expect(() => new KShortestPaths(grid).next()).toThrow(sentence);
});

test('runInSlices takes a search', async () => {
  for (const [wrong, shown] of [[grid, 'an object'], [undefined, 'undefined'], [null, 'null'], ['x', "'x'"]]) {
    await expect(runInSlices(wrong as unknown as Resumable)).rejects.toThrow(`runInSlices takes a search that was begun, such as an AStar, got ${shown as string}.`);
  }
});

const world = (successors: unknown): Graph => ({ vertexCount: 3, maxDegree: 2, successors: successors as Graph['successors'], predecessors: () => 0 });
const makers = [AStar, ARAStar, Dijkstra, BreadthFirst, NBAStar, BidirectionalAStar, BidirectionalDijkstra, KShortestPaths];

test.each([
  ['without a return', () => undefined, 'undefined'],
  ['that returns its arcs', () => [1], 'an array'],
  ['that returns too many arcs', () => 3, '3'],
  ['that returns half an arc', () => 0.5, '0.5'],
  ['that returns text', () => '1', "'1'"],
])('a graph with successors %s is rejected', (_, successors, shown) => {
  for (const make of makers) {
    expect(() => new make(world(successors)), make.name).toThrow(`successors(0) must return how many arcs it wrote, up to maxDegree 2, got ${shown}.`);
  }
});

test('a graph may be empty, or load its arcs later', () => {
  const late = world(() => {
    throw new Error('not loaded');
  });
  for (const make of makers) {
    expect(() => new make(late), make.name).not.toThrow();
    expect(() => new make({ ...late, vertexCount: 0 }), make.name).not.toThrow();
  }
});

test('an arc to something that is not a vertex is not blamed on the heuristic', () => {
  const xs = [0, 1, 2];
  const heuristic = (v: number, goal: number): number => Math.abs(xs[v] - xs[goal]);
  const wild = world((v: number, to: Uint32Array, cost: Float64Array) => ((to[0] = v + 7), (cost[0] = 1), 1));
  for (const make of [AStar, ARAStar, NBAStar]) {
    expect(() => new make(wild, { heuristic }).search(0, 2), make.name).toThrow("Vertex 0 has an arc with 7, but the graph's vertexCount was 3 when the search was made.");
  }
});

/** A graph of numbers of which `count` are vertices. Those without a list have no arcs. */
function listed(lists: Readonly<Record<number, readonly number[]>>, vertexCount: number, maxDegree: number): Graph {
  const successors = (v: number, to: Uint32Array, cost: Float64Array): number => {
    const heads = lists[v] ?? [];
    heads.forEach((u, i) => ([to[i], cost[i]] = [u, 1]));
    return heads.length;
  };
  return { vertexCount, maxDegree, successors, predecessors: () => 0 };
}

test('vertices beyond vertexCount and arcs beyond maxDegree are named', () => {
  const makes = [AStar, Dijkstra, BreadthFirst, ARAStar, NBAStar, BidirectionalDijkstra];
  const forward = makes.slice(0, 4);
  for (const make of makes) expect(() => new make(listed({ 0: [1], 1: [9, 2, 3] }, 5, 2)).search(0, 3), make.name).toThrow("Vertex 1 has 3 arcs, more than the graph's maxDegree of 2: ");
  // The vertex beyond knows the way back, or on.
  for (const heads of [[0], [1], [3], [6]]) {
    for (const make of forward) {
      expect(() => new make(listed({ 0: [5], 5: heads }, 5, 2)).search(0, 3), make.name).toThrow(/(A vertex|Vertex 0) has an arc with 5, but the graph's vertexCount was 5 when the search was made\./);
    }
  }
  let made = 0;
  const endless: Graph = { vertexCount: 100, maxDegree: 1, predecessors: () => 0, successors: (_, to, cost) => ((to[0] = 100 + made++), (cost[0] = 1)) };
  for (const make of [AStar, BreadthFirst, ARAStar]) {
    const search = new make(endless);
    search.begin(0, 99);
    expect(() => search.run(1000), make.name).toThrow("but the graph's vertexCount was 100");
  }
});

test('a graph that grows while it is searched is named as the cause', () => {
  const graph = { ...listed({}, 2, 2), vertexCount: 2 };
  graph.successors = (v, to, cost) => {
    graph.vertexCount += 2;
    to[0] = v + 2;
    return (cost[0] = 1);
  };
  for (const make of [AStar, Dijkstra, BreadthFirst, ARAStar]) {
    graph.vertexCount = 2;
    const search = new make(graph);
    const before = graph.vertexCount;
    expect(() => search.search(0, 1), make.name).toThrow(`but the graph's vertexCount was ${before} when the search was made.`);
  }
});
