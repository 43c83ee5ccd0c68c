import { brokenAt, pathCost } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AStar, smooth, straighten, turns } from '../../src/index.ts';

test('the cost stays, every step is legal, and the number of turns never grows and often falls', () => {
  let before = 0;
  let after = 0;
  const property = fc.property(worlds({ sides: true }), (world) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
    if (free.length === 0) return;
    const [start, goal] = [free[world.seed % free.length], free[(world.seed >>> 8) % free.length]];
    // First in, first out gives paths that zigzag.
    const astar = new AStar(grid, { ties: 'fifo' });
    const cost = astar.search(start, goal);
    const path = new Uint32Array(grid.vertexCount);
    const length = astar.path(path);
    const out = new Uint32Array(grid.vertexCount);
    expect(straighten(grid, path, length, out)).toBe(length);
    if (length === 0) return;
    expect([out[0], out[length - 1]]).toEqual([start, goal]);
    expect(Math.abs(pathCost(grid, out, length) - cost)).toBeLessThanOrEqual(1e-9 * cost);
    expect(turns(grid, out, length)).toBeLessThanOrEqual(turns(grid, path, length));
    before += turns(grid, path, length);
    after += turns(grid, out, length);
    const once = out.slice(0, length);
    straighten(grid, path, length, path);
    expect(path.slice(0, length)).toEqual(once);
  });
  fc.assert(property, { numRuns: runs(1000), seed: 1967 });
  expect(after).toBeLessThan(0.95 * before);
});

test('of all choices of turns to keep it takes one with the fewest, also for artificial paths', () => {
  const random = seededRandom(1968);
  const below = (n: number): number => Math.floor(random() * n);
  let fewer = 0;
  for (let world = 0; world < 400; world++) {
    const grid = new Grid(5, 5, { movement: (['four', 'eight', 'hex'] as const)[world % 3] });
    for (let i = 0; i < 8; i++) grid.setCost(below(5), below(5), below(3));
    grid.setBlocked(2, 2, false);
    const path = [grid.vertex(2, 2)];
    const to = new Uint32Array(grid.maxDegree);
    for (let n = 1; n > 0 && path.length < 9; ) {
      n = grid.successors(path[path.length - 1], to, new Float64Array(grid.maxDegree));
      if (n > 0) path.push(to[below(n)]);
    }
    const out = new Uint32Array(path.length);
    const context = `${grid.toRows().join('\n')}\n${path.join(' ')}`;
    expect(straighten(grid, path, path.length, out), context).toBe(path.length);
    expect([out[0], out[out.length - 1], brokenAt(grid, out)], context).toEqual([path[0], path[path.length - 1], -1]);
    expect(pathCost(grid, out), context).toBeLessThanOrEqual(pathCost(grid, path) + 1e-9);
    expect(turns(grid, out), context).toBe(leastTurns(grid, path));
    if (turns(grid, out) < turns(grid, path)) fewer++;
  }
  expect(fewer).toBeGreaterThan(100);
});

/** Brute force: every choice of turns to keep, every order of the two directions between them. */
function leastTurns(grid: Grid, path: readonly number[]): number {
  const steps = path.slice(1).map((v, i) => v - path[i]);
  const changes = (of: readonly number[]): number => of.filter((step, i) => i > 0 && step !== of[i - 1]).length;
  const ends = [...path.keys()].filter((i) => i === 0 || i === steps.length || steps[i] !== steps[i - 1]);
  let least = Infinity;
  const goOn = (at: number, walked: readonly number[]): void => {
    if (at === ends.length - 1) least = Math.min(least, changes(walked));
    for (let next = at + 1; next < ends.length; next++) {
      const stretch = steps.slice(ends[at], ends[next]);
      const kinds = [...new Set(stretch)];
      if (kinds.length > 2) return;
      const cost = pathCost(grid, path.slice(ends[at], ends[next] + 1));
      for (const order of kinds.length === 1 ? [kinds] : [kinds, [kinds[1], kinds[0]]]) {
        const sorted = order.flatMap((kind) => stretch.filter((step) => step === kind));
        const cells = [path[ends[at]]];
        for (const step of sorted) cells.push(cells[cells.length - 1] + step);
        if (brokenAt(grid, cells) === -1 && pathCost(grid, cells) <= cost + 1e-9) goOn(next, [...walked, ...sorted]);
      }
    }
  };
  goOn(0, []);
  return least;
}

test('an open map needs one turn, and a straight line none', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(20, 20, { movement });
    const astar = new AStar(grid, { ties: 'fifo' });
    const path = new Uint32Array(grid.vertexCount);
    for (const [x, y] of [[19, 7], [3, 18], [19, 0], [5, 5]]) {
      astar.search(grid.vertex(0, 0), grid.vertex(x, y));
      const length = straighten(grid, path, astar.path(path), path);
      const least = y === 0 || (movement === 'eight' && x === y) ? 0 : 1;
      expect(turns(grid, path, length), `${movement} ${x} ${y}`).toBe(least);
    }
  }
});

/** From corner to corner of a square map in steps of one, first down. */
function stairs(grid: Grid): number[] {
  const path = [grid.vertex(0, 0)];
  for (let i = 0; i + 1 < grid.width; i++) path.push(grid.vertex(i, i + 1), grid.vertex(i + 1, i + 1));
  return path;
}

test('a path with thousands of turns is straightened in a short time on any ground', () => {
  const open = new Grid(1000, 1000, { movement: 'four' });
  const corridor = new Grid(1000, 1000, { movement: 'four' });
  for (let y = 0; y < 1000; y++) for (let x = 0; x < 1000; x++) if (Math.abs(x - y) > 1) corridor.setBlocked(x, y, true);
  const uneven = new Grid(1000, 1000, { movement: 'four' });
  uneven.setCost(999, 0, 2);
  const random = seededRandom(1970);
  const rough = new Grid(1000, 1000, { movement: 'four' });
  for (let y = 0; y < 1000; y++) for (let x = 0; x < 1000; x++) rough.setCost(x, y, 1 + Math.floor(9 * random()));
  const counts = [open, corridor, uneven, rough].map((grid) => {
    const path = stairs(grid);
    const out = new Uint32Array(path.length);
    straighten(grid, path, path.length, out);
    expect([out[0], out[path.length - 1], brokenAt(grid, out)]).toEqual([path[0], path[path.length - 1], -1]);
    expect(pathCost(grid, out)).toBeLessThanOrEqual(pathCost(grid, path));
    return [turns(grid, path), turns(grid, out)];
  });
  // A corridor three cells wide has room for two steps down, then two across.
  expect(counts.slice(0, 3)).toEqual([[1997, 1], [1997, 999], [1997, 1]]);
  expect(counts[3][1]).toBeLessThan(1997);
});

test('a straight section ends at the first wall: in a corridor each step is read equally often at any length', () => {
  const looks = [100, 200, 400].map((size) => {
    const grid = new Grid(size, size, { movement: 'four' });
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (Math.abs(x - y) > 1) grid.setBlocked(x, y, true);
    let looks = 0;
    const moves = new Proxy(grid.moves, { get: (target, key) => { looks++; return Reflect.get(target, key) as unknown; } });
    const path = stairs(grid);
    straighten(Object.create(grid, { moves: { value: moves } }) as Grid, path, path.length, new Uint32Array(path.length));
    return looks / path.length;
  });
  expect(Math.max(...looks)).toBeLessThan(20);
});

test('costs that differ only by the rounding of sums count as equal', () => {
  const legend = { '.': 1, '#': 0, 'a': 8, 'b': 12, 'c': 22 };
  const grid = Grid.fromRows(['.a##', '#bc.'], { corners: 'always', metric: { straight: 0.1, diagonal: 0.14 }, legend });
  // East, southeast, east: 8 · 0.1 + 22 · 0.14 + 0.1. Southeast, east, east: 12 · 0.14 + 22 · 0.1 + 0.1. Both are 3.98.
  const path = [[0, 0], [1, 0], [2, 1], [3, 1]].map(([x, y]) => grid.vertex(x, y));
  const out = new Uint32Array(4);
  straighten(grid, path, 4, out);
  expect([turns(grid, path), turns(grid, out)]).toEqual([2, 1]);
});

test('a path back and forth along the border stays in the world', () => {
  const grid = Grid.fromRows(['.2...', '..2.2', '.....', '....#', '...#.'], { movement: 'four' });
  const cells = [[2, 2], [2, 1], [2, 2], [3, 2], [3, 1], [4, 1], [4, 0], [4, 1], [4, 0], [3, 0], [2, 0], [3, 0]];
  const path = cells.map(([x, y]) => grid.vertex(x, y));
  const out = new Uint32Array(path.length);
  straighten(grid, path, path.length, out);
  expect([brokenAt(grid, out), turns(grid, out)]).toEqual([-1, leastTurns(grid, path)]);
});

test('walls keep the turns that they need', () => {
  const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
  const path = Uint32Array.from([[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]], ([x, y]) => grid.vertex(x, y));
  expect(straighten(grid, path, 5, path)).toBe(5);
  expect(turns(grid, path)).toBe(1);
});

test('rejects invalid arguments', () => {
  const grid = Grid.fromRows(['..#', '...']);
  const path = [[0, 0], [1, 0], [2, 1]].map(([x, y]) => grid.vertex(x, y));
  expect(() => straighten(grid, path, 3, new Uint32Array(3))).toThrow('from (1, 0) to (2, 1), which is not a legal move');
  expect(() => straighten(grid, path, 2, new Uint32Array(1))).toThrow('The path has 2 vertices, but the buffer holds 1.');
  expect(straighten(grid, path, 1, new Uint32Array(1))).toBe(1);
  for (const v of [NaN, -1, 1e9, 0.5]) expect(() => straighten(grid, [v], 1, new Uint32Array(1))).toThrow(`The beginning of the path must be a whole number from 0 to ${grid.vertexCount - 1} (a vertex of the graph), got ${v}`);
  const out = Uint32Array.of(7);
  expect([straighten(grid, [], 0, out), out[0]]).toEqual([0, 7]);
});

test('straightened and smoothed paths on fixed worlds stay the same', () => {
  const found = ([{}, { corners: 'always' }, { movement: 'four' }, { movement: 'hex' }] as const).map((options) => {
    const grid = randomObstacles(60, 60, 0.12, seededRandom(1969), options);
    for (let i = 0; i < 30; i++) grid.setRectangle((i * 37) % 52, (i * 23) % 55, 7, 4, [1, 1, 2, 3][i % 4]);
    for (let y = 0; y < 60; y += 4) grid.setSides(30, y, { enter: grid.mask('west') });
    const astar = new AStar(grid, { ties: 'fifo' });
    const [path, out] = [new Uint32Array(grid.vertexCount), new Uint32Array(grid.vertexCount)];
    const sums = [0, 0, 0, 0, 0, 0];
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    for (let i = 0; i < 20; i++) {
      astar.search(free[i * 11], free[free.length - 1 - i * 17]);
      const n = astar.path(path);
      straighten(grid, path, n, out);
      const straightened = [turns(grid, path, n), turns(grid, out, n), out.subarray(0, n).reduce((sum, v) => sum + v, 0)];
      const waypoints = smooth(grid, path, n, out);
      [...straightened, n, waypoints, out.subarray(0, waypoints).reduce((sum, v) => sum + v, 0)].forEach((count, k) => (sums[k] += count));
    }
    return sums.join(' ');
  });
  // Turns before and after and vertices of the straightened paths; steps, waypoints and their vertices. A difference is a change of an algorithm.
  expect(found).toMatchInlineSnapshot(`
    [
      "327 225 2221358 1171 181 378728",
      "280 144 2148505 1133 202 409113",
      "266 151 2779824 1539 165 318151",
      "261 145 2491912 1414 170 326852",
    ]
  `);
});
