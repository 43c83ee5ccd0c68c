import { edgeBetween } from './chordal-graph.ts';
import { NO_DETOUR } from './customise.ts';
import type { CustomMetric } from './custom-metric.ts';

/** Unpacks edges of a metric into the arcs of the graph: by the detours that customisation found cheapest, whose edges lie below. */
export class EdgeUnpacker {
  private stack: Uint32Array = new Uint32Array(64);

  constructor(private readonly metric: CustomMetric) {}

  /** Writes the arcs that an edge stands for, in the order of walking, from `at` on; returns where they end, which may lie behind the end of `out`. */
  unpack(first: number, isUp: boolean, out: Uint32Array, at: number): number {
    const { up, down, hierarchy } = this.metric;
    const { edges } = hierarchy;
    let n = 0;
    // Twice its number, and 1 more of one that leads down, as the sides of edges are numbered.
    this.stack[n++] = 2 * first + (isUp ? 0 : 1);
    while (n > 0) {
      const side = this.stack[--n];
      const edge = side >>> 1;
      const isClimb = (side & 1) === 0;
      const detour = (isClimb ? up : down).detour[edge];
      if (detour === NO_DETOUR) {
        out[at++] = this.arcOn(side);
        continue;
      }
      if (n + 2 > this.stack.length) this.grow();
      const toHigher = edgeBetween(edges, edges.tail[detour], edges.head[edge]);
      // On top of the stack the descent to the vertex of the detour, below it the climb from there.
      this.stack[n++] = 2 * (isClimb ? toHigher : detour);
      this.stack[n++] = 2 * (isClimb ? detour : toHigher) + 1;
    }
    return at;
  }

  /** The arc of the graph that costs what its side of the edge does: of parallel ones, the cheapest. */
  private arcOn(side: number): number {
    const { hierarchy, costs, up, down } = this.metric;
    const { first, arc } = hierarchy.edgeArcs;
    const cost = ((side & 1) === 0 ? up : down).cost[side >>> 1];
    let i = first[side];
    while (costs[arc[i]] !== cost) i++;
    return arc[i];
  }

  private grow(): void {
    const { stack } = this;
    this.stack = new Uint32Array(2 * stack.length);
    this.stack.set(stack);
  }
}
