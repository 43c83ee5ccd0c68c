import { expect, test } from 'vitest';
import { describeGrid, FogOfWar, Grid, HexMap, seededRandom } from '../src/index.ts';

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

test('costBelow is the cost of a free cell, and of a blocked one what freeing it gives', () => {
  const grid = Grid.fromRows(['.5#', '9..']);
  grid.setBlocked(1, 0, true);
  expect([[0, 0], [1, 0], [2, 0], [0, 1], [3, 0], [0, -1]].map(([x, y]) => grid.costBelow(x, y))).toEqual([1, 5, 1, 9, 0, 0]);
  expect(() => grid.costBelow(grid.vertex(1, 0), undefined as never)).toThrow('A cell has two whole numbers, x and y');
  const map = new HexMap(3, 3);
  map.setCost(1, 2, 4);
  map.setBlocked(1, 2, true);
  expect([map.costBelow(1, 2), map.costBelow(0, 0), map.costBelow(3, 0)]).toEqual([4, 1, 0]);
  // Beside the rectangle of hexagons, nothing is ever free.
  expect([map.grid.outside![map.grid.vertex(0, 0)], map.grid.costBelow(0, 0), map.grid.setBlocked(0, 0, false)]).toEqual([1, 0, 0]);
});

test('what was read before a stroke undoes it, in one edit, and redoes it', () => {
  const random = seededRandom(41);
  const below = (n: number): number => Math.floor(random() * n);
  let differed = 0;
  for (let session = 0; session < 60; session++) {
    const grid = new Grid(7, 6, { movement: (['four', 'eight', 'hex'] as const)[session % 3] });
    const record = (cells: Iterable<number>) => {
      const all = [...new Set(cells)];
      const vertices = Uint32Array.from([...all, ...all.filter((v) => grid.cells[v] === 0)]);
      const costs = Uint8Array.from(vertices, (v, i) => (i < all.length ? grid.costBelow(grid.x(v), grid.y(v)) : 0));
      return { vertices, costs, enter: new Uint8Array(vertices.map((v) => grid.sides?.enter[v] ?? 255)), leave: new Uint8Array(vertices.map((v) => grid.sides?.leave[v] ?? 255)) };
    };
    const writeBack = (stroke: ReturnType<typeof record>) => {
      const now = record(stroke.vertices);
      grid.setCells(stroke.vertices, stroke.costs, stroke.vertices.length, undefined, stroke);
      return now;
    };
    const seen = () => JSON.stringify(describeGrid(grid, 'numbers'));
    const saved = [seen()];
    const strokes = Array.from({ length: 25 }, () => {
      const [x, y] = [below(7), below(6)];
      const [width, height] = [1 + below(Math.min(4, 7 - x)), 1 + below(Math.min(4, 6 - y))];
      const cells = Array.from({ length: width * height }, (_, i) => grid.vertex(x + (i % width), y + Math.floor(i / width)));
      const stroke = record(cells);
      for (let k = 0; k < 3; k++) {
        const v = cells[below(cells.length)];
        const [i, j] = [grid.x(v), grid.y(v)];
        const how = below(5);
        if (how === 0) grid.setRectangle(x, y, width, height, below(4));
        else if (how === 1) grid.setCost(i, j, below(6));
        else if (how === 2) grid.setSides(i, j, below(2) === 0 ? 'open' : { enter: below(256), leave: below(256) });
        else grid.setBlocked(i, j, how === 3);
      }
      saved.push(seen());
      return stroke;
    });
    const jumps = [0, 25, 0, ...Array.from({ length: 10 }, () => below(26))];
    let at = 25;
    for (const to of jumps) {
      for (; at > to; at--) strokes[at - 1] = writeBack(strokes[at - 1]);
      for (; at < to; at++) strokes[at] = writeBack(strokes[at]);
      expect(seen()).toBe(saved[at]);
    }
    differed += new Set(saved).size;
  }
  expect(differed).toBeGreaterThan(1000);
});
