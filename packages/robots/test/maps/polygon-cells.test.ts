import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { MapFrame } from '../../src/index.ts';
import { meetsCell, seeded } from '../robot-worlds.ts';

test('the cells in a polygon are those that it overlaps, each once, without those outside the map', () => {
  const random = seeded(31);
  let outside = 0;
  for (let k = 0; k < runs(300); k++) {
    const frame = new MapFrame(9, 7, 0.5, { x: -1, y: 2, heading: k % 2 === 0 ? 0 : 6 * random() });
    // A rectangle, given in cells of the map.
    const [u, v, angle, length, width] = [11 * random() - 1, 9 * random() - 1, k % 3 === 0 ? 0 : 6 * random(), 6 * random(), 3 * random()];
    const outline = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([p, q]) => ({ x: u + p * length * Math.cos(angle) - q * width * Math.sin(angle), y: v + p * length * Math.sin(angle) + q * width * Math.cos(angle) }));
    const cells = new Uint32Array(63);
    const n = frame.cellsIn(outline.map(({ x, y }) => ({ x: frame.x(x, y), y: frame.y(x, y) })), cells);
    const expected = Array.from(cells, (_, cell) => cell).filter((cell) => meetsCell(outline, cell % 9, Math.floor(cell / 9)));
    expect([...cells.subarray(0, n)].sort((a, b) => a - b)).toEqual(expected);
    if (outline.some(({ x, y }) => x < 0 || y < 0 || x > 9 || y > 7)) outside++;
  }
  expect(outside).toBeGreaterThan(runs(300) / 4);
});

test('a polygon may be far larger than the map, concave, or outside of it', () => {
  const frame = new MapFrame(5, 4, 1);
  const cells = new Uint32Array(20);
  const corners = (...list: [number, number][]): { x: number; y: number }[] => list.map(([x, y]) => ({ x, y }));
  expect(frame.cellsIn(corners([-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9]), cells)).toBe(20);
  expect([...cells].sort((a, b) => a - b)).toEqual([...cells.keys()]);
  // The letter U.
  const n = frame.cellsIn(corners([1, 0], [4, 0], [4, 3], [3, 3], [3, 1], [2, 1], [2, 3], [1, 3]), cells);
  expect([...cells.subarray(0, n)].sort((a, b) => a - b)).toEqual([1, 2, 3, 6, 8, 11, 13]);
  expect(frame.cellsIn(corners([6, 0], [8, 0], [7, 3]), cells)).toBe(0);
});

test('rejects what is no polygon, and a buffer that is too short', () => {
  const frame = new MapFrame(5, 4, 1);
  const square = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 2 }, { x: 0, y: 2 }];
  const short = new Uint32Array(3);
  expect(() => frame.cellsIn(square, short)).toThrow('overlaps 4 cells, but the buffer has 3 entries');
  expect([...short]).toEqual([0, 0, 0]);
  expect(() => frame.cellsIn(square.slice(2), short)).toThrow('a list of 3 corners');
  expect(() => frame.cellsIn([...square, { x: NaN, y: 1 }], short)).toThrow('{ x, y } in metres');
  expect(() => frame.cellsIn([...square, null] as never, short)).toThrow('got null');
  expect(() => frame.cellsIn(square, undefined as never)).toThrow();
});
