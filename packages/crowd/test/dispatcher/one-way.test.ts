/** On one-way arcs, units make room only where they can come back. */
import type { Graph } from '@pf/graph';
import { CompressedGraph, NO_VERTEX, withCosts } from '@pf/graph';
import { Grid, LinkedGrid, seededRandom, TorusGrid, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { DispatcherOptions } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';

/** By vertex: which vertices a path leads to, by the arcs of the graph. */
function reachableIn(graph: Graph): (from: number) => ReadonlySet<number> {
  const known = new Map<number, Set<number>>();
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  return (from) => {
    let reached = known.get(from);
    if (reached !== undefined) return reached;
    known.set(from, (reached = new Set([from])));
    for (const v of reached) for (const u of to.subarray(0, graph.successors(v, to, cost))) reached.add(u);
    return reached;
  };
}

/** Closes the north side of row `y`: units fall to the row below, and climb no more. */
function dig(grid: Grid, y: number): void {
  for (let x = 0; x < grid.width; x++) grid.setSides(x, y, { leave: grid.mask('east', 'west', 'south') });
}

function over(graph: Graph, options: Partial<DispatcherOptions> = {}): Dispatcher {
  const astar = new AStar(graph);
  return new Dispatcher(graph, { planner: () => astar, collisions: 'avoid', ...options });
}

test('units that meet head-on on a wide road above a pit do not fall', () => {
  for (let world = 0; world < 40; world++) {
    const grid = new Grid(14, 3, { movement: 'four' });
    dig(grid, 2);
    const dispatcher = over(grid);
    const pairs = 1 + (world % 5);
    const goals = new Map<number, number>();
    for (let i = 0; i < pairs; i++) for (const [from, to] of [[i, 13 - i], [13 - i, i]]) goals.set(dispatcher.add(grid.vertex(from, 1)), grid.vertex(to, 1));
    for (const [id, goal] of goals) dispatcher.order(id, goal);
    for (let frame = 0; frame < 200; frame++) dispatcher.frame({ expansions: 500 + world });
    expect([...goals].filter(([id, goal]) => dispatcher.position(id) !== goal), `world ${world}`).toEqual([]);
  }
});

test('on a narrow ledge, a unit at rest is pushed along it, not down', () => {
  const grid = new Grid(10, 2, { movement: 'four' });
  dig(grid, 1);
  const dispatcher = over(grid);
  const [guard, walker] = [dispatcher.add(grid.vertex(4, 0)), dispatcher.add(grid.vertex(0, 0))];
  dispatcher.order(walker, grid.vertex(8, 0));
  for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 500 });
  expect([guard, walker].map((id) => dispatcher.position(id))).toEqual([grid.vertex(9, 0), grid.vertex(8, 0)]);
  dispatcher.order(walker, grid.vertex(0, 0));
  for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 500 });
  expect([guard, walker].map((id) => dispatcher.position(id))).toEqual([grid.vertex(4, 0), grid.vertex(0, 0)]);
});

test('a unit that could make room only by a fall stays, and others walk around it', () => {
  // 0 → 1 → 2, past it 0 → 3 → 4 → 2, and a pit below 1.
  const graph = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [0, 3, 1], [3, 4, 1], [4, 2, 1], [1, 5, 1]]);
  for (const isHeld of [false, true]) {
    const dispatcher = over(graph);
    const [guard, walker] = [dispatcher.add(1), dispatcher.add(0)];
    if (isHeld) dispatcher.hold(guard, Infinity);
    dispatcher.order(walker, 2);
    for (let frame = 0; frame < 16; frame++) dispatcher.frame({ expansions: 100 });
    expect([guard, walker].map((id) => dispatcher.position(id))).toEqual([1, 2]);
  }
});

test.each(['pass', 'avoid'] as const)('a unit without a path takes no step down that could be wrong: %s', (collisions) => {
  const grid = new Grid(3, 6, { movement: 'four' });
  dig(grid, 2);
  const dispatcher = over(grid, { collisions, heuristic: grid.heuristic() });
  const unit = dispatcher.add(grid.vertex(1, 0));
  dispatcher.order(unit, grid.vertex(1, 5));
  for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 0 });
  expect(grid.y(dispatcher.position(unit))).toBe(1);
  for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 100 });
  expect(dispatcher.status(unit)).toBe('idle');
});

const below = (random: () => number, n: number): number => Math.floor(random() * n);

/** A map with some walls, and rows and cells with one-way sides. */
function ledges(random: () => number, movement: 'four' | 'eight' | 'hex'): Grid {
  const grid = new Grid(6 + below(random, 8), 6 + below(random, 6), { movement });
  const any = (): [number, number] => [below(random, grid.width), below(random, grid.height)];
  for (let i = 0; i < grid.width * grid.height * 0.1; i++) grid.setBlocked(...any(), true);
  // Bit d: the side towards a cell in the same row, or in one below.
  const down = [...grid.offsets].reduce((mask, offset, d) => mask | (offset >= -1 ? 1 << d : 0), 0);
  for (let i = 0; i < 2; i++) {
    const [left, y] = any();
    for (let x = left; x < grid.width; x++) grid.setSides(x, y, { leave: down });
  }
  for (let i = 0; i < grid.width; i++) grid.setSides(...any(), { enter: below(random, 1 << grid.maxDegree) });
  return grid;
}

/** Platforms with falls and a few jumps, as a graph of its own. */
function platforms(random: () => number): Graph {
  const [width, height] = [8 + below(random, 8), 3 + below(random, 3)];
  const arcs: [number, number, number][] = [];
  for (let v = 0; v < width * height; v++) {
    if (v % width > 0 && random() < 0.9) arcs.push([v, v - 1, 1], [v - 1, v, 1]);
    if (v >= width && random() < 0.5) arcs.push([v - width, v, 1]);
    if (v >= width && random() < 0.15) arcs.push([v, v - width, 2], [v - width, v, 2]);
  }
  return new CompressedGraph(width * height, arcs);
}

interface World {
  readonly graph: Graph;
  readonly options?: Partial<DispatcherOptions>;
}

/** By name: the share of units that arrive at least, and the world. */
const worlds: readonly [string, number, (random: () => number, world: number) => World][] = [
  ['grids', 0.99, (random, world) => ({ graph: ledges(random, (['four', 'eight', 'hex'] as const)[world % 3]) })],
  ['views', 0.97, (random) => ({ graph: withCosts(ledges(random, 'four'), (tail, head, cost) => ((tail * 7 + head * 3) % 9 === 0 ? Infinity : cost)) })],
  ['linked grids', 0.99, (random) => {
    const graph = new LinkedGrid(ledges(random, 'eight'));
    const free = [...graph.grid.cells.keys()].filter((v) => graph.grid.cells[v] !== 0);
    for (let i = 0; i < 6; i++) graph.addLink({ from: free[3 * i], to: free[free.length - 1 - 3 * i], cost: 2, oneWay: i % 3 > 0 });
    return { graph };
  }],
  ['tori', 0.99, (random, world) => ({ graph: new TorusGrid(ledges(random, world % 2 === 0 ? 'four' : 'eight')) })],
  ['large units', 0.9, (random) => {
    const footprint = new UnitGrid(ledges(random, 'eight'), 2);
    return { graph: footprint.grid, options: { footprint } };
  }],
  ['platforms', 0.95, (random) => ({ graph: platforms(random), options: { heuristic: (v, goal) => Math.abs(v - goal) } })],
];

test.each(worlds)('units are never pushed to where their goal or post cannot be reached, and as many arrive: %s', (_name, least, worldOf) => {
  let [arrived, sent] = [0, 0];
  for (let world = 0; world < runs(120); world++) {
    const random = seededRandom(world + 1);
    const { graph, options } = worldOf(random, world);
    const reachable = reachableIn(graph);
    const places = [...Array(graph.vertexCount).keys()].filter((v) => graph.hasVertex?.(v) !== false && reachable(v).size > 1);
    const dispatcher = over(graph, { shareFrom: world % 2 === 0 ? 2 : Infinity, ...options });
    const ids: number[] = [];
    for (const v of places) if (random() < (options?.footprint === undefined ? 0.2 : 0.06) && !dispatcher.isTaken(v)) ids.push(dispatcher.add(v));
    const goals = new Map<number, number>();
    for (const id of ids) {
      const goal = places[below(random, places.length)];
      if (random() < 0.3 || !reachable(dispatcher.position(id)).has(goal)) continue;
      dispatcher.order(id, goal);
      goals.set(id, goal);
    }
    const isSafe = (id: number): boolean => reachable(dispatcher.position(id)).has(dispatcher.goal(id) === NO_VERTEX ? dispatcher.post(id) : dispatcher.goal(id));
    let safe = ids.filter(isSafe);
    for (let frame = 0; frame < 400; frame++) {
      dispatcher.frame({ expansions: [20, 200][world % 2] });
      expect(safe.filter((id) => !isSafe(id)), `world ${world}, frame ${frame}`).toEqual([]);
      if (frame !== 300) continue;
      for (const id of goals.keys()) if (dispatcher.status(id) === 'idle') arrived++;
      // Now they also exchange posts.
      dispatcher.spread(ids.slice(0, 9), places[below(random, places.length)]);
      safe = ids.filter(isSafe);
    }
    sent += goals.size;
  }
  expect(arrived / sent).toBeGreaterThan(least);
});

test('on one-way streets, units that rest are pushed along: from each place a path leads back', () => {
  const ring = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 0, 1]]);
  const crowd = over(ring), guard = crowd.add(1), walker = crowd.add(0);
  crowd.order(walker, 2);
  for (let frame = 0; frame < 20; frame++) crowd.frame({ expansions: 100 });
  expect([crowd.status(walker), crowd.position(walker), crowd.status(guard)]).toEqual(['idle', 2, 'idle']);

  // Blocks between streets whose directions alternate.
  const random = seededRandom(5), side = 8;
  const streets = new CompressedGraph(side * side, Array.from({ length: side * side }, (_, v) => {
    const [x, y] = [v % side, Math.floor(v / side)], [across, down] = [y % 2 === 0 ? 1 : -1, x % 2 === 1 ? 1 : -1];
    return ([[x + across, y], [x, y + down]] as const).filter((at) => at.every((n) => n >= 0 && n < side)).map(([toX, toY]) => [v, toY * side + toX, 1] as const);
  }).flat());
  let arrived = 0, sent = 0;
  for (let round = 0; round < runs(20); round++) {
    const shuffled = (): number[] => Array.from({ length: side * side }, (_, v) => [v, random()] as const).sort((a, b) => a[1] - b[1]).map(([v]) => v);
    const city = over(streets), cars = shuffled().slice(0, 16).map((v) => city.add(v));
    const goals = shuffled().slice(0, 12);
    goals.forEach((goal, i) => city.order(cars[i], goal));
    for (let frame = 0; frame < 400; frame++) city.frame({ expansions: 1000 });
    sent += goals.length;
    arrived += goals.filter((_, i) => city.status(cars[i]) === 'idle').length;
  }
  expect(arrived).toBe(sent);
});

test('an arc back at cost Infinity does not lead back', () => {
  const arcs = [[[1, 1]], [[0, 1], [2, 1], [3, 1]], [[1, 1]], [[1, Infinity]]];
  const graph: Graph = {
    vertexCount: 4,
    maxDegree: 3,
    successors: (v, to, cost) => arcs[v].map(([head, price], i) => ((to[i] = head), (cost[i] = price))).length,
    predecessors: (v, to, cost) => arcs.flatMap((row, tail) => row.filter(([head]) => head === v).map(([, price]) => [tail, price])).map(([tail, price], i) => ((to[i] = tail), (cost[i] = price))).length,
  };
  const crowd = over(graph), guard = crowd.add(1), walker = crowd.add(0);
  crowd.order(walker, 2);
  for (let frame = 0; frame < 60; frame++) crowd.frame({ expansions: 500 });
  expect(crowd.position(guard)).not.toBe(3);
});
