import { brokenAt, pathCost } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import type { GridOptions } from '@pf/grid';
import { optimalSearchContract, oracleDistances, rulesOf, runs } from '@pf/testkit';
import { describe, expect, test, vi } from 'vitest';
import { AStar, JumpPointSearch } from '../../src/index.ts';
import { JumpRules, JumpScanner } from '../../src/kit.ts';
import type { JumpFrontier } from '../../src/jump-points/jump-frontier.ts';
import { JumpMap } from '../../src/jump-points/jump-map.ts';

const rules: readonly GridOptions[] = [{ corners: 'never' }, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }];

optimalSearchContract('JumpPointSearch', (grid) => new JumpPointSearch(grid as Grid), {
  grid: (world) => Grid.fromRows(world.rows, rulesOf(world)),
  worlds: {
    movements: ['four', 'eight'],
    metrics: ['exact', '5/7', '70/99', { straight: 1, diagonal: 1 }, { straight: 2, diagonal: 3 }, { straight: 1, diagonal: 2 }],
    terrain: false,
  },
  runs: 2000,
});

describe('worlds wider than a word of the bit map', () => {
  const random = seededRandom(2011);
  const below = (n: number): number => Math.floor(random() * n);
  // Each end of a word, in both orientations, and lines of one, two and three words; the border is one cell at each end.
  const sizes = [29, 30, 31, 32, 33, 61, 62, 63, 64, 65, 70, 95];

  for (const options of rules) {
    test(`cost, path and waypoints, ${options.corners ?? options.movement}`, () => {
      for (let world = 0; world < runs(40); world++) {
        const grid = scattered(sizes[below(sizes.length)], sizes[below(sizes.length)], [0.005, 0.02, 0.1, 0.25, 0.4][world % 5], random, options);
        const search = new JumpPointSearch(grid);
        for (let edit = 0; edit < 3; edit++) {
          const start = freeCell(grid, random);
          const distances = oracleDistances(grid, start);
          for (let i = 0; i < 12; i++) {
            const goal = freeCell(grid, random);
            const cost = search.search(start, goal);
            const context = `${grid.toRows().join('\n')}\n${grid.x(start)} ${grid.y(start)} to ${grid.x(goal)} ${grid.y(goal)}`;
            if (distances[goal] === Infinity) expect(cost, context).toBe(Infinity);
            else expect(cost, context).toBeCloseTo(distances[goal], 9);
            checkPath(grid, search, start, goal, context);
          }
          for (let i = 0; i < 1 + below(4); i++) edited(grid, random);
        }
      }
    });
  }
});

describe('a grid that changes', () => {
  for (const options of rules) {
    test(`the map that follows edits equals one built anew, ${options.corners ?? options.movement}`, () => {
      const random = seededRandom(7);
      for (let world = 0; world < runs(10); world++) {
        const grid = scattered(120, 70, [0.2, 0.02][world % 2], random, options);
        const followed = new JumpMap(grid);
        for (let edit = 0; edit < 20; edit++) {
          // In slices, between which more may change.
          for (let pieces = edit % 5; pieces > 0 && !followed.follow(3); pieces--) edited(grid, random);
          expect(followed.follow(Infinity)).toBe(true);
          const anew = new JumpMap(grid);
          anew.follow(Infinity);
          for (const what of ['moves', 'free', 'stops', 'sight'] as const) expect(followed[what].findIndex((value, i) => value !== anew[what][i]), what).toBe(-1);
          for (let i = 0; i < edit % 4; i++) edited(grid, random);
        }
      }
    });
  }

  test('the map takes 2.6 bytes a vertex, and as many on its side', () => {
    const bytes = (width: number, height: number): number => {
      const { moves, free, stops, sight } = new JumpMap(new Grid(width, height));
      return moves.byteLength + free.byteLength + stops.byteLength + sight.byteLength;
    };
    expect(bytes(512, 512) / 514 ** 2).toBeCloseTo(2.59, 2);
    expect(bytes(200, 20)).toBe(bytes(20, 200));
  });

  test('on open ground no ray reaches a jump point', () => {
    const { free, stops, sight } = new JumpMap(new Grid(64, 64));
    const marks = (words: Int32Array): number => words.reduce((sum, word) => sum + word.toString(2).replaceAll(/[-0]/g, '').length, 0);
    expect(marks(stops.map((word, i) => word | sight[i]))).toBe(0);
    expect(free.some((word) => word !== 0)).toBe(true);
  });

  test('the map updates as many cells as requested, and no more', () => {
    const grid = new Grid(40, 40);
    const map = new JumpMap(grid);
    map.follow(Infinity);
    grid.setBlocked(20, 20, true);
    // The cell and its eight neighbours have other moves.
    let calls = 1;
    for (; !map.follow(1); calls++);
    expect([calls, map.follow(0)]).toEqual([9, true]);
    // More edits than the grid remembers: their rows are compared.
    for (let i = 0; i < 2001; i++) grid.setBlocked(5 + (i % 2) * 9, 8, i % 4 < 2);
    for (calls = 1; !map.follow(1); calls++);
    expect([calls, map.follow(0)]).toEqual([9, true]);
  });

  test('is rebuilt during the search after too many edits to repair, and may be edited meanwhile', () => {
    const random = seededRandom(12);
    const grid = scattered(200, 200, 0.1, random, {});
    const search = new JumpPointSearch(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(199, 199)];
    const rebuild = (): void => {
      for (let i = 0; i < 4000; i++) grid.setBlocked(1 + Math.floor(random() * 198), 1 + Math.floor(random() * 198), random() < 0.1);
    };
    for (let round = 0; round < 4; round++) {
      rebuild();
      for (const v of [start, goal]) grid.setBlocked(grid.x(v), grid.y(v), false);
      search.begin(start, goal);
      let slices = 0;
      for (; !search.run(10); slices++) if (round === 2 && slices % 100 === 50) edited(grid, random);
      // One read of each of 40,000 cells, eighty an expansion.
      expect(slices).toBeGreaterThan(50);
      expect(search.cost).toBeCloseTo(new AStar(grid).search(start, goal), 9);
    }
    rebuild();
    const signal = { aborted: false };
    search.begin(start, goal);
    signal.aborted = true;
    expect([search.run(Infinity, signal), search.counters.expanded]).toEqual([false, 0]);
    let looks = 0;
    expect(search.run(Infinity, { get aborted() { return ++looks > 2; } })).toBe(false);
    expect([search.counters.expanded, search.run()]).toEqual([0, true]);
    expect(search.cost).toBeCloseTo(new AStar(grid).search(start, goal), 9);
  });

  test('repeated edits of the same cells do not make it start over', () => {
    const random = seededRandom(5);
    const grid = scattered(200, 200, 0.1, random, {});
    const search = new JumpPointSearch(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(199, 199)];
    for (let i = 0; i < 4000; i++) grid.setBlocked(1 + Math.floor(random() * 198), 1 + Math.floor(random() * 198), random() < 0.1);
    for (const v of [start, goal]) grid.setBlocked(grid.x(v), grid.y(v), false);
    search.begin(start, goal);
    for (let slice = 0; slice < 600; slice++) {
      if (slice % 5 === 0) for (let i = 1; i <= 40; i++) grid.setBlocked(4 * i, 4 * i + 2, grid.isFree(4 * i, 4 * i + 2));
      expect(search.run(10)).toBe(false);
    }
    // Built by now, so that the rest takes as many slices as the last edits.
    let slices = 0;
    for (; !search.run(10); slices++);
    expect(slices).toBeLessThan(200);
    expect(search.cost).toBeCloseTo(new AStar(grid).search(start, goal), 9);
  });

  test('many edits are applied during the search', () => {
    const random = seededRandom(3);
    const grid = new Grid(200, 200);
    const search = new JumpPointSearch(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(199, 199)];
    search.search(start, goal);
    for (let i = 0; i < 50; i++) grid.setBlocked(1 + Math.floor(random() * 198), 1 + Math.floor(random() * 198), true);
    search.begin(start, goal);
    let slices = 1;
    for (; !search.run(1); slices++);
    expect(slices).toBeGreaterThan(search.counters.expanded + 10);
    expect(search.cost).toBeCloseTo(new JumpPointSearch(grid).search(start, goal), 9);
    for (let i = 0; i < 50; i++) grid.setBlocked(1 + Math.floor(random() * 198), 1 + Math.floor(random() * 198), true);
    expect(search.search(start, goal)).toBeCloseTo(new JumpPointSearch(grid).search(start, goal), 9);
  });

  test('a search in progress starts over in the edited world', () => {
    const grid = new Grid(50, 50);
    grid.setRectangle(10, 0, 1, 49, 0);
    grid.setRectangle(30, 1, 1, 49, 0);
    const search = new JumpPointSearch(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(49, 49)];
    const before = search.search(start, goal);
    expect(before).toBeGreaterThan(100);
    search.begin(start, goal);
    expect(search.run(3)).toBe(false);
    grid.setRectangle(0, 0, 50, 50, 1);
    while (!search.run(1));
    expect(search.cost).toBeCloseTo(49 * Math.SQRT2, 12);
  });
});

test('slices give the result of a single run', () => {
  const random = seededRandom(3);
  const grid = scattered(60, 60, 0.3, random, {});
  const whole = new JumpPointSearch(grid);
  const sliced = new JumpPointSearch(grid);
  for (let i = 0; i < 50; i++) {
    const [start, goal] = [freeCell(grid, random), freeCell(grid, random)];
    whole.search(start, goal);
    sliced.begin(start, goal);
    let slices = 1;
    for (; !sliced.run(2); slices++) expect(sliced.cost).toBe(Infinity);
    expect(sliced.run(2)).toBe(true);
    expect(sliced.cost).toBe(whole.cost);
    expect({ ...sliced.counters }).toEqual({ ...whole.counters });
    expect(slices).toBeGreaterThanOrEqual(Math.ceil(whole.counters.expanded / 2));
  }
});

test('a signal stops the search, and it can resume', () => {
  const grid = scattered(40, 40, 0.2, seededRandom(1), {});
  const search = new JumpPointSearch(grid);
  const [start, goal] = [freeCell(grid, seededRandom(2)), freeCell(grid, seededRandom(9))];
  search.begin(start, goal);
  expect(search.run(Infinity, { aborted: true })).toBe(false);
  expect(search.counters.expanded).toBe(0);
  expect(search.run(Infinity, { aborted: false })).toBe(true);
  expect(search.cost).toBe(new AStar(grid).search(start, goal));
});

test('checks the signal every 256 expansions, however long it runs', () => {
  const grid = scattered(120, 120, 0.2, seededRandom(5), {});
  // The goal cannot be reached.
  grid.setRectangle(0, 0, 2, 2, 0);
  grid.setBlocked(0, 0, false);
  const search = new JumpPointSearch(grid);
  let looks = 0;
  const signal = {
    get aborted(): boolean {
      return ++looks > 2;
    },
  };
  const start = freeCell(grid, seededRandom(2));
  // Once the map is up to date.
  search.search(start, grid.vertex(0, 0));
  search.begin(start, grid.vertex(0, 0));
  expect([search.run(Infinity, signal), search.counters.expanded]).toEqual([false, 512]);
});

test('its stamps restart after they overflow', () => {
  const random = seededRandom(6);
  const grid = scattered(30, 30, 0.3, random, {});
  const search = new JumpPointSearch(grid);
  const frontier = search['frontier'] as JumpFrontier;
  frontier['stamp'] = 2 ** 31 - 16;
  for (let i = 0; i < 10; i++) {
    const [start, goal] = [freeCell(grid, random), freeCell(grid, random)];
    expect(search.search(start, goal)).toBeCloseTo(oracleDistances(grid, start)[goal], 9);
  }
  expect(frontier['stamp']).toBe(4 * 7);
});

test('open and closed jump points can be listed', () => {
  const grid = Grid.fromRows(['.....', '.###.', '.....']);
  const search = new JumpPointSearch(grid);
  const at = (x: number, y: number): number => grid.vertex(x, y);
  search.begin(at(0, 0), at(4, 2));
  expect([search.isOpen(at(0, 0)), search.isClosed(at(0, 0)), search.g(at(0, 0))]).toEqual([true, false, 0]);
  search.run(1);
  expect([search.isOpen(at(0, 0)), search.isClosed(at(0, 0))]).toEqual([false, true]);
  expect([search.isOpen(at(4, 0)), search.g(at(4, 0))]).toEqual([true, 4]);
  expect([search.isOpen(at(2, 0)), search.isClosed(at(2, 0)), search.g(at(2, 0))]).toEqual([false, false, Infinity]);
  expect(search.isClosed(at(4, 2))).toBe(false);
  search.run();
  expect([search.isOpen(at(4, 2)), search.isClosed(at(4, 2)), search.g(at(4, 2))]).toEqual([false, true, 6]);
  search.search(at(4, 0), at(4, 0));
  expect([search.isOpen(at(4, 0)), search.isClosed(at(4, 0))]).toEqual([false, true]);
  for (const y of [0, 1, 2]) grid.setBlocked(3, y, true);
  search.search(at(0, 0), at(4, 2));
  expect([search.isOpen(at(4, 2)), search.isClosed(at(4, 2)), search.g(at(4, 2))]).toEqual([false, false, Infinity]);
});

test('a vertex with a label is either open or closed, and a reopened one is open', () => {
  const random = seededRandom(1);
  const grid = scattered(30, 30, 0.2, random, { corners: 'always' });
  const search = new JumpPointSearch(grid);
  let reopened = 0;
  for (let i = 0; i < 200; i++) {
    search.begin(freeCell(grid, random), freeCell(grid, random));
    const closed = new Set<number>();
    for (let done = false; !done; ) {
      done = search.run(1);
      for (let v = 0; v < grid.vertexCount; v++) {
        if (search.isOpen(v) === search.isClosed(v) && search.g(v) < Infinity) expect.fail(`${v} is neither open nor closed, or both`);
        if (search.isClosed(v)) closed.add(v);
        else if (closed.delete(v)) reopened++;
      }
    }
  }
  expect(reopened).toBeGreaterThan(0);
});

test('a closed vertex was expanded: one whose expansion a signal postpones is open', () => {
  const random = seededRandom(3);
  const grid = scattered(40, 40, 0.25, random, {});
  const search = new JumpPointSearch(grid);
  for (let i = 0; i < 100; i++) {
    const goal = freeCell(grid, random);
    search.begin(freeCell(grid, random), goal);
    const closed = new Set<number>();
    let looks = 0;
    const signal = { get aborted() { return ++looks % 2 === 0; } };
    // Once the goal has a label, vertices that cannot improve it are closed without expansion.
    while (!search.run(1, signal) && search.g(goal) === Infinity) {
      for (let v = 0; v < grid.vertexCount; v++) if (search.isClosed(v)) closed.add(v);
      expect(closed.size).toBeLessThanOrEqual(search.counters.expanded);
    }
  }
});

test('the scanner has room for all jump points that it can find', () => {
  // Stairs of walls along all four diagonals: each step of each walk has a forced turn, and one of its rays reaches a jump point.
  const stairs = new Grid(25, 25, { corners: 'always' });
  for (let y = 0; y < 25; y++) for (let x = 0; x < 25; x++) stairs.setBlocked(x, y, [-1, 3].includes(Math.abs(x - 12) - Math.abs(y - 12)));
  const low = scattered(150, 9, 0.2, seededRandom(8), { movement: 'four' });
  low.setRectangle(0, 4, 150, 1, 1);
  for (const [grid, x, y, least] of [[stairs, 12, 12, 79], [low, 75, 4, 100]] as const) {
    const scanner = new JumpScanner(grid);
    // No goal: otherwise the scan would find only that.
    scanner.begin(grid.vertex(x, y), 0);
    const found = scanner.jumps(grid.vertex(x, y), JumpRules.ROOT);
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThanOrEqual(scanner.found.length);
  }
});

test('blocked ends, start = goal, and a buffer that is too short', () => {
  const grid = Grid.fromRows(['..#', '...']);
  const search = new JumpPointSearch(grid);
  const out = new Uint32Array(6);
  expect(search.search(grid.vertex(0, 0), grid.vertex(2, 0))).toBe(Infinity);
  expect(search.path(out) + search.waypoints(out)).toBe(0);
  expect(search.search(grid.vertex(2, 0), grid.vertex(0, 0))).toBe(Infinity);
  expect(search.search(grid.vertex(1, 1), grid.vertex(1, 1))).toBe(0);
  expect([search.path(out), out[0]]).toEqual([1, grid.vertex(1, 1)]);
  expect(search.waypoints(out)).toBe(1);
  expect(search.search(grid.vertex(0, 0), grid.vertex(2, 1))).toBeCloseTo(1 + Math.SQRT2, 12);
  expect([search.path(out.subarray(0, 3)), search.waypoints(out.subarray(0, 3))]).toEqual([3, 3]);
  expect(() => search.path(out.subarray(0, 2))).toThrow('has 3 vertices, but the buffer holds 2');
  expect(() => search.waypoints(out.subarray(0, 2))).toThrow('but the buffer holds 2');
});

test('rejects grids with unsupported rules, and short buffers', () => {
  const larger = (vertexCount: number) => () => new JumpPointSearch({ vertexCount, maxDegree: 8, successors: () => 0, predecessors: () => 0 } as unknown as Grid);
  expect(larger(2 ** 27 + 1)).toThrow('up to 2²⁷ vertices, got 134217729; take AStar');
  expect(larger(2 ** 27)).not.toThrow('take AStar');
  expect(() => new JumpPointSearch(new Grid(3, 3, { movement: 'hex' }))).toThrow("movement 'hex'; take AStar");
  expect(() => new JumpPointSearch(new Grid(3, 3, { metric: { straight: 1, diagonal: 2.5 } }))).toThrow('got 2.5 and 1; take AStar');
  const without = new Grid(3, 3, { movement: 'four', metric: { straight: 1, diagonal: 2.5 } });
  expect(new JumpPointSearch(without).search(without.vertex(0, 0), without.vertex(2, 2))).toBe(4);
  const grid = new Grid(3, 3);
  const search = new JumpPointSearch(grid);
  const ends = [grid.vertex(0, 0), grid.vertex(2, 2)] as const;
  expect(search.search(ends[0], grid.vertex(1, 0))).toBe(1);
  grid.setCost(1, 1, 7);
  expect(() => search.search(...ends)).toThrow('terrain of one cost');
  // A rejected query keeps the result of the one before.
  expect(search.path(new Uint32Array(2))).toBe(2);
  grid.setCost(1, 1, 1);
  expect(search.search(...ends)).toBeCloseTo(2 * Math.SQRT2, 12);
  grid.setSides(1, 1, { enter: grid.mask('east') });
  expect(() => search.search(...ends)).toThrow('closed sides');
});

test('a second query allocates no buffers', () => {
  const random = seededRandom(4);
  const grid = scattered(100, 100, 0.3, random, {});
  const search = new JumpPointSearch(grid);
  const pairs = Array.from({ length: 50 }, () => [freeCell(grid, random), freeCell(grid, random)] as const);
  for (const [start, goal] of pairs) search.search(start, goal);
  const made: string[] = [];
  for (const name of ['ArrayBuffer', 'Uint8Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'] as const) {
    vi.stubGlobal(name, new Proxy(globalThis[name], { construct: (of, words, target) => (made.push(name), Reflect.construct(of, words, target) as object) }));
  }
  new JumpPointSearch(grid);
  expect(made).not.toEqual([]);
  made.length = 0;
  for (const [start, goal] of pairs) search.search(start, goal);
  vi.unstubAllGlobals();
  expect(made).toEqual([]);
});

test('expansions on fixed worlds stay the same', () => {
  const counts = rules.map((options) => {
    const random = seededRandom(2014);
    const sums = [0, 0, 0, 0];
    for (const ratio of [0.01, 0.1, 0.3]) {
      const grid = scattered(100, 120, ratio, random, options);
      const search = new JumpPointSearch(grid);
      for (let i = 0; i < 40; i++) {
        search.search(freeCell(grid, random), freeCell(grid, random));
        const { expanded, generated, reopened, queueOperations } = search.counters;
        [expanded, generated, reopened, queueOperations].forEach((count, counter) => (sums[counter] += count));
      }
    }
    return sums;
  });
  expect(counts).toEqual([
    [19475, 31708, 44, 53479],
    [14825, 36905, 19, 55695],
    [8126, 37950, 73, 48108],
    [12764, 28389, 0, 42348],
  ]);
});

test('nothing is expanded for a blocked goal', () => {
  const grid = Grid.fromRows(['...', '..#']);
  const search = new JumpPointSearch(grid);
  search.search(grid.vertex(0, 0), grid.vertex(2, 1));
  expect(search.counters.expanded).toBe(0);
});

/** Random obstacles: sparse ones leave rays that cross words. */
function scattered(width: number, height: number, ratio: number, random: () => number, options: GridOptions): Grid {
  const grid = new Grid(width, height, options);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (random() < ratio) grid.setBlocked(x, y, true);
  return grid;
}

/** A cell or a rectangle, blocked or freed. */
function edited(grid: Grid, random: () => number): void {
  const x = Math.floor(random() * grid.width);
  const y = Math.floor(random() * grid.height);
  const large = random() < 0.3;
  const width = large ? 1 + Math.floor(random() * (grid.width - x)) : 1;
  const height = large ? 1 + Math.floor(random() * Math.min(3, grid.height - y)) : 1;
  grid.setRectangle(x, y, width, height, random() < 0.5 ? 0 : 1);
}

function freeCell(grid: Grid, random: () => number): number {
  while (true) {
    const [x, y] = [Math.floor(random() * grid.width), Math.floor(random() * grid.height)];
    if (grid.isFree(x, y)) return grid.vertex(x, y);
    if (grid.terrain.free === 0) grid.setBlocked(x, y, false);
  }
}

/** Legal steps that sum to the cost, nothing written after them, and waypoints at the turns, joined by straight lines. */
function checkPath(grid: Grid, search: JumpPointSearch, start: number, goal: number, context: string): void {
  const out = new Uint32Array(grid.vertexCount + 4).fill(grid.vertexCount);
  const length = search.path(out);
  const path = Array.from(out.subarray(0, length));
  expect(out.slice(length).every((v) => v === grid.vertexCount), context).toBe(true);
  const exactly = new Uint32Array(length);
  expect([search.path(exactly), ...exactly], context).toEqual([length, ...path]);
  const waypoints = Array.from(out.subarray(0, search.waypoints(out)));
  if (search.cost === Infinity) {
    expect([path, waypoints], context).toEqual([[], []]);
    return;
  }
  expect([path[0], path.at(-1)], context).toEqual([start, goal]);
  expect(brokenAt(grid, path), context).toBe(-1);
  if (path.length > 1) expect(pathCost(grid, path), context).toBeCloseTo(search.cost, 9);
  expect(waypoints, context).toEqual(path.filter((v, i) => i === 0 || i === path.length - 1 || v - path[i - 1] !== path[i + 1] - v));
}

test('writes nothing after the end of a path', () => {
  for (const options of rules) {
    const grid = scattered(30, 20, 0.15, seededRandom(11), options);
    const search = new JumpPointSearch(grid);
    const out = new Uint32Array(grid.vertexCount);
    const start = freeCell(grid, seededRandom(12));
    for (const goal of grid.cells.keys()) {
      if (grid.cells[goal] === 0 || search.search(start, goal) === Infinity) continue;
      out.fill(4e9);
      const n = search.path(out);
      expect(out.indexOf(4e9)).toBe(n);
      expect(out.subarray(n).every((v) => v === 4e9)).toBe(true);
    }
  }
});

test('a path has room for any number of jump points, and a scanner for any number of edits', () => {
  const grid = new Grid(201, 5);
  const searches = [new JumpPointSearch(grid), new JumpPointSearch(grid, { locator: new JumpScanner(grid) })];
  // Gates at the top and at the bottom in turn.
  for (let x = 1; x < 201; x += 2) grid.setRectangle(x, x % 4 === 1 ? 0 : 1, 1, 4, 0);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(200, 0)];
  const out = new Uint32Array(grid.vertexCount);
  for (const search of searches) {
    expect(search.search(start, goal)).toBe(600);
    expect(search.path(out)).toBe(601);
    expect(brokenAt(grid, out.subarray(0, 601))).toBe(-1);
  }
});
