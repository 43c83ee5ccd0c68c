import type { Counters, Graph, Lattice } from '@pf/graph';
import { BucketRing, FARTHEST, FARTHEST_OF_FEW } from './bucket-ring.ts';
import { isGrid } from './is-grid.ts';
import { TieHeap } from './tie-heap.ts';

/** Dijkstra's algorithm with labels that may begin anywhere: those of a field, by vertex its value and the vertex that gave it. */
export interface FieldSettling {
  /** Begins without open vertices. The values of those to come lie between `least` and `most`. */
  begin(least: number, most: number): void;
  /** Opens a vertex that has got its value. */
  open(v: number): void;
  /** Settles at most `budget` vertices up to `radius`; others get Infinity. Returns whether it is finished. */
  settle(radius: number, budget: number): boolean;
}

/** Over any graph: a heap, and a call to the graph for each vertex. Outdated entries are skipped by their value. `towards`: values are costs to the sources. */
export class GraphSettling implements FieldSettling {
  private readonly heap = new TieHeap('fifo');
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly values: Float64Array,
    private readonly parents: Int32Array,
    private readonly towards: boolean,
    private readonly counters: Counters,
  ) {
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  begin(): void {
    this.heap.clear();
  }

  open(v: number): void {
    this.heap.push(v, this.values[v], 0);
  }

  settle(radius: number, budget: number): boolean {
    const { graph, values, parents, heap, to, cost, towards, counters } = this;
    for (let spent = 0; spent < budget; ) {
      if (heap.size === 0) return true;
      const value = heap.floor();
      const v = heap.pop();
      if (value > values[v]) continue;
      if (value > radius) {
        values[v] = Infinity;
        continue;
      }
      spent++;
      counters.expanded++;
      const n = towards ? graph.predecessors(v, to, cost) : graph.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        const u = to[i];
        const through = value + cost[i];
        if (!(through < values[u])) continue;
        values[u] = through;
        parents[u] = v;
        heap.push(u, through, 0);
      }
    }
    return false;
  }
}

/**
 * Over a lattice, or a graph that nearly is one: reads bytes, without calls. The queue is a ring of buckets half of the shortest step wide, so that vertices are settled in the right order, but for
 * those behind shorter arcs of a graph that is nearly a lattice: these get their values anew. Should values lie too far apart for it, the heap is used.
 */
export class LatticeSettling implements FieldSettling {
  private readonly ring: BucketRing;
  private readonly width: number;
  private readonly farthest: number;
  private readonly isSettled: Uint8Array;
  private readonly backSteps: Int32Array;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  private heap: GraphSettling | undefined;
  private usesHeap = false;

  constructor(
    private readonly graph: Graph,
    private readonly lattice: Lattice,
    private readonly values: Float64Array,
    private readonly parents: Int32Array,
    private readonly towards: boolean,
    private readonly counters: Counters,
  ) {
    const { lengths, offsets, maxDegree, vertexCount } = lattice;
    this.width = Math.min(...lengths.subarray(0, maxDegree)) / 2;
    // Behind arcs that are shorter than a bucket is wide, the first in is the better guess.
    const isNear = graph.nearLattice !== undefined;
    this.farthest = isNear ? FARTHEST_OF_FEW : FARTHEST;
    this.ring = new BucketRing(this.width, isNear ? 'fifo' : 'lifo', false, this.farthest);
    this.isSettled = new Uint8Array(vertexCount);
    this.backSteps = offsets.map((offset) => -offset);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  begin(least: number, most: number): void {
    this.usesHeap = !(most - least < this.width * this.farthest);
    if (this.usesHeap) {
      this.heap ??= new GraphSettling(this.graph, this.values, this.parents, this.towards, this.counters);
      this.heap.begin();
      return;
    }
    this.ring.clear(least);
    this.isSettled.fill(0);
  }

  open(v: number): void {
    if (this.usesHeap) this.heap!.open(v);
    else this.ring.push(v, this.values[v]);
  }

  settle(radius: number, budget: number): boolean {
    if (this.usesHeap) return this.heap!.settle(radius, budget);
    const { ring, isSettled, values, parents, towards } = this;
    const { moves, offsets, lengths, weights, weighted, maxDegree } = this.lattice;
    const differs = this.graph.nearLattice?.differs;
    // Where each arc has a reverse one, the moves from a vertex also tell which arcs enter it.
    const reversed = towards && !(isGrid(this.lattice) && this.lattice.sides === undefined);
    const steps = reversed ? this.backSteps : offsets;
    const all = (1 << maxDegree) - 1;
    let spent = 0;
    let v = 0;
    while (spent < budget && (v = ring.pop(Infinity)) >= 0) {
      if (isSettled[v] === 1) continue;
      isSettled[v] = 1;
      const value = values[v];
      if (value > radius) {
        values[v] = Infinity;
        continue;
      }
      spent++;
      if (differs !== undefined && differs[v] !== 0) {
        this.relaxByCall(v);
        continue;
      }
      const factor = weighted && towards ? weights[v] : 1;
      for (let left = reversed ? all : moves[v]; left !== 0; left &= left - 1) {
        const d = 31 - Math.clz32(left & -left);
        const u = v + steps[d];
        if (reversed && ((moves[u] >> d) & 1) === 0) continue;
        const through = value + lengths[d] * (weighted && !towards ? weights[u] : factor);
        if (through >= values[u]) continue;
        values[u] = through;
        parents[u] = v;
        isSettled[u] = 0;
        ring.push(u, through);
      }
    }
    this.counters.expanded += spent;
    return v < 0;
  }

  private relaxByCall(v: number): void {
    const { graph, values, parents, isSettled, ring, to, cost } = this;
    const n = this.towards ? graph.predecessors(v, to, cost) : graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const through = values[v] + cost[i];
      if (!(through < values[u])) continue;
      values[u] = through;
      parents[u] = v;
      isSettled[u] = 0;
      ring.push(u, through);
    }
  }
}
