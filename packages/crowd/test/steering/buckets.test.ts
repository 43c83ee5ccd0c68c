import { seededRandom } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridWalls, Steering } from '../../src/index.ts';
import { Neighbours } from '../../src/steering/neighbours.ts';
import { UnitArrays } from '../../src/steering/unit-arrays.ts';
import { WallBuckets } from '../../src/steering/wall-buckets.ts';

test('neighbours are the nearest units on the layers that a unit avoids', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 30 }), fc.constantFrom(0.1, 1, 7), fc.boolean(), (seed, limit, range, size, isMixed) => {
      const random = seededRandom(seed);
      const units = new UnitArrays();
      const neighbours = new Neighbours(units, limit);
      for (const more of [3, 60]) {
        const spread = 40 * random() + 0.1;
        for (let k = 0; k < more; k++) units.add({ x: spread * random() - 9, y: (random() < 0.02 ? 1000 : 20) * random(), radius: isMixed ? [0.5, 1, 6][Math.floor(random() * 3)] : 1, speed: 1, layers: 1 + Math.floor(random() * 3), avoids: random() < 0.6 ? -1 : 2 });
        for (let i = 0; i < units.count; i++) if (units.present[i] === 1 && random() < 0.2) units.remove(i);
        neighbours.sort(size, 2 * size);
        for (let i = 0; i < units.count; i++) {
          if (units.present[i] === 0) continue;
          neighbours.find(i, range);
          const away = (j: number): number => Math.hypot(units.x[j] - units.x[i], units.y[j] - units.y[i]);
          const near = Array.from({ length: units.count }, (_, j) => j).filter((j) => j !== i && units.present[j] === 1 && (units.layers[j] & units.avoids[i]) !== 0 && away(j) < range);
          // The squared distance beyond the one at which both touch.
          const gap = (j: number): number => away(j) ** 2 - (units.radius[i] + units.radius[j]) ** 2;
          expect([...neighbours.ids.subarray(i * limit, i * limit + neighbours.counts[i])]).toEqual(near.sort((a, b) => gap(a) - gap(b)).slice(0, limit));
        }
      }
    }),
    { numRuns: runs(200), seed: 1 },
  );
});

test('a unit exactly at the range is not a neighbour', () => {
  const units = new UnitArrays();
  const neighbours = new Neighbours(units, 2);
  for (const x of [0, 3]) units.add({ x, y: 0, radius: 1, speed: 1 });
  neighbours.sort(1, 1);
  neighbours.find(0, 3);
  expect(neighbours.counts[0]).toBe(0);
  neighbours.find(0, 3.001);
  expect(neighbours.counts[0]).toBe(1);
});

test('buckets hold a few points each, and a few points far away do not multiply them', () => {
  const bucketsOf = (points: readonly number[][], least: number, most: number): unknown[] => {
    const units = new UnitArrays();
    const buckets = new Neighbours(units, 1);
    for (const [x, y] of [...points, [-1e5, 1e6], [1e6, -1e5]]) units.add({ x, y, radius: 1, speed: 1 });
    // The last two are not present.
    for (const away of [0, 1]) units.remove(points.length + away);
    buckets.sort(least, most);
    return [buckets.columns, buckets.rows, buckets.size];
  };
  const room = Array.from({ length: 98 }, (_, i) => [5 + (i % 11), 3 + Math.floor(i / 11)]);
  expect(bucketsOf(room, 0.1, 7)).toEqual([12, 9, expect.closeTo(Math.sqrt(80 / 101), 9)]);
  expect(bucketsOf(room, 2, 7)).toEqual([6, 5, 2]);
  expect(bucketsOf(room, 0.1, 0.5)).toEqual([21, 17, 0.5]);
  expect(bucketsOf([[1, 2], [0, 3], [10_000, 4002]], 0.1, 1)).toEqual([19, 8, expect.closeTo(Math.sqrt((10_001 * 4001) / (16 * 5 + 64)), 6)]);
  // Points in a row.
  for (const away of [1e9, 1e15, 1e50]) {
    expect(bucketsOf([[0, 0], [away, 0]], 1, 3)).toEqual([16 * 4 + 65, 1, away / (16 * 4 + 64)]);
    expect(bucketsOf([[0, 0], [0, away]], 1, 3)).toEqual([1, 16 * 4 + 65, away / (16 * 4 + 64)]);
  }
});

test('all walls near a point are found, once each', () => {
  const coordinate = fc.integer({ min: -40, max: 40 }).map((n) => n / 4);
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate), { maxLength: 12 }), coordinate, coordinate, fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 100), (walls, x, y, quarters, more) => {
      const range = quarters / 4;
      // The last wall is a point. More walls, short ones, make the buckets smaller.
      const buckets = new WallBuckets([...walls.flat(), ...Array.from({ length: more }, (_, i) => [-9, i / 9, -9, (i + 1) / 9]).flat(), 9, -9, 9, -9]);
      const found = [...buckets.found.subarray(0, buckets.near(x, y, range))];
      expect(new Set(found).size).toBe(found.length);
      for (const [e, [ax, ay, bx, by]] of walls.entries()) {
        const samples = Array.from({ length: 201 }, (_, k) => Math.hypot(ax + ((bx - ax) * k) / 200 - x, ay + ((by - ay) * k) / 200 - y));
        const [dx, dy] = buckets.offset(e, x, y);
        expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(Math.min(...samples) + 1e-9);
        expect(Math.hypot(dx, dy)).toBeGreaterThan(Math.min(...samples) - 0.2);
        if (Math.hypot(dx, dy) <= range) expect(found).toContain(e);
        // Only walls whose bounding boxes are within range in both directions.
        const away = Math.max(Math.min(ax, bx) - x, x - Math.max(ax, bx), Math.min(ay, by) - y, y - Math.max(ay, by));
        if (found.includes(e)) expect(away).toBeLessThanOrEqual(range);
      }
      expect(buckets.offset(buckets.edges.length / 4 - 1, x, y)).toEqual([9 - x, -9 - y]);
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test('buckets of walls are few, and small where walls are dense, whatever the unit of length', () => {
  const random = seededRandom(1);
  const line = (length: number): number[] => {
    const [x, y, angle] = [1000 * random(), 1000 * random(), 7 * random()];
    return [x, y, x + length * Math.cos(angle), y + length * Math.sin(angle)];
  };
  const border = [0, 0, 1000, 0, 1000, 0, 1000, 1000, 1000, 1000, 0, 1000, 0, 1000, 0, 0];
  const long = Array.from({ length: 200 }, () => line(300)).flat();
  const village = gridWalls(20, 20, () => random() < 0.3);
  const flat = Array.from({ length: 50 }, (_, i) => [i, 0, i + 20, 0]).flat();
  for (const scale of [1, 32, 1e-3]) {
    const sizes = [border, long, [...border, ...village], flat, flat.map((_, k) => flat[k ^ 1]), [3, 3, 3, 3], []].map((walls) => {
      const { starts, items } = new WallBuckets(walls.map((at) => scale * at)) as unknown as { readonly starts: Int32Array; readonly items: Int32Array };
      return [starts.length < 3 * walls.length + 3e5, items.length < 30 * walls.length + 3000];
    });
    expect(sizes.flat(), `scale ${scale}`).not.toContain(false);
    const dense = new WallBuckets([...border, ...village].map((at) => scale * at));
    expect(dense.near(10 * scale, 10 * scale, scale)).toBeLessThan(60);
  }
});

test('moves do not depend on whether units or walls come first', () => {
  const movesOf = (isFirst: boolean): Float64Array => {
    const [steering, random] = [new Steering({ range: 100 }), seededRandom(2)];
    const walls = gridWalls(16, 12, () => random() < 0.2).map((at) => 32 * at);
    if (isFirst) steering.setWalls(walls);
    for (let i = 0; i < 60; i++) steering.seek(steering.add({ x: 512 * random(), y: 384 * random(), radius: 12, speed: 100 }), 512 * random(), 384 * random());
    if (!isFirst) steering.setWalls(walls);
    for (let step = 0; step < 60; step++) steering.step(0.05);
    return steering.x.subarray(0, steering.count);
  };
  expect(movesOf(true)).toEqual(movesOf(false));
});

test('walls are found once each, also after more queries than 32 bits count', () => {
  const buckets = new WallBuckets([0, 0, 9, 0, 0, 0, 0, 9, 20, 20, 21, 21]);
  Object.assign(buckets, { query: 2 ** 31 - 3 });
  for (let query = 0; query < 6; query++) expect([...buckets.found.subarray(0, buckets.near(2, 2, 4))].sort()).toEqual([0, 1]);
});

test('the walls of a grid are its sides between free and blocked cells, lines as long as possible', () => {
  fc.assert(
    fc.property(fc.nat(7), fc.nat(7), fc.nat(), (width, height, seed) => {
      const random = seededRandom(seed);
      const cells = Array.from({ length: width * height }, () => random() < 0.4);
      const isBlocked = (x: number, y: number): boolean => x < 0 || y < 0 || x >= width || y >= height || cells[y * width + x];
      const walls = gridWalls(width, height, (x, y) => {
        expect(x >= 0 && y >= 0 && x < width && y < height).toBe(true);
        return cells[y * width + x];
      });
      const sides: string[] = [];
      for (let k = 0; k < walls.length; k += 4) {
        const [ax, ay, bx, by] = walls.slice(k, k + 4);
        const [dx, dy] = [Math.sign(bx - ax), Math.sign(by - ay)];
        for (let [x, y] = [ax, ay]; x !== bx || y !== by; x += dx, y += dy) sides.push(`${x} ${y} ${dx} ${dy}`);
        expect(walls.some((_, j) => j % 4 === 0 && walls[j] === bx && walls[j + 1] === by && (walls[j + 2] - bx) * dy === (walls[j + 3] - by) * dx)).toBe(false);
      }
      const expected: string[] = [];
      for (let y = 0; y <= height; y++) {
        for (let x = 0; x <= width; x++) {
          if (isBlocked(x, y) !== isBlocked(x, y - 1)) expected.push(`${x} ${y} 1 0`);
          if (isBlocked(x, y) !== isBlocked(x - 1, y)) expected.push(`${x} ${y} 0 1`);
        }
      }
      expect(sides.sort()).toEqual(expected.sort());
    }),
    { numRuns: runs(100), seed: 1 },
  );
  for (const size of [-1, 0.5, NaN]) expect(() => gridWalls(size, 2, () => false)).toThrow('The width and height of a map must be whole numbers of cells');
  expect(() => gridWalls(2, 2, 1 as never)).toThrow('isBlocked');
});
