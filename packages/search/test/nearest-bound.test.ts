import { Grid, rooms, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { GridDistance } from '../src/grid-distance.ts';
import { AStar, findPath } from '../src/index.ts';

test.each([64, 256, 512])('a blocked goal beside the floor of a map of %i² cells costs about one search, not a flood', (size) => {
  const grid = new Grid(size, size);
  grid.setRectangle(20, 5, 3, 3, 0);
  for (const options of [{}, { queue: 'heap' }] as AStarOptions[]) {
    const astar = new AStar(grid, { ...options, nearest: true });
    expect(astar.search(grid.vertex(8, 6), grid.vertex(20, 6))).toBe(11);
    expect(grid.x(astar.end)).toBe(19);
    expect(astar.counters.expanded).toBeLessThan(60);
  }
});

test('a goal in a closed room, or in the middle of a mountain, costs in proportion to the room or the mountain', () => {
  const grid = new Grid(400, 400);
  grid.setRectangle(30, 30, 12, 12, 0);
  grid.setRectangle(31, 31, 10, 10, 1);
  const astar = new AStar(grid, { nearest: true });
  astar.search(grid.vertex(10, 35), grid.vertex(36, 36));
  expect([grid.x(astar.end), grid.y(astar.end)]).toEqual([36, 42]);
  expect(astar.counters.expanded).toBeLessThan(1500);
  grid.setRectangle(31, 31, 10, 10, 0);
  astar.search(grid.vertex(10, 35), grid.vertex(36, 36));
  expect(astar.counters.expanded).toBeLessThan(1500);
});

test('in rooms that open and close, finds the reachable cell of least estimate and of these the cheapest', () => {
  const random = seededRandom(31);
  const below = (n: number): number => Math.floor(n * random());
  let elsewhere = 0;
  for (let world = 0; world < runs(60); world++) {
    const movement = (['four', 'eight', 'hex'] as const)[world % 3];
    const size = 8 + below(20);
    const grid = Grid.fromRows(rooms(size, size, 4, random).toRows(), { movement });
    const estimate = grid.heuristic();
    const kept = (['buckets', 'heap'] as const).map((queue) => new AStar(grid, { nearest: true, queue }));
    for (let turn = 0; turn < 8; turn++) {
      for (let i = 0; i < 6; i++) grid.setCost(below(size), below(size), random() < 0.7 ? 0 : world % 4 === 0 ? 1 + below(3) : 1);
      if (world % 5 === 0) grid.setSides(below(size), below(size), { enter: grid.mask(movement === 'hex' ? 'west' : 'north') });
      const start = grid.vertex(below(size), below(size));
      const goals = Array.from({ length: 1 + below(3) }, () => grid.vertex(below(size), below(size)));
      const distances = oracleDistances(grid, start);
      const near = (v: number): number => Math.min(...goals.map((goal) => estimate(v, goal)));
      const reached = Array.from(distances.keys()).filter((v) => distances[v] < Infinity);
      const inReach = goals.filter((goal) => distances[goal] < Infinity);
      if (inReach.length === 0) elsewhere++;
      const least = Math.min(...reached.map(near));
      const ends = inReach.length > 0 ? inReach : reached.filter((v) => near(v) < least + 1e-9);
      const cheapest = Math.min(...ends.map((v) => distances[v]));
      for (const astar of kept) {
        astar.begin(start, goals);
        while (!astar.run(turn % 2 === 0 ? 7 : Infinity));
        expect(astar.cost, `world ${world}, turn ${turn}`).toBeCloseTo(cheapest, 9);
        expect(ends).toContain(astar.end);
      }
    }
  }
  expect(elsewhere).toBeGreaterThan(runs(60));
});

test('with many goals, ends where brute force does, within few looks at goals', () => {
  const random = seededRandom(32);
  const below = (n: number): number => Math.floor(n * random());
  for (let world = 0; world < runs(40); world++) {
    const movement = (['four', 'eight', 'hex'] as const)[world % 3];
    const metric = world % 2 === 0 || movement !== 'eight' ? undefined : { straight: 1 + below(3), diagonal: 3 + below(5) };
    const grid = Grid.fromRows(rooms(30, 30, 6, random).toRows(), { movement, ...(metric === undefined ? {} : { metric }) });
    for (let i = 0; i < 60; i++) grid.setCost(below(30), below(30), below(3));
    const estimate = grid.heuristic();
    const goals = Array.from({ length: 2 + below(90) }, () => grid.vertex(below(30), below(30))).filter((v) => world % 4 > 1 || grid.cells[v] === 0);
    if (goals.length === 0) continue;
    const start = grid.vertex(below(30), below(30));
    const distances = oracleDistances(grid, start);
    const near = (v: number): number => Math.min(...goals.map((goal) => estimate(v, goal)));
    const reached = Array.from(distances.keys()).filter((v) => distances[v] < Infinity);
    const inReach = goals.filter((goal) => distances[goal] < Infinity);
    const least = Math.min(...reached.map(near));
    const ends = inReach.length > 0 ? inReach : reached.filter((v) => near(v) < least + 1e-9);
    const astar = new AStar(grid, { nearest: true });
    expect(astar.searchNearest(start, goals), `world ${world}`).toBeCloseTo(Math.min(...ends.map((v) => distances[v])), 9);
    expect(ends).toContain(astar.end);
    const { frontier } = astar as unknown as { frontier: { estimate(v: number): number } };
    for (let v = 0; v < grid.vertexCount; v++) if (grid.hasVertex(v)) expect(frontier.estimate(v)).toBeCloseTo(near(v), 9);
  }
  const open = new Grid(512, 512);
  const goals = Array.from({ length: 14_400 }, (_, i) => open.vertex(300 + (i % 120), 300 + Math.floor(i / 120)));
  for (const v of goals) open.setBlocked(open.x(v), open.y(v), true);
  const to = vi.spyOn(GridDistance.prototype, 'to');
  const astar = new AStar(open, { nearest: true });
  expect(astar.searchNearest(open.vertex(0, 0), goals)).toBeCloseTo(299 * Math.SQRT2 + 1, 9);
  // The squared number of goals would be over 200 million.
  expect(to.mock.calls.length).toBeLessThan(2_000_000);
  to.mockRestore();
});

test('expansions for goals out of reach stay the same', () => {
  const counts = (['four', 'eight', 'hex'] as const).map((movement, seed) => {
    const grid = Grid.fromRows(rooms(40, 40, 7, seededRandom(seed)).toRows(), { movement });
    // A closed room, a swamp, and one-way cells.
    grid.setRectangle(20, 20, 9, 9, 0);
    grid.setRectangle(21, 21, 7, 7, 1);
    grid.setRectangle(5, 30, 12, 6, 3);
    for (let x = 0; x < 40; x += 3) grid.setSides(x, 12, { enter: grid.mask(movement === 'hex' ? 'west' : 'north') });
    const astar = new AStar(grid, { nearest: true });
    grid.setRectangle(37, 0, 3, 2, 0);
    grid.setRectangle(8, 31, 3, 4, 0);
    return [[24, 24], [20, 20], [39, 0], [9, 33]].map(([x, y]) => {
      astar.search(grid.vertex(1, 1), grid.vertex(x, y));
      return [grid.x(astar.end), grid.y(astar.end), astar.counters.expanded].join(' ');
    });
  });
  // A difference is a change of the algorithm.
  expect(counts).toMatchInlineSnapshot(`
    [
      [
        "19 24 247",
        "19 20 195",
        "36 0 120",
        "7 33 432",
      ],
      [
        "19 24 329",
        "20 19 166",
        "38 2 210",
        "11 33 439",
      ],
      [
        "19 24 259",
        "19 20 203",
        "37 2 274",
        "11 31 416",
      ],
    ]
  `);
});

test('without goals nothing is expanded, and with a weight everything reachable', () => {
  const grid = new Grid(20, 20);
  grid.setCost(15, 10, 0);
  expect(new AStar(grid, { nearest: true }).searchNearest(grid.vertex(3, 3), [])).toBe(Infinity);
  const weighted = new AStar(grid, { nearest: true, weight: 2 });
  expect([weighted.search(grid.vertex(3, 10), grid.vertex(15, 10)), weighted.end, weighted.counters.expanded]).toEqual([11, grid.vertex(14, 10), 399]);
});

test('its stamps restart after they overflow', () => {
  const grid = new Grid(9, 9);
  grid.setCost(4, 4, 0);
  const astar = new AStar(grid, { nearest: true });
  const search = (): number[] => [astar.search(grid.vertex(0, 4), grid.vertex(4, 4)), astar.end, astar.counters.expanded];
  const first = search();
  astar['bound']!['stamp'] = 2 ** 31 - 8;
  for (let i = 0; i < 3; i++) expect(search()).toEqual(first);
  expect(astar['bound']!['stamp']).toBe(8);
});

test('findPath comes as near at the same cost', () => {
  const grid = new Grid(300, 300);
  grid.setRectangle(100, 0, 1, 300, 0);
  const { cost, cells, arrived } = findPath(grid, { from: { x: 50, y: 50 }, to: { x: 100, y: 60 }, nearest: true });
  expect([cells.at(-1), arrived]).toEqual([{ x: 99, y: 60 }, false]);
  expect(cost).toBeCloseTo(39 + 10 * Math.SQRT2, 9);
});
