import { CompressedGraph, withCosts } from '@pf/graph';
import { digraphs, oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strongComponents } from '../../src/index.ts';

test('two vertices are in the same component exactly if each has a path to the other', () => {
  fc.assert(
    fc.property(digraphs(), ({ vertexCount, arcs }) => {
      const graph = new CompressedGraph(vertexCount, arcs);
      const reaches = Array.from({ length: vertexCount }, (_, v) => oracleDistances(graph, v));
      const components = strongComponents(graph);
      const both = (v: number, w: number): boolean => reaches[v][w] < Infinity && reaches[w][v] < Infinity;
      const expected = Array.from(components, (_, v) => Array.from(components, (_, w) => both(v, w)));
      expect(Array.from(components, (one) => Array.from(components, (other) => one === other))).toEqual(expected);
      const sizes = Array.from(components, (_, c) => components.filter((one) => one === c).length);
      expect(sizes[0] ?? 0).toBe(Math.max(0, ...sizes));
    }),
    { numRuns: runs(150), seed: 16 },
  );
});

test('closed arcs do not count', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]], { directed: false });
  expect([...strongComponents(roads)]).toEqual([0, 0, 0]);
  roads.setCost(2, 1, Infinity);
  expect([...strongComponents(roads)]).toEqual([0, 0, 1]);
  expect([...strongComponents(withCosts(roads, (tail, _head, cost) => (tail === 0 ? Infinity : cost)))].sort()).toEqual([0, 1, 2]);
});

test('a path may be longer than the call stack is deep', () => {
  const count = 50_000;
  const ring = new CompressedGraph(count, Array.from({ length: count }, (_, v) => [v, (v + 1) % count, 1]));
  expect(new Set(strongComponents(ring)).size).toBe(1);
});

test('a hub takes linear time', () => {
  const n = 60_001;
  const star = new CompressedGraph(n, Array.from({ length: n - 1 }, (_, i) => [0, i + 1, 1]), { directed: false });
  const { user } = process.cpuUsage();
  expect(new Set(strongComponents(star)).size).toBe(1);
  expect(process.cpuUsage().user - user).toBeLessThan(2e6);
});
