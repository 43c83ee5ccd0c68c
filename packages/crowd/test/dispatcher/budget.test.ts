import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { open } from './scene.ts';

/** A unit ordered across a large map, and a clock by which a thousand expansions take a millisecond. */
function timedOrder(collisions: 'pass' | 'avoid'): { readonly dispatcher: Dispatcher; readonly now: () => number } {
  const grid = new Grid(200, 200);
  const astar = new AStar(grid, { heuristic: () => 0 });
  let time = 0;
  const run = (slice: number): boolean => {
    time += slice / 1000;
    return astar.run(slice);
  };
  const planner: RoutePlanner = { counters: astar.counters, begin: (start, goal) => astar.begin(start, goal), run, path: (out) => astar.path(out) };
  const dispatcher = new Dispatcher(grid, { planner: () => planner, collisions });
  dispatcher.order(dispatcher.add(grid.vertex(0, 0)), grid.vertex(199, 199));
  return { dispatcher, now: () => time };
}

describe('the budget of a frame', () => {
  test.each([1, 0])('any planner keeps to it, and reports the paths found (estimates times %d)', (weight) => {
    const grid = new Grid(40, 40);
    const estimate = grid.heuristic();
    // Without estimates, searches cost so much that units with one goal share a field.
    const astar = new AStar(grid, { heuristic: (v, goal) => weight * estimate(v, goal) });
    let spent = 0;
    const run = (budget: number): boolean => {
      const before = astar.counters.expanded;
      const done = astar.run(budget);
      spent += astar.counters.expanded - before;
      return done;
    };
    const planner: RoutePlanner = { counters: astar.counters, begin: (start, goal) => astar.begin(start, goal), run, path: (out) => astar.path(out) };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const random = seededRandom(4);
    for (let i = 0; i < 30; i++) dispatcher.order(dispatcher.add(grid.vertex(i, 0)), grid.vertex(Math.floor(random() * 3) * 10, 39));
    let found = 0;
    for (let frame = 0; frame < 3000; frame++) {
      const { expanded, planned } = dispatcher.frame({ expansions: 25 });
      expect([expanded <= 25, spent <= 25]).toEqual([true, true]);
      spent = 0;
      found += planned;
    }
    expect(found).toBe(30);
  });

  test('a frame with an invalid budget does not count', () => {
    const grid = new Grid(5, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.hold(scout, 1);
    expect(() => dispatcher.frame({ expansions: NaN })).toThrow('got NaN');
    expect(dispatcher.frame({ expansions: 100 }).moved).toBe(0);
  });

  test.each([1, 40, 400])('by the clock, a frame takes at most its budget and one slice, with %d microseconds an expansion', (each) => {
    const budget = 2;
    let time = 0;
    let longest = 0;
    let before = 0;
    const now = (): number => {
      longest = Math.max(longest, time - before);
      before = time;
      return time;
    };
    const work = (microseconds: number): void => {
      time += microseconds / 1000;
    };
    // Planning and moving both take time, and planning sometimes takes longer.
    const grid = new Grid(60, 60);
    const astar = new AStar(grid);
    let runs = 0;
    const planner: RoutePlanner = {
      counters: astar.counters,
      begin: (start, goal) => astar.begin(start, goal),
      run(slice) {
        const { expanded } = astar.counters;
        const done = astar.run(slice);
        work((astar.counters.expanded - expanded) * (++runs % 50 === 0 ? 3 * each : each));
        return done;
      },
      path: (out) => astar.path(out),
    };
    const estimate = grid.heuristic();
    const heuristic = (v: number, goal: number): number => {
      work(1);
      return estimate(v, goal);
    };
    const dispatcher = new Dispatcher(grid, { planner: () => planner, heuristic, shareFrom: Infinity });
    const random = seededRandom(8);
    const anywhere = (): number => Math.floor(random() * grid.width) + grid.vertex(0, Math.floor(random() * grid.height));
    const ids = Array.from({ length: 300 }, () => dispatcher.add(anywhere()));
    const trodden = new Map<number, Set<number>>(ids.map((id) => [id, new Set([dispatcher.position(id)])]));
    for (let frame = 0; frame < 200; frame++) {
      for (const id of ids) if (dispatcher.status(id) === 'idle') dispatcher.order(id, anywhere());
      [longest, before] = [0, time];
      const begin = time;
      dispatcher.frame({ milliseconds: budget, now });
      longest = Math.max(longest, time - before);
      expect(time - begin).toBeLessThanOrEqual(budget + longest + 1e-9);
      // A slice takes a 64th of the frame, more if its expansions are three times as expensive; or the time of 32 moves; or of one expansion.
      expect(longest).toBeLessThanOrEqual(Math.max((6 * budget) / 64, 0.32, (3 * each) / 1000) + 1e-9);
      for (const id of ids) trodden.get(id)!.add(dispatcher.position(id));
    }
    // There is no time for all moves of a frame, but every unit gets its turn.
    for (const [, vertices] of trodden) expect(vertices.size).toBeGreaterThan(5);
  });

  test('the first frame is for planning, but units that avoid each other all move in it: most of its time is theirs', () => {
    const [pass, avoid] = (['pass', 'avoid'] as const).map((collisions) => {
      const { dispatcher, now } = timedOrder(collisions);
      return dispatcher.frame({ milliseconds: 4, now }).expanded;
    });
    expect([pass > 3900, pass < 4300, avoid > 900, avoid < 1300]).toEqual([true, true, true, true]);
  });

  test.each(['pass', 'avoid'] as const)('plan spends the whole of its time, however long; so does frame, except for the time of its moves (%s)', (collisions) => {
    const reports = [true, false].map((plans) => [4, Infinity].map((milliseconds) => {
      const { dispatcher, now } = timedOrder(collisions);
      const budget = { milliseconds, now };
      return plans ? dispatcher.plan(budget) : dispatcher.frame(budget);
    }));
    const [[planned, plannedFully], [, framedFully]] = reports;
    expect(planned.expanded).toBeGreaterThan(3900);
    expect([plannedFully.planned, framedFully.planned, framedFully.moved]).toEqual([1, 1, 1]);
  });

  test('with a clock, planning stops when the time is up', () => {
    const { grid, dispatcher } = open(60);
    for (let i = 0; i < 50; i++) dispatcher.order(dispatcher.add(grid.vertex(i, 0)), grid.vertex(59 - i, 59));
    let time = 0;
    const report = dispatcher.frame({ milliseconds: 3, now: () => time++ });
    expect(report.waiting).toBeGreaterThan(0);
    expect(dispatcher.frame({ milliseconds: 0, now: () => time }).planned).toBe(0);
    expect(() => dispatcher.frame({ milliseconds: -1, now: () => 0 })).toThrow(/0 milliseconds or more, got -1/);
    expect(() => dispatcher.frame({ expansions: NaN })).toThrow(/0 expansions or more, got NaN/);
  });
});

test.each([undefined, null, 5, {}, { ms: 2 }])('rejects %j as the budget of a frame', (budget) => {
  const { dispatcher } = open(3);
  expect(() => dispatcher.frame(budget as never)).toThrow(`The budget of a frame must be { expansions } or { milliseconds }, got ${JSON.stringify(budget)}.`);
});

test.each([
  [{ expansions: 1, milliseconds: 50 }, 'The budget of a frame must be { expansions } or { milliseconds }, got both.'],
  [{ milliseconds: 50, expansions: 1 }, 'got both.'],
  [{ expansions: 1, ms: 50 }, "The budget of a frame has no option 'ms'"],
  [{ expansions: '100' }, "A budget must be 0 expansions or more, got '100'."],
  [{ milliseconds: '4' }, "A budget must be 0 milliseconds or more, got '4'."],
])('rejects the budget %j', (budget, message) => {
  const dispatcher = new Dispatcher(new Grid(3, 3), { planner: () => new AStar(new Grid(3, 3)) });
  expect(() => dispatcher.frame(budget as never)).toThrow(message);
});
