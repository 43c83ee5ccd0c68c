import { seededRandom } from '@pf/grid';
import { expect, test, vi } from 'vitest';
import type { Point } from '../src/index.ts';
import { cellsOfLine, compressPath, expandPath, pointAlong } from '../src/index.ts';

const random = seededRandom(4);
const below = (n: number): number => Math.floor(n * random());

test('expanding the corners of a path gives its steps, and compressing them gives the same corners', () => {
  for (let i = 0; i < 300; i++) {
    const path: Point[] = [{ x: below(9), y: below(9) }];
    for (let steps = below(20); steps > 0; steps--) {
      const { x, y } = path[path.length - 1];
      const [dx, dy] = [below(3) - 1, below(3) - 1];
      if (dx !== 0 || dy !== 0) path.push({ x: x + dx, y: y + dy });
    }
    const corners = compressPath(path);
    expect(expandPath(corners)).toEqual(path);
    expect(compressPath(corners)).toEqual(corners);
    expect(corners.length).toBeLessThanOrEqual(path.length);
  }
});

test('compressing keeps a reversal as a corner, and drops repeated cells', () => {
  const [a, b, c] = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 0 }];
  expect(compressPath([a, b, c])).toEqual([a, b, c]);
  expect(compressPath([a, a, c, b, b])).toEqual([a, b]);
  expect([compressPath([]), compressPath([a]), expandPath([]), expandPath([a])]).toEqual([[], [a], [], [a]]);
});

test('a line from a cell to itself is that cell', () => {
  expect(cellsOfLine({ x: 3, y: -2 }, { x: 3, y: -2 })).toEqual([{ x: 3, y: -2 }]);
});

test('a line of cells stays within half a cell of the straight one, a step at a time, and is symmetric under mirroring', () => {
  for (let i = 0; i < 500; i++) {
    const [a, b] = [{ x: below(30) - 15, y: below(30) - 15 }, { x: below(30) - 15, y: below(30) - 15 }];
    const cells = cellsOfLine(a, b);
    expect([cells[0], cells.at(-1)]).toEqual([a, b]);
    const length = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
    expect(cells).toHaveLength(length + 1);
    cells.forEach(({ x, y }, k) => {
      const t = length === 0 ? 0 : k / length;
      expect(Math.max(Math.abs(a.x + t * (b.x - a.x) - x), Math.abs(a.y + t * (b.y - a.y) - y))).toBeLessThanOrEqual(0.5 + 1e-9);
    });
    const mirrored = cellsOfLine({ x: -a.x, y: a.y }, { x: -b.x, y: b.y });
    expect(mirrored.map(({ x, y }) => ({ x: 0 - x, y }))).toEqual(cells);
  }
});

test('finds a point along a path', () => {
  const path = [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 4 }];
  expect([-1, 0, 1.5, 3, 5, 7, 9].map((d) => pointAlong(path, d))).toEqual([[0, 0], [0, 0], [1.5, 0], [3, 0], [3, 2], [3, 4], [3, 4]].map(([x, y]) => ({ x, y })));
  expect(pointAlong([{ x: 0, y: 2 }, { x: 0, y: 4 }, { x: 5, y: 4 }], 3)).toEqual({ x: 1, y: 4 });
  expect(() => pointAlong(path, NaN)).toThrow('The distance along a path must be a number, got NaN.');
});

test('the point along a path has the same digits on every engine, whatever Math.hypot gives', () => {
  const path = [{ x: 0, y: 0 }, { x: 2, y: 5 }, { x: 9, y: 6 }], here = pointAlong(path, 7.5);
  const hypot = vi.spyOn(Math, 'hypot').mockImplementation((x, y) => Math.sqrt(x * x + y * y) * (1 + 2 ** -52));
  try {
    expect(pointAlong(path, 7.5)).toEqual(here);
  } finally {
    hypot.mockRestore();
  }
});

test('rejects invalid arguments', () => {
  expect(() => compressPath('x' as never)).toThrow('A path is a list of points { x, y }');
  for (const point of [{ y: 1 }, { x: 1 }, { x: '1', y: 1 }, undefined, null]) expect(() => compressPath([{ x: 0, y: 0 }, point as Point])).toThrow('A point of a path is { x, y }, got');
  expect(() => cellsOfLine({ x: 0.5, y: 0 }, { x: 1, y: 1 })).toThrow('with whole numbers, got (0.5, 0).');
  expect(() => pointAlong([], 1)).toThrow('A path without points');
  expect(() => pointAlong([{ x: 0, y: 0 }], NaN)).toThrow('got NaN');
});

test('expands a line of many cells', () => {
  expect(expandPath([{ x: 0, y: 0 }, { x: 200_000, y: 0 }])).toHaveLength(200_001);
});
