/**
 * One-to-all costs: D. Delling, A. Goldberg, A. Nowatzyk, R. Werneck, "PHAST: Hardware-Accelerated Shortest Path Trees", IPDPS 2011, on one thread.
 */
import { checkHierarchy } from './upward-graph.ts';
import { Counters } from '@pf/graph';
import { checkBuffer, checkHolds, checkOption, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import type { Hierarchy, UpwardArcs } from './upward-graph.ts';
import { UpwardSearch } from './upward-search.ts';

/** Relative tolerance of a radius, for rounding; as that of Dijkstra. Shortcuts add up costs in another order. */
const ROUNDING = 1e-12;

/** Options of `HierarchySweep`. */
export interface HierarchySweepOptions {
  /** 'backward' gives the costs to the source instead of those from it. Default 'forward'. */
  readonly direction?: 'forward' | 'backward' | undefined;
}

/**
 * Costs from one vertex to all others, and isochrones (everything within a radius). An upward search is followed by one pass from the top rank down,
 * without a queue.
 *
 * Allocates in its constructor, 24 bytes a vertex.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ContractionHierarchy, HierarchySweep } from '@pf/preprocess';
 *
 * const road = new CompressedGraph(4, [[0, 1, 2], [1, 2, 2], [2, 3, 2]], { directed: false });
 * const sweep = new HierarchySweep(ContractionHierarchy.build(road));
 * const out = new Uint32Array(road.vertexCount);
 * sweep.flood(1, 2); // → 3
 * out.subarray(0, sweep.reached(out)); // → [0, 1, 2]
 * sweep.distance(3); // → Infinity
 * sweep.flood(1); // → 4
 * sweep.distance(3); // → 4
 * ```
 */
export class HierarchySweep {
  readonly counters = new Counters();
  private readonly search: UpwardSearch;
  private readonly behind: UpwardArcs;
  /** By rank. */
  private readonly cost: Float64Array;
  private count = 0;

  constructor(
    private readonly hierarchy: Hierarchy,
    options: HierarchySweepOptions = {},
  ) {
    checkHierarchy(hierarchy, 'HierarchySweep');
    checkOptions(options, ['direction'], 'HierarchySweep');
    const { direction = 'forward' } = options;
    checkOption('direction', direction, ['forward', 'backward']);
    const { up, down, rank } = hierarchy;
    this.behind = direction === 'forward' ? down : up;
    this.search = new UpwardSearch(rank.length, direction === 'forward' ? up : down, this.behind, this.counters);
    this.cost = new Float64Array(rank.length).fill(Infinity);
  }

  /** Finds everything at a cost of `radius` or less (within rounding) from `source` and returns the number of vertices. */
  flood(source: number, radius = Infinity): number {
    const { hierarchy, search, cost, behind } = this;
    checkVertex(hierarchy.graph, source, 'source');
    if (!(typeof radius === 'number' && radius >= 0)) throw new RangeError(`The radius must be 0 or more, got ${shown(radius)}.`);
    hierarchy.check();
    this.counters.reset();
    search.clear();
    search.enter(hierarchy.rank[source], 0);
    const most = radius + ROUNDING * radius;
    search.drain(most);
    cost.fill(Infinity);
    search.copyTo(cost);
    const { first, head, cost: costs } = behind;
    let count = 0;
    for (let r = cost.length - 1, end = first[cost.length]; r >= 0; r--) {
      let least = cost[r];
      const begin = first[r];
      for (let i = begin; i < end; i++) {
        const through = cost[head[i]] + costs[i];
        if (through < least) least = through;
      }
      end = begin;
      if (least <= most && least < Infinity) count++;
      else least = Infinity;
      cost[r] = least;
    }
    this.count = count;
    return count;
  }

  /** The cost to `v`, Infinity if it was not reached. */
  distance(v: number): number {
    return this.cost[this.hierarchy.rank[v]];
  }

  /** Writes the reached vertices in ascending order and returns their number. */
  reached(out: Uint32Array): number {
    checkBuffer(out);
    if (out.length < this.count) throw new RangeError(`${this.count} vertices were reached, but the buffer holds ${out.length}.`);
    const { rank } = this.hierarchy;
    let n = 0;
    for (let v = 0; v < rank.length; v++) if (this.cost[rank[v]] < Infinity) out[n++] = v;
    return n;
  }

  /** Writes the cost of every vertex of the graph, Infinity if it was not reached. */
  distances(out: Float64Array): void {
    checkBuffer(out);
    checkHolds(out, Infinity, 'Float64Array');
    const { rank } = this.hierarchy;
    if (out.length < rank.length) throw new RangeError(`A field has ${rank.length} entries, one a vertex, but the buffer holds ${out.length}.`);
    for (let v = 0; v < rank.length; v++) out[v] = this.cost[rank[v]];
  }
}
