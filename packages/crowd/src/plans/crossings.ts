import type { Graph, Lattice } from '@pf/graph';
import { isLattice } from '@pf/graph/kit';

/**
 * Writes the steps that cross the step from `from` to `to`, as pairs of vertices, to `out`, and returns how many numbers it wrote. No unit takes the step while
 * another steps between the vertices of a pair, in either direction. The rule must be symmetric.
 */
export type CrossingRule = (from: number, to: number, out: Int32Array) => number;

/** The maximum number of pairs that a rule may write. */
export const MAX_CROSSED = 16;

/**
 * The default rule of a graph. A diagonal step of a lattice, the sum of the straight steps o₁ and o₂, crosses the other diagonal of its block, from v + o₁ to v + o₂.
 * The same holds for views of a lattice. Other graphs, and lattices without diagonals, have no crossings.
 */
export function crossingsOf(graph: Graph): CrossingRule | undefined {
  const lattice = latticeUnder(graph);
  if (lattice === undefined) return undefined;
  const { offsets, maxDegree } = lattice;
  const known = [...offsets.subarray(0, maxDegree)];
  const parts = new Map<number, readonly [number, number]>();
  for (const one of known) {
    for (const other of known) {
      // On hexagons, the sum of two steps can be a step too. Their difference is then no step, and they are not the sides of a block.
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

/** The lattice itself, or the one under its views, such as `EdgeCosts` and those of `avoiding` and `withCosts`. They have the same vertices, and `graph` is what they show. */
function latticeUnder(graph: Graph): Lattice | undefined {
  if (isLattice(graph)) return graph;
  const below = (graph as { readonly graph?: Graph | null | undefined }).graph;
  return below?.vertexCount === graph.vertexCount && below !== graph ? latticeUnder(below) : undefined;
}
