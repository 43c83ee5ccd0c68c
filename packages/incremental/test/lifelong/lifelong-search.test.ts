import type { Graph } from '@pf/graph';
import { CompressedGraph, pathCost } from '@pf/graph';
import { Grid, maze, seededRandom } from '@pf/grid';
import { bytesHeld, oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { PlannerOptions } from '../../src/index.ts';
import { DStarLite, LPAStar } from '../../src/index.ts';

type Made = DStarLite | LPAStar;

/** All members of this family, by the name that tests use; `bound` limits the cost of a path, as a factor. */
const family: Readonly<Record<string, { make: (graph: Graph, options: PlannerOptions) => Made; bound?: number }>> = {
  'D* Lite, basic': { make: (graph, options) => new DStarLite(graph, { ...options, variant: 'basic' }) },
  'D* Lite, km': { make: (graph, options) => new DStarLite(graph, { ...options, variant: 'km' }) },
  'D* Lite, optimized': { make: (graph, options) => new DStarLite(graph, options) },
  'LPA*': { make: (graph, options) => new LPAStar(graph, options) },
  'LPA*, factor 2': { make: (graph, options) => new LPAStar(graph, { ...options, weight: 2 }), bound: 2 },
};

/** Plans to the end, one expansion at a time; returns the vertices in order. */
function expansions(planner: Made): number[] {
  const expanded: number[] = [];
  for (let done = false; !done; ) {
    const before = planner.counters.expanded;
    done = planner.run(1);
    if (planner.counters.expanded > before) expanded.push(planner.lastExpanded);
  }
  return expanded;
}

/** When a search begins, exactly the inconsistent vertices are open. */
function expectQueue(planner: Made): void {
  for (let v = 0; v < planner.graph.vertexCount; v++) {
    if (planner.isOpen(v) !== (planner.g(v) !== planner.rhs(v))) throw new Error(`${v} has g ${planner.g(v)} and rhs ${planner.rhs(v)}, but isOpen says ${planner.isOpen(v)}`);
  }
}

/** A directed graph whose arcs open and close. */
class Changing implements Graph {
  readonly maxDegree: number;

  constructor(
    readonly vertexCount: number,
    readonly costs: number[][],
  ) {
    this.maxDegree = vertexCount;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(to, cost, this.costs[v]);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(to, cost, this.costs.map((row) => row[v]));
  }
}

/** An arc to each vertex whose cost is not 0. */
function write(to: Uint32Array, cost: Float64Array, costs: readonly number[]): number {
  let n = 0;
  for (const [w, c] of costs.entries()) {
    if (c === 0) continue;
    to[n] = w;
    cost[n++] = c;
  }
  return n;
}

describe.each(Object.keys(family))('%s', (name) => {
  const { make, bound = 1 } = family[name];

  test.each(['buckets', 'larger-g', 'smaller-g'] as const)('is right on directed graphs whose arcs open and close, %s', (queue) => {
    const random = seededRandom(404);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < 6; world++) {
      const n = 5 + below(6);
      // The reciprocals of odd numbers are rounded.
      const cost = (): number => (random() < 0.75 ? 0 : (1 + below(9)) / (queue === 'buckets' ? 1 : 7));
      const graph = new Changing(n, Array.from({ length: n }, () => Array.from({ length: n }, cost)));
      const planner = make(graph, { queue });
      planner.begin(0, n - 1);
      for (let change = 0; change < 40; change++) {
        planner.run();
        const expected = oracleCost(graph, planner.start, planner.goal);
        const [low, high] = [expected * (1 - 1e-9), expected * bound * (1 + 1e-9)];
        if (!(planner.cost >= low && planner.cost <= high)) throw new Error(`world ${world}, change ${change}: ${planner.cost} instead of ${expected}`);
        if (random() < 0.2) planner.moveTo(random() < 0.7 && planner.next() !== -1 ? planner.next() : below(n));
        const tails = Uint32Array.from({ length: 1 + below(3) }, () => below(n));
        for (const tail of tails) graph.costs[tail][below(n)] = cost();
        planner.arcsChanged(tails, tails.length);
        expectQueue(planner);
      }
    }
  });

  test('a start that moves before the first plan gives the plan of a query from there', () => {
    const grid = maze(21, 21, seededRandom(3), { movement: 'four', opened: 20 });
    const [start, before, goal] = [[1, 1], [19, 1], [19, 19]].map(([x, y]) => grid.vertex(x, y));
    const options = { heuristic: grid.heuristic() };
    const direct = make(grid, options);
    direct.begin(start, goal);
    const moved = make(grid, options);
    moved.begin(before, goal);
    moved.moveTo(start);
    expect(expansions(moved)).toEqual(expansions(direct));
    expect(moved.cost).toBe(direct.cost);
  });

  test('a start that jumps has no path before it is planned', () => {
    const grid = new Grid(9, 9, { movement: 'four' });
    const planner = make(grid, { heuristic: grid.heuristic() });
    planner.begin(grid.vertex(0, 4), grid.vertex(8, 4));
    planner.run();
    expect(planner.cost).toBe(8);
    planner.moveTo(grid.vertex(4, 4));
    expect([planner.cost, planner.next()]).toEqual([Infinity, -1]);
    planner.run();
    expect([planner.cost, planner.next()]).toEqual([4, grid.vertex(5, 4)]);
    planner.moveTo(planner.next());
    // The rest of a weighted path may be too expensive from the current vertex.
    if (bound > 1) planner.run();
    expect([planner.cost, planner.next()]).toEqual([3, grid.vertex(6, 4)]);
  });

  test('only the reported tails are read', () => {
    const counted = [[], [5]].map((rest) => {
      const grid = new Grid(9, 9, { movement: 'four' });
      const planner = make(grid, { heuristic: grid.heuristic() });
      planner.begin(grid.vertex(0, 4), grid.vertex(8, 4));
      planner.run();
      const tails = new Uint32Array(9);
      const n = grid.setBlocked(4, 4, true, tails);
      // A cell near the path whose change is not reported.
      tails.set(rest.map((y) => grid.vertex(5, y)), n);
      const { queueOperations } = planner.counters;
      planner.arcsChanged(tails, n);
      return planner.counters.queueOperations - queueOperations;
    });
    expect(counted[0]).toBe(counted[1]);
  });

  test('shows the vertices in the queue', () => {
    const grid = new Grid(5, 1, { movement: 'four' });
    const planner = make(grid, { heuristic: grid.heuristic() });
    planner.begin(grid.vertex(0, 0), grid.vertex(4, 0));
    const open = (): string => [0, 1, 2, 3, 4].filter((x) => planner.isOpen(grid.vertex(x, 0))).join('');
    expect(open()).toBe('4');
    planner.run(2);
    expect(open()).toBe('2');
  });
});

describe('a weighted search', () => {
  /** Sixty changes; returns counts of expanded vertices, of queue operations, and of vertices left for a later search. */
  function live(weight: number, maxCost: number): number[] {
    const SIDE = 20;
    const random = seededRandom(77);
    const below = (n: number): number => Math.floor(n * random());
    const grid = new Grid(SIDE, SIDE, { metric: '5/7' });
    const worth = (): number => (random() < 0.25 ? 0 : 1 + below(maxCost));
    for (let i = 0; i < SIDE * SIDE; i++) grid.setCost(i % SIDE, Math.floor(i / SIDE), worth());
    for (const corner of [0, SIDE - 2]) grid.setRectangle(corner, corner, 2, 2, 1);
    const planner = new LPAStar(grid, { heuristic: grid.heuristic({ least: 1 }), weight });
    const tails = new Uint32Array(9);
    const path = new Uint32Array(grid.vertexCount);
    let later = 0;
    planner.begin(grid.vertex(0, 0), grid.vertex(SIDE - 1, SIDE - 1));
    for (let change = 0; change < 60; change++) {
      const times = new Map<number, number>();
      for (const v of expansions(planner)) times.set(v, (times.get(v) ?? 0) + 1);
      expect(Math.max(0, ...times.values())).toBeLessThanOrEqual(2);
      expect(planner.cost).toBe(pathCost(grid, path, planner.path(path)));
      expect(planner.cost).toBeLessThanOrEqual(weight * oracleCost(grid, planner.start, planner.goal));
      for (let v = 0; v < grid.vertexCount; v++) if (planner.g(v) > planner.rhs(v) && !planner.isOpen(v)) later++;
      if (change % 8 === 7) planner.moveTo(planner.next());
      const n = grid.setCost(2 + below(SIDE - 4), 2 + below(SIDE - 4), worth(), tails);
      planner.arcsChanged(tails, n);
      // An empty change begins no search.
      if (n > 0) expectQueue(planner);
    }
    return [planner.counters.expanded, planner.counters.queueOperations, later];
  }

  test('expands no vertex more than twice, and keeps its bound with the vertices left for later', () => {
    expect([1, 1.5, 2, 4].map((weight) => live(weight, 1))).toEqual([[352, 1497, 0], [78, 689, 2], [75, 700, 0], [66, 698, 0]]);
    expect([1, 1.5, 2, 4].map((weight) => live(weight, 9))).toEqual([[1775, 4452, 0], [1734, 4622, 2], [1570, 4493, 6], [1579, 4821, 65]]);
  });

  test('the next search begins with what the last one left, wherever the start moved', () => {
    let paths = 0;
    for (let first = 0.1; first < 2; first += 0.1) {
      for (let second = 0.1; second < 2; second += 0.1) {
        const graph = new CompressedGraph(5, [[0, 1, first], [1, 2, second], [2, 0, 0.3], [0, 3, 0.7], [4, 1, 1], [0, 4, 1]]);
        const truth = Array.from({ length: 5 }, (_, v) => Array.from({ length: 5 }, (__, w) => Math.min(1000, oracleCost(graph, v, w))));
        const planner = new LPAStar(graph, { heuristic: (v, w) => truth[v][w], weight: 2 });
        planner.begin(4, 3);
        planner.run();
        planner.moveTo(0);
        graph.setCost(0, 3, 50);
        planner.arcsChanged([0], 1);
        planner.run();
        planner.moveTo(2);
        planner.run();
        expect(planner.cost, `${first}, ${second}`).toBeCloseTo(50.3, 9);
        paths++;
      }
    }
    expect(paths).toBe(361);
  });

  test('keeps its bound from later vertices of the path too', () => {
    const graph = new CompressedGraph(5, [[0, 1, 4], [1, 2, 2], [2, 4, 2], [1, 3, 1], [3, 4, 9]]);
    const estimates = [[0, 4, 6, 5, 6], [0, 0, 2, 1, 2], [0, 0, 0, 0, 2], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]];
    const planner = new LPAStar(graph, { heuristic: (v, w) => estimates[v][w], weight: 1.5 });
    planner.begin(0, 4);
    planner.run();
    graph.setCost(3, 4, 1);
    planner.arcsChanged([3], 1);
    planner.run();
    planner.moveTo(planner.next());
    planner.run();
    expect(planner.cost).toBeLessThanOrEqual(1.5 * oracleCost(graph, 1, 4));
  });

  test.each([0, 0.99, -2, NaN, Infinity])('rejects a weight of %d', (weight) => {
    expect(() => new LPAStar(new Grid(2, 2), { weight })).toThrow(String(weight));
  });

  test('buckets need a weight that is a whole number, and are the default only then', () => {
    const grid = new Grid(2, 2, { metric: '5/7' });
    expect(() => new LPAStar(grid, { weight: 1.5, queue: 'buckets' })).toThrow('1.5');
    const rank = (weight: number): number => new LPAStar(grid, { weight })['open'].rank(4, 1);
    expect([rank(1), rank(1.5), rank(2)]).toEqual([9, 4, 9]);
  });
});

test('bytes a vertex', () => {
  const bytes = (metric: 'exact' | '70/99', make: (grid: Grid, options: PlannerOptions) => Made): number => {
    const grid = new Grid(100, 100, { metric });
    const planner = make(grid, { heuristic: grid.heuristic() });
    // A ring of buckets and the arcs of a vertex come on top, whatever the size of the map.
    return Math.floor(bytesHeld(planner, grid) / grid.vertexCount);
  };
  const lite = family['D* Lite, optimized'].make;
  expect([bytes('70/99', lite), bytes('70/99', (grid, options) => lite(grid, { ...options, queue: 'larger-g' }))]).toEqual([29, 49]);
  // Sums of 1 and √2 take 64 bits.
  expect(bytes('exact', lite)).toBe(57);
  // A planner that recomputes all keys needs a list of open vertices; one with weight, a list of expanded vertices to revisit.
  expect([bytes('70/99', family['D* Lite, basic'].make), bytes('70/99', family['LPA*'].make), bytes('70/99', family['LPA*, factor 2'].make)]).toEqual([33, 33, 37]);
});

test('values are kept in 32 bits where every sum of costs is below 2³⁰ − 1', () => {
  const kept = (diagonal: number): unknown => new DStarLite(new Grid(3, 3, { metric: { straight: 1, diagonal } }))['labels'].g;
  // 25 vertices with the border, at 255 times the diagonal.
  expect(kept(168_430)).toBeInstanceOf(Int32Array);
  expect(kept(168_431)).toBeInstanceOf(Float64Array);
});

test('a change far from everything searched is skipped, and noticed when the search reaches it', () => {
  const grid = new Grid(40, 3, { movement: 'four' });
  const planner = new DStarLite(grid, { heuristic: grid.heuristic() });
  const tails = new Uint32Array(grid.vertexCount);
  const [far, start, goal] = [grid.vertex(2, 1), grid.vertex(20, 1), grid.vertex(39, 1)];
  planner.begin(start, goal);
  planner.run();
  planner.arcsChanged(tails, grid.setBlocked(2, 1, true, tails));
  for (const v of [far - 1, far, far + 1]) expect(planner['labels'].has(v)).toBe(false);
  planner.arcsChanged(tails, grid.setRectangle(21, 0, 1, 3, 0, tails));
  planner.run();
  expect(planner.cost).toBe(Infinity);
  planner.moveTo(grid.vertex(1, 1));
  planner.arcsChanged(tails, grid.setBlocked(21, 2, false, tails));
  planner.run();
  expect(planner.cost).toBe(oracleCost(grid, planner.start, goal));
});
