import { checkGraph, NO_VERTEX } from '@pf/graph';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Grid, lineOfSight, nearestFree, TorusGrid } from '../src/index.ts';
import { arcsOf, cellsOf, costsFrom, randomTorus, wrapped } from './torus-oracle.ts';

test('the cost range holds for every arc, before and after edits, and is that of the rules', () => {
  for (let round = 0; round < runs(60); round++) {
    const { torus, whole } = randomTorus(round);
    checkGraph(torus);
    for (const cost of [255, 1]) {
      torus.grid.setRectangle(0, 0, torus.grid.width, torus.grid.height, cost);
      torus.grid.setCost(whole(torus.grid.width), whole(torus.grid.height), 1);
      checkGraph(torus);
    }
  }
  expect(new TorusGrid(new Grid(4, 4)).costRange).toEqual({ least: 1, most: 255 * Math.SQRT2, whole: false });
  expect(new TorusGrid(new Grid(4, 4, { metric: '5/7' })).costRange).toEqual({ least: 5, most: 1785, whole: true });
  for (const movement of ['four', 'hex'] as const) expect(new TorusGrid(new Grid(4, 4, { movement })).costRange).toEqual({ least: 1, most: 255, whole: true });
});

test('arcs are those of the rules over wrapped coordinates', () => {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  for (let round = 0; round < runs(150); round++) {
    const { torus } = randomTorus(round);
    const { grid } = torus;
    const found: string[] = [];
    for (const [i, [x, y]] of cellsOf(grid).entries()) {
      for (let k = torus.successors(grid.vertex(x, y), to, cost) - 1; k >= 0; k--) found.push(`${i} ${grid.y(to[k]) * grid.width + grid.x(to[k])} ${cost[k]}`);
    }
    expect(found.sort()).toEqual(arcsOf(torus).map((arc) => `${arc.from} ${arc.to} ${arc.cost}`).sort());
  }
});

test('estimates and distances between all cells are the costs and steps on the empty map, whatever its size', () => {
  for (let round = 0; round < runs(120); round++) {
    const { torus, whole } = randomTorus(round);
    const { grid } = torus;
    const empty = new TorusGrid(new Grid(grid.width, grid.height, { movement: grid.movement, corners: 'always', metric: grid.metric }), { joins: torus.joins });
    const unit = new TorusGrid(new Grid(grid.width, grid.height, { movement: grid.movement, corners: 'always', metric: { straight: 1, diagonal: 1 } }), { joins: torus.joins });
    const [x, y] = [whole(grid.width), whole(grid.height)];
    const start = wrapped(torus, x, y);
    const [costs, steps] = [costsFrom(empty, start), costsFrom(unit, start)];
    const estimate = empty.heuristic();
    const lowest = empty.heuristic({ least: 0.5 });
    const known = torus.heuristic();
    const truth = costsFrom(torus, start);
    for (const [i, [u, w]] of cellsOf(grid).entries()) {
      const ends = [grid.vertex(x, y), grid.vertex(u, w)] as const;
      expect(estimate(...ends)).toBeCloseTo(costs[i], 9);
      expect(estimate(ends[1], ends[0])).toBeCloseTo(costs[i], 9);
      expect(lowest(...ends)).toBeCloseTo(costs[i] / 2, 9);
      expect(torus.distance(...ends)).toBe(steps[i]);
      // On the map with terrain and walls, an estimate is a lower bound.
      expect(known(...ends)).toBeLessThanOrEqual(truth[i] + 1e-9);
    }
    // It follows the terrain.
    empty.grid.setRectangle(0, 0, grid.width, grid.height, 3);
    expect(estimate(grid.vertex(x, y), grid.vertex(0, 0))).toBeCloseTo(3 * costs[0], 9);
  }
  for (const joins of ['columns', 'rows'] as const) {
    const long = new TorusGrid(joins === 'rows' ? new Grid(3, 60, { movement: 'hex' }) : new Grid(60, 3, { movement: 'hex' }), { joins });
    const costs = costsFrom(long, wrapped(long, 0, 0));
    const estimate = long.heuristic();
    for (const [i, [x, y]] of cellsOf(long.grid).entries()) expect(estimate(long.vertex(x, y), long.vertex(0, 0))).toBe(costs[i]);
  }
  expect(() => new TorusGrid(new Grid(4, 4)).heuristic({ least: 2 })).toThrow('The least terrain cost must be above 0 and no more than the 1 that is on the map, got 2.');
});

test('coordinates count on past joined edges, and end at others', () => {
  for (let round = 0; round < runs(40); round++) {
    const { torus } = randomTorus(round);
    const { grid } = torus;
    for (const y of [-19, -9, -1, 0, 3, 8, 9, 20]) {
      for (let x = -25; x < 25; x++) {
        const cell = wrapped(torus, x, y);
        expect(torus.contains(x, y)).toBe(cell !== -1);
        if (cell === -1) expect(() => torus.vertex(x, y)).toThrow(RangeError);
        else expect(torus.vertex(x, y)).toBe(grid.vertex(cell % grid.width, Math.floor(cell / grid.width)));
      }
    }
    for (const [x, y] of [[0.5, 0], [0, NaN]]) expect(() => torus.contains(x, y)).toThrow('A cell has two whole numbers');
  }
});

test('two cells are connected as the arcs say, over joined edges too, after edits', () => {
  let overEdges = 0;
  for (let round = 0; round < runs(150); round++) {
    const { torus, whole } = randomTorus(round);
    const { grid } = torus;
    const plain = new TorusGrid(grid, { joins: torus.joins });
    for (let edit = 0; edit < 4; edit++) {
      const parts = Array.from({ length: grid.width * grid.height }, (_, i) => i);
      for (const { from, to } of arcsOf(torus)) {
        const [one, other] = [parts[from], parts[to]];
        parts.forEach((part, i) => { if (part === other) parts[i] = one; });
      }
      const costs = grid.toArray();
      for (const [i, [x, y]] of cellsOf(grid).entries()) {
        const j = whole(parts.length);
        const other = grid.vertex(j % grid.width, Math.floor(j / grid.width));
        const isSame = costs[i] > 0 && costs[j] > 0 && parts[i] === parts[j];
        expect(torus.same(grid.vertex(x, y), other)).toBe(isSame);
        if (edit === 0) expect(plain.same(other, grid.vertex(x, y))).toBe(isSame);
        if (isSame && Math.abs(x - (j % grid.width)) > grid.width / 2) overEdges++;
      }
      grid.setCost(whole(grid.width), whole(grid.height), whole(2));
    }
  }
  expect(overEdges).toBeGreaterThan(runs(100));
  const torus = new TorusGrid(Grid.fromRows(['..#..']), { joins: 'columns' });
  const [west, east] = [torus.vertex(0, 0), torus.vertex(4, 0)];
  expect([torus.same(west, east), torus.same(west, NO_VERTEX), torus.same(west, torus.vertex(2, 0))]).toEqual([true, false, false]);
  torus.grid.setBlocked(0, 0, true);
  torus.grid.setBlocked(0, 0, false);
  torus.grid.setSides(0, 0, { enter: torus.grid.mask('east') });
  expect(torus.same(west, east)).toBe(true);
  torus.grid.setSides(0, 0, { enter: 0, leave: 0 });
  expect(torus.same(west, east)).toBe(false);
  expect(() => torus.same(0, east)).toThrow('The first cell must be a vertex of the graph, got 0');
});

/** The differences of coordinates from one cell to another that are shortest, of all ways around. */
function shortest({ joins, grid: { width, height, movement } }: TorusGrid, across: number, down: number): [number, number][] {
  let least = Infinity;
  let found: [number, number][] = [];
  for (let i = -14; i <= 14; i++) {
    for (let j = -14; j <= 14; j++) {
      if ((joins === 'rows' && i !== 0) || (joins === 'columns' && j !== 0)) continue;
      const [dx, dy] = [across + i * width, down + j * height];
      const square = dx * dx + dy * dy + (movement === 'hex' ? dx * dy : 0);
      if (square < least) found = [];
      if (square <= least) found.push([dx, dy]);
      least = Math.min(least, square);
    }
  }
  return found;
}

test('sight over joined edges is that on a map of copies side by side', () => {
  let [seen, hidden] = [0, 0];
  for (let round = 0; round < runs(150); round++) {
    const { torus } = randomTorus(round);
    const { grid, joins } = torus;
    const { width, height, movement, corners } = grid;
    // The cell in the middle copy, and room for the longest line around.
    const [left, right] = joins === 'rows' ? [0, 0] : [width * 14, width * 14];
    const [top, bottom] = joins === 'columns' ? [0, 0] : [height * 14, height * 14];
    const copies = new Grid(left + width + right, top + height + bottom, { movement, corners });
    for (const [x, y] of cellsOf(copies)) if (!grid.isFree(x % width, y % height)) copies.setBlocked(x, y, true);
    const all = cellsOf(grid);
    const [x, y] = all[(7 * round) % all.length];
    for (const [u, w] of all) {
      const expected = shortest(torus, u - x, w - y).some(([dx, dy]) => lineOfSight(copies, copies.vertex(left + x, top + y), copies.vertex(left + x + dx, top + y + dy)));
      expect(lineOfSight(torus, grid.vertex(x, y), grid.vertex(u, w))).toBe(expected);
      expect(lineOfSight(torus, grid.vertex(u, w), grid.vertex(x, y))).toBe(expected);
      if (expected) seen++;
      else hidden++;
    }
  }
  expect(Math.min(seen, hidden)).toBeGreaterThan(runs(500));
  const torus = new TorusGrid(Grid.fromRows(['..#..']), { joins: 'columns' });
  expect(lineOfSight(torus, torus.vertex(0, 0), torus.vertex(4, 0))).toBe(true);
  for (const wrong of [0, -1, 0.5, undefined] as never[]) expect(() => lineOfSight(torus, torus.vertex(0, 0), wrong)).toThrow('The end of a line must be');
});

test('the nearest free cell is so over joined edges too; of equally near ones, the first row by row', () => {
  for (let round = 0; round < runs(200); round++) {
    const { torus, whole } = randomTorus(round);
    const { grid } = torus;
    const all = cellsOf(grid);
    const [x, y] = all[whole(all.length)];
    for (const accepted of [1, 3]) {
      let nearest = NO_VERTEX;
      let least = Infinity;
      for (const [u, w] of all) {
        const [dx, dy] = shortest(torus, u - x, w - y)[0];
        const square = dx * dx + dy * dy + (grid.movement === 'hex' ? dx * dy : 0);
        if (!grid.isFree(u, w) || (u + w) % accepted !== 0 || square >= least) continue;
        least = square;
        nearest = grid.vertex(u, w);
      }
      expect(nearestFree(torus, grid.vertex(x, y), (v) => (grid.x(v) + grid.y(v)) % accepted === 0)).toBe(nearest);
    }
  }
  const torus = new TorusGrid(Grid.fromRows(['###..']), { joins: 'columns' });
  expect([torus.x(nearestFree(torus, torus.vertex(0, 0))), nearestFree(torus, torus.vertex(0, 0), () => false)]).toEqual([4, NO_VERTEX]);
  expect(() => nearestFree(torus, 0)).toThrow('The cell must be a vertex of the graph, got 0');
});
