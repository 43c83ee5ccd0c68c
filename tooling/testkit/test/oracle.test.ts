import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Digraph, OracleGraph } from '../src/index.ts';
import { digraphs, oracleCost, oracleDistances, runs } from '../src/index.ts';

function graphOf({ vertexCount, arcs }: Digraph): OracleGraph {
  const write = (from: 0 | 1, v: number, to: Uint32Array, cost: Float64Array): number => {
    const mine = arcs.filter((arc) => arc[from] === v);
    mine.forEach((arc, i) => {
      to[i] = arc[1 - from];
      cost[i] = arc[2];
    });
    return mine.length;
  };
  return {
    vertexCount,
    maxDegree: arcs.length,
    successors: (v, to, cost) => write(0, v, to, cost),
    predecessors: (v, to, cost) => write(1, v, to, cost),
  };
}

/** All distances by Floyd and Warshall, an unrelated algorithm. */
function allDistances({ vertexCount, arcs }: Digraph): number[][] {
  const distance = Array.from({ length: vertexCount }, (_, u) => Array.from({ length: vertexCount }, (_, v) => (u === v ? 0 : Infinity)));
  for (const [from, to, cost] of arcs) distance[from][to] = Math.min(distance[from][to], cost);
  for (const through of distance.keys()) {
    for (const row of distance) for (const v of row.keys()) row[v] = Math.min(row[v], row[through] + distance[through][v]);
  }
  return distance;
}

test('the oracle agrees with Floyd and Warshall, forwards and backwards', () => {
  const property = fc.property(digraphs(), (digraph) => {
    const graph = graphOf(digraph);
    const expected = allDistances(digraph);
    const close = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-9;
    for (let u = 0; u < digraph.vertexCount; u++) {
      const forward = oracleDistances(graph, u);
      const backward = oracleDistances(graph, u, { backward: true });
      for (let v = 0; v < digraph.vertexCount; v++) {
        expect(close(forward[v], expected[u][v])).toBe(true);
        expect(close(backward[v], expected[v][u])).toBe(true);
      }
      const v = (u * 7 + 3) % digraph.vertexCount;
      expect(close(oracleCost(graph, u, v), expected[u][v])).toBe(true);
    }
  });
  fc.assert(property, { numRuns: runs(300), seed: 1 });
});

test('the oracle rejects costs that no search may meet', () => {
  for (const cost of [-1, NaN]) expect(() => oracleDistances(graphOf({ vertexCount: 2, arcs: [[0, 1, cost]] }), 0)).toThrow(String(cost));
});

test('digraphs are sparse, with whole and real costs, loops, parallel arcs and unreachable parts', () => {
  const sample = fc.sample(digraphs(), { numRuns: 300, seed: 2 });
  const some = (what: (digraph: Digraph) => boolean): boolean => sample.filter(what).length >= 10;
  expect(some(({ arcs }) => arcs.some(([from, to]) => from === to))).toBe(true);
  expect(some(({ arcs }) => new Set(arcs.map(([from, to]) => `${from} ${to}`)).size < arcs.length)).toBe(true);
  expect(some(({ vertexCount }) => vertexCount === 1)).toBe(true);
  expect(some((digraph) => allDistances(digraph)[0].some((distance) => distance === Infinity))).toBe(true);
  expect(some((digraph) => allDistances(digraph)[0].filter((distance) => distance < Infinity).length > 5)).toBe(true);
  expect(some(({ arcs }) => arcs.length > 0 && arcs.every(([, , cost]) => Number.isInteger(cost)))).toBe(true);
  expect(some(({ arcs }) => arcs.some(([, , cost]) => !Number.isInteger(cost)))).toBe(true);
  for (const { arcs } of fc.sample(digraphs({ costs: 'whole', free: false }), { numRuns: 100, seed: 3 })) {
    expect(arcs.every(([, , cost]) => Number.isInteger(cost) && cost > 0)).toBe(true);
  }
});
