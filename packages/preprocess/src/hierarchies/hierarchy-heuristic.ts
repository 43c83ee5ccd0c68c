/**
 * CH-Potentials: B. Strasser, T. Zeitz, "A Fast and Tight Heuristic for A* in Road Networks", SEA 2021. One upward search from the goal; the cost of
 * any other vertex follows from those above it, and is computed once, on demand.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBoolean, checkFit, checkOptions, checkVertex, grown, nextStamp } from '@pf/graph/kit';
import type { Hierarchy, UpwardArcs } from './upward-graph.ts';
import { UpwardSearch } from './upward-search.ts';

/** The result if there is no path. */
export interface HierarchyHeuristicOptions {
  /** True: Infinity, so that A* ends at once. Default false: 10¹², so that planners can follow arcs that open later. */
  readonly infinite?: boolean | undefined;
}

/** Replaces Infinity. The minimum of a consistent heuristic and a constant is consistent. */
const MOST = 1e12;

/** Exact costs between vertices as a heuristic. Keeps its results for the last goal, and for the last start, because planners search backwards. */
export function hierarchyHeuristic(hierarchy: Hierarchy, options: HierarchyHeuristicOptions = {}): Heuristic {
  checkOptions(options, ['infinite'], 'heuristic');
  const { infinite = false } = options;
  checkBoolean(infinite, 'infinite');
  const most = infinite ? Infinity : MOST;
  const toGoal = new Potential(hierarchy, hierarchy.up, hierarchy.down);
  let fromStart: Potential | undefined;
  let lastStart = NaN;
  return (v, goal) => {
    let found: number;
    if (goal === toGoal.root) found = toGoal.of(v);
    else if (fromStart !== undefined && v === fromStart.root) found = fromStart.of(goal);
    else if (v === lastStart) {
      // The start is the same, and the goal another: a backward search.
      fromStart ??= new Potential(hierarchy, hierarchy.down, hierarchy.up);
      fromStart.root = v;
      found = fromStart.of(goal);
    } else {
      toGoal.root = goal;
      found = toGoal.of(v);
    }
    lastStart = v;
    return found < most ? found : most;
  };
}

/** The costs from all vertices to a centre, or from a centre to all, each computed on first use. */
class Potential {
  private readonly graph: Graph;
  private readonly rank: Uint32Array;
  private readonly search: UpwardSearch;
  /** By rank: the cost, where `stamp` is `now`. */
  private readonly cost: Float64Array;
  private readonly stamp: Uint32Array;
  private now = 0;
  private version: number | undefined;
  /** NaN, which equals no vertex and no mistake either, until it has one. */
  private center = NaN;
  private stack: Uint32Array = new Uint32Array(64);
  private cursor: Uint32Array = new Uint32Array(64);

  /** `own` are the upward arcs of the vertices whose costs are computed, `other` those of the search from the centre. */
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly own: UpwardArcs,
    other: UpwardArcs,
  ) {
    this.graph = hierarchy.graph;
    this.rank = hierarchy.rank;
    this.search = new UpwardSearch(this.rank.length, other, own, new Counters());
    this.cost = new Float64Array(this.rank.length);
    this.stamp = new Uint32Array(this.rank.length);
  }

  get root(): number {
    return this.center;
  }

  set root(v: number) {
    checkVertex(this.graph, v, 'goal');
    this.rankOf(v, 'goal');
    this.center = v;
    this.begin();
  }

  of(v: number): number {
    if (this.hierarchy.version !== this.version) this.begin();
    const r = this.rankOf(v, 'vertex');
    return this.stamp[r] === this.now ? this.cost[r] : this.compute(r);
  }

  /** The rank of a vertex. Throws for one that the hierarchy does not have. */
  private rankOf(v: number, role: string): number {
    const r = this.rank[v];
    if (r === undefined) {
      checkVertex(this.graph, v, role);
      checkFit(this.graph, 'hierarchy', this.rank.length);
    }
    return r;
  }

  private begin(): void {
    const { search, stamp } = this;
    this.version = this.hierarchy.version;
    search.clear();
    search.enter(this.rank[this.center], 0);
    search.drain();
    this.now = nextStamp(stamp, this.now);
  }

  /** Computes the vertices above first. Pending ones are on an explicit stack, because a hierarchy can be too high for recursion. */
  private compute(asked: number): number {
    const { search, cost, stamp, now, own } = this;
    const { first, head, cost: costs } = own;
    let depth = 0;
    this.put(depth++, asked);
    while (depth > 0) {
      const r = this.stack[depth - 1];
      const end = first[r + 1];
      let i = this.cursor[depth - 1];
      while (i < end && stamp[head[i]] === now) i++;
      if (i < end) {
        this.cursor[depth - 1] = i;
        this.put(depth++, head[i]);
        continue;
      }
      let least = search.distance[r];
      for (let a = first[r]; a < end; a++) {
        const through = costs[a] + cost[head[a]];
        if (through < least) least = through;
      }
      cost[r] = least;
      stamp[r] = now;
      depth--;
    }
    return cost[asked];
  }

  private put(depth: number, r: number): void {
    if (depth === this.stack.length) {
      this.stack = grown(this.stack);
      this.cursor = grown(this.cursor);
    }
    this.stack[depth] = r;
    this.cursor[depth] = this.own.first[r];
  }
}
