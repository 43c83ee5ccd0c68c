import { CompressedGraph, RoadMap } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import type { Planner } from '../src/index.ts';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

const planners: Record<string, (graph: Graph) => Planner> = {
  'LPA*': (graph) => new LPAStar(graph),
  'D* Lite': (graph) => new DStarLite(graph),
  'Focussed D*': (graph) => new FocussedDStar(graph),
  'D* Extra Lite': (graph) => new DStarExtraLite(graph),
  'Repeated A*': (graph) => new RepeatedAStar(graph),
  'Adaptive A*': (graph) => new AdaptiveAStar(graph),
  'MPAA*': (graph) => new MultipathAdaptiveAStar(graph),
  'FRA*': (graph) => new FringeRetrievingAStar(graph),
  'MT-D* Lite': (graph) => new MovingTargetDStarLite(graph),
};

/** Two roads side by side. */
const twoRoads = (): CompressedGraph => new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [4, 5, 1]], { directed: false });

/** The same roads with a version, but without a record of edits, like the lattices of @pf/robots. */
function withoutRecord(roads: CompressedGraph): Graph {
  return {
    vertexCount: roads.vertexCount,
    maxDegree: roads.maxDegree,
    get version() {
      return roads.version;
    },
    successors: (v, to, cost) => roads.successors(v, to, cost),
    predecessors: (v, to, cost) => roads.predecessors(v, to, cost),
  };
}

/** What the planner says: its cost, the number of vertices of its path, and the next one. */
function answer(planner: Planner): [cost: number, length: number, next: number] {
  return [planner.cost, planner.path(new Uint32Array(6)), planner.next()];
}

/** The cheapest cost, by relaxing all arcs until none gets cheaper. */
function cheapest(graph: Graph, start: number, goal: number): number {
  const costs = new Float64Array(graph.vertexCount).fill(Infinity);
  const to = new Uint32Array(graph.maxDegree);
  const arcs = new Float64Array(graph.maxDegree);
  costs[start] = 0;
  for (let relaxed = true; relaxed; ) {
    relaxed = false;
    for (let v = 0; v < graph.vertexCount; v++) {
      if (costs[v] === Infinity) continue;
      const n = graph.successors(v, to, arcs);
      for (let i = 0; i < n; i++) {
        if (costs[v] + arcs[i] >= costs[to[i]] - 1e-9) continue;
        costs[to[i]] = costs[v] + arcs[i];
        relaxed = true;
      }
    }
  }
  return costs[goal];
}

describe.each(Object.keys(planners))('%s', (name) => {
  test('moves along the path after an edit without a record: the cost is that from the new position', () => {
    const roads = twoRoads();
    const planner = planners[name](withoutRecord(roads));
    planner.begin(0, 3);
    planner.run();
    roads.setCost(4, 5, 9);
    planner.moveTo(1);
    expect(answer(planner)).toEqual([2, 3, 2]);
    planner.moveTo(2);
    expect(answer(planner)).toEqual([1, 2, 3]);
    planner.goalMovedTo(0);
    expect(answer(planner)).toEqual([Infinity, 0, -1]);
    expect([planner.run(), ...answer(planner)]).toEqual([true, 2, 3, 1]);
  });

  test('without a record: follows a jump or another goal between an edit and its report', () => {
    const random = seededRandom(12);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < 40; world++) {
      const n = 12;
      const arcs = Array.from({ length: 36 }, () => [below(n), below(n), 1 + below(9)] as const);
      const roads = new CompressedGraph(n, arcs);
      const planner = planners[name](withoutRecord(roads));
      planner.begin(below(n), below(n));
      for (let turn = 0; turn < 10; turn++) {
        planner.run();
        expect(planner.cost, `world ${world}, turn ${turn}`).toBeCloseTo(cheapest(roads, planner.start, planner.goal), 9);
        const [from, to] = arcs[below(arcs.length)];
        roads.setCost(from, to, 1 + below(9));
        if (random() < 0.7) planner.moveTo(below(n));
        if (random() < 0.4) planner.goalMovedTo(below(n));
        planner.arcsChanged([from], 1);
      }
    }
  });

  test('without a record: a report that leaves edits unknown leaves no answer', () => {
    const roads = twoRoads();
    const planner = planners[name](withoutRecord(roads));
    planner.begin(0, 3);
    planner.run();
    roads.setCost(1, 2, Infinity);
    roads.setCost(2, 1, Infinity);
    planner.arcsChanged([1], 1);
    expect(answer(planner)).toEqual([Infinity, 0, -1]);
    expect([planner.run(), ...answer(planner)]).toEqual([true, Infinity, 0, -1]);
    roads.setCost(1, 2, 4);
    planner.arcsChanged([1], 1);
    expect([planner.run(), ...answer(planner)]).toEqual([true, 6, 4, 1]);
  });

  test('an edit that costs it its buckets leaves no answer until the next run', () => {
    const roads = twoRoads();
    const planner = planners[name](roads);
    planner.begin(0, 3);
    planner.run();
    roads.setCost(4, 5, 1.5);
    planner.moveTo(1);
    expect(answer(planner)).toEqual([Infinity, 0, -1]);
    expect([planner.run(), ...answer(planner)]).toEqual([true, 2, 3, 2]);
  });

  test('begins again after an edit without reading the whole graph', () => {
    const roads = new CompressedGraph(1000, Array.from({ length: 999 }, (_, v) => [v, v + 1, 1] as const), { directed: false });
    const planner = planners[name](roads);
    roads.setCost(900, 901, 2);
    let reads = 0;
    roads.successors = (v, to, cost) => {
      reads++;
      return CompressedGraph.prototype.successors.call(roads, v, to, cost);
    };
    planner.begin(0, 2);
    expect(reads).toBeLessThan(20);
    planner.run();
    expect(planner.cost).toBe(2);
    roads.setCost(0, 1, 2.5);
    planner.begin(0, 2);
    planner.run();
    expect(planner.cost).toBe(3.5);
  });

  test('a rejected report leaves no answer', () => {
    const roads = twoRoads();
    const planner = planners[name](roads);
    planner.begin(0, 3);
    planner.run();
    roads.setCost(4, 5, 2);
    expect(() => planner.arcsChanged([9], 1)).toThrow('9');
    expect(answer(planner)).toEqual([3, 4, 1]);
    roads.successors = () => {
      throw new Error('unreadable');
    };
    expect(() => planner.arcsChanged([4, 5], 2)).toThrow('unreadable');
    expect(answer(planner)).toEqual([Infinity, 0, -1]);
    // @ts-expect-error: that of the class again.
    delete roads.successors;
    expect([planner.run(), ...answer(planner)]).toEqual([true, 3, 4, 1]);
  });

  test('a report whose tails were already forgotten does not hide the edit', () => {
    const map = Grid.fromRows(['.....', '.....', '.....']);
    const planner = planners[name](map);
    const tails = new Uint32Array(9);
    planner.begin(map.vertex(0, 1), map.vertex(4, 1));
    planner.run();
    expect(planner.cost).toBe(4);
    for (const y of [0, 1, 2]) planner.arcsChanged(tails, map.setBlocked(2, y, true));
    planner.run();
    expect(planner.cost).toBe(Infinity);
  });

  test('a report does not hide an earlier edit of which the planner does not know', () => {
    const random = seededRandom(4);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < 60; world++) {
      const grid = world % 3 === 0 ? new Grid(5, 4) : undefined;
      const roads = world % 3 === 1 ? new RoadMap<number>({ directed: world % 2 === 0 }) : undefined;
      const [n, arcs] = [20, Array.from({ length: 50 }, () => [below(20), below(20), 1 + below(9)] as [number, number, number])];
      for (let i = 0; i < n; i++) roads?.addPlace(i);
      for (const [from, to, cost] of arcs) roads?.addRoad(from, to, cost);
      const graph = grid ?? roads ?? new CompressedGraph(n, arcs);
      const anywhere = (): number => (grid === undefined ? below(n) : grid.vertex(below(5), below(4)));
      const planner = planners[name](graph);
      planner.begin(anywhere(), anywhere());
      let late: number[] = [];
      for (let turn = 0; turn < 15; turn++) {
        planner.run();
        expect(planner.cost, `${name}, world ${world}, turn ${turn}`).toBeCloseTo(cheapest(graph, planner.start, planner.goal), 9);
        for (let edits = 1 + below(turn === 9 && grid === undefined ? 1200 : 2); edits > 0; edits--) {
          const buffer = new Uint32Array(graph.vertexCount);
          const [from, to, cost] = arcs[below(arcs.length)];
          let tails = [from, to];
          if (grid !== undefined) tails = [...buffer.subarray(0, grid.setBlocked(below(5), below(4), random() < 0.5, random() < 0.5 ? buffer : undefined))];
          else if (roads === undefined) (graph as CompressedGraph).setCost(from, to, random() < 0.3 ? Infinity : 1 + below(9));
          else if (random() < 0.5) roads.addRoad(from, to, cost);
          else roads.removeRoad(from, to);
          // The tails of this edit, of an earlier one, or of none.
          const report = below(4);
          if (report === 0) planner.arcsChanged(tails, tails.length);
          if (report === 1) planner.arcsChanged(late, late.length);
          if (report === 2) planner.arcsChanged([anywhere()], 1);
          if (random() < 0.5) late = tails;
        }
        if (random() < 0.3) planner.moveTo(anywhere());
      }
    }
  });

  test('handles edits reported in part, at once, or not at all, and moves between them', () => {
    const random = seededRandom(11);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < 150; world++) {
      const [width, height] = [3 + below(6), 3 + below(6)];
      const grid = world % 2 === 0 ? new Grid(width, height, { movement: world % 4 === 0 ? 'eight' : 'four' }) : undefined;
      const cells = width * height;
      const arcs = grid === undefined ? Array.from({ length: 4 * cells }, () => [below(cells), below(cells), 1 + below(9)] as [number, number, number]) : [];
      const graph = grid ?? new CompressedGraph(cells, arcs);
      const anywhere = (): number => (grid === undefined ? below(cells) : grid.vertex(below(width), below(height)));
      const planner = planners[name](graph);
      const tails = new Uint32Array(graph.vertexCount);
      let [start, goal] = [anywhere(), anywhere()];
      planner.begin(start, goal);
      for (let turn = 0; turn < 12; turn++) {
        planner.run();
        expect(planner.cost, `${name}, world ${world}, turn ${turn}`).toBeCloseTo(cheapest(graph, start, goal), 9);
        if (random() < 0.4) planner.moveTo((start = random() < 0.5 && planner.next() >= 0 ? planner.next() : anywhere()));
        if (random() < 0.1) planner.goalMovedTo((goal = anywhere()));
        for (let edits = below(world % 10 === 9 ? 700 : 4); edits > 0; edits--) {
          const reported = below(3);
          let n: number;
          if (grid !== undefined) n = grid.setCost(below(width), below(height), random() < 0.4 ? 0 : 1 + below(3), reported > 0 ? tails : undefined);
          else {
            const [from, to] = arcs[below(arcs.length)];
            tails[0] = from;
            n = (graph as CompressedGraph).setCost(from, to, random() < 0.3 ? Infinity : 1 + below(9)) > 0 ? 1 : 0;
          }
          if (reported === 2) planner.arcsChanged(tails, n);
        }
        if (random() < 0.3) planner.moveTo((start = anywhere()));
      }
    }
  });
});

test('a path in a circle, after a report without all tails, is not blamed on the buffer', () => {
  let arcs: [from: number, to: number][] = [[0, 1], [1, 0], [1, 2]];
  const list = (from: 0 | 1, v: number, ends: Uint32Array, cost: Float64Array): number => {
    const found = arcs.filter((arc) => arc[from] === v);
    found.forEach((arc, i) => ([ends[i], cost[i]] = [arc[1 - from], 1]));
    return found.length;
  };
  const graph = {
    vertexCount: 3,
    maxDegree: 2,
    version: 0,
    successors: (v: number, to: Uint32Array, cost: Float64Array) => list(0, v, to, cost),
    predecessors: (v: number, to: Uint32Array, cost: Float64Array) => list(1, v, to, cost),
    // Vertex 0 has lost an arc too.
    changedSince: (_version: number, tails: Uint32Array) => ((tails[0] = 1), 1),
  };
  const planner = new DStarLite(graph);
  planner.begin(0, 2);
  planner.run();
  arcs = [[1, 0]];
  graph.version++;
  planner.run();
  expect(() => planner.path(new Uint32Array(3))).toThrow('The path goes in a circle: did changedSince or a report leave out tails');
});
