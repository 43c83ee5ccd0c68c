import { avoiding } from '@pf/graph';
import { oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Components, Grid, HexMap, seededRandom, UnitGrid } from '../src/index.ts';
import { cellsOf, joined } from '../src/rectangles.ts';
import type { Rectangle } from '../src/rectangles.ts';
import { arcsOf, cellOf } from './grid-of.ts';

test('an update returns what changed since the last one, whether or not the map was read in between', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), fc.constantFrom('eight', 'hex'), fc.boolean(), (seed, size, movement, reads) => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const ground = new Grid(8, 7, { movement });
      const unit = new UnitGrid(ground, size);
      const tails = new Uint32Array(ground.vertexCount);
      for (let round = 0; round < 4; round++) {
        const before = new Set(arcsOf(unit.grid));
        for (let edit = below(4); edit >= 0; edit--) {
          const n = 1 + below(9);
          const first = below(ground.vertexCount);
          const cells = Uint32Array.from({ length: n }, (_, i) => (random() < 0.7 ? first + i : below(ground.vertexCount))).filter((v) => ground.hasVertex(v));
          ground.setCells(cells, Uint8Array.from(cells, () => below(4)), cells.length);
          // Often all sides are opened again.
          for (const v of cells) if (random() < 0.3) ground.setSides(ground.x(v), ground.y(v), [{ enter: 0 }, { leave: below(256) }][below(2)]);
          if (random() < 0.5) for (const v of ground.cells.keys()) if (ground.hasVertex(v)) ground.setSides(ground.x(v), ground.y(v), 'open');
          if (reads && random() < 0.5) expect(unit.grid.version).toBeGreaterThanOrEqual(0);
        }
        const found = [...tails.subarray(0, unit.update(tails))];
        expect(new Set(found).size).toBe(found.length);
        const after = new Set(arcsOf(unit.grid));
        const changed = [...[...before].filter((arc) => !after.has(arc)), ...[...after].filter((arc) => !before.has(arc))].map((arc) => Number(arc.split(' ')[0]));
        const numbers = new Set(found.map((v) => cellOf(ground, v)));
        if (reads) expect(changed.filter((v) => !numbers.has(v))).toEqual([]);
        else expect(numbers).toEqual(new Set(changed));
        expect(arcsOf(new UnitGrid(ground, size).grid)).toEqual(arcsOf(unit.grid));
        expect(unit.update(tails)).toBe(0);
      }
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test('after more changes than a map remembers, an update returns all cells', () => {
  const ground = new Grid(6, 5);
  const unit = new UnitGrid(ground, 2);
  const tails = new Uint32Array(ground.vertexCount);
  for (let i = 0; i < 1100; i++) {
    ground.setBlocked(2, 2, i % 2 === 0);
    expect(unit.grid.isBlocked(1, 1)).toBe(i % 2 === 0);
  }
  const n = unit.update(tails);
  expect(Array.from(tails.subarray(0, n), (v) => cellOf(ground, v))).toEqual(Array.from({ length: 30 }, (_, i) => i));
  expect(unit.update(tails)).toBe(0);
});

test('near rectangles are joined, those far apart are not', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 4 }), fc.nat(4), (rectangles: Rectangle[], around) => {
      const cells = rectangles.reduce((sum, [, , width, height]) => sum + (width + around) * (height + around), 0);
      expect(cellsOf(rectangles, around)).toBe(cells);
      const found = joined(rectangles, cells, around);
      const left = Math.min(...rectangles.map(([x]) => x));
      const top = Math.min(...rectangles.map(([, y]) => y));
      const width = Math.max(...rectangles.map(([x, , w]) => x + w)) - left;
      const height = Math.max(...rectangles.map(([, y, , h]) => y + h)) - top;
      const isNear = (width + around) * (height + around) <= cells;
      expect(found).toEqual(isNear ? [[left, top, width, height]] : rectangles);
    }),
    { numRuns: runs(300), seed: 1 },
  );
  expect(joined([], 0, 2)).toEqual([]);
});

test('a hexagonal unit covers the cells nearer than its size, and a unit larger than the map fits nowhere', () => {
  const ground = new Grid(9, 9, { movement: 'hex' });
  const unit = new UnitGrid(ground, 2);
  const free = (): number => unit.grid.terrain.free;
  expect(free()).toBe(49);
  ground.setBlocked(4, 4, true);
  expect([free(), unit.grid.isFree(3, 3), unit.grid.isFree(5, 3), unit.grid.isFree(4, 3)]).toEqual([42, true, false, false]);
  for (const [width, height] of [[4, 9], [9, 4], [5, 5]]) expect(new UnitGrid(new Grid(width, height, { movement: 'hex' }), 3).grid.terrain.free).toBe(width === 5 ? 1 : 0);
  for (const [width, height] of [[2, 9], [9, 2], [3, 3]]) expect(new UnitGrid(new Grid(width, height), 3).grid.terrain.free).toBe(width === 3 ? 1 : 0);
});

test('the cells under a unit are listed row by row', () => {
  const cells = (movement: 'eight' | 'hex', size: number): string[] => {
    const { dx, dy } = new UnitGrid(new Grid(9, 9, { movement }), size);
    return dx.map((x, i) => `${x} ${dy[i]}`);
  };
  expect(cells('eight', 2)).toEqual(['0 0', '1 0', '0 1', '1 1']);
  expect(cells('hex', 2)).toEqual(['0 -1', '1 -1', '-1 0', '0 0', '1 0', '-1 1', '0 1']);
  expect(cells('hex', 3)).toHaveLength(19);
  expect(cells('eight', 255)).toHaveLength(255 ** 2);
});

test('a unit covers the cells under it that are on the map', () => {
  for (const [movement, size, around] of [['eight', 1, 1], ['eight', 2, 4], ['four', 3, 9], ['hex', 1, 1], ['hex', 2, 7], ['hex', 3, 19]] as const) {
    const ground = new Grid(8, 7, { movement });
    const unit = new UnitGrid(ground, size);
    const vertices = Array.from({ length: 56 }, (_, i) => ground.vertex(i % 8, Math.floor(i / 8)));
    for (const v of vertices) {
      const asked: number[] = [];
      expect(unit.covers(v, (cell) => asked.push(cell) === 0)).toBe(false);
      const under = vertices.filter((u) => {
        const [x, y] = [ground.x(u) - ground.x(v), ground.y(u) - ground.y(v)];
        return movement === 'hex' ? ground.distance(u, v) < size : x >= 0 && y >= 0 && x < size && y < size;
      });
      expect(asked).toEqual(under);
      expect(under.length === around).toBe(unit.grid.cells[v] !== 0);
      for (const u of vertices) expect(unit.covers(v, (cell) => cell === u)).toBe(under.includes(u));
    }
  }
});

test('a unit covers no cell beside the rectangle of a HexMap, and has no cells at what is no cell', () => {
  const { grid } = HexMap.fromRows(['...', '...', '...'], { layout: 'odd-r' });
  const unit = new UnitGrid(grid, 2);
  const beside = [...grid.cells.keys()].filter((v) => grid.outside![v] === 1);
  for (const v of grid.cells.keys()) if (grid.hasVertex(v)) expect(unit.covers(v, (cell) => beside.includes(cell))).toBe(false);
  for (const v of [-1, 0, 1.5, NaN, grid.vertexCount]) expect(() => unit.covers(v, () => true)).toThrow('The position of a unit must be a');
});

test('a path around the cells that others cover is the path on a map where these cells are blocked', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), fc.constantFrom('four', 'hex'), (seed, size, movement) => {
      const random = seededRandom(seed);
      const ground = new Grid(8, 8, { movement });
      for (const v of ground.cells.keys()) if (ground.hasVertex(v) && random() < 0.1) ground.setBlocked(ground.x(v), ground.y(v), true);
      const unit = new UnitGrid(ground, size);
      const taken = new Uint8Array(ground.vertexCount).map(() => Number(random() < 0.06));
      const full = ground.clone();
      for (const v of full.cells.keys()) if (taken[v] === 1 && full.hasVertex(v)) full.setBlocked(full.x(v), full.y(v), true);
      const expected = new UnitGrid(full, size).grid;
      const view = avoiding(unit.grid, (v) => unit.covers(v, (cell) => taken[cell] === 1));
      for (const v of expected.cells.keys()) if (expected.cells[v] !== 0) expect(oracleDistances(view, v)).toEqual(oracleDistances(expected, v));
    }),
    { numRuns: runs(30), seed: 1 },
  );
});

test('an update after the map was read returns few tails, and needs no buffer', () => {
  const ground = new Grid(30, 30);
  const unit = new UnitGrid(ground, 2);
  const tails = new Uint32Array(ground.vertexCount);
  ground.setBlocked(9, 9, true);
  expect(unit.grid.isBlocked(8, 8)).toBe(true);
  ground.setBlocked(11, 9, true);
  const n = unit.update(tails);
  expect([n, unit.tailCount, Math.max(...tails.subarray(0, n)) < ground.vertex(20, 20)]).toEqual([24, 24, true]);
  ground.setBlocked(20, 20, true);
  expect([unit.grid.isBlocked(20, 20), unit.tailCount]).toEqual([true, 24]);
  expect([unit.update(), unit.tailCount, unit.update(tails)]).toEqual([0, 0, 0]);
  ground.setBlocked(20, 20, false);
  expect([unit.update(tails), unit.update(), unit.tailCount]).toEqual([16, 0, 0]);
});

test('an update with a buffer that is too short or of another kind changes nothing, and can be repeated', () => {
  const ground = new Grid(9, 9);
  const edited = Uint32Array.of(ground.vertex(4, 4));
  for (const update of [(unit: UnitGrid, tails: Uint32Array) => unit.update(tails), (unit: UnitGrid, tails: Uint32Array) => unit.followCells(edited, 1, tails)]) {
    for (const wasRead of [false, true]) {
      const unit = new UnitGrid(ground, 2);
      ground.setBlocked(4, 4, !ground.isBlocked(4, 4));
      if (wasRead) expect(unit.grid.isBlocked(4, 4)).toBe(ground.isBlocked(4, 4));
      for (const length of [0, 3, ground.vertexCount - 1]) expect(() => update(unit, new Uint32Array(length))).toThrow(`but tails holds ${length}; pass a longer Uint32Array`);
      for (const Type of [Uint8Array, Uint16Array, Float32Array]) expect(() => update(unit, new Type(ground.vertexCount) as never)).toThrow(`${Type.name} would cut off the numbers of vertices`);
      expect(update(unit, new Uint32Array(ground.vertexCount))).toBeGreaterThan(4);
      expect(unit.grid.toArray()).toEqual(new UnitGrid(ground, 2).grid.toArray());
    }
  }
});

test('a heuristic of the map of a unit follows the ground, whatever is read first', () => {
  for (const movement of ['eight', 'hex'] as const) {
    const ground = new Grid(4, 1, { movement }, 5);
    const { grid } = new UnitGrid(ground, 1);
    const { terrain } = grid;
    const estimate = grid.heuristic();
    const [a, b] = [grid.vertex(0, 0), grid.vertex(3, 0)];
    expect(estimate(a, b)).toBe(15);
    ground.setRectangle(0, 0, 4, 1, 1);
    expect(estimate(a, b)).toBe(3);
    ground.setCost(1, 0, 0);
    expect([terrain.free, terrain.weighted]).toEqual([3, false]);
    ground.setCost(1, 0, 9);
    expect(terrain.weighted).toBe(true);
  }
});

test('a unit of one cell follows sides that close and open', () => {
  const ground = new Grid(4, 3);
  const unit = new UnitGrid(ground, 1);
  for (const sides of [{ enter: 0 }, { leave: 5 }, { enter: 3, leave: 255 }, 'open'] as const) {
    ground.setSides(1, 1, sides);
    ground.setCost(2, 2, 7);
    expect(arcsOf(unit.grid)).toEqual(arcsOf(ground));
    expect(arcsOf(new UnitGrid(ground, 1).grid)).toEqual(arcsOf(ground));
  }
});

test.each(['four', 'hex'] as const)('a large unit jumps down a cliff and does not climb it (%s)', (movement) => {
  const ground = new Grid(7, 7, { movement });
  const south = movement === 'four' ? ground.mask('south') : ground.mask('southeast') | ground.mask('southwest');
  for (let x = 0; x < 7; x++) ground.setSides(x, 3, { enter: 255 & ~south });
  for (const size of [1, 2]) {
    const { grid } = new UnitGrid(ground, size);
    const [above, below] = [grid.vertex(3, 1), grid.vertex(3, 4)];
    const [up, down] = [oracleDistances(grid, below)[above], oracleDistances(grid, above)[below]];
    expect([size, up, down < Infinity]).toEqual([size, Infinity, true]);
    ground.setSides(3, 3, 'open');
    // A gap of one cell.
    expect(oracleDistances(grid, below)[above] < Infinity).toBe(size === 1);
    ground.setSides(3, 3, { enter: 255 & ~south });
  }
});

test('blocked cells stay blocked whatever costOf says, unless the unit digs', () => {
  const ground = Grid.fromRows(['.#4']);
  const costOf = (terrain: number): number => (terrain === 4 ? 0 : 2);
  expect(new UnitGrid(ground, 1, { costOf }).grid.toRows()).toEqual(['2##']);
  const mole = new UnitGrid(ground, 1, { costOf, digs: true });
  expect(mole.grid.toRows()).toEqual(['22#']);
  ground.setBlocked(0, 0, true);
  ground.setCost(1, 0, 4);
  expect(mole.grid.toRows()).toEqual(['2##']);
  // Walls are no corners for it.
  const crossing = Grid.fromRows(['.#', '#.']);
  const costs = [crossing, new UnitGrid(crossing, 1, { digs: true, costOf: (terrain) => (terrain === 0 ? 20 : terrain) }).grid].map((grid) => oracleDistances(grid, grid.vertex(0, 0))[grid.vertex(1, 1)]);
  expect(costs).toEqual([Infinity, Math.SQRT2]);
});

test('a unit that digs does not cross a row of walls whose sides are closed', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    for (const size of [1, 2]) {
      const ground = new Grid(9, 9, { movement });
      ground.setRectangle(0, 4, 9, 1, 0);
      const unit = new UnitGrid(ground, size, { digs: true, costOf: (terrain) => (terrain === 0 ? 20 : 1) });
      const [v, u] = [ground.vertex(4, 2), ground.vertex(4, 6)];
      expect([oracleDistances(unit.grid, v)[u], oracleDistances(unit.grid, u)[v]]).not.toContain(Infinity);
      for (let x = 0; x < 9; x++) ground.setSides(x, 4, { enter: 0, leave: 0 });
      expect([oracleDistances(unit.grid, v)[u], oracleDistances(unit.grid, u)[v]]).toEqual([Infinity, Infinity]);
      expect(new Components(unit.grid).same(v, u)).toBe(false);
      // The walls beside a floor can still be broken.
      ground.setBlocked(4, 1, true);
      expect(oracleDistances(unit.grid, v)[ground.vertex(4, 1)]).toBe(20);
    }
  }
});

test('once costOf works for a terrain that it failed for, an edit to that terrain updates all its cells', () => {
  const ground = new Grid(7, 1);
  let isLoaded = true;
  const unit = new UnitGrid(ground, 1, {
    costOf: (terrain) => {
      if (!isLoaded && terrain === 3) throw new Error('not loaded yet');
      return terrain;
    },
  });
  isLoaded = false;
  ground.setCost(1, 0, 3);
  ground.setCost(3, 0, 3);
  expect(() => unit.grid.version).toThrow('not loaded yet');
  expect(unit.grid.toRows()).toEqual(['.#.#...']);
  const { version } = unit.grid;
  isLoaded = true;
  ground.setCost(5, 0, 3);
  ground.setCost(6, 0, 2);
  expect(unit.grid.toRows()).toEqual(['.3.3.32']);
  const tails = new Uint32Array(ground.vertexCount);
  expect([...tails.subarray(0, unit.grid.changedSince(version, tails))].map((v) => ground.x(v)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('once costOf works again, the whole ground is read once', () => {
  const ground = new Grid(7, 1);
  let failing = 0;
  const unit = new UnitGrid(ground, 1, {
    costOf: (terrain) => {
      if (terrain === failing) throw new Error('not loaded yet');
      return terrain;
    },
  });
  let reads = 0;
  const lookAround = unit['lookAround'].bind(unit);
  unit['lookAround'] = (x, y, width, height, n) => {
    if (width * height === 7) reads++;
    return lookAround(x, y, width, height, n);
  };
  const failFor = (terrain: number, x: number): void => {
    failing = terrain;
    ground.setCost(x, 0, terrain);
    expect(() => unit.grid.version).toThrow('not loaded yet');
    failing = 0;
  };
  failFor(3, 1);
  unit.update();
  expect([unit.grid.toRows(), reads]).toEqual([['.3.....'], 1]);
  failFor(4, 3);
  ground.setCost(5, 0, 4);
  expect([unit.grid.toRows(), reads]).toEqual([['.3.4.4.'], 2]);
  unit.update();
  expect(reads).toBe(2);
  // Another one that still fails is tried again.
  failFor(5, 0);
  failFor(6, 2);
  failing = 5;
  ground.setCost(4, 0, 6);
  expect(() => unit.grid.version).toThrow('not loaded yet');
  failing = 0;
  unit.update();
  expect([unit.grid.toRows(), reads]).toEqual([['536464.'], 4]);
});

test('a unit keeps no memory of the first copy of the map', () => {
  const ground = new Grid(256, 256);
  ground.setSides(1, 1, { enter: 0 });
  const unit = new UnitGrid(ground, 1);
  const { list, highest } = unit as unknown as { list: { vertices: Uint32Array }; highest: { values: Uint8Array } };
  expect([list.vertices.length, highest.values.length]).toEqual([0, 0]);
  expect(arcsOf(unit.grid)).toEqual(arcsOf(ground));
});

test('an update that opens the last closed side returns the tails of arcs into cells of a new cost', () => {
  const ground = Grid.fromRows(['..'], { movement: 'four' });
  const unit = new UnitGrid(ground, 1);
  const tails = new Uint32Array(ground.vertexCount);
  ground.setSides(0, 0, { enter: 0 });
  expect([...tails.subarray(0, unit.update(tails))]).toEqual([ground.vertex(1, 0)]);
  ground.setSides(0, 0, 'open');
  ground.setCost(1, 0, 7);
  expect([...tails.subarray(0, unit.update(tails))].sort()).toEqual([ground.vertex(0, 0), ground.vertex(1, 0)]);
});

test('cells that are reported one edit at a time hide no other edit', () => {
  const random = seededRandom(3);
  const below = (n: number): number => Math.floor(random() * n);
  for (let history = 0; history < 200; history++) {
    const ground = new Grid(12, 9);
    const unit = new UnitGrid(ground, 1 + below(2));
    for (let edit = 0; edit < 4; edit++) {
      const cells = Uint32Array.from({ length: 1 + below(4) }, () => ground.vertex(below(12), below(9))).sort();
      ground.setCells(cells, Uint8Array.from(cells, () => below(3)), cells.length);
      if (random() < 0.3) expect(unit.grid.toRows()).toEqual(new UnitGrid(ground, unit.size).grid.toRows());
      if (random() < 0.3) ground.setCost(below(12), below(9), below(3));
      if (random() < 0.3) {
        // The rectangle around the cells.
        const [columns, lines] = [Array.from(cells, (v) => ground.x(v)), Array.from(cells, (v) => ground.y(v))];
        const [left, top] = [Math.min(...columns), Math.min(...lines)];
        ground.setRectangle(left, top, Math.max(...columns) - left + 1, Math.max(...lines) - top + 1, below(3));
      }
      if (random() < 0.5) unit.followCells(cells, cells.length);
      if (random() < 0.5) expect(unit.grid.toRows()).toEqual(new UnitGrid(ground, unit.size).grid.toRows());
    }
  }
});

test('whatever reads the map of a unit sees the edits of the ground', () => {
  const reads: Record<string, (grid: Grid) => unknown> = {
    cells: (grid) => [...grid.cells],
    weights: (grid) => [...grid.weights],
    moves: (grid) => [...grid.moves],
    terrain: (grid) => grid.terrain.free,
    weighted: (grid) => grid.weighted,
    sides: (grid) => grid.sides?.enter[grid.vertex(2, 1)],
    version: (grid) => grid.version > 0,
    edits: (grid) => grid.edits > 0,
    editedSince: (grid) => {
      let cells = 0;
      grid.editedSince(0, (_x, _y, width, height) => (cells += width * height));
      return cells > 0;
    },
    changedSince: (grid) => grid.changedSince(0, new Uint32Array(grid.vertexCount)) > 0,
    isFree: (grid) => grid.isFree(2, 1),
    toRows: (grid) => grid.toRows(),
    successors: (grid) => grid.successors(grid.vertex(1, 1), new Uint32Array(8), new Float64Array(8)),
    predecessors: (grid) => grid.predecessors(grid.vertex(1, 1), new Uint32Array(8), new Float64Array(8)),
    clone: (grid) => grid.clone().toRows(),
    unit: (grid) => new UnitGrid(grid, 2).grid.toRows(),
  };
  const edits: ((ground: Grid) => void)[] = [(ground) => ground.setRectangle(2, 0, 1, 3, 0), (ground) => ground.setRectangle(0, 0, 5, 3, 4), (ground) => ground.setSides(2, 1, { enter: 1 })];
  for (const [name, read] of Object.entries(reads)) {
    for (const edit of edits) {
      const ground = new Grid(5, 3);
      const { grid } = new UnitGrid(ground, 1);
      edit(ground);
      const updated = new Grid(5, 3);
      edit(updated);
      expect(read(grid), name).toEqual(read(updated));
    }
  }
});

test('the map of a unit cannot be edited, which the next edit of the ground would undo', () => {
  const ground = new Grid(5, 3);
  const { grid } = new UnitGrid(ground, 1);
  const edits: (() => number)[] = [
    () => grid.setBlocked(2, 1, true),
    () => grid.setCost(2, 1, 3),
    () => grid.setRectangle(0, 0, 2, 2, 0),
    () => grid.setCells(Uint32Array.of(grid.vertex(2, 1)), Uint8Array.of(0), 1),
    () => grid.setSides(2, 1, 'open'),
  ];
  for (const edit of edits) expect(edit).toThrow('This is the map of a UnitGrid, which follows its ground: edit the ground.');
  expect(grid.toRows()).toEqual(ground.toRows());
  const copy = grid.clone();
  copy.setBlocked(2, 1, true);
  expect(copy.isFree(2, 1)).toBe(false);
});

test('after costsChanged the map has the new costs, and planners and updates see it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean(), (seed, size, reads, digs) => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const ground = Grid.fromArray(Array.from({ length: 56 }, () => below(4)), 8, 7);
      let costs = [0, 1, 2, 3];
      const options = { digs, costOf: (terrain: number): number => costs[terrain] };
      const unit = new UnitGrid(ground, size, options);
      const tails = new Uint32Array(ground.vertexCount);
      for (let round = 0; round < 4; round++) {
        const before = new Set(arcsOf(unit.grid));
        if (random() < 0.5) ground.setCost(below(8), below(7), below(4));
        costs = costs.map(() => below(4));
        unit.costsChanged();
        if (reads) expect(unit.grid.version).toBeGreaterThanOrEqual(0);
        const found = new Set(Array.from(tails.subarray(0, unit.update(tails)), (v) => cellOf(ground, v)));
        const after = new Set(arcsOf(new UnitGrid(ground, size, options).grid));
        expect(new Set(arcsOf(unit.grid))).toEqual(after);
        const changed = [...before].filter((arc) => !after.has(arc)).concat([...after].filter((arc) => !before.has(arc)));
        expect(changed.filter((arc) => !found.has(Number(arc.split(' ')[0])))).toEqual([]);
      }
    }),
    { numRuns: runs(200), seed: 1 },
  );
});

test('costsChanged within costOf is followed by the next read', () => {
  const ground = Grid.fromRows(['12']);
  let winter = false;
  const unit: UnitGrid = new UnitGrid(ground, 1, {
    costOf: (terrain) => {
      if (terrain === 3 && !winter) {
        winter = true;
        unit.costsChanged();
      }
      return winter ? 9 : terrain;
    },
  });
  ground.setCost(0, 0, 3);
  expect(unit.grid.toRows()).toEqual(['99']);
});

test('edits far apart that are read at once are not followed by the rectangle around them', () => {
  const ground = new Grid(200, 200);
  const tails = new Uint32Array(ground.vertexCount);
  for (const size of [1, 2, 3, 6, 9]) {
    const { grid } = new UnitGrid(ground, size);
    const counts = [0, 1].map((cost) => {
      const { version } = grid;
      for (const [x, y] of [[20, 150], [120, 30]]) ground.setRectangle(x, y, 9, 9, cost);
      return grid.changedSince(version, tails);
    });
    const around = 9 + size + 1;
    expect(counts).toEqual([2 * around ** 2, 2 * around ** 2]);
  }
});
