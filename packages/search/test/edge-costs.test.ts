import { checkGraph, EdgeCosts, withCosts } from '@pf/graph';
import { Grid, HexMap, LinkedGrid, seededRandom, TorusGrid } from '@pf/grid';
import { createPlanner, DStarLite } from '@pf/incremental';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar, Dijkstra } from '../src/index.ts';

/** Costs from a vertex by relaxing a plain list of arcs until nothing changes. */
function oracle(grid: Grid, edges: ReadonlyMap<string, number>, start: number): number[] {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  const costs = new Array<number>(grid.vertexCount).fill(Infinity);
  costs[start] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < grid.vertexCount; v++) {
      for (let i = grid.successors(v, to, cost) - 1; i >= 0; i--) {
        const through = costs[v] + (edges.get(`${v}>${to[i]}`) ?? cost[i]);
        if (through >= costs[to[i]] - 1e-12) continue;
        costs[to[i]] = through;
        changed = true;
      }
    }
  }
  return costs;
}

test('rivers, roads and cliffs come and go on changing terrain: every search and planner agrees with the oracle', () => {
  for (let seed = 1; seed <= runs(25); seed++) {
    const random = seededRandom(seed);
    const whole = (most: number): number => Math.floor(random() * most);
    const grid = seed % 2 === 0 ? new HexMap(5, 4).grid : new Grid(5, 4, { corners: 'one' });
    const land = new EdgeCosts(grid);
    const edges = new Map<string, number>();
    const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const start = cells[whole(cells.length)];
    const goal = cells[whole(cells.length)];
    const search = new AStar(land);
    const dijkstra = new Dijkstra(land);
    const planners = [new DStarLite(land, { heuristic: () => 0 }), createPlanner(land, { heuristic: () => 0 })];
    for (const planner of planners) planner.begin(start, goal);
    const to = new Uint32Array(8);
    for (let step = 0; step < 25; step++) {
      const v = cells[whole(cells.length)];
      const n = grid.successors(v, to, new Float64Array(8));
      if (random() < 0.25 && v !== start && v !== goal) grid.setCost(grid.x(v), grid.y(v), whole(4));
      else if (n > 0) {
        const u = to[whole(n)];
        const cost = [undefined, 0.25, 5, Infinity, 1][whole(5)];
        const both = random() < 0.5;
        land.set(v, u, cost, both ? 'both' : 'one-way');
        for (const arc of both ? [`${v}>${u}`, `${u}>${v}`] : [`${v}>${u}`]) {
          if (cost === undefined) edges.delete(arc);
          else edges.set(arc, cost);
        }
      }
      checkGraph(land);
      const costs = oracle(grid, edges, start);
      expect(search.search(start, goal)).toBeCloseTo(costs[goal], 9);
      dijkstra.flood(start);
      const h = land.heuristic();
      for (const u of cells) {
        expect(dijkstra.distance(u)).toBeCloseTo(costs[u], 9);
        if (costs[u] < Infinity) expect(h(start, u)).toBeLessThanOrEqual(costs[u] + 1e-9);
      }
      for (const planner of planners) {
        planner.run();
        expect(planner.cost).toBeCloseTo(costs[goal], 9);
      }
    }
  }
});

test('changedSince gives the tails of both, or reports that they are forgotten', () => {
  const grid = new Grid(4, 1);
  const land = new EdgeCosts(grid);
  const tails = new Uint32Array(grid.vertexCount);
  const [a, b, c] = [0, 1, 2].map((x) => grid.vertex(x, 0));
  const before = land.version;
  land.set(a, b, 3);
  grid.setCost(3, 0, 5);
  expect([...tails.subarray(0, land.changedSince(before, tails))].sort((u, v) => u - v)).toEqual(expect.arrayContaining([a, b, c]));
  const now = land.version;
  expect(land.changedSince(now, tails)).toBe(0);
  // Setting the same cost is not an edit.
  land.set(a, b, 3);
  expect(land.version).toBe(now);
  for (let i = 0; i < 600; i++) land.set(a, b, 4 + (i % 2));
  expect(land.changedSince(now, tails)).toBe(-1);
  expect(land.changedSince(land.version - 3, tails)).toBe(2);
});

test('rejects invalid edges, costs and directions', () => {
  const grid = new Grid(3, 1);
  const land = new EdgeCosts(grid);
  const v = grid.vertex(0, 0);
  expect(() => land.set(v, 99, 1)).toThrow('got 99');
  expect(() => land.set(v, v + 1, -1)).toThrow('got -1');
  expect(() => land.set(v, v + 1, 1, 'two-way' as never)).toThrow("got 'two-way'");
  expect(() => new EdgeCosts([] as never)).toThrow('EdgeCosts takes a graph');
});

test.each(['four', 'eight', 'hex'] as const)('on a grid of movement %s, edges join neighbours, blocked ones too', (movement) => {
  const grid = Grid.fromRows(['..#.', '.#..', '#...'], { movement });
  grid.setSides(1, 0, { enter: 0 });
  const land = new EdgeCosts(grid);
  const cells = Array.from({ length: 12 }, (_, i) => [i % 4, Math.floor(i / 4)] as const);
  for (const [x, y] of cells) {
    for (const [right, down] of cells) {
      const [dx, dy] = [right - x, down - y];
      const steps = movement === 'four' ? Math.abs(dx) + Math.abs(dy) : movement === 'eight' ? Math.max(Math.abs(dx), Math.abs(dy)) : Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
      const [from, to] = [grid.vertex(x, y), grid.vertex(right, down)];
      const set = (): void => land.set(from, to, 3);
      if (steps === 1) set();
      else expect(set).toThrow(`Vertices ${from} and ${to} are not neighbours: set the cost of each edge along a path.`);
    }
  }
});

test('over a torus, links and views, edges join what arcs may join, and nothing else', () => {
  const grid = Grid.fromRows(['....', '....', '....', '....']), [corner, opposite, middle, inside] = [grid.vertex(0, 1), grid.vertex(3, 1), grid.vertex(1, 1), grid.vertex(2, 2)];
  const torus = new TorusGrid(grid, { joins: 'columns' }), linked = new LinkedGrid(grid);
  const [torusView, linkedView] = [torus, linked].map((world) => new EdgeCosts(withCosts(new EdgeCosts(world), (_from, _to, cost) => cost)));
  const rejects = (land: EdgeCosts, from: number, to: number): void => expect(() => land.set(from, to, 3)).toThrow('are not neighbours');
  for (const land of [new EdgeCosts(torus), torusView]) {
    land.set(corner, opposite, 7);
    land.set(middle, inside, 7);
    rejects(land, corner, inside);
    rejects(land, middle, opposite);
    expect(new AStar(land, { heuristic: () => 0 }).search(middle, inside)).toBe(2);
  }
  // A link may come later, as when a game is loaded.
  for (const land of [new EdgeCosts(linked), linkedView]) land.set(corner, inside, 5);
  linked.addLink({ from: corner, to: inside, cost: 1 });
  expect(new AStar(linkedView, { heuristic: () => 0 }).search(corner, inside)).toBe(1 + Math.SQRT2);
});
