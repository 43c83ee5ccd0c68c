import { CompressedGraph, EdgeCosts, RoadMap } from '@pf/graph';
import type { Graph, Located } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { digraphs, oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GoalBounds, GoalBoundsBuilder } from '../../src/index.ts';

function expectOptimal(graph: Graph & Located, bounds: GoalBounds, goals: readonly number[]): void {
  const view = bounds.view();
  const astar = new AStar(view);
  for (const goal of goals) {
    view.goal = goal;
    const truth = oracleDistances(graph, goal, { backward: true });
    for (const start of verticesOf(graph)) expect(astar.search(start, goal), `from ${start} to ${goal}`).toBeCloseTo(truth[start], 6);
  }
}

/** Errors of bounds: boxes that exceed the vertices whose cheapest path may begin with their arc, and a view or `allows` that uses other boxes. */
function faultsOf(graph: Graph & Located, bounds: GoalBounds, kept: (v: number) => boolean): string[] {
  const { firstArc, boxes } = bounds;
  const faults: string[] = [];
  const vertices = verticesOf(graph);
  const truth = new Map(vertices.map((v) => [v, oracleDistances(graph, v)]));
  const [to, seen] = [new Uint32Array(graph.maxDegree), new Uint32Array(graph.maxDegree)];
  const [cost, paid] = [new Float64Array(graph.maxDegree), new Float64Array(graph.maxDegree)];
  const view = bounds.view();
  for (const [k, v] of vertices.entries()) {
    view.goal = vertices[(31 * k) % vertices.length];
    const n = graph.successors(v, to, cost);
    const through = Array.from({ length: n }, (_, i) => i).filter((i) => bounds.allows(v, i, view.goal));
    const shown = Array.from({ length: view.successors(v, seen, paid) }, (_, i) => `${seen[i]} for ${paid[i]}`);
    if (shown.join() !== through.map((i) => `${to[i]} for ${cost[i]}`).join()) faults.push(`a view of ${v} shows ${shown.join()}`);
    if (firstArc[v + 1] - firstArc[v] !== (kept(v) ? n : 0)) faults.push(`${v} has ${firstArc[v + 1] - firstArc[v]} boxes`);
    for (let i = 0; i < n; i++) {
      const led = vertices.filter((goal) => goal !== v && Math.abs(cost[i] + truth.get(to[i])![goal] - truth.get(v)![goal]) < 1e-9);
      const [xs, ys] = [led.map((goal) => graph.x(goal)), led.map((goal) => graph.y(goal))];
      const widest = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      const within = ([left, top, right, bottom]: ArrayLike<number> & Iterable<number>, goal: number): boolean =>
        graph.x(goal) >= left && graph.y(goal) >= top && graph.x(goal) <= right && graph.y(goal) <= bottom;
      const box = boxes.subarray(4 * (firstArc[v] + i), 4 * (firstArc[v] + i) + 4);
      for (const goal of vertices) {
        if (bounds.allows(v, i, goal) !== (!kept(v) || within(box, goal))) faults.push(`arc ${i} of ${v} allows ${goal}, or not`);
        if (kept(v) && within(box, goal) && !within(widest, goal)) faults.push(`the box of arc ${i} of ${v} holds ${goal}`);
      }
    }
  }
  return faults;
}

describe('goal bounds', () => {
  test('keep a cheapest path in every grid', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 8, sides: true }), fc.nat(), (world, pick) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
        const goal = grid.vertex(pick % grid.width, pick % grid.height);
        expectOptimal(grid, GoalBounds.build(grid), [goal]);
      }),
      { numRuns: runs(200), seed: 4 },
    );
  });

  test('keep a cheapest path in every graph with coordinates', () => {
    fc.assert(
      fc.property(digraphs(), fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 40, maxLength: 40 }), ({ vertexCount, arcs }, coordinates) => {
        const graph = new CompressedGraph(vertexCount, arcs, { coordinates: coordinates.slice(0, 2 * vertexCount) });
        expectOptimal(graph, GoalBounds.build(graph), [0, vertexCount - 1]);
      }),
      { numRuns: runs(200), seed: 5 },
    );
  });

  test.each([
    ...(['never', 'one', 'always'] as const).map((corners) => Grid.fromRows(['.....#', '.#.#..', '.#....', '...##.'], { corners })),
    Grid.fromRows(['.....#', '.#.#..', '.#....', '...##.'], { metric: '5/7' }),
    Grid.fromRows(['..9..', '.#.4.', '.5...'], { movement: 'four' }),
    // Diagonals lead nowhere.
    new Grid(3, 3, { metric: { straight: 1, diagonal: 3 } }),
    // All targets of an arc lie in the first column, or in the first row.
    new Grid(1, 4), new Grid(4, 1), Grid.fromRows(['#..', '#.#', '###', '..#']),
  ])('hold no more than the vertices whose cheapest path begins with the arc: world %#', (grid) => {
    expect(faultsOf(grid, GoalBounds.build(grid), () => true)).toEqual([]);
    const goals = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    expectOptimal(grid, GoalBounds.build(grid), goals);
  });

  test('hold no more than needed in any world, for all vertices or for those that are kept', () => {
    fc.assert(
      fc.property(fc.oneof(worlds({ maxSize: 6, sides: true }), worlds({ maxSize: 6, movements: ['eight'], metrics: ['exact'], terrain: false })), fc.constantFrom(1, 2, 3), (world, every) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
        const keep = Uint8Array.from({ length: grid.vertexCount }, (_, v) => (v % every === 0 ? 1 : 0));
        const bounds = GoalBounds.build(grid, every === 1 ? undefined : keep);
        expect(faultsOf(grid, bounds, (v) => keep[v] === 1)).toEqual([]);
        expect(bounds.byteLength).toBe(4 * (grid.vertexCount + 1) + 8 * bounds.firstArc[grid.vertexCount]);
        expect([...GoalBounds.load(grid, bounds.save()).boxes]).toEqual([...bounds.boxes]);
      }),
      { numRuns: runs(60), seed: 6 },
    );
    fc.assert(
      fc.property(digraphs({ maxVertices: 10 }), fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 20, maxLength: 20 }), ({ vertexCount, arcs }, coordinates) => {
        const graph = new CompressedGraph(vertexCount, arcs, { coordinates: coordinates.slice(0, 2 * vertexCount) });
        expect(faultsOf(graph, GoalBounds.build(graph), () => true)).toEqual([]);
      }),
      { numRuns: runs(60), seed: 7 },
    );
  });

  test('reject arrays without four numbers an arc, and answer backward searches', () => {
    const grid = new Grid(3, 1, { movement: 'four' });
    const { firstArc, boxes } = GoalBounds.build(grid);
    expect(() => new GoalBounds(grid, firstArc, boxes.slice(4))).toThrow('4 arcs need 16 numbers, four a box, got 12.');
    const to = new Uint32Array(grid.maxDegree);
    expect(new GoalBounds(grid, firstArc, boxes).view().predecessors(grid.vertex(1, 0), to, new Float64Array(grid.maxDegree))).toBe(2);
    expect([...to.subarray(0, 2)].sort((a, b) => a - b)).toEqual([grid.vertex(0, 0), grid.vertex(2, 0)]);
  });

  test('save expansions: 6 instead of 17 around a wall that misleads the heuristic', () => {
    const grid = Grid.fromRows(['.........', '.######..', '......#..', '......#..', '......#..', '......#..', '.........']);
    const view = GoalBounds.build(grid).view();
    const [start, goal] = [grid.vertex(4, 4), grid.vertex(8, 4)];
    const plain = new AStar(grid);
    const bounded = new AStar(view, { heuristic: grid.heuristic() });
    view.goal = goal;
    expect(bounded.search(start, goal)).toBeCloseTo(plain.search(start, goal));
    expect([plain.counters.expanded, bounded.counters.expanded]).toEqual([17, 6]);
  });

  test('a view begins without a goal, and rejects a search before one is set, and an invalid goal', () => {
    const grid = new Grid(4, 4);
    const view = GoalBounds.build(grid).view();
    const [start, goal] = [grid.vertex(3, 1), grid.vertex(1, 1)];
    expect(() => new AStar(view).search(start, goal)).toThrow(/set its `goal`/);
    for (const none of [-1, 1.5, NaN, grid.vertexCount]) expect(() => (view.goal = none)).toThrow(`a vertex of the graph), got ${none}`);
    expect(new AStar(view).search(start, (view.goal = goal))).toBe(2);
  });

  test('vertices may lie infinitely far away, in any direction', () => {
    for (const far of [Infinity, -Infinity]) {
      const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [2, 0, 1]], { coordinates: [0, 0, far, 0, far, far] });
      expectOptimal(graph, GoalBounds.build(graph), [0, 1, 2]);
    }
  });

  test('a graph without coordinates is rejected', () => {
    const arcs = [[0, 1, 1], [1, 2, 1]] as const;
    expect(() => GoalBounds.build(new CompressedGraph(3, arcs))).toThrow('vertex 0 lies at (NaN, NaN)');
    expect(() => new GoalBoundsBuilder(new CompressedGraph(3, arcs))).toThrow('vertex 0 lies at (NaN, NaN)');
    expect(() => GoalBounds.build(new CompressedGraph(3, arcs, { coordinates: [0, 0, 1, NaN, 2, 0] }))).toThrow('vertex 1 lies at (1, NaN)');
    expect(() => GoalBounds.build(new EdgeCosts(new RoadMap()) as never)).toThrow('this graph has no coordinates, x(v) and y(v)');
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

  test('of a cell ignore unreachable parts of the map, whatever was built before', () => {
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
