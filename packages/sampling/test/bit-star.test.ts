import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ball, BITStar, obstacles, RRT } from '../src/index.ts';
import { checkSegment, goal, optimum, space, start } from './worlds.ts';
import { until } from './until.ts';

function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Throws if the tree or its best path is invalid. */
function checkTree(planner: BITStar): void {
  const { tree, cost, pathLength } = planner;
  for (let v = 0; v < tree.size; v++) {
    const parent = tree.parent[v];
    if (parent < 0) continue;
    const [ax, ay, bx, by] = [tree.points[2 * parent], tree.points[2 * parent + 1], tree.points[2 * v], tree.points[2 * v + 1]];
    checkSegment(ax, ay, bx, by);
    if (Math.abs(tree.cost[v] - tree.cost[parent] - Math.hypot(bx - ax, by - ay)) > 1e-9) throw new Error(`the cost of vertex ${v} is not that of its path`);
  }
  const out = new Float64Array(2 * pathLength);
  const n = planner.path(out);
  let length = 0;
  for (let i = 1; i < n; i++) length += Math.hypot(out[2 * i] - out[2 * i - 2], out[2 * i + 1] - out[2 * i - 1]);
  if (n > 0) expect(length).toBeCloseTo(cost, 9);
}

test('trees are free and valid, paths approach the optimum, and segment checks are saved', () => {
  const seeds = runs(6);
  const samples = [500, 1000, 2000, 4000];
  const means = samples.map(() => 0);
  let [own, theirs, others] = [0, 0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const planner = new BITStar(space, { random: randomOf(seed * 77) });
    for (const [i, n] of samples.entries()) {
      const cost = i === 0 ? planner.search(start, goal, n) : planner.resume(n - samples[i - 1]);
      expect(cost).toBeGreaterThanOrEqual(optimum - 1e-9);
      means[i] += cost / optimum / seeds;
    }
    checkTree(planner);
    own += planner.counters.segments;
    const rrt = new RRT(space, { random: randomOf(seed * 77), informed: true });
    others += rrt.search(start, goal, samples[3]) / optimum / seeds;
    theirs += rrt.counters.segments;
  }
  expect(means[1]).toBeLessThan(means[0]);
  expect(means[3]).toBeLessThan(1.03);
  expect(means[3]).toBeLessThan(others);
  expect(own).toBeLessThan(theirs / 2);
});

test('a tree grown in slices equals that of a single run, and a signal ends it', () => {
  const [whole, pieces] = [new BITStar(space, { random: randomOf(5), batch: 70 }), new BITStar(space, { random: randomOf(5), batch: 70 })];
  whole.search(start, goal, 1500);
  pieces.search(start, goal, 33);
  for (const n of [1, 700, 0, 766]) pieces.resume(n);
  expect([...pieces.tree.points.subarray(0, 2 * pieces.tree.size)]).toEqual([...whole.tree.points.subarray(0, 2 * whole.tree.size)]);
  expect(pieces.cost).toBe(whole.cost);
  const first = new BITStar(space, { random: randomOf(5), batch: 70 });
  expect(first.search(start, goal, 100_000, until(() => first.cost < Infinity))).toBeLessThan(Infinity);
  expect(first.counters.samples % 70).toBe(0);
});

test('works in more dimensions and with the start as the goal, and rejects invalid arguments', () => {
  const world = obstacles({ min: [0, 0, 0], max: [10, 10, 10] }, [ball([5, 5, 5], 3)]);
  const planner = new BITStar(world, { random: randomOf(3) });
  const shortest = 2 * Math.sqrt(16 - 9) + 3 * (Math.PI - 2 * Math.acos(3 / 4));
  expect(planner.search([1, 5, 5], [9, 5, 5], 4000)).toBeGreaterThanOrEqual(shortest - 1e-9);
  expect(planner.cost).toBeLessThan(1.06 * shortest);
  expect(planner.search([1, 1, 1], [1, 1, 1], 100)).toBe(0);
  expect(planner.pathLength).toBe(1);
  expect(() => new BITStar(world, { random: randomOf(1), batch: 0 })).toThrow('got 0');
  expect(() => new BITStar(world, { random: randomOf(1) }).resume(1)).toThrow('search(from, to, samples)');
});
