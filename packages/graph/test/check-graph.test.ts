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
