import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { faultOfMoves } from './check-moves.ts';

const WALL = 60;
const SWAMP = 5;
/** `.` costs 1, `~` is a swamp, `#` a wall with a price, and `0` is blocked. */
const legend = { '.': 1, '~': SWAMP, '#': WALL, 0: 0 };

function scene(rows: readonly string[], heuristic?: (v: number, goal: number) => number): { grid: Grid; dispatcher: Dispatcher } {
  const grid = Grid.fromRows(rows, { legend });
  const astar = new AStar(grid);
  return { grid, dispatcher: new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', heuristic }) };
}

describe('off its path, a unit takes no step that costs many times the cheapest', () => {
  test('while it waits for its path, which leads around', () => {
    const { grid, dispatcher } = scene(['.......', '...#...', '...#...', '...#...', '.......']);
    const sapper = dispatcher.add(grid.vertex(2, 2));
    dispatcher.order(sapper, grid.vertex(6, 2));
    for (let frame = 0; frame < 12; frame++) {
      dispatcher.frame({ expansions: frame < 2 ? 0 : 500 });
      expect(grid.cells[dispatcher.position(sapper)]).toBe(1);
    }
    expect(dispatcher.status(sapper)).toBe('idle');
  });

  test.each([['with the estimates of the grid', undefined], ['without estimates', () => 0], ['with estimates that know the costs', (v: number, goal: number) => 60 * Math.abs(v - goal)]] as const)('when it is pushed, %s', (_name, heuristic) => {
    const { grid, dispatcher } = scene(['0000000', '...#...', '0000000'], heuristic);
    const idle = dispatcher.add(grid.vertex(2, 1));
    const other = dispatcher.add(grid.vertex(0, 1));
    dispatcher.order(other, grid.vertex(2, 1));
    for (let frame = 0; frame < 500; frame++) {
      dispatcher.frame({ expansions: 500 });
      if (frame < 60) expect(grid.cells[dispatcher.position(idle)]).toBe(1);
    }
    expect(dispatcher.position(other)).toBe(grid.vertex(2, 1));
  });

  test.each(['on the path of another', 'before a long arc', 'in a street as wide as the unit'])('unless nothing else helps: %s', (where) => {
    const isLarge = where.startsWith('in');
    const houses = '#########';
    const ground = Grid.fromRows(isLarge ? [houses, '.........', '.........', houses, houses] : ['0000000', '..#....', '0000000'], { legend });
    const units = new UnitGrid(ground, 2);
    const graph = where.startsWith('before') ? new CompressedGraph(4, [[0, 1, 1], [1, 0, 1], [1, 2, 30], [2, 1, 30], [2, 3, 1], [3, 2, 1]]) : isLarge ? units.grid : ground;
    const [idle, start, goal] = graph instanceof CompressedGraph ? [1, 0, 2] : [isLarge ? 4 : 1, 0, isLarge ? 7 : 5].map((x) => ground.vertex(x, 1));
    const astar = new AStar(graph);
    const dispatcher = new Dispatcher(graph, { planner: () => astar, collisions: 'avoid', footprint: isLarge ? units : undefined });
    dispatcher.add(idle);
    const other = dispatcher.add(start);
    dispatcher.order(other, goal);
    for (let frame = 0; frame < 500; frame++) dispatcher.frame({ expansions: 500 });
    expect(dispatcher.position(other)).toBe(goal);
  });

  test('nor on a way around one that cannot move; and not a large unit', () => {
    const ground = Grid.fromRows(['0000000000', '..........', '..........', '#########~', '.........~', '0000000000'], { legend: { ...legend, '~': 1 } });
    for (const size of [1, 2]) {
      const units = new UnitGrid(ground, size);
      const astar = new AStar(units.grid);
      const dispatcher = new Dispatcher(units.grid, { planner: () => astar, collisions: 'avoid', footprint: units });
      const unit = dispatcher.add(ground.vertex(0, 1));
      for (const y of size === 1 ? [1, 2] : [1]) dispatcher.hold(dispatcher.add(ground.vertex(4, y)), Infinity);
      dispatcher.order(unit, ground.vertex(7, 1));
      for (let frame = 0; frame < 100; frame++) {
        dispatcher.frame({ expansions: 500 });
        expect(units.grid.cells[dispatcher.position(unit)]).toBe(1);
      }
      expect(dispatcher.status(unit)).toBe('walking');
    }
  });

  test('along its path it does, once that is planned', () => {
    const { grid, dispatcher } = scene(['000000', '..#...', '000000']);
    const sapper = dispatcher.add(grid.vertex(0, 1));
    dispatcher.order(sapper, grid.vertex(5, 1));
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 500 });
    expect(dispatcher.status(sapper)).toBe('idle');
  });

  test('a crowd enters a wall only by the step that `path` shows', () => {
    let entered = 0;
    for (let world = 0; world < runs(20); world++) {
      const random = seededRandom(world + 1);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = new Grid(14, 14, { movement: world % 2 === 0 ? 'eight' : 'four' });
      for (let i = 0; i < 60; i++) grid.setCost(below(14), below(14), [WALL, WALL, SWAMP, 0][i % 4]);
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom: world % 3 === 0 ? 2 : Infinity });
      const draw = (): number => {
        for (;;) {
          const v = grid.vertex(below(14), below(14));
          if (grid.cells[v] === 1 && !dispatcher.isTaken(v)) return v;
        }
      };
      const ids = Array.from({ length: 40 }, () => dispatcher.add(draw()));
      const out = new Uint32Array(grid.vertexCount);
      const costs = new Float64Array(grid.maxDegree);
      for (let frame = 0; frame < 120; frame++) {
        if (frame % 40 === 0) for (const id of ids) if (id % 3 > 0) dispatcher.order(id, draw());
        dispatcher.plan({ expansions: 60 });
        const next = ids.map((id) => (dispatcher.path(id, out) > 1 ? out[1] : -1));
        const before = ids.map((id) => dispatcher.position(id));
        dispatcher.move();
        const after = ids.map((id) => dispatcher.position(id));
        expect(faultOfMoves(grid, before, after)).toBeUndefined();
        for (const [i, v] of after.entries()) {
          const n = grid.successors(before[i], out, costs);
          // From a swamp between walls and more swamp, no step is cheap.
          if (v === before[i] || grid.cells[v] !== WALL || costs.subarray(0, n).every((cost) => cost > WALL / 16)) continue;
          entered++;
          expect(v).toBe(next[i]);
        }
      }
    }
    expect(entered).toBeGreaterThan(0);
  });
});

describe('expensive ground that is no wall', () => {
  test('a unit that is pushed prefers the cheap cell, and goes into the swamp if there is no other', () => {
    for (const [side, expected] of [['.', 0], ['0', 1]] as const) {
      for (let swap = 0; swap < 2; swap++) {
        const rows = ['00000', `00${side}00`, '...00', '00~00', '00000'];
        const { grid, dispatcher } = scene(swap === 0 ? rows : rows.toReversed());
        const idle = dispatcher.add(grid.vertex(2, 2));
        dispatcher.order(dispatcher.add(grid.vertex(0, 2)), grid.vertex(2, 2));
        for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: 500 });
        expect(grid.cells[dispatcher.position(idle)]).toBe(expected === 0 ? 1 : SWAMP);
      }
    }
  });

  test('a unit at rest goes back to its post on expensive ground', () => {
    const grid = Grid.fromRows(['.999999', '9999999', '99kkk99', '99kkk99', '99kkk99', '9999999', '9999999']);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    const post = grid.vertex(3, 3);
    const idle = dispatcher.add(post);
    const other = dispatcher.add(grid.vertex(0, 3));
    for (let push = 0; push < 3 && grid.cells[dispatcher.position(idle)] === 20; push++) {
      dispatcher.order(other, dispatcher.position(idle));
      for (let frame = 0; frame < 12 && dispatcher.status(other) !== 'idle'; frame++) dispatcher.frame({ expansions: 500 });
    }
    expect(grid.cells[dispatcher.position(idle)]).toBe(9);
    dispatcher.order(other, grid.vertex(0, 0));
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 500 });
    expect(dispatcher.position(idle)).toBe(post);
  });

  test('a unit at rest goes back to its post in a wall, and around a wall', () => {
    const rows = ['....#...', '....#...', '....#...', '....#...', '........'];
    for (const [x, side] of [[4, 5], [5, 3]]) {
      const { grid, dispatcher } = scene(rows);
      const post = grid.vertex(x, 1);
      const idle = dispatcher.add(post);
      const other = dispatcher.add(grid.vertex(7, 0));
      const isBeyond = (): boolean => grid.x(dispatcher.position(idle)) === side && grid.y(dispatcher.position(idle)) < 3;
      for (let push = 0; push < 500 && !isBeyond(); push++) {
        if (dispatcher.status(other) === 'idle') dispatcher.order(other, dispatcher.position(idle));
        dispatcher.frame({ expansions: 500 });
      }
      expect(isBeyond()).toBe(true);
      dispatcher.order(other, grid.vertex(7, 4));
      for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 500 });
      expect(dispatcher.position(idle)).toBe(post);
    }
  });
});

test('a unit that rests on a narrow road steps off it after a few pushes, and returns', () => {
  for (const [road, meadow] of [[1, 2], [1, 3], [1, 4], [1, 5], [1, 12], [5, 10], [20, 40], [20, 200]]) {
    const row = [meadow, meadow, road, meadow, meadow];
    const grid = new Grid(5, 60);
    for (const [x, cost] of row.entries()) grid.setRectangle(x, 0, 1, 60, cost);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    const idle = dispatcher.add(grid.vertex(2, 5));
    const walker = dispatcher.add(grid.vertex(2, 4));
    dispatcher.order(walker, grid.vertex(2, 59));
    let farthest = 0;
    for (let frame = 0; frame < 150; frame++) {
      dispatcher.frame({ expansions: 2000 });
      farthest = Math.max(farthest, grid.y(dispatcher.position(idle)) - 5);
    }
    expect(farthest, `of ${road} and ${meadow}`).toBeLessThan(12);
    expect([dispatcher.position(idle), dispatcher.status(walker)]).toEqual([grid.vertex(2, 5), 'idle']);
  }
});
