import type { Graph } from '@pf/graph';
import { CompressedGraph, pathCost, withCosts } from '@pf/graph';
import { caves, Grid, HexMap, LinkedGrid, rooms, seededRandom, TorusGrid } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { AlternativeRoutesOptions } from '../../src/index.ts';
import { AlternativeRoutes, AStar, Dijkstra, runInSlices } from '../../src/index.ts';
import { plain } from '../searches.ts';

/** All routes of a query. */
function routesOf(routes: AlternativeRoutes, vertexCount: number): { readonly cost: number; readonly path: number[] }[] {
  const out = new Uint32Array(vertexCount);
  return Array.from({ length: routes.count }, (_, i) => ({ cost: routes.cost(i), path: [...out.subarray(0, routes.path(i, out))] }));
}

function find(graph: Graph, start: number, goal: number, options?: AlternativeRoutesOptions): ReturnType<typeof routesOf> {
  const routes = new AlternativeRoutes(graph, options);
  routes.search(start, goal);
  return routesOf(routes, graph.vertexCount);
}

test('one house, a way around it on either side: finds both', () => {
  const grid = new Grid(40, 15);
  grid.setRectangle(12, 5, 10, 6, 0);
  const sides = find(grid, grid.vertex(2, 7), grid.vertex(37, 7)).map(({ path }) => (path.some((v) => grid.x(v) === 15 && grid.y(v) < 5) ? 'north' : 'south'));
  expect(sides.slice(0, 2).sort()).toEqual(['north', 'south']);
});

test('one cheap cell elsewhere on a map changes no route', () => {
  const [even, grid] = [0, 1].map(() => Grid.fromArray(new Uint8Array(600).fill(5), 40, 15));
  for (const map of [even, grid]) map.setRectangle(12, 5, 10, 6, 0);
  grid.setCost(0, 0, 1);
  const [start, goal] = [grid.vertex(2, 7), grid.vertex(37, 7)];
  expect(find(grid, start, goal)).toEqual(find(even, start, goal));
});

test('finds both ways around a rectangle in nearly all worlds, however short', () => {
  const random = seededRandom(27);
  const below = (n: number): number => Math.floor(random() * n);
  let [worlds, missed] = [0, 0];
  for (let round = 0; round < runs(150); round++) {
    const [w, h] = [round % 3 === 0 ? 10 + below(8) : 30 + below(30), 15 + below(20)];
    const grid = new Grid(w, h, { movement: round % 2 === 0 ? 'eight' : 'four' });
    const [x, y] = [4 + below(w - 9), 2 + below(h - 8)];
    const [across, high] = [1 + below(w - x - 4), 2 + below(h - y - 4)];
    grid.setRectangle(x, y, across, high, 0);
    const [start, goal] = [grid.vertex(2, y + below(high)), grid.vertex(w - 3, y + below(high))];
    const costs = [[0, y], [y + high, h - y - high]].map(([from, length]) => {
      const closed = grid.clone();
      closed.setRectangle(x, from, 1, length, 0);
      return new AStar(closed).search(start, goal);
    });
    if (Math.max(...costs) > 1.35 * Math.min(...costs)) continue;
    worlds++;
    if (new Set(find(grid, start, goal).map(({ path }) => path.some((v) => grid.x(v) === x && grid.y(v) < y))).size < 2) missed++;
  }
  expect(worlds).toBeGreaterThan(runs(100));
  expect(missed).toBeLessThanOrEqual(worlds * 0.04);
});

test.each<[string, (seed: number) => Graph, number]>([
  ['a grid', (seed) => caves(40, 40, seededRandom(seed), { ratio: 0.42 }), 4],
  ['terrain', (seed) => { const grid = rooms(40, 40, 7, seededRandom(seed)); for (const v of grid.cells.keys()) if (grid.cells[v] !== 0) grid.setCost(grid.x(v), grid.y(v), 3 + (v % 3)); return grid; }, 4],
  ['a whole metric', (seed) => Grid.fromArray(rooms(40, 40, 7, seededRandom(seed)).toArray(), 40, 40, { metric: '5/7' }), 4],
  ['hexagons', (seed) => { const map = new HexMap(30, 30); const random = seededRandom(seed); for (let i = 0; i < 200; i++) map.setBlocked(Math.floor(random() * 30), Math.floor(random() * 30), true); return map.grid; }, 4],
  ['a torus', (seed) => new TorusGrid(rooms(40, 40, 7, seededRandom(seed))), 4],
  ['a grid with links', (seed) => new LinkedGrid(rooms(40, 40, 7, seededRandom(seed))), 4],
  ['a graph', (seed) => ({ ...plain(rooms(40, 40, 7, seededRandom(seed))), hasVertex: (v) => v > 42 }), 0],
])('%s: routes keep apart from earlier ones', (_, make, steps) => {
  const random = seededRandom(9);
  let alternatives = 0;
  for (let seed = 1; seed <= runs(6); seed++) {
    const graph = make(seed);
    const all = new Uint32Array(graph.vertexCount);
    const part = new Dijkstra(graph);
    for (let v = 0; graph.hasVertex?.(v) === false || part.flood(v) < 300;) v++;
    const size = part.reached(all);
    for (let query = 0; query < 5; query++) {
      const [start, goal] = [0, 0].map(() => all[Math.floor(random() * size)]);
      const routes = find(graph, start, goal);
      const [{ cost: least, path: cheapest }] = routes;
      // Steps of average cost.
      const usual = steps === 0 ? 0 : (steps * least) / (cheapest.length - 1);
      if (start !== goal) expect(routes).toEqual(find(graph, start, goal, { apart: usual }));
      if (steps === 0) continue;
      const margin = Math.min(usual, least / 8);
      const [fromStart, toGoal, near] = [new Dijkstra(graph), new Dijkstra(graph, { direction: 'backward' }), new Dijkstra(graph)];
      fromStart.flood(start);
      toGoal.flood(goal);
      for (let i = 1; i < routes.length; i++) {
        alternatives++;
        for (const earlier of routes.slice(0, i)) {
          near.flood(earlier.path);
          const isMiddle = (v: number): boolean => Math.min(fromStart.distance(v), toGoal.distance(v)) > 2 * margin * (1 + 1e-9);
          const { path } = routes[i];
          expect(path.some((v) => near.distance(v) > margin)).toBe(true);
          const isNear = (v: number): boolean => near.distance(v) < margin * (1 - 1e-9);
          const shared = path.slice(1).reduce((sum, v, j) => sum + (isMiddle(v) && isNear(v) && isNear(path[j]) ? pathCost(graph, [path[j], v]) : 0), 0);
          expect(shared).toBeLessThanOrEqual(0.8 * least + 1e-9);
        }
      }
    }
  }
  if (steps > 0) expect(alternatives).toBeGreaterThan(runs(20));
});

test('in slices, finds the same routes; starts over after an edit', async () => {
  const grid = rooms(40, 40, 8, seededRandom(6));
  const [start, goal] = [grid.vertex(1, 1), grid.vertex(38, 37)];
  const whole = new AlternativeRoutes(grid);
  expect(() => whole.run()).toThrow('call begin(start, goal) first');
  whole.search(start, goal);
  const expected = routesOf(whole, grid.vertexCount);
  expect(expected.length).toBe(3);
  const routes = new AlternativeRoutes(grid);
  for (const budget of [1, 7, 100, 1e9]) {
    routes.begin(start, goal);
    expect(routes.count).toBe(0);
    let slices = 1;
    for (let before = 0; !routes.run(budget); before = routes.counters.expanded) {
      slices++;
      expect(routes.counters.expanded - before).toBeLessThanOrEqual(budget);
    }
    expect(slices).toBeGreaterThanOrEqual(whole.counters.expanded / budget);
    expect([routesOf(routes, grid.vertexCount), routes.counters.expanded]).toEqual([expected, whole.counters.expanded]);
  }
  for (const at of [1, 10, 25, 100]) {
    routes.begin(start, goal);
    let isDone = false;
    for (let slice = 0; slice < at; slice++) isDone = routes.run(100);
    const { path } = find(grid, start, goal)[0];
    const v = path[path.length >> 1];
    grid.setBlocked(grid.x(v), grid.y(v), true);
    // Finished ones keep their routes.
    await runInSlices(routes, { budget: 100 });
    expect(routesOf(routes, grid.vertexCount)).toEqual(isDone ? expected : find(grid, start, goal));
    grid.setBlocked(grid.x(v), grid.y(v), false);
  }
});

test('a slice ranks and tries only as many plateaus as its budget allows', () => {
  const grid = rooms(40, 40, 8, seededRandom(6));
  const routes = new AlternativeRoutes(grid);
  let read = 0;
  const unroll = routes['unroll'].bind(routes);
  routes['unroll'] = (via) => {
    const n = unroll(via);
    read += n;
    return n;
  };
  routes.begin(grid.vertex(1, 1), grid.vertex(38, 37));
  for (let isDone = false; !isDone; ) {
    read = 0;
    isDone = routes.run(200);
    // The last plateau may exceed it, and the cheapest route is read once.
    expect(read).toBeLessThan(200 + 2 * 100);
  }
  expect(routes.count).toBe(3);
});

test('a slice looks for plateaus at only as many vertices as its budget allows', () => {
  const grid = new Grid(100, 100);
  for (const x of [20, 60]) grid.setRectangle(x, 40, 20, 20, 0);
  const routes = new AlternativeRoutes(grid);
  let read = 0;
  for (const search of [routes['fromStart'], routes['toGoal']]) {
    const distance = search.distance.bind(search);
    search.distance = (v) => {
      read++;
      return distance(v);
    };
  }
  routes.begin(grid.vertex(1, 50), grid.vertex(98, 50));
  for (let isDone = false; !isDone; ) {
    read = 0;
    isDone = routes.run(50);
    // 16 vertices for an expansion, and up to ten costs for each; or the costs along a route, for each earlier one.
    expect(read).toBeLessThan(50 * 16 * 10 + 2 * 2 * 300);
  }
  expect(routes.count).toBe(3);
});

test('counters sum the work of all its searches', () => {
  const grid = rooms(40, 40, 8, seededRandom(6));
  const [start, goal] = [grid.vertex(1, 1), grid.vertex(38, 37)];
  const routes = new AlternativeRoutes(grid, { maxRoutes: 1 });
  routes.begin(start, goal);
  while (!routes.run(50));
  const [forward, backward] = [new Dijkstra(grid), new Dijkstra(grid, { direction: 'backward' })];
  const sums = { expanded: 0, generated: 0, queueOperations: 0 };
  const radius = 1.4 * routes.cost(0);
  for (const [search, from, until] of [[backward, goal, { targets: start }], [forward, start, { radius }], [backward, goal, { radius }]] as const) {
    search.begin(from, until);
    search.run();
    for (const name of ['expanded', 'generated', 'queueOperations'] as const) sums[name] += search.counters[name];
  }
  expect(routes.counters).toMatchObject(sums);
});

test('the first route is the cheapest, others keep the limits of cost and overlap, and none has loops', () => {
  const random = seededRandom(2010);
  let alternatives = 0;
  for (let round = 0; round < runs(120); round++) {
    const grid = rooms(30, 30, 6, random);
    const stretch = [1.1, 1.4, 2][round % 3];
    const overlap = [0.3, 0.6, 1][Math.floor(round / 3) % 3];
    const routes = new AlternativeRoutes(grid, { maxRoutes: 4, stretch, overlap });
    const out = new Uint32Array(grid.vertexCount);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
    for (let question = 0; question < 4; question++) {
      const [start, goal] = [0, 0].map(() => free[Math.floor(random() * free.length)]);
      const least = oracleDistances(grid, start)[goal];
      const n = routes.search(start, goal);
      if (least === Infinity) {
        expect(n).toBe(0);
        continue;
      }
      expect(routes.cost(0)).toBeCloseTo(least, 9);
      const before: Set<string>[] = [];
      for (let i = 0; i < n; i++) {
        const path = [...out.subarray(0, routes.path(i, out))];
        expect([path[0], path.at(-1), new Set(path).size]).toEqual([start, goal, path.length]);
        expect(pathCost(grid, path, path.length)).toBeCloseTo(routes.cost(i), 9);
        expect(routes.cost(i)).toBeLessThanOrEqual(stretch * least + 1e-9);
        const steps = new Set(path.slice(1).map((v, j) => `${path[j]} ${v}`));
        for (const others of before) {
          const shared = path.slice(1).reduce((sum, v, j) => sum + (others.has(`${path[j]} ${v}`) ? pathCost(grid, [path[j], v], 2) : 0), 0);
          expect(shared).toBeLessThanOrEqual(overlap * least + 1e-9);
          expect(steps).not.toEqual(others);
        }
        before.push(steps);
      }
      alternatives += Math.max(0, n - 1);
    }
  }
  expect(alternatives).toBeGreaterThan(runs(120));
});

test('roads: finds two routes around a lake, and no third', () => {
  const graph = new CompressedGraph(6, [[0, 1, 5], [1, 5, 5], [0, 2, 6], [2, 5, 6], [0, 3, 10], [3, 5, 10]]);
  const routes = new AlternativeRoutes(graph);
  expect(routes.search(0, 5)).toBe(2);
  expect([routes.cost(0), routes.cost(1)]).toEqual([10, 12]);
  const out = new Uint32Array(6);
  expect([...out.subarray(0, routes.path(1, out))]).toEqual([0, 2, 5]);
  expect(new AlternativeRoutes(graph, { stretch: 2 }).search(0, 5)).toBe(3);
  expect(new AlternativeRoutes(graph, { maxRoutes: 1 }).search(0, 5)).toBe(1);
  expect([routes.search(5, 0), routes.search(4, 4), routes.cost(0)]).toEqual([0, 1, 0]);
});

test('with apart, an arc that only ends at an earlier route is not common with it', () => {
  const graph = new CompressedGraph(5, [[0, 1, 30], [1, 2, 30], [2, 3, 40], [0, 4, 20], [4, 2, 50]]);
  expect(find(graph, 0, 3, { apart: 1 }).map(({ cost }) => cost)).toEqual([100, 110]);
  // Both ends of 1 4 and 4 2 are near.
  const lanes = new CompressedGraph(5, [[0, 1, 30], [1, 2, 30], [2, 3, 40], [1, 4, 1], [4, 2, 30]]);
  expect(find(lanes, 0, 3, { apart: 1 }).map(({ cost }) => cost)).toEqual([100]);
});

test('prefers a long plateau to a lower cost, and turns back nowhere', () => {
  // From 0 to 9: directly; over 1 and 2, nearly all of it a plateau; over 3, whose plateau is a single vertex; and into the dead end 4.
  const graph = new CompressedGraph(10, [[0, 9, 10], [0, 1, 1], [1, 2, 10], [2, 9, 1], [0, 3, 5], [3, 9, 6], [0, 4, 1], [4, 0, 1]]);
  const two = new AlternativeRoutes(graph, { maxRoutes: 2, overlap: 1 });
  expect([two.search(0, 9), two.cost(0), two.cost(1)]).toEqual([2, 10, 12]);
  const all = new AlternativeRoutes(graph, { maxRoutes: 9, overlap: 1 });
  expect([all.search(0, 9), all.cost(1), all.cost(2)]).toEqual([3, 12, 11]);
  const out = new Uint32Array(10);
  expect([...out.subarray(0, all.path(1, out))]).toEqual([0, 1, 2, 9]);
});

test('a bypass much shorter than a tenth of the route is none', () => {
  // From 1 to 3 directly, or over 2.
  const graph = new CompressedGraph(5, [[0, 1, 49], [1, 3, 1], [3, 4, 49], [1, 2, 1], [2, 3, 1]]);
  expect(new AlternativeRoutes(graph, { overlap: 1 }).search(0, 4)).toBe(1);
  const long = new CompressedGraph(5, [[0, 1, 40], [1, 3, 15], [3, 4, 45], [1, 2, 8], [2, 3, 8]]);
  expect(new AlternativeRoutes(long, { overlap: 1 }).search(0, 4)).toBe(2);
});

test('finds on fixed worlds the routes that it has found before', () => {
  const found = (apart?: number): string[][] => [1, 2, 3].map((seed) => {
    const grid = rooms(30, 30, 6, seededRandom(seed));
    const routes = find(grid, grid.vertex(1, 1), grid.vertex(28, 28), { maxRoutes: 6, stretch: 1.6, overlap: 0.7, apart });
    return routes.map(({ cost, path }) => [cost.toFixed(3), path.reduce((sum, v) => sum + v, 0)].join(' '));
  });
  // A difference is a change of the algorithm or of the order of ties.
  expect(found()).toMatchInlineSnapshot(`
    [
      [
        "44.627 19464",
        "47.556 26143",
        "49.556 19476",
        "52.485 35260",
        "46.971 24759",
      ],
      [
        "43.456 19391",
        "49.314 31246",
        "50.385 19060",
        "48.728 27076",
        "46.971 26102",
        "46.385 21798",
      ],
      [
        "48.142 21919",
        "48.971 25822",
        "55.556 36351",
        "50.485 18507",
        "48.142 24146",
        "51.314 31456",
      ],
    ]
  `);
  expect(found(0)).toMatchInlineSnapshot(`
    [
      [
        "44.627 19464",
        "49.556 19476",
        "46.971 24759",
        "44.627 19425",
        "47.556 26143",
        "46.971 23973",
      ],
      [
        "43.456 19391",
        "43.456 19259",
        "46.385 20176",
        "46.385 21798",
        "45.213 21814",
        "50.385 19060",
      ],
      [
        "48.142 21919",
        "48.142 24146",
        "48.728 20008",
        "48.971 25822",
        "48.142 22707",
        "51.314 30902",
      ],
    ]
  `);
});

test('a route that costs exactly as much as the stretch allows counts, however costs round', () => {
  const roads = new CompressedGraph(6, [[0, 1, 0.1], [1, 2, 0.1], [2, 3, 0.4], [0, 4, 0.2], [4, 5, 0.2], [5, 3, 0.2]]);
  expect(new AlternativeRoutes(roads, { stretch: 1 }).search(0, 3)).toBe(2);
});

test('a route that shares exactly as much as the overlap allows counts, however costs round', () => {
  const roads = new CompressedGraph(6, [[0, 1, 0.1], [1, 2, 0.2], [2, 3, 0.2], [3, 5, 0.1], [2, 4, 0.2], [4, 5, 0.1]]);
  expect(new AlternativeRoutes(roads, { overlap: 0.5 }).search(0, 5)).toBe(2);
});

test('gives the same routes again after the graph has thrown', () => {
  let left = Infinity;
  const lake = new CompressedGraph(6, [[0, 1, 5], [1, 5, 5], [0, 2, 6], [2, 5, 6], [0, 3, 7], [3, 5, 7]]);
  const routes = new AlternativeRoutes(
    withCosts(lake, (_, __, cost) => {
      if (--left === 0) throw new Error('not loaded yet');
      return cost;
    }),
  );
  for (let at = 1; at <= 12; at++) {
    left = at;
    expect(() => routes.search(0, 5)).toThrow('not loaded yet');
    expect(() => routes.cost(0)).toThrow('There are 0 routes');
    left = Infinity;
    expect([routes.search(0, 5), routes.cost(0), routes.cost(1), routes.cost(2)]).toEqual([3, 10, 12, 14]);
  }
});

test('rejects invalid arguments', () => {
  const grid = new Grid(4, 4);
  expect(() => new AlternativeRoutes(grid, { maxRoutes: 0 })).toThrow('maxRoutes must be a whole number of 1 or more, got 0.');
  expect(() => new AlternativeRoutes(grid, { stretch: 0.9 })).toThrow('stretch must be a finite number of 1 or more, got 0.9.');
  expect(() => new AlternativeRoutes(grid, { stretch: Infinity })).toThrow('stretch must be a finite number of 1 or more, got Infinity.');
  expect(() => new AlternativeRoutes(grid, { overlap: -0.1 })).toThrow('overlap must be from 0 to 1, got -0.1.');
  expect(() => new AlternativeRoutes(grid, { overlap: 2 })).toThrow('overlap must be from 0 to 1, got 2.');
  expect(() => new AlternativeRoutes(grid, { apart: -1 })).toThrow('apart must be a finite number of 0 or more, got -1.');
  expect(() => new AlternativeRoutes(grid, { apart: Infinity })).toThrow('apart must be a finite number of 0 or more, got Infinity.');
  const routes = new AlternativeRoutes(grid);
  expect(() => routes.cost(0)).toThrow('There are 0 routes, numbered from 0, got 0');
  routes.search(grid.vertex(0, 0), grid.vertex(3, 3));
  expect(routes.path(0, new Uint32Array(4))).toBe(4);
  expect(() => routes.path(0, new Uint32Array(1))).toThrow('The route has 4 vertices, and the buffer holds 1');
});

test('a route may share exactly as much as the overlap allows, and one of one is the cheapest', () => {
  const graph = new CompressedGraph(5, [[0, 1, 2], [1, 2, 1], [2, 4, 1], [1, 3, 1], [3, 4, 1.5]]);
  const count = (options: { readonly overlap?: number; readonly maxRoutes?: number }): number => new AlternativeRoutes(graph, options).search(0, 4);
  expect([count({ overlap: 0.5 }), count({ overlap: 0.49 }), count({ maxRoutes: 1 })]).toEqual([2, 1, 1]);
});

test('no route has loops when stamps run out', () => {
  const grid = rooms(30, 30, 6, seededRandom(4));
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const options = { maxRoutes: 4, stretch: 2, overlap: 1 };
  const [routes, old] = [new AlternativeRoutes(grid, options), new AlternativeRoutes(grid, options)];
  for (let question = 0; question < 20; question++) {
    if (question === 3) old['visit'] = 2 ** 31 - 9;
    const [start, goal] = [free[question * 7], free[free.length - 1 - question * 5]];
    const costs = [routes, old].map((each) => Array.from({ length: each.search(start, goal) }, (_, i) => each.cost(i)));
    expect(costs[1]).toEqual(costs[0]);
  }
});

test.each(['four', 'hex'] as const)('open ground of %s has alternatives, however equal paths are chosen', (movement) => {
  const grid = new Grid(60, 40, { movement });
  const routes = new AlternativeRoutes(grid, { apart: 4 });
  let three = 0;
  for (let y = 0; y < 40; y++) if (routes.search(grid.vertex(3, y), grid.vertex(56, (7 * y) % 40)) === 3) three++;
  expect(three).toBeGreaterThan(26);
});
