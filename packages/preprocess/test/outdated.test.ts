import type { Graph, Located } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, rooms, seededRandom } from '@pf/grid';
import { AStar, JumpPointSearch } from '@pf/search';
import { describe, expect, test, vi } from 'vitest';
import {
  buildCaseBase, buildPartition, buildRegionTable, ContractionHierarchy, CornerHierarchy, CornerSearch, GoalBounds, GoalBoundsBuilder, JumpTable, loadCaseBase, loadPartition, loadRegionTable, partBuilder, PathDatabase, PathRowBuilder,
  saveCaseBase, savePartition, saveRegionTable, SubgoalTrees,
} from '../src/index.ts';

const ROWS = ['.......', '.#####.', '.......'];

describe('data built for a map that has changed since', () => {
  const grid = Grid.fromRows(ROWS);
  const heuristic = grid.heuristic();
  const bounds = GoalBounds.build(grid);
  const view = bounds.view();
  const table = new JumpTable(grid, { bounds });
  const paths = PathDatabase.build(grid);
  const trees = SubgoalTrees.build(grid);
  const cases = buildCaseBase(grid, { heuristic, cases: 4, random: seededRandom(1) });
  const partition = buildPartition(grid, { heuristic });
  const regions = buildRegionTable(grid, 2);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(6, 2)];
  const out = new Uint32Array(grid.vertexCount);
  grid.setBlocked(3, 0, true);

  test('rejects queries', () => {
    const changed = /The world has changed since its .* were built/;
    expect(() => (view.goal = goal)).toThrow(changed);
    expect(() => new JumpTable(grid, { bounds })).toThrow(changed);
    expect(() => new JumpPointSearch(grid, { locator: table }).search(start, goal)).toThrow(changed);
    expect(() => paths.path(start, goal, out)).toThrow(changed);
    expect(() => paths.firstMove(start, goal)).toThrow(changed);
  });

  test('trees of subgoals stay as they were built, with the fingerprint of their map', () => {
    const edited = Grid.fromRows(ROWS);
    const kept = SubgoalTrees.build(edited);
    edited.setRectangle(0, 0, 7, 3, 5);
    for (const after of [trees, kept]) expect(after.tree(goal)).toEqual(SubgoalTrees.build(Grid.fromRows(ROWS)).tree(goal));
  });

  test('is saved for the map that it was built for', () => {
    const before = Grid.fromRows(ROWS);
    const kinds: readonly (readonly [saved: ArrayBuffer, load: (on: Grid, from: ArrayBuffer) => unknown])[] = [
      [bounds.save(), (on, from) => GoalBounds.load(on, from)],
      [paths.save(), (on, from) => PathDatabase.load(on, from)],
      [trees.save(), (on, from) => SubgoalTrees.load(on, from)],
      [saveCaseBase(grid, cases), loadCaseBase],
      [savePartition(grid, partition), loadPartition],
      [saveRegionTable(grid, regions), loadRegionTable],
    ];
    for (const [saved, load] of kinds) {
      expect(() => load(grid, saved)).toThrow(/built for the world/);
      expect(() => load(before, saved)).not.toThrow();
    }
    // A loaded artifact also belongs to its map.
    const loaded = loadCaseBase(before, saveCaseBase(grid, cases));
    before.setBlocked(0, 0, true);
    expect(() => loadCaseBase(before, saveCaseBase(before, loaded))).toThrow(/built for the world/);
  });
});

describe('an edit from onProgress', () => {
  const grid = rooms(30, 30, 6, seededRandom(2));
  const editOnce = (): { onProgress: () => void } => ({ onProgress: vi.fn().mockImplementationOnce(() => grid.setBlocked(5, 5, grid.isFree(5, 5))) });

  test('ends a build that reads the world throughout', () => {
    const edited = 'The world was edited during the build: build it anew.';
    expect(() => buildCaseBase(grid, { cases: 9, random: seededRandom(1), ...editOnce() })).toThrow(edited);
    expect(() => buildRegionTable(grid, 2, editOnce())).toThrow(edited);
    expect(() => buildPartition(grid, editOnce())).toThrow(edited);
  });

  test('makes a hierarchy outdated, which was built for the world before', () => {
    expect(() => ContractionHierarchy.build(grid, editOnce()).save()).toThrow(/The world has changed since its .* were built/);
    const corners = CornerHierarchy.build(grid, editOnce());
    expect(corners.changedCells()).toBeGreaterThan(0);
    expect(() => corners.save()).toThrow('The grid has changed since its corner hierarchy was built');
    expect(() => new CornerSearch(corners).search(grid.vertex(0, 0), grid.vertex(29, 29))).toThrow('build it anew');
  });
});

test('a builder of parts rejects a world that has changed since it was made', () => {
  const grid = Grid.fromRows(ROWS);
  const bounds = new GoalBoundsBuilder(grid);
  const rows = new PathRowBuilder(grid);
  const trees = partBuilder(grid, 'subgoal-trees');
  const boxes = bounds.allocate(0, grid.vertexCount);
  bounds.build(0, grid.vertexCount, boxes);
  grid.setBlocked(3, 1, false);
  const changed = /The world has changed since its .* were built/;
  expect(() => bounds.build(0, grid.vertexCount, boxes)).toThrow(changed);
  expect(() => rows.build(0, grid.vertexCount)).toThrow(changed);
  expect(() => trees(0, grid.vertexCount)).toThrow(changed);
});

test('rows of a world before an edit are rejected for the edited one', () => {
  const grid = Grid.fromRows(ROWS), half = grid.vertexCount >> 1;
  for (const options of [{}, { rows: 'jump-points' }] as const) {
    const before = new PathRowBuilder(grid, options), first = before.build(0, half), old = before.build(half, grid.vertexCount);
    const saved = PathDatabase.assemble(grid, [first, old], options).save();
    // As workers may send them, by structured clone; or without their world, as older ones did.
    for (const parts of [structuredClone([first, old]), [first, old].map(({ lengths, runs }) => ({ lengths, runs }))]) expect(PathDatabase.assemble(grid, parts, options).save()).toEqual(saved);
    grid.setBlocked(3, 1, !grid.isBlocked(3, 1));
    const now = new PathRowBuilder(grid, options).build(0, half);
    expect(() => PathDatabase.assemble(grid, [first, old], options)).toThrow('The rows from vertex 0 on were built for another world: build them anew.');
    expect(() => PathDatabase.assemble(grid, [now, old], options)).toThrow(`The rows from vertex ${half} on were built for another world: build them anew.`);
    grid.setBlocked(3, 1, !grid.isBlocked(3, 1));
    expect(PathDatabase.assemble(grid, [first, old], options).save()).toEqual(saved);
  }
});

test('exists for any graph that counts its edits', () => {
  const grid = new Grid(5, 1);
  let version = 3;
  // Not recognised as a grid, but with a version that edits raise.
  const graph: Graph & Located = {
    vertexCount: grid.vertexCount,
    maxDegree: grid.maxDegree,
    get version() {
      return version;
    },
    successors: (v, to, cost) => grid.successors(v, to, cost),
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
    x: (v) => grid.x(v),
    y: (v) => grid.y(v),
  };
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 0)];
  const paths = PathDatabase.build(graph);
  const view = GoalBounds.build(graph).view();
  const under = new AStar(view);
  view.goal = goal;
  under.begin(start, goal);
  expect(under.run(1)).toBe(false);
  version++;
  const changed = /The world has changed since its .* were built/;
  expect(() => paths.firstMove(start, goal)).toThrow(changed);
  expect(() => (view.goal = goal)).toThrow(changed);
  expect(() => under.run()).toThrow(changed);
});

test('exists for a graph whose costs are set', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 5]]);
  const paths = PathDatabase.build(roads);
  expect(paths.firstMove(0, 2)).toBe(1);
  expect(roads.setCost(0, 2, 5)).toBe(0);
  expect(paths.firstMove(0, 2)).toBe(1);
  expect(roads.setCost(0, 1, 9)).toBe(1);
  expect(() => paths.firstMove(0, 2)).toThrow(/The world has changed since its .* were built/);
});

test('boxes depend on coordinates: the same arcs elsewhere are another world', () => {
  const arcs = [[0, 1, 1], [1, 2, 4], [2, 3, 1]] as const;
  const here = new CompressedGraph(4, arcs, { coordinates: [0, 0, 1, 0, 5, 0, 6, 0] });
  const there = new CompressedGraph(4, arcs, { coordinates: [32, 0, 33, 0, 37, 0, 38, 0] });
  const saved = GoalBounds.build(here).save();
  expect(() => GoalBounds.load(there, saved)).toThrow(/built for the world/);
  expect(GoalBounds.load(new CompressedGraph(4, arcs, { coordinates: [0, 0, 1, 0, 5, 0, 6, 0] }), saved).allows(0, 0, 3)).toBe(true);
  // First moves do not depend on coordinates.
  expect(PathDatabase.load(there, PathDatabase.build(here).save()).firstMove(0, 3)).toBe(1);
});

test('bounds and rows of a grid with one-way cells are of another world, even if these close no arc', () => {
  const plain = Grid.fromRows(['....', '.##.', '....']);
  const sided = plain.clone();
  sided.setSides(0, 1, { leave: sided.mask('north', 'south', 'west') }); // The sides towards the wall.
  for (const [from, to] of [[plain, sided], [sided, plain]]) {
    expect(() => GoalBounds.load(to, GoalBounds.build(from).save())).toThrow('This artifact was built for the world');
    expect(() => PathDatabase.assemble(to, [new PathRowBuilder(from).build(0, to.vertexCount)])).toThrow('The rows from vertex 0 on were built for another world: build them anew.');
    expect(GoalBounds.load(from, GoalBounds.build(from).save()).byteLength).toBeGreaterThan(0);
  }
});
