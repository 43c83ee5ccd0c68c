import { expect, test } from 'vitest';
import { CompressedGraph } from '../src/index.ts';
import { checkBuffer, checkHeuristic, checkHolds, HillClimber } from '../src/kit.ts';

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  [9, '9'],
  ['out', "'out'"],
  [{}, 'an object'],
])('rejects %j in place of a buffer', (out, shown) => {
  expect(() => checkBuffer(out)).toThrow(`such as new Uint32Array(graph.vertexCount): got ${shown} for a buffer.`);
});

test('a buffer of any kind is accepted', () => {
  for (const out of [new Uint32Array(0), new Float64Array(3), []]) expect(() => checkBuffer(out)).not.toThrow();
});

test.each([
  [undefined, 'undefined'],
  ['octile', "'octile'"],
  [[0, 1], 'an array'],
  [null, 'null'],
])('rejects %j in place of a heuristic', (heuristic, shown) => {
  expect(() => checkHeuristic(heuristic)).toThrow(`A heuristic is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got ${shown}.`);
  expect(() => new HillClimber(new CompressedGraph(2, []), heuristic as never)).toThrow(`got ${shown}.`);
});

test('a buffer that would truncate vertices is rejected', () => {
  for (const Small of [Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array]) {
    expect(() => checkBuffer(new Small(9))).toThrow(`${Small.name} would cut off the numbers of vertices: pass a Uint32Array.`);
  }
});

test('a typed array that would change a value is rejected', () => {
  for (const [value, types] of [[-1, [Uint32Array, Uint8Array]], [1.5, [Uint32Array, Int32Array]], [Infinity, [Uint32Array, Int32Array]]] as const) {
    for (const Whole of types) expect(() => checkHolds(new Whole(1), value, 'Float64Array')).toThrow(`${Whole.name} cannot hold ${value === 1.5 ? 'fractions' : value}: use Float64Array.`);
    for (const out of [new Float64Array(1), new Float32Array(1), [], undefined]) expect(() => checkHolds(out, value, 'Float64Array')).not.toThrow();
  }
  expect(() => checkHolds(new Int32Array(1), -1, 'Int32Array')).not.toThrow();
});
