import type { Graph, Lattice } from '@pf/graph';
import { CompressedGraph, NO_VERTEX, pathCost } from '@pf/graph';
import { Grid, LinkedGrid, randomObstacles, seededRandom } from '@pf/grid';
import type { World } from '@pf/testkit';
import { digraphs, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Dijkstra } from '../src/index.ts';
import { plain } from './searches.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

function freeCells(grid: Grid): number[] {
  return Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
}

describe('fields on every world, forwards and backwards', () => {
  for (const direction of ['forward', 'backward'] as const) {
    const backward = direction === 'backward';
    test(direction, () => {
      const property = fc.property(worlds({ sides: true }), fc.nat(48), (world, quarters) => {
        const radius = quarters / 4;
        const grid = gridOf(world);
        const free = freeCells(grid);
        if (free.length === 0) return;
        const source = free[world.seed % free.length];
        const expected = oracleDistances(grid, source, { backward });
        const dijkstra = new Dijkstra(grid, { direction });
        const n = grid.vertexCount;

        const within = Array.from(expected.keys()).filter((v) => expected[v] <= radius);
        expect(dijkstra.flood(source, radius)).toBe(within.length);
        const reached = new Uint32Array(n);
        expect(dijkstra.reached(reached)).toBe(within.length);
        for (let i = 1; i < within.length; i++) expect(dijkstra.distance(reached[i])).toBeGreaterThanOrEqual(dijkstra.distance(reached[i - 1]));
        expect([...reached.subarray(0, within.length)].sort((a, b) => a - b)).toEqual(within);
        expect(reached[0]).toBe(source);

        expect(dijkstra.flood(source)).toBe(expected.filter((d) => d < Infinity).length);
        const field = new Float64Array(n);
        dijkstra.distances(field);
        const steps = new Int32Array(n);
        dijkstra.firstSteps(steps);
        const out = new Uint32Array(n);
        for (let v = 0; v < n; v++) {
          if (expected[v] === Infinity) {
            expect([field[v], dijkstra.distance(v), steps[v], dijkstra.parent(v), dijkstra.path(out, v)]).toEqual([Infinity, Infinity, NO_VERTEX, NO_VERTEX, 0]);
            continue;
          }
          expect(field[v]).toBe(dijkstra.distance(v));
          expect(Math.abs(field[v] - expected[v])).toBeLessThanOrEqual(1e-9);
          const length = dijkstra.path(out, v);
          expect(Math.abs(pathCost(grid, out, length) - expected[v])).toBeLessThanOrEqual(1e-9);
          const [from, to] = backward ? [v, source] : [source, v];
          expect([out[0], out[length - 1]]).toEqual([from, to]);
          expect(steps[v]).toBe(v === source ? source : out[1]);
        }
        const reachedCount = dijkstra.searchMany(source, free);
        expect(reachedCount).toBe(free.filter((v) => expected[v] < Infinity).length);
      });
      fc.assert(property, { numRuns: runs(250), seed: 1959 });
    });
  }
});

describe('reached vertices are sorted by distance', () => {
  test('even if a bucket of the queue holds cells of several distances', () => {
    const rough = randomObstacles(40, 40, 0.1, seededRandom(5));
    for (const v of freeCells(rough)) rough.setCost(rough.x(v), rough.y(v), 1 + (v % 3));
    const wide = new Grid(300, 40);
    for (const grid of [new Grid(3, 3), randomObstacles(40, 40, 0.3, seededRandom(4)), rough, wide, new Grid(31, 31, { movement: 'hex' })]) {
      const free = freeCells(grid);
      const source = free[free.length >> 1];
      for (const graph of [grid, asGraph(grid)]) {
        const dijkstra = new Dijkstra(graph);
        const order = new Uint32Array(grid.vertexCount);
        const n = dijkstra.flood(source);
        expect(n).toBeGreaterThan(free.length / 2);
        dijkstra.reached(order);
        const reached = [...order.subarray(0, n)];
        expect(new Set(reached).size).toBe(n);
        expect(reached.findIndex((v, i) => i > 0 && dijkstra.distance(v) < dijkstra.distance(reached[i - 1]))).toBe(-1);
        expect(dijkstra.counters.reopened).toBe(0);
      }
    }
  });

  test('and reading them in between changes nothing', () => {
    const grid = randomObstacles(40, 40, 0.1, seededRandom(6));
    const source = freeCells(grid)[300];
    const [whole, observed] = [new Dijkstra(grid), new Dijkstra(grid)];
    const orders = [0, 1].map(() => new Uint32Array(grid.vertexCount));
    const steps = [0, 1].map(() => new Int32Array(grid.vertexCount));
    const n = whole.flood(source);
    observed.begin(source);
    while (!observed.run(37)) observed.reached(orders[1]);
    for (const [i, search] of [whole, observed].entries()) {
      search.firstSteps(steps[i]);
      expect(search.reached(orders[i])).toBe(n);
    }
    expect(orders[1]).toEqual(orders[0]);
    expect(steps[1]).toEqual(steps[0]);
  });
});

describe('reached lists each parent before its children', () => {
  const check = (graph: Graph, source: number): void => {
    for (const direction of ['forward', 'backward'] as const) {
      const dijkstra = new Dijkstra(graph, { direction });
      const order = new Uint32Array(graph.vertexCount);
      dijkstra.flood(source);
      const listed = new Set([NO_VERTEX]);
      for (const v of order.subarray(0, dijkstra.reached(order))) {
        expect(listed.has(dijkstra.parent(v))).toBe(true);
        listed.add(v);
      }
    }
  };

  test('on grids, alone and with links that may cost nothing', () => {
    const property = fc.property(worlds({ sides: true }), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(0, 0, 0.25, 3)), { maxLength: 6 }), (world, links) => {
      const grid = gridOf(world);
      const free = freeCells(grid);
      if (free.length === 0) return;
      const linked = new LinkedGrid(grid, { linksPerCell: 12 });
      for (const [from, to, cost] of links) if (from % free.length !== to % free.length) linked.addLink({ from: free[from % free.length], to: free[to % free.length], cost });
      for (const graph of [grid, linked]) check(graph, free[world.seed % free.length]);
    });
    fc.assert(property, { numRuns: runs(150), seed: 1956 });
  });

  test('on graphs with arcs that cost nothing', () => {
    const property = fc.property(digraphs(), fc.nat(), ({ vertexCount, arcs }, a) => {
      check(new CompressedGraph(vertexCount, arcs), a % vertexCount);
    });
    fc.assert(property, { numRuns: runs(300), seed: 1957 });
  });
});

function asGraph(grid: Grid): CompressedGraph {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  const arcs = freeCells(grid).flatMap((v) => Array.from({ length: grid.successors(v, to, cost) }, (_, i) => [v, to[i], cost[i]] as const));
  return new CompressedGraph(grid.vertexCount, arcs);
}

describe('every vertex is closed once, with its final label', () => {
  /** The bytes of a grid, with other weights. */
  const lattice = (grid: Grid, weights: Uint8Array): Lattice => ({
    ...plain(grid),
    moves: grid.moves, offsets: grid.offsets, lengths: grid.lengths, weights, weighted: true,
    successors(v, to, cost) {
      const n = grid.successors(v, to, cost);
      for (let i = 0; i < n; i++) cost[i] *= weights[to[i]];
      return n;
    },
    predecessors(v, to, cost) {
      const n = grid.predecessors(v, to, cost);
      for (let i = 0; i < n; i++) cost[i] *= weights[v];
      return n;
    },
  });

  test('even if a diagonal is a million times as long as a straight step, on expensive ground', () => {
    // A winding corridor of terrain 255 reaches the goal at a lower cost than one diagonal step, whose cost exceeds the ring.
    const grid = new Grid(81, 72, { corners: 'always', metric: { straight: 1, diagonal: 1_200_000 } }, 0);
    for (let x = 2; x < 81; x++) grid.setCost(x, 0, 255);
    grid.setCost(1, 0, 1);
    grid.setCost(80, 1, 255);
    for (let x = 80, up = false; x >= 0; x -= 2, up = !up) {
      grid.setRectangle(x, 2, 1, 70, 255);
      if (x >= 2) grid.setCost(x - 1, up ? 2 : 71, 255);
    }
    grid.setCost(0, 1, 1);
    const [start, goal] = [grid.vertex(1, 0), grid.vertex(0, 1)];
    const expected = oracleDistances(grid, start)[goal];
    const dijkstra = new Dijkstra(grid);
    expect([expected, dijkstra.search(start, goal)]).toEqual([744_856, 744_856]);
    expect([dijkstra.flood(start), dijkstra.counters.reopened]).toEqual([grid.terrain.free, 0]);
  });

  test('even if a step may cost nothing', () => {
    const random = seededRandom(1961);
    for (let world = 0; world < runs(1000); world++) {
      const grid = new Grid(2 + Math.floor(5 * random()), 2 + Math.floor(4 * random()));
      for (let i = 0; i < 5; i++) grid.setBlocked(Math.floor(grid.width * random()), Math.floor(grid.height * random()), true);
      const graph = lattice(grid, Uint8Array.from({ length: grid.vertexCount }, () => [0, 1, 1, 2][Math.floor(4 * random())]));
      const free = freeCells(grid);
      if (free.length === 0) continue;
      const start = free[Math.floor(free.length * random())];
      for (const direction of ['forward', 'backward'] as const) {
        const expected = oracleDistances(graph, start, { backward: direction === 'backward' });
        const dijkstra = new Dijkstra(graph, { direction });
        const reached = new Uint32Array(2 * grid.vertexCount);
        const count = dijkstra.flood(start);
        expect(count).toBe(expected.filter((distance) => distance < Infinity).length);
        expect(new Set(reached.subarray(0, dijkstra.reached(reached))).size).toBe(count);
        for (const goal of free) {
          const cost = dijkstra.search(start, goal);
          if (expected[goal] === Infinity) expect(cost).toBe(Infinity);
          else expect(cost).toBeCloseTo(expected[goal], 9);
        }
        expect(dijkstra.flood(start, 0)).toBe(expected.filter((distance) => distance === 0).length);
      }
    }
  });
});

test('with several sources the nearest counts', () => {
  const property = fc.property(digraphs(), fc.nat(), fc.nat(), (digraph, a, b) => {
    const graph = new CompressedGraph(digraph.vertexCount, digraph.arcs);
    const sources = [a % graph.vertexCount, b % graph.vertexCount];
    const [one, two] = sources.map((source) => oracleDistances(graph, source));
    const dijkstra = new Dijkstra(graph);
    dijkstra.flood(sources);
    for (let v = 0; v < graph.vertexCount; v++) expect(dijkstra.distance(v)).toBe(Math.min(one[v], two[v]));
  });
  fc.assert(property, { numRuns: runs(300), seed: 1960 });
});

describe('it stops', () => {
  const grid = new Grid(41, 41, { movement: 'four' });
  const centre = grid.vertex(20, 20);

  test('at a radius, inclusive: cells within a number of moves', () => {
    const dijkstra = new Dijkstra(grid);
    for (let moves = 0; moves <= 10; moves++) expect(dijkstra.flood(centre, moves)).toBe(2 * moves * (moves + 1) + 1);
    const eight = new Grid(9, 9);
    expect(new Dijkstra(eight).flood(eight.vertex(0, 0), 0)).toBe(1);
    const diagonal = new Grid(9, 9);
    expect(new Dijkstra(diagonal).flood(diagonal.vertex(4, 4), 3 * Math.SQRT2)).toBe(53);
    // However short the steps are.
    for (const straight of [1e-13, 1e-40, 1e40]) {
      const short = new Dijkstra(new Grid(50, 1, { metric: { straight, diagonal: 1.4 * straight } }));
      expect([0, 1, 2, 10].map((steps) => short.flood(new Grid(50, 1).vertex(0, 0), steps * straight))).toEqual([1, 2, 3, 11]);
    }
    // 3000 times 0.7 sums to slightly more than 2100.
    const road = new CompressedGraph(3001, Array.from({ length: 3000 }, (_, v) => [v, v + 1, 0.7] as const));
    expect(new Dijkstra(road).flood(0, 2100)).toBe(3001);
  });

  test('at a radius without a label beyond it', () => {
    for (const graph of [grid, plain(grid)]) {
      const dijkstra = new Dijkstra(graph);
      expect(dijkstra.flood(centre, 5)).toBe(61);
      expect({ ...dijkstra.counters }).toEqual({ expanded: 61, generated: 60, reopened: 0, queueOperations: 122 });
    }
  });

  test('when its targets are reached, even if they are repeated', () => {
    const dijkstra = new Dijkstra(grid);
    expect(dijkstra.search(centre, grid.vertex(23, 20))).toBe(3);
    expect(dijkstra.counters.expanded).toBeLessThanOrEqual(25);
    const near = grid.vertex(21, 20);
    expect(dijkstra.searchMany(centre, [near, near, centre])).toBe(2);
    expect(dijkstra.counters.expanded).toBeLessThanOrEqual(5);
    expect(dijkstra.searchMany(centre, [])).toBe(0);
    expect(dijkstra.counters.expanded).toBe(0);
    const field = new Float64Array(grid.vertexCount);
    for (const target of [near, centre - 1, centre + grid.stride, centre - grid.stride]) {
      dijkstra.flood(centre);
      dijkstra.search(centre, target);
      dijkstra.distances(field);
      expect(field).toEqual(field.map((_, v) => dijkstra.distance(v)));
    }
    dijkstra.begin(centre, { targets: near });
    expect([dijkstra.run(), dijkstra.run(0, { aborted: true })]).toEqual([true, true]);
    // The targets of one query do not count in the next.
    expect(dijkstra.search(centre, grid.vertex(30, 20))).toBe(10);
    expect(dijkstra.path(new Uint32Array(11))).toBe(11);
  });

  test('when its budget is spent, and resumes from there', () => {
    const whole = new Dijkstra(grid);
    const sliced = new Dijkstra(grid);
    whole.flood(centre, 15);
    sliced.begin(centre, { radius: 15 });
    let slices = 1;
    while (!sliced.run(100)) slices++;
    expect(slices).toBe(Math.floor(481 / 100) + 1);
    expect({ ...sliced.counters }).toEqual({ ...whole.counters });
    sliced.begin(centre);
    expect(sliced.run(Infinity, { aborted: true })).toBe(false);
    expect(sliced.counters.expanded).toBe(0);
    expect(sliced.run()).toBe(true);
  });
});

test('takes memory for targets only if there are any', () => {
  const grid = new Grid(9, 9);
  const dijkstra = new Dijkstra(grid);
  dijkstra.flood(grid.vertex(0, 0));
  expect(dijkstra['wanted']).toBeUndefined();
  dijkstra.searchMany(grid.vertex(0, 0), [grid.vertex(3, 3)]);
  expect(dijkstra['wanted']).toHaveLength(grid.vertexCount);
});

test('nearest tries a vertex only if it costs less than the last one accepted', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(9, 9, { movement });
    const dijkstra = new Dijkstra(grid);
    const source = grid.vertex(4, 4);
    const distances = oracleDistances(grid, source);
    // Those of the last kind cost less than others in their bucket.
    for (const wanted of [[[8, 4], [4, 1], [1, 4], [7, 4]], [[7, 5], [6, 6], [2, 2], [5, 7]]].map((cells) => cells.map(([x, y]) => grid.vertex(x, y)))) {
      const accepted: number[] = [];
      const found = dijkstra.nearest(source, (v) => wanted.includes(v) && accepted.push(v) > 0);
      expect([found, dijkstra.cost]).toEqual([accepted.at(-1), Math.min(...wanted.map((v) => distances[v]))]);
      expect(accepted.slice(1).every((v, i) => distances[v] < distances[accepted[i]])).toBe(true);
    }
  }
});

test('nearest within a radius finds what an oracle finds, and expands nothing beyond', () => {
  const random = seededRandom(20270301);
  for (let round = 0; round < 60; round++) {
    const movement = (['four', 'eight', 'hex'] as const)[round % 3];
    const grid = Grid.fromArray(Array.from({ length: 12 * 12 }, () => (random() < 0.25 ? 0 : 1 + Math.floor(random() * 4))), 12, 12, { movement });
    const source = grid.vertex(Math.floor(random() * 12), Math.floor(random() * 12));
    const distances = oracleDistances(grid, source);
    const wanted = Uint8Array.from({ length: grid.vertexCount }, () => (random() < 0.05 ? 1 : 0));
    const costs = [...wanted.keys()].filter((v) => wanted[v] === 1).map((v) => distances[v]);
    // A wanted vertex may be exactly at the radius.
    const radius = [random() * 12, Math.min(...costs), 0][round % 3];
    const within = costs.filter((cost) => cost <= radius * (1 + 1e-9));
    const dijkstra = new Dijkstra(grid);
    const found = dijkstra.nearest(source, (v) => wanted[v] === 1, radius);
    expect(found === NO_VERTEX).toBe(within.length === 0 || Math.min(...within) === Infinity);
    if (found !== NO_VERTEX) expect([wanted[found], dijkstra.cost]).toEqual([1, expect.closeTo(Math.min(...within), 9)]);
    expect(dijkstra.counters.expanded).toBeLessThanOrEqual(distances.filter((cost) => cost <= radius * (1 + 1e-9)).length);
  }
  expect(() => new Dijkstra(new Grid(2, 2)).nearest(5, () => true, { within: 3 } as never)).toThrow('The radius must be 0 or more, got an object.');
});

test('with targets and accept, ends at whichever comes first; the path leads to the accepted vertex, if any, else to the last target', () => {
  const grid = Grid.fromRows(['.....#.']);
  const [start, near, goal, enclosed] = [0, 1, 4, 6].map((x) => grid.vertex(x, 0));
  const cases: [targets: number[], accepted: number[], cost: number, length: number][] = [
    [[goal], [goal], 4, 5],
    [[near, goal], [goal], 4, 5],
    [[goal, near], [near], 1, 2],
    [[goal], [near], 1, 2],
    [[near], [goal], 1, 2],
    [[goal, near], [], 1, 2],
    [[enclosed, goal], [], 4, 5],
    [[goal, enclosed], [], Infinity, 0],
    [[goal, enclosed], [goal], 4, 5],
  ];
  const dijkstra = new Dijkstra(grid);
  for (const [targets, accepted, ...expected] of cases) {
    const asked: number[] = [];
    dijkstra.begin(start, { targets, accept: (v) => asked.push(v) > 0 && accepted.includes(v) });
    dijkstra.run();
    expect([dijkstra.cost, dijkstra.path(new Uint32Array(9))], `${targets.join()}; ${accepted.join()}`).toEqual(expected);
    expect(new Set(asked).size).toBe(asked.length);
  }
});

test('with targets and accept, ends at whichever comes first, also within a bucket of the queue', () => {
  const grid = Grid.fromRows(['......', '.#....', '...2..', '......']);
  const [start, fixed] = [grid.vertex(0, 0), grid.vertex(3, 1)];
  const free = freeCells(grid);
  const distances = oracleDistances(grid, start);
  for (const graph of [grid, plain(grid)]) {
    const dijkstra = new Dijkstra(graph);
    for (const target of free) {
      for (const accepted of free) {
        for (const targets of [[target], [fixed, target], [target, fixed]]) {
          const all = Math.max(...targets.map((v) => distances[v]));
          // At the same cost, either is first.
          if (Math.abs(distances[accepted] - all) < 1e-9) continue;
          dijkstra.begin(start, { targets, accept: (v) => v === accepted });
          dijkstra.run();
          expect(dijkstra.cost, `${targets.join()}; ${accepted}`).toBeCloseTo(distances[accepted] < all ? distances[accepted] : distances[targets.at(-1)!], 9);
          // A bucket is half a step wide.
          expect(Math.max(...free.filter((v) => dijkstra.isClosed(v)).map((v) => distances[v]))).toBeLessThan(Math.min(distances[accepted], all) + 0.5);
        }
      }
    }
  }
});

test('labels can be read during the search, and the cost is that of the path to the last target', () => {
  const grid = new Grid(9, 9, { movement: 'four' });
  const [start, near, far] = [grid.vertex(0, 0), grid.vertex(2, 0), grid.vertex(8, 8)];
  const dijkstra = new Dijkstra(grid);
  dijkstra.begin(start, { targets: [near, far] });
  expect([dijkstra.isOpen(start), dijkstra.isClosed(start), dijkstra.g(start), dijkstra.cost]).toEqual([true, false, 0, Infinity]);
  expect(dijkstra.run(1)).toBe(false);
  const beside = grid.vertex(1, 0);
  expect([dijkstra.isOpen(beside), dijkstra.isClosed(beside), dijkstra.g(beside), dijkstra.distance(beside)]).toEqual([true, false, 1, Infinity]);
  dijkstra.run();
  expect([dijkstra.isClosed(beside), dijkstra.distance(beside), dijkstra.cost, dijkstra.path(new Uint32Array(81))]).toEqual([true, 1, 16, 17]);
  dijkstra.flood(start);
  expect(dijkstra.cost).toBe(Infinity);
});

test('rejects invalid arguments', () => {
  const grid = new Grid(4, 4);
  const dijkstra = new Dijkstra(grid);
  const v = grid.vertex(0, 0);
  expect(() => dijkstra.flood(v, -1)).toThrow('The radius must be 0 or more, got -1.');
  expect(() => dijkstra.flood(v, '2' as never)).toThrow("The radius must be 0 or more, got '2'.");
  expect(() => { dijkstra.begin(v, 3 as never); }).toThrow('Dijkstra.begin takes { targets, radius } for what ends the search, got 3: for one goal, { targets: goal }.');
  expect(() => { dijkstra.begin(v, { accept: 3 } as never); }).toThrow('accept is a function that says whether a vertex is a goal, got 3.');
  expect(() => dijkstra.flood(99)).toThrow('The source must be');
  expect(() => dijkstra.searchMany(v, [99])).toThrow('The target must be');
  dijkstra.flood(v);
  expect(() => dijkstra.reached(new Uint32Array(15))).toThrow('16 vertices were reached, but the buffer holds 15.');
  expect(dijkstra.reached(new Uint32Array(16))).toBe(16);
  expect(() => dijkstra.distances(new Float64Array(3))).toThrow('A field has 36 entries, one a vertex, but the buffer holds 3.');
  expect(() => dijkstra.firstSteps(new Int32Array(3))).toThrow('A field has 36 entries');
  expect(() => new Dijkstra(grid, { direction: 'both' as 'forward' })).toThrow("got 'both'");
});

test('a version that throws in the first query with a target does not break later ones', () => {
  let isLoaded = false;
  const graph = { ...plain(new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]])), get version(): number { if (!isLoaded) throw new Error('not loaded yet'); return 1; } };
  const dijkstra = new Dijkstra(graph);
  expect(() => dijkstra.search(0, 2)).toThrow('not loaded yet');
  isLoaded = true;
  expect(dijkstra.search(0, 2)).toBe(5);
});
