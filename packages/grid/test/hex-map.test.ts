import { beforeEach, describe, expect, test } from 'vitest';
import type { HexLayout } from '../src/index.ts';
import { describeHexMap, HexMap, maskTowards } from '../src/index.ts';

const layouts: readonly HexLayout[] = ['odd-r', 'even-r', 'odd-q', 'even-q'];

/** The centres of hexagons of size 1 as drawn: the shifted rows or columns of a layout are shifted by half. */
function middle(layout: HexLayout, column: number, row: number): [number, number] {
  const odd = (n: number): boolean => Math.abs(n) % 2 === 1;
  const shifted = (line: number): number => (odd(line) === layout.startsWith('odd') ? 0.5 : 0) - (layout.startsWith('even') ? 0.5 : 0);
  return layout.endsWith('r') ? [Math.sqrt(3) * (column + shifted(row)), 1.5 * row] : [1.5 * column, Math.sqrt(3) * (row + shifted(column))];
}

describe.each(layouts)('%s', (layout) => {
  let map: HexMap;
  beforeEach(() => {
    map = new HexMap(7, 6, layout);
  });
  const all = Array.from({ length: 42 }, (_, i) => [i % 7, Math.floor(i / 7)] as const);
  const apart = (a: number, b: number): number => {
    const [ax, ay] = middle(layout, map.column(a), map.row(a));
    const [bx, by] = middle(layout, map.column(b), map.row(b));
    return Math.hypot(ax - bx, ay - by);
  };

  test('has columns and rows, and all cells outside are blocked', () => {
    for (const [column, row] of all) {
      const v = map.vertex(column, row);
      expect([map.column(v), map.row(v), map.grid.cells[v]]).toEqual([column, row, 1]);
    }
    expect(map.grid.terrain.free).toBe(42);
    for (const [column, row] of [[-1, 0], [0, -1], [7, 0], [0, 6]]) expect(map.contains(column, row)).toBe(false);
  });

  test('the neighbours are those drawn beside a hexagon', () => {
    const to = new Uint32Array(6);
    const cost = new Float64Array(6);
    for (const [column, row] of all) {
      const v = map.vertex(column, row);
      const beside = all.map(([c, r]) => map.vertex(c, r)).filter((u) => u !== v && apart(u, v) < 1.8);
      expect([...to.subarray(0, map.grid.successors(v, to, cost))].sort()).toEqual(beside.sort());
      expect(map.range(v, 1).sort()).toEqual([v, ...beside].sort());
    }
  });

  test('distance, range and ring agree with counted steps', () => {
    for (const [column, row] of all) {
      const v = map.vertex(column, row);
      const steps = new Map([[v, 0]]);
      for (const u of steps.keys()) for (const w of map.range(u, 1)) if (!steps.has(w)) steps.set(w, steps.get(u)! + 1);
      for (const [u, n] of steps) expect(map.distance(v, u)).toBe(n);
      for (const n of [0, 1, 2, 3, 5]) {
        expect(map.range(v, n).sort()).toEqual([...steps].filter(([, m]) => m <= n).map(([u]) => u).sort());
        const ring = map.ring(v, n);
        expect([...ring].sort()).toEqual([...steps].filter(([, m]) => m === n).map(([u]) => u).sort());
        if (n > 0 && ring.length === 6 * n) ring.forEach((u, i) => expect(map.distance(u, ring[(i + 1) % ring.length])).toBe(1));
      }
    }
  });

  test('the names of directions are those of the screen in rows, and turned in columns', () => {
    const v = map.vertex(3, 3);
    const from = map.toPixel(v, 1);
    const angles = (['east', 'southeast', 'southwest', 'west', 'northwest', 'northeast'] as const).map((name) => {
      const to = map.toPixel(v + map.grid.offsets[Math.log2(map.grid.mask(name))], 1);
      return (360 + Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI)) % 360;
    });
    // Clockwise from the right, as y grows downwards.
    expect(angles).toEqual([0, 60, 120, 180, 240, 300].map((angle) => angle + (layout.endsWith('r') ? 0 : 30)));
  });

  test('a point of the screen lies in the hexagon with the nearest centre', () => {
    for (const [column, row] of all) {
      const v = map.vertex(column, row);
      const { x, y } = map.toPixel(v, 10);
      const [mx, my] = middle(layout, column, row);
      expect([x, y]).toEqual([expect.closeTo(10 * mx, 9), expect.closeTo(10 * my, 9)]);
      expect(map.fromPixel(x, y, 10)).toBe(v);
    }
    for (let x = -25; x < 140; x += 3.7) {
      for (let y = -25; y < 120; y += 2.9) {
        const distances = Array.from({ length: 121 }, (_, i) => [(i % 11) - 2, Math.floor(i / 11) - 2] as const).map(([c, r]) => {
          const [mx, my] = middle(layout, c, r);
          return { c, r, d: Math.hypot(10 * mx - x, 10 * my - y) };
        });
        const { c, r } = distances.reduce((a, b) => (a.d <= b.d ? a : b));
        expect(map.fromPixel(x, y, 10)).toBe(map.contains(c, r) ? map.vertex(c, r) : -1);
      }
    }
  });

  test('a line goes from end to end by steps, near the straight one', () => {
    for (const [column, row] of all) {
      const [a, b] = [map.vertex(column, row), map.vertex(6 - column, 5 - row)];
      const line = map.line(a, b);
      expect([line[0], line.at(-1)]).toEqual([a, b]);
      expect(line).toHaveLength(map.distance(a, b) + 1);
      for (let i = 1; i < line.length; i++) expect(map.distance(line[i - 1], line[i])).toBe(1);
      const [ax, ay] = middle(layout, map.column(a), map.row(a));
      const [bx, by] = middle(layout, map.column(b), map.row(b));
      for (const v of line) {
        const [x, y] = middle(layout, map.column(v), map.row(v));
        const length = Math.hypot(bx - ax, by - ay);
        if (length > 0) expect(Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length).toBeLessThan(1);
      }
    }
  });

  test('sides are those of the hexagon at this column and row', () => {
    const to = new Uint32Array(6);
    const heads = (v: number): number[] => [...to.subarray(0, map.grid.successors(v, to, new Float64Array(6)))];
    const tails = new Uint32Array(7);
    for (const [column, row] of all) {
      const v = map.vertex(column, row);
      for (const u of heads(v)) {
        const mask = 255 & ~maskTowards(map.grid, v, u);
        expect([map.setSides(column, row, { enter: mask }, tails), tails[0]]).toEqual([1, u]);
        expect([heads(v).includes(u), heads(u).includes(v)]).toEqual([true, false]);
        expect(map.setSides(column, row, 'open', tails)).toBe(1);
      }
    }
    expect(() => map.setSides(7, 0, 'open')).toThrow('There is no hexagon in column 7, row 0');
  });

  test('accepts rows of text and edits, and rejects invalid arguments', () => {
    const rows = ['.#3.', '....', '9..#'];
    const read = HexMap.fromRows(rows, { layout });
    rows.forEach((text, row) => [...text].forEach((symbol, column) => expect(read.grid.cells[read.vertex(column, row)]).toBe(symbol === '#' ? 0 : symbol === '.' ? 1 : Number(symbol))));
    expect(read.setBlocked(0, 1, true, new Uint32Array(7))).toBeGreaterThan(0);
    expect([read.cost(0, 1), read.isBlocked(0, 1), read.isFree(0, 1)]).toEqual([0, true, false]);
    expect([read.cost(0, 2), read.isBlocked(0, 2), read.isFree(0, 2)]).toEqual([9, false, true]);
    for (const [column, row] of [[4, 0], [-1, 0], [0, 3]]) expect([read.cost(column, row), read.isBlocked(column, row), read.isFree(column, row)]).toEqual([0, true, false]);
    // Whatever is on the way, or blocked itself.
    expect(read.range(read.vertex(0, 0), 9).length).toBe(12);
    expect(read.line(read.vertex(0, 1), read.vertex(0, 1))).toEqual([read.vertex(0, 1)]);
    expect(() => read.cost('1' as never, 0)).toThrow("A hexagon has two whole numbers, column and row, got '1' and 0; take Number(text).");
    expect(HexMap.fromRows(['🌲.'], { layout, legend: { '🌲': 4, '.': 1 } }).cost(0, 0)).toBe(4);
    const forest = { '🌲': 9, '.': 1, '3': 3, '#': 0 };
    expect(HexMap.fromRows(read.toRows((cost) => Object.keys(forest).find((sign) => forest[sign as keyof typeof forest] === cost)!), { layout, legend: forest }).toRows()).toEqual(read.toRows());
    expect(() => read.vertex(4, 0)).toThrow('There is no hexagon in column 4, row 0: the map has columns 0 to 3 and rows 0 to 2.');
    expect(() => read.range(read.vertex(0, 0), 1.5)).toThrow('A range of hexagons is a whole number of steps, 0 or more, got 1.5.');
    for (const steps of [-1, NaN]) for (const act of [() => read.ring(read.vertex(0, 0), steps), () => read.range(read.vertex(0, 0), steps)]) expect(act).toThrow(`0 or more, got ${steps}.`);
    for (const [x, y] of [[NaN, 0], [0, Infinity]]) expect(() => read.fromPixel(x, y, 1)).toThrow(`A point of the screen has two numbers, got (${x}, ${y}).`);
    expect(() => read.fromPixel(0, 0, 0)).toThrow('above 0, got 0');
    expect(() => new HexMap(0, 3, layout)).toThrow('1 or more, got 0 × 3');
  });
});

test.each(layouts)('%s is written as rows, and copied with its terrain below and its sides', (layout) => {
  const rows = ['.#3.', '....', '9..#', 'z..2', '.#..'];
  const map = HexMap.fromRows(rows, { layout });
  expect(map.toRows()).toEqual(rows);
  expect(() => map.toRows(null as never)).toThrow('symbol must be a function, got null');
  map.setBlocked(2, 0, true);
  map.setSides(1, 1, { leave: 1 });
  const copy = map.clone();
  expect(copy).toBeInstanceOf(HexMap);
  expect(describeHexMap(copy)).toEqual(describeHexMap(map));
  copy.setBlocked(2, 0, false);
  copy.grid.setRectangle(0, 0, copy.grid.width, copy.grid.height, 1);
  expect(copy.grid.terrain.free).toBe(20);
  expect(map.toRows()).toEqual(['.##.', ...rows.slice(1)]);
});

test('rejects an unknown layout', () => {
  expect(() => new HexMap(3, 3, 'odd' as HexLayout)).toThrow("The layout must be 'odd-r', 'even-r', 'odd-q' or 'even-q', got 'odd'.");
  expect(() => HexMap.fromRows(['.'], { movement: 'hex' } as never)).toThrow("HexMap.fromRows has no option 'movement'");
});

test('a ring beyond the map is empty at once, and the widest on it is found', () => {
  const map = HexMap.fromRows(['..', '..', '..', '..']);
  const [corner, last] = [map.vertex(0, 0), map.vertex(1, 3)];
  expect(map.ring(corner, map.distance(corner, last))).toContain(last);
  for (const steps of [7, 3e7, 1e12, 1e300]) expect([map.ring(corner, steps), map.range(corner, steps).length]).toEqual([[], 8]);
});
