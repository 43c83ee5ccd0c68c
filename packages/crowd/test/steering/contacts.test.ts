import { seededRandom } from '@pf/graph';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Steering } from '../../src/index.ts';
import { Neighbours } from '../../src/steering/neighbours.ts';
import { Separation } from '../../src/steering/separation.ts';
import { UnitArrays } from '../../src/steering/unit-arrays.ts';
import { UnitWalls } from '../../src/steering/unit-walls.ts';
import { WallBuckets } from '../../src/steering/wall-buckets.ts';

const coordinate = fc.integer({ min: -300, max: 300 }).map((n) => n / 100);
const body = fc.record({ x: coordinate, y: coordinate, radius: fc.constantFrom(0.2, 0.35, 0.7), priority: fc.nat(2), vx: coordinate, vy: coordinate });

test('overlaps are removed at once, by moves of the units that yield', () => {
  fc.assert(
    fc.property(fc.array(body, { minLength: 2, maxLength: 9 }), fc.boolean(), (bodies, isCrowded) => {
      const steering = new Steering();
      for (const { x, y, radius, priority } of bodies) steering.add({ x: isCrowded ? x / 4 : x, y: isCrowded ? y / 4 : y, radius, priority, speed: 0 });
      const [x, y] = [steering.x.slice(), steering.y.slice()];
      steering.step(0.01);
      let before = 0;
      for (let i = 0; i < bodies.length; i++) {
        for (let j = 0; j < i; j++) {
          const r = bodies[i].radius + bodies[j].radius;
          before = Math.max(before, r - Math.hypot(x[i] - x[j], y[i] - y[j]));
          expect(r - Math.hypot(steering.x[i] - steering.x[j], steering.y[i] - steering.y[j])).toBeLessThanOrEqual(0.0051 * Math.min(bodies[i].radius, bodies[j].radius));
        }
      }
      if (before <= 0) expect([steering.x.slice(), steering.y.slice()]).toEqual([x, y]);
    }),
    { numRuns: runs(400), seed: 1 },
  );
});

test.each([[100, 1], [1000, 20]])('the overlap of a heap of %d units is removed within %d steps of bounded work', (n, steps) => {
  const random = seededRandom(1);
  const units = new UnitArrays();
  const side = Math.ceil(Math.sqrt(n));
  for (let i = 0; i < n; i++) units.add({ x: 0.6 * (i % side) + 0.06 * random(), y: 0.6 * Math.floor(i / side) + 0.06 * random(), radius: 0.5, speed: 1 });
  let moves = 0;
  class CountedWalls extends UnitWalls {
    override move(i: number, dx: number, dy: number): void {
      moves++;
      super.move(i, dx, dy);
    }
  }
  const neighbours = new Neighbours(units, 10);
  const separation = new Separation(units, neighbours, new CountedWalls(units));
  for (let step = 0; step < steps; step++) {
    neighbours.sort(1, 1);
    for (let i = 0; i < n; i++) neighbours.find(i, units.reach(i));
    moves = 0;
    separation.run();
    expect(moves / n).toBeLessThan(400);
  }
  const { x, y } = units;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) if (Math.abs(x[i] - x[j]) < 0.995) expect(Math.hypot(x[i] - x[j], y[i] - y[j])).toBeGreaterThan(0.995);
});

test('a unit that is moved off another does not end on a third one, which was out of range before', () => {
  const steering = new Steering({ range: 0.5 });
  for (const x of [0, 0.1, -2.05]) steering.add({ x, y: 0, radius: 1, speed: 0 });
  steering.step(0.1);
  const [a, b, c] = steering.x;
  expect([b - a, a - c].map((d) => d > 1.99 && d < 2.05)).toEqual([true, true]);
});

test.each([[4, 4, 5], [0.3, 9, 5], [0.8, 0.8, 1]])('units of radius %d and %d, which touch beyond or near the range of %d, are moved apart and pass each other', (small, large, range) => {
  const steering = new Steering({ range });
  const touch = small + large;
  const apart = (): number => Math.hypot(steering.x[1] - steering.x[0], steering.y[1] - steering.y[0]);
  steering.add({ x: 0, y: 0, radius: small, speed: 1 });
  steering.add({ x: touch - 0.5 * small, y: 0, radius: large, speed: 1 });
  steering.step(0.1);
  expect(apart()).toBeGreaterThan(touch - 0.0051 * small);
  steering.place(1, 1.3 * touch, 0.01);
  steering.seek(0, 2 * touch, 0);
  steering.seek(1, -touch, 0);
  for (let step = 0; step < 100 * touch; step++) {
    steering.step(0.1);
    expect(apart()).toBeGreaterThan(touch - 0.0051 * small);
  }
  expect([...steering.x.subarray(0, 2)]).toEqual([2 * touch, -touch].map((x) => expect.closeTo(x, 1) as unknown));
});

test.each([[1, 0.4], [8, 3.2], [8, 7]])('units of radius %d that move by %d in a step do not overlap after it, however far `range` is', (radius, way) => {
  for (const range of [0.1, 5, 1000]) {
    for (const gap of [0.01, 0.3, 0.52, 0.8, 1, 1.5].map((share) => share * 2 * way)) {
      for (const [first, second] of [[1, 1], [0, 2], [2, 0]]) {
        const steering = new Steering({ range });
        const dt = 0.016;
        const x = 2 * radius + gap;
        steering.seek(steering.add({ x: 0, y: 0, radius, speed: (first * way) / dt }), x, 0);
        steering.seek(steering.add({ x, y: 0, radius, speed: (second * way) / dt }), 0, 0);
        for (let step = 0; step < 5; step++) {
          steering.step(dt);
          expect((2 * radius - Math.hypot(steering.x[1] - steering.x[0], steering.y[1] - steering.y[0])) / radius, `range ${range}, gap ${gap}`).toBeLessThan(0.01);
        }
      }
    }
  }
});

test('a unit without a limit of its speed does not make all look across the map', () => {
  const steering = new Steering({ range: 5 });
  for (let i = 0; i < 100; i++) steering.add({ x: 100 * (i % 10), y: 10 * i, radius: 0.5, speed: i === 0 ? 1e6 : 2 });
  const find = vi.spyOn(Neighbours.prototype, 'find');
  steering.step(0.016);
  expect(Math.max(...find.mock.calls.map(([, range]) => range))).toBeLessThan(6);
  find.mockRestore();
});

test('units stay apart after the fastest of all is removed', () => {
  const steering = new Steering({ range: 0.1 });
  const still = { y: 0, radius: 1, speed: 0 };
  const fast = steering.add({ ...still, x: 99, speed: 300 });
  steering.remove(fast);
  const [a, b] = [0, 4].map((x) => steering.add({ ...still, x, speed: 80 }));
  steering.seek(a, 4, 0);
  steering.seek(b, 0, 0);
  steering.step(0.016);
  expect(steering.x[b] - steering.x[a]).toBeGreaterThan(1.99);
});

test('of two units that overlap, the one of lower priority moves most, and one that is not avoided not at all', () => {
  const movesOf = (first: object, second: object): [number, number] => {
    const steering = new Steering();
    steering.add({ x: 0, y: 0, radius: 0.7, speed: 0, ...first });
    steering.add({ x: 0.3, y: 0.4, radius: 0.4, speed: 0, ...second });
    steering.step(0.1);
    const [a, b] = [[0, 0], [0.3, 0.4]].map(([x, y], i) => 0.6 * (steering.x[i] - x) + 0.8 * (steering.y[i] - y));
    expect(b - a).toBeCloseTo(0.6, 2);
    return [-a / (b - a), b / (b - a)];
  };
  const close = (a: number, b: number): unknown[] => [a, b].map((n) => expect.closeTo(n, 2) as unknown);
  expect(movesOf({}, {})).toEqual(close(0.5, 0.5));
  expect(movesOf({ priority: 1 }, {})).toEqual(close(0.1, 0.9));
  expect(movesOf({}, { priority: 1 })).toEqual(close(0.9, 0.1));
  expect(movesOf({ layers: 6 }, { layers: 8 })).toEqual(close(0.5, 0.5));
  expect(movesOf({}, { layers: 1, avoids: 2 })).toEqual(close(1, 0));
  expect(movesOf({ layers: 1, avoids: 2 }, {})).toEqual(close(0, 1));
  // On one point, they part too.
  for (const speed of [0, 1]) {
    const steering = new Steering({ neighbours: 1 });
    for (let i = 0; i < 2; i++) steering.add({ x: 1, y: 2, radius: 0.3, speed });
    steering.step(0.1);
    expect(Math.hypot(steering.x[0] - steering.x[1], steering.y[0] - steering.y[1])).toBeGreaterThan(0.59);
    if (speed > 0) expect([steering.vx[0] > 0, steering.vx[1] < 0]).toEqual([true, true]);
  }
});

test('units that avoid few neighbours overlap no more than others', () => {
  let overlap = 0;
  for (const neighbours of [1, 2, 4]) {
    for (const sizes of [0, 0.4]) {
      const random = seededRandom(7 + neighbours);
      const steering = new Steering({ neighbours });
      const radius = Array.from({ length: 36 }, () => 0.1 + sizes * random());
      // All units seek one point.
      for (const [i, r] of radius.entries()) steering.seek(steering.add({ x: 1.2 * (i % 6), y: 1.2 * Math.floor(i / 6), radius: r, speed: 1 + random() }), 3, 3);
      for (let step = 0; step < 100; step++) {
        steering.step(0.05);
        for (let i = 0; i < 36; i++) for (let j = 0; j < i; j++) overlap = Math.max(overlap, (radius[i] + radius[j] - Math.hypot(steering.x[i] - steering.x[j], steering.y[i] - steering.y[j])) / Math.min(radius[i], radius[j]));
      }
    }
  }
  expect(overlap).toBeLessThan(0.01);
});

test('a dense crowd stays off a unit many times as large, which does not give way', () => {
  const random = seededRandom(1);
  for (const large of [1.5, 5]) {
    const steering = new Steering();
    steering.add({ x: 0, y: 0, radius: large, speed: 1, priority: 1 });
    for (let i = 0; i < 200; i++) {
      const [x, y] = [-large - 2 - (i % 10), Math.floor(i / 10) - 10];
      steering.seek(steering.add({ x, y, radius: 0.4, speed: 1.5 }), -x, y + 0.1 * random());
    }
    let overlap = 0;
    for (let step = 0; step < 250; step++) {
      steering.step(0.1);
      for (let i = 1; i <= 200; i++) overlap = Math.max(overlap, (large + 0.4 - Math.hypot(steering.x[i] - steering.x[0], steering.y[i] - steering.y[0])) / 0.4);
    }
    expect(overlap, `radius ${large}`).toBeLessThan(0.01);
  }
});

test('the velocities of two units keep them apart for the horizon', () => {
  let approaching = 0;
  fc.assert(
    fc.property(body, body, fc.constantFrom(1, 2), fc.boolean(), (one, two, horizon, isAvoided) => {
      const apart = one.radius + two.radius;
      const distance = Math.hypot(one.x - two.x, one.y - two.y);
      // Neither in contact, nor too far apart to be considered.
      fc.pre(distance > apart * 1.05 && distance < 4.5);
      const steering = new Steering({ horizon });
      const ids = [one, two].map(({ x, y, radius, priority }, i) => steering.add({ x, y, radius, priority, speed: 1.5, ...(i === 1 && !isAvoided && { avoids: 2 }) }));
      ids.forEach((id, i) => { steering.prefer(id, [one, two][i].vx, [one, two][i].vy); });
      for (let step = 0; step < 3; step++) {
        const [x, y] = [steering.x.slice(), steering.y.slice()];
        steering.step(0.05);
        if (step === 0) continue;
        const [dx, dy] = [x[1] - x[0], y[1] - y[0]];
        const [vx, vy] = [steering.vx[1] - steering.vx[0], steering.vy[1] - steering.vy[0]];
        const nearest = Math.min(horizon, Math.max(0, -(dx * vx + dy * vy) / (vx * vx + vy * vy || 1)));
        if (nearest > 0) approaching++;
        expect(Math.hypot(dx + nearest * vx, dy + nearest * vy)).toBeGreaterThan(apart - 0.02);
      }
    }),
    { numRuns: runs(1000), seed: 1 },
  );
  expect(approaching).toBeGreaterThan(runs(1000) / 2);
});

test('a unit slides along walls, and is pushed out of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.constantFrom(0.2, 0.35, 0.8), fc.integer({ min: 0, max: 60 }), (sixteenth, radius, gap) => {
      const angle = (sixteenth * Math.PI) / 8;
      const [ex, ey] = [Math.cos(angle), Math.sin(angle)];
      const steering = new Steering();
      const from = radius * (0.4 + gap / 50);
      const unit = steering.add({ x: -ey * from, y: ex * from, radius, speed: 2 });
      steering.setWalls([-9 * ex, -9 * ey, 9 * ex, 9 * ey, 50, 50, 51, 51]);
      const away = (): number => steering.y[unit] * ex - steering.x[unit] * ey;
      for (let step = 0; step < 30; step++) {
        steering.prefer(unit, ex + 2 * ey, ey - 2 * ex);
        const before = away();
        steering.step(0.05);
        expect(away()).toBeGreaterThan(radius - 1e-6);
        expect(steering.vy[unit] * ex - steering.vx[unit] * ey).toBeGreaterThanOrEqual(-4 * Math.max(0, before - radius) - 1e-6);
      }
      expect(away()).toBeLessThan(radius + 0.1);
      expect(steering.x[unit] * ex + steering.y[unit] * ey).toBeGreaterThan(0.8);
    }),
    { numRuns: runs(200), seed: 1 },
  );
});

test('a move that crosses a wall is not made; after others, a unit touches the wall at most', () => {
  fc.assert(
    fc.property(fc.tuple(coordinate, coordinate, coordinate, coordinate), body, coordinate, coordinate, (wall, { x, y, radius }, dx, dy) => {
      const units = new UnitArrays();
      units.add({ x, y, radius, speed: 1 });
      const walls = new UnitWalls(units);
      walls.set([50, 50, 51, 51, ...wall]);
      walls.move(0, dx, dy);
      const [ax, ay, bx, by] = wall;
      if (new WallBuckets(wall).isCrossed(0, x, y, x + dx, y + dy)) {
        expect([units.x[0], units.y[0]]).toEqual([x, y]);
        return;
      }
      // The nearest point of the wall.
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x + dx - ax) * (bx - ax) + (y + dy - ay) * (by - ay)) / length2));
      const [px, py] = [ax + t * (bx - ax), ay + t * (by - ay)];
      const distance = Math.hypot(x + dx - px, y + dy - py);
      fc.pre(distance > 1e-6);
      const factor = Math.max(1, radius / distance);
      expect([units.x[0], units.y[0]]).toEqual([expect.closeTo(px + (x + dx - px) * factor, 6), expect.closeTo(py + (y + dy - py) * factor, 6)]);
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test.each([[3, 0], [0, 3]])('a move by (%d, %d) does not cross a wall', (dx, dy) => {
  const units = new UnitArrays();
  units.add({ x: 0, y: 0, radius: 0.5, speed: 1 });
  const walls = new UnitWalls(units);
  walls.set(dx > 0 ? [2, -1, 2, 1] : [-1, 2, 1, 2]);
  walls.move(0, dx, dy);
  expect([units.x[0], units.y[0]]).toEqual([0, 0]);
});

test('a unit stays inside a circle of many short walls', () => {
  for (const count of [12, 300]) {
    const corners = Array.from({ length: count }, (_, i) => [2 * Math.cos((2 * Math.PI * i) / count), 2 * Math.sin((2 * Math.PI * i) / count)]);
    const steering = new Steering();
    const unit = steering.add({ x: 0, y: 0, radius: 0.5, speed: 2 });
    steering.setWalls(corners.flatMap((corner, i) => [...corner, ...corners[(i + 1) % count]]));
    for (let step = 0; step < 160; step++) {
      // Each direction for a while.
      const angle = Math.floor(step / 20) * 2.4;
      steering.prefer(unit, 2 * Math.cos(angle), 2 * Math.sin(angle));
      steering.step(0.1);
      expect(Math.hypot(steering.x[unit], steering.y[unit])).toBeLessThan(1.51);
      if (step % 20 === 19) expect(Math.hypot(steering.x[unit], steering.y[unit])).toBeGreaterThan(1.2);
    }
  }
});

test('a unit exactly on a wall rests there, and gets off it', () => {
  const steering = new Steering();
  steering.setWalls([-5, 0, 5, 0]);
  const unit = steering.add({ x: 0, y: 0, radius: 0.3, speed: 2 });
  steering.step(0.1);
  expect([steering.x[unit], steering.y[unit]]).toEqual([0, 0]);
  steering.seek(unit, 0, 3);
  for (let step = 0; step < 30; step++) steering.step(0.1);
  expect([steering.x[unit], steering.y[unit]]).toEqual([expect.closeTo(0, 2), expect.closeTo(3, 2)]);
});

test.each([0.1, 0.4, 0.5, 0.7])('units between walls %d apart, closer than their radius, are not pushed through them', (apart) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = seededRandom(seed);
      const [angle, ox, oy] = [7 * random(), 100 * random(), 100 * random()];
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const at = (u: number, v: number): [number, number] => [ox + u * cos - v * sin, oy + u * sin + v * cos];
      const steering = new Steering();
      steering.setWalls([at(-99, 0), at(99, 0), at(-99, apart), at(99, apart)].flat());
      for (let i = 0; i < 3; i++) {
        const [x, y] = at(i - 1, apart * (0.1 + 0.3 * i));
        steering.add({ x, y, radius: 0.5, speed: 2 });
      }
      for (let step = 0; step < 60; step++) {
        for (let i = 0; i < 3; i++) steering.seek(i, ...at(6 * random() - 3, 6 * random() - 3));
        steering.step(0.1);
        for (let i = 0; i < 3; i++) {
          const v = (steering.y[i] - oy) * cos - (steering.x[i] - ox) * sin;
          expect([v > -1e-9, v < apart + 1e-9]).toEqual([true, true]);
        }
      }
    }),
    { numRuns: runs(40), seed: 1 },
  );
});

test('a segment crosses a wall if the ends of each lie on both sides of the other', () => {
  const small = fc.integer({ min: -4, max: 4 });
  const point = fc.tuple(small, small);
  fc.assert(
    fc.property(point, point, point, point, ([ax, ay], [bx, by], [px, py], [qx, qy]) => {
      const buckets = new WallBuckets([9, 9, 9, 9, ax, ay, bx, by]);
      const side = (ux: number, uy: number, vx: number, vy: number, x: number, y: number): number => Math.sign((vx - ux) * (y - uy) - (vy - uy) * (x - ux));
      const crosses = side(ax, ay, bx, by, px, py) * side(ax, ay, bx, by, qx, qy) < 0 && side(px, py, qx, qy, ax, ay) * side(px, py, qx, qy, bx, by) <= 0;
      expect(buckets.isCrossed(1, px, py, qx, qy)).toBe(crosses);
    }),
    { numRuns: runs(2000), seed: 1 },
  );
});

test('a unit that rests in a doorway makes room, and one that pushes passes it', () => {
  for (const [dx, dy] of [[1, 0], [0, 1], [-0.6, 0.8]]) {
    const turned = (u: number, v: number): [number, number] => [u * dx - v * dy, u * dy + v * dx];
    const steering = new Steering();
    const add = (u: number, v: number): number => {
      const [x, y] = turned(u, v);
      return steering.add({ x, y, radius: 0.45, speed: 1.5 });
    };
    const [walker, rester] = [add(-3, 0), add(0, 0)];
    steering.setWalls([turned(0, -9), turned(0, -0.6), turned(0, 0.6), turned(0, 9)].flat());
    let most = -3;
    for (let step = 0; step < 300 && most < 2.9; step++) {
      steering.seek(walker, ...turned(3, 0));
      steering.seek(rester, steering.x[rester], steering.y[rester]);
      steering.step(0.1);
      most = steering.x[walker] * dx + steering.y[walker] * dy;
    }
    expect(most).toBeGreaterThan(2.8);
  }
});
