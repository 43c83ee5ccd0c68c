import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { expect, test } from 'vitest';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, Dijkstra, NBAStar } from '../src/index.ts';

/** A road of towns, to which one may be added or from which one may be removed. */
class Road implements Graph {
  vertexCount = 3;
  readonly maxDegree = 2;

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const ends = [v - 1, v + 1].filter((u) => u >= 0 && u < this.vertexCount);
    to.set(ends);
    cost.fill(1, 0, ends.length);
    return ends.length;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.successors(v, to, cost);
  }
}

test('a graph whose size changed after the search was made is rejected, with advice', () => {
  const makes = [AStar, Dijkstra, BidirectionalAStar, BidirectionalDijkstra, NBAStar, BreadthFirst];
  for (const make of makes) {
    const road = new Road();
    const search = new make(road);
    expect(search.search(0, 2)).toBe(2);
    road.vertexCount = 5;
    for (const goal of [4, 2]) {
      expect(() => search.search(0, goal), make.name).toThrow('The graph has 5 vertices, but had 3 when this search was made: make a new search.');
    }
    expect(new make(road).search(0, 4)).toBe(4);
    road.vertexCount = 2;
    expect(() => search.search(0, 1), make.name).toThrow('The graph has 2 vertices, but had 3');
    road.vertexCount = 3;
    expect(search.search(2, 0)).toBe(2);
  }
});

test('a vertex with more arcs than any had when the search was made is rejected too; one with fewer is accepted', () => {
  const roads: [number, number, number][] = [[0, 1, 1], [1, 2, 1], [2, 3, 1]];
  const graph = (): Graph => new CompressedGraph(4, roads);
  const world: Graph = {
    vertexCount: 4,
    get maxDegree() { return graph().maxDegree; },
    successors: (v, to, cost) => graph().successors(v, to, cost),
    predecessors: (v, to, cost) => graph().predecessors(v, to, cost),
  };
  const makes = [AStar, Dijkstra, BidirectionalAStar, BidirectionalDijkstra, NBAStar, BreadthFirst];
  const searches = makes.map((make) => new make(world));
  expect(searches.map((search) => search.search(0, 3))).toEqual([3, 3, 3, 3, 3, 3]);
  roads.push([0, 3, 1]);
  for (const search of searches) {
    expect(() => search.search(0, 3), search.constructor.name).toThrow('The graph has up to 2 arcs at a vertex, but had up to 1 when this search was made: make a new search.');
  }
  const anew = makes.map((make) => new make(world));
  expect(anew.map((search) => search.search(0, 3))).toEqual([1, 1, 1, 1, 1, 1]);
  roads.pop();
  for (const all of [searches, anew]) expect(all.map((search) => search.search(0, 3))).toEqual([3, 3, 3, 3, 3, 3]);
});
