import { Grid, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { DispatcherOptions } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { faultOfMoves } from './check-moves.ts';

const over = (grid: Grid, side?: string): { planner: () => AStar; collisions: 'avoid'; side?: string } => ((astar) => ({ planner: () => astar, collisions: 'avoid' as const, ...(side === undefined ? {} : { side }) }))(new AStar(grid));

test('a guard of another side keeps a pass closed; one of the own side steps aside', () => {
  for (const side of ['red', 'blue']) {
    const grid = Grid.fromRows(['.....#####.....', '...............', '.....#####.....']);
    const red = new Dispatcher(grid, over(grid, 'red'));
    const others = red.join(grid, over(grid, side));
    const attacker = red.add(grid.vertex(1, 1));
    const guard = others.add(grid.vertex(7, 1));
    red.order(attacker, grid.vertex(13, 1));
    for (let frame = 0; frame < 40; frame++) {
      red.frame({ expansions: 500 });
      if (side === 'blue') expect(others.position(guard)).toBe(grid.vertex(7, 1));
    }
    expect([red.status(attacker), grid.x(red.position(attacker))]).toEqual(side === 'blue' ? ['walking', 6] : ['idle', 13]);
  }
});

test('a unit walks around units of another side if there is a way', () => {
  const grid = Grid.fromRows(['.........', '####.#.##', '.........']);
  const red = new Dispatcher(grid, over(grid, 'red'));
  const blue = red.join(grid, over(grid, 'blue'));
  const guard = blue.add(grid.vertex(4, 1));
  const unit = red.add(grid.vertex(4, 0));
  red.order(unit, grid.vertex(4, 2));
  for (let frame = 0; frame < 20; frame++) red.frame({ expansions: 500 });
  expect([red.position(unit), blue.position(guard)]).toEqual([grid.vertex(4, 2), grid.vertex(4, 1)]);
});

test('a unit that is sent to one of another side walks around those before it, and stops beside it', () => {
  const grid = new Grid(21, 11);
  const red = new Dispatcher(grid, over(grid, 'red'));
  const blue = red.join(grid, over(grid, 'blue'));
  for (let y = 2; y <= 8; y++) blue.add(grid.vertex(10, y));
  const commander = grid.vertex(15, 5);
  blue.add(commander);
  const unit = red.add(grid.vertex(2, 5));
  red.order(unit, commander);
  for (let frame = 0; frame < 60; frame++) red.frame({ expansions: 500 });
  expect(grid.distance(red.position(unit), commander)).toBeLessThan(2);
});

test('a large unit that is sent to another of its size walks around those before it too', () => {
  const ground = new Grid(24, 14);
  const large = new UnitGrid(ground, 2);
  const options = (side: string): DispatcherOptions => ({ planner: () => new AStar(large.grid), footprint: large, collisions: 'avoid', side });
  const red = new Dispatcher(large.grid, options('red'));
  const blue = red.join(large.grid, options('blue'));
  for (let y = 2; y <= 10; y += 2) blue.add(ground.vertex(10, y));
  const commander = ground.vertex(16, 5);
  blue.add(commander);
  const unit = red.add(ground.vertex(2, 5));
  red.order(unit, commander);
  for (let frame = 0; frame < 80; frame++) red.frame({ expansions: 500 });
  expect(ground.distance(red.position(unit), commander)).toBeLessThan(3);
});

test('units whose way stays closed do not keep another from its way around', () => {
  const rows = Array.from({ length: 60 }, (_, y) => '.'.repeat(30) + (y === 30 || y === 3 || y === 6 ? '.' : '#') + '.'.repeat(150));
  const grid = Grid.fromRows(rows);
  const red = new Dispatcher(grid, over(grid, 'red'));
  const blue = red.join(grid, over(grid, 'blue'));
  // All doors but one are guarded; a wall divides the left side.
  grid.setRectangle(0, 15, 30, 1, 0);
  for (const y of [30, 3]) blue.add(grid.vertex(30, y));
  const front = Array.from({ length: 12 }, (_, i) => red.add(grid.vertex(10 + i, 30)));
  for (const unit of front) red.order(unit, grid.vertex(170, 30));
  const other = red.add(grid.vertex(20, 3));
  red.order(other, grid.vertex(40, 3));
  for (let frame = 0; frame < 300; frame++) red.frame({ expansions: 5000 });
  expect(red.position(other)).toBe(grid.vertex(40, 3));
});

test('units whose way stays closed do not keep one that was pushed around two corners from going back', () => {
  const grid = Grid.fromRows(Array.from({ length: 60 }, (_, y) => '.'.repeat(30) + (y % 3 === 0 && y < 36 ? '.' : '#') + '.'.repeat(150)));
  grid.setRectangle(0, 44, 13, 6, 0);
  for (const [x, y, width, height] of [[0, 45, 9, 1], [8, 45, 1, 4], [3, 48, 6, 1]]) grid.setRectangle(x, y, width, height, 1);
  const red = new Dispatcher(grid, over(grid, 'red'));
  const blue = red.join(grid, over(grid, 'blue'));
  for (let y = 0; y < 36; y += 3) {
    blue.add(grid.vertex(30, y));
    red.order(red.add(grid.vertex(29, y)), grid.vertex(170, y));
  }
  for (let frame = 0; frame < 1000; frame++) red.frame({ expansions: 5000 });
  const idle = red.add(grid.vertex(5, 45));
  const pushing = red.add(grid.vertex(0, 45));
  red.order(pushing, grid.vertex(4, 48));
  for (let frame = 0; frame < 40; frame++) red.frame({ expansions: 5000 });
  expect([red.position(pushing), red.position(idle)]).toEqual([grid.vertex(4, 48), grid.vertex(3, 48)]);
  red.remove(pushing);
  for (let frame = 0; frame < 300; frame++) red.frame({ expansions: 5000 });
  expect(red.position(idle)).toBe(grid.vertex(5, 45));
});

test('a joined dispatcher has the side of the first, and units push across sizes', () => {
  const grid = Grid.fromRows(['..........', '..........', '####..####', '####..####', '..........', '..........']);
  const red = new Dispatcher(grid, over(grid, 'red'));
  const large = new UnitGrid(grid, 2);
  const tanks = red.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
  const idle = red.add(grid.vertex(4, 2));
  const tank = tanks.add(grid.vertex(4, 0));
  tanks.order(tank, grid.vertex(4, 4));
  for (let frame = 0; frame < 60; frame++) red.frame({ expansions: 2000 });
  expect(tanks.position(tank)).toBe(grid.vertex(4, 4));
  expect(red.position(idle)).not.toBe(grid.vertex(4, 4));
});

test('units without an order are moved by their own side only, in random worlds, and no rule of moves is broken', () => {
  for (let seed = 1; seed <= runs(120); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const grid = randomObstacles(6 + below(8), 6 + below(8), 0.15, random, { movement: seed % 2 === 0 ? 'four' : 'eight' });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const red = new Dispatcher(grid, over(grid, 'red'));
    const blue = red.join(grid, over(grid, 'blue'));
    const taken = new Set<number>();
    const units: { readonly of: Dispatcher; readonly id: number; walks: boolean }[] = [];
    for (let i = 0; i < Math.min(free.length / 4, 14); i++) {
      const v = free[below(free.length)];
      if (taken.has(v)) continue;
      taken.add(v);
      // All of blue rest, or in every third world half of them. The other half may then push these.
      const of = i % 2 === 0 ? red : blue;
      units.push({ of, id: of.add(v), walks: of === red || (seed % 3 === 0 && i % 4 === 1) });
    }
    for (const { of, id, walks } of units) if (walks) of.order(id, free[below(free.length)]);
    for (let frame = 0; frame < 60; frame++) {
      const before = units.map(({ of, id }) => of.position(id));
      red.frame({ expansions: 300 });
      const after = units.map(({ of, id }) => of.position(id));
      expect(faultOfMoves(grid, before, after), `seed ${seed}`).toBeUndefined();
      units.forEach(({ walks }, i) => {
        if (!walks && seed % 3 !== 0) expect(after[i], `seed ${seed}`).toBe(before[i]);
      });
    }
  }
});

test('says what is wrong with a side', () => {
  const grid = new Grid(2, 2);
  for (const side of [{}, true, NaN]) expect(() => new Dispatcher(grid, { ...over(grid), side: side as never })).toThrow("side must be a text or a number, such as 'red' or 1, got");
  expect(() => new Dispatcher(grid, { planner: () => new AStar(grid), side: 1 })).toThrow("A side needs collisions: 'avoid'");
});

test('a unit of the same side that rests in the way is not pushed along on open ground', () => {
  const grid = new Grid(5, 40);
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', side: 'red' });
  const idle = dispatcher.add(grid.vertex(2, 3));
  const walker = dispatcher.add(grid.vertex(2, 2));
  dispatcher.order(walker, grid.vertex(2, 39));
  let farthest = 0;
  for (let frame = 0; frame < 60; frame++) {
    dispatcher.frame({ expansions: 500 });
    farthest = Math.max(farthest, grid.y(dispatcher.position(idle)) - 3);
  }
  expect(farthest).toBeLessThan(4);
  expect([dispatcher.position(idle), dispatcher.status(walker)]).toEqual([grid.vertex(2, 3), 'idle']);
});
