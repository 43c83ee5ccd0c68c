import { brokenAt } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { expectArrivals, expectLegalSteps, open, replanners, settle } from './scene.ts';

/** The vertices of cells, as pairs. */
const path = (grid: Grid, ...cells: readonly (readonly [number, number])[]): number[] => cells.map(([x, y]) => grid.vertex(x, y));

describe('a path of the caller', () => {
  test('is followed step by step without a search, also where it is not the shortest', () => {
    const { grid, dispatcher } = open(5);
    const way = path(grid, [0, 0], [0, 1], [1, 2], [2, 1], [3, 0], [4, 0]);
    const unit = dispatcher.add(way[0]);
    expect(dispatcher.follow(unit, way)).toBe(true);
    expect(dispatcher.status(unit)).toBe('walking');
    for (const v of way.slice(1)) {
      expect(dispatcher.frame({ expansions: 100 }).expanded).toBe(0);
      expect(dispatcher.position(unit)).toBe(v);
    }
    expect([dispatcher.status(unit), dispatcher.goal(unit)]).toEqual(['idle', -1]);
  });

  test('is followed from where the unit is on it', () => {
    const { grid, dispatcher } = open(5);
    const way = path(grid, [0, 0], [0, 1], [1, 2], [2, 1]);
    const unit = dispatcher.add(way[2]);
    expect(dispatcher.follow(unit, way)).toBe(true);
    dispatcher.move();
    expect(dispatcher.position(unit)).toBe(way[3]);
    expect(dispatcher.status(unit)).toBe('idle');
  });

  test.each([
    ['the unit is not on it', (grid: Grid) => path(grid, [1, 1], [2, 1], [3, 1], [4, 1])],
    ['it leaps', (grid: Grid) => path(grid, [0, 0], [4, 1])],
    ['it leads through a wall', (grid: Grid) => path(grid, [0, 0], [1, 0], [2, 0], [3, 0], [4, 1])],
    ['it has a number that is no vertex', (grid: Grid) => [grid.vertex(0, 0), -1, 0.5, grid.vertex(4, 1)]],
  ])('is an order to its end if %s', (_, wayOf) => {
    const { grid, dispatcher } = open(5);
    grid.setBlocked(2, 0, true);
    const unit = dispatcher.add(grid.vertex(0, 0));
    expect(dispatcher.follow(unit, wayOf(grid))).toBe(false);
    expect([dispatcher.status(unit), dispatcher.goal(unit)]).toEqual(['waiting', grid.vertex(4, 1)]);
    settle(dispatcher, 100);
    expect(dispatcher.position(unit)).toBe(grid.vertex(4, 1));
  });

  test('to where the unit stands ends its order', () => {
    const { grid, dispatcher } = open(5);
    const unit = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(unit, grid.vertex(4, 4));
    expect(dispatcher.follow(unit, path(grid, [0, 0]))).toBe(true);
    expect(dispatcher.status(unit)).toBe('idle');
  });

  test('that comes back to its start is not followed', () => {
    const { grid, dispatcher } = open(5);
    const unit = dispatcher.add(grid.vertex(0, 0));
    expect(dispatcher.follow(unit, path(grid, [0, 0], [1, 0], [1, 1], [0, 0]))).toBe(false);
    expect(dispatcher.status(unit)).toBe('idle');
  });

  test('every frame does not put off another unit that looks for a path again', () => {
    const grid = new Grid(60, 60);
    grid.setRectangle(30, 0, 1, 60, 0);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [shutOut, led] = [dispatcher.add(grid.vertex(0, 30)), dispatcher.add(grid.vertex(40, 0))];
    dispatcher.order(shutOut, grid.vertex(59, 30));
    for (let frame = 0; frame < 30; frame++) dispatcher.frame({ expansions: 1000 });
    expect(dispatcher.status(shutOut)).toBe('unreachable');
    grid.setBlocked(30, 59, false);
    for (let frame = 0; frame < 60; frame++) {
      const x = grid.x(dispatcher.position(led));
      dispatcher.follow(led, path(grid, [x, 0], [x === 40 ? 41 : 40, 0]));
      dispatcher.frame({ expansions: 300 });
    }
    expect(dispatcher.status(shutOut)).toBe('walking');
  });

  test('that is empty or no list is refused, and the order stays', () => {
    const { grid, dispatcher } = open(5);
    const unit = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(unit, grid.vertex(4, 4));
    expect(() => dispatcher.follow(unit, [])).toThrow(/goal/u);
    expect(() => dispatcher.follow(unit, 5 as never)).toThrow(/The path must be a list of numbers/u);
    expect(() => dispatcher.follow(9, path(grid, [0, 0], [1, 0]))).toThrow('There is no unit 9');
    expect(dispatcher.goal(unit)).toBe(grid.vertex(4, 4));
  });

  test('is given up for a search once a wall is built across it', () => {
    const { grid, dispatcher } = open(9);
    const way = path(grid, ...Array.from({ length: 9 }, (_, x) => [x, 4] as const));
    const unit = dispatcher.add(way[0]);
    dispatcher.follow(unit, way);
    dispatcher.move();
    grid.setRectangle(4, 1, 1, 7, 0);
    expect(settle(dispatcher, 1000)).toBeGreaterThan(9);
    expect(dispatcher.position(unit)).toBe(way[8]);
  });

  test('that a wall crosses before the next frame is seen as closed at once', () => {
    const { grid, dispatcher } = open(9);
    const way = path(grid, ...Array.from({ length: 9 }, (_, x) => [x, 4] as const));
    const unit = dispatcher.add(way[0]);
    grid.setBlocked(4, 4, true);
    expect(dispatcher.follow(unit, way)).toBe(false);
  });

  test.each(replanners)('replaces a search that has begun: %s', (_, makePlanner) => {
    const grid = new Grid(30, 30);
    const dispatcher = new Dispatcher(grid, { planner: makePlanner(grid), shareFrom: Infinity });
    const way = path(grid, [0, 0], [1, 1], [0, 2], [0, 3]);
    const [unit, other] = [dispatcher.add(way[0]), dispatcher.add(grid.vertex(5, 5))];
    dispatcher.order(unit, grid.vertex(29, 29));
    dispatcher.plan({ expansions: 3 });
    expect(dispatcher.follow(unit, way)).toBe(true);
    expect(dispatcher.frame({ expansions: 1000 }).expanded).toBe(0);
    expect(dispatcher.position(unit)).toBe(way[1]);
    dispatcher.order(other, grid.vertex(0, 29));
    settle(dispatcher, 1000);
    expect([dispatcher.position(unit), dispatcher.position(other)]).toEqual([way[3], grid.vertex(0, 29)]);
    // Its planner still answers.
    dispatcher.order(unit, grid.vertex(29, 29));
    expectArrivals(grid, dispatcher, [unit], [grid.vertex(29, 29)]);
  });
});

test.each(['pass', 'avoid'] as const)('orders, paths and edits mixed: every step is an arc, and nobody waits for ever (%s, 150 random worlds)', (collisions) => {
  let followed = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const grid = new Grid(12, 12);
    for (let i = 0; i < 20; i++) grid.setBlocked(below(12), below(12), true);
    const [makePlanner, astar] = [replanners[seed % 2][1](grid), new AStar(grid)];
    const dispatcher = new Dispatcher(grid, { planner: makePlanner, heuristic: grid.heuristic({ least: 1 }), collisions, shareFrom: 2, fields: 2 });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const ids = Array.from({ length: 5 }, (_, i) => dispatcher.add(free[below(15) + 15 * i]));
    const goals = ids.map((id) => dispatcher.position(id));
    const before = [...goals];
    const out = new Uint32Array(grid.vertexCount);
    for (let frame = 0; frame < 60; frame++) {
      const i = below(ids.length);
      const goal = free[(below(20) * 5 + i) % free.length];
      if (below(3) === 0 && !goals.includes(goal)) {
        // Sometimes a path from an older place, or across a new wall.
        const from = below(4) === 0 ? free[below(free.length)] : dispatcher.position(ids[i]);
        astar.search(from, goal);
        const way = out.slice(0, astar.path(out));
        if (below(4) === 0) grid.setBlocked(below(12), below(12), below(2) === 0);
        if (way.length > 0) {
          const start = way.indexOf(dispatcher.position(ids[i]));
          const isOpen = start >= 0 && brokenAt(grid, way.slice(start)) < 0;
          expect(dispatcher.follow(ids[i], way) || goal === dispatcher.position(ids[i])).toBe(isOpen || goal === dispatcher.position(ids[i]));
          if (isOpen) followed++;
        } else dispatcher.order(ids[i], goal);
        goals[i] = goal;
      }
      dispatcher.frame({ expansions: 20 });
      expectLegalSteps(grid, dispatcher, ids, before);
    }
    if (collisions === 'pass') expectArrivals(grid, dispatcher, ids, goals);
    else {
      for (let frame = 0; frame < 400; frame++) dispatcher.frame({ expansions: 200 });
      expect(ids.map((id) => dispatcher.status(id)), `seed ${seed}`).not.toContain('waiting');
    }
  }
  expect(followed).toBeGreaterThan(300);
});
