import { CompressedGraph, greedyStep, NO_VERTEX } from '@pf/graph';
import type { Graph, Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubgoalTree } from '../src/index.ts';
import { publishedSubgoalTree, SubgoalTreeBuilder } from '../src/index.ts';

/** Where greedy steps lead from `v` to `target`, and at what cost; Infinity if they go astray. */
function walk(graph: Graph, heuristic: Heuristic, v: number, target: number): number {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let sum = 0;
  for (let steps = 0; v !== target; steps++) {
    if (steps > graph.vertexCount) return Infinity;
    v = greedyStep(graph, heuristic, v, target, to, cost);
    if (v === NO_VERTEX) return Infinity;
    sum += cost[0];
  }
  return sum;
}

function check(graph: Graph, heuristic: Heuristic, tree: SubgoalTree, goal: number): void {
  const truth = oracleDistances(graph, goal, { backward: true });
  expect(tree.vertices[0]).toBe(goal);
  tree.vertices.forEach((v, node) => {
    expect(tree.costs[node]).toBeCloseTo(truth[v], 6);
    if (node === 0) return;
    const parent = tree.vertices[tree.parents[node]];
    expect(tree.parents[node]).toBeLessThan(node);
    expect(walk(graph, heuristic, v, parent)).toBeCloseTo(truth[v] - truth[parent], 6);
  });
  // From everywhere some node is reached by greedy steps on a cheapest way.
  for (let v = 0; v < graph.vertexCount; v++) {
    if (truth[v] === Infinity) continue;
    const serves = [...tree.vertices].some((node) => Math.abs(walk(graph, heuristic, v, node) + truth[node] - truth[v]) < 1e-6);
    expect(serves, `a subgoal for ${v} on the way to ${goal}`).toBe(true);
  }
}

test('every vertex has a subgoal that greedy steps reach, and so on to the goal, on a cheapest way', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 9, terrain: false, metrics: ['exact', '5/7', '70/99', { straight: 2, diagonal: 3 }] }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      check(grid, heuristic, new SubgoalTreeBuilder(grid, heuristic).build(goal), goal);
    }),
    { numRuns: runs(300), seed: 6 },
  );
});

test('the fast way for uniform grids builds as good trees as the general one', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 12, movements: ['eight'], metrics: ['exact'], terrain: false }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      check(grid, heuristic, new SubgoalTreeBuilder(grid, heuristic).build(goal), goal);
    }),
    { numRuns: runs(150), seed: 7 },
  );
});

test('worlds where the estimate between neighbours is not the cost of the arc are refused', () => {
  const grid = Grid.fromRows(['.3.']);
  expect(() => new SubgoalTreeBuilder(grid, grid.heuristic()).build(grid.vertex(1, 0))).toThrow(/need a world where it is/);
});

test('a builder can be asked again, and a graph without an estimate gets a node for all but the last steps', () => {
  const line = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]], { directed: false });
  const builder = new SubgoalTreeBuilder(line, (v, goal) => Math.abs(v - goal));
  expect([...builder.build(3).vertices]).toEqual([3]);
  expect([...builder.build(0).vertices]).toEqual([0]);
});

test('the published trees hold cheapest ways, and each of their subgoals is exact for its parent', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 9, terrain: false, metrics: ['exact', '5/7'] }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, world);
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      const truth = oracleDistances(grid, goal, { backward: true });
      const tree = publishedSubgoalTree(grid, heuristic, goal);
      tree.vertices.forEach((v, node) => {
        expect(tree.costs[node]).toBeCloseTo(truth[v], 6);
        if (node > 0) expect(heuristic(v, tree.vertices[tree.parents[node]]) + tree.costs[tree.parents[node]]).toBeCloseTo(truth[v], 6);
      });
    }),
    { numRuns: runs(150), seed: 8 },
  );
});
