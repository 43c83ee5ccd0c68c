import { pathCost } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ADStar } from '../../src/index.ts';

test('after every change each path is within its bound and none is worse than the one before; the last is the cheapest', () => {
  let changes = 0;
  let improvements = 0;
  const edit = fc.record({ a: fc.nat(9999), b: fc.nat(9999), what: fc.constantFrom('block', 'cost', 'free', 'step', 'jump') }, { noNullPrototype: true });
  fc.assert(
    fc.property(worlds({ maxSize: 10 }), fc.array(edit, { minLength: 1, maxLength: 24, size: 'max' }), fc.constantFrom(1, 1.3, 3, 1e6), fc.constantFrom(0.2, 1), fc.constantFrom(2, 9, Infinity), (world, edits, weight, step, slice) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const { width, height } = grid;
      const place = (n: number): number => grid.vertex(n % width, Math.floor(n / width) % height);
      const planner = new ADStar(grid, { weight, step });
      const tails = new Uint32Array(grid.vertexCount);
      const out = new Uint32Array(grid.vertexCount);
      const check = (): void => {
        const expected = oracleCost(grid, planner.start, planner.goal);
        const agree = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9 * b;
        let last = Infinity;
        for (;;) {
          const done = planner.improve(slice);
          const { cost, bound } = planner;
          if (cost < Infinity) {
            improvements++;
            if (cost > expected * bound * (1 + 1e-9)) throw new Error(`a path of ${cost} is not within ${bound} of ${expected}`);
            if (cost > last * (1 + 1e-9)) throw new Error(`a path of ${last} was improved to ${cost}`);
            last = cost;
            const n = planner.path(out);
            if (!agree(pathCost(grid, out, n), cost) || out[0] !== planner.start || out[n - 1] !== planner.goal) throw new Error(`the path does not cost ${cost}`);
          } else if (bound !== Infinity) throw new Error('without a path there is no bound');
          if (!done) continue;
          if (!agree(cost, expected) || (cost < Infinity && bound !== 1)) throw new Error(`the last path costs ${cost} within ${bound}, where the oracle has ${expected}`);
          return;
        }
      };
      planner.begin(place(world.seed), place(world.seed >>> 8));
      check();
      for (const { a, b, what } of edits) {
        const [x, y] = [a % width, Math.floor(a / width) % height];
        if (what === 'step') {
          if (planner.next() !== -1) planner.moveTo(planner.next());
        } else if (what === 'jump') planner.moveTo(place(a));
        else {
          planner.arcsChanged(tails, grid.setCost(x, y, what === 'block' ? 0 : what === 'free' ? 1 : 1 + (b % 9), tails));
          changes++;
          // The next change may come before the path is the cheapest, or before there is one.
          if (b % 3 === 0) {
            planner.improve(b % 5);
            continue;
          }
        }
        check();
      }
    }),
    { numRuns: runs(400), seed: 2005 },
  );
  expect(changes).toBeGreaterThan(runs(400));
  expect(improvements).toBeGreaterThan(changes / 2);
}, 1_800_000);

test('a path along the pointers that is better than its labels is kept until a better one is found', () => {
  // The first path costs 12.9, less than its labels say. The pointers of the next search lead along one of 16.9.
  const grid = Grid.fromRows(['..', '5.', '2.', '5#', '5.', '#.', '..'], { corners: 'always' });
  const planner = new ADStar(grid, { heuristic: grid.heuristic({ least: 1 }), weight: 4 });
  planner.begin(grid.vertex(0, 6), grid.vertex(1, 0));
  planner.run();
  expect(planner.cost).toBeCloseTo(12.9, 1);
  let last = planner.cost;
  while (!planner.improve(1)) {
    if (planner.cost === Infinity) continue;
    expect(planner.cost).toBeLessThanOrEqual(last);
    last = planner.cost;
  }
  expect(planner.cost).toBeLessThanOrEqual(last);
});

test('a move along the path ends a path of weight 3 until the next run, not one improved to weight 1', () => {
  const grid = new Grid(8, 1);
  const planner = new ADStar(grid);
  planner.begin(grid.vertex(0, 0), grid.vertex(7, 0));
  planner.run();
  expect([planner.cost, planner.bound]).toEqual([7, 3]);
  planner.moveTo(planner.next());
  expect([planner.cost, planner.bound, planner.next()]).toEqual([Infinity, Infinity, -1]);
  while (!planner.improve());
  expect([planner.cost, planner.bound]).toEqual([6, 1]);
  planner.moveTo(planner.next());
  expect([planner.cost, planner.bound, planner.next()]).toEqual([5, 1, grid.vertex(3, 0)]);
});

test('rejects invalid arguments', () => {
  const grid = new Grid(3, 3);
  expect(() => new ADStar(grid, { weight: 0.5 })).toThrow('got 0.5');
  expect(() => new ADStar(grid, { weight: Infinity })).toThrow('got Infinity');
  expect(() => new ADStar(grid, { step: -1 })).toThrow('got -1');
  expect(() => new ADStar(grid, { queue: 'buckets' })).toThrow("queue: 'larger-g'");
  expect(() => new ADStar(grid, { stepp: 1 } as object)).toThrow("did you mean 'step'");
  const planner = new ADStar(grid);
  expect(() => planner.improve()).toThrow('begin(start, goal)');
  expect(planner.bound).toBe(Infinity);
});
