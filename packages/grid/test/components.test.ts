import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Components, Grid, maze, nearestFree, seededRandom } from '../src/index.ts';
import { arcsOf, cellOf, gridOf } from './grid-of.ts';

/** For each cell the least cell that it hangs together with, and −1 where it is blocked: arcs taken as edges, until nothing changes. */
function partition(grid: Grid): number[] {
  const part = Array.from(grid.toArray(), (cost, cell) => (cost === 0 ? -1 : cell));
  const edges = arcsOf(grid).map((arc) => arc.split(' ').map(Number));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b] of edges) {
      const least = Math.min(part[a], part[b]);
      changed ||= part[a] !== least || part[b] !== least;
      part[a] = part[b] = least;
    }
  }
  return part;
}

function check(components: Components, grid: Grid): void {
  const expected = partition(grid);
  // The label of each part's least cell stands for the part.
  const label = (cell: number): number => components.label(grid.vertex(cell % grid.width, Math.floor(cell / grid.width)));
  const seen = new Map<number, number>();
  for (const [cell, part] of expected.entries()) {
    const v = grid.vertex(cell % grid.width, Math.floor(cell / grid.width));
    if (part === -1) {
      expect([label(cell), components.size(v), components.same(v, v)]).toEqual([-1, 0, false]);
      continue;
    }
    expect(label(cell)).toBe(label(part));
    expect(components.size(v)).toBe(expected.filter((other) => other === part).length);
    for (const nowhere of [-1, 1e9]) expect([components.label(nowhere), components.size(nowhere)]).toEqual([-1, 0]);
    seen.set(label(cell), part);
  }
  expect(seen.size).toBe(new Set(expected.filter((part) => part !== -1)).size);
  expect(components.count).toBe(seen.size);
}

describe('components', () => {
  test('are those of a naive labelling, from the start and after every edit', () => {
    const scripts = worlds({ sides: true, maxSize: 9 }).chain((world) => {
      const x = fc.nat(world.width - 1);
      const y = fc.nat(world.height - 1);
      const edit = fc.record({ x, y, width: fc.constantFrom(1, 1, 1, 3), height: fc.constantFrom(1, 1, 2), cost: fc.constantFrom(0, 1), sides: fc.option(fc.nat(255), { freq: 5, nil: undefined }) }, { noNullPrototype: true });
      return fc.tuple(fc.constant(world), fc.array(edit, { minLength: 1, maxLength: 10 }), fc.boolean());
    });
    const property = fc.property(scripts, ([world, edits, late]) => {
      const grid = gridOf(world);
      const components = new Components(grid);
      check(components, grid);
      const told: number[] = [];
      for (const [i, { x, y, width, height, cost, sides }] of edits.entries()) {
        const tails = new Uint32Array(grid.vertexCount);
        const oneWay = sides !== undefined && world.sides.length > 0;
        const n = oneWay ? grid.setSides(x, y, { enter: sides, leave: sides }, tails) : grid.setRectangle(x, y, Math.min(width, grid.width - x), Math.min(height, grid.height - y), cost, tails);
        told.push(...tails.subarray(0, n));
        // Now and then several edits are told of at once.
        if (late && i % 3 < 2) continue;
        components.arcsChanged(Uint32Array.from(told), told.length);
        told.length = 0;
        check(components, grid);
      }
    });
    fc.assert(property, { numRuns: runs(500), seed: 701 });
  });

  test('that one-way cells held together come apart, also where the last of them is opened before anybody asks', () => {
    const property = fc.property(worlds({ sides: true, maxSize: 5 }), fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }), (world, blocked) => {
      const grid = gridOf(world);
      const components = new Components(grid);
      const told: number[] = [];
      const tails = new Uint32Array(grid.vertexCount);
      for (const [x, y] of blocked) if (grid.contains(x, y)) told.push(...tails.subarray(0, grid.setBlocked(x, y, true, tails)));
      for (const { x, y } of world.sides) told.push(...tails.subarray(0, grid.setSides(x, y, { enter: 255, leave: 255 }, tails)));
      components.arcsChanged(Uint32Array.from(told), told.length);
      check(components, grid);
    });
    fc.assert(property, { numRuns: runs(2000), seed: 703 });
  });

  test('of a large maze follow a hundred walls built and torn down', () => {
    const random = seededRandom(3);
    const grid = maze(101, 101, random, { opened: 100 });
    const components = new Components(grid);
    const tails = new Uint32Array(9);
    for (let i = 0; i < 100; i++) {
      const x = 1 + Math.floor(random() * 99);
      const y = 1 + Math.floor(random() * 99);
      components.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y), tails));
    }
    const fresh = new Components(grid);
    expect(components.count).toBe(fresh.count);
    const names = new Map<number, number>();
    for (let v = 0; v < grid.vertexCount; v++) {
      if (!names.has(fresh.label(v))) names.set(fresh.label(v), components.label(v));
      expect(components.label(v)).toBe(names.get(fresh.label(v)));
      expect(components.size(v)).toBe(fresh.size(v));
    }
  });
});

test('what is no cell is in no component', () => {
  const components = new Components(new Grid(3, 1));
  for (const none of [-1, 1000, NaN]) expect([components.same(none, none), components.label(none)]).toEqual([false, -1]);
});

test('tails that are no cells, or not as many as are said, are refused before a label is touched', () => {
  const grid = Grid.fromRows(['.#.', '.#.', '...']);
  const components = new Components(grid);
  const tails = new Uint32Array(9);
  const n = grid.setBlocked(1, 2, true, tails);
  for (const none of [10, -1, 1.5, NaN]) {
    expect(() => components.arcsChanged(tails, none)).toThrow(`arcsChanged takes a whole number of the 9 tails that it is given, got ${none}.`);
  }
  for (const none of [0, grid.vertexCount, 2 ** 32 - 1]) {
    expect(() => components.arcsChanged(Uint32Array.of(tails[0], none), 2)).toThrow(`The tail of a changed arc must be a cell of the map, got vertex ${none}.`);
  }
  expect(components.same(grid.vertex(0, 0), grid.vertex(2, 0))).toBe(true);
  components.arcsChanged(tails, n);
  expect([components.count, components.same(grid.vertex(0, 0), grid.vertex(2, 0))]).toEqual([2, false]);
});

describe('the nearest free cell', () => {
  test('is nearest, and of several the first', () => {
    const property = fc.property(worlds(), fc.nat(), fc.boolean(), (world, i, picky) => {
      const grid = gridOf(world);
      const cell = i % (world.width * world.height);
      const v = grid.vertex(cell % world.width, Math.floor(cell / world.width));
      const accept = (u: number): boolean => !picky || cellOf(grid, u) % 3 === 1;
      const square = (u: number): number => {
        const dx = grid.x(u) - grid.x(v);
        const dy = grid.y(u) - grid.y(v);
        return grid.movement === 'hex' ? (dx + dy / 2) ** 2 + 0.75 * dy ** 2 : dx ** 2 + dy ** 2;
      };
      const free = Array.from(grid.cells.keys()).filter((u) => grid.cells[u] > 0 && accept(u));
      const least = Math.min(...free.map(square));
      expect(nearestFree(grid, v, accept)).toBe(free.find((u) => square(u) === least) ?? -1);
    });
    fc.assert(property, { numRuns: runs(1000), seed: 702 });
  });

  test('of a cell off the map is misuse', () => {
    expect(() => nearestFree(new Grid(2, 2), 0)).toThrow('vertex 0');
    expect(() => nearestFree(new Grid(2, 2), 99)).toThrow('vertex 99');
  });

  test('can be asked to be reachable', () => {
    const grid = Grid.fromRows(['..#.#', '..##.']);
    const components = new Components(grid);
    const start = grid.vertex(0, 0);
    expect(nearestFree(grid, grid.vertex(3, 1), (u) => components.same(start, u))).toBe(grid.vertex(1, 1));
  });
});
