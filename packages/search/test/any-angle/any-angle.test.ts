import { brokenAt, NO_VERTEX, pathCost } from '@pf/graph';
import { Grid, lineOfSight, randomObstacles, rooms, seededRandom, walkableLine } from '@pf/grid';
import type { GridOptions } from '@pf/grid';
import type { World } from '@pf/testkit';
import { oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AStar, findPath, LazyThetaStar, smooth } from '../../src/index.ts';
import { clear, clearOfHexagons, crossed, crossedHexagons } from '../crossing.ts';

function length(grid: Grid, points: ArrayLike<number>, count: number): number {
  let sum = 0;
  for (let i = 1; i < count; i++) {
    const dx = grid.x(points[i]) - grid.x(points[i - 1]);
    const dy = grid.y(points[i]) - grid.y(points[i - 1]);
    sum += grid.movement === 'hex' ? Math.sqrt(dx * dx + dy * dy + dx * dy) : Math.hypot(dx, dy);
  }
  return sum;
}

/** Checks both ends, that no line crosses a wall, and that no waypoint can be left out. */
function checkLines(grid: Grid, points: Uint32Array, count: number, start: number, goal: number): void {
  expect([points[0], points[count - 1]]).toEqual([start, goal]);
  const isClear = grid.movement === 'hex' ? clearOfHexagons : clear;
  for (let i = 1; i < count; i++) expect(isClear(grid, points[i - 1], points[i]), `${grid.toRows().join('\n')}\n${points[i - 1]} to ${points[i]}`).toBe(true);
  for (let i = 2; i < count; i++) expect(lineOfSight(grid, points[i - 2], points[i])).toBe(false);
}

function ends(grid: Grid, world: World): [number, number] | undefined {
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  return free.length === 0 ? undefined : [free[world.seed % free.length], free[(world.seed >>> 8) % free.length]];
}

test('the check for crossings, which shares no code with the packages, agrees with the line of sight', () => {
  let seen = 0;
  const property = fc.property(worlds({ movements: ['four', 'eight'] }), (world) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    const pair = ends(grid, world);
    if (pair === undefined) return;
    const sight = lineOfSight(grid, ...pair);
    expect(clear(grid, ...pair)).toBe(sight);
    if (sight) seen++;
  });
  fc.assert(property, { numRuns: runs(2000), seed: 1964 });
  expect(seen).toBeGreaterThan(runs(2000) / 4);
});

/** Whether a line over these cells is made of legal steps; past a corner point without diagonal steps, both ways around it. */
function areSteps(grid: Grid, cells: number[], p: number, q: number): boolean {
  const to = new Uint32Array(8), cost = new Float64Array(8);
  const leads = (v: number, u: number): boolean => to.subarray(0, grid.successors(v, to, cost)).includes(u);
  const [bx, by] = [grid.x(q) - grid.x(p), grid.y(q) - grid.y(p)];
  const line = cells.sort((v, u) => (grid.x(v) - grid.x(u)) * bx + (grid.y(v) - grid.y(u)) * by);
  return line.slice(1).every((u, i) => {
    const v = line[i], [x, y] = [grid.x(u) - grid.x(v), (grid.y(u) - grid.y(v)) * grid.stride];
    return x === 0 || y === 0 || grid.movement !== 'four' ? leads(v, u) : leads(v, v + x) && leads(v + x, u) && leads(v, v + y) && leads(v + y, u);
  });
}

describe('smooth', () => {
  test('a path that turns back at its start has no waypoint twice', () => {
    const grid = Grid.fromRows(['..5', '...']);
    const [west, middle, east] = [0, 1, 2].map((x) => grid.vertex(x, 0));
    const out = new Uint32Array(4);
    expect([...out.subarray(0, smooth(grid, [middle, west, middle, east], 4, out))]).toEqual([middle, east]);
  });

  test('crosses no blocked cell, has no removable waypoint, and is never longer than the path', () => {
    const property = fc.property(worlds({ maxSize: 16, terrain: false }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const pair = ends(grid, world);
      if (pair === undefined) return;
      const astar = new AStar(grid);
      astar.search(...pair);
      const path = new Uint32Array(grid.vertexCount);
      const out = new Uint32Array(grid.vertexCount);
      const count = astar.path(path);
      const kept = smooth(grid, path, count, out);
      expect(kept === 0).toBe(count === 0);
      if (count === 0) return;
      checkLines(grid, out, kept, ...pair);
      expect(length(grid, out, kept)).toBeLessThanOrEqual(length(grid, path, count) + 1e-9);
      // In place, and a second time, the result is the same.
      expect(smooth(grid, path, count, path)).toBe(kept);
      expect(path.subarray(0, kept)).toEqual(out.subarray(0, kept));
      expect(smooth(grid, out, kept, path)).toBe(kept);
    });
    fc.assert(property, { numRuns: runs(1000), seed: 1965 });
  });

  test('on terrain and at one-way cells a line is a step or crosses cells of one cost with open sides, and costs what findPath returns', () => {
    let pulled = 0;
    let kept = 0;
    const property = fc.property(worlds({ maxSize: 12, sides: true }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      const pair = ends(grid, world);
      if (pair === undefined) return;
      const astar = new AStar(grid);
      const steps = astar.search(...pair);
      const path = new Uint32Array(grid.vertexCount);
      const count = astar.path(path);
      const out = new Uint32Array(grid.vertexCount);
      const points = out.subarray(0, smooth(grid, path, count, out));
      const [from, to] = pair.map((v) => ({ x: grid.x(v), y: grid.y(v) }));
      const answer = findPath(grid, { from, to, shape: smooth });
      expect(answer.cells.map(({ x, y }) => grid.vertex(x, y))).toEqual([...points]);
      if (count === 0) expect(answer.cost).toBe(Infinity);
      if (count === 0) return;
      expect([points[0], points[points.length - 1]]).toEqual(pair);
      const isOpen = (v: number): boolean => grid.sides === undefined || (grid.sides.enter[v] & grid.sides.leave[v]) === 255;
      let cost = 0;
      for (let i = 1; i < points.length; i++) {
        const [p, q] = [points[i - 1], points[i]];
        cost += length(grid, [p, q], 2) * grid.cells[q];
        if (brokenAt(grid, [p, q]) === -1) continue;
        pulled++;
        const cells = grid.movement === 'hex' ? crossedHexagons(grid, p, q) : crossed(grid, p, q);
        expect(grid.movement === 'hex' || clear(grid, p, q)).toBe(true);
        for (const v of cells) {
          if (v !== p) expect(grid.cells[v], `${grid.toRows().join('\n')}\n${p} to ${q}`).toBe(grid.cells[q]);
          if (grid.movement === 'hex' && v !== p && v !== q) expect(isOpen(v)).toBe(true);
        }
        if (grid.movement === 'hex') expect([grid.sides?.leave[p] ?? 255, grid.sides?.enter[q] ?? 255]).toEqual([255, 255]);
        else if (grid.sides !== undefined) expect(areSteps(grid, [...new Set([p, ...cells, q])], p, q)).toBe(true);
      }
      expect(answer.cost).toBeCloseTo(cost * grid.steps.straight, 9);
      // In other metrics the cost of a step is not its length.
      if (world.metric === 'exact') {
        expect(cost).toBeLessThanOrEqual(steps + 1e-9);
        expect(steps).toBeCloseTo(pathCost(grid, path, count), 9);
      }
      for (let i = 2; i < points.length; i++) {
        if (lineOfSight(grid, points[i - 2], points[i])) kept++;
        expect(grid.cells[points[i - 1]] === grid.cells[points[i]] && walkableLine(grid, points[i - 2], points[i])).toBe(false);
      }
      expect(smooth(grid, points, points.length, path)).toBe(points.length);
    });
    fc.assert(property, { numRuns: runs(1500), seed: 1967 });
    expect([pulled > runs(1500) / 10, kept > runs(1500) / 10]).toEqual([true, true]);
  });

  test('goes around a ledge and a swamp like the steps', () => {
    const ledge = new Grid(5, 3);
    for (const y of [0, 1]) ledge.setSides(2, y, { enter: 255 & ~ledge.mask('west', 'northwest', 'southwest') });
    const swamp = Grid.fromRows(['.....', '.999.', '.999.', '.999.', '.....']);
    for (const [grid, to] of [[ledge, { x: 4, y: 0 }], [swamp, { x: 4, y: 4 }]] as const) {
      const ends = { from: { x: 0, y: 0 }, to };
      const steps = findPath(grid, ends);
      const { cost, cells } = findPath(grid, { ...ends, shape: smooth });
      expect(cells.length).toBeGreaterThan(2);
      expect(cells.length).toBeLessThan(steps.cells.length);
      expect(cost).toBeCloseTo(cells.slice(1).reduce((sum, { x, y }, i) => sum + Math.hypot(x - cells[i].x, y - cells[i].y), 0), 9);
      expect(cost).toBeLessThanOrEqual(steps.cost);
    }
    expect(findPath(swamp, { from: { x: 0, y: 0 }, to: { x: 4, y: 4 }, shape: smooth }).cost).toBeCloseTo(6 + Math.SQRT2, 9);
    // On uniform expensive ground a line costs its length times the terrain.
    expect(findPath(new Grid(5, 5, {}, 3), { from: { x: 0, y: 0 }, to: { x: 4, y: 2 }, shape: smooth }).cost).toBeCloseTo(3 * Math.hypot(4, 2), 9);
  });

  test('does not leave out a detour over cheaper ground', () => {
    // Steps along the swamp's edge, which leave it for one cell of a road.
    const grid = new Grid(21, 3, {}, 3);
    grid.setCost(10, 1, 1);
    const path = Uint32Array.from({ length: 21 }, (_, x) => grid.vertex(x, x === 10 ? 1 : 0));
    const n = smooth(grid, path, path.length, path);
    expect(Array.from(path.subarray(0, n), (v) => [grid.x(v), grid.y(v)])).toEqual([[0, 0], [9, 0], [10, 1], [20, 0]]);
  });

  test('reads a cell of a straight path equally often at any length, and little more often with a turn', () => {
    const looksOf = (width: number, height: number): number => {
      const grid = new Grid(width, height);
      const astar = new AStar(grid);
      astar.search(grid.vertex(0, 0), grid.vertex(width - 1, height - 1));
      const path = new Uint32Array(grid.vertexCount);
      const count = astar.path(path);
      let looks = 0;
      const cells = new Proxy(grid.cells, { get: (target, key) => { looks++; return Reflect.get(target, key) as unknown; } });
      expect(smooth(Object.create(grid, { cells: { value: cells } }) as Grid, path, count, path)).toBe(2);
      return looks / count;
    };
    expect(Math.max(...[100, 1000, 4000].map((width) => looksOf(width, 1)))).toBeLessThan(10);
    expect(Math.max(...[100, 300, 900].map((width) => looksOf(width, width / 2)))).toBeLessThan(20);
  });

  test('searches nearer if the far end is hidden: a path around a corner keeps its corner at any length', () => {
    for (let width = 4; width < 40; width++) {
      const grid = new Grid(width, 3);
      grid.setRectangle(0, 1, width - 1, 1, 0);
      const path = Uint32Array.from([...Array(width).keys()].map((x) => grid.vertex(x, 0)));
      const there = [...path, grid.vertex(width - 1, 1), ...[...path].reverse().map((v) => v + 2 * grid.stride)];
      const out = new Uint32Array(there.length);
      const corners = [[0, 0], [width - 1, 0], [width - 1, 2], [0, 2]].map(([x, y]) => grid.vertex(x, y));
      expect([...out.subarray(0, smooth(grid, there, there.length, out))]).toEqual(corners);
    }
  });

  test('rejects an invalid path and a short buffer', () => {
    const grid = Grid.fromRows(['.#.', '.#.', '...']);
    const [a, b, c] = [grid.vertex(0, 0), grid.vertex(2, 0), grid.vertex(0, 2)];
    expect(() => smooth(grid, [a, b], 2, new Uint32Array(2))).toThrow('leads through a wall, or over joined edges, from (0, 0) to (2, 0)');
    expect(() => smooth(grid, [a, c, grid.vertex(2, 2)], 3, new Uint32Array(2))).toThrow('more waypoints than the 2');
    for (const v of [NaN, -1, 1e9, 0.5]) expect(() => smooth(grid, [v], 1, new Uint32Array(2))).toThrow(`The beginning of the path must be a whole number from 0 to 24 (a vertex of the graph), got ${v}`);
    // Over the joined edges of a TorusGrid.
    const row = Grid.fromRows(['..#..']);
    expect(() => smooth(row, [row.vertex(4, 0), row.vertex(0, 0)], 2, new Uint32Array(2))).toThrow('The path leads through a wall, or over joined edges, from (4, 0) to (0, 0): smooth paths as searches of a Grid give them.');
    expect(() => smooth(grid, [a], 2, new Uint32Array(2))).toThrow('from 0 to 1, the entries of the path, got 2.');
  });
});

describe('Lazy Theta*', () => {
  test('finds a path if one exists; no line of it crosses a blocked cell, and its cost is its length', () => {
    let turning = 0;
    const property = fc.property(worlds({ terrain: false, maxSize: 16 }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const pair = ends(grid, world);
      if (pair === undefined) return;
      const search = new LazyThetaStar(grid);
      search.search(pair[1], pair[0]);
      const cost = search.search(...pair);
      const out = new Uint32Array(grid.vertexCount);
      const count = search.path(out);
      const blocked = oracleCost(grid, ...pair) === Infinity;
      expect([cost === Infinity, count === 0]).toEqual([blocked, blocked]);
      if (blocked) return;
      checkLines(grid, out, count, ...pair);
      expect(cost).toBeCloseTo(length(grid, out, count) * grid.steps.straight, 9);
      expect([search.distance(pair[1]), search.parent(pair[1]), search.isClosed(pair[1])]).toEqual([cost, count > 1 ? out[count - 2] : NO_VERTEX, true]);
      if (count > 2) turning++;
      if (lineOfSight(grid, ...pair)) expect(count).toBe(pair[0] === pair[1] ? 1 : 2);
    });
    fc.assert(property, { numRuns: runs(1000), seed: 1966 });
    expect(turning).toBeGreaterThan(runs(1000) / 10);
  });

  test('its paths are shorter than smoothed paths of A*, and those are shorter than paths of steps', () => {
    const sums = [rooms(64, 64, 7, seededRandom(1)), randomObstacles(64, 64, 0.2, seededRandom(2))].map((grid) => {
      const random = seededRandom(3);
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      const astar = new AStar(grid);
      const theta = new LazyThetaStar(grid);
      const path = new Uint32Array(grid.vertexCount);
      let smoothed = 0;
      let anyAngle = 0;
      let steps = 0;
      for (let i = 0; i < 60; i++) {
        const start = free[Math.floor(random() * free.length)];
        const goal = free[Math.floor(random() * free.length)];
        const cost = astar.search(start, goal);
        if (cost === Infinity) continue;
        steps += cost;
        const count = smooth(grid, path, astar.path(path), path);
        smoothed += length(grid, path, count);
        anyAngle += theta.search(start, goal);
      }
      return [steps, smoothed, anyAngle];
    });
    for (const [steps, smoothed, anyAngle] of sums) {
      expect(smoothed).toBeLessThan(steps);
      expect(anyAngle).toBeLessThan(smoothed);
    }
  });

  test('expansions on fixed worlds stay the same', () => {
    const counts = [{}, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }, { movement: 'hex' }].map((options) => {
      const random = seededRandom(2010);
      const grid = new Grid(50, 50, options as GridOptions);
      for (let i = 0; i < 600; i++) grid.setBlocked(Math.floor(random() * 50), Math.floor(random() * 50), true);
      const search = new LazyThetaStar(grid);
      const sums = [0, 0, 0, 0];
      for (let i = 0; i < 40; i++) {
        const [a, b, c, d] = Array.from({ length: 4 }, () => Math.floor(random() * 50));
        const cost = search.search(grid.vertex(a, b), grid.vertex(c, d));
        if (cost < Infinity) sums[0] += cost;
        const { expanded, generated, queueOperations } = search.counters;
        [expanded, generated, queueOperations].forEach((count, i) => (sums[i + 1] += count));
      }
      return [Math.round(sums[0]), ...sums.slice(1)];
    });
    expect(counts).toMatchInlineSnapshot(`
      [
        [
          556,
          11119,
          14150,
          27355,
        ],
        [
          519,
          10173,
          14516,
          27879,
        ],
        [
          500,
          9664,
          14209,
          27228,
        ],
        [
          563,
          11531,
          14107,
          27475,
        ],
        [
          519,
          10293,
          13770,
          26518,
        ],
      ]
    `);
  });

  test('goes straight to a visible goal, even if a path of steps reaches it around a corner', () => {
    const grid = new Grid(9, 9);
    const search = new LazyThetaStar(grid);
    expect([search.search(grid.vertex(0, 0), grid.vertex(8, 6)), search.counters.expanded]).toEqual([10, 0]);
  });

  test('no path leads out of a wall or into one, even within sight', () => {
    const grid = Grid.fromRows(['#..', '...']);
    const search = new LazyThetaStar(grid);
    expect(search.search(grid.vertex(0, 0), grid.vertex(2, 0))).toBe(Infinity);
    search.begin(grid.vertex(2, 0), grid.vertex(0, 0));
    expect([search.run(), search.cost, search.path(new Uint32Array(9))]).toEqual([true, Infinity, 0]);
  });

  test('no waypoint of the path can be left out', () => {
    const grid = Grid.fromRows(['.#......', '..##....', '........', '.....#.#', '.#.##...', '.#..#...', '......#.', '#.....#.']);
    const search = new LazyThetaStar(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(7, 7)];
    search.search(start, goal);
    const out = new Uint32Array(64);
    checkLines(grid, out, search.path(out), start, goal);
  });

  test('its labels can be read during the search', () => {
    const grid = Grid.fromRows(['...', '.#.', '...']);
    const search = new LazyThetaStar(grid);
    const at = (x: number, y: number): number => grid.vertex(x, y);
    const read = (v: number): unknown[] => [search.isOpen(v), search.isClosed(v), search.distance(v), search.parent(v)];
    search.begin(at(0, 0), at(2, 2));
    expect([search.run(1), search.counters.expanded]).toEqual([false, 1]);
    expect(read(at(0, 0))).toEqual([false, true, 0, -1]);
    expect(read(at(1, 0))).toEqual([true, false, 1, at(0, 0)]);
    expect(read(at(2, 2))).toEqual([false, false, Infinity, -1]);
    expect([search.run(2), search.counters.expanded]).toEqual([false, 3]);
    search.run();
    expect(read(at(1, 0)).slice(1)).toEqual([true, 1, at(0, 0)]);
    // Its label of 2 assumes a line of sight from the start, which exists.
    expect([search.distance(at(2, 0)), search.distance(at(0, 2)), search.cost]).toEqual([2, 2, 4]);
    search.search(at(2, 0), at(2, 1));
    expect(read(at(1, 0))).toEqual([false, false, Infinity, -1]);
  });

  test('checks the signal every 256 expansions, however long it runs', () => {
    const grid = new Grid(40, 40);
    grid.setRectangle(38, 38, 2, 2, 0);
    grid.setBlocked(39, 39, false);
    const search = new LazyThetaStar(grid);
    let looks = 0;
    const signal = {
      get aborted(): boolean {
        return ++looks > 2;
      },
    };
    search.begin(grid.vertex(0, 0), grid.vertex(39, 39));
    expect([search.run(Infinity, signal), search.counters.expanded]).toEqual([false, 512]);
  });

  test('its stamps restart after they overflow', () => {
    const grid = rooms(24, 24, 5, seededRandom(4));
    const [start, goal] = [grid.vertex(1, 1), grid.vertex(22, 22)];
    const search = new LazyThetaStar(grid);
    const cost = search.search(start, goal);
    const { expanded } = search.counters;
    search['stamp'] = 2 ** 31 - 4;
    for (const stamp of [2 ** 31 - 2, 2, 4]) expect([search.search(start, goal), search.counters.expanded, search['stamp']]).toEqual([cost, expanded, stamp]);
  });

  test('runs in slices, can be observed, and forgets the last search', () => {
    const grid = rooms(48, 48, 7, seededRandom(4));
    const [start, goal] = [grid.vertex(1, 1), grid.vertex(46, 46)];
    const whole = new LazyThetaStar(grid);
    const sliced = new LazyThetaStar(grid);
    whole.search(start, goal);
    sliced.begin(start, goal);
    expect([sliced.isOpen(start), sliced.parent(start), sliced.distance(goal)]).toEqual([true, -1, Infinity]);
    expect(sliced.run(Infinity, { aborted: true })).toBe(false);
    while (!sliced.run(13));
    expect(sliced.cost).toBe(whole.cost);
    expect({ ...sliced.counters }).toEqual({ ...whole.counters });
    expect(sliced.isClosed(start)).toBe(true);
    expect(sliced.run()).toBe(true);
    expect([whole.counters.expanded, whole.counters.generated, whole.path(new Uint32Array(99))]).toMatchInlineSnapshot(`
      [
        812,
        1068,
        15,
      ]
    `);
    expect(sliced.search(start, start)).toBe(0);
    expect([sliced.path(new Uint32Array(1)), sliced.isClosed(goal), sliced.distance(goal)]).toEqual([1, false, Infinity]);
  });

  test('rejects invalid arguments', () => {
    const grid = new Grid(5, 5);
    const search = new LazyThetaStar(grid);
    expect(() => search.search(8, 999)).toThrow('The goal must be');
    search.search(grid.vertex(0, 0), grid.vertex(4, 4));
    expect(() => search.path(new Uint32Array(1))).toThrow('The path has 2 waypoints, but the buffer holds 1.');
    grid.setCost(2, 2, 5);
    const counters = { ...search.counters };
    expect(() => search.search(8, 9)).toThrow('terrain has no cost');
    expect({ ...search.counters }).toEqual(counters);
    // A rejected query keeps the result of the one before.
    expect(search.path(new Uint32Array(2))).toBe(2);
    grid.setCost(2, 2, 1);
    grid.setSides(2, 2, { enter: 1 });
    expect(() => search.search(8, 9)).toThrow('one-way cells have no rule');
  });
});
