import { CompressedGraph, pathCost, RoadMap, withCosts } from '@pf/graph';
import { Components, Grid, seededRandom } from '@pf/grid';
import { DStarExtraLite, DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar, BidirectionalAStar, BoundedSearch, JumpPointSearch, NBAStar, TerrainJumps } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { expectArrivals, expectLegalSteps, replanners, restarting, settle } from './scene.ts';

describe('a dispatcher whose world changes', () => {
  test.each([3, Infinity])('after a wall is built across their path all units plan again, and all arrive once it has a gap (sharing from %d)', (shareFrom) => {
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

  test.each(replanners)('notices unreported edits: no unit walks through a wall, and all arrive (%s)', (_, planners) => {
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
    expect(quiet).toBeGreaterThan(runs(60) * 2);
  });

  test('an edit counts once if it is reported, and not at all if it changes no arc', () => {
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
    expect(dispatcher.frame({ expansions: 100 })).toMatchObject({ planned: 1, moved: 0 });
    expect(dispatcher.status(scout)).toBe('unreachable');
  });

  test.each(['pass', 'avoid'] as const)('after an edit, a unit that may plan loses no turn, and goes where its path says (%s)', (collisions) => {
    const grid = Grid.fromRows(['.....', '.....']);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.frame({ expansions: Infinity });
    grid.setBlocked(2, 0, true);
    expect(dispatcher.plan({ expansions: Infinity })).toMatchObject({ planned: 1, waiting: 0 });
    const next = new Uint32Array(2);
    expect(dispatcher.path(scout, next)).toBe(2);
    expect(dispatcher.move()).toBe(1);
    expect([next[1], dispatcher.position(scout)]).toEqual([grid.vertex(1, 1), grid.vertex(1, 1)]);
  });

  test.each(['pass', 'avoid'] as const)('a wall far ahead costs a unit that may plan no turn either (%s)', (collisions) => {
    const grid = new Grid(40, 2, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(39, 0));
    dispatcher.frame({ expansions: Infinity });
    grid.setBlocked(30, 0, true);
    // 38 more steps along the row, and two around the wall.
    for (let frame = 0; frame < 40; frame++) expect(dispatcher.frame({ expansions: Infinity }).moved, `in frame ${frame}`).toBe(1);
    expect(dispatcher.status(scout)).toBe('idle');
  });

  test('a planner that repairs its answer starts over if there were more changes than are kept', () => {
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

  test('a planner that cannot repair its answer starts over after a change', () => {
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

  test.each<[string, number, (grid: Grid) => RoutePlanner]>([
    ['A*', 1, (grid) => new AStar(grid)],
    ['D* Lite', 1, (grid) => new DStarLite(grid)],
    ['a shared field', 40, (grid) => new AStar(grid)],
  ])('with %s, a unit avoids ground ahead that becomes more expensive', (_name, count, planner) => {
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

  test('ground that becomes more expensive every frame stops no unit, and units without a path get one', () => {
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

  test('a planner that has read a part of the changes starts over when the world has changed back', () => {
    const grid = new Grid(3, 2, { metric: '70/99' });
    const dispatcher = new Dispatcher(grid, { planner: () => new DStarExtraLite(grid) });
    const [goal, start] = [grid.vertex(1, 0), grid.vertex(0, 1)];
    const scout = dispatcher.add(start);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 1 });
    const all = [0, 1].flatMap((y) => [0, 1, 2].map((x) => grid.vertex(x, y)));
    grid.setRectangle(1, 0, 1, 2, 0);
    dispatcher.arcsChanged(all, 6);
    // Enough to report one of them.
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
  ])('with edits every frame, %s keeps to its budget and every move is legal', (_name, planner) => {
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

  test.each([[Infinity, 49], [30, 45], [10, 25], [1, 12]])('a search that starts over because of edits every %d frames does not keep others waiting', (every, most) => {
    // One cell is walled in. To find that no path leads there takes 39 frames, more than lie between edits.
    const grid = new Grid(200, 200);
    grid.setRectangle(188, 188, 5, 5, 0);
    grid.setBlocked(190, 190, false);
    for (const known of [false, true]) {
      const astar = restarting(new AStar(grid));
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

  test.each<[string, number, number, (grid: Grid) => RoutePlanner]>([
    ['where A* has not been', 199, 0, (grid) => new AStar(grid)],
    ['where A* begins', 6, 198, (grid) => new AStar(grid)],
    ['where A* passes', 151, 1, (grid) => new AStar(grid)],
    ['where bidirectional A* begins', 198, 198, (grid) => new BidirectionalAStar(grid)],
    ['where NBA* passes', 149, 0, (grid) => new NBAStar(grid)],
  ])('edits in every frame %s do not keep a unit from its path, though the search takes many frames', (_name, x, y, planner) => {
    const grid = new Grid(200, 200, { movement: 'four' });
    for (let row = 2; row < 200; row++) grid.setBlocked(150, row, true);
    const search = planner(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => search, collisions: 'avoid' });
    const far = dispatcher.add(grid.vertex(5, 199));
    dispatcher.order(far, grid.vertex(199, 199));
    const near = Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(10 + 2 * i, 100)));
    const random = seededRandom(1);
    let waits = 0;
    for (let frame = 0; dispatcher.status(far) !== 'idle'; frame++) {
      grid.setBlocked(x, y, frame % 2 === 0);
      for (const unit of near) if (dispatcher.status(unit) === 'idle') dispatcher.order(unit, grid.vertex(10 + Math.floor(random() * 60), 70 + Math.floor(random() * 60)));
      const at = dispatcher.position(far);
      dispatcher.frame({ expansions: 3000 });
      const to = dispatcher.position(far);
      if (to !== at) expect(pathCost(grid, [at, to])).toBe(1);
      if (dispatcher.status(far) === 'waiting') expect(waits++).toBeLessThan(200);
      expect(frame).toBeLessThan(1500);
    }
  });

  test.each<[string, (grid: Grid) => RoutePlanner]>([
    ['A*', (grid) => new AStar(grid)],
    ['jump points', (grid) => new JumpPointSearch(grid)],
    ['jump points on terrain', (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) })],
    ['a bounded search', (grid) => new BoundedSearch(grid, { within: 1.2 })],
    ['bidirectional A*', (grid) => new BidirectionalAStar(grid)],
    ['D* Lite', (grid) => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
  ])('with small budgets and edits in every frame, all moves are along arcs, and the truth is known once the edits end: %s', (name, planner) => {
    for (let seed = 0; seed < runs(20); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = Grid.fromArray(Array.from({ length: 900 }, () => (random() < 0.25 ? 0 : 1)), 30, 30);
      const shared = planner(grid);
      const dispatcher = new Dispatcher(grid, { planner: name === 'D* Lite' ? () => planner(grid) : () => shared, collisions: seed % 2 === 0 ? 'pass' : 'avoid', shareFrom: seed % 3 === 0 ? 3 : Infinity });
      const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0).sort(() => random() - 0.5);
      const units = Array.from({ length: 12 }, (_, i) => dispatcher.add(free[i]));
      const frame = (expansions: number): void => {
        const before = units.map((unit) => dispatcher.position(unit));
        dispatcher.frame({ expansions });
        units.forEach((unit, i) => {
          const at = dispatcher.position(unit);
          if (at !== before[i]) expect(pathCost(grid, [before[i], at])).toBeLessThan(Infinity);
        });
      };
      for (let k = 0; k < 120; k++) {
        if (k % 10 === 0) dispatcher.order(units[below(12)], free[below(free.length)]);
        grid.setBlocked(below(30), below(30), random() < 0.3);
        frame(name.startsWith('jump') ? 6 : 25);
      }
      for (let k = 0; k < 400; k++) frame(5000);
      const parts = new Components(grid);
      for (const unit of units) {
        const [goal, at, status] = [dispatcher.goal(unit), dispatcher.position(unit), dispatcher.status(unit)];
        if (status === 'unreachable') expect(parts.same(at, goal)).toBe(false);
        else if (seed % 2 === 0) expect(status).toBe('idle');
      }
    }
  });

  test('units whose goals are unreachable are checked again after changes, but do not keep others waiting', () => {
    const grid = new Grid(40, 40);
    const tails = new Uint32Array(grid.vertexCount);
    grid.setRectangle(0, 20, 40, 1, 0);
    // What is closed in a view is not remembered.
    const view = withCosts(grid, (_tail, _head, cost) => cost);
    const astar = new AStar(view);
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
    const dispatcher = new Dispatcher(view, { planner: () => planner, shareFrom: Infinity });
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

  test('a goal that stays walled in costs few expansions after each edit, also with a budget below a whole search', () => {
    for (const expansions of [20_000, 3000, 2 ** 31, Infinity]) {
      const grid = new Grid(80, 80);
      grid.setRectangle(30, 30, 3, 3, 0);
      grid.setBlocked(31, 31, false);
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar });
      const units = [0, 5].map((y) => dispatcher.add(grid.vertex(0, y)));
      for (const unit of units) dispatcher.order(unit, grid.vertex(31, 31));
      const spent: number[] = [];
      for (let x = 0; x < 40; x++) {
        grid.setBlocked(x, 79, true);
        spent.push(dispatcher.frame({ expansions }).expanded);
      }
      expect([...units.map((unit) => dispatcher.status(unit)), Math.max(...spent.slice(5)) <= 20]).toEqual(['unreachable', 'unreachable', true]);
      grid.setBlocked(31, 30, false);
      for (let frame = 0; frame < 80; frame++) dispatcher.frame({ expansions: 20_000 });
      expect(dispatcher.position(units[0])).toBe(grid.vertex(31, 31));
    }
  });

  test('many units with one closed goal share the answer of its field after an edit', () => {
    const grid = new Grid(60, 60);
    grid.setRectangle(30, 30, 14, 14, 0);
    grid.setRectangle(31, 31, 12, 12, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const units = Array.from({ length: 50 }, (_, i) => dispatcher.add(grid.vertex(i, 0)));
    for (const unit of units) dispatcher.order(unit, grid.vertex(35, 35));
    for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 5000 });
    expect(units.every((unit) => dispatcher.status(unit) === 'unreachable')).toBe(true);
    grid.setBlocked(59, 59, true);
    let sum = 0;
    for (let frame = 0; frame < 10; frame++) sum += dispatcher.frame({ expansions: 5000 }).expanded;
    expect(sum).toBeLessThan(1000);
  });

  test('a unit that is checked again, but never to the end, does not keep another one from it', () => {
    const grid = new Grid(100, 100);
    grid.setRectangle(80, 80, 5, 5, 0);
    grid.setRectangle(9, 9, 3, 3, 0);
    for (const [x, y] of [[82, 82], [10, 10]]) grid.setBlocked(x, y, false);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [lost, shutIn] = [[30, 30], [10, 10]].map(([x, y]) => dispatcher.add(grid.vertex(x, y)));
    for (const id of [lost, shutIn]) dispatcher.order(id, grid.vertex(82, 82));
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 500 });
    dispatcher.order(shutIn, grid.vertex(8, 14));
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 500 });
    expect([lost, shutIn].map((id) => dispatcher.status(id))).toEqual(['unreachable', 'unreachable']);
    // A door opens, and an edit comes in each frame.
    grid.setBlocked(9, 10, false);
    for (let frame = 0; frame < 20; frame++) {
      grid.setBlocked(99, 0, frame % 2 === 0);
      dispatcher.frame({ expansions: 500 });
    }
    expect([lost, shutIn].map((id) => dispatcher.status(id))).toEqual(['unreachable', 'idle']);
  });

  test.each([
    [{ shareFrom: NaN }, 'shareFrom must be at least 1, got NaN'],
    [{ shareFrom: 0 }, 'shareFrom must be at least 1, got 0'],
    [{ fields: NaN }, 'fields must be 0 or more, got NaN'],
    [{ fields: -1 }, 'fields must be 0 or more, got -1'],
    [{ heuristic: 3 as never }, 'A heuristic is a function of a vertex and the goal'],
  ])('rejects %j', (options, sentence) => {
    const grid = new Grid(3, 1);
    const astar = new AStar(grid);
    expect(() => new Dispatcher(grid, { planner: () => astar, ...options })).toThrow(sentence);
  });

  test('rejects invalid tails and invalid counts, without effect', () => {
    const grid = new Grid(5, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.frame({ expansions: 100 });
    expect(() => dispatcher.arcsChanged([99999], 1)).toThrow('tail of a changed arc must be a whole number');
    expect(() => dispatcher.arcsChanged([grid.vertex(0, 0)], 5)).toThrow('got undefined');
    for (const n of [NaN, -1, 2.5]) expect(() => dispatcher.arcsChanged([1], n)).toThrow(`The number of changed tails must be a whole number from 0 on, got ${n}`);
    settle(dispatcher, 100);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', grid.vertex(4, 0)]);
  });

  test('units keep their orders while a road map grows within its room', () => {
    const roads = new RoadMap({ places: 4, degree: 2 });
    roads.addRoad('a', 'b', 1);
    roads.addRoad('b', 'c', 1);
    const dispatcher = new Dispatcher(roads, { planner: () => new AStar(roads) });
    const unit = dispatcher.add(roads.vertex('a'));
    dispatcher.order(unit, roads.vertex('c'));
    dispatcher.frame({ expansions: 9 });
    roads.addRoad('b', 'd', 1);
    settle(dispatcher, 9);
    expect([dispatcher.status(unit), dispatcher.position(unit)]).toEqual(['idle', roads.vertex('c')]);
  });

  test('throws if its world has more vertices than it was made for', () => {
    const roads = new RoadMap();
    roads.addRoad('a', 'b', 1);
    const dispatcher = new Dispatcher(roads, { planner: () => new AStar(roads) });
    dispatcher.order(dispatcher.add(0), 1);
    const before = roads.vertexCount;
    roads.addRoad('b', 'c', 1);
    expect(() => dispatcher.frame({ expansions: 9 })).toThrow(`The graph has ${roads.vertexCount} vertices, but had ${before} when this dispatcher was made: make a new dispatcher.`);
  });
});
