import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Floods } from '../../src/dispatcher/floods.ts';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';

/** Runs frames with an edit each until no unit waits; returns how many. */
function framesToServe(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], expansions: number, frame: () => void): number {
  let frames = 0;
  for (; frames < 400 && ids.some((id) => dispatcher.status(id) === 'waiting'); frames++) {
    grid.setCost(grid.width - 1, grid.height - 1, 1 + (frames % 2));
    dispatcher.plan({ expansions });
    frame();
  }
  return frames;
}

test('many units whose goal a flow field shows as unreachable do not starve orders', () => {
  const grid = new Grid(15, 15);
  const goal = grid.vertex(7, 7);
  for (const [x, y] of [[6, 6], [7, 6], [8, 6], [6, 7], [8, 7], [6, 8], [7, 8], [8, 8]]) grid.setBlocked(x, y, true);
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar });
  const locked = Array.from({ length: 90 }, (_, i) => dispatcher.add(grid.vertex(i % 15, Math.floor(i / 15))));
  for (const id of locked) dispatcher.order(id, goal);
  for (let i = 0; i < 50; i++) {
    grid.setCost(14, 14, 1 + (i % 2));
    dispatcher.frame({ expansions: 20_000 });
  }
  expect(locked.every((id) => dispatcher.status(id) === 'unreachable')).toBe(true);
  const random = seededRandom(1);
  const ids = Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(i % 15, 9 + Math.floor(i / 15))));
  for (const id of ids) dispatcher.order(id, grid.vertex(Math.floor(15 * random()), 11 + Math.floor(4 * random())));
  expect(framesToServe(grid, dispatcher, ids, 40, () => {})).toBeLessThan(15);
});

test('many planners that throw do not starve orders', () => {
  const grid = new Grid(15, 15);
  const astar = new AStar(grid);
  const broken: RoutePlanner = { begin: () => { throw new Error('broken'); }, run: () => true, path: () => 0, counters: { expanded: 0 } };
  const dispatcher = new Dispatcher(grid, { planner: (unit) => (unit < 120 ? broken : astar), shareFrom: Infinity });
  const move = (): void => { try { dispatcher.move(); } catch { /* Reported. */ } };
  for (let i = 0; i < 120; i++) dispatcher.order(dispatcher.add(grid.vertex(i % 15, Math.floor(i / 15))), grid.vertex(7, 14));
  dispatcher.plan({ expansions: Infinity });
  move();
  const ids = Array.from({ length: 60 }, (_, i) => dispatcher.add(grid.vertex(i % 15, 9 + Math.floor(i / 15))));
  for (const [i, id] of ids.entries()) dispatcher.order(id, grid.vertex(14 - (i % 15), 14 - Math.floor(i / 15)));
  expect(framesToServe(grid, dispatcher, ids, 100, move)).toBeLessThan(20);
});

/** The longest wait of short orders, in frames, while a niche opens and closes in a wall across the map, behind which `locked` units have their goals. */
function longestWait(locked: number, graphOf: (grid: Grid) => Graph): number {
  const grid = new Grid(400, 400);
  grid.setRectangle(0, 199, 400, 3, 0);
  const graph = graphOf(grid);
  const astar = new AStar(graph);
  const dispatcher = new Dispatcher(graph, { planner: () => astar });
  for (let i = 0; i < locked; i++) dispatcher.order(dispatcher.add(grid.vertex(200 + i, 100)), grid.vertex(200 + i, 300));
  dispatcher.frame({ expansions: Infinity });
  const random = seededRandom(1);
  const near = (value: number, most: number): number => Math.max(0, Math.min(most, value + Math.floor(41 * random()) - 20));
  const crowd = Array.from({ length: 20 }, (_, i) => dispatcher.add(grid.vertex(20 * i, 20)));
  const since = crowd.map(() => 0);
  let longest = 0;
  for (let frame = 1; frame < 1500; frame++) {
    if (frame % 10 === 0) grid.setBlocked(100, 199, frame % 20 !== 0);
    for (const [i, id] of crowd.entries()) {
      if (dispatcher.status(id) === 'waiting') longest = Math.max(longest, frame - since[i]);
      else since[i] = frame;
      if (dispatcher.status(id) === 'idle') dispatcher.order(id, grid.vertex(near(grid.x(dispatcher.position(id)), 399), near(grid.y(dispatcher.position(id)), 190)));
    }
    dispatcher.frame({ expansions: 300 });
  }
  return longest;
}

test.each([
  ['a grid', (grid: Grid): Graph => grid],
  ['a view', (grid: Grid): Graph => withCosts(grid, (_tail, _head, cost) => cost)],
])('rechecks of large parts hardly delay orders: %s', (_name, graphOf) => {
  for (const locked of [1, 3]) expect(longestWait(locked, graphOf)).toBeLessThanOrEqual(24);
});

test('floods say whether a path leads to the goal, also after arcs were added', () => {
  let closed = 0;
  for (let world = 0; world < runs(200); world++) {
    const random = seededRandom(world + 1);
    const side = 3 + Math.floor(8 * random());
    const grid = new Grid(side, side, { movement: world % 2 === 0 ? 'four' : 'eight' });
    for (let v = 0; v < side * side; v++) if (random() < 0.4) grid.setBlocked(v % side, Math.floor(v / side), true);
    const any = (): number => grid.vertex(Math.floor(side * random()), Math.floor(side * random()));
    const [start, goal] = [any(), any()];
    if (start === goal || grid.cells[start] === 0 || grid.cells[goal] === 0) continue;
    const floods = new Floods(grid, start, goal);
    let result = undefined as 'met' | 'closed' | undefined;
    for (let step = 0; result === undefined; step++) {
      if (step < 6 && random() < 0.3) {
        const opened = any();
        grid.setBlocked(grid.x(opened), grid.y(opened), false);
        const tails = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
        if (floods.arcsChanged(tails, tails.length)) result = 'met';
      }
      result ??= floods.step();
    }
    const reached = reachedFrom(grid, start);
    expect(result, `world ${world}`).toBe(reached.has(goal) ? 'met' : 'closed');
    if (result === 'met') continue;
    closed++;
    expect([floods.isInPart(start), floods.isInPart(goal)]).toEqual([true, false]);
    for (const v of grid.cells.keys()) if (grid.cells[v] !== 0 && floods.isInPart(v)) expect([...reachedFrom(grid, v)].every((u) => floods.isInPart(u)), `world ${world}`).toBe(true);
  }
  expect(closed).toBeGreaterThan(runs(200) / 10);
});

/** By coordinates, without the arcs of the grid. Diagonals need both sides free. */
function reachedFrom(grid: Grid, start: number): Set<number> {
  const isFree = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < grid.width && y < grid.height && grid.cells[grid.vertex(x, y)] !== 0;
  const reached = new Set([start]);
  for (const v of reached) {
    const [x, y] = [grid.x(v), grid.y(v)];
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) if (isFree(x + dx, y + dy)) reached.add(grid.vertex(x + dx, y + dy));
    if (grid.movement === 'four') continue;
    for (const [dx, dy] of [[1, 1], [-1, 1], [1, -1], [-1, -1]]) if (isFree(x + dx, y + dy) && isFree(x + dx, y) && isFree(x, y + dy)) reached.add(grid.vertex(x + dx, y + dy));
  }
  return reached;
}

test('a planner with rules of its own, for which floods find a path, is asked again only when no request waits', () => {
  let searches = 0;
  const grid = new Grid(30, 4);
  const astar = new AStar(grid);
  const vain: RoutePlanner = { begin: () => { searches++; }, run: () => true, path: () => 0, counters: { expanded: 0 } };
  const dispatcher = new Dispatcher(grid, { planner: (unit) => (unit === 0 ? vain : astar), shareFrom: Infinity });
  dispatcher.order(dispatcher.add(grid.vertex(0, 0)), grid.vertex(3, 0));
  dispatcher.frame({ expansions: Infinity });
  const crowd = Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(i, i % 4)));
  for (let frame = 0; frame < 600; frame++) {
    if (frame % 100 === 0) grid.setCost(29, 3, 1 + ((frame / 100) % 2));
    for (const [i, id] of crowd.entries()) if (dispatcher.status(id) === 'idle') dispatcher.order(id, grid.vertex((i + 7 * frame + 11) % 30, (i + frame) % 4));
    expect(dispatcher.frame({ expansions: 5 }).waiting, `frame ${frame}`).toBeGreaterThan(0);
  }
  expect(dispatcher.status(0)).toBe('unreachable');
  expect(searches).toBeLessThanOrEqual(2);
});
