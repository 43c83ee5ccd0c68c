import { checkWorld } from './check-world.ts';
import type { Graph } from './graph.ts';

/**
 * Buffers for the arcs of one vertex, with `maxDegree` entries.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ArcBuffer } from '@pf/graph/kit';
 *
 * const arcs = new ArcBuffer(new CompressedGraph(2, [[0, 1, 3]]));
 * [arcs.costOf(0, 1), arcs.costOf(1, 0)]; // → [3, Infinity]
 * ```
 */
export class ArcBuffer {
  readonly to: Uint32Array;
  readonly cost: Float64Array;

  constructor(private readonly graph: Graph) {
    checkWorld(graph, 'This');
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  /** The current cost of an arc, the cheapest of parallel ones; Infinity if there is none. */
  costOf(from: number, head: number): number {
    const { graph, to, cost } = this;
    let least = Infinity;
    for (let i = graph.successors(from, to, cost) - 1; i >= 0; i--) if (to[i] === head && cost[i] < least) least = cost[i];
    return least;
  }
}
