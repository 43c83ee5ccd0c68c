import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { ball, BITStar, box, findPath, obstacles, RRT, type RRTOptions, type Space } from '../src/index.ts';
import { checkTree } from './check-tree.ts';
import { seeded } from './random.ts';
import { checkSegment, goal, optimum, space, start } from './worlds.ts';
import { until } from './until.ts';

const variants: Record<string, Omit<RRTOptions, 'random'>> = {
  'RRT': {},
  'RRT*': { star: true },
  'RRT*, radius of 2020': { star: true, radius: '2020' },
  'Informed RRT*': { informed: true },
  'Informed RRT* to an area': { informed: true, goalTolerance: 3, goalBias: 0 },
};

for (const [name, options] of Object.entries(variants)) {
  describe(name, () => {
    test('every edge is free in a dense check, every cost the sum of its edges', () => {
      for (let seed = 0; seed < runs(3); seed++) {
        const rrt = new RRT(space, { ...options, random: seeded(seed) });
        rrt.search(start, goal, 3000);
        checkTree(rrt.tree);
        const { points, parent } = rrt.tree;
        for (let v = 1; v < rrt.tree.size; v++) {
          const u = parent[v];
          checkSegment(points[2 * u], points[2 * u + 1], points[2 * v], points[2 * v + 1]);
        }
        // The best path ends in the cheapest of all vertices that are near enough.
        let least = Infinity;
        for (let v = 0; v < rrt.tree.size; v++) {
          if (Math.hypot(points[2 * v] - goal[0], points[2 * v + 1] - goal[1]) <= (options.goalTolerance ?? 0)) least = Math.min(least, rrt.tree.cost[v]);
        }
        expect(rrt.cost).toBe(least);
      }
    });

    test('the path has the given cost, and is no shorter than the optimum', () => {
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
        expect(Math.hypot(out[out.length - 2] - goal[0], out[out.length - 1] - goal[1])).toBeLessThanOrEqual(options.goalTolerance ?? 0);
        let length = 0;
        for (let i = 2; i < out.length; i += 2) {
          checkSegment(out[i - 2], out[i - 1], out[i], out[i + 1]);
          length += Math.hypot(out[i] - out[i - 2], out[i + 1] - out[i - 1]);
        }
        expect(length).toBeCloseTo(cost, 9);
        expect(cost).toBeGreaterThan(optimum - (options.goalTolerance ?? 0));
      }
      expect(last).toBeLessThan(Infinity);
    });

    test('runs in slices grow the tree of one run, and a second search equals the first', () => {
      const whole = new RRT(space, { ...options, random: seeded(11) });
      whole.search(start, goal, 2500);
      const pieces = new RRT(space, { ...options, random: seeded(11) });
      pieces.search(start, goal, 1);
      for (const n of [0, 1, 99, 400, 1500]) pieces.resume(n);
      let checks = 0;
      pieces.resume(1e9, until(() => ++checks > 499));
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

test('RRT* approaches the optimum as samples double, RRT does not', () => {
  const seeds = runs(16);
  const sizes = [500, 1000, 2000, 4000, 8000, 16000];
  const mean = (options: Omit<RRTOptions, 'random'>): number[] => {
    const sums = sizes.map(() => 0);
    for (let seed = 0; seed < seeds; seed++) {
      const rrt = new RRT(space, { ...options, step: 8, random: seeded(seed) });
      let drawn = 0;
      // Runs until a first path exists, outside the count: every seed then has a cost from the first row on.
      rrt.search(start, goal, 1e5, until(() => rrt.cost < Infinity));
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

test('without a step, RRT* approaches the shortest path in any dimension', () => {
  for (const d of [2, 3, 4, 5, 6, 7]) {
    const wide = (value: number): number[] => new Array<number>(d).fill(value);
    // A wall across the first axis, with a path over it along the last.
    const min = wide(-1), max = wide(2), to = wide(0.1);
    min[0] = 0.4; max[0] = 0.6; max[d - 1] = 0.7; to[0] = 0.9;
    const shortest = 2 * Math.hypot(0.3, 0.6) + 0.2;
    const room = obstacles({ min: wide(0), max: wide(1) }, [box(min, max)]);
    const seeds = Math.max(2, runs(4));
    const cost = (options: Omit<RRTOptions, 'random'>): number => {
      let sum = 0;
      for (let seed = 0; seed < seeds; seed++) sum += new RRT(room, { ...options, random: seeded(seed) }).search(wide(0.1), to, 3000);
      return sum / seeds;
    };
    const [plain, star, informed] = [cost({}), cost({ star: true }), cost({ informed: true })];
    expect(star, `${d} dimensions`).toBeLessThan(0.8 * plain);
    expect(informed, `${d} dimensions`).toBeLessThan(Math.min(star, 1.3 * shortest));
  }
});

describe('Informed RRT* near the optimum', () => {
  test('draws no samples once the path is as long as the straight line', () => {
    let drawn = 0;
    const numbers = seeded(1);
    const open = obstacles({ min: [0, 0], max: [100, 100] }, []);
    const rrt = new RRT(open, { random: () => (drawn++, numbers()), informed: true });
    rrt.search([50, 50], [51, 50], 1e5, until(() => rrt.cost < Infinity));
    expect(rrt.cost).toBeCloseTo(1, 12);
    const { samples } = rrt.counters;
    const [size, before] = [rrt.tree.size, drawn];
    rrt.resume(1000);
    expect([rrt.tree.size, drawn, rrt.counters.samples]).toEqual([size, before, samples + 1000]);
    // An area is reached sooner than its centre, so the path can still improve.
    const area = new RRT(open, { random: seeded(1), informed: true, goalTolerance: 0.5 });
    area.search([50, 50], [51, 50], 2000);
    expect(area.tree.size).toBeGreaterThan(1000);
    expect(area.cost).toBeLessThan(0.51);
    // From inside, it is reached.
    area.search([50.6, 50], [51, 50], 100);
    expect([area.cost, area.tree.size]).toEqual([0, 1]);
  });

  test('the radius for neighbours follows the volume of the ellipsoid', () => {
    const room = obstacles({ min: [0, 0], max: [300, 300] }, [box([149, 145], [151, 155])]);
    const rrt = new RRT(room, { random: seeded(1), informed: true });
    let neighbours = 0;
    const { index } = rrt.tree;
    const within = index.within.bind(index);
    index.within = (...query) => {
      const n = within(...query);
      neighbours += n;
      return n;
    };
    expect(rrt.search([140, 150], [160, 150], 2000)).toBeLessThan(Infinity);
    neighbours = 0;
    rrt.resume(2000);
    // By the volume of the whole space nearly all vertices would be near.
    expect(neighbours / 2000).toBeLessThan(500);
    const shortest = 2 * Math.hypot(9, 5) + 2;
    expect(rrt.cost).toBeGreaterThan(shortest);
    expect(rrt.cost).toBeLessThan(1.005 * shortest);
  });
});

test('the radius for neighbours is that of the papers', () => {
  // ζ_d, by Γ at whole and half numbers.
  const ball = [NaN, 2, Math.PI, (4 / 3) * Math.PI, Math.PI ** 2 / 2];
  for (const d of [1, 2, 3, 4]) {
    for (const radius of ['2011', '2020'] as const) {
      const wide = (value: number): number[] => new Array<number>(d).fill(value);
      const volume = 3 ** d, diagonal = 3 * Math.sqrt(d);
      const rrt = new RRT(obstacles({ min: wide(-1), max: wide(2) }, []), { random: seeded(d), star: true, radius, step: 1.5 });
      const { tree } = rrt, { index } = tree;
      const within = index.within.bind(index);
      let checks = 0;
      index.within = (points, offset, reach) => {
        const n = tree.size, c = rrt.cost === Infinity ? diagonal : rrt.cost;
        const wanted = radius === '2011'
          ? 2.2 * (1 + 1 / d) ** (1 / d) * (volume / ball[d]) ** (1 / d) * (Math.log(n) / n) ** (1 / d)
          : 2.25 * (((4 * c) / (d + 1)) * (volume / ball[d])) ** (1 / (d + 1)) * (Math.log(n) / n) ** (1 / (d + 1));
        const least = n < 2 ? 1.5 : Math.min(1.5, wanted);
        if (Math.abs(reach - least) > 1e-9) throw new Error(`With ${n} vertices in ${d} dimensions the radius of ${radius} is ${reach} and not ${least}.`);
        checks++;
        return within(points, offset, reach);
      };
      rrt.search(wide(-0.9), wide(1.8), 1500);
      expect(rrt.cost).toBeLessThan(Infinity);
      expect(checks).toBeGreaterThan(1000);
    }
  }
});

test('the counts for a fixed seed stay the same', () => {
  const count = (options: Omit<RRTOptions, 'random'>): number[] => {
    let segments = 0;
    const rrt = new RRT({ ...space, segmentFree: (a, b) => (segments++, space.segmentFree(a, b)) }, { ...options, random: seeded(1) });
    rrt.search(start, goal, 5000);
    expect(rrt.counters.segments).toBe(segments);
    return [rrt.tree.size, rrt.counters.samples, rrt.counters.segments, rrt.counters.rewired];
  };
  expect([count({}), count({ star: true }), count({ informed: true })]).toEqual([[3940, 5000, 5000, 0], [3940, 5000, 15100, 6032], [3844, 5000, 15201, 5925]]);
});

test('works in any dimension', () => {
  for (const d of [1, 2, 3, 4, 6]) {
    const wide = (value: number): number[] => new Array<number>(d).fill(value);
    // A slab across the middle with a path around it along the last axis; in one dimension nothing.
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

test.each(Object.entries(variants).filter(([, { star, informed }]) => star ?? informed))('%s: a space that throws while the goal is connected does not hide the path', (_name, options) => {
  const free = obstacles({ min: [0, 0], max: [10, 10] }, []);
  const isGoal = (p: ArrayLike<number>): boolean => Math.hypot(p[0] - 9, p[1] - 9) <= (options.goalTolerance ?? 0);
  let threw = 0;
  for (let seed = 1; seed <= 100; seed++) {
    let thrown = false;
    const segmentFree: Space['segmentFree'] = (a, b) => {
      if (thrown || !isGoal(a)) return free.segmentFree(a, b);
      thrown = true;
      throw new Error('not loaded yet');
    };
    const rrt = new RRT({ ...free, segmentFree }, { ...options, random: seeded(seed) });
    for (const call of [() => rrt.search([1, 1], [9, 9], 300), () => rrt.resume(100)]) {
      try {
        call();
      } catch {
        threw++;
      }
    }
    checkTree(rrt.tree);
    const { tree } = rrt;
    const reached = Array.from({ length: tree.size }, (_, v) => v).filter((v) => isGoal(tree.points.subarray(2 * v, 2 * v + 2)));
    expect(rrt.cost, `seed ${seed}`).toBe(Math.min(...reached.map((v) => tree.cost[v])));
  }
  expect(threw).toBeGreaterThan(1);
});

test('handles missing paths and zero distances, and rejects invalid arguments', () => {
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

  expect(() => rrt.search([5, 5], [9, 9], 1)).toThrow('The start must be free, but [5, 5] is inside an obstacle: ask pointFree first, or take a point nearby.');
  expect(() => rrt.search([1, 1], [19, 9], 1)).toThrow('The goal must lie inside the bounds, got [19, 9].');
  expect(() => rrt.search([1, NaN], [9, 9], 1)).toThrow('The start must lie inside the bounds');
  expect(() => rrt.search([1], [9, 9], 1)).toThrow('The start needs 2 coordinates like the bounds, got 1.');
  expect(() => rrt.search([1, null as unknown as number], [9, 9], 1)).toThrow('The start must be a list of numbers, such as [0, 0], got one of null.');
  expect(() => new RRT(closed, { random }).resume(1)).toThrow('call search');
  expect(() => new RRT(closed, { random, step: 0 })).toThrow('The step must be above 0, got 0.');
  expect(() => new RRT(closed, { random, goalBias: 1 })).toThrow('The goal bias');
  expect(() => new RRT(closed, { random, goalBias: 0 })).toThrow('give a goalTolerance above 0');
  expect(() => new RRT(closed, { random, goalTolerance: -1 })).toThrow('goalTolerance must be 0 or more, got -1.');
  expect(() => obstacles({ min: [0], max: [0] }, [])).toThrow('axis 0 goes from 0 to 0');
  // Squares of such sizes would be 0 or Infinity, and every cost 0.
  for (const size of [5e-101, 2e100, 1e160, 1e-170]) expect(() => obstacles({ min: [0, 0], max: [1, size] }, [])).toThrow(`The bounds need max > min on each axis, by 1e-100 to 1e100: axis 1 goes from 0 to ${size}.`);
  for (const size of [1e-100, 1e100]) expect(new RRT(obstacles({ min: [0, 0], max: [size, size] }, []), { random, star: true }).search([size / 4, size / 4], [size / 2, size / 4], 500) / size).toBeCloseTo(0.25, 1);
  expect(() => obstacles({ min: [0], max: [1, 2] }, [])).toThrow('got 1 and 2');
  for (const wrong of [null, '0']) expect(() => obstacles({ min: [0, wrong as unknown as number], max: [1, 1] }, [])).toThrow(`axis 1 goes from ${wrong === null ? 'null' : "'0'"} to 1.`);
  expect(() => new RRT(closed, { random, star: true, radius: '2012' as '2011' })).toThrow("The radius must be '2011' or '2020', got '2012'.");
  rrt.search([1, 1], [3, 9], 2000);
  expect(() => rrt.path(new Float64Array(2))).toThrow('the buffer holds 2');
  expect(() => rrt.path(undefined as never)).toThrow('pass new Float64Array(2 * pathLength), got undefined.');
});

test('worlds of any size give the same tree, also where their volume in many dimensions would be 0 or Infinity', () => {
  // Powers of 2 round nothing.
  for (const d of [1, 2, 3, 4, 7]) {
    const trees = [1, 2 ** 332, 2 ** -332].map((size) => {
      const at = (share: number): number[] => new Array<number>(d).fill(share * size);
      const world = obstacles({ min: at(0), max: at(1) }, [ball(at(0.5), 0.2 * size)]);
      const planners = [{ star: true }, { star: true, radius: '2020' }, { informed: true }, { informed: true, radius: '2020' }] as const;
      return [...planners.map((options) => new RRT(world, options)), new BITStar(world)].map((planner) => [planner.search(at(0.25), at(0.75), 1000) / size, { ...planner.counters }]);
    });
    for (const tree of trees.slice(1)) expect(tree, `${d} dimensions`).toEqual(trees[0].map(([cost, counters]) => [cost === Infinity ? cost : expect.closeTo(cost as number, 9) as number, counters]));
  }
});

test('rejects missing samples and invalid numbers', () => {
  const open = obstacles({ min: [0, 0], max: [10, 10] }, []);
  const random = seeded(1);
  const rrt = new RRT(open, { random });
  const cost = rrt.search([1, 1], [9, 9], 500);
  for (const samples of [undefined, NaN, -1]) {
    const sentence = `The samples must be a number, 0 or more, got ${samples}.`;
    expect(() => rrt.search([2, 2], [3, 3], samples as number)).toThrow(sentence);
    expect(() => rrt.resume(samples as number)).toThrow(sentence);
    if (samples !== undefined) expect(() => findPath(open, { from: [1, 1], to: [9, 9], samples, random })).toThrow(sentence);
  }
  expect(rrt.cost).toBe(cost);

  expect(() => new RRT(open, { random: 7 } as unknown as RRTOptions)).toThrow('random must be a function that gives numbers from 0 to below 1, got 7.');
  for (const value of [NaN, 1, -0.1, Infinity, undefined]) {
    const sentence = `random must give numbers from 0 to below 1, got ${value}.`;
    let draws = 0;
    const bad = (): number => (draws++, value as number);
    expect(() => new RRT(open, { random: bad }).search([1, 1], [9, 9], 10)).toThrow(sentence);
    expect(draws).toBe(1);
    expect(() => new RRT(open, { random: bad, goalBias: 0, goalTolerance: 1, informed: true }).search([1, 1], [9, 9], 10)).toThrow(sentence);
  }
});
