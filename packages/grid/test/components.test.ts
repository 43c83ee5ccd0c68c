import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Components, Grid, maze, nearestFree, seededRandom } from '../src/index.ts';
import { cellOf, gridOf } from './grid-of.ts';

/** For each cell the least cell connected to it, and −1 where it is blocked: arcs taken as edges, until nothing changes. */
function partition(grid: Grid): number[] {
  const part = Array.from(grid.toArray(), (cost, cell) => (cost === 0 ? -1 : cell));
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < grid.vertexCount; v++) {
      const n = grid.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        const [a, b] = [cellOf(grid, v), cellOf(grid, to[i])];
        if (part[a] === part[b]) continue;
        part[a] = part[b] = Math.min(part[a], part[b]);
        changed = true;
      }
    }
  }
  return part;
}

function check(components: Components, grid: Grid): void {
  const expected = partition(grid);
  const vertex = (cell: number): number => grid.vertex(cell % grid.width, Math.floor(cell / grid.width));
  const cells = new Map<number, number>();
  for (const part of expected) cells.set(part, (cells.get(part) ?? 0) + 1);
  // The first cell with a label stands for the component.
  const firsts = new Map([[-1, -1]]);
  const found = expected.map((part, cell) => {
    const v = vertex(cell);
    const label = components.label(v);
    if (!firsts.has(label)) firsts.set(label, cell);
    return [firsts.get(label), components.size(v), components.same(v, part === -1 ? v : vertex(part))];
  });
  expect(found).toEqual(expected.map((part) => (part === -1 ? [-1, 0, false] : [part, cells.get(part), true])));
  cells.delete(-1);
  expect(components.count).toBe(cells.size);
  for (const nowhere of [-1, 1e9]) expect([components.label(nowhere), components.size(nowhere)]).toEqual([-1, 0]);
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
      for (const [i, { x, y, width, height, cost, sides }] of edits.entries()) {
        const oneWay = sides !== undefined && world.sides.length > 0;
        if (oneWay) grid.setSides(x, y, { enter: sides, leave: sides });
        else grid.setRectangle(x, y, Math.min(width, grid.width - x), Math.min(height, grid.height - y), cost);
        // Sometimes several edits are made before a query.
        if (late && i % 3 < 2) continue;
        check(components, grid);
      }
    });
    fc.assert(property, { numRuns: runs(500), seed: 701 });
  });

  test('joined only by one-way cells come apart, even if the last of them opens before a query', () => {
    const property = fc.property(worlds({ sides: true, maxSize: 5 }), fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }), (world, blocked) => {
      const grid = gridOf(world);
      const components = new Components(grid);
      for (const [x, y] of blocked) if (grid.contains(x, y)) grid.setBlocked(x, y, true);
      for (const { x, y } of world.sides) grid.setSides(x, y, { enter: 255, leave: 255 });
      check(components, grid);
    });
    fc.assert(property, { numRuns: runs(2000), seed: 703 });
  });

  test('follow edits in several places before a query, one-way cells that appear and disappear among them', () => {
    const random = seededRandom(704);
    const whole = (most: number): number => Math.floor(random() * most);
    for (let round = 0; round < runs(1500); round++) {
      const movement = (['four', 'eight', 'hex'] as const)[round % 3];
      const grid = Grid.fromRows(Array.from({ length: 7 }, () => Array.from({ length: 9 }, () => (random() < 0.35 ? '#' : '.')).join('')), { movement });
      const components = new Components(grid);
      for (let query = 0; query < 4; query++) {
        for (let edits = 1 + whole(5); edits > 0; edits--) {
          const [x, y] = [whole(9), whole(7)];
          if (round % 4 !== 0 || random() < 0.5) grid.setBlocked(x, y, grid.isFree(x, y));
          else grid.setSides(x, y, random() < 0.5 ? { enter: 255, leave: 255 } : { enter: whole(256), leave: whole(256) });
        }
        check(components, grid);
      }
    }
  });

  test('the ends of a corridor come apart, while its middle joins a larger room', () => {
    const grid = Grid.fromRows(['.............', '#############', '.............', '.............'], { movement: 'four' });
    const components = new Components(grid);
    check(components, grid);
    for (const [x, y] of [[2, 0], [10, 0], [6, 1]]) grid.setBlocked(x, y, y === 0);
    check(components, grid);
  });

  test('the cell that a one-way step led to comes apart if its tail is blocked, and all sides open, before a query', () => {
    const grid = Grid.fromRows(['.....'], { movement: 'four' });
    grid.setSides(1, 0, { leave: grid.mask('west') });
    const components = new Components(grid);
    check(components, grid);
    grid.setBlocked(2, 0, true);
    grid.setSides(1, 0, { enter: 255, leave: 255 });
    check(components, grid);
  });

  test('follow two edits far apart without a flood of the map', () => {
    const grid = new Grid(200, 200);
    const components = new Components(grid);
    const flooded = (components as unknown as { next: Int32Array }).next;
    for (const blocked of [true, false]) {
      components.same(grid.vertex(0, 0), grid.vertex(9, 9));
      flooded.fill(0);
      for (const at of [20, 180]) grid.setBlocked(at, at, blocked);
      components.same(grid.vertex(0, 0), grid.vertex(9, 9));
      expect(flooded.filter((v) => v !== 0).length).toBeLessThan(100);
    }
    check(components, grid);
  });

  test('of a large maze follow a hundred walls built and removed', () => {
    const random = seededRandom(3);
    const grid = maze(101, 101, random, { opened: 100 });
    const components = new Components(grid);
    for (let i = 0; i < 100; i++) {
      const x = 1 + Math.floor(random() * 99);
      const y = 1 + Math.floor(random() * 99);
      grid.setBlocked(x, y, grid.isFree(x, y));
      components.label(0);
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

test('several come apart by one edit whose tails alternate between them', () => {
  const grid = Grid.fromRows(['.#.', '.#.', '.#.', '.#.', '.#.']);
  const components = new Components(grid);
  grid.setRectangle(0, 2, 3, 1, 0);
  check(components, grid);
});

test('isolated cells are in no component, however many there are', () => {
  const grid = Grid.fromRows([...Array.from({ length: 12 }, () => ['..#', '###']).flat(), '#.#', '###', '##.']);
  check(new Components(grid), grid);
});

test('no vertex is in no component; what is not a vertex has no label, and is rejected', () => {
  const components = new Components(new Grid(3, 1));
  expect(components.same(-1, -1)).toBe(false);
  for (const none of [-1, 1000, NaN]) expect(components.label(none)).toBe(-1);
  for (const none of [1000, NaN]) expect(() => components.same(none, none)).toThrow(`The first cell must be a whole number from 0 to 14 (a vertex of the graph), got ${none}.`);
});

describe('the nearest free cell', () => {
  test('is nearest, and the first of several', () => {
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

  test('of any two is the nearer, or the first of equally near ones', () => {
    for (const movement of ['eight', 'hex'] as const) {
      const grid = new Grid(11, 9, { movement }, 0);
      const all = Uint32Array.from({ length: 99 }, (_, i) => grid.vertex(i % 11, Math.floor(i / 11)));
      for (const v of [[5, 4], [0, 8], [10, 2]].map(([x, y]) => grid.vertex(x, y))) {
        const square = (u: number): number => {
          const [dx, dy] = [grid.x(u) - grid.x(v), grid.y(u) - grid.y(v)];
          return movement === 'hex' ? (2 * dx + dy) ** 2 + 3 * dy ** 2 : dx ** 2 + dy ** 2;
        };
        const [expected, found]: number[][] = [[], []];
        for (const a of all) {
          for (const b of all.subarray(all.indexOf(a))) {
            for (const u of [a, b]) grid.setCost(grid.x(u), grid.y(u), 1);
            expected.push(square(b) < square(a) ? b : a);
            found.push(nearestFree(grid, v));
            for (const u of [a, b]) grid.setCost(grid.x(u), grid.y(u), 0);
          }
        }
        expect(found).toEqual(expected);
        expect(nearestFree(grid, v)).toBe(-1);
      }
    }
  });

  // Rings that touch each row of the map would take time in proportion to the square of its height: half a minute.
  test('on a narrow, high map is found as quickly as on a wide one', () => {
    const height = 120_000;
    const grid = new Grid(1, height, {}, 0);
    const began = performance.now();
    expect(nearestFree(grid, grid.vertex(0, height / 2))).toBe(-1);
    grid.setBlocked(0, 7, false);
    expect(nearestFree(grid, grid.vertex(0, height / 2))).toBe(grid.vertex(0, 7));
    expect(performance.now() - began).toBeLessThan(4000);
  });

  test('of a cell off the map is rejected', () => {
    expect(() => nearestFree(new Grid(2, 2), 0)).toThrow('got 0: on a grid it lies in the border');
    expect(() => nearestFree(new Grid(2, 2), 99)).toThrow('got 99.');
  });

  test('can be limited to reachable cells', () => {
    const grid = Grid.fromRows(['..#.#', '..##.']);
    const components = new Components(grid);
    const start = grid.vertex(0, 0);
    expect(nearestFree(grid, grid.vertex(3, 1), (u) => components.same(start, u))).toBe(grid.vertex(1, 1));
  });
});

test('many edits at once that each need a long flood take no longer than new labels', () => {
  const grid = new Grid(100, 100);
  // A wall with doors, all of which close but one: floods from both sides of each would meet only there.
  for (let y = 0; y < 100; y++) if (y % 4 !== 0) grid.setBlocked(50, y, true);
  const components = new Components(grid);
  for (let y = 4; y < 100; y += 4) grid.setBlocked(50, y, true);
  let reads = 0;
  const { moves } = grid;
  Object.defineProperty(grid, 'moves', { get: () => ++reads && moves });
  expect(components.count).toBe(1);
  expect(reads).toBeLessThan(4 * grid.vertexCount);
  grid.setBlocked(50, 0, true);
  expect([components.count, components.same(grid.vertex(0, 0), grid.vertex(99, 0)), components.size(grid.vertex(99, 0))]).toEqual([2, false, 4900]);
});

test('an edit of costs alone is followed without a look around the cells', () => {
  const grid = new Grid(100, 100);
  const components = new Components(grid);
  let reads = 0;
  const { moves } = grid;
  Object.defineProperty(grid, 'moves', { get: () => ++reads && moves });
  const cells = Uint32Array.from({ length: 500 }, (_, i) => grid.vertex((37 * i) % 100, (53 * i) % 100));
  grid.setCells(cells, new Uint8Array(500).fill(8), 500);
  expect(components.count).toBe(1);
  // More edits than the map remembers.
  for (let i = 0; i < 600; i++) grid.setCost(i % 100, Math.floor(i / 100), 3);
  expect(components.count).toBe(1);
  expect(reads).toBeLessThan(5);
  for (let y = 0; y < 100; y++) for (const x of [40, 50, 60, 70, 80, 90]) grid.setBlocked(x, y, true);
  expect([components.count, components.same(grid.vertex(0, 0), grid.vertex(99, 0)), components.size(grid.vertex(99, 0))]).toEqual([7, false, 900]);
  // A door among them is found.
  const wall = new Grid(100, 100);
  wall.setRectangle(50, 0, 1, 99, 0);
  const parts = new Components(wall);
  const list = Uint32Array.from([...cells, wall.vertex(50, 99)]);
  wall.setCells(list, Uint8Array.from(list, (v) => (v === list[500] ? 0 : wall.cells[v] * 8)), list.length);
  expect([parts.count, parts.same(wall.vertex(0, 0), wall.vertex(99, 0)), parts.size(wall.vertex(99, 0))]).toEqual([2, false, 4900]);
});

test('an edit that touches much of the map takes no longer than new labels', () => {
  const grid = new Grid(100, 100);
  const components = new Components(grid);
  const cells = Uint32Array.from({ length: 400 }, (_, i) => grid.vertex(5 * (i % 20), 5 * Math.floor(i / 20)));
  const tails = grid.setCells(cells, new Uint8Array(400), 400, new Uint32Array(grid.vertexCount));
  expect(tails).toBeGreaterThan(grid.vertexCount / 5);
  const lookups = vi.spyOn(Set.prototype, 'delete');
  expect(components.count).toBe(1);
  expect(lookups).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
