import type { Graph } from '@pf/graph';
import { expect, test } from 'vitest';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, Dijkstra, NBAStar } from '../src/index.ts';

/** A road of towns, to which one may be added or from which one may be taken. */
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

test('a graph of another size than when the search was made is refused in a sentence that says what to do', () => {
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
