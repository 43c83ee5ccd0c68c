/**
 * Many-to-many queries with buckets: S. Knopp, P. Sanders, D. Schultes, F. Schulz, D. Wagner, "Computing Many-to-Many Shortest Paths Using Highway
 * Hierarchies", ALENEX 2007.
 */
import { checkHierarchy } from './upward-graph.ts';
import { Counters } from '@pf/graph';
import { checkBuffer, checkHolds, checkList, checkVertex, shown } from '@pf/graph/kit';
import type { Hierarchy } from './upward-graph.ts';
import { UpwardSearch } from './upward-search.ts';

/**
 * Costs to a fixed set of targets, such as all fuel stations: for tables of costs and for the nearest targets. For costs from them, as of depots to a customer, take
 * `costMatrix(hierarchy, depots, [customer])`.
 *
 * Each target stores its cost at the vertices that an upward search from it reaches. An upward search from the source collects them.
 *
 * Memory: 36 bytes a vertex, and 12 for each of the few hundred vertices that a target reaches.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ContractionHierarchy, TargetBuckets } from '@pf/preprocess';
 *
 * const road = new CompressedGraph(5, [[0, 1, 2], [1, 2, 2], [2, 3, 2], [3, 4, 2]], { directed: false });
 * const stations = new TargetBuckets(ContractionHierarchy.build(road), [0, 4]);
 * const nearest = new Uint32Array(1);
 * stations.nearest(1, nearest); // → 1
 * nearest[0]; // → 0
 * [...stations.costs(1)]; // → [2, 6]
 * ```
 */
export class TargetBuckets {
  readonly counters = new Counters();
  readonly targets: Uint32Array;
  private readonly forward: UpwardSearch;
  private readonly backward: UpwardSearch;
  /** By rank: its first entry. By entry, cheapest first: the number of the target and the cost to it. */
  private readonly first: Uint32Array;
  private target: Uint32Array = new Uint32Array(0);
  private cost: Float64Array = new Float64Array(0);
  /** That of the hierarchy when the buckets were filled; NaN before. */
  private version: number | undefined = NaN;
  private readonly found: Float64Array;

  constructor(
    private readonly hierarchy: Hierarchy,
    targets: ArrayLike<number>,
  ) {
    checkHierarchy(hierarchy, 'TargetBuckets');
    checkList(targets, 'targets');
    const { rank, up, down, graph } = hierarchy;
    for (let i = 0; i < targets.length; i++) checkVertex(graph, targets[i], 'target');
    this.targets = Uint32Array.from(targets);
    this.forward = new UpwardSearch(rank.length, up, down, this.counters);
    this.backward = new UpwardSearch(rank.length, down, up, this.counters);
    this.first = new Uint32Array(rank.length + 1);
    this.found = new Float64Array(targets.length);
  }

  /** The cost from `source` to each target, in their order; Infinity if there is no path. */
  costs(source: number, out: Float64Array = new Float64Array(this.targets.length)): Float64Array {
    checkBuffer(out);
    checkHolds(out, Infinity, 'Float64Array');
    const { targets, forward, first, target, cost } = this.begin(source);
    if (out.length < targets.length) throw new RangeError(`There are ${targets.length} targets, but the buffer holds ${out.length}.`);
    out.fill(Infinity, 0, targets.length);
    while (forward.least < Infinity) {
      const here = forward.least;
      const r = forward.settle();
      if (r < 0) continue;
      for (let i = first[r], end = first[r + 1]; i < end; i++) {
        const through = here + cost[i];
        if (through < out[target[i]]) out[target[i]] = through;
      }
    }
    return out;
  }

  /**
   * Writes the targets that are cheapest to reach from `source`, nearest first, by their vertices, and returns their number: as many as exist and fit into `out`. With `costs`, also writes
   * their costs, to a buffer as long. The search ends as soon as they are known.
   */
  nearest(source: number, out: Uint32Array, costs?: Float64Array): number {
    checkBuffer(out);
    const most = Math.min(out.length, this.targets.length);
    if (costs !== undefined && !(costs.length >= most)) throw new RangeError(`Up to ${most} costs are written, but their buffer holds ${costs.length}.`);
    checkHolds(costs, Infinity, 'Float64Array');
    const { targets, forward, first, target, cost, found } = this.begin(source);
    found.fill(Infinity);
    /** Numbers of targets, nearest first. */
    const best: number[] = [];
    const bound = (): number => (best.length < out.length ? Infinity : best.length === 0 ? -1 : found[best[best.length - 1]]);
    while (forward.least < Infinity && forward.least < bound()) {
      const here = forward.least;
      const r = forward.settle();
      if (r < 0) continue;
      for (let i = first[r], end = first[r + 1]; i < end; i++) {
        const through = here + cost[i];
        if (through >= bound()) break;
        const t = target[i];
        if (through >= found[t]) continue;
        const listed = found[t] < Infinity ? best.indexOf(t) : -1;
        if (listed >= 0) best.splice(listed, 1);
        else if (best.length === out.length) found[best.pop()!] = Infinity;
        found[t] = through;
        let at = best.length;
        while (at > 0 && found[best[at - 1]] > through) at--;
        best.splice(at, 0, t);
      }
    }
    best.forEach((t, i) => {
      out[i] = targets[t];
      if (costs !== undefined) costs[i] = found[t];
    });
    return best.length;
  }

  private begin(source: number): this {
    const { hierarchy, forward, counters } = this;
    checkVertex(hierarchy.graph, source, 'source');
    hierarchy.check();
    counters.reset();
    if (hierarchy.version !== this.version) this.fill();
    forward.clear();
    forward.enter(hierarchy.rank[source], 0);
    return this;
  }

  private fill(): void {
    const { backward, targets, hierarchy, first } = this;
    const ranks: number[] = [];
    const numbers: number[] = [];
    const costs: number[] = [];
    for (let t = 0; t < targets.length; t++) {
      backward.clear();
      backward.enter(hierarchy.rank[targets[t]], 0);
      while (backward.least < Infinity) {
        const cost = backward.least;
        const r = backward.settle();
        if (r < 0) continue;
        ranks.push(r);
        numbers.push(t);
        costs.push(cost);
      }
    }
    // Sorted by cost first, so that each bucket comes out sorted.
    const order = Uint32Array.from(costs, (_, i) => i).sort((a, b) => costs[a] - costs[b] || a - b);
    first.fill(0);
    for (const r of ranks) first[r + 1]++;
    for (let r = 0; r + 1 < first.length; r++) first[r + 1] += first[r];
    const next = first.slice();
    this.target = new Uint32Array(ranks.length);
    this.cost = new Float64Array(ranks.length);
    for (const i of order) {
      const at = next[ranks[i]]++;
      this.target[at] = numbers[i];
      this.cost[at] = costs[i];
    }
    this.version = hierarchy.version;
  }
}

/**
 * The costs from all sources to all targets. The cost from source i to target j is entry i × targets.length + j; Infinity if there is no path.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ContractionHierarchy, costMatrix } from '@pf/preprocess';
 *
 * const road = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]], { directed: false });
 * costMatrix(ContractionHierarchy.build(road), [0, 1], [0, 1, 2]); // → [0, 2, 5, 2, 0, 3]
 * ```
 */
export function costMatrix(hierarchy: Hierarchy, sources: ArrayLike<number>, targets: ArrayLike<number>, out: Float64Array = new Float64Array(entries(sources) * entries(targets))): Float64Array {
  checkBuffer(out);
  if (!ArrayBuffer.isView(out)) throw new TypeError(`The table is written into a Float64Array, got ${shown(out)}.`);
  const size = entries(sources) * entries(targets);
  if (out.length < size) throw new RangeError(`The table has ${size} entries, but the buffer holds ${out.length}.`);
  const buckets = new TargetBuckets(hierarchy, targets);
  for (let i = 0; i < sources.length; i++) buckets.costs(sources[i], out.subarray(i * targets.length, (i + 1) * targets.length));
  return out;
}

function entries(list: ArrayLike<number> | null | undefined): number {
  checkList(list, 'list of vertices');
  return list!.length;
}
