import type { Graph, TurnGraph } from '@pf/graph';
import { avoiding, CompressedGraph, EdgeCosts, NO_VERTEX, pathCost, RoadMap, withCosts as viewWithCosts, withTurns } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { digraphs, oracleDistances, runs, signArtifact, verticesOf } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomMetric } from '../../src/index.ts';
import { ContractionHierarchy, CustomizableHierarchy, EliminationQuery, HierarchySweep, TargetBuckets } from '../../src/index.ts';
import { askAll, near, range } from './questions.ts';

/** Costs of the edges, bit for bit. */
function edgesOf(metric: CustomMetric): number[][] {
  return [[...metric.up.cost], [...metric.down.cost]];
}

/** A random planar-looking network with coordinates. */
function network(side: number, seed: number): CompressedGraph {
  const random = seededRandom(seed);
  const coordinates = Float64Array.from({ length: 2 * side * side }, (_, i) => (i % 2 === 0 ? (i >> 1) % side : Math.floor((i >> 1) / side)) + 0.4 * random());
  const arcs: [number, number, number][] = [];
  for (let v = 0; v < side * side; v++) {
    for (const w of [(v + 1) % side === 0 ? -1 : v + 1, v + side]) {
      if (w < 0 || w >= side * side || random() < 0.15) continue;
      arcs.push([v, w, 1 + Math.floor(20 * random())]);
      if (random() < 0.8) arcs.push([w, v, 1 + Math.floor(20 * random())]);
    }
  }
  return new CompressedGraph(side * side, arcs, { coordinates });
}

describe('CustomizableHierarchy', () => {
  test('agrees with Dijkstra on random directed graphs', () => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 24 }), fc.boolean(), ({ vertexCount, arcs }, directed) => {
        const graph = new CompressedGraph(vertexCount, arcs, { directed });
        askAll(graph, new EliminationQuery(CustomizableHierarchy.build(graph).customise()), range(vertexCount));
      }),
      { seed: 1, numRuns: runs(80) },
    );
  }, 3_600_000);

  test.each([['with', true], ['without', false]])('agrees with Dijkstra on networks %s coordinates, which are dissected', (_, located) => {
    for (let round = 0; round < runs(2); round++) {
      const graph = network(14, round);
      const bare: Graph = { vertexCount: graph.vertexCount, maxDegree: graph.maxDegree, successors: (v, to, cost) => graph.successors(v, to, cost), predecessors: (v, to, cost) => graph.predecessors(v, to, cost) };
      const hierarchy = CustomizableHierarchy.build(located ? graph : bare);
      expect(new Set(hierarchy.vertex).size).toBe(graph.vertexCount);
      expect(hierarchy.edges.head.length).toBeLessThan(2000);
      askAll(graph, new EliminationQuery(hierarchy.customise()), [0, 50, 99]);
    }
  });

  test('roads are closed and opened in a graph of turns, which a loaded hierarchy takes too', () => {
    const random = seededRandom(7);
    const roads = network(6, 300);
    const turn = (from: number, via: number, to: number): number => (from === to ? Infinity : (from + via + to) % 3);
    const turns = withTurns(roads, turn);
    const hierarchy = CustomizableHierarchy.build(turns);
    const query = new EliminationQuery(hierarchy.customise());
    const to = new Uint32Array(roads.maxDegree);
    const cost = new Float64Array(roads.maxDegree);
    for (let round = 0; round < runs(8); round++) {
      for (let edit = 0; edit < 4; edit++) {
        const v = Math.floor(36 * random());
        const n = roads.allSuccessors(v, to, cost);
        if (n > 0) roads.setCost(v, to[Math.floor(n * random())], random() < 0.5 ? Infinity : Math.floor(20 * random()));
      }
      // Made anew, so that it knows nothing of the edits.
      const fresh = withTurns(roads, turn);
      const other = new EliminationQuery(CustomizableHierarchy.load(fresh, hierarchy.save()).customise());
      for (const v of [0, 20]) {
        const truth = oracleDistances(fresh, fresh.start(v));
        for (const goal of range(36)) {
          expect(query.search(turns.start(v), turns.goal(goal))).toBe(truth[fresh.goal(goal)]);
          expect(other.search(fresh.start(v), fresh.goal(goal))).toBe(truth[fresh.goal(goal)]);
        }
      }
    }
  });

  test('follows changes of costs, and equals a new customisation, bit for bit', () => {
    const random = seededRandom(5);
    for (let round = 0; round < runs(2); round++) {
      const graph = network(9, 100 + round);
      const hierarchy = CustomizableHierarchy.build(graph);
      const metric = hierarchy.customise();
      const query = new EliminationQuery(metric);
      const to = new Uint32Array(graph.maxDegree);
      const cost = new Float64Array(graph.maxDegree);
      for (let change = 0; change < 120; change++) {
        const tails: number[] = [];
        for (let k = Math.floor(3 * random()); k >= 0; k--) {
          const tail = Math.floor(random() * graph.vertexCount);
          const n = graph.allSuccessors(tail, to, cost);
          if (n === 0) continue;
          const head = to[Math.floor(random() * n)];
          graph.setCost(tail, head, random() < 0.15 ? Infinity : random() < 0.5 ? Math.floor(40 * random()) : 40 * random());
          tails.push(tail);
        }
        if (change % 3 === 0) metric.check();
        else metric.arcsChanged(tails, tails.length);
        expect(edgesOf(metric)).toEqual(edgesOf(hierarchy.customise()));
        if (change % 20 === 0) askAll(withClosed(graph), query, [Math.floor(random() * graph.vertexCount)]);
      }
    }
  });

  test.each(['roads', 'turns'])('on %s, following many changes looks at few triangles before it customises everything', (kind) => {
    const random = seededRandom(9);
    const roads = network(kind === 'roads' ? 30 : 12, 200);
    const graph = kind === 'roads' ? roads : withTurns(roads, (from, via, to) => (from === to ? Infinity : (from + via + to) % 3));
    const hierarchy = CustomizableHierarchy.build(graph);
    const { head, above } = hierarchy.edges;
    const metric = hierarchy.customise();
    const query = new EliminationQuery(metric);
    const to = new Uint32Array(roads.maxDegree);
    const cost = new Float64Array(roads.maxDegree);
    for (const changes of [1, 10, 1, 60, 1, 300, 600, 1]) {
      for (let change = 0; change < changes; ) {
        const tail = Math.floor(random() * roads.vertexCount);
        const n = roads.allSuccessors(tail, to, cost);
        if (n === 0) continue;
        roads.setCost(tail, to[Math.floor(random() * n)], random() < 0.1 ? Infinity : 20 * random());
        change++;
      }
      const recomputed = metric.arcsChanged([], 0);
      if (changes > 10) expect(recomputed).toBe(head.length);
      else if (changes === 1) expect(recomputed).toBeLessThan(head.length / 20);
      const { work } = Reflect.get(metric, 'repair') as { work: number };
      expect(work).toBeLessThan(0.7 * above.length);
      expect(edgesOf(metric)).toEqual(edgesOf(hierarchy.customise()));
      const start = Math.floor(random() * graph.vertexCount);
      const truth = oracleDistances(graph, start);
      for (const goal of verticesOf(graph)) expect(near(query.search(start, goal), truth[goal])).toBe(true);
    }
  });

  test('after a jam that took too much work to follow, one as wide is customised at once, most of the time', () => {
    const random = seededRandom(10);
    const graph = network(40, 200);
    const hierarchy = CustomizableHierarchy.build(graph);
    const metric = hierarchy.customise();
    const to = new Uint32Array(graph.maxDegree);
    const cost = new Float64Array(graph.maxDegree);
    const all = hierarchy.edges.head.length;
    /** Changes `n` roads in a square of this side; returns the edges recomputed and the work. */
    const jam = (n: number, side: number): [recomputed: number, work: number] => {
      for (let change = 0; change < n; ) {
        const tail = Math.floor(random() * side) + 40 * Math.floor(random() * side);
        if (graph.allSuccessors(tail, to, cost) === 0) continue;
        graph.setCost(tail, to[0], 20 * random());
        change++;
      }
      const recomputed = metric.arcsChanged([], 0);
      expect(edgesOf(metric)).toEqual(edgesOf(hierarchy.customise()));
      return [recomputed, (Reflect.get(metric, 'repair') as { work: number }).work];
    };
    const { limit } = (jam(1, 40), Reflect.get(metric, 'repair') as { limit: number });
    const wide = Array.from({ length: 40 }, () => jam(60, 40));
    expect(wide.map(([recomputed]) => recomputed)).toEqual(wide.map(() => all));
    expect(wide[0][1]).toBeGreaterThan(limit);
    expect(wide.filter(([, work]) => work > 0).length).toBe(5);
    for (const [, work] of wide) expect(work).toBeLessThan(1.1 * limit);
    expect(jam(1, 40)[0]).toBeLessThan(all / 20);
    // As many changes in one neighbourhood take less work: they are customised for a while, then followed.
    const local = Array.from({ length: 40 }, () => jam(60, 8));
    const firstFollowed = local.findIndex(([recomputed]) => recomputed < all);
    expect(firstFollowed).toBeGreaterThanOrEqual(0);
    expect(firstFollowed).toBeLessThan(17);
    expect(local.slice(firstFollowed).filter(([recomputed]) => recomputed === all)).toEqual([]);
    // Wide ones in turn with local ones: most of the former are still customised at once, and the latter followed.
    const mixed = Array.from({ length: 60 }, () => [jam(60, 40), jam(60, 6), jam(99, 7)]);
    expect(mixed.filter(([[, work]]) => work > 0).length).toBe(6);
    expect(mixed.filter(([, ...locals]) => locals.some(([recomputed]) => recomputed === all)).length).toBeLessThan(4);
  });

  test('several metrics share one order, each with its own costs', () => {
    const random = seededRandom(8);
    const graph = network(8, 3);
    const hierarchy = CustomizableHierarchy.build(graph);
    const costs = Float64Array.from(hierarchy.arcHead, () => Math.floor(9 * random()));
    const own = hierarchy.customise(costs);
    const following = hierarchy.customise();
    const other = withCosts(graph, hierarchy, costs);
    askAll(other, new EliminationQuery(own), [1, 30]);
    own.setCosts([3, 5], [0, Infinity]);
    costs[3] = 0;
    costs[5] = Infinity;
    expect(edgesOf(own)).toEqual(edgesOf(hierarchy.customise(costs)));
    own.customise(costs.fill(1));
    expect(edgesOf(own)).toEqual(edgesOf(hierarchy.customise(costs)));
    askAll(graph, new EliminationQuery(following), [1, 30]);
    expect(() => following.customise(costs)).toThrow('This metric follows the costs of its graph');
    expect(() => following.setCosts([0], [1])).toThrow('This metric follows the costs of its graph');
    expect(() => own.arcsChanged([0], 1)).toThrow('This metric has costs of its own');
    expect(() => own.setCosts([costs.length], [1])).toThrow(`An arc must be a number from 0 to ${costs.length - 1}, got ${costs.length}.`);
    expect(() => own.setCosts([0], [-1])).toThrow('The cost of arc 0 must be 0 or more');
    expect(() => hierarchy.customise([1])).toThrow('each of which needs a cost, got 1.');
    // Copied by JSON, a closed arc costs null, which would count as 0.
    const copied = JSON.parse(JSON.stringify([...costs.fill(1).fill(Infinity, 5)])) as number[];
    expect(() => hierarchy.customise(copied)).toThrow('The cost of arc 5 must be 0 or more, or Infinity to close it, got null.');
    expect(() => own.setCosts([4, 5], copied.slice(4))).toThrow('The cost of arc 5 must be 0 or more, or Infinity to close it, got null.');
    expect(() => own.setCosts(0 as never, 1 as never)).toThrow('The arcs must be a list of numbers, got 0.');
    expect(() => own.setCosts([0], 1 as never)).toThrow('The costs must be a list of numbers, got 1.');
    for (const n of [-1, 0.5, NaN]) expect(() => own.setCosts([0], [1], n)).toThrow(`The number of arcs must be a whole number from 0 on, got ${n}.`);
    expect(own.setCosts([0], [7], 0)).toBe(0);
    expect(() => hierarchy.customise(null as never)).toThrow('The costs must be a list of numbers, got null.');
  });

  test('gives the number of an arc, the first of parallel ones, closed ones included', () => {
    const roads = new CompressedGraph(4, [[0, 1, 2], [0, 3, 1], [0, 1, 3], [1, 2, 2], [2, 2, 1], [3, 0, Infinity]]);
    const metric = CustomizableHierarchy.build(roads).customise(range(6));
    const to = new Uint32Array(roads.maxDegree);
    const heads = range(4).flatMap((v) => [...to.subarray(0, roads.allSuccessors(v, to, new Float64Array(roads.maxDegree)))].map((head) => [v, head]));
    expect(heads.length).toBe(6);
    for (const v of range(4)) for (const w of range(4)) expect(metric.arc(v, w)).toBe(heads.findIndex(([tail, head]) => tail === v && head === w));
    expect(metric.arc(1, 0)).toBe(NO_VERTEX);
    expect(() => metric.arc(4, 0)).toThrow('The tail of an arc must be a whole number from 0 to 3 (a vertex of the graph), got 4.');
    expect(() => metric.arc(0, -1)).toThrow('The head of an arc must be a whole number from 0 to 3 (a vertex of the graph), got -1 (NO_VERTEX: no such step or path).');
    const growing = new RoadMap();
    growing.addRoad('a', 'b', 1);
    const old = CustomizableHierarchy.build(growing).customise([1]);
    expect(() => old.arc(growing.addPlace('c'), 0)).toThrow('The graph has 3 vertices, but had 2 when this hierarchy was made: make a new hierarchy.');
  });

  test('doors of a grid: missing arcs are closed, new ones throw', () => {
    const grid = Grid.fromRows(['.....', '.###.', '.....']);
    const open = new Grid(5, 3);
    const metric = CustomizableHierarchy.build(open).customise();
    const query = new EliminationQuery(metric);
    const [start, goal] = [open.vertex(0, 1), open.vertex(4, 1)];
    expect(query.search(start, goal)).toBe(4);
    for (const x of [1, 2, 3]) open.setBlocked(x, 1, true);
    const truth = oracleDistances(grid, start);
    for (const goal of verticesOf(grid)) expect(query.search(start, goal)).toBe(truth[goal]);
    open.setBlocked(2, 1, false);
    open.setBlocked(1, 1, false);
    open.setBlocked(3, 1, false);
    expect(query.search(start, goal)).toBe(4);
    const walled = CustomizableHierarchy.build(grid).customise();
    grid.setBlocked(2, 1, false);
    expect(() => walled.check()).toThrow('did not exist when the hierarchy was built');
  });

  test('slices give the same result, and start over after a change of costs', () => {
    const graph = network(12, 4);
    const metric = CustomizableHierarchy.build(graph).customise();
    const query = new EliminationQuery(metric);
    const cost = query.search(0, 143);
    query.begin(0, 143);
    expect([query.run(0), query.cost]).toEqual([false, Infinity]);
    let slices = 0;
    while (!query.run(1)) slices++;
    expect(query.cost).toBe(cost);
    expect(slices).toBeGreaterThan(5);
    query.begin(0, 143);
    query.run(3);
    const out = new Uint32Array(graph.vertexCount);
    const length = new EliminationQuery(metric).path(out);
    expect(length).toBe(0);
    query.run();
    query.path(out);
    graph.setCost(out[0], out[1], Infinity);
    query.begin(0, 143);
    query.run();
    askAll(graph, query, [0]);
    graph.setCost(out[0], out[1], 1);
    metric.check();
    expect(() => new EliminationQuery(metric).search(0, 200)).toThrow('The goal must be a whole number');
  });

  test.each(['random', 'roads', 'turns'])('accepts several starts and goals, each with its own cost: %s', (kind) => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 12 }), fc.nat(), ({ vertexCount, arcs }, seed) => {
        const random = seededRandom(seed);
        const below = (n: number): number => Math.floor(n * random());
        const roads = network(6, seed);
        const graph = kind === 'random' ? new CompressedGraph(vertexCount, arcs) : kind === 'roads' ? roads : withTurns(roads, (from, via, to) => (from === to ? Infinity : (from + via + to) % 3));
        const query = new EliminationQuery(CustomizableHierarchy.build(graph).customise());
        const to = new Uint32Array(graph.maxDegree);
        const out = new Uint32Array(graph.vertexCount);
        const draw = (): number[] => Array.from({ length: below(5) }, () => below(graph.vertexCount));
        for (let round = 0; round < 4; round++) {
          const [starts, goals] = [draw(), draw()];
          const [before, after] = [starts, goals].map((ends) => ends.map(() => (random() < 0.1 ? Infinity : below(30))));
          query.beginBetween(starts, before, goals, after);
          if (round === 2 && !query.run(2)) {
            // A change of costs midway starts over.
            const v = below(graph.vertexCount);
            if (graph.successors(v, to, new Float64Array(graph.maxDegree)) > 0) graph.setCost(v, to[0], below(40));
          }
          while (!query.run(round === 0 ? 1 : Infinity));
          // Each vertex once, although the paths to the root meet.
          expect(query.counters.expanded).toBeLessThanOrEqual(graph.vertexCount);
          let least = Infinity;
          starts.forEach((s, i) => {
            const truth = oracleDistances(graph, s);
            goals.forEach((t, j) => (least = Math.min(least, before[i] + truth[t] + after[j])));
          });
          expect(near(query.cost, least)).toBe(true);
          const n = query.path(out);
          if (least === Infinity) expect(n).toBe(0);
          else {
            const costOf = (ends: number[], costs: number[], end: number): number => Math.min(...costs.filter((_, i) => ends[i] === end));
            expect(near(costOf(starts, before, out[0]) + pathCost(graph, out, n) + costOf(goals, after, out[n - 1]), least)).toBe(true);
          }
          const [start, goal] = [below(graph.vertexCount), below(graph.vertexCount)];
          expect(near(query.search(start, goal), oracleDistances(graph, start)[goal])).toBe(true);
        }
      }),
      { seed: 2, numRuns: runs(60) },
    );
  }, 3_600_000);

  test('can be saved and loaded for a graph of the same shape, at any costs', () => {
    const graph = network(6, 5);
    const saved = CustomizableHierarchy.build(graph).save();
    graph.setCost(0, 1, 17);
    const loaded = CustomizableHierarchy.load(graph, saved);
    askAll(graph, new EliminationQuery(loaded.customise()), [0, 20]);
    expect(new Uint8Array(loaded.save())).toEqual(new Uint8Array(saved));
    expect(() => CustomizableHierarchy.load(network(6, 6), saved)).toThrow('was built for the world');
    const forged = saved.slice(0);
    new Uint32Array(forged, forged.byteLength - 8, 1)[0] = new Uint32Array(forged, forged.byteLength - 4, 1)[0];
    signArtifact(forged);
    expect(() => CustomizableHierarchy.load(graph, forged)).toThrow('An order has each of the 36 vertices once');
  });

  test('accepts a given order, reports progress and can be stopped', () => {
    const graph = network(20, 6);
    const order = range(400).reverse();
    askAll(graph, new EliminationQuery(CustomizableHierarchy.build(graph, { order }).customise()), [7]);
    expect(() => CustomizableHierarchy.build(graph, { order: order.slice(1) })).toThrow('An order has each of the 400 vertices once, got 399 entries without 399.');
    const steps: number[] = [];
    CustomizableHierarchy.build(graph, { onProgress: (done, total) => steps.push(done / total) });
    expect(steps.at(-1)).toBe(1);
    // A graph that needs no cut, too.
    expect(() => CustomizableHierarchy.build(new CompressedGraph(2, []), { signal: { aborted: true } })).toThrow('The build was stopped after 2 of 2.');
    expect(() => CustomizableHierarchy.build(graph, { signal: { aborted: true } })).toThrow(/^The build was stopped after \d+ of 400[.]$/);
  });

  test('takes 12 bytes an edge and 2 a triangle', () => {
    const graph = network(14, 3);
    const hierarchy = CustomizableHierarchy.build(graph);
    const { head, above } = hierarchy.edges;
    expect(hierarchy.byteLength).toBe(20 * graph.vertexCount + 12 + 16 * graph.arcCount + 12 * head.length + 2 * above.length);
  });

  test('handles shapes that are hard to dissect: paths, stars, cliques, no vertices', () => {
    const shapes: [number, [number, number, number][]][] = [
      [400, range(399).map((v) => [v, v + 1, 1])],
      [200, range(199).map((v) => [0, v + 1, 1])],
      [40, range(40).flatMap((v) => range(v).map((w) => [v, w, 1 + ((v * w) % 7)] as [number, number, number]))],
      [5, []],
      [0, []],
    ];
    for (const [n, arcs] of shapes) {
      const graph = new CompressedGraph(n, arcs, { directed: false });
      const query = new EliminationQuery(CustomizableHierarchy.build(graph).customise());
      if (n > 0) askAll(graph, query, [n - 1]);
    }
  });
});

/** The graph with its closed arcs at cost Infinity, so that arcs have the same numbers as in the hierarchy. */
function withClosed(graph: CompressedGraph): Graph {
  return { vertexCount: graph.vertexCount, maxDegree: graph.maxDegree, successors: (v, to, cost) => graph.allSuccessors(v, to, cost), predecessors: (v, to, cost) => graph.predecessors(v, to, cost) };
}

/** The same arcs at other costs. */
function withCosts(graph: CompressedGraph, hierarchy: CustomizableHierarchy, costs: Float64Array): Graph {
  return {
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    successors(v, to, cost) {
      const n = graph.successors(v, to, cost);
      for (let i = 0; i < n; i++) cost[i] = costs[hierarchy.firstArc[v] + i];
      return n;
    },
    predecessors: (v, to, cost) => graph.predecessors(v, to, cost),
  };
}

test('customised in slices, a metric is the same, also if a query, a change of costs or another start comes between them', () => {
  for (let round = 0; round < runs(30); round++) {
    const random = seededRandom(round);
    const graph = network(12, round);
    const hierarchy = CustomizableHierarchy.build(graph);
    const costs = (): Float64Array => Float64Array.from({ length: hierarchy.arcHead.length }, () => Math.floor(30 * random()));
    const [metric, whole] = [hierarchy.customise(costs()), hierarchy.customise(costs())];
    const query = new EliminationQuery(metric);
    const target = costs();
    metric.begin(costs());
    metric.run(1 + Math.floor(600 * random()));
    metric.begin(target);
    let slices = 1;
    const stop = Math.floor(8 * random());
    for (; slices < stop && !metric.run(round % 2 === 0 ? 1 : 100); slices++);
    whole.customise(target);
    if (round % 3 === 1) {
      const oracle = new EliminationQuery(whole);
      for (let k = 0; k < 3; k++) expect(query.search(k, 143 - k)).toBe(oracle.search(k, 143 - k));
    } else if (round % 3 === 2) {
      const [arcs, values] = [[5, 40, 90], [1, 60, Infinity]];
      metric.setCosts(arcs, values);
      whole.setCosts(arcs, values);
    }
    while (!metric.run(50)) slices++;
    expect(edgesOf(metric)).toEqual(edgesOf(whole));
    expect([metric.leastCost, metric.run()]).toEqual([whole.leastCost, true]);
    if (round % 3 === 0) expect(slices).toBeGreaterThan(10);
  }
});

test('a metric that follows its graph is customised in slices too', () => {
  const graph = network(12, 4);
  const metric = CustomizableHierarchy.build(graph).customise();
  const query = new EliminationQuery(metric);
  const before = query.search(0, 143);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const estimate = metric.heuristic();
  for (const edited of [0, 13]) {
    for (let i = graph.successors(edited, to, cost) - 1; i >= 0; i--) graph.setCost(edited, to[i], 40);
    metric.begin();
    expect(metric.run(1)).toBe(false);
    expect(estimate(0, 143)).toBe(oracleDistances(graph, 0)[143]);
    expect(metric.run(1)).toBe(true);
  }
  metric.begin();
  expect(metric.run(1)).toBe(false);
  // An edit between two slices.
  for (const v of [130, 131, 142]) for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) graph.setCost(v, to[i], 50);
  expect(query.search(0, 143)).toBe(oracleDistances(graph, 0)[143]);
  expect(query.cost).toBeGreaterThan(before);
  expect(() => metric.run(-1)).toThrow('budget');
  expect(() => metric.begin([1])).toThrow('This metric follows the costs of its graph');
});

test('after a change of costs a path is not written, whether it was written before or not', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 9]]);
  const query = new EliminationQuery(CustomizableHierarchy.build(roads).customise());
  const out = new Uint32Array(3);
  for (const cost of [5, 6]) {
    query.search(0, 2);
    if (cost === 5) expect(query.path(out)).toBe(3);
    roads.setCost(0, 1, cost);
    expect(() => query.path(out)).toThrow('The costs have changed since this path was found: search again.');
    expect(() => query.arcs(out)).toThrow('search again');
  }
  expect(query.search(0, 2)).toBe(7);
  expect(query.path(out)).toBe(3);
});

test('a report of other tails does not hide an edit', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 9]]);
  const metric = CustomizableHierarchy.build(roads).customise();
  const query = new EliminationQuery(metric);
  expect(query.search(0, 2)).toBe(2);
  roads.setCost(0, 1, 5);
  metric.arcsChanged([2], 1);
  expect(query.search(0, 2)).toBe(6);
  for (let i = 0; i < 600; i++) roads.setCost(1, 2, 20 + i);
  roads.setCost(0, 1, 6);
  metric.arcsChanged([0], 1);
  expect(query.search(0, 2)).toBe(9);
});

test.each(['customise', 'arcsChanged'] as const)('a graph that throws once during %s leaves no wrong cost', (call) => {
  for (let bad = 0; bad < 3; bad++) {
    const roads = new CompressedGraph(4, [[0, 1, 2], [1, 2, 2], [2, 3, 2], [0, 3, 9]]);
    let throwing = -1;
    const view = viewWithCosts(roads, (tail, _head, cost) => {
      if (tail !== throwing) return cost;
      throwing = -1;
      throw new Error('not loaded yet');
    });
    const metric = CustomizableHierarchy.build(view).customise();
    const query = new EliminationQuery(metric);
    expect(query.search(0, 3)).toBe(6);
    roads.setCost(0, 1, 20);
    throwing = bad;
    expect(() => (call === 'customise' ? metric.customise() : metric.arcsChanged([0, 1, 2], 3))).toThrow('not loaded yet');
    expect(query.search(0, 3)).toBe(9);
  }
});

test('follows the roads of a map that are removed, changed and added again, in any order', () => {
  const out = new Uint32Array(6);
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const roads = new RoadMap<number>({ directed: seed % 2 === 0 });
    for (let v = 0; v < 6; v++) roads.addPlace(v);
    const ends = Array.from({ length: 14 }, (): [number, number] => [below(6), below(6)]);
    for (const [from, to] of ends) roads.addRoad(from, to, 1 + below(9));
    const metric = CustomizableHierarchy.build(roads).customise();
    const query = new EliminationQuery(metric);
    for (let round = 0; round < 8; round++) {
      for (let edits = below(4); edits >= 0; edits--) {
        const [from, to] = ends[below(14)];
        if (random() < 0.6) roads.removeRoad(from, to);
        else roads.addRoad(from, to, 1 + below(9));
      }
      if (round % 3 === 0) metric.customise();
      if (round % 3 === 1) metric.arcsChanged([0], 1);
      for (let start = 0; start < 6; start++) {
        const truth = oracleDistances(roads, start);
        for (let goal = 0; goal < 6; goal++) expect([query.search(start, goal), pathCost(roads, out, query.path(out))], `seed ${seed}`).toEqual([truth[goal], truth[goal]]);
      }
    }
  }
});

test('an arc that is new since the build is rejected, also in place of a removed one', () => {
  const roads = new RoadMap();
  for (const to of ['b', 'c', 'd']) roads.addRoad('a', to, 1);
  roads.removeRoad('a', 'd');
  const metric = CustomizableHierarchy.build(roads).customise();
  roads.removeRoad('a', 'b');
  roads.addRoad('a', 'd', 1);
  expect(() => { metric.check(); }).toThrow('The arc from 0 to 3 did not exist when the hierarchy was built: build the hierarchy anew.');
  roads.removeRoad('a', 'd');
  roads.addRoad('a', 'b', 7);
  expect(new EliminationQuery(metric).search(0, 1)).toBe(7);
  // More roads from the place than any had at the build.
  roads.addRoad('a', 'd', 1);
  roads.addRoad('a', 'a', 1);
  expect(() => { metric.check(); }).toThrow(/^The arc from 0 to (0|3) did not exist/);
  const street = new RoadMap();
  street.addRoad('a', 'b', 1);
  street.addPlace('c');
  const metricOfStreet = CustomizableHierarchy.build(street).customise();
  street.addRoad('a', 'c', 1);
  expect(() => { metricOfStreet.check(); }).toThrow('The arc from 0 to a new neighbour did not exist when the hierarchy was built');
});

test('a graph that has grown since the build is rejected', () => {
  const roads = new RoadMap({ directed: false });
  roads.addRoad('a', 'b', 1);
  const hierarchy = CustomizableHierarchy.build(roads);
  const fixed = ContractionHierarchy.build(roads).heuristic();
  const metrics = [hierarchy.customise(), hierarchy.customise([1, 1])];
  const begun = new EliminationQuery(metrics[1]);
  begun.begin(0, 1);
  const c = roads.addPlace('c');
  const grown = 'The graph has 3 vertices, but had 2 when this hierarchy was made: make a new hierarchy.';
  for (const metric of metrics) {
    expect(() => { new EliminationQuery(metric).begin(0, c); }).toThrow(grown);
    expect(() => new HierarchySweep(metric).flood(c)).toThrow(grown);
    expect(() => new TargetBuckets(metric, [c]).costs(0)).toThrow(grown);
  }
  for (const heuristic of [fixed, ...metrics.map((metric) => metric.heuristic())]) {
    expect(() => heuristic(0, c)).toThrow(grown);
    expect(() => heuristic(c, 0)).toThrow(grown);
  }
  expect(fixed(0, 1)).toBe(1);
  expect(() => begun.run(1)).toThrow(grown);
  expect(() => hierarchy.save()).toThrow(grown);
});

test('over views, arcs that are closed or avoided at the build open later, and a loaded hierarchy does not depend on them', () => {
  for (let seed = 1; seed <= runs(12); seed++) {
    const random = seededRandom(seed);
    const roads = network(5, 500 + seed);
    const [to, cost] = [new Uint32Array(roads.maxDegree), new Float64Array(roads.maxDegree)];
    const closed = new Set<number>();
    const draw = (): void => {
      closed.clear();
      for (let i = 0; i < 8; i++) closed.add(Math.floor(25 * random()));
    };
    draw();
    const views: Graph[] = [avoiding(roads, (v) => closed.has(v)), viewWithCosts(roads, (tail, _head, cost) => (closed.has(tail) ? Infinity : cost + 1))];
    const priced = new EdgeCosts(views[1]);
    priced.set(3, 8, Infinity);
    views.push(avoiding(views[1], (v) => v === 7), priced, withTurns(views[0], () => 1));
    const hierarchies = views.map((view) => CustomizableHierarchy.build(view));
    const metrics = hierarchies.map((hierarchy) => hierarchy.customise());
    const queries = metrics.map((metric) => new EliminationQuery(metric));
    for (let round = 0; round < 4; round++) {
      draw();
      const v = Math.floor(25 * random());
      const n = roads.allSuccessors(v, to, cost);
      if (n > 0) roads.setCost(v, to[0], random() < 0.5 ? Infinity : 5);
      priced.set(3, 8, round === 1 ? undefined : Infinity);
      (views[4] as TurnGraph).arcsChanged(range(25), 25);
      metrics.forEach((metric, i) => void metric.arcsChanged(range(views[i].vertexCount), views[i].vertexCount));
      for (const [i, view] of views.entries()) {
        expect(hierarchies[i].save()).toEqual(CustomizableHierarchy.load(view, hierarchies[i].save()).save());
        const truth = oracleDistances(view, 3);
        for (let goal = 0; goal < view.vertexCount; goal++) expect(queries[i].search(3, goal), `seed ${seed}, view ${i}`).toBe(truth[goal]);
      }
    }
  }
});

test('after a report that fails, a metric over a graph without a version answers no more until the graph fits again', () => {
  const costs = [[1, 2, 3], [0, 2, 3], [0, 1, 3], []].map((heads) => new Map(heads.map((head) => [head, 9])));
  costs[0].delete(3);
  const graph: Graph = {
    vertexCount: 4,
    maxDegree: 3,
    successors(v, to, cost) {
      to.set([...costs[v].keys()]);
      cost.set([...costs[v].values()]);
      return costs[v].size;
    },
    predecessors: () => 0,
  };
  const metric = CustomizableHierarchy.build(graph).customise();
  const query = new EliminationQuery(metric);
  expect(query.search(1, 3)).toBe(9);
  costs[0].set(3, 1);
  costs[1].set(0, 1);
  const missing = 'The arc from 0 to 3 did not exist';
  expect(() => metric.arcsChanged([1, 0], 2)).toThrow(missing);
  expect(() => query.search(1, 3)).toThrow(missing);
  expect(() => metric.arcsChanged([1], 1)).toThrow(missing);
  expect(() => metric.version).toThrow(missing);
  expect(() => metric.customise()).toThrow(missing);
  costs[0].delete(3);
  expect(query.search(1, 0)).toBe(1);
  expect(query.search(1, 3)).toBe(9);
});

test('coordinates that are all alike, in one part or everywhere, or that are no functions, do not spoil the dissection', () => {
  const side = 24;
  const grid = new Grid(2 * side, side, { movement: 'four' });
  const bare = (): Graph => ({ vertexCount: grid.vertexCount, maxDegree: grid.maxDegree, successors: (v, to, cost) => grid.successors(v, to, cost), predecessors: (v, to, cost) => grid.predecessors(v, to, cost) });
  const edges = (located: object): number => CustomizableHierarchy.build(Object.assign(bare(), located)).edges.head.length;
  const byHops = edges({});
  expect(edges({ x: () => 7, y: () => -3 })).toBe(byHops);
  expect(edges({ x: new Float64Array(grid.vertexCount), y: new Float64Array(grid.vertexCount) })).toBe(byHops);
  expect(edges({ x: () => 7 })).toBe(byHops);
  const left = (v: number): number => Math.min(side, grid.x(v));
  expect(edges({ x: left, y: (v: number) => (left(v) === side ? 0 : grid.y(v)) })).toBeLessThan(1.2 * byHops);
});
