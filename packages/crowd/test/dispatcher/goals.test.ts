import { NO_VERTEX } from '@pf/graph';
import { Grid, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { settle } from './scene.ts';

test('the goal of a unit is that of its last order, until it arrives or the order is cancelled', () => {
  const grid = Grid.fromRows(['....#.', '....##']);
  const dispatcher = new Dispatcher(grid, { planner: () => new AStar(grid) });
  const unit = dispatcher.add(grid.vertex(0, 0));
  const goalAfter = (x: number): number => {
    dispatcher.order(unit, grid.vertex(x, 0));
    return dispatcher.goal(unit);
  };
  expect(dispatcher.goal(unit)).toBe(NO_VERTEX);
  expect(goalAfter(2)).toBe(grid.vertex(2, 0));
  expect(goalAfter(3)).toBe(grid.vertex(3, 0));
  // It arrives with its third frame.
  for (const goal of [grid.vertex(3, 0), grid.vertex(3, 0), NO_VERTEX]) {
    dispatcher.frame({ expansions: 100 });
    expect(dispatcher.goal(unit)).toBe(goal);
  }
  expect(goalAfter(3)).toBe(NO_VERTEX); // where it stands
  expect(goalAfter(0)).toBe(grid.vertex(0, 0));
  dispatcher.place(unit, grid.vertex(1, 1));
  expect(dispatcher.goal(unit)).toBe(grid.vertex(0, 0));
  dispatcher.cancel(unit);
  expect(dispatcher.goal(unit)).toBe(NO_VERTEX);
  // No path leads there, but the order stands.
  dispatcher.order(unit, grid.vertex(5, 0));
  settle(dispatcher, 100);
  expect([dispatcher.status(unit), dispatcher.goal(unit)]).toEqual(['unreachable', grid.vertex(5, 0)]);
});

test.each(['pass', 'avoid'] as const)("a group arrives at the goals that its units have after spread, with collisions: '%s'", (collisions) => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const grid = new Grid(12, 12);
    const dispatcher = new Dispatcher(grid, { planner: () => new AStar(grid), collisions });
    const ids = Array.from({ length: 10 }, (_, i) => dispatcher.add(grid.vertex(i, 0)));
    const sent = ids.filter(() => random() < 0.7);
    dispatcher.spread(sent, grid.vertex(Math.floor(random() * 12), 2 + Math.floor(random() * 10)));
    const goals = sent.map((id) => dispatcher.goal(id));
    expect(new Set(goals).size, `seed ${seed}`).toBe(sent.length);
    expect(ids.filter((id) => dispatcher.goal(id) !== NO_VERTEX), `seed ${seed}`).toEqual(sent);
    settle(dispatcher, 500);
    // Units that avoid each other may exchange their places in the group.
    const ends = sent.map((id) => dispatcher.position(id));
    if (collisions === 'avoid') for (const list of [ends, goals]) list.sort((a, b) => a - b);
    expect(ends, `seed ${seed}`).toEqual(goals);
    expect(ids.map((id) => dispatcher.goal(id)), `seed ${seed}`).toEqual(ids.map(() => NO_VERTEX));
  }
});

test('joined dispatchers know the goals of their own units, of any size', () => {
  const ground = new Grid(12, 12);
  const large = new UnitGrid(ground, 2);
  const soldiers = new Dispatcher(ground, { planner: () => new AStar(ground), collisions: 'avoid' });
  const tanks = soldiers.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
  const soldier = soldiers.add(ground.vertex(0, 0));
  const [first, second] = [tanks.add(ground.vertex(4, 0)), tanks.add(ground.vertex(8, 0))];
  expect(first).toBe(soldier);
  soldiers.order(soldier, ground.vertex(11, 11));
  tanks.spread([first, second], ground.vertex(6, 6));
  const goals = [tanks.goal(first), tanks.goal(second)];
  expect(soldiers.goal(soldier)).toBe(ground.vertex(11, 11));
  // Two tanks of 2 × 2 cells do not overlap.
  expect(Math.max(Math.abs(ground.x(goals[0]) - ground.x(goals[1])), Math.abs(ground.y(goals[0]) - ground.y(goals[1])))).toBeGreaterThanOrEqual(2);
  settle(soldiers, 500);
  expect([tanks.position(first), tanks.position(second)]).toEqual(goals);
  expect([soldiers.goal(soldier), tanks.goal(first), tanks.goal(second)]).toEqual([NO_VERTEX, NO_VERTEX, NO_VERTEX]);
});

test('goal throws for a unit that was removed or never added, and the others keep their goals', () => {
  const grid = new Grid(6, 1);
  const dispatcher = new Dispatcher(grid, { planner: () => new AStar(grid) });
  const [first, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(1, 0))];
  dispatcher.order(first, grid.vertex(4, 0));
  dispatcher.order(second, grid.vertex(5, 0));
  dispatcher.remove(first);
  expect(dispatcher.goal(second)).toBe(grid.vertex(5, 0));
  expect(() => dispatcher.goal(first)).toThrow('There is no unit 0: pass a number that add has returned.');
  expect(() => dispatcher.goal(2)).toThrow('There is no unit 2');
});
