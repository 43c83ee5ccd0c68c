import { CompressedGraph } from '@pf/graph';
import type { Graph, Located } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { digraphs, oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GoalBounds, GoalBoundsBuilder } from '../src/index.ts';

function expectOptimal(graph: Graph & Located, bounds: GoalBounds, goals: readonly number[]): void {
  const view = bounds.view();
  const astar = new AStar(view);
  for (const goal of goals) {
    view.goal = goal;
    const truth = oracleDistances(graph, goal, { backward: true });
    for (let start = 0; start < graph.vertexCount; start++) expect(astar.search(start, goal), `from ${start} to ${goal}`).toBeCloseTo(truth[start], 6);
  }
}

describe('goal bounds', () => {
  test('leave a cheapest path in every grid', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 8, sides: true }), fc.nat(), (world, pick) => {
        const grid = Grid.fromRows(world.rows, world);
        for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
        const goal = grid.vertex(pick % grid.width, pick % grid.height);
        expectOptimal(grid, GoalBounds.build(grid), [goal]);
      }),
      { numRuns: runs(200), seed: 4 },
    );
  });

  test('leave a cheapest path in every graph with coordinates', () => {
    fc.assert(
      fc.property(digraphs(), fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 40, maxLength: 40 }), ({ vertexCount, arcs }, coordinates) => {
        const graph = new CompressedGraph(vertexCount, arcs, { coordinates: coordinates.slice(0, 2 * vertexCount) });
        expectOptimal(graph, GoalBounds.build(graph), [0, vertexCount - 1]);
      }),
      { numRuns: runs(200), seed: 5 },
    );
  });

  test('save expansions: 6 instead of 17 round a wall, which the heuristic does not see', () => {
    const grid = Grid.fromRows(['.........', '.######..', '......#..', '......#..', '......#..', '......#..', '.........']);
    const view = GoalBounds.build(grid).view();
    const [start, goal] = [grid.vertex(4, 4), grid.vertex(8, 4)];
    const plain = new AStar(grid);
    const bounded = new AStar(view, { heuristic: grid.heuristic() });
    view.goal = goal;
    expect(bounded.search(start, goal)).toBeCloseTo(plain.search(start, goal));
    expect([plain.counters.expanded, bounded.counters.expanded]).toEqual([17, 6]);
  });

  test('a view begins without a goal, and refuses to be searched, or to be given one that is no vertex', () => {
    const grid = new Grid(4, 4);
    const view = GoalBounds.build(grid).view();
    const [start, goal] = [grid.vertex(3, 1), grid.vertex(1, 1)];
    expect(() => new AStar(view).search(start, goal)).toThrow(/set its `goal`/);
    for (const none of [-1, 1.5, NaN, grid.vertexCount]) expect(() => (view.goal = none)).toThrow(`a vertex of the graph), got ${none}`);
    expect(new AStar(view).search(start, (view.goal = goal))).toBe(2);
  });

  test('a graph whose vertices lie nowhere is refused', () => {
    const arcs = [[0, 1, 1], [1, 2, 1]] as const;
    expect(() => GoalBounds.build(new CompressedGraph(3, arcs))).toThrow('vertex 0 lies at (NaN, NaN)');
    expect(() => new GoalBoundsBuilder(new CompressedGraph(3, arcs))).toThrow('vertex 0 lies at (NaN, NaN)');
    expect(() => GoalBounds.build(new CompressedGraph(3, arcs, { coordinates: [0, 0, 1, NaN, 2, 0] }))).toThrow('vertex 1 lies at (1, NaN)');
  });

  test('shards give the same bytes as the whole', () => {
    const grid = Grid.fromRows(['...#.', '.#...', '.....']);
    const builder = new GoalBoundsBuilder(grid);
    const whole = GoalBounds.build(grid).boxes;
    const parts = [0, 9, 17, grid.vertexCount].flatMap((to, i, cuts) => {
      if (i === 0) return [];
      const out = builder.allocate(cuts[i - 1], to);
      builder.build(cuts[i - 1], to, out);
      return [...out];
    });
    expect(parts).toEqual([...whole]);
  });

  test('of a cell know nothing of parts of the map that it cannot reach, whatever was built before', () => {
    const grid = Grid.fromRows(['..#..', '..#..', '..#..']);
    const [left, right] = [grid.vertex(0, 0), grid.vertex(4, 0)];
    const alone = new GoalBoundsBuilder(grid);
    const expected = alone.allocate(right, right + 1);
    alone.build(right, right + 1, expected);
    const builder = new GoalBoundsBuilder(grid);
    builder.build(left, left + 1, builder.allocate(left, left + 1));
    const boxes = builder.allocate(right, right + 1);
    builder.build(right, right + 1, boxes);
    expect(boxes).toEqual(expected);
  });

  test('are loaded as they were saved, for the same world only', () => {
    const grid = Grid.fromRows(['...', '.#.']);
    const saved = GoalBounds.build(grid).save();
    expect([...GoalBounds.load(grid, saved).boxes]).toEqual([...GoalBounds.build(grid).boxes]);
    grid.setBlocked(0, 0, true);
    expect(() => GoalBounds.load(grid, saved)).toThrow(/built for the world/);
  });
});
