import type { Graph } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';

/**
 * Which steps cross another one in between: writes pairs of vertices to `out`, and returns how many numbers that is. The step from `from` to `to` is then not
 * taken while a unit steps from one vertex of a pair to the other, in either direction. It must be symmetric.
 */
export type CrossingRule = (from: number, to: number, out: Int32Array) => number;

/** More pairs than this no step crosses. */
export const MOST_CROSSED = 16;

/**
 * The rule of a graph. A diagonal step of a lattice, made of the straight ones o₁ and o₂, crosses the other diagonal of the same block, from v + o₁ to v + o₂.
 * Other graphs, and lattices without diagonals, have no crossings.
 */
export function crossingsOf(graph: Graph): CrossingRule | undefined {
  if (!isLattice(graph)) return undefined;
  const { offsets, maxDegree } = graph;
  const known = [...offsets.subarray(0, maxDegree)];
  const parts = new Map<number, readonly [number, number]>();
  for (const [i, one] of known.entries()) {
    for (const other of known.slice(i + 1)) {
      // Of hexagons, two steps also make a third; but they are no two sides of a block, whose other diagonal is a step too.
      if (known.includes(one + other) && known.includes(one - other)) parts.set(one + other, [one, other]);
    }
  }
  if (parts.size === 0) return undefined;
  return (from, to, out) => {
    const sides = parts.get(to - from);
    if (sides === undefined) return 0;
    out[0] = from + sides[0];
    out[1] = from + sides[1];
    return 2;
  };
}
