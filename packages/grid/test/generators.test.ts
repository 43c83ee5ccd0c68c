import { fingerprint } from '@pf/graph';
import { oracleDistances } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { Grid } from '../src/index.ts';
import { caves, maze, open, randomObstacles, rooms, seededRandom } from '../src/index.ts';

/** The number of cells that can be reached from a free one. */
function reached(grid: Grid): number {
  const start = grid.cells.findIndex((cost) => cost > 0);
  return oracleDistances(grid, start).filter((distance) => distance < Infinity).length;
}

describe('the seeded generator', () => {
  test('gives these numbers for these seeds, on every platform', () => {
    const first = (seed: number): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 3 }, () => random() * 2 ** 32);
    };
    expect([first(0), first(1), first(-1), first(2 ** 40)]).toMatchInlineSnapshot(`
      [
        [
          2057763919,
          3192188531,
          1073945104,
        ],
        [
          3536943612,
          837148805,
          3876400905,
        ],
        [
          387658236,
          297281101,
          344709471,
        ],
        [
          968592896,
          1916827546,
          3384689160,
        ],
      ]
    `);
  });

  test('gives even numbers from 0 to 1', () => {
    const random = seededRandom(99);
    const tenths = new Uint32Array(10);
    for (let i = 0; i < 100_000; i++) tenths[Math.floor(random() * 10)]++;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  test('needs a whole seed', () => {
    for (const seed of [0.5, NaN, Infinity, 2 ** 60]) expect(() => seededRandom(seed)).toThrow(String(seed));
  });
});

test('the same seed gives the same map, on every platform', () => {
  expect({
    maze: fingerprint(maze(201, 201, seededRandom(1), { movement: 'four', opened: 750 })),
    mazeOfEvenSize: fingerprint(maze(40, 32, seededRandom(2))),
    randomObstacles: fingerprint(randomObstacles(101, 67, 0.33, seededRandom(3))),
    rooms: fingerprint(rooms(201, 190, 12, seededRandom(4))),
    caves: fingerprint(caves(120, 80, seededRandom(5))),
    open: fingerprint(open(9, 7, { movement: 'hex' })),
  }).toMatchInlineSnapshot(`
    {
      "caves": "68cabe8949f7af84",
      "maze": "c2bec2e2d40c9f53",
      "mazeOfEvenSize": "d7ea1e36f93e5737",
      "open": "1bdd0e7d9bf1b6ad",
      "randomObstacles": "56193a701be2f721",
      "rooms": "aa4bfc47a3a1b600",
    }
  `);
});

describe('a maze', () => {
  test('is perfect: every corridor cell is reached, and by one path only', () => {
    for (const [width, height] of [[3, 3], [3, 9], [21, 21], [20, 14], [101, 31]]) {
      const grid = maze(width, height, seededRandom(width), { movement: 'four' });
      const corridors = ((width - 1) >> 1) * ((height - 1) >> 1);
      // A tree of n cells has n − 1 passages.
      expect(grid.terrain.free).toBe(2 * corridors - 1);
      expect(reached(grid)).toBe(grid.terrain.free);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (x % 2 === 1 && y % 2 === 1 && x < width - 1 && y < height - 1) expect(grid.isFree(x, y)).toBe(true);
          if (x === 0 || y === 0 || x === width - 1 || y === height - 1 || (x % 2 === 0 && y % 2 === 0)) expect(grid.isBlocked(x, y)).toBe(true);
        }
      }
    }
  });

  test('has as many cells opened as requested, posts too, none of them in the outer wall', () => {
    const grid = maze(201, 201, seededRandom(6), { opened: 750 });
    expect(grid.terrain.free).toBe(2 * 100 * 100 - 1 + 750);
    let posts = 0;
    for (let y = 0; y < 201; y += 2) for (let x = 0; x < 201; x += 2) posts += grid.isFree(x, y) ? 1 : 0;
    expect(posts).toBeGreaterThan(300);
    for (let i = 0; i < 201; i++) for (const [x, y] of [[i, 0], [i, 200], [0, i], [200, i]]) expect(grid.isBlocked(x, y)).toBe(true);
    expect(maze(5, 5, seededRandom(1), { opened: 2 }).terrain.free).toBe(9);
    for (const opened of [3, -1, 0.5]) expect(() => maze(5, 5, seededRandom(1), { opened })).toThrow(`got ${opened}`);
    expect(() => maze(2, 5, seededRandom(1))).toThrow('2 × 5');
  });
});

test('random obstacles are as many as requested, and everywhere', () => {
  for (const ratio of [0, 0.1, 1 / 3, 1]) expect(randomObstacles(30, 20, ratio, seededRandom(7)).terrain.free).toBe(600 - Math.round(ratio * 600));
  const half = randomObstacles(100, 100, 0.5, seededRandom(8));
  for (let y = 0; y < 100; y += 50) for (let x = 0; x < 100; x += 50) {
    let free = 0;
    for (let i = 0; i < 2500; i++) free += half.isFree(x + (i % 50), y + Math.floor(i / 50)) ? 1 : 0;
    expect(Math.abs(free - 1250)).toBeLessThan(100);
  }
  for (const ratio of [-0.1, 1.1, NaN]) expect(() => randomObstacles(2, 2, ratio, seededRandom(1))).toThrow(`got ${ratio}`);
});

test('rooms are connected, each wall between two by one door', () => {
  for (const [width, height, size] of [[47, 47, 5], [30, 21, 4], [10, 10, 1], [7, 7, 9]]) {
    const grid = rooms(width, height, size, seededRandom(size), { movement: 'four' });
    expect(reached(grid)).toBe(grid.terrain.free);
    const pitch = size + 1;
    for (let left = size; left < width - 1; left += pitch) {
      for (let top = 0; top < height; top += pitch) {
        let doors = 0;
        for (let y = top; y < Math.min(top + size, height); y++) doors += grid.isFree(left, y) ? 1 : 0;
        expect(doors).toBe(1);
      }
    }
  }
  expect(() => rooms(5, 5, 0, seededRandom(1))).toThrow('got 0');
});

test('caves are smooth: few cells differ from most of their neighbours', () => {
  const rough = caves(100, 100, seededRandom(9), { rounds: 0 });
  const smooth = caves(100, 100, seededRandom(9));
  const lonely = (grid: Grid): number => {
    let n = 0;
    for (let y = 0; y < 100; y++) for (let x = 0; x < 100; x++) {
      let free = 0;
      for (let i = 0; i < 9; i++) free += grid.isFree(x - 1 + (i % 3), y - 1 + Math.floor(i / 3)) ? 1 : 0;
      if (free > 4 !== grid.isFree(x, y)) n++;
    }
    return n;
  };
  expect(lonely(smooth) * 20).toBeLessThan(lonely(rough));
  expect(caves(5, 5, seededRandom(1), { ratio: 0, rounds: 0 }).terrain.free).toBe(25);
  expect(() => caves(5, 5, seededRandom(1), { rounds: -1 })).toThrow('got -1');
  for (const ratio of [-1, 2, NaN, '0.4' as never]) expect(() => caves(5, 5, seededRandom(1), { ratio })).toThrow('The ratio of blocked cells');
  expect(() => caves(5, 5, seededRandom(1), { rounds: 0.5 })).toThrow('got 0.5');
});

describe.each([
  ['randomObstacles', (random: () => number) => randomObstacles(5, 5, 0.5, random)],
  ['rooms', (random: () => number) => rooms(5, 5, 2, random)],
  ['maze', (random: () => number) => maze(5, 5, random)],
  ['caves', (random: () => number) => caves(5, 5, random)],
])('%s', (_, make) => {
  test('rejects a seed in place of a random function', () => {
    expect(() => make(7 as never)).toThrow('such as seededRandom(7) or Math.random, got 7');
  });

  test('rejects a random function whose numbers are not from 0 to below 1', () => {
    for (const value of [undefined, NaN, -0.1, 1, 50, seededRandom(1)]) expect(() => make(() => value as number)).toThrow('random must give numbers from 0 to below 1, got');
  });
});
