import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { box, findPath, obstacles, RRT, type RRTOptions } from '../src/index.ts';
import { checkTree } from './check-tree.ts';
import { seeded } from './random.ts';
import { checkSegment, goal, optimum, space, start } from './worlds.ts';

const variants: Record<string, Omit<RRTOptions, 'random'>> = {
  'RRT': {},
  'RRT*': { star: true },
  'RRT*, radius of 2020': { star: true, radius: '2020' },
  'Informed RRT*': { informed: true },
  'Informed RRT* to an area': { informed: true, epsilon: 3, goalBias: 0 },
};

for (const [name, options] of Object.entries(variants)) {
  describe(name, () => {
    test('every edge is free against a dense check, every cost the sum of its edges', () => {
      for (let seed = 0; seed < runs(3); seed++) {
        const rrt = new RRT(space, { ...options, random: seeded(seed) });
        rrt.search(start, goal, 3000);
        checkTree(rrt.tree);
        const { points, parent } = rrt.tree;
        for (let v = 1; v < rrt.tree.size; v++) {
          const u = parent[v];
          checkSegment(points[2 * u], points[2 * u + 1], points[2 * v], points[2 * v + 1]);
        }
      }
    });

    test('the path is the one whose cost it says, and no shorter than the optimum', () => {
      const rrt = new RRT(space, { ...options, random: seeded(3) });
      let last = rrt.search(start, goal, 500);
      for (let round = 0; round < 8; round++) {
        const cost = rrt.resume(500);
        expect(cost).toBeLessThanOrEqual(last);
        last = cost;
        if (cost === Infinity) continue;
        const out = new Float64Array(2 * rrt.pathLength);
        expect(rrt.path(out)).toBe(rrt.pathLength);
        expect([...out.subarray(0, 2)]).toEqual(start);
        expect(Math.hypot(out[out.length - 2] - goal[0], out[out.length - 1] - goal[1])).toBeLessThanOrEqual(options.epsilon ?? 0);
        let length = 0;
        for (let i = 2; i < out.length; i += 2) {
          checkSegment(out[i - 2], out[i - 1], out[i], out[i + 1]);
          length += Math.hypot(out[i] - out[i - 2], out[i + 1] - out[i - 1]);
        }
        expect(length).toBeCloseTo(cost, 9);
        expect(cost).toBeGreaterThan(optimum - (options.epsilon ?? 0));
      }
      expect(last).toBeLessThan(Infinity);
    });

    test('runs by pieces grow the tree of one run, and a second search is as the first', () => {
      const whole = new RRT(space, { ...options, random: seeded(11) });
      whole.search(start, goal, 2500);
      const pieces = new RRT(space, { ...options, random: seeded(11) });
      pieces.search(start, goal, 1);
      for (const n of [0, 1, 99, 400, 1500]) pieces.resume(n);
      let asked = 0;
      pieces.resume(1e9, () => ++asked > 499);
      const state = (rrt: RRT): unknown => {
        const { tree } = rrt;
        const n = tree.size;
        return [n, tree.bestGoal, rrt.counters, tree.parent.slice(0, n), tree.cost.slice(0, n), tree.points.slice(0, 2 * n)];
      };
      expect(state(pieces)).toEqual(state(whole));

      let random = seeded(12);
      const again = new RRT(space, { ...options, random: () => random() });
      again.search(goal, start, 1200);
      random = seeded(11);
      again.search(start, goal, 2500);
      expect(state(again)).toEqual(state(whole));
    });
  });
}

test('RRT* tends to the optimum as samples double, RRT does not', () => {
  const seeds = runs(16);
  const sizes = [500, 1000, 2000, 4000, 8000, 16000];
  const mean = (options: Omit<RRTOptions, 'random'>): number[] => {
    const sums = sizes.map(() => 0);
    for (let seed = 0; seed < seeds; seed++) {
      const rrt = new RRT(space, { ...options, step: 8, random: seeded(seed) });
      let drawn = 0;
      // Until there is any path at all, outside the count: every seed then has a cost from the first row on.
      rrt.search(start, goal, 1e5, () => rrt.cost < Infinity);
      sizes.forEach((size, i) => { sums[i] += rrt.resume(size - drawn); drawn = size; });
    }
    return sums.map((sum) => sum / seeds / optimum);
  };
  const rrt = mean({}), star = mean({ star: true }), informed = mean({ informed: true });
  console.info(`cost / optimum, mean of ${seeds} seeds\nsamples  RRT     RRT*    Informed RRT*`);
  sizes.forEach((size, i) => console.info(`${String(size).padStart(7)}  ${rrt[i].toFixed(4)}  ${star[i].toFixed(4)}  ${informed[i].toFixed(4)}`));
  for (let i = 1; i < sizes.length; i++) {
    expect(star[i] - 1).toBeLessThan(0.85 * (star[i - 1] - 1));
    expect(informed[i] - 1).toBeLessThan(0.9 * (informed[i - 1] - 1));
  }
  expect(star.at(-1)).toBeLessThan(1.01);
  expect(informed.at(-1)).toBeLessThanOrEqual(star.at(-1)!);
  expect(rrt.at(-1)).toBeGreaterThan(1.1);
  expect(rrt.at(-1)! - 1).toBeGreaterThan(0.9 * (rrt[0] - 1));
});

test('the counts of a fixed seed', () => {
  const count = (options: Omit<RRTOptions, 'random'>): number[] => {
    const rrt = new RRT(space, { ...options, random: seeded(1) });
    rrt.search(start, goal, 5000);
    return [rrt.tree.size, rrt.counters.samples, rrt.counters.segments, rrt.counters.rewired];
  };
  expect([count({}), count({ star: true }), count({ informed: true })]).toEqual([[3940, 5000, 5000, 0], [3940, 5000, 15100, 6032], [3844, 5000, 15201, 5925]]);
});

test('any dimension', () => {
  for (const d of [1, 2, 3, 4, 6]) {
    const wide = (value: number): number[] => new Array<number>(d).fill(value);
    // A slab across the middle with a way around it along the last axis; in one dimension nothing.
    const min = wide(-1), max = wide(11);
    min[0] = 4; max[0] = 6; max[d - 1] = d > 1 ? 7 : 6;
    const room = obstacles({ min: wide(0), max: wide(10) }, d > 1 ? [box(min, max)] : []);
    const rrt = new RRT(room, { random: seeded(d), informed: true, step: 3 });
    const cost = rrt.search(wide(1), wide(9), 6000);
    checkTree(rrt.tree);
    expect(cost).toBeLessThan((d < 5 ? 1.25 : 1.6) * 8 * Math.sqrt(d));
    expect(cost).toBeGreaterThanOrEqual(8 * Math.sqrt(d) - 1e-9);
  }
});

test('no way, no distance, no sense', () => {
  const random = seeded(1);
  const closed = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 10])]);
  const rrt = new RRT(closed, { random, star: true });
  expect(rrt.search([1, 1], [9, 9], 500)).toBe(Infinity);
  expect(rrt.pathLength).toBe(0);
  expect(rrt.path(new Float64Array(0))).toBe(0);
  expect(findPath(closed, { from: [1, 1], to: [9, 9], samples: 100, random })).toEqual({ cost: Infinity, points: [] });

  expect(rrt.search([1, 1], [1, 1], 0)).toBe(0);
  const out = new Float64Array(2);
  expect(rrt.path(out)).toBe(1);
  expect([...out]).toEqual([1, 1]);
  expect(rrt.resume(100)).toBe(0);

  expect(() => rrt.search([5, 5], [9, 9], 1)).toThrow('The start must be free, but [5, 5] is inside an obstacle.');
  expect(() => rrt.search([1, 1], [19, 9], 1)).toThrow('The goal must lie inside the bounds, got [19, 9].');
  expect(() => rrt.search([1, NaN], [9, 9], 1)).toThrow('The start must lie inside the bounds');
  expect(() => rrt.search([1], [9, 9], 1)).toThrow('The start needs 2 coordinates like the bounds, got 1.');
  expect(() => new RRT(closed, { random }).resume(1)).toThrow('call search');
  expect(() => new RRT(closed, { random, step: 0 })).toThrow('The step must be more than 0, got 0.');
  expect(() => new RRT(closed, { random, goalBias: 1 })).toThrow('The goal bias');
  expect(() => new RRT(closed, { random, goalBias: 0 })).toThrow('give an epsilon above 0');
  expect(() => new RRT(closed, { random, epsilon: -1 })).toThrow('epsilon must be 0 or more, got -1.');
  expect(() => obstacles({ min: [0], max: [0] }, [])).toThrow('axis 0 goes from 0 to 0');
  expect(() => obstacles({ min: [0], max: [1, 2] }, [])).toThrow('got 1 and 2');
  rrt.search([1, 1], [3, 9], 2000);
  expect(() => rrt.path(new Float64Array(2))).toThrow('the buffer holds 2');
});
