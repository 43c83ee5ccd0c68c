import type { Counters, Graph, Lattice } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkRead, nextStamp, NO_DIRECTION, wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { BucketRing, FARTHEST, FARTHEST_OF_FEW } from '../bucket-ring.ts';
import { isGrid } from '../is-grid.ts';
import type { Frontier } from './frontier.ts';
import { inTurn } from './frontier.ts';
import { CLOSED, DIRECTION, STAMP, STAMP_STEP } from './label-word.ts';
import type { LatticeFrontierSettings } from './lattice-estimate.ts';
import { LatticeEstimate } from './lattice-estimate.ts';
import { MoveOrder } from './move-order.ts';
import { TieHeap } from '../tie-heap.ts';

/**
 * The frontier over a lattice, expanded from bytes without calls, but for vertices where a graph differs from it. Memory: 12 bytes per vertex, 16 if one does, and 8 per open entry.
 *
 * On 8-connected grids of equal terrain it makes only some of the moves (move-order.ts). Steps of 1 and √2 are stored as whole numbers (`wholeLengths`). The queue is a ring of buckets half a
 * straight step wide. With the grid's own heuristic a step leaves f unchanged or raises it by at least 2 − √2, so few vertices are closed too early, and those reopen when they get a better label.
 */
export class LatticeFrontier implements Frontier {
  lastExpanded = NO_VERTEX;
  private readonly g: Float64Array;
  private readonly words: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = STAMP_STEP;
  private bound = Infinity;
  private readonly ring: BucketRing;
  /** Used instead of the ring, by option or in this search. */
  private heap: TieHeap | undefined;
  /** Bit of a label's word that marks it as final. */
  private readonly final: number;
  /** Units of labels per cost of 1. */
  private readonly unit: number;
  private readonly lengths: Float64Array;
  private readonly grid: Grid | undefined;
  private readonly estimates: LatticeEstimate;
  private readonly order: MoveOrder;
  /** Whether this is a backward search over arcs that differ by direction. */
  private reversed = false;
  /** Whether no cell of the grid was one-way at the start of the search. */
  private twoWay = true;
  private steps: Int32Array;
  private readonly backSteps: Int32Array;
  private readonly stride: number;
  private readonly perStride: number;
  private weighted = false;
  /** Where the graph differs from the lattice, the parents of vertices that were reached from there, and buffers for their arcs. */
  private readonly differs: Uint8Array | undefined;
  private readonly parents: Int32Array;
  private readonly to: Uint32Array;
  private readonly costs: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly lattice: Lattice,
    private readonly counters: Counters,
    private readonly settings: LatticeFrontierSettings,
  ) {
    const { vertexCount, maxDegree, offsets } = lattice;
    const { queue, ties, reopen, weight } = settings;
    this.g = new Float64Array(vertexCount);
    this.words = new Int32Array(vertexCount);
    const { lengths, unit } = wholeLengths(lattice.lengths, maxDegree);
    this.differs = graph.nearLattice?.differs;
    this.parents = new Int32Array(this.differs === undefined ? 0 : vertexCount);
    this.to = new Uint32Array(graph.maxDegree);
    this.costs = new Float64Array(graph.maxDegree);
    this.order = new MoveOrder(lattice, lengths, settings.canonical && this.differs === undefined, reopen ? undefined : weight);
    this.unit = unit;
    this.lengths = lengths;
    this.final = reopen ? 0 : CLOSED;
    this.ring = new BucketRing(this.order.bucketWidth, ties === 'fifo' ? ties : 'lifo', weight > 1, this.differs === undefined ? FARTHEST : FARTHEST_OF_FEW);
    if (queue === 'heap') this.heap = new TieHeap(ties);
    this.steps = offsets;
    this.backSteps = offsets.map((offset) => -offset);
    this.grid = isGrid(lattice) ? lattice : undefined;
    this.stride = this.grid?.stride ?? 1;
    this.perStride = 1 / this.stride;
    this.estimates = new LatticeEstimate(this.grid, lengths, unit, settings);
  }

  get openCount(): number {
    return (this.heap ?? this.ring).size;
  }

  begin(roots: ArrayLike<number>, targets: ArrayLike<number>): void {
    const { grid, lattice, settings, estimates } = this;
    this.stamp = nextStamp(this.words, this.stamp, STAMP_STEP);
    this.bound = Infinity;
    this.lastExpanded = NO_VERTEX;
    // The map may have been edited since the last search, which can change canonical moves and the lowest terrain cost.
    this.weighted = lattice.weighted;
    this.twoWay = grid?.sides === undefined;
    this.reversed = settings.backward && (grid === undefined || this.weighted || !this.twoWay);
    this.steps = this.reversed ? this.backSteps : lattice.offsets;
    this.order.begin(this.steps, this.stride);
    estimates.aim(roots, targets);
    let least = Infinity;
    for (let i = 0; i < roots.length; i++) least = Math.min(least, estimates.h(roots[i]) * this.unit);
    // With a weight, buckets keep its bound from one root only: while another is open, a vertex may be closed too early.
    if (settings.queue === 'buckets') this.heap = this.needsHeap() || (this.final !== 0 && roots.length > 1) ? (this.heap ?? new TieHeap('larger-g')) : undefined;
    this.ring.clear(least / settings.weight);
    this.heap?.clear();
    for (let i = 0; i < roots.length; i++) this.plant(roots[i], NO_VERTEX, 0, estimates.h(roots[i]) * this.unit);
  }

  next(): number {
    const { ring, heap, words, counters, bound } = this;
    for (;;) {
      if (heap !== undefined && !(heap.floor() < bound)) return NO_VERTEX;
      const v = heap !== undefined ? heap.pop() : ring.pop(bound);
      if (v < 0) return NO_VERTEX;
      counters.queueOperations++;
      const word = words[v];
      if ((word & CLOSED) !== 0) continue;
      words[v] = word | CLOSED;
      return v;
    }
  }

  expand(v: number): void {
    this.lastExpanded = v;
    if (this.differs !== undefined && this.differs[v] !== 0) return this.expandByCall(v);
    const { words, g, ring, heap, steps, lengths, lattice, stamp, bound, unit, estimates, final, reversed, weighted, order } = this;
    const { dx, dy } = order, { callback } = estimates;
    const y = ((v + 0.5) * this.perStride) | 0;
    const x = v - y * this.stride;
    const gv = g[v];
    const arrival = words[v] & DIRECTION;
    const possible = reversed ? order.incoming(v) : lattice.moves[v];
    let moves = order.table[(arrival << 8) | possible];
    if (order.careful) moves |= order.aside(v, arrival, possible & ~moves, g, words, stamp);
    let generated = 0;
    while (moves !== 0) {
      const d = 31 - Math.clz32(moves & -moves);
      moves &= moves - 1;
      const u = v + steps[d];
      const gu = gv + (weighted ? lengths[d] * lattice.weights[reversed ? v : u] : lengths[d]);
      const word = words[u];
      const known = (word & STAMP) === stamp;
      if (known && (gu >= g[u] || (word & final) !== 0)) continue;
      const h = callback === undefined ? estimates.distance(x + dx[d], y + dy[d]) : estimates.h(u) * unit;
      const f = gu + h;
      if (f >= bound) continue;
      if (known && (word & CLOSED) !== 0) this.counters.reopened++;
      words[u] = stamp | d;
      g[u] = gu;
      generated++;
      if (heap === undefined) ring.push(u, f);
      else heap.push(u, f, gu);
    }
    this.counters.generated += generated;
    this.counters.queueOperations += generated;
  }

  advance(budget: number, target: number): boolean {
    const { words, g, ring, steps, lengths, lattice, stamp, estimates: { inPlace }, order, perStride, stride, counters, weighted, final, differs } = this;
    const { moves: legal, weights } = lattice;
    const { table, careful, dx, dy } = order;
    if (this.heap !== undefined || inPlace === undefined || this.reversed) return inTurn(this, counters, budget, target);
    // `next` and `expand` in one loop, without calls and with constants loaded once: a quarter faster.
    let { bound, lastExpanded } = this;
    let spent = 0, expanded = 0, generated = 0, popped = 0, reopened = 0;
    while (spent < budget) {
      const v = ring.pop(bound);
      if (v < 0) break;
      popped++;
      const word = words[v];
      if ((word & CLOSED) !== 0) continue;
      words[v] = word | CLOSED;
      spent++;
      const gv = g[v];
      if (v === target) {
        // At or above the bound, it would get no label.
        bound = final === 0 ? gv : -Infinity;
        continue;
      }
      expanded++;
      lastExpanded = v;
      if (differs !== undefined && differs[v] !== 0) {
        this.bound = bound;
        this.expandByCall(v);
        continue;
      }
      const y = ((v + 0.5) * perStride) | 0;
      const x = v - y * stride;
      let moves = table[((word & DIRECTION) << 8) | legal[v]];
      if (careful) moves |= order.aside(v, word & DIRECTION, legal[v] & ~moves, g, words, stamp);
      while (moves !== 0) {
        const d = 31 - Math.clz32(moves & -moves);
        moves &= moves - 1;
        const u = v + steps[d];
        const gu = gv + (weighted ? lengths[d] * weights[u] : lengths[d]);
        const label = words[u];
        const known = (label & STAMP) === stamp;
        if (known && (gu >= g[u] || (label & final) !== 0)) continue;
        const f = gu + inPlace.to(x + dx[d], y + dy[d], u);
        if (f >= bound) continue;
        if (known && (label & CLOSED) !== 0) reopened++;
        words[u] = stamp | d;
        g[u] = gu;
        generated++;
        ring.push(u, f);
      }
    }
    this.bound = bound;
    this.lastExpanded = lastExpanded;
    counters.expanded += expanded;
    counters.generated += generated;
    counters.reopened += reopened;
    counters.queueOperations += generated + popped;
    return spent >= budget;
  }

  cap(cost: number): void {
    this.bound = cost * this.unit;
  }

  capAt(v: number): boolean {
    if (this.g[v] >= this.bound) return false;
    this.bound = this.final === 0 ? this.g[v] : -Infinity;
    return true;
  }

  floor(): number {
    const { heap, words } = this;
    if (heap === undefined) return this.ring.floor() / this.unit;
    // Entries of closed vertices are outdated.
    for (let v = heap.peek(); v >= 0 && (words[v] & CLOSED) !== 0; v = heap.peek()) heap.pop();
    return heap.floor() / this.unit;
  }

  cost(v: number): number {
    return (this.words[v] & STAMP) === this.stamp ? this.g[v] / this.unit : Infinity;
  }

  estimate(v: number): number {
    return this.estimates.toNearest(v);
  }

  parent(v: number): number {
    const direction = this.words[v] & DIRECTION;
    return direction === NO_DIRECTION ? (this.parents[v] ?? NO_VERTEX) : v - this.steps[direction];
  }

  isOpen(v: number): boolean {
    return (this.words[v] & (STAMP | CLOSED)) === this.stamp;
  }

  isClosed(v: number): boolean {
    return (this.words[v] & (STAMP | CLOSED)) === (this.stamp | CLOSED);
  }

  isUntouched(tails: Uint32Array, n: number): boolean {
    const { grid, graph, lattice: { offsets, weighted }, words, stamp, settings, to, costs } = this;
    if (grid === undefined || weighted !== this.weighted || (grid.sides === undefined) !== this.twoWay || !this.estimates.isSame) return false;
    if (this.heap === undefined && this.needsHeap()) return false;
    for (let i = 0; i < n; i++) {
      if ((words[tails[i]] & STAMP) === stamp) return false;
      // A neighbour may have left moves to it, and a backward search reads arcs at their heads.
      for (const offset of offsets) if ((words[tails[i] + offset] & STAMP) === stamp) return false;
      const heads = settings.backward && this.differs !== undefined ? graph.successors(tails[i], to, costs) : 0;
      for (let k = 0; k < heads; k++) if ((words[to[k]] & STAMP) === stamp) return false;
    }
    return true;
  }

  /** Whether no vertex may be opened again, and arcs outside of the lattice do not fit the ring. */
  private needsHeap(): boolean {
    const { nearLattice } = this.graph;
    return this.settings.once && nearLattice !== undefined && !this.order.fits(nearLattice, this.unit);
  }

  private expandByCall(v: number): void {
    const { graph, to, costs, words, g, stamp, bound, unit, estimates, counters } = this;
    const n = this.settings.backward ? graph.predecessors(v, to, costs) : graph.successors(v, to, costs);
    checkRead(g.length, v, n, to, costs);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const gu = g[v] + costs[i] * unit;
      const known = (words[u] & STAMP) === stamp;
      if (known && gu >= g[u]) continue;
      const f = gu + estimates.h(u) * unit;
      if (f >= bound) continue;
      if (known && (words[u] & CLOSED) !== 0) counters.reopened++;
      counters.generated++;
      this.plant(u, v, gu, f);
    }
  }

  private plant(v: number, parent: number, g: number, f: number): void {
    this.words[v] = this.stamp | NO_DIRECTION;
    if (this.differs !== undefined) this.parents[v] = parent;
    this.g[v] = g;
    if (this.heap !== undefined) this.heap.push(v, f, g);
    else this.ring.push(v, f);
    this.counters.queueOperations++;
  }
}
