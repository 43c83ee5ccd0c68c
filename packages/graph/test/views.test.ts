import { expect, test } from 'vitest';
import { avoiding, CompressedGraph, EdgeCosts, RoadMap, seededRandom, VertexIndex, withCosts, withTurns } from '../src/index.ts';
import { isLocated } from '../src/kit.ts';

const graph = new CompressedGraph(4, [[0, 1, 1], [0, 2, 2], [1, 3, 3], [2, 3, 4]]);
const to = new Uint32Array(4);
const cost = new Float64Array(4);
const arcs = (n: number): number[][] => Array.from(to.subarray(0, n), (u, i) => [u, cost[i]]);

test('avoiding removes arcs into a vertex in both directions, and follows edits of the graph and of the avoided vertices', () => {
  const taken = new Set([2]);
  const view = avoiding(graph, (v) => taken.has(v));
  expect(arcs(view.successors(0, to, cost))).toEqual([[1, 1]]);
  expect(arcs(view.predecessors(3, to, cost))).toEqual([[1, 3], [2, 4]]);
  expect(arcs(view.predecessors(2, to, cost))).toEqual([]);
  expect(arcs(view.successors(2, to, cost))).toEqual([[3, 4]]);
  taken.clear();
  expect(arcs(view.successors(0, to, cost))).toEqual([[1, 1], [2, 2]]);
  const { version } = view;
  graph.setCost(0, 1, 5);
  expect(view.version).not.toBe(version);
  graph.setCost(0, 1, 1);
  expect(() => avoiding(graph, [2] as never)).toThrow('avoid must be a function that returns whether to avoid a vertex, got object.');
});

test('withCosts changes costs from tail to head, and removes arcs at Infinity', () => {
  const view = withCosts(graph, (tail, head, before) => (tail === 0 && head === 1 ? Infinity : before + 10 * head + tail));
  expect(arcs(view.successors(0, to, cost))).toEqual([[2, 22]]);
  expect(arcs(view.predecessors(3, to, cost))).toEqual([[1, 34], [2, 36]]);
  expect(arcs(view.predecessors(1, to, cost))).toEqual([]);
  expect(() => withCosts(graph, () => -1).successors(0, to, cost)).toThrow('costOf returned -1 for an arc of cost 1');
  for (const none of [null, '3', undefined]) expect(() => withCosts(graph, () => none as never).successors(0, to, cost)).toThrow('for an arc of cost 1: it must return 0 or more');
  expect(() => withCosts(graph, () => '3' as never).successors(0, to, cost)).toThrow("costOf returned '3' for an arc of cost 1");
  expect(() => withCosts(graph, 2 as never)).toThrow('got number');
  // A faulty arc of the graph itself is left to the search to report.
  const faulty = { ...graph, vertexCount: 2, maxDegree: 1, successors: (_v: number, ends: Uint32Array, costs: Float64Array) => Number(Boolean(ends.fill(1) && costs.fill(-1))), predecessors: () => 0 };
  expect(arcs(withCosts(faulty, (_tail, _head, before) => before).successors(0, to, cost))).toEqual([[1, -1]]);
});

test('views have the coordinates of their graph, and none if it has none', () => {
  const located = new CompressedGraph(2, [[0, 1, 5]], { coordinates: [0, 0, 3, 4] });
  const views = [avoiding(located, () => false), withCosts(located, (_tail, _head, before) => before), new EdgeCosts(located)];
  for (const view of [...views, new EdgeCosts(views[0])]) {
    expect(isLocated(view) && [view.x(1), view.y(1)]).toEqual([3, 4]);
    const turns = withTurns(view, () => 0);
    expect([turns.x(0), turns.y(0)]).toEqual([3, 4]);
  }
  expect(new VertexIndex(avoiding(located, () => false)).nearest(2, 2)).toBe(1);
  const mesh = avoiding(Object.assign(new CompressedGraph(1, [], { coordinates: [0, 0] }), { outlineOf: () => 0 }), () => false);
  expect(() => new VertexIndex(mesh)).toThrow('A mesh finds its faces itself: take mesh.nearest(x, y) or mesh.locate(x, y).');
  for (const view of [avoiding(new RoadMap(), () => false), withCosts(new RoadMap(), () => 1), new EdgeCosts(new RoadMap())]) expect(isLocated(view)).toBe(false);
});

test('views of a road map grow with it, and keep the arcs of a plain list', () => {
  const random = seededRandom(4);
  const below = (n: number): number => Math.floor(n * random());
  for (let world = 0; world < 200; world++) {
    const roads = new RoadMap<number>();
    for (let v = 0; v < 3; v++) roads.addPlace(v);
    const land = new EdgeCosts(roads);
    const views = [avoiding(roads, () => false), withCosts(roads, (_tail, _head, before) => before), land];
    const plain = new Map<string, number>();
    const set = new Map<string, number>();
    for (let edit = 0; edit < 12; edit++) {
      const [u, v] = [below(roads.vertexCount + 1), below(roads.vertexCount)];
      roads.addRoad(u, v, 1 + edit);
      plain.set(`${u} ${v}`, 1 + edit);
      const [a, b] = [below(roads.vertexCount), below(roads.vertexCount)];
      land.set(a, b, 100 + edit, 'one-way');
      set.set(`${a} ${b}`, 100 + edit);
      for (const view of views) {
        expect([view.vertexCount, view.maxDegree]).toEqual([roads.vertexCount, roads.maxDegree]);
        const expected = [...plain].map(([arc, before]) => `${arc} ${view === land ? (set.get(arc) ?? before) : before}`).sort();
        const [heads, costs] = [new Uint32Array(view.maxDegree), new Float64Array(view.maxDegree)];
        const [out, into]: string[][] = [[], []];
        for (let w = 0; w < view.vertexCount; w++) {
          for (let i = view.successors(w, heads, costs) - 1; i >= 0; i--) out.push(`${w} ${heads[i]} ${costs[i]}`);
          for (let i = view.predecessors(w, heads, costs) - 1; i >= 0; i--) into.push(`${heads[i]} ${w} ${costs[i]}`);
        }
        expect(out.sort()).toEqual(expected);
        expect(into.sort()).toEqual(expected);
      }
    }
  }
});

test('views and EdgeCosts list closed arcs too, those of the graph below included, and otherwise the arcs of successors', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const roads = new CompressedGraph(8, Array.from({ length: 24 }, () => [below(8), below(8), random() < 0.2 ? Infinity : 1 + below(9)] as [number, number, number]));
    const without = avoiding(roads, (v) => v % 3 === 0);
    const edges = new EdgeCosts(without);
    for (let i = 0; i < 8; i++) edges.set(below(8), below(8), random() < 0.5 ? Infinity : 3);
    const views = [without, edges, withCosts(edges, (tail, _head, old) => (tail === 2 ? Infinity : Math.min(50, old + 1)))];
    for (const view of views as CompressedGraph[]) {
      for (let v = 0; v < 8; v++) {
        const [all, costs] = [new Uint32Array(view.maxDegree), new Float64Array(view.maxDegree)];
        const n = view.allSuccessors(v, all, costs);
        expect([...all.subarray(0, n)].sort()).toEqual([...all.subarray(0, roads.allSuccessors(v, all, new Float64Array(24)))].sort());
        view.allSuccessors(v, all, costs);
        const open = Array.from(all.subarray(0, n), (u, i) => [u, costs[i]]).filter(([, c]) => c < Infinity);
        const [heads, prices] = [new Uint32Array(view.maxDegree), new Float64Array(view.maxDegree)];
        const m = view.successors(v, heads, prices);
        expect(open).toEqual(Array.from(heads.subarray(0, m), (u, i) => [u, prices[i]]));
      }
    }
  }
});
