import type { Signal } from '@pf/graph';
import { runs, VisibilityGraph, type Ring } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ball, box, findPath, obstacles, polygon, RRTConnect, simplify, type Space } from '../src/index.ts';
import { seeded } from './random.ts';
import { until } from './until.ts';
import { checkSegment, goal, optimum, space, start } from './worlds.ts';

/** A path of RRT-Connect, with room for twice as many points, and its cost. */
function found(world: Space, from: readonly number[], to: readonly number[], seed: number): { path: Float64Array; length: number; cost: number } {
  const rrt = new RRTConnect(world, { random: seeded(seed) });
  const cost = rrt.search(from, to, 1e5);
  const path = new Float64Array(2 * from.length * rrt.pathLength);
  return { path, length: rrt.path(path), cost };
}

function cost(path: ArrayLike<number>, length: number, d: number): number {
  let sum = 0;
  for (let i = 1; i < length; i++) sum += Math.hypot(...Array.from({ length: d }, (_, k) => path[i * d + k] - path[(i - 1) * d + k]));
  return sum;
}

test('a path of RRT-Connect becomes nearly the shortest on the same side of obstacles', () => {
  const n = runs(40);
  let before = 0, after = 0, worst = 0;
  for (let seed = 0; seed < n; seed++) {
    const { path, length, cost: was } = found(space, start, goal, seed);
    const kept = simplify(space, path, length, path);
    expect([...path.subarray(0, 2), ...path.subarray(2 * kept - 2, 2 * kept)]).toEqual([...start, ...goal]);
    for (let i = 1; i < kept; i++) checkSegment(path[2 * i - 2], path[2 * i - 1], path[2 * i], path[2 * i + 1]);
    const now = cost(path, kept, 2);
    expect(now).toBeGreaterThanOrEqual(optimum - 1e-9);
    before += was / optimum / n;
    after += now / optimum / n;
    worst = Math.max(worst, now / optimum);
  }
  console.info(`over the optimum, mean of ${n}: RRT-Connect ${before.toFixed(3)}, simplified ${after.toFixed(4)}, at worst ${worst.toFixed(4)}`);
  expect(after).toBeLessThan(1.001);
  expect(worst).toBeLessThan(1.01);
});

test('in random worlds it is free, never longer, and a second call changes hardly anything', () => {
  const field: Ring = [[0, 0], [100, 0], [100, 100], [0, 100]];
  for (let seed = 1; seed <= runs(25); seed++) {
    const random = seeded(seed);
    const whole = (most: number): number => Math.floor(random() * most);
    const holes = Array.from({ length: 20 }, (): Ring => {
      const [x, y, a, b] = [8 + whole(76), whole(90), 3 + whole(8), 3 + whole(8)];
      return [[x, y], [x + a, y], [x + a, y + b], [x, y + b]];
    });
    const world = obstacles({ min: [0, 0], max: [100, 100] }, holes.map((ring) => polygon(ring)));
    const { path, length, cost: was } = found(world, [2, 50], [98, 50], seed);
    const kept = simplify(world, path, length, path);
    const now = cost(path, kept, 2);
    expect(now).toBeLessThanOrEqual(was + 1e-9);
    expect(now).toBeGreaterThanOrEqual(new VisibilityGraph({ outlines: [field], holes }).distance(2, 50, 98, 50) - 1e-9);
    for (let i = 1; i < kept; i++) expect(world.segmentFree(path.subarray(2 * i - 2, 2 * i), path.subarray(2 * i, 2 * i + 2))).toBe(true);
    const again = simplify(world, path, kept, path);
    expect(cost(path, again, 2)).toBeGreaterThan(now * 0.995);
  }
});

test('round obstacles, six dimensions, straight paths, and more points than are checked in pairs', () => {
  const round = obstacles({ min: [0, 0], max: [10, 10] }, [ball([5, 5], 3)]);
  const arc = 2 * Math.sqrt(16 - 9) + 3 * (Math.PI - 2 * Math.acos(3 / 4));
  const { path, length } = found(round, [1, 5], [9, 5], 3);
  expect(cost(path, simplify(round, path, length, path), 2)).toBeLessThan(arc * 1.002);

  const six = obstacles({ min: [0, 0, 0, 0, 0, 0], max: [1, 1, 1, 1, 1, 1] }, [box([0.45, 0, 0, 0, 0, 0], [0.55, 0.7, 1, 1, 1, 1])]);
  const from = [0.1, 0.2, 0.5, 0.5, 0.5, 0.5];
  const far = found(six, from, [0.9, ...from.slice(1)], 3);
  expect(cost(far.path, simplify(six, far.path, far.length, far.path), 6)).toBeLessThan(far.cost * 0.7);

  const open = obstacles({ min: [0, 0], max: [10, 10] }, []);
  const straight = Float64Array.of(1, 1, 1, 9, 9, 9);
  expect(simplify(open, straight, 3, straight)).toBe(2);
  expect([...straight.subarray(0, 4)]).toEqual([1, 1, 9, 9]);
  for (const n of [0, 1, 2]) expect(simplify(open, straight, n, new Float64Array(2 * n))).toBe(n);
  expect(simplify(open, [1, 1, 1, 1, 1, 1], 3, straight)).toBe(2);

  const many = new Float64Array(2 * 2000);
  for (let i = 0; i < 2000; i++) many.set([1 + i / 250, 5 + 4 * Math.sin(i / 300)], 2 * i);
  let checks = 0;
  const counting: Space = { ...open, segmentFree: () => (checks++, true) };
  expect(simplify(counting, many, 2000, many)).toBe(2);
  expect(checks).toBeLessThan(400);
});

test('the effort grows with the number of points, also where hardly any can be dropped', () => {
  let tests = 0;
  const near: Space = { bounds: space.bounds, pointFree: () => true, segmentFree: (a, b) => (tests++, Math.hypot(a[0] - b[0], a[1] - b[1]) < 1.5) };
  const effort = (n: number): number => {
    const path = Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i / 2 : 0.3 * (((i - 1) / 2) % 2)));
    tests = 0;
    expect(simplify(near, path, n, path)).toBeGreaterThan(0.9 * n);
    return tests;
  };
  expect(effort(2000) / effort(1000)).toBeLessThan(2.5);
});

test('ends with points that all coincide in an obstacle, with any number of rounds', () => {
  const path = Float64Array.of(5, 5, 5, 5, 5, 5);
  expect(simplify(obstacles({ min: [0, 0], max: [10, 10] }, [ball([5, 5], 1)]), path, 3, path, { rounds: Infinity })).toBe(3);
});

test('rounds limit how often bends are pulled taut', () => {
  const wall = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
  let tests = 0;
  const counting: Space = { ...wall, segmentFree: (a, b) => (tests++, wall.segmentFree(a, b)) };
  const outcomes = [0, 1, undefined, Infinity].map((rounds) => {
    const path = Float64Array.of(1, 1, 2, 9.5, 8, 9.5, 9, 1);
    tests = 0;
    return { cost: cost(path, simplify(counting, path, 4, path, { rounds }), 2), tests };
  });
  const shortest = 2 * Math.hypot(3, 7) + 2;
  expect(outcomes[0].cost).toBe(2 * Math.hypot(1, 8.5) + 6);
  expect(outcomes[1].cost).toBeLessThan(outcomes[0].cost);
  expect(outcomes[2].cost).toBeLessThan(1.001 * shortest);
  expect(outcomes[0].tests).toBeLessThan(outcomes[1].tests);
  expect(outcomes[1].tests).toBeLessThan(outcomes[2].tests);
  expect(outcomes[3]).toEqual(outcomes[2]);
});

test('a path changes to the other side of an obstacle only by a straight segment between two of its points', () => {
  const pillar = ball([5, 5], 1);
  const side = (obstacle: typeof pillar): number[] => {
    const path = Float64Array.of(1, 4, 1, 9, 9, 9, 9, 4);
    const n = simplify(obstacles({ min: [0, 0], max: [10, 10] }, [obstacle]), path, 4, path);
    return Array.from(path.subarray(0, 2 * n).filter((_, i) => i % 2 === 1));
  };
  // The segment from start to goal meets the pillar, and the path stays above it.
  expect(Math.max(...side(pillar))).toBeGreaterThan(6);
  expect(side(ball([5, 6], 1))).toEqual([4, 4]);
});

test('findPath shortens its path, except with simplify: false', () => {
  const options = { from: start, to: goal, samples: 1000, star: false };
  const plain = findPath(space, { ...options, simplify: false });
  const short = findPath(space, options);
  expect(plain.cost / optimum).toBeGreaterThan(1.1);
  expect(short.cost / optimum).toBeLessThan(1.001);
  expect(cost(short.points.flat(), short.points.length, 2)).toBeCloseTo(short.cost, 9);
  // Each time the same, without randomness.
  expect(findPath(space, options)).toEqual(short);
});

test('rejects a path that does not fit, and an invalid number of rounds', () => {
  const path = Float64Array.of(5, 5, 5, 80, 40, 80, 40, 20, 95, 5);
  expect(() => simplify(space, path, 5, new Float64Array(4))).toThrow('the buffer holds 4');
  expect(() => simplify(space, path, 6, path)).toThrow('6 points of 2 coordinates are 12 numbers, got 10.');
  expect(() => simplify(space, path, 5, path, { rounds: -1 })).toThrow('got -1');
  expect(() => simplify(space, path, 2.5, path)).toThrow('got 2.5');
});

test('once the signal is aborted, points are dropped by one test each at most, and no bend is pulled taut', () => {
  const { path, length, cost: was } = found(space, start, goal, 1);
  let tests = 0;
  const counting: Space = { ...space, segmentFree: (a, b) => (tests++, space.segmentFree(a, b)) };
  const shortened = (options: { rounds?: number; signal?: Signal }): { points: Float64Array; tests: number; cost: number } => {
    tests = 0;
    const points = path.slice(), n = simplify(counting, points, length, points, options);
    for (let i = 1; i < n; i++) checkSegment(points[2 * i - 2], points[2 * i - 1], points[2 * i], points[2 * i + 1]);
    return { points: points.slice(0, 2 * n), tests, cost: cost(points, n, 2) };
  };
  const late = shortened({ signal: until(() => true) }), dropped = shortened({ rounds: 0 }), taut = shortened({});
  expect(late.tests).toBeLessThan(length);
  expect(late.tests).toBeLessThan(dropped.tests);
  expect(late.cost).toBeLessThan(was);
  // Later: no more tests, and what was gained so far is kept.
  const costs = [dropped.tests / 2, dropped.tests, dropped.tests + 100].map((most) => {
    const some = shortened({ signal: until(() => tests >= most) });
    expect(some.tests).toBe(Math.ceil(most));
    return some.cost;
  });
  expect(costs[0]).toBeLessThanOrEqual(was);
  expect(costs[1]).toBe(dropped.cost);
  expect(costs[2]).toBeLessThan(dropped.cost);
  expect(costs[2]).toBeGreaterThan(taut.cost);
  for (const n of [0, 1, 2]) expect(simplify(space, path, n, new Float64Array(2 * n), { signal: until(() => true) })).toBe(n);
});

test('findPath ends soon after its deadline with a path of fewer points, which simplify pulls taut', () => {
  let tests = 0;
  const counting: Space = { ...space, segmentFree: (a, b) => (tests++, space.segmentFree(a, b)) };
  const question = { from: start, to: goal, samples: 2000 };
  const plain = findPath(counting, { ...question, simplify: false }), searched = tests;
  tests = 0;
  const late = findPath(counting, { ...question, samples: Infinity, signal: until(() => tests >= searched) });
  expect(tests - searched).toBeLessThan(plain.points.length);
  expect(late.points.length).toBeLessThan(plain.points.length);
  expect(late.cost).toBeLessThan(plain.cost);
  const taut = new Float64Array(4 * late.points.length);
  expect(cost(taut, simplify(space, late.points.flat(), late.points.length, taut), 2)).toBeLessThan(1.001 * optimum);
});
