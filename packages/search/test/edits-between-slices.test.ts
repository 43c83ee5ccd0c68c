import { brokenAt, CompressedGraph, EdgeCosts, pathCost, withCosts, withTurns } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, LinkedGrid, seededRandom, TorusGrid } from '@pf/grid';
import type { WorldsOptions } from '@pf/testkit';
import { drawWorld, oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { AlternativeRoutes, ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, DisjointPaths, DistanceField } from '../src/index.ts';
import { JumpPointSearch, LazyThetaStar, NBAStar, runInSlices, TerrainJumps } from '../src/index.ts';

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

describe('an edit where a search has not been does not make it start over, and it is as if the edit had come before', () => {
  type Sliced = PathSearch & Pick<Query, 'run' | 'counters'> & { readonly isStale: boolean; begin(start: number, goal: number): void };
  const reached = (search: Dijkstra): Sliced => ({
    get cost() { return search.cost; },
    get isStale() { return search.isStale; },
    counters: search.counters,
    begin: (start, goal) => { search.begin(start, { targets: goal }); },
    run: (budget) => search.run(budget),
    path: (out) => search.path(out),
  });
  const filled = (field: DistanceField, radius: number): Sliced => ({
    cost: 0,
    get isStale() { return field.isStale; },
    counters: field.counters,
    begin: (start) => { field.begin(start, undefined, radius); },
    run: (budget) => field.run(budget),
    path: (out) => {
      out.set(Array.from(field.values, (value) => Math.round(1e6 * Math.min(value, 999))));
      return field.values.length;
    },
  });
  const kinds: Readonly<Record<string, (graph: Graph) => Sliced>> = {
    'A*': (graph) => new AStar(graph),
    'A*, a heap': (graph) => new AStar(graph, { queue: 'heap' }),
    'A*, weighted': (graph) => new AStar(graph, { weight: 1.5 }),
    'A*, backward': (graph) => new AStar(graph, { direction: 'backward' }),
    'bidirectional A*': (graph) => new BidirectionalAStar(graph),
    'bidirectional Dijkstra': (graph) => new BidirectionalDijkstra(graph),
    Dijkstra: (graph) => reached(new Dijkstra(graph)),
    'Dijkstra, backward': (graph) => reached(new Dijkstra(graph, { direction: 'backward' })),
    'a field': (graph) => filled(new DistanceField(graph), Infinity),
    'a field with a radius': (graph) => filled(new DistanceField(graph), graph.vertexCount > 200 ? 6 : 0.4),
    'a field, forward': (graph) => filled(new DistanceField(graph, { direction: 'forward' }), Infinity),
    'a field, forward, with a radius': (graph) => filled(new DistanceField(graph, { direction: 'forward' }), graph.vertexCount > 200 ? 6 : 0.4),
  };

  /** Runs a search in slices, with edits between them, and another one at once after the last edit. */
  function compare(graph: Graph, begin: (graph: Graph) => Sliced, [start, goal]: readonly number[], random: () => number, edit: () => void): { readonly edits: number; readonly kept: number } {
    const sliced = begin(graph);
    sliced.begin(start, goal);
    let [edits, kept, last] = [0, 0, 0];
    while (!sliced.run(1 + Math.floor(random() * 12))) {
      if (edits === 6) continue;
      const { version } = graph;
      edit();
      if (graph.version === version) continue;
      edits++;
      if (sliced.isStale) last = sliced.counters.expanded;
      else kept++;
    }
    const fresh = begin(graph);
    fresh.begin(start, goal);
    fresh.run();
    const [out, freshOut] = [new Uint32Array(graph.vertexCount), new Uint32Array(graph.vertexCount)];
    expect([sliced.cost, ...out.subarray(0, sliced.path(out))]).toEqual([fresh.cost, ...freshOut.subarray(0, fresh.path(freshOut))]);
    expect(sliced.counters.expanded - last).toBe(fresh.counters.expanded);
    return { edits, kept };
  }

  test.each(Object.keys(kinds))('%s, on grids', (name) => {
    let [edits, kept] = [0, 0];
    for (let seed = 0; seed < runs(400); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = Grid.fromArray(Array.from({ length: 576 }, () => (random() < 0.2 ? 0 : seed % 2 === 0 ? 1 : 2 + below(3))), 24, 24, { movement: (['eight', 'four', 'hex'] as const)[seed % 3] });
      const cell = (): number => grid.vertex(below(24), below(24));
      const oneWay = seed % 4 === 0;
      if (oneWay) for (let i = 0; i < 60; i++) grid.setSides(below(24), below(24), { leave: 0 });
      const edit = (): void => {
        const v = cell();
        const kind = below(40);
        if (kind < 30 && oneWay) grid.setSides(grid.x(v), grid.y(v), kind < 10 ? { leave: below(2) * below(256) } : 'open');
        else if (kind === 0) grid.setSides(grid.x(v), grid.y(v), { enter: below(256) });
        else if (kind === 1) grid.setCost(grid.x(v), grid.y(v), 1 + below(4));
        else if (kind < 20 && seed % 2 === 1) grid.setCost(grid.x(v), grid.y(v), 2 + below(3));
        else grid.setBlocked(grid.x(v), grid.y(v), grid.cells[v] !== 0);
      };
      const found = compare(grid, kinds[name], [cell(), cell()], random, edit);
      edits += found.edits;
      kept += found.kept;
    }
    expect(kept).toBeGreaterThan(edits / 8);
    expect(kept).toBeLessThan(edits);
  });

  test.each(Object.keys(kinds).filter((name) => name !== 'A*, weighted'))('%s, on roads', (name) => {
    let [edits, kept] = [0, 0];
    for (let seed = 0; seed < runs(400); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const places = Array.from({ length: 120 }, () => [random(), random()]);
      const length = (u: number, v: number): number => Math.hypot(places[u][0] - places[v][0], places[u][1] - places[v][1]);
      const arcs = Array.from({ length: 2000 }, (): [number, number] => [below(120), below(120)]).filter(([u, v]) => length(u, v) < 0.25).map(([u, v]): [number, number, number] => [u, v, random() < 0.2 ? Infinity : (1 + random()) * length(u, v)]);
      const roads = new CompressedGraph(120, arcs);
      const fixed = Object.assign((v: number, goal: number) => length(v, goal), { revision: 0 });
      const graph: Graph = seed % 2 === 0 ? roads : Object.create(roads, { heuristic: { value: () => fixed } }) as Graph;
      const edit = (): void => {
        const [u, v] = arcs[below(arcs.length)];
        roads.setCost(u, v, below(4) === 0 ? Infinity : (1 + random()) * length(u, v));
      };
      const found = compare(graph, kinds[name], [below(120), below(120)], random, edit);
      edits += found.edits;
      kept += found.kept;
    }
    expect(kept).toBeGreaterThan(edits / 8);
    expect(kept).toBeLessThan(edits);
  });

  /** Those that search against the arcs from the first vertex that they get. */
  const towards = new Set(['Dijkstra, backward', 'a field', 'a field with a radius']);
  const kindsOfWorlds: Readonly<Record<string, (grid: Grid, below: (n: number) => number, cell: () => number) => { readonly graph: Graph; readonly ends?: (start: number, goal: number) => readonly number[]; readonly edit?: () => void }>> = {
    'links': (grid, below, cell) => {
      // A wall between two halves, most of the time.
      if (below(4) > 0) grid.setRectangle(0, 11, 24, 1, 0);
      const graph = new LinkedGrid(grid, { linksPerCell: 400 });
      const numbers: number[] = [];
      const below11 = below(3) === 0;
      const add = (): void => {
        const [from, to] = [cell(), cell()];
        // In some worlds, none above the wall.
        if (from !== to && (!below11 || Math.min(grid.y(from), grid.y(to)) > 11)) numbers.push(graph.addLink({ from, to, cost: below(9) === 0 ? 0.1 : 6 + below(40), oneWay: below(2) === 0 }));
      };
      for (let i = below(6); i < 8; i++) add();
      // So many that estimates come from a plane, or from the nearest ones.
      const [busy, beside] = [cell(), cell()];
      if (below(3) === 0 && busy !== beside) for (let i = 0; i < 300; i++) graph.addLink({ from: busy, to: beside, cost: below(2) === 0 ? 200 : 1, oneWay: true });
      const edit = (): void => {
        const [x, kind] = [below(24), below(4)];
        if (kind < 2) grid.setBlocked(x, 11, grid.isFree(x, 11));
        else if (kind === 2 && numbers.length > 3) graph.removeLink(numbers.splice(below(numbers.length), 1)[0]);
        else add();
      };
      return { graph, edit };
    },
    'joined edges': (grid) => ({ graph: new TorusGrid(grid) }),
    'set costs': (grid, below, cell) => {
      const graph = new EdgeCosts(grid);
      const edit = (): void => {
        const from = cell();
        const [heads, costs] = [new Uint32Array(8), new Float64Array(8)];
        if (grid.successors(from, heads, costs) > 0) graph.set(from, heads[0], below(4) === 0 ? Infinity : costs[0] * (1 + below(3)));
      };
      return { graph, edit };
    },
    'turns': (grid) => {
      // Turns are made while all cells are free.
      const blocked = Array.from(grid.cells.keys()).filter((v) => grid.hasVertex(v) && grid.cells[v] === 0);
      for (const v of blocked) grid.setBlocked(grid.x(v), grid.y(v), false);
      const graph = withTurns(grid, (from, over, to) => (from + to === 2 * over ? 0 : 1));
      for (const v of blocked) grid.setBlocked(grid.x(v), grid.y(v), true);
      return { graph, ends: (start, goal) => [graph.start(start), graph.goal(goal)] };
    },
  };
  test.each(Object.keys(kindsOfWorlds).flatMap((world) => Object.keys(kinds).filter((name) => !name.startsWith('A*, weighted')).map((name) => [world, name])))('over %s: %s', (world, name) => {
    let [edits, kept] = [0, 0];
    for (let seed = 0; seed < runs(120); seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = Grid.fromArray(Array.from({ length: 576 }, () => (random() < 0.2 ? 0 : 2 + below(2))), 24, 24, { movement: world === 'turns' ? 'four' : (['eight', 'four', 'hex'] as const)[seed % 3] });
      const places = Array.from({ length: 4 }, () => grid.vertex(below(24), below(24)));
      const cell = (): number => (below(4) === 0 ? places[below(4)] : grid.vertex(below(24), below(24)));
      const { graph, edit: other, ends = (...pair) => pair } = kindsOfWorlds[world](grid, below, cell);
      const edit = (): void => {
        const v = cell();
        const kind = below(20);
        if (kind < 8 && other !== undefined) other();
        else if (kind === 8) grid.setCost(grid.x(v), grid.y(v), 1 + below(4));
        else if (kind < 14) grid.setCost(grid.x(v), grid.y(v), 2 + below(3));
        else grid.setBlocked(grid.x(v), grid.y(v), grid.cells[v] !== 0);
      };
      const [start, goal] = ends(places[0], places[1]);
      const found = compare(graph, kinds[name], towards.has(name) ? [goal, start] : [start, goal], random, edit);
      edits += found.edits;
      kept += found.kept;
    }
    expect(kept).toBeGreaterThan(edits / 20);
    expect(kept).toBeLessThan(edits);
  });

  test('over a view whose costs depend on the cells around, it starts over', () => {
    const grid = new Grid(12, 2, { movement: 'four' });
    const clear = withCosts(grid, (_from, to, cost) => cost + ([-2, -1, 0, 1, 2].some((d) => grid.x(to) + d >= 0 && grid.x(to) + d < 12 && (grid.isBlocked(grid.x(to) + d, 0) || grid.isBlocked(grid.x(to) + d, 1))) ? 10 : 0));
    const search = new Dijkstra(clear);
    search.begin(grid.vertex(0, 0), { targets: grid.vertex(11, 0) });
    search.run(8);
    grid.setBlocked(6, 1, true);
    search.run();
    expect(search.distance(grid.vertex(11, 0))).toBe(new Dijkstra(clear).search(grid.vertex(0, 0), grid.vertex(11, 0)));
  });

  test('a field goes on over a blocked source and after an edit that it has not reached, not after one beside the source', () => {
    for (const [x, y, stale] of [[25, 25, false], [2, 0, true]] as const) {
      const grid = new Grid(30, 30);
      grid.setRectangle(0, 0, 3, 3, 0);
      const field = new DistanceField(grid);
      field.begin([grid.vertex(20, 0), grid.vertex(1, 1)]);
      field.run(20);
      grid.setBlocked(x, y, grid.isFree(x, y));
      expect(field.isStale).toBe(stale);
    }
  });

  test('a field of `relax` starts over, as it has read all arcs', () => {
    const rows = ['....######', '....######', '....######'];
    const [grid, after] = [Grid.fromRows(rows), Grid.fromRows(rows)];
    const havens = new Float64Array(grid.vertexCount).fill(-Infinity);
    for (let x = 0; x < 4; x++) for (let y = 0; y < 3; y++) havens[grid.vertex(x, y)] = x;
    const [field, whole] = [new DistanceField(grid), new DistanceField(after)];
    field.beginRelax(havens);
    field.run(2);
    for (const one of [grid, after]) one.setRectangle(7, 1, 2, 1, 1);
    field.run();
    whole.relax(havens);
    expect(field.values).toEqual(whole.values);
  });

  test('a heuristic that may have changed makes it start over', () => {
    const grid = new Grid(30, 30);
    for (const heuristic of [() => 0, Object.assign(() => 0, { follows: true })]) {
      const search = new AStar(grid, { heuristic });
      search.begin(grid.vertex(0, 0), grid.vertex(9, 0));
      search.run(2);
      grid.setBlocked(25, 25, grid.isFree(25, 25));
      expect(search.isStale).toBe(true);
    }
  });
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

describe('without followsEdits, a search ends that has an edit in every pause', () => {
  interface Sliced {
    followsEdits: boolean;
    begin(start: number, goal: number): void;
    run(budget: number): boolean;
  }
  const fromStart = (search: Dijkstra | DistanceField): Sliced => ({
    get followsEdits() { return search.followsEdits; },
    set followsEdits(follows) { search.followsEdits = follows; },
    begin: (start) => { search.begin(start); },
    run: (budget) => search.run(budget),
  });
  const kinds: Readonly<Record<string, (grid: Grid) => Sliced>> = {
    'A*': (grid) => new AStar(grid),
    'ARA*': (grid) => new ARAStar(grid),
    Dijkstra: (grid) => fromStart(new Dijkstra(grid)),
    'distance field': (grid) => fromStart(new DistanceField(grid)),
    'bidirectional A*': (grid) => new BidirectionalAStar(grid),
    'bidirectional Dijkstra': (grid) => new BidirectionalDijkstra(grid),
    'NBA*': (grid) => new NBAStar(grid),
    'breadth first': (grid) => new BreadthFirst(grid),
    'Lazy Theta*': (grid) => new LazyThetaStar(grid),
    'jump points': (grid) => new JumpPointSearch(grid),
    'jump points on terrain': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }),
    'alternative routes': (grid) => new AlternativeRoutes(grid),
    'disjoint paths': (grid) => new DisjointPaths(grid),
    'bounded search': (grid) => new BoundedSearch(grid, { within: 1 }),
    'bounded search, weighted': (grid) => new BoundedSearch(grid, { within: 1.2 }),
  };
  test.each(Object.keys(kinds))('%s', (name) => {
    const random = seededRandom(7);
    const grid = Grid.fromArray(Array.from({ length: 1600 }, (_, i) => (i % 41 !== 0 && random() < 0.25 ? 0 : 1)), 40, 40, { movement: name === 'breadth first' ? 'four' : 'eight' });
    const search = kinds[name](grid);
    const slices = (edit: (n: number) => void): number => {
      search.begin(grid.vertex(0, 0), grid.vertex(39, 39));
      expect(search.followsEdits).toBe(true);
      let n = 1;
      for (; !search.run(5) && n < 5000; n++) {
        edit(n);
        search.followsEdits = false;
      }
      return n;
    };
    const quiet = slices(() => undefined);
    expect(quiet).toBeGreaterThan(5);
    expect(slices((n) => grid.setBlocked(1, 0, n % 2 === 0))).toBeLessThan(2 * quiet);
    if (name.startsWith('bounded')) expect(slices((n) => grid.setCost(1, 0, 1 + (n % 3))), 'an edit after which another method fits').toBeLessThan(2 * quiet);
  });
});

test('routes whose goal is closed off after its cost was found are none', () => {
  const roads = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1], [4, 5, 1]], { directed: false });
  const routes = new AlternativeRoutes(roads);
  for (let before = 1; before < 15; before++) {
    routes.begin(0, 5);
    routes.followsEdits = false;
    routes.run(before);
    roads.setCost(2, 3, Infinity);
    while (!routes.run(1));
    const out = new Uint32Array(6);
    for (let i = 0; i < routes.count; i++) expect([...out.subarray(0, routes.path(i, out))]).toEqual([0, 1, 2, 3, 4, 5]);
    roads.setCost(2, 3, 1);
  }
});
