import { expect, test } from 'vitest';
import { illegalGraphs } from '@pf/testkit';
import type { Graph } from '../src/index.ts';
import { avoiding, CompressedGraph, EdgeCosts, parseDimacs, RoadMap, VertexIndex, withCosts, withTurns } from '../src/index.ts';
import { ArcBuffer, checkFit, checkGrid, checkRead, checkVertex, checkWorld, hasCheckedArcs, isLocated, lastingHeuristic, ownHeuristic, pathFilterOf, shown, sliceOf, wholeEstimate, wholeLengths } from '../src/kit.ts';

const roads = new CompressedGraph(4, [[0, 1, 5], [0, 2, 4], [0, 1, 3], [1, 3, 2]]);
const never = (value: unknown): never => value as never;

test('the cost of an arc is that of the cheapest of parallel ones; Infinity without one', () => {
  const arcs = new ArcBuffer(roads);
  expect([[0, 1], [0, 2], [1, 3], [0, 3], [3, 0]].map(([from, head]) => arcs.costOf(from, head))).toEqual([3, 4, 2, Infinity, Infinity]);
  expect([arcs.to.length, arcs.cost.length]).toEqual([3, 3]);
  expect(() => new ArcBuffer(never(undefined))).toThrow('This takes a graph, such as a Grid or a CompressedGraph, got undefined.');
});

test('a slice is smaller if a signal has to be read between slices', () => {
  const signal = { aborted: false };
  expect([sliceOf(7, signal), sliceOf(1e6, signal), sliceOf(1e6, undefined), sliceOf(7, undefined)]).toEqual([7, 256, 1e6, 7]);
});

test('lengths of 1 and √2 become whole numbers, others stay', () => {
  const of = (lengths: number[], used = lengths.length): number[] => {
    const { lengths: whole, unit } = wholeLengths(Float64Array.from(lengths), used);
    return [unit, ...whole];
  };
  const [q, p] = [93222358, 131836323];
  expect([of([1, Math.SQRT2]), of([1, Math.SQRT2, 9], 2)]).toEqual([[q, q, p], [q, q, p, 9]]);
  for (const other of [[1, 1], [5, 7], [1, Math.SQRT2, 2], [2, Math.SQRT2]]) expect(of(other)).toEqual([1, ...other]);
  expect([wholeEstimate(2.5, 1), wholeEstimate(3, 2), wholeEstimate(0.1 + 0.2, 10), wholeEstimate(2.9, 10)]).toEqual([2, 6, 3, 29]);
  // Rounding of large numbers is larger.
  expect([wholeEstimate(1e14 - 0.05, 1), wholeEstimate(1e6 - 0.05, 1)]).toEqual([1e14, 999_999]);
});

test('a filter of arcs and a heuristic are taken from graphs that have them', () => {
  const filter = { skips: () => false };
  const mesh = Object.assign(new CompressedGraph(1, []), { pathFilter: () => filter, heuristic: ({ least = 2 } = {}) => () => least });
  expect(pathFilterOf(mesh)).toBe(filter);
  for (const other of [roads, Object.assign(new CompressedGraph(1, []), { pathFilter: 7 })]) expect(pathFilterOf(other)).toBeUndefined();
  expect([lastingHeuristic(mesh)(0, 0), lastingHeuristic(roads)(0, 3), lastingHeuristic(never(null))(0, 0), lastingHeuristic(never(undefined))(0, 0)]).toEqual([1, 0, 0, 0]);
  const views = [avoiding(mesh, () => false), withCosts(mesh, (_tail, _head, cost) => cost)].map((view) => lastingHeuristic(view)(0, 0));
  expect(views).toEqual([1, 1]);
  expect('heuristic' in avoiding(roads, () => false)).toBe(false);
});

const shape = { vertexCount: 1, maxDegree: 1, successors: () => 0, predecessors: () => 0 };

test('a heuristic of a graph that returns no estimate is noticed by all who take it', () => {
  for (const [heuristic, said] of [[5, '5'], [{}, 'an object']] as const) {
    expect(() => lastingHeuristic(never({ ...shape, heuristic }))).toThrow(`The result of heuristic() is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got ${said}.`);
  }
  // As if it were left out.
  for (const heuristic of [undefined, null]) expect(lastingHeuristic(never({ ...shape, heuristic }))(0, 0)).toBe(0);
  const wrong = Object.assign(new CompressedGraph(1, []), { heuristic: never((v: number, goal: number) => Math.abs(v - goal)) });
  for (const take of [lastingHeuristic, ownHeuristic, (graph: Graph) => new EdgeCosts(graph).heuristic(), (graph: Graph) => ownHeuristic(avoiding(graph, () => false))]) {
    expect(() => take(wrong)).toThrow('The result of heuristic() is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got NaN.');
  }
});

test('what is given in place of a graph or a grid is named, with a remedy where one is known', () => {
  const lattice = { ...shape, moves: new Uint8Array(1), offsets: new Int32Array(1), lengths: new Float64Array(1), weights: new Uint8Array(1), weighted: false };
  const grid = { ...lattice, movement: 'four', contains: () => true };
  for (const [given, said] of [
    [undefined, 'undefined'], [null, 'null'], [[1], 'an array'], ['map', "'map'"], [Object.create(null), 'an object of no class'], [new RoadMap(), 'an object of RoadMap: call findRoute'],
    [{ grid }, 'an object of Object: pass its .grid'], [{ grid, column: () => 0 }, 'an object of Object: pass its .grid to findRoute'], [{ movement: 'four' }, 'an object of Object: post describeGrid(grid), and call restoreGrid in the worker'], [lattice, 'an object of Object: call findRoute'],
    // A graph over a grid, such as a torus: the grid alone is another world.
    [{ ...shape, grid }, 'an object of Object: call findRoute'],
  ] as const) expect(() => checkGrid(given, 'findPath')).toThrow(`findPath takes a Grid of @pf/grid, got ${said}.`);
  expect(() => checkGrid(new RoadMap(), 'HexMap')).toThrow('got an object of RoadMap.');
  expect(() => checkGrid(grid, 'findPath')).not.toThrow();
  for (const name of Object.keys(shape)) expect(() => checkWorld(never({ ...shape, [name]: undefined }), 'AStar'), name).toThrow(`AStar takes a graph, such as a Grid or a CompressedGraph, got an object of Object (${name}: undefined).`);
  for (const vertexCount of [Infinity, 1.5]) expect(() => checkWorld({ ...shape, vertexCount }, 'AStar')).toThrow(`got an object of Object (vertexCount: ${vertexCount}).`);
  for (const [viewOf, said] of [[null, 'null'], [{}, 'an object of Object (vertexCount: undefined)']] as const) expect(() => checkWorld(never({ ...shape, viewOf }), 'AStar')).toThrow(`viewOf takes a graph, such as a Grid or a CompressedGraph, got ${said}.`);
  expect(() => checkWorld({ ...shape, viewOf: { ...shape, viewOf: roads } }, 'AStar')).not.toThrow();
  for (const n of [undefined, [], -1, 2, 0.5]) expect(() => checkWorld({ ...shape, successors: () => never(n) }, 'AStar')).toThrow('successors(0) must return how many arcs it wrote, up to maxDegree 1');
  expect(() => checkWorld({ ...shape, successors: () => { throw new Error('not loaded yet'); } }, 'AStar')).not.toThrow();
  // Buffers of another kind than in searches would slow down `successors` for good.
  const kinds: unknown[] = [];
  checkWorld({ ...shape, successors: (_v, to, cost) => { kinds.push(to, cost); return 0; } }, 'AStar');
  expect(kinds).toEqual([new Uint32Array(1), new Float64Array(1)]);
  expect(() => checkWorld({ ...shape, vertexCount: 0, successors: () => never(undefined) }, 'AStar')).not.toThrow();
});

test('a graph that grew in vertices or arcs is named with both sizes', () => {
  for (const [vertices, degree] of [[4, 3], [5, undefined], [4, 4]] as const) expect(() => checkFit(roads, 'field', vertices, degree)).not.toThrow();
  expect(() => checkFit(roads, 'field', 3, 9)).toThrow('The graph has 4 vertices, but had 3 when this field was made: make a new field.');
  expect(() => checkFit(roads, 'field', 4, 2)).toThrow('The graph has up to 3 arcs at a vertex, but had up to 2 when this field was made: make a new field.');
  const forCells = '; for a cell take grid.vertex(x, y)';
  for (const [v, said] of [[4, '4.'], [-1, '-1 (NO_VERTEX: no such step or path).'], [0.5, '0.5; for a pixel take Math.floor(px / tileSize).'], ['1', "'1'; take Number(text)."], [5n, '5.'], [null, 'null.'], [{ x: 1 }, `an object${forCells}.`]] as const) {
    expect(() => checkVertex(roads, never(v), 'start')).toThrow(`The start must be a whole number from 0 to 3 (a vertex of the graph), got ${said}`);
  }
  const bordered: Graph = Object.assign(new CompressedGraph(2, []), { hasVertex: (v: number) => v === 1 });
  expect(() => checkVertex(bordered, 1, 'start')).not.toThrow();
  expect(() => checkVertex(bordered, 0, 'start')).toThrow('got 0: on a grid it lies in the border around the map');
});

test('removing a road says whether there was one, in either direction', () => {
  for (const directed of [true, false]) {
    const map = new RoadMap({ directed });
    map.addRoad('a', 'b', 1);
    const { version } = map;
    map.addPlace('c');
    expect([map.removeRoad('a', 'c'), map.removeRoad('b', 'a'), map.removeRoad('a', 'b'), map.removeRoad('a', 'b')]).toEqual([false, !directed, directed, false]);
    expect([new ArcBuffer(map).costOf(0, 1), map.version > version]).toEqual([Infinity, true]);
  }
});

test('a road map knows its places by name', () => {
  const map = new RoadMap();
  map.addRoad('a', 'b', 1);
  expect([map.has('a'), map.has('c'), map.name(1), map.vertex('b')]).toEqual([true, false, 'b', 1]);
  expect(() => map.name(2)).toThrow('The place must be a whole number from 0 to 1');
  const { version } = map;
  for (const ends of [['d', undefined], [null, 'd']]) expect(() => map.addRoad(never(ends[0]), never(ends[1]), 1)).toThrow('A place needs a name');
  expect([map.has('d'), map.version]).toEqual([false, version]);
  for (const cost of [-1, 1.1e12, NaN, '1']) expect(() => map.addRoad('a', 'b', never(cost))).toThrow('A road costs a number from 0');
});

test('a path with turns gives the vertices of its graph', () => {
  const turns = withTurns(roads, () => 0);
  const path = [turns.start(0), 2, 3, turns.goal(3), 99];
  const out = new Uint32Array(3);
  expect([turns.vertices(path, 4, out), ...out]).toEqual([3, 0, 1, 3]);
  expect(turns.vertices(path, 0, out)).toBe(0);
  expect(() => turns.vertices(path, 4, out.subarray(1))).toThrow('The path has 3 vertices, but the buffer holds 2.');
});

test('costs of 0, and the greatest, are accepted; what is just outside is not', () => {
  const far = new CompressedGraph(3, [[0, 1, 0], [1, 2, 1e12]]);
  const arcs = new ArcBuffer(withCosts(far, (_tail, _head, cost) => (cost === 0 ? 1 : 0)));
  expect([new ArcBuffer(far).costOf(0, 1), new ArcBuffer(far).costOf(1, 2), arcs.costOf(0, 1), arcs.costOf(1, 2)]).toEqual([0, 1e12, 1, 0]);
  for (const cost of [-1e-9, NaN, '1']) expect(() => new CompressedGraph(2, [[0, 1, never(cost)]])).toThrow('0 or more');
  expect(() => new CompressedGraph(2, [[0, 1, 1.1e12]])).toThrow('small costs would be lost in sums');
  for (const arc of [null, 7]) expect(() => new CompressedGraph(2, [never(arc)])).toThrow(`Arc 0 must be [from, to, cost], such as [0, 1, 2.5], got ${arc}.`);
  const map = new RoadMap();
  map.addRoad('a', 'b', 0);
  map.addRoad('b', 'c', 1e12);
  expect([[0, 1], [1, 2]].map(([from, head]) => new ArcBuffer(map).costOf(from, head))).toEqual([0, 1e12]);
  for (const name of [undefined, null]) expect(() => map.addPlace(never(name))).toThrow('A place needs a name, got');
  expect(parseDimacs('p sp 2 1\na 1 2 1000000000000\n').arcCount).toBe(1);
  expect(() => parseDimacs('p sp 2 1\na 1 2 1000000000001\n')).toThrow('the cost must be from 0 to 10¹²');
});

test('costs of edges belong to neighbours on a lattice; a graph without a heuristic has estimates of 0', () => {
  const row = Object.assign(new CompressedGraph(9, []), { moves: new Uint8Array(9), offsets: Int32Array.of(1, -1, 5), lengths: Float64Array.of(1, 1), weights: new Uint8Array(9), weighted: false, maxDegree: 2 });
  const land = new EdgeCosts(row);
  for (const head of [3, 5]) expect(() => land.set(4, head, 2)).not.toThrow();
  for (const head of [4, 6, 9 - 1]) expect(() => land.set(4, head, 2)).toThrow(`Vertices 4 and ${head} are not neighbours`);
  expect(land.heuristic()(0, 8)).toBe(0);
});

test('an index of places needs coordinates, and finds the nearest of many at one place', () => {
  for (const missing of ['x', 'y', 'vertexCount']) expect(() => new VertexIndex(never({ vertexCount: 2, x: () => 0, y: () => 0, [missing]: undefined })), missing).toThrow('A VertexIndex takes a graph whose vertices have x and y');
  const same = new VertexIndex(Object.assign(new CompressedGraph(40, []), { x: (v: number) => (v === 7 ? 1 : 5), y: () => 2 }));
  expect([same.nearest(0, 0), same.nearest(1.2, 2)]).toEqual([7, 7]);
});

test('messages show the beginning of a long text, and split no character', () => {
  expect(shown('a'.repeat(80))).toBe(`'${'a'.repeat(80)}'`);
  expect(shown('🌲'.repeat(81))).toBe(`'${'🌲'.repeat(80)}…'`);
  expect(shown(`${'\n'.repeat(100)}x`)).toBe(`'${'\n'.repeat(80)}…'`);
  expect(() => new CompressedGraph(3, '0 1 2\n'.repeat(100_000) as never)).toThrow(/^.{0,99}'(0 1 2\n){13}0 …'\.$/);
});

test('a graph has coordinates if x and y are functions; arrays of that name are none, and a graph of turns does without', () => {
  const arrays = Object.assign(new RoadMap(), { x: [0], y: [0] });
  arrays.addRoad('a', 'b', 2);
  const bare = avoiding(new RoadMap(), () => false);
  expect([arrays, Object.assign(new RoadMap(), { x: () => 0 }), roads, bare, avoiding(roads, () => false)].map((graph) => isLocated(graph))).toEqual([false, false, true, false, true]);
  expect(withTurns(arrays, () => 0).x(0)).toBeNaN();
});

test('arcs that a graph has written are legal, or named', () => {
  const read = (n: unknown, head = 2, cost: unknown = 1) => () => { checkRead(4, 1, never(n), Uint32Array.of(0, head), Float64Array.of(0, never(cost))); };
  for (const legal of [read(2), read(2, 3, Infinity), read(2, 0, -0), read(0), read(1, 9, NaN)]) expect(legal).not.toThrow();
  for (const cost of [-3, NaN, -Infinity]) expect(read(2, 2, cost)).toThrow(`The arc between the vertices 1 and 2 costs ${cost}: an arc must cost a number, 0 or more.`);
  for (const cost of [{}, 'far']) expect(read(2, 2, cost)).toThrow('The arc between the vertices 1 and 2 costs NaN');
  for (const head of [4, -1]) expect(read(2, head)).toThrow(`Vertex 1 has an arc with ${head >>> 0}, but the graph's vertexCount was 4 when the search was made.`);
  expect(read(3)).toThrow("Vertex 1 has 3 arcs, more than the graph's maxDegree of 2: set it to the most arcs that leave or enter a vertex.");
  for (const [n, said] of [[undefined, 'undefined'], [NaN, 'NaN'], ['two', "'two'"]] as const) expect(read(n)).toThrow(`successors and predecessors must return how many arcs they wrote, up to maxDegree 2, got ${said} for vertex 1.`);
});

test('buffers check what a graph of one\'s own writes, in both directions', () => {
  for (const { graph, says } of illegalGraphs()) {
    const arcs = new ArcBuffer(graph);
    expect(hasCheckedArcs(graph)).toBe(false);
    expect(() => Array.from({ length: graph.vertexCount }, (_, v) => [arcs.leaving(v), arcs.entering(v)])).toThrow(says);
  }
  expect(hasCheckedArcs(roads)).toBe(true);
  const arcs = new ArcBuffer(new CompressedGraph(3, [[0, 1, 2], [0, 2, 3]]));
  expect([arcs.leaving(0), ...arcs.to, ...arcs.cost]).toEqual([2, 1, 2, 2, 3]);
  expect([arcs.entering(2), arcs.to[0], arcs.cost[0]]).toEqual([1, 0, 3]);
});
