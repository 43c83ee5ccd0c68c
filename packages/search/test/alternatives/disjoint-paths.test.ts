import type { Graph } from '@pf/graph';
import { CompressedGraph, pathCost, withCosts } from '@pf/graph';
import { Grid, rooms, seededRandom, TorusGrid } from '@pf/grid';
import type { Digraph } from '@pf/testkit';
import { digraphs, drawWorld, oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DisjointPaths } from '../../src/index.ts';
import { plain } from '../searches.ts';

/** All arcs of a graph, of parallel ones the cheapest. */
function arcsOf(graph: Graph): Map<number, number>[] {
  const [to, cost] = [new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)];
  return Array.from({ length: graph.vertexCount }, (_, v) => {
    const heads = new Map<number, number>();
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) heads.set(to[i], Math.min(cost[i], heads.get(to[i]) ?? Infinity));
    return heads;
  });
}

/** By trying all sets of paths. */
function leastByTrial(graph: Graph, start: number, goal: number, count: number): number {
  const arcs = arcsOf(graph);
  const paths: { readonly inner: readonly number[]; readonly cost: number }[] = [];
  const walk = (path: readonly number[], cost: number): void => {
    for (const [u, step] of arcs[path[path.length - 1]]) {
      if (u === goal) paths.push({ inner: path.slice(1), cost: cost + step });
      else if (!path.includes(u)) walk([...path, u], cost + step);
    }
  };
  walk([start], 0);
  const choose = (from: number, left: number, used: ReadonlySet<number>): number => {
    if (left === 0) return 0;
    let least = Infinity;
    for (let i = from; i < paths.length; i++) {
      const { inner, cost } = paths[i];
      if (!inner.some((v) => used.has(v))) least = Math.min(least, cost + choose(i + 1, left - 1, new Set([...used, ...inner])));
    }
    return least;
  };
  return choose(0, count, new Set());
}

/** By flows: vertex v is split into 2v and 2v + 1, and each round finds its path by Bellman and Ford's rule. */
function leastByFlow(graph: Graph, start: number, goal: number, count: number): number {
  const edges: { readonly from: number; readonly to: number; readonly cost: number; free: number }[] = [];
  const add = (from: number, to: number, cost: number): void => void edges.push({ from, to, cost, free: 1 }, { from: to, to: from, cost: -cost, free: 0 });
  for (const [v, heads] of arcsOf(graph).entries()) {
    if (v !== start && v !== goal && heads.size > 0) add(2 * v, 2 * v + 1, 0);
    for (const [u, cost] of heads) if (u !== v) add(2 * v + 1, 2 * u, cost);
  }
  let total = 0;
  for (let round = 0; round < count; round++) {
    const labels = new Float64Array(2 * graph.vertexCount).fill(Infinity);
    const by = new Int32Array(2 * graph.vertexCount).fill(-1);
    labels[2 * start + 1] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (const [i, { from, to, cost, free }] of edges.entries()) {
        if (free === 0 || !(labels[from] + cost < labels[to] - 1e-9)) continue;
        labels[to] = labels[from] + cost;
        by[to] = i;
        changed = true;
      }
    }
    if (labels[2 * goal] === Infinity) return Infinity;
    total += labels[2 * goal];
    for (let at = 2 * goal; at !== 2 * start + 1; at = edges[by[at]].from) {
      edges[by[at]].free--;
      edges[by[at] ^ 1].free++;
    }
  }
  return total;
}

/** With twice as many arcs. */
function denser(vertexCount: number, arcs: Digraph['arcs']): CompressedGraph {
  return new CompressedGraph(vertexCount, [...arcs, ...arcs.map(([u, v, cost]) => [v, (u * 7 + v) % vertexCount, cost] as const)]);
}

/** The paths of a query, after checks of all that can be seen of them. */
function pathsOf(search: DisjointPaths, graph: Graph, start: number, goal: number, count: number): number[][] {
  const out = new Uint32Array(graph.vertexCount);
  const paths = Array.from({ length: count }, (_, i) => [...out.subarray(0, search.path(i, out))]);
  if (search.cost === Infinity) {
    expect(paths.flat()).toEqual([]);
    return paths;
  }
  for (const path of paths) expect([path[0], path.at(-1)]).toEqual([start, goal]);
  const inner = paths.flatMap((path) => path.slice(1, -1));
  expect(new Set([...inner, start, goal]).size).toBe(inner.length + 2);
  expect(paths.filter(({ length }) => length === 2).length).toBeLessThanOrEqual(1);
  const costs = paths.map((path) => pathCost(graph, path));
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(search.cost, 9);
  for (let i = 1; i < count; i++) expect(costs[i]).toBeGreaterThanOrEqual(costs[i - 1] - 1e-9);
  return paths;
}

test('has the least sum of costs: small graphs against all sets of paths', () => {
  let found = 0;
  const property = fc.property(digraphs({ maxVertices: 7 }), fc.integer({ min: 1, max: 3 }), ({ vertexCount, arcs }, count) => {
    const graph = denser(vertexCount, arcs);
    const search = new DisjointPaths(graph, { count });
    for (let start = 0; start < vertexCount; start++) {
      const goal = (start + 1 + (arcs.length % Math.max(1, vertexCount - 1))) % vertexCount;
      if (start === goal) continue;
      const least = leastByTrial(graph, start, goal, count);
      const cost = search.search(start, goal);
      if (least === Infinity) expect(cost).toBe(Infinity);
      else expect(cost).toBeCloseTo(least, 9);
      pathsOf(search, graph, start, goal, count);
      if (cost < Infinity && count > 1) found++;
    }
  });
  fc.assert(property, { numRuns: runs(3000), seed: 1974 });
  expect(found).toBeGreaterThan(runs(500));
});

test('graphs and grids of every kind against flows', () => {
  let [found, none] = [0, 0];
  const check = (graph: Graph, cells: readonly number[], count: number, said: string): void => {
    const search = new DisjointPaths(graph, { count });
    for (let i = 0; i + 1 < cells.length; i++) {
      const [start, goal] = [cells[i], cells[i + 1]];
      if (start === goal) continue;
      const least = leastByFlow(graph, start, goal, count);
      const cost = search.search(start, goal);
      if (least === Infinity) expect(cost, said).toBe(Infinity);
      else expect(cost, said).toBeCloseTo(least, 8);
      pathsOf(search, graph, start, goal, count);
      if (count > 1) if (cost === Infinity) none++; else found++;
    }
  };
  fc.assert(fc.property(digraphs({ maxVertices: 24 }), fc.integer({ min: 1, max: 4 }), fc.nat(), ({ vertexCount, arcs }, count, seed) => {
    const random = seededRandom(seed);
    check(denser(vertexCount, arcs), Array.from({ length: 4 }, () => Math.floor(random() * vertexCount)), count, '');
  }), { numRuns: runs(1500), seed: 1 });
  fc.assert(fc.property(worlds({ maxSize: 7, sides: true }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }), (world, count, kind) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
    const random = seededRandom(world.seed);
    const cells = Array.from({ length: 3 }, () => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
    const graph = kind === 0 ? plain(grid) : kind === 1 ? withCosts(grid, (_, u, cost) => (u % 3 === 0 ? 0 : cost)) : grid;
    check(graph, cells, count, drawWorld(world));
  }), { numRuns: runs(1500), seed: 2 });
  expect(Math.min(found, none)).toBeGreaterThan(runs(400));
});

test('the two paths of a torus and of rooms cost no less than the cheapest twice', () => {
  const random = seededRandom(7);
  for (const graph of [new TorusGrid(rooms(30, 30, 6, random)), rooms(60, 60, 8, random)]) {
    const grid = graph instanceof TorusGrid ? graph.grid : graph;
    const search = new DisjointPaths(graph);
    for (let query = 0; query < 20; query++) {
      const [start, goal] = [0, 0].map(() => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
      if (start === goal) continue;
      expect(search.search(start, goal)).toBeGreaterThanOrEqual(2 * oracleCost(graph, start, goal) - 1e-9);
      pathsOf(search, graph, start, goal, 2);
    }
  }
});

test('ends that are equal or adjacent, parallel arcs, arcs that cost nothing', () => {
  const graph = new CompressedGraph(5, [[0, 1, 4], [0, 1, 2], [0, 2, 0], [2, 1, 0], [1, 0, 3], [3, 3, 1], [3, 4, 1], [3, 4, 1]]);
  const search = new DisjointPaths(graph);
  const out = new Uint32Array(5);
  expect([search.cost, search.path(0, out)]).toEqual([Infinity, 0]);
  expect(search.search(0, 1)).toBe(2);
  expect([0, 1].map((i) => [...out.subarray(0, search.path(i, out))])).toEqual([[0, 2, 1], [0, 1]]);
  // The direct arc counts once, however often it is there.
  expect([search.search(3, 4), search.search(1, 0), search.path(0, out)]).toEqual([Infinity, Infinity, 0]);
  expect([search.search(2, 2), search.path(0, out), search.path(1, out), out[0]]).toEqual([0, 1, 1, 2]);
});

test('in slices, finds the same paths; starts over after an edit, and after the graph has thrown', () => {
  const grid = rooms(40, 40, 8, seededRandom(6));
  const [start, goal] = [grid.vertex(1, 1), grid.vertex(38, 37)];
  let left = Infinity;
  const view = withCosts(grid, (_, __, cost) => {
    if (--left === 0) throw new Error('not loaded yet');
    return cost;
  });
  const [whole, search] = [new DisjointPaths(grid), new DisjointPaths(view)];
  expect(() => search.run()).toThrow('call begin(start, goal) first');
  const cost = whole.search(start, goal);
  expect(cost).toBeLessThan(Infinity);
  for (const budget of [1, 50, 1e9]) {
    search.begin(start, goal);
    for (let before = 0; !search.run(budget); before = search.counters.expanded) {
      expect([search.cost, search.counters.expanded - before <= budget]).toEqual([Infinity, true]);
    }
    expect([search.cost, search.counters.expanded]).toEqual([cost, whole.counters.expanded]);
  }
  for (const at of [1, 500, 3000, 9000]) {
    left = at;
    expect(() => search.search(start, goal)).toThrow('not loaded yet');
    left = Infinity;
    search.run();
    expect(pathsOf(search, grid, start, goal, 2)).toEqual(pathsOf(whole, grid, start, goal, 2));
  }
  search.begin(start, goal);
  search.run(whole.counters.expanded - 5);
  const [path] = pathsOf(whole, grid, start, goal, 2);
  grid.setBlocked(grid.x(path[20]), grid.y(path[20]), true);
  while (!search.run(100));
  expect([search.cost, search.cost > cost]).toEqual([whole.search(start, goal), true]);
});

test('answers as a new search does when stamps run out', () => {
  const grid = rooms(20, 20, 5, seededRandom(4));
  const old = new DisjointPaths(grid);
  for (let query = 0; query < 12; query++) {
    if (query === 3) old['round'] = 2 ** 31 - 8;
    if (query === 6) old['query'] = 2 ** 31 - 3;
    const [start, goal] = [grid.vertex(1, 1 + query), grid.vertex(18, 18 - query)];
    const fresh = new DisjointPaths(grid);
    expect(old.search(start, goal)).toBe(fresh.search(start, goal));
    expect(pathsOf(old, grid, start, goal, 2)).toEqual(pathsOf(fresh, grid, start, goal, 2));
  }
});

test('rejects invalid arguments', () => {
  const grid = new Grid(4, 4);
  for (const count of [0, 1.5, NaN]) expect(() => new DisjointPaths(grid, { count })).toThrow(`count must be a whole number of 1 or more, got ${count}.`);
  expect(() => new DisjointPaths(grid, { counts: 2 } as never)).toThrow('counts');
  const search = new DisjointPaths(grid);
  expect(() => search.search(-1, 9)).toThrow('whole number');
  search.search(grid.vertex(0, 0), grid.vertex(3, 3));
  expect(() => search.path(2, new Uint32Array(9))).toThrow('Paths are numbered from 0 to 1, got 2.');
  expect(() => search.path(0, new Uint32Array(1))).toThrow('more than the 1 vertices');
  const odd = (cost: number): Graph => ({ vertexCount: 2, maxDegree: 1, successors: (v, to, costs) => ((to[0] = 1 - v), (costs[0] = cost), 1), predecessors: () => 0 });
  for (const cost of [-1, NaN]) expect(() => new DisjointPaths(odd(cost)).search(0, 1)).toThrow(`costs ${cost}: an arc must cost a number, 0 or more.`);
});
