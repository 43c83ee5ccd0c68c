import { CompressedGraph, NO_VERTEX } from '@pf/graph';
import type { Arc, Graph, Located } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GoalBounds, PathDatabase, PathRowBuilder } from '../src/index.ts';

/** Most arcs cost nothing, so that equally cheap paths lead through each other's first vertices. */
const random = fc.integer({ min: 1, max: 12 }).chain((n) => {
  const vertex = fc.nat(n - 1);
  const arc = fc.tuple(vertex, vertex, fc.constantFrom(0, 0, 0, 1, 2, 0.1));
  return fc.tuple(fc.constant(n), fc.array(arc, { maxLength: 3 * n, size: 'max' }));
});
/** From 25 and 26, joined by arcs of cost 0, equally expensive paths lead to 24; each was once sent to the other. Random graphs seldom have this. */
const twins: [number, Arc[]] = [30, [
  [29, 6, 0], [27, 24, 1], [5, 21, 1], [6, 24, 1], [16, 5, 1], [21, 22, 1], [28, 27, 0], [26, 12, 1], [22, 25, 1], [25, 29, 2], [25, 26, 0], [26, 25, 0], [26, 28, 2],
]];

test('first arcs lead to the goal even among arcs of cost 0: path databases and goal bounds find the cheapest paths', () => {
  fc.assert(
    fc.property(random, ([n, arcs]) => {
      // In a row, so that a box holds little more than it must.
      const graph = new CompressedGraph(n, arcs, { coordinates: Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i : 0)) });
      const towards = GoalBounds.build(graph).view();
      const astar = new AStar(towards, { heuristic: () => 0 });
      const paths = graph.maxDegree <= 15 ? PathDatabase.build(graph) : undefined;
      const out = new Uint32Array(n);
      for (let start = 0; start < n; start++) {
        const truth = oracleDistances(graph, start);
        for (let goal = 0; goal < n; goal++) {
          paths?.path(start, goal, out);
          towards.goal = goal;
          expect(paths?.cost ?? truth[goal], `from ${start} to ${goal} by the database`).toBeCloseTo(truth[goal], 9);
          expect(astar.search(start, goal), `from ${start} to ${goal} within bounds`).toBeCloseTo(truth[goal], 9);
        }
      }
    }),
    { numRuns: runs(300), seed: 30, examples: [[twins]] },
  );
});

test('and among arcs whose costs are lost in rounding', () => {
  const arcs = twins[1].map(([from, to, cost]): Arc => [from, to, cost === 0 ? 1e-9 : cost * 5e8]);
  const graph = new CompressedGraph(30, arcs, { coordinates: Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? i : 0)) });
  const paths = PathDatabase.build(graph);
  const out = new Uint32Array(30);
  for (const start of [25, 26]) {
    paths.path(start, 24, out);
    expect(paths.cost).toBe(1.5e9);
    const towards = GoalBounds.build(graph).view();
    expect(new AStar(towards, { heuristic: () => 0 }).search(start, (towards.goal = 24))).toBe(1.5e9);
  }
});

test('and on grids whose straight steps are lost beside a diagonal', () => {
  // Only diagonals lead from the left part to the right one.
  const rows = ['#.##', '#...', '.##.', '.##.', '.##.', '#...', '#.##'];
  for (const metric of [{ straight: 1, diagonal: 1e18 }, { straight: 1e-100, diagonal: 1 }]) {
    const grid = Grid.fromRows(rows, { corners: 'always', metric });
    const out = new Uint32Array(grid.vertexCount);
    const paths = PathDatabase.build(grid);
    const towards = GoalBounds.build(grid).view();
    const astar = new AStar(towards, { heuristic: () => 0 });
    const cells = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
    for (const start of cells) {
      const truth = oracleDistances(grid, start);
      for (const goal of cells) {
        expect(paths.path(start, goal, out)).toBeGreaterThan(0);
        expect(paths.cost).toBe(truth[goal]);
        expect(astar.search(start, (towards.goal = goal))).toBe(truth[goal]);
      }
    }
  }
});

/** The arcs of a graph of one's own, closed ones included. */
function listing(arcs: readonly Arc[], n: number): Graph & Located {
  const roads = new CompressedGraph(n, arcs);
  const rows = { vertexCount: n, maxDegree: roads.maxDegree, x: (v: number): number => v, y: (): number => 0 };
  return { ...rows, successors: (...args) => roads.allSuccessors(...args), predecessors: (...args) => roads.predecessors(...args) };
}

test('closed arcs, of cost Infinity, lead nowhere, whatever was reached from other vertices', () => {
  const graph = listing([[1, 0, 1], [2, 1, 1], [3, 2, 1], [4, 0, Infinity], [4, 5, 1]], 6);
  const paths = PathDatabase.build(graph);
  expect([paths.firstMove(4, 0), paths.path(4, 0, new Uint32Array(6))]).toEqual([NO_VERTEX, 0]);
  expect(paths.path(3, 0, new Uint32Array(6))).toBe(4);
  const bounds = GoalBounds.build(graph);
  expect([bounds.allows(4, 0, 0), bounds.allows(4, 1, 0), bounds.allows(4, 1, 5)]).toEqual([false, false, true]);
});

test('a graph that could not list its arcs once leaves nothing behind in a builder', () => {
  const whole = listing([[0, 1, 0], [0, 2, 1], [2, 5, 1], [3, 4, 1]], 6);
  let unreadable = -1;
  const graph: Graph = {
    ...whole,
    successors: (v, to, cost) => {
      if (v === unreadable) throw new Error('not loaded yet');
      return whole.successors(v, to, cost);
    },
  };
  const builder = new PathRowBuilder(graph);
  unreadable = 1;
  expect(() => builder.build(0, 1)).toThrow('not loaded yet');
  unreadable = -1;
  // What was queued from there is not reached from here.
  expect(builder.build(3, 4)).toEqual(new PathRowBuilder(graph).build(3, 4));
});
