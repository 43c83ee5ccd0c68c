import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import type { ArcParts } from './unpack.ts';
import { graphArc, NO_PART } from './unpack.ts';

/** The costs of a metric's edges in one direction, and their parts. */
export interface EdgeCosts {
  /** By edge: its cost, Infinity if there is no path. */
  readonly cost: Float64Array;
  /** The parts of each edge: its cheapest arc, or a detour over a lower vertex. Undefined where the cost is Infinity. */
  readonly parts: ArcParts;
}

/** Gives each edge the cost of its cheapest arc, in both directions; Infinity if there is none. */
export function takeArcs({ arc, arcSide }: EdgeArcs, costs: ArrayLike<number>, { cost: up, parts: upParts }: EdgeCosts, { cost: down, parts: downParts }: EdgeCosts): void {
  // Random reads come first, in a loop of their own, so that they overlap.
  const sorted = new Float64Array(arc.length);
  for (let i = 0; i < arc.length; i++) sorted[i] = costs[arc[i]];
  up.fill(Infinity);
  down.fill(Infinity);
  for (let i = 0; i < arc.length; i++) {
    const side = arcSide[i];
    const isUp = (side & 1) === 0;
    const cost = isUp ? up : down;
    const e = side >>> 1;
    if (sorted[i] >= cost[e]) continue;
    cost[e] = sorted[i];
    const parts = isUp ? upParts : downParts;
    parts[2 * e] = graphArc(arc[i]);
    parts[2 * e + 1] = NO_PART;
  }
}

/**
 * Basic customisation (Dibbelt, Strasser & Wagner): lowers the cost of each edge to that of its detours over vertices below both its ends. Triangles are
 * processed by lowest vertex, lowest first, so that the parts of a detour are final.
 */
export function relaxTriangles({ first, head, above }: ChordalGraph, { cost: up, parts: upParts }: EdgeCosts, { cost: down, parts: downParts }: EdgeCosts): void {
  let n = 0;
  for (let r = 0; r + 1 < first.length; r++) {
    const end = first[r + 1];
    for (let one = first[r]; one < end; one++) {
      const fromOne = down[one];
      const toOne = up[one];
      const row = first[head[one]];
      for (let other = one + 1; other < end; other++) {
        const e = row + above[n++];
        const climb = fromOne + up[other];
        const descent = down[other] + toOne;
        if (climb < up[e]) {
          up[e] = climb;
          upParts[2 * e] = 2 * one;
          upParts[2 * e + 1] = 2 * other + 1;
        }
        if (descent < down[e]) {
          down[e] = descent;
          downParts[2 * e] = 2 * other;
          downParts[2 * e + 1] = 2 * one + 1;
        }
      }
    }
  }
}
