import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { describeGrid, Grid, LinkedGrid, PlacementCheck, restoreGrid, seededRandom, UnitGrid } from '../src/index.ts';

const random = seededRandom(77);
const below = (n: number): number => Math.floor(n * random());

function neighboursOf(grid: Grid, v: number): number[] {
  const to = new Uint32Array(8);
  return [...to.subarray(0, grid.successors(v, to, new Float64Array(8)))];
}

/** Whether legal steps lead from one cell to the other, by a plain flood. */
function joined(grid: Grid, start: number, goal: number): boolean {
  const seen = new Set([start]);
  for (const v of seen) for (const u of neighboursOf(grid, v)) seen.add(u);
  return seen.has(goal) && grid.cells[start] > 0;
}

test('agrees with building and searching, for every size of unit, and leaves the map alone', () => {
  for (let world = 0; world < runs(50); world++) {
    const movement = (['four', 'eight', 'hex'] as const)[world % 3];
    const map = Grid.fromRows(Array.from({ length: 8 }, () => Array.from({ length: 9 }, () => '......#'[below(7)]).join('')), { movement });
    const size = 1 + (world % 2);
    const check = new PlacementCheck(map, { size });
    for (let turn = 0; turn < 8; turn++) {
      for (let i = below(3); i > 0; i--) map.setCost(below(9), below(8), below(3));
      const building = { x: below(8), y: below(7), width: 1 + below(2), height: 1 + below(2) };
      const [start, goal] = [map.vertex(below(9), below(8)), map.vertex(below(9), below(8))];
      const built = map.clone();
      built.setRectangle(building.x, building.y, building.width, building.height, 0);
      const other = { x: below(9), y: below(8) };
      const { version } = map;
      expect(check.same(start, goal)).toBe(joined(size === 1 ? map : new UnitGrid(map, size).grid, start, goal));
      const ground = size === 1 ? built : new UnitGrid(built, size).grid;
      expect(check.wouldBlock(building, [start], goal), `world ${world}, turn ${turn}`).toBe(!joined(ground, start, goal));
      built.setBlocked(other.x, other.y, true);
      expect(check.wouldBlock([building, other], [start], goal), `world ${world}, turn ${turn}`).toBe(!joined(size === 1 ? built : new UnitGrid(built, size).grid, start, goal));
      expect(map.version).toBe(version);
    }
  }
});

test('follows more edits than a map remembers', () => {
  const map = new Grid(30, 30);
  const check = new PlacementCheck(map);
  for (let i = 0; i < 700; i++) map.setBlocked(i % 30, 15, i % 30 !== 4);
  expect(check.wouldBlock({ x: 4, y: 15 }, [map.vertex(0, 0)], map.vertex(0, 29))).toBe(true);
  expect(check.wouldBlock({ x: 5, y: 3, width: undefined, height: undefined }, [map.vertex(0, 0)], map.vertex(0, 29))).toBe(false);
});

test('follows one-way cells: weak connection counts, and so do sides that open and close', () => {
  const map = Grid.fromRows(['...', '#.#', '...'], { movement: 'four' });
  const check = new PlacementCheck(map);
  const [start, goal] = [map.vertex(0, 0), map.vertex(0, 2)];
  const blocks = (): boolean => check.wouldBlock({ x: 2, y: 0 }, [start], goal);
  expect(blocks()).toBe(false);
  for (const [sides, blocked] of [[{ enter: 0 }, false], [{ leave: 0 }, true], [{ enter: map.mask('north') }, true], [{ leave: map.mask('south') }, false], ['open', false]] as const) {
    map.setSides(1, 1, sides);
    expect([blocks(), new PlacementCheck(map).wouldBlock({ x: 2, y: 0 }, [start], goal)]).toEqual([blocked, blocked]);
  }
});

test('follows more edits than a map remembers', () => {
  const map = Grid.fromRows(['...', '#.#', '...'], { movement: 'four' });
  const check = new PlacementCheck(map);
  const blocks = (): boolean => check.wouldBlock({ x: 1, y: 1 }, [map.vertex(0, 0)], map.vertex(0, 2));
  expect(blocks()).toBe(true);
  map.setBlocked(0, 1, false);
  for (let i = 0; i < 1200; i++) map.setBlocked(2, 1, i % 2 === 0);
  expect(blocks()).toBe(false);
});

test('stairs count as paths, also those that come and go, for every size of unit', () => {
  let [open, closed] = [0, 0];
  for (let round = 0; round < runs(60); round++) {
    // Two floors.
    const map = Grid.fromRows(Array.from({ length: 11 }, (_, y) => Array.from({ length: 8 }, () => (y === 5 ? '#' : '.....#'[below(6)])).join('')));
    const world = new LinkedGrid(map);
    const size = 1 + (round % 2);
    const check = new PlacementCheck(map, { size, links: world });
    const numbers: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      map.setCost(below(8), [0, 1, 2, 3, 4, 6, 7, 8, 9, 10][below(10)], below(3));
      if (turn % 3 === 0) numbers.push(world.addLink({ from: map.vertex(below(8), below(5)), to: map.vertex(below(8), 6 + below(5)), cost: 2 }));
      else if (turn % 4 === 0) world.removeLink(numbers.shift()!);
      const building = { x: below(7), y: below(4), width: 1 + below(2), height: 2 };
      const [start, goal] = [map.vertex(below(8), below(5)), map.vertex(below(8), 6 * below(2) + below(5))];
      const built = map.clone();
      built.setRectangle(building.x, building.y, building.width, building.height, 0);
      const ground = size === 1 ? built : new UnitGrid(built, size).grid;
      const seen = new Set([start]);
      for (const v of seen) {
        for (const u of neighboursOf(ground, v)) seen.add(u);
        for (const { from, to } of world.links.values()) for (const [a, b] of [[from, to], [to, from]]) if (a === v && ground.cells[a] !== 0 && ground.cells[b] !== 0) seen.add(b);
      }
      const isOpen = seen.has(goal) && ground.cells[start] !== 0;
      if (isOpen) open++;
      else closed++;
      expect(check.wouldBlock(building, [start], goal), `round ${round}, turn ${turn}`).toBe(!isOpen);
    }
  }
  expect(Math.min(open, closed)).toBeGreaterThan(runs(60));
});

test('rejects invalid arguments', () => {
  const map = new Grid(4, 4);
  const check = new PlacementCheck(map);
  expect(() => check.wouldBlock({ x: 4, y: 0 }, [map.vertex(0, 0)], map.vertex(1, 1))).toThrow();
  // Of a list, none stays on the copy.
  expect(() => check.wouldBlock([{ x: 1, y: 0, height: 4 }, { x: 4, y: 0 }], [map.vertex(0, 0)], map.vertex(3, 3))).toThrow();
  expect(check.same(map.vertex(0, 0), map.vertex(3, 3))).toBe(true);
  expect(() => check.wouldBlock({ x: 0, y: 0 }, [999], map.vertex(1, 1))).toThrow('The start must be a whole number');
  for (const [width, height] of [[0, 1], [1, 0], [NaN, 1]]) expect(() => check.wouldBlock({ x: 0, y: 0, width, height }, [], map.vertex(1, 1))).toThrow(`A building covers 1 × 1 cells or more, got ${width} × ${height}.`);
  expect(() => check.wouldBlock({ x: 0, y: 0, w: 2 } as never, [], 0)).toThrow("wouldBlock has no option 'w'");
  expect(() => new PlacementCheck(map, { unit: 2 } as never)).toThrow("PlacementCheck has no option 'unit'. It takes size, links.");
});

test('a grid described and restored is the same, through structuredClone and JSON, one-way cells included', () => {
  for (let world = 0; world < runs(40); world++) {
    const grid = Grid.fromRows(Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => '...3#'[below(5)]).join('')), {
      movement: (['four', 'eight', 'hex'] as const)[world % 3],
      corners: (['never', 'one', 'always'] as const)[below(3)],
      metric: ([ 'exact', '5/7', { straight: 2, diagonal: 3 }] as const)[below(3)],
    });
    if (world % 2 === 0) for (let i = 0; i < 5; i++) grid.setSides(below(6), below(5), { enter: below(256), leave: below(256) });
    if (world % 3 === 0) for (let i = 0; i < 5; i++) grid.setBlocked(below(6), below(5), true);
    const copies = [restoreGrid(structuredClone(describeGrid(grid))), restoreGrid(JSON.parse(JSON.stringify(describeGrid(grid, 'numbers'))) as never)];
    for (const copy of copies) expect([copy.moves, copy.cells, copy.lengths, copy.corners, copy.toRows()]).toEqual([grid.moves, grid.cells, grid.lengths, grid.corners, grid.toRows()]);
    // The terrain under blocked cells, too.
    for (const map of [grid, ...copies]) for (let i = 0; i < 30; i++) map.setBlocked(i % 6, Math.floor(i / 6), false);
    for (const copy of copies) expect(copy.toRows()).toEqual(grid.toRows());
  }
  expect(() => restoreGrid({ ...describeGrid(new Grid(2, 2)), enter: [1] })).toThrow('The masks of sides of 2 × 2 cells are 4 bytes, got 1.');
  expect(() => restoreGrid(JSON.parse(JSON.stringify(describeGrid(new Grid(2, 2)))) as never)).toThrow();
  expect(() => describeGrid(new Grid(2, 2), 'json' as never)).toThrow("in 'bytes' or in 'numbers', got 'json'");
});
