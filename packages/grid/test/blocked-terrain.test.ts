import { expect, test } from 'vitest';
import { FogOfWar, Grid, seededRandom } from '../src/index.ts';

test('a freed cell has its earlier terrain again', () => {
  const grid = Grid.fromRows(['.5#', '9..']);
  for (const [x, y] of [[1, 0], [0, 1], [0, 0]]) grid.setBlocked(x, y, true);
  for (const [x, y] of [[1, 0], [0, 1], [0, 0], [2, 0]]) grid.setBlocked(x, y, false);
  expect(grid.toRows()).toEqual(['.5.', '9..']);
  grid.setBlocked(1, 0, false);
  expect(grid.cost(1, 0)).toBe(5);
});

test('the latest terrain counts, however the cell was blocked and overwritten', () => {
  const random = seededRandom(39);
  const grid = new Grid(6, 5);
  const below = new Map<string, number>();
  for (let i = 0; i < 5000; i++) {
    const [x, y] = [Math.floor(random() * 6), Math.floor(random() * 5)];
    const before = grid.cost(x, y);
    if (before !== 0) below.set(`${x} ${y}`, before);
    const cost = 1 + Math.floor(random() * 3);
    const how = Math.floor(random() * 6);
    if (how === 0) grid.setBlocked(x, y, true);
    else if (how === 1) grid.setCost(x, y, 0);
    else if (how === 2) grid.setCells(Uint32Array.of(grid.vertex(x, y)), Uint8Array.of(0), 1);
    else if (how === 3) grid.setCost(x, y, cost);
    else {
      const [edited, other] = how === 4 ? [grid, grid.clone()] : [grid.clone(), grid];
      edited.setBlocked(x, y, false);
      expect(edited.cost(x, y)).toBe(before === 0 ? (below.get(`${x} ${y}`) ?? 1) : before);
      expect(other.cost(x, y)).toBe(before);
    }
  }
});

test('arcs into a freed cell cost its terrain, and their tails are written', () => {
  const grid = Grid.fromRows(['.7.'], { movement: 'four' });
  const tails = new Uint32Array(5);
  expect(grid.setBlocked(1, 0, true, tails)).toBe(3);
  expect(grid.weighted).toBe(false);
  expect(grid.setBlocked(1, 0, false, tails)).toBe(3);
  const cost = new Float64Array(4);
  expect(grid.successors(grid.vertex(0, 0), new Uint32Array(4), cost)).toBe(1);
  expect(cost[0]).toBe(7);
  expect(new FogOfWar(grid, grid.clone()).known.toRows()).toEqual(['.7.']);
});

test('edits of a copy leave the terrain under blocked cells of the original', () => {
  const grid = Grid.fromRows(['5.']);
  grid.setBlocked(0, 0, true);
  const copy = grid.clone();
  copy.setCost(0, 0, 7);
  copy.setBlocked(0, 0, true);
  for (const one of [grid, copy]) one.setBlocked(0, 0, false);
  expect([grid.cost(0, 0), copy.cost(0, 0)]).toEqual([5, 7]);
});
