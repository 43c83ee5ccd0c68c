import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import { ClosedParts } from '../../src/dispatcher/closed-parts.ts';
import { Floods } from '../../src/dispatcher/floods.ts';
import type { DispatcherOptions, RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { withoutEditList } from '../without-edit-list.ts';

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

/** A dispatcher whose crowd above a wall always gets new orders, and units of it and of joined ones, `locked` of each, with goals below the wall. All share a budget. */
function prison(locked: readonly number[], graphOf: (grid: Grid) => Graph, units = 20): { grid: Grid; isFree: () => boolean; run: (expansions: number) => number } {
  const grid = new Grid(200, 200);
  grid.setRectangle(0, 99, 200, 3, 0);
  const graph = graphOf(grid);
  const options = (): DispatcherOptions => ((astar) => ({ planner: () => astar, collisions: 'avoid' }) as const)(new AStar(graph));
  const first = new Dispatcher(graph, options());
  const prisoners = locked.flatMap((count, part) => {
    const army = part === 0 ? first : first.join(graph, options());
    return Array.from({ length: count }, (_, i) => {
      const id = army.add(grid.vertex(10 + 12 * part + i, 80));
      army.order(id, grid.vertex(10 + 12 * part + i, 150));
      return { army, id };
    });
  });
  first.frame({ expansions: Infinity });
  expect(prisoners.every(({ army, id }) => army.status(id) === 'unreachable')).toBe(true);
  const random = seededRandom(1);
  const crowd = Array.from({ length: units }, (_, i) => first.add(grid.vertex(10 * (i % 20), 20 + Math.floor(i / 20))));
  const run = (expansions: number): number => {
    for (const id of crowd) if (first.status(id) === 'idle') first.order(id, grid.vertex(Math.floor(200 * random()), Math.floor(60 * random())));
    first.frame({ expansions });
    return crowd.filter((id) => first.status(id) === 'waiting').length;
  };
  return { grid, run, isFree: () => prisoners.every(({ army, id }) => army.status(id) === 'idle') };
}

test.each([
  ['a grid', (grid: Grid): Graph => grid],
  ['a view', (grid: Grid): Graph => withCosts(grid, (_tail, _head, cost) => cost)],
])('rechecks of one dispatcher hardly delay the orders of another one with the same budget: %s', (_name, graphOf) => {
  // While a niche opens and closes in the wall.
  const waitingFrames = (locked: readonly number[]): number => {
    const { grid, run } = prison(locked, graphOf);
    let waiting = 0;
    for (let frame = 1; frame < 1000; frame++) {
      if (frame % 10 === 0) grid.setBlocked(100, 99, frame % 20 !== 0);
      waiting += run(60);
    }
    return waiting;
  };
  const none = waitingFrames([0, 0, 0]);
  for (const locked of [[0, 1, 0], [0, 3, 1], [0, 2, 2]]) expect(waitingFrames(locked), String(locked)).toBeLessThan(1.3 * none);
});

test('units of all dispatchers with the same budget are rechecked while requests of one wait in each frame', () => {
  const { grid, run, isFree } = prison([1, 1, 1], (graph) => graph, 80);
  for (let frame = 0; frame < 50; frame++) run(60);
  grid.setRectangle(23, 99, 1, 3, 1);
  for (let frame = 0; frame < 5000 && !isFree(); frame++) expect(run(60), `frame ${frame}`).toBeGreaterThan(0);
  expect(isFree()).toBe(true);
});

test('a request that is needed no more does not keep the units of other dispatchers waiting', () => {
  for (const isFirst of [true, false]) {
    const grid = new Grid(20, 3);
    grid.setRectangle(10, 0, 1, 3, 0);
    const options = (): DispatcherOptions => ((astar) => ({ planner: () => astar, collisions: 'avoid' }) as const)(new AStar(grid));
    const first = new Dispatcher(grid, options());
    const second = first.join(grid, options());
    const [jail, other] = isFirst ? [first, second] : [second, first];
    const locked = jail.add(grid.vertex(0, 0));
    jail.order(locked, grid.vertex(19, 0));
    // It is planned for last, so that the next turn is that of the jail.
    other.order(other.add(grid.vertex(0, 1)), grid.vertex(5, 1));
    first.plan({ expansions: 1000 });
    expect(jail.status(locked)).toBe('unreachable');
    grid.setBlocked(10, 1, false);
    const fickle = other.add(grid.vertex(0, 2));
    other.order(fickle, grid.vertex(5, 2));
    other.cancel(fickle);
    first.plan({ expansions: 1000 });
    expect(jail.status(locked)).toBe('walking');
  }
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
    const floods = new Floods(grid).begin(start, goal);
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

/** What a shared search expands for some units, which have planners of their own over it. */
function counting(search: AStar): { planner: RoutePlanner; count: { expanded: number } } {
  const count = { expanded: 0 };
  const planner: RoutePlanner = {
    get counters() { return search.counters; },
    get isStale() { return search.isStale; },
    get followsEdits() { return search.followsEdits; },
    set followsEdits(follows) { search.followsEdits = follows; },
    begin: (start, goal) => { search.begin(start, goal); },
    run: (budget) => {
      const before = search.counters.expanded;
      const isDone = search.run(budget);
      count.expanded += search.counters.expanded - before;
      return isDone;
    },
    path: (out) => search.path(out),
  };
  return { planner, count };
}

/** Unit 0 above a wall with its goal below, after a search in vain, and a crowd above that gets new orders in each frame. */
function siege({ size = 60, units = 60, graphOf = (grid: Grid): Graph => grid, plannerOf = (search: AStar): RoutePlanner => search, goalX = 3 } = {}): { grid: Grid; dispatcher: Dispatcher; run: (expansions: number) => { expanded: number; waiting: number } } {
  const grid = new Grid(size, size);
  grid.setRectangle(0, size / 2, size, 3, 0);
  const graph = graphOf(grid);
  const astar = new AStar(graph);
  const locked = plannerOf(astar);
  const dispatcher = new Dispatcher(graph, { planner: (unit) => (unit === 0 ? locked : astar), shareFrom: Infinity });
  dispatcher.order(dispatcher.add(grid.vertex(3, size / 2 - 3)), grid.vertex(goalX, size / 2 + 5));
  dispatcher.frame({ expansions: Infinity });
  expect(dispatcher.status(0)).toBe('unreachable');
  const random = seededRandom(1);
  const crowd = Array.from({ length: units }, (_, i) => dispatcher.add(grid.vertex(i % size, Math.floor(i / size))));
  const run = (expansions: number): { expanded: number; waiting: number } => {
    for (const id of crowd) if (dispatcher.status(id) === 'idle') dispatcher.order(id, grid.vertex(Math.floor(size * random()), Math.floor((size / 2 - 5) * random())));
    return dispatcher.frame({ expansions });
  };
  return { grid, dispatcher, run };
}

test.each([null, 7, 'a map', { nodes: [] }])('a planner may have a member named graph that is none: %j', (graph) => {
  const { grid, dispatcher, run } = siege({ plannerOf: (search) => ({ ...counting(search).planner, graph, counters: search.counters }) });
  for (let frame = 0; frame < 400; frame++) {
    if (frame === 50) grid.setRectangle(20, 30, 1, 3, 1);
    run(60);
  }
  expect(dispatcher.status(0)).toBe('idle');
});

test.each([
  ['the graph lists edits, requests run out in each frame', 150, (grid: Grid): Graph => grid],
  ['the graph lists no edits', 60, withoutEditList],
])('a door is found, though each frame has an edit: %s', (_name, expansions, graphOf) => {
  const { grid, dispatcher, run } = siege({ graphOf, units: 30 });
  for (let frame = 0; frame < 800 && dispatcher.status(0) === 'unreachable'; frame++) {
    if (frame === 50) grid.setRectangle(55, 30, 1, 3, 1);
    grid.setCost(59, 59, 1 + (frame % 2));
    run(expansions);
  }
  expect(dispatcher.status(0)).not.toBe('unreachable');
});

test('two doors of which one is always closed take little from requests', () => {
  let count = { expanded: 0 };
  const { grid, dispatcher, run } = siege({ size: 120, units: 120, plannerOf: (search) => (({ planner, count: expanded }) => { count = expanded; return planner; })(counting(search)) });
  count.expanded = 0;
  grid.setBlocked(5, 61, false);
  let total = 0;
  for (let frame = 0; frame < 1500; frame++) {
    if (frame % 10 === 0) grid.setBlocked(5, 60, frame % 20 !== 0);
    if (frame % 10 === 0) grid.setBlocked(5, 62, frame % 20 === 0);
    const { expanded, waiting } = run(100);
    expect(waiting, `frame ${frame}`).toBeGreaterThan(0);
    total += expanded;
  }
  expect(dispatcher.status(0)).not.toBe('idle');
  expect(count.expanded).toBeGreaterThan(0);
  expect(count.expanded / total).toBeLessThan(0.25);
});

test('a unit whose planner has defied floods gets its path once it has another goal', () => {
  const vainUntil = { order: 1 };
  const { grid, dispatcher, run } = siege({ units: 200, plannerOf: (search) => ({ ...counting(search).planner, counters: search.counters, path: (out) => (vainUntil.order > 0 ? 0 : search.path(out)) }) });
  // Floods find this door, the planner does not.
  grid.setRectangle(8, 30, 1, 3, 1);
  for (let frame = 0; frame < 400; frame++) run(40);
  vainUntil.order = 0;
  expect(dispatcher.status(0)).toBe('unreachable');
  grid.setRectangle(8, 30, 1, 3, 0);
  dispatcher.order(0, grid.vertex(30, 50));
  for (let frame = 0; frame < 500; frame++) run(40);
  expect(dispatcher.status(0)).toBe('unreachable');
  grid.setRectangle(20, 30, 1, 3, 1);
  for (let frame = 0; frame < 500; frame++) expect(run(40).waiting).toBeGreaterThan(0);
  expect(dispatcher.status(0)).not.toBe('unreachable');
});

test('a unit that is placed on an island, after floods found a path, gets one from there later', () => {
  const { grid, dispatcher, run } = siege({ units: 200 });
  grid.setRectangle(40, 4, 5, 5, 0);
  grid.setBlocked(42, 6, false);
  grid.setRectangle(8, 30, 1, 3, 1);
  for (let frame = 0; dispatcher.status(0) === 'unreachable'; frame++) run(40);
  dispatcher.place(0, grid.vertex(42, 6));
  while (dispatcher.status(0) !== 'unreachable') run(40);
  grid.setRectangle(42, 7, 1, 2, 1);
  for (let frame = 0; frame < 500; frame++) expect(run(40).waiting).toBeGreaterThan(0);
  expect(dispatcher.status(0)).not.toBe('unreachable');
});

test('small closed parts of a large map are not marked on the whole map', () => {
  const { grid, dispatcher, run } = siege({ size: 120, units: 120 });
  const locked = Array.from({ length: 20 }, (_, i) => dispatcher.add(grid.vertex(10 + i, 10)));
  for (const [i, id] of locked.entries()) {
    grid.setBlocked(3 + 5 * i, 57, true);
    dispatcher.order(id, grid.vertex(3 + 5 * i, 57));
  }
  while (locked.some((id) => dispatcher.status(id) !== 'unreachable')) run(2000);
  const add = vi.spyOn(ClosedParts.prototype, 'add');
  const step = vi.spyOn(Floods.prototype, 'step');
  for (let frame = 0; frame < 100; frame++) {
    grid.setCost(119, 119, 1 + (frame % 2));
    run(100);
  }
  expect(step.mock.calls.length).toBeGreaterThan(20);
  expect(add).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('floods can begin again', () => {
  const grid = new Grid(9, 9);
  grid.setRectangle(0, 4, 9, 1, 0);
  const floods = new Floods(grid);
  for (const [start, goal, wanted] of [[0, 80, 'closed'], [0, 8, 'met'], [80, 0, 'closed'], [0, 80, 'closed'], [72, 80, 'met']] as const) {
    floods.begin(grid.vertex(start % 9, Math.floor(start / 9)), grid.vertex(goal % 9, Math.floor(goal / 9)));
    let result = floods.step();
    while (result === undefined) result = floods.step();
    expect(result).toBe(wanted);
  }
});
