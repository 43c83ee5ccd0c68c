import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { digraphs, oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestPart, parts } from '../src/parts.ts';

test('each flood covers what its root reaches and earlier ones have not, and reaches at least that much', () => {
  fc.assert(
    fc.property(digraphs(), ({ vertexCount, arcs }) => {
      const graph = new CompressedGraph(vertexCount, arcs);
      const seen = new Set<number>();
      const found = parts(graph, Array.from({ length: vertexCount }, (_, v) => v));
      for (const { vertex, size, reach } of found) {
        expect(seen.has(vertex)).toBe(false);
        const reached = [...oracleDistances(graph, vertex)].flatMap((cost, v) => (cost < Infinity ? [v] : []));
        expect(size).toBe(reached.filter((v) => !seen.has(v)).length);
        expect(reach).toBeGreaterThanOrEqual(reached.length);
        for (const v of reached) seen.add(v);
      }
      expect(seen.size).toBe(graph.vertexCount);
    }),
    { numRuns: runs(200), seed: 41 },
  );
});

test('floods begin at the roots alone, and count each earlier one that they meet once', () => {
  // 3 leads twice into 0 → 1, and once into 2.
  const graph = new CompressedGraph(5, [[0, 1, 1], [3, 0, 1], [3, 1, 1], [3, 2, 1]]);
  expect(parts(graph)).toEqual([
    { vertex: 0, size: 2, reach: 2 },
    { vertex: 3, size: 1, reach: 4 },
  ]);
  expect(parts(graph, [3, 1])).toEqual([{ vertex: 3, size: 4, reach: 4 }]);
  expect([...largestPart(graph)].sort()).toEqual([0, 1, 2, 3]);
});

test('closed arcs connect nothing', () => {
  const heads = [[1], [0, 2], [3], []];
  const costs = [[1], [1, Infinity], [Infinity], []];
  const graph: Graph = {
    vertexCount: 4,
    maxDegree: 2,
    successors(v, to, cost) {
      to.set(heads[v]);
      cost.set(costs[v]);
      return heads[v].length;
    },
    predecessors: () => 0,
  };
  expect(parts(graph, [0, 1, 2, 3]).map(({ size }) => size)).toEqual([2, 1, 1]);
  expect([...largestPart(graph)]).toEqual([0, 1]);
  expect(largestPart(new CompressedGraph(0, []))).toHaveLength(0);
  expect(largestPart(new CompressedGraph(3, []))).toHaveLength(0);
});
