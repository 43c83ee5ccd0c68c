import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, findPath, findRoute, JumpPointSearch, LazyThetaStar, NBAStar } from '../src/index.ts';

// Mistakes of plain JavaScript that no type checker sees. None of them may look like a search without a path.

const grid = Grid.fromRows(['..#..', '..#..', '.....']);
const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 0)];
const searches = {
  AStar: () => new AStar(grid),
  'AStar backward': () => new AStar(grid, { direction: 'backward' }),
  BidirectionalAStar: () => new BidirectionalAStar(grid),
  BidirectionalDijkstra: () => new BidirectionalDijkstra(grid),
  BreadthFirst: () => new BreadthFirst(grid),
  Dijkstra: () => new Dijkstra(grid),
  JumpPointSearch: () => new JumpPointSearch(grid),
  LazyThetaStar: () => new LazyThetaStar(grid),
  NBAStar: () => new NBAStar(grid),
};

describe.each(Object.entries(searches))('%s', (_, make) => {
  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{ x: 4, y: 0 }, 'an object; for a cell take grid.vertex(x, y)'],
    ['26', "'26'; take Number(text)"],
  ])('rejects %j as either end, and keeps its answer', (end, shown) => {
    const search = make();
    const cost = search.search(start, goal);
    expect(() => search.search(start, end as never)).toThrow(`must be a whole number from 0 to ${grid.vertexCount - 1} (a vertex of the graph), got ${shown}.`);
    expect(() => search.search(end as never, goal)).toThrow(`(a vertex of the graph), got ${shown}.`);
    expect([search.cost, search.path(new Uint32Array(grid.vertexCount)) > 0]).toEqual([cost, true]);
  });

  test('rejects a vertex of the border, where y · width + x may lead, and keeps its answer', () => {
    const search = make();
    const cost = search.search(start, goal);
    for (const border of [0, 2, 6, grid.vertexCount - 1]) {
      expect(() => search.search(start, border)).toThrow(`must be a vertex of the graph, got ${border}: on a grid it lies in the border around the map. Take grid.vertex(x, y).`);
      expect(() => search.search(border, goal)).toThrow(`must be a vertex of the graph, got ${border}: on a grid`);
    }
    expect([search.cost, search.path(new Uint32Array(grid.vertexCount)) > 0]).toEqual([cost, true]);
  });

  test('rejects a path call without a buffer', () => {
    const search = make();
    search.search(start, goal);
    expect(() => search.path(undefined as never)).toThrow('written into a buffer, such as new Uint32Array(graph.vertexCount)');
  });
});

test('rejects goals that are not a list', () => {
  const search = new AStar(grid);
  expect(() => search.searchNearest(start, undefined as never)).toThrow('(a vertex of the graph), got undefined.');
  expect(() => search.searchNearest(start, { x: 1, y: 1 } as never)).toThrow('(a vertex of the graph), got an object; for a cell take grid.vertex(x, y).');
  expect(search.searchNearest(start, [])).toBe(Infinity);
  expect(() => search.searchNearest(start, new Set([goal]) as never)).toThrow('got an object; for a cell take');
});

test('Dijkstra rejects a goal in place of its options, which would flood the graph and find no path', () => {
  const dijkstra = new Dijkstra(grid);
  dijkstra.search(start, goal);
  const cost = dijkstra.cost;
  expect(() => dijkstra.begin(start, goal as never)).toThrow(`takes { targets, radius } for what ends the search, got ${goal}: for one goal, { targets: goal }.`);
  expect(dijkstra.cost).toBe(cost);
  expect(() => dijkstra.flood({ x: 0, y: 0 } as never)).toThrow('The source must be a whole number');
  expect(() => dijkstra.flood(undefined as never)).toThrow('The source must be a whole number');
  for (const write of [() => dijkstra.reached(undefined as never), () => dijkstra.distances(undefined as never), () => dijkstra.firstSteps(undefined as never)]) {
    expect(write).toThrow('got undefined for a buffer');
  }
  const breadthFirst = new BreadthFirst(grid);
  breadthFirst.flood(start);
  expect(() => breadthFirst.reached(undefined as never)).toThrow('got undefined for a buffer');
});

test('a radius, steps and a weight as text are rejected, and a cell in place of a vertex', () => {
  const dijkstra = new Dijkstra(grid);
  for (const call of [() => dijkstra.flood(start, '3' as never), () => dijkstra.begin(start, { radius: '3' as never })]) expect(call).toThrow("The radius must be 0 or more, got '3'.");
  expect(() => new BreadthFirst(grid).flood(start, '3' as never)).toThrow("The number of steps must be 0 or more, got '3'.");
  expect(() => new AStar(grid, { weight: '2' as never })).toThrow("got '2'.");
  dijkstra.flood(start, 1);
  expect(() => dijkstra.distance({ x: 0, y: 0 } as never)).toThrow('got an object; for a cell take grid.vertex(x, y).');
  expect([dijkstra.distance(start), dijkstra.distance(goal), dijkstra.distance(-1)]).toEqual([0, Infinity, Infinity]);
  expect(() => new BoundedSearch(grid, undefined as never)).toThrow('BoundedSearch needs a bound: new BoundedSearch(grid, { within: 1.2 }).');
  for (const make of [AStar, BidirectionalAStar, NBAStar]) expect(() => new make(grid, { heuristic: (grid as never as Record<string, never>)['heuristic'] }).search(start, goal)).toThrow('Pass grid.heuristic(), not grid.heuristic.');
});

test.each([
  ['AStar', AStar],
  ['BidirectionalAStar', BidirectionalAStar],
  ['NBAStar', NBAStar],
] as const)('%s rejects what is not a heuristic', (_, Search) => {
  for (const heuristic of ['none', 'manhattan', 7]) expect(() => new Search(grid, { heuristic } as never)).toThrow('A heuristic is a function');
  expect(new Search(grid, { heuristic: undefined }).search(start, goal)).toBeLessThan(Infinity);
});

test('constructors reject what is not a graph', () => {
  for (const world of [undefined, null, [[0, 1], [1, 0]], {}]) {
    for (const make of [() => new AStar(world as never), () => new Dijkstra(world as never), () => new JumpPointSearch(world as never)]) {
      expect(make).toThrow('A search takes a graph, such as a Grid or a CompressedGraph, got ');
    }
  }
});

test('searches for grids reject what is not a grid', () => {
  const roads = new CompressedGraph(2, [[0, 1, 1]]);
  expect(() => new JumpPointSearch(roads as never)).toThrow('Jump point search takes a Grid of @pf/grid, got an object of CompressedGraph.');
  expect(() => new LazyThetaStar(roads as never)).toThrow('Lazy Theta* takes a Grid of @pf/grid, got an object of CompressedGraph');
  expect(() => findPath(roads as never, { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } })).toThrow('findPath takes a Grid of @pf/grid, got an object of CompressedGraph');
  expect(() => findPath([[0, 0]] as never, { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } })).toThrow('findPath takes a Grid of @pf/grid, got an array');
  expect(() => findPath(undefined as never, { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } })).toThrow('findPath takes a Grid of @pf/grid, got undefined');
});

test('a heuristic without a return is rejected by every search with one', () => {
  const open = new Grid(6, 6);
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 0, 1], [1, 2, 1], [2, 1, 1]]);
  // Everywhere, everywhere but at the goal, and at odd vertices only.
  for (const forgets of [() => true, (v: number, goal: number) => v !== goal, (v: number, goal: number) => v !== goal && v % 2 === 1]) {
    const heuristic = (v: number, goal: number): number => (forgets(v, goal) ? (undefined as unknown as number) : 0);
    for (const [world, from, to] of [[open, open.vertex(0, 0), open.vertex(5, 5)], [graph, 0, 2]] as const) {
      for (const nearest of [false, true]) {
        for (const queue of ['heap', 'buckets'] as const) expect(() => new AStar(world, { heuristic, nearest, queue }).search(from, to)).toThrow('The heuristic estimates');
        expect(() => new AStar(world, { heuristic, nearest }).searchNearest(from, [to, to])).toThrow('The heuristic estimates undefined between vertex');
      }
      expect(() => new BidirectionalAStar(world, { heuristic }).search(from, to)).toThrow('The heuristic estimates');
      expect(() => new NBAStar(world, { heuristic }).search(from, to)).toThrow('The heuristic estimates');
      expect(() => new ARAStar(world, { heuristic }).search(from, to)).toThrow('The heuristic estimates');
    }
    expect(() => findRoute(graph, { from: 0, to: 2, heuristic })).toThrow('The heuristic estimates');
  }
  const jumps = Grid.fromRows(['....', '.#..', '....']);
  expect(() => new JumpPointSearch(jumps, { heuristic: () => undefined as unknown as number }).search(jumps.vertex(0, 0), jumps.vertex(3, 2))).toThrow('The heuristic estimates undefined');
});
