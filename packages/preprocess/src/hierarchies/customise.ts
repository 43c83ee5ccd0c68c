import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { NO_SIDE } from './chordal-graph.ts';

/** What an edge has for a detour where an arc of the graph costs no more. */
export const NO_DETOUR = 0xffffffff;

/** The costs of the edges of a metric in one direction, and where they come from. */
export interface EdgeCosts {
  /** By edge: Infinity where there is no path. */
  readonly cost: Float64Array;
  /** By edge: the edge to its lower end from the vertex below that the detour leads over which it stands for, or NO_DETOUR. */
  readonly detour: Uint32Array;
}

/** Gives each edge the least cost of the arcs that lie on it, in both directions; Infinity where there are none. */
export function takeArcs({ side }: EdgeArcs, costs: ArrayLike<number>, up: EdgeCosts, down: EdgeCosts): void {
  for (const direction of [up, down]) {
    direction.cost.fill(Infinity);
    direction.detour.fill(NO_DETOUR);
  }
  for (let a = 0; a < side.length; a++) {
    const s = side[a];
    if (s === NO_SIDE) continue;
    const into = (s & 1) === 0 ? up.cost : down.cost;
    const e = s >>> 1;
    if (costs[a] < into[e]) into[e] = costs[a];
  }
}

/**
 * Basic customisation (Dibbelt, Strasser & Wagner): an edge costs no more than its detour over any vertex below both its ends. Edges are done by their lower ends,
 * the lowest first, so that those of a detour are done before. `position` has room for an entry a vertex.
 */
export function relaxTriangles({ first, head, tail, firstBelow, below }: ChordalGraph, { cost: up, detour: upDetour }: EdgeCosts, { cost: down, detour: downDetour }: EdgeCosts, position: Uint32Array): void {
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
          upDetour[e] = lower;
        }
        if (descent < down[e]) {
          down[e] = descent;
          downDetour[e] = lower;
        }
      }
    }
  }
}
