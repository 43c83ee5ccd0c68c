import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { expectArrivals, expectLegalSteps, open, replanners, settle } from './scene.ts';

describe('a dispatcher moves its units', () => {
  test('brings every unit with a reachable goal there, one legal arc a frame, in any world, with and without sharing', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 8 }), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 3, Infinity), fc.integer({ min: 1, max: 40 }), (world, pairs, shareFrom, budget) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
        if (cells.length === 0) return;
        const astar = new AStar(grid);
        const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic(), shareFrom, fields: 2 });
        const orders = pairs.map(([a, b]) => ({ start: cells[a % cells.length], goal: cells[b % Math.min(3, cells.length)] }));
        const ids = orders.map(({ start }) => dispatcher.add(start));
        orders.forEach(({ goal }, i) => dispatcher.order(ids[i], goal));
        const before = ids.map((id) => dispatcher.position(id));
        for (let frame = 0; frame < 400; frame++) {
          dispatcher.frame({ expansions: budget });
          expectLegalSteps(grid, dispatcher, ids, before);
        }
        orders.forEach(({ start, goal }, i) => {
          const reachable = oracleDistances(grid, start)[goal] < Infinity;
          expect(dispatcher.status(ids[i])).toBe(reachable ? 'idle' : 'unreachable');
          if (reachable) expect(dispatcher.position(ids[i])).toBe(goal);
        });
      }),
      { numRuns: runs(80), seed: 21 },
    );
  });

  test('reports the moves made: without a heuristic no unit moves before its path is planned, and with one only towards its goal', () => {
    const grid = Grid.fromRows(['.#...', '#..#.', '...#.', '.....']);
    const astar = new AStar(grid);
    const cells = [[2, 0], [0, 0], [2, 2]].map(([x, y]) => grid.vertex(x, y));
    const goal = grid.vertex(4, 2);
    const estimates = Array.from(grid.cells, (_, v) => grid.heuristic()(v, goal));
    for (const [heuristic, moved, xs] of [[undefined, 0, [2, 0, 2]], [() => 0, 0, [2, 0, 2]], [(v: number) => estimates[v], 1, [3, 0, 2]]] as const) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic });
      const waiting = cells.map((v) => dispatcher.add(v));
      for (const c of waiting) dispatcher.order(c, goal);
      expect(dispatcher.frame({ expansions: 0 }).moved).toBe(moved);
      expect(waiting.map((c) => grid.x(dispatcher.position(c)))).toEqual(xs);
    }
  });

  test('a frame without units has no effect', () => {
    const { grid, dispatcher } = open(5);
    expect(dispatcher.frame({ expansions: 10 })).toEqual({ expanded: 0, planned: 0, moved: 0, waiting: 0 });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    expect(dispatcher.frame({ expansions: 100 }).moved).toBe(1);
  });

  test('when time is short, no unit is skipped because another one is removed', () => {
    const grid = new Grid(100, 3, { movement: 'four' });
    const astar = new AStar(grid);
    for (const removed of [0, 32, 99]) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
      const crowd = Array.from({ length: 100 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
      crowd.forEach((c, x) => dispatcher.order(c, grid.vertex(x, 2)));
      for (const c of crowd) dispatcher.hold(c, 1);
      dispatcher.frame({ expansions: Infinity });
      let time = 0;
      // There is time for 32 moves.
      const frame = (): number => dispatcher.frame({ milliseconds: 1, now: () => (time += 0.6) }).moved;
      expect(frame()).toBe(32);
      dispatcher.remove(crowd[removed]);
      expect(frame()).toBe(32);
      const left = crowd.filter((c) => c !== crowd[removed]);
      const moved = left.filter((c) => grid.y(dispatcher.position(c)) === 1);
      expect(moved).toEqual(left.slice(0, removed === 0 ? 63 : 64));
    }
  });

  test('orders are planned in the order in which they are given', () => {
    const { grid, dispatcher } = open(30);
    const ids = Array.from({ length: 4 }, (_, i) => dispatcher.add(grid.vertex(i, 0)));
    ids.forEach((id, i) => dispatcher.order(id, grid.vertex(29 - i, 29)));
    const planned: number[] = [];
    for (let frame = 0; frame < 40 && planned.length < 4; frame++) {
      dispatcher.frame({ expansions: 20 });
      for (const id of ids) if (dispatcher.status(id) !== 'waiting' && !planned.includes(id)) planned.push(id);
    }
    expect(planned).toEqual(ids);
  });

  test('moves at once, before its path is planned, and arrives at its latest goal', () => {
    const { grid, dispatcher } = open(50);
    const busy = dispatcher.add(grid.vertex(0, 49));
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(busy, grid.vertex(49, 0));
    dispatcher.order(scout, grid.vertex(49, 49));
    dispatcher.frame({ expansions: 1 });
    expect(dispatcher.status(scout)).toBe('waiting');
    expect(dispatcher.position(scout)).toBe(grid.vertex(1, 1));
    dispatcher.order(scout, grid.vertex(10, 0));
    settle(dispatcher, 100);
    expect(dispatcher.position(scout)).toBe(grid.vertex(10, 0));
    expect(dispatcher.position(busy)).toBe(grid.vertex(49, 0));
  });

  test('a cancelled unit stands still, a removed one is gone', () => {
    const { grid, dispatcher } = open(20);
    const [a, b] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(5, 5))];
    dispatcher.order(a, grid.vertex(19, 19));
    dispatcher.order(b, grid.vertex(19, 19));
    dispatcher.frame({ expansions: 1000 });
    dispatcher.cancel(a);
    dispatcher.remove(b);
    const at = dispatcher.position(a);
    settle(dispatcher, 1000);
    expect([dispatcher.position(a), dispatcher.status(a)]).toEqual([at, 'idle']);
    expect(() => dispatcher.position(b)).toThrow(/no unit 1/);
  });

  test('path returns the path that the unit then walks', () => {
    const grid = Grid.fromRows(['.....', '.###.', '.....'], { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 1));
    const out = new Uint32Array(grid.vertexCount);
    expect(dispatcher.path(scout, out)).toBe(0);
    dispatcher.order(scout, grid.vertex(4, 1));
    expect(dispatcher.path(scout, out)).toBe(0);
    const walked = [dispatcher.position(scout)];
    dispatcher.frame({ milliseconds: 1000 });
    walked.push(dispatcher.position(scout));
    const n = dispatcher.path(scout, out);
    const shown = [walked[0], ...out.subarray(0, n)];
    const next = new Uint32Array(2);
    expect([dispatcher.path(scout, next), ...next]).toEqual([2, ...shown.slice(1, 3)]);
    expect(dispatcher.path(scout, new Uint32Array(0))).toBe(0);
    while (dispatcher.status(scout) === 'walking') {
      dispatcher.frame({ milliseconds: 1000 });
      walked.push(dispatcher.position(scout));
    }
    expect(walked).toEqual(shown);
    expect(dispatcher.path(scout, out)).toBe(0);
  });

  test.each(replanners)('a unit that is placed elsewhere keeps its order and walks on from there (%s)', (_, planners) => {
    const random = seededRandom(27);
    const below = (n: number): number => Math.floor(random() * n);
    let thrown = 0;
    for (let run = runs(60); run > 0; run--) {
      const grid = new Grid(9, 9);
      for (let i = 0; i < 25; i++) grid.setBlocked(below(9), below(9), true);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const place = (): number => cells[below(cells.length)];
      const dispatcher = new Dispatcher(grid, { planner: planners(grid), shareFrom: [1, Infinity][run % 2], heuristic: [grid.heuristic(), undefined][below(2)] });
      const ids = [dispatcher.add(place()), dispatcher.add(place()), dispatcher.add(place())];
      const goals = ids.map(place);
      const before = ids.map((id) => dispatcher.position(id));
      for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i]);
      for (let frame = 0; frame < 30; frame++) {
        const i = below(3);
        if (below(4) === 0 && dispatcher.status(ids[i]) !== 'idle') {
          dispatcher.place(ids[i], (before[i] = place()));
          expect(dispatcher.position(ids[i])).toBe(before[i]);
          expect(dispatcher.status(ids[i]) === 'idle').toBe(before[i] === goals[i]);
          thrown++;
        }
        dispatcher.frame({ expansions: [3, 100][below(2)] });
        expectLegalSteps(grid, dispatcher, ids, before);
      }
      expectArrivals(grid, dispatcher, ids, goals);
    }
    expect(thrown).toBeGreaterThan(runs(60));
  });

  test('a unit placed a little ahead on its path keeps it, and an idle one placed elsewhere stays idle', () => {
    const { grid, dispatcher } = open(40);
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.place(scout, grid.vertex(1, 0));
    expect([dispatcher.position(scout), dispatcher.status(scout)]).toEqual([grid.vertex(1, 0), 'idle']);
    dispatcher.order(scout, grid.vertex(39, 0));
    dispatcher.frame({ expansions: 10_000 });
    dispatcher.place(scout, grid.vertex(12, 0));
    expect([dispatcher.frame({ expansions: 10_000 }), dispatcher.position(scout)]).toMatchObject([{ expanded: 0, moved: 1 }, grid.vertex(13, 0)]);
    dispatcher.place(scout, grid.vertex(13, 0));
    expect(dispatcher.status(scout)).toBe('walking');
    dispatcher.place(scout, grid.vertex(12, 0));
    expect(dispatcher.status(scout)).toBe('waiting');
    dispatcher.frame({ expansions: 10_000 });
    // The last arc of a path is left to walk.
    dispatcher.place(scout, grid.vertex(29, 0));
    dispatcher.place(scout, grid.vertex(38, 0));
    expect([dispatcher.status(scout), dispatcher.path(scout, new Uint32Array(9))]).toEqual(['walking', 2]);
    dispatcher.place(scout, grid.vertex(39, 0));
    expect([dispatcher.status(scout), dispatcher.frame({ expansions: 10_000 }).moved]).toEqual(['idle', 0]);
    expect(() => dispatcher.place(scout, grid.vertexCount)).toThrow(String(grid.vertexCount));
    expect(() => dispatcher.place(7, grid.vertex(0, 0))).toThrow('There is no unit 7');
  });

  test.each(['pass', 'avoid'] as const)('a unit that is placed beside its path, as by steering, keeps it, and walks only arcs that are open (%s)', (collisions) => {
    const random = seededRandom(31);
    let [pushes, planned] = [0, 0];
    for (let run = runs(40); run > 0; run--) {
      const grid = new Grid(24, 9);
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions });
      const scout = dispatcher.add(grid.vertex(0, 4));
      dispatcher.order(scout, grid.vertex(23, 4));
      for (let frame = 0; frame < 60; frame++) {
        if (frame % 8 === 4 && run % 2 === 0) grid.setBlocked(1 + Math.floor(random() * 22), Math.floor(random() * 9), true);
        planned += dispatcher.plan({ expansions: 10_000 }).planned;
        const before = dispatcher.position(scout);
        dispatcher.move();
        const after = dispatcher.position(scout);
        if (after !== before) expect(oracleDistances(grid, before)[after]).toBeLessThan(1.5);
        const beside = grid.vertex(Math.min(22, grid.x(after)), Math.max(0, Math.min(8, grid.y(after) + [1, -1][frame % 2])));
        if (dispatcher.status(scout) !== 'walking' || random() < 0.5 || grid.cells[beside] === 0) continue;
        dispatcher.place(scout, beside);
        pushes++;
      }
      for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 10_000 });
      expect(dispatcher.status(scout)).toBe(grid.cells[dispatcher.position(scout)] === 0 ? 'unreachable' : 'idle');
    }
    expect(pushes).toBeGreaterThan(10 * runs(40));
    expect(planned).toBeLessThan(pushes / 3);
  });

  test('a unit that is placed along its path, and never moved, does not follow it through a wall built far ahead', () => {
    const grid = new Grid(64, 8);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    const out = new Uint32Array(2);
    dispatcher.order(scout, grid.vertex(63, 0));
    dispatcher.plan({ expansions: 10_000 });
    grid.setRectangle(40, 0, 1, 6, 0);
    let steps = 0;
    for (; dispatcher.status(scout) !== 'idle' && steps < 100; steps++) {
      dispatcher.plan({ expansions: 10_000 });
      dispatcher.path(scout, out);
      expect(grid.cells[out[1]]).toBe(1);
      dispatcher.place(scout, out[1]);
    }
    expect(steps).toBe(63);
  });

  test('a held unit stays, its path is planned, and it goes on; others walk past', () => {
    const { grid, dispatcher } = open(10);
    const [slow, fast] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(0, 1))];
    dispatcher.order(slow, grid.vertex(9, 0));
    dispatcher.order(fast, grid.vertex(9, 1));
    dispatcher.hold(slow, 3);
    const xs: number[] = [];
    for (let frame = 0; frame < 6; frame++) {
      dispatcher.frame({ expansions: 1000 });
      xs.push(grid.x(dispatcher.position(slow)));
    }
    expect(xs).toEqual([0, 0, 0, 1, 2, 3]);
    expect(grid.x(dispatcher.position(fast))).toBe(6);
    dispatcher.hold(slow, Infinity);
    dispatcher.frame({ expansions: 1000 });
    expect(dispatcher.status(slow)).toBe('walking');
    expect(grid.x(dispatcher.position(slow))).toBe(3);
    dispatcher.hold(slow, 0);
    dispatcher.frame({ expansions: 1000 });
    expect(grid.x(dispatcher.position(slow))).toBe(4);
    expect(() => dispatcher.hold(slow, NaN)).toThrow('0 frames or more, got NaN');
    expect(() => dispatcher.hold(slow, '3' as never)).toThrow("0 frames or more, got '3'");
  });

  test.each(['pass', 'avoid'] as const)('a hold counts moves: also between plan and move, and with several moves after one plan (%s)', (collisions) => {
    const grid = new Grid(10, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions });
    const unit = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(unit, grid.vertex(9, 0));
    const moves = (count: number): number[] => Array.from({ length: count }, () => dispatcher.move());
    dispatcher.plan({ expansions: 100 });
    dispatcher.hold(unit, 0);
    expect(moves(1)).toEqual([1]);
    dispatcher.plan({ expansions: 100 });
    dispatcher.hold(unit, 1);
    expect(moves(3)).toEqual([0, 1, 1]);
    dispatcher.hold(unit, 2);
    dispatcher.plan({ expansions: 100 });
    dispatcher.plan({ expansions: 100 });
    expect(moves(4)).toEqual([0, 0, 1, 1]);
  });

  test('if the caller checks the next cell before each frame, no two units stand on one', () => {
    const { grid, dispatcher } = open(12);
    const random = seededRandom(5);
    const cells = Array.from({ length: 144 }, (_, i) => grid.vertex(i % 12, Math.floor(i / 12)));
    const crowd = cells.slice(0, 12).map((v) => dispatcher.add(v));
    for (const c of crowd) dispatcher.order(c, cells[132 + Math.floor(random() * 12)]);
    const next = new Uint32Array(2);
    for (let frame = 0; frame < 60; frame++) {
      const taken = new Set(crowd.map((c) => dispatcher.position(c)));
      for (const c of crowd) {
        // A unit without a path would make greedy moves.
        const free = dispatcher.path(c, next) === 2 && !taken.has(next[1]);
        if (free) taken.add(next[1]);
        dispatcher.hold(c, free ? 0 : 1);
      }
      dispatcher.frame({ expansions: 1000 });
      expect(new Set(crowd.map((c) => dispatcher.position(c))).size).toBe(crowd.length);
    }
    expect(crowd.filter((c) => dispatcher.status(c) === 'idle').length).toBeGreaterThan(3);
  });

  test('the same orders give the same moves', () => {
    const record = (): number[] => {
      const { grid, dispatcher } = open(30);
      const random = seededRandom(9);
      const ids = Array.from({ length: 20 }, () => dispatcher.add(Math.floor(random() * 30) + grid.vertex(0, Math.floor(random() * 30))));
      const trail: number[] = [];
      for (let frame = 0; frame < 80; frame++) {
        if (frame % 10 === 0) for (const id of ids) dispatcher.order(id, grid.vertex(Math.floor(random() * 30), Math.floor(random() * 30)));
        dispatcher.frame({ expansions: 60 });
        trail.push(...ids.map((id) => dispatcher.position(id)));
      }
      return trail;
    };
    expect(record()).toEqual(record());
  });
});
