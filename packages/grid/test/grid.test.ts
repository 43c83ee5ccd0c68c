import { canonicalOrder } from '@pf/graph/kit';
import { rulesOf, oracleDistances, runs, worldArcs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Grid, maskTowards, seededRandom } from '../src/index.ts';
import { arcsOf, cellOf, gridOf } from './grid-of.ts';

describe('the arcs of a grid', () => {
  test('are those of a naive model, under every rule, with terrain and one-way cells', () => {
    const property = fc.property(worlds({ sides: true }), (world) => {
      const grid = gridOf(world);
      const expected = worldArcs(world).map((arc) => arc.join(' ')).sort();
      expect(arcsOf(grid)).toEqual(expected);
      expect(arcsOf(grid, 'predecessors')).toEqual(expected);
      expect(grid.weighted).toBe(world.rows.some((row) => /[2-9]/.test(row)));
    });
    fc.assert(property, { numRuns: runs(1500), seed: 201 });
  });

  test('match the bytes of the lattice', () => {
    const property = fc.property(worlds({ sides: true }), (world) => {
      const grid = gridOf(world);
      const arcs: string[] = [];
      for (let v = 0; v < grid.vertexCount; v++) {
        for (let d = 0; d < 8; d++) {
          if (((grid.moves[v] >> d) & 1) === 0) continue;
          const u = v + grid.offsets[d];
          for (const end of [u, v - grid.offsets[d]]) expect(end >= 0 && end < grid.vertexCount).toBe(true);
          arcs.push(`${cellOf(grid, v)} ${cellOf(grid, u)} ${grid.lengths[d] * (grid.weighted ? grid.weights[u] : 1)}`);
        }
      }
      expect(arcs.sort()).toEqual(arcsOf(grid));
    });
    fc.assert(property, { numRuns: runs(300), seed: 202 });
  });

  test('come east, south, west, north, then the diagonals', () => {
    const grid = new Grid(3, 3);
    const to = new Uint32Array(8);
    expect(grid.successors(grid.vertex(1, 1), to, new Float64Array(8))).toBe(8);
    expect(Array.from(to, (v) => [grid.x(v), grid.y(v)])).toEqual([[2, 1], [1, 2], [0, 1], [1, 0], [2, 2], [0, 2], [0, 0], [2, 0]]);
  });
});

/** One edit of any kind, as a function of the grid. */
type Edit = { readonly text: string; readonly apply: (grid: Grid, tails?: Uint32Array) => number };

function edits(width: number, height: number, sides: boolean): fc.Arbitrary<Edit> {
  const x = fc.nat(width - 1);
  const y = fc.nat(height - 1);
  const cost = fc.constantFrom(0, 0, 1, 1, 2, 3, 9, 255);
  const setBlocked = fc.tuple(x, y, fc.boolean()).map(([x, y, blocked]) => ({ text: `setBlocked(${x}, ${y}, ${blocked})`, apply: (grid: Grid, tails?: Uint32Array) => grid.setBlocked(x, y, blocked, tails) }));
  const setCost = fc.tuple(x, y, cost).map(([x, y, cost]) => ({ text: `setCost(${x}, ${y}, ${cost})`, apply: (grid: Grid, tails?: Uint32Array) => grid.setCost(x, y, cost, tails) }));
  const setRectangle = fc.tuple(x, y, fc.nat(4), fc.nat(4), cost).map(([x, y, w, h, cost]) => {
    const [right, bottom] = [Math.min(w, width - x), Math.min(h, height - y)];
    return { text: `setRectangle(${x}, ${y}, ${right}, ${bottom}, ${cost})`, apply: (grid: Grid, tails?: Uint32Array) => grid.setRectangle(x, y, right, bottom, cost, tails) };
  });
  // In any order, or so that neighbours follow each other, from either side.
  const ordered = <Cell extends readonly number[]>([cells, order]: [Cell[], number]): Cell[] => cells.sort((a, b) => order * (a[1] - b[1] || a[0] - b[0]));
  const order = fc.constantFrom(-1, 0, 1);
  const setCells = fc.tuple(fc.uniqueArray(fc.tuple(x, y, cost), { maxLength: 12, selector: ([x, y]) => `${x} ${y}` }), order).map(ordered).map((cells) => ({
    text: `setCells(${cells.join('; ')})`,
    apply: (grid: Grid, tails?: Uint32Array) => grid.setCells(Uint32Array.from(cells, ([x, y]) => grid.vertex(x, y)), Uint8Array.from(cells, ([, , cost]) => cost), cells.length, tails),
  }));
  const mask = fc.option(fc.nat(255), { nil: undefined });
  const setSides = fc.tuple(x, y, mask, mask).map(([x, y, enter, leave]) => ({ text: `setSides(${x}, ${y}, ${enter}, ${leave})`, apply: (grid: Grid, tails?: Uint32Array) => grid.setSides(x, y, { enter, leave }, tails) }));
  const setMany = fc.tuple(fc.uniqueArray(fc.tuple(x, y, cost, fc.nat(255), fc.nat(255)), { maxLength: 8, selector: ([x, y]) => `${x} ${y}` }), order).map(ordered).map((cells) => ({
    text: `setCells with sides(${cells.join('; ')})`,
    apply: (grid: Grid, tails?: Uint32Array) => {
      const [costs, enter, leave] = [2, 3, 4].map((i) => Uint8Array.from(cells, (cell) => cell[i]));
      return grid.setCells(Uint32Array.from(cells, ([x, y]) => grid.vertex(x, y)), costs, cells.length, tails, { enter, leave });
    },
  }));
  return fc.oneof(setBlocked, setCost, setRectangle, setCells, ...(sides ? [setSides, setMany] : []));
}

/** Properties of the whole terrain. */
function generally({ terrain, sides }: Grid): string {
  return [terrain.least, terrain.weighted, sides === undefined].join(' ');
}

describe('an edit', () => {
  test('surrounded by blocked cells changes no version', () => {
    const grid = Grid.fromRows(['#####', '#####', '#####', '....#']);
    const tails = new Uint32Array(grid.vertexCount);
    expect([grid.setBlocked(1, 1, false, tails), grid.setCost(3, 0, 1), grid.setRectangle(0, 0, 2, 2, 0, tails), grid.version]).toEqual([0, 0, 0, 0]);
    // Free cells of another cost matter to heuristics and to searches that check for terrain.
    grid.setCost(1, 1, 7);
    expect([grid.weighted, grid.version]).toEqual([true, 1]);
    grid.setSides(1, 1, { enter: 0 });
    expect([grid.sides === undefined, grid.version]).toEqual([false, 2]);
    grid.setSides(2, 1, { enter: 0 });
    expect(grid.version).toBe(2);
    expect([grid.setBlocked(4, 3, false), grid.version]).toEqual([0, 3]);
  });

  for (const movement of ['four', 'eight', 'hex'] as const) {
    for (const corners of movement === 'eight' ? (['never', 'one', 'always'] as const) : (['never'] as const)) {
      for (const sides of [false, true]) {
        test(`returns each tail of a changed arc once: ${movement}, ${corners}${sides ? ', one-way cells' : ''}`, () => {
          const sequences = worlds({ movements: [movement], corners: [corners], sides, maxSize: 7 }).chain((world) =>
            fc.tuple(fc.constant(world), fc.array(edits(world.width, world.height, sides), { minLength: 1, maxLength: 8 })),
          );
          const property = fc.property(sequences, ([world, steps]) => {
            const grid = gridOf(world);
            const silent = gridOf(world);
            const open = grid.cells.slice().fill(255);
            for (const { text, apply } of steps) {
              const before = arcsOf(grid);
              const [cells, enter, leave] = [grid.cells, grid.sides?.enter ?? open, grid.sides?.leave ?? open].map((bytes) => bytes.slice());
              const { version } = grid;
              const general = generally(grid);
              const tails = new Uint32Array(grid.vertexCount);
              const n = apply(grid, tails);
              const after = arcsOf(grid);
              const changed = new Set<number>();
              for (const arc of before) if (!after.includes(arc)) changed.add(Number(arc.split(' ')[0]));
              for (const arc of after) if (!before.includes(arc)) changed.add(Number(arc.split(' ')[0]));
              expect([...tails.subarray(0, n)].map((v) => cellOf(grid, v)).sort(ascending), text).toEqual([...changed].sort(ascending));
              expect(apply(silent)).toBe(0);
              expect(silent.moves).toEqual(grid.moves);
              const isSame = [grid.cells, grid.sides?.enter ?? open, grid.sides?.leave ?? open].join() === [cells, enter, leave].join();
              if (changed.size > 0 || general !== generally(grid)) expect(grid.version, text).toBe(version + 1);
              else if (isSame) expect(grid.version, text).toBe(version);
              const copy = grid.clone();
              expect([copy.moves, copy.cells, copy.sides]).toEqual([grid.moves, grid.cells, grid.sides]);
              const oneWay = [...grid.cells.keys()].filter((v) => grid.sides !== undefined && (grid.sides.enter[v] & grid.sides.leave[v]) !== 255);
              oneWay.forEach((v, i) => {
                copy.setSides(grid.x(v), grid.y(v), 'open');
                expect(copy.sides === undefined).toBe(i === oneWay.length - 1);
              });
              expect([copy.moves, copy.sides]).toEqual([new Grid(grid.width, grid.height, grid, grid.toArray()).moves, undefined]);
              // All incremental data is as if the grid were new.
              const fresh = new Grid(grid.width, grid.height, grid, grid.toArray());
              if (grid.sides === undefined) expect(grid.moves).toEqual(fresh.moves);
              expect(grid.sides === undefined || [...grid.sides.enter, ...grid.sides.leave].some((mask) => mask !== 255)).toBe(true);
              expect(grid.cells).toEqual(fresh.cells);
              const free = grid.toArray().filter((cost) => cost > 0);
              for (const { terrain } of [grid, fresh]) {
                const { least, weighted, free: cells } = terrain;
                expect({ least, weighted, cells }).toEqual({ least: free.length === 0 ? 1 : Math.min(...free), weighted: free.some((cost) => cost > 1), cells: free.length });
              }
            }
          });
          fc.assert(property, { numRuns: runs(120), seed: 203 });
        });
      }
    }
  }

  test('of a whole map needs no more room than the map has cells', () => {
    const grid = new Grid(40, 30);
    expect(grid.setRectangle(0, 0, 40, 30, 7, new Uint32Array(1200))).toBe(1200);
    expect(grid.setRectangle(0, 0, 40, 30, 0, new Uint32Array(1200))).toBe(1200);
    expect(grid.terrain).toMatchObject({ least: 1, free: 0, weighted: false });
    const all = Uint32Array.from({ length: 1200 }, (_, i) => grid.vertex(i % 40, Math.floor(i / 40)));
    const tails = new Uint32Array(1200);
    // One cell at another cost first: the buffer that sorts tails has to grow.
    grid.setRectangle(0, 0, 40, 30, 1);
    expect(grid.setCells(all, Uint8Array.of(2), 1, tails)).toBe(3);
    for (const cost of [7, 1, 0, 1]) expect(grid.setCells(all, new Uint8Array(1200).fill(cost), 1200, tails)).toBe(1200);
    // Nor does a part of it need more than its own cells and those around.
    for (const cost of [7, 0]) expect(grid.setRectangle(10, 8, 20, 10, cost, new Uint32Array(22 * 12))).toBe(22 * 12);
    expect(() => grid.setRectangle(10, 8, 20, 10, 1, new Uint32Array(22 * 12 - 1))).toThrow('The tails of this edit need 264 entries, got 263.');
  });

  test('whose tails may not fit is rejected before anything changes', () => {
    const grid = new Grid(5, 5);
    expect(() => grid.setBlocked(2, 2, true, new Uint32Array(8))).toThrow('9');
    for (const blocked of [undefined, 1, 'no']) expect(() => grid.setBlocked(2, 2, blocked as never)).toThrow(`blocked must be true or false, got ${typeof blocked === 'string' ? `'${blocked}'` : blocked}.`);
    expect(() => grid.setRectangle(1, 1, 2, 2, 0, new Uint32Array(15))).toThrow('15');
    expect(() => grid.setCells(Uint32Array.of(grid.vertex(2, 2)), Uint8Array.of(0), 1, new Uint32Array(8))).toThrow('9');
    for (const room of [0, 2, 8]) expect(() => grid.setSides(2, 2, { enter: 0, leave: 0 }, new Uint32Array(room))).toThrow(`need 9 entries, got ${room}.`);
    expect([grid.terrain.free, grid.version, grid.sides]).toEqual([25, 0, undefined]);
    expect(grid.setBlocked(0, 0, true, new Uint32Array(4))).toBe(4);
  });

  test('may write its tails over the given vertices', () => {
    const memory = new Uint32Array(40);
    for (const [vertices, tails] of [[memory, memory], [memory.subarray(4, 7), memory], [memory, memory.subarray(1)]]) {
      const grid = new Grid(7, 7);
      const apart = new Grid(7, 7);
      const cells = [[0, 0], [3, 3], [6, 6]].map(([x, y]) => grid.vertex(x, y));
      for (const costs of [Uint8Array.of(5, 0, 0), Uint8Array.of(7, 2, 0)]) {
        for (const count of [1, 3]) {
          vertices.set(cells);
          const n = grid.setCells(vertices, costs, count, tails);
          const expected = new Uint32Array(27);
          expect([...tails.subarray(0, n)]).toEqual([...expected.subarray(0, apart.setCells(Uint32Array.from(cells), costs, count, expected))]);
          expect([grid.cells, grid.moves]).toEqual([apart.cells, apart.moves]);
        }
      }
    }
  });

  test('that names a cell twice leaves it at the last cost, and returns all tails of changed arcs', () => {
    for (const [first, last] of [[0, 2], [2, 0], [2, 3], [3, 1], [0, 1], [0, 4]]) {
      const grid = Grid.fromRows(['9..', '.2.', '...']);
      const v = grid.vertex(1, 1);
      const before = arcsOf(grid);
      const tails = new Uint32Array(18);
      const { version } = grid;
      const n = grid.setCells(Uint32Array.of(v, v), Uint8Array.of(first, last), 2, tails);
      expect([grid.cost(1, 1), grid.terrain.free]).toEqual([last, last === 0 ? 8 : 9]);
      const after = arcsOf(grid);
      const reported = new Set([...tails.subarray(0, n)].map((u) => cellOf(grid, u)));
      expect(reported.size).toBe(n);
      const changed = [...before.filter((arc) => !after.includes(arc)), ...after.filter((arc) => !before.includes(arc))];
      for (const arc of changed) expect(reported).toContain(Number(arc.split(' ')[0]));
      if (changed.length > 0) expect(grid.version).toBeGreaterThan(version);
    }
  });

  test('with an invalid number of cells, or with too few masks, is rejected before anything changes', () => {
    const grid = new Grid(5, 5);
    const vertices = Uint32Array.of(grid.vertex(1, 1), grid.vertex(3, 3));
    const costs = Uint8Array.of(0, 0, 0);
    for (const n of [3, -1, 1.5, NaN, Infinity, undefined as never]) {
      expect(() => grid.setCells(vertices, costs, n)).toThrow(`setCells: the number of vertices must be a whole number from 0 to 2, got ${n}.`);
    }
    const all = Uint8Array.of(255, 255);
    const one = Uint8Array.of(255);
    expect(() => grid.setCells(vertices, costs, 2, undefined, { enter: one, leave: all })).toThrow('A mask of sides must be a whole number from 0 to 255, got undefined');
    expect(() => grid.setCells(vertices, costs, 2, undefined, { enter: all, leave: one })).toThrow('A mask of sides must be a whole number from 0 to 255, got undefined');
    expect([grid.terrain.free, grid.version, grid.sides]).toEqual([25, 0, undefined]);
    expect(grid.setCells(vertices, costs, 0)).toBe(0);
  });

  test('that opens the last closed side leaves a grid equal to one that never had any', () => {
    for (const movement of ['four', 'eight', 'hex'] as const) {
      const grid = new Grid(5, 5, { movement });
      const suffices = grid.sufficient;
      const all = 2 ** grid.maxDegree - 1;
      const tails = new Uint32Array(9);
      // Opening an open side closes nothing; and a mask of all the sides that a cell has closes none.
      for (const open of [255, all]) {
        expect(grid.setSides(2, 2, { enter: open, leave: open }, tails)).toBe(0);
        expect([grid.sides, grid.sufficient]).toEqual([undefined, suffices]);
      }
      expect(grid.version).toBe(0);
      const changed = grid.setSides(2, 2, { enter: grid.mask('east') }, tails);
      expect(changed).toBe(grid.maxDegree - 1);
      grid.setSides(1, 1, { leave: 0 });
      expect([grid.sides?.enter[grid.vertex(2, 2)], grid.sufficient]).toEqual([1 + 255 - all, undefined]);
      grid.setSides(1, 1, { leave: 255 });
      expect(grid.sides).toBeDefined();
      // Closed as before: nothing changes, and nothing is counted twice.
      expect(grid.setSides(2, 2, { enter: 1 })).toBe(0);
      expect(grid.setSides(2, 2, { enter: all }, tails)).toBe(changed);
      expect([grid.sides, grid.sufficient]).toEqual([undefined, suffices]);
      expect(grid.moves).toEqual(new Grid(5, 5, { movement }).moves);
    }
  });

  test('that opens the last closed side returns the tails of arcs into cells that had none, and logs them', () => {
    for (const order of [[0, 1], [1, 0]]) {
      const grid = Grid.fromRows(['..'], { movement: 'four' });
      grid.setSides(0, 0, { enter: 0 });
      const { version } = grid;
      const open = Uint8Array.of(255, 255);
      const tails = new Uint32Array(grid.vertexCount);
      const n = grid.setCells(Uint32Array.from(order, (x) => grid.vertex(x, 0)), Uint8Array.from(order, (x) => [1, 7][x]), 2, tails, { enter: open, leave: open });
      const both = [grid.vertex(0, 0), grid.vertex(1, 0)];
      expect([...tails.subarray(0, n)].sort(ascending)).toEqual(both);
      expect([...tails.subarray(0, grid.changedSince(version, tails))].sort(ascending)).toEqual(both);
    }
  });

  test('that sets costs and sides returns and logs each tail of a changed arc once, on small maps where dead ends are closed and opened', () => {
    for (let seed = 1; seed <= runs(250); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(n * random());
      const oneOf = <T>(...values: readonly T[]): T => values[below(values.length)];
      const grid = new Grid(1 + below(4), 1 + below(4), { movement: oneOf('four', 'eight', 'hex'), corners: 'never' });
      const eight = new Grid(grid.width, grid.height, { corners: oneOf('one', 'always') });
      for (const map of [grid, eight]) {
        const cells = [...map.cells.keys()].filter((v) => map.hasVertex(v));
        const tails = new Uint32Array(map.vertexCount);
        for (let edit = 0; edit < 12; edit++) {
          const before = new Set(arcsOf(map));
          const { version, sides } = map;
          // Sometimes all sides are opened.
          const opens = random() < 0.4;
          const isOneWay = (v: number): boolean => sides !== undefined && (sides.enter[v] & sides.leave[v]) !== 255;
          const chosen = Uint32Array.from(cells.filter((v) => random() < 0.5 || (opens && isOneWay(v))).map((v) => [random(), v]).sort(([a], [b]) => a - b), ([, v]) => v);
          const [enter, leave] = [0, 1].map(() => Uint8Array.from(chosen, () => (opens ? 255 : oneOf(0, 255, 255, below(256)))));
          const costs = Uint8Array.from(chosen, (v) => oneOf(map.cells[v], 0, 1, 2, 3));
          const n = map.setCells(chosen, costs, chosen.length, tails, { enter, leave });
          const after = new Set(arcsOf(map));
          const changed = new Set([...[...before].filter((arc) => !after.has(arc)), ...[...after].filter((arc) => !before.has(arc))].map((arc) => Number(arc.split(' ')[0])));
          const expected = [...changed].sort(ascending);
          const reported = (count: number): number[] => Array.from(tails.subarray(0, count), (v) => cellOf(map, v)).sort(ascending);
          expect(reported(n), `seed ${seed}, edit ${edit}`).toEqual(expected);
          expect(reported(map.changedSince(version, tails)), `seed ${seed}, edit ${edit}`).toEqual(expected);
        }
      }
    }
  });

  test('of the sides for entering leaves those for leaving, and vice versa', () => {
    const grid = new Grid(3, 3);
    const v = grid.vertex(1, 1);
    grid.setSides(1, 1, { leave: 5 });
    expect([grid.sides?.enter[v], grid.sides?.leave[v]]).toEqual([255, 5]);
    grid.setSides(1, 1, { enter: 9 });
    expect([grid.sides?.enter[v], grid.sides?.leave[v]]).toEqual([9, 5]);
    grid.setSides(1, 1, { leave: 7 });
    grid.setSides(1, 1, {});
    expect([grid.sides?.enter[v], grid.sides?.leave[v]]).toEqual([9, 7]);
  });

  test('frees a cell at cost 1, and keeps the terrain of a free one', () => {
    const grid = Grid.fromRows(['5#']);
    grid.setBlocked(0, 0, false);
    grid.setBlocked(1, 0, false);
    expect(grid.toRows()).toEqual(['5.']);
  });
});

function ascending(a: number, b: number): number {
  return a - b;
}

describe('the coordinates of a grid', () => {
  test('translate in both directions, within the map', () => {
    const grid = new Grid(5, 3, { movement: 'hex' });
    for (let y = 0; y < 3; y++) for (let x = 0; x < 5; x++) expect([grid.x(grid.vertex(x, y)), grid.y(grid.vertex(x, y))]).toEqual([x, y]);
    expect([grid.contains(4, 2), grid.contains(5, 2), grid.contains(0, -1)]).toEqual([true, false, false]);
    expect([grid.isFree(5, 2), grid.isBlocked(5, 2), grid.isFree(4, 2), grid.isBlocked(4, 2), grid.cost(-1, 0)]).toEqual([false, true, true, false, 0]);
  });

  test('outside the map are rejected', () => {
    const grid = new Grid(5, 3);
    for (const [x, y] of [[5, 0], [-1, 0], [0, 3], [0.5, 1], [NaN, 0]]) {
      for (const act of [() => grid.vertex(x, y), () => grid.setBlocked(x, y, true), () => grid.setCost(x, y, 2), () => grid.setSides(x, y, {})]) {
        expect(act).toThrow(Number.isInteger(x) ? `(${x}, ${y}) is not on the map` : `A cell has two whole numbers, x and y, got ${x} and ${y}`);
      }
    }
    expect(() => grid.setRectangle(2, 2, 4, 1, 0)).toThrow('4 × 1 at (2, 2)');
    for (const [width, height] of [[-1, 1], [1, -1], [1, 2], [0.5, 1], [1, 0.5], [NaN, 1]]) {
      expect(() => grid.setRectangle(2, 2, width, height, 0)).toThrow(`The rectangle ${width} × ${height} at (2, 2) is not on the map, whose cells are (0, 0) to (4, 2).`);
    }
    expect(() => grid.setRectangle(5, 0, 0, 0, 0)).toThrow('0 × 0 at (5, 0)');
    expect([grid.terrain.free, grid.version]).toEqual([15, 0]);
    expect(() => grid.setCells(Uint32Array.of(0), Uint8Array.of(1), 1)).toThrow('(-1, -1)');
    expect(() => grid.setCells(Uint32Array.of(8, 9), Uint8Array.of(1), 2)).toThrow('A cost must be a whole number from 0 (blocked) to 255, got undefined.');
  });
});

describe('invalid arguments of a grid', () => {
  test('throw with the value', () => {
    for (const size of [0, -1, 1.5, NaN, 2 ** 20]) {
      expect(() => new Grid(size, 2 ** 20)).toThrow(`got ${size} × ${2 ** 20}.`);
      expect(() => new Grid(2 ** 20, size)).toThrow(`got ${2 ** 20} × ${size}.`);
    }
    // With its border, two cells above the limit.
    for (const [width, height] of [[357_913_940, 1], [1, 357_913_940]]) expect(() => new Grid(width, height)).toThrow(`got ${width} × ${height}.`);
    for (const cost of [-1, 0.5]) expect(() => new Grid(2, 2, {}, cost)).toThrow(`got ${cost}`);
    expect(() => new Grid(2, 2, { movement: 'six' as 'hex' })).toThrow("'six'");
    expect(() => new Grid(2, 2, { corners: 'sometimes' as 'one' })).toThrow("'sometimes'");
    expect(() => new Grid(2, 2, { metric: '3/4' as '5/7' })).toThrow("'3/4'");
    for (const [straight, diagonal] of [[0, 1], [2, 1], [1, Infinity], [NaN, 1], [1, NaN], [9e-101, 1], [1, 2e100], [1e308, 1.5e308], [1e-310, 1e-310]]) {
      expect(() => new Grid(2, 2, { metric: { straight, diagonal } })).toThrow(`got ${straight} and ${diagonal}.`);
    }
    expect(new Grid(2, 2, { metric: { straight: 1e-100, diagonal: 1e100 } }).steps).toEqual({ straight: 1e-100, diagonal: 1e100 });
    expect(() => new Grid(2, 2, {}, new Uint8Array(3))).toThrow('need 4 costs, got 3');
    expect(() => new Grid(2, 2, {}, 256)).toThrow('got 256');
    expect(() => new Grid(2, 2, {}, null as never)).toThrow('2 × 2 cells need 4 costs, got null.');
    const grid = new Grid(2, 2);
    for (const cost of [-1, 256, 1.5, NaN]) expect(() => grid.setCost(0, 0, cost)).toThrow(String(cost));
    for (const mask of [-1, 256, 1.5]) expect(() => grid.setSides(0, 0, { enter: mask })).toThrow(String(mask));
    expect(() => new Grid(2, 2, { movement: 'hex' }).mask('north')).toThrow("'north'");
    expect(() => new Grid(2, 2, { movement: 'four' }).mask('east', 'southeast')).toThrow("'southeast'");
    expect(new Grid(2, 2, { movement: 'hex' }).mask('southeast', 'northeast')).toBe(0b100010);
  });

  test('by vertices, the mask of a side closes the step to that neighbour alone', () => {
    const to = new Uint32Array(8);
    const heads = (grid: Grid, v: number): number[] => [...to.subarray(0, grid.successors(v, to, new Float64Array(8)))];
    for (const movement of ['four', 'eight', 'hex'] as const) {
      for (const [width, height] of [[3, 3], [1, 3], [2, 1]]) {
        const grid = new Grid(width, height, { movement });
        const cells = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const);
        for (const [x, y] of cells) {
          const v = grid.vertex(x, y);
          const beside = heads(grid, v);
          for (const [column, row] of cells) {
            const u = grid.vertex(column, row);
            if (!beside.includes(u)) {
              expect(() => maskTowards(grid, v, u)).toThrow(`(${column}, ${row}) is not a neighbour of (${x}, ${y}) under movement '${movement}'.`);
              continue;
            }
            grid.setSides(x, y, { leave: 255 & ~maskTowards(grid, v, u) });
            expect(heads(grid, v)).toEqual(beside.filter((w) => w !== u));
            grid.setSides(x, y, 'open');
          }
        }
      }
    }
    const grid = new Grid(2, 2);
    expect(() => maskTowards(grid, 5, 0)).toThrow('The neighbour must be a vertex of the graph, got 0: on a grid it lies in the border');
  });
});

describe('rows, arrays', () => {
  test('are returned as they were given', () => {
    const property = fc.property(worlds(), (world) => {
      const grid = gridOf(world);
      expect(grid.toRows()).toEqual(world.rows.map((row) => row.replaceAll('1', '.')));
      expect(new Grid(world.width, world.height, rulesOf(world), grid.toArray()).cells).toEqual(grid.cells);
      expect(Grid.fromArray(grid.toArray(), world.width, world.height, rulesOf(world)).moves).toEqual(grid.moves);
    });
    fc.assert(property, { numRuns: runs(100), seed: 204 });
    for (const cost of [0, 1, 7, 255]) {
      const [filled, listed] = [new Grid(4, 3, { movement: 'hex' }, cost), Grid.fromArray(new Uint8Array(12).fill(cost), 4, 3, { movement: 'hex' })];
      expect([filled.cells, filled.moves, filled.terrain]).toEqual([listed.cells, listed.moves, listed.terrain]);
      for (let v = 0; v < 30; v++) expect(filled.cells[v]).toBe(filled.contains(filled.x(v), filled.y(v)) ? cost : 0);
    }
    const symbols = '#.23456789abcdefghijklmnopqrstuvwxyz';
    const every = Grid.fromRows([symbols]);
    expect([...every.toArray()]).toEqual([...symbols].map((_, cost) => cost));
    expect(every.toRows()).toEqual([symbols]);
    expect(Grid.fromRows(['1']).cost(0, 0)).toBe(1);
  });

  test('may have emoji as characters', () => {
    const legend = { '🌲': 3, '.': 1, '🧱': 0 };
    const forest = Grid.fromRows(['🌲.🧱', '..🌲'], { legend });
    expect(forest.toRows()).toEqual(['3.#', '..3']);
    expect(forest.toRows((cost) => ['🧱', '.', '', '🌲'][cost])).toEqual(['🌲.🧱', '..🌲']);
    expect(forest.toRows((...costs) => String(costs.length))).toEqual(['111', '111']);
    expect(() => Grid.fromRows(['..', '.🌊'], { legend })).toThrow("Row 1, column 1: unknown character '🌊'; the legend has 🌲 . 🧱: pass all your characters, as { legend: { '.': 1, '🌊': 0 } }.");
    expect(() => Grid.fromRows(['🌲', '🌲🌲'], { legend })).toThrow('Row 1 has 2 characters, but row 0 has 1');
    // A mark that asks for colour follows these signs.
    expect(Grid.fromRows(['⛰️.❄️\r', '.⛰️.'], { legend: { '⛰️': 9, '❄️': 2, '.': 1 } }).toRows()).toEqual(['9.2', '.9.']);
    expect(() => Grid.fromRows(['..\n..', '.....'])).toThrow("Row 0, column 2: unknown character '\n'");
  });

  test('may come from a file whose lines end in CRLF', () => {
    expect(Grid.fromRows('.#\r\n3.'.split('\n')).toRows()).toEqual(['.#', '3.']);
    expect(() => Grid.fromRows(['.\r.', '...'])).toThrow('Row 0, column 1: unknown character');
  });

  test('may come from a file that begins with a byte order mark, or ends in empty lines', () => {
    for (const text of ['.#\n3.\n', '.#\r\n3.\r\n', '.#\n3.\n\n\r\n', '\uFEFF.#\n3.']) expect(Grid.fromRows(text.split('\n')).toRows()).toEqual(['.#', '3.']);
    const read = ['.#', ''];
    expect([Grid.fromRows(read).height, read.length]).toEqual([1, 2]);
    expect(() => Grid.fromRows(['.#', '', '.#'])).toThrow('Row 1 has 0 characters, but row 0 has 2');
    expect(() => Grid.fromRows(['.#', '.\uFEFF'])).toThrow('Row 1, column 1: unknown character');
    for (const rows of [[''], ['\r', '']]) expect(() => Grid.fromRows(rows)).toThrow('0 × 0');
  });

  test('that form no map are rejected, with the position', () => {
    expect(() => Grid.fromRows([])).toThrow('0 × 0');
    for (const rows of ['..#\n...', undefined]) expect(() => Grid.fromRows(rows as never)).toThrow(`such as text.split('\\n'), got ${rows === undefined ? rows : `'${rows}'`}.`);
    expect(() => Grid.fromRows(['..', '.'])).toThrow('Row 1 has 1');
    expect(() => Grid.fromRows(['..', '.?'])).toThrow("Row 1, column 1: unknown character '?'");
    for (const rows of [[null], [undefined, '.']]) expect(() => Grid.fromRows(rows as never)).toThrow('Row 0 must be a string, got');
    expect(() => Grid.fromRows([[0, 1]] as never)).toThrow('Row 0 must be a string, got an array; for numbers call Grid.fromArray, or HexMap.setCost.');
    expect(() => Grid.fromRows(['..'], { legend: { '.': 256 } })).toThrow('256');
    expect(() => Grid.fromArray([1, 2, 3], 2, 2)).toThrow('need 4 entries, got 3');
    expect(() => Grid.fromArray([1, 2, 3, 300], 2, 2)).toThrow('(1, 1) costs 300');
    expect(() => Grid.fromArray(['a'] as never, 1, 1, {})).toThrow("costs 'a'");
    expect(Grid.fromArray([35, 1], 2, 1).toRows()).toEqual(['z.']);
    expect(Grid.fromArray(['sand', 'wall'], 2, 1, { costOf: (tile) => (tile === 'wall' ? 0 : 2) }).toRows()).toEqual(['2#']);
    expect(() => Grid.fromArray([36, 1], 2, 1).toRows()).toThrow('got 36: pass your own symbol(cost)');
  });
});

test('the kinds of terrain are known after every edit', () => {
  const property = fc.property(fc.array(fc.tuple(fc.nat(3), fc.constantFrom(0, 0, 1, 2, 2, 3, 255)), { minLength: 10, maxLength: 40 }), (edits) => {
    const grid = new Grid(2, 2, {}, 0);
    for (const [cell, cost] of edits) {
      grid.setCost(cell % 2, cell >> 1, cost);
      const free = grid.toArray().filter((cost) => cost > 0);
      const { least, weighted, free: cells } = grid.terrain;
      expect([least, weighted, grid.weighted, cells]).toEqual([free.length === 0 ? 1 : Math.min(...free), free.some((cost) => cost > 1), weighted, free.length]);
    }
  });
  fc.assert(property, { numRuns: runs(300), seed: 207 });
});

test('the rules of another grid can be reused', () => {
  const hex = new Grid(3, 3, { movement: 'hex', metric: '5/7' });
  const other = new Grid(4, 4, hex);
  expect([other.movement, other.metric, other.width]).toEqual(['hex', '5/7', 4]);
});

test('a canonical order suffices where there are eight moves, a diagonal costs more than one step and less than two, and all terrain is equal', () => {
  const property = fc.property(worlds({ sides: true, maxSize: 4 }), (world) => {
    const grid = gridOf(world);
    const { straight, diagonal } = grid.steps;
    const suffices = grid.movement === 'eight' && straight < diagonal && diagonal < 2 * straight && grid.sides === undefined && !/[2-9]/.test(grid.toRows().join(''));
    expect(grid.sufficient).toEqual(suffices ? canonicalOrder(grid.corners !== 'never') : undefined);
  });
  fc.assert(property, { numRuns: runs(1000), seed: 206 });
  for (const [straight, diagonal] of [[1, 1], [1, 2], [1, 3]]) expect(new Grid(2, 2, { metric: { straight, diagonal } }).sufficient).toBeUndefined();
});

test('distances on a small map', () => {
  const grid = Grid.fromRows(['..#..', '..#..', '.....'], { metric: '5/7' });
  expect(oracleDistances(grid, grid.vertex(0, 0))[grid.vertex(4, 0)]).toBe(34);
});

describe('pictures', () => {
  test('are read by brightness, or by a given function, and can be written and read back', () => {
    const property = fc.property(worlds(), (world) => {
      const grid = gridOf(world);
      const flat = grid.toArray().map((cost) => Math.min(cost, 1));
      expect(Grid.fromRgba(grid.toRgba(), rulesOf(world)).toArray()).toEqual(flat);
      const exact = grid.toRgba((cost) => [cost, 0, 0, 255]);
      expect(Grid.fromRgba(exact, { ...rulesOf(world), costOf: (red) => red }).moves).toEqual(grid.moves);
    });
    fc.assert(property, { numRuns: runs(50), seed: 205 });
    const rough = Grid.fromArray([1, 2, 255, 0], 4, 1);
    expect([...rough.toRgba().data.filter((_, i) => i % 4 === 0)]).toEqual([255, 254, 128, 0]);
    // Just bright and solid enough, and just not, by each channel.
    const pixels = [[255, 255, 255, 128], [255, 255, 255, 127], [255, 129, 0, 255], [255, 128, 0, 255], [0, 129, 255, 255], [0, 128, 255, 255], [129, 0, 255, 255], [128, 0, 255, 255]];
    for (const data of [Uint8ClampedArray.from(pixels.flat()), Buffer.from(pixels.flat()), pixels.flat()]) expect(Grid.fromRgba({ width: 4, height: 2, data }).toRows()).toEqual(['.#.#', '.#.#']);
    // ImageData takes no shared memory.
    expect(new Grid(1, 1).toRgba().data satisfies Uint8ClampedArray<ArrayBuffer>).toHaveLength(4);
  });

  test('of the wrong size are rejected', () => {
    const data = new Uint8ClampedArray(8);
    expect(() => Grid.fromRgba({ width: 2, height: 2, data })).toThrow('has 16 bytes, got 8');
    expect(() => Grid.fromRgba({ width: 0, height: 2, data })).toThrow('0 × 2');
    expect(() => Grid.fromRgba({ width: 2, height: 1, data }, { costOf: () => 0.5 })).toThrow('(0, 0) costs 0.5');
  });

  test('and tiles without a cost are named', () => {
    const tiles: Record<number, number> = { 1: 1, 2: 5 };
    expect(() => Grid.fromArray([1, 2, 9, 1], 2, 2, { costOf: (id) => tiles[id] })).toThrow(new RangeError('The tile 9 at (0, 1) costs undefined; it must be a whole number from 0 (blocked) to 255.'));
    const data = [255, 255, 255, 255, 10, 20, 30, 255];
    const costOf = (red: number): number => ({ 255: 2 })[red] as never;
    expect(() => Grid.fromRgba({ width: 1, height: 2, data }, { costOf })).toThrow(new RangeError('The pixel (10, 20, 30, 255) at (0, 1) costs undefined; it must be a whole number from 0 (blocked) to 255.'));
    expect(() => Grid.fromRgba({ width: 2, height: 1, data }, { costOf: () => 0.7, terrainUnit: 0.5 })).toThrow('The pixel (255, 255, 255, 255) at (0, 0) costs 0.7; it must be a whole number from 0 (blocked) to 255 times the terrainUnit 0.5.');
    expect(Grid.fromRgba({ width: 2, height: 1, data }, { costOf: (red) => red / 10, terrainUnit: 0.5 }).toArray()).toEqual(Uint8Array.of(51, 2));
  });
});

describe('the edits that a map remembers', () => {
  test('are the tails of edits with a buffer, otherwise all cells that may be tails, each once', () => {
    const grid = new Grid(9, 9);
    const tails = new Uint32Array(grid.vertexCount);
    const out = new Uint32Array(grid.vertexCount);
    const { version } = grid;
    const given = [...tails.subarray(0, grid.setBlocked(2, 2, true, tails))];
    expect([...out.subarray(0, grid.changedSince(version, out))].sort()).toEqual(given.sort());
    given.push(...tails.subarray(0, grid.setCells(Uint32Array.of(grid.vertex(3, 3), grid.vertex(7, 7)), Uint8Array.of(0, 3), 2, tails)));
    expect([...out.subarray(0, grid.changedSince(version, out))]).toEqual([...new Set(given)].sort((a, b) => a - b));
    const between = grid.version;
    grid.setBlocked(0, 8, true);
    expect(Array.from(out.subarray(0, grid.changedSince(between, out)), (v) => [grid.x(v), grid.y(v)])).toEqual([[0, 7], [1, 7], [0, 8], [1, 8]]);
    expect(grid.changedSince(grid.version, out)).toBe(0);
    expect(grid.changedSince(version, new Uint32Array(3))).toBe(-1);
  });

  test('include none that changes nothing', () => {
    const grid = Grid.fromRows(['.3#', '...']);
    grid.setRectangle(0, 0, 0, 0, 5);
    grid.setCost(1, 0, 3);
    grid.setBlocked(2, 0, true);
    grid.setCells(Uint32Array.of(grid.vertex(0, 0), grid.vertex(1, 0)), Uint8Array.of(1, 3), 2);
    grid.setSides(0, 0, 'open');
    expect([grid.edits, grid.version]).toEqual([0, 0]);
    grid.setSides(0, 0, { enter: 0 });
    grid.setSides(0, 0, { enter: 0 });
    expect(grid.edits).toBe(1);
    for (const edits of [NaN, 0.5, undefined]) expect(() => grid.editedSince(edits as never, () => undefined)).toThrow('editedSince takes what grid.edits was, got');
  });

  test('are the last 512', () => {
    const grid = new Grid(40, 40, { movement: 'four' });
    const out = new Uint32Array(9 * 512);
    const { version, edits } = grid;
    for (let i = 0; i < 512; i++) grid.setBlocked((3 * i) % 39, Math.floor(i / 13), true);
    expect(grid.changedSince(version, out)).toBeGreaterThan(512);
    expect(grid.editedSince(edits, () => undefined)).toBe(true);
    grid.setBlocked(39, 39, true);
    expect(grid.changedSince(version, out)).toBe(-1);
    expect(grid.editedSince(edits, () => undefined)).toBe(false);
    expect(grid.changedSince(grid.version - 1, out)).toBe(4);
  });
});

test('a freed cell costs what it did before it was blocked', () => {
  const grid = Grid.fromRows(['.5#', '.9.']);
  grid.setBlocked(1, 0, true);
  grid.setBlocked(2, 0, false);
  grid.setRectangle(0, 1, 3, 1, 0);
  expect(grid.toRows()).toEqual(['.#.', '###']);
  for (const [x, y] of [[1, 0], [0, 1], [1, 1], [2, 1], [1, 0]]) grid.setBlocked(x, y, false);
  expect(grid.toRows()).toEqual(['.5.', '.9.']);
  grid.setCost(1, 0, 1);
  grid.setBlocked(1, 0, true);
  grid.setBlocked(1, 0, false);
  expect(grid.cost(1, 0)).toBe(1);
});

test('an unknown option is rejected, with the most similar one', () => {
  const sloppy = Grid as unknown as { new (...args: unknown[]): Grid; fromRows(...args: unknown[]): Grid; fromArray(...args: unknown[]): Grid };
  expect(() => new sloppy(5, 4, { movment: 'four' })).toThrow("Grid has no option 'movment': did you mean 'movement'?");
  expect(() => new sloppy(5, 4, 'four')).toThrow("Grid takes its options as an object, such as { movement: … }, got 'four'.");
  expect(() => new sloppy(5, 4, null)).toThrow('Grid takes its options as an object, such as { movement: … }, got null.');
  expect(() => new sloppy(5, 4, { weight: 2 })).toThrow("Grid has no option 'weight'. It takes movement, corners, metric.");
  expect(() => sloppy.fromRows(['.'], { legends: {} })).toThrow("did you mean 'legend'?");
  expect(() => sloppy.fromArray([[1, 1], [1]])).toThrow('Row 1 has 1 tiles, but row 0 has 2; all rows must be equally long.');
  for (const none of ['..', null, {}]) expect(() => sloppy.fromArray(none)).toThrow('Grid.fromArray takes (rows, options) or (tiles, width, height, options), got');
  expect(() => sloppy.fromArray([[1], null])).toThrow('Row 1 is null, not a list;');
  expect(() => Grid.fromArray([['sea', 'land']], { costOf: (tile) => (tile === 'land' ? 1 : -1) })).toThrow(/^The tile 'sea' at \(0, 0\) costs -1; .* For other costs give a terrainUnit\.$/);
  expect(() => Grid.fromRgba(null as never)).toThrow('Grid.fromRgba takes a picture, { width, height, data }, got null.');
  expect(() => sloppy.fromArray([1, 1, 1])).toThrow('Row 0 is 1, not a list; for rows of text call Grid.fromRows, for one list pass (tiles, width, height).');
  expect(() => sloppy.fromArray([])).toThrow('A grid needs a width and a height from 1');
});
