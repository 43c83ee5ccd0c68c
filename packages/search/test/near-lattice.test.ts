import type { Graph } from '@pf/graph';
import { checkGraph, EdgeCosts, pathCost } from '@pf/graph';
import { Grid, HexMap, LinkedGrid, seededRandom, TorusGrid } from '@pf/grid';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, DistanceField } from '../src/index.ts';

/** Costs from or to a vertex by relaxing all arcs until nothing changes. */
function oracle(graph: Graph, cells: readonly number[], start: number, towards: boolean): Float64Array {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const costs = new Float64Array(graph.vertexCount).fill(Infinity);
  costs[start] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const v of cells) {
      for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
        const [a, b] = towards ? [to[i], v] : [v, to[i]];
        if (costs[a] + cost[i] >= costs[b] - 1e-12) continue;
        costs[b] = costs[a] + cost[i];
        changed = true;
      }
    }
  }
  return costs;
}

const SEARCHES: readonly AStarOptions[] = [
  {},
  { direction: 'backward' },
  { queue: 'heap' },
  { queue: 'heap', direction: 'backward', ties: 'smaller-g' },
  { queue: 'buckets', ties: 'fifo' },
  { heuristic: () => 0 },
];

test('searches and fields over grids with links or joined edges agree with plain relaxation, after edits too', () => {
  let linked = 0;
  for (let world = 0; world < runs(60); world++) {
    const random = seededRandom(world + 1);
    const below = (n: number): number => Math.floor(random() * n);
    const grid = world % 5 === 0 ? new HexMap(9, 7).grid : new Grid(9, 7, { movement: world % 5 === 1 ? 'four' : 'eight', corners: (['never', 'one', 'always'] as const)[below(3)] });
    const draw = (): number => grid.vertex(below(9), below(7));
    for (let i = 0; i < 20; i++) grid.setCost(grid.x(draw()), grid.y(draw()), [0, 0, 1, 3, 200][below(world % 4 < 2 ? 3 : 5)]);
    if (world % 7 === 0) for (let i = 0; i < 8; i++) grid.setSides(below(9), below(7), { enter: below(256) });
    const cells = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.hasVertex(v));
    const links = new LinkedGrid(grid, { linksPerCell: 4 });
    const torus = world % 5 === 0 ? links : new TorusGrid(grid);
    const graph = world % 3 === 0 ? torus : links;
    const change = (): void => {
      if (graph === links) {
        const [from, to] = [draw(), draw()];
        if (from !== to) links.addLink({ from, to, cost: [0, 0.1, 1, 2.5, 1000][below(5)], oneWay: below(2) === 0 });
      }
    };
    const searches = SEARCHES.map((options) => new AStar(graph, options));
    const others = [new Dijkstra(graph), new Dijkstra(graph, { direction: 'backward' }), new BidirectionalDijkstra(graph), new AStar(graph, { weight: 2, reopen: true }), new AStar(graph, { weight: 1.5 })];
    const fields = (['forward', 'backward'] as const).map((direction) => new DistanceField(graph, { direction }));
    for (let i = 0; i < 5; i++) change();
    for (let question = 0; question < 4; question++) {
      change();
      if (question > 1) grid.setBlocked(grid.x(draw()), grid.y(draw()), below(2) === 0);
      const [start, goal] = [draw(), draw()];
      const forward = oracle(graph, cells, start, false);
      const out = new Uint32Array(graph.vertexCount);
      for (const [i, search] of [...searches, ...others].entries()) {
        // A backward Dijkstra answers for the path from its target.
        const cost = i === searches.length + 1 ? search.search(goal, start) : search.search(start, goal);
        const most = i < searches.length + 3 ? forward[goal] : 2 * forward[goal];
        expect(cost >= forward[goal] - 1e-9 && cost <= most + 1e-9 * Math.min(1 + most, 1e9), `world ${world}, search ${i}: ${cost} for ${forward[goal]}`).toBe(true);
        if (search instanceof Dijkstra) expect(search.counters.reopened, 'a closed vertex is final').toBe(0);
        if (cost === Infinity) continue;
        const path = out.slice(0, search.path(out));
        expect([path[0], path[path.length - 1]]).toEqual([start, goal]);
        expect(pathCost(graph, path)).toBeCloseTo(cost, 8);
        for (let k = 1; k < path.length; k++) if (i === 0 && graph === links && Math.abs(grid.x(path[k]) - grid.x(path[k - 1])) > 1) linked++;
      }
      for (const [i, field] of fields.entries()) {
        const values = i === 0 ? forward : oracle(graph, cells, start, true);
        field.update(start);
        if (grid.cells[start] !== 0) for (const v of cells) expect(field.values[v] === values[v] || Math.abs(field.values[v] - values[v]) < 1e-9, `world ${world}, vertex ${v}: ${field.values[v]} for ${values[v]}`).toBe(true);
      }
    }
  }
  expect(linked).toBeGreaterThan(runs(60) / 6);
});

test('across open ground, a search over a grid with links expands about as little as over the grid', () => {
  const grid = new Grid(100, 100);
  const links = new LinkedGrid(grid);
  links.addLink({ from: grid.vertex(99, 0), to: grid.vertex(0, 99), cost: 1 });
  const search = new AStar(links);
  search.search(grid.vertex(3, 3), grid.vertex(90, 70));
  expect(search.counters.expanded).toBeLessThan(100);
  expect(search.counters.reopened).toBe(0);
});

test('links that cost much or nothing neither hide a path nor make a field begin anew', () => {
  const grid = Grid.fromRows(['....#....', '....#....', '....#....']);
  const far = new LinkedGrid(grid);
  far.addLink({ from: grid.vertex(3, 1), to: grid.vertex(5, 1), cost: 1e9 });
  const [start, goal] = [grid.vertex(0, 1), grid.vertex(8, 1)];
  expect(new AStar(far).search(start, goal)).toBeCloseTo(6 + 1e9, 5);
  const field = new DistanceField(far);
  field.update(goal);
  expect(field.values[start]).toBeCloseTo(6 + 1e9, 5);
  const short = new LinkedGrid(new Grid(40, 40, { movement: 'four' }), { linksPerCell: 4 });
  for (let y = 0; y < 40; y++) for (let x = 0; x < 40; x++) for (const [i, j] of [[1, 0], [0, 1]]) if (x + i < 40 && y + j < 40) short.addLink({ from: short.grid.vertex(x, y), to: short.grid.vertex(x + i, y + j), cost: 0.001 });
  const quick = new DistanceField(short);
  quick.update(short.grid.vertex(0, 0));
  expect(quick.values[short.grid.vertex(39, 39)]).toBeCloseTo(0.078, 12);
  expect(quick.counters.expanded).toBeLessThan(2 * 1600);
});

/** A corridor with a shortcut from `from` to `to`, by a programmer who may err. */
function shortcut(from: number, to: number, cost: number, marked: readonly number[]): Graph {
  const lattice = new Grid(9, 1);
  const differs = new Uint8Array(lattice.vertexCount);
  for (const v of marked) differs[v] = 1;
  const list = (tail: number, head: number, arcs: 'successors' | 'predecessors'): Graph['successors'] => (v, heads, costs) => {
    const n = lattice[arcs](v, heads, costs);
    if (v !== tail) return n;
    heads[n] = head;
    costs[n] = cost;
    return n + 1;
  };
  return { vertexCount: lattice.vertexCount, maxDegree: 9, nearLattice: { lattice, differs }, successors: list(from, to, 'successors'), predecessors: list(to, from, 'predecessors') };
}

test('a graph of one\'s own may be nearly a lattice; wrong arcs and marks are named', () => {
  const [from, to] = [new Grid(9, 1).vertex(1, 0), new Grid(9, 1).vertex(7, 0)];
  const right = shortcut(from, to, 0.5, [from, to]);
  checkGraph(right);
  expect(new AStar(right).search(from - 1, to + 1)).toBe(2.5);
  expect(() => checkGraph(shortcut(from, to, 0.5, [from]))).toThrow(/^The arc from .* is in the graph only, and `differs` is not 1 at both of its ends\.$/);
  for (const cost of [-1, NaN]) expect(() => new AStar(shortcut(from, to, cost, [from, to])).search(from - 1, to + 1)).toThrow(/an arc must cost a number, 0 or more/);
});

test('links that come and go: Dijkstra closes each vertex once, at the right cost', () => {
  const grid = new Grid(40, 40, { movement: 'four' });
  const world = new LinkedGrid(grid, { linksPerCell: 9 });
  const dijkstra = new Dijkstra(world);
  const closed: number[] = [];
  for (const cost of [5, 0.5, 0.4, 0, 1]) {
    // A chain of short links beside the first row, from right to left: where buckets are wider, vertices would be closed too early.
    const links = Array.from({ length: 39 }, (_, x) => world.addLink({ from: grid.vertex(x + 1, 0), to: grid.vertex(x, 0), cost, oneWay: true }));
    expect(world.nearLattice.least).toBe(Math.min(1, cost));
    closed.push(dijkstra.flood(grid.vertex(39, 39)));
    expect(dijkstra.counters.reopened).toBe(0);
    expect(dijkstra.distance(grid.vertex(0, 0))).toBeCloseTo(39 + 39 * Math.min(1, cost), 9);
    for (const link of links) world.removeLink(link);
    expect(world.nearLattice.least).toBe(1);
  }
  expect(closed).toEqual([1600, 1600, 1600, 1600, 1600]);
});

test('a link that costs more than all steps together does not end Dijkstra too early', () => {
  const grid = new Grid(200, 1, { movement: 'four' });
  grid.setRectangle(0, 0, 200, 1, 250);
  const world = new LinkedGrid(grid);
  const [from, to] = [grid.vertex(0, 0), grid.vertex(199, 0)];
  world.addLink({ from, to, cost: 1e6 });
  const dijkstra = new Dijkstra(world);
  expect(dijkstra.search(from, to)).toBe(199 * 250);
  expect(dijkstra.flood(from)).toBe(200);
  world.removeLink(0);
  expect(world.nearLattice.most).toBeLessThan(400);
});

test('a graph whose arcs cost less or more than it says is named by checkGraph', () => {
  const [from, to] = [new Grid(9, 1).vertex(1, 0), new Grid(9, 1).vertex(7, 0)];
  const graph = shortcut(from, to, 0.5, [from, to]);
  checkGraph({ ...graph, nearLattice: { ...graph.nearLattice!, least: 0.5 } });
  expect(() => checkGraph({ ...graph, nearLattice: { ...graph.nearLattice!, least: 1 } })).toThrow(/costs 0\.5, but by its nearLattice from 1 to Infinity\.$/);
  expect(() => checkGraph({ ...graph, nearLattice: { ...graph.nearLattice!, most: 0.4 } })).toThrow(/costs 0\.5, but by its nearLattice from 0 to 0\.4\.$/);
});

test('of equal paths, the one left open is found', () => {
  const grid = new Grid(3, 2);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(2, 1)];
  for (const v of [grid.vertex(1, 0), grid.vertex(1, 1)]) {
    const edges = new EdgeCosts(grid);
    edges.set(v, goal, Infinity);
    const differs = new Uint8Array(grid.vertexCount);
    differs[v] = differs[goal] = 1;
    const { vertexCount, maxDegree } = edges;
    const graph: Graph = { vertexCount, maxDegree, nearLattice: { lattice: grid, differs }, successors: (u, to, cost) => edges.successors(u, to, cost), predecessors: (u, to, cost) => edges.predecessors(u, to, cost) };
    checkGraph(graph);
    expect(new AStar(graph).search(start, goal)).toBeCloseTo(1 + Math.SQRT2, 9);
  }
});

test('A* to another floor expands about as few cells as on one floor, whatever the stairs cost', () => {
  const grid = new Grid(60, 122, { movement: 'four' });
  for (const y of [40, 81]) grid.setRectangle(0, y, 60, 1, 0);
  const world = new LinkedGrid(grid);
  for (const y of [10, 30, 51, 71]) for (const x of [10, 30, 50]) world.addLink({ from: grid.vertex(x, y), to: grid.vertex(x, y + 41), cost: 8 });
  const search = new AStar(world);
  expect([search.search(grid.vertex(2, 2), grid.vertex(57, 37)), search.counters.expanded]).toEqual([90, 90]);
  expect([search.search(grid.vertex(2, 2), grid.vertex(57, 82 + 37)), search.counters.expanded]).toEqual([106, 92]);
});

test('over links, searches from both ends expand about as few cells as from one, and what is known of links to and from the ends is found once', () => {
  const grid = new Grid(200, 161);
  grid.setRectangle(0, 80, 200, 1, 0);
  const world = new LinkedGrid(grid);
  for (const x of [10, 190]) world.addLink({ from: grid.vertex(x, 10), to: grid.vertex(200 - x, 120), cost: 2, oneWay: x === 10 });
  const heuristic = world.heuristic();
  const [start, goal] = [grid.vertex(90, 40), grid.vertex(110, 150)];
  const cost = new Dijkstra(world).search(start, goal);
  const { revision } = heuristic;
  for (const search of [new AStar(world), new AStar(world, { direction: 'backward' }), new BidirectionalAStar(world)]) {
    expect(search.search(start, goal)).toBeCloseTo(cost, 9);
    expect(search.counters.expanded).toBeLessThan(1500);
  }
  // It changes if more ends are asked for than are remembered.
  expect(heuristic.revision).toBe(revision);
});
