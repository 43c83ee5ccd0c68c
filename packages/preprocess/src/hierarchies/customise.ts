import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import type { ArcParts } from './unpack.ts';
import { graphArc, NO_PART } from './unpack.ts';

/** The costs of the edges of a metric in one direction, and where they come from. */
export interface EdgeCosts {
  /** By edge: Infinity where there is no path. */
  readonly cost: Float64Array;
  /** What edges stand for: the cheapest arc that lies on them, or a detour over a vertex below. Nothing where the cost is Infinity. */
  readonly parts: ArcParts;
}

/** Gives each edge the least cost of the arcs that lie on it, in both directions; Infinity where there are none. */
export function takeArcs({ first, arc }: EdgeArcs, costs: ArrayLike<number>, up: EdgeCosts, down: EdgeCosts): void {
  // The jumps about memory come first, in a loop of nothing else: so they overlap.
  const sorted = new Float64Array(arc.length);
  for (let i = 0; i < arc.length; i++) sorted[i] = costs[arc[i]];
  let i = 0;
  for (let side = 0; side + 1 < first.length; side++) {
    const { cost, parts } = (side & 1) === 0 ? up : down;
    const e = side >>> 1;
    let least = Infinity;
    for (const end = first[side + 1]; i < end; i++) {
      if (sorted[i] >= least) continue;
      least = sorted[i];
      parts[2 * e] = graphArc(arc[i]);
      parts[2 * e + 1] = NO_PART;
    }
    cost[e] = least;
  }
}

/**
 * Basic customisation (Dibbelt, Strasser & Wagner): an edge costs no more than its detour over any vertex below both its ends. Edges are done by their lower ends,
 * the lowest first, so that those of a detour are done before. `position` has room for an entry a vertex.
 */
export function relaxTriangles({ first, head, tail, firstBelow, below }: ChordalGraph, { cost: up, parts: upParts }: EdgeCosts, { cost: down, parts: downParts }: EdgeCosts, position: Uint32Array): void {
  for (let x = 0; x + 1 < first.length; x++) {
    const end = first[x + 1];
    if (end === first[x]) continue;
    for (let e = first[x]; e < end; e++) position[head[e]] = e;
    for (let k = firstBelow[x]; k < firstBelow[x + 1]; k++) {
      const lower = below[k];
      const toX = up[lower];
      const fromX = down[lower];
      const last = first[tail[lower] + 1];
      for (let other = lower + 1; other < last; other++) {
        const e = position[head[other]];
        const climb = fromX + up[other];
        const descent = down[other] + toX;
        if (climb < up[e]) {
          up[e] = climb;
          upParts[2 * e] = 2 * lower;
          upParts[2 * e + 1] = 2 * other + 1;
        }
        if (descent < down[e]) {
          down[e] = descent;
          downParts[2 * e] = 2 * other;
          downParts[2 * e + 1] = 2 * lower + 1;
        }
      }
    }
  }
}
