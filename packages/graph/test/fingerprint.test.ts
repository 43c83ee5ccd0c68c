import { expect, test } from 'vitest';
import type { Arc, Lattice } from '../src/index.ts';
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

test('a lattice: every bit of its moves and, where weighted, of its weights counts', () => {
  const lattice = (moves: number[], weights = [1, 1, 1, 1, 1], weighted = false): Lattice => ({
    vertexCount: 5, maxDegree: 2, offsets: Int32Array.of(1, -1), lengths: Float64Array.of(1, 1),
    moves: Uint8Array.from(moves), weights: Uint8Array.from(weights), weighted,
    successors: () => 0, predecessors: () => 0,
  });
  const moves = [0, 1, 3, 2, 0];
  const seen = new Set([fingerprint(lattice(moves))]);
  for (let i = 0; i < 40; i++) seen.add(fingerprint(lattice(moves.map((m, v) => (v === i >> 3 ? m ^ (1 << (i & 7)) : m)))));
  seen.add(fingerprint(lattice(moves, [1, 2, 1, 1, 1], true)));
  seen.add(fingerprint(lattice(moves, [1, 1, 2, 1, 1], true)));
  expect(seen.size).toBe(43);
});
