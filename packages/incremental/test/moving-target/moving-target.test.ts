import { CompressedGraph, pathCost } from '@pf/graph';
import type { Graph, Heuristic, Lattice } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost, oracleDistances, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AdaptiveAStar, FringeRetrievingAStar, MovingTargetDStarLite, RepeatedAStar } from '../../src/index.ts';
import type { Planner } from '../../src/index.ts';

const makers: Readonly<Record<string, (graph: Graph, heuristic?: Heuristic) => Planner>> = {
  'GFRA*': (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic }),
  'MT-D* Lite': (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic }),
  'MT-D* Lite, basic': (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic, deletion: 'basic' }),
};

interface Chase {
  readonly graph: Graph;
  readonly heuristic: Heuristic | undefined;
  readonly free: readonly number[];
  /** Edits the world; returns the number of tails. */
  readonly edit?: (tails: Uint32Array) => number;
}

function onGrid(random: () => number): Chase {
  const side = 4 + Math.floor(22 * random());
  const grid = randomObstacles(side, side, 0.35 * random(), random, { metric: random() < 0.6 ? '70/99' : 'exact', movement: random() < 0.6 ? 'eight' : 'four' });
  const terrain = random() < 0.3 ? 5 : 1;
  const edit = (tails: Uint32Array): number => {
    const [x, y] = [Math.floor(side * random()), Math.floor(side * random())];
    if (random() < 0.1) return grid.setSides(x, y, { enter: Math.floor(256 * random()) }, tails);
    return grid.setCost(x, y, random() < 0.5 ? 0 : 1 + Math.floor(terrain * random()), tails);
  };
  return { graph: grid, heuristic: undefined, free: [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0), edit };
}

/** A directed graph with estimates of a landmark, which are consistent and not symmetric. Its arcs stay. */
function directed(random: () => number): Chase {
  const n = 5 + Math.floor(60 * random());
  const whole = random() < 0.5;
  const cost = (): number => (whole ? 1 + Math.floor(9 * random()) : 0.1 + random());
  const arcs = Array.from({ length: 3 * n }, () => [Math.floor(n * random()), Math.floor(n * random()), cost()] as const);
  // A cycle through all: every goal can be reached.
  const graph = new CompressedGraph(n, [...arcs, ...Array.from({ length: n }, (_, v) => [v, (v + 1) % n, cost()] as const)]);
  const toLandmark = oracleDistances(graph, 0, { backward: true });
  return { graph, heuristic: random() < 0.3 ? () => 0 : (u, v) => Math.max(0, toLandmark[u] - toLandmark[v]), free: Array.from({ length: n }, (_, v) => v) };
}

describe.each(Object.keys(makers))('%s in pursuit', (name) => {
  test.each([['grids that change', onGrid, true], ['grids', onGrid, false], ['directed graphs', directed, false]] as const)('agrees with the oracle after every move: %s', (_worlds, draw, edits) => {
    const random = seededRandom(2010);
    let plans = 0;
    for (let world = runs(300); world > 0; world--) {
      const { graph, heuristic, free, edit } = draw(random);
      if (free.length < 2) continue;
      const pick = (from: ArrayLike<number>): number => from[Math.floor(from.length * random())];
      const planner = makers[name](graph, heuristic);
      const tails = new Uint32Array(4 * graph.vertexCount);
      const out = new Uint32Array(graph.vertexCount);
      const to = new Uint32Array(graph.maxDegree);
      planner.begin(pick(free), pick(free));
      for (let move = 0; move < 20; move++) {
        expect(planner.run(random() < 0.2 ? 3 : 100_000) || planner.run()).toBe(true);
        const expected = oracleCost(graph, planner.start, planner.goal);
        const length = planner.path(out);
        plans++;
        const right = planner.cost === expected || Math.abs(planner.cost - expected) <= 1e-9 * (1 + expected);
        const legal = length === 0 ? expected === Infinity : out[0] === planner.start && out[length - 1] === planner.goal && Math.abs(pathCost(graph, out, length) - expected) <= 1e-9 * (1 + expected);
        expect([world, move, right || planner.cost, legal]).toEqual([world, move, true, true]);
        for (let steps = Math.floor(3 * random()); steps > 0 && planner.next() >= 0; steps--) planner.moveTo(planner.next());
        if (move % 10 === 9) planner.moveTo(pick(free));
        const n = graph.successors(planner.goal, to, new Float64Array(graph.maxDegree));
        planner.goalMovedTo(n > 0 && move % 7 !== 6 ? to[Math.floor(n * random())] : pick(free));
        if (edits && edit !== undefined && random() < 0.4) planner.arcsChanged(tails, edit(tails));
      }
    }
    expect(plans).toBeGreaterThan(15 * runs(300));
  });
});

/** Expansions of pursuits on an open grid with random obstacles: the goal moves at random, and the agent after it. */
function pursue(make: (grid: Grid) => Planner): number {
  const random = seededRandom(7);
  let expanded = 0;
  for (let round = 0; round < 10; round++) {
    const grid = randomObstacles(50, 50, 0.25, random, { metric: '70/99' });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const planner = make(grid);
    const to = new Uint32Array(8);
    planner.begin(free[0], free[free.length - 1]);
    planner.run();
    for (let move = 0; move < 30 && planner.next() >= 0; move++) {
      planner.moveTo(planner.next());
      const n = grid.successors(planner.goal, to, new Float64Array(8));
      if (n > 0) planner.goalMovedTo(to[Math.floor(n * random())]);
      planner.run();
    }
    expanded += planner.counters.expanded;
  }
  return expanded;
}

test('expansions of pursuits on fixed grids stay the same', () => {
  const counts = {
    'A*': pursue((grid) => new RepeatedAStar(grid)), 'GAA*': pursue((grid) => new AdaptiveAStar(grid)), 'GFRA*': pursue((grid) => new FringeRetrievingAStar(grid)),
    'MT-D* Lite': pursue((grid) => new MovingTargetDStarLite(grid)), 'MT-D* Lite, basic': pursue((grid) => new MovingTargetDStarLite(grid, { deletion: 'basic' })),
  };
  expect(counts).toMatchInlineSnapshot(`
    {
      "A*": 122261,
      "GAA*": 75932,
      "GFRA*": 20787,
      "MT-D* Lite": 18194,
      "MT-D* Lite, basic": 26791,
    }
  `);
  expect(counts['GFRA*']).toBeLessThan(counts['GAA*']);
  expect(counts['MT-D* Lite']).toBeLessThan(counts['MT-D* Lite, basic']);
});

test.each(Object.keys(makers))('%s: a goal that moves within the tree needs no search', (name) => {
  const grid = new Grid(20, 20, { metric: '70/99' });
  const planner = makers[name](grid);
  planner.begin(grid.vertex(2, 10), grid.vertex(17, 10));
  planner.run();
  const { expanded } = planner.counters;
  for (let x = 16; x > 9; x--) {
    planner.moveTo(planner.next());
    planner.goalMovedTo(grid.vertex(x, 10));
    planner.run();
    expect(planner.cost).toBe(70 * (grid.x(planner.goal) - grid.x(planner.start)));
  }
  expect(planner.counters.expanded).toBe(expanded);
});

test.each(Object.keys(makers))('%s ignores the weights of a lattice that is not weighted', (name) => {
  const grid = new Grid(8, 5, { movement: 'four' });
  const { vertexCount, maxDegree, moves, offsets, lengths } = grid;
  const lattice: Lattice = {
    vertexCount, maxDegree, moves, offsets, lengths, weights: new Uint8Array(vertexCount), weighted: false,
    successors: (v, to, cost) => grid.successors(v, to, cost),
    predecessors: (v, to, cost) => grid.predecessors(v, to, cost),
  };
  const planner = makers[name](lattice);
  const tails = new Uint32Array(vertexCount);
  planner.begin(grid.vertex(0, 2), grid.vertex(7, 2));
  planner.run();
  planner.moveTo(grid.vertex(1, 2));
  planner.moveTo(grid.vertex(2, 2));
  planner.arcsChanged(tails, grid.setBlocked(5, 2, true, tails));
  planner.goalMovedTo(grid.vertex(7, 4));
  planner.run();
  expect(planner.cost).toBe(7);
});

test.each(Object.keys(makers))('%s keeps its budget if rounding hides the rest of the path behind an expensive arc', (name) => {
  const road = new CompressedGraph(21, Array.from({ length: 20 }, (_, v) => [v, v + 1, v === 0 ? 1e6 : 0.5] as const));
  const planner = makers[name](road);
  planner.begin(0, 5);
  planner.run();
  planner.moveTo(1);
  planner.goalMovedTo(20);
  let calls = 0;
  for (let done = false; !done; calls++) {
    const before = planner.counters.expanded;
    done = planner.run(16);
    expect(planner.counters.expanded - before).toBeLessThanOrEqual(16);
  }
  expect([planner.cost, calls < 5]).toEqual([9.5, true]);
});

test('rejects unknown options with advice', () => {
  const grid = new Grid(3, 3);
  const unknown = { direction: 'backward' } as object;
  expect(() => new FringeRetrievingAStar(grid, unknown)).toThrow("FringeRetrievingAStar has no option 'direction'. It takes heuristic, queue.");
  expect(() => new MovingTargetDStarLite(grid, { deletion: 'lazy' as 'basic' })).toThrow("The deletion must be 'basic' or 'optimized', got 'lazy'.");
  expect(() => new MovingTargetDStarLite(grid, unknown)).toThrow("MovingTargetDStarLite has no option 'direction'. It takes heuristic, queue, deletion.");
  expect(() => new MovingTargetDStarLite(grid, { queue: 'fifo' as 'buckets' })).toThrow("The queue must be 'buckets', 'larger-g' or 'smaller-g', got 'fifo'.");
});
