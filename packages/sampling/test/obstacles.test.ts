import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ball, box, cells, obstacles, polygon, type Obstacle } from '../src/index.ts';
import { seeded } from './random.ts';

const whole = fc.integer({ min: -8, max: 8 });
const at = fc.tuple(whole, whole);

/** Compares `hits` with points taken densely along the segment; `margin` is how deep a point surely is inside or outside. */
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

test('polygons, simple or crossing themselves', () => {
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

test('cells of a grid', () => {
  fc.assert(fc.property(fc.integer(), fc.constantFrom(1, 0.5, 3), (seed, size) => {
    const random = seeded(seed);
    const rows = Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => random() < 0.3));
    const obstacle = cells({ width: 7, height: 6, isBlocked: (x, y) => rows[y][x] }, size);
    const depth = (px: number, py: number): number => {
      let best = -Infinity;
      rows.forEach((row, y) => row.forEach((blocked, x) => {
        if (blocked) best = Math.max(best, Math.min(px / size - x, x + 1 - px / size, py / size - y, y + 1 - py / size));
      }));
      return best * size;
    };
    const point = (): number[] => [random() * 8 * size - 0.5, random() * 7 * size - 0.5];
    for (let i = 0; i < 5; i++) compare(obstacle, depth, point(), point());
  }), { seed: 4, numRuns: runs(100) });

  // Between two blocked cells that touch in a corner there is no way, and none through a corner beside one.
  const diagonal = cells({ width: 2, height: 2, isBlocked: (x, y) => x !== y });
  expect(diagonal.hits(Float64Array.of(0.5, 0.5), Float64Array.of(1.5, 1.5))).toBe(true);
  const single = cells({ width: 2, height: 2, isBlocked: (x, y) => x === 1 && y === 0 });
  expect(single.hits(Float64Array.of(0.5, 0.5), Float64Array.of(1.5, 1.5))).toBe(true);
  expect(single.hits(Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 0.5))).toBe(false);
});

test('a box in three dimensions, and a space of several obstacles', () => {
  const room = obstacles({ min: [0, 0, 0], max: [9, 9, 9] }, [box([3, 3, 3], [6, 6, 6]), ball([1, 1, 1], 0.5)]);
  expect(room.pointFree(Float64Array.of(4, 4, 4))).toBe(false);
  expect(room.pointFree(Float64Array.of(4, 4, 7))).toBe(true);
  expect(room.segmentFree(Float64Array.of(2, 4, 4), Float64Array.of(8, 4, 4))).toBe(false);
  expect(room.segmentFree(Float64Array.of(2, 4, 7), Float64Array.of(8, 4, 7))).toBe(true);
  expect(room.segmentFree(Float64Array.of(1, 1, 0), Float64Array.of(1, 1, 3))).toBe(false);
});
