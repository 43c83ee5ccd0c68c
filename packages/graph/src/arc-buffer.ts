import { checkRead, hasCheckedArcs } from './check-read.ts';
import { checkWorld } from './check-world.ts';
import type { Graph } from './graph.ts';

/**
 * Buffers for the arcs of one vertex, with `maxDegree` entries. What it reads, it checks (`checkRead`).
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
  /** The number of vertices when this was made. */
  private readonly room: number;
  private readonly checks: boolean;

  constructor(private readonly graph: Graph) {
    checkWorld(graph, 'This');
    this.room = graph.vertexCount;
    this.checks = !hasCheckedArcs(graph);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  /** Reads heads and costs of the arcs that leave `v`; returns their number. */
  leaving(v: number): number {
    const { graph, to, cost } = this;
    const n = graph.successors(v, to, cost);
    if (this.checks) checkRead(this.room, v, n, to, cost);
    return n;
  }

  /** Reads tails and costs of the arcs that enter `v`; returns their number. */
  entering(v: number): number {
    const { graph, to, cost } = this;
    const n = graph.predecessors(v, to, cost);
    if (this.checks) checkRead(this.room, v, n, to, cost);
    return n;
  }

  /** The current cost of an arc, the cheapest of parallel ones; Infinity if there is none. */
  costOf(from: number, head: number): number {
    const { to, cost } = this;
    let least = Infinity;
    for (let i = this.leaving(from) - 1; i >= 0; i--) if (to[i] === head && cost[i] < least) least = cost[i];
    return least;
  }
}
