import { expect, test } from 'vitest';
import { avoiding, CompressedGraph, EdgeCosts, withCosts } from '../src/index.ts';
import { checkVertex } from '../src/kit.ts';

/** A graph in which some numbers are no vertices. */
class Holed extends CompressedGraph {
  hasVertex(v: number): boolean {
    return v !== 1;
  }
}

const holed = new Holed(3, [[0, 2, 1]]);

test.each([
  ['the graph', holed],
  ['avoiding', avoiding(holed, () => false)],
  ['withCosts', withCosts(holed, (_from, _to, cost) => cost)],
  ['EdgeCosts', new EdgeCosts(holed)],
])('rejects a number that is no vertex: %s', (_name, graph) => {
  expect(() => checkVertex(graph, 1, 'goal')).toThrow('The goal must be a vertex of the graph, got 1: on a grid it lies in the border around the map. Take grid.vertex(x, y).');
  for (const v of [0, 2]) expect(() => checkVertex(graph, v, 'goal')).not.toThrow();
});

test('every number is a vertex unless the graph excludes it', () => {
  const plain = new CompressedGraph(3, [[0, 2, 1]]);
  for (const graph of [plain, avoiding(plain, () => false), new EdgeCosts(plain)]) expect(() => checkVertex(graph, 1, 'goal')).not.toThrow();
});
