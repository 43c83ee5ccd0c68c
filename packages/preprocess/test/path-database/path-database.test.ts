import { CompressedGraph, pathCost } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { digraphs, oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { PathRowOptions, PathRows } from '../../src/index.ts';
import { assembleParts, partBuilder, PathDatabase, PathRowBuilder } from '../../src/index.ts';

function expectOptimal(graph: Graph, paths: PathDatabase, start: number): void {
  const truth = oracleDistances(graph, start);
  const out = new Uint32Array(graph.vertexCount);
  for (const goal of verticesOf(graph)) {
    const length = paths.path(start, goal, out);
    expect(paths.cost, `from ${start} to ${goal}`).toBeCloseTo(truth[goal], 6);
    expect(pathCost(graph, out, length)).toBeCloseTo(truth[goal], 6);
    expect(paths.firstMove(start, goal)).toBe(length > 1 ? out[1] : -1);
  }
}

test('every path of every grid is a cheapest one', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 7, sides: true }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      expectOptimal(grid, PathDatabase.build(grid), grid.vertex(pick % grid.width, pick % grid.height));
    }),
    { numRuns: runs(200), seed: 8 },
  );
});

test('uniform 8-connected grids are right, where runs choose among ties', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 10, movements: ['eight'], metrics: ['exact'], terrain: false }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
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

test('on a uniform 8-connected grid a path reads no arcs of its cells', () => {
  const grid = Grid.fromRows(['.....', '.....', '...#.']);
  const paths = PathDatabase.build(grid);
  const successors = vi.spyOn(grid, 'successors');
  const out = new Uint32Array(grid.vertexCount);
  expect(paths.path(grid.vertex(0, 0), grid.vertex(4, 2), out)).toBe(6);
  expect(paths.cost).toBe(4 + Math.SQRT2);
  expect(successors).not.toHaveBeenCalled();
});

test('a row needs another run only if no move serves both the vertices before and those after', () => {
  const rows = ['.......', '.#####.', '...#...', '##.#.##', '.#...#.'];
  const count = (graph: Graph): number => new PathRowBuilder(graph).build(0, graph.vertexCount).runs.length;
  expect([count(Grid.fromRows(rows)), count(Grid.fromRows(rows, { movement: 'four' })), count(Grid.fromRows(rows, { corners: 'always', metric: '5/7' }))]).toEqual([56, 57, 72]);
  // In the order 0, 1, 2, 3, 5, 4, with 4 unreachable: one run each for the vertices behind, the next ones, and 5; no row for 4 and 5, which have no arcs, and no position for 4.
  const roads = new CompressedGraph(6, [[0, 1, 1], [0, 5, 1], [1, 2, 1], [1, 5, 9], [2, 3, 1], [3, 1, 1], [3, 5, 1]]);
  expect([...new PathRowBuilder(roads).build(0, 6).lengths]).toEqual([2, 2, 2, 3, 0, 0]);
});

test('a row may have more runs than the initial room', () => {
  const grid = randomObstacles(60, 60, 0.1, seededRandom(1), { movement: 'four' });
  const builder = new PathRowBuilder(grid);
  const source = grid.vertex(30, 30);
  const { lengths, runs } = builder.build(source, source + 1);
  expect(lengths[0]).toBeGreaterThan(68);
  // Among rows of a few runs, all of them fit.
  const among = builder.build(source, source + 30);
  expect([...runs]).toEqual([...among.runs.subarray(0, among.lengths[0])]);
});

test('rejects more than 15 arcs a vertex, or more than 28 bits of vertices', () => {
  const star = (arcs: number): CompressedGraph => new CompressedGraph(arcs + 1, Array.from({ length: arcs }, (_, i) => [0, i + 1, 1]));
  expect(PathDatabase.build(star(15)).firstMove(0, 15)).toBe(15);
  expect(() => PathDatabase.build(star(16))).toThrow('A path database takes graphs of at most 15 arcs a vertex, this one has up to 16.');
  const none = (): number => 0;
  const wide = { vertexCount: 2 ** 28, maxDegree: 1, successors: none, predecessors: none };
  expect(() => new PathRowBuilder(wide)).toThrow('A path database takes at most 268435455 vertices, this graph has 268435456.');
});

test('a path uses as much of the buffer as it has vertices, and rejects a shorter one', () => {
  for (const movement of ['eight', 'four'] as const) {
    const grid = new Grid(4, 1, { movement });
    const paths = PathDatabase.build(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(3, 0)];
    expect(paths.path(start, goal, new Uint32Array(4))).toBe(4);
    expect(paths.cost).toBe(3);
    expect(() => paths.path(start, goal, new Uint32Array(3))).toThrow('The path has more than the 3 vertices that the buffer holds: pass one of up to vertexCount entries.');
    expect(paths.cost).toBe(Infinity);
    const runs = new PathRowBuilder(grid).build(0, grid.vertexCount).runs.length;
    expect(paths.byteLength).toBe(4 * (grid.vertexCount + (4 + 1) + runs));
  }
});

test('a path from a vertex to itself needs room for one, and a rejected buffer keeps the cost', () => {
  for (const options of [{ movement: 'eight' }, { movement: 'four' }] as const) {
    const grid = new Grid(4, 2, options);
    grid.setBlocked(3, 0, true);
    grid.setBlocked(3, 1, true);
    const paths = PathDatabase.build(grid), [start, goal, wall] = [grid.vertex(0, 0), grid.vertex(2, 0), grid.vertex(3, 0)], out = new Uint32Array(1);
    expect([paths.path(start, start, out), out[0], paths.cost]).toEqual([1, start, 0]);
    expect(() => paths.path(start, start, new Uint32Array(0))).toThrow('The path has more than the 0 vertices that the buffer holds');
    expect(paths.path(start, wall, new Uint32Array(0))).toBe(0);
    expect(paths.path(start, goal, new Uint32Array(3))).toBe(3);
    expect(() => paths.path(start, start, undefined as never)).toThrow('got undefined for a buffer');
    expect(() => paths.path(start, start, new Uint8Array(9) as never)).toThrow('Uint8Array would cut off');
    expect(paths.cost).toBe(2);
  }
});

test('rows whose lengths do not give the number of runs are rejected', () => {
  const grid = new Grid(2, 2);
  const { lengths, runs } = new PathRowBuilder(grid).build(0, grid.vertexCount);
  expect(() => PathDatabase.assemble(grid, [{ lengths, runs: runs.slice(1) }])).toThrow(/The rows up to that of vertex 15 have \d+ words by their lengths, got \d+: build them anew/);
});

test('rows at jump points are not taken for rows of all cells, nor the other way round', () => {
  const grid = Grid.fromRows(['....', '.##.', '....']);
  const rows = (options: PathRowOptions): PathRows => new PathRowBuilder(grid, options).build(0, grid.vertexCount);
  expect(() => PathDatabase.assemble(grid, [rows({ rows: 'jump-points' })])).toThrow("if these are rows at jump points, pass { rows: 'jump-points' }.");
  expect(() => PathDatabase.assemble(grid, [rows({})], { rows: 'jump-points' })).toThrow();
  expect(() => assembleParts(grid, 'paths', [0], [partBuilder(grid, 'jump-point-paths')(0, grid.vertexCount)])).toThrow('has no words');
});

test('a database is rejected if only its layout differs: closed sides may close no arc', () => {
  const rows = ['..', '.#', '..'];
  for (const options of [{}, { rows: 'jump-points' }] as const) {
    const plain = Grid.fromRows(rows);
    const sided = Grid.fromRows(rows);
    // The side towards the wall.
    sided.setSides(0, 1, { leave: sided.mask('north', 'south', 'west') });
    expect(() => PathDatabase.load(sided, PathDatabase.build(plain, options).save())).toThrow('built for the world');
    expect(() => PathDatabase.load(plain, PathDatabase.build(sided, {}).save())).toThrow('built for the world');
    for (const grid of [plain, sided]) {
      const loaded = PathDatabase.load(grid, PathDatabase.build(grid, grid === plain ? options : {}).save());
      loaded.path(grid.vertex(1, 0), grid.vertex(1, 2), new Uint32Array(9));
      expect(loaded.cost).toBe(4);
    }
  }
});
