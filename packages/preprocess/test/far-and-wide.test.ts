import { Grid } from '@pf/grid';
import { AStar, Dijkstra, JumpPointSearch } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { GoalBounds, GoalBoundsBuilder, JumpTable, PathRowBuilder, SubgoalTreeBuilder } from '../src/index.ts';

describe('a path of more steps than 31 bits hold at 13860 a step', () => {
  // One corridor, there and back again.
  const [width, height] = [1000, 401];
  const grid = Grid.fromRows(Array.from({ length: height }, (_, y) => (y % 2 === 0 ? '.'.repeat(width) : y % 4 === 1 ? `${'#'.repeat(width - 1)}.` : `.${'#'.repeat(width - 1)}`)));
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(width - 1, height - 1)];
  const truth = 201_199;

  test('is found under goal bounds, by A* and by jumps', () => {
    expect(new Dijkstra(grid).search(start, goal)).toBe(truth);
    const keep = new Uint8Array(grid.vertexCount);
    keep[start] = 1;
    const bounds = GoalBounds.build(grid, keep);
    expect(bounds.allows(start, 0, goal)).toBe(true);
    const view = bounds.view();
    view.goal = goal;
    expect(new AStar(view, { heuristic: grid.heuristic() }).search(start, goal)).toBe(truth);
    expect(new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) }).search(start, goal)).toBe(truth);
  });

  test('has a first move', () => {
    const { lengths, runs } = new PathRowBuilder(grid).build(start, start + 1);
    // One run for all reachable vertices, which lie in one direction.
    expect([...lengths]).toEqual([1]);
    expect([...runs].map((run) => run & 15)).toEqual([0]);
  });

  test('has its subgoals', () => {
    const { vertices, costs } = new SubgoalTreeBuilder(grid, grid.heuristic()).build(goal);
    const distances = new Float64Array(grid.vertexCount);
    const dijkstra = new Dijkstra(grid, { direction: 'backward' });
    dijkstra.flood(goal);
    dijkstra.distances(distances);
    expect(Math.max(...costs)).toBeGreaterThan(200_000);
    for (const [i, v] of vertices.entries()) expect(costs[i]).toBeCloseTo(distances[v], 6);
  });
});

describe('grids of more columns or rows than 16 bits count', () => {
  test.each([['eight', 70_000, 1], ['four', 70_000, 1], ['eight', 1, 70_000]] as const)('%s, %i × %i: boxes hold the vertices beyond', (movement, width, height) => {
    const grid = new Grid(width, height, { movement });
    const [start, middle, goal] = [0, 0.5, 1].map((part) => grid.vertex(Math.floor((width - 1) * part), Math.floor((height - 1) * part)));
    const keep = new Uint8Array(grid.vertexCount);
    for (const v of [start, middle, goal]) keep[v] = 1;
    const bounds = GoalBounds.load(grid, GoalBounds.build(grid, keep).save());
    const view = bounds.view();
    const astar = new AStar(view, { heuristic: grid.heuristic() });
    for (const [from, to] of [[start, goal], [goal, start], [middle, goal], [middle, start]]) {
      view.goal = to;
      expect(astar.search(from, to)).toBe(Math.abs(grid.x(from) - grid.x(to)) + Math.abs(grid.y(from) - grid.y(to)));
    }
    // An arc leads in one direction or the other.
    expect(bounds.allows(middle, 0, goal)).not.toBe(bounds.allows(middle, 0, start));
  });

  test('up to that limit boxes take 8 bytes an arc', () => {
    const bytes = [65_536, 65_537].map((width) => new GoalBoundsBuilder(new Grid(width, 1, { movement: 'four' })).allocate(0, 70_000).BYTES_PER_ELEMENT);
    expect(bytes).toEqual([2, 8]);
  });

  test('has subgoals beyond it', () => {
    const grid = new Grid(70_000, 4);
    grid.setBlocked(35_000, 0, true);
    const { vertices } = new SubgoalTreeBuilder(grid, grid.heuristic()).build(grid.vertex(69_999, 0));
    expect(vertices.length).toBeGreaterThan(1);
  });
});
