import { CompressedGraph, Counters } from '@pf/graph';
import { expect, test } from 'vitest';
import { chooseFrontier } from '../../src/frontier/choose-frontier.ts';

test('entries of closed vertices do not count for the floor, vertex 0 included', () => {
  // Vertex 0 is opened at 5, then at 2.
  const graph = new CompressedGraph(3, [[1, 0, 5], [1, 2, 1], [2, 0, 1]]);
  const frontier = chooseFrontier(graph, new Counters(), { heuristic: 'none', backward: false, weight: 1, queue: 'heap' });
  frontier.begin([1], []);
  const floors: number[] = [];
  for (let v = frontier.next(); v >= 0; v = frontier.next()) {
    frontier.expand(v);
    floors.push(frontier.floor());
  }
  expect(floors).toEqual([1, 2, Infinity]);
  expect([0, 1, 2].map((v) => frontier.cost(v))).toEqual([2, 0, 1]);
});
