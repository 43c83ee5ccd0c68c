import type { Graph } from '@pf/graph';
import { ArcBuffer, nextStamp } from '@pf/graph/kit';
import { TupleHeap } from '@pf/queues';
import { ROUNDING } from './agent.ts';
import type { LearnedHeuristic } from './learned-heuristic.ts';

/**
 * The costs from the start that f-LRTA* learns, and the vertices that it prunes. Costs only fall. A vertex whose cost falls is no longer pruned, and gets back the
 * estimate of the heuristic: what was learned for it may depend on the pruning.
 */
export class StartCosts {
  /** Whether vertices are pruned: from `begin` until `stop`. */
  pruning = false;
  private readonly g: Float64Array;
  /** By vertex: the generation of its g. `begin` starts a new one. */
  private readonly stamps: Uint32Array;
  private generation = 0;
  private readonly pruned: Uint8Array;
  /** By vertex: the last list of vertices that contained it. */
  private readonly listed: Uint32Array;
  private list = 0;
  private readonly queue: TupleHeap;
  private readonly arcs: ArcBuffer;
  private readonly back: ArcBuffer;
  private goal = 0;

  constructor(
    graph: Graph,
    private readonly learned: LearnedHeuristic,
  ) {
    const n = graph.vertexCount;
    this.g = new Float64Array(n);
    this.stamps = new Uint32Array(n);
    this.pruned = new Uint8Array(n);
    this.listed = new Uint32Array(n);
    this.queue = new TupleHeap(n, 2);
    this.arcs = new ArcBuffer(graph);
    this.back = new ArcBuffer(graph);
  }

  begin(start: number, goal: number): void {
    this.pruning = true;
    this.goal = goal;
    this.generation = nextStamp(this.stamps, this.generation);
    this.lower(start, 0);
  }

  /** Ends pruning: no vertex counts as pruned until the next `begin`. */
  stop(): void {
    this.pruning = false;
  }

  /** The cost from the start to `v`; Infinity if no path is known. */
  cost(v: number): number {
    return this.stamps[v] === this.generation ? this.g[v] : Infinity;
  }

  isPruned(v: number): boolean {
    return this.pruning && this.pruned[v] === 1 && this.stamps[v] === this.generation;
  }

  /** Propagates costs among `n` vertices and to their neighbours; returns whether any fell. */
  propagate(vertices: Int32Array, n: number): boolean {
    if (!this.pruning) return false;
    const { queue, listed, arcs } = this;
    const { to, cost } = arcs;
    const list = (this.list = nextStamp(this.listed, this.list));
    let fell = false;
    queue.clear();
    for (let i = 0; i < n; i++) {
      const v = vertices[i];
      listed[v] = list;
      let least = this.cost(v);
      for (let k = arcs.entering(v) - 1; k >= 0; k--) {
        const g = this.cost(to[k]) + cost[k];
        if (g * ROUNDING < least && !this.isPruned(to[k])) least = g;
      }
      if (least < this.cost(v)) {
        this.lower(v, least);
        fell = true;
      }
      if (least < Infinity && !this.isPruned(v)) queue.push(v, least, 0);
    }
    while (queue.size > 0) {
      const v = queue.pop();
      const g = this.g[v];
      for (let k = arcs.leaving(v) - 1; k >= 0; k--) {
        const u = to[k];
        const lower = g + cost[k];
        if (!(lower * ROUNDING < this.cost(u))) continue;
        this.lower(u, lower);
        fell = true;
        if (listed[u] === list) queue.update(u, lower, 0);
      }
    }
    return fell;
  }

  /** Prunes as many of `n` vertices as it can, the farthest from the start first; returns whether it pruned any. Call `propagate` with them first. */
  prune(vertices: Int32Array, n: number): boolean {
    const { queue, goal, learned } = this;
    const bound = this.cost(goal) * ROUNDING;
    let pruned = false;
    for (let i = 0; i < n; i++) {
      if (vertices[i] !== goal && !this.isPruned(vertices[i]) && this.cost(vertices[i]) < Infinity) queue.push(vertices[i], -this.g[vertices[i]], 0);
    }
    while (queue.size > 0) {
      const v = queue.pop();
      if (this.g[v] + learned.get(v) <= bound && this.isNeeded(v)) continue;
      this.pruned[v] = 1;
      pruned = true;
    }
    return pruned;
  }

  /** Whether a neighbour gets its cost from `v` alone. */
  private isNeeded(v: number): boolean {
    const { arcs, back } = this;
    for (let i = arcs.leaving(v) - 1; i >= 0; i--) {
      const u = arcs.to[i];
      const g = this.cost(u) * ROUNDING;
      if (this.isPruned(u) || this.g[v] + arcs.cost[i] > g) continue;
      let k = back.entering(u) - 1;
      while (k >= 0 && (back.to[k] === v || this.isPruned(back.to[k]) || this.cost(back.to[k]) + back.cost[k] > g)) k--;
      if (k < 0) return true;
    }
    return false;
  }

  private lower(v: number, g: number): void {
    this.g[v] = g;
    this.stamps[v] = this.generation;
    this.pruned[v] = 0;
    const initial = this.learned.initial(v);
    if (this.learned.get(v) !== initial) this.learned.set(v, initial);
  }
}
