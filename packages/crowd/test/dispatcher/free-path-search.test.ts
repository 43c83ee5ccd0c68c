import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom, zero } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import { FreePathSearch } from '../../src/dispatcher/free-path-search.ts';
import { Unit } from '../../src/dispatcher/unit.ts';
import { UnitKind } from '../../src/dispatcher/unit-kind.ts';

function search(graph: Graph): { search: FreePathSearch; onFound: (path: number[]) => void; paths: number[][]; unitAt: (v: number) => Unit } {
  const paths: number[][] = [];
  const onFound = (path: number[]): void => void paths.push(path);
  return { search: new FreePathSearch(graph.vertexCount), onFound, paths, unitAt: (v) => new Unit(v, new AStar(graph, { heuristic: zero }), new UnitKind(graph, zero, undefined)) };
}

test('finds a shortest path over free vertices to the route, and along it to its end, exactly if one exists', () => {
  let found = 0;
  let missing = 0;
  for (let seed = 1; seed <= runs(300); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    // By vertex, where its arcs lead: many are one-way.
    const n = 4 + below(40);
    const heads = Array.from({ length: n }, () => Array.from({ length: below(4) }, () => below(n)));
    const graph = new CompressedGraph(n, heads.flatMap((list, v) => list.map((u) => [v, u, 1] as const)));
    const { search: free, onFound, paths, unitAt } = search(graph);
    for (let k = 0; k < 4; k++) {
      const at = below(n);
      const taken = new Set(Array.from({ length: below(n) }, () => below(n)).filter((v) => v !== at));
      const route = [below(n)];
      // It may pass a vertex twice.
      while (route.length < 8 && heads[route.at(-1)!].length > 0) route.push(heads[route.at(-1)!][below(heads[route.at(-1)!].length)]);
      const steps = new Map([[at, 0]]);
      for (const [v, step] of steps) for (const u of heads[v]) if (!steps.has(u) && (!taken.has(u) || route.includes(u))) if (!route.includes(v)) steps.set(u, step + 1);
      const toRoute = Math.min(...route.map((v) => steps.get(v) ?? Infinity));
      paths.length = 0;
      const reads = vi.spyOn(graph, 'predecessors');
      free.begin({}, unitAt(at), route, (_unit, v) => taken.has(v), onFound);
      free.run(k);
      expect(free.isBusy).toBe(false);
      free.run(k);
      if (toRoute === 0) expect(reads.mock.calls.length).toBe(0);
      reads.mockRestore();
      expect(paths.length, `seed ${seed}`).toBe(toRoute < Infinity ? 1 : 0);
      if (paths.length === 0) {
        missing++;
        continue;
      }
      found++;
      const [path] = paths;
      expect([path[0], path.at(-1)]).toEqual([at, route.at(-1)]);
      expect(new Set(path).size).toBe(path.length);
      path.forEach((v, i) => i === 0 || expect(heads[path[i - 1]].includes(v), `seed ${seed}: ${path.join()}`).toBe(true));
      expect(path.findIndex((v) => route.includes(v))).toBe(toRoute);
      const indices = path.slice(toRoute).map((v) => route.lastIndexOf(v));
      expect(indices.every((index, i) => i === 0 || index > indices[i - 1])).toBe(true);
    }
  }
  expect(Math.min(found, missing)).toBeGreaterThan(runs(300) / 2);
});

test('reads 512 vertices in each frame, not while the unit waits; only who began a search ends it', () => {
  const grid = new Grid(50, 60, { movement: 'four' });
  const { search: free, onFound, paths, unitAt } = search(grid);
  const [near, far] = [grid.vertex(0, 0), grid.vertex(49, 59)];
  const [unit, other] = [unitAt(near), unitAt(near)];
  const reads = vi.spyOn(grid, 'predecessors');
  const run = (): number => {
    reads.mockClear();
    free.run(7);
    return reads.mock.calls.length;
  };
  const owner = {};
  const begin = (): void => free.begin(owner, unit, [far], () => false, onFound);
  expect([run(), free.isBusy]).toEqual([0, false]);
  begin();
  expect([run(), run(), free.isBusy]).toEqual([512, 512, true]);
  unit.status = 'waiting';
  expect([run(), free.isBusy]).toEqual([0, true]);
  unit.status = 'walking';
  free.end(owner, other);
  free.end({}, unit);
  expect([run(), run(), run(), free.isBusy]).toEqual([512, 512, 512, true]);
  // The unit is in the last corner.
  expect([run(), free.isBusy, paths.length, paths[0].length]).toEqual([438, false, 1, 109]);
  begin();
  run();
  free.end(owner, unit);
  expect([free.isBusy, run(), paths.length]).toEqual([false, 0, 1]);
});

test.each([
  ['a post in a wall', 'four', ['.....', '.000.', '..#..', '.....'], 0, 2],
  ['mud beside a road', 'four', ['~~~~~~~', '~00000~', '~~~~~~~', '.......'], 0, 2],
] as const)('finds a path by steps that are not much more expensive than others from the same vertex: %s', (_name, movement, rows, from, to) => {
  const grid = Grid.fromRows(rows, { legend: { '.': 1, '~': 20, '#': 60, 0: 0 }, movement });
  const { search: free, onFound, paths, unitAt } = search(grid);
  free.begin({}, unitAt(grid.vertex(2, from)), [grid.vertex(2, to)], () => false, onFound);
  free.run(1);
  expect(paths.length).toBe(1);
  const costs = new Float64Array(grid.maxDegree);
  const out = new Uint32Array(grid.maxDegree);
  for (let i = 1; i < paths[0].length - 1; i++) {
    const n = grid.successors(paths[0][i - 1], out, costs);
    expect(grid.cells[paths[0][i]]).toBeLessThanOrEqual(16 * Math.min(...costs.subarray(0, n)));
  }
});

test.each([
  ['only if asked for', ['...', '###', '...'], false, 0],
  ['if asked for', ['...', '###', '...'], true, 3],
  ['not where a free path leads around, however long', ['.....', '####.', '.....'], true, 11],
  ['over as few cells of it as it can', ['...', '##.', '###', '...'], true, 8],
])('leads through a wall with a price %s', (_, rows, mayEnterWalls, length) => {
  const grid = Grid.fromRows(rows, { legend: { '.': 1, '#': 60 }, movement: 'four' });
  const { search: free, onFound, paths, unitAt } = search(grid);
  free.begin({}, unitAt(grid.vertex(0, 0)), [grid.vertex(0, rows.length - 1)], () => false, onFound, mayEnterWalls);
  for (let frame = 1; free.isBusy; frame++) free.run(frame);
  expect(paths.map((path) => path.length)).toEqual(length === 0 ? [] : [length]);
});

test('a path leads around a vertex for which the graph throws', () => {
  const grid = new Grid(9, 9);
  const { search: free, onFound, paths, unitAt } = search(grid);
  const broken = grid.vertex(4, 4);
  const predecessors = grid.predecessors.bind(grid);
  vi.spyOn(grid, 'predecessors').mockImplementation((v, to, cost) => {
    if (v === broken) throw new Error('not loaded yet');
    return predecessors(v, to, cost);
  });
  free.begin({}, unitAt(grid.vertex(0, 0)), [grid.vertex(8, 8)], () => false, onFound);
  free.run(1);
  expect([paths.map((path) => path.length), paths[0].includes(broken), free.isBusy]).toEqual([[10], false, false]);
});
