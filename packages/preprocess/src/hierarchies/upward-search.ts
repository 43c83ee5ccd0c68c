import { LazyHeap } from '@pf/queues';
import type { Counters } from '@pf/graph';
import { grown } from '@pf/graph/kit';
import type { UpwardArcs } from './upward-graph.ts';

/** Marks a source, which has no arc to it. */
export const NO_ARC = -1;

/**
 * One half of a query: Dijkstra's algorithm on upward arcs. A vertex that is cheaper to reach from above is stalled, since no cheapest path climbs
 * from it (stall on demand, Geisberger et al. 2008).
 */
export class UpwardSearch {
  /** By rank: the best cost so far, Infinity if none. */
  readonly distance: Float64Array;
  /** By rank reached, in pairs: its arc (NO_ARC for sources) and the rank that the arc comes from. */
  private readonly arrival: Int32Array;
  private readonly open = new LazyHeap(256);
  private touched: Uint32Array = new Uint32Array(256);
  private reached = 0;

  /** `own` are the arcs of this half, `other` those of the other half. */
  constructor(
    vertexCount: number,
    private readonly own: UpwardArcs,
    private readonly other: UpwardArcs,
    private readonly counters: Counters,
  ) {
    this.distance = new Float64Array(vertexCount).fill(Infinity);
    this.arrival = new Int32Array(2 * vertexCount);
  }

  /** The lowest key in the queue; Infinity when it is empty. */
  get least(): number {
    return this.open.peekKey();
  }

  /** Clears the last query, writing only entries that it touched. */
  clear(): void {
    const { distance, touched } = this;
    for (let i = 0; i < this.reached; i++) distance[touched[i]] = Infinity;
    this.reached = 0;
    this.open.clear();
  }

  /** Adds a source with an initial cost. */
  enter(r: number, cost: number): void {
    if (cost >= this.distance[r]) return;
    if (this.distance[r] === Infinity) this.note(r);
    this.distance[r] = cost;
    this.arrival[2 * r] = NO_ARC;
    this.open.push(r, cost);
    this.counters.queueOperations++;
  }

  /**
   * Settles a vertex and returns its rank; −1 if the entry was outdated or the vertex is stalled. Vertices at a cost of `limit` or more are not
   * queued.
   */
  settle(limit = Infinity): number {
    const { open, distance, counters, own, other, arrival } = this;
    const key = open.peekKey();
    const r = open.pop();
    counters.queueOperations++;
    if (key > distance[r]) return -1;
    counters.expanded++;
    const { first: otherFirst, head: otherHead, cost: otherCost } = other;
    for (let i = otherFirst[r], end = otherFirst[r + 1]; i < end; i++) {
      if (distance[otherHead[i]] + otherCost[i] < key) return -1;
    }
    const { first, head, cost } = own;
    let generated = 0;
    for (let i = first[r], end = first[r + 1]; i < end; i++) {
      const w = head[i];
      const through = key + cost[i];
      const known = distance[w];
      if (through >= known || through >= limit) continue;
      if (known === Infinity) this.note(w);
      distance[w] = through;
      arrival[2 * w] = i;
      arrival[2 * w + 1] = r;
      open.push(w, through);
      generated++;
    }
    counters.generated += generated;
    counters.queueOperations += generated;
    return r;
  }

  /** The arc to `r`; NO_ARC for sources. */
  arc(r: number): number {
    return this.arrival[2 * r];
  }

  /** The rank that the arc to `r` comes from. */
  parent(r: number): number {
    return this.arrival[2 * r + 1];
  }

  /** Settles everything at a cost of `radius` or less. */
  drain(radius = Infinity): void {
    while (this.open.size > 0 && this.open.peekKey() <= radius) this.settle();
  }

  /** Writes the costs of all reached ranks. */
  copyTo(out: Float64Array): void {
    const { touched, distance } = this;
    for (let i = 0; i < this.reached; i++) out[touched[i]] = distance[touched[i]];
  }

  private note(r: number): void {
    if (this.reached === this.touched.length) this.touched = grown(this.touched);
    this.touched[this.reached++] = r;
  }
}
