import { brokenAt, CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import type { OracleGraph } from '@pf/testkit';
import { digraphs, oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BreadthFirst } from '../src/index.ts';

/** The same arcs at a cost of 1. */
function unit(graph: OracleGraph): OracleGraph {
  return {
    ...graph,
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    successors(v, to, cost) {
      const n = graph.successors(v, to, cost);
      cost.fill(1, 0, n);
      return n;
    },
  };
}

function check(graph: OracleGraph, seed: number, limit: number): void {
  const search = new BreadthFirst(graph);
  const vertices = verticesOf(graph);
  const n = vertices.length;
  const start = vertices[seed % n];
  const expected = oracleDistances(unit(graph), start);
  const out = new Uint32Array(n);
  for (let i = 0; i < 4; i++) {
    const goal = vertices[(seed >>> (3 * i)) % n];
    expect(search.search(start, goal)).toBe(expected[goal]);
    const length = search.path(out);
    if (expected[goal] === Infinity) expect(length).toBe(0);
    else {
      expect(length).toBe(expected[goal] + 1);
      expect([out[0], out[length - 1], brokenAt(graph, out, length)]).toEqual([start, goal, -1]);
    }
  }
  expect(search.flood(start, limit)).toBe(expected.filter((d) => d <= limit).length);
  const reached = search.reached(out);
  for (let i = 0; i < reached; i++) {
    expect(search.steps(out[i])).toBe(expected[out[i]]);
    if (i > 0) expect(search.steps(out[i])).toBeGreaterThanOrEqual(search.steps(out[i - 1]));
  }
}

test('steps, paths and floods are those of the oracle with every arc at cost 1', () => {
  fc.assert(fc.property(worlds({ sides: true }), fc.nat(18), (world, halves) => check(Grid.fromRows(world.rows, rulesOf(world)), world.seed, halves / 2)), { numRuns: runs(200), seed: 1961 });
  fc.assert(fc.property(digraphs(), fc.nat(), fc.nat(18), ({ vertexCount, arcs }, seed, halves) => check(new CompressedGraph(vertexCount, arcs), seed, halves / 2)), { numRuns: runs(200), seed: 1962 });
});

test('runs in slices, and stops as soon as a path is found', () => {
  const grid = new Grid(30, 30, { movement: 'four' });
  const search = new BreadthFirst(grid);
  const start = grid.vertex(15, 15);
  search.begin(start, grid.vertex(18, 15));
  expect(search.run(3)).toBe(false);
  expect(search.counters.expanded).toBe(3);
  let slices = 2;
  while (!search.run(3)) slices++;
  expect(search.steps(grid.vertex(18, 15))).toBe(3);
  expect(search.counters.expanded).toBe(6);
  expect(slices).toBe(2);
  for (const looksBefore of [0, 2]) {
    let looks = 0;
    search.begin(start);
    expect(search.run(Infinity, { get aborted() { return looks++ === looksBefore; } })).toBe(false);
    expect(search.counters.expanded).toBe(256 * looksBefore);
    expect(search.run()).toBe(true);
    expect({ ...search.counters }).toEqual({ expanded: 900, generated: 899, reopened: 0, queueOperations: 1800 });
  }
  expect([search.search(start, start), search.counters.expanded]).toEqual([0, 0]);
});

test('open and closed vertices can be distinguished at each step', () => {
  const grid = Grid.fromRows(['....', '.##.', '....']);
  const search = new BreadthFirst(grid);
  const start = grid.vertex(0, 0);
  const expanded: number[] = [];
  const watched = Object.create(grid, {
    successors: { value: (v: number, to: Uint32Array, cost: Float64Array) => { expanded.push(v); return grid.successors(v, to, cost); } },
  }) as Grid;
  const same = new BreadthFirst(watched);
  search.begin(start);
  same.begin(start);
  expect([search.cost, search.isOpen(start), search.isClosed(start)]).toEqual([Infinity, true, false]);
  for (let done = false; !done; ) {
    done = search.run(1);
    same.run(1);
    for (let v = 0; v < grid.vertexCount; v++) {
      expect(search.isClosed(v)).toBe(expanded.includes(v));
      expect(search.isOpen(v)).toBe(search.steps(v) < Infinity && !expanded.includes(v));
    }
  }
  expect(expanded).toHaveLength(10);
  search.search(start, grid.vertex(3, 2));
  expect([search.cost, search.isOpen(grid.vertex(3, 2))]).toEqual([5, true]);
  expect([search.search(start, grid.vertex(1, 1)), search.cost]).toEqual([Infinity, Infinity]);
});

test('when stamps overflow, no label of an earlier search counts as new', () => {
  const grid = new Grid(9, 9);
  const search = new BreadthFirst(grid);
  const inside = search as unknown as { stamp: number };
  search.flood(grid.vertex(4, 4));
  expect(inside.stamp).toBe(2);
  search.flood(grid.vertex(4, 4));
  expect(inside.stamp).toBe(3);
  // 2³¹ searches take too long: the test sets the stamp to the last before it overflows.
  inside.stamp = 2 ** 31 - 1;
  expect([search.flood(grid.vertex(4, 4), 1), inside.stamp, search.steps(grid.vertex(0, 0))]).toEqual([9, 1, Infinity]);
});

test('rejects invalid arguments', () => {
  const search = new BreadthFirst(new Grid(3, 3));
  expect(() => search.search(-1, 6)).toThrow('The start must be');
  expect(() => search.search(6, 1e9)).toThrow('The goal must be');
  expect(() => search.search(6, -1)).toThrow('The goal must be a whole number from 0 to 24 (a vertex of the graph), got -1 (NO_VERTEX: no such step or path).');
  expect(() => search.flood(6, -1)).toThrow('The number of steps must be 0 or more, got -1.');
  expect(() => search.flood(6, '2' as never)).toThrow("The number of steps must be 0 or more, got '2'.");
  expect(search.flood(6)).toBe(9);
  expect(() => search.reached(new Uint32Array(8))).toThrow('9 vertices were reached');
  expect(search.reached(new Uint32Array(9))).toBe(9);
  search.search(6, 18);
  expect(() => search.path(new Uint32Array(2))).toThrow('The path has 3 vertices');
  expect(search.path(new Uint32Array(3))).toBe(3);
});
