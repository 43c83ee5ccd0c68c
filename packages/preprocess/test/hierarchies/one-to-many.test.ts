import { CompressedGraph } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { digraphs, oracleDistances, runs } from '@pf/testkit';
import { AStar, NBAStar } from '@pf/search';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hierarchy } from '../../src/index.ts';
import { ContractionHierarchy, costMatrix, CustomizableHierarchy, HierarchySweep, TargetBuckets } from '../../src/index.ts';
import { near, range } from './questions.ts';

const KINDS: readonly (readonly [string, (graph: CompressedGraph) => Hierarchy])[] = [
  ['a contraction hierarchy', (graph) => ContractionHierarchy.build(graph)],
  ['a metric', (graph) => CustomizableHierarchy.build(graph).customise()],
];

const graphs = digraphs({ maxVertices: 22 }).map(({ vertexCount, arcs }) => new CompressedGraph(vertexCount, arcs));

describe.each(KINDS)('over %s', (_, build) => {
  test('a matrix has the costs of Dijkstra', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(21), { maxLength: 6 }), fc.array(fc.nat(21), { maxLength: 6 }), (graph, a, b) => {
        const [sources, targets] = [a.map((v) => v % graph.vertexCount), b.map((v) => v % graph.vertexCount)];
        const matrix = costMatrix(build(graph), sources, targets);
        sources.forEach((s, i) => {
          const truth = oracleDistances(graph, s);
          targets.forEach((t, j) => expect(near(matrix[i * targets.length + j], truth[t])).toBe(true));
        });
      }),
      { seed: 1, numRuns: runs(60) },
    );
  });

  test('writes costs to shared memory', () => {
    const out: Float64Array = new Float64Array(new SharedArrayBuffer(16));
    const hierarchy = build(new CompressedGraph(2, [[0, 1, 3]]));
    expect(costMatrix(hierarchy, [0], [1, 0], out)).toBe(out);
    expect([...out]).toEqual([3, 0]);
    expect([...new TargetBuckets(hierarchy, [0, 1]).costs(0, out)]).toEqual([0, 3]);
  });

  test('finds the nearest of several', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(21), { maxLength: 8 }), fc.nat(21), fc.nat(5), (graph, vertices, from, k) => {
        const targets = vertices.map((v) => v % graph.vertexCount);
        const source = from % graph.vertexCount;
        const truth = oracleDistances(graph, source);
        const sorted = targets.map((t) => truth[t]).filter((cost) => cost < Infinity).sort((x, y) => x - y).slice(0, k);
        const out = new Uint32Array(k);
        const costs = new Float64Array(k);
        const n = new TargetBuckets(build(graph), targets).nearest(source, out, costs);
        expect(n).toBe(sorted.length);
        sorted.forEach((cost, i) => expect([near(costs[i], cost), near(truth[out[i]], cost)]).toEqual([true, true]));
      }),
      { seed: 2, numRuns: runs(100) },
    );
  });

  test('a sweep reaches the same vertices as Dijkstra, forward and backward, within any radius', () => {
    fc.assert(
      fc.property(graphs, fc.nat(21), fc.constantFrom(Infinity, 0, 5, 12), fc.boolean(), (graph, from, radius, backward) => {
        const source = from % graph.vertexCount;
        const truth = oracleDistances(graph, source, { backward });
        // Skips a radius that differs from a cost only by rounding.
        fc.pre(truth.every((cost) => cost === radius || Math.abs(cost - radius) > 1e-6 || cost === Infinity));
        const sweep = new HierarchySweep(build(graph), { direction: backward ? 'backward' : 'forward' });
        const within = range(graph.vertexCount).filter((v) => truth[v] <= radius && truth[v] < Infinity);
        expect(sweep.flood(source, radius)).toBe(within.length);
        const out = new Uint32Array(graph.vertexCount);
        expect([...out.subarray(0, sweep.reached(out))]).toEqual(within);
        const costs = new Float64Array(graph.vertexCount);
        sweep.distances(costs);
        for (let v = 0; v < graph.vertexCount; v++) expect(near(costs[v], within.includes(v) ? truth[v] : Infinity)).toBe(true);
      }),
      { seed: 3, numRuns: runs(100) },
    );
  });

  test('a sweep reaches what lies exactly at the radius, however costs round', () => {
    const roads = new CompressedGraph(12, range(11).map((v) => [v, v + 1, 0.1] as const), { directed: false });
    const sweep = new HierarchySweep(build(roads));
    expect(range(12).map((steps) => sweep.flood(0, steps / 10))).toEqual(range(12).map((steps) => steps + 1));
  });

  test('the heuristic is the exact cost, grouped by goals, by starts, or in any order', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.tuple(fc.nat(21), fc.nat(21)), { maxLength: 12 }), fc.constantFrom('goal', 'start', 'any'), fc.boolean(), (graph, pairs, fixed, infinite) => {
        const hierarchy = build(graph) as ContractionHierarchy;
        const heuristic = hierarchy.heuristic({ infinite });
        for (const [a, b] of pairs) {
          const v = (fixed === 'start' ? pairs[0][0] : a) % graph.vertexCount;
          const goal = (fixed === 'goal' ? pairs[0][1] : b) % graph.vertexCount;
          const truth = oracleDistances(graph, v)[goal];
          expect(near(heuristic(v, goal), truth === Infinity && !infinite ? 1e12 : truth)).toBe(true);
        }
      }),
      { seed: 4, numRuns: runs(100) },
    );
  });
});

describe('hierarchies', () => {
  test('after costs rise, A* and NBA* are right on directed graphs', () => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 22 }), fc.integer(), ({ vertexCount, arcs }, seed) => {
        const graph = new CompressedGraph(vertexCount, arcs);
        const heuristic = ContractionHierarchy.build(graph).heuristic();
        const random = seededRandom(seed);
        for (const [a, b, cost] of arcs) if (random() < 0.3) graph.setCost(a, b, cost * (1 + random()));
        for (let i = 0; i < 4; i++) {
          const [a, b] = [Math.floor(vertexCount * random()), Math.floor(vertexCount * random())];
          const truth = oracleDistances(graph, a)[b];
          for (const search of [new AStar(graph, { heuristic }), new NBAStar(graph, { heuristic })]) expect(near(search.search(a, b), truth)).toBe(true);
        }
      }),
      { seed: 4, numRuns: runs(300) },
    );
  });

  test('after costs rise, A* and NBA* are right, and A* expands a fraction', () => {
    const random = seededRandom(4);
    const arcs: [number, number, number][] = [];
    const vertex = (x: number, y: number): number => 40 * y + x;
    for (let y = 0; y < 40; y++) for (let x = 0; x < 40; x++) for (const [dx, dy] of [[1, 0], [0, 1]]) if (x + dx < 40 && y + dy < 40) arcs.push([vertex(x, y), vertex(x + dx, y + dy), 5 + Math.floor(20 * random())]);
    const graph = new CompressedGraph(1600, arcs, { directed: false });
    const heuristic = ContractionHierarchy.build(graph).heuristic();
    const lower = CustomizableHierarchy.build(graph);
    const byMetric = lower.customise(lower.customise().costs).heuristic();
    for (const [a, b, cost] of arcs) if (random() < 0.2) graph.setCost(a, b, cost * (1 + random()));
    const searches = [new AStar(graph, { heuristic }), new AStar(graph, { heuristic: byMetric }), new NBAStar(graph, { heuristic })];
    const plain = new AStar(graph, { heuristic: () => 0 });
    let fewer = 0;
    for (let i = 0; i < 20; i++) {
      const [a, b] = [Math.floor(1600 * random()), Math.floor(1600 * random())];
      const cost = plain.search(a, b);
      for (const search of searches) expect(near(search.search(a, b), cost)).toBe(true);
      fewer += plain.counters.expanded / searches[0].counters.expanded;
    }
    expect(fewer / 20).toBeGreaterThan(5);
  });

  test('A* with the heuristic of a metric that follows is right as costs rise and fall', () => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 14 }), fc.integer(), ({ vertexCount, arcs }, seed) => {
        const graph = new CompressedGraph(vertexCount, arcs);
        const search = new AStar(graph, { heuristic: CustomizableHierarchy.build(graph).customise().heuristic() });
        const random = seededRandom(seed);
        const [a, b] = [Math.floor(vertexCount * random()), Math.floor(vertexCount * random())];
        for (let i = 0; i < 6; i++) {
          expect(near(search.search(a, b), oracleDistances(graph, a)[b])).toBe(true);
          for (const [tail, head, cost] of arcs) if (random() < 0.2) graph.setCost(tail, head, cost * 2 * random());
        }
      }),
      { seed: 5, numRuns: runs(300) },
    );
  });

  test('buckets follow a metric whose costs change', () => {
    const graph = new CompressedGraph(4, [[0, 1, 2], [1, 2, 2], [0, 3, 5]]);
    const metric = CustomizableHierarchy.build(graph).customise();
    const buckets = new TargetBuckets(metric, [2, 3]);
    expect([...buckets.costs(0)]).toEqual([4, 5]);
    graph.setCost(1, 2, 7);
    expect([...buckets.costs(0)]).toEqual([9, 5]);
    const heuristic = metric.heuristic();
    expect(heuristic(0, 2)).toBe(9);
    graph.setCost(1, 2, 1);
    expect(heuristic(0, 2)).toBe(3);
  });

  test('rejects invalid queries', () => {
    const hierarchy = ContractionHierarchy.build(new CompressedGraph(2, []));
    expect(() => new TargetBuckets(hierarchy, [2])).toThrow('The target must be a whole number from 0 to 1');
    expect(() => new TargetBuckets(hierarchy, [1]).costs(5)).toThrow('The source must be');
    expect(() => new TargetBuckets(hierarchy, [1, 0]).costs(1, new Float64Array(1))).toThrow('There are 2 targets, but the buffer holds 1.');
    expect(() => new TargetBuckets(hierarchy, [1, 0]).nearest(1, new Uint32Array(3), new Float64Array(1))).toThrow('Up to 2 costs are written, but their buffer holds 1.');
    expect(new TargetBuckets(hierarchy, [1]).nearest(1, new Uint32Array(3), new Float64Array(1))).toBe(1);
    expect(() => costMatrix(hierarchy, [0, 1], [0, 1], new Float64Array(3))).toThrow('The table has 4 entries, but the buffer holds 3.');
    expect(() => costMatrix(hierarchy, [0], [0], [0] as never)).toThrow('The table is written into a Float64Array, got an array');
    expect(() => costMatrix(hierarchy, undefined as never, [0], new Float64Array(4))).toThrow('The list of vertices must be a list of numbers, got undefined.');
    expect(() => new HierarchySweep(hierarchy).flood(0, -1)).toThrow('The radius must be 0 or more, got -1.');
    expect(() => new HierarchySweep(hierarchy, { direction: 'up' as never })).toThrow("The direction must be 'forward' or 'backward', got 'up'.");
    expect(() => hierarchy.heuristic()(0, 7)).toThrow('The goal must be');
    expect(() => hierarchy.heuristic()(7, 0)).toThrow('The vertex must be');
    for (const wrong of [-1, undefined as never]) {
      expect(() => hierarchy.heuristic()(0, wrong)).toThrow('The goal must be');
      expect(() => hierarchy.heuristic()(wrong, 0)).toThrow('The vertex must be');
    }
  });
});
