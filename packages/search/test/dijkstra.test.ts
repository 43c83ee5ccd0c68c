import { CompressedGraph, NO_VERTEX, pathCost } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import type { World } from '@pf/testkit';
import { digraphs, oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Dijkstra } from '../src/index.ts';
import { plain } from './searches.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, world);
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

function freeCells(grid: Grid): number[] {
  return Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
}

describe('fields on every world, forwards and backwards', () => {
  for (const direction of ['forward', 'backward'] as const) {
    const backward = direction === 'backward';
    test(direction, () => {
      const property = fc.property(worlds({ sides: true }), fc.nat(48), (world, quarters) => {
        const radius = quarters / 4;
        const grid = gridOf(world);
        const free = freeCells(grid);
        if (free.length === 0) return;
        const source = free[world.seed % free.length];
        const expected = oracleDistances(grid, source, { backward });
        const dijkstra = new Dijkstra(grid, { direction });
        const n = grid.vertexCount;

        const within = Array.from(expected.keys()).filter((v) => expected[v] <= radius);
        expect(dijkstra.flood(source, radius)).toBe(within.length);
        const reached = new Uint32Array(n);
        expect(dijkstra.reached(reached)).toBe(within.length);
        expect([...reached.subarray(0, within.length)].sort((a, b) => a - b)).toEqual(within);
        expect(reached[0]).toBe(source);

        expect(dijkstra.flood(source)).toBe(expected.filter((d) => d < Infinity).length);
        const field = new Float64Array(n);
        dijkstra.distances(field);
        const steps = new Int32Array(n);
        dijkstra.firstSteps(steps);
        const out = new Uint32Array(n);
        for (let v = 0; v < n; v++) {
          if (expected[v] === Infinity) {
            expect([field[v], dijkstra.distance(v), steps[v], dijkstra.parent(v), dijkstra.path(out, v)]).toEqual([Infinity, Infinity, NO_VERTEX, NO_VERTEX, 0]);
            continue;
          }
          expect(field[v]).toBe(dijkstra.distance(v));
          expect(Math.abs(field[v] - expected[v])).toBeLessThanOrEqual(1e-9);
          const length = dijkstra.path(out, v);
          expect(Math.abs(pathCost(grid, out, length) - expected[v])).toBeLessThanOrEqual(1e-9);
          const [from, to] = backward ? [v, source] : [source, v];
          expect([out[0], out[length - 1]]).toEqual([from, to]);
          expect(steps[v]).toBe(v === source ? NO_VERTEX : out[1]);
        }
        const asked = dijkstra.searchMany(source, free);
        expect(asked).toBe(free.filter((v) => expected[v] < Infinity).length);
      });
      fc.assert(property, { numRuns: runs(250), seed: 1959 });
    });
  }
});

test('what is reached comes in the order of its distance, but for half a step on grids', () => {
  const grid = randomObstacles(40, 40, 0.3, seededRandom(4));
  for (const [graph, slack] of [[grid, 0.5], [asGraph(grid), 0]] as const) {
    const dijkstra = new Dijkstra(graph);
    const order = new Uint32Array(grid.vertexCount);
    dijkstra.flood(freeCells(grid)[300]);
    const n = dijkstra.reached(order);
    expect(n).toBeGreaterThan(500);
    let farthest = 0;
    for (let i = 0; i < n; i++) {
      expect(dijkstra.distance(order[i])).toBeGreaterThanOrEqual(farthest - slack);
      farthest = Math.max(farthest, dijkstra.distance(order[i]));
    }
    expect(dijkstra.counters.reopened).toBe(0);
  }
});

function asGraph(grid: Grid): CompressedGraph {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  const arcs = freeCells(grid).flatMap((v) => Array.from({ length: grid.successors(v, to, cost) }, (_, i) => [v, to[i], cost[i]] as const));
  return new CompressedGraph(grid.vertexCount, arcs);
}

test('several sources: the nearest counts', () => {
  const property = fc.property(digraphs(), fc.nat(), fc.nat(), (digraph, a, b) => {
    const graph = new CompressedGraph(digraph.vertexCount, digraph.arcs);
    const sources = [a % graph.vertexCount, b % graph.vertexCount];
    const [one, two] = sources.map((source) => oracleDistances(graph, source));
    const dijkstra = new Dijkstra(graph);
    dijkstra.flood(sources);
    for (let v = 0; v < graph.vertexCount; v++) expect(dijkstra.distance(v)).toBe(Math.min(one[v], two[v]));
  });
  fc.assert(property, { numRuns: runs(300), seed: 1960 });
});

describe('it stops', () => {
  const grid = new Grid(41, 41, { movement: 'four' });
  const centre = grid.vertex(20, 20);

  test('at a radius, which counts itself: cells within a number of moves', () => {
    const dijkstra = new Dijkstra(grid);
    for (let moves = 0; moves <= 10; moves++) expect(dijkstra.flood(centre, moves)).toBe(2 * moves * (moves + 1) + 1);
    const eight = new Dijkstra(new Grid(9, 9));
    expect(eight.flood(grid.stride, 0)).toBe(1);
    const diagonal = new Grid(9, 9);
    expect(new Dijkstra(diagonal).flood(diagonal.vertex(4, 4), 3 * Math.SQRT2)).toBe(53);
    // 3000 times 0.7 add up to a little more than 2100.
    const road = new CompressedGraph(3001, Array.from({ length: 3000 }, (_, v) => [v, v + 1, 0.7] as const));
    expect(new Dijkstra(road).flood(0, 2100)).toBe(3001);
  });

  test('at a radius without a label beyond it', () => {
    for (const graph of [grid, plain(grid)]) {
      const dijkstra = new Dijkstra(graph);
      expect(dijkstra.flood(centre, 5)).toBe(61);
      expect({ ...dijkstra.counters }).toEqual({ expanded: 61, generated: 60, reopened: 0, queueOperations: 122 });
    }
  });

  test('when its targets are reached, however often they are named', () => {
    const dijkstra = new Dijkstra(grid);
    expect(dijkstra.search(centre, grid.vertex(23, 20))).toBe(3);
    expect(dijkstra.counters.expanded).toBeLessThanOrEqual(25);
    const near = grid.vertex(21, 20);
    expect(dijkstra.searchMany(centre, [near, near, centre])).toBe(2);
    expect(dijkstra.counters.expanded).toBeLessThanOrEqual(5);
    expect(dijkstra.searchMany(centre, [])).toBe(0);
    expect(dijkstra.counters.expanded).toBe(0);
    const field = new Float64Array(grid.vertexCount);
    for (const target of [near, centre - 1, centre + grid.stride, centre - grid.stride]) {
      dijkstra.flood(centre);
      dijkstra.search(centre, target);
      dijkstra.distances(field);
      expect(field).toEqual(field.map((_, v) => dijkstra.distance(v)));
    }
    dijkstra.begin(centre, { targets: near });
    expect([dijkstra.run(), dijkstra.run(0, { aborted: true })]).toEqual([true, true]);
    // The targets of the last question are none of the next.
    expect(dijkstra.search(centre, grid.vertex(30, 20))).toBe(10);
    expect(dijkstra.path(new Uint32Array(11))).toBe(11);
  });

  test('when its budget is spent, and goes on from there', () => {
    const whole = new Dijkstra(grid);
    const sliced = new Dijkstra(grid);
    whole.flood(centre, 15);
    sliced.begin(centre, { radius: 15 });
    let slices = 1;
    while (!sliced.run(100)) slices++;
    expect(slices).toBe(Math.floor(481 / 100) + 1);
    expect({ ...sliced.counters }).toEqual({ ...whole.counters });
    sliced.begin(centre);
    expect(sliced.run(Infinity, { aborted: true })).toBe(false);
    expect(sliced.counters.expanded).toBe(0);
    expect(sliced.run()).toBe(true);
  });
});

test('misuse is answered by a sentence', () => {
  const grid = new Grid(4, 4);
  const dijkstra = new Dijkstra(grid);
  const v = grid.vertex(0, 0);
  expect(() => dijkstra.flood(v, -1)).toThrow('The radius must be 0 or more, got -1.');
  expect(() => dijkstra.flood(99)).toThrow('The source must be');
  expect(() => dijkstra.searchMany(v, [99])).toThrow('The target must be');
  dijkstra.flood(v);
  expect(() => dijkstra.reached(new Uint32Array(15))).toThrow('16 vertices were reached, but the buffer holds 15.');
  expect(dijkstra.reached(new Uint32Array(16))).toBe(16);
  expect(() => dijkstra.distances(new Float64Array(3))).toThrow('A field has 36 entries, one a vertex, but the buffer holds 3.');
  expect(() => dijkstra.firstSteps(new Int32Array(3))).toThrow('A field has 36 entries');
  expect(() => new Dijkstra(grid, { direction: 'both' as 'forward' })).toThrow("got 'both'");
});
