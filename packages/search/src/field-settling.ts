import type { Counters, Graph, Lattice } from '@pf/graph';
import { checkRead } from '@pf/graph/kit';
import { BucketRing, FARTHEST, FARTHEST_OF_FEW } from './bucket-ring.ts';
import { isGrid } from './is-grid.ts';
import { TieHeap } from './tie-heap.ts';

/**
 * Dijkstra's algorithm with labels that may begin anywhere: those of a field, by vertex its value and the vertex that gave it. `towards`: values are costs to the
 * sources. Over any graph: a heap, and a call to the graph for each vertex. Outdated entries are skipped by their value.
 */
export class GraphSettling {
  /** Made by `begin`. */
  private heap: TieHeap | undefined;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;

  constructor(
    protected readonly graph: Graph,
    protected readonly values: Float64Array,
    protected readonly parents: Int32Array,
    protected readonly towards: boolean,
    protected readonly counters: Counters,
  ) {
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  /** Begins without open vertices. The values of those to come lie between `least` and `most`. */
  begin(_least: number, _most: number): void {
    this.heap ??= new TieHeap('fifo');
    this.heap.clear();
  }

  /** Opens a vertex that has got its value. */
  open(v: number): void {
    this.heap!.push(v, this.values[v], 0);
  }

  /** Settles at most `budget` vertices up to `radius`; others get Infinity. Returns whether it is finished. */
  settle(radius: number, budget: number): boolean {
    const { values, counters } = this;
    const heap = this.heap!;
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
      this.relax(v);
    }
    return false;
  }

  /** Whether nothing was read of the arcs that leave the first `n` of these vertices. */
  isUntouched(tails: Uint32Array, n: number): boolean {
    const { graph, values, to, cost, towards } = this;
    for (let i = 0; i < n; i++) {
      if (values[tails[i]] < Infinity) return false;
      const heads = towards ? graph.successors(tails[i], to, cost) : 0;
      for (let k = 0; k < heads; k++) if (values[to[k]] < Infinity) return false;
    }
    return true;
  }

  /** Gives the neighbours of `v`, read by a call, their values through it. */
  protected relax(v: number): void {
    const { graph, values, parents, to, cost } = this;
    const value = values[v];
    const n = this.towards ? graph.predecessors(v, to, cost) : graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const through = value + cost[i];
      if (through >= values[u]) continue;
      if (!(cost[i] >= 0 && u < values.length)) checkRead(values.length, v, n, to, cost);
      values[u] = through;
      parents[u] = v;
      this.open(u);
    }
  }
}

/**
 * Over a lattice, or a graph that nearly is one: reads bytes, without calls. The queue is a ring of buckets half of the shortest step wide, so that vertices are settled in the right order, but for
 * those behind shorter arcs of a graph that is nearly a lattice: these get their values anew. Should values lie too far apart for it, the heap is used.
 */
export class LatticeSettling extends GraphSettling {
  private readonly ring: BucketRing;
  private readonly width: number;
  private readonly farthest: number;
  private readonly isSettled: Uint8Array;
  private readonly backSteps: Int32Array;
  private usesHeap = false;

  constructor(
    private readonly lattice: Lattice,
    graph: Graph,
    values: Float64Array,
    parents: Int32Array,
    towards: boolean,
    counters: Counters,
  ) {
    super(graph, values, parents, towards, counters);
    const { lengths, offsets, maxDegree, vertexCount } = lattice;
    this.width = Math.min(...lengths.subarray(0, maxDegree)) / 2;
    // Behind arcs that are shorter than a bucket is wide, the first in is the better guess.
    const isNear = graph.nearLattice !== undefined;
    this.farthest = isNear ? FARTHEST_OF_FEW : FARTHEST;
    this.ring = new BucketRing(this.width, isNear ? 'fifo' : 'lifo', false, this.farthest);
    this.isSettled = new Uint8Array(vertexCount);
    this.backSteps = offsets.map((offset) => -offset);
  }

  override begin(least: number, most: number): void {
    this.usesHeap = !(most - least < this.width * this.farthest);
    if (this.usesHeap) return super.begin(least, most);
    this.ring.clear(least);
    this.isSettled.fill(0);
  }

  override open(v: number): void {
    if (this.usesHeap) return super.open(v);
    this.isSettled[v] = 0;
    this.ring.push(v, this.values[v]);
  }

  override settle(radius: number, budget: number): boolean {
    if (this.usesHeap) return super.settle(radius, budget);
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
        this.relax(v);
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
}
