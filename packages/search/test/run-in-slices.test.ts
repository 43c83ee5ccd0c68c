import { MessageChannel } from 'node:worker_threads';
import { Grid } from '@pf/grid';
import { expect, test, vi } from 'vitest';
import { ARAStar, AStar, BidirectionalAStar, BreadthFirst, Dijkstra, JumpPointSearch, LazyThetaStar, NBAStar, runInSlices } from '../src/index.ts';
import { plain } from './searches.ts';

const grid = new Grid(100, 100);

test('runs a search to its end, with pauses between slices', async () => {
  const dijkstra = new Dijkstra(grid);
  let pauses = 0;
  dijkstra.begin(grid.vertex(0, 0));
  await runInSlices(dijkstra, { budget: 1000, pause: () => Promise.resolve(pauses++) });
  expect(pauses).toBe(10);
  expect(dijkstra.distance(grid.vertex(99, 0))).toBe(99);
});

test('other tasks run meanwhile, and can stop it; it can resume', async () => {
  const astar = new AStar(grid, { heuristic: () => 0 });
  const controller = new AbortController();
  astar.begin(grid.vertex(0, 0), grid.vertex(99, 99));
  setTimeout(() => controller.abort());
  await expect(runInSlices(astar, { budget: 10, signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(astar.cost).toBe(Infinity);
  const expanded = astar.counters.expanded;
  const later = new AbortController();
  let pauses = 0;
  const pause = () => Promise.resolve(++pauses === 3 && later.abort());
  await expect(runInSlices(astar, { budget: 10, signal: later.signal, pause })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(runInSlices(astar, { budget: 10, signal: { aborted: true } })).rejects.toMatchObject({ name: 'AbortError', message: 'The search was stopped by its signal.' });
  expect(astar.counters.expanded).toBe(expanded + 30);
  await runInSlices(astar);
  expect(astar.cost).toBeCloseTo(99 * Math.SQRT2, 9);
});

test.each([['in Node', undefined], ['in a page', 'setImmediate']] as const)('the pause of %s is no timer, and messages get through', async (_, missing) => {
  if (missing !== undefined) vi.stubGlobal(missing, undefined);
  vi.stubGlobal('setTimeout', () => expect.fail('a timer'));
  const { port1, port2 } = new MessageChannel();
  try {
    const astar = new AStar(grid, { heuristic: () => 0 });
    const controller = new AbortController();
    port1.on('message', () => { controller.abort(); });
    astar.begin(grid.vertex(0, 0), grid.vertex(99, 99));
    port2.postMessage('stop');
    await expect(runInSlices(astar, { budget: 1, signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    await runInSlices(astar, { budget: 1000 });
    expect(astar.cost).toBeCloseTo(99 * Math.SQRT2, 9);
  } finally {
    port1.close();
    vi.unstubAllGlobals();
  }
});

test('pauses by timers where there is nothing else, as in the pages of test runners', async () => {
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('MessageChannel', undefined);
  try {
    const astar = new AStar(grid);
    astar.begin(grid.vertex(0, 0), grid.vertex(9, 0));
    await runInSlices(astar, { budget: 2 });
    expect(astar.cost).toBe(9);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a call that another one replaces on the same search rejects, and never resolves to the answer of the other', async () => {
  const [start, near, far] = [grid.vertex(0, 0), grid.vertex(9, 0), grid.vertex(99, 0)];
  const astar = new AStar(grid, { heuristic: () => 0 });
  const controller = new AbortController();
  const ended: string[] = [];
  const run = async (goal: number, signal?: AbortSignal, budget = 50) => {
    astar.begin(start, goal);
    await runInSlices(astar, { budget, signal }).then(() => ended.push(`${goal === near ? 'near' : 'far'} ${astar.cost}`), (error: Error) => ended.push(error.message));
  };
  // Also if each needs only one slice.
  for (const budget of [50, Infinity]) {
    await Promise.all([run(far, undefined, budget), run(near, undefined, budget)]);
    expect(ended).toEqual(['Another call of runInSlices took over this search: make a search for each query that runs at the same time.', 'near 9']);
    ended.length = 0;
  }
  const first = run(far, controller.signal);
  controller.abort(new Error('cancelled'));
  await Promise.all([first, run(near)]);
  expect(ended).toEqual(['cancelled', 'near 9']);
});

test('a search without a query has no labels', () => {
  const out = new Uint32Array(grid.vertexCount);
  const bare = plain(grid);
  const heaps = [new ARAStar(bare), new AStar(bare), new Dijkstra(bare), new BidirectionalAStar(bare), new NBAStar(bare)];
  const lattices = [new ARAStar(grid), new AStar(grid), new Dijkstra(grid), new BidirectionalAStar(grid), new NBAStar(grid), new JumpPointSearch(grid), new LazyThetaStar(grid)];
  for (const search of [...heaps, ...lattices]) {
    for (const v of [0, 500]) expect([search.isOpen(v), search.isClosed(v), search.g(v), search.cost, search.path(out)]).toEqual([false, false, Infinity, Infinity, 0]);
  }
  const breadthFirst = new BreadthFirst(grid);
  for (const v of [0, 500]) expect([breadthFirst.isOpen(v), breadthFirst.isClosed(v), breadthFirst.steps(v), breadthFirst.path(out, v)]).toEqual([false, false, Infinity, 0]);
});

test('a budget is a number of expansions, 0 or more', () => {
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(99, 99)];
  const searches = [new AStar(grid), new BreadthFirst(grid), new BidirectionalAStar(grid), new NBAStar(grid), new JumpPointSearch(grid), new LazyThetaStar(grid)];
  const dijkstra = new Dijkstra(grid);
  dijkstra.begin(start, { targets: goal });
  for (const search of searches) search.begin(start, goal);
  for (const search of [...searches, dijkstra]) {
    for (const budget of [NaN, -1]) expect(() => search.run(budget), search.constructor.name).toThrow(`The budget must be a number of expansions, 0 or more, got ${budget}.`);
    expect(search.run()).toBe(true);
    expect(() => search.run(NaN)).toThrow('got NaN');
  }
});

test('the signal is checked every 256 expansions', () => {
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(99, 99)];
  const blind = { heuristic: () => 0 };
  const searches = [new AStar(grid, blind), new Dijkstra(grid), new BreadthFirst(grid), new BidirectionalAStar(grid, blind), new NBAStar(grid, blind)];
  for (const search of searches) {
    if (search instanceof Dijkstra) search.begin(start, { targets: goal });
    else search.begin(start, goal);
    let checks = 0;
    expect(search.run(Infinity, { get aborted() { return ++checks === 3; } })).toBe(false);
    // NBA* reads a few vertices that it does not expand.
    expect(search.counters.expanded).toBeGreaterThan(search instanceof NBAStar ? 256 : 511);
    expect(search.counters.expanded).toBeLessThanOrEqual(512);
  }
});

test('rejects invalid arguments', async () => {
  for (const [budget, shown] of [[0, '0'], ['9', "'9'"]]) await expect(runInSlices(new AStar(grid), { budget: budget as number })).rejects.toThrow(`A slice needs a budget of at least one expansion, got ${shown}.`);
  // Also if the search would end in the first slice, before any pause.
  const astar = new AStar(grid);
  astar.begin(grid.vertex(0, 0), grid.vertex(1, 1));
  await expect(runInSlices(astar, { pause: 16 as never })).rejects.toThrow('pause must be a function, got 16.');
});
