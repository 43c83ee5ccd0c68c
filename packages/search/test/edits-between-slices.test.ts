import { brokenAt, CompressedGraph, pathCost } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import type { WorldsOptions } from '@pf/testkit';
import { drawWorld, oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { AlternativeRoutes, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, JumpPointSearch, LazyThetaStar } from '../src/index.ts';
import { NBAStar, runInSlices, TerrainJumps } from '../src/index.ts';

/** A query in progress. */
interface Query {
  run(budget?: number): boolean;
  readonly counters: { readonly expanded: number };
  /** All results of the finished search. */
  results(): unknown;
}

interface PathSearch {
  readonly cost: number;
  path(out: Uint32Array): number;
}

/** Cells of the grid for the query, in any number; the first is the start. */
type MakeQuery = (grid: Grid, cells: readonly number[]) => Query;

const pathOf = (grid: Grid, search: PathSearch): unknown => {
  const out = new Uint32Array(grid.vertexCount);
  const path = Array.from(out.subarray(0, search.path(out)));
  return { cost: search.cost, path, broken: brokenAt(grid, path), walked: path.length > 1 ? pathCost(grid, path).toFixed(9) : undefined };
};

const toOne = (make: (grid: Grid) => PathSearch & Pick<Query, 'run' | 'counters'> & { begin(start: number, goal: number): void }): MakeQuery => (grid, [start, goal]) => {
  const search = make(grid);
  search.begin(start, goal);
  // Read anew: a bounded search may go on with another search.
  return { run: (budget) => search.run(budget), get counters() { return search.counters; }, results: () => pathOf(grid, search) };
};

const toSeveral = (options: AStarOptions): MakeQuery => (grid, [start, ...goals]) => {
  const search = new AStar(grid, options);
  search.begin(start, goals);
  return { run: (budget) => search.run(budget), counters: search.counters, results: () => [pathOf(grid, search), search.end] };
};

const flood = (make: (grid: Grid) => Dijkstra, begin: (search: Dijkstra, cells: readonly number[]) => void): MakeQuery => (grid, cells) => {
  const search = make(grid);
  begin(search, cells);
  const results = (): unknown => {
    const out = new Uint32Array(grid.vertexCount);
    const reached = Array.from(out.subarray(0, search.reached(out)));
    return [reached, reached.map((v) => search.distance(v)), cells.map((v) => search.path(out, v))];
  };
  return { run: (budget) => search.run(budget), counters: search.counters, results };
};

const steps = (limit: number, goal?: number): MakeQuery => (grid, cells) => {
  const search = new BreadthFirst(grid);
  search.begin(cells[0], goal === undefined ? undefined : cells[goal], limit);
  const results = (): unknown => {
    const out = new Uint32Array(grid.vertexCount);
    const reached = Array.from(out.subarray(0, search.reached(out)));
    return [search.cost, reached, reached.map((v) => search.steps(v)), search.path(out)];
  };
  return { run: (budget) => search.run(budget), counters: search.counters, results };
};

const alternatives: MakeQuery = (grid, [start, goal]) => {
  const search = new AlternativeRoutes(grid);
  search.begin(start, goal);
  const out = new Uint32Array(grid.vertexCount);
  return { run: (budget) => search.run(budget), counters: search.counters, results: () => Array.from({ length: search.count }, (_, i) => [search.cost(i), ...out.subarray(0, search.path(i, out))]) };
};

const any: Readonly<Record<string, MakeQuery>> = {
  'A*': toOne((grid) => new AStar(grid)),
  'A*, a heap': toOne((grid) => new AStar(grid, { queue: 'heap' })),
  'A*, a heuristic given': toOne((grid) => new AStar(grid, { heuristic: grid.heuristic() })),
  'A*, weighted': toOne((grid) => new AStar(grid, { weight: 1.5 })),
  'A*, backward': toOne((grid) => new AStar(grid, { direction: 'backward' })),
  'A*, several goals': toSeveral({}),
  'A*, backward from several goals': toSeveral({ direction: 'backward' }),
  'A*, nearest to several goals': toSeveral({ nearest: true }),
  'Dijkstra, to one': flood((grid) => new Dijkstra(grid), (search, [start, goal]) => search.begin(start, { targets: goal })),
  'Dijkstra, to many': flood((grid) => new Dijkstra(grid), (search, [start, ...targets]) => search.begin(start, { targets })),
  'Dijkstra, from many': flood((grid) => new Dijkstra(grid), (search, sources) => search.begin(sources)),
  'Dijkstra, a radius': flood((grid) => new Dijkstra(grid), (search, [start]) => search.begin(start, { radius: 3 })),
  'Dijkstra, backward': flood((grid) => new Dijkstra(grid, { direction: 'backward' }), (search, [start]) => search.begin(start)),
  'bidirectional A*': toOne((grid) => new BidirectionalAStar(grid)),
  'bidirectional A*, a heuristic given': toOne((grid) => new BidirectionalAStar(grid, { heuristic: grid.heuristic() })),
  'bidirectional Dijkstra': toOne((grid) => new BidirectionalDijkstra(grid)),
  'NBA*': toOne((grid) => new NBAStar(grid)),
  'alternative routes': alternatives,
  'bounded search': toOne((grid) => new BoundedSearch(grid, { within: 1.2 })),
  'bounded search, the cheapest': toOne((grid) => new BoundedSearch(grid, { within: 1 })),
  'breadth first': steps(Infinity, 1),
  'breadth first, so many steps': steps(3),
};
const even: Readonly<Record<string, MakeQuery>> = {
  'Lazy Theta*': toOne((grid) => new LazyThetaStar(grid)),
  'jump point search': toOne((grid) => new JumpPointSearch(grid)),
};
const squares: Readonly<Record<string, MakeQuery>> = {
  'jump point search on terrain': toOne((grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) })),
};

describe('a search whose grid is edited between two slices gives the result of one begun after the last edit', () => {
  const evenWorlds: WorldsOptions = { terrain: false, movements: ['four', 'eight'], metrics: ['exact'] };
  const squareWorlds: WorldsOptions = { sides: true, movements: ['four', 'eight'], metrics: ['exact', '5/7'] };
  for (const [kinds, options] of [[any, { sides: true }], [even, evenWorlds], [squares, squareWorlds]] as const) {
    for (const [name, begin] of Object.entries(kinds)) {
      test(name, () => {
        let under = 0;
        const property = fc.property(worlds(options), fc.integer({ min: 1, max: 4 }), (world, edits) => {
          const grid = Grid.fromRows(world.rows, rulesOf(world));
          for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
          const random = seededRandom(world.seed);
          const below = (n: number): number => Math.floor(random() * n);
          const cells = Array.from({ length: 4 }, () => grid.vertex(below(grid.width), below(grid.height)));
          const sliced = begin(grid, cells);
          // Sometimes the first edit comes before the first slice.
          for (let i = 0; i < edits; i++) {
            // A finished search needs no more.
            if ((i > 0 || below(4) > 0) && sliced.run(1 + below(6))) return;
            const [x, y] = [below(grid.width), below(grid.height)];
            const kind = kinds === even ? 0 : below(4);
            if (kind < 2) grid.setBlocked(x, y, grid.isFree(x, y));
            else if (kind === 2) grid.setCost(x, y, 1 + below(4));
            else grid.setSides(x, y, { enter: below(256), leave: 255 });
            if (sliced.counters.expanded > 0) under++;
          }
          const { expanded } = sliced.counters;
          while (!sliced.run(1 + below(9)));
          const fresh = begin(grid, cells);
          fresh.run();
          expect(sliced.results(), drawWorld(world)).toEqual(fresh.results());
          // The work of the last slices, and all work before the restarts.
          expect(sliced.counters.expanded).toBeGreaterThanOrEqual(Math.max(expanded, fresh.counters.expanded));
        });
        fc.assert(property, { numRuns: runs(1000), seed: 1955 });
        expect(under).toBeGreaterThan(runs(1000) / 10);
      });
    }
  }
});

test('the smallest case: a door closes on a path that was nearly found, and another path is taken', () => {
  const grid = Grid.fromRows(['.......', '.......', '.......']);
  const [start, goal] = [grid.vertex(0, 1), grid.vertex(6, 1)];
  const astar = new AStar(grid);
  astar.begin(start, goal);
  expect(astar.run(4)).toBe(false);
  grid.setBlocked(2, 1, true);
  while (!astar.run(3));
  expect(astar.cost).toBeCloseTo(oracleCost(grid, start, goal), 9);
  const out = new Uint32Array(grid.vertexCount);
  expect(brokenAt(grid, out, astar.path(out))).toBe(-1);
  // A finished result stays: later edits do not matter until the next query.
  grid.setRectangle(3, 0, 1, 3, 0);
  expect([astar.run(), astar.path(out) > 0, astar.search(start, goal)]).toEqual([true, true, Infinity]);
});

test('a bounded search changes its method if the first terrain or one-way cell appears between slices', () => {
  const edits = [(grid: Grid) => grid.setCost(5, 5, 9), (grid: Grid) => grid.setSides(5, 5, { enter: 1, leave: 255 })];
  for (const edit of edits) {
    const grid = new Grid(30, 30);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(29, 17)];
    const search = new BoundedSearch(grid, { within: 1 });
    search.begin(start, goal);
    search.run(0);
    edit(grid);
    search.run();
    const { cost, counters: { expanded } } = search;
    expect(cost).toBeCloseTo(oracleCost(grid, start, goal), 9);
    // A finished result stays, also if another search would now be chosen.
    grid.setRectangle(0, 0, 30, 30, 2);
    expect([search.run(), search.cost, search.counters.expanded]).toEqual([true, cost, expanded]);
  }
});

test('an edit in every pause makes each slice start over: the search ends when one slice is long enough', async () => {
  const grid = new Grid(20, 20);
  const astar = new AStar(grid, { heuristic: () => 0 });
  const flip = (): Promise<unknown> => Promise.resolve(grid.setBlocked(0, 19, grid.isFree(0, 19)));
  astar.begin(grid.vertex(0, 0), grid.vertex(19, 0));
  let pauses = 0;
  const stopped = { get aborted() { return pauses > 50; } };
  await expect(runInSlices(astar, { budget: 100, signal: stopped, pause: () => { pauses++; return flip(); } })).rejects.toMatchObject({ name: 'AbortError' });
  expect(astar.counters.expanded).toBe(5100);
  await runInSlices(astar, { budget: 400, pause: flip });
  expect(astar.cost).toBe(19);
});

test('a graph with a version is searched anew after an edit, one without needs begin', () => {
  const arcs = [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 4, 1], [4, 3, 5]] as const;
  const closing = (versioned: boolean): number => {
    const graph = new CompressedGraph(5, arcs);
    let version = 0;
    const world: Graph = Object.create(graph, { version: { get: () => (versioned ? version : undefined) } }) as Graph;
    const search = new AStar(world);
    search.begin(0, 3);
    search.run(1);
    graph.setCost(0, 1, 9);
    version++;
    search.run();
    return search.cost;
  };
  expect([closing(true), closing(false)]).toEqual([6, 3]);
});

test('rejects on resuming whatever it rejects at the beginning', () => {
  for (const make of [(grid: Grid) => new JumpPointSearch(grid), (grid: Grid) => new LazyThetaStar(grid)]) {
    const grid = Grid.fromRows(['...#.', '.#.#.', '.#...']);
    const search = make(grid);
    search.begin(grid.vertex(0, 2), grid.vertex(4, 0));
    expect(search.run(1)).toBe(false);
    grid.setCost(4, 2, 3);
    for (let i = 0; i < 2; i++) expect(() => search.run(1)).toThrow('terrain');
    grid.setCost(4, 2, 1);
    expect(search.run()).toBe(true);
    expect(search.cost).toBe(make(grid).search(grid.vertex(0, 2), grid.vertex(4, 0)));
  }
});
