import { withCosts } from '@pf/graph';
import { Grid, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

const over = (graph: Grid): (() => AStar) => ((astar) => () => astar)(new AStar(graph));

test('a heuristic that throws while units exchange posts leaves no vertex taken', () => {
  const grid = new Grid(7, 3);
  const at = (x: number, y: number): number => grid.vertex(x, y);
  let isBroken = false;
  const exact = grid.heuristic();
  const heuristic = (u: number, v: number): number => {
    if (isBroken) throw new Error('not loaded yet');
    return exact(u, v);
  };
  const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid', heuristic });
  const [held, guard, walker] = [at(0, 0), at(2, 1), at(1, 1)].map((v) => dispatcher.add(v));
  const frames = (count: number): void => {
    for (let frame = 0; frame < count; frame++) dispatcher.frame({ expansions: 100 });
  };
  dispatcher.spread([guard], at(3, 1));
  frames(5);
  dispatcher.order(walker, at(6, 1));
  while ([guard, walker].some((unit) => dispatcher.position(unit) === at(3, 1))) frames(1);
  dispatcher.hold(held, 1);
  isBroken = true;
  expect(() => frames(1)).toThrow('not loaded yet');
  isBroken = false;
  dispatcher.order(held, at(0, 2));
  frames(20);
  dispatcher.order(guard, at(0, 0));
  frames(40);
  expect([dispatcher.status(guard), dispatcher.position(guard)]).toEqual(['idle', at(0, 0)]);
});

test('joined dispatchers count the same frames after one that threw: held units stay', () => {
  const ground = new Grid(12, 4);
  let isBroken = false;
  const foot = new UnitGrid(ground, 1, {
    costOf: (cost) => {
      if (cost === 7 && isBroken) throw new Error('not loaded yet');
      return cost;
    },
  });
  const large = new UnitGrid(ground, 2);
  const soldiers = new Dispatcher(foot.grid, { planner: over(foot.grid), collisions: 'avoid' });
  const tanks = soldiers.join(large.grid, { planner: over(large.grid), footprint: large });
  const tank = tanks.add(ground.vertex(0, 1));
  tanks.order(tank, ground.vertex(10, 1));
  soldiers.frame({ expansions: 1000 });
  isBroken = true;
  ground.setCost(5, 0, 7);
  expect(() => soldiers.frame({ expansions: 1000 })).toThrow('not loaded yet');
  isBroken = false;
  const at = tanks.position(tank);
  for (let frame = 0; frame < 4; frame++) {
    tanks.hold(tank, 1);
    soldiers.frame({ expansions: 1000 });
    expect(tanks.position(tank)).toBe(at);
  }
});

test('a graph that throws while a flow field grows: one frame throws, once all units have moved', () => {
  const grid = new Grid(40, 20);
  const behind = grid.vertex(25, 6);
  const view = withCosts(grid, (tail, head, cost) => {
    if (tail === behind || head === behind) throw new Error('not loaded yet');
    return cost;
  });
  const astar = new AStar(view, { heuristic: grid.heuristic() });
  const dispatcher = new Dispatcher(view, { planner: () => astar, heuristic: grid.heuristic(), shareFrom: 3 });
  const group = Array.from({ length: 300 }, (_, i) => dispatcher.add(grid.vertex(i % 15, Math.floor(i / 15))));
  const goal = grid.vertex(20, 6);
  for (const id of group) dispatcher.order(id, goal);
  const scout = dispatcher.add(grid.vertex(0, 0));
  dispatcher.order(scout, grid.vertex(12, 0));
  const errors: string[] = [];
  for (let frame = 0; frame < 40; frame++) {
    const before = dispatcher.position(scout);
    try {
      dispatcher.frame({ expansions: 5000 });
    } catch (error) {
      errors.push((error as Error).message);
      expect(dispatcher.position(scout)).not.toBe(before);
    }
  }
  expect(errors).toEqual([`The flow field to vertex ${goal} could not be completed: not loaded yet`]);
  expect([...group, scout].map((id) => dispatcher.status(id))).toEqual(Array.from({ length: 301 }, () => 'idle'));
});

test('a graph that throws for an arc of a path: only its unit stops, and none shares a vertex', () => {
  for (const collisions of ['avoid', 'pass'] as const) {
    // The arc comes in sight with the next move, or was already.
    for (const tail of [19, 12]) {
      const grid = new Grid(40, 3);
      const at = (x: number): number => grid.vertex(x, 0);
      let isBroken = false;
      const view = withCosts(grid, (_, head, cost) => {
        if (isBroken && head === at(tail + 1)) throw new Error('not loaded yet');
        return cost;
      });
      const planner = new AStar(view, { heuristic: grid.heuristic() });
      const dispatcher = new Dispatcher(view, { planner: () => planner, heuristic: grid.heuristic(), collisions });
      const [first, second, third] = [1, 0, 9].map((x) => dispatcher.add(at(x)));
      dispatcher.order(first, at(39));
      dispatcher.order(second, at(10));
      dispatcher.order(third, at(11));
      while (dispatcher.position(first) !== at(3)) dispatcher.frame({ expansions: 1000 });
      isBroken = true;
      dispatcher.arcsChanged([at(tail)], 1);
      const moved = tail === 19 ? 4 : 3;
      expect(() => dispatcher.frame({ expansions: 1000 })).toThrow(`No path could be planned for unit ${first}, which stays at vertex ${at(moved)}: not loaded yet`);
      expect([dispatcher.status(first), dispatcher.status(third)]).toEqual(['unreachable', 'idle']);
      const units = [first, second, third];
      for (let frame = 0; frame < 12; frame++) {
        dispatcher.frame({ expansions: 1000 });
        if (collisions === 'avoid') expect(new Set(units.map((unit) => dispatcher.position(unit))).size).toBe(3);
      }
      expect([dispatcher.status(second), dispatcher.position(second)]).toEqual(['idle', at(10)]);
      for (const x of [2, 5]) dispatcher.remove(dispatcher.add(at(x)));
      isBroken = false;
      dispatcher.order(first, at(39));
      for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 1000 });
      expect(dispatcher.position(first)).toBe(at(39));
    }
  }
});

test.each(['small', 'large'])('a graph that throws for the arcs at a unit: it stays, and all others move, around it too; %s units', (size) => {
  const grid = new Grid(24, 6);
  const foot = new UnitGrid(grid, 1);
  const broken = new Set<number>();
  const view = withCosts(foot.grid, (tail, _, cost) => {
    if (broken.has(tail)) throw new Error('not loaded yet');
    return cost;
  });
  const dispatcher = new Dispatcher(view, { planner: over(foot.grid), collisions: 'avoid' });
  const large = new UnitGrid(grid, 2);
  if (size === 'large') dispatcher.join(large.grid, { planner: over(large.grid), footprint: large }).add(grid.vertex(20, 4));
  const at = (x: number, y: number): number => grid.vertex(x, y);
  const [resting, stopped, passing, far] = [at(8, 1), at(2, 3), at(0, 1), at(0, 5)].map((v) => dispatcher.add(v));
  dispatcher.order(stopped, at(16, 3));
  dispatcher.order(passing, at(16, 1));
  dispatcher.order(far, at(16, 5));
  for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: 1000 });
  const end = dispatcher.position(stopped);
  broken.add(end).add(at(8, 1));
  const before = [passing, far].map((unit) => dispatcher.position(unit));
  expect(() => dispatcher.frame({ expansions: 1000 })).toThrow(`No path could be planned for unit ${stopped}, which stays at vertex ${end}: not loaded yet`);
  expect([passing, far].map((unit, i) => dispatcher.position(unit) - before[i])).toEqual([1, 1]);
  for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 1000 });
  const units = [resting, stopped, passing, far];
  expect(units.map((unit) => dispatcher.status(unit))).toEqual(['idle', 'unreachable', 'idle', 'idle']);
  expect(units.map((unit) => dispatcher.position(unit))).toEqual([at(8, 1), end, at(16, 1), at(16, 5)]);
  broken.clear();
  dispatcher.order(stopped, at(16, 3));
  for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 1000 });
  expect(dispatcher.position(stopped)).toBe(at(16, 3));
});

test('units take a path around one that stands where the graph throws', () => {
  const grid = Grid.fromRows(['..........', '.########.', '..........']);
  let isBroken = false;
  const stone = grid.vertex(4, 2);
  const view = withCosts(grid, (tail, _, cost) => {
    if (isBroken && tail === stone) throw new Error('not loaded yet');
    return cost;
  });
  const dispatcher = new Dispatcher(view, { planner: over(grid), collisions: 'avoid' });
  const [resting, walking] = [stone, grid.vertex(1, 2)].map((v) => dispatcher.add(v));
  dispatcher.order(walking, grid.vertex(9, 2));
  dispatcher.frame({ expansions: 1000 });
  isBroken = true;
  for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 1000 });
  expect([resting, walking].map((unit) => dispatcher.position(unit))).toEqual([stone, grid.vertex(9, 2)]);
});
