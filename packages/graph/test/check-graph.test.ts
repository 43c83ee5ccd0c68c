import { expect, test } from 'vitest';
import type { Graph } from '../src/index.ts';
import { checkArcs } from '../src/kit.ts';
import { checkGraph, CompressedGraph } from '../src/index.ts';

/** Two vertices and an arc from 0 to 1 at cost 2. */
function corridor(changes: Partial<Record<keyof Graph, unknown>> = {}): Graph {
  const one = (at: number, head: number) => (v: number, to: Uint32Array, cost: Float64Array) => {
    if (v !== at) return 0;
    to[0] = head;
    cost[0] = 2;
    return 1;
  };
  return { vertexCount: 2, maxDegree: 1, successors: one(0, 1), predecessors: one(1, 0), ...changes } as Graph;
}

function writing(head: unknown, price: unknown, n: unknown = 1) {
  return (_: number, to: unknown[], cost: unknown[]): unknown => {
    to[0] = head;
    cost[0] = price;
    return n;
  };
}

test('valid graphs pass, parallel arcs and loops among them', () => {
  checkGraph(corridor());
  checkGraph(corridor({ costRange: { least: 2, most: 2, whole: true } }));
  checkGraph(new CompressedGraph(3, [[0, 1, 2], [0, 1, 2], [1, 1, 0], [2, 0, 7.5]]));
  checkGraph(new CompressedGraph(0, []));
});

test('the lists are buffers like those of a search', () => {
  const heads = Uint32Array.of(1);
  const successors = (v: number, to: Uint32Array, cost: Float64Array) => {
    if (v !== 0) return 0;
    to.set(heads);
    cost.subarray(0, 1).fill(2);
    return 1;
  };
  checkGraph(corridor({ successors }));
  // One that stops where the buffers end.
  const ending = (head: number) => (v: number, to: Uint32Array, cost: Float64Array) => {
    let n = 0;
    if (v === 0 && n < to.length) [to[n], cost[n++]] = [head, 2];
    return n;
  };
  expect(() => { checkGraph(corridor({ successors: ending(1), predecessors: ending(1) })); }).toThrow('The arc from 0 to 1 at cost 2 is listed by successors only');
  // An arc that is counted and not written has not those of the vertex before.
  const counting = (v: number, to: Uint32Array, cost: Float64Array) => (v === 0 && ([to[0], cost[0]] = [1, 2]), 1);
  expect(() => { checkGraph(corridor({ successors: counting })); }).toThrow('successors(1) wrote NaN as arc 0, which is not a vertex from 0 to 1.');
});

test('arcs are compared without being kept', () => {
  // A million arcs: a record of them would take more than 200 MB.
  const ring = 2 ** 18;
  let calls = 0;
  const near = (v: number, to: Uint32Array, cost: Float64Array): number => {
    calls++;
    for (let i = 0; i < 4; i++) {
      const step = i < 2 ? i - 2 : i - 1;
      to[i] = (v + step + ring) % ring;
      cost[i] = Math.abs(step);
    }
    return 4;
  };
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const predecessors = (v: number, to: Uint32Array, cost: Float64Array): number => {
    if (v % 4096 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    return near(v, to, cost);
  };
  checkGraph({ vertexCount: ring, maxDegree: 4, successors: near, predecessors });
  expect(most).toBeLessThan(1e8);
  // Both lists of each vertex, and `successors` of each predecessor.
  expect(calls).toBe(6 * ring);
});

test('arcs that one list has more often than the other are found, at any vertex', () => {
  const arcs: [number, number, number][] = [[0, 1, 2], [0, 1, 2], [0, 1, 3], [1, 1, 0], [2, 0, 7.5], [3, 2, 1]];
  const right = new CompressedGraph(4, arcs);
  for (let i = 0; i < arcs.length; i++) {
    const fewer = new CompressedGraph(4, arcs.filter((_, k) => k !== i));
    const sentence = (list: string): string => `The arc from ${arcs[i][0]} to ${arcs[i][1]} at cost ${arcs[i][2]} is listed by ${list} only, or more often than by the other.`;
    const of = (out: CompressedGraph, into: CompressedGraph): Graph => ({ vertexCount: 4, maxDegree: 4, successors: (...given) => out.successors(...given), predecessors: (...given) => into.predecessors(...given) });
    expect(() => { checkGraph(of(right, fewer)); }).toThrow(sentence('successors'));
    expect(() => { checkGraph(of(fewer, right)); }).toThrow(sentence('predecessors'));
  }
  let calls = 0;
  const once = (v: number, to: Uint32Array, cost: Float64Array): number => (calls++ === 0 ? corridor().successors(v, to, cost) : 0);
  expect(() => { checkGraph(corridor({ successors: once, predecessors: () => 0 })); }).toThrow('successors wrote other arcs when it was called again');
});

test('what searches forward need is checked without predecessors', () => {
  const predecessors = (): number => { throw new Error('forward only'); };
  checkGraph(corridor({ predecessors }), { direction: 'forward' });
  expect(() => { checkGraph(corridor({ predecessors })); }).toThrow('forward only');
  expect(() => { checkGraph(corridor({ predecessors, successors: writing(2, 2) }), { direction: 'forward' }); }).toThrow('successors(0) wrote 2 as arc 0');
  expect(() => { checkGraph(corridor({ predecessors: () => 0 }), { direction: 'both' }); }).toThrow('is listed by successors only');
  expect(() => { checkGraph(corridor(), { direction: 'back' as 'both' }); }).toThrow("The direction must be 'both' or 'forward', got 'back'.");
});

test('where a graph differs from its lattice is compared', () => {
  const lattice = { ...new CompressedGraph(0, []), vertexCount: 2, maxDegree: 1, successors: corridor().successors.bind(undefined), predecessors: corridor().predecessors.bind(undefined) };
  const near = (changes: object, differs = [0, 0], rest: object = {}): Graph => corridor({ ...changes, nearLattice: { lattice, differs: Uint8Array.from(differs), ...rest } });
  const none = { successors: () => 0, predecessors: () => 0 };
  checkGraph(near({}));
  checkGraph(near(none, [1, 1]));
  expect(() => { checkGraph(near(none, [1, 0])); }).toThrow('The arc from 0 to 1 at cost 2 is in its nearLattice only, and `differs` is not 1 at both of its ends.');
  const back = { maxDegree: 1, successors: (v: number, to: Uint32Array, cost: Float64Array) => ([to[0], cost[0]] = [1 - v, 2], 1), predecessors: (v: number, to: Uint32Array, cost: Float64Array) => ([to[0], cost[0]] = [1 - v, 2], 1) };
  expect(() => { checkGraph(near(back, [0, 1])); }).toThrow('The arc from 1 to 0 at cost 2 is in the graph only');
  expect(() => { checkGraph(near(back, [1, 1], { least: 3 })); }).toThrow('The arc from 0 to 1 costs 2, but by its nearLattice from 3 to Infinity.');
});

test.each([
  [{ vertexCount: 1.5 }, 'The vertexCount of a graph must be a whole number, got 1.5.'],
  [{ maxDegree: '4' }, "The maxDegree of a graph must be a whole number, got '4'."],
  [{ successors: () => undefined }, 'successors(0) must return how many arcs it wrote, up to maxDegree 1, got undefined.'],
  [{ successors: writing(1, 2, 2) }, 'up to maxDegree 1, got 2.'],
  [{ successors: writing(2, 2) }, 'successors(0) wrote 2 as arc 0, which is not a vertex from 0 to 1.'],
  [{ successors: writing(1, -2) }, 'successors(0) wrote the cost -2 for arc 0'],
  [{ successors: writing(0.5, 2) }, 'successors(0) wrote 0.5 as arc 0'],
  [{ successors: writing(1, 'two') }, 'wrote the cost NaN'],
  [{ successors: writing(1, Infinity) }, 'Leave out an arc that is closed.'],
  [{ predecessors: writing(0, NaN) }, 'predecessors(0) wrote the cost NaN'],
  [{ costRange: { least: 1, most: 1.5, whole: false } }, 'wrote the cost 2 for arc 0, but the costRange of the graph is from 1 to 1.5.'],
  [{ costRange: { least: 3, most: 9, whole: true } }, 'wrote the cost 2 for arc 0, but the costRange of the graph is whole numbers from 3 to 9.'],
  [{ predecessors: () => 0 }, 'The arc from 0 to 1 at cost 2 is listed by successors only'],
  [{ successors: () => 0 }, 'The arc from 0 to 1 at cost 2 is listed by predecessors only'],
])('detects %j', (changes, sentence) => {
  expect(() => checkGraph(corridor(changes))).toThrow(sentence);
});

test.each([
  [{ successors: () => undefined }, 'successors(0) must return how many arcs it wrote, up to maxDegree 1, got undefined.'],
  [{ successors: writing(2, 2) }, 'successors(0) wrote 2 as arc 0, which is not a vertex from 0 to 1.'],
  [{ successors: writing(1, -2) }, 'successors(0) wrote the cost -2 for arc 0'],
  [{ successors: writing(1, NaN) }, 'wrote the cost NaN for arc 0'],
])('a search or table detects %j', (changes, sentence) => {
  checkArcs(corridor(), 'A table');
  checkArcs(corridor({ successors: writing(1, Infinity) }), 'A table');
  expect(() => { checkArcs(corridor(changes), 'A table'); }).toThrow(sentence);
});
