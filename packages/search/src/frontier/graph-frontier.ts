import type { Counters, Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkRead, grainOf, nextStamp, noEstimate } from '@pf/graph/kit';
import type { PathFilter } from '@pf/graph/kit';
import { BucketRing } from '../bucket-ring.ts';
import type { Frontier } from './frontier.ts';
import { inTurn, MOST_ESTIMATED, throwBadEstimate } from './frontier.ts';
import type { Ties } from '../tie-heap.ts';
import { TieHeap } from '../tie-heap.ts';

export interface GraphFrontierSettings {
  readonly heuristic: Heuristic;
  readonly backward: boolean;
  readonly weight: number;
  /** Whether a closed vertex reopens for a better label. Without it, the first closed label of a target counts. */
  readonly reopen: boolean;
  /** Removes arcs that a cheapest path between roots and targets cannot use. */
  readonly filter: PathFilter | undefined;
  readonly queue: 'heap' | 'buckets';
  /** Buckets take only 'lifo' and 'fifo'. */
  readonly ties: Ties;
  readonly bucketWidth: number;
}

const CLOSED = 1;
/** Stamps count searches in steps of 2; the lowest bit marks closed vertices. */
const STAMP_STEP = 2;

/** The frontier over any graph and any heuristic, with one call to the graph per expansion. 16 bytes per vertex and the open list. */
export class GraphFrontier implements Frontier {
  lastExpanded = NO_VERTEX;
  private readonly g: Float64Array;
  private readonly parents: Int32Array;
  private readonly stamps: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = STAMP_STEP;
  private bound = Infinity;
  /** With a heap: what keys are multiples of (`grainOf`), and what is added to them and taken away again for that. A label that is lower by less opens no vertex again. */
  private grain = 0;
  private rounder = 0;
  /** That of the heuristic at the start of the search. */
  private revision: number | undefined;
  private targets: ArrayLike<number> = [];
  private readonly heap: TieHeap | undefined;
  private readonly ring: BucketRing | undefined;
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly counters: Counters,
    private readonly settings: GraphFrontierSettings,
  ) {
    const { vertexCount, maxDegree } = graph;
    this.g = new Float64Array(vertexCount);
    this.parents = new Int32Array(vertexCount);
    this.stamps = new Int32Array(vertexCount);
    this.to = new Uint32Array(maxDegree);
    this.arcCost = new Float64Array(maxDegree);
    const { queue, ties, bucketWidth } = settings;
    if (queue === 'heap') this.heap = new TieHeap(ties);
    else this.ring = new BucketRing(bucketWidth, ties === 'fifo' ? ties : 'lifo');
  }

  get openCount(): number {
    return (this.heap ?? this.ring!).size;
  }

  begin(roots: ArrayLike<number>, targets: ArrayLike<number>): void {
    this.stamp = nextStamp(this.stamps, this.stamp, STAMP_STEP);
    this.bound = Infinity;
    this.lastExpanded = NO_VERTEX;
    this.targets = targets;
    this.revision = this.settings.heuristic.revision;
    this.settings.filter?.begin(roots, targets);
    let least = Infinity;
    for (let i = 0; i < roots.length; i++) least = Math.min(least, this.h(roots[i]));
    this.grain = this.heap === undefined ? 0 : grainOf(least / this.settings.weight);
    this.rounder = this.grain * 2 ** 52;
    this.heap?.clear();
    this.ring?.clear(least);
    for (let i = 0; i < roots.length; i++) this.plant(roots[i], this.h(roots[i]));
  }

  next(): number {
    const { heap, ring, stamps, counters, bound } = this;
    for (;;) {
      if (heap !== undefined && !(heap.floor() < bound)) return NO_VERTEX;
      const v = heap !== undefined ? heap.pop() : ring!.pop(bound);
      if (v < 0) return NO_VERTEX;
      counters.queueOperations++;
      if ((stamps[v] & CLOSED) !== 0) continue;
      stamps[v] |= CLOSED;
      return v;
    }
  }

  expand(v: number): void {
    const { graph, to, arcCost, g, stamps, parents, stamp, bound, grain, rounder, heap, ring, targets } = this;
    const { heuristic, backward, weight, reopen, filter } = this.settings;
    this.lastExpanded = v;
    let n = backward ? graph.predecessors(v, to, arcCost) : graph.successors(v, to, arcCost);
    if (filter !== undefined) n = filter.keep(to, arcCost, n);
    const gv = g[v];
    const target = targets.length === 1 ? targets[0] : NO_VERTEX;
    let generated = 0;
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const gu = gv + arcCost[i];
      if ((stamps[u] & ~CLOSED) === stamp && g[u] - gu <= grain) {
        // Its key is the same.
        if (gu < g[u] && stamps[u] === stamp) {
          g[u] = gu;
          parents[u] = v;
        }
        continue;
      }
      if (!(arcCost[i] >= 0 && u < g.length)) checkRead(g.length, v, n, to, arcCost);
      if (!reopen && stamps[u] === (stamp | CLOSED)) continue;
      const h = target === NO_VERTEX ? this.h(u) : backward ? weight * heuristic(target, u) : weight * heuristic(u, target);
      const key = gu + h + rounder - rounder;
      if (!(key < bound)) {
        if (Number.isNaN(key)) throwBadEstimate(u, target, NaN);
        continue;
      }
      if (stamps[u] === (stamp | CLOSED)) this.counters.reopened++;
      generated++;
      stamps[u] = stamp;
      g[u] = gu;
      parents[u] = v;
      if (heap !== undefined) heap.push(u, key, gu);
      else ring!.push(u, key);
    }
    this.counters.generated += generated;
    this.counters.queueOperations += generated;
  }

  advance(budget: number, target: number): boolean {
    return inTurn(this, this.counters, budget, target);
  }

  cap(cost: number): void {
    this.bound = cost;
  }

  capAt(v: number): boolean {
    const cost = this.g[v] + this.rounder - this.rounder;
    if (cost >= this.bound) return false;
    this.bound = this.settings.reopen ? cost : -Infinity;
    return true;
  }

  floor(): number {
    const { heap, ring, stamps } = this;
    if (heap === undefined) return ring!.floor();
    // Entries of closed vertices are outdated.
    for (let v = heap.peek(); v >= 0 && (stamps[v] & CLOSED) !== 0; v = heap.peek()) heap.pop();
    // Rounded up, as are equal paths: two searches that meet then end at once.
    return heap.floor() + this.grain;
  }

  cost(v: number): number {
    return (this.stamps[v] & ~CLOSED) === this.stamp ? this.g[v] : Infinity;
  }

  estimate(v: number): number {
    const { targets } = this;
    const { heuristic, backward } = this.settings;
    let least = Infinity;
    for (let i = 0; i < targets.length; i++) {
      const h = backward ? heuristic(targets[i], v) : heuristic(v, targets[i]);
      if (h < least) least = h;
      else if (!(h <= Infinity)) throwBadEstimate(v, targets[i], h);
    }
    return least;
  }

  /** h in keys. */
  private h(v: number): number {
    const { length } = this.targets;
    return length === 0 || length > MOST_ESTIMATED ? 0 : this.settings.weight * this.estimate(v);
  }

  parent(v: number): number {
    return this.parents[v];
  }

  isOpen(v: number): boolean {
    return this.stamps[v] === this.stamp;
  }

  isClosed(v: number): boolean {
    return this.stamps[v] === (this.stamp | CLOSED);
  }

  isUntouched(tails: Uint32Array, n: number): boolean {
    const { graph, to, arcCost } = this;
    const { heuristic, backward, filter } = this.settings;
    if (filter !== undefined || (heuristic !== noEstimate && (this.revision === undefined || heuristic.revision !== this.revision))) return false;
    for (let i = 0; i < n; i++) {
      if (this.cost(tails[i]) < Infinity) return false;
      // A backward search reads arcs at their heads. The tail of one that is gone has a label.
      const heads = backward ? graph.successors(tails[i], to, arcCost) : 0;
      for (let k = 0; k < heads; k++) if (this.cost(to[k]) < Infinity) return false;
    }
    return true;
  }

  private plant(v: number, key: number): void {
    this.stamps[v] = this.stamp;
    this.g[v] = 0;
    this.parents[v] = NO_VERTEX;
    this.counters.queueOperations++;
    if (this.heap !== undefined) this.heap.push(v, key, 0);
    else this.ring!.push(v, key);
  }
}
