import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pathCost } from '@pf/graph';
import type { GridOptions } from '@pf/grid';
import { Grid, lineOfSight, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Algorithm, Cell, FindPathOptions } from '../src/index.ts';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, DistanceField, findPath, expandPath, JumpPointSearch, KShortestPaths, LazyThetaStar, NBAStar, smooth, straighten, turns, within } from '../src/index.ts';

const algorithms: readonly Algorithm[] = [AStar, Dijkstra, BidirectionalAStar, BidirectionalDijkstra, NBAStar];

test('every search finds the cheapest path', () => {
  const property = fc.property(worlds({ sides: true }), fc.nat(), fc.nat(), (world, a, b) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
    const from = { x: a % grid.width, y: (a >>> 4) % grid.height };
    const to = { x: b % grid.width, y: (b >>> 4) % grid.height };
    const [start, goal] = [grid.vertex(from.x, from.y), grid.vertex(to.x, to.y)];
    for (const algorithm of [undefined, ...algorithms]) {
      for (const shape of ['steps', straighten] as const) {
        const least = oracleCost(grid, start, goal);
        const { cost, cells, arrived } = findPath(grid, { from, to, algorithm, shape });
        expect([arrived, cells.length > 0]).toEqual([least < Infinity, least < Infinity]);
        if (!arrived) {
          expect(cost).toBe(Infinity);
          continue;
        }
        expect(cost).toBeCloseTo(least, 9);
        expect([cells[0], cells.at(-1)]).toEqual([from, to]);
        expect(pathCost(grid, cells.map(({ x, y }) => grid.vertex(x, y)))).toBeCloseTo(least, 9);
      }
      // Edits are followed.
      grid.setCost(a % grid.width, b % grid.height, grid.isFree(a % grid.width, b % grid.height) ? 0 : 1);
    }
  });
  fc.assert(property, { numRuns: runs(200), seed: 1973 });
});

test('the searches of classes made for one call, or for one of many bounds, are not kept', async () => {
  const grid = new Grid(8, 8);
  const made: WeakRef<object>[] = [];
  for (let i = 0; i < 40; i++) {
    class Weighted extends AStar {
      constructor(of: Grid) {
        super(of, { weight: 2 });
        made.push(new WeakRef(this));
      }
    }
    findPath(grid, { from: [0, 0], to: [7, 7], algorithm: Weighted });
    const bounded = within(1 + i / 64);
    made.push(new WeakRef(bounded));
    findPath(grid, { from: [0, 0], to: [7, 7], algorithm: bounded });
  }
  setFlagsFromString('--expose-gc');
  await new Promise((resolve) => setTimeout(resolve, 0));
  (runInNewContext('gc') as () => void)();
  expect(made.length).toBe(80);
  expect(made.filter((kept) => kept.deref() !== undefined).length).toBeLessThan(12);
});

describe('on a map with many paths', () => {
  const rules: GridOptions[] = [{}, { movement: 'four' }, { metric: { straight: 1, diagonal: 2 } }, { metric: { straight: 2, diagonal: 4 } }];
  const classes: readonly Algorithm[] = [...algorithms, JumpPointSearch, LazyThetaStar];
  const mapOf = (options: GridOptions): Grid => randomObstacles(30, 30, 0.2, seededRandom(11), options);
  /** The paths between some pairs of cells. */
  const pathsOf = (grid: Grid, options: Partial<FindPathOptions>) => {
    const cells = Array.from({ length: grid.width * grid.height }, (_, i) => ({ x: i % grid.width, y: Math.floor(i / grid.width) }));
    const free = cells.filter(({ x, y }) => grid.isFree(x, y));
    return [5, 17, 60, 111, 160].map((i) => findPath(grid, { from: free[i], to: free.at(-3 * i)!, ...options }).cells);
  };

  test('searches by the given class, by default by A*', () => {
    for (const options of rules) {
      const grid = mapOf(options);
      const found = classes.map((algorithm) => {
        const search = new algorithm(grid);
        const out = new Uint32Array(grid.vertexCount);
        const cellLists = pathsOf(grid, { algorithm });
        expect(cellLists).toEqual(cellLists.map((cells) => {
          search.search(grid.vertex(cells[0].x, cells[0].y), grid.vertex(cells.at(-1)!.x, cells.at(-1)!.y));
          return Array.from(out.subarray(0, search.path(out)), (v) => ({ x: grid.x(v), y: grid.y(v) }));
        }));
        return cellLists;
      });
      expect(pathsOf(grid, {})).toEqual(found[0]);
      for (const shape of [smooth, straighten]) expect(pathsOf(grid, { algorithm: LazyThetaStar, shape })).toEqual(found[6]);
      // Otherwise the choice would not show.
      if (options.movement === 'four') expect(new Set(found.map((cellLists) => JSON.stringify(cellLists))).size).toBe(found.length);
    }
  });

  test('a second query makes no search object', () => {
    const grid = mapOf({});
    const kinds: Partial<FindPathOptions>[] = [{}, { nearest: true }, ...classes.map((algorithm) => ({ algorithm }))];
    const own = globalThis.Float64Array;
    let made = 0;
    for (const kind of kinds) pathsOf(grid, kind);
    try {
      globalThis.Float64Array = new Proxy(own, { construct: (target, args) => { made++; return Reflect.construct(target, args) as object; } });
      for (const kind of kinds) pathsOf(grid, kind);
      expect(made).toBe(0);
      pathsOf(mapOf({}), {});
      expect(made).toBeGreaterThan(0);
    } finally {
      globalThis.Float64Array = own;
    }
  });

  test('a path in steps is as the search found it, and one of fewest turns is straightened', () => {
    const grid = mapOf({ movement: 'four' });
    const bendsOf = (cells: readonly Cell[]) => turns(grid, Uint32Array.from(cells, ({ x, y }) => grid.vertex(x, y)), cells.length);
    const bends = (shape: FindPathOptions['shape']) => pathsOf(grid, { shape }).map(bendsOf);
    const [plainly, straightened] = [bends('steps'), bends(straighten)];
    expect(bends(undefined)).toEqual(plainly);
    expect(Math.max(...straightened.map((n, i) => n - plainly[i]))).toBeLessThanOrEqual(0);
    expect(Math.min(...straightened.map((n, i) => n - plainly[i]))).toBeLessThan(0);
  });
});

describe('on a map with a wall', () => {
  const grid = Grid.fromRows(['.....', '.###.', '.#.#.', '.###.', '.....']);
  const find = (options: Partial<FindPathOptions>) => findPath(grid, { from: { x: 0, y: 2 }, to: { x: 4, y: 2 }, ...options });

  test('an enclosed goal has no path, and with nearest one that leads beside it', () => {
    expect(find({ to: { x: 2, y: 2 }, algorithm: JumpPointSearch })).toEqual({ cost: Infinity, cells: [], arrived: false, reason: 'no-path' });
    expect(find({ to: { x: 2, y: 2 } })).toEqual({ cost: Infinity, cells: [], arrived: false, reason: 'no-path' });
    expect(find({ to: { x: 2, y: 2 }, nearest: true })).toEqual({ cost: 0, cells: [{ x: 0, y: 2 }], arrived: false, reason: 'no-path' });
    expect(find({ to: { x: 3, y: 2 }, nearest: true })).toMatchObject({ cost: 8, arrived: false });
    expect(find({ nearest: true, algorithm: AStar })).toMatchObject({ cost: 8, arrived: true });
  });

  test('with nearest and several enclosed goals leads beside one of them, not to the middle between them', () => {
    const corners = Grid.fromRows(['#.......#', '.........', '.........', '.........', '#.......#']);
    const { cost, cells, arrived } = findPath(corners, { from: { x: 4, y: 2 }, to: [{ x: 0, y: 0 }, { x: 8, y: 4 }], nearest: true });
    expect(cost).toBeCloseTo(1 + 2 * Math.SQRT2, 9);
    expect([{ x: 1, y: 0 }, { x: 7, y: 4 }]).toContainEqual(cells.at(-1));
    expect(arrived).toBe(false);
  });

  test('with several goals takes the cheapest to reach', () => {
    const to = [{ x: 4, y: 4 }, { x: 2, y: 2 }, { x: 2, y: 0 }];
    expect(find({ to }).cells.at(-1)).toEqual({ x: 2, y: 0 });
  });

  test('can be smoothed, or searched at any angle', () => {
    expect(find({}).cells).toHaveLength(9);
    expect(find({ algorithm: LazyThetaStar, shape: smooth })).toEqual(find({ algorithm: LazyThetaStar }));
    const smoothed = find({ shape: smooth });
    expect(smoothed.cost).toBe(8);
    const straight = find({ algorithm: LazyThetaStar });
    for (const { cells } of [smoothed, straight]) {
      expect(cells).toHaveLength(4);
      for (let i = 1; i < cells.length; i++) expect(lineOfSight(grid, grid.vertex(cells[i - 1].x, cells[i - 1].y), grid.vertex(cells[i].x, cells[i].y))).toBe(true);
    }
  });

  test('rejects invalid arguments', () => {
    expect(() => find({ from: { x: 5, y: 0 } })).toThrow('The cell (5, 0) given as from is not on the map, whose cells are (0, 0) to (4, 4).');
    expect(() => find({ to: { x: 0.5, y: 0 } })).toThrow('The cell (0.5, 0) given as to must have whole numbers; for a pixel take Math.floor(px / tileSize).');
    for (const ends of [{ from: [] as never }, { to: [] }]) expect(() => find(ends)).toThrow(`The cell given as ${Object.keys(ends)[0]} must be { x, y } or [x, y], got 0 numbers.`);
    expect(() => find({ nearest: true, algorithm: Dijkstra })).toThrow('only with AStar: omit');
    expect(() => find({ to: [{ x: 4, y: 4 }, { x: 2, y: 0 }], algorithm: NBAStar })).toThrow('only with AStar: omit');
    expect(() => find({ algorithm: 'a*' as never })).toThrow("algorithm is the class of a search, such as JumpPointSearch, got 'a*'.");
    for (const algorithm of [undefined, LazyThetaStar]) {
      expect(() => find({ algorithm, shape: 'smooth' as never })).toThrow("shape is 'steps', 'corners' or a function, such as smooth or straighten, got 'smooth'.");
    }
    expect(() => find({ to: undefined as unknown as Cell })).toThrow('The cell given as to must be { x, y } or [x, y], got undefined.');
    expect(() => find({ to: [{ x: 4, y: 4 }, null as unknown as Cell] })).toThrow('The cell given as to must be { x, y } or [x, y], got null.');
    expect(() => find({ from: undefined as unknown as Cell })).toThrow('The cell given as from must be { x, y } or [x, y], got undefined.');
  });
});

test('answers on every kind of map without options', () => {
  const ends = { from: { x: 0, y: 0 }, to: { x: 9, y: 9 } };
  const grids = [new Grid(10, 10), new Grid(10, 10, { movement: 'four' }), new Grid(10, 10, { movement: 'hex' }), new Grid(10, 10, { metric: { straight: 1, diagonal: 3 } })];
  const rough = new Grid(10, 10);
  rough.setCost(5, 5, 9);
  const oneWay = new Grid(10, 10);
  oneWay.setSides(5, 5, { enter: 0 });
  expect([...grids, rough, oneWay].map((grid) => findPath(grid, ends).cost)).toEqual([9 * Math.SQRT2, 18, 18, 18, 9 * Math.SQRT2 + 2 - Math.SQRT2, 9 * Math.SQRT2 + 2 - Math.SQRT2].map((cost) => expect.closeTo(cost, 9) as number));
});

test('rejects a query without options, with an unknown option, or with an unknown algorithm', () => {
  const grid = new Grid(5, 4);
  const sloppy = findPath as (...args: unknown[]) => unknown;
  const ends = { from: { x: 0, y: 0 }, to: { x: 4, y: 3 } };
  expect(() => sloppy(grid)).toThrow('findPath needs from and to: findPath(grid, { from: { x, y }, to: { x, y } }).');
  expect(() => sloppy(grid, { ...ends, nearst: true })).toThrow("findPath has no option 'nearst': did you mean 'nearest'?");
  expect(() => sloppy(grid, { ...ends, weight: 2 })).toThrow("findPath has no option 'weight'. It takes from, to, algorithm, nearest, shape, avoid.");
  expect(() => sloppy(grid, { ...ends, algorithm: 'astar' })).toThrow('algorithm is the class of a search, such as JumpPointSearch');
});

test('accepts a custom search and a custom shape', () => {
  const grid = new Grid(5, 5);
  class Straight {
    search(start: number, goal: number): number {
      return goal - start;
    }

    path(out: Uint32Array): number {
      for (let v = grid.vertex(0, 0); v <= grid.vertex(4, 0); v++) out[v - grid.vertex(0, 0)] = v;
      return 5;
    }
  }
  const ends = { from: [0, 0], to: [4, 0] } as const;
  expect(findPath(grid, { ...ends, algorithm: Straight })).toMatchObject({ cost: 4, arrived: true });
  const everySecond = Object.assign((_: Grid, path: Uint32Array, length: number, out: Uint32Array) => {
    for (let i = 0; i < length; i += 2) out[i / 2] = path[i];
    return Math.ceil(length / 2);
  }, { lines: true });
  expect(findPath(grid, { ...ends, shape: everySecond })).toMatchObject({ cost: 4, cells: [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 4, y: 0 }] });
});

test('a shape may call findPath for the same grid, and both paths are right', () => {
  const open = new Grid(6, 2);
  const inner: number[] = [];
  const calls = (grid: Grid, path: Uint32Array, length: number, out: Uint32Array): number => {
    inner.push(findPath(grid, { from: [0, 1], to: [5, 1], shape: straighten }).cells.length);
    return straighten(grid, path, length, out);
  };
  for (let i = 0; i < 2; i++) expect(findPath(open, { from: [0, 0], to: [4, 0], shape: calls }).cells).toEqual([0, 1, 2, 3, 4].map((x) => ({ x, y: 0 })));
  expect(inner).toEqual([6, 6]);
});

test.each([undefined, -3, 1e9, NaN])('rejects a shape, and an algorithm, whose number of cells is %s', (count) => {
  const open = new Grid(5, 4);
  class Miscounted extends AStar {
    override path(): number {
      return count as number;
    }
  }
  const ends = { from: [0, 0], to: [4, 0] } as const;
  const message = `A shape, or path(out) of an algorithm, must return how many cells it wrote, got ${String(count)}.`;
  expect(() => findPath(open, { ...ends, shape: () => count as number })).toThrow(message);
  expect(() => findPath(open, { ...ends, algorithm: Miscounted })).toThrow(message);
  expect(findPath(open, ends).cells.length).toBe(5);
});

test('rejects functions and classes that are no search', () => {
  const open = new Grid(5, 4);
  for (const algorithm of [() => 1, KShortestPaths, DistanceField, Object]) {
    expect(() => findPath(open, { from: [0, 0], to: [4, 0], algorithm: algorithm as never })).toThrow('algorithm is the class of a search, such as JumpPointSearch, got a function.');
  }
});

describe('convenient forms and common mistakes', () => {
  const grid = Grid.fromRows(['..#..', '..#..', '.....']);

  test('accepts cells as [x, y], one or a list of them', () => {
    expect(findPath(grid, { from: [0, 0], to: [4, 0] })).toEqual(findPath(grid, { from: { x: 0, y: 0 }, to: { x: 4, y: 0 } }));
    expect(findPath(grid, { from: [0, 0], to: [[4, 0], { x: 4, y: 2 }] }).cells.at(-1)).toEqual({ x: 4, y: 2 });
    expect(() => findPath(grid, { from: [0] as never, to: [4, 0] })).toThrow('The cell given as from must be { x, y } or [x, y], got 1 numbers.');
    expect(() => findPath(grid, { from: ['0', 0] as never, to: [4, 0] })).toThrow("The cell ('0', 0) given as from must have whole numbers; take Number(text).");
    expect(() => findPath(grid, { from: [0, 0], to: [1, 2, 3] as never })).toThrow('The cell given as to must be { x, y } or [x, y], got 3 numbers.');
    expect(() => findPath(grid, { from: 'a1' as never, to: [4, 0] })).toThrow("The cell given as from must be { x, y } or [x, y], got 'a1'.");
  });

  test('rejects ends that are not in options, vertices as ends, and an avoid that answers nothing', () => {
    const odd = findPath as (...args: unknown[]) => unknown;
    const needed = 'findPath needs from and to: findPath(grid, { from: { x, y }, to: { x, y } }).';
    expect(() => odd(grid, { x: 0, y: 0 }, { x: 4, y: 0 })).toThrow(needed);
    expect(() => odd(grid)).toThrow(needed);
    for (const ends of [[[0, 0], [4, 0]], [7, 9]]) expect(() => odd(grid, ...ends)).toThrow('findPath takes its options as an object, such as { from: … }, got');
    expect(() => odd(grid, { from: grid.vertex(0, 0), to: [4, 0] })).toThrow(`The cell given as from must be { x, y } or [x, y], got ${grid.vertex(0, 0)}; for a vertex take grid.x(v) and grid.y(v).`);
    expect(() => odd(Promise.resolve(grid), { from: [0, 0], to: [4, 0] })).toThrow('findPath takes a Grid of @pf/grid, got a Promise (await it).');
    expect(() => odd(grid, { from: [0, 0], to: [4, 0], allowDiagonal: true })).toThrow("findPath has no option 'allowDiagonal': did you mean 'movement' of a grid, 'eight' or 'four'?");
    for (const answer of [undefined, null, 1]) expect(() => odd(grid, { from: [0, 0], to: [4, 0], avoid: () => answer })).toThrow(`What avoid returns must be true or false, got ${answer}.`);
  });

  test.each([['start', 'from'], ['source', 'from'], ['goal', 'to'], ['end', 'to'], ['target', 'to']])('for %s suggests %s', (wrong, right) => {
    expect(() => findPath(grid, { [wrong]: { x: 0, y: 0 }, from: { x: 0, y: 0 }, to: { x: 1, y: 0 } })).toThrow(`findPath has no option '${wrong}': did you mean '${right}'?`);
  });

  test('gives a reason beside Infinity', () => {
    expect(findPath(grid, { from: [2, 0], to: [0, 0] })).toEqual({ cost: Infinity, cells: [], arrived: false, reason: 'start-blocked' });
    expect(findPath(grid, { from: [0, 0], to: [2, 0] }).reason).toBe('goal-blocked');
    expect(findPath(grid, { from: [0, 0], to: [2, 0], nearest: true }).reason).toBe('goal-blocked');
    expect('reason' in findPath(grid, { from: [0, 0], to: [4, 0] })).toBe(false);
  });

  test('gives corners only', () => {
    expect(findPath(grid, { from: [0, 0], to: [4, 0], shape: 'corners' }).cells.length).toBeLessThan(7);
    expect(expandPath(findPath(grid, { from: [0, 0], to: [4, 0], shape: 'corners' }).cells)).toEqual(findPath(grid, { from: [0, 0], to: [4, 0] }).cells);
  });
});

describe('avoid', () => {
  test('gives the result of blocking the cells if no diagonal passes them, leaves the map alone, and holds for one query', () => {
    const random = seededRandom(8);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < runs(60); world++) {
      const movement = (['four', 'hex', 'eight'] as const)[world % 3];
      const grid = Grid.fromRows(Array.from({ length: 7 }, () => Array.from({ length: 7 }, () => '.....2#'[below(7)]).join('')), { movement, corners: 'always' });
      const { version } = grid;
      const [from, to] = [[below(7), below(7)], [below(7), below(7)]] as [number, number][];
      const avoid = Array.from({ length: 8 }, () => [below(7), below(7)] as [number, number]).filter(([x, y]) => x !== from[0] || y !== from[1]);
      const blocked = grid.clone();
      for (const [x, y] of avoid) blocked.setBlocked(x, y, true);
      const expected = findPath(blocked, { from, to, algorithm: AStar }).cost;
      const found = findPath(grid, { from, to, avoid });
      if (expected === Infinity) expect(found.cost).toBe(Infinity);
      else expect(found.cost).toBeCloseTo(expected, 9);
      for (const { x, y } of found.cells.slice(1)) expect(avoid.some(([ax, ay]) => ax === x && ay === y)).toBe(false);
      const avoided = new Set(avoid.map(([x, y]) => 100 * x + y));
      expect(findPath(grid, { from, to, avoid: (x, y) => avoided.has(100 * x + y) }).cost).toBe(found.cost);
      expect(findPath(grid, { from, to, algorithm: AStar }).cost).toBe(findPath(grid.clone(), { from, to, algorithm: AStar }).cost);
      expect(grid.version).toBe(version);
      const near = findPath(grid, { from, to, avoid, nearest: true });
      if (expected < Infinity) expect(near.cost).toBeCloseTo(expected, 9);
    }
  });

  test('holds if its function calls findPath with avoid for the same map, whatever comes of that call', () => {
    const grid = Grid.fromRows(['.....', '.....', '.....'], { movement: 'four' });
    const ends = { from: [0, 1], to: [4, 1] } as const;
    const isAvoided = (x: number, y: number): boolean => x === 2 && y === 1;
    for (const nearest of [false, true]) {
      const inner = (avoid: (x: number, y: number) => boolean, nearest: boolean): boolean => findPath(grid, { from: [0, 0], to: [1, 0], avoid, nearest }).arrived;
      const nested = (x: number, y: number): boolean => isAvoided(x, y) && inner(() => false, !nearest);
      const failing = (x: number, y: number): boolean => isAvoided(x, y) && inner(() => { throw new Error('inner'); }, !nearest);
      const busy = (x: number, y: number): boolean => {
        expect(() => inner(() => false, nearest)).toThrow('from within its own graph or heuristic');
        return isAvoided(x, y);
      };
      for (const avoid of [nested, busy]) expect(findPath(grid, { ...ends, avoid, nearest }).cost).toBe(6);
      expect(() => findPath(grid, { ...ends, avoid: failing, nearest })).toThrow('inner');
      expect(findPath(grid, { ...ends, avoid: isAvoided, nearest }).cost).toBe(6);
    }
  });

  test('rejects invalid uses', () => {
    const grid = new Grid(5, 5);
    const find = (options: object) => () => findPath(grid, { from: [0, 0], to: [4, 4], avoid: [[2, 2]], ...options });
    expect(find({ shape: smooth })).toThrow("With avoid the shape is 'steps' or 'corners', got a function");
    expect(find({ algorithm: Dijkstra })).toThrow('only with AStar: omit');
    expect(find({ avoid: 'x' })).toThrow("avoid is a list of cells or a function of x and y, got 'x'.");
    expect(find({ avoid: [[9, 9]] })).toThrow('The cell (9, 9) given as avoid is not on the map');
    expect(find({ avoid: () => (findPath(grid, { from: [0, 0], to: [1, 1], avoid: () => false }), false) })).toThrow('from within its own graph or heuristic');
  });
});

test('with avoid and nearest, ends beside the goal', () => {
  const grid = Grid.fromRows(['.....', '.....', '.....']);
  const ends = { from: [0, 1], to: [4, 1] } as const;
  const avoid = (x: number): boolean => x === 3;
  const { cells, arrived, cost } = findPath(grid, { ...ends, avoid, nearest: true });
  expect([cells.at(-1), arrived, cost]).toEqual([{ x: 2, y: 1 }, false, 2]);
  expect(findPath(grid, { ...ends, avoid })).toMatchObject({ cells: [], arrived: false, reason: 'no-path' });
});
