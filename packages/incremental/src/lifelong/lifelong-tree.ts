/**
 * The search tree of a lifelong search: for each vertex its cost from the root when last expanded (`g`) and as computed from its neighbours now
 * (`rhs`), and the queue of vertices where the two differ. The sources and departures are those of lifelong-search.ts.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { Arcs, INFINITE_COST, NO_LATTICE } from '../arcs.ts';
import { Weighting } from './weighting.ts';
import { KeyQueue } from './key-queue.ts';
import { Labels } from './labels.ts';
import type { LifelongTraits } from './lifelong-traits.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { StartHeuristic } from '../start-heuristic.ts';

export abstract class LifelongTree extends RoutePlanner {
  protected readonly nextVertex: Int32Array;
  protected readonly labels: Labels;
  /** Arcs of a second vertex during a loop over those of another. */
  protected readonly around: Arcs;
  protected readonly previousArcs: PreviousArcs;
  protected open: KeyQueue;
  protected readonly weighting: Weighting;
  /** Whether costs are and stay whole numbers, so that sums and comparisons of keys are exact. */
  protected whole: boolean;
  /** Estimates between the target and other vertices, for the keys. */
  protected readonly estimates: StartHeuristic;
  protected km = 0;
  /** Where the search begins and where it ends: at the goal and the start or, if `forward`, the reverse. */
  protected root = NO_VERTEX;
  protected target = NO_VERTEX;
  protected readonly forward: boolean;
  /** Upper bound on path costs if labels have 32 bits, else Infinity. */
  protected readonly greatest: number;

  constructor(
    graph: Graph,
    options: PlannerOptions,
    protected readonly traits: LifelongTraits,
  ) {
    super(graph, { planner: traits.planner, positive: true }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.forward = traits.forward === true;
    this.around = new Arcs(graph);
    this.previousArcs = new PreviousArcs(this.arcs);
    this.weighting = new Weighting(n, traits.weight, traits.weight > 1, !traits.lazyKeys);
    this.whole = this.buckets || this.arcs.alwaysWhole();
    this.open = new KeyQueue(n, this.order);
    const greatest = this.arcs.greatestSum();
    const bounded = greatest < INFINITE_COST;
    this.greatest = bounded ? greatest : Infinity;
    this.labels = new Labels(n, bounded);
    this.nextVertex = this.forward ? new Int32Array(n) : this.labels.nextVertex;
    const { unit } = this.arcs;
    this.estimates = new StartHeuristic(n, this.heuristic, { unit, whole: this.whole, greatest: this.greatest, toStart: this.forward });
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** Cost between `v` and the root of the search when last expanded; Infinity before. For drawing. */
  g(v: number): number {
    return this.labels.value(this.labels.g, v, this.root, this.arcs.unit);
  }

  /** Cost between `v` and the root of the search as computed from its neighbours now. If it differs from `g(v)`, `v` is inconsistent. For drawing. */
  rhs(v: number): number {
    return this.labels.value(this.labels.rhs, v, this.root, this.arcs.unit);
  }

  protected override replaceBuckets(): void {
    super.replaceBuckets();
    this.whole = false;
    this.open = new KeyQueue(this.nextVertex.length, this.order);
    this.estimates.allowFractions();
  }

  /** Gives `u` labels if it has none. */
  protected touch(u: number): void {
    if (this.labels.has(u)) return;
    this.labels.give(u);
    this.previousArcs.note(u);
  }

  /** Computes rhs of `u` from its neighbours on the side of the root. */
  protected lookAhead(u: number): void {
    if (u !== this.root) {
      const { around, forward, labels, labels: { g, stamp, query } } = this;
      const { to, cost, lattice, lengths, degree } = around;
      const steps = forward ? around.backSteps : around.steps;
      const { moves, weights } = lattice ?? NO_LATTICE;
      const weighted = lattice !== undefined && lattice.weighted;
      const open = lattice === undefined ? 0 : forward ? -1 : moves[u];
      let least = labels.infinity;
      let head = NO_VERTEX;
      const n = lattice !== undefined ? degree : forward ? around.entering(u) : around.leaving(u);
      for (let i = 0; i < n; i++) {
        if (lattice !== undefined && ((open >> i) & 1) === 0) continue;
        const v = lattice !== undefined ? u + steps[i] : to[i];
        if (stamp[v] !== query || (forward && lattice !== undefined && ((moves[v] >> i) & 1) === 0)) continue;
        const through = g[v] + (lattice === undefined ? cost[i] : weighted ? lengths[i] * weights[forward ? u : v] : lengths[i]);
        if (through >= least) continue;
        least = through;
        head = v;
      }
      if (stamp[u] !== query) {
        // The vertex is far from everything searched: the common case if many planners get all reports.
        if (head === NO_VERTEX) return;
        this.touch(u);
      }
      labels.rhs[u] = least;
      labels.nextVertex[u] = head;
    }
    this.enqueue(u);
  }

  /** Inserts `u` into the queue if it is inconsistent, else removes it. */
  protected enqueue(u: number): void {
    const { open } = this;
    const g = this.labels.g[u];
    const rhs = this.labels.rhs[u];
    if (g === rhs) {
      if (open.remove(u)) this.counters.queueOperations++;
      return;
    }
    const over = g < rhs ? 0 : 1;
    const least = over === 0 ? g : rhs;
    if (over === 1 && this.weighting.active && this.weighting.postpone(u)) {
      open.remove(u);
      return;
    }
    open.place(u, open.rank(this.keyOf(u, least, over), over), over, least);
    this.counters.queueOperations++;
  }

  /** First part of a key. Underconsistent vertices use the plain estimate: with a weighted one, they would be expanded too late. */
  protected keyOf(u: number, least: number, over: 0 | 1): number {
    const h = this.estimates.to(u);
    const { weight } = this.weighting;
    return least + this.km + (over === 1 && weight > 1 ? weight * h : h);
  }
}
