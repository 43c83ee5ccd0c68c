import { CompressedGraph, pathCost } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { digraphs, oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { PathDatabase, PathRowBuilder } from '../src/index.ts';

function expectOptimal(graph: Graph, paths: PathDatabase, start: number): void {
  const truth = oracleDistances(graph, start);
  const out = new Uint32Array(graph.vertexCount);
  for (let goal = 0; goal < graph.vertexCount; goal++) {
    const length = paths.path(start, goal, out);
    expect(paths.cost, `from ${start} to ${goal}`).toBeCloseTo(truth[goal], 6);
    expect(pathCost(graph, out, length)).toBeCloseTo(truth[goal], 6);
    expect(paths.firstMove(start, goal)).toBe(length > 1 ? out[1] : -1);
  }
}

test('every path of every grid is a cheapest one', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 7, sides: true }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      expectOptimal(grid, PathDatabase.build(grid), grid.vertex(pick % grid.width, pick % grid.height));
    }),
    { numRuns: runs(200), seed: 8 },
  );
});

test('uniform 8-connected grids, where runs choose among ties', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 10, movements: ['eight'], metrics: ['exact'], terrain: false }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      expectOptimal(grid, PathDatabase.build(grid), grid.vertex(pick % grid.width, pick % grid.height));
    }),
    { numRuns: runs(150), seed: 9 },
  );
});

test('every path of every directed graph is a cheapest one', () => {
  fc.assert(
    fc.property(digraphs({ maxVertices: 12, free: false }), ({ vertexCount, arcs }) => {
      const graph = new CompressedGraph(vertexCount, arcs);
      if (graph.maxDegree > 15) return;
      expectOptimal(graph, PathDatabase.build(graph), 0);
    }),
    { numRuns: runs(200), seed: 10 },
  );
});

test('parts give the same database as the whole, and it is loaded as it was saved', () => {
  const grid = Grid.fromRows(['...#.', '.#...', '.....']);
  const builder = new PathRowBuilder(grid);
  const whole = PathDatabase.build(grid).save();
  const parts = PathDatabase.assemble(grid, [builder.build(0, 5), builder.build(5, 20), builder.build(20, grid.vertexCount)]);
  expect(new Uint8Array(parts.save())).toEqual(new Uint8Array(whole));
  expectOptimal(grid, PathDatabase.load(grid, whole), grid.vertex(0, 0));
  expect(() => PathDatabase.assemble(grid, [builder.build(0, 5)])).toThrow(/rows of 35 vertices are needed, got those of 5/);
});

test('a uniform 8-connected grid is not asked for the arcs of the cells on a path', () => {
  const grid = Grid.fromRows(['.....', '.....', '...#.']);
  const paths = PathDatabase.build(grid);
  const asked = vi.spyOn(grid, 'successors');
  const out = new Uint32Array(grid.vertexCount);
  expect(paths.path(grid.vertex(0, 0), grid.vertex(4, 2), out)).toBe(6);
  expect(paths.cost).toBe(4 + Math.SQRT2);
  expect(asked).not.toHaveBeenCalled();
});

test('rows whose lengths do not say how many runs there are make no database', () => {
  const grid = new Grid(2, 2);
  const { lengths, runs } = new PathRowBuilder(grid).build(0, grid.vertexCount);
  expect(() => PathDatabase.assemble(grid, [{ lengths, runs: runs.slice(1) }])).toThrow(/The rows up to that of vertex 15 have \d+ runs by their lengths, got \d+: build them anew/);
});
