import { describe, expect, test } from 'vitest';
import { chebyshev, Grid, TorusGrid, UnitGrid } from '../src/index.ts';

const never = (value: unknown): never => value as never;

describe('an option', () => {
  test.each([
    ["A heuristic of a grid has no option 'leest': did you mean 'least'?", () => new Grid(2, 2).heuristic(never({ leest: 1 }))],
    ['A heuristic of a grid takes its options as an object, such as { least: … }, got 1.', () => chebyshev(new Grid(2, 2), never(1))],
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
  ["A grid needs a width and a height from 1, and no more than 2³⁰ cells with its border, got '5' × 4.", () => new Grid(never('5'), 4)],
  ['The option metric of Grid is null: omit it, or pass undefined, for its default.', () => new Grid(5, 4, { metric: never(null) })],
  ["The movement must be 'four', 'eight' or 'hex', got 4.", () => new Grid(5, 4, { movement: never(4) })],
  ["('1', 2) is not on the map", () => new Grid(5, 4).vertex(never('1'), 2)],
  ["or 0 to block, got '3'.", () => new Grid(5, 4).setCost(1, 1, never('3'))],
])('%s', (sentence, make) => {
  expect(make).toThrow(sentence);
});

test('an invalid vertex has no coordinates', () => {
  const grid = new Grid(5, 4);
  for (const none of [-1, grid.vertexCount, 9999, NaN, Infinity]) expect([grid.x(none), grid.y(none)]).toEqual([NaN, NaN]);
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
