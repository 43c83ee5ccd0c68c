import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Graph } from '@pf/graph';
import { CompressedGraph, withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { open, settle } from './scene.ts';
import { withoutEditList } from '../without-edit-list.ts';

test('a removed unit is no longer planned for, and does not count among those that share its goal', () => {
  const { grid, dispatcher } = open(60);
  const wall = new Uint32Array(grid.vertexCount);
  grid.setRectangle(30, 0, 1, 59, 0, wall);
  const [a, b] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(1, 0))];
  for (const unit of [a, b]) dispatcher.order(unit, grid.vertex(59, 0));
  expect(dispatcher.frame({ expansions: 5 })).toMatchObject({ expanded: 5, waiting: 2 });
  for (const unit of [a, b]) dispatcher.remove(unit);
  expect(dispatcher.frame({ expansions: 1000 })).toMatchObject({ expanded: 0, planned: 0, waiting: 0 });
  expect(() => dispatcher.position(a)).toThrow('There is no unit 0');
});

test('a request whose planner throws, or that is planned again from another vertex, does not count as answered before it is', () => {
  // A road from 0 to 9, and one from 1 to 10.
  const roads = new CompressedGraph(11, [...Array.from({ length: 9 }, (_, v) => [v, v + 1, 1] as const), [1, 10, 1]]);
  const astar = new AStar(roads, { heuristic: () => 0 });
  const dispatcher = new Dispatcher(roads, { planner: () => astar });
  const unit = dispatcher.add(0);
  dispatcher.order(unit, 9);
  let planned = 0;
  while (dispatcher.status(unit) === 'waiting') planned += dispatcher.plan({ expansions: 1 }).planned;
  expect(planned).toBe(1);
  // Planning begins at the vertex that the unit will have reached then, but no road leads from there to the goal.
  dispatcher.order(unit, 10);
  expect([dispatcher.status(unit), dispatcher.plan({ expansions: 1000 }).planned]).toEqual(['walking', 1]);
  expect([0, 1].map(() => dispatcher.move())).toEqual([1, 1]);
  expect(dispatcher.position(unit)).toBe(10);
  dispatcher.order(dispatcher.add(0), 9);
  astar.begin = () => {
    throw new Error('not loaded yet');
  };
  expect(dispatcher.plan({ expansions: 1000 }).planned).toBe(0);
  expect(() => dispatcher.move()).toThrow('not loaded yet');
});

test.each([1, 30])('a unit that was removed is not kept, with its planner, while requests never run out: %i expansions a frame', async (expansions) => {
  const { grid } = open(60);
  grid.setRectangle(30, 0, 1, 60, 0);
  const astar = new AStar(grid);
  const planners: WeakRef<DStarLite>[] = [];
  const planner = (unit: number): AStar | DStarLite => {
    if (unit > 1) return astar;
    const own = new DStarLite(grid, { heuristic: grid.heuristic() });
    planners[unit] = new WeakRef(own);
    return own;
  };
  const dispatcher = new Dispatcher(grid, { planner });
  const [far, waits, ...others] = [0, 1, 2, 3].map((y) => dispatcher.add(grid.vertex(0, y)));
  dispatcher.order(far, grid.vertex(59, 59));
  dispatcher.frame({ expansions: Infinity });
  expect(dispatcher.status(far)).toBe('unreachable');
  for (const unit of [...others, waits]) dispatcher.order(unit, grid.vertex(29, 59));
  // Its goal may be reachable again, but it is planned for when no request waits.
  grid.setBlocked(40, 40, true);
  for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions });
  for (const unit of [far, waits]) dispatcher.remove(unit);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  expect(planners.map((kept) => kept.deref())).toEqual([undefined, undefined]);
});

test('a unit that was removed is not kept, with its planner, where units avoid each other', async () => {
  const { grid } = open(8);
  const planners: WeakRef<AStar>[] = [];
  const planner = (unit: number): AStar => {
    const own = new AStar(grid);
    planners[unit] = new WeakRef(own);
    return own;
  };
  const dispatcher = new Dispatcher(grid, { planner, collisions: 'avoid' });
  const ids = [0, 1, 2, 3].map((y) => dispatcher.add(grid.vertex(0, y)));
  for (const unit of ids) dispatcher.order(unit, grid.vertex(7, 3 - unit));
  for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: 1000 });
  for (const unit of [0, 3]) dispatcher.remove(unit);
  for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 1000 });
  expect([1, 2].map((unit) => dispatcher.position(unit))).toEqual([grid.vertex(7, 2), grid.vertex(7, 1)]);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  expect(planners.map((kept) => kept.deref() === undefined)).toEqual([true, false, false, true]);
});

test('units that were removed do not make a goal shared', () => {
  const spent = [0, 8].map((removed) => {
    const grid = new Grid(30, 30);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: 5 });
    const goal = grid.vertex(29, 29);
    for (let i = 0; i < removed; i++) {
      const unit = dispatcher.add(grid.vertex(0, i));
      dispatcher.order(unit, goal);
      dispatcher.remove(unit);
    }
    for (let x = 0; x < 4; x++) dispatcher.order(dispatcher.add(grid.vertex(x, 0)), goal);
    return dispatcher.frame({ expansions: Infinity }).expanded;
  });
  expect(spent[1]).toBe(spent[0]);
});

test.each([3, Infinity])('on a graph with a version that does not record its edits, all is planned again after one (sharing from %d)', (shareFrom) => {
  const grid = new Grid(30, 9);
  const plain = withoutEditList(grid);
  const astar = new AStar(plain, { heuristic: () => 0 });
  const dispatcher = new Dispatcher(plain, { planner: () => astar, shareFrom });
  const crowd = Array.from({ length: 20 }, (_, i) => dispatcher.add(grid.vertex(i % 5, i % 9)));
  for (const unit of crowd) dispatcher.order(unit, grid.vertex(29, 4));
  for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 1e5 });
  grid.setRectangle(20, 0, 1, 9, 0);
  settle(dispatcher, 1e5);
  expect(crowd.filter((unit) => grid.x(dispatcher.position(unit)) < 20 && dispatcher.status(unit) === 'unreachable')).toHaveLength(20);
  grid.setBlocked(20, 8, false);
  settle(dispatcher, 1e5);
  expect(crowd.filter((unit) => dispatcher.position(unit) === grid.vertex(29, 4))).toHaveLength(20);
});

test('on a graph without a version, planners that repair their answer get the report', () => {
  const roads = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 5, 1], [1, 3, 2], [3, 4, 2], [4, 5, 2]]);
  const plain: Graph = {
    vertexCount: 6,
    maxDegree: roads.maxDegree,
    successors: (v, to, cost) => roads.successors(v, to, cost),
    predecessors: (v, to, cost) => roads.predecessors(v, to, cost),
  };
  const begun: number[] = [];
  const reports: number[][] = [];
  const dispatcher = new Dispatcher(plain, {
    planner: () => {
      const planner = new DStarLite(plain);
      const begin = planner.begin.bind(planner);
      planner.begin = (start, goal) => {
        begun.push(start);
        begin(start, goal);
      };
      const arcsChanged = planner.arcsChanged.bind(planner);
      planner.arcsChanged = (tails, n) => {
        reports.push(Array.from(tails).slice(0, n));
        arcsChanged(tails, n);
      };
      return planner;
    },
  });
  const unit = dispatcher.add(0);
  dispatcher.order(unit, 5);
  dispatcher.frame({ expansions: 100 });
  expect(dispatcher.position(unit)).toBe(1);
  roads.setCost(2, 5, Infinity);
  dispatcher.arcsChanged([2], 1);
  const seen: number[] = [];
  for (let frame = 0; frame < 8; frame++) {
    dispatcher.frame({ expansions: 100 });
    seen.push(dispatcher.position(unit));
  }
  expect([seen.includes(2), seen.at(-1), begun, reports]).toEqual([false, 5, [0], [[2]]]);
});

test('units take the memory of their path, and give it back on arrival', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const grid = new Grid(20_000, 1);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(19_999, 0)];
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
  const ids = Array.from({ length: 100 }, () => dispatcher.add(start));
  const megabytes = async (): Promise<number> => {
    // The engine frees the contents of arrays after the collection.
    collect();
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  const before = await megabytes();
  for (const id of ids) dispatcher.order(id, goal);
  dispatcher.plan({ expansions: 1e9 });
  // 12 bytes a vertex: 24 MB in all.
  expect((await megabytes()) - before).toBeLessThan(30);
  for (const id of ids) dispatcher.place(id, goal);
  expect((await megabytes()) - before).toBeLessThan(5);
  expect(ids.map((id) => dispatcher.status(id))).toEqual(ids.map(() => 'idle'));
});

/** Units that get a new goal whenever they arrive, more than the budget serves, and others whose goals are behind a closed door. In a view, so no closed part is remembered. */
function besieged(locked: number): { grid: Grid; dispatcher: Dispatcher; ids: readonly number[]; frame: () => number } {
  const grid = new Grid(60, 24);
  grid.setRectangle(50, 0, 1, 24, 0);
  const view = withCosts(grid, (_tail, _head, cost) => cost);
  const astar = new AStar(view);
  const dispatcher = new Dispatcher(view, { planner: () => astar, shareFrom: Infinity });
  const ids = Array.from({ length: locked }, (_, i) => dispatcher.add(grid.vertex(40, i)));
  for (const [i, id] of ids.entries()) dispatcher.order(id, grid.vertex(55, i));
  dispatcher.frame({ expansions: Infinity });
  const crowd = Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(i, i % 24)));
  const random = seededRandom(1);
  /** Returns how many units got new goals. */
  const frame = (): number => {
    const idle = crowd.filter((id) => dispatcher.status(id) === 'idle');
    for (const id of idle) dispatcher.order(id, grid.vertex(Math.floor(50 * random()), Math.floor(24 * random())));
    dispatcher.frame({ expansions: 15 });
    return idle.length;
  };
  return { grid, dispatcher, ids, frame };
}

test('units that were unreachable get their paths once a door has opened, also if requests never run out', () => {
  const { grid, dispatcher, ids, frame } = besieged(4);
  expect(ids.map((id) => dispatcher.status(id))).toEqual(['unreachable', 'unreachable', 'unreachable', 'unreachable']);
  for (let i = 0; i < 20; i++) frame();
  grid.setBlocked(50, 20, false);
  for (let i = 0; i < 1600; i++) {
    frame();
    expect(dispatcher.plan({ expansions: 0 }).waiting, `frame ${i}`).toBeGreaterThan(1);
  }
  expect(ids.map((id) => dispatcher.status(id))).toEqual(['idle', 'idle', 'idle', 'idle']);
});

test('rechecks in vain take no more than about an eighth of the budget from requests', () => {
  const served = [0, 6].map((locked) => {
    const { grid, frame } = besieged(locked);
    let orders = 0;
    for (let i = 0; i < 4000; i++) {
      // Behind the wall, far from all paths.
      grid.setCost(58, 23, 1 + (i % 2));
      orders += frame();
    }
    return orders;
  });
  expect(served[1] / served[0]).toBeGreaterThan(0.8);
  expect(served[1] / served[0]).toBeLessThan(0.97);
});
