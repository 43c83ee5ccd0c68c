import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ball, box, cells, obstacles, polygon, type Obstacle } from '../src/index.ts';
import { seeded } from './random.ts';

const whole = fc.integer({ min: -8, max: 8 });
const at = fc.tuple(whole, whole);

/** Compares `hits` with dense points along the segment; `margin` is how deep a point surely is inside or outside. */
function compare(obstacle: Obstacle, depth: (x: number, y: number) => number, a: readonly number[], b: readonly number[]): void {
  const from = Float64Array.from(a), to = Float64Array.from(b);
  let deepest = -Infinity;
  const pieces = 400;
  for (let i = 0; i <= pieces; i++) {
    const x = a[0] + ((b[0] - a[0]) * i) / pieces, y = a[1] + ((b[1] - a[1]) * i) / pieces;
    const d = depth(x, y);
    deepest = Math.max(deepest, d);
    if (Math.abs(d) > 1e-9) expect(obstacle.contains(Float64Array.of(x, y))).toBe(d > 0);
  }
  const between = Math.hypot(b[0] - a[0], b[1] - a[1]) / pieces;
  if (deepest > 1e-9) expect(obstacle.hits(from, to)).toBe(true);
  if (deepest < -between) expect(obstacle.hits(from, to)).toBe(false);
  expect(obstacle.hits(to, from)).toBe(obstacle.hits(from, to));
}

test('boxes', () => {
  fc.assert(fc.property(at, fc.tuple(fc.nat(5), fc.nat(5)), at, at, ([x, y], [w, h], a, b) => {
    compare(box([x, y], [x + w, y + h]), (px, py) => Math.min(px - x, x + w - px, py - y, y + h - py), a, b);
  }), { seed: 1, numRuns: runs(300) });
});

test('balls', () => {
  fc.assert(fc.property(at, fc.nat(5), at, at, ([x, y], r, a, b) => {
    compare(ball([x, y], r), (px, py) => r - Math.hypot(px - x, py - y), a, b);
  }), { seed: 2, numRuns: runs(300) });
});

test('polygons, simple or self-crossing', () => {
  fc.assert(fc.property(fc.array(at, { minLength: 1, maxLength: 7 }), at, at, (ring, a, b) => {
    compare(polygon(ring), (px, py) => {
      let away = Infinity, crossings = 0;
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length];
        const dx = bx - ax, dy = by - ay, squared = dx * dx + dy * dy;
        const t = squared > 0 ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / squared)) : 0;
        away = Math.min(away, Math.hypot(ax + t * dx - px, ay + t * dy - py));
        // Even-odd along a ray that meets no corner.
        const slope = Math.E / 7, over = (x: number, y: number): boolean => y - py > slope * (x - px);
        if (over(ax, ay) !== over(bx, by)) {
          const s = (py - ay - slope * (px - ax)) / (dy - slope * dx);
          if (ax + s * dx > px) crossings++;
        }
      });
      return crossings % 2 === 1 ? away : -away;
    }, a, b);
  }), { seed: 3, numRuns: runs(400) });
});

test('an obstacle includes its rim: a segment that touches it in one point hits it, one beside it does not', () => {
  // Exact on whole numbers. Two segments share a point if both parameters are from 0 to 1, or, on one line, if their ends lie on each other.
  type Point = readonly [number, number];
  const isOn = ([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): boolean =>
    (bx - ax) * (py - ay) === (by - ay) * (px - ax) && (px - ax) * (px - bx) + (py - ay) * (py - by) <= 0;
  const meet = (a: Point, b: Point, c: Point, d: Point): boolean => {
    const [dx, dy, ex, ey, fx, fy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1], c[0] - a[0], c[1] - a[1]];
    const across = dx * ey - dy * ex, s = fx * ey - fy * ex, t = fx * dy - fy * dx;
    if (across === 0) return isOn(a, c, d) || isOn(b, c, d) || isOn(c, a, b) || isOn(d, a, b);
    return across > 0 ? s >= 0 && s <= across && t >= 0 && t <= across : s <= 0 && s >= across && t <= 0 && t >= across;
  };
  const inside = (ring: readonly Point[], [px, py]: Point): boolean => {
    // A ray upwards, slightly to the right of the point.
    let crossings = 0;
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length];
      if (ax <= px !== bx <= px && ((ay - py) * (bx - ax) + (px - ax) * (by - ay)) * (bx - ax) > 0) crossings++;
    });
    return crossings % 2 === 1;
  };
  const small = fc.integer({ min: -3, max: 3 }), point = fc.tuple(small, small);
  fc.assert(fc.property(fc.array(point, { minLength: 1, maxLength: 5 }), point, point, (ring, a, b) => {
    const rim = (from: Point, to: Point): boolean => ring.some((corner, i) => meet(from, to, corner, ring[(i + 1) % ring.length]));
    const [from, to] = [Float64Array.from(a), Float64Array.from(b)];
    const wall = polygon(ring);
    expect(wall.hits(from, to)).toBe(rim(a, b) || inside(ring, a));
    expect(wall.contains(from)).toBe(rim(a, a) || inside(ring, a));
    const xs = ring.map(([x]) => x), ys = ring.map(([, y]) => y);
    const [low, high] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]] as const;
    const sides: Point[] = [low, [high[0], low[1]], high, [low[0], high[1]]];
    const isIn = a.every((value, k) => value >= low[k] && value <= high[k]);
    const block = box(low, high);
    expect(block.hits(from, to)).toBe(isIn || sides.some((corner, i) => meet(a, b, corner, sides[(i + 1) % 4])));
    expect(block.contains(from)).toBe(isIn);
  }), { seed: 7, numRuns: Math.max(500, runs(3000)) });

  const round = ball([1, 2], 5);
  for (const [x, y] of [[5, 5], [4, 6], [-2, -2], [6, 2], [1, -3]]) {
    const [on, out] = [Float64Array.of(x, y), Float64Array.of(2 * x - 1, 2 * y - 2)];
    expect([round.contains(on), round.hits(on, out), round.hits(out, on), round.contains(out)]).toEqual([true, true, true, false]);
  }
  expect(round.hits(Float64Array.of(-9, 7), Float64Array.of(9, 7))).toBe(true);
  expect(ball([3], 1).contains(Float64Array.of(4))).toBe(true);
});

test('cells of a grid', () => {
  fc.assert(fc.property(fc.integer(), fc.constantFrom(1, 0.5, 3), (seed, size) => {
    const random = seeded(seed);
    const rows = Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => random() < 0.3));
    const isBlocked = (x: number, y: number): boolean => {
      if (rows[y]?.[x] === undefined) throw new Error(`The grid has no cell (${x}, ${y}).`);
      return rows[y][x];
    };
    const obstacle = cells({ width: 7, height: 6, isBlocked }, size);
    const depth = (px: number, py: number): number => {
      let best = -Infinity;
      rows.forEach((row, y) => row.forEach((blocked, x) => {
        if (blocked) best = Math.max(best, Math.min(px / size - x, x + 1 - px / size, py / size - y, y + 1 - py / size));
      }));
      return best * size;
    };
    const point = (): number[] => [(random() * 9 - 1) * size, (random() * 8 - 1) * size];
    for (let i = 0; i < 5; i++) compare(obstacle, depth, point(), point());
  }), { seed: 4, numRuns: runs(100) });

  // No path leads between two blocked cells that touch in a corner, or through a corner beside one.
  const diagonal = cells({ width: 2, height: 2, isBlocked: (x, y) => x !== y });
  expect(diagonal.hits(Float64Array.of(0.5, 0.5), Float64Array.of(1.5, 1.5))).toBe(true);
  const single = cells({ width: 2, height: 2, isBlocked: (x, y) => x === 1 && y === 0 });
  expect(single.hits(Float64Array.of(0.5, 0.5), Float64Array.of(1.5, 1.5))).toBe(true);
  expect(single.hits(Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 0.5))).toBe(false);
});

test('a segment that ends in a blocked cell hits it, even on the very side of the cell; one that stops short does not', () => {
  const random = seeded(5);
  const free = { width: 100, height: 100, isBlocked: () => false };
  for (let i = 0; i < runs(20_000); i++) {
    const size = [1, 0.1, 0.3][i % 3];
    const [column, row] = [Math.floor(random() * 100), Math.floor(random() * 100)];
    const from = Float64Array.of(random() * 100 * size, random() * 100 * size);
    const to = Float64Array.of(column * size, (i % 2 === 0 ? row : random() * 100) * size);
    let [x, y] = [-1, -1];
    cells({ ...free, isBlocked: (...cell) => (([x, y] = cell), false) }, size).contains(to);
    const obstacle = cells({ ...free, isBlocked: (...cell) => cell[0] === x && cell[1] === y }, size);
    expect([obstacle.hits(from, to), obstacle.hits(to, from)], `size ${size} from ${from.join()} to ${to.join()}`).toEqual([true, true]);
    // The cell next to the last one, on the far side of the line that the segment ends on.
    const beyond = cells({ ...free, isBlocked: (...cell) => cell[0] === x - 1 }, size);
    if (from[0] > to[0]) expect(beyond.hits(from, to), `size ${size} from ${from.join()} to ${to.join()}`).toBe(false);
  }
});

/** The cells that a segment passes, and those beside a corner that it crosses; coordinates in quarters, whole numbers throughout. */
function passed(a: readonly number[], b: readonly number[]): Set<string> {
  const along = [b[0] - a[0], b[1] - a[1]];
  // A time unit in which every line of the grid is crossed at a whole multiple; doubled, for the middle between two crossings.
  const whole = 2 * Math.max(1, Math.abs(along[0])) * Math.max(1, Math.abs(along[1]));
  const crossings = new Set([0, whole]);
  for (const k of [0, 1]) {
    for (let line = -64; line <= 64; line += 4) {
      const t = (line - a[k]) * (whole / along[k]);
      if (along[k] !== 0 && t >= 0 && t <= whole) crossings.add(t);
    }
  }
  const cell = (t: number): number[] => [0, 1].map((k) => Math.floor((a[k] * whole + t * along[k]) / (4 * whole)));
  const times = [...crossings].sort((s, t) => s - t);
  const cells = times.flatMap((t, i) => (i === 0 ? [cell(t)] : [cell((times[i - 1] + t) / 2), cell(t)]));
  const all = new Set<string>();
  cells.forEach(([x, y], i) => {
    all.add(`${x},${y}`);
    // From crossing to crossing, and from section to section: if both coordinates change, through a corner.
    for (const [u, v] of [cells[i + 1], i % 2 === 1 ? cells[i + 2] : undefined].filter((next) => next !== undefined)) {
      if (u !== x && v !== y) all.add(`${x},${v}`).add(`${u},${y}`);
    }
  });
  return all;
}

test('checks exactly the cells of an exact calculation, corners included, in both directions', () => {
  const checkedCells = (from: readonly number[], to: readonly number[], size: number): Set<string> => {
    const found = new Set<string>();
    const at = (point: readonly number[]): Float64Array => Float64Array.from(point, (value) => (value / 4) * size);
    cells({ width: 16, height: 16, isBlocked: (x, y) => (found.add(`${x},${y}`), false) }, size).hits(at(from), at(to));
    return found;
  };
  const random = seeded(6);
  for (let i = 0; i < runs(20_000); i++) {
    // Mostly from the middle of a cell or a corner: such segments lead through corners.
    const unit = [1, 2, 2, 4][i % 4];
    const [ax, ay, bx, by] = Array.from({ length: 4 }, () => unit * Math.floor((random() * 64) / unit));
    const expected = [...passed([ax, ay], [bx, by])].sort();
    const size = [1, 2, 0.125][i % 3];
    expect([...checkedCells([ax, ay], [bx, by], size)].sort(), `${ax},${ay} to ${bx},${by}`).toEqual(expected);
    expect([...checkedCells([bx, by], [ax, ay], size)].sort(), `${bx},${by} to ${ax},${ay}`).toEqual(expected);
  }
  const wall = cells({ width: 50, height: 50, isBlocked: (x, y) => x === 1 && y === 3 });
  const [low, high] = [Float64Array.of(0.5, 0.5), Float64Array.of(1.5, 7.5)];
  expect([wall.hits(low, high), wall.hits(high, low)]).toEqual([true, true]);
});

test('a box in three dimensions, and a space of several obstacles', () => {
  const room = obstacles({ min: [0, 0, 0], max: [9, 9, 9] }, [box([3, 3, 3], [6, 6, 6]), ball([1, 1, 1], 0.5)]);
  expect(room.pointFree(Float64Array.of(4, 4, 4))).toBe(false);
  expect(room.pointFree(Float64Array.of(4, 4, 7))).toBe(true);
  expect(room.segmentFree(Float64Array.of(2, 4, 4), Float64Array.of(8, 4, 4))).toBe(false);
  expect(room.segmentFree(Float64Array.of(2, 4, 7), Float64Array.of(8, 4, 7))).toBe(true);
  expect(room.segmentFree(Float64Array.of(1, 1, 0), Float64Array.of(1, 1, 3))).toBe(false);
});

test('rejects invalid obstacles, and those of another dimension than the space', () => {
  expect(() => box([6, 8], [4, 0])).toThrow('A box needs min <= max on each axis: axis 0 goes from 6 to 4.');
  expect(() => box([0, NaN], [1, 1])).toThrow('axis 1 goes from NaN to 1.');
  expect(() => box([Infinity], [Infinity])).toThrow('axis 0 goes from Infinity to Infinity.');
  expect(() => box([-Infinity], [-Infinity])).toThrow('axis 0 goes from -Infinity to -Infinity.');
  expect(() => box([0, 0], [1])).toThrow('A box needs as many maxima as minima, at least one: got 2 and 1.');
  expect(() => box([], [])).toThrow('got 0 and 0.');
  expect(() => ball([0, 0], -1)).toThrow('A ball needs a finite radius of 0 or more, got -1.');
  expect(() => ball([0, 0], NaN)).toThrow('got NaN.');
  expect(() => ball([0, 0], Infinity)).toThrow('got Infinity.');
  expect(() => ball([0, NaN], 1)).toThrow('The centre of a ball needs finite coordinates, at least one: got [0, NaN].');
  expect(() => ball([], 1)).toThrow('got [].');
  const saved = JSON.parse(JSON.stringify([4, 0, Infinity])) as number[];
  expect(() => box([0, 0, 0], saved)).toThrow('The greatest coordinates of a box must be a list of numbers, such as [0, 0], got one of null.');
  expect(() => box(['4'] as unknown as number[], [5])).toThrow("The least coordinates of a box must be a list of numbers, such as [0, 0], got one of '4'.");
  expect(() => ball(saved, 1)).toThrow('The centre of a ball must be a list of numbers, such as [0, 0], got one of null.');
  expect(() => polygon([])).toThrow('A polygon needs at least one corner, got none.');
  expect(() => polygon([[0, 0], [4, NaN], [0, 4]])).toThrow('The corners of a polygon need finite coordinates, got [4, NaN].');
  expect(() => cells({ width: 2, height: 2, isBlocked: () => true }, 0)).toThrow('The size of a cell must be above 0 and finite, got 0.');
  for (const size of [NaN, Infinity]) expect(() => cells({ width: 2, height: 2, isBlocked: () => true }, size)).toThrow(`got ${size}.`);
  expect(() => cells({ width: NaN, height: 2, isBlocked: () => true })).toThrow('Cells need a width and a height of 0 or more, got NaN and 2.');
  expect(() => cells({ width: 2, height: 2, movement: 'hex', isBlocked: () => true })).toThrow('got a grid of hexagons');
  expect(() => cells({ width: 2, height: -1, isBlocked: () => true })).toThrow('got 2 and -1.');
  for (const [width, height] of [[0, 0], [0, 2], [2, 0]]) expect(cells({ width, height, isBlocked: () => true }).contains(Float64Array.of(0, 0))).toBe(false);

  const cube = { min: [0, 0, 0], max: [10, 10, 10] };
  expect(() => obstacles(cube, [ball([1, 1, 1], 1), ball([5, 5], 3)])).toThrow('Obstacle 1 of the list has 2 coordinates and the space 3: give both the same number.');
  expect(() => obstacles(cube, [box([4, 0], [6, 8])])).toThrow('Obstacle 0 of the list has 2 coordinates and the space 3');
  expect(() => obstacles({ min: [0], max: [10] }, [ball([5, 5], 3)])).toThrow('Obstacle 0 of the list has 2 coordinates and the space 1');
  expect(() => obstacles({ min: [0], max: [10] }, [polygon([[0, 0], [4, 0], [0, 4]])])).toThrow('Obstacle 0 of the list has 2 coordinates and the space 1');
  expect(() => obstacles({ min: [0], max: [10] }, [cells({ width: 2, height: 2, isBlocked: () => true })])).toThrow('Obstacle 0 of the list has 2 coordinates and the space 1');
  // A custom obstacle without a dimension is accepted.
  expect(obstacles(cube, [{ contains: () => true, hits: () => true }]).pointFree(Float64Array.of(1, 1, 1))).toBe(false);
});

test('a box may be infinite, and walls of the plane ignore further coordinates', () => {
  const street = { min: [0, 0, -4], max: [10, 10, 4] };
  const walls: Record<string, Obstacle> = {
    box: box([4, 4, -Infinity], [5, 5, Infinity]),
    polygon: polygon([[4, 4], [5, 4], [5, 5], [4, 5]]),
    cells: cells({ width: 10, height: 10, isBlocked: (x, y) => x === 4 && y === 4 }),
  };
  for (const [name, wall] of Object.entries(walls)) {
    const space = obstacles(street, [wall]);
    expect(space.pointFree(Float64Array.of(4.5, 4.5, 3)), name).toBe(false);
    expect(space.pointFree(Float64Array.of(4.5, 5.5, 3)), name).toBe(true);
    expect(space.segmentFree(Float64Array.of(1, 4.5, -3), Float64Array.of(9, 4.5, 3)), name).toBe(false);
    expect(space.segmentFree(Float64Array.of(1, 4.5, -3), Float64Array.of(3, 4.5, 3)), name).toBe(true);
  }
});

test('arguments of a box and a ball may change afterwards', () => {
  const [min, max, centre] = [[4, 4], [5, 5], [4.5, 4.5]];
  const made = [box(min, max), ball(centre, 0.5)];
  for (const array of [min, max, centre]) array.fill(NaN);
  for (const obstacle of made) expect(obstacle.contains(Float64Array.of(4.5, 4.5))).toBe(true);
});
