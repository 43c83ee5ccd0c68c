import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

/** A dispatcher, and a function that joins it. */
function household(grid: Grid): { town: Dispatcher; readonly join: () => Dispatcher } {
  const town = new Dispatcher(grid, { planner: () => new AStar(grid), collisions: 'avoid' });
  return { town, join: () => town.join(grid, { planner: () => new AStar(grid) }) };
}

test('dispatchers that join and leave take no memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const grid = new Grid(100, 100);
  const { town, join } = household(grid);
  const after = async (times: number): Promise<number> => {
    for (let i = 0; i < times; i++) {
      const house = join();
      const unit = house.add(grid.vertex(9, 9));
      house.order(unit, grid.vertex(90, 90));
      town.frame({ expansions: 500 });
      house.remove(unit);
      house.leave();
    }
    town.frame({ expansions: 500 });
    // The engine frees the contents of arrays after the collection.
    collect();
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  const before = await after(10);
  expect(await after(90)).toBeLessThan(1.2 * before + 1);
});

test('a dispatcher leaves without units, once, and then throws for each call', () => {
  const grid = new Grid(9, 3);
  const { town, join } = household(grid);
  expect(() => {
    town.leave();
  }).toThrow('This dispatcher has not joined another one: only one that join has returned can leave.');
  const house = join();
  const unit = house.add(grid.vertex(4, 1));
  expect(() => {
    house.leave();
  }).toThrow('A dispatcher that leaves has no units, got one with 1: remove its units first.');
  house.remove(unit);
  house.leave();
  const v = grid.vertex(4, 1);
  const calls = [
    () => house.leave(), () => house.add(v), () => house.remove(0), () => house.order(0, v), () => house.follow(0, [v]), () => house.spread([], v), () => house.place(0, v),
    () => house.cancel(0), () => house.position(0), () => house.unitsAt(v), () => house.isTaken(v), () => house.goal(0), () => house.status(0), () => house.path(0, new Uint32Array(9)),
    () => house.hold(0, 1), () => house.arcsChanged([v], 1), () => house.frame({ expansions: 1 }), () => house.plan({ expansions: 1 }), () => house.move(),
    () => house.join(grid, { planner: () => new AStar(grid) }),
  ];
  for (const call of calls) expect(call, String(call)).toThrow('This dispatcher has left the one that it had joined: join again to get a new one.');
  expect([town.unitsAt(v), town.isTaken(v)]).toEqual([[], false]);
});

test('the others go on, whichever leaves, and whosever turn it was', () => {
  const grid = new Grid(30, 30);
  for (let leaver = 0; leaver < 3; leaver++) {
    for (let frames = 0; frames < 6; frames++) {
      const { town, join } = household(grid);
      const houses = [join(), join(), join()];
      const all = [town, ...houses];
      const units = all.map((house, i) => house.add(grid.vertex(0, 7 * i)));
      all.forEach((house, i) => house.order(units[i], grid.vertex(29, 29 - 7 * i)));
      for (let frame = 0; frame < frames; frame++) town.frame({ expansions: 7 });
      houses[leaver].remove(units[leaver + 1]);
      houses[leaver].leave();
      for (let frame = 0; frame < 150; frame++) town.frame({ expansions: 100 });
      for (const [i, house] of all.entries()) if (house !== houses[leaver]) expect(house.position(units[i])).toBe(grid.vertex(29, 29 - 7 * i));
    }
  }
});

test('the rule of crossings of one that leaves goes with it, and that of the next one counts', () => {
  const grid = new Grid(6, 6, { movement: 'four' });
  const { town } = household(grid);
  const asked = [0, 0];
  const ruled = (k: number): Graph => ({
    vertexCount: grid.vertexCount,
    maxDegree: 4,
    successors: (v, to, cost) => grid.successors(v, to, cost),
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
    crossings: () => {
      asked[k]++;
      return 0;
    },
  });
  const join = (k: number): Dispatcher => {
    const graph = ruled(k);
    return town.join(graph, { planner: () => new AStar(graph) });
  };
  const unit = town.add(grid.vertex(0, 0));
  const goAround = (): number[] => {
    asked.fill(0);
    town.order(unit, town.position(unit) === grid.vertex(0, 0) ? grid.vertex(5, 5) : grid.vertex(0, 0));
    for (let frame = 0; frame < 20; frame++) town.frame({ expansions: 100 });
    return asked.map((count) => Math.sign(count));
  };
  expect(goAround()).toEqual([0, 0]);
  const first = join(0);
  expect(goAround()).toEqual([1, 0]);
  first.leave();
  expect(goAround()).toEqual([0, 0]);
  const second = join(1);
  expect(goAround()).toEqual([0, 1]);
  const third = join(0);
  expect(goAround()).toEqual([0, 1]);
  second.leave();
  expect(goAround()).toEqual([1, 0]);
  third.leave();
  expect(() => town.join(ruled(0), { planner: 7 as never })).toThrow();
  expect(goAround()).toEqual([0, 0]);
});
