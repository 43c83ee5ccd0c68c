import { CompressedGraph, RoadMap } from '@pf/graph';
import type { Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { AlternativeRoutes, AStar, BidirectionalAStar, BreadthFirst, Dijkstra, KShortestPaths, NBAStar } from '../src/index.ts';
import { plain } from './searches.ts';

test('a rejected query keeps the one before it', () => {
  const grid = new Grid(30, 30);
  const v = (x: number, y: number): number => grid.vertex(x, y);
  const path = new Uint32Array(grid.vertexCount);
  const several = new AStar(grid);
  several.begin(v(0, 0), [v(20, 0), v(25, 25)]);
  several.run(5);
  expect(() => several.begin(v(3, 3), [v(1, 1), 99999])).toThrow('99999');
  several.run();
  expect([several.cost, several.end, several.path(path)]).toEqual([20, v(20, 0), 21]);
  const back = new AStar(grid, { direction: 'backward' });
  back.search(v(0, 0), v(20, 0));
  expect(() => back.begin(v(0, 3), 99999)).toThrow('99999');
  expect([back.cost, back.path(path)]).toEqual([20, 21]);
  const dijkstra = new Dijkstra(grid);
  dijkstra.begin(v(0, 0), { targets: [v(20, 0), v(2, 0)] });
  dijkstra.run(2);
  expect(() => dijkstra.begin(v(5, 5), { targets: [v(7, 7), -3] })).toThrow('-3');
  // It starts over with the valid query.
  grid.setBlocked(29, 29, true);
  dijkstra.run();
  expect([dijkstra.cost, dijkstra.distance(v(20, 0))]).toEqual([2, 20]);
});

/** A heuristic that can be made to fail. */
class Moody {
  mood: 'well' | 'NaN' | 'throws' = 'well';
  readonly heuristic: Heuristic;

  constructor(own: Heuristic) {
    this.heuristic = (v, goal) => {
      if (this.mood === 'throws') throw new Error('not now');
      return this.mood === 'NaN' ? NaN : own(v, goal);
    };
  }
}

test('a query that fails in its heuristic leaves no answer, until it is run again; the next is answered', () => {
  const grid = new Grid(6, 6);
  const v = (x: number, y: number): number => grid.vertex(x, y);
  const path = new Uint32Array(grid.vertexCount);
  const lists: AStarOptions[] = [{ queue: 'heap' }, { queue: 'buckets' }, { queue: 'heap', direction: 'backward' }, { direction: 'backward' }];
  const makes = [
    ...lists.map((options) => (heuristic: Heuristic) => new AStar(grid, { ...options, heuristic })),
    (heuristic: Heuristic) => new AStar(plain(grid), { queue: 'buckets', heuristic }),
    (heuristic: Heuristic) => new BidirectionalAStar(grid, { heuristic }),
    (heuristic: Heuristic) => new NBAStar(grid, { heuristic }),
  ];
  for (const make of makes) {
    for (const mood of ['NaN', 'throws'] as const) {
      for (const before of [0, 3, Infinity]) {
        const moody = new Moody(grid.heuristic());
        const search = make(moody.heuristic);
        search.begin(v(0, 0), v(5, 5));
        search.run(before);
        moody.mood = mood;
        expect(() => search.begin(v(1, 0), v(4, 5))).toThrow(mood === 'NaN' ? 'NaN' : 'not now');
        moody.mood = 'well';
        expect([search.cost, search.path(path)]).toEqual([Infinity, 0]);
        expect([search.run(), search.cost, search.path(path)]).toEqual([true, expect.closeTo(3 + 3 * Math.SQRT2 - 1, 9), 6]);
        expect([search.search(v(0, 0), v(0, 5)), search.path(path)]).toEqual([5, 6]);
      }
    }
  }
});

test('a search that cannot start over after an edit throws at each slice, and resumes when it can', () => {
  const grid = new Grid(20, 20);
  for (const make of [(heuristic: Heuristic) => new AStar(grid, { heuristic }), (heuristic: Heuristic) => new NBAStar(grid, { heuristic })]) {
    const moody = new Moody(grid.heuristic());
    const search = make(moody.heuristic);
    search.begin(grid.vertex(0, 0), grid.vertex(19, 0));
    expect(search.run(2)).toBe(false);
    grid.setBlocked(10, 0, grid.isFree(10, 0));
    const least = new Dijkstra(grid).search(grid.vertex(0, 0), grid.vertex(19, 0));
    moody.mood = 'throws';
    for (let i = 0; i < 2; i++) expect(() => search.run(2)).toThrow('not now');
    moody.mood = 'well';
    expect([search.run(), search.cost]).toEqual([true, expect.closeTo(least, 9)]);
  }
});

test('a query in a graph that has grown is rejected, and the one before it keeps its answer', () => {
  const chain = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
  const path = new Uint32Array(4);
  const makes = [AStar, BackwardAStar, Dijkstra, BidirectionalAStar, NBAStar, BreadthFirst];
  for (const make of makes) {
    let vertexCount = 4;
    const search = new make(Object.create(chain, { vertexCount: { get: () => vertexCount } }) as CompressedGraph);
    search.search(0, 2);
    vertexCount = 5;
    expect(() => search.search(1, 3), make.name).toThrow('The graph has 5 vertices');
    expect([search.cost, ...path.subarray(0, search.path(path))], make.name).toEqual([2, 0, 1, 2]);
  }
});

test('searches for several paths keep those of the last query too, if a road map has outgrown them', () => {
  for (const grow of [(roads: RoadMap<number>) => roads.addPlace(3), (roads: RoadMap<number>) => roads.addRoad(0, 2, 9)]) {
    const roads = new RoadMap<number>();
    for (const [from, to] of [[0, 1], [1, 2]]) roads.addRoad(from, to, 1);
    const path = new Uint32Array(4);
    const [shortest, routes] = [new KShortestPaths(roads), new AlternativeRoutes(roads)];
    shortest.begin(0, 2);
    expect([shortest.next(), routes.search(0, 2)]).toEqual([2, 1]);
    grow(roads);
    expect(() => shortest.begin(1, 2)).toThrow('make a new search');
    expect(() => routes.search(1, 2)).toThrow('make a new search');
    expect(Array.from(path.subarray(0, shortest.path(path)))).toEqual([0, 1, 2]);
    expect([routes.cost(0), ...path.subarray(0, routes.path(0, path))]).toEqual([2, 0, 1, 2]);
  }
});

class BackwardAStar extends AStar {
  constructor(graph: CompressedGraph) {
    super(graph, { direction: 'backward' });
  }
}
