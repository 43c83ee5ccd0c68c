import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { GridDescription, HexMapDescription } from '../src/index.ts';
import { describeGrid, describeHexMap, Grid, HexMap, restoreGrid, restoreHexMap, seededRandom } from '../src/index.ts';

test('grids that behave alike have the same description, whatever edits made them', () => {
  const grid = Grid.fromRows(['.3.', '#..']);
  const before = JSON.stringify(describeGrid(grid, 'numbers'));
  grid.setBlocked(1, 0, true);
  grid.setBlocked(2, 1, true);
  expect(describeGrid(grid, 'numbers').below).toEqual([0, 3, 0, 0, 0, 0]);
  expect(describeGrid(restoreGrid(describeGrid(grid)))).toEqual(describeGrid(grid));
  grid.setBlocked(1, 0, false);
  grid.setBlocked(2, 1, false);
  expect(JSON.stringify(describeGrid(grid, 'numbers'))).toBe(before);
});

test('JSON of typed arrays is rejected with the remedy', () => {
  const message = "JSON turns typed arrays into objects. Describe it with 'numbers'";
  expect(() => restoreGrid(JSON.parse(JSON.stringify(describeGrid(new Grid(2, 2)))) as GridDescription)).toThrow(message);
  expect(() => restoreHexMap(JSON.parse(JSON.stringify(describeHexMap(new HexMap(2, 2)))) as HexMapDescription)).toThrow(message);
});

test('a grid or a map in place of its description is rejected with the remedy', () => {
  const [grid, map] = [new Grid(2, 2), new HexMap(2, 2)];
  for (const given of [grid, structuredClone(grid), JSON.parse(JSON.stringify(grid))]) expect(() => restoreGrid(given as never)).toThrow('send or save describeGrid(grid).');
  for (const given of [map, structuredClone(map), JSON.parse(JSON.stringify(map))]) expect(() => restoreHexMap(given as never)).toThrow('send or save describeHexMap(map).');
});

test('after its one-way cells are opened, a grid counts further edits as its restored copy does', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const size = 7;
    const grid = new Grid(size, size, { movement: seed % 2 === 0 ? 'four' : 'eight' });
    const mask = grid.mask('west');
    grid.setRectangle(1, 1, 5, 5, 0);
    grid.setSides(2, 0, { enter: mask, leave: mask });
    for (let k = 0; k < 10; k++) {
      const [x, y] = [below(size), below(size)];
      if (k % 2 === 0) grid.setSides(x, y, { enter: below(256) });
      else grid.setCost(x, y, below(4));
    }
    for (let v = 0; v < size * size; v++) grid.setSides(v % size, Math.floor(v / size), 'open');
    const maps = [grid, restoreGrid(describeGrid(grid))];
    const tails = new Uint32Array(200);
    for (let k = 0; k < 30; k++) {
      const [x, y, cost, width] = [below(size), below(size), below(3) * below(2), 1 + below(2)];
      const list = Uint32Array.from({ length: 4 }, () => grid.vertex(below(size), below(size)));
      const costs = Uint8Array.from(list, () => below(3));
      const masks = Uint8Array.from(list, () => (below(2) === 0 ? 255 : below(256)));
      const kind = below(k < 15 ? 3 : 5);
      const counts = maps.map((map) => {
        const { version, edits } = map;
        const known = kind < 2 ? undefined : tails;
        const n = kind === 0 ? map.setRectangle(x, y, Math.min(width, size - x), 1, cost) : kind === 1 ? map.setCost(x, y, cost) : map.setCells(list, costs, 4, known, kind === 4 ? { enter: masks, leave: masks } : undefined);
        const changed = map.changedSince(version, tails);
        return [n, map.version - version, map.edits - edits, changed, ...tails.slice(0, Math.max(0, changed))];
      });
      expect(counts[1], `seed ${seed}, edit ${k}`).toEqual(counts[0]);
    }
    expect(describeGrid(maps[1])).toEqual(describeGrid(grid));
  }
});

test('a description has the terrain of every cell, also that under blocked cells', () => {
  const random = seededRandom(8);
  const under = new Set<number>();
  for (let world = 0; world < runs(40); world++) {
    const grid = Grid.fromRows(Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => '..3#'[Math.floor(4 * random())]).join('')));
    for (let i = 0; i < (world % 3) * 4; i++) grid.setBlocked(Math.floor(4 * random()), Math.floor(3 * random()), random() < 0.7);
    const { costs, below } = describeGrid(grid);
    for (let i = 0; i < 12; i++) {
      const freed = grid.clone();
      freed.setBlocked(i % 4, Math.floor(i / 4), false);
      expect(costs[i] || below?.[i] || 1).toBe(freed.cost(i % 4, Math.floor(i / 4)));
      if (below !== undefined) under.add(below[i]);
    }
  }
  expect([...under].sort()).toEqual([0, 3]);
});
