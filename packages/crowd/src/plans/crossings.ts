import type { Graph, Lattice } from '@pf/graph';
import { isLattice, shown } from '@pf/graph/kit';
import { numberedBy } from '../grid-below.ts';

/**
 * Writes the steps that cross the step from `from` to `to`, as up to 16 pairs of vertices, to `out`, and returns how many numbers it wrote. No unit takes the step
 * while another steps between the vertices of a pair, in either direction. The rule must be symmetric.
 */
export type CrossingRule = (from: number, to: number, out: Int32Array) => number;

/** The maximum number of numbers that a rule may write: 16 pairs. */
export const MAX_CROSSED = 32;

/** Calls a rule; throws if it writes more than fits, or does not say how much. */
export function crossedBy(rule: CrossingRule, from: number, to: number, out: Int32Array): number {
  const n = rule(from, to, out);
  if (!(n <= MAX_CROSSED)) throw new RangeError(`A rule of crossings must return how many numbers it wrote, ${MAX_CROSSED} at most, got ${shown(n)} for the step from vertex ${from} to ${to}.`);
  return n;
}

/**
 * The default rule of a graph: its member `crossings` if it has one, as a `TorusGrid` does; on a lattice, the diagonals; for a view, such as `EdgeCosts` or one of
 * `avoiding`, the rule of the graph below, and for a `LinkedGrid` that of its grid. Other graphs, and lattices without diagonals, have no crossings.
 */
export function crossingsOf(graph: Graph): CrossingRule | undefined {
  if (typeof graph.crossings === 'function') return (from, to, out) => graph.crossings!(from, to, out);
  if (isLattice(graph)) return diagonalsOf(graph);
  const below = numberedBy(graph);
  return below && crossingsOf(below);
}

/** Whether the default rule of a graph is that of its member `crossings`, or that of a graph below. */
export function hasOwnCrossings(graph: Graph): boolean {
  if (typeof graph.crossings === 'function') return true;
  const below = isLattice(graph) ? undefined : numberedBy(graph);
  return below !== undefined && hasOwnCrossings(below);
}

/** A diagonal step, the sum of the straight steps o₁ and o₂, crosses the other diagonal of its block, from v + o₁ to v + o₂. */
function diagonalsOf({ offsets, maxDegree }: Lattice): CrossingRule | undefined {
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
