import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { DStarExtraLite, DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar, Dijkstra, JumpPointSearch, LazyThetaStar } from '@pf/search';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher, LrtaStar } from '../../src/index.ts';

function open(size: number): { grid: Grid; dispatcher: Dispatcher } {
  const grid = new Grid(size, size);
  const astar = new AStar(grid);
  return { grid, dispatcher: new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic() }) };
}

/** Frames until nobody moves or waits any more. */
function settle(dispatcher: Dispatcher, expansions: number, limit = 5000): number {
  let frames = 0;
  for (let quiet = 0; quiet < 2; frames++) {
    expect(frames, 'frames').toBeLessThan(limit);
    const { moved, waiting, planned } = dispatcher.frame({ expansions });
    quiet = moved + waiting + planned === 0 ? quiet + 1 : 0;
  }
  return frames;
}

/** Everybody has taken one legal arc at most since he stood where `before` says, which then says where he stands now. */
function expectLegalSteps(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], before: number[]): void {
  for (const [i, id] of ids.entries()) {
    const [from, at] = [before[i], dispatcher.position(id)];
    if (at !== from) expect(grid.offsets.some((offset, d) => from + offset === at && ((grid.moves[from] >> d) & 1) === 1), `from ${from} to ${at}`).toBe(true);
    before[i] = at;
  }
}

/** When all has come to rest, who can get to his goal is there, and the others know that they cannot. */
function expectArrivals(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], goals: readonly number[]): void {
  settle(dispatcher, 100);
  for (const [i, id] of ids.entries()) {
    const at = dispatcher.position(id);
    const isNear = oracleDistances(grid, at)[goals[i]] < Infinity;
    expect([dispatcher.status(id), at === goals[i]]).toEqual(isNear ? ['idle', true] : ['unreachable', false]);
  }
}

describe('Dispatcher', () => {
  test('brings every character that can get there to its goal, one legal arc a frame, in any world, with and without sharing', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 8 }), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 3, Infinity), fc.integer({ min: 1, max: 40 }), (world, pairs, shareFrom, budget) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        const places = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
        if (places.length === 0) return;
        const astar = new AStar(grid);
        const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic(), shareFrom, fields: 2 });
        const orders = pairs.map(([a, b]) => ({ start: places[a % places.length], goal: places[b % Math.min(3, places.length)] }));
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

  test.each([1, 0])('keeps to its budget, whoever plans, and says whose way it has found (estimates times %d)', (weight) => {
    const grid = new Grid(40, 40);
    const estimate = grid.heuristic();
    // Without estimates ways are so dear that those who share a goal share a field.
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

  test('moves told are moves made: without an estimate nobody moves before his way is planned, and with one only nearer to his goal', () => {
    const grid = Grid.fromRows(['.#...', '#..#.', '...#.', '.....']);
    const astar = new AStar(grid);
    const places = [[2, 0], [0, 0], [2, 2]].map(([x, y]) => grid.vertex(x, y));
    const goal = grid.vertex(4, 2);
    const estimates = Array.from(grid.cells, (_, v) => grid.heuristic()(v, goal));
    for (const [heuristic, moved, xs] of [[undefined, 0, [2, 0, 2]], [() => 0, 0, [2, 0, 2]], [(v: number) => estimates[v], 1, [3, 0, 2]]] as const) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic });
      const waiting = places.map((v) => dispatcher.add(v));
      for (const c of waiting) dispatcher.order(c, goal);
      expect(dispatcher.frame({ expansions: 0 }).moved).toBe(moved);
      expect(waiting.map((c) => grid.x(dispatcher.position(c)))).toEqual(xs);
    }
  });

  test('a frame without anybody has no consequences', () => {
    const { grid, dispatcher } = open(5);
    expect(dispatcher.frame({ expansions: 10 })).toEqual({ expanded: 0, planned: 0, moved: 0, waiting: 0 });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    expect(dispatcher.frame({ expansions: 100 }).moved).toBe(1);
  });

  test('where time is short, nobody is passed over because another one is removed', () => {
    const grid = new Grid(100, 3, { movement: 'four' });
    const astar = new AStar(grid);
    for (const removed of [0, 32, 99]) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
      const crowd = Array.from({ length: 100 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
      crowd.forEach((c, x) => dispatcher.order(c, grid.vertex(x, 2)));
      for (const c of crowd) dispatcher.hold(c, 1);
      dispatcher.frame({ expansions: Infinity });
      let time = 0;
      // There is time for one company of 32.
      const frame = (): number => dispatcher.frame({ milliseconds: 1, now: () => (time += 0.6) }).moved;
      expect(frame()).toBe(32);
      dispatcher.remove(crowd[removed]);
      expect(frame()).toBe(32);
      const left = crowd.filter((c) => c !== crowd[removed]);
      const moved = left.filter((c) => grid.y(dispatcher.position(c)) === 1);
      expect(moved).toEqual(left.slice(0, removed === 0 ? 63 : 64));
    }
  });

  test('a goal is shared from just as many on as `shareFrom` says', () => {
    const grid = new Grid(30, 30);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const spent = [9, 10].map((count) => {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: 10 });
      for (let x = 0; x < count; x++) dispatcher.order(dispatcher.add(grid.vertex(x, 0)), grid.vertex(29, 29));
      return dispatcher.frame({ expansions: Infinity }).expanded;
    });
    expect(spent[1] * 3).toBeLessThan(spent[0]);
  });

  test('nobody is led elsewhere because the field that he follows is wanted for another goal, or he is sent elsewhere himself', () => {
    const grid = new Grid(40, 9);
    const astar = new AStar(grid, { heuristic: () => 0 });
    for (const leave of [0, 28]) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, fields: 1, shareFrom: 3 });
      const [first, second] = [0, 1].map(() => Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(20, i % 9))));
      for (const c of first) dispatcher.order(c, grid.vertex(39, 4));
      for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: Infinity });
      for (const c of first.slice(0, leave)) dispatcher.cancel(c);
      for (const c of second) dispatcher.order(c, grid.vertex(0, 4));
      dispatcher.order(first[29], grid.vertex(39, 0));
      const following = first.slice(leave);
      for (let frame = 0; frame < 10; frame++) {
        const before = following.map((c) => grid.x(dispatcher.position(c)));
        dispatcher.frame({ expansions: Infinity });
        expect(following.map((c) => grid.x(dispatcher.position(c)))).toEqual(before.map((x) => x + 1));
      }
      settle(dispatcher, 10_000);
      expect(following.map((c) => grid.x(dispatcher.position(c)))).toEqual(following.map(() => 39));
      expect(second.map((c) => dispatcher.position(c))).toEqual(second.map(() => grid.vertex(0, 4)));
    }
  });

  test('while a field grows, orders for other goals do not wait for it, nor it for them', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [first, lone, ...crowd] = Array.from({ length: 21 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
    const goal = grid.vertex(59, 59);
    dispatcher.order(first, goal);
    dispatcher.order(lone, grid.vertex(1, 2));
    for (const c of crowd) dispatcher.order(c, goal);
    while (dispatcher.status(first) === 'waiting') dispatcher.frame({ expansions: 100 });
    for (let frame = 0; frame < 2; frame++) dispatcher.frame({ expansions: 100 });
    expect(dispatcher.status(lone)).not.toBe('waiting');
    let frames = 0;
    while (dispatcher.frame({ expansions: 100 }).waiting > 0) frames++;
    // An eighth of each frame is the field's, and alone the crowd would take 760.
    expect(frames).toBeLessThan(320);
  });

  test('a field whose goal nobody has any more serves the next', () => {
    const grid = new Grid(30, 30);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const spent = [0, 1].map((fields) => {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, fields });
      const crowd = Array.from({ length: 20 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
      let expanded = 0;
      for (const y of [29, 10, 20]) {
        for (const c of crowd) dispatcher.order(c, grid.vertex(29, y));
        expanded = dispatcher.frame({ expansions: Infinity }).expanded;
        for (const c of crowd) dispatcher.cancel(c);
      }
      return expanded;
    });
    expect(spent[1] * 5).toBeLessThan(spent[0]);
  });

  test('the first to be ordered is the first to be planned', () => {
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

  test('moves at once, before the way is planned, and arrives where it was sent last', () => {
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

  test('a cancelled character stands still, a removed one is gone', () => {
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
    expect(() => dispatcher.position(b)).toThrow(/no character 1/);
  });

  test.each([3, Infinity])('a wall built in the way makes everybody plan anew, and one taken down lets the shut in out (sharing from %d)', (shareFrom) => {
    const grid = new Grid(21, 11);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom });
    const tails = new Uint32Array(grid.vertexCount);
    const ids = Array.from({ length: 5 }, (_, i) => dispatcher.add(grid.vertex(0, i)));
    const goal = grid.vertex(20, 5);
    for (const id of ids) dispatcher.order(id, goal);
    for (let i = 0; i < 5; i++) dispatcher.frame({ expansions: 10_000 });
    dispatcher.arcsChanged(tails, grid.setRectangle(10, 0, 1, 11, 0, tails));
    settle(dispatcher, 10_000);
    expect(ids.map((id) => dispatcher.status(id))).toEqual(ids.map(() => 'unreachable'));
    for (const id of ids) expect(grid.x(dispatcher.position(id))).toBeLessThan(10);
    dispatcher.arcsChanged(tails, grid.setBlocked(10, 0, false, tails));
    settle(dispatcher, 10_000);
    expect(ids.map((id) => dispatcher.position(id))).toEqual(ids.map(() => goal));
  });

  const replanners: readonly [string, (grid: Grid) => () => RoutePlanner][] = [
    ['AStar for all', (grid) => ((astar) => () => astar)(new AStar(grid))],
    ['D* Lite each', (grid) => () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
  ];
  test.each(replanners)('of edits of which nobody tells it notices that there were some: nobody walks through a wall, and all arrive (%s)', (_, planners) => {
    const random = seededRandom(26);
    const below = (n: number): number => Math.floor(random() * n);
    let quiet = 0;
    for (let run = runs(60); run > 0; run--) {
      const grid = new Grid(9, 9, { corners: 'never' });
      const dispatcher = new Dispatcher(grid, { planner: planners(grid), shareFrom: [2, Infinity][run % 2] });
      const goals = [grid.vertex(8, 8), grid.vertex(0, 8)];
      const ids = Array.from({ length: 5 }, () => dispatcher.add(grid.vertex(below(9), 0)));
      for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i >> 2]);
      const tails = new Uint32Array(grid.vertexCount);
      const before = ids.map((id) => dispatcher.position(id));
      for (let frame = 0; frame < 80; frame++) {
        if (frame < 40 && below(3) === 0) {
          const n = grid.setRectangle(below(9), 1 + below(7), 1, 1, below(3) === 0 ? 1 : 0, tails);
          if (below(2) === 0) dispatcher.arcsChanged(tails, n);
          else if (n > 0) quiet++;
        }
        dispatcher.frame({ expansions: 30 });
        expectLegalSteps(grid, dispatcher, ids, before);
      }
      expectArrivals(grid, dispatcher, ids, ids.map((_, i) => goals[i >> 2]));
    }
    expect(quiet).toBeGreaterThan(runs(60) * 3);
  });

  test('of an edit that it is told of it is not told twice, nor of one that leaves all arcs as they are', () => {
    const grid = Grid.fromRows(['........', '#######.', '########', '########']);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(7, 1));
    dispatcher.frame({ expansions: 100 });
    dispatcher.arcsChanged(tails, grid.setBlocked(0, 1, false, tails));
    dispatcher.arcsChanged(tails, grid.setBlocked(3, 3, false, tails));
    grid.setBlocked(0, 3, false);
    expect(dispatcher.frame({ expansions: 100 })).toMatchObject({ expanded: 0, moved: 1 });
    // This one changes arcs.
    grid.setBlocked(1, 3, false);
    grid.setBlocked(4, 0, true);
    expect([dispatcher.frame({ expansions: 100 }).moved, dispatcher.status(scout)]).toEqual([0, 'waiting']);
    expect([dispatcher.frame({ expansions: 100 }).planned, dispatcher.status(scout)]).toEqual([1, 'unreachable']);
  });

  test('characters that share a goal share the work', () => {
    const spent = [1, Infinity].map((shareFrom) => {
      const grid = new Grid(60, 60);
      const astar = new AStar(grid, { heuristic: () => 0 });
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom });
      for (let i = 0; i < 40; i++) dispatcher.order(dispatcher.add(grid.vertex(i, 0)), grid.vertex(30, 59));
      return dispatcher.frame({ expansions: Infinity }).expanded;
    });
    expect(spent[0] * 10).toBeLessThan(spent[1]);
  });

  test('a crowd that shares a goal takes the way that opens, and so does who is sent there later', () => {
    const grid = new Grid(60, 40);
    grid.setRectangle(30, 0, 1, 39, 0);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [spawn, goal] = [grid.vertex(0, 0), grid.vertex(59, 0)];
    const send = (): number => {
      const c = dispatcher.add(spawn);
      dispatcher.order(c, goal);
      return c;
    };
    const crowd = Array.from({ length: 100 }, send);
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 100_000 });
    const tails = new Uint32Array(9);
    const out = new Uint32Array(grid.vertexCount);
    expect(dispatcher.path(crowd[50], out)).toBeGreaterThan(70);
    expect(dispatcher.path(crowd[50], out.subarray(0, 5))).toBe(5);
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 0, false, tails));
    dispatcher.frame({ expansions: 100_000 });
    const late = send();
    dispatcher.frame({ expansions: 100_000 });
    expect(dispatcher.path(crowd[50], out)).toBe(60 - grid.x(dispatcher.position(crowd[50])));
    let frames = 1;
    while (dispatcher.status(late) !== 'idle') {
      dispatcher.frame({ expansions: 100_000 });
      frames++;
    }
    expect(frames).toBe(59);
  });

  test('a crowd that shares a goal does not walk through a wall of which nobody told', () => {
    const grid = new Grid(30, 9);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const crowd = Array.from({ length: 40 }, (_, i) => dispatcher.add(grid.vertex(i % 5, i % 9)));
    for (const c of crowd) dispatcher.order(c, grid.vertex(29, 4));
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 100_000 });
    grid.setRectangle(20, 0, 1, 9, 0);
    settle(dispatcher, 100_000);
    expect(crowd.filter((c) => grid.x(dispatcher.position(c)) < 20 && dispatcher.status(c) === 'unreachable')).toHaveLength(40);
    grid.setBlocked(20, 8, false);
    settle(dispatcher, 100_000);
    expect(crowd.filter((c) => dispatcher.position(c) === grid.vertex(29, 4))).toHaveLength(40);
  });

  test('a way can be asked for and is the one that is walked', () => {
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

  test.each(replanners)('who is put elsewhere keeps his order and walks on from there (%s)', (_, planners) => {
    const random = seededRandom(27);
    const below = (n: number): number => Math.floor(random() * n);
    let thrown = 0;
    for (let run = runs(60); run > 0; run--) {
      const grid = new Grid(9, 9);
      for (let i = 0; i < 25; i++) grid.setBlocked(below(9), below(9), true);
      const places = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const place = (): number => places[below(places.length)];
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

  test('who is put a little ahead on his way keeps it, and who stands idle does when put elsewhere', () => {
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
    // The last arc of a way is left to be walked.
    dispatcher.place(scout, grid.vertex(29, 0));
    dispatcher.place(scout, grid.vertex(38, 0));
    expect([dispatcher.status(scout), dispatcher.path(scout, new Uint32Array(9))]).toEqual(['walking', 2]);
    dispatcher.place(scout, grid.vertex(39, 0));
    expect([dispatcher.status(scout), dispatcher.frame({ expansions: 10_000 }).moved]).toEqual(['idle', 0]);
    expect(() => dispatcher.place(scout, grid.vertexCount)).toThrow(String(grid.vertexCount));
    expect(() => dispatcher.place(7, grid.vertex(0, 0))).toThrow('There is no character 7');
  });

  test('who is held stays, is planned for, and goes on; others walk past', () => {
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
  });

  test('with a look at the next cell before each frame, no two stand on one', () => {
    const { grid, dispatcher } = open(12);
    const random = seededRandom(5);
    const cells = Array.from({ length: 144 }, (_, i) => grid.vertex(i % 12, Math.floor(i / 12)));
    const crowd = cells.slice(0, 12).map((v) => dispatcher.add(v));
    for (const c of crowd) dispatcher.order(c, cells[132 + Math.floor(random() * 12)]);
    const next = new Uint32Array(2);
    for (let frame = 0; frame < 60; frame++) {
      const taken = new Set(crowd.map((c) => dispatcher.position(c)));
      for (const c of crowd) {
        // Who does not know its way yet makes moves of its own.
        const free = dispatcher.path(c, next) === 2 && !taken.has(next[1]);
        if (free) taken.add(next[1]);
        dispatcher.hold(c, free ? 0 : 1);
      }
      dispatcher.frame({ expansions: 1000 });
      expect(new Set(crowd.map((c) => dispatcher.position(c))).size).toBe(crowd.length);
    }
    expect(crowd.filter((c) => dispatcher.status(c) === 'idle').length).toBeGreaterThan(3);
  });

  test('a planner of the wrong kind is refused, with what to do', () => {
    const grid = new Grid(3, 1);
    const dispatcher = new Dispatcher(grid, { planner: () => new LrtaStar(grid) as unknown as RoutePlanner });
    expect(() => dispatcher.add(grid.vertex(0, 0))).toThrow('begin, run, path and counters');
  });

  test('with a planner that goes as near as it can, a character ends there, and looks again when the world has changed', () => {
    for (const opensEarly of [false, true]) {
      const grid = Grid.fromRows(['....#.']);
      const search = new AStar(grid, { nearest: true });
      const dispatcher = new Dispatcher(grid, { planner: () => search });
      const tails = new Uint32Array(grid.vertexCount);
      const scout = dispatcher.add(grid.vertex(0, 0));
      const goal = grid.vertex(5, 0);
      // That something has changed before is nothing to look again for.
      dispatcher.arcsChanged([grid.vertex(0, 0)], 1);
      dispatcher.order(scout, goal);
      dispatcher.frame({ expansions: 100 });
      if (!opensEarly) {
        for (let frame = 0; frame < 2; frame++) dispatcher.frame({ expansions: 100 });
        expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(3, 0)]);
        dispatcher.arcsChanged(tails, 0);
        expect(dispatcher.frame({ expansions: 100 }).expanded).toBe(0);
        // Sent there once more, it is as near as it can be.
        dispatcher.cancel(scout);
        dispatcher.order(scout, goal);
        dispatcher.frame({ expansions: 100 });
        expect([dispatcher.status(scout), dispatcher.frame({ expansions: 100 }).expanded]).toEqual(['unreachable', 0]);
      }
      dispatcher.arcsChanged(tails, grid.setBlocked(4, 0, false, tails));
      settle(dispatcher, 100);
      expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
    }
  });

  test('a planner may itself ask another question in the middle, and the way to it is found', () => {
    const grid = Grid.fromRows(['....................', '....................', '.................###', '.................#..', '.................###']);
    const beside = grid.vertex(16, 3);
    const astar = new AStar(grid);
    let from = 0;
    let isSecond = false;
    const begin = (start: number, goal: number): void => {
      from = start;
      isSecond = false;
      astar.begin(start, goal);
    };
    // Where there is no way, it goes as near as it can.
    const run = (budget: number): boolean => {
      if (!astar.run(budget)) return false;
      if (isSecond || astar.cost < Infinity) return true;
      isSecond = true;
      astar.begin(from, beside);
      return false;
    };
    const dispatcher = new Dispatcher(grid, { planner: () => ({ counters: astar.counters, begin, run, path: (out) => astar.path(out) }) });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(18, 3));
    for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 20 });
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', beside]);
  });

  test('a planner whose paths leave vertices out is refused: nobody jumps', () => {
    const grid = new Grid(10, 3);
    const search = new LazyThetaStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => search });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(9, 2));
    expect(() => dispatcher.frame({ expansions: 1000 })).toThrow('between which there is no arc');
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(0, 0)]);
  });

  test.each<[string, Graph, readonly number[]]>([
    ['through a wall', Grid.fromRows(['.#.', '...']), [6, 7, 8]],
    ['past vertices of a graph', new CompressedGraph(9, [[6, 7, 1], [7, 8, 1]]), [6, 8]],
  ])('so is one whose paths lead %s', (_name, graph, way) => {
    const planner: RoutePlanner = { begin: () => {}, run: () => true, path: (out) => (out.set(way), way.length), counters: { expanded: 0 } };
    const dispatcher = new Dispatcher(graph, { planner: () => planner });
    dispatcher.order(dispatcher.add(6), 8);
    expect(() => dispatcher.frame({ expansions: 10 })).toThrow('between which there is no arc');
    expect(dispatcher.position(0)).toBe(6);
  });

  test('when a planner throws, the frame does, once everybody has moved; who it planned for stays and plans for itself later', () => {
    const grid = new Grid(10, 3);
    const search = new JumpPointSearch(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => search, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const [first, second, third] = [0, 1, 2].map((y) => dispatcher.add(grid.vertex(0, y)));
    dispatcher.order(first, grid.vertex(9, 0));
    dispatcher.frame({ expansions: 1000 });
    dispatcher.arcsChanged(tails, grid.setCost(5, 2, 3, tails));
    dispatcher.order(second, grid.vertex(9, 1));
    dispatcher.order(third, grid.vertex(9, 2));
    let refusal: unknown;
    try {
      dispatcher.frame({ expansions: 1000 });
    } catch (error) {
      refusal = error;
    }
    expect(String(refusal)).toMatch(/^Error: No way could be planned for character 1, which stays at vertex \d+: .*AStar/);
    expect((refusal as Error).cause).toBeInstanceOf(Error);
    expect([first, second, third].map((c) => grid.x(dispatcher.position(c)))).toEqual([2, 0, 0]);
    expect([second, third].map((c) => dispatcher.status(c))).toEqual(['unreachable', 'unreachable']);
    dispatcher.frame({ expansions: 1000 });
    expect(grid.x(dispatcher.position(first))).toBe(3);
    dispatcher.arcsChanged(tails, grid.setCost(5, 2, 1, tails));
    settle(dispatcher, 1000);
    expect([first, second, third].map((c) => [grid.x(dispatcher.position(c)), dispatcher.status(c)])).toEqual([[9, 'idle'], [9, 'idle'], [9, 'idle']]);
  });

  test('who is refused a way in the middle of it does not take that of another', () => {
    const grid = new Grid(12, 1);
    const astar = new AStar(grid);
    const begin = (start: number, goal: number): void => {
      if (grid.cells[goal] === 0) throw new RangeError('blocked');
      astar.begin(start, goal);
    };
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    grid.setBlocked(8, 0, true);
    const [first, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(11, 0))];
    dispatcher.order(first, grid.vertex(3, 0));
    dispatcher.order(second, grid.vertex(8, 0));
    expect(() => dispatcher.frame({ expansions: 100 })).toThrow('character 1');
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 1 });
    expect([first, second].map((c) => grid.x(dispatcher.position(c)))).toEqual([3, 11]);
  });

  test('a planner that mends begins anew where the world has changed more often than is remembered', () => {
    const grid = new Grid(21, 21, { metric: '5/7' });
    const planner = new DStarLite(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 10));
    const goal = grid.vertex(20, 10);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: Infinity });
    dispatcher.cancel(scout);
    dispatcher.arcsChanged(tails, grid.setRectangle(10, 0, 1, 20, 0, tails));
    for (let times = 0; times < 20; times++) dispatcher.arcsChanged(tails, grid.setBlocked(0, 0, times % 2 === 0, tails));
    dispatcher.order(scout, goal);
    settle(dispatcher, 10_000);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('several may share one that mends', () => {
    const grid = new Grid(21, 21, { metric: '5/7' });
    const planner = new DStarLite(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const crowd = [0, 10, 20].map((y) => dispatcher.add(grid.vertex(0, y)));
    crowd.forEach((c, i) => dispatcher.order(c, grid.vertex(20, 20 - 10 * i)));
    dispatcher.frame({ expansions: Infinity });
    dispatcher.arcsChanged(tails, grid.setRectangle(10, 0, 1, 20, 0, tails));
    settle(dispatcher, 10_000);
    expect(crowd.map((c) => [dispatcher.status(c), grid.y(dispatcher.position(c))])).toEqual([['idle', 20], ['idle', 10], ['idle', 0]]);
  });

  test('a planner that cannot mend its answer is begun anew where the world has changed', () => {
    const grid = new Grid(9, 5);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 2));
    dispatcher.order(scout, grid.vertex(8, 2));
    dispatcher.frame({ expansions: 100 });
    dispatcher.arcsChanged(tails, grid.setRectangle(4, 0, 1, 4, 0, tails));
    settle(dispatcher, 100);
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['idle', 8]);
  });

  test('a frame whose budget is refused has not been', () => {
    const grid = new Grid(5, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.hold(scout, 1);
    expect(() => dispatcher.frame({ expansions: NaN })).toThrow('got NaN');
    expect(dispatcher.frame({ expansions: 100 }).moved).toBe(0);
  });

  test.each<[string, number, (grid: Grid) => RoutePlanner]>([
    ['A*', 1, (grid) => new AStar(grid)],
    ['D* Lite', 1, (grid) => new DStarLite(grid)],
    ['a shared field', 40, (grid) => new AStar(grid)],
  ])('with %s, who sees the ground ahead become dearer goes round', (_name, count, planner) => {
    const grid = new Grid(9, 3);
    const dispatcher = new Dispatcher(grid, { planner: () => planner(grid) });
    const tails = new Uint32Array(grid.vertexCount);
    const crowd = Array.from({ length: count }, () => dispatcher.add(grid.vertex(0, 1)));
    for (const c of crowd) dispatcher.order(c, grid.vertex(8, 1));
    dispatcher.frame({ expansions: 1e5 });
    dispatcher.arcsChanged(tails, grid.setCost(4, 1, 200, tails));
    for (let frame = 0; frame < 12; frame++) {
      dispatcher.frame({ expansions: 1e5 });
      for (const c of crowd) expect(grid.cells[dispatcher.position(c)]).toBe(1);
    }
    expect(crowd.map((c) => dispatcher.status(c))).toEqual(crowd.map(() => 'idle'));
  });

  test('ground that becomes dearer every frame keeps nobody from walking, nor those without a way from getting one', () => {
    const graph = new CompressedGraph(40, Array.from({ length: 39 }, (_, i) => [i, i + 1, 1] as const));
    const astar = new AStar(graph);
    const dispatcher = new Dispatcher(graph, { planner: () => astar, shareFrom: Infinity });
    const crowd = [1, 2, 3].map(() => dispatcher.add(0));
    for (const c of crowd) dispatcher.order(c, 39);
    for (let frame = 0; frame < 6; frame++) dispatcher.frame({ expansions: 40 });
    const late = dispatcher.add(0);
    dispatcher.order(late, 39);
    for (let frame = 0; frame < 60; frame++) {
      for (let v = 0; v < 39; v++) graph.setCost(v, v + 1, 2 + frame);
      dispatcher.arcsChanged(Array.from({ length: 39 }, (_, v) => v), 39);
      dispatcher.frame({ expansions: 40 });
    }
    expect([...crowd, late].map((c) => dispatcher.status(c))).toEqual(['idle', 'idle', 'idle', 'idle']);
  });

  test('a planner that has been told of a part of the changes does not go on when the world has changed back', () => {
    const grid = new Grid(3, 2, { metric: '70/99' });
    const dispatcher = new Dispatcher(grid, { planner: () => new DStarExtraLite(grid) });
    const [goal, start] = [grid.vertex(1, 0), grid.vertex(0, 1)];
    const scout = dispatcher.add(start);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 1 });
    const all = [0, 1].flatMap((y) => [0, 1, 2].map((x) => grid.vertex(x, y)));
    grid.setRectangle(1, 0, 1, 2, 0);
    dispatcher.arcsChanged(all, 6);
    // Enough to tell of one of them.
    dispatcher.frame({ expansions: 1 });
    grid.setBlocked(1, 0, false);
    dispatcher.arcsChanged([...all.slice(3), ...all.slice(0, 3)], 6);
    for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 1000 });
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test.each<[string, (grid: Grid) => RoutePlanner]>([
    ['A*', (grid) => new AStar(grid)],
    ['D* Extra Lite', (grid) => new DStarExtraLite(grid, { heuristic: grid.heuristic() })],
    ['D* Lite', (grid) => new DStarLite(grid, { heuristic: grid.heuristic() })],
    ['MPAA*', (grid) => new MultipathAdaptiveAStar(grid, { heuristic: grid.heuristic() })],
  ])('in a world that is edited every frame %s keeps to its budget and nobody makes a move that is not legal', (_name, planner) => {
    let moves = 0;
    for (let seed = 0; seed < runs(60); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(n * random());
      const grid = new Grid(2 + below(7), 2 + below(7), { metric: '5/7' });
      const place = (): number => grid.vertex(below(grid.width), below(grid.height));
      const dispatcher = new Dispatcher(grid, { planner: () => planner(grid), shareFrom: Infinity });
      const tails = new Uint32Array(grid.vertexCount);
      const crowd = Array.from({ length: 4 }, () => dispatcher.add(place()));
      const expansions = 1 + below(8);
      for (let frame = 0; frame < 150; frame++) {
        for (let edits = below(4); edits > 0; edits--) {
          const [x, y] = [below(grid.width), below(grid.height)];
          dispatcher.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y), tails));
        }
        for (const c of crowd) if (dispatcher.status(c) === 'idle' && below(4) === 0) dispatcher.order(c, place());
        const before = crowd.map((c) => dispatcher.position(c));
        expect(dispatcher.frame({ expansions }).expanded).toBeLessThanOrEqual(expansions);
        crowd.forEach((c, i) => {
          const now = dispatcher.position(c);
          if (now === before[i]) return;
          moves++;
          const [dx, dy] = [grid.x(now) - grid.x(before[i]), grid.y(now) - grid.y(before[i])];
          const free = (x: number, y: number): boolean => grid.isFree(grid.x(before[i]) + x, grid.y(before[i]) + y);
          expect(Math.max(Math.abs(dx), Math.abs(dy))).toBe(1);
          expect(free(dx, dy) && free(dx, 0) && free(0, dy), `seed ${seed}, frame ${frame}`).toBe(true);
        });
      }
    }
    expect(moves).toBeGreaterThan(runs(60));
  });

  test.each([[Infinity, 49], [30, 45], [10, 25], [1, 12]])('a search that edits every %d frames make begin anew keeps nobody else waiting', (every, most) => {
    // One cell is walled in: that there is no way to it takes 39 frames to find out, more than there are between edits.
    const grid = new Grid(200, 200);
    grid.setRectangle(188, 188, 5, 5, 0);
    grid.setBlocked(190, 190, false);
    for (const known of [false, true]) {
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar });
      const lost = dispatcher.add(grid.vertex(100, 100));
      dispatcher.order(lost, grid.vertex(190, 190));
      for (let frame = 0; known && frame < 60; frame++) dispatcher.frame({ expansions: 1000 });
      expect(dispatcher.status(lost)).toBe(known ? 'unreachable' : 'waiting');
      const tails = new Uint32Array(64);
      let frames = 0;
      const frame = (): void => {
        if (frames++ % every === 0) dispatcher.arcsChanged(tails, grid.setBlocked(2, 2, grid.isFree(2, 2), tails));
        dispatcher.frame({ expansions: 1000 });
      };
      frame();
      const runners = Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(20, 20 + i)));
      runners.forEach((runner, i) => dispatcher.order(runner, grid.vertex(30, 20 + i)));
      while (frames < 200 && runners.some((runner) => dispatcher.status(runner) !== 'idle')) frame();
      expect(frames - 1).toBeLessThanOrEqual(known ? 12 : most);
    }
  });

  test('the same orders give the same moves, however the frame is cut', () => {
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

  test('planners that mend their answer keep it from one question to the next', () => {
    const grid = new Grid(21, 21, { metric: '5/7' });
    const planners: DStarLite[] = [];
    let begun = 0;
    const planner = (): RoutePlanner => {
      const mending = (planners[planners.length] = new DStarLite(grid, { heuristic: grid.heuristic() }));
      const begin = mending.begin.bind(mending);
      return Object.assign(mending, { begin: (start: number, goal: number) => (begun++, begin(start, goal)) });
    };
    const dispatcher = new Dispatcher(grid, { planner, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 10));
    dispatcher.order(scout, grid.vertex(20, 10));
    dispatcher.frame({ expansions: 10_000 });
    dispatcher.arcsChanged(tails, grid.setRectangle(5, 5, 1, 12, 0, tails));
    settle(dispatcher, 10_000);
    expect(dispatcher.position(scout)).toBe(grid.vertex(20, 10));
    expect([begun, planners[0].start === grid.vertex(0, 10)]).toEqual([1, false]);
  });

  test.each([1, 40, 400])('by the clock, a frame takes no longer than its budget and one piece of work, with %d microseconds an expansion', (each) => {
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
    // Everything takes its time: to plan, which suddenly takes longer now and then, and to move.
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
      // A look costs a 64th of the frame, or what expansions three times as dear make of that; or a company of moves; or a single expansion.
      expect(longest).toBeLessThanOrEqual(Math.max((6 * budget) / 64, 0.32, (3 * each) / 1000) + 1e-9);
      for (const id of ids) trodden.get(id)!.add(dispatcher.position(id));
    }
    // There is not time for all moves of a frame, but everybody's turn comes.
    for (const [, places] of trodden) expect(places.size).toBeGreaterThan(5);
  });

  test('those who cannot get to their goals look again after changes, but do not keep others waiting', () => {
    const grid = new Grid(40, 40);
    const tails = new Uint32Array(grid.vertexCount);
    grid.setRectangle(0, 20, 40, 1, 0);
    const astar = new AStar(grid);
    const begun: number[] = [];
    const planner: RoutePlanner = {
      counters: astar.counters,
      begin(start, goal) {
        begun.push(goal);
        astar.begin(start, goal);
      },
      run: (budget) => astar.run(budget),
      path: (out) => astar.path(out),
    };
    const dispatcher = new Dispatcher(grid, { planner: () => planner, shareFrom: Infinity });
    const shutOff = grid.vertex(0, 39);
    const ids = Array.from({ length: 5 }, (_, i) => dispatcher.add(grid.vertex(i, 0)));
    for (const id of ids) dispatcher.order(id, shutOff);
    settle(dispatcher, 10_000);
    expect(ids.map((id) => dispatcher.status(id))).toEqual(ids.map(() => 'unreachable'));
    begun.length = 0;
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 30, true, tails));
    const late = dispatcher.add(grid.vertex(0, 1));
    dispatcher.order(late, grid.vertex(39, 1));
    settle(dispatcher, 10_000);
    expect(begun).toEqual([grid.vertex(39, 1), ...ids.map(() => shutOff)]);
    dispatcher.arcsChanged(tails, grid.setBlocked(0, 20, false, tails));
    settle(dispatcher, 10_000);
    expect(ids.map((id) => dispatcher.position(id))).toEqual(ids.map(() => shutOff));
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

  test('a search that is asked something else between two frames makes nobody jump, and nobody believes what it found there', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const walled = grid.vertex(27, 2);
    grid.setRectangle(26, 1, 3, 3, 0);
    grid.setBlocked(27, 2, false);
    for (let asked = 0; asked < 60; asked++) {
      const alone = asked >= 40;
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar });
      const [scout, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(0, 9))];
      const [goal, beside] = [grid.vertex(29, 29), grid.vertex(9, 9)];
      dispatcher.order(scout, goal);
      if (alone) dispatcher.add(beside);
      else dispatcher.order(second, beside);
      for (let frame = 0; frame < 120; frame++) {
        const before = dispatcher.position(scout);
        dispatcher.frame({ expansions: 20 });
        const after = dispatcher.position(scout);
        expect(Math.abs(grid.x(after) - grid.x(before)) + Math.abs(grid.y(after) - grid.y(before))).toBeLessThanOrEqual(1);
        if (frame !== asked % 20) continue;
        if (asked < 20 || alone) astar.search(grid.vertex(20, 5), asked % 2 === 0 ? grid.vertex(25, 5) : walled);
        else {
          // From where the scout is, and not to the end.
          astar.begin(after, grid.vertex(4, 1));
          astar.run(asked - 20);
        }
      }
      expect([scout, second].map((c) => [dispatcher.status(c), dispatcher.position(c)])).toEqual([['idle', goal], ['idle', alone ? grid.vertex(0, 9) : beside]]);
    }
  });

  test('nor when it happens to have expanded as much there as for the dispatcher', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(29, 29));
    dispatcher.frame({ expansions: 20 });
    astar.begin(grid.vertex(20, 5), grid.vertex(0, 29));
    astar.run(20);
    expect(astar.counters.expanded).toBe(20);
    while (dispatcher.status(scout) === 'waiting') dispatcher.frame({ expansions: 20 });
    expect([grid.vertex(1, 0), grid.vertex(0, 1)]).toContain(dispatcher.position(scout));
    settle(dispatcher, 20);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', grid.vertex(29, 29)]);
  });

  test('nor when that was the way to elsewhere from where it stands, of which as much is known', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(5, 5));
    const goal = grid.vertex(50, 5);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 20 });
    astar.begin(grid.vertex(5, 5), grid.vertex(5, 50));
    astar.run(20);
    expect(astar.counters.expanded).toBe(20);
    settle(dispatcher, 20);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('nor of a planner that mends, which was asked something as difficult while nobody waited', () => {
    const grid = new Grid(21, 21);
    const planner = new DStarLite(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(10, 10));
    const goal = grid.vertex(20, 10);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 1000 });
    dispatcher.cancel(scout);
    const { expanded } = planner.counters;
    planner.begin(dispatcher.position(scout), grid.vertex(11, 20));
    planner.run();
    expect(planner.counters.expanded).toBe(expanded);
    dispatcher.order(scout, goal);
    settle(dispatcher, 1000);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('nor of a planner that mends, whose answer is somebody else\'s by now', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const planner = new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) });
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 15));
    const goal = grid.vertex(29, 15);
    dispatcher.order(scout, goal);
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 2000 });
    planner.begin(dispatcher.position(scout), grid.vertex(29, 0));
    planner.run();
    const ahead = new Uint32Array(5);
    dispatcher.path(scout, ahead);
    dispatcher.arcsChanged(tails, grid.setBlocked(grid.x(ahead[4]), grid.y(ahead[4]), true, tails));
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 2000 });
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('a planner whose ways begin elsewhere than asked is refused', () => {
    const grid = new Grid(9, 1);
    const astar = new AStar(grid);
    const begin = (start: number, goal: number): void => astar.begin(start + 2, goal);
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(8, 0));
    expect(() => dispatcher.frame({ expansions: Infinity })).toThrow(`begins at vertex ${grid.vertex(2, 0)}`);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(0, 0)]);
  });

  // One that begins again each time gives up its place at once; one that mends its answer, when it has looked at as much as the whole map.
  test.each<[string, number, (grid: Grid) => RoutePlanner]>([
    ['A*', 10, (grid) => new AStar(grid)],
    ['D* Lite', 60, (grid) => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
    ['MPAA*', 60, (grid) => new MultipathAdaptiveAStar(grid, { heuristic: grid.heuristic({ least: 1 }) })],
  ])('%s that never catches up with a world that changes every frame keeps nobody else waiting for more than %d frames', (_name, frames, planner) => {
    const grid = new Grid(60, 60, { movement: 'four' });
    grid.setRectangle(30, 0, 1, 59, 0);
    const dispatcher = new Dispatcher(grid, { planner: () => planner(grid) });
    const [far, near] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(5, 59))];
    dispatcher.order(far, grid.vertex(59, 0));
    dispatcher.order(near, grid.vertex(6, 59));
    const tails = new Uint32Array(grid.vertexCount);
    for (let frame = 0; frame < frames; frame++) {
      dispatcher.arcsChanged(tails, grid.setRectangle(40, 20, 8, 5, frame % 2, tails));
      dispatcher.frame({ expansions: 80 });
    }
    expect([dispatcher.status(near), grid.x(dispatcher.position(near))]).toEqual(['idle', 6]);
  });

  test('planners that mend their answers finish one way after the other, though the world changes in between', () => {
    const walkingAt = (changes: boolean): number[] => {
      const grid = new Grid(60, 60, { movement: 'four' });
      grid.setRectangle(20, 0, 1, 59, 0);
      const dispatcher = new Dispatcher(grid, { planner: () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) }) });
      const scouts = Array.from({ length: 6 }, (_, i) => dispatcher.add(grid.vertex(0, i)));
      for (const [i, scout] of scouts.entries()) dispatcher.order(scout, grid.vertex(25, 25 + i));
      const tails = new Uint32Array(grid.vertexCount);
      const first = scouts.map(() => 0);
      for (let frame = 1; first.includes(0); frame++) {
        if (changes) dispatcher.arcsChanged(tails, grid.setBlocked(50, 50, frame % 2 === 0, tails));
        dispatcher.frame({ expansions: 80 });
        for (const [i, scout] of scouts.entries()) if (first[i] === 0 && dispatcher.status(scout) === 'walking') first[i] = frame;
      }
      return first;
    };
    const [calm, restless] = [walkingAt(false), walkingAt(true)];
    expect(calm[0]).toBeGreaterThan(4);
    for (const [i, frame] of restless.entries()) expect(frame).toBeLessThanOrEqual(calm[i] + 2 * (i + 1));
  });

  test.each([
    [{ shareFrom: NaN }, 'shareFrom must be at least 1, got NaN'],
    [{ shareFrom: 0 }, 'shareFrom must be at least 1, got 0'],
    [{ fields: NaN }, 'fields must be 0 or more, got NaN'],
    [{ fields: -1 }, 'fields must be 0 or more, got -1'],
  ])('%j is refused in a sentence', (options, sentence) => {
    const grid = new Grid(3, 1);
    const astar = new AStar(grid);
    expect(() => new Dispatcher(grid, { planner: () => astar, ...options })).toThrow(sentence);
  });

  test('changes of what is no vertex, and of no number of them, are refused, and nothing has happened', () => {
    const grid = new Grid(5, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.frame({ expansions: 100 });
    expect(() => dispatcher.arcsChanged([99999], 1)).toThrow('tail of a changed arc must be a whole number');
    expect(() => dispatcher.arcsChanged([1], 5)).toThrow('got undefined');
    for (const n of [NaN, -1, 2.5]) expect(() => dispatcher.arcsChanged([1], n)).toThrow(`takes a whole number of the tails that it is given, got ${n}`);
    settle(dispatcher, 100);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', grid.vertex(4, 0)]);
  });
});

test('a planner is asked for by a function', () => {
  const grid = new Grid(3, 3);
  expect(() => new Dispatcher(grid, { planner: new AStar(grid) as never })).toThrow('such as () => search');
});

test.each([undefined, null, 5, {}, { ms: 2 }])('refuses %j as the budget of a frame', (budget) => {
  const { dispatcher } = open(3);
  expect(() => dispatcher.frame(budget as never)).toThrow(`The budget of a frame is { expansions } or { milliseconds }, got ${JSON.stringify(budget)}.`);
});

test('refuses a planner that is missing, Dijkstra, whose begin takes no goal, and a path without a buffer', () => {
  const grid = new Grid(3, 1);
  expect(() => new Dispatcher(grid, { planner: () => undefined as never }).add(grid.vertex(0, 0))).toThrow('The planner of a character must have begin, run, path');
  const dispatcher = new Dispatcher(grid, { planner: () => new Dijkstra(grid) as never });
  const character = dispatcher.add(grid.vertex(0, 0));
  dispatcher.order(character, grid.vertex(2, 0));
  expect(() => dispatcher.frame({ expansions: 100 })).toThrow('for one goal, { targets: goal }');
  expect(() => dispatcher.path(character, undefined as never)).toThrow('got undefined for a buffer');
});
