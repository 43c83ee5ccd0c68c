import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { cellOutlines, cellsInPolygon, Components, Grid, seededRandom } from '../src/index.ts';

type Point = { readonly x: number; readonly y: number };
const never = (value: unknown): never => value as never;
const points = (...corners: readonly (readonly [x: number, y: number])[]): Point[] => corners.map(([x, y]) => ({ x, y }));

/** The cells in a polygon, as `cellsInPolygon` gives them. */
function cellsOf(grid: Grid, polygon: readonly Point[]): number[] {
  const out = new Uint32Array(grid.vertexCount);
  return [...out.subarray(0, cellsInPolygon(grid, polygon, out))];
}

/** Whether a point is inside a polygon: counts the sides to the left of it, or through it. Exact for coordinates that are eighths. */
function isInside(polygon: readonly Point[], x: number, y: number): boolean {
  let left = 0;
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length];
    if (a.y <= y === b.y <= y) continue;
    const turn = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y);
    if (b.y > a.y ? turn <= 0 : turn >= 0) left++;
  }
  return left % 2 === 1;
}

/** Twice the area of a ring; positive if it runs counterclockwise on the screen. */
const twiceArea = (ring: readonly Point[]): number => ring.reduce((sum, { x, y }, i) => sum + ring[(i + 1) % ring.length].x * y - x * ring[(i + 1) % ring.length].y, 0);

test('cells in a polygon are those whose middle is inside', () => {
  const random = seededRandom(12);
  let found = 0;
  for (let round = 0; round < runs(400); round++) {
    const grid = new Grid(1 + Math.floor(random() * 14), 1 + Math.floor(random() * 14));
    // Eighths are exact, halves often hit a middle; some corners are outside of the map.
    const unit = [1, 0.5, 0.125][round % 3];
    const polygon = Array.from({ length: 3 + (round % 6) }, () => ({ x: Math.round((random() * 20 - 3) / unit) * unit, y: Math.round((random() * 20 - 3) / unit) * unit }));
    const expected: number[] = [];
    for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) if (isInside(polygon, x + 0.5, y + 0.5)) expected.push(grid.vertex(x, y));
    expect(cellsOf(grid, polygon)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(runs(3000));
});

test('of a fan of triangles that fills the map, each cell is in one', () => {
  const random = seededRandom(5);
  for (let round = 0; round < runs(60); round++) {
    const grid = new Grid(9, 7);
    const middle = { x: round % 2 === 0 ? 4.5 : random() * 9, y: round % 2 === 0 ? 3.5 : random() * 7 };
    const around = points([0, 0], [random() * 9, 0], [9, 0], [9, random() * 7], [9, 7], [random() * 9, 7], [0, 7], [0, random() * 7]);
    const cells = around.flatMap((corner, i) => cellsOf(grid, i % 2 === 0 ? [corner, around[(i + 1) % 8], middle] : [middle, corner, around[(i + 1) % 8]]));
    expect(cells.length).toBe(63);
    expect(new Set(cells).size).toBe(63);
  }
});

test('a middle on the border is inside on the left side and on the upper one', () => {
  const grid = new Grid(4, 4);
  expect(cellsOf(grid, points([0.5, 0.5], [2.5, 0.5], [2.5, 2.5], [0.5, 2.5]))).toEqual([grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(0, 1), grid.vertex(1, 1)]);
  expect(cellsOf(grid, points([9, 9], [12, 9], [9, 12]))).toEqual([]);
  expect(cellsOf(grid, points([-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9])).length).toBe(16);
});

test('outlines of random sets give the sets again, in simple rings', () => {
  const random = seededRandom(30);
  let holes = 0;
  let touching = 0;
  for (let round = 0; round < runs(300); round++) {
    const grid = new Grid(1 + Math.floor(random() * 24), 1 + Math.floor(random() * 24), { movement: 'four' });
    const share = 0.3 + 0.6 * random();
    const set = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.hasVertex(v) && random() < share);
    for (let v = 0; v < grid.vertexCount; v++) if (grid.hasVertex(v) && !set.includes(v)) grid.setBlocked(grid.x(v), grid.y(v), true);
    // In any order, and some of them twice.
    const polygons = cellOutlines(grid, [...set, ...set.slice(0, 3)].reverse());
    const components = new Components(grid);
    const found: number[] = [];
    for (const polygon of polygons) {
      const inside = new Set<number>();
      for (const [i, ring] of polygon.entries()) {
        const cells = cellsOf(grid, ring);
        expect(twiceArea(ring)).toBe((i === 0 ? 2 : -2) * cells.length);
        expect(new Set(ring.map(({ x, y }) => `${x} ${y}`)).size).toBe(ring.length);
        // Level and upright by turns.
        for (const [k, a] of ring.entries()) expect([a.x === ring[(k + 1) % ring.length].x, a.y === ring[(k + 1) % ring.length].y]).toEqual(k % 2 === 0 ? [ring[0].x === ring[1].x, ring[0].y === ring[1].y] : [ring[0].x !== ring[1].x, ring[0].y !== ring[1].y]);
        for (const v of cells) if (!inside.delete(v)) inside.add(v);
        // Each hole is in the outer ring, and in no other hole.
        if (i > 0) expect(cells.every((v) => cellsOf(grid, polygon[0]).includes(v) && !inside.has(v))).toBe(true);
      }
      const [first] = inside;
      for (const v of inside) expect(components.same(first, v)).toBe(true);
      found.push(...inside);
      holes += polygon.length - 1;
    }
    expect(found.sort((a, b) => a - b)).toEqual(set);
    const corners = polygons.flat(2).map(({ x, y }) => `${x} ${y}`);
    touching += corners.length - new Set(corners).size;
  }
  expect(holes).toBeGreaterThan(runs(1000));
  expect(touching).toBeGreaterThan(runs(1000));
});

test('outlines of a checkerboard, of nothing, and of a large set', () => {
  const grid = new Grid(300, 200);
  expect(cellOutlines(grid, [])).toEqual([]);
  const all = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.hasVertex(v));
  expect(cellOutlines(grid, all)).toEqual([[points([0, 0], [0, 200], [300, 200], [300, 0])].map((ring) => [...ring.slice(1), ring[0]])]);
  expect(cellOutlines(grid, all.filter((v) => (grid.x(v) + grid.y(v)) % 2 === 0)).length).toBe(30_000);
  // Its holes touch one another and the outer ring.
  const [lattice, ...others] = cellOutlines(grid, all.filter((v) => grid.x(v) % 2 === 0 || grid.y(v) % 2 === 0));
  expect([others.length, lattice.length]).toEqual([0, 1 + 149 * 99]);
});

test('rejects invalid arguments', () => {
  const grid = new Grid(4, 4);
  const out = new Uint32Array(16);
  const square = points([0, 0], [3, 0], [3, 3], [0, 3]);
  expect(() => cellsInPolygon(never({}), square, out)).toThrow('cellsInPolygon takes a Grid of @pf/grid');
  expect(() => cellOutlines(never({}), [])).toThrow('cellOutlines takes a Grid of @pf/grid');
  const hexagons = new Grid(4, 4, { movement: 'hex' });
  expect(() => cellsInPolygon(hexagons, square, out)).toThrow('takes squares, got a grid of hexagons');
  expect(() => cellOutlines(hexagons, [])).toThrow('takes squares, got a grid of hexagons');
  expect(() => cellsInPolygon(grid, square.slice(2), out)).toThrow('A polygon is a list of 3 corners { x, y } or more, got an array.');
  expect(() => cellsInPolygon(grid, never([[0, 0], [1, 0], [1, 1]]), out)).toThrow('The corners of a polygon must be { x, y } in cells, got an array.');
  expect(() => cellsInPolygon(grid, [...square, { x: 0, y: NaN }], out)).toThrow('The corners of a polygon must be { x, y } in cells, got an object.');
  expect(() => cellsInPolygon(grid, square, never(undefined))).toThrow('got undefined for a buffer.');
  expect(() => cellsInPolygon(grid, square, new Uint32Array(8))).toThrow('The polygon has 9 cells, but the buffer holds 8: pass one of up to width × height entries.');
  expect(() => cellOutlines(grid, never(7))).toThrow('The cells of outlines must be a list of numbers, got 7.');
  expect(() => cellOutlines(grid, [0])).toThrow('on a grid it lies in the border around the map. Take grid.vertex(x, y).');
});
