import { describe, expect, test } from 'vitest';
import { chebyshev, Clearance, Components, describeGrid, FogOfWar, Grid, HexMap, lineOfSight, nearestFree, parseMap, radius, restoreGrid, TorusGrid, UnitGrid } from '../src/index.ts';

const never = (value: unknown): never => value as never;

describe('an option', () => {
  test.each([
    ["A heuristic of a grid has no option 'leest': did you mean 'least'?", () => new Grid(2, 2).heuristic(never({ leest: 1 }))],
    ['A heuristic of a grid takes its options as an object, such as { least: … }, got 1.', () => chebyshev(new Grid(2, 2), never(1))],
    ["The least terrain cost must be above 0 and no more than the 1 that is on the map, got '1'.", () => new Grid(2, 2).heuristic({ least: never('1') })],
    ["A unit has no option 'cost': did you mean 'costOf'?", () => new UnitGrid(new Grid(2, 2), 1, never({ cost: () => 1 }))],
    ['costOf must be a function that returns the cost of a terrain, 0 to block it, got an object.', () => new UnitGrid(new Grid(2, 2), 1, { costOf: never({}) })],
    ["Grid takes its options as an object, such as { movement: … }, got 'four'.", () => new Grid(5, 4, never('four'))],
    ['Grid takes its options as an object, such as { movement: … }, got null.', () => new Grid(5, 4, never(null))],
    ["setSides has no option 'leaves': did you mean 'leave'?", () => new Grid(5, 4).setSides(0, 0, never({ leaves: 1 }))],
    ["setSides takes 'open' or { enter, leave }", () => new Grid(5, 4).setSides(0, 0, never(undefined))],
    ["setSides takes its options as an object, such as { enter: … }, got 'shut'.", () => new Grid(5, 4).setSides(0, 0, never('shut'))],
  ])('%s', (sentence, make) => {
    expect(make).toThrow(sentence);
  });
});

test.each([
  ["A grid needs a width and a height from 1, and at most 2^30 cells, got '5' × 4.", () => new Grid(never('5'), 4)],
  ['The option metric of Grid is null: omit it.', () => new Grid(5, 4, { metric: never(null) })],
  ["The movement must be 'four', 'eight' or 'hex', got 4.", () => new Grid(5, 4, { movement: never(4) })],
  ["A cell has two whole numbers, x and y, got '1' and 2; take Number(text).", () => new Grid(5, 4).vertex(never('1'), 2)],
  ["from 0 (blocked) to 255, got '3'.", () => new Grid(5, 4).setCost(1, 1, never('3'))],
])('%s', (sentence, make) => {
  expect(make).toThrow(sentence);
});

test('an invalid vertex has no coordinates', () => {
  const grid = new Grid(5, 4);
  for (const none of [-1, grid.vertexCount, 9999, NaN, Infinity]) {
    for (const of of [() => grid.x(none), () => grid.y(none)]) expect(of).toThrow(`The vertex must be a whole number from 0 to 41 (a vertex of the graph), got ${none}${none === -1 ? ' (NO_VERTEX: no such step or path)' : ''}.`);
  }
  for (let v = 0; v < grid.vertexCount; v++) expect([grid.x(v), grid.y(v)]).toEqual([(v % 7) - 1, Math.floor(v / 7) - 1]);
});

test('closed sides can be opened again by name', () => {
  const grid = new Grid(3, 1);
  const whole = [...grid.moves];
  grid.setSides(1, 0, { enter: grid.mask('west'), leave: 0 });
  grid.setSides(1, 0, {});
  expect([...grid.moves]).not.toEqual(whole);
  const tails = new Uint32Array(9);
  expect(grid.setSides(1, 0, 'open', tails)).toBe(2);
  expect([...grid.moves]).toEqual(whole);
  expect(grid.sides).toBeUndefined();
});

test('the border around the map has numbers that are no vertices', () => {
  const grid = new Grid(5, 4);
  const cells = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.hasVertex(v));
  expect(cells).toEqual(Array.from({ length: 20 }, (_, i) => grid.vertex(i % 5, Math.floor(i / 5))));
  for (const none of [-1, grid.vertexCount, 1.5, NaN]) expect(grid.hasVertex(none)).toBe(false);
  for (const border of [0, 6, 7, 13, grid.vertexCount - 1]) {
    expect(() => grid.distance(border, grid.vertex(0, 0))).toThrow(`The start of a distance must be a vertex of the graph, got ${border}: on a grid it lies in the border around the map. Take grid.vertex(x, y).`);
    expect(new TorusGrid(grid).hasVertex(border)).toBe(false);
  }
});

describe('a vertex or an object in place of a cell, and the reverse', () => {
  const grid = new Grid(30, 30);
  const v = grid.vertex(3, 4);
  const cell = { x: 3, y: 4 };
  const components = new Components(grid);
  const clearance = new Clearance(grid);
  const fog = new FogOfWar(grid);
  const map = new HexMap(5, 5);
  const twoNumbers = 'A cell has two whole numbers, x and y, got ';
  const hint = '(a vertex of the graph), got an object; for a cell take grid.vertex(x, y).';
  const border = 'must be a vertex of the graph, got 0: on a grid it lies in the border around the map. Take grid.vertex(x, y).';
  test.each<[string, string, () => unknown]>([
    ['isFree(v)', `${twoNumbers}${v} and undefined`, () => grid.isFree(v, never(undefined))],
    ['isBlocked(v)', twoNumbers, () => grid.isBlocked(v, never(undefined))],
    ['isFree({ x, y })', `${twoNumbers}an object and undefined`, () => grid.isFree(never(cell), never(undefined))],
    ['isFree of text', `${twoNumbers}'1' and '1'; take Number(text).`, () => grid.isFree(never('1'), never('1'))],
    ['isFree of pixels', `${twoNumbers}33.4 and 40.2; for a pixel take Math.floor(px / tileSize).`, () => grid.isFree(33.4, 40.2)],
    ['isBlocked of NaN', `${twoNumbers}NaN and 0; for a vertex`, () => grid.isBlocked(NaN, 0)],
    ['cost of a fraction', `${twoNumbers}1 and 0.5; for a pixel`, () => grid.cost(1, 0.5)],
    ['costBelow of a fraction', twoNumbers, () => grid.costBelow(1, 0.5)],
    ['contains(Infinity, 0)', twoNumbers, () => grid.contains(Infinity, 0)],
    ['isFree of a pixel of hexagons', 'A hexagon has two whole numbers, column and row, got 1.5 and 0; for a pixel', () => map.isFree(1.5, 0)],
    ['cost(v)', twoNumbers, () => grid.cost(v, never(undefined))],
    ['contains({ x, y })', twoNumbers, () => grid.contains(never(cell), never(undefined))],
    ['setBlocked of text', twoNumbers, () => grid.setBlocked(never('1'), 1, true)],
    ['contains of hexagons', 'A hexagon has two whole numbers, column and row, got an object and undefined; for a vertex take map.column(v)', () => map.contains(never(cell), never(undefined))],
    ['nearestFree of text', "The cell must be a whole number from 0 to 1023 (a vertex of the graph), got '17'; take Number(text).", () => nearestFree(grid, never('17'))],
    ['nearestFree of a cell', hint, () => nearestFree(grid, never(cell))],
    ['nearestFree of the border', border, () => nearestFree(grid, 0)],
    ['reveal of text', "got '9';", () => new FogOfWar(grid).reveal(never('9'), radius(2))],
    ['reveal of a cell', hint, () => new FogOfWar(grid).reveal(never(cell), radius(2))],
    ['distance of cells', hint, () => grid.distance(never(cell), v)],
    ['same of cells', `The first cell must be a whole number from 0 to 1023 ${hint}`, () => components.same(never(cell), never(cell))],
    ['same of a vertex and a cell', 'The second cell must', () => components.same(v, never(cell))],
    ['same of coordinates', border, () => components.same(...([0, 0, 5, 3] as unknown as [number, number]))],
    ['lineOfSight of coordinates', border, () => (lineOfSight as (...xs: unknown[]) => unknown)(grid, 0, 0, 5, 3)],
    ['isSeen of a cell', `The cell must be a whole number from 0 to 1023 ${hint}`, () => fog.isSeen(never(cell))],
    ['isSeen of text', "got '17';", () => fog.isSeen(never('17'))],
    ['isSeen beyond the last vertex', 'got 1024.', () => fog.isSeen(1024)],
    ['at of a cell', `The cell must be a whole number from 0 to 1023 ${hint}`, () => clearance.at(never(cell))],
    ['at of no whole number', 'got 1.5;', () => clearance.at(1.5)],
    ['at beyond the last vertex', 'got 1024.', () => clearance.at(1024)],
    ['lineOfSight along the border', border, () => lineOfSight(grid, 0, 1)],
    ['lineOfSight from the border', border, () => lineOfSight(grid, v, 0)],
  ])('%s is rejected', (_, sentence, call) => {
    expect(call).toThrow(sentence);
  });

  test('off the map is neither free nor an error; nothing is known of no vertex', () => {
    expect([fog.isSeen(-1), fog.isSeen(0), clearance.at(-1), clearance.at(0)]).toEqual([false, false, 0, 0]);
    for (const [x, y] of [[-1, 0], [30, 0], [0, 99], [-7, -7]]) expect([grid.isFree(x, y), grid.isBlocked(x, y), grid.cost(x, y), grid.contains(x, y)]).toEqual([false, true, 0, false]);
    expect([components.same(-1, v), components.same(v, -1), components.same(-1, -1), components.same(v, v)]).toEqual([false, false, false, true]);
  });

  test('a wall can be seen', () => {
    const walled = Grid.fromRows(['.#.', '...']);
    expect([lineOfSight(walled, walled.vertex(0, 0), walled.vertex(1, 0)), lineOfSight(walled, walled.vertex(1, 0), walled.vertex(1, 0)), lineOfSight(walled, walled.vertex(0, 0), walled.vertex(2, 0))]).toEqual([true, true, false]);
    const split = new Components(Grid.fromRows(['.#.']));
    expect([split.same(6, 7), split.same(7, 7), split.same(6, 8)]).toEqual([false, false, false]);
  });
});

test('the size and the rules of a grid cannot be set', () => {
  const grid: Record<string, unknown> = new Grid(5, 4) as never;
  for (const name of ['width', 'height', 'stride', 'vertexCount', 'maxDegree', 'movement', 'corners', 'metric']) {
    const value = grid[name];
    expect(() => (grid[name] = 10)).toThrow(TypeError);
    expect(grid[name]).toBe(value);
  }
  // What users add, and subclasses, stays possible.
  grid['name'] = 'cave';
  expect(new (class extends Grid { level = 3; })(2, 2).level).toBe(3);
  expect(new UnitGrid(new Grid(5, 4), 2).grid.width).toBe(5);
});

describe('a call in the form of another function, or of another library', () => {
  const odd = Grid as unknown as { new (...args: unknown[]): Grid; fromRows(...args: unknown[]): Grid; fromArray(...args: unknown[]): Grid };
  test.each<[string, () => unknown]>([
    ['got an array × undefined; for rows of text call Grid.fromRows, of numbers Grid.fromArray.', () => new odd(['..#'])],
    ['got an array × undefined; for rows of text call Grid.fromRows, of numbers Grid.fromArray.', () => new odd([[1, 0]])],
    ["Row 0 is '..#', not a list; for rows of text call Grid.fromRows, for one list pass (tiles, width, height).", () => odd.fromArray(['..#', '...'])],
    ['takes its options as an object, such as { costOf: … }, got a function.', () => odd.fromArray([[0, 1]], (tile: number) => 1 - tile)],
    ["Grid.fromArray of (rows, options) or (tiles, width, height, options) has no option 'width'.", () => odd.fromArray([1, 0], { width: 2, height: 1 })],
    ['takes its options as an object, such as { legend: … }, got an array.', () => odd.fromRows(['..'], [])],
    ...['diagonal', 'allowDiagonal', 'diagonals', 'neighbors', 'neighbours', 'diagonalMovement'].map((name): [string, () => unknown] => [`Grid has no option '${name}': did you mean 'movement' of a grid, 'eight' or 'four'? It takes movement`, () => new odd(2, 2, { [name]: true })]),
    ['Rows must be a list of strings, such as text.split(\'\\n\'), got a Promise (await it).', () => odd.fromRows(Promise.resolve(['..']))],
    ['nearestFree takes a Grid of @pf/grid, got a Promise (await it).', () => nearestFree(never(Promise.resolve(new Grid(2, 2))), 0)],
  ])('%s', (sentence, call) => {
    expect(call).toThrow(sentence);
  });

  test('a legend may be a Map', () => {
    const legend = new Map([['~', 5], ['.', 1], ['T', 0]]);
    const plain = Object.fromEntries(legend);
    expect(Grid.fromRows(['~.T'], { legend }).toArray()).toEqual(Grid.fromRows(['~.T'], { legend: plain }).toArray());
    expect(HexMap.fromRows(['~.T'], { legend }).cost(0, 0)).toBe(5);
    const file = 'type octile\nheight 1\nwidth 3\nmap\n~.T\n';
    expect(parseMap(file, { legend }).toArray()).toEqual(Uint8Array.of(5, 1, 0));
    expect(() => Grid.fromRows(['?'], { legend })).toThrow("unknown character '?'; the legend has ~ . T: pass all your characters");
  });
});

describe('an error', () => {
  const plain = describeGrid(new Grid(2, 1), 'numbers');
  const setAll = (costs: unknown, sides?: unknown): void => {
    const grid = new Grid(2, 1);
    const before = describeGrid(grid);
    try {
      grid.setCells(Uint32Array.of(grid.vertex(0, 0), grid.vertex(1, 0)), never(costs), 2, undefined, never(sides));
    } finally {
      expect([describeGrid(grid), grid.terrain.least, grid.version]).toEqual([before, 1, 0]);
    }
  };
  const rows = [[1, 1], [1, 1]];
  test.each<[string, () => unknown]>([
    ["unknown character 'X'; the legend has . #: pass all your characters, as { legend: { '.': 1, 'X': 0 } }.", () => Grid.fromRows(['.X'], { legend: { '.': 1, '#': 0 } })],
    ["A cell has no side 'N' under movement 'four', but east, south, west, north.", () => new Grid(2, 2, { movement: 'four' }).mask(never('N'))],
    ["A cell has no side 'north' under movement 'hex', but east, southeast, southwest, west, northwest, northeast.", () => new Grid(2, 2, { movement: 'hex' }).mask('north')],
    ['6 × 4 cells need 24 entries, got 2: rows need no width and height.', () => Grid.fromArray(never(rows), 6, 4)],
    ["A grid needs a width and a height from 1, and at most 2^30 cells, got '2' × '2'.", () => Grid.fromArray([1, 1, 1, 1], never('2'), never('2'))],
    ['nearestFree takes a Grid of @pf/grid, got an object of HexMap: pass its .grid.', () => nearestFree(never(new HexMap(3, 3)), 1)],
    ['nearestFree takes a Grid of @pf/grid, got an object of UnitGrid: pass its .grid.', () => nearestFree(never(new UnitGrid(new Grid(3, 3), 1)), 1)],
    ['Components takes a Grid of @pf/grid, got an object of TorusGrid: call its same(a, b).', () => new Components(never(new TorusGrid(new Grid(3, 3))))],
    ['got an object of Object: post describeGrid(grid), and call restoreGrid in the worker.', () => nearestFree(never(structuredClone(describeGrid(new Grid(3, 3)))), 1)],
    ["from 0 to 4096, got '2'.", () => radius(never('2'))],
    ["A sensor must be one such as eightNeighbours or radius(3), got 'near'.", () => new FogOfWar(new Grid(2, 2)).reveal(5, never('near'))],
    ['A sensor must be one such as eightNeighbours or radius(3), got a function: call it, as radius(3).', () => new FogOfWar(new Grid(2, 2)).reveal(5, never(radius))],
    ...[undefined, NaN, -1].map((most): [string, () => unknown] => [`The \`most\` of a sensor must be the most cells that it ever sees, got ${most}.`, () => new FogOfWar(new Grid(2, 2)).reveal(5, never({ most, sense: () => 1 }))]),
    ["from 1 to 255, got '2'.", () => new UnitGrid(new Grid(2, 2), never('2'))],
    ["There is no hexagon in column 7, row 0: the map has", () => new HexMap(2, 2).vertex(7, 0)],
    ["got '9' and '14'.", () => new Grid(2, 2, { metric: never({ straight: '9', diagonal: '14' }) })],
    ...[-1, 0.5, 300, NaN, '3'].map((cost): [string, () => unknown] => [`A cost must be a whole number from 0 (blocked) to 255, got ${cost === '3' ? "'3'" : cost}.`, () => setAll([2, cost])]),
    ['from 0 (blocked) to 255, got 300.', () => setAll(Uint16Array.of(2, 300))],
    ['from 0 (blocked) to 255, got 300.', () => new Grid(2, 1, {}, never(Uint16Array.of(300, 1)))],
    ['from 0 (blocked) to 255, got 0.5.', () => new Grid(2, 1, {}, never(Float32Array.of(0.5, 1)))],
    ['from 0 (blocked) to 255, got -1.', () => new Grid(2, 1, {}, never(Int8Array.of(-1, 1)))],
    ["from 0 (blocked) to 255, got '1'.", () => new Grid(2, 1, {}, never([1, '1']))],
    ['from 0 (blocked) to 255, got undefined.', () => new Grid(2, 1, {}, never({ length: 2 }))],
    ['2 × 1 cells need 2 costs, got 1.', () => new Grid(2, 1, {}, never([1]))],
    ['2 × 1 cells need 2 costs, got null.', () => new Grid(2, 1, {}, never(null))],
    ["A mask of sides must be a whole number from 0 to 255, got undefined; take grid.mask('east', 'west').", () => setAll([2, 2], { enter: [1, 1] })],
    ["A mask of sides must be a whole number from 0 to 255, got undefined; take grid.mask('east', 'west').", () => setAll([2, 2], { leave: [1, 1] })],
    ["A mask of sides must be a whole number from 0 to 255, got 256; take grid.mask('east', 'west').", () => setAll([2, 2], { enter: [1, 256], leave: [1, 1] })],
    ["A mask of sides must be a whole number from 0 to 255, got -1; take grid.mask('east', 'west').", () => setAll([2, 2], { enter: [1, 1], leave: [1, -1] })],
    ...[256, 1.7, -1, NaN].map((cost): [string, () => unknown] => [`The costs of a described grid are whole numbers from 0 to 255, got ${cost} at (1, 0).`, () => restoreGrid({ ...plain, below: [1, 1], costs: [1, cost] })]),
    ['got 256 at (0, 1).', () => restoreGrid({ ...describeGrid(new Grid(2, 2)), costs: [1, 1, 256, 1] })],
    ['The terrain costs below of a described grid are whole numbers from 0 to 255, got 256 at (1, 0).', () => restoreGrid({ ...plain, below: [1, 256] })],
    ['The masks of sides of a described grid are whole numbers from 0 to 255, got 1.5 at (1, 0).', () => restoreGrid({ ...plain, enter: [1, 1.5] })],
    ...[undefined, ['red'], 7].map((color): [string, () => unknown] => ['The result of color must be a list of numbers, got ', () => new Grid(2, 1).toRgba(() => never(color))]),
    ...[3, 5].map((numbers): [string, () => unknown] => [`The result of color must be 4 numbers, got ${numbers}.`, () => new Grid(2, 1).toRgba(() => never(Array(numbers).fill(0)))]),
    ["symbol(100) must give one character, got '100'.", () => Grid.fromArray([[1, 100]]).toRows(String)],
    ["symbol(1) must give one character, got '⛰️⛰️'.", () => new Grid(2, 1).toRows(() => '⛰️⛰️')],
    ['symbol(7) must give one character, got undefined.', () => Grid.fromRows(['.7.']).toRows((cost) => '#.~'[cost])],
    ['symbol(7) must give one character, got null.', () => Grid.fromRows(['.7.']).toRows((cost) => (cost === 7 ? never(null) : '.'))],
    ["symbol(1) must give one character, got ''.", () => new Grid(2, 1).toRows(() => '')],
    ['Pass grid.heuristic(), not grid.heuristic.', () => (new Grid(2, 2).heuristic as never as (v: number, goal: number) => number)(5, 6)],
  ])('%s', (sentence, call) => {
    expect(call).toThrow(sentence);
  });
});

test('the costs of a grid may be any list of numbers', () => {
  for (const costs of [[1, 0, 44], Uint16Array.of(1, 0, 44), Int32Array.of(1, 0, 44), Uint8ClampedArray.of(1, 0, 44)]) {
    const grid = new Grid(3, 1, {}, costs);
    expect([[...grid.toArray()], grid.terrain.free, grid.weighted]).toEqual([[1, 0, 44], 2, true]);
  }
});

test('the frontier can be written into an array, also if it is empty', () => {
  const fog = new FogOfWar(Grid.fromRows(['.....']));
  expect(fog.frontier(never([]))).toBe(0);
  fog.reveal(fog.known.vertex(0, 0), radius(1));
  const out = [-1];
  expect([fog.frontier(never(out)), ...out]).toEqual([1, fog.known.vertex(2, 0)]);
});
