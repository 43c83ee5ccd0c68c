import type { Graph } from '@pf/graph';
import { avoiding, CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import type { OracleGraph } from '@pf/testkit';
import { oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistanceTables, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch } from '../../src/index.ts';
import { crowds } from './crowds.ts';

/** The same arcs, each at cost 1. */
function steps(graph: Graph): OracleGraph {
  const plain = (n: number, cost: Float64Array): number => {
    cost.fill(1, 0, n);
    return n;
  };
  return {
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    successors: (v, to, cost) => plain(graph.successors(v, to, cost), cost),
    predecessors: (v, to, cost) => plain(graph.predecessors(v, to, cost), cost),
  };
}

test('hold the steps to each goal, read in any order, with room for few or many', () => {
  fc.assert(
    fc.property(crowds(5, 12, 20), fc.constantFrom(0, 1000, 1e9), fc.nat(), ({ graph, starts, goals }, memory, seed) => {
      const tables = new DistanceTables(graph, { memory });
      const slots = new Int32Array(3);
      for (let round = 0; round < 4; round++) {
        const some = goals.slice(round % 2, (round % 2) + 3);
        tables.claim(some, some.length, slots);
        for (let k = 0; k < 12 && some.length > 0; k++) {
          const which = (seed >> k) % some.length;
          const v = k < starts.length ? starts[k] : Math.imul(seed + k, 2654435761) >>> 0;
          const expected = oracleDistances(steps(graph), some[which], { backward: true })[v % graph.vertexCount];
          const found = tables.distance(slots[which], v % graph.vertexCount);
          expect(found === tables.far ? Infinity : found).toBe(expected);
        }
      }
      expect(tables.tables.length).toBeLessThanOrEqual(Math.min(goals.length, memory < 1000 ? 3 : 5));
    }),
    { numRuns: runs(80), seed: 1 },
  );
});

test('goals that coincide share a table, and tables are replaced only if memory is short', () => {
  const grid = new Grid(8, 8);
  const goals = [0, 1, 2, 3].map((x) => grid.vertex(x, 0));
  const small = new DistanceTables(grid, { memory: 2 * 2 * grid.vertexCount });
  const slots = new Int32Array(4);
  small.claim([goals[0], goals[1], goals[0]], 3, slots);
  expect([...slots]).toEqual([0, 1, 0, 0]);
  expect(small.bytes).toBe(2 * 2 * grid.vertexCount);
  const { generation } = small;
  small.claim([goals[1], goals[2]], 2, slots);
  expect([...slots.subarray(0, 2)]).toEqual([1, 0]);
  expect(small.generation).toBeGreaterThan(generation);
  small.claim(goals, 4, slots);
  expect(small.tables.length).toBe(4);
  const large = new DistanceTables(grid);
  for (const goal of goals) large.claim([goal], 1, slots);
  expect([large.tables.length, large.generation]).toEqual([4, 0]);
});

test('in a long game with ever new goals, tables take at most 256 MiB by default', () => {
  const grid = new Grid(2000, 2000);
  const distances = new DistanceTables(grid);
  const slots = new Int32Array(1);
  for (let x = 0; x < 20; x++) {
    distances.claim([grid.vertex(x, 0)], 1, slots);
    expect([distances.distance(slots[0], grid.vertex(x, 0)), distances.distance(slots[0], grid.vertex(x + 1, 0))]).toEqual([0, 1]);
  }
  expect(distances.bytes).toBeLessThanOrEqual(2 ** 28);
});

test('those used least recently are replaced first, but empty ones before', () => {
  const grid = new Grid(8, 8);
  const [a, b, c, d] = [0, 1, 2, 3].map((x) => grid.vertex(x, 0));
  const tables = new DistanceTables(grid, { memory: 3 * 2 * grid.vertexCount });
  const slots = new Int32Array(3);
  /** Whether a goal still had its table. */
  const isKept = (goal: number): boolean => {
    const { generation } = tables;
    tables.claim([goal], 1, slots);
    return tables.generation === generation;
  };
  for (const goal of [a, b, c, a]) tables.claim([goal], 1, slots);
  expect([isKept(d), isKept(a), isKept(c), isKept(b), isKept(d)]).toEqual([false, true, true, false, false]);
  tables.claim([a, b, c], 3, slots);
  grid.setBlocked(7, 7, true);
  tables.refresh();
  tables.claim([b], 1, slots);
  expect([isKept(d), isKept(b), isKept(a), isKept(d), tables.tables.length]).toEqual([true, true, true, true, 3]);
});

test.each([[[0, 2, 1, 3]], [[1, 0, 2, 3]], [[1, 2, 0, 3]]])('a table of vertex 0 is no empty one: %j', ([a, b, c, d]) => {
  const roads = new CompressedGraph(8, Array.from({ length: 7 }, (_, v) => [v, v + 1, 1] as const), { directed: false });
  const tables = new DistanceTables(roads, { memory: 3 * 2 * 8 });
  const slots = new Int32Array(1);
  const kept = [a, b, c, a, d, a, c, b, d].map((goal) => {
    const { generation } = tables;
    tables.claim([goal], 1, slots);
    return tables.generation === generation;
  });
  // Nothing is replaced before there are three.
  expect(kept).toEqual([true, true, true, true, false, true, true, false, false]);
  tables.claim([2], 1, slots);
  expect(tables.distance(slots[0], 7)).toBe(5);
});

test('are forgotten when the world is edited', () => {
  const grid = new Grid(5, 1);
  const tables = new DistanceTables(grid);
  const slots = new Int32Array(1);
  tables.claim([grid.vertex(4, 0)], 1, slots);
  expect(tables.distance(slots[0], grid.vertex(0, 0))).toBe(4);
  grid.setBlocked(2, 0, true);
  tables.refresh();
  tables.claim([grid.vertex(4, 0)], 1, slots);
  expect(tables.distance(slots[0], grid.vertex(0, 0))).toBe(tables.far);
  expect(tables.tables.length).toBe(1);
});

test('are wider for large graphs', () => {
  const grid = new Grid(70_000, 1);
  const tables = new DistanceTables(grid);
  const slots = new Int32Array(1);
  tables.claim([grid.vertex(69_999, 0)], 1, slots);
  expect(tables.distance(slots[0], grid.vertex(0, 0))).toBe(69_999);
});

test('tables of a live view are kept only for the planner that filled them, while its steps are the same', () => {
  const distances = new DistanceTables(avoiding(new Grid(3, 3), () => false));
  const [one, other] = [{ revision: 1 }, { revision: 1 }];
  const isEmptied = (steps?: { revision: number }): boolean => {
    const { generation } = distances;
    distances.refresh(steps);
    return distances.generation > generation;
  };
  expect([one, one, other, one].map(isEmptied)).toEqual([true, false, true, true]);
  one.revision++;
  expect([isEmptied(one), isEmptied(one), isEmptied(), isEmptied()]).toEqual([true, false, true, true]);
});

test('after a planner that needed more tables than there is memory for, those that no unit uses are dropped in the end', () => {
  const grid = new Grid(8, 8);
  const goals = Array.from({ length: 20 }, (_, i) => grid.vertex(i % 8, Math.floor(i / 8)));
  const size = 2 * grid.vertexCount;
  const distances = new DistanceTables(grid, { memory: 3 * size });
  const slots = new Int32Array(20);
  const check = (claimed: number[]): void => {
    distances.claim(claimed, claimed.length, slots);
    for (const [i, goal] of claimed.entries()) expect(distances.distance(slots[i], grid.vertex(7, 7))).toBe(Math.max(7 - grid.x(goal), 7 - grid.y(goal)));
  };
  const checkAgain = (claimed: number[]): void => {
    for (let i = 0; i < 9; i++) check(claimed);
  };
  check(goals);
  const { generation } = distances;
  check([goals[18], goals[2]]);
  expect(distances.bytes).toBe(20 * size);
  checkAgain([goals[18], goals[2]]);
  expect([distances.bytes, distances.tables.length, distances.generation > generation]).toEqual([3 * size, 3, true]);
  check(goals);
  checkAgain([goals[7], goals[5], goals[19], goals[6], goals[7]]);
  expect(distances.bytes).toBe(4 * size);
  checkAgain([grid.vertex(0, 7)]);
  expect(distances.bytes).toBe(3 * size);
  // Also after an edit, which empties all tables.
  check(goals);
  grid.setCost(0, 0, 3);
  distances.refresh();
  checkAgain([goals[4]]);
  expect(distances.bytes).toBe(3 * size);
  // A planner that walks by slots claims them again.
  const pibt = new PIBT(grid, { distances });
  const [start, goal] = [grid.vertex(7, 0), grid.vertex(0, 7)];
  check([...goals.slice(0, 9), goal]);
  pibt.begin([start], [goal]);
  check(goals);
  checkAgain([goals[1]]);
  for (let left = 6; left >= 0; left--) {
    pibt.step();
  }
  expect([pibt.position(0), distances.bytes]).toEqual([goal, 3 * size]);
});

test('reading distances drops no tables', () => {
  const grid = new Grid(20, 8);
  const distances = new DistanceTables(grid, { memory: 3 * 2 * grid.vertexCount });
  const [a, b] = [new PIBT(grid, { distances }), new PIBT(grid, { distances })];
  const row = (y: number): number[] => Array.from({ length: 6 }, (_, x) => grid.vertex(x, y));
  a.begin(row(0), row(6));
  b.begin(row(1), row(7));
  a.step();
  b.step();
  const { bytes } = distances;
  for (let i = 0; i < 6; i++) for (let k = 0; k < 3; k++) b.distance(i);
  expect(distances.bytes).toBe(bytes);
});

test.each([PIBT, RealTimeLaCAM])('the steps of the only planner left are enough for that', (Planner) => {
  const grid = new Grid(20, 8);
  const size = 2 * grid.vertexCount;
  const distances = new DistanceTables(grid, { memory: 3 * size });
  const planner = new Planner(grid, { distances });
  distances.claim(Array.from({ length: 20 }, (_, i) => grid.vertex(i, 3)), 20, new Int32Array(20));
  planner.begin([grid.vertex(0, 0), grid.vertex(0, 1)], [grid.vertex(19, 0), grid.vertex(19, 1)]);
  expect(distances.bytes).toBe(20 * size);
  for (let step = 0; step < 19; step++) planner.step(100);
  expect([planner.position(0), planner.position(1), distances.bytes]).toEqual([grid.vertex(19, 0), grid.vertex(19, 1), 3 * size]);
});

test('planners that take turns keep their tables, also above the memory', () => {
  const grid = new Grid(16, 8);
  const distances = new DistanceTables(grid, { memory: 3 * 2 * grid.vertexCount });
  const search = new SafeIntervalSearch(grid, new Reservations(grid), { distances });
  const pibt = new PIBT(grid, { distances });
  const column = (x: number): number[] => Array.from({ length: 8 }, (_, y) => grid.vertex(x, y));
  pibt.begin(column(0), column(15));
  const turn = (x: number): void => {
    expect(search.search(grid.vertex(0, 0), grid.vertex(x, 0))).toBe(x);
    pibt.step();
  };
  turn(15);
  turn(1);
  const tables = [...distances.tables];
  for (let x = 1; x < 15; x++) turn(x);
  for (let i = 1; i < 15; i++) turn(15);
  expect(tables.length).toBe(8);
  expect(distances.tables.map((table) => tables.indexOf(table))).toEqual([...tables.keys()]);
  expect(column(15)).toEqual(Array.from({ length: 8 }, (_, unit) => pibt.position(unit)));
});
