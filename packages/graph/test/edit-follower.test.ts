import { expect, test } from 'vitest';
import type { Graph } from '../src/index.ts';
import { avoiding, CompressedGraph, EdgeCosts, RoadMap, seededRandom, TailLog } from '../src/index.ts';
import { EditFollower } from '../src/kit.ts';

test('a report is completed by the record of the graph', () => {
  const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
  for (const graph of [roads, avoiding(roads, () => false)]) {
    const edits = new EditFollower(graph);
    const all = (...reported: number[]): number[] => {
      const n = edits.complete([...reported, 9], reported.length);
      return n < 0 ? [n] : [...edits.tails.subarray(0, n)].sort();
    };
    expect([all(3), all()]).toEqual([[3], []]);
    roads.setCost(1, 2, 5);
    expect([all(1), all(0, 1), all(0), all()]).toEqual([[1], [0, 1], [0, 1], [1]]);
    roads.setCost(2, 3, 5);
    expect([all(1), all(1, 2), all(2, 0, 1), all(0, 2)]).toEqual([[1, 2], [1, 2], [0, 1, 2], [0, 1, 2]]);
    expect(() => all(1, 4)).toThrow('The tail of a changed arc must be a whole number from 0 to 3');
    expect(() => edits.complete([1], 0.5)).toThrow('The number of changed tails');
    expect(() => edits.complete('1' as never, 1)).toThrow('must be a list of numbers');
    edits.catchUp();
    for (let i = 0; i < 5000; i++) roads.setCost(0, 1, 2 + (i % 2));
    expect(all(0)).toEqual([-1]);
    expect(() => all(4)).toThrow('The tail of a changed arc');
    expect(edits.completeOrAll([0], 1)).toEqual([Uint32Array.of(0, 1, 2, 3), 4]);
    edits.catchUp();
    roads.setCost(1, 2, 1);
    const [tails, n] = edits.completeOrAll([0], 1);
    expect([...tails.subarray(0, n)]).toEqual([0, 1]);
    roads.setCost(2, 3, 1);
  }
});

test('without a record, a report counts for one edit; without a version, for all', () => {
  const arcs: Pick<Graph, 'vertexCount' | 'maxDegree' | 'successors' | 'predecessors'> = { vertexCount: 2, maxDegree: 1, successors: () => 0, predecessors: () => 0 };
  const own = { ...arcs, version: 7 };
  const edits = new EditFollower(own);
  own.version++;
  expect([edits.complete([1], 1), edits.tails[0]]).toEqual([1, 1]);
  own.version++;
  expect(edits.complete([0], 1)).toBe(-1);
  expect(new EditFollower(arcs).complete([0, 1], 2)).toBe(2);
});

test('there is room for a sixteenth of the vertices, and for 4096 on a lattice', () => {
  const roomOf = (vertexCount: number, isGrid: boolean): number => {
    let room = 0;
    const arcs = { vertexCount, maxDegree: 1, version: 1, successors: () => 0, predecessors: () => 0, changedSince: (_: number, tails: Uint32Array) => ((room = tails.length), 0) };
    const empty = new Uint8Array(0);
    new EditFollower(isGrid ? Object.assign(arcs, { moves: empty, offsets: new Int32Array(0), lengths: new Float64Array(0), weights: empty, weighted: false }) : arcs).find();
    return room;
  };
  expect([100, 50_000, 200_000].map((n) => [roomOf(n, false), roomOf(n, true)])).toEqual([[100, 100], [4096, 4096], [12_500, 4096]]);
});

test('the log of tails agrees with a list of all edits', () => {
  const random = seededRandom(5);
  const log = new TailLog();
  const all: [tail: number, version: number][] = [];
  const out = new Uint32Array(50);
  for (let version = 1; version < 2000; version++) {
    for (let i = Math.floor(3 * random()); i > 0; i--) {
      const tail = Math.floor(50 * random());
      log.add(tail, version);
      all.push([tail, version]);
    }
    const since = Math.max(0, version - Math.floor(1200 * random()));
    const n = log.since(since, out);
    const expected = new Set(all.filter(([, v]) => v > since).map(([tail]) => tail));
    if (all.filter(([, v]) => v > since).length > 1024) expect(n).toBe(-1);
    else if (n >= 0) expect(new Set(out.subarray(0, n))).toEqual(expected);
    else expect(all.filter(([, v]) => v >= since).length).toBeGreaterThan(1024);
  }
  expect(log.since(1998, out.subarray(0, 0))).toBeLessThanOrEqual(0);
});

test('a road map remembers the places whose roads changed', () => {
  for (const directed of [true, false]) {
    const roads = new RoadMap({ directed });
    for (const [from, to] of ['ab', 'bc', 'cd']) roads.addRoad(from, to, 1);
    const { version } = roads;
    const tails = new Uint32Array(roads.vertexCount);
    roads.addRoad('a', 'd', 5);
    roads.removeRoad('b', 'c');
    roads.removeRoad('b', 'd');
    expect([...tails.subarray(0, roads.changedSince(version, tails))].sort()).toEqual(directed ? [0, 1] : [0, 1, 2, 3]);
    expect(roads.changedSince(roads.version, tails)).toBe(0);
  }
});

test('estimates for planners only fall, and then EdgeCosts has no record of earlier versions', () => {
  const arcs = [[0, 1, 1], [1, 2, 1], [2, 3, 1]];
  const row = Object.assign(new CompressedGraph(4, arcs, { directed: false }), {
    heuristic: ({ least = 1 }: { least?: number } = {}) => (v: number, goal: number): number => least * Math.abs(v - goal),
  });
  const land = new EdgeCosts(row);
  const outer = new EdgeCosts(land);
  const [a, b, c, d] = [0, 1, 2, 3];
  const [lasting, following, half] = [outer.heuristic({ least: 1 }), outer.heuristic(), land.heuristic({ least: 0.5 })];
  expect([lasting.follows, following.follows]).toEqual([undefined, true]);
  const tails = new Uint32Array(row.vertexCount);
  const { version } = outer;
  land.set(a, b, 0.5);
  expect([lasting(a, d), following(a, d), half(a, d)]).toEqual([1.5, 1.5, 1.5]);
  expect(outer.changedSince(version, tails)).toBe(-1);
  const now = outer.version;
  land.set(a, b, undefined);
  expect([lasting(a, d), following(a, d), land.heuristic({ least: 1 })(a, d)]).toEqual([1.5, 3, 1.5]);
  expect(outer.changedSince(now, tails)).toBe(2);
  outer.set(b, c, 0.25);
  expect([lasting(a, d), outer.changedSince(now, tails)]).toEqual([0.75, -1]);
});

test('a record adds to more tails than a set has room for', () => {
  const log = new TailLog();
  for (const tail of [5, 2 ** 25, 6, 2 ** 25]) log.add(tail, tail);
  const tails = new Uint32Array(2 ** 24 + 3).map((_, i) => i);
  expect(log.since(0, tails, 2 ** 24 + 2)).toBe(2 ** 24 + 3);
  expect([tails[2 ** 24 + 2], log.since(0, new Uint32Array(2))]).toEqual([2 ** 25, -1]);
});

test('a record has the size that it was given', () => {
  const out = new Uint32Array(9000);
  for (const size of [1, 3, 8192]) {
    const log = new TailLog(size);
    for (let tail = 0; tail < size; tail++) log.add(tail, 1);
    expect(log.since(0, out)).toBe(size);
    log.add(size, 2);
    expect([log.since(0, out), log.since(1, out), out[0]]).toEqual([-1, 1, size]);
  }
  for (const size of [0, 1.5, -4, NaN, Infinity, '9', null]) expect(() => new TailLog(size as number)).toThrow('The size of a TailLog must be a whole number of tails from 1');
});
