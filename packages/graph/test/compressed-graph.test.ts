import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Arc } from '../src/index.ts';
import { brokenAt, CompressedGraph, Counters, EdgeCosts, pathCost, pathCosts, RoadMap, TailLog } from '../src/index.ts';
import { checkOption, checkTails, checkVertex, isLattice, lastingHeuristic, reverseFirst } from '../src/kit.ts';

const arcLists = fc.integer({ min: 1, max: 12 }).chain((n) =>
  fc.tuple(fc.constant(n), fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1), fc.nat(9)), { maxLength: 40 })),
);

function arcsOf(graph: CompressedGraph, v: number, direction: 'successors' | 'predecessors'): [number, number][] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const n = graph[direction](v, to, cost);
  return Array.from({ length: n }, (_, i) => [to[i], cost[i]]);
}

describe('CompressedGraph', () => {
  test('gives exactly the given arcs, in order, in both directions', () => {
    fc.assert(
      fc.property(arcLists, fc.boolean(), ([n, given], directed) => {
        const graph = new CompressedGraph(n, given as Arc[], { directed });
        const back = given.filter(([a, b]) => a !== b).map(([a, b, c]) => [b, a, c] as const);
        const all = directed ? given : [...given, ...back];
        expect(graph.arcCount).toBe(all.length);
        for (let v = 0; v < n; v++) {
          expect(arcsOf(graph, v, 'successors')).toEqual(all.filter(([a]) => a === v).map(([, b, c]) => [b, c]));
          expect(arcsOf(graph, v, 'predecessors')).toEqual(all.filter(([, b]) => b === v).map(([a, , c]) => [a, c]));
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('is the same from typed arrays as from a list', () => {
    fc.assert(
      fc.property(arcLists, fc.boolean(), ([n, given], directed) => {
        const listed = new CompressedGraph(n, given as Arc[], { directed });
        const arrays = { tails: Uint32Array.from(given, ([a]) => a), heads: Uint32Array.from(given, ([, b]) => b), costs: Float64Array.from(given, ([, , c]) => c) };
        const graph = new CompressedGraph(n, arrays, { directed });
        expect(graph.arcCount).toBe(listed.arcCount);
        for (let v = 0; v < n; v++) {
          for (const direction of ['successors', 'predecessors'] as const) expect(arcsOf(graph, v, direction)).toEqual(arcsOf(listed, v, direction));
        }
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  test('a graph of a million arcs has no object for each', () => {
    const n = 1e6;
    const arrays = { tails: new Uint32Array(n), heads: new Uint32Array(n), costs: new Float64Array(n).fill(2) };
    for (let i = 0; i < n; i++) {
      arrays.tails[i] = i;
      arrays.heads[i] = (i * 7919) % n;
    }
    const graph = new CompressedGraph(n, arrays);
    expect([graph.arcCount, arcsOf(graph, 12345, 'successors')]).toEqual([n, [[(12345 * 7919) % n, 2]]]);
  });

  test.each([
    [{ tails: [0], heads: [1] }, 'or from { tails, heads, costs }, three lists: got undefined for costs.'],
    [{ tails: [0], heads: [1, 1], costs: [1] }, 'Each arc needs a tail, a head and a cost, got 1 tails, 2 heads and 1 costs.'],
    [{ tails: [0], heads: [5], costs: [1] }, 'Arc 0 ends at 5, which is not a vertex'],
    [{ tails: [0], heads: [1], costs: [-1] }, 'Arc 0 from 0 to 1 costs -1: a cost must be a number, 0 or more'],
  ])('arrays that are no arcs are rejected: %j', (arrays, sentence) => {
    expect(() => new CompressedGraph(2, arrays as never)).toThrow(sentence);
  });

  test('allSuccessors lists closed arcs too', () => {
    const graph = new CompressedGraph(3, [[0, 1, Infinity], [0, 2, 4]]);
    const to = new Uint32Array(2);
    const cost = new Float64Array(2);
    expect([graph.allSuccessors(0, to, cost), [...to], [...cost]]).toEqual([2, [1, 2], [Infinity, 4]]);
  });

  test('setCost changes an arc in both directions', () => {
    const graph = new CompressedGraph(3, [[0, 1, 5], [0, 1, 7], [1, 2, 1]]);
    expect(graph.setCost(0, 1, 2)).toBe(2);
    expect(arcsOf(graph, 0, 'successors')).toEqual([[1, 2], [1, 2]]);
    expect(arcsOf(graph, 1, 'predecessors')).toEqual([[0, 2], [0, 2]]);
    expect(() => graph.setCost(2, 0, 1)).toThrow('There is no arc from 2 to 0: setCost changes only arcs that the graph was made with.');
  });

  test('an arc that costs Infinity is closed in both directions, and keeps its position for when it opens', () => {
    const arcs = [[0, 1, 5], [0, 2, 7], [0, 1, 6], [2, 1, 1]] as const;
    const graph = new CompressedGraph(3, arcs);
    expect([graph.setCost(0, 1, Infinity), graph.version]).toEqual([2, 1]);
    expect(arcsOf(graph, 0, 'successors')).toEqual([[2, 7]]);
    expect(arcsOf(graph, 1, 'predecessors')).toEqual([[2, 1]]);
    expect([graph.setCost(0, 1, Infinity), graph.version]).toEqual([0, 1]);
    expect(pathCost(graph, [0, 1])).toBe(Infinity);
    expect([graph.setCost(0, 1, 4), graph.version]).toEqual([2, 2]);
    expect(arcsOf(graph, 0, 'successors')).toEqual([[1, 4], [2, 7], [1, 4]]);
    const closed = new CompressedGraph(3, arcs.map(([from, to, cost]) => [from, to, to === 2 ? Infinity : cost] as const));
    expect([arcsOf(closed, 0, 'successors'), closed.arcCount, closed.maxDegree]).toEqual([[[1, 5], [1, 6]], 4, 3]);
  });

  test('setCost counts the arcs whose cost it changes, and no edit if it changes none', () => {
    const graph = new CompressedGraph(3, [[0, 1, 5], [0, 1, 7], [1, 2, 1]]);
    expect([graph.setCost(0, 1, 7), graph.version]).toEqual([1, 1]);
    expect([graph.setCost(0, 1, 7), graph.setCost(1, 2, 1), graph.version]).toEqual([0, 0, 1]);
    expect(arcsOf(graph, 1, 'predecessors')).toEqual([[0, 7], [0, 7]]);
  });

  test.each([NaN, -1, 0.5, 3, 2 ** 32])('setCost from or to %d, which is no vertex, is rejected', (none) => {
    const graph = new CompressedGraph(3, [[0, 1, 5]]);
    expect(() => graph.setCost(none, 1, 5)).toThrow(`The tail of an arc must be a whole number from 0 to 2 (a vertex of the graph), got ${none}`);
    expect(() => graph.setCost(0, none, 5)).toThrow(`The head of an arc must be a whole number from 0 to 2 (a vertex of the graph), got ${none}`);
  });

  test('keeps coordinates', () => {
    const coordinates = [1, 2, 3.5, -4, 5, 6, 7, 8];
    const graph = new CompressedGraph(4, [], { coordinates });
    expect([0, 1, 2, 3].flatMap((v) => [graph.x(v), graph.y(v)])).toEqual(coordinates);
    const none = new CompressedGraph(1, []);
    expect([none.x(0), none.y(0)]).toEqual([NaN, NaN]);
  });

  test.each([
    [() => new CompressedGraph(-1, []), /whole number of vertices.*got -1/],
    [() => new CompressedGraph(1.5, []), /whole number of vertices.*got 1.5/],
    [() => new CompressedGraph(2 ** 31, []), /whole number of vertices from 0 to 2147483647, got 2147483648/],
    [() => new CompressedGraph(2, [[2, 0, 1]]), /Arc 0 starts at 2, .* from 0 to 1/],
    [() => new CompressedGraph(2, [[-1, 0, 1]]), /Arc 0 starts at -1/],
    [() => new CompressedGraph(2, [[0, 2, 1]]), /Arc 0 ends at 2/],
    [() => new CompressedGraph(2, [[0, -1, 1]]), /Arc 0 ends at -1/],
    [() => new CompressedGraph(2, [[0, 1, 1], [0.5, 1, 1]]), /Arc 1 starts at 0.5/],
    [() => new CompressedGraph(2, [[0, 1, -1]]), /costs -1/],
    [() => new CompressedGraph(2, [[0, 1, NaN]]), /costs NaN/],
    [() => new CompressedGraph(2, [], { coordinates: [1] }), /need 4 coordinates.*got 1/],
    [() => new CompressedGraph(2, [[0, 1, 1]]).setCost(0, 1, NaN), /cannot cost NaN/],
    [() => checkVertex(new CompressedGraph(2, []), 2, 'goal'), /The goal must be .* got 2/],
    [() => checkVertex(new CompressedGraph(2, []), NaN, 'goal'), /got NaN/],
  ])('rejects invalid arguments, case %#', (misuse, sentence) => {
    expect(misuse).toThrow(sentence);
  });

  test('may have no vertices', () => {
    const none = new CompressedGraph(0, []);
    expect([none.vertexCount, none.arcCount, none.maxDegree]).toEqual([0, 0, 0]);
  });

  test('is no lattice, and neither is a graph that shows less than all of its moves', () => {
    const graph = new CompressedGraph(1, []);
    expect(isLattice(graph)).toBe(false);
    const rest = { vertexCount: 1, maxDegree: 1, successors: () => 0, predecessors: () => 0 };
    const parts = ['moves', 'offsets', 'lengths', 'weights'];
    for (const missing of [undefined, ...parts]) {
      const shown = Object.fromEntries(parts.filter((part) => part !== missing).map((part) => [part, new Uint8Array(1)]));
      expect(isLattice({ ...rest, ...shown }), missing).toBe(missing === undefined);
    }
  });
});

test('arcs may come as rows of numbers, for example from JSON', () => {
  const rows: number[][] = [[0, 1, 3], [1, 2, 4]];
  expect(pathCost(new CompressedGraph(3, rows), [0, 1, 2])).toBe(7);
  expect(() => new CompressedGraph(3, [[0, 1]])).toThrow('Arc 0 from 0 to 1 costs undefined');
});

test('arcs so expensive that small costs are lost in their sums are rejected', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1e12], [1, 2, Infinity]]);
  expect(pathCost(graph, [0, 1])).toBe(1e12);
  for (const cost of [1.1e12, 1e14, 1e18, Number.MAX_VALUE]) {
    expect(() => graph.setCost(0, 1, cost)).toThrow(`The arc from 0 to 1 cannot cost ${cost}: small costs would be lost in sums with one above 1000000000000.`);
    expect(() => new CompressedGraph(2, [[0, 1, cost]])).toThrow(`Arc 0 from 0 to 1 costs ${cost}: small costs`);
  }
  expect(pathCost(graph, [0, 1])).toBe(1e12);
});

describe('paths', () => {
  const graph = new CompressedGraph(4, [[0, 1, 2], [0, 3, 1], [0, 1, 1], [0, 1, 5], [1, 2, 3], [2, 3, 4]]);

  test('pathCost takes the cheapest of parallel arcs, and Infinity if there is none', () => {
    // The arc to 3 that the scratch buffers still hold is that of 0.
    expect([pathCost(graph, [0, 1, 3]), brokenAt(graph, [0, 1, 3])]).toEqual([Infinity, 2]);
    expect(pathCost(graph, [0, 1, 2, 3])).toBe(8);
    expect(pathCost(graph, Uint32Array.of(0, 1, 2, 9), 3)).toBe(4);
    expect(pathCost(graph, [3])).toBe(0);
    expect(pathCost(graph, [])).toBe(Infinity);
    expect(pathCost(graph, [0, 2])).toBe(Infinity);
  });

  test('pathCosts writes the cost up to each vertex, and Infinity from where the path is broken', () => {
    const out = new Float64Array(5).fill(-1);
    expect([pathCosts(graph, [0, 1, 2, 3], out), ...out]).toEqual([8, 0, 1, 4, 8, -1]);
    expect([pathCosts(graph, Uint32Array.of(0, 1, 9), out, 2), ...out]).toEqual([1, 0, 1, 4, 8, -1]);
    expect([pathCosts(graph, [0, 1, 9, 0], out), ...out]).toEqual([Infinity, 0, 1, Infinity, Infinity, -1]);
    expect([pathCosts(graph, [7, 0], out), ...out]).toEqual([Infinity, Infinity, Infinity, Infinity, Infinity, -1]);
    expect([pathCosts(graph, [3], out), out[0]]).toEqual([0, 0]);
    expect([pathCosts(graph, [], out), out[0]]).toEqual([Infinity, 0]);
    const inPlace = Float64Array.of(0, 1, 2, 3);
    expect([pathCosts(graph, inPlace, inPlace), ...inPlace]).toEqual([8, 0, 1, 4, 8]);
  });

  test('pathCosts rejects buffers without room or fractions', () => {
    expect(() => pathCosts(graph, [0, 1], new Float64Array(1))).toThrow('The path has 2 vertices, but the buffer for their costs holds 1.');
    expect(() => pathCosts(graph, [0, 1], new DataView(new ArrayBuffer(16)) as never)).toThrow('The costs are written into a buffer of yours');
    expect(() => pathCosts(graph, [0, 1], 7 as never)).toThrow('The costs are written into a buffer of yours: pass new Float64Array(path.length), got 7.');
    for (const out of [new Uint32Array(9), new Float32Array(9)]) expect(() => pathCosts(graph, [0, 1], out as never)).toThrow('Float64Array');
  });

  test('a path is broken where it is at no vertex', () => {
    const map = new RoadMap();
    map.addRoad('a', 'b', 1);
    for (const world of [graph, map]) {
      for (const path of [[4], [4, 0], [-1], [0.5]]) expect([pathCost(world, path), brokenAt(world, path)]).toEqual([Infinity, 0]);
      expect([pathCost(world, [0, 1, 4, 5]), brokenAt(world, [0, 1, 4, 5])]).toEqual([Infinity, 2]);
    }
    expect(pathCost(Object.assign(new CompressedGraph(2, []), { hasVertex: (v: number) => v > 0 }), [0])).toBe(Infinity);
  });

  test('brokenAt finds the first missing arc', () => {
    expect(brokenAt(graph, [0, 1, 3, 2])).toBe(2);
    expect(brokenAt(graph, [0, 1, 2, 3])).toBe(-1);
  });

  test.each([NaN, -1, 1.5, 4])('the first %d vertices of a path of 3 are rejected', (length) => {
    const path = Uint32Array.of(0, 1, 2);
    for (const call of [() => pathCost(graph, path, length), () => pathCosts(graph, path, new Float64Array(4), length), () => brokenAt(graph, path, length), () => reverseFirst(path, length)]) {
      expect(call).toThrow(`The length must be a whole number from 0 to 3, the entries of the path, got ${length}.`);
    }
    expect([...path]).toEqual([0, 1, 2]);
  });
});

describe('parts shared with the other packages', () => {
  const graph = new CompressedGraph(2, []);

  test('the heuristic of a graph is requested in its lasting form; other graphs have none', () => {
    const members = { scale: 3, heuristic(this: { scale: number }, { least }: { least: number }) { return (v: number, goal: number) => this.scale * least * (goal - v); } };
    expect(lastingHeuristic(Object.assign(new CompressedGraph(9, []), members))(2, 7)).toBe(15);
    expect(lastingHeuristic(graph)(0, 1)).toBe(0);
  });

  test('the given number of tails is checked', () => {
    for (const n of [0, 2]) expect(() => checkTails(graph, [1, 0, 9], n)).not.toThrow();
    expect(() => checkTails(graph, [1, 0, 9], 3)).toThrow('The tail of a changed arc must be a whole number from 0 to 1 (a vertex of the graph), got 9.');
    // More than the buffer has.
    expect(() => checkTails(graph, [1], 2)).toThrow('got undefined');
    for (const n of [-1, 0.5, NaN]) expect(() => checkTails(graph, [1], n)).toThrow(`The number of changed tails must be a whole number from 0 on, got ${n}.`);
  });

  test('an option must be one of the known values', () => {
    const options = ['heap', 'buckets', 'ring'];
    for (const option of options) expect(() => checkOption('queue', option, options)).not.toThrow();
    for (const none of ['stack', undefined as never]) expect(() => checkOption('queue', none, options)).toThrow(`The queue must be 'heap', 'buckets' or 'ring', got ${none === undefined ? 'undefined' : `'${none}'`}.`);
  });
});

test('counters start and return to zero', () => {
  const counters = new Counters();
  counters.expanded = counters.generated = counters.reopened = counters.queueOperations = 5;
  counters.reset();
  expect({ ...counters }).toEqual({ expanded: 0, generated: 0, reopened: 0, queueOperations: 0 });
});

test('counters count queries, without printing or comparing them', () => {
  const counters = new Counters();
  expect(counters.queries).toBe(0);
  counters.reset();
  counters.reset();
  expect(counters.queries).toBe(2);
  expect(Object.keys(counters)).not.toContain('queryCount');
});

test('counters count through a proxy too, as frameworks use', () => {
  const counters = new Proxy(new Counters(), {});
  counters.reset();
  expect(counters.queries).toBe(1);
});

test('a graph remembers the tails of its latest 4096 edits, a large one those of a sixteenth of its vertices', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
  const out = new Uint32Array(2);
  const { version } = graph;
  for (let i = 0; i < 4096; i++) graph.setCost(i % 2, (i % 2) + 1, 2 + i);
  expect([graph.changedSince(version, out), [...out].sort()]).toEqual([2, [0, 1]]);
  expect(graph.changedSince(version, new Uint32Array(1))).toBe(-1);
  graph.setCost(0, 1, 1);
  expect(graph.changedSince(version, out)).toBe(-1);
  expect([graph.changedSince(graph.version - 1, out), out[0]]).toEqual([1, 0]);
  const large = new CompressedGraph(100_000, [[0, 1, 1], [1, 2, 1]]);
  for (let i = 0; i < 6250; i++) large.setCost(i % 2, (i % 2) + 1, 2 + i);
  expect(large.changedSince(0, out)).toBe(2);
  large.setCost(0, 1, 1);
  expect(large.changedSince(0, out)).toBe(-1);
});

test('tails come in the order of the edits, each once, also where the record begins again', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [2, 0, 1]]), log = new TailLog(3);
  const out = new Uint32Array(3);
  for (const [i, v] of [0, 2, 0, 1].entries()) {
    graph.setCost(v, (v + 1) % 3, 2 + i);
    log.add(v, i + 1);
  }
  expect([graph.changedSince(0, out), ...out]).toEqual([3, 0, 2, 1]);
  expect([log.since(1, out), ...out]).toEqual([3, 2, 0, 1]);
  expect(log.since(0, out)).toBe(-1);
});

test('a list that would cut off the numbers of tails is rejected', () => {
  const graph = new CompressedGraph(300, [[290, 1, 5]]), costs = new EdgeCosts(graph), roads = new RoadMap();
  for (let place = 0; place < 300; place++) roads.addPlace(String(place));
  const versions = [graph, costs, roads].map(({ version }) => version);
  costs.set(290, 1, 7, 'one-way');
  graph.setCost(290, 1, 6);
  roads.addRoad('290', '291', 5);
  for (const [i, one] of [graph, costs, roads].entries()) {
    for (const Type of [Uint8Array, Uint16Array]) expect(() => one.changedSince(versions[i], new Type(9) as never)).toThrow(`${Type.name} would cut off the numbers of vertices`);
    const tails = new Uint32Array(9), n = one.changedSince(versions[i], tails);
    expect([...tails.subarray(0, n)]).toContain(290);
  }
});

test('versions still to come, such as those from before a saved game was loaded, have no record', () => {
  const graph = new CompressedGraph(3, [[0, 1, 5]]), roads = new RoadMap();
  for (const one of [graph, new EdgeCosts(graph), roads]) {
    expect([one.changedSince(one.version, new Uint32Array(9)), one.changedSince(one.version + 1, new Uint32Array(9)), one.changedSince(NaN, new Uint32Array(9))]).toEqual([0, -1, -1]);
  }
});

test('a graph has no record of what was before its first version', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
  graph.setCost(1, 2, 7);
  for (const before of [-1, NaN, undefined as never]) expect(graph.changedSince(before, new Uint32Array(3))).toBe(-1);
  expect(graph.changedSince(0, new Uint32Array(3))).toBe(1);
});

test.each([
  ['Arc 0 must be [from, to, cost], such as [0, 1, 2.5], got an object.', () => new CompressedGraph(3, [{ from: 0, to: 1, cost: 2 } as never])],
  ['Arc 1 must be [from, to, cost], such as [0, 1, 2.5], got undefined.', () => new CompressedGraph(3, [[0, 1, 1], undefined as never])],
  ['A graph is made from a list of arcs, such as [[0, 1, 2.5]], got undefined.', () => new CompressedGraph(3, undefined as never)],
  ['from { tails, heads, costs }, three lists: got null for costs.', () => new CompressedGraph(3, { tails: [0], heads: [1], costs: null } as never)],
  ["Arc 0 from 0 to 1 costs '2': a cost must be a number, 0 or more", () => new CompressedGraph(3, [[0, 1, '2' as never]])],
  ["Arc 0 ends at '1', which is not a vertex", () => new CompressedGraph(3, [[0, '1' as never, 2]])],
  ["A graph needs a whole number of vertices from 0 to 2147483647, got '3'.", () => new CompressedGraph('3' as never, [])],
  ["new CompressedGraph has no option 'undirected': did you mean 'directed'?", () => new CompressedGraph(3, [], { undirected: true } as never)],
  ["The arc from 0 to 1 cannot cost '2': a cost must be a number", () => new CompressedGraph(3, [[0, 1, 1]]).setCost(0, 1, '2' as never)],
  ["The tail of an arc must be a whole number from 0 to 2 (a vertex of the graph), got '0'; take Number(text).", () => new CompressedGraph(3, [[0, 1, 1]]).setCost('0' as never, 1, 1)],
])('%s', (sentence, make) => {
  expect(make).toThrow(sentence);
});
