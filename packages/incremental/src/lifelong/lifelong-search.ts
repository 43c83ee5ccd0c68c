/**
 * Base of LPA* and D* Lite: a search from the goal that keeps for each vertex its cost to the goal when last expanded (`g`) and as computed
 * from its successors now (`rhs`). It expands vertices where the two differ, until the path from the start is final.
 *
 * S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004; M. Likhachev, S. Koenig, "A Generalized
 * Framework for Lifelong Planning A* Search", ICAPS 2005 (inflation, ties); the optimizations: S. Koenig, M. Likhachev, "Fast Replanning
 * for Navigation in Unknown Terrain", IEEE Transactions on Robotics 21(3), 2005.
 *
 * Departures: LPA* too searches from the goal, as changes are reported by the tails of arcs, where rhs then changes. A pointer
 * to the successor that gives rhs replaces tests for equal costs, which rounding would break. With real costs,
 * the search continues while the top of the queue is within rounding of the start's key.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { lastingHeuristic } from '@pf/graph/kit';
import { Arcs, GREATEST, GREATEST_EXACT, NO_LATTICE } from '../arcs.ts';
import { Inflation } from './inflation.ts';
import { KeyQueue } from './key-queue.ts';
import { Labels } from './labels.ts';
import type { LifelongTraits } from './lifelong-traits.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { StartHeuristic } from '../start-heuristic.ts';

export abstract class LifelongSearch extends RoutePlanner {
  protected readonly ahead: Int32Array;
  protected readonly labels: Labels;
  /** Arcs of a second vertex during a loop over those of another. */
  private readonly around: Arcs;
  private readonly lastMoves: PreviousArcs;
  private open: KeyQueue;
  protected readonly inflation: Inflation;
  /** Whether keys in the queue belong to another inflation. */
  private reinflated = false;
  /** Whether costs are whole numbers for good, so that sums and comparisons of keys are exact. */
  private whole: boolean;
  /** Estimates from the start that keys are computed for. */
  private readonly estimates: StartHeuristic;
  private km = 0;
  private searching = false;

  constructor(
    graph: Graph,
    options: PlannerOptions,
    private readonly traits: LifelongTraits,
  ) {
    super(graph, { planner: traits.planner, positive: true }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.around = new Arcs(graph);
    this.lastMoves = new PreviousArcs(this.arcs);
    this.inflation = new Inflation(n, traits.inflation, traits.inflation > 1, !traits.lazyKeys);
    this.whole = this.buckets || this.arcs.alwaysWhole();
    this.open = new KeyQueue(n, this.order);
    const greatest = this.arcs.greatestSum();
    const bounded = greatest < GREATEST;
    this.labels = new Labels(n, bounded);
    this.ahead = this.labels.ahead;
    this.estimates = new StartHeuristic(n, options.heuristic ?? lastingHeuristic(graph), { unit: this.arcs.unit, whole: this.whole, greatest: bounded ? greatest : Infinity });
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** Cost from `v` to the goal when last expanded; Infinity before. For drawing. */
  g(v: number): number {
    return this.labels.value(this.labels.g, v, this.arcs.unit);
  }

  /** Cost from `v` to the goal as computed from its successors now. If it differs from `g(v)`, `v` is inconsistent. For drawing. */
  rhs(v: number): number {
    return this.labels.value(this.labels.rhs, v, this.arcs.unit);
  }

  protected reset(): void {
    this.labels.reset();
    this.inflation.reset();
    this.reinflated = false;
    this.open.clear();
    this.km = 0;
    this.estimates.startAt(this.start);
    this.searching = false;
    this.lastMoves.begin();
    this.touch(this.start);
    this.touch(this.goal);
    this.labels.rhs[this.goal] = 0;
    this.enqueue(this.goal);
  }

  protected override takeHeap(): void {
    super.takeHeap();
    this.whole = false;
    this.open = new KeyQueue(this.ahead.length, this.order);
    this.estimates.takeReals();
  }

  protected moved(along: boolean): void {
    if (!this.labels.has(this.start)) {
      this.touch(this.start);
      // It may have arcs by now that were not reported yet.
      this.lookAhead(this.start);
    }
    // The bound holds for an inflated path as a whole; the rest of the path may exceed it.
    if (this.inflation.active) this.unsettle();
    else if (along) this.total = this.costAhead();
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.newSearch();
    this.lastMoves.watch();
    this.estimates.forget(tails, n);
    const { labels, lastMoves, ahead } = this;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      // Its best arc is unchanged, and no arc became cheaper.
      if (labels.has(u) && !lastMoves.gained(u) && (ahead[u] === NO_VERTEX || this.arcs.joins(u, ahead[u]))) continue;
      this.lookAhead(u);
    }
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, start, whole, inflation, traits: { optimized, interpolates } } = this;
    const { g, rhs, ahead, stamp, question, infinity } = this.labels;
    // On a lattice, arcs are read from bytes here without a call.
    const { to, cost, lattice, lengths, degree, backSteps } = arcs;
    const { moves, weights } = lattice ?? NO_LATTICE;
    const inflated = inflation.active;
    // Postponed vertices may be the only way on from the new start.
    if ((inflated || this.reinflated) && !this.searching) this.newSearch();
    for (;;) {
      const top = open.topRank();
      const rhsOfStart = rhs[start];
      if (rhsOfStart <= g[start]) {
        if (rhsOfStart === infinity) {
          // A rank of Infinity would make the engine treat all ranks as doubles.
          if (open.size === 0) break;
        } else {
          const k = this.keyOf(start, rhsOfStart, 1);
          const rank = open.rank(whole ? k : k + k * 1e-9, 1);
          if (top > rank || (top === rank && !(whole && open.topFirst(1, rhsOfStart)))) break;
        }
      }
      if (!this.searching) {
        // A start that moved along its path was handled above with the existing keys; any other needs new keys.
        this.newSearch();
        if (this.labels.question !== question) return this.search(budget);
        continue;
      }
      const u = open.peek();
      const over = g[u] < rhs[u] ? 0 : 1;
      const least = over === 0 ? g[u] : rhs[u];
      const rank = open.rank(this.keyOf(u, least, over), over);
      if (budget-- <= 0) return false;
      if (top < rank) {
        // Inserted for an earlier start: its key was a lower bound. It counts against the budget, as there may be many.
        open.place(u, rank, over, least);
        counters.queueOperations++;
        continue;
      }
      open.pop();
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      if (over === 1) {
        g[u] = least;
        if (inflated) inflation.close(u);
      } else {
        g[u] = infinity;
        this.enqueue(u);
      }
      const weight = lattice !== undefined && lattice.weighted ? weights[u] : 1;
      const n = lattice !== undefined ? degree : arcs.entering(u);
      for (let i = 0; i < n; i++) {
        let v: number;
        let through = least;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i];
        } else {
          v = u + backSteps[i];
          if (((moves[v] >> i) & 1) === 0) continue;
          through += lengths[i] * weight;
        }
        if (stamp[v] !== question) this.touch(v);
        if (over === 0 || interpolates === true || through >= rhs[v]) {
          if (!optimized || (over === 0 && ahead[v] === u)) this.lookAhead(v);
          continue;
        }
        rhs[v] = through;
        ahead[v] = u;
        counters.generated++;
        this.enqueue(v);
      }
    }
    this.searching = false;
    this.total = this.costAhead();
    return true;
  }

  /** Sets the inflation of the next search. */
  protected inflate(factor: number): void {
    if (factor === this.inflation.factor) return;
    this.inflation.factor = factor;
    this.reinflated = true;
    this.searching = false;
    this.unsettle();
  }

  /** Computes all later keys for the current start. */
  private newSearch(): void {
    const moved = this.estimates.start !== this.start;
    this.searching = true;
    if (moved) {
      const rise = this.estimates.moveTo(this.start);
      if (this.traits.lazyKeys) this.km += rise;
      if (this.whole && this.km > GREATEST_EXACT) return this.reset();
    }
    const { inflation, open } = this;
    inflation.beginSearch();
    for (let v = inflation.release(); v >= 0; v = inflation.release()) this.enqueue(v);
    if (!(moved || this.reinflated) || this.traits.lazyKeys) return;
    this.reinflated = false;
    while (open.size > 0) inflation.keep(open.pop());
    for (let v = inflation.release(); v >= 0; v = inflation.release()) this.enqueue(v);
  }

  /** Gives `u` labels if it has none. */
  protected touch(u: number): void {
    if (this.labels.has(u)) return;
    this.labels.give(u);
    this.lastMoves.note(u);
  }

  /** Computes rhs of `u` from its successors. */
  protected lookAhead(u: number): void {
    if (u !== this.goal) {
      const { around, labels, labels: { g, stamp, question } } = this;
      const { to, cost, lattice, lengths, degree, steps } = around;
      const { moves, weights } = lattice ?? NO_LATTICE;
      const weighted = lattice !== undefined && lattice.weighted;
      const open = lattice !== undefined ? moves[u] : 0;
      let least = labels.infinity;
      let head = NO_VERTEX;
      const n = lattice !== undefined ? degree : around.leaving(u);
      for (let i = 0; i < n; i++) {
        if (lattice !== undefined && ((open >> i) & 1) === 0) continue;
        const v = lattice !== undefined ? u + steps[i] : to[i];
        if (stamp[v] !== question) continue;
        const through = g[v] + (lattice === undefined ? cost[i] : weighted ? lengths[i] * weights[v] : lengths[i]);
        if (through >= least) continue;
        least = through;
        head = v;
      }
      if (stamp[u] !== question) {
        // Far from everything searched: the common case if many planners get all reports.
        if (head === NO_VERTEX) return;
        this.touch(u);
      }
      labels.rhs[u] = least;
      labels.ahead[u] = head;
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
    if (over === 1 && this.inflation.active && this.inflation.postpone(u)) {
      open.remove(u);
      return;
    }
    open.place(u, open.rank(this.keyOf(u, least, over), over), over, least);
    this.counters.queueOperations++;
  }

  /** First part of a key. Underconsistent vertices use the plain estimate; inflated, they would come too late. */
  private keyOf(u: number, least: number, over: 0 | 1): number {
    const h = this.estimates.to(u);
    const { factor } = this.inflation;
    return least + this.km + (over === 1 && factor > 1 ? factor * h : h);
  }

  /** Cost of the path along the pointers: rhs of the start, or less after an inflated search. */
  private costAhead(): number {
    const { around, goal, start, labels } = this;
    if (labels.rhs[start] === labels.infinity) return Infinity;
    if (!this.inflation.active) return labels.rhs[start];
    return labels.costAlong(start, goal, around);
  }
}
