import { pathCost } from '@pf/graph';
import { Grid, caves, rooms, randomObstacles, seededRandom } from '@pf/grid';
import { JumpPointSearch } from '@pf/search';
import { optimalSearchContract, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import type { World } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CornerGraph, CornerHierarchy, CornerSearch } from '../../src/index.ts';

const kinds = { maxSize: 12, movements: ['eight'], corners: ['never'], metrics: ['exact'], terrain: false } as const;
const gridOf = (world: World): Grid => Grid.fromRows(world.rows, rulesOf(world));

optimalSearchContract('CornerSearch', (grid) => new CornerSearch(CornerHierarchy.build(grid as Grid)), { grid: gridOf, worlds: kinds, edits: false, runs: 100 });

describe('CornerSearch', () => {
  test('finds the cost and a path of every pair, before and after saving', () => {
    let pairs = 0;
    const property = fc.property(worlds(kinds), fc.nat(), (world, pick) => {
      const grid = gridOf(world);
      const built = CornerHierarchy.build(grid);
      const search = new CornerSearch(pick % 4 === 0 ? CornerHierarchy.load(grid, built.save()) : built);
      const out = new Uint32Array(grid.vertexCount);
      const goal = grid.vertex(pick % grid.width, (pick >> 8) % grid.height);
      const truth = oracleDistances(grid, goal, { backward: true });
      for (let start = 0; start < grid.vertexCount; start++) {
        if (grid.cells[start] === 0) continue;
        const cost = search.search(start, goal);
        const walked = cost < Infinity ? pathCost(grid, out, search.path(out)) : Infinity;
        pairs++;
        if (![cost, walked].every((found) => found === truth[start] || Math.abs(found - truth[start]) < 1e-9)) expect([cost, walked], `from ${start} to ${goal}`).toEqual([truth[start], truth[start]]);
      }
    });
    fc.assert(property, { numRuns: runs(400), seed: 91 });
    expect(pairs).toBeGreaterThan(5000);
  });

  test('agrees with jump points on larger worlds, whose lines are longer than a word', () => {
    const random = seededRandom(17);
    for (const grid of [caves(150, 90, random), rooms(90, 140, 12, random), randomObstacles(80, 80, 0.2, random), new Grid(100, 40)]) {
      const search = new CornerSearch(CornerHierarchy.build(grid));
      const jumps = new JumpPointSearch(grid);
      const out = new Uint32Array(grid.vertexCount);
      for (let i = 0; i < 150; i++) {
        const [start, goal] = [0, 0].map(() => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
        if (grid.cells[start] === 0) continue;
        const cost = search.search(start, goal);
        const truth = jumps.search(start, goal);
        expect(cost === truth || Math.abs(cost - truth) < 1e-8, `${start} to ${goal}: ${cost}, not ${truth}`).toBe(true);
        if (cost < Infinity) expect(pathCost(grid, out, search.path(out))).toBeCloseTo(truth, 8);
      }
    }
  });

  test('a corner is diagonally beside a blocked cell, with both cells between free; turns are at corners', () => {
    const grid = Grid.fromRows(['.....', '.###.', '.....']);
    const { corners } = new CornerGraph(grid);
    expect([...corners].map((v) => [grid.x(v), grid.y(v)])).toEqual([[0, 0], [4, 0], [0, 2], [4, 2]]);
    const search = new CornerSearch(CornerHierarchy.build(grid));
    const out = new Uint32Array(grid.vertexCount);
    search.search(grid.vertex(1, 0), grid.vertex(1, 2));
    expect([...out.subarray(0, search.waypoints(out))].map((v) => [grid.x(v), grid.y(v)])).toEqual([[1, 0], [0, 0], [0, 2], [1, 2]]);
    expect(() => search.path(new Uint32Array(3))).toThrow('The path has');
    expect(() => search.waypoints(new Uint32Array(3))).toThrow('more than 3 vertices');
  });

  test('slices give the same result', () => {
    const grid = rooms(60, 60, 8, seededRandom(2));
    const search = new CornerSearch(CornerHierarchy.build(grid));
    const free = grid.cells.findIndex((cost) => cost > 0);
    const last = grid.cells.findLastIndex((cost) => cost > 0);
    const cost = search.search(free, last);
    search.begin(free, last);
    expect(search.cost).toBe(Infinity);
    while (!search.run(1)) expect(search.cost).toBe(Infinity);
    expect(search.cost).toBe(cost);
  });

  test('reports after an edit that it is outdated, and by how much', () => {
    const grid = new Grid(9, 9);
    const hierarchy = CornerHierarchy.build(grid);
    const search = new CornerSearch(hierarchy);
    expect(hierarchy.changedCells()).toBe(0);
    grid.setBlocked(4, 4, true);
    expect(hierarchy.changedCells()).toBe(9);
    for (const act of [() => search.search(grid.vertex(0, 0), grid.vertex(8, 8)), () => hierarchy.save()]) expect(act).toThrow('at 9 cells: build it anew');
  });

  test('an edit between begin and run makes run throw, also where the ends are directly connected', () => {
    for (const rows of [['.....'], ['....', '..##', '....']]) {
      const grid = Grid.fromRows(rows);
      const search = new CornerSearch(CornerHierarchy.build(grid));
      search.begin(grid.vertex(0, 0), grid.vertex(grid.width - 1, grid.height - 1));
      expect(search.cost).toBe(Infinity);
      grid.setBlocked(1, 0, true);
      expect(() => search.run()).toThrow('build it anew');
      expect(search.cost).toBe(Infinity);
    }
  });

  test.each([{ movement: 'four' }, { movement: 'hex' }, { corners: 'one' }, { metric: '5/7' }] as const)('rejects %j', (rules) => {
    const grid = new Grid(3, 3, rules);
    for (const build of [() => CornerHierarchy.build(grid), () => new CornerGraph(grid)]) expect(build).toThrow('takes 8-connected grids with exact costs');
  });

  test('rejects terrain, and an artifact of another map', () => {
    expect(() => CornerHierarchy.build(Grid.fromRows(['.2']))).toThrow('no terrain costs');
    const saved = CornerHierarchy.build(Grid.fromRows(['..', '.#'])).save();
    expect(() => CornerHierarchy.load(Grid.fromRows(['..', '..']), saved)).toThrow('was built for the world');
    expect(() => new CornerSearch(CornerHierarchy.build(Grid.fromRows(['..', '.#']))).run()).toThrow('call begin(start, goal) first');
    expect(() => CornerHierarchy.build([] as never)).toThrow('CornerHierarchy.build takes a Grid');
  });
});
