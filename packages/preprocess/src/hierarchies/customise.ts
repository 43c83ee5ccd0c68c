import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import type { ArcParts } from './unpack.ts';
import { graphArc, NO_PART } from './unpack.ts';

/** The costs of a metric's edges in one direction, and their parts. */
export interface EdgeCosts {
  /** By edge: its cost, Infinity where there is no path. */
  readonly cost: Float64Array;
  /** The parts of each edge: its cheapest arc, or a detour over a lower vertex. Undefined where the cost is Infinity. */
  readonly parts: ArcParts;
}

/** Gives each edge the cost of its cheapest arc, in both directions; Infinity where there is none. */
export function takeArcs({ first, arc }: EdgeArcs, costs: ArrayLike<number>, up: EdgeCosts, down: EdgeCosts): void {
  // Random reads come first, in a loop of their own, so that they overlap.
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
 * Basic customisation (Dibbelt, Strasser & Wagner): lowers the cost of each edge to that of its detours over vertices below both its ends. Edges are
 * processed by lower end, lowest first, so that the parts of a detour are final. `position` has one entry a vertex.
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
