import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Clearance, Components, Grid, seededRandom, UnitGrid } from '../src/index.ts';
import { arcsOf, cellOf, gridOf } from './grid-of.ts';

/** The highest cost under a unit, by reading each cell beneath; 0 if it does not fit. */
function worst(grid: Grid, x: number, y: number, size: number, costOf = (terrain: number): number => terrain): number {
  let worst = 1;
  for (let dy = -size; dy <= size; dy++) {
    for (let dx = -size; dx <= size; dx++) {
      const beneath = grid.movement === 'hex' ? (Math.abs(dx) + Math.abs(dy) + Math.abs(dx + dy)) / 2 < size : dx >= 0 && dy >= 0 && dx < size && dy < size;
      if (!beneath) continue;
      const cost = grid.contains(x + dx, y + dy) ? costOf(grid.cost(x + dx, y + dy)) : 0;
      if (cost === 0) return 0;
      worst = Math.max(worst, cost);
    }
  }
  return worst;
}

/** The results of `of` for each cell, row by row. */
function overall(grid: Grid, of: (x: number, y: number) => number): number[] {
  return Array.from({ length: grid.width * grid.height }, (_, i) => of(i % grid.width, Math.floor(i / grid.width)));
}

function checkClearance(clearance: Clearance, grid: Grid): void {
  const expected = overall(grid, (x, y) => {
    let size = 0;
    while (worst(grid, x, y, size + 1) > 0) size++;
    return size;
  });
  expect(overall(grid, (x, y) => clearance.at(grid.vertex(x, y)))).toEqual(expected);
}

const scripts = worlds({ maxSize: 10, sides: true }).chain((world) => {
  const rectangle = fc
    .tuple(fc.nat(world.width - 1), fc.nat(world.height - 1), fc.constantFrom(1, 1, 2, 4), fc.constantFrom(1, 1, 3), fc.constantFrom(0, 0, 1, 1, 3), fc.boolean())
    .map(([x, y, width, height, cost, closes]) => ({ x, y, width: Math.min(width, world.width - x), height: Math.min(height, world.height - y), cost, closes }));
  return fc.tuple(fc.constant(world), fc.array(rectangle, { maxLength: 6 }), fc.integer({ min: 1, max: 6 }));
});

describe('clearance', () => {
  test('is the size of the largest unit that fits, before and after edits', () => {
    const property = fc.property(scripts, ([world, edits]) => {
      const grid = gridOf(world);
      const clearance = new Clearance(grid);
      checkClearance(clearance, grid);
      for (const { x, y, width, height, cost } of edits) {
        grid.setRectangle(x, y, width, height, cost);
        checkClearance(clearance, grid);
      }
    });
    fc.assert(property, { numRuns: runs(250), seed: 801 });
  });

  test('is at most 255', () => {
    for (const movement of ['eight', 'hex'] as const) {
      const grid = new Grid(600, 600, { movement });
      const clearance = new Clearance(grid);
      expect(clearance.at(grid.vertex(300, 300))).toBe(255);
      expect(clearance.at(grid.vertex(599, 0))).toBe(1);
    }
  });
});

test('many edits between two queries are followed, even more than a map remembers', () => {
  const random = seededRandom(5);
  for (const movement of ['eight', 'hex'] as const) {
    for (const edits of [1, 2, 7, 60, 511, 512, 513, 1100]) {
      const grid = new Grid(16, 15, { movement });
      const clearance = new Clearance(grid);
      const components = new Components(grid);
      const unit = new UnitGrid(grid, 2);
      for (let i = 0; i < edits; i++) grid.setCost(Math.floor(random() * 16), Math.floor(random() * 15), random() < 0.4 ? 0 : 1 + Math.floor(random() * 3));
      checkClearance(clearance, grid);
      expect(components.count).toBe(new Components(grid).count);
      expect(unit.grid.toRows()).toEqual(new UnitGrid(grid, 2).grid.toRows());
    }
  }
});

test('a map of units follows when its version is read, as searches and planners do', () => {
  const ground = new Grid(6, 5);
  const { grid } = new UnitGrid(ground, 2);
  const { version } = grid;
  ground.setRectangle(3, 0, 1, 5, 0);
  expect(grid.version).toBeGreaterThan(version);
  expect(grid.toRows()).toEqual(new UnitGrid(ground, 2).grid.toRows());
});

/** Units that walk, that cross everything, and that move only where others cannot. */
const kinds = {
  own: undefined,
  foot: (terrain: number): number => (terrain === 3 ? 0 : terrain),
  wings: (): number => 1,
  boat: (terrain: number): number => (terrain === 0 ? 2 : terrain === 3 ? 1 : 0),
};

/** Closes the sides of a position that are closed at a cell under the unit. */
function copySides({ ground: { sides }, dx, dy }: UnitGrid, to: Grid, v: number): void {
  const [x, y] = [to.x(v), to.y(v)];
  if (sides === undefined || !to.contains(x, y)) return;
  const under = dx.flatMap((right, i) => (to.contains(x + right, y + dy[i]) ? [to.vertex(x + right, y + dy[i])] : []));
  to.setSides(x, y, { enter: under.reduce((open, u) => open & sides.enter[u], 255), leave: under.reduce((open, u) => open & sides.leave[u], 255) });
}

describe('the grid of a large unit', () => {
  test('is free where the unit fits, at the highest cost beneath, and follows edits with the tails of what changed', () => {
    const property = fc.property(scripts, fc.constantFrom(...Object.values(kinds)), ([world, edits, size], costOf) => {
      const ground = gridOf(world);
      const unit = new UnitGrid(ground, size, { costOf, digs: true });
      const check = (): void => {
        expect([...unit.grid.toArray()]).toEqual(overall(ground, (x, y) => worst(ground, x, y, size, costOf)));
        const expected = Grid.fromArray(unit.grid.toArray(), ground.width, ground.height, ground);
        for (let v = 0; v < ground.vertexCount; v++) copySides(unit, expected, v);
        expect(arcsOf(unit.grid)).toEqual(arcsOf(expected));
      };
      check();
      for (const { x, y, width, height, cost, closes } of edits) {
        const before = arcsOf(unit.grid);
        ground.setRectangle(x, y, width, height, cost);
        if (closes) ground.setSides(x, y, { enter: cost * 5, leave: 255 - cost });
        const tails = new Uint32Array(ground.vertexCount);
        const n = unit.update(tails);
        check();
        const after = arcsOf(unit.grid);
        const changed = new Set([...before.filter((arc) => !after.includes(arc)), ...after.filter((arc) => !before.includes(arc))].map((arc) => Number(arc.split(' ')[0])));
        expect([...tails.subarray(0, n)].map((v) => cellOf(unit.grid, v)).sort((a, b) => a - b)).toEqual([...changed].sort((a, b) => a - b));
      }
    });
    fc.assert(property, { numRuns: runs(150), seed: 802 });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 13, 21])('of size %d, before and after edits of single cells, of many and of all', (size) => {
    const random = seededRandom(size);
    const below = (n: number): number => Math.floor(n * random());
    for (const movement of ['eight', 'hex'] as const) {
      for (const [width, height] of [[23, 17], [9, 40], [1, 6]]) {
        const ground = new Grid(width, height, { movement });
        const any = (): number => (random() < 0.3 / size ** 2 ? 0 : 1 + Math.floor(255 * random() ** 3));
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) ground.setCost(x, y, any());
        const { vertexCount } = ground;
        const [whole, byCells] = [new UnitGrid(ground, size), new UnitGrid(ground, size)];
        const [ofWhole, ofCells] = [new Uint32Array(vertexCount), new Uint32Array(vertexCount)];
        for (const cells of [1, 2, 5, 1, 40, width * height, 3]) {
          const edited = Uint32Array.from({ length: cells }, () => ground.vertex(below(width), below(height)));
          // Some adjacent, some apart, some repeated.
          if (cells > 2 && random() < 0.5) for (let i = 1; i < cells; i++) edited[i] = Math.min(edited[i - 1] + 1, ground.vertex(width - 1, height - 1));
          const onMap = edited.filter((v) => ground.contains(ground.x(v), ground.y(v)));
          ground.setCells(onMap, Uint8Array.from(onMap, any), onMap.length);
          const n = whole.update(ofWhole);
          const m = byCells.update(ofCells);
          expect([...whole.grid.toArray()]).toEqual(overall(ground, (x, y) => worst(ground, x, y, size)));
          expect(byCells.grid.toArray()).toEqual(whole.grid.toArray());
          expect(ofCells.slice(0, m).sort()).toEqual(ofWhole.slice(0, n).sort());
        }
        expect(new UnitGrid(ground, size).grid.toArray()).toEqual(whole.grid.toArray());
      }
    }
  });

  test('is free exactly where the clearance suffices', () => {
    const property = fc.property(scripts, ([world, , size]) => {
      const ground = gridOf(world);
      const clearance = new Clearance(ground);
      const { grid } = new UnitGrid(ground, size);
      for (let v = 0; v < grid.vertexCount; v++) expect(grid.cells[v] > 0).toBe(clearance.at(v) >= size);
    });
    fc.assert(property, { numRuns: runs(100), seed: 803 });
    for (const cost of [-1, 1.5, 256, NaN, undefined]) {
      expect(() => new UnitGrid(new Grid(2, 2), 1, { costOf: () => cost as number })).toThrow(`costOf returned ${cost} for the terrain 1;`);
    }
    for (const size of [0, -1, 1.5, 256]) expect(() => new UnitGrid(new Grid(2, 2), size)).toThrow(`got ${size}`);
  });
});
