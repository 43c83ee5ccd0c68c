import { CompressedGraph, EdgeCosts, RoadMap } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { PIBT, validatePlan } from '../../src/index.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { crowds } from './crowds.ts';
import { withoutEditList } from '../without-edit-list.ts';

test('holds each step once, and no loops', () => {
  fc.assert(
    fc.property(crowds(0, 6, 12), ({ graph }) => {
      const table = new StepTable(graph);
      const to = new Uint32Array(graph.maxDegree);
      const cost = new Float64Array(graph.maxDegree);
      for (let v = 0; v < graph.vertexCount; v++) {
        const expected = new Set(to.subarray(0, graph.successors(v, to, cost)));
        expected.delete(v);
        expect([...table.heads.subarray(v * table.width, v * table.width + table.degrees[v])]).toEqual([...expected]);
        for (let u = 0; u < graph.vertexCount; u++) expect(table.has(v, u)).toBe(u === v || expected.has(u));
      }
    }),
    { numRuns: runs(60), seed: 1 },
  );
});

test('leaves out parallel arcs', () => {
  const table = new StepTable(new CompressedGraph(3, [[0, 1, 1], [0, 2, 1], [0, 1, 2], [0, 0, 1], [2, 0, 1]]));
  const { heads, degrees, width } = table;
  expect([...degrees, ...heads.subarray(0, 2), heads[2 * width]]).toEqual([2, 0, 1, 1, 2, 0]);
});

test.each([1, 40])('follows %i edits at once', (edits) => {
  const random = seededRandom(edits);
  const grid = new Grid(40, 40);
  const table = new StepTable(grid);
  for (let round = 0; round < 6; round++) {
    // A rectangle changes most cells.
    if (round % 3 === 2) grid.setRectangle(2, 2, 36, 36, round % 2);
    for (let i = 0; i < edits; i++) grid.setBlocked(Math.floor(random() * 40), Math.floor(random() * 40), random() < 0.6);
    const { revision } = table;
    const before = [...table.heads, ...table.degrees];
    table.refresh();
    expect(table.revision > revision).toBe([...table.heads, ...table.degrees].some((n, k) => n !== before[k]));
    const fresh = new StepTable(grid);
    expect(table.degrees).toEqual(fresh.degrees);
    for (let v = 0; v < grid.vertexCount; v++) {
      const [first, end] = [v * table.width, v * table.width + table.degrees[v]];
      if (!table.heads.subarray(first, end).every((u, k) => u === fresh.heads[first + k])) expect.fail(`steps from ${v}`);
    }
  }
  const { revision } = table;
  table.refresh();
  // Costs do not matter.
  grid.setCost(20, 20, grid.isFree(20, 20) ? 7 : 0);
  table.refresh();
  expect(table.revision).toBe(revision);
});

test('reads only what thousands of changed arcs left', () => {
  const grid = new Grid(300, 300);
  const table = new StepTable(grid);
  const doors = Uint32Array.from({ length: 400 }, (_, i) => grid.vertex(10 + 7 * (i % 20), 10 + 7 * Math.floor(i / 20)));
  const reads = vi.spyOn(grid, 'successors');
  for (const cost of [0, 1]) {
    grid.setCells(doors, new Uint8Array(400).fill(cost), 400);
    table.refresh();
  }
  expect(reads).toHaveBeenCalledTimes(2 * 9 * 400);
  expect(table.degrees).toEqual(new StepTable(grid).degrees);
});

test('reads all steps again if the graph has a version, but does not list what changed', () => {
  const grid = new Grid(9, 9);
  const graph = withoutEditList(grid);
  const table = new StepTable(graph);
  grid.setBlocked(4, 4, true);
  table.refresh();
  expect(table.degrees).toEqual(new StepTable(grid).degrees);
});

test('counts one-way steps, also after edits', () => {
  fc.assert(
    fc.property(crowds(0, 5, 8), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean(), fc.constantFrom(Infinity, undefined)), { maxLength: 20 }), ({ graph }, changes) => {
      const edges = new EdgeCosts(graph);
      const table = new StepTable(edges);
      for (const [tail, arc, isOneWay, cost] of changes) {
        const to = new Uint32Array(graph.maxDegree);
        const v = tail % graph.vertexCount;
        const n = graph.successors(v, to, new Float64Array(graph.maxDegree));
        if (n > 0) edges.set(v, to[arc % n], cost, isOneWay ? 'one-way' : 'both');
        const before = table.oneWaySteps;
        table.refresh();
        expect(table.oneWaySteps, `after ${before}`).toBe(new StepTable(edges).oneWaySteps);
      }
    }),
    { numRuns: runs(100), seed: 1 },
  );
});

test('rejects a graph that has grown', () => {
  const roads = new RoadMap();
  roads.addRoad('a', 'b', 1);
  roads.addRoad('c', 'b', 1);
  const table = new StepTable(roads);
  roads.addRoad('c', 'd', 1);
  expect(() => table.refresh()).toThrow('create a new one');
});

test('units step around obstacles that were built beside them', () => {
  const grid = new Grid(7, 3, { movement: 'four' });
  const [a, b] = [grid.vertex(0, 1), grid.vertex(6, 1)];
  const pibt = new PIBT(grid);
  pibt.begin([a, b], [b, a]);
  grid.setRectangle(3, 0, 1, 2, 0);
  const plan = [a, b];
  const at = new Uint32Array(2);
  do {
    pibt.step();
    pibt.positions(at);
    plan.push(...at);
  } while (plan.length < 60 && (at[0] !== b || at[1] !== a));
  expect(validatePlan(grid, plan, [a, b], [b, a])).toBeUndefined();
});
