import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { digraphs, oracleDistances, runs, signArtifact } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ContractionHierarchy, CustomizableHierarchy, EliminationQuery, HierarchyQuery } from '../../src/index.ts';
import { ShortcutFinder } from '../../src/hierarchies/shortcuts.ts';
import { askAll, near, range } from './questions.ts';

describe('ContractionHierarchy', () => {
  test('agrees with Dijkstra on random directed graphs: parallel arcs, loops, free arcs, unreachable parts', () => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 24 }), fc.boolean(), ({ vertexCount, arcs }, directed) => {
        const graph = new CompressedGraph(vertexCount, arcs, { directed });
        askAll(graph, new HierarchyQuery(ContractionHierarchy.build(graph)), range(vertexCount));
      }),
      { seed: 1, numRuns: runs(150) },
    );
  }, 3_600_000);

  test('agrees with Dijkstra where vertices have many neighbours', () => {
    const random = seededRandom(3);
    for (let round = 0; round < runs(2); round++) {
      const n = 60;
      const arcs = Array.from({ length: 700 }, () => [Math.floor(random() * n), Math.floor(random() * n), random() < 0.5 ? Math.floor(random() * 20) : 20 * random()] as const);
      const graph = new CompressedGraph(n, arcs);
      askAll(graph, new HierarchyQuery(ContractionHierarchy.build(graph)), range(n).slice(0, 12));
    }
  });

  test('works on grids', () => {
    const grid = Grid.fromRows(['....#...', '.##.#.#.', '.#....#.', '...##...', '.#..#.#.']);
    const free = range(grid.vertexCount).filter((v) => grid.successors(v, new Uint32Array(8), new Float64Array(8)) > 0);
    askAll(grid, new HierarchyQuery(ContractionHierarchy.build(grid)), free.slice(0, 10));
  });

  test('slices give the same result', () => {
    const grid = new Grid(12, 12);
    const query = new HierarchyQuery(ContractionHierarchy.build(grid));
    const [start, goal] = [grid.vertex(0, 3), grid.vertex(11, 9)];
    const cost = query.search(start, goal);
    const { expanded } = query.counters;
    query.begin(start, goal);
    expect([query.run(0), query.cost]).toEqual([false, Infinity]);
    let slices = 0;
    while (!query.run(1)) slices++;
    expect([query.cost, query.counters.expanded]).toEqual([cost, expanded]);
    expect(slices).toBeGreaterThan(3);
    query.begin(start, goal);
    expect(query.run(Infinity, { aborted: true })).toBe(false);
  });

  test('accepts several starts and goals, each with its own cost', () => {
    const random = seededRandom(7);
    fc.assert(
      fc.property(digraphs({ maxVertices: 12 }), ({ vertexCount, arcs }) => {
        const graph = new CompressedGraph(vertexCount, arcs);
        const query = new HierarchyQuery(ContractionHierarchy.build(graph));
        const draw = (): number[] => Array.from({ length: 1 + Math.floor(3 * random()) }, () => Math.floor(random() * vertexCount));
        const [starts, goals] = [draw(), draw()];
        const [before, after] = [starts.map(() => Math.floor(9 * random())), goals.map(() => Math.floor(9 * random()))];
        let least = Infinity;
        starts.forEach((s, i) => {
          const truth = oracleDistances(graph, s);
          goals.forEach((t, j) => (least = Math.min(least, before[i] + truth[t] + after[j])));
        });
        query.beginBetween(starts, before, goals, after);
        query.run();
        expect(near(query.cost, least)).toBe(true);
        const out = new Uint32Array(vertexCount);
        const n = query.path(out);
        if (least < Infinity) expect([starts.includes(out[0]), goals.includes(out[n - 1])]).toEqual([true, true]);
        else expect(n).toBe(0);
      }),
      { seed: 2, numRuns: runs(100) },
    );
  });

  test('gives the same answers when saved and loaded, and is rejected for another graph', () => {
    const arcs = [[0, 1, 2], [1, 2, 2], [2, 3, 2], [3, 0, 1], [0, 3, 9]] as const;
    const graph = new CompressedGraph(4, arcs);
    const saved = ContractionHierarchy.build(graph).save();
    const loaded = ContractionHierarchy.load(graph, saved);
    askAll(graph, new HierarchyQuery(loaded), range(4));
    expect(new Uint8Array(loaded.save())).toEqual(new Uint8Array(saved));
    expect(() => ContractionHierarchy.load(new CompressedGraph(4, arcs.slice(1)), saved)).toThrow('was built for the world');
    graph.setCost(0, 1, 3);
    expect(() => new HierarchyQuery(loaded).search(0, 1)).toThrow("The world has changed since its hierarchy's arcs were built, which");
  });

  test('forged data is rejected, or queries end with some answer', () => {
    const grid = new Grid(4, 3);
    const saved = new Uint8Array(ContractionHierarchy.build(grid).save());
    const out = new Uint32Array(grid.vertexCount);
    let rejections = 0;
    for (let at = 64 + 16 * 11; at < saved.length; at += 3) {
      const forged = saved.slice();
      forged[at] ^= 1 << (at % 8);
      signArtifact(forged.buffer);
      try {
        const query = new HierarchyQuery(ContractionHierarchy.load(grid, forged));
        for (const goal of [grid.vertex(0, 0), grid.vertex(3, 2)]) {
          query.search(grid.vertex(0, 0), goal);
          query.path(out);
        }
      } catch (error) {
        expect((error as Error).message).toMatch(/[.]$/);
        rejections++;
      }
    }
    expect(rejections).toBeGreaterThan(20);
  });

  test('reports its progress and can be stopped', () => {
    const grid = new Grid(20, 20);
    const steps: number[] = [];
    // A report every third vertex, and one for the last.
    ContractionHierarchy.build(new CompressedGraph(769, range(768).map((v) => [v, v + 1, 1] as const)), { onProgress: (done, total) => steps.push(done / total) });
    expect(steps.at(-1)).toBe(1);
    let calls = 0;
    const stopped = (): unknown => ContractionHierarchy.build(grid, { signal: { get aborted() { return ++calls > 3; } } });
    expect(stopped).toThrow(/^The build was stopped after \d+ of \d+[.]$/);
  });

  test('takes hubs: a star of 4000 leaves, whose build must not take time with the cube of them, and one-way depots of a random graph', () => {
    const star = new HierarchyQuery(ContractionHierarchy.build(new CompressedGraph(4001, range(4000).map((i) => [0, i + 1, 1 + (i % 7)] as const), { directed: false })));
    expect([star.search(7, 14), star.path(new Uint32Array(3))]).toEqual([14, 3]);
    const random = seededRandom(5);
    const draw = (least: number): number => least + Math.floor(random() * 40);
    const any = (): number => Math.floor(random() * 300);
    const streets = range(700).map(() => [any(), any(), draw(1)] as const);
    const depots = range(4).flatMap((depot) => range(200).flatMap(() => [[300 + depot, any(), draw(20)], [any(), 300 + depot, draw(20)]] as const));
    const graph = new CompressedGraph(304, [...streets, ...depots]);
    const query = new HierarchyQuery(ContractionHierarchy.build(graph));
    for (let source = 0; source < 304; source += 16) {
      const costs = oracleDistances(graph, source);
      for (let goal = 0; goal < 304; goal++) expect(query.search(source, goal)).toBe(costs[goal]);
    }
  });

  test('looks for the shortcuts of each vertex a few times only, where all are neighbours of all', () => {
    const random = seededRandom(5);
    const places = Array.from({ length: 200 }, () => [random(), random()]);
    const arcs = places.flatMap(([x, y], v) => places.slice(0, v).map(([a, b], u) => [v, u, Math.hypot(x - a, y - b)] as const));
    const find = vi.spyOn(ShortcutFinder.prototype, 'find');
    ContractionHierarchy.build(new CompressedGraph(200, arcs, { directed: false }));
    expect(find.mock.calls.length).toBeLessThan(10 * 200);
    find.mockRestore();
  });

  test('a star of 100,000 leaves does not take time with the square of them', () => {
    const star = new CompressedGraph(100_001, range(100_000).map((v) => [100_000, v, 1 + (v % 7)] as const), { directed: false });
    const query = new HierarchyQuery(ContractionHierarchy.build(star));
    expect(query.search(6, 99_999)).toBe(7 + 5);
  }, 15_000);

  test('unpacks a hierarchy as deep as the graph is long', () => {
    const n = 3000;
    const graph = new CompressedGraph(n, range(n - 1).map((v) => [v, v + 1, 1] as const));
    const query = new HierarchyQuery(ContractionHierarchy.build(graph));
    const out = new Uint32Array(n);
    expect([query.search(0, n - 1), query.path(out)]).toEqual([n - 1, n]);
    expect(query.search(n - 1, 0)).toBe(Infinity);
    expect(() => (query.search(0, n - 1), query.path(new Uint32Array(5)))).toThrow(`The path has ${n} vertices, but the buffer holds 5: pass one of up to vertexCount entries.`);
  });

  test('accepts a graph without vertices, and rejects invalid queries', () => {
    ContractionHierarchy.build(new CompressedGraph(0, []));
    const query = new HierarchyQuery(ContractionHierarchy.build(new CompressedGraph(2, [])));
    expect(() => query.run()).toThrow('call begin(start, goal) first');
    expect([query.search(1, 1), query.search(0, 1)]).toEqual([0, Infinity]);
    expect(() => query.search(0, 2)).toThrow('The goal must be a whole number from 0 to 1');
    for (const between of [query, new EliminationQuery(CustomizableHierarchy.build(new CompressedGraph(2, [])).customise())]) {
      expect(() => between.beginBetween([0], [], [1], [0])).toThrow('Each start needs a cost');
      expect(() => between.beginBetween([0], [-1], [1], [0])).toThrow('The cost of a start must be 0 or more, got -1.');
      expect(() => between.beginBetween([0], [0], [1, 0], [0, null as never])).toThrow('The cost of a goal must be 0 or more, got null.');
      // Numbers have no length, so these would be no starts and no goals.
      expect(() => between.beginBetween(0 as never, 0 as never, 1 as never, 0 as never)).toThrow('The starts must be a list of numbers, got 0.');
      expect(() => between.beginBetween([0], [0], [1], 0 as never)).toThrow('The costs of goals must be a list of numbers, got 0.');
    }
    const graph = new CompressedGraph(2, [[0, 1, 1]]);
    expect(() => new HierarchyQuery(CustomizableHierarchy.build(graph).customise() as never)).toThrow('takes a ContractionHierarchy (EliminationQuery takes a CustomMetric)');
    for (const given of [ContractionHierarchy.build(graph), CustomizableHierarchy.build(graph)]) expect(() => new EliminationQuery(given as never)).toThrow('takes a metric, CustomizableHierarchy.build(graph).customise()');
  });
});

test('if every arc has a reverse at the same cost, climbs and descents share their arrays, otherwise not', () => {
  const streets = [[0, 1, 2], [1, 2, 2], [2, 3, 2], [0, 3, 9]] as const;
  const both = ContractionHierarchy.build(new CompressedGraph(4, streets, { directed: false }));
  const saved = ContractionHierarchy.load(both.graph, both.save());
  for (const one of [both, saved]) expect([one.up.first === one.down.first, one.up.head === one.down.head, one.up.cost === one.down.cost]).toEqual([true, true, true]);
  const oneWay = ContractionHierarchy.build(new CompressedGraph(4, [...streets, [1, 0, 2], [2, 1, 2], [3, 2, 3], [3, 0, 9]]));
  expect([oneWay.up.first === oneWay.down.first, oneWay.up.cost === oneWay.down.cost]).toEqual([false, false]);
  askAll(oneWay.graph, new HierarchyQuery(oneWay), range(4));
  expect(oneWay.byteLength).toBeGreaterThan(both.byteLength);
});
