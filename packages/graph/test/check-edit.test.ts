import { expect, test } from 'vitest';
import type { Graph } from '../src/index.ts';
import { checkEdit, checkGraph, CompressedGraph, RoadMap, TailLog } from '../src/index.ts';

/** Blocks in a row. A unit climbs one block at a time, and falls down any number. */
class Blocks implements Graph {
  readonly vertexCount = 6;
  readonly maxDegree = 2;
  version = 0;
  private readonly heights = new Uint8Array(6);
  private readonly log = new TailLog(8);

  constructor(private readonly reach = 1, private readonly adds = 1) {}

  setHeight(v: number, height: number): void {
    this.heights[v] = height;
    this.version += this.adds;
    for (let tail = Math.max(0, v - this.reach); tail <= Math.min(5, v + this.reach); tail++) this.log.add(tail, this.version);
  }

  changedSince(version: number, tails: Uint32Array): number {
    return this.log.since(version, tails);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.list(v, to, cost, (u) => this.heights[u] - this.heights[v]);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.list(v, to, cost, (u) => this.heights[v] - this.heights[u]);
  }

  private list(v: number, to: Uint32Array, cost: Float64Array, climb: (u: number) => number): number {
    let n = 0;
    for (let u = v - 1; u <= v + 1; u += 2) {
      if (u < 0 || u > 5 || climb(u) > 1) continue;
      to[n] = u;
      cost[n++] = 1 + Math.abs(climb(u));
    }
    return n;
  }
}

test('edits that are reported pass', () => {
  const blocks = new Blocks();
  for (const height of [1, 3, 0, 0]) checkEdit(blocks, () => blocks.setHeight(2, height));
  checkGraph(blocks);
  // More tails than the log holds.
  checkEdit(blocks, () => { for (let v = 0; v < 6; v++) blocks.setHeight(v, 2 * v); });
  expect(blocks.changedSince(4, new Uint32Array(6))).toBe(-1);
  checkEdit(blocks, () => 0);
  const roads = new CompressedGraph(3, [[0, 1, 2], [0, 1, 2], [1, 2, 3]]);
  checkEdit(roads, () => roads.setCost(0, 1, 4));
  const map = new RoadMap();
  map.addPlace('A');
  checkEdit(map, () => {
    map.addPlace('B');
    map.addRoad('A', 'B', 5);
  });
});

test('a tail that was left out is named, with one of its arcs', () => {
  const blocks = new Blocks(0);
  expect(() => { checkEdit(blocks, () => blocks.setHeight(2, 3)); }).toThrow('The arc from 1 to 2 at cost 1 is gone, but changedSince did not write its tail 1: planners would keep wrong paths.');
  blocks.setHeight(2, 0);
  blocks.setHeight(1, 3);
  expect(() => { checkEdit(blocks, () => blocks.setHeight(1, 0)); }).toThrow('The arc from 0 to 1 at cost 1 is new, but changedSince did not write its tail 0');
  // One of two parallel arcs.
  const roads = new CompressedGraph(2, [[0, 1, 2], [0, 1, 2], [0, 1, 2]]);
  let closed = 0;
  const narrow: Graph = {
    vertexCount: 2, maxDegree: 3, get version() { return closed; }, changedSince: () => 0, predecessors: () => 0,
    successors: (v, to, cost) => Math.max(0, roads.successors(v, to, cost) - closed),
  };
  expect(() => { checkEdit(narrow, () => closed++); }).toThrow('The arc from 0 to 1 at cost 2 is gone');
});

test.each([
  ['a version that does not rise', new Blocks(1, 0), 'but the version was 0 before the edit, and is 0 now: add 1 with each edit.'],
  ['a version that falls', new Blocks(1, -1), 'but the version was 0 before the edit, and is -1 now'],
  ['no version', Object.assign(new Blocks(), { version: undefined }), 'but the version was undefined before the edit'],
  ['no count', Object.assign(new Blocks(), { changedSince: () => undefined }), 'changedSince must return how many tails it wrote, or −1, got undefined.'],
  ['too many', Object.assign(new Blocks(), { changedSince: () => 7 }), 'changedSince must return how many tails it wrote, or −1, got 7.'],
  ['no vertex', Object.assign(new Blocks(), { changedSince: (_: number, tails: Uint32Array) => ((tails[0] = -1), 1) }), 'changedSince wrote 4294967295, which is not a vertex from 0 to 5.'],
])('detects %s', (_, blocks, sentence) => {
  expect(() => { checkEdit(blocks, () => { blocks.setHeight(2, 3); }); }).toThrow(sentence);
});

test('what edit throws passes through, and it must be a function', () => {
  expect(() => { checkEdit(new Blocks(), () => { throw new Error('no block'); }); }).toThrow('no block');
  expect(() => { checkEdit(new Blocks(), 3 as never); }).toThrow('edit must be a function, got 3.');
  expect(() => { checkEdit([] as never, () => 0); }).toThrow('checkEdit takes a graph');
});
