import { expect, test } from 'vitest';
import type { Arc, Lattice, Located } from '../src/index.ts';
import { CompressedGraph, fingerprint } from '../src/index.ts';

const arcs: Arc[] = [[0, 1, 2], [1, 2, 3], [2, 0, Math.SQRT2]];

test('any change of an arc, a cost or the number of vertices changes the digits', () => {
  const seen = new Set([fingerprint(new CompressedGraph(3, arcs))]);
  const others = [
    new CompressedGraph(4, arcs),
    new CompressedGraph(3, arcs.slice(1)),
    new CompressedGraph(3, [[0, 1, 2.0000000000000004], ...arcs.slice(1)]),
    new CompressedGraph(3, [[0, 2, 2], ...arcs.slice(1)]),
    new CompressedGraph(3, [[1, 0, 2], ...arcs.slice(1)]),
    new CompressedGraph(3, []),
  ];
  for (const other of others) seen.add(fingerprint(other));
  expect(seen.size).toBe(1 + others.length);
  expect(fingerprint(new CompressedGraph(3, arcs))).toBe(fingerprint(new CompressedGraph(3, arcs)));
});

test('the digits stay the same from release to release', () => {
  expect(fingerprint(new CompressedGraph(3, arcs))).toMatchInlineSnapshot(`"a30c19993a25d594"`);
});

test('a lattice: every bit of its moves, its steps and, where weighted, its weights counts', () => {
  // Two whole words and a byte.
  const plain: Lattice = {
    vertexCount: 9, maxDegree: 2, offsets: Int32Array.of(1, -1), lengths: Float64Array.of(1, 1.5),
    moves: Uint8Array.of(0, 1, 3, 3, 255, 128, 3, 2, 0), weights: Uint8Array.of(0, 1, 1, 1, 2, 1, 1, 7, 0), weighted: false,
    successors: () => 0, predecessors: () => 0,
  };
  const flipped = (bytes: Uint8Array): Uint8Array[] => Array.from({ length: 72 }, (_, i) => bytes.map((byte, v) => (v === i >> 3 ? byte ^ (1 << (i & 7)) : byte)));
  const weighted = { ...plain, weighted: true };
  const places = (x: number, y: number): Located => ({ x: (v) => (v === 8 ? x : v), y: (v) => (v === 8 ? y : -v) });
  const all = [
    ...[plain, weighted, { ...plain, vertexCount: 10 }, { ...plain, offsets: Int32Array.of(1, -2) }, { ...plain, lengths: Float64Array.of(1, 1.25) }].map((graph) => fingerprint(graph)),
    ...flipped(plain.moves).map((moves) => fingerprint({ ...plain, moves } as Lattice)),
    ...flipped(plain.weights).map((weights) => fingerprint({ ...weighted, weights } as Lattice)),
    ...[[8, -8], [8, -9], [9, -8]].map(([x, y]) => fingerprint(plain, places(x, y))),
  ];
  expect(new Set(all).size).toBe(5 + 2 * 72 + 3);
  for (const digits of all) expect(digits).toMatch(/^[0-9a-f]{16}$/);
  for (const graph of flipped(plain.weights).map((weights): Lattice => ({ ...plain, weights }))) expect(fingerprint(graph)).toBe(all[0]);
  expect([all[0], all[1], all.at(-1)]).toMatchInlineSnapshot(`
    [
      "20693fe0e34d8451",
      "7a58bac7309e7d2c",
      "7809e1aa535cb5a7",
    ]
  `);
});
