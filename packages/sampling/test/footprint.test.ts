import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { ball, box, car, footprint, KinodynamicRRT, obstacles, RRTConnect, type Space } from '../src/index.ts';
import { seeded } from './random.ts';
import { until } from './until.ts';

const outline = [[-1, -0.75], [3, -0.75], [3, 0.75], [-1, 0.75]] as const;
const walls = [[14, 0, 18, 14], [14, 20, 18, 30], [26, 12, 30, 30]] as const;
const plane = obstacles({ min: [0, 0], max: [40, 30] }, walls.map(([x, y, right, top]) => box([x, y], [right, top])));

/** Whether the body at a state is clear of walls and bounds, tested point by point. */
function isClear(x: number, y: number, heading: number): boolean {
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  for (let i = 0; i <= 40; i++) {
    for (let j = 0; j <= 16; j++) {
      const [forward, left] = [-1 + i / 10, -0.75 + (1.5 * j) / 16];
      const [px, py] = [x + cos * forward - sin * left, y + sin * forward + cos * left];
      if (px < 0 || py < 0 || px > 40 || py > 30) return false;
      if (walls.some(([a, b, c, d]) => px >= a && px <= c && py >= b && py <= d)) return false;
    }
  }
  return true;
}

test('a state is free exactly if the whole body is', () => {
  const body = footprint(plane, outline);
  const random = seeded(7);
  let free = 0;
  for (let i = 0; i < runs(3000); i++) {
    const [x, y, heading] = [random() * 40, random() * 30, (2 * random() - 1) * Math.PI];
    const answer = body.pointFree(Float64Array.of(x, y, heading));
    // The walls are larger than the spacing of the body's lines, so that only a corner of a wall can lie between two of its points.
    if (answer) expect(isClear(x, y, heading)).toBe(true);
    else expect(isClear(x, y, heading) && isClear(x + 0.05, y, heading) && isClear(x - 0.05, y, heading) && isClear(x, y + 0.05, heading) && isClear(x, y - 0.05, heading)).toBe(false);
    free += Number(answer);
  }
  expect(free).toBeGreaterThan(runs(500));
});

test('detects obstacles inside the body, and those that it passes during a motion', () => {
  const small = obstacles({ min: [-9, -9], max: [9, 9] }, [ball([1, 0.1], 0.3)]);
  const body = footprint(small, outline);
  expect(body.pointFree(Float64Array.of(0, 0, 0))).toBe(false);
  expect(body.segmentFree(Float64Array.of(-6, 0, 0), Float64Array.of(5, 0, 0))).toBe(false);
  // It turns over the obstacle, though it is clear of it before and after.
  expect(body.segmentFree(Float64Array.of(-0.5, 0, -2), Float64Array.of(-0.5, 0, 2))).toBe(false);
  const still = footprint(small, outline, { turns: false });
  expect(still.bounds.min).toHaveLength(2);
  expect(still.pointFree(Float64Array.of(-4, 0))).toBe(true);
  expect(still.pointFree(Float64Array.of(7, 0))).toBe(false);
  expect(() => footprint(small, outline.slice(0, 2))).toThrow('three or more corners');
  expect(() => footprint(small, [[0, 0], [1, 0], [2, 0]])).toThrow('have an area');
  expect(() => footprint(body, outline)).toThrow('of two coordinates, got 3');
});

test('no point or segment without a heading is free', () => {
  const body = footprint(plane, outline);
  const [from, to] = [[5, 5], [8, 5]];
  for (const heading of [[], [NaN]]) {
    const [a, b] = [Float64Array.from([...from, ...heading]), Float64Array.from([...to, ...heading])];
    expect([body.pointFree(a), body.segmentFree(a, b), body.segmentFree(a, Float64Array.of(...to, 0)), body.segmentFree(Float64Array.of(...from, 0), b)]).toEqual([false, false, false, false]);
  }
  expect(body.segmentFree(Float64Array.of(...from, 0), Float64Array.of(...to, 0))).toBe(true);
});

test('the spacing is the distance of the lines, and of two tests of a motion', () => {
  // Between two of the default lines, which are 0.375 apart.
  const dot = (y: number, radius: number, spacing?: number): Space => footprint(obstacles({ min: [-9, -9], max: [9, 9] }, [ball([1, y], radius)]), outline, { spacing, turns: false });
  const [here, there] = [Float64Array.of(0, 0), Float64Array.of(0, 3.75)];
  expect([undefined, 0.375, 0.1].map((spacing) => dot(0.19, 0.05, spacing).pointFree(here))).toEqual([true, true, false]);
  expect([undefined, 0.375, 0.01].map((spacing) => dot(2.1, 0.01, spacing).segmentFree(here, there))).toEqual([true, true, false]);
  let tests = 0;
  const counting: Space = { ...plane, segmentFree: () => (tests++, true) };
  for (const [spacing, lines, looks] of [[0.375, 7, 11], [0.75, 5, 6], [1.5, 4, 4]]) {
    tests = 0;
    footprint(counting, outline, { spacing, turns: false }).segmentFree(Float64Array.of(5, 5), Float64Array.of(5, 8.75));
    expect(tests).toBe(lines * looks);
  }
});

test('a car with a body drives clear of all walls, and its controls repeat the drive', () => {
  const space = footprint(plane, outline);
  let paths = 0;
  for (let seed = 1; seed <= runs(4); seed++) {
    const dynamics = car({ turningRadius: 3, reverse: true });
    const planner = new KinodynamicRRT(space, { dynamics, random: seeded(seed + 50), goalTolerance: 2 });
    if (planner.search([5, 5, Math.PI / 2], [34, 6, -Math.PI / 2], 40_000, until(() => planner.cost < Infinity)) === Infinity) continue;
    paths++;
    const states = new Float64Array(3 * planner.pathLength);
    const n = planner.path(states);
    for (let i = 0; i < n; i++) expect(isClear(states[3 * i], states[3 * i + 1], states[3 * i + 2])).toBe(true);
    const controls = new Float64Array(2 * (n - 1));
    expect(planner.controls(controls)).toBe(n - 1);
    // Driven by a separate integration in small steps.
    let [x, y, heading] = states;
    for (let i = 1; i < n; i++) {
      const [curvature, length] = controls.subarray(2 * i - 2, 2 * i);
      expect(Math.abs(curvature)).toBeLessThanOrEqual(1 / 3 + 1e-12);
      for (let step = 0; step < 200; step++) {
        heading += (curvature * length) / 400;
        x += (Math.cos(heading) * length) / 200;
        y += (Math.sin(heading) * length) / 200;
        heading += (curvature * length) / 400;
      }
      expect(Math.hypot(x - states[3 * i], y - states[3 * i + 1])).toBeLessThan(1e-3 * i);
      expect(Math.cos(heading - states[3 * i + 2])).toBeCloseTo(1, 6);
    }
    expect(() => planner.controls(new Float64Array(1))).toThrow(`The path has ${n - 1} controls of 2 numbers`);
  }
  expect(paths).toBeGreaterThan(0);
});

test('RRT-Connect moves a body that does not turn', () => {
  const space = footprint(plane, outline, { turns: false });
  const rrt = new RRTConnect(space);
  expect(rrt.search([5, 5], [34, 6], 20_000)).toBeLessThan(Infinity);
  const points = new Float64Array(2 * rrt.pathLength);
  for (let i = 0, n = rrt.path(points); i < n; i++) expect(isClear(points[2 * i], points[2 * i + 1], 0)).toBe(true);
});

test('dynamics without controls are rejected', () => {
  const line: Space = obstacles({ min: [0], max: [9] }, []);
  const rrt = new KinodynamicRRT(line, { dynamics: { states: 1, steer: (_, toward, out) => ((out[0] = toward[0]), 1) }, goalTolerance: 0.1 });
  rrt.search([1], [5], 50);
  expect(() => rrt.controls(new Float64Array(9))).toThrow('have no controls');
  expect(() => new KinodynamicRRT(line, { dynamics: { states: 1, controls: 0.5, steer: () => 0 }, goalTolerance: 0.1 })).toThrow('got 0.5');
});

test('takes an outline of many corners', () => {
  const n = 150_000;
  const circle = Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)]);
  const body = footprint(obstacles({ min: [0, 0], max: [10, 10] }, []), circle, { turns: false });
  expect([[5, 5], [0.5, 5]].map((point) => body.pointFree(Float64Array.from(point)))).toEqual([true, false]);
});

test('a spacing too fine for the body is rejected', () => {
  const make = (spacing: number): Space => footprint(plane, [[-1, -1], [9, -1], [9, 1], [-1, 1]], { spacing });
  expect(() => make(1e-12)).toThrow('The spacing of a footprint of this size must be 0.0001 or more, got 1e-12.');
  expect(make(1e-3).pointFree(Float64Array.of(5, 5, Math.PI / 2))).toBe(true);
});
