import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { ADStar, FringeRetrievingAStar, MovingTargetDStarLite } from '../src/index.ts';
import { planners } from './planners.ts';

const SIDE = 10;

/** The grid as a graph that is no lattice, and how often planners have asked it or the heuristic. */
function counted(grid: Grid) {
  let calls = 0;
  const count = <T extends unknown[]>(call: (...args: T) => number) => (...args: T): number => (calls++, call(...args));
  const graph: Graph = {
    vertexCount: grid.vertexCount,
    maxDegree: grid.maxDegree,
    get version() {
      return grid.version;
    },
    changedSince: (version, tails) => grid.changedSince(version, tails),
    successors: count((v, to: Uint32Array, cost: Float64Array) => grid.successors(v, to, cost)),
    predecessors: count((v, to: Uint32Array, cost: Float64Array) => grid.predecessors(v, to, cost)),
  };
  return { graph, heuristic: count(grid.heuristic({ least: 1 })), calls: () => calls };
}

const events = {
  'the unit is pushed aside': (planner, grid) => planner.moveTo(planner.start + grid.stride),
  'a wall is built on the path after a move': (planner, grid) => {
    planner.moveTo(planner.next());
    grid.setBlocked(grid.x(planner.next()), grid.y(planner.next()), true);
  },
  'the unit and the goal move': (planner, grid) => {
    planner.moveTo(planner.next());
    planner.goalMovedTo(planner.goal - grid.stride);
  },
} satisfies Record<string, (planner: ReturnType<(typeof planners)[string]>, grid: Grid) => void>;

describe.each(Object.keys(planners))('%s', (name) => {
  test.each(Object.keys(events) as (keyof typeof events)[])('works within its budget after this: %s', (event) => {
    const grid = new Grid(60, 60, { movement: 'four' });
    grid.setRectangle(40, 0, 1, 55, 0);
    const { graph, heuristic, calls } = counted(grid);
    const planner = planners[name](graph, heuristic);
    planner.begin(grid.vertex(10, 10), grid.vertex(58, 5));
    planner.run();
    for (let i = 0; i < 5; i++) planner.moveTo(planner.next());
    planner.run();
    events[event](planner, grid);
    let most = 0;
    for (let done = false; !done; ) {
      const before = calls();
      done = planner.run(1);
      most = Math.max(most, calls() - before);
    }
    expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    // Fringe-Retrieving A* fills its open list at once.
    expect(most).toBeLessThan(name.startsWith('GFRA*') ? 300 : 100);
  });

  test.each(['a lattice', 'another graph', 'roads'])('finds cheapest paths on %s whatever happens between slices', (kind) => {
    const random = seededRandom(7);
    const below = (n: number): number => Math.floor(n * random());
    for (let run = 0; run < runs(8); run++) {
      const grid = new Grid(SIDE, SIDE, run % 2 === 0 ? { movement: 'four' } : { metric: '5/7' });
      const worth = (): number => (random() < 0.35 ? 0 : 1 + (run % 4 < 2 ? 0 : below(3)));
      for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) grid.setCost(x, y, worth());
      const place = (): number => grid.vertex(below(SIDE), below(SIDE));
      // Roads have the arcs of the grid, each with a cost of its own.
      const arcs: [number, number, number][] = [];
      const [to, cost] = [new Uint32Array(8), new Float64Array(8)];
      for (const v of grid.cells.keys()) for (let i = grid.hasVertex(v) ? grid.successors(v, to, cost) - 1 : -1; i >= 0; i--) arcs.push([v, to[i], cost[i] * (1 + below(3))]);
      const roads = new CompressedGraph(grid.vertexCount, arcs);
      const graph = kind === 'a lattice' ? grid : kind === 'roads' ? roads : counted(grid).graph;
      const planner = planners[name](graph, grid.heuristic({ least: 1 }));
      planner.begin(place(), place());
      for (let event = 0; event < 400; event++) {
        const chance = random();
        if (chance < 0.3 && kind !== 'roads') grid.setCost(below(SIDE), below(SIDE), worth());
        else if (chance < 0.3 && arcs.length > 0) {
          const [u, v, c] = arcs[below(arcs.length)];
          roads.setCost(u, v, below(4) === 0 ? Infinity : c * (1 + below(3)));
        } else if (chance < 0.5 && planner.next() !== -1) planner.moveTo(planner.next());
        else if (chance < 0.6) planner.moveTo(place());
        else if (chance < 0.75) planner.goalMovedTo(place());
        if (!planner.run(random() < 0.15 ? Infinity : below(3))) continue;
        expect(planner.cost, `${run}, ${event}`).toBeCloseTo(oracleCost(graph, planner.start, planner.goal), 9);
      }
    }
  });
});

test.each([[1, 20], [400, 1500]])('each call of improve works within a budget of %d', (budget, limit) => {
  const grid = new Grid(60, 60, { movement: 'four' });
  grid.setRectangle(40, 0, 1, 55, 0);
  const planner = new ADStar(grid);
  planner.begin(grid.vertex(10, 10), grid.vertex(58, 5));
  planner.run();
  const { counters } = planner;
  let most = 0;
  for (let done = false; !done; ) {
    const before = counters.queueOperations;
    done = planner.improve(budget);
    most = Math.max(most, counters.queueOperations - before);
  }
  expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
  expect(most).toBeLessThan(limit);
});

describe('Moving Target D* Lite, while it deletes branches', () => {
  test('follows many edits of what it deletes', () => {
    const line = Array.from({ length: 39 }, (_, v): [number, number, number] => [v, v + 1, 1]);
    const graph = new CompressedGraph(40, line, { directed: false });
    const planner = new MovingTargetDStarLite(graph);
    planner.begin(0, 39);
    planner.run();
    while (planner.start < 38) planner.moveTo(planner.next());
    planner.goalMovedTo(0);
    for (let i = 0; i < 12; i++) {
      for (const [v, w] of [...line, ...line.map(([x, y]) => [y, x])]) graph.setCost(v, w, 2 - (i % 2));
      planner.run(1);
    }
    planner.run();
    expect(planner.cost).toBe(38);
  });

  test('goes on with that if the unit has moved before an edit', () => {
    const grid = new Grid(60, 1, { movement: 'four' });
    const planner = new MovingTargetDStarLite(grid);
    planner.begin(grid.vertex(30, 0), grid.vertex(59, 0));
    planner.run();
    for (let i = 0; i < 20; i++) planner.moveTo(planner.next());
    planner.goalMovedTo(grid.vertex(20, 0));
    expect(planner.run(1)).toBe(false);
    planner.moveTo(grid.vertex(51, 0));
    grid.setBlocked(0, 0, true);
    planner.run();
    expect(planner.cost).toBe(31);
  });
});

test('while a tree is retrieved, a cheaper arc leads to the cheapest path', () => {
  const graph = new CompressedGraph(7, [[0, 1, 1], [1, 2, 1], [1, 4, 5], [0, 3, 6], [2, 3, 10], [3, 4, 1], [4, 5, 1], [5, 6, 1]]);
  const planner = new FringeRetrievingAStar(graph);
  planner.begin(0, 5);
  planner.run();
  planner.moveTo(1);
  planner.goalMovedTo(6);
  planner.run(0);
  graph.setCost(2, 3, 1);
  planner.goalMovedTo(4);
  planner.run();
  expect(planner.cost).toBe(3);
});

test('weighted AD* in slices keeps its bound under edits, moves and improvements', () => {
  const random = seededRandom(5);
  const below = (n: number): number => Math.floor(n * random());
  for (let run = 0; run < runs(30); run++) {
    const grid = new Grid(20, 20, { movement: 'four' });
    const place = (): number => grid.vertex(below(20), below(20));
    const planner = new ADStar(grid, { weight: 3 });
    planner.begin(place(), place());
    for (let event = 0; event < 300; event++) {
      const chance = random();
      if (chance < 0.3) grid.setCost(below(20), below(20), below(3) === 0 ? 0 : 1 + below(3));
      else if (chance < 0.45 && planner.next() !== -1) planner.moveTo(planner.next());
      else if (chance < 0.5) planner.moveTo(place());
      else if (chance < 0.55) planner.goalMovedTo(place());
      const done = chance > 0.8 ? planner.improve(below(4)) : planner.run(random() < 0.15 ? Infinity : below(3));
      if (!done) continue;
      const least = oracleCost(grid, planner.start, planner.goal);
      if (least === Infinity) expect(planner.cost).toBe(Infinity);
      else expect(planner.cost).toBeLessThanOrEqual(planner.bound * least + 1e-9);
      expect(planner.cost).toBeGreaterThanOrEqual(least - 1e-9);
    }
  }
});
